//@ no-bug
//! Six threads count under a mutex, a hundred times each, in a program that has an unsafe cell elsewhere: `main` writes it
//! before the threads are there and reads it when they are gone. That plain accesses might race does not make the order
//! of the six hundred sections matter.

use std::cell::UnsafeCell;
use std::sync::Mutex;
use std::thread;

struct Label(UnsafeCell<&'static str>);

// Only `main` touches it, while it is alone.
unsafe impl Sync for Label {}

static LABEL: Label = Label(UnsafeCell::new("nothing"));
static TOTAL: Mutex<u32> = Mutex::new(0);

fn main() {
    unsafe { *LABEL.0.get() = "laps" };
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..100 {
                    *TOTAL.lock().unwrap() += 1;
                }
            });
        }
    });
    println!("{} {}", TOTAL.lock().unwrap(), unsafe { *LABEL.0.get() });
}
