//@ bug: undefined-behavior
//@ source: memory is given back with the layout of half of it
use std::alloc::{Layout, alloc, dealloc};
use std::thread;

fn main() {
    let layout = Layout::array::<u32>(8).unwrap();
    let block = unsafe { alloc(layout) } as usize;
    let user = thread::spawn(move || unsafe {
        let numbers = block as *mut u32;
        for i in 0..8 {
            numbers.add(i).write(i as u32);
        }
        dealloc(block as *mut u8, Layout::array::<u32>(4).unwrap());
    });
    user.join().unwrap();
}
