//@ no-bug
//@ executions: 6
//@ formula: N!
//@ counts: N=1: 1, N=2: 2, N=3: 6, N=4: 24, N=5: 120
//@ source: a ticket lock: only the order of the tickets is a difference, not how often anybody looks in vain

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

static NEXT: AtomicUsize = AtomicUsize::new(0);
static SERVING: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let threads: Vec<_> = (0..N)
        .map(|_| {
            thread::spawn(|| {
                let ticket = NEXT.fetch_add(1, SeqCst);
                while SERVING.load(SeqCst) != ticket {
                    hint::spin_loop();
                }
                SERVING.store(ticket + 1, SeqCst);
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    assert_eq!(SERVING.load(SeqCst), N);
}
