//! beef 0.4.4, RUSTSEC-2020-0122. A borrowed `Cow` is `Send` although what it borrows is not `Sync`.

//@ bug: data-race

#![forbid(unsafe_code)]

use beef::Cow;
use std::cell::Cell;
use std::thread;

fn main() {
    let counts = [Cell::new(0)];
    let theirs: Cow<[Cell<u32>]> = Cow::borrowed(&counts);
    thread::scope(|scope| {
        scope.spawn(move || theirs[0].set(1));
        counts[0].set(2);
    });
}
