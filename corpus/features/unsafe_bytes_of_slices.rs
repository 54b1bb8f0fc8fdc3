//@ no-bug
//@ source: pointers to slices and strings, moved by bytes
fn main() {
    let a = [1u32, 2, 3, 4];
    let p: *const [u32] = &a[0..2];
    let q = unsafe { p.byte_add(8) };
    assert_eq!(unsafe { &*q }, &[3, 4]);
    let r = unsafe { q.byte_sub(4) };
    assert_eq!(unsafe { &*r }, &[2, 3]);
    let s: *const str = "hello";
    let s = unsafe { std::ptr::slice_from_raw_parts((s as *const u8), 3) as *const str };
    let t = unsafe { s.byte_add(2) };
    assert_eq!(unsafe { &*t }, "llo");
    let w = t.wrapping_byte_sub(1);
    assert_eq!(unsafe { &*w }, "ell");
    let mut b = [1u16, 2, 3];
    let m: *mut [u16] = &mut b[..2];
    let m = unsafe { m.byte_offset(2) };
    unsafe {
        (*m)[1] = 9;
    }
    assert_eq!(b, [1, 2, 9]);
}
