//@ bug: undefined-behavior
//@ source: a vector is put together again with its length as its capacity
use std::mem::ManuallyDrop;
use std::thread;

fn main() {
    let mut numbers = Vec::with_capacity(5);
    numbers.extend([1u16, 2, 3]);
    let mut parts = ManuallyDrop::new(numbers);
    let again = unsafe { Vec::from_raw_parts(parts.as_mut_ptr(), parts.len(), parts.len()) };
    let user = thread::spawn(move || {
        assert_eq!(again.len(), 3);
        drop(again);
    });
    user.join().unwrap();
}
