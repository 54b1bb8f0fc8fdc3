//@ bug: panic
//@ source: to sleep for equally long orders nothing: the two additions meet

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

static COUNT: AtomicU32 = AtomicU32::new(0);

fn main() {
    let counters: Vec<_> = (0..2)
        .map(|_| {
            thread::spawn(|| {
                thread::sleep(Duration::from_millis(5));
                let count = COUNT.load(SeqCst);
                COUNT.store(count + 1, SeqCst);
            })
        })
        .collect();
    for counter in counters {
        counter.join().unwrap();
    }
    assert_eq!(COUNT.load(SeqCst), 2);
}
