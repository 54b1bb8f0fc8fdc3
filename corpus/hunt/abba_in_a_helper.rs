//@ bug: deadlock
//@ source: two locks in two orders, both taken by one helper

use std::sync::{Mutex, MutexGuard};
use std::thread;

struct Bank {
    accounts: Vec<Mutex<i64>>,
}

impl Bank {
    fn account(&self, number: usize) -> MutexGuard<'_, i64> {
        let account = self.accounts.get(number);
        account.expect("an account of that number").lock().unwrap()
    }

    fn transfer(&self, from: usize, to: usize) {
        let mut from = self.account(from);
        let mut to = self.account(to);
        *from -= 1;
        *to += 1;
    }

    fn close(&self, number: usize, heir: usize) {
        let mut closed = self.account(number);
        let mut heir = self.account(heir);
        *heir += std::mem::take(&mut *closed);
    }
}

fn main() {
    let bank = Bank {
        accounts: vec![Mutex::new(1), Mutex::new(1)],
    };
    thread::scope(|s| {
        s.spawn(|| bank.transfer(0, 1));
        bank.close(1, 0);
    });
}
