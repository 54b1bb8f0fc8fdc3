//@ no-bug
//@ source: two threads on the two halves of one buffer, by raw pointers and from_raw_parts_mut

use std::thread;

#[derive(Clone, Copy)]
struct Part {
    start: *mut u32,
    len: usize,
}

unsafe impl Send for Part {}

impl Part {
    unsafe fn slice<'a>(self) -> &'a mut [u32] {
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}

fn main() {
    let mut data: Vec<u32> = (0..6).collect();
    let start = data.as_mut_ptr();
    let middle = data.len() / 2;
    let left = Part { start, len: middle };
    let right = Part { start: unsafe { start.add(middle) }, len: data.len() - middle };
    let t = thread::spawn(move || {
        for x in unsafe { left.slice() } {
            *x *= 10;
        }
    });
    for x in unsafe { right.slice() } {
        *x += 1;
    }
    t.join().unwrap();
    println!("{data:?}");
}
