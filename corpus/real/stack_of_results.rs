//@ no-bug
//! Workers push their results onto a lock-free list, which is taken as a whole in the end: of the rounds in which a
//! push is beaten by another one, nothing is left.

use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::thread;

struct Entry<T> {
    value: T,
    next: *mut Entry<T>,
}

struct Results<T> {
    head: AtomicPtr<Entry<T>>,
    len: AtomicUsize,
}

unsafe impl<T: Send> Send for Results<T> {}
unsafe impl<T: Send> Sync for Results<T> {}

impl<T> Results<T> {
    const fn new() -> Self {
        Results {
            head: AtomicPtr::new(ptr::null_mut()),
            len: AtomicUsize::new(0),
        }
    }

    fn push(&self, value: T) {
        let entry = Box::into_raw(Box::new(Entry {
            value,
            next: ptr::null_mut(),
        }));
        loop {
            let head = self.head.load(Ordering::SeqCst);
            // Nobody else knows the entry yet.
            unsafe { (*entry).next = head };
            let pushed = self
                .head
                .compare_exchange(head, entry, Ordering::SeqCst, Ordering::SeqCst);
            if pushed.is_ok() {
                break;
            }
        }
        self.len.fetch_add(1, Ordering::SeqCst);
    }

    fn take(&self) -> Vec<T> {
        let mut entry = self.head.swap(ptr::null_mut(), Ordering::SeqCst);
        let mut values = Vec::new();
        while !entry.is_null() {
            let Entry { value, next } = *unsafe { Box::from_raw(entry) };
            values.push(value);
            entry = next;
        }
        values
    }
}

impl<T> Drop for Results<T> {
    fn drop(&mut self) {
        self.take();
    }
}

const WORKERS: usize = 3;
const RESULTS: usize = 2;

fn main() {
    let results = Arc::new(Results::new());
    let workers: Vec<_> = (0..WORKERS)
        .map(|worker| {
            let results = results.clone();
            thread::spawn(move || {
                for result in 0..RESULTS {
                    results.push((worker, result));
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(results.len.load(Ordering::SeqCst), WORKERS * RESULTS);
    let taken = results.take();
    for worker in 0..WORKERS {
        let mut of_worker = taken.iter().filter(|(by, _)| *by == worker);
        assert_eq!(of_worker.next(), Some(&(worker, 1)));
        assert_eq!(of_worker.next(), Some(&(worker, 0)));
        assert_eq!(of_worker.next(), None);
    }
}
