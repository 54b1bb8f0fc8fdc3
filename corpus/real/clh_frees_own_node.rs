//@ bug: data-race
//@ bug: undefined-behavior
//@ source: a queue lock that frees its own node when it unlocks, at which the next one still looks

use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::*};
use std::thread;

struct Node {
    busy: AtomicBool,
}

fn node(busy: bool) -> *mut Node {
    Box::into_raw(Box::new(Node {
        busy: AtomicBool::new(busy),
    }))
}

struct Clh {
    tail: AtomicPtr<Node>,
}

impl Clh {
    fn lock(&self) -> *mut Node {
        let mine = node(true);
        let before = self.tail.swap(mine, AcqRel);
        while unsafe { (*before).busy.load(Acquire) } {
            std::hint::spin_loop();
        }
        mine
    }
    fn unlock(&self, mine: *mut Node) {
        unsafe {
            (*mine).busy.store(false, Release);
            if self.tail.load(Relaxed) != mine {
                drop(Box::from_raw(mine));
            }
        }
    }
}

fn main() {
    let lock = Clh {
        tail: AtomicPtr::new(node(false)),
    };
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                let mine = lock.lock();
                lock.unlock(mine);
            });
        }
    });
}
