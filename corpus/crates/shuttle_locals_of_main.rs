//@ no-bug
//@ args: --entry guards_in_locals
//@ source: what the first thread of a model keeps in its thread-locals ends with it, before the others

use shuttle::sync::{Arc, Mutex, MutexGuard};
use shuttle::thread;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

static DROPS: AtomicUsize = AtomicUsize::new(0);

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPS.fetch_add(1, Ordering::SeqCst);
    }
}

shuttle::thread_local! {
    static KEPT: Cell<Option<MutexGuard<'static, usize>>> = Cell::new(None);
    static COUNTED: Counted = Counted;
}

#[test]
fn guards_in_locals() {
    let lock: &'static Mutex<usize> = Box::leak(Box::new(Mutex::new(0)));
    let ended = Arc::new(AtomicUsize::new(0));
    let seen = ended.clone();
    for _ in 0..2 {
        let ended = ended.clone();
        shuttle::check_random(
            move || {
                let ended = ended.clone();
                thread::spawn(move || {
                    KEPT.with(|kept| kept.set(Some(lock.lock().unwrap())));
                    ended.fetch_add(1, Ordering::SeqCst);
                });
                COUNTED.with(|_| ());
                KEPT.with(|kept| kept.set(Some(lock.lock().unwrap())));
            },
            100,
        );
    }
    assert!(seen.load(Ordering::SeqCst) >= 2);
    assert!(DROPS.load(Ordering::SeqCst) >= 2);
}
