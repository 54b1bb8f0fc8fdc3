//@ no-bug
//@ args: --child-panic propagate
//@ source: a ledger whose users recover from the panic of one of them, on purpose

use std::panic;
use std::sync::{Arc, Mutex, PoisonError, RwLock, TryLockError};
use std::thread;

#[derive(Debug, Default)]
struct Ledger { entries: Vec<i32>, dirty: bool }

fn add(ledger: &Mutex<Ledger>, n: i32) -> Result<usize, String> {
    let mut l = match ledger.lock() {
        Ok(l) => l,
        Err(poison) => {
            let mut l = poison.into_inner();
            if std::mem::replace(&mut l.dirty, false) {
                l.entries.pop();
            }
            ledger.clear_poison();
            l
        }
    };
    l.dirty = true;
    l.entries.push(n);
    if n < 0 {
        panic!("negative entry {n}");
    }
    l.dirty = false;
    Ok(l.entries.len())
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    let ledger = Arc::new(Mutex::new(Ledger::default()));
    let handles: Vec<_> = [3, -1, 5]
        .into_iter()
        .map(|n| {
            let ledger = Arc::clone(&ledger);
            thread::spawn(move || add(&ledger, n))
        })
        .collect();
    let mut panics = 0;
    for h in handles {
        match h.join() {
            Ok(r) => assert!(r.is_ok_and(|n| (1..=2).contains(&n))),
            Err(e) => {
                panics += 1;
                let text = e.downcast_ref::<String>().unwrap();
                assert_eq!(text, "negative entry -1");
            }
        }
    }
    assert_eq!(panics, 1);
    let mut l = ledger.lock().unwrap_or_else(PoisonError::into_inner);
    l.entries.sort_unstable();
    let clean = !l.dirty;
    assert!(if clean { l.entries == [3, 5] } else { l.entries == [-1, 3, 5] });
    drop(l);

    let lock = RwLock::new(1);
    let r = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        let _r = lock.read().unwrap();
        panic!("readers do not poison");
    }));
    assert!(r.is_err() && !lock.is_poisoned());
    let w = lock.try_write();
    assert!(w.is_ok());
    assert!(matches!(lock.try_read(), Err(TryLockError::WouldBlock)));
}
