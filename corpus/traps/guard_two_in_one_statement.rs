//@ bug: deadlock
//@ source: two guards of one lock in one statement

use std::sync::Mutex;

fn main() {
    let m = Mutex::new((1, 2));
    let sum = m.lock().unwrap().0 + m.lock().unwrap().1;
    println!("{sum}");
}
