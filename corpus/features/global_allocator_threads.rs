//@ no-bug
//@ weak-orderings: yes
//@ source: threads, locks and channels over a counting `#[global_allocator]`

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{mpsc, Arc, Mutex};
use std::thread;
struct Counting;
static ALLOCS: AtomicUsize = AtomicUsize::new(0);
static FREES: AtomicUsize = AtomicUsize::new(0);
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCS.fetch_add(1, Ordering::Relaxed);
        System.alloc(layout)
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        FREES.fetch_add(1, Ordering::Relaxed);
        System.dealloc(ptr, layout)
    }
}
#[global_allocator]
static A: Counting = Counting;
fn main() {
    let m = Arc::new(Mutex::new(Vec::new()));
    let (tx, rx) = mpsc::channel::<String>();
    let m2 = Arc::clone(&m);
    let t = thread::spawn(move || {
        for s in rx {
            m2.lock().unwrap().push(s);
        }
    });
    tx.send("a".to_string()).unwrap();
    drop(tx);
    t.join().unwrap();
    assert_eq!(m.lock().unwrap().len(), 1);
    drop(m);
    assert!(ALLOCS.load(Ordering::Relaxed) >= FREES.load(Ordering::Relaxed));
    thread::scope(|s| {
        s.spawn(|| Box::new(1));
    });
}
