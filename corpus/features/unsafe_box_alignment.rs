//@ bug: undefined-behavior
//@ source: a box of memory that was allocated with a smaller alignment, which it gives back with its own
use std::alloc::{Layout, alloc};

fn main() {
    unsafe {
        let p = alloc(Layout::from_size_align(8, 4).unwrap()) as *mut [u32; 2];
        p.write([3, 4]);
        assert_eq!((*p)[1], 4);
        drop(Box::from_raw(p as *mut u64));
    }
}
