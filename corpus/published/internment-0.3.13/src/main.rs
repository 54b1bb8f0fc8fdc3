//! internment 0.3.13, RUSTSEC-2021-0036. `Intern` is `Sync` whatever it holds.

//@ bug: data-race

#![forbid(unsafe_code)]

use internment::Intern;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::thread;

/// A name, and how often it was looked up.
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
    let name = Intern::new(Name(7, Cell::new(0)));
    thread::scope(|scope| {
        scope.spawn(|| name.1.set(1));
        name.1.set(2);
    });
}
