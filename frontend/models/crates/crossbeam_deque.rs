//! `crossbeam-deque`: `Worker`, `Stealer`, `Injector`. Every method is one visible operation, a batch one at
//! each end.
//!
//! Left out: the lock-free implementation (its real source can be checked instead), `Steal::Retry`, which is
//! never given.

use crate::collections::VecDeque;
use crate::fmt;
use crate::iter::FromIterator;
use crate::marker::PhantomData;
use crate::sync::{Arc, Mutex, MutexGuard};
use crate::vec::Vec;

/// A batch has no more tasks.
const MAX_BATCH: usize = 32;

struct Tasks<T> {
    queue: Mutex<VecDeque<T>>,
    is_lifo: bool,
}
impl<T> Tasks<T> {
    const fn new(is_lifo: bool) -> Tasks<T> {
        Tasks { queue: Mutex::new(VecDeque::new()), is_lifo }
    }
    fn lock(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.queue.lock().unwrap()
    }
    fn steal(&self) -> Steal<T> {
        match self.lock().pop_front() {
            Some(task) => Steal::Success(task),
            None => Steal::Empty,
        }
    }
    fn pop(&self) -> Option<T> {
        let mut queue = self.lock();
        if self.is_lifo { queue.pop_back() } else { queue.pop_front() }
    }
    /// The older half, in the order in which this queue's owner would take them.
    fn older(&self, limit: usize) -> Vec<T> {
        let mut queue = self.lock();
        let half = (queue.len() + 1) / 2;
        let older = queue.drain(..half.min(limit));
        if self.is_lifo { older.rev().collect() } else { older.collect() }
    }
    /// Puts tasks there that are taken in this order.
    fn put(&self, batch: Vec<T>) {
        let mut queue = self.lock();
        match self.is_lifo {
            true => queue.extend(batch.into_iter().rev()),
            false => queue.extend(batch),
        }
    }
    fn steal_batch(&self, dest: &Worker<T>, limit: usize) -> Steal<()> {
        assert!(limit > 0);
        let batch = self.older(limit);
        if batch.is_empty() {
            return Steal::Empty;
        }
        dest.worker_tasks.put(batch);
        Steal::Success(())
    }
    fn steal_batch_and_pop(&self, dest: &Worker<T>, limit: usize) -> Steal<T> {
        assert!(limit > 0);
        let mut batch = self.older(limit);
        if batch.is_empty() {
            return Steal::Empty;
        }
        let first = batch.remove(0);
        if !batch.is_empty() {
            dest.worker_tasks.put(batch);
        }
        Steal::Success(first)
    }
}

pub struct Worker<T> {
    worker_tasks: Arc<Tasks<T>>,
    not_sync: PhantomData<*mut ()>,
}
unsafe impl<T: Send> Send for Worker<T> {}
impl<T> Worker<T> {
    fn new(is_lifo: bool) -> Worker<T> {
        Worker { worker_tasks: Arc::new(Tasks::new(is_lifo)), not_sync: PhantomData }
    }
    pub fn new_fifo() -> Worker<T> {
        Worker::new(false)
    }
    pub fn new_lifo() -> Worker<T> {
        Worker::new(true)
    }
    pub fn stealer(&self) -> Stealer<T> {
        Stealer { stealer_tasks: self.worker_tasks.clone() }
    }
    pub fn push(&self, task: T) {
        self.worker_tasks.lock().push_back(task)
    }
    pub fn pop(&self) -> Option<T> {
        self.worker_tasks.pop()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn len(&self) -> usize {
        self.worker_tasks.lock().len()
    }
}
impl<T> fmt::Debug for Worker<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Worker { .. }")
    }
}

