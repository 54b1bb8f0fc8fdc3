//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, benchmark program `account` with the deadlock: a transfer holds its own
//@ source: account while it locks the other, around a cycle of accounts.

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 5;
const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];

struct Account {
    name: &'static str,
    amount: Mutex<f64>,
}

impl Account {
    fn deposit(&self, money: f64) {
        *self.amount.lock().unwrap() += money;
    }

    fn withdraw(&self, money: f64) {
        *self.amount.lock().unwrap() -= money;
    }

    fn transfer(&self, other: &Account, money: f64) {
        let mut own = self.amount.lock().unwrap();
        *own -= money;
        *other.amount.lock().unwrap() += money;
    }
}

fn manage(accounts: &[Account], i: usize) {
    let account = &accounts[i];
    account.deposit(300.0);
    account.transfer(&accounts[(i + 1) % N], 10.0);
    account.deposit(10.0);
    account.transfer(&accounts[(i + 2) % N], 10.0);
    account.withdraw(20.0);
    account.deposit(10.0);
    account.transfer(&accounts[(i + 1) % N], 10.0);
    account.withdraw(100.0);
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
