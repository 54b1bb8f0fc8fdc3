//@ no-bug
//@ source: a `#[global_allocator]` of which the static holds a reference, as that of the crate `stats_alloc`

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

struct Stats<T> {
    allocations: AtomicUsize,
    inner: T,
}

unsafe impl<T: GlobalAlloc> GlobalAlloc for &Stats<T> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.allocations.fetch_add(1, SeqCst);
        unsafe { self.inner.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { self.inner.dealloc(pointer, layout) }
    }
}

static STATS: Stats<System> = Stats {
    allocations: AtomicUsize::new(0),
    inner: System,
};
#[global_allocator]
static GLOBAL: &Stats<System> = &STATS;

fn main() {
    let before = GLOBAL.allocations.load(SeqCst);
    let mut numbers = Vec::with_capacity(8);
    numbers.extend(0..8);
    assert_eq!(GLOBAL.allocations.load(SeqCst), before + 1);
    numbers.push(8);
    assert_eq!(GLOBAL.allocations.load(SeqCst), before + 2);
}
