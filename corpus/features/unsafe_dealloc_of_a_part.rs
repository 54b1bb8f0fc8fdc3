//@ bug: undefined-behavior
//@ message: "free of a part of `[u64; 4]`: the pointer is not to where the allocation begins"
//@ source: `dealloc` of a pointer into the middle of an allocation, with what would be the rest's layout
use std::alloc::{Layout, alloc, dealloc};

fn main() {
    unsafe {
        let block = alloc(Layout::new::<[u64; 4]>());
        dealloc(block.add(8), Layout::new::<[u64; 3]>());
    }
}