pub struct Stealer<T> {
    stealer_tasks: Arc<Tasks<T>>,
}
impl<T> Stealer<T> {
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn len(&self) -> usize {
        self.stealer_tasks.lock().len()
    }
    pub fn steal(&self) -> Steal<T> {
        self.stealer_tasks.steal()
    }
    pub fn steal_batch(&self, dest: &Worker<T>) -> Steal<()> {
        self.steal_batch_with_limit(dest, MAX_BATCH)
    }
    pub fn steal_batch_with_limit(&self, dest: &Worker<T>, limit: usize) -> Steal<()> {
        if !self.is_of(dest) {
            return self.stealer_tasks.steal_batch(dest, limit);
        }
        assert!(limit > 0);
        if dest.is_empty() { Steal::Empty } else { Steal::Success(()) }
    }
    pub fn steal_batch_and_pop(&self, dest: &Worker<T>) -> Steal<T> {
        self.steal_batch_with_limit_and_pop(dest, MAX_BATCH)
    }
    pub fn steal_batch_with_limit_and_pop(&self, dest: &Worker<T>, limit: usize) -> Steal<T> {
        if !self.is_of(dest) {
            return self.stealer_tasks.steal_batch_and_pop(dest, limit);
        }
        assert!(limit > 0);
        match dest.pop() {
            Some(task) => Steal::Success(task),
            None => Steal::Empty,
        }
    }
    fn is_of(&self, worker: &Worker<T>) -> bool {
        Arc::ptr_eq(&self.stealer_tasks, &worker.worker_tasks)
    }
}
impl<T> Clone for Stealer<T> {
    fn clone(&self) -> Stealer<T> {
        Stealer { stealer_tasks: self.stealer_tasks.clone() }
    }
}
impl<T> fmt::Debug for Stealer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Stealer { .. }")
    }
}

pub struct Injector<T> {
    injected: Tasks<T>,
}
impl<T> Injector<T> {
    pub const fn new() -> Injector<T> {
        Injector { injected: Tasks::new(false) }
    }
    pub fn push(&self, task: T) {
        self.injected.lock().push_back(task)
    }
    pub fn steal(&self) -> Steal<T> {
        self.injected.steal()
    }
    pub fn steal_batch(&self, dest: &Worker<T>) -> Steal<()> {
        self.injected.steal_batch(dest, MAX_BATCH)
    }
    pub fn steal_batch_with_limit(&self, dest: &Worker<T>, limit: usize) -> Steal<()> {
        self.injected.steal_batch(dest, limit)
    }
    pub fn steal_batch_and_pop(&self, dest: &Worker<T>) -> Steal<T> {
        self.injected.steal_batch_and_pop(dest, MAX_BATCH)
    }
    pub fn steal_batch_with_limit_and_pop(&self, dest: &Worker<T>, limit: usize) -> Steal<T> {
        self.injected.steal_batch_and_pop(dest, limit)
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn len(&self) -> usize {
        self.injected.lock().len()
    }
}
impl<T> Default for Injector<T> {
    fn default() -> Injector<T> {
        Injector::new()
    }
}
impl<T> fmt::Debug for Injector<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Injector { .. }")
    }
}

#[must_use]
#[derive(PartialEq, Eq, Copy, Clone)]
pub enum Steal<T> {
    Empty,
    Success(T),
    Retry,
}
impl<T> Steal<T> {
    pub fn is_empty(&self) -> bool {
        matches!(self, Steal::Empty)
    }
    pub fn is_success(&self) -> bool {
        matches!(self, Steal::Success(_))
    }
    pub fn is_retry(&self) -> bool {
        matches!(self, Steal::Retry)
    }
    pub fn success(self) -> Option<T> {
        match self {
            Steal::Success(task) => Some(task),
            Steal::Empty | Steal::Retry => None,
        }
    }
    pub fn or_else<F>(self, f: F) -> Steal<T>
    where
        F: FnOnce() -> Steal<T>,
    {
        match self {
            Steal::Empty => f(),
            Steal::Success(_) => self,
            Steal::Retry => match f() {
                Steal::Success(task) => Steal::Success(task),
                Steal::Empty | Steal::Retry => Steal::Retry,
            },
        }
    }
}
impl<T> fmt::Debug for Steal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Steal::Empty => "Empty",
            Steal::Success(_) => "Success(..)",
            Steal::Retry => "Retry",
        })
    }
}
/// The first success.
impl<T> FromIterator<Steal<T>> for Steal<T> {
    fn from_iter<I>(iter: I) -> Steal<T>
    where
        I: IntoIterator<Item = Steal<T>>,
    {
        let mut found = Steal::Empty;
        for steal in iter {
            match steal {
                Steal::Success(_) => return steal,
                Steal::Retry => found = Steal::Retry,
                Steal::Empty => {}
            }
        }
        found
    }
}
