//! lock_api 0.4.1, RUSTSEC-2020-0070. `MappedMutexGuard` is `Sync` whatever it guards.

//@ bug: data-race

#![forbid(unsafe_code)]

use lock_api::MutexGuard;
use spin::lock_api::Mutex;
use std::rc::Rc;
use std::thread;

fn main() {
    let name = Rc::new("shared");
    let entry = Mutex::new((7, name.clone()));
    let guard = MutexGuard::map(entry.lock(), |entry| &mut entry.1);
    thread::scope(|scope| {
        scope.spawn(move || assert_eq!(**Rc::clone(&guard), *"shared"));
        let mine = name.clone();
        assert_eq!(**mine, *"shared");
    });
}
