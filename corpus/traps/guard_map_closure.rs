//@ bug: deadlock
//@ source: a guard in a method chain lives until the end of the statement, over the closure

use std::sync::Mutex;

fn main() {
    let m = Mutex::new(Some(4));
    let n = m.lock().unwrap().map(|x| x + m.lock().unwrap().unwrap_or(0));
    println!("{n:?}");
}
