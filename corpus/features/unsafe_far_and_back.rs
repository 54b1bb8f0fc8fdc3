//@ no-bug
//@ source: a pointer that is moved by its own address and back, to clear bits of it and keep where it comes from,
//@ source: as `bitvec` does
use std::thread;

const MASK: usize = !0 << 2;

fn cleared(pointer: *const u8) -> *const u8 {
    let number = pointer as usize;
    pointer.wrapping_add(number & MASK).wrapping_sub(number)
}

fn main() {
    let other = thread::spawn(|| {
        let numbers = vec![1u32, 2];
        let second = numbers.as_ptr().wrapping_add(1).cast::<u8>().wrapping_add(3);
        unsafe { *cleared(second).cast::<u32>() }
    });
    let number = 7u32;
    let last = (&raw const number).cast::<u8>().wrapping_add(2);
    assert_eq!(unsafe { *cleared(last).cast::<u32>() }, 7);
    assert_eq!(other.join().unwrap(), 2);
}
