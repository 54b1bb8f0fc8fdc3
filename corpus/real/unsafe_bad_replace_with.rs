//@ bug: undefined-behavior
//@ source: a value moved out of its place while a closure runs, which panics

use std::panic::{self, AssertUnwindSafe};
use std::ptr;

fn replace_with<T>(slot: &mut T, f: impl FnOnce(T) -> T) {
    unsafe {
        let old = ptr::read(slot);
        let new = f(old); // if this panics, slot is still there and dropped again
        ptr::write(slot, new);
    }
}

fn main() {
    let mut v = vec![String::from("a")];
    replace_with(&mut v[0], |s| s + "b");
    assert_eq!(v[0], "ab");
    let t = std::thread::spawn(move || {
        let r = panic::catch_unwind(AssertUnwindSafe(|| {
            replace_with(&mut v[0], |s| if s.len() > 1 { panic!("no") } else { s });
        }));
        assert!(r.is_err());
        drop(v);
    });
    t.join().unwrap();
}
