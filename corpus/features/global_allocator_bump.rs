//@ no-bug
//@ weak-orderings: yes
//@ source: a `#[global_allocator]` that hands out a static array, as in the documentation of `GlobalAlloc`

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering::*};
const SIZE: usize = 8192;
#[repr(C, align(16))]
struct Bump {
    arena: UnsafeCell<[u8; SIZE]>,
    left: AtomicUsize,
}
unsafe impl Sync for Bump {}
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        let mut at = 0;
        if self
            .left
            .fetch_update(Relaxed, Relaxed, |mut left| {
                if l.size() > left {
                    return None;
                }
                left -= l.size();
                left &= !(l.align() - 1);
                at = left;
                Some(left)
            })
            .is_err()
        {
            return std::ptr::null_mut();
        }
        unsafe { self.arena.get().cast::<u8>().add(at) }
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
#[global_allocator]
static A: Bump = Bump {
    arena: UnsafeCell::new([0; SIZE]),
    left: AtomicUsize::new(SIZE),
};
fn main() {
    let b = Box::new(5u32);
    let mut v = vec![1u64, 2];
    v.push(*b as u64);
    let s = format!("{:?}", v);
    assert_eq!(s, "[1, 2, 5]");
    let t = std::thread::spawn(move || v.iter().sum::<u64>());
    assert_eq!(t.join().unwrap(), 8);
}
