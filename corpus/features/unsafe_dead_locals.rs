//@ bug: undefined-behavior
//@ source: a pointer to a local of a function that has returned, read while another function has its place on the stack
use std::hint::black_box;

fn gone() -> *const i32 {
    let x = black_box(5);
    &x
}

fn read(p: *const i32) -> i32 {
    let mut here = [7; 3];
    here.reverse();
    here[0] + unsafe { *p }
}

fn main() {
    let p = gone();
    println!("{}", read(p));
}
