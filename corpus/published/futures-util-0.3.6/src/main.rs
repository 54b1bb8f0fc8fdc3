//! futures-util 0.3.6, RUSTSEC-2020-0059. `MappedMutexGuard` is `Sync` whatever it guards.

//@ bug: data-race

#![forbid(unsafe_code)]

use futures_util::lock::{Mutex, MutexGuard};
use std::cell::Cell;
use std::thread;

fn main() {
    let account = Mutex::new("savings");
    let guard = account.try_lock().unwrap();
    let looked = MutexGuard::map(guard, |_| Box::leak(Box::new(Cell::new(0))));
    thread::scope(|scope| {
        scope.spawn(|| looked.set(looked.get() + 1));
        looked.set(looked.get() + 1);
    });
}
