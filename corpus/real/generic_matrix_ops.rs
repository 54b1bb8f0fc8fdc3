//@ no-bug
//@ source: const generics and operator overloading: matrices multiplied by scoped threads, one row each

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};
use std::thread;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Matrix<T, const R: usize, const C: usize> {
    cells: [[T; C]; R],
}

impl<T: Default + Copy, const R: usize, const C: usize> Default for Matrix<T, R, C> {
    fn default() -> Self {
        Matrix { cells: [[T::default(); C]; R] }
    }
}

impl<T, const R: usize, const C: usize> Index<(usize, usize)> for Matrix<T, R, C> {
    type Output = T;
    fn index(&self, (r, c): (usize, usize)) -> &T {
        &self.cells[r][c]
    }
}
impl<T, const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<T, R, C> {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T {
        &mut self.cells[r][c]
    }
}

impl<T, const R: usize, const K: usize, const C: usize> Mul<&Matrix<T, K, C>> for &Matrix<T, R, K>
where
    T: Copy + Default + Mul<Output = T> + Sum + Send + Sync,
{
    type Output = Matrix<T, R, C>;
    fn mul(self, rhs: &Matrix<T, K, C>) -> Matrix<T, R, C> {
        let mut result = Matrix::default();
        thread::scope(|s| {
            for (row, out) in self.cells.iter().zip(result.cells.iter_mut()) {
                s.spawn(move || {
                    for (c, cell) in out.iter_mut().enumerate() {
                        *cell = (0..K).map(|k| row[k] * rhs[(k, c)]).sum();
                    }
                });
            }
        });
        result
    }
}

impl<T: Copy + Add<Output = T>, const R: usize, const C: usize> Add for Matrix<T, R, C> {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        let mut r = 0;
        Matrix {
            cells: self.cells.map(|row| {
                let mut c = 0;
                let sum = row.map(|x| {
                    let y = x + rhs.cells[r][c];
                    c += 1;
                    y
                });
                r += 1;
                sum
            }),
        }
    }
}
impl<T: Copy + AddAssign, const R: usize, const C: usize> AddAssign<T> for Matrix<T, R, C> {
    fn add_assign(&mut self, rhs: T) {
        self.cells.iter_mut().flatten().for_each(|x| *x += rhs);
    }
}
impl<T: Neg<Output = T>, const R: usize, const C: usize> Neg for Matrix<T, R, C> {
    type Output = Matrix<T, R, C>;
    fn neg(self) -> Self::Output {
        Matrix { cells: self.cells.map(|row| row.map(|x| -x)) }
    }
}
impl<T, const N: usize> Matrix<T, N, N>
where
    T: Copy + Sub<Output = T> + Add<Output = T> + Default,
{
    fn trace(&self) -> T {
        (0..N).fold(T::default(), |sum, i| sum + self[(i, i)])
    }
}
impl<T: fmt::Display, const R: usize, const C: usize> fmt::Display for Matrix<T, R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.cells {
            let texts: Vec<_> = row.iter().map(|x| format!("{x:>4}")).collect();
            writeln!(f, "|{}|", texts.join(""))?;
        }
        Ok(())
    }
}

fn main() {
    let a = Matrix { cells: [[1, 2, 3], [4, 5, 6]] };
    let b = Matrix { cells: [[1, 0], [0, 1], [2, -1]] };
    let mut c = &a * &b;
    print!("{c}");
    c += 10;
    print!("{}", -c + c + Matrix { cells: [[1, 2], [3, 4]] });
    println!("{}", c.trace());
    c[(0, 1)] = 99;
    println!("{:?} {}", c, c == Matrix::default());
    let f = &Matrix { cells: [[0.5]] } * &Matrix { cells: [[4.0, 1.0]] };
    println!("{:?}", f.cells);
}
