//@ no-bug
//@ source: the style of a library's test: a queue, a helper and one test function

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};
use std::thread;

pub struct BlockingQueue<T> {
    inner: Mutex<Inner<T>>,
    not_empty: Condvar,
}

struct Inner<T> {
    items: VecDeque<T>,
    closed: bool,
}

impl<T> BlockingQueue<T> {
    pub fn new() -> Self {
        BlockingQueue {
            inner: Mutex::new(Inner { items: VecDeque::new(), closed: false }),
            not_empty: Condvar::new(),
        }
    }

    pub fn push(&self, item: T) -> Result<(), T> {
        let mut inner = self.inner.lock().unwrap();
        if inner.closed {
            return Err(item);
        }
        inner.items.push_back(item);
        self.not_empty.notify_one();
        Ok(())
    }

    pub fn pop(&self) -> Option<T> {
        let mut inner = self.inner.lock().unwrap();
        loop {
            if let Some(item) = inner.items.pop_front() {
                return Some(item);
            }
            if inner.closed {
                return None;
            }
            inner = self.not_empty.wait(inner).unwrap();
        }
    }

    pub fn close(&self) {
        self.inner.lock().unwrap().closed = true;
        self.not_empty.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(q: &BlockingQueue<u32>) -> Vec<u32> {
        std::iter::from_fn(|| q.pop()).collect()
    }

    #[test]
    fn two_consumers_get_everything() {
        let q = BlockingQueue::new();
        let mut all = thread::scope(|s| {
            let a = s.spawn(|| drain(&q));
            let b = s.spawn(|| drain(&q));
            q.push(1).unwrap();
            q.push(2).unwrap();
            q.close();
            let mut all = a.join().unwrap();
            all.extend(b.join().unwrap());
            all
        });
        all.sort_unstable();
        assert_eq!(all, [1, 2]);
        assert_eq!(q.push(3), Err(3));
    }
}
