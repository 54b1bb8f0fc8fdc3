//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `deadlock.d1`: two static locks taken in opposite
//@ source: orders, around a counter that is also touched without them.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::Mutex;
use std::thread;

static L1: Mutex<()> = Mutex::new(());
static L2: Mutex<()> = Mutex::new(());
static STATE: AtomicI32 = AtomicI32::new(0);

fn bump() {
    STATE.store(STATE.load(Relaxed) + 1, Relaxed);
}

fn process1() {
    bump();
    let _one = L1.lock().unwrap();
    let _two = L2.lock().unwrap();
    bump();
}

fn process2() {
    bump();
    let _two = L2.lock().unwrap();
    let _one = L1.lock().unwrap();
    bump();
}

fn main() {
    let p1 = thread::spawn(process1);
    let p2 = thread::spawn(process2);
    p1.join().unwrap();
    p2.join().unwrap();
}
