//@ no-bug
//@ source: readers and writers with tickets: first come, first served, by hand

use std::cell::UnsafeCell;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Debug, Default)]
struct Turns {
    next_ticket: u64,
    now_serving: u64,
    active_readers: u32,
}

pub struct FairRwLock<T> {
    turns: Mutex<Turns>,
    changed: Condvar,
    data: UnsafeCell<T>,
}

unsafe impl<T: Send> Send for FairRwLock<T> {}
unsafe impl<T: Send + Sync> Sync for FairRwLock<T> {}

impl<T> FairRwLock<T> {
    pub fn new(data: T) -> Self {
        Self { turns: Mutex::new(Turns::default()), changed: Condvar::new(), data: UnsafeCell::new(data) }
    }

    pub fn read<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        let mut turns = self.turns.lock().unwrap();
        let ticket = turns.next_ticket;
        turns.next_ticket += 1;
        let mut turns = self.changed.wait_while(turns, |t| t.now_serving != ticket).unwrap();
        turns.active_readers += 1;
        turns.now_serving += 1;
        drop(turns);
        self.changed.notify_all();
        let result = f(unsafe { &*self.data.get() });
        self.turns.lock().unwrap().active_readers -= 1;
        self.changed.notify_all();
        result
    }

    pub fn write<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let mut turns = self.turns.lock().unwrap();
        let ticket = turns.next_ticket;
        turns.next_ticket += 1;
        let turns = self
            .changed
            .wait_while(turns, |t| t.now_serving != ticket || t.active_readers > 0)
            .unwrap();
        drop(turns);
        let result = f(unsafe { &mut *self.data.get() });
        self.turns.lock().unwrap().now_serving += 1;
        self.changed.notify_all();
        result
    }
}

fn main() {
    let lock = Arc::new(FairRwLock::new((0, 0)));
    let writer = {
        let lock = Arc::clone(&lock);
        thread::spawn(move || {
            lock.write(|pair| {
                pair.0 += 1;
                pair.1 -= 1;
            })
        })
    };
    let reader = {
        let lock = Arc::clone(&lock);
        thread::spawn(move || lock.read(|&(a, b)| a + b))
    };
    assert_eq!(lock.read(|(a, b)| *a + *b), 0);
    assert_eq!(reader.join().unwrap(), 0);
    writer.join().unwrap();
    println!("{:?}", lock.read(|p| *p));
}
