//! dashmap 5.0.0, RUSTSEC-2022-0002. A reference to a value outlives the guard that locks its shard.

//@ bug: undefined-behavior

#![forbid(unsafe_code)]

use dashmap::DashMap;
use std::sync::Arc;
use std::thread;

fn main() {
    let names = Arc::new(DashMap::new());
    names.insert(1, String::from("one"));
    let theirs = names.clone();
    let removing = thread::spawn(move || drop(theirs.remove(&1)));
    if let Some(entry) = names.get(&1) {
        let name: &String = entry.value();
        drop(entry);
        assert_eq!(name, "one");
    }
    removing.join().unwrap();
}
