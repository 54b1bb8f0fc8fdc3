//@ bug: panic
//@ message: "overdrawn"
//@ first-bug-executions: 2
//@ source: the balance is checked in one lock section and changed in another; N threads

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 2;

struct Account {
    balance: Mutex<i32>,
}

impl Account {
    fn balance(&self) -> i32 {
        *self.balance.lock().unwrap()
    }

    fn withdraw(&self, amount: i32) -> bool {
        if self.balance() >= amount {
            *self.balance.lock().unwrap() -= amount;
            true
        } else {
            false
        }
    }
}

fn main() {
    let account = Arc::new(Account { balance: Mutex::new(100) });
    let threads: Vec<_> = (0..N)
        .map(|_| {
            let account = Arc::clone(&account);
            thread::spawn(move || account.withdraw(100))
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    assert!(account.balance() >= 0, "overdrawn: {}", account.balance());
}
