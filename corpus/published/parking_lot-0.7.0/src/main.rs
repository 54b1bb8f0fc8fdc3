//! parking_lot 0.7.0, changelog of 0.7.1. An unlock misses a thread that upgrades its lock meanwhile.

//@ bug: deadlock
//@ args: --from-source parking_lot

#![forbid(unsafe_code)]

use parking_lot::{RwLock, RwLockUpgradableReadGuard};
use std::sync::Arc;
use std::thread;

fn main() {
    let state = Arc::new(RwLock::new(()));
    let (first, second) = (state.clone(), state.clone());
    let reading = thread::spawn(move || drop(first.read()));
    let writing = thread::spawn(move || drop(second.write()));
    let looking = state.upgradable_read();
    drop(RwLockUpgradableReadGuard::upgrade(looking));
    reading.join().unwrap();
    writing.join().unwrap();
}
