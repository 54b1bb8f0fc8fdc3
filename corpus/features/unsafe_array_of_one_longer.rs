//@ no-bug
//@ source: what is allocated ends in more elements than its type says; they are reached by a pointer to the first
use std::alloc::{Layout, alloc};
#[repr(C)]
struct Node {
    key: u32,
    height: u32,
    next: [*mut Node; 1],
}
fn main() {
    unsafe {
        let a = alloc(Layout::from_size_align(32, 8).unwrap()) as *mut Node;
        let second = (&raw mut (*a).next).cast::<*mut Node>().add(1);
        *second = a;
        assert!(*second == a);
    }
}
