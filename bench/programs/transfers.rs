//@ no-bug
//@ source: three threads move money round a ring of accounts, each account behind its own lock, taken in order

use std::sync::{Arc, Mutex};
use std::thread;

const ACCOUNTS: usize = 3;
const ROUNDS: usize = 1;

fn transfer(accounts: &[Mutex<i64>], from: usize, to: usize, amount: i64) {
    let (low, high) = (from.min(to), from.max(to));
    let mut first = accounts[low].lock().unwrap();
    let mut second = accounts[high].lock().unwrap();
    let sign = if low == from { -1 } else { 1 };
    *first += sign * amount;
    *second -= sign * amount;
}

fn main() {
    let accounts: Arc<Vec<Mutex<i64>>> =
        Arc::new((0..ACCOUNTS).map(|_| Mutex::new(100)).collect());
    let mut threads = Vec::new();
    for from in 0..ACCOUNTS {
        let accounts = Arc::clone(&accounts);
        threads.push(thread::spawn(move || {
            for _ in 0..ROUNDS {
                transfer(&accounts, from, (from + 1) % ACCOUNTS, 10);
            }
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
    let total: i64 = accounts.iter().map(|account| *account.lock().unwrap()).sum();
    assert_eq!(total, 300);
}
