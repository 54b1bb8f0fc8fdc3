//@ bug: abort
//@ source: a panic does not leave a function of C's ABI, but for one that says so; what is caught inside is fine
use std::panic::catch_unwind;

extern "C" fn careful(value: u32) -> u32 {
    catch_unwind(|| {
        if value == 0 {
            panic!("caught inside")
        } else {
            value
        }
    })
    .unwrap_or(7)
}

extern "C-unwind" fn lets_through() {
    panic!("caught outside");
}

extern "C" fn keeps() {
    panic!("not caught");
}

fn main() {
    assert_eq!((careful(0), careful(3)), (7, 3));
    assert!(catch_unwind(|| lets_through()).is_err());
    let _ = catch_unwind(|| keeps());
}
