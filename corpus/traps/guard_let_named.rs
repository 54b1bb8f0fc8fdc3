//@ bug: deadlock
//@ source: `let _guard =` holds to the end of the block, and the second lock never comes

use std::sync::Mutex;

fn main() {
    let m = Mutex::new(1);
    let _guard = m.lock().unwrap();
    println!("{}", m.lock().unwrap());
}
