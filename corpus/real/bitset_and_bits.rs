//@ no-bug
//@ source: bit sets by const generics, `io::Cursor`, formatting of numbers, integer methods

use std::collections::HashSet;
use std::fmt::{self, Binary, Write as _};
use std::io::{self, BufRead, Cursor, Read, Write};
use std::num::{NonZeroU8, Wrapping};
use std::ops::{BitAndAssign, BitOr, Not};
use std::sync::atomic::{AtomicU64, Ordering::*};
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bits<const N: usize>([u64; N]);
impl<const N: usize> Bits<N> {
    const BITS: usize = N * u64::BITS as usize;
    fn with(mut self, i: usize) -> Self
    where
        [u64; N]: Sized,
    {
        assert!(i < Self::BITS, "bit {i} of {}", Self::BITS);
        self.0[i / 64] |= 1 << (i % 64);
        self
    }
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(w, &x)| {
            let mut x = x;
            std::iter::from_fn(move || {
                (x != 0).then(|| {
                    let b = x.trailing_zeros() as usize;
                    x &= x - 1;
                    w * 64 + b
                })
            })
        })
    }
}
impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;
    fn bitor(mut self, o: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(o.0) {
            *a |= b
        }
        self
    }
}
impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    fn not(self) -> Self {
        Bits(self.0.map(|w| !w))
    }
}
impl<const N: usize> BitAndAssign for Bits<N> {
    fn bitand_assign(&mut self, o: Self) {
        (0..N).for_each(|i| self.0[i] &= o.0[i])
    }
}
impl<const N: usize> Binary for Bits<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().rev().try_for_each(|w| write!(f, "{w:064b}"))
    }
}
impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(i: I) -> Self {
        i.into_iter().fold(Bits([0; N]), Self::with)
    }
}
fn main() -> io::Result<()> {
    let mut b: Bits<2> = Bits([0; 2]).with(3) | Bits([0; 2]).with(100);
    println!("{:?} {}", b.iter().collect::<Vec<_>>(), (!b).iter().count());
    b &= Bits([u64::MAX, 0]);
    println!("{}", format!("{b:b}").trim_start_matches('0'));
    let seen = AtomicU64::new(0);
    std::thread::scope(|s| {
        for i in [1u32, 4] {
            let seen = &seen;
            s.spawn(move || seen.fetch_or(1 << i, Relaxed));
        }
    });
    println!(
        "{:#010b} {}",
        seen.load(SeqCst),
        seen.load(SeqCst).count_ones()
    );
    let mut cur = Cursor::new(Vec::new());
    writeln!(cur, "one {}", 1)?;
    cur.write_all(b"two\nthree")?;
    let text = cur.into_inner();
    let lines: Vec<String> = text.as_slice().lines().collect::<Result<_, _>>()?;
    println!("{lines:?}");
    let mut r = io::BufReader::new(Cursor::new("a,b,c"));
    let mut first = vec![];
    r.read_until(b',', &mut first)?;
    let mut rest = String::new();
    r.read_to_string(&mut rest)?;
    println!("{} {rest}", String::from_utf8_lossy(&first));
    let mut s = String::new();
    for x in HashSet::from([1, 2, 3])
        .into_iter()
        .collect::<std::collections::BTreeSet<_>>()
    {
        write!(s, "{x:>+3}").unwrap();
    }
    println!(
        "{s}| {:?} {:?}",
        NonZeroU8::new(0),
        Wrapping(250u8) + Wrapping(10)
    );
    println!(
        "{} {} {:?} {}",
        0b1011u8.rotate_left(6),
        (-7i32).rem_euclid(3),
        200u8.checked_next_multiple_of(64),
        i32::from_str_radix("-7f", 16).unwrap()
    );
    println!(
        "{:?} {:?} {}",
        10u32.checked_ilog2(),
        5i8.overflowing_sub(-128),
        u16::MAX.abs_diff(5)
    );
    Ok(())
}
