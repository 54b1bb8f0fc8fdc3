//@ bug: data-race
//@ weak-orderings: yes
// A reader looks into one of two drawers, or into none, as it finds the turn, and forgets what it saw: once it is done,
// nothing in memory tells which it was. The main thread then fills one of them, and all it knows is that the reader is
// done, by a flag that orders nothing.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

struct Desk {
    drawers: [UnsafeCell<u32>; 2],
    turn: AtomicUsize,
    done: AtomicBool,
}

unsafe impl Sync for Desk {}

impl Desk {
    fn peek(&self) {
        let turn = self.turn.load(Ordering::Relaxed);
        if turn == 1 {
            let _ = unsafe { *self.drawers[0].get() };
        }
        if turn == 2 {
            let _ = unsafe { *self.drawers[1].get() };
        }
        self.done.store(true, Ordering::Relaxed);
    }

    fn fill(&self, drawer: usize) {
        while !self.done.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        unsafe { *self.drawers[drawer].get() = 7 };
    }
}

fn main() {
    let desk = Desk {
        drawers: [UnsafeCell::new(0), UnsafeCell::new(0)],
        turn: AtomicUsize::new(0),
        done: AtomicBool::new(false),
    };
    thread::scope(|s| {
        s.spawn(|| desk.peek());
        s.spawn(|| {
            for turn in [1, 2, 3] {
                desk.turn.store(turn, Ordering::Relaxed);
            }
        });
        desk.fill(1);
    });
}
