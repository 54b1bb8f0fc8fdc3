//@ no-bug
//@ source: records of threads in a list that only grows, taken over when their thread ends
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
struct Record {
    active: AtomicBool,
    hits: AtomicUsize,
    next: *const Record,
}
static HEAD: AtomicPtr<Record> = AtomicPtr::new(ptr::null_mut());
struct Local(Cell<*const Record>);
impl Drop for Local {
    fn drop(&mut self) {
        let p = self.0.get();
        if !p.is_null() {
            unsafe { (*p).active.store(false, Ordering::Release) }
        }
    }
}
thread_local! { static REC: Local = const { Local(Cell::new(ptr::null())) }; }
fn acquire() -> *const Record {
    let mut p = HEAD.load(Ordering::Acquire) as *const Record;
    while let Some(r) = unsafe { p.as_ref() } {
        if !r.active.load(Ordering::Relaxed)
            && r.active
                .compare_exchange(false, true, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
        {
            return p;
        }
        p = r.next;
    }
    let n = Box::into_raw(Box::new(Record {
        active: AtomicBool::new(true),
        hits: AtomicUsize::new(0),
        next: ptr::null(),
    }));
    loop {
        let h = HEAD.load(Ordering::Acquire);
        unsafe {
            (*n).next = h;
        }
        if HEAD
            .compare_exchange(h, n, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
        {
            return n;
        }
    }
}
fn hit() {
    REC.with(|l| {
        if l.0.get().is_null() {
            l.0.set(acquire());
        }
        unsafe {
            (*l.0.get()).hits.fetch_add(1, Ordering::Relaxed);
        }
    })
}
fn total() -> usize {
    let mut p = HEAD.load(Ordering::Acquire) as *const Record;
    let mut n = 0;
    while !p.is_null() {
        unsafe {
            n += (*p).hits.load(Ordering::Relaxed);
            p = (*p).next;
        }
    }
    n
}
fn main() {
    let hs: Vec<_> = (0..2)
        .map(|_| {
            std::thread::spawn(|| {
                hit();
            })
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    hit();
    assert_eq!(total(), 3);
}
