//@ no-bug
//@ source: ptr::swap, ptr::replace, ptr::read and ptr::write on owned values; nothing is dropped twice

use std::mem::ManuallyDrop;
use std::ptr;

fn rotate<T>(a: &mut T, b: &mut T, c: &mut T) {
    unsafe {
        let first = ptr::read(a);
        ptr::write(a, ptr::read(b));
        ptr::copy_nonoverlapping(c, b, 1);
        ptr::write(c, first);
    }
}

fn main() {
    let (mut a, mut b, mut c) = ("a".to_string(), "b".to_string(), "c".to_string());
    rotate(&mut a, &mut b, &mut c);
    println!("{a}{b}{c}");
    unsafe { ptr::swap(&mut a, &mut c) };
    let old = unsafe { ptr::replace(&mut b, "new".to_string()) };
    println!("{a}{b}{c} {old}");
    let parts = ManuallyDrop::new(vec![1, 2, 3]);
    let again = unsafe { Vec::from_raw_parts(parts.as_ptr() as *mut i32, parts.len(), parts.capacity()) };
    println!("{again:?}");
    let mut list = [Some(Box::new(1)), None];
    let (x, y) = list.split_at_mut(1);
    unsafe { ptr::swap_nonoverlapping(x.as_mut_ptr(), y.as_mut_ptr(), 1) };
    println!("{list:?}");
}
