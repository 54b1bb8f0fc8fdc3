//@ bug: deadlock
//@ source: the guard comes back from the function and is held by the caller

use std::sync::{Mutex, MutexGuard};

struct Account {
    balance: Mutex<i64>,
}

impl Account {
    fn checked(&self, amount: i64) -> Option<MutexGuard<'_, i64>> {
        let guard = self.balance.lock().unwrap();
        (*guard >= amount).then_some(guard)
    }

    fn withdraw(&self, amount: i64) {
        if self.checked(amount).is_some() {
            *self.balance.lock().unwrap() -= amount;
        }
    }

    fn withdraw_and_report(&self, amount: i64) {
        if let Some(_ok) = self.checked(amount) {
            *self.balance.lock().unwrap() -= amount;
        }
    }
}

fn main() {
    let a = Account { balance: Mutex::new(10) };
    a.withdraw(3);
    println!("{}", a.balance.lock().unwrap());
    a.withdraw_and_report(3);
}
