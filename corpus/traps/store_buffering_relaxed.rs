//@ no-bug
//@ weak-orderings: yes
//@ source: store buffering with Relaxed: the assertion can fail on real hardware; explored
//@ source: under sequential consistency it holds, and the verdict says so

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

static X: AtomicBool = AtomicBool::new(false);
static Y: AtomicBool = AtomicBool::new(false);

fn main() {
    let a = thread::spawn(|| {
        X.store(true, Relaxed);
        Y.load(Relaxed)
    });
    let b = thread::spawn(|| {
        Y.store(true, Relaxed);
        X.load(Relaxed)
    });
    let (saw_y, saw_x) = (a.join().unwrap(), b.join().unwrap());
    if !saw_y && !saw_x {
        eprintln!("both loads came first");
    }
}
