//@ bug: deadlock
//@ outcomes: 2
//@ source: a thread that locks twice is a deadlock once main waits for it, before the other prints or after
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());

fn main() {
    let twice = thread::spawn(|| {
        let _first = LOCK.lock().unwrap();
        let _second = LOCK.lock().unwrap();
    });
    let printer = thread::spawn(|| print!("printed"));
    let other = thread::spawn(thread::yield_now);
    other.join().unwrap();
    twice.join().unwrap();
    printer.join().unwrap();
}
