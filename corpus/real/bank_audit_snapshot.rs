//@ bug: panic
//@ message: "money vanished"
//@ source: an audit sums accounts one lock at a time, while a transfer is half done

use std::sync::{Arc, Mutex};
use std::thread;

struct Bank {
    accounts: Vec<Mutex<u64>>,
}

impl Bank {
    fn transfer(&self, from: usize, to: usize, amount: u64) {
        {
            let mut f = self.accounts[from].lock().unwrap();
            *f -= amount;
        }
        {
            let mut t = self.accounts[to].lock().unwrap();
            *t += amount;
        }
    }

    fn total(&self) -> u64 {
        self.accounts.iter().map(|a| *a.lock().unwrap()).sum()
    }
}

fn main() {
    let bank = Arc::new(Bank { accounts: [10, 20, 30].map(Mutex::new).into() });
    let b = bank.clone();
    let mover = thread::spawn(move || b.transfer(2, 0, 5));
    assert_eq!(bank.total(), 60, "money vanished");
    mover.join().unwrap();
}
