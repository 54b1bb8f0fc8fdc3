//@ bug: deadlock
//@ source: the guard in a `while let` scrutinee lives through the body, which pushes again

use std::sync::Mutex;

fn main() {
    let queue = Mutex::new(vec![3]);
    while let Some(n) = queue.lock().unwrap().pop() {
        if n > 0 {
            queue.lock().unwrap().push(n - 1);
        }
    }
}
