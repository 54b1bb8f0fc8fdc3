//@ no-bug
//@ args: --set COUNT=2
//@ source: constants of functions can be set, too; each is written once for every configuration

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn main() {
    #[cfg(miri)]
    const COUNT: usize = 50;
    #[cfg(not(miri))]
    const COUNT: usize = 25_000;

    let hits = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..COUNT {
                    hits.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    println!("{}", hits.into_inner());
}
