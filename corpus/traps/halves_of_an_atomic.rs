//@ bug: data-race
//@ with: --set WAY=1 => bug: data-race
//@ with: --set WAY=2 => no-bug
//@ with: --set WAY=3 => no-bug
//@ with: --set WAY=4 => no-bug
//@ with: --set WAY=5 => no-bug
//! A number of two bytes, and each of them as an atomic of its own. To write one while somebody writes (0) or reads (1)
//! the whole number, is a data race, though both are atomic: they are of different sizes. Two that read (2), two bytes
//! (3), the same byte twice (4), and what comes one after the other (5), are none.

use std::sync::atomic::{AtomicU16, AtomicU8, Ordering::SeqCst};
use std::thread;

const WAY: u32 = 0;

fn halves(whole: &AtomicU16) -> &[AtomicU8; 2] {
    unsafe { &*(whole as *const AtomicU16).cast() }
}

fn main() {
    let whole = AtomicU16::new(0);
    let [low, high] = halves(&whole);
    thread::scope(|s| {
        let other = s.spawn(|| match WAY {
            1 | 2 => drop(whole.load(SeqCst)),
            3 => low.store(1, SeqCst),
            4 => drop(high.swap(2, SeqCst)),
            _ => whole.store(3, SeqCst),
        });
        if WAY == 5 {
            other.join().unwrap();
        }
        match WAY {
            2 => drop(high.load(SeqCst)),
            _ => high.store(4, SeqCst),
        }
    });
}
