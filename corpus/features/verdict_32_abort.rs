//@ bug: abort
//@ source: a panic while another panic unwinds aborts the process

use std::thread;

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if thread::panicking() {
            panic!("in drop");
        }
    }
}

fn main() {
    let _ = std::panic::catch_unwind(|| {
        let _b = Bomb;
        panic!("first");
    });
}
