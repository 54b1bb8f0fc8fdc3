//@ bug: undefined-behavior
//@ source: a reference to a box that is gone, which nobody reads
use std::ptr::NonNull;

fn main() {
    let number = NonNull::from(Box::leak(Box::new(3u32)));
    assert_eq!(unsafe { *number.as_ref() }, 3);
    unsafe { drop(Box::from_raw(number.as_ptr())) };
    let gone = unsafe { number.as_ref() };
    println!("{}", std::ptr::from_ref(gone).is_null());
}
