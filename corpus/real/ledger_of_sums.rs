//@ no-bug
//@ source: an account that six threads pay into, with a fee that they look up

use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};
use std::thread;
struct Account {
    balance: i64,
    ops: u64,
}
fn main() {
    let acc = Arc::new(Mutex::new(Account {
        balance: 100,
        ops: 0,
    }));
    let cfg = Arc::new(RwLock::new(HashMap::from([("fee", 2i64)])));
    let hs: Vec<_> = (0..6)
        .map(|i| {
            let (acc, cfg) = (acc.clone(), cfg.clone());
            thread::spawn(move || {
                for k in 0..5 {
                    let fee = *cfg.read().unwrap().get("fee").unwrap();
                    let mut a = acc.lock().unwrap();
                    a.balance += (i * k) as i64 + fee;
                    a.ops += 1;
                }
            })
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    let a = acc.lock().unwrap();
    assert_eq!(a.ops, 30);
    println!("{} {}", a.balance, a.ops);
}
