//@ no-bug

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

fn main() {
    let m = Arc::new(Mutex::new(1));
    let r = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut g = m.lock().unwrap();
        *g = 2;
        panic!("while holding the lock");
    }));
    println!("{} {}", r.is_err(), m.is_poisoned());
    println!("{}", m.lock().is_err());
    match m.lock() {
        Ok(g) => println!("fine {}", *g),
        Err(p) => println!("poisoned {}", *p.get_ref()),
    }
    let g = m.lock().unwrap_or_else(PoisonError::into_inner);
    println!("{}", *g);
    drop(g);
    println!("{}", matches!(m.try_lock(), Err(std::sync::TryLockError::Poisoned(_))));
    m.clear_poison();
    println!("{} {}", m.is_poisoned(), m.lock().unwrap());
    if let Err(e) = panic::catch_unwind(AssertUnwindSafe(|| {
        let _g = m.lock().unwrap();
        panic!("again");
    })) {
        println!("{:?}", e.downcast_ref::<&str>());
    }
    let text = m.lock().unwrap_err().to_string();
    println!("{text}");

    let rw = RwLock::new(0);
    let _ = panic::catch_unwind(AssertUnwindSafe(|| {
        let _r = rw.read().unwrap();
        panic!("a reader does not poison");
    }));
    println!("{}", rw.is_poisoned());
    let _ = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut w = rw.write().unwrap();
        *w = 9;
        panic!("a writer does");
    }));
    println!("{} {}", rw.is_poisoned(), rw.read().is_err());
    println!("{:?}", rw.into_inner().unwrap_or_else(|e| e.into_inner()));

    // A guard dropped by unwinding that began before it was taken does not poison.
    struct OnDrop<'a>(&'a Mutex<i32>);
    impl Drop for OnDrop<'_> {
        fn drop(&mut self) {
            *self.0.lock().unwrap() += 1;
        }
    }
    let fresh = Mutex::new(0);
    let _ = panic::catch_unwind(AssertUnwindSafe(|| {
        let _d = OnDrop(&fresh);
        panic!();
    }));
    println!("{} {}", fresh.is_poisoned(), fresh.lock().unwrap());
}
