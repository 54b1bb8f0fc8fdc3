//@ no-bug
//@ args: --set N=2
//@ source: a loop too long to explore; `--set N=2` makes it small

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

const N: usize = 100_000;

static HITS: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let t = thread::spawn(|| {
        for _ in 0..N {
            HITS.fetch_add(1, Relaxed);
        }
    });
    for _ in 0..N {
        HITS.fetch_add(1, Relaxed);
    }
    t.join().unwrap();
    assert_eq!(HITS.load(Relaxed), 2 * N);
}
