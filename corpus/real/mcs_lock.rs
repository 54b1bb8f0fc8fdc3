//@ no-bug
//@ source: Mellor-Crummey and Scott 1991: the MCS queue lock with nodes on the stack

use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::*};
use std::thread;

#[repr(align(64))]
struct Node {
    next: AtomicPtr<Node>,
    locked: AtomicBool,
}
pub struct McsLock<T> {
    tail: AtomicPtr<Node>,
    data: UnsafeCell<T>,
}
unsafe impl<T: Send> Sync for McsLock<T> {}
impl<T> McsLock<T> {
    pub const fn new(v: T) -> Self {
        McsLock {
            tail: AtomicPtr::new(ptr::null_mut()),
            data: UnsafeCell::new(v),
        }
    }
    pub fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let node = Node {
            next: AtomicPtr::new(ptr::null_mut()),
            locked: AtomicBool::new(true),
        };
        let me = &node as *const Node as *mut Node;
        let prev = self.tail.swap(me, AcqRel);
        if !prev.is_null() {
            unsafe { (*prev).next.store(me, Release) };
            while node.locked.load(Acquire) {
                std::hint::spin_loop();
            }
        }
        let r = f(unsafe { &mut *self.data.get() });
        let mut next = node.next.load(Acquire);
        if next.is_null() {
            if self
                .tail
                .compare_exchange(me, ptr::null_mut(), Release, Relaxed)
                .is_ok()
            {
                return r;
            }
            loop {
                next = node.next.load(Acquire);
                if !next.is_null() {
                    break;
                }
                std::hint::spin_loop();
            }
        }
        unsafe { (*next).locked.store(false, Release) };
        r
    }
}
static L: McsLock<Vec<u8>> = McsLock::new(Vec::new());
fn main() {
    thread::scope(|s| {
        for i in 0..2 {
            s.spawn(move || L.with(|v| v.push(i)));
        }
    });
    let mut v = L.with(std::mem::take);
    v.sort_unstable();
    assert_eq!(v, [0, 1]);
}
