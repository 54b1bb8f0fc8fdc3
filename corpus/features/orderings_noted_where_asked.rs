//@ no-bug
// The only orderings that are asked for are `SeqCst`: those of the library's own accesses on the same lines are no
// matter of the program's.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let number = Arc::new(AtomicU32::new(0));
    let sum = Mutex::new(0);
    thread::scope(|s| {
        let (number, sum) = (&number, &sum);
        s.spawn(move || *sum.lock().unwrap() += number.load(SeqCst));
        s.spawn(move || number.fetch_add(Arc::strong_count(number) as u32, SeqCst));
    });
    println!("{} {}", sum.is_poisoned(), number.load(SeqCst) + Arc::strong_count(&number) as u32);
}
