//@ no-bug

use std::collections::BTreeMap;
use std::ops::{AddAssign, Bound, ControlFlow, Range, RangeBounds, RangeInclusive, Rem, Shl, ShrAssign};

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Bits(u32);

impl Shl<u32> for Bits {
    type Output = Bits;
    fn shl(self, n: u32) -> Bits {
        Bits(self.0 << n)
    }
}

impl ShrAssign<u32> for Bits {
    fn shr_assign(&mut self, n: u32) {
        self.0 >>= n;
    }
}

impl Rem<u32> for Bits {
    type Output = u32;
    fn rem(self, n: u32) -> u32 {
        self.0 % n
    }
}

impl AddAssign<&Bits> for Bits {
    fn add_assign(&mut self, o: &Bits) {
        self.0 += o.0;
    }
}

impl std::iter::Sum for Bits {
    fn sum<I: Iterator<Item = Bits>>(iter: I) -> Bits {
        iter.fold(Bits(0), |mut a, b| {
            a += &b;
            a
        })
    }
}

fn length(r: impl RangeBounds<usize>, max: usize) -> usize {
    let start = match r.start_bound() {
        Bound::Included(&s) => s,
        Bound::Excluded(&s) => s + 1,
        Bound::Unbounded => 0,
    };
    let end = match r.end_bound() {
        Bound::Included(&e) => e + 1,
        Bound::Excluded(&e) => e,
        Bound::Unbounded => max,
    };
    end - start
}

struct Poly(Vec<i64>);

impl Poly {
    fn eval(&self) -> impl Fn(i64) -> i64 + '_ {
        move |x| self.0.iter().rev().fold(0, |acc, c| acc * x + c)
    }
}

fn search(xs: &[i32]) -> ControlFlow<i32, usize> {
    for (i, x) in xs.iter().enumerate() {
        if *x < 0 {
            return ControlFlow::Break(*x);
        }
        if i > 3 {
            break;
        }
    }
    ControlFlow::Continue(xs.len())
}

fn main() {
    let mut b = Bits(5) << 3;
    b >>= 1;
    println!("{:?} {}", b, b % 7);
    println!("{:?}", [Bits(1), Bits(2)].into_iter().sum::<Bits>());
    println!("{} {} {} {}", length(2..5, 10), length(..=4, 10), length(3.., 10), length(.., 10));
    println!("{}", length((Bound::Excluded(1), Bound::Included(3)), 10));
    println!("{}", Poly(vec![1, 0, 2]).eval()(3));
    println!("{:?} {:?}", search(&[1, -2]), search(&[1, 2]));
    let r: Range<i32> = 1..4;
    let inc: RangeInclusive<char> = 'a'..='c';
    println!("{} {:?} {}", r.contains(&3), inc.clone().collect::<String>(), inc.end());
    let m: BTreeMap<i32, &str> = (1..).zip(["x", "y", "z"]).collect();
    println!("{:?}", m.range(2..).map(|(k, v)| format!("{k}{v}")).collect::<Vec<_>>());
    let cf = (1..10).try_fold(0, |acc, x| if acc > 10 { ControlFlow::Break(acc) } else { ControlFlow::Continue(acc + x) });
    println!("{:?}", cf);
}
