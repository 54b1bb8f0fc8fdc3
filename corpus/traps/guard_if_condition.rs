//@ no-bug
//@ source: a guard in the condition of a plain `if` is dropped before the body

use std::sync::Mutex;

fn main() {
    let m = Mutex::new(3);
    if *m.lock().unwrap() == 3 {
        *m.lock().unwrap() += 1;
    } else {
        *m.lock().unwrap() = 0;
    }
    println!("{}", m.lock().unwrap());
}
