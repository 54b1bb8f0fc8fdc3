//! hashconsing 1.0.1, RUSTSEC-2020-0107. `HConsed` is `Send` and `Sync` whatever it holds.

//@ bug: data-race

#![forbid(unsafe_code)]

use hashconsing::{HConsed, HConsign, HashConsign};
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::thread;

/// A name, and how often it was looked up.
#[derive(Clone)]
struct Name(u32, Cell<u32>);

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.0 == other.0
    }
}
impl Eq for Name {}
impl Hash for Name {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

fn main() {
    let mut names: HConsign<Name> = HConsign::empty();
    let mine: HConsed<Name> = names.mk(Name(7, Cell::new(0)));
    let theirs = mine.clone();
    let looking = thread::spawn(move || theirs.get().1.set(1));
    mine.get().1.set(2);
    looking.join().unwrap();
}
