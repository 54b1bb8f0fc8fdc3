//@ bug: deadlock
//@ source: philosophers who think for equally long: when the time has passed, both may go on, and meet

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

static LEFT: Mutex<()> = Mutex::new(());
static RIGHT: Mutex<()> = Mutex::new(());

fn main() {
    let one = thread::spawn(|| {
        thread::sleep(Duration::from_millis(10));
        let _left = LEFT.lock().unwrap();
        let _right = RIGHT.lock().unwrap();
    });
    let other = thread::spawn(|| {
        thread::sleep(Duration::from_millis(10));
        let _right = RIGHT.lock().unwrap();
        let _left = LEFT.lock().unwrap();
    });
    one.join().unwrap();
    other.join().unwrap();
}
