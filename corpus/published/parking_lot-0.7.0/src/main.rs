//! parking_lot 0.7.0, changelog of 0.7.1. An unlock misses a thread that upgrades its lock meanwhile.

//@ bug: deadlock
//@ args: --from-source parking_lot

#![forbid(unsafe_code)]

use parking_lot::{RwLock, RwLockUpgradableReadGuard};
use std::sync::Arc;
use std::thread;

fn main() {
    let state = Arc::new(RwLock::new(()));
    let starting = state.write();
    let (first, second, third) = (state.clone(), state.clone(), state.clone());
    let threads = [
        thread::spawn(move || drop(first.read())),
        thread::spawn(move || drop(RwLockUpgradableReadGuard::upgrade(second.upgradable_read()))),
        thread::spawn(move || drop(third.write())),
    ];
    drop(starting);
    for thread in threads {
        thread.join().unwrap();
    }
}
