//@ no-bug
//@ source: new; a lock that counts how often it was tried in vain: each round of its loop ends in another state
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

static LOCKED: AtomicBool = AtomicBool::new(false);
static IN_VAIN: AtomicUsize = AtomicUsize::new(0);
static mut COUNT: u32 = 0;

fn locked(section: impl FnOnce()) {
    while LOCKED
        .compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed)
        .is_err()
    {
        IN_VAIN.fetch_add(1, Ordering::Relaxed);
        std::hint::spin_loop();
    }
    section();
    LOCKED.store(false, Ordering::Release);
}

fn main() {
    let add = || locked(|| unsafe { COUNT += 1 });
    let threads: Vec<_> = (0..2).map(|_| thread::spawn(add)).collect();
    for thread in threads {
        thread.join().unwrap();
    }
    println!("{}", unsafe { COUNT });
}
