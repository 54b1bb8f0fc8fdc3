//@ bug: panic
//@ message: "sold twice"
//@ first-bug-executions: 2
//@ source: contains_key and insert under two separate locks of one map

use std::collections::HashMap;
use std::sync::{Arc, RwLock};
use std::thread;

const BUYERS: u32 = 2;

fn main() {
    let seats: Arc<RwLock<HashMap<&str, u32>>> = Arc::new(RwLock::new(HashMap::new()));
    let mut handles = Vec::new();
    for buyer in 0..BUYERS {
        let seats = seats.clone();
        handles.push(thread::spawn(move || {
            if seats.read().unwrap().contains_key("12A") {
                return;
            }
            let old = seats.write().unwrap().insert("12A", buyer);
            assert!(old.is_none(), "sold twice");
        }));
    }
    for h in handles {
        h.join().unwrap();
    }
}
