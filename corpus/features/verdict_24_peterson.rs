//@ no-bug
//@ source: Peterson's lock, sequentially consistent

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;

struct Peterson {
    wants: [AtomicBool; 2],
    turn: AtomicUsize,
    count: UnsafeCell<u32>,
}

unsafe impl Sync for Peterson {}

static P: Peterson = Peterson {
    wants: [AtomicBool::new(false), AtomicBool::new(false)],
    turn: AtomicUsize::new(0),
    count: UnsafeCell::new(0),
};

fn enter(me: usize) {
    let other = 1 - me;
    P.wants[me].store(true, SeqCst);
    P.turn.store(other, SeqCst);
    while P.wants[other].load(SeqCst) && P.turn.load(SeqCst) == other {
        std::hint::spin_loop();
    }
    unsafe { *P.count.get() += 1 };
    P.wants[me].store(false, SeqCst);
}

fn main() {
    let a = thread::spawn(|| enter(0));
    let b = thread::spawn(|| enter(1));
    a.join().unwrap();
    b.join().unwrap();
    println!("{}", unsafe { *P.count.get() });
}
