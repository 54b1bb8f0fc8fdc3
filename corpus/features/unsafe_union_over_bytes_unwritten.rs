//@ bug: undefined-behavior
//@ source: a node of raw memory has only its link, and its data is read
use std::alloc::{Layout, alloc};
union Node {
    next: *mut Node,
    data: [u64; 2],
}
fn main() {
    unsafe {
        let raw = alloc(Layout::new::<[Node; 2]>());
        let n = raw as *mut Node;
        (*n).next = n.add(1);
        println!("{}", (*n).data[1]);
    }
}
