//@ no-bug

#[derive(Debug, Clone, Copy, PartialEq)]
struct Matrix<const R: usize, const C: usize> {
    rows: [[i32; C]; R],
}

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn transpose(&self) -> Matrix<C, R> {
        let mut rows = [[0; R]; C];
        for r in 0..R {
            for c in 0..C {
                rows[c][r] = self.rows[r][c];
            }
        }
        Matrix { rows }
    }

    const CELLS: usize = R * C;
}

fn sum<const N: usize>(xs: [u64; N]) -> u64 {
    xs.iter().sum()
}

struct Buffer<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}

impl<T: Copy, const N: usize> Buffer<T, N> {
    fn new() -> Self {
        Buffer { items: [None; N], len: 0 }
    }

    fn push(&mut self, t: T) -> Result<(), T> {
        if self.len == N {
            return Err(t);
        }
        self.items[self.len] = Some(t);
        self.len += 1;
        Ok(())
    }
}

fn main() {
    let m = Matrix { rows: [[1, 2, 3], [4, 5, 6]] };
    println!("{:?}", m.transpose());
    println!("{} {}", m.transpose().transpose() == m, Matrix::<2, 3>::CELLS);
    println!("{} {}", sum([1, 2, 3]), sum([]));
    let mut b = Buffer::<_, 2>::new();
    println!("{:?} {:?} {:?}", b.push('a'), b.push('b'), b.push('c'));
    println!("{:?}", b.items);
}
