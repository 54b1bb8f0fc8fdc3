//@ bug: panic
//@ message: "has reached 46368"
//@ first-bug-executions: 2000
//@ source: SV-COMP's fib_bench_longest, with a bound that only strict alternation reaches: each of two
//@ source: threads adds the other's sum to its own eleven times

use std::sync::{Arc, Mutex};
use std::thread;

const ROUNDS: usize = 11;
const LARGEST: u64 = 46_368;

fn sum(mutex: &Mutex<u64>) -> u64 {
    *mutex.lock().unwrap()
}

fn add_again_and_again(from: &Mutex<u64>, to: &Mutex<u64>) {
    for _ in 0..ROUNDS {
        let addend = sum(from);
        *to.lock().unwrap() += addend;
    }
}

fn main() {
    let left = Arc::new(Mutex::new(1));
    let right = Arc::new(Mutex::new(1));
    let adders = [(&left, &right), (&right, &left)].map(|(from, to)| {
        let (from, to) = (from.clone(), to.clone());
        thread::spawn(move || add_again_and_again(&from, &to))
    });
    for adder in adders {
        adder.join().unwrap();
    }
    assert!(
        sum(&left).max(sum(&right)) < LARGEST,
        "a sum has reached {LARGEST}"
    );
}
