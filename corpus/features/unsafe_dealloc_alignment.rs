//@ bug: undefined-behavior
//@ source: memory given back with another alignment than it was allocated with
use std::alloc::{Layout, alloc, dealloc};
fn main() {
    unsafe {
        let p = alloc(Layout::new::<u64>());
        (p as *mut u64).write(7);
        assert_eq!((p as *mut u64).read(), 7);
        dealloc(p, Layout::from_size_align(8, 4).unwrap());
    }
}
