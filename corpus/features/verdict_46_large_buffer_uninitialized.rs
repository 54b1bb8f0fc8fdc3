//@ bug: undefined-behavior
//@ source: a buffer of which a reader filled nothing is taken for one that is initialized: what has many cells is looked at as well as what has few
use std::io::Read;
use std::mem::MaybeUninit;

fn main() {
    let mut buffer: MaybeUninit<[u8; 1024]> = MaybeUninit::uninit();
    let count = {
        let room = unsafe { &mut *buffer.as_mut_ptr() };
        let mut nothing: &[u8] = &[];
        nothing.read(room).unwrap()
    };
    let buffer = unsafe { buffer.assume_init() };
    println!("{:?}", &buffer[..count]);
}
