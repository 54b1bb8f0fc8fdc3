//@ no-bug
//@ source: others write to a slot before it is read: the nodes of the waiters of once_cell
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::SeqCst};
use std::thread;
fn wake(q: &AtomicPtr<AtomicBool>, main: &thread::Thread, to: *mut AtomicBool) {
    let w = q.swap(to, SeqCst);
    if !w.is_null() {
        unsafe { (*w).store(true, SeqCst) }
        main.unpark();
    }
}
fn done() -> *mut AtomicBool {
    std::ptr::without_provenance_mut(2)
}
fn main() {
    let q: AtomicPtr<AtomicBool> = AtomicPtr::new(null_mut());
    let m = thread::current();
    thread::scope(|s| {
        let q = &q;
        let h = s.spawn(move || {
            wake(q, &m, null_mut());
            wake(q, &m, done())
        });
        let mut cur = q.load(SeqCst);
        while cur != done() {
            let node = AtomicBool::new(false);
            if q.compare_exchange(
                cur,
                &node as *const AtomicBool as *mut AtomicBool,
                SeqCst,
                SeqCst,
            )
            .is_ok()
            {
                while !node.load(SeqCst) {
                    thread::park();
                }
            }
            cur = q.load(SeqCst);
        }
        h.join().unwrap();
    });
}
