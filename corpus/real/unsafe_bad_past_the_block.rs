//@ bug: undefined-behavior
//@ source: bytes are counted right, but the last number does not fit into the block

use std::alloc::{alloc, dealloc, Layout};

fn main() {
    let layout = Layout::from_size_align(10, 4).unwrap();
    unsafe {
        let block = alloc(layout);
        for i in 0..3 {
            block.add(4 * i).cast::<u32>().write(i as u32);
        }
        dealloc(block, layout);
    }
}
