//@ bug: data-race
// Whichever of the three comes second races with the writer, unless the writer has read under the lock before the
// others write under it: what it does after the write that races is part of an order that no race ends.
use std::cell::UnsafeCell;
use std::sync::{Mutex, RwLock};
use std::thread;

struct Place(UnsafeCell<i32>);
unsafe impl Sync for Place {}

static PLACE: Place = Place(UnsafeCell::new(0));
static COUNT: Mutex<i32> = Mutex::new(0);
static SHARED: RwLock<()> = RwLock::new(());

fn look() {
    let _guard = SHARED.write().unwrap();
    let _seen = unsafe { *PLACE.0.get() };
}

fn write() {
    {
        let _guard = COUNT.lock().unwrap();
        unsafe { *PLACE.0.get() = 2 };
    }
    let _guard = SHARED.read().unwrap();
}

fn main() {
    let looker = thread::spawn(look);
    let writer = thread::spawn(write);
    look();
    writer.join().unwrap();
    looker.join().unwrap();
}
