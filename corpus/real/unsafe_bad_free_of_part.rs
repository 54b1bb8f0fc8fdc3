//@ bug: undefined-behavior
//@ source: a pointer to the inside of an allocation is freed

fn main() {
    let values = Box::into_raw(Box::new([1u32, 2, 3]));
    unsafe {
        let inner = (values as *mut u32).add(1);
        drop(Box::from_raw(inner)); // BUG
    }
}
