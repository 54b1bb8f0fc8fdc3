//@ bug: data-race
//@ source: one thread writes a byte of a number that another reads whole

use std::thread;

fn main() {
    let number = Box::new(0u32);
    let address = &*number as *const u32 as usize;
    let other = thread::spawn(move || unsafe { *(address as *mut u8).add(1) = 1 });
    println!("{number}");
    other.join().unwrap();
}
