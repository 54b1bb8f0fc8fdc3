//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: two locks in the fields of one struct, taken in opposite order

use std::sync::{Arc, Mutex};
use std::thread;

struct Bank {
    checking: Mutex<i64>,
    savings: Mutex<i64>,
}

impl Bank {
    fn save(&self, amount: i64) {
        let mut from = self.checking.lock().unwrap();
        let mut to = self.savings.lock().unwrap();
        *from -= amount;
        *to += amount;
    }

    fn withdraw(&self, amount: i64) {
        let mut from = self.savings.lock().unwrap();
        let mut to = self.checking.lock().unwrap();
        *from -= amount;
        *to += amount;
    }
}

fn main() {
    let bank = Arc::new(Bank { checking: Mutex::new(100), savings: Mutex::new(100) });
    let b = bank.clone();
    let saver = thread::spawn(move || b.save(10));
    let b = bank.clone();
    let spender = thread::spawn(move || b.withdraw(20));
    saver.join().unwrap();
    spender.join().unwrap();
    assert_eq!(*bank.checking.lock().unwrap() + *bank.savings.lock().unwrap(), 200);
}
