//@ bug: undefined-behavior
//@ source: a function remembers a pointer to its own local, and looks at it when it is called from elsewhere, at the
//@ source: same place on the stack
use std::cell::Cell;
use std::ptr;
use std::thread;

thread_local!(static LAST: Cell<*const u32> = const { Cell::new(ptr::null()) });

fn remember(x: u32) -> u32 {
    let doubled = x * 2;
    let before = LAST.replace(&doubled);
    if before.is_null() { doubled } else { unsafe { *before } }
}

fn main() {
    let user = thread::spawn(|| {
        let first = remember(1);
        let second = remember(2);
        first + second
    });
    println!("{}", user.join().unwrap());
}
