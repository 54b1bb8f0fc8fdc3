//@ bug: deadlock
//@ source: shadowing does not drop the first guard

use std::sync::Mutex;

fn main() {
    let m = Mutex::new(vec![1]);
    let guard = m.lock().unwrap();
    println!("{}", guard.len());
    let guard = m.lock().unwrap();
    println!("{}", guard.len());
}
