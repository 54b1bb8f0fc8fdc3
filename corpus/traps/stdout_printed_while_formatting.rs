//@ no-bug
//@ source: a Display that locks and prints under the same stream's lock, which its thread may take again

use std::fmt;
use std::sync::{Arc, Mutex};
use std::thread;

struct Noisy(Mutex<u32>);
impl fmt::Display for Noisy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        println!("formatting");
        let mut times = self.0.lock().unwrap();
        *times += 1;
        write!(f, "{times}")
    }
}

fn main() {
    let noisy = Arc::new(Noisy(Mutex::new(0)));
    let other = Arc::clone(&noisy);
    let t = thread::spawn(move || println!("{other}"));
    println!("{noisy}");
    t.join().unwrap();
    assert_eq!(*noisy.0.lock().unwrap(), 2);
}
