//@ bug: undefined-behavior
//@ source: new; a trait object whose vtable is null has no methods

use std::mem::transmute;

trait Speak {
    fn speak(&self) -> i32;
}
struct Dog;
impl Speak for Dog {
    fn speak(&self) -> i32 {
        1
    }
}

fn main() {
    let real: &dyn Speak = &Dog;
    assert_eq!(real.speak(), 1);
    let (data, _): (usize, usize) = unsafe { transmute(real) };
    let fake: *const dyn Speak = unsafe { transmute((data, 0_usize)) };
    println!("{}", unsafe { (*fake).speak() });
}
