//@ bug: undefined-behavior
//@ source: a pointer that is never null, made of one that is

use std::ptr::{self, NonNull};

struct List {
    head: NonNull<u32>,
}

fn main() {
    let first: *mut u32 = ptr::null_mut();
    let list = List {
        head: unsafe { NonNull::new_unchecked(first) },
    };
    println!("{}", Some(list.head).is_some());
}
