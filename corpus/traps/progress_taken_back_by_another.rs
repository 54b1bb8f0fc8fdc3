//@ no-bug
//@ source: A loop that counts up comes back to a state in which it has been, because another thread
//@ source: set the count back in between. It does not spin.

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let count = Arc::new(Mutex::new(0));
    let counter = {
        let count = Arc::clone(&count);
        thread::spawn(move || {
            while *count.lock().unwrap() < 2 {
                *count.lock().unwrap() += 1;
            }
        })
    };
    *count.lock().unwrap() = 0;
    counter.join().unwrap();
}
