//@ no-bug
//@ source: memory that is freed two epochs after it was replaced

use std::cell::RefCell;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use std::thread;

const IDLE: usize = usize::MAX;
static EPOCH: AtomicUsize = AtomicUsize::new(0);
static LOCAL: [AtomicUsize; 2] = [AtomicUsize::new(IDLE), AtomicUsize::new(IDLE)];
static DATA: AtomicPtr<String> = AtomicPtr::new(std::ptr::null_mut());

struct Pin(usize);
fn pin(me: usize) -> Pin {
    loop {
        let e = EPOCH.load(SeqCst);
        LOCAL[me].store(e, SeqCst);
        if EPOCH.load(SeqCst) == e { return Pin(me); }
    }
}
impl Drop for Pin { fn drop(&mut self) { LOCAL[self.0].store(IDLE, SeqCst) } }

thread_local!(static GARBAGE: RefCell<Vec<(usize, *mut String)>> = RefCell::default());

fn retire(p: *mut String) { GARBAGE.with_borrow_mut(|g| g.push((EPOCH.load(SeqCst), p))) }

fn collect() -> usize {
    let e = EPOCH.load(SeqCst);
    if LOCAL.iter().all(|l| { let x = l.load(SeqCst); x == IDLE || x == e }) {
        let _ = EPOCH.compare_exchange(e, e + 1, SeqCst, SeqCst);
    }
    let safe = EPOCH.load(SeqCst);
    GARBAGE.with_borrow_mut(|g| {
        let before = g.len();
        g.retain(|&(at, p)| {
            let keep = at + 2 > safe;
            if !keep { unsafe { drop(Box::from_raw(p)) } }
            keep
        });
        before - g.len()
    })
}

fn main() {
    DATA.store(Box::into_raw(Box::new("one".to_string())), SeqCst);
    let r = thread::spawn(|| {
        let _p = pin(0);
        unsafe { DATA.load(SeqCst).as_ref() }.unwrap().len()
    });
    let w = thread::spawn(|| {
        let new = Box::into_raw(Box::new("three".to_string()));
        let old = { let _p = pin(1); DATA.swap(new, SeqCst) };
        retire(old);
        let mut freed = 0;
        for _ in 0..2 { freed += collect(); }
        let left = GARBAGE.take();
        (freed, left.len())
    });
    let n = r.join().unwrap();
    assert!(n == 3 || n == 5);
    let (freed, left) = w.join().unwrap();
    assert_eq!(freed + left, 1);
}
