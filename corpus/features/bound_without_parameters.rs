//! A bound that is the same for all callers says less than the impl that it holds by.
//@ no-bug

use std::thread;

trait Unit {
    type Sum: Default;
    const STEP: u32;
}

impl Unit for u8 {
    type Sum = u32;
    const STEP: u32 = 2;
}

fn added<T>(_: T, sum: <u8 as Unit>::Sum) -> u32
where
    u8: Unit,
{
    sum + <u8 as Unit>::STEP
}

struct Bits<const N: usize>;

trait Held {
    type Word;
}

impl Held for Bits<4> {
    type Word = u16;
}

struct Mask<T>(T, <Bits<4> as Held>::Word)
where
    Bits<4>: Held;

impl<T> Mask<T>
where
    Bits<4>: Held,
{
    fn low(&self) -> u16 {
        self.1 & 1
    }
}

fn main() {
    let other = thread::spawn(|| Mask("mask", 3).low());
    assert_eq!(added((), 1) + u32::from(other.join().unwrap()), 4);
}
