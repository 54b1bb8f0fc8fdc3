//@ bug: deadlock
//@ outcomes: 2
//@ source: spawning a thread that can never move is the last step, and still no step that ends anything: before the lock was taken for ever, that thread could

use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<i32> = Mutex::new(0);

fn main() {
    let holder = thread::spawn(|| std::mem::forget(LOCK.lock().unwrap()));
    let parent = thread::spawn(|| {
        let child = thread::spawn(|| *LOCK.lock().unwrap() += 1);
        child.join().unwrap();
    });
    holder.join().unwrap();
    parent.join().unwrap();
}
