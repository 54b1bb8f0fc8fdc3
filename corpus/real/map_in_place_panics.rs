//@ bug: undefined-behavior
//@ source: maps a value in place with ptr::read; the function panics and the value is dropped twice
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;
fn map_in_place<T>(v: &mut T, f: impl FnOnce(T) -> T) {
    unsafe {
        let old = ptr::read(v);
        let new = f(old);
        ptr::write(v, new);
    }
}
fn main() {
    let mut s = vec![String::from("x")];
    let r = catch_unwind(AssertUnwindSafe(|| {
        map_in_place(&mut s, |v| {
            if v.len() == 1 {
                panic!("one");
            }
            v
        })
    }));
    assert!(r.is_err());
    println!("{}", s.len());
}
