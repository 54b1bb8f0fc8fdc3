//@ bug: livelock
//@ source: two readers of a hand-made lock wait for each other to go before they write

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicI32, Ordering::*};
use std::sync::Arc;
use std::thread;

struct RwSpin {
    state: AtomicI32,
    value: UnsafeCell<u32>,
}
unsafe impl Sync for RwSpin {}

impl RwSpin {
    fn read(&self) -> u32 {
        while self
            .state
            .fetch_update(Acquire, Relaxed, |s| (s >= 0).then_some(s + 1))
            .is_err()
        {
            std::hint::spin_loop();
        }
        unsafe { *self.value.get() }
    }
    /// From one reader to the writer.
    fn upgrade(&self) {
        while self.state.compare_exchange(1, -1, AcqRel, Relaxed).is_err() {
            std::hint::spin_loop();
        }
    }
    fn write_and_release(&self, value: u32) {
        unsafe { *self.value.get() = value };
        self.state.store(0, Release);
    }
}

fn main() {
    let lock = Arc::new(RwSpin {
        state: AtomicI32::new(0),
        value: UnsafeCell::new(0),
    });
    let bump = move |lock: &RwSpin| {
        let seen = lock.read();
        lock.upgrade();
        lock.write_and_release(seen + 1);
    };
    let t = {
        let lock = lock.clone();
        thread::spawn(move || bump(&lock))
    };
    bump(&lock);
    t.join().unwrap();
    assert_eq!(lock.read(), 2);
}
