//@ bug: deadlock
//@ source: the guard in the head of a `for` lives through the loop

use std::sync::Mutex;

fn main() {
    let jobs = Mutex::new(vec![1, 2]);
    for job in jobs.lock().unwrap().clone() {
        if job == 2 {
            jobs.lock().unwrap().push(3);
        }
    }
}
