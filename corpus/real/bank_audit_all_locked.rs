//@ no-bug
//@ source: the audit that holds all accounts at once, in order

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

struct Bank {
    accounts: Vec<Mutex<u64>>,
}

impl Bank {
    fn transfer(&self, from: usize, to: usize, amount: u64) {
        let (low, high) = (from.min(to), from.max(to));
        let mut a = self.accounts[low].lock().unwrap();
        let mut b = self.accounts[high].lock().unwrap();
        let (f, t) = if from < to { (&mut a, &mut b) } else { (&mut b, &mut a) };
        **f -= amount;
        **t += amount;
    }

    fn total(&self) -> u64 {
        let all: Vec<MutexGuard<'_, u64>> = self.accounts.iter().map(|a| a.lock().unwrap()).collect();
        all.iter().map(|g| **g).sum()
    }
}

fn main() {
    let bank = Arc::new(Bank { accounts: [10, 20, 30].map(Mutex::new).into() });
    let b = bank.clone();
    let mover = thread::spawn(move || b.transfer(2, 0, 5));
    assert_eq!(bank.total(), 60);
    mover.join().unwrap();
    println!("{:?}", bank.accounts.iter().map(|a| *a.lock().unwrap()).collect::<Vec<_>>());
}
