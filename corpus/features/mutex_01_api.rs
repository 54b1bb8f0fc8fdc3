//@ no-bug

#![allow(let_underscore_lock)]

use std::sync::{Mutex, MutexGuard, TryLockError};

struct Counter {
    inner: Mutex<Vec<i32>>,
}

impl Counter {
    fn locked(&self) -> MutexGuard<'_, Vec<i32>> {
        self.inner.lock().unwrap()
    }

    fn with<R>(&self, f: impl FnOnce(&mut Vec<i32>) -> R) -> R {
        let mut guard = self.inner.lock().unwrap();
        f(&mut guard)
    }
}

fn pass_on(mut guard: MutexGuard<'_, Vec<i32>>) -> usize {
    guard.push(99);
    guard.len()
}

fn main() {
    let m = Mutex::new(5);
    {
        let mut g = m.lock().unwrap();
        *g += 1;
        println!("{}", m.try_lock().is_err());
        match m.try_lock() {
            Err(TryLockError::WouldBlock) => println!("would block"),
            _ => println!("?"),
        }
        println!("{:?}", m.is_poisoned());
    }
    println!("{:?}", m.try_lock().map(|g| *g).unwrap());
    println!("{}", *m.lock().unwrap() + 1);
    let n = m.into_inner().unwrap();
    println!("{n}");
    let c = Counter { inner: Mutex::default() };
    c.locked().push(1);
    c.locked().extend([2, 3]);
    println!("{} {:?}", pass_on(c.locked()), c.locked());
    println!("{}", c.with(|v| v.iter().sum::<i32>()));
    let g = c.locked();
    println!("{} {:?}", g.len(), g.first());
    drop(g);
    for x in c.locked().iter_mut() {
        *x *= 2;
    }
    println!("{:?}", c.inner.lock().unwrap());
    let mut own = Mutex::new(String::from("a"));
    own.get_mut().unwrap().push('b');
    println!("{:?}", own);
    let _ = own.lock().unwrap();
    println!("{}", own.try_lock().is_ok());
    let pair = Mutex::new((1, "x"));
    let (ref mut a, b) = *pair.lock().unwrap();
    *a += 1;
    println!("{a} {b}");
    let len = own.lock().map(|s| s.len()).unwrap_or(0);
    println!("{len}");
    static GLOBAL: Mutex<Option<u8>> = Mutex::new(None);
    *GLOBAL.lock().unwrap() = Some(3);
    println!("{:?}", GLOBAL.lock().unwrap().take());
}
