//@ bug: abort
//@ message: "boom"
//@ source: nobody takes the thread's result, and its destructor panics: that aborts, whoever drops it, inside a
//@ source: catch_unwind too
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

struct Bomb;
impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("boom")
    }
}

fn main() {
    let handle = thread::spawn(|| Bomb);
    while !handle.is_finished() {
        thread::yield_now();
    }
    let dropped = catch_unwind(AssertUnwindSafe(|| drop(handle)));
    assert!(dropped.is_err());
}
