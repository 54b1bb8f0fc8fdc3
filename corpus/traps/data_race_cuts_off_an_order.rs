//@ bug: data-race
//@ outcomes: 10
//@ source: where plain accesses race, the execution ends; that the later one could have come first is for
//@ source: the step it raced with, not for all steps before, or other orders count as seen that are not

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

static CELL: AtomicPtr<i32> = AtomicPtr::new(null_mut());

fn look() -> i32 {
    let cell = CELL.load(Ordering::Acquire);
    if cell.is_null() { 4 } else { unsafe { *cell } }
}

fn publish(value: i32) {
    CELL.store(Box::into_raw(Box::new(value)), Ordering::Release);
}

fn main() {
    let reader = thread::spawn(look);
    let writer = thread::spawn(|| {
        publish(1);
        let seen = look();
        let cell = CELL.load(Ordering::Acquire);
        unsafe { *cell = 1 };
        seen
    });
    let seen = look();
    publish(seen + 1);
    let by_reader = reader.join().unwrap();
    let by_writer = writer.join().unwrap();
    print!("{by_reader}{by_writer}{seen}");
}
