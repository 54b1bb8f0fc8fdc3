//@ no-bug
//@ source: `account` where every transfer takes both locks, in the order of the accounts.
//@ source: Fewer accounts and operations, so that a complete search ends.

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 3;
const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];

struct Account {
    name: &'static str,
    amount: Mutex<f64>,
}

fn deposit(account: &Account, money: f64) {
    *account.amount.lock().unwrap() += money;
}

fn withdraw(account: &Account, money: f64) {
    *account.amount.lock().unwrap() -= money;
}

fn transfer(accounts: &[Account], from: usize, to: usize, money: f64) {
    if from < to {
        let mut source = accounts[from].amount.lock().unwrap();
        let mut target = accounts[to].amount.lock().unwrap();
        *source -= money;
        *target += money;
    } else {
        let mut target = accounts[to].amount.lock().unwrap();
        let mut source = accounts[from].amount.lock().unwrap();
        *source -= money;
        *target += money;
    }
}

fn manage(accounts: &[Account], i: usize) {
    deposit(&accounts[i], 300.0);
    transfer(accounts, i, (i + 1) % N, 10.0);
    withdraw(&accounts[i], 100.0);
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
