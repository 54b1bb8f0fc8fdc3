//@ no-bug
//@ source: from a field back to its struct by bytes: with `byte_sub`, with a pointer to bytes, with a number

struct S { a: u32, b: u64, c: u8, d: [u16; 3] }
fn main() {
    let s = Box::new(S { a: 1, b: 2, c: 3, d: [4, 5, 6] });
    let c = &raw const s.c;
    let o = std::mem::offset_of!(S, c);
    let p = unsafe { c.byte_sub(o).cast::<S>() };
    println!("{}", unsafe { (*p).b });
    let p = unsafe { (c as *const u8).sub(o).cast::<S>() };
    println!("{}", unsafe { (*p).b });
    let p = (c.addr() - o) as *const S;
    println!("{}", unsafe { (*p).a });
    println!("{}", unsafe { (&raw const s.d).cast::<u8>().add(2).cast::<u16>().read() });
    let raw = Box::into_raw(s);
    unsafe {
        std::ptr::write_bytes(raw as *mut u8, 0, std::mem::size_of::<S>());
        println!("{} {} {} {:?}", (*raw).a, (*raw).b, (*raw).c, (*raw).d);
        drop(Box::from_raw(raw));
    }
}
