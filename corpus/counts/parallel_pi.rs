//@ no-bug
//@ executions: 6
//@ formula: N!
//@ counts: N=2: 2, N=3: 6, N=4: 24, N=5: 120
//@ source: N threads sum up every N-th term of Leibniz's series for pi, and add their parts to one sum
//@ source: under a lock

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 3;
const TERMS: usize = 60;

/// Every `N`-th term of the series, from the given one on.
fn part(first: usize) -> f64 {
    (first..TERMS)
        .step_by(N)
        .map(|k| if k % 2 == 0 { 4.0 } else { -4.0 } / (2 * k + 1) as f64)
        .sum()
}

fn main() {
    let pi = Arc::new(Mutex::new(0.0));
    let workers: Vec<_> = (0..N)
        .map(|first| {
            let pi = Arc::clone(&pi);
            thread::spawn(move || {
                let part = part(first);
                *pi.lock().unwrap() += part;
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    let pi: f64 = *pi.lock().unwrap();
    assert!((pi - std::f64::consts::PI).abs() < 0.1);
}
