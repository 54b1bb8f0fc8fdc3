//@ no-bug
//@ outcomes: 2
//@ source: what println! formats under standard output's lock cannot be older than what was printed before

use std::fmt;
use std::sync::{Arc, RwLock};
use std::thread;
struct Shared(RwLock<u32>);
impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = *self.0.read().unwrap();
        f.debug_tuple("Shared").field(&n).finish()
    }
}
fn main() {
    let shared = Arc::new(Shared(RwLock::new(1)));
    let other = Arc::clone(&shared);
    let t = thread::spawn(move || {
        *other.0.write().unwrap() = 2;
        println!("{:?}", other);
    });
    println!("{:?}", shared);
    t.join().unwrap();
}
