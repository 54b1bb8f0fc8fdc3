//@ no-bug
//@ source: leaked boxes, boxed slices and strings taken back from raw pointers

fn main() {
    let leaked: &'static mut u32 = Box::leak(Box::new(5));
    *leaked += 1;
    let pointer: *mut u32 = leaked;
    let back = unsafe { Box::from_raw(pointer) };
    println!("{back}");

    let slice: *mut [String] = Box::into_raw(vec!["x".to_string(), "y".to_string()].into_boxed_slice());
    println!("{}", unsafe { (&(*slice))[1].as_str() });
    let slice = unsafe { Box::from_raw(slice) };
    println!("{}", slice.concat());

    let object: *mut dyn Fn(i32) -> i32 = Box::into_raw(Box::new(|x| x + 1));
    println!("{}", unsafe { (*object)(1) });
    drop(unsafe { Box::from_raw(object) });

    let mut text = std::mem::ManuallyDrop::new(String::from("parts"));
    let (pointer, len, capacity) = (text.as_mut_ptr(), text.len(), text.capacity());
    let text = unsafe { String::from_raw_parts(pointer, len, capacity) };
    println!("{text}");
}
