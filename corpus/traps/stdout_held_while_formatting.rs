//@ bug: deadlock
//@ source: println! holds standard output while it formats: who needs a lock for that waits for who prints under it

use std::fmt;
use std::sync::{Arc, Mutex};
use std::thread;

struct Account {
    balance: Mutex<i64>,
}
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "balance {}", self.balance.lock().unwrap())
    }
}

fn main() {
    let account = Arc::new(Account {
        balance: Mutex::new(10),
    });
    let shown = Arc::clone(&account);
    let t = thread::spawn(move || println!("{shown}"));
    let mut balance = account.balance.lock().unwrap();
    *balance += 5;
    println!("now {}", *balance);
    drop(balance);
    t.join().unwrap();
}
