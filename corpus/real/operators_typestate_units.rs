//@ no-bug
//@ source: matrices by const generics, units as types, doors as states

use std::fmt::Debug;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::{
    Add, AddAssign, ControlFlow, Deref, DerefMut, Index, IndexMut, Mul, Neg, Not, Range,
    RangeInclusive, Sub,
};
use std::sync::{LazyLock, OnceLock, RwLock};
use std::thread;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Matrix<T, const R: usize, const C: usize>([[T; C]; R]);
impl<T: Default + Copy, const R: usize, const C: usize> Default for Matrix<T, R, C> {
    fn default() -> Self {
        Matrix([[T::default(); C]; R])
    }
}
impl<T, const R: usize, const C: usize> Index<(usize, usize)> for Matrix<T, R, C> {
    type Output = T;
    fn index(&self, (r, c): (usize, usize)) -> &T {
        &self.0[r][c]
    }
}
impl<T, const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<T, R, C> {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T {
        &mut self.0[r][c]
    }
}
impl<'a, T, const R: usize, const K: usize, const C: usize> Mul<&'a Matrix<T, K, C>>
    for &'a Matrix<T, R, K>
where
    T: Copy + Default + AddAssign + Mul<Output = T> + Send + Sync,
{
    type Output = Matrix<T, R, C>;
    fn mul(self, o: &'a Matrix<T, K, C>) -> Self::Output {
        let mut out = Matrix::default();
        thread::scope(|s| {
            for (row, dst) in self.0.iter().zip(out.0.iter_mut()) {
                s.spawn(move || {
                    for (c, d) in dst.iter_mut().enumerate() {
                        for k in 0..K {
                            *d += row[k] * o[(k, c)];
                        }
                    }
                });
            }
        });
        out
    }
}
impl<const R: usize, const C: usize> Matrix<i64, R, C> {
    const CELLS: usize = R * C;
    fn transpose(self) -> Matrix<i64, C, R> {
        let mut m = Matrix::<_, C, R>::default();
        for r in 0..R {
            for c in 0..C {
                m[(c, r)] = self[(r, c)];
            }
        }
        m
    }
}
impl<T: Neg<Output = T> + Copy, const N: usize> Not for Matrix<T, N, N> {
    type Output = Self;
    fn not(mut self) -> Self {
        for i in 0..N {
            self[(i, i)] = -self[(i, i)];
        }
        self
    }
}

struct Meters;
struct Feet;
#[derive(Debug)]
struct Len<U>(f64, PhantomData<fn() -> U>);
impl<U> Clone for Len<U> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<U> Copy for Len<U> {}
impl<U> Add for Len<U> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Len(self.0 + o.0, PhantomData)
    }
}
impl<U> Sum for Len<U> {
    fn sum<I: Iterator<Item = Self>>(i: I) -> Self {
        i.fold(Len(0.0, PhantomData), Add::add)
    }
}
impl From<Len<Feet>> for Len<Meters> {
    fn from(f: Len<Feet>) -> Self {
        Len(f.0 * 0.3048, PhantomData)
    }
}

trait State {}
struct Closed;
struct Open {
    n: u32,
}
impl State for Closed {}
impl State for Open {}
struct Door<S: State> {
    s: S,
    log: Vec<&'static str>,
}
impl Door<Closed> {
    fn new() -> Self {
        Door {
            s: Closed,
            log: vec![],
        }
    }
    fn open(self) -> Door<Open> {
        let Self { mut log, .. } = self;
        log.push("open");
        Door {
            s: Open { n: 0 },
            log,
        }
    }
}
impl Door<Open> {
    fn pass(mut self) -> Self {
        self.s.n += 1;
        self.log.push("pass");
        self
    }
    fn close(self) -> (Door<Closed>, u32) {
        let n = self.s.n;
        (
            Door {
                s: Closed,
                log: {
                    let mut l = self.log;
                    l.push("close");
                    l
                },
            },
            n,
        )
    }
}

static ID: LazyLock<Matrix<i64, 3, 3>> = LazyLock::new(|| {
    let mut m = Matrix::default();
    (0..3).for_each(|i| m[(i, i)] = 1);
    m
});
static CFG: OnceLock<RwLock<Vec<Range<u8>>>> = OnceLock::new();

struct Guarded<T>(T);
impl<T> Deref for Guarded<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
impl<T> DerefMut for Guarded<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

fn main() {
    let a = Matrix([[1i64, 2, 3], [4, 5, 6]]);
    let p = &a * &a.transpose();
    println!("{p:?} {} {:?}", Matrix::<i64, 2, 3>::CELLS, !p);
    println!("{}", &a * &*ID == a);
    let total: Len<Meters> = [1.0, 2.5]
        .into_iter()
        .map(|f| Len::<Feet>(f, PhantomData))
        .map(Len::from)
        .sum();
    println!("{:.4}", total.0);
    let (d, n) = Door::new().open().pass().pass().close();
    println!("{:?} {n}", d.open().log);
    let h = thread::spawn(|| {
        CFG.get_or_init(|| RwLock::new(vec![1..3]))
            .write()
            .unwrap()
            .push(5..9)
    });
    h.join().unwrap();
    let v = CFG.get().unwrap().read().unwrap();
    println!(
        "{:?} {}",
        *v,
        v.iter().flat_map(|r| r.clone()).map(u32::from).sum::<u32>()
    );
    let r: RangeInclusive<char> = 'c'..='h';
    let f = r.clone().try_for_each(|c| {
        if c == 'f' {
            ControlFlow::Break(c)
        } else {
            ControlFlow::Continue(())
        }
    });
    println!(
        "{f:?} {:?} {}",
        r.rev().step_by(2).collect::<String>(),
        (1..=4).rev().map(|x| x as f32 / 2.).sum::<f32>()
    );
    let mut g = Guarded(vec![3, 1, 2]);
    g.sort_by(|a, b| b.cmp(a));
    g.push(9);
    g[0] -= 5i8;
    println!("{:?} {:?}", *g, g.iter().max().zip(g.first()));
    let z = Sub::sub(5u8, 3).pow(3);
    println!("{z:#010b} {z:+} {z:e}");
}
