//@ no-bug
//@ source: a once cell whose waiters stand in a list through their own stacks, the state in the tag bits

use std::{
    cell::{Cell, UnsafeCell},
    ptr,
    sync::atomic::{AtomicBool, AtomicPtr, Ordering::*},
    thread::{self, Thread},
};
struct Waiter {
    thread: Cell<Option<Thread>>,
    signaled: AtomicBool,
    next: *const Waiter,
}
pub struct OnceCell<T> {
    state: AtomicPtr<()>,
    v: UnsafeCell<Option<T>>,
}
unsafe impl<T: Sync + Send> Sync for OnceCell<T> {}
const INCOMPLETE: usize = 0;
const RUNNING: usize = 1;
const COMPLETE: usize = 2;
const MASK: usize = 3;
fn tag(p: *mut (), t: usize) -> *mut () {
    p.map_addr(|a| (a & !MASK) | t)
}
impl<T> OnceCell<T> {
    const fn new() -> Self {
        OnceCell {
            state: AtomicPtr::new(ptr::without_provenance_mut(INCOMPLETE)),
            v: UnsafeCell::new(None),
        }
    }
    fn get_or_init(&self, f: impl Fn() -> T) -> &T {
        loop {
            let cur = self.state.load(Acquire);
            match cur.addr() & MASK {
                COMPLETE => return unsafe { (*self.v.get()).as_ref().unwrap() },
                INCOMPLETE => {
                    if self
                        .state
                        .compare_exchange(cur, tag(cur, RUNNING), Acquire, Acquire)
                        .is_err()
                    {
                        continue;
                    }
                    unsafe {
                        *self.v.get() = Some(f());
                    }
                    let queue = self
                        .state
                        .swap(ptr::without_provenance_mut(COMPLETE), AcqRel);
                    let mut w = tag(queue, 0) as *const Waiter;
                    while !w.is_null() {
                        unsafe {
                            let next = (*w).next;
                            let t = (*w).thread.take().unwrap();
                            (*w).signaled.store(true, Release);
                            t.unpark();
                            w = next;
                        }
                    }
                }
                _ => {
                    let node = Waiter {
                        thread: Cell::new(Some(thread::current())),
                        signaled: AtomicBool::new(false),
                        next: tag(cur, 0) as *const Waiter,
                    };
                    let me = &node as *const Waiter as *mut ();
                    if self
                        .state
                        .compare_exchange(cur, tag(me, RUNNING), Release, Relaxed)
                        .is_err()
                    {
                        continue;
                    }
                    while !node.signaled.load(Acquire) {
                        thread::park();
                    }
                }
            }
        }
    }
}
static C: OnceCell<String> = OnceCell::new();
fn main() {
    let hs: Vec<_> = (0..2)
        .map(|i| thread::spawn(move || C.get_or_init(|| format!("v{i}")).len()))
        .collect();
    let n = C.get_or_init(|| "main".into()).len();
    for h in hs {
        assert_eq!(h.join().unwrap(), n);
    }
}
