//@ bug: data-race
//@ bug: panic
//@ outcomes: 3
//@ source: the second spawn of main and the child's spawn commute, and race for data: put to sleep,
//@ source: the one no longer stands for all that can come after the other, as it ends the execution

use std::thread;

static mut LAST: i32 = 0;

fn parent() -> i32 {
    let child = thread::spawn(|| -> i32 { panic!("before or after the print") });
    unsafe { LAST = 1 };
    print!("x");
    child.join().unwrap_or(6)
}

fn main() {
    let a = thread::spawn(parent);
    let b = thread::spawn(|| 0);
    unsafe { LAST = 2 };
    let r = a.join().unwrap_or(6);
    b.join().unwrap();
    print!("{r}");
}
