//@ bug: undefined-behavior
//@ source: memory that grows with another alignment than it was allocated with
use std::alloc::{Layout, alloc, dealloc, realloc};

fn main() {
    unsafe {
        let p = alloc(Layout::from_size_align(16, 16).unwrap());
        p.write(7);
        let p = realloc(p, Layout::from_size_align(16, 8).unwrap(), 32);
        dealloc(p, Layout::from_size_align(32, 8).unwrap());
    }
}
