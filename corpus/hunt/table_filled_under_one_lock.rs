//@ no-bug
//@ source: a product of matrices, row by row in threads, which put each element into a table under a lock

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 6;

fn main() {
    let a = Arc::new((0..N * N).collect::<Vec<usize>>());
    let product = Arc::new(Mutex::new(vec![0; N * N]));
    let workers: Vec<_> = (0..3)
        .map(|first| {
            let (a, product) = (Arc::clone(&a), Arc::clone(&product));
            thread::spawn(move || {
                for row in (first..N).step_by(3) {
                    for column in 0..N {
                        let sum = (0..N).map(|k| a[row * N + k] * a[k * N + column]).sum();
                        product.lock().unwrap()[row * N + column] = sum;
                    }
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    println!("{}", product.lock().unwrap().iter().sum::<usize>());
}
