//@ bug: undefined-behavior
//@ message: "a Layout whose alignment is no power of two"
//@ source: `from_size_align_unchecked` is told an alignment of 3
use std::alloc::{Layout, alloc, dealloc};
fn main() {
    unsafe {
        let layout = Layout::from_size_align_unchecked(9, 3);
        let block = alloc(layout);
        *block = 1;
        dealloc(block, layout);
    }
}
