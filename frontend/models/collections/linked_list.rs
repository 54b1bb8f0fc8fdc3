//! `std::collections::LinkedList`, over a `VecDeque`: order and results are std's, costs are not.
//!
//! Left out: cursors; addresses of elements change.

use super::vec_deque::{self, VecDeque};
use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};

pub use super::vec_deque::{IntoIter, Iter, IterMut};

pub struct LinkedList<T> {
    items: VecDeque<T>,
}
/// Takes out what matches, one by one as it is asked for.
pub struct ExtractIf<'a, T, F> {
    items: &'a mut VecDeque<T>,
    next: usize,
    filter: F,
}
impl<T, F: FnMut(&mut T) -> bool> Iterator for ExtractIf<'_, T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        while self.next < self.items.len() {
            let at = self.next;
            self.next += 1;
            if (self.filter)(&mut self.items[at]) {
                self.next = at;
                return self.items.remove(at);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.items.len() - self.next))
    }
}

impl<T> LinkedList<T> {
    pub const fn new() -> LinkedList<T> {
        LinkedList { items: VecDeque::new() }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        self.items.retain(f)
    }
    pub fn extract_if<F: FnMut(&mut T) -> bool>(&mut self, filter: F) -> ExtractIf<'_, T, F> {
        ExtractIf { items: &mut self.items, next: 0, filter }
    }
    pub fn push_back_mut(&mut self, elt: T) -> &mut T {
        self.items.push_back(elt);
        self.items.back_mut().unwrap()
    }
    pub fn push_front_mut(&mut self, elt: T) -> &mut T {
        self.items.push_front(elt);
        self.items.front_mut().unwrap()
    }
    pub fn append(&mut self, other: &mut LinkedList<T>) {
        self.items.append(&mut other.items)
    }
    pub fn iter(&self) -> vec_deque::Iter<'_, T> {
        self.items.iter()
    }
    pub fn iter_mut(&mut self) -> vec_deque::IterMut<'_, T> {
        self.items.iter_mut()
    }
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    pub fn len(&self) -> usize {
        self.items.len()
    }
    pub fn clear(&mut self) {
        self.items.clear()
    }
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        self.items.contains(x)
    }
    pub fn front(&self) -> Option<&T> {
        self.items.front()
    }
    pub fn front_mut(&mut self) -> Option<&mut T> {
        self.items.front_mut()
    }
    pub fn back(&self) -> Option<&T> {
        self.items.back()
    }
    pub fn back_mut(&mut self) -> Option<&mut T> {
        self.items.back_mut()
    }
    pub fn push_front(&mut self, elt: T) {
        self.items.push_front(elt)
    }
    pub fn pop_front(&mut self) -> Option<T> {
        self.items.pop_front()
    }
    pub fn push_back(&mut self, elt: T) {
        self.items.push_back(elt)
    }
    pub fn pop_back(&mut self) -> Option<T> {
        self.items.pop_back()
    }
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> LinkedList<T> {
        assert!(at <= self.len(), "Cannot split off at a nonexistent index");
        LinkedList { items: self.items.split_off(at) }
    }
}
impl<T> IntoIterator for LinkedList<T> {
    type Item = T;
    type IntoIter = vec_deque::IntoIter<T>;
    fn into_iter(self) -> vec_deque::IntoIter<T> {
        self.items.into_iter()
    }
}
impl<'a, T> IntoIterator for &'a LinkedList<T> {
    type Item = &'a T;
    type IntoIter = vec_deque::Iter<'a, T>;
    fn into_iter(self) -> vec_deque::Iter<'a, T> {
        self.items.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut LinkedList<T> {
    type Item = &'a mut T;
    type IntoIter = vec_deque::IterMut<'a, T>;
    fn into_iter(self) -> vec_deque::IterMut<'a, T> {
        self.items.iter_mut()
    }
}
impl<T> FromIterator<T> for LinkedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> LinkedList<T> {
        LinkedList { items: iter.into_iter().collect() }
    }
}
impl<T> Extend<T> for LinkedList<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        self.items.extend(iter)
    }
}
impl<'a, T: 'a + Copy> Extend<&'a T> for LinkedList<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        self.items.extend(iter)
    }
}
impl<T, const N: usize> From<[T; N]> for LinkedList<T> {
    fn from(arr: [T; N]) -> Self {
        arr.into_iter().collect()
    }
}
impl<T: Clone> Clone for LinkedList<T> {
    fn clone(&self) -> Self {
        LinkedList { items: self.items.clone() }
    }
}
impl<T> Default for LinkedList<T> {
    fn default() -> Self {
        LinkedList::new()
    }
}
impl<T: PartialEq> PartialEq for LinkedList<T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}
impl<T: Eq> Eq for LinkedList<T> {}
impl<T: PartialOrd> PartialOrd for LinkedList<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.items.partial_cmp(&other.items)
    }
}
impl<T: Ord> Ord for LinkedList<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.items.cmp(&other.items)
    }
}
impl<T: Hash> Hash for LinkedList<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items.hash(state)
    }
}
impl<T: fmt::Debug> fmt::Debug for LinkedList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.items, f)
    }
}
