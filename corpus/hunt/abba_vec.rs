//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: two elements of a Vec of locks, taken in opposite order

use std::sync::{Arc, Mutex};
use std::thread;

fn swap(slots: &[Mutex<i32>], i: usize, j: usize) {
    let mut a = slots[i].lock().unwrap();
    let mut b = slots[j].lock().unwrap();
    std::mem::swap(&mut *a, &mut *b);
}

fn main() {
    let slots: Arc<Vec<Mutex<i32>>> = Arc::new(vec![Mutex::new(1), Mutex::new(2), Mutex::new(3)]);
    let (s1, s2) = (Arc::clone(&slots), Arc::clone(&slots));
    let t1 = thread::spawn(move || swap(&s1, 0, 2));
    let t2 = thread::spawn(move || swap(&s2, 2, 0));
    t1.join().unwrap();
    t2.join().unwrap();
}
