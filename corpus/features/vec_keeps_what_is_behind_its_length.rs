//@ no-bug
// A buffer that keeps its own length grows through a `Vec` of length 0: all of the old memory moves along.
use std::mem::ManuallyDrop;
use std::thread;

struct Buffer {
    start: *mut u8,
    len: usize,
    capacity: usize,
}

impl Buffer {
    fn new() -> Buffer {
        let mut memory = ManuallyDrop::new(Vec::with_capacity(4));
        Buffer { start: memory.as_mut_ptr(), len: 0, capacity: memory.capacity() }
    }

    fn reserve(&mut self, capacity: usize) {
        let memory = unsafe { Vec::from_raw_parts(self.start, 0, self.capacity) };
        let mut memory = ManuallyDrop::new(memory);
        memory.reserve_exact(capacity);
        self.start = memory.as_mut_ptr();
        self.capacity = memory.capacity();
    }

    fn push(&mut self, byte: u8) {
        if self.len == self.capacity {
            self.reserve(self.capacity * 2);
        }
        unsafe { self.start.add(self.len).write(byte) };
        self.len += 1;
    }

    fn text(&self) -> String {
        let bytes = unsafe { std::slice::from_raw_parts(self.start, self.len) };
        String::from_utf8_lossy(bytes).into_owned()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        drop(unsafe { Vec::from_raw_parts(self.start, self.len, self.capacity) });
    }
}

fn main() {
    let mut text = Buffer::new();
    for byte in "grown twice".bytes() {
        text.push(byte);
    }
    let mut spare: Vec<u32> = Vec::with_capacity(3);
    unsafe { spare.as_mut_ptr().add(1).write(7) };
    spare.reserve(16);
    unsafe { spare.as_mut_ptr().write(6) };
    unsafe { spare.set_len(2) };
    let sum = thread::spawn(move || spare.iter().sum::<u32>()).join().unwrap();
    println!("{} {sum}", text.text());
}
