//@ no-bug
// A tag in a pointer's low bits, and steps over elements, by one atomic operation each.

use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::thread;

fn main() {
    let mut numbers = [1u64, 2, 3, 4];
    let pointer = AtomicPtr::new(&raw mut numbers[1]);
    thread::scope(|s| {
        for bit in [1, 2] {
            let pointer = &pointer;
            s.spawn(move || {
                pointer.fetch_or(bit, SeqCst);
            });
        }
    });
    let tagged = pointer.fetch_and(!7, SeqCst);
    println!("{} {}", tagged as usize & 7, unsafe { *pointer.load(SeqCst) });
    println!("{}", unsafe { *pointer.fetch_ptr_add(1, SeqCst) });
    println!("{}", unsafe { *pointer.fetch_byte_sub(16, SeqCst) });
    println!("{}", unsafe { *pointer.load(SeqCst) });
}
