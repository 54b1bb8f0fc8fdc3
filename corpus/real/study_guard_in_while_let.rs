//@ bug: deadlock
//@ source: bug study: the guard of `while let Some(x) = queue.lock().unwrap().pop()` lives through the body, which pushes to the same queue

use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Debug)]
enum Work {
    Split(u32),
    Leaf(u32),
}

fn drain(queue: &Mutex<Vec<Work>>, sum: &Mutex<u32>) {
    while let Some(work) = queue.lock().unwrap().pop() {
        match work {
            Work::Leaf(n) => *sum.lock().unwrap() += n,
            Work::Split(n) => {
                let half = n / 2;
                queue.lock().unwrap().extend([Work::Leaf(half), Work::Leaf(n - half)]);
            }
        }
    }
}

fn main() {
    let queue = Arc::new(Mutex::new(vec![Work::Leaf(1), Work::Split(5)]));
    let sum = Arc::new(Mutex::new(0));
    let helper = {
        let (queue, sum) = (queue.clone(), sum.clone());
        thread::spawn(move || drain(&queue, &sum))
    };
    drain(&queue, &sum);
    helper.join().unwrap();
    println!("{}", sum.lock().unwrap());
}
