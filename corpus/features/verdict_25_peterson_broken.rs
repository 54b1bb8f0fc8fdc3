//@ bug: panic
//@ message: "both inside"
//@ source: Peterson's lock with the turn given before the wish is declared

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;

static WANTS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static TURN: AtomicUsize = AtomicUsize::new(0);
static INSIDE: AtomicUsize = AtomicUsize::new(0);

fn enter(me: usize) {
    let other = 1 - me;
    TURN.store(other, SeqCst);
    WANTS[me].store(true, SeqCst);
    while WANTS[other].load(SeqCst) && TURN.load(SeqCst) == other {
        std::hint::spin_loop();
    }
    assert!(INSIDE.fetch_add(1, SeqCst) == 0, "both inside");
    INSIDE.fetch_sub(1, SeqCst);
    WANTS[me].store(false, SeqCst);
}

fn main() {
    let a = thread::spawn(|| enter(0));
    let b = thread::spawn(|| enter(1));
    a.join().unwrap();
    b.join().unwrap();
}
