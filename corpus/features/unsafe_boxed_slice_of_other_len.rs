//@ bug: undefined-behavior
//@ source: a boxed slice of a part of what was allocated
fn main() {
    let whole: Box<[u8]> = vec![1, 2, 3, 4].into_boxed_slice();
    let shown: Box<dyn std::fmt::Debug> = Box::new([1u64, 2]);
    let text: Box<str> = "text".into();
    drop((shown, text));
    let part = std::ptr::slice_from_raw_parts_mut(Box::into_raw(whole) as *mut u8, 2);
    drop(unsafe { Box::from_raw(part) });
}
