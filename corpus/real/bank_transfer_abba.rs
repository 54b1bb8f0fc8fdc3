//@ bug: deadlock
//@ source: bug study: two transfers between the same accounts, in opposite directions

use std::sync::{Arc, Mutex};
use std::thread;

struct Account {
    balance: Mutex<i64>,
}

impl Account {
    fn transfer_to(&self, other: &Account, amount: i64) -> bool {
        let mut mine = self.balance.lock().unwrap();
        if *mine < amount {
            return false;
        }
        let mut theirs = other.balance.lock().unwrap();
        *mine -= amount;
        *theirs += amount;
        true
    }
}

fn main() {
    let accounts = Arc::new([
        Account { balance: Mutex::new(100) },
        Account { balance: Mutex::new(100) },
    ]);
    let a = Arc::clone(&accounts);
    let t1 = thread::spawn(move || a[0].transfer_to(&a[1], 50));
    let a = Arc::clone(&accounts);
    let t2 = thread::spawn(move || a[1].transfer_to(&a[0], 70));
    println!("{} {}", t1.join().unwrap(), t2.join().unwrap());
}
