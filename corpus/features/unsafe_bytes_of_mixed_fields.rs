//@ no-bug
//@ source: new; numbers written over fields that are wider than a byte and fields that are one, and a bool's byte
//@ source: used for something else while nobody looks at the bool
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

#[derive(Clone, Copy, Default)]
#[repr(C, align(4))]
struct WideFirst {
    a: u16,
    b: u8,
    c: u8,
}

#[derive(Clone, Copy, Default)]
#[repr(C, align(4))]
struct NarrowFirst {
    a: u8,
    b: u8,
    c: u16,
}

fn main() {
    let mut wide = WideFirst::default();
    unsafe { (&raw mut wide).cast::<u32>().write(0x4433_2211) };
    println!("{:x} {:x} {:x}", wide.a, wide.b, wide.c);

    let mut narrow = NarrowFirst::default();
    unsafe { (&raw mut narrow).cast::<u32>().write(0x4433_2211) };
    println!("{:x} {:x} {:x}", narrow.a, narrow.b, narrow.c);

    let mut shared = WideFirst { a: 1, b: 2, c: 3 };
    let atomic = unsafe { AtomicU32::from_ptr((&raw mut shared).cast()) };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| atomic.fetch_add(0x0101_0001, Ordering::SeqCst));
        }
    });
    println!("{} {} {}", shared.a, shared.b, shared.c);

    let mut flag = false;
    let byte = (&raw mut flag).cast::<u8>();
    unsafe {
        *byte = 2;
        println!("{}", *byte);
        *byte = 1;
    }
    println!("{flag}");
}
