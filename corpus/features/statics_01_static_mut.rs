//@ no-bug

use std::thread;

static mut TOTAL: i64 = 0;
static mut BUFFER: [u8; 4] = [0; 4];

struct Global {
    ready: bool,
    items: Vec<i32>,
}

static mut GLOBAL: Global = Global { ready: false, items: Vec::new() };

fn add(n: i64) {
    unsafe {
        TOTAL += n;
    }
}

fn main() {
    add(5);
    thread::spawn(|| add(6)).join().unwrap();
    let total = unsafe { TOTAL };
    println!("{total}");
    unsafe {
        BUFFER[2] = 7;
        let p = &raw mut BUFFER;
        (*p)[0] = 1;
        println!("{:?}", *p);
        let g = &raw mut GLOBAL;
        (*g).items.push(3);
        (*g).ready = true;
        println!("{} {:?}", (*g).ready, (*g).items);
    }
}
