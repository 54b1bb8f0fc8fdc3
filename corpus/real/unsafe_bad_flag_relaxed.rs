//@ bug: data-race
//@ source: a flag that is not looked at before the value is read

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

struct Cell {
    ready: AtomicBool,
    value: UnsafeCell<u32>,
}

unsafe impl Sync for Cell {}

fn main() {
    let cell = Arc::new(Cell { ready: AtomicBool::new(false), value: UnsafeCell::new(0) });
    let writer = cell.clone();
    let t = thread::spawn(move || {
        writer.ready.store(true, Ordering::Relaxed);
        unsafe { *writer.value.get() = 42 }; // BUG
    });
    if cell.ready.load(Ordering::Relaxed) {
        let value = unsafe { *cell.value.get() }; // BUG
        println!("{value}");
    }
    t.join().unwrap();
}
