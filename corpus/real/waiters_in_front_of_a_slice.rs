//@ no-bug
//! A lock of a slice, or of a trait object: its fields in front stand at the same places as in the sized lock
//! that it is made from, though they are best stored in another order than they are written in.

use std::fmt::Debug;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, Thread};

struct Turns<T: ?Sized> {
    taken: AtomicBool,
    waiters: Mutex<Vec<Thread>>,
    small: u8,
    data: T,
}

impl<T> Turns<T> {
    fn new(small: u8, data: T) -> Self {
        Turns {
            taken: AtomicBool::new(false),
            waiters: Mutex::new(Vec::new()),
            small,
            data,
        }
    }
}

impl<T: ?Sized> Turns<T> {
    fn with<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        while self.taken.swap(true, SeqCst) {
            self.waiters.lock().unwrap().push(thread::current());
            if !self.taken.swap(true, SeqCst) {
                break;
            }
            thread::park();
        }
        let result = f(&self.data);
        self.taken.store(false, SeqCst);
        if let Some(waiter) = self.waiters.lock().unwrap().pop() {
            waiter.unpark();
        }
        result
    }
}

fn main() {
    let slice: Box<Turns<[u8]>> = Box::new(Turns::new(7, [1, 2, 3]));
    let object: &Turns<dyn Debug + Sync> = &Turns::new(9, (4u8, 'x'));
    thread::scope(|s| {
        s.spawn(|| assert_eq!(slice.with(|data| data.iter().sum::<u8>()), 6));
        s.spawn(|| assert_eq!(object.with(|data| format!("{data:?}")), "(4, 'x')"));
        assert_eq!(slice.with(<[u8]>::len), 3);
    });
    assert_eq!((slice.small, object.small), (7, 9));
    assert!(slice.waiters.lock().unwrap().is_empty());
}
