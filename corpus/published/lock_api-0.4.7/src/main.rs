//! lock_api 0.4.7, Amanieu/parking_lot#349. `ArcMutexGuard` is `Sync` whatever it guards.

//@ bug: data-race

#![forbid(unsafe_code)]

use lock_api::ArcMutexGuard;
use spin::lock_api::Mutex;
use std::cell::Cell;
use std::sync::Arc;
use std::thread;

fn main() {
    let count = Arc::new(Mutex::new(Cell::new(0)));
    let guard = count.lock_arc();
    thread::scope(|scope| {
        scope.spawn(|| guard.set(guard.get() + 1));
        guard.set(guard.get() + 1);
    });
}
