//@ bug: data-race
//@ outcomes: 4
//@ source: a step that ends in a data race hides no order of what it has nothing to do with
use std::sync::{Condvar, Mutex};
use std::thread;

static LOCK: Mutex<i32> = Mutex::new(0);
static OTHER: Mutex<i32> = Mutex::new(0);
static CHANGED: Condvar = Condvar::new();
static mut PLAIN: i32 = 0;

fn try_other() -> bool {
    match OTHER.try_lock() {
        Ok(mut other) => {
            *other += 1;
            true
        }
        Err(_) => false,
    }
}

fn main() {
    let writer = thread::spawn(|| {
        {
            let _guard = LOCK.lock().unwrap();
            CHANGED.notify_one();
        }
        unsafe { PLAIN = 1 };
    });
    let trier = thread::spawn(|| {
        unsafe { PLAIN = 2 };
        let got = try_other();
        *LOCK.lock().unwrap() += 1;
        CHANGED.notify_one();
        got
    });
    let main_got = try_other();
    writer.join().unwrap();
    println!("{main_got} {}", trier.join().unwrap());
}
