//@ bug: data-race
//@ source: double-checked locking whose first check reads without synchronization

use std::cell::UnsafeCell;
use std::sync::Mutex;
use std::thread;

struct Singleton {
    lock: Mutex<()>,
    instance: UnsafeCell<Option<Box<u32>>>,
}

unsafe impl Sync for Singleton {}

static S: Singleton = Singleton { lock: Mutex::new(()), instance: UnsafeCell::new(None) };

fn instance() -> u32 {
    unsafe {
        if (*S.instance.get()).is_none() {
            let _guard = S.lock.lock().unwrap();
            if (*S.instance.get()).is_none() {
                *S.instance.get() = Some(Box::new(9));
            }
        }
        **(*S.instance.get()).as_ref().unwrap()
    }
}

fn main() {
    let t = thread::spawn(instance);
    instance();
    t.join().unwrap();
}
