//! `std::collections::BinaryHeap`, with std's algorithms, so that the inner order (what `iter` and
//! `into_vec` give) is std's. Left out: `drain_sorted`, `into_iter_sorted`.

use crate::fmt;
use crate::ops::{Deref, DerefMut};
use crate::slice;
use crate::vec::{self, Vec};

/// No element is greater than its parent, at `(i - 1) / 2`.
pub struct BinaryHeap<T> {
    data: Vec<T>,
}

fn sift_up<T: Ord>(data: &mut [T], start: usize, at: usize) {
    let mut i = at;
    while i > start {
        let parent = (i - 1) / 2;
        if data[i] <= data[parent] {
            return;
        }
        data.swap(i, parent);
        i = parent;
    }
}

/// The greater child of an element that has two.
fn greater_child<T: Ord>(data: &[T], parent: usize) -> usize {
    let child = 2 * parent + 1;
    if data[child] <= data[child + 1] { child + 1 } else { child }
}

fn sift_down<T: Ord>(data: &mut [T], start: usize) {
    let len = data.len();
    let mut i = start;
    while 2 * i + 2 < len {
        let child = greater_child(data, i);
        if data[i] >= data[child] {
            return;
        }
        data.swap(i, child);
        i = child;
    }
    if 2 * i + 2 == len && data[i] < data[len - 1] {
        data.swap(i, len - 1);
    }
}

/// Takes the first element down to a leaf, always to the greater child, and up again to its place.
fn sift_down_to_bottom<T: Ord>(data: &mut [T]) {
    let len = data.len();
    let mut i = 0;
    while 2 * i + 2 < len {
        let child = greater_child(data, i);
        data.swap(i, child);
        i = child;
    }
    if 2 * i + 2 == len {
        data.swap(i, len - 1);
        i = len - 1;
    }
    sift_up(data, 0, i);
}

fn heapify<T: Ord>(data: &mut [T]) {
    let mut i = data.len() / 2;
    while i > 0 {
        i -= 1;
        sift_down(data, i);
    }
}

/// Restores the heap when the elements from `start` on are new: whichever of the two ways std reckons
/// to be cheaper.
fn rebuild_tail<T: Ord>(data: &mut [T], start: usize) {
    let len = data.len();
    if start == len {
        return;
    }
    let tail = len - start;
    let levels = if start == 0 { 0 } else { start.ilog2() as usize };
    let anew = start < tail || 2 * len < tail * if len <= 2048 { levels } else { 11 };
    if anew {
        return heapify(data);
    }
    for i in start..len {
        sift_up(data, 0, i);
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
        sift_down_to_bottom(&mut self.data);
        Some(top)
    }
    pub fn push(&mut self, item: T) {
        self.data.push(item);
        let last = self.data.len() - 1;
        sift_up(&mut self.data, 0, last);
    }
    pub fn into_sorted_vec(self) -> Vec<T> {
        let mut data = self.data;
        let mut end = data.len();
        while end > 1 {
            end -= 1;
            data.swap(0, end);
            sift_down(&mut data[..end], 0);
        }
        data
    }
    pub fn append(&mut self, other: &mut BinaryHeap<T>) {
        if self.len() < other.len() {
            crate::mem::swap(self, other);
        }
        let start = self.data.len();
        self.data.append(&mut other.data);
        rebuild_tail(&mut self.data, start);
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        let mut f = f;
        let (mut seen, mut first_gone) = (0, self.data.len());
        self.data.retain(|x| {
            let keep = f(x);
            if !keep && seen < first_gone {
                first_gone = seen;
            }
            seen += 1;
            keep
        });
        let start = crate::cmp::min(first_gone, self.data.len());
        rebuild_tail(&mut self.data, start);
    }
}
impl<T> BinaryHeap<T> {
    pub fn reserve_exact(&mut self, additional: usize) {
        self.data.reserve_exact(additional)
    }
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.data.try_reserve_exact(additional)
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        self.data.shrink_to(min_capacity)
    }
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
    pub fn drain(&mut self) -> Drain<'_, T> {
        Drain { iter: self.data.drain(..) }
    }
    pub fn clear(&mut self) {
        self.data.clear()
    }
}
pub type Iter<'a, T> = slice::Iter<'a, T>;
pub type IntoIter<T> = vec::IntoIter<T>;

#[derive(Debug)]
pub struct Drain<'a, T: 'a> {
    iter: vec::Drain<'a, T>,
}
impl<T> Iterator for Drain<'_, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<T> DoubleEndedIterator for Drain<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        self.iter.next_back()
    }
}
impl<T> ExactSizeIterator for Drain<'_, T> {}

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
        let start = self.data.len();
        self.data.extend(iter);
        rebuild_tail(&mut self.data, start);
    }
}
impl<'a, T: 'a + Ord + Copy> Extend<&'a T> for BinaryHeap<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        self.extend(iter.into_iter().copied())
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
impl<T: Ord + fmt::Debug> fmt::Debug for PeekMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PeekMut").field(&**self).finish()
    }
}
