//@ no-bug
//@ args: --child-panic propagate
//@ source: `Once` after a panic, poisoned locks, `clear_poison`, payloads

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, OnceState, PoisonError, RwLock, TryLockError};
static TRIES: AtomicUsize = AtomicUsize::new(0);
static INIT: Once = Once::new();
fn attempt() -> usize {
    let n = TRIES.fetch_add(1, Ordering::SeqCst);
    if n == 0 {
        panic!("first try fails")
    }
    n
}
fn main() {
    panic::set_hook(Box::new(|_| {}));
    let first = panic::catch_unwind(|| {
        INIT.call_once(|| {
            attempt();
        })
    });
    assert!(first.is_err() && !INIT.is_completed());
    INIT.call_once_force(|st: &OnceState| {
        println!("poisoned before: {}", st.is_poisoned());
        attempt();
    });
    assert!(INIT.is_completed());
    let m = Mutex::new(vec![1, 2]);
    let r = RwLock::new(String::from("ok"));
    std::thread::scope(|s| {
        let h = s.spawn(|| {
            let mut g = m.lock().unwrap();
            g.push(3);
            let _w = r.write().unwrap();
            panic!("with locks")
        });
        let e = h.join().unwrap_err();
        println!("{:?}", e.downcast_ref::<&str>());
    });
    println!("{} {}", m.is_poisoned(), r.is_poisoned());
    let g = m.lock().unwrap_or_else(PoisonError::into_inner);
    println!("{}", g.len());
    println!("{}", matches!(m.try_lock(), Err(TryLockError::WouldBlock)));
    drop(g);
    m.clear_poison();
    println!(
        "{:?} {:?}",
        m.lock().map(|g| g.len()).ok(),
        r.read().map_err(|e| e.into_inner().clone()).unwrap_err()
    );
    let mut n = 0;
    let r = panic::catch_unwind(AssertUnwindSafe(|| {
        n += 1;
        panic::resume_unwind(Box::new(n))
    }));
    println!("{:?} {n}", r.unwrap_err().downcast::<i32>().unwrap());
}
