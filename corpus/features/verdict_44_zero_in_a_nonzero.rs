//@ bug: undefined-behavior
//@ source: a count that two threads lower to zero is unwrapped as one that cannot be
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering::AcqRel, Ordering::Acquire};
use std::thread;

fn main() {
    let count = AtomicU32::new(2);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| count.fetch_sub(1, AcqRel));
        }
    });
    let count = unsafe { NonZeroU32::new_unchecked(count.load(Acquire)) };
    println!("{}", 10 / count.get());
}
