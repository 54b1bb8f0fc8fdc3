//@ bug: undefined-behavior
//@ source: assume_init of a value of which one field was never written

use std::mem::MaybeUninit;

struct Header {
    kind: u32,
    len: u32,
}

fn parse(bytes: &[u8]) -> Header {
    let mut header = MaybeUninit::<Header>::uninit();
    let p = header.as_mut_ptr();
    unsafe {
        (&raw mut (*p).kind).write(bytes[0] as u32);
        if bytes.len() > 1 {
            (&raw mut (*p).len).write(bytes[1] as u32);
        }
        header.assume_init()
    }
}

fn main() {
    let header = parse(&[3]);
    if header.len > 10 { // BUG
        println!("long");
    }
    println!("{}", header.kind);
}
