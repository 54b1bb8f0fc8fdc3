//@ no-bug
//@ source: of several bounds of one operator, which one is meant follows from the right side
use std::ops::{Add, Shl};
use std::thread;

trait Register:
    Copy + Shl<Self, Output = Self> + Shl<u8, Output = Self> + for<'a> Shl<&'a u8, Output = Self>
{
    const ONE: Self;
}

impl Register for u32 {
    const ONE: u32 = 1;
}

fn bit<R: Register>(index: u8) -> R {
    R::ONE << index
}

fn bit_by_reference<R: Register>(index: &u8) -> R {
    R::ONE << index
}

fn squared<R: Register>(shift: R) -> R {
    R::ONE << shift << shift
}

fn sum<T: Copy + Add<T, Output = T> + Add<i32, Output = T>>(one: T) -> T {
    one + 3 + one
}

fn main() {
    let ones = thread::spawn(|| bit::<u32>(3) | bit_by_reference::<u32>(&1));
    assert_eq!(ones.join().unwrap(), 0b1010);
    assert_eq!(squared(2_u32), 16);
    assert_eq!(sum(4), 11);
}
