//@ no-bug
//@ source: blocks cached by thread, whose destructors give them to a common list

use std::cell::{Cell, UnsafeCell};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::*};

#[repr(C, align(16))]
struct Block {
    next: *mut Block,
    bytes: [u8; 24],
}

struct Cache {
    free: Cell<*mut Block>,
    count: UnsafeCell<usize>,
}

static DEPOT: AtomicPtr<Block> = AtomicPtr::new(ptr::null_mut());
static MADE: AtomicUsize = AtomicUsize::new(0);

impl Cache {
    fn get(&self) -> *mut Block {
        let p = self.free.get();
        if !p.is_null() {
            self.free.set(unsafe { (*p).next });
            unsafe { *self.count.get() -= 1 };
            return p;
        }
        MADE.fetch_add(1, Relaxed);
        Box::into_raw(Box::new(Block { next: ptr::null_mut(), bytes: [0; 24] }))
    }
    fn put(&self, p: *mut Block) {
        unsafe {
            (*p).next = self.free.replace(p);
            *self.count.get() += 1;
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let mut p = self.free.take();
        while !p.is_null() {
            let next = unsafe { (*p).next };
            let mut head = DEPOT.load(Relaxed);
            loop {
                unsafe { (*p).next = head };
                match DEPOT.compare_exchange_weak(head, p, Release, Relaxed) {
                    Ok(_) => break,
                    Err(h) => head = h,
                }
            }
            p = next;
        }
    }
}

thread_local! {
    static CACHE: Cache = const { Cache { free: Cell::new(ptr::null_mut()), count: UnsafeCell::new(0) } };
}

fn main() {
    let hs: Vec<_> = (1..3u8)
        .map(|k| {
            std::thread::spawn(move || {
                CACHE.with(|c| {
                    let a = c.get();
                    unsafe { (&mut (*a).bytes)[..3].fill(k) };
                    c.put(a);
                    let b = c.get();
                    assert!(ptr::eq(a, b) && unsafe { (*b).bytes }[2] == k);
                    c.put(b);
                })
            })
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    let mut n = 0;
    let mut p = DEPOT.swap(ptr::null_mut(), Acquire);
    while !p.is_null() {
        let b = unsafe { Box::from_raw(p) };
        p = b.next;
        n += 1;
    }
    assert_eq!(n, MADE.load(Relaxed));
}
