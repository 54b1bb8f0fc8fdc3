//@ bug: undefined-behavior
//@ source: read-copy-update that waits for its readers before it swaps, not after
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
struct Cfg {
    v: Vec<u32>,
}
static P: AtomicPtr<Cfg> = AtomicPtr::new(std::ptr::null_mut());
static READERS: AtomicUsize = AtomicUsize::new(0);
fn read() -> usize {
    READERS.fetch_add(1, SeqCst);
    let c = unsafe { &*P.load(SeqCst) };
    let n = c.v.len();
    READERS.fetch_sub(1, SeqCst);
    n
}
fn write(c: Cfg) {
    while READERS.load(SeqCst) != 0 {
        std::thread::yield_now();
    }
    let old = P.swap(Box::into_raw(Box::new(c)), SeqCst);
    unsafe { drop(Box::from_raw(old)) }
}
fn main() {
    P.store(Box::into_raw(Box::new(Cfg { v: vec![1] })), SeqCst);
    let t = std::thread::spawn(read);
    write(Cfg { v: vec![1, 2] });
    assert!(t.join().unwrap() > 0);
}
