//@ bug: deadlock
//@ executions: 7
//@ formula: 2^N - 1
//@ counts: N=3: 7, N=4: 15, N=5: 31
//@ source: N philosophers with two forks each, all left-handed; one of the schedules
//@ source: is the deadlock

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 3;

fn main() {
    let forks: Arc<Vec<Mutex<()>>> = Arc::new((0..N).map(|_| Mutex::new(())).collect());
    let mut philosophers = Vec::new();
    for i in 0..N {
        let forks = Arc::clone(&forks);
        philosophers.push(thread::spawn(move || {
            let _left = forks[i].lock().unwrap();
            let _right = forks[(i + 1) % N].lock().unwrap();
        }));
    }
    for p in philosophers {
        p.join().unwrap();
    }
}
