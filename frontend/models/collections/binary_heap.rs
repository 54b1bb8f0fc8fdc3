//! `std::collections::BinaryHeap`. The inner order (what `iter` and `into_vec` give) may differ from
//! std's. Left out: `drain_sorted`, `into_iter_sorted`.

use crate::fmt;
use crate::ops::{Deref, DerefMut};
use crate::slice;
use crate::vec::{self, Vec};

/// No element is greater than its parent, at `(i - 1) / 2`.
pub struct BinaryHeap<T> {
    data: Vec<T>,
}

fn sift_up<T: Ord>(data: &mut [T], start: usize) {
    let mut i = start;
    while i > 0 {
        let parent = (i - 1) / 2;
        if data[i] <= data[parent] {
            return;
        }
        data.swap(i, parent);
        i = parent;
    }
}

fn sift_down<T: Ord>(data: &mut [T], start: usize) {
    let len = data.len();
    let mut i = start;
    loop {
        let mut child = 2 * i + 1;
        if child >= len {
            return;
        }
        if child + 1 < len && data[child] <= data[child + 1] {
            child += 1;
        }
        if data[i] >= data[child] {
            return;
        }
        data.swap(i, child);
        i = child;
    }
}

impl<T: Ord> BinaryHeap<T> {
    pub const fn new() -> BinaryHeap<T> {
        BinaryHeap { data: Vec::new() }
    }
    pub fn with_capacity(capacity: usize) -> BinaryHeap<T> {
        BinaryHeap { data: Vec::with_capacity(capacity) }
    }
    pub fn peek_mut(&mut self) -> Option<PeekMut<'_, T>> {
        if self.data.is_empty() { None } else { Some(PeekMut { peek_heap: self, peek_touched: false }) }
    }
    pub fn pop(&mut self) -> Option<T> {
        if self.data.is_empty() {
            return None;
        }
        let top = self.data.swap_remove(0);
        sift_down(&mut self.data, 0);
        Some(top)
    }
    pub fn push(&mut self, item: T) {
        self.data.push(item);
        let last = self.data.len() - 1;
        sift_up(&mut self.data, last);
    }
    pub fn into_sorted_vec(self) -> Vec<T> {
        let mut data = self.data;
        data.sort();
        data
    }
    pub fn append(&mut self, other: &mut BinaryHeap<T>) {
        self.data.append(&mut other.data);
        heapify(&mut self.data);
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        self.data.retain(f);
        heapify(&mut self.data);
    }
}
fn heapify<T: Ord>(data: &mut [T]) {
    let mut i = data.len() / 2;
    while i > 0 {
        i -= 1;
        sift_down(data, i);
    }
}
impl<T> BinaryHeap<T> {
    pub fn iter(&self) -> Iter<'_, T> {
        self.data.iter()
    }
    pub fn peek(&self) -> Option<&T> {
        self.data.first()
    }
    pub fn capacity(&self) -> usize {
        self.data.capacity()
    }
    pub fn shrink_to_fit(&mut self) {
        self.data.shrink_to_fit()
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.reserve(additional);
        Ok(())
    }
    pub fn reserve(&mut self, additional: usize) {
        self.data.reserve(additional)
    }
    pub fn into_vec(self) -> Vec<T> {
        self.data
    }
    pub fn as_slice(&self) -> &[T] {
        &self.data
    }
    pub fn len(&self) -> usize {
        self.data.len()
    }
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
    pub fn drain(&mut self) -> vec::Drain<'_, T> {
        self.data.drain(..)
    }
    pub fn clear(&mut self) {
        self.data.clear()
    }
}
pub type Iter<'a, T> = slice::Iter<'a, T>;
pub type IntoIter<T> = vec::IntoIter<T>;

/// Restores the heap when it goes, if the greatest element may have changed.
pub struct PeekMut<'a, T: 'a + Ord> {
    peek_heap: &'a mut BinaryHeap<T>,
    peek_touched: bool,
}
impl<'a, T: Ord> PeekMut<'a, T> {
    pub fn pop(this: PeekMut<'a, T>) -> T {
        let mut this = this;
        this.peek_touched = false;
        this.peek_heap.pop().unwrap()
    }
}
impl<T: Ord> Deref for PeekMut<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.peek_heap.data[0]
    }
}
impl<T: Ord> DerefMut for PeekMut<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.peek_touched = true;
        &mut self.peek_heap.data[0]
    }
}
impl<T: Ord> Drop for PeekMut<'_, T> {
    fn drop(&mut self) {
        if self.peek_touched {
            sift_down(&mut self.peek_heap.data, 0);
        }
    }
}

impl<T> IntoIterator for BinaryHeap<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;
    fn into_iter(self) -> vec::IntoIter<T> {
        self.data.into_iter()
    }
}
impl<'a, T> IntoIterator for &'a BinaryHeap<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;
    fn into_iter(self) -> slice::Iter<'a, T> {
        self.data.iter()
    }
}
impl<T: Ord> FromIterator<T> for BinaryHeap<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> BinaryHeap<T> {
        BinaryHeap::from(iter.into_iter().collect::<Vec<T>>())
    }
}
impl<T: Ord> Extend<T> for BinaryHeap<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        for x in iter {
            self.push(x);
        }
    }
}
impl<T: Ord> From<Vec<T>> for BinaryHeap<T> {
    fn from(vec: Vec<T>) -> BinaryHeap<T> {
        let mut data = vec;
        heapify(&mut data);
        BinaryHeap { data }
    }
}
impl<T: Ord, const N: usize> From<[T; N]> for BinaryHeap<T> {
    fn from(arr: [T; N]) -> BinaryHeap<T> {
        BinaryHeap::from(Vec::from(arr))
    }
}
impl<T> From<BinaryHeap<T>> for Vec<T> {
    fn from(heap: BinaryHeap<T>) -> Vec<T> {
        heap.data
    }
}
impl<T: Clone> Clone for BinaryHeap<T> {
    fn clone(&self) -> Self {
        BinaryHeap { data: self.data.clone() }
    }
}
impl<T: Ord> Default for BinaryHeap<T> {
    fn default() -> BinaryHeap<T> {
        BinaryHeap::new()
    }
}
impl<T: fmt::Debug> fmt::Debug for BinaryHeap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
