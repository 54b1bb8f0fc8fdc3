//! late-static 0.3.0, RUSTSEC-2020-0102. `LateStatic` is `Sync` whatever it holds, if only that is
//! `Send`.

//@ bug: data-race

use late_static::LateStatic;
use std::cell::Cell;
use std::thread;

static COUNT: LateStatic<Cell<u32>> = LateStatic::new();

fn main() {
    // Assigned once, before there is another thread, as its contract asks.
    unsafe { LateStatic::assign(&COUNT, Cell::new(0)) };
    let adding = thread::spawn(|| COUNT.set(COUNT.get() + 1));
    COUNT.set(COUNT.get() + 1);
    adding.join().unwrap();
}
