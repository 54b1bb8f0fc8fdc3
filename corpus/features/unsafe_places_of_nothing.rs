//@ no-bug
//@ source: values without size, empty slices at no object, the end of an object, `wrapping_add` out and back
use std::ptr::NonNull;
#[derive(Debug, PartialEq, Clone, Copy)]
struct Z;
fn main() {
    let d = NonNull::<u64>::dangling();
    let e: &[u64] = unsafe { std::slice::from_raw_parts(d.as_ptr(), 0) };
    assert!(e.is_empty());
    let m: &mut [u32] = unsafe { std::slice::from_raw_parts_mut(NonNull::dangling().as_ptr(), 0) };
    m.sort();
    let z: &[Z] = unsafe { std::slice::from_raw_parts(NonNull::dangling().as_ptr(), 5) };
    assert_eq!(z.len(), 5);
    assert_eq!(z[4], Z);
    let zp = NonNull::<Z>::dangling().as_ptr();
    let zq = unsafe { zp.add(100) };
    unsafe {
        zq.write(Z);
        assert_eq!(zq.read(), Z);
        let r: &Z = &*zq;
        assert_eq!(*r, Z)
    }
    let a = [1u8, 2, 3];
    let p = a.as_ptr();
    let end = unsafe { p.add(3) };
    let w = p.wrapping_add(50).wrapping_sub(48);
    assert_eq!(unsafe { *w }, 3);
    assert_eq!(unsafe { *end.sub(1) }, 3);
    let n: *const u32 = std::ptr::null();
    let n2 = unsafe { n.add(0) };
    assert!(n2.is_null());
    let unit: &() = unsafe { &*(0x1000 as *const ()) };
    assert_eq!(*unit, ());
    let tail = unsafe { std::slice::from_raw_parts(end, 0) };
    assert!(tail.is_empty());
    let v: Vec<u32> = Vec::new();
    let r = v.as_ptr_range();
    assert!(r.start == r.end);
}
