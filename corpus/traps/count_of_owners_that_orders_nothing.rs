//@ bug: data-race
//@ with: --set ORDERS=true => no-bug
//@ weak-orderings: yes
//! Two owners count themselves out of a shared number, and the last one frees it. Nobody uses anything else that it
//! owns: the free races with nothing but the other's subtraction, which is atomic and orders nothing, and before which
//! the last one's own came not.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const ORDERS: bool = false;

struct Owner(*mut AtomicUsize);

// The count is all that there is.
unsafe impl Send for Owner {}

impl Drop for Owner {
    fn drop(&mut self) {
        let order = if ORDERS { Ordering::AcqRel } else { Ordering::Relaxed };
        unsafe {
            if (*self.0).fetch_sub(1, order) == 1 {
                drop(Box::from_raw(self.0));
            }
        }
    }
}

fn main() {
    let count = Box::into_raw(Box::new(AtomicUsize::new(2)));
    let owners = [Owner(count), Owner(count)];
    let threads = owners.map(|owner| thread::spawn(move || drop(owner)));
    for thread in threads {
        thread.join().unwrap();
    }
}
