//! abox 0.4.0, RUSTSEC-2020-0121. `AtomicBox` is `Send` and `Sync` whatever it holds.

//@ bug: data-race

#![forbid(unsafe_code)]

use abox::AtomicBox;
use std::cell::Cell;
use std::sync::Arc;
use std::thread;

fn main() {
    let count = Arc::new(AtomicBox::new(Cell::new(0)));
    let theirs = count.clone();
    let adding = thread::spawn(move || {
        let count = theirs.get();
        count.set(count.get() + 1);
    });
    let mine = count.get();
    mine.set(mine.get() + 1);
    adding.join().unwrap();
}
