//@ bug: undefined-behavior
//@ message: "get_disjoint_unchecked_mut of indices that overlap"
//@ source: two places that are to be swapped are the same one in one schedule
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

fn swap(numbers: &mut [u32], i: usize, j: usize) {
    let [a, b] = unsafe { numbers.get_disjoint_unchecked_mut([i, j]) };
    std::mem::swap(a, b);
}

fn main() {
    let mut numbers = [1, 2, 3];
    let next = AtomicUsize::new(0);
    let places = thread::scope(|scope| {
        let take = || {
            let place = next.load(SeqCst);
            next.store(place + 1, SeqCst);
            place
        };
        let other = scope.spawn(take);
        (take(), other.join().unwrap())
    });
    swap(&mut numbers, places.0, places.1);
    println!("{numbers:?}");
}
