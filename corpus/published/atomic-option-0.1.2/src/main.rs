//! atomic-option 0.1.2, RUSTSEC-2020-0113. `AtomicOption` is `Sync` whatever it holds.

//@ bug: data-race

#![forbid(unsafe_code)]

use atomic_option::AtomicOption;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::thread;

fn main() {
    let name = Rc::new("shared");
    let slot = AtomicOption::new(Box::new(name.clone()));
    thread::scope(|scope| {
        scope.spawn(|| slot.take(Ordering::AcqRel).map(|name| name.len()));
        let mine = name.clone();
        assert_eq!(*mine, "shared");
    });
}
