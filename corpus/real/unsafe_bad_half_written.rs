//@ bug: undefined-behavior
//@ source: a number is read of which only the first half was written

use std::alloc::{alloc, Layout};

fn main() {
    unsafe {
        let block = alloc(Layout::from_size_align(8, 8).unwrap());
        *(block as *mut u32) = 1;
        if *(block as *const u64) == 1 {
            println!("one");
        }
    }
}
