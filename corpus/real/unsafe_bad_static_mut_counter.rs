//@ bug: data-race
//@ source: a static mut counter behind a helper that everybody calls

use std::thread;

static mut NEXT: u32 = 0;

fn next_id() -> u32 {
    unsafe {
        let id = NEXT; // BUG
        NEXT = id + 1; // BUG
        id
    }
}

fn main() {
    let t = thread::spawn(next_id);
    let mine = next_id();
    let other = t.join().unwrap();
    println!("{mine} {other}");
}
