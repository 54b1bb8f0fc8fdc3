//@ no-bug
//@ source: a static mut handed over by spawn and join

use std::thread;

static mut COUNTER: u32 = 0;

fn main() {
    unsafe { COUNTER += 1 };
    let t = thread::spawn(|| unsafe { COUNTER += 1 });
    t.join().unwrap();
    let n = unsafe { COUNTER };
    println!("{n}");
}
