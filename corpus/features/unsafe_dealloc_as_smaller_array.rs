//@ bug: undefined-behavior
//@ source: memory for an array of four is given back as that of an array of three
use std::alloc::{Layout, alloc, dealloc};

fn main() {
    unsafe {
        let words = alloc(Layout::new::<[u32; 4]>()) as *mut u32;
        words.write(3);
        assert_eq!(words.read(), 3);
        dealloc(words.cast(), Layout::new::<[u32; 3]>());
    }
}
