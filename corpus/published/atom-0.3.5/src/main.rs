//! atom 0.3.5, RUSTSEC-2020-0044. `Atom` is `Send` and `Sync` whatever it holds.

//@ bug: data-race

#![forbid(unsafe_code)]

use atom::Atom;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

fn main() {
    let name = Rc::new("shared");
    let slot = Arc::new(Atom::new(Box::new(name.clone())));
    let theirs = slot.clone();
    let taking = thread::spawn(move || theirs.take().map(|name| name.len()));
    let mine = name.clone();
    taking.join().unwrap();
    assert_eq!(*mine, "shared");
}
