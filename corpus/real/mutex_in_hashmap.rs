//@ no-bug
//@ source: a lock per key, made on demand

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct KeyLocks {
    locks: Mutex<HashMap<String, Arc<Mutex<u32>>>>,
}

impl KeyLocks {
    fn with<R>(&self, key: &str, f: impl FnOnce(&mut u32) -> R) -> R {
        let lock = {
            let mut locks = self.locks.lock().unwrap();
            locks.entry(key.to_owned()).or_default().clone()
        };
        let mut value = lock.lock().unwrap();
        f(&mut value)
    }
}

fn main() {
    let locks = Arc::new(KeyLocks::default());
    let l = Arc::clone(&locks);
    let t = thread::spawn(move || {
        l.with("a", |n| *n += 1);
        l.with("b", |n| *n += 10);
    });
    locks.with("b", |n| *n += 100);
    t.join().unwrap();
    println!("{} {}", locks.with("a", |n| *n), locks.with("b", |n| std::mem::take(n)));
}
