//! A box is never null, even one of nothing.
//@ bug: undefined-behavior

fn main() {
    let nothing = std::hint::black_box(std::ptr::null_mut::<()>());
    let boxed = unsafe { Box::from_raw(nothing) };
    drop(boxed);
}
