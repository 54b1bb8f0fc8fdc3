//@ no-bug
//@ source: a panic while println! formats gives standard output back

use std::fmt;
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::thread;
static LOCK: Mutex<u32> = Mutex::new(0);
struct Bad;
impl fmt::Display for Bad {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _guard = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        panic!("no text");
    }
}
fn main() {
    let t = thread::spawn(|| {
        let caught = panic::catch_unwind(|| println!("{Bad}"));
        assert!(caught.is_err());
    });
    let seen = *LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    println!("{seen}");
    t.join().unwrap();
    println!("done");
}
