//@ bug: panic
//@ bug: deadlock
//@ message: "has a wrong amount"
//@ first-bug-executions: 10
//@ source: Chen 2009, benchmark program `account` with the race: transfers from account D
//@ source: credit the other account without its lock. (The others lock both accounts, so that
//@ source: a cycle of them can also deadlock.)

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 5;
const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];

/// An amount of money that is read and written without regard to locks.
struct Amount(AtomicU64);

impl Amount {
    fn new(value: f64) -> Self {
        Amount(AtomicU64::new(value.to_bits()))
    }

    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }

    fn add(&self, by: f64) {
        self.0.store((self.get() + by).to_bits(), Relaxed);
    }
}

struct Account {
    name: &'static str,
    lock: Mutex<()>,
    amount: Amount,
}

impl Account {
    fn new(name: &'static str, amount: f64) -> Self {
        Account { name, lock: Mutex::new(()), amount: Amount::new(amount) }
    }

    fn deposit(&self, money: f64) {
        let _guard = self.lock.lock().unwrap();
        self.amount.add(money);
    }

    fn withdraw(&self, money: f64) {
        let _guard = self.lock.lock().unwrap();
        self.amount.add(-money);
    }

    fn transfer(&self, other: &Account, money: f64) {
        let _guard = self.lock.lock().unwrap();
        self.amount.add(-money);
        if self.name == "D" {
            other.amount.add(money);
        } else {
            let _other = other.lock.lock().unwrap();
            other.amount.add(money);
        }
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
    let accounts: Arc<Vec<Account>> = Arc::new((0..N).map(|i| Account::new(NAMES[i], 100.0)).collect());
    let mut managers = Vec::new();
    for i in 0..N {
        let accounts = Arc::clone(&accounts);
        managers.push(thread::spawn(move || manage(&accounts, i)));
    }
    for m in managers {
        m.join().unwrap();
    }
    for account in accounts.iter() {
        assert!(account.amount.get() == 300.0, "{} has a wrong amount", account.name);
    }
}
