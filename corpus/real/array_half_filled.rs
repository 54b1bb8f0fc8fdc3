//@ bug: undefined-behavior
//@ source: an array filled by two threads, of which one may leave its half alone

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::thread;

static STOP: AtomicBool = AtomicBool::new(false);

fn fill(part: &mut [MaybeUninit<u32>], from: u32) {
    for (i, place) in part.iter_mut().enumerate() {
        if STOP.load(Relaxed) {
            return;
        }
        place.write(from + i as u32);
    }
}

fn main() {
    let mut values = [const { MaybeUninit::<u32>::uninit() }; 4];
    let (left, right) = values.split_at_mut(2);
    thread::scope(|s| {
        s.spawn(|| fill(left, 0));
        fill(right, 2);
        STOP.store(true, Relaxed);
    });
    let values: [u32; 4] = unsafe { std::mem::transmute(values) };
    assert_eq!(values.iter().sum::<u32>(), 6);
}
