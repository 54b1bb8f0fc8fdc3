//! futures-intrusive 0.3.1, RUSTSEC-2020-0072. A mutex guard is `Sync` whatever it guards.

//@ bug: data-race

#![forbid(unsafe_code)]

use futures_intrusive::sync::Mutex;
use std::cell::Cell;
use std::thread;

fn main() {
    let count = Mutex::new(Cell::new(0), true);
    let guard = count.try_lock().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| guard.set(guard.get() + 1));
        guard.set(guard.get() + 1);
    });
}
