//@ bug: deadlock
//@ source: the initializer of a OnceLock waits for a thread that needs the OnceLock

use std::sync::OnceLock;
use std::thread;

static VALUE: OnceLock<u32> = OnceLock::new();

fn main() {
    let v = VALUE.get_or_init(|| {
        let t = thread::spawn(|| *VALUE.get_or_init(|| 1));
        t.join().unwrap() + 1
    });
    println!("{v}");
}
