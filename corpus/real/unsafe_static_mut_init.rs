//@ bug: data-race
//@ source: a global that is initialized by whoever comes first

use std::thread;

static mut TABLE: [u32; 4] = [0; 4];
static mut READY: bool = false;

fn lookup(i: usize) -> u32 {
    unsafe {
        if !READY {
            for k in 0..4 {
                TABLE[k] = (k * k) as u32;
            }
            READY = true;
        }
        TABLE[i]
    }
}

fn main() {
    let t = thread::spawn(|| lookup(3));
    lookup(2);
    println!("{}", t.join().unwrap());
}
