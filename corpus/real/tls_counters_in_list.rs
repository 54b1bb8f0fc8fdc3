//@ no-bug
//@ source: per-thread counters in a global intrusive list; a thread's end takes its counter off

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering::*};
use std::sync::Mutex;
use std::thread;

struct Counter {
    value: AtomicU64,
    next: Cell<*const Counter>,
    prev: Cell<*const Counter>,
}
unsafe impl Send for Head {}
struct Head {
    first: *const Counter,
    retired: u64,
}
static HEAD: Mutex<Head> = Mutex::new(Head {
    first: ptr::null(),
    retired: 0,
});

struct Registered(Box<Counter>);

impl Registered {
    fn new() -> Registered {
        let counter = Box::new(Counter {
            value: AtomicU64::new(0),
            next: Cell::new(ptr::null()),
            prev: Cell::new(ptr::null()),
        });
        let mut head = HEAD.lock().unwrap();
        counter.next.set(head.first);
        if let Some(next) = unsafe { head.first.as_ref() } {
            next.prev.set(&*counter);
        }
        head.first = &*counter;
        drop(head);
        Registered(counter)
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let mut head = HEAD.lock().unwrap();
        let (prev, next) = (self.0.prev.get(), self.0.next.get());
        match unsafe { prev.as_ref() } {
            Some(prev) => prev.next.set(next),
            None => head.first = next,
        }
        if let Some(next) = unsafe { next.as_ref() } {
            next.prev.set(prev);
        }
        head.retired += self.0.value.load(Relaxed);
    }
}

thread_local! {
    static MINE: Registered = Registered::new();
}

fn add(n: u64) {
    MINE.with(|mine| mine.0.value.fetch_add(n, Relaxed));
}

fn total() -> u64 {
    let head = HEAD.lock().unwrap();
    let live = std::iter::successors(unsafe { head.first.as_ref() }, |c| unsafe {
        c.next.get().as_ref()
    });
    head.retired + live.map(|c| c.value.load(Relaxed)).sum::<u64>()
}

fn main() {
    add(1);
    let t = thread::spawn(|| add(10));
    assert!([1, 11].contains(&total()));
    t.join().unwrap();
    assert_eq!(total(), 11);
}
