//@ no-bug
// Whether a lock is held is asked without taking it.

use parking_lot::{Mutex, RwLock};
use std::thread;

static MUTEX: Mutex<u32> = Mutex::new(0);
static RWLOCK: RwLock<u32> = RwLock::new(0);

fn main() {
    let asks = thread::spawn(|| MUTEX.is_locked() || RWLOCK.is_locked());
    let mutex = MUTEX.try_lock().expect("nobody else takes it");
    let rwlock = RWLOCK.try_write().expect("nobody else takes it");
    drop((mutex, rwlock));
    asks.join().unwrap();
}
