//@ bug: data-race
//@ source: two threads increment a static mut

use std::thread;

static mut COUNTER: u32 = 0;

fn main() {
    let t = thread::spawn(|| unsafe { COUNTER += 1 });
    unsafe { COUNTER += 1 };
    t.join().unwrap();
}
