//@ no-bug
//@ source: `account` where a transfer releases its own account before it locks the other.
//@ source: Fewer accounts and operations, so that a complete search ends.

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 3;
const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];

struct Account {
    name: &'static str,
    amount: Mutex<f64>,
}

impl Account {
    fn withdraw(&self, money: f64) {
        *self.amount.lock().unwrap() -= money;
    }

    fn deposit(&self, money: f64) {
        *self.amount.lock().unwrap() += money;
    }

    fn transfer(&self, other: &Account, money: f64) {
        self.withdraw(money);
        other.deposit(money);
    }
}

fn manage(accounts: &[Account], i: usize) {
    let account = &accounts[i];
    account.deposit(200.0);
    account.transfer(&accounts[(i + 1) % N], 10.0);
}

fn main() {
    let accounts: Arc<Vec<Account>> =
        Arc::new((0..N).map(|i| Account { name: NAMES[i], amount: Mutex::new(100.0) }).collect());
    let mut managers = Vec::new();
    for i in 0..N {
        let accounts = Arc::clone(&accounts);
        managers.push(thread::spawn(move || manage(&accounts, i)));
    }
    for m in managers {
        m.join().unwrap();
    }
    for account in accounts.iter() {
        assert!(*account.amount.lock().unwrap() == 300.0, "{} has a wrong amount", account.name);
    }
}
