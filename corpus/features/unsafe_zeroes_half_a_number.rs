//@ bug: undefined-behavior
//@ source: five bytes of four numbers are zeroed
use std::alloc::{Layout, alloc, dealloc};

fn main() {
    let layout = Layout::new::<[u16; 4]>();
    unsafe {
        let memory = alloc(layout);
        memory.write_bytes(0, 5);
        let numbers = memory.cast::<u16>();
        assert_eq!(*numbers.add(1), 0);
        println!("{}", *numbers.add(2));
        dealloc(memory, layout);
    }
}
