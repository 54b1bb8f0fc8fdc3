//@ bug: panic
//@ args: --entry transferred
//@ source: a function of a library as the entry, whose result says nothing about how the program ends
use std::sync::Mutex;
use std::thread;

pub struct Accounts(Mutex<u32>, Mutex<u32>);

impl Accounts {
    fn transfer(&self, amount: u32) -> bool {
        if *self.0.lock().unwrap() < amount {
            return false;
        }
        *self.0.lock().unwrap() -= amount;
        *self.1.lock().unwrap() += amount;
        true
    }
}

pub fn transferred() -> Vec<bool> {
    let accounts = Accounts(Mutex::new(10), Mutex::new(0));
    thread::scope(|s| {
        let transfers = [7, 6].map(|amount| {
            let accounts = &accounts;
            s.spawn(move || accounts.transfer(amount))
        });
        transfers.into_iter().map(|transfer| transfer.join().unwrap()).collect()
    })
}

pub fn by(factor: u32) -> u32 {
    2 * factor
}
