//@ no-bug
//@ source: bug study: the fix of an ABBA deadlock by ordering accounts by their ids

use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Debug)]
struct Account {
    id: u32,
    balance: Mutex<i64>,
}

#[derive(Debug, PartialEq)]
enum TransferError {
    SameAccount,
    Insufficient { missing: i64 },
}

fn transfer(from: &Account, to: &Account, amount: i64) -> Result<(), TransferError> {
    if from.id == to.id {
        return Err(TransferError::SameAccount);
    }
    let (first, second) = if from.id < to.id { (from, to) } else { (to, from) };
    let mut first_guard = first.balance.lock().unwrap();
    let mut second_guard = second.balance.lock().unwrap();
    let (src, dst) = if from.id < to.id {
        (&mut *first_guard, &mut *second_guard)
    } else {
        (&mut *second_guard, &mut *first_guard)
    };
    if *src < amount {
        return Err(TransferError::Insufficient { missing: amount - *src });
    }
    *src -= amount;
    *dst += amount;
    Ok(())
}

fn main() {
    let a = Arc::new(Account { id: 1, balance: Mutex::new(50) });
    let b = Arc::new(Account { id: 2, balance: Mutex::new(50) });
    let jobs: Vec<_> = [(a.clone(), b.clone(), 30), (b.clone(), a.clone(), 20)]
        .into_iter()
        .map(|(x, y, n)| thread::spawn(move || transfer(&x, &y, n)))
        .collect();
    for j in jobs {
        assert_eq!(j.join().unwrap(), Ok(()));
    }
    println!("{} {}", a.balance.lock().unwrap(), b.balance.lock().unwrap());
    println!("{:?}", transfer(&a, &a, 1));
    println!("{:?}", transfer(&a, &b, 100));
}
