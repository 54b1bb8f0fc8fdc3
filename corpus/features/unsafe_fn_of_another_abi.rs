//@ bug: undefined-behavior
//@ source: new; a function of C's calling convention is called as one of Rust's
use std::mem::transmute;

type Rusts = fn(i32, i32) -> i32;
type Cs = extern "C" fn(i32, i32) -> i32;

extern "C" fn add(a: i32, b: i32) -> i32 {
    a + b
}

extern "C-unwind" fn subtract(a: i32, b: i32) -> i32 {
    a - b
}

fn call(f: Cs) -> i32 {
    f(3, 2)
}

fn main() {
    let one_of: [Cs; 2] = [add, unsafe { transmute(subtract as *const ()) }];
    assert_eq!(one_of.map(call), [5, 1]);
    let wrong: Rusts = unsafe { transmute(add as Cs) };
    println!("{}", wrong(1, 2));
}
