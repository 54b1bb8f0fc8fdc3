//@ no-bug
//@ executions: 24
//@ formula: (2N)!
//@ counts: N=1: 2, N=2: 24, N=3: 720
//@ source: N threads enqueue and N threads dequeue, one lock section each

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 2;

fn main() {
    let queue = Arc::new(Mutex::new(VecDeque::new()));
    let mut threads = Vec::new();
    for i in 0..N {
        let q = Arc::clone(&queue);
        threads.push(thread::spawn(move || {
            q.lock().unwrap().push_back(i);
        }));
        let q = Arc::clone(&queue);
        threads.push(thread::spawn(move || {
            let mut q = q.lock().unwrap();
            if let Some(value) = q.pop_front() {
                assert!(value < N);
            }
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
