//@ bug: abort
//@ source: a `#[global_allocator]` with a limit: without memory the process aborts

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::*};
struct Limit(AtomicUsize);
unsafe impl GlobalAlloc for Limit {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        if l.size() > 1000 {
            return std::ptr::null_mut();
        }
        self.0.fetch_add(1, SeqCst);
        unsafe { System.alloc(l) }
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        unsafe { System.dealloc(p, l) }
    }
}
#[global_allocator]
static A: Limit = Limit(AtomicUsize::new(0));
fn main() {
    let v: Vec<u8> = Vec::with_capacity(2000);
    drop(v);
}
