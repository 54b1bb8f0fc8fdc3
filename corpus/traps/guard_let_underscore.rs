//@ no-bug
//@ source: `let _ =` drops the guard at once, so that the second lock succeeds

#![allow(let_underscore_lock)]

use std::sync::Mutex;

fn main() {
    let m = Mutex::new(1);
    let _ = m.lock().unwrap();
    let _ = m.lock();
    println!("{}", m.lock().unwrap());
}
