//@ no-bug
//@ source: matrices with const generics, operators and formatting options; rows by scoped threads

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Index, IndexMut, Mul, Neg};
use std::thread;
#[derive(Clone, Copy, Debug, PartialEq)]
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
impl<T, const R: usize, const K: usize, const C: usize> Mul<&Matrix<T, K, C>> for &Matrix<T, R, K>
where
    T: Copy + Default + Mul<Output = T> + Add<Output = T> + Sum + Send + Sync,
{
    type Output = Matrix<T, R, C>;
    fn mul(self, o: &Matrix<T, K, C>) -> Matrix<T, R, C> {
        let mut out = Matrix::<T, R, C>::default();
        thread::scope(|s| {
            for (r, row) in out.0.iter_mut().enumerate() {
                s.spawn(move || {
                    for (c, x) in row.iter_mut().enumerate() {
                        *x = (0..K).map(|k| self[(r, k)] * o[(k, c)]).sum();
                    }
                });
            }
        });
        out
    }
}
impl<T: Neg<Output = T>, const R: usize, const C: usize> Neg for Matrix<T, R, C> {
    type Output = Self;
    fn neg(self) -> Self {
        Matrix(self.0.map(|r| r.map(|x| -x)))
    }
}
impl<T: fmt::Display, const R: usize, const C: usize> fmt::Display for Matrix<T, R, C> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, row) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            f.write_str("[")?;
            for (j, x) in row.iter().enumerate() {
                if j > 0 {
                    f.write_str(" ")?;
                }
                match f.precision() {
                    Some(p) => write!(f, "{x:6.p$}")?,
                    None => write!(f, "{:>3}", x)?,
                }
            }
            f.write_str("]")?;
        }
        Ok(())
    }
}
fn main() {
    let a = Matrix([[1, 2, 3], [4, 5, 6]]);
    let b = Matrix([[1, 0], [0, 1], [2, -1]]);
    println!("{}", &a * &b);
    println!("{:.2}", &Matrix([[0.5f64]]) * &Matrix([[3.0]]));
    println!("{:?}", -Matrix([[1i8, -2]]));
}
