//! `crossbeam-queue`: `SegQueue` and `ArrayQueue`. Every method is one visible operation.
//!
//! Left out: the lock-free implementation (its real source can be checked instead), `into_iter`.

use crate::collections::VecDeque;
use crate::fmt;
use crate::sync::Mutex;

pub struct SegQueue<T> {
    seg_items: Mutex<VecDeque<T>>,
}
impl<T> SegQueue<T> {
    pub const fn new() -> SegQueue<T> {
        SegQueue { seg_items: Mutex::new(VecDeque::new()) }
    }
    pub fn push(&self, value: T) {
        self.seg_items.lock().unwrap().push_back(value)
    }
    pub fn pop(&self) -> Option<T> {
        self.seg_items.lock().unwrap().pop_front()
    }
    pub fn push_mut(&mut self, value: T) {
        self.seg_items.get_mut().unwrap().push_back(value)
    }
    pub fn pop_mut(&mut self) -> Option<T> {
        self.seg_items.get_mut().unwrap().pop_front()
    }
    pub fn is_empty(&self) -> bool {
        self.seg_items.lock().unwrap().is_empty()
    }
    pub fn len(&self) -> usize {
        self.seg_items.lock().unwrap().len()
    }
}
impl<T> Default for SegQueue<T> {
    fn default() -> SegQueue<T> {
        SegQueue::new()
    }
}
impl<T> fmt::Debug for SegQueue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("SegQueue { .. }")
    }
}

pub struct ArrayQueue<T> {
    array_items: Mutex<VecDeque<T>>,
    array_capacity: usize,
}
impl<T> ArrayQueue<T> {
    #[track_caller]
    pub fn new(cap: usize) -> ArrayQueue<T> {
        assert!(cap > 0, "capacity must be non-zero");
        ArrayQueue { array_items: Mutex::new(VecDeque::new()), array_capacity: cap }
    }
    pub fn push(&self, value: T) -> Result<(), T> {
        let mut items = self.array_items.lock().unwrap();
        if items.len() == self.array_capacity {
            return Err(value);
        }
        items.push_back(value);
        Ok(())
    }
    /// The oldest element makes place.
    pub fn force_push(&self, value: T) -> Option<T> {
        let mut items = self.array_items.lock().unwrap();
        let oldest = if items.len() == self.array_capacity { items.pop_front() } else { None };
        items.push_back(value);
        oldest
    }
    pub fn pop(&self) -> Option<T> {
        self.array_items.lock().unwrap().pop_front()
    }
    pub fn push_mut(&mut self, value: T) -> Result<(), T> {
        let items = self.array_items.get_mut().unwrap();
        if items.len() == self.array_capacity {
            return Err(value);
        }
        items.push_back(value);
        Ok(())
    }
    pub fn pop_mut(&mut self) -> Option<T> {
        self.array_items.get_mut().unwrap().pop_front()
    }
    pub fn capacity(&self) -> usize {
        self.array_capacity
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn is_full(&self) -> bool {
        self.len() == self.array_capacity
    }
    pub fn len(&self) -> usize {
        self.array_items.lock().unwrap().len()
    }
}
impl<T> fmt::Debug for ArrayQueue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("ArrayQueue { .. }")
    }
}
