//! maitake-sync 0.2.2, hawkw/mycelium#560. A writer's unlock forgets the readers who are about to find
//! out that they came too early, so that their count runs below zero.

//@ bug: panic

#![forbid(unsafe_code)]

use maitake_sync::blocking::RwLock;
use std::thread;

fn main() {
    let balance = RwLock::new(100);
    thread::scope(|scope| {
        scope.spawn(|| *balance.write() -= 30);
        let seen = *balance.read();
        assert!(seen == 100 || seen == 70);
    });
    *balance.write() += 1;
}
