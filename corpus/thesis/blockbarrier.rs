//@ bug: panic
//@ message: "barged"
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `blockbarrier`: a barrier for groups of two, used by
//@ source: four threads; a third thread barges in before the first has got its lock back.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const THREADS: usize = 4;
const GROUP: usize = 2;

struct BlockBarrier {
    blocked: Mutex<usize>,
    opened: Condvar,
}

impl BlockBarrier {
    fn new() -> Self {
        BlockBarrier { blocked: Mutex::new(0), opened: Condvar::new() }
    }

    fn block(&self) {
        let mut blocked = self.blocked.lock().unwrap();
        *blocked += 1;
        if *blocked < GROUP {
            blocked = self.opened.wait(blocked).unwrap();
            if *blocked != 0 {
                panic!("barged: {} blocked behind an open barrier", *blocked);
            }
        } else {
            *blocked = 0;
            self.opened.notify_all();
        }
    }
}

fn main() {
    let barrier = Arc::new(BlockBarrier::new());
    let mut threads = Vec::with_capacity(THREADS);
    for _ in 0..THREADS {
        let barrier = Arc::clone(&barrier);
        threads.push(thread::spawn(move || barrier.block()));
    }
    for t in threads {
        t.join().unwrap();
    }
}
