//@ bug: undefined-behavior
//@ source: memory of the allocator is used after dealloc

use std::alloc::{alloc, dealloc, Layout};

fn main() {
    unsafe {
        let layout = Layout::array::<u16>(3).unwrap();
        let numbers = alloc(layout) as *mut u16;
        for i in 0..3 {
            *numbers.add(i) = i as u16;
        }
        dealloc(numbers as *mut u8, layout); // FREED
        *numbers.add(1) = 9; // BUG
    }
}
