//@ no-bug
//@ source: a toy of hazard pointers: one slot a thread, announced and checked again before use

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::sync::Mutex;
use std::thread;

struct Domain<T, const N: usize> {
    hazards: [AtomicPtr<T>; N],
    retired: Mutex<Vec<*mut T>>,
}

unsafe impl<T: Send, const N: usize> Sync for Domain<T, N> {}

impl<T, const N: usize> Domain<T, N> {
    fn new() -> Self {
        Domain { hazards: [const { AtomicPtr::new(null_mut()) }; N], retired: Mutex::new(Vec::new()) }
    }

    fn protect(&self, slot: usize, source: &AtomicPtr<T>) -> *mut T {
        let mut seen = source.load(SeqCst);
        loop {
            self.hazards[slot].store(seen, SeqCst);
            let again = source.load(SeqCst);
            if again == seen {
                return seen;
            }
            seen = again;
        }
    }

    fn release(&self, slot: usize) {
        self.hazards[slot].store(null_mut(), SeqCst);
    }

    fn retire(&self, old: *mut T) {
        let mut retired = self.retired.lock().unwrap();
        retired.push(old);
        retired.retain(|&p| {
            let used = self.hazards.iter().any(|h| h.load(SeqCst) == p);
            if !used {
                drop(unsafe { Box::from_raw(p) });
            }
            used
        });
    }
}

impl<T, const N: usize> Drop for Domain<T, N> {
    fn drop(&mut self) {
        for p in self.retired.get_mut().unwrap().drain(..) {
            drop(unsafe { Box::from_raw(p) });
        }
    }
}

fn main() {
    let domain: Domain<(u32, u32), 2> = Domain::new();
    let current = AtomicPtr::new(Box::into_raw(Box::new((1, 1))));
    thread::scope(|s| {
        s.spawn(|| {
            let p = domain.protect(0, &current);
            let (a, b) = unsafe { *p };
            assert_eq!(a, b);
            domain.release(0);
        });
        s.spawn(|| {
            let old = current.swap(Box::into_raw(Box::new((2, 2))), SeqCst);
            domain.retire(old);
        });
    });
    drop(unsafe { Box::from_raw(current.into_inner()) });
}
