//@ bug: panic
//@ message: "wrong balance"
//@ first-bug-executions: 10
//@ source: Chen 2009, benchmark program `account-subtype`: one of two kinds of accounts
//@ source: credits the target of a transfer without its lock.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

const BUSINESS: usize = 4;
const PERSONAL: usize = 1;
const N: usize = BUSINESS + PERSONAL;

struct Core {
    lock: Mutex<()>,
    balance: AtomicI32,
}

impl Core {
    fn new(balance: i32) -> Self {
        Core { lock: Mutex::new(()), balance: AtomicI32::new(balance) }
    }

    fn add(&self, amount: i32) {
        self.balance.store(self.balance.load(Relaxed) + amount, Relaxed);
    }
}

trait Account: Send + Sync {
    fn core(&self) -> &Core;

    fn transfer(&self, dest: &dyn Account, amount: i32);

    fn deposit(&self, amount: i32) {
        let _guard = self.core().lock.lock().unwrap();
        self.core().add(amount);
    }

    fn withdraw(&self, amount: i32) {
        let _guard = self.core().lock.lock().unwrap();
        self.core().add(-amount);
    }
}

struct BusinessAccount(Core);

impl Account for BusinessAccount {
    fn core(&self) -> &Core {
        &self.0
    }

    fn transfer(&self, dest: &dyn Account, amount: i32) {
        let _own = self.0.lock.lock().unwrap();
        self.0.add(-amount);
        let _dest = dest.core().lock.lock().unwrap();
        dest.core().add(amount);
    }
}

struct PersonalAccount(Core);

impl Account for PersonalAccount {
    fn core(&self) -> &Core {
        &self.0
    }

    fn transfer(&self, dest: &dyn Account, amount: i32) {
        let _own = self.0.lock.lock().unwrap();
        self.0.add(-amount);
        dest.core().add(amount);
    }
}

struct Bank {
    accounts: Vec<Box<dyn Account>>,
}

impl Bank {
    fn new() -> Self {
        let mut accounts: Vec<Box<dyn Account>> = Vec::with_capacity(N);
        for _ in 0..BUSINESS {
            accounts.push(Box::new(BusinessAccount(Core::new(100))));
        }
        for _ in 0..PERSONAL {
            accounts.push(Box::new(PersonalAccount(Core::new(100))));
        }
        Bank { accounts }
    }

    fn work(&self, i: usize) {
        let account = &self.accounts[i];
        let neighbour = self.accounts[(i + 1) % N].as_ref();
        account.deposit(300);
        account.transfer(neighbour, 10);
        account.deposit(10);
        account.withdraw(20);
        account.deposit(10);
        account.transfer(neighbour, 10);
        account.withdraw(100);
    }
}

fn main() {
    let bank = Arc::new(Bank::new());
    let mut managers = Vec::new();
    for i in 0..N {
        let bank = Arc::clone(&bank);
        managers.push(thread::spawn(move || bank.work(i)));
    }
    for m in managers {
        m.join().unwrap();
    }
    for account in &bank.accounts {
        let balance = account.core().balance.load(Relaxed);
        assert!(balance == 300, "wrong balance: {balance}");
    }
}
