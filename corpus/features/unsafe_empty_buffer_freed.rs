//@ bug: undefined-behavior
//@ message: "free of the address 8, where no object is"
//@ source: a buffer without elements has a dangling pointer, which its drop gives back all the same
use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;

struct Buffer {
    start: NonNull<u64>,
    capacity: usize,
}

fn layout(capacity: usize) -> Layout {
    Layout::array::<u64>(capacity).unwrap()
}

impl Buffer {
    fn new(capacity: usize) -> Buffer {
        let start = match capacity {
            0 => NonNull::dangling(),
            _ => NonNull::new(unsafe { alloc(layout(capacity)) }.cast()).unwrap(),
        };
        Buffer { start, capacity }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        unsafe { dealloc(self.start.as_ptr().cast(), layout(self.capacity)) }
    }
}

fn main() {
    drop(Buffer::new(2));
    drop(Buffer::new(0));
}
