//! `std::collections::VecDeque`: a ring buffer.
//!
//! Left out: `truncate_front`; capacities differ from std's.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::marker::PhantomData;
use crate::ops::{Index, IndexMut, RangeBounds};
use crate::slice;
use crate::vec::{Room, Vec, allocate, release};

/// `len` elements from `head` on, around the end of a buffer of `capacity`.
pub struct VecDeque<T> {
    capacity: usize,
    buffer: *mut T,
    head: usize,
    len: usize,
}
unsafe impl<T: Send> Send for VecDeque<T> {}
unsafe impl<T: Sync> Sync for VecDeque<T> {}

/// The place of the element at `index`; `index` may be the length.
#[inline]
fn slot<T>(deque: &VecDeque<T>, index: usize) -> *mut T {
    let mut place = deque.head + index;
    if place >= deque.capacity {
        place -= deque.capacity;
    }
    unsafe { intrinsics::element(deque.buffer as *const T, place) as *mut T }
}

/// Moves the elements to a buffer of `capacity`, the first one to its start.
fn move_to<T>(deque: &mut VecDeque<T>, capacity: usize) {
    unsafe {
        let new: *mut T = allocate(capacity);
        let first = crate::cmp::min(deque.len, deque.capacity - deque.head);
        intrinsics::copy(deque.buffer.ahead(deque.head) as *const T, new, first);
        intrinsics::copy(deque.buffer as *const T, new.ahead(first), deque.len - first);
        release(deque.buffer, deque.capacity);
        deque.buffer = new;
        deque.capacity = capacity;
        deque.head = 0;
    }
}

fn take<T>(deque: &mut VecDeque<T>, index: usize) -> T {
    unsafe {
        let place = slot(deque, index);
        let value = intrinsics::read(place as *const T);
        intrinsics::vacate(place, 1);
        value
    }
}
fn grow<T>(deque: &mut VecDeque<T>) {
    let capacity = if deque.capacity == 0 { 4 } else { deque.capacity * 2 };
    move_to(deque, capacity);
}

impl<T> VecDeque<T> {
    #[inline]
    pub const fn new() -> VecDeque<T> {
        VecDeque { buffer: crate::ptr::dangling_mut(), capacity: 0, head: 0, len: 0 }
    }
    pub fn with_capacity(capacity: usize) -> VecDeque<T> {
        let mut deque = VecDeque::new();
        deque.reserve(capacity);
        deque
    }
    pub fn capacity(&self) -> usize {
        self.capacity
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        crate::collections::TryReserveError::check::<T>(self.len, additional)?;
        self.reserve(additional);
        Ok(())
    }
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.try_reserve(additional)
    }
    pub fn push_back_mut(&mut self, value: T) -> &mut T {
        self.push_back(value);
        self.back_mut().unwrap()
    }
    pub fn push_front_mut(&mut self, value: T) -> &mut T {
        self.push_front(value);
        self.front_mut().unwrap()
    }
    #[track_caller]
    pub fn insert_mut(&mut self, index: usize, value: T) -> &mut T {
        self.insert(index, value);
        &mut self[index]
    }
    #[track_caller]
    pub fn reserve(&mut self, additional: usize) {
        let needed = self.len.saturating_add(additional);
        if needed > self.capacity {
            crate::vec::check_capacity::<T>(needed);
            move_to(self, needed);
        }
    }
    pub fn shrink_to_fit(&mut self) {
        let len = self.len;
        move_to(self, len);
    }
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len { Some(unsafe { &*slot(self, index) }) } else { None }
    }
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index < self.len { Some(unsafe { &mut *slot(self, index) }) } else { None }
    }
    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }
    pub fn front_mut(&mut self) -> Option<&mut T> {
        self.get_mut(0)
    }
    pub fn back(&self) -> Option<&T> {
        self.get(self.len.wrapping_sub(1))
    }
    pub fn back_mut(&mut self) -> Option<&mut T> {
        self.get_mut(self.len.wrapping_sub(1))
    }
    pub fn push_back(&mut self, value: T) {
        if self.len == self.capacity {
            grow(self);
        }
        unsafe { intrinsics::write(slot(self, self.len), value) };
        self.len += 1;
    }
    pub fn push_front(&mut self, value: T) {
        if self.len == self.capacity {
            grow(self);
        }
        self.head = if self.head == 0 { self.capacity - 1 } else { self.head - 1 };
        self.len += 1;
        unsafe { intrinsics::write(slot(self, 0), value) };
    }
    pub fn pop_front(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let value = take(self, 0);
        self.head = if self.head + 1 == self.capacity { 0 } else { self.head + 1 };
        self.len -= 1;
        Some(value)
    }
    pub fn pop_back(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(take(self, self.len))
    }
    #[track_caller]
    pub fn swap(&mut self, i: usize, j: usize) {
        assert!(i < self.len());
        assert!(j < self.len());
        unsafe { crate::ptr::swap(slot(self, i), slot(self, j)) }
    }
    pub fn clear(&mut self) {
        self.truncate(0);
        self.head = 0;
    }
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let in_front = crate::cmp::min(self.len, self.capacity - self.head);
        let in_back = self.len - in_front;
        let front = crate::cmp::min(len, in_front);
        let back = len - front;
        self.len = len;
        unsafe {
            let _back = Dropped { first: self.buffer.ahead(back), count: in_back - back };
            drop(Dropped { first: self.buffer.ahead(self.head + front), count: in_front - front });
        }
    }
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        self.iter().any(|item| *item == *x)
    }
    pub fn make_contiguous(&mut self) -> &mut [T] {
        // The elements at the end move down to those at the start, and then before them.
        let first = self.capacity - self.head;
        if self.len > first {
            unsafe {
                let behind = self.len - first;
                intrinsics::copy(self.buffer.ahead(self.head) as *const T, self.buffer.ahead(behind), first);
                intrinsics::vacate(self.buffer.ahead(self.len), self.capacity - self.len);
                self.head = 0;
                slice::slice_at_mut(self.buffer, self.len).rotate_left(behind);
            }
        }
        unsafe { slice::slice_at_mut(self.buffer.ahead(self.head), self.len) }
    }
    pub fn as_slices(&self) -> (&[T], &[T]) {
        let first = crate::cmp::min(self.len, self.capacity - self.head);
        unsafe {
            (
                slice::slice_at(self.buffer.ahead(self.head), first),
                slice::slice_at(self.buffer, self.len - first),
            )
        }
    }
    #[track_caller]
    pub fn insert(&mut self, index: usize, value: T) {
        assert!(index <= self.len(), "index out of bounds");
        self.push_back(value);
        let mut i = self.len - 1;
        while i > index {
            self.swap(i, i - 1);
            i -= 1;
        }
    }
    pub fn remove(&mut self, index: usize) -> Option<T> {
        if index >= self.len {
            return None;
        }
        let mut i = index;
        while i + 1 < self.len {
            self.swap(i, i + 1);
            i += 1;
        }
        self.pop_back()
    }
    pub fn swap_remove_back(&mut self, index: usize) -> Option<T> {
        if index >= self.len {
            return None;
        }
        let last = self.len - 1;
        self.swap(index, last);
        self.pop_back()
    }
    pub fn swap_remove_front(&mut self, index: usize) -> Option<T> {
        if index >= self.len {
            return None;
        }
        self.swap(index, 0);
        self.pop_front()
    }
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> VecDeque<T> {
        assert!(at <= self.len(), "`at` out of bounds");
        let mut other = VecDeque::with_capacity(self.len - at);
        let mut i = at;
        while i < self.len {
            other.push_back(unsafe { slot(self, i).read() });
            i += 1;
        }
        self.len = at;
        other
    }
    pub fn append(&mut self, other: &mut VecDeque<T>) {
        while let Some(x) = other.pop_front() {
            self.push_back(x);
        }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        let mut f = f;
        self.retain_mut(|x| f(x));
    }
    pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F) {
        let mut f = f;
        let mut kept = 0;
        let mut seen = 0;
        while seen < self.len {
            if f(&mut self[seen]) {
                if kept < seen {
                    self.swap(kept, seen);
                }
                kept += 1;
            }
            seen += 1;
        }
        self.truncate(kept);
    }
    pub fn resize(&mut self, new_len: usize, value: T)
    where
        T: Clone,
    {
        self.truncate(new_len);
        while self.len < new_len {
            self.push_back(value.clone());
        }
    }
    #[track_caller]
    pub fn rotate_left(&mut self, n: usize) {
        assert!(n <= self.len());
        let mut left = n;
        while left > 0 {
            let x = self.pop_front().unwrap();
            self.push_back(x);
            left -= 1;
        }
    }
    #[track_caller]
    pub fn rotate_right(&mut self, n: usize) {
        assert!(n <= self.len());
        let mut left = n;
        while left > 0 {
            let x = self.pop_back().unwrap();
            self.push_front(x);
            left -= 1;
        }
    }
    /// The elements leave the deque at once.
    #[track_caller]
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> IntoIter<T> {
        let range = crate::ops::range_within(range, self.len);
        if range.start == 0 {
            // The others stay where they are.
            let mut drained = VecDeque::with_capacity(range.end);
            for _ in range {
                drained.extend(self.pop_front());
            }
            return drained.into_iter();
        }
        let mut tail = self.split_off(range.end);
        let drained = self.split_off(range.start);
        self.append(&mut tail);
        drained.into_iter()
    }
    #[track_caller]
    pub fn range<R: RangeBounds<usize>>(&self, range: R) -> Iter<'_, T> {
        let range = crate::ops::range_within(range, self.len);
        Iter { deque: self, next: range.start, end: range.end }
    }
    #[track_caller]
    pub fn range_mut<R: RangeBounds<usize>>(&mut self, range: R) -> IterMut<'_, T> {
        let range = crate::ops::range_within(range, self.len);
        IterMut { next: range.start, end: range.end, deque: self, borrow: PhantomData }
    }
    pub fn as_mut_slices(&mut self) -> (&mut [T], &mut [T]) {
        let first = crate::cmp::min(self.len, self.capacity - self.head);
        unsafe {
            (
                slice::slice_at_mut(self.buffer.ahead(self.head), first),
                slice::slice_at_mut(self.buffer, self.len - first),
            )
        }
    }
    pub fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, generator: F) {
        let mut generator = generator;
        self.truncate(new_len);
        while self.len < new_len {
            self.push_back(generator());
        }
    }
    pub fn reserve_exact(&mut self, additional: usize) {
        self.reserve(additional)
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        let capacity = crate::cmp::max(self.len, min_capacity);
        if capacity < self.capacity {
            move_to(self, capacity);
        }
    }
    pub fn pop_front_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T> {
        if predicate(self.front_mut()?) { self.pop_front() } else { None }
    }
    pub fn pop_back_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T> {
        if predicate(self.back_mut()?) { self.pop_back() } else { None }
    }
    pub fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize {
        let mut pred = pred;
        self.binary_search_by(|x| if pred(x) { Ordering::Less } else { Ordering::Greater }).unwrap_err()
    }
    pub fn binary_search_by_key<B: Ord, F: FnMut(&T) -> B>(&self, b: &B, f: F) -> Result<usize, usize> {
        let mut f = f;
        self.binary_search_by(|x| f(x).cmp(b))
    }
    pub fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, f: F) -> Result<usize, usize> {
        let mut f = f;
        let (front, back) = self.as_slices();
        match back.first().map(|x| f(x)) {
            Some(Ordering::Equal) => Ok(front.len()),
            Some(Ordering::Less) => match back.binary_search_by(f) {
                Ok(at) => Ok(at + front.len()),
                Err(at) => Err(at + front.len()),
            },
            Some(Ordering::Greater) | None => front.binary_search_by(f),
        }
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { deque: self, next: 0, end: self.len }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { next: 0, end: self.len, deque: self, borrow: PhantomData }
    }
    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        self.binary_search_by(|item| item.cmp(x))
    }
}

/// Elements that are dropped, also when the destructor of one of others panics.
struct Dropped<T> {
    first: *mut T,
    count: usize,
}
impl<T> Drop for Dropped<T> {
    fn drop(&mut self) {
        unsafe {
            intrinsics::drop_in_place(crate::ptr::slice_from_raw_parts_mut(self.first, self.count));
            intrinsics::vacate(self.first, self.count);
        }
    }
}

impl<T> Drop for VecDeque<T> {
    fn drop(&mut self) {
        if !crate::mem::needs_drop::<T>() {
            return unsafe { release(self.buffer, self.capacity) };
        }
        let _room = Room { first: self.buffer, capacity: self.capacity };
        self.truncate(0);
    }
}

pub struct Iter<'a, T: 'a> {
    deque: &'a VecDeque<T>,
    next: usize,
    end: usize,
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        if self.next == self.end {
            return None;
        }
        let i = self.next;
        self.next = i + 1;
        Some(unsafe { &*slot(self.deque, i) })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}
impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(unsafe { &*slot(self.deque, self.end) })
    }
}
impl<T> ExactSizeIterator for Iter<'_, T> {}
impl<T> FusedIterator for Iter<'_, T> {}
impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { deque: self.deque, next: self.next, end: self.end }
    }
}
/// What an iterator of nothing looks at.
struct Nothing<T>(PhantomData<T>);
impl<T> Nothing<T> {
    const DEQUE: *const VecDeque<T> = &VecDeque::new();
}
impl<T> Default for Iter<'_, T> {
    fn default() -> Self {
        unsafe { (*Nothing::<T>::DEQUE).iter() }
    }
}
impl<T> Default for IterMut<'_, T> {
    fn default() -> Self {
        IterMut { deque: Nothing::<T>::DEQUE as *mut VecDeque<T>, next: 0, end: 0, borrow: PhantomData }
    }
}
pub struct IterMut<'a, T: 'a> {
    deque: *mut VecDeque<T>,
    next: usize,
    end: usize,
    borrow: PhantomData<&'a mut T>,
}
impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;
    #[inline]
    fn next(&mut self) -> Option<&'a mut T> {
        if self.next == self.end {
            return None;
        }
        let i = self.next;
        self.next = i + 1;
        Some(unsafe { &mut *slot(&*self.deque, i) })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}
impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut T> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(unsafe { &mut *slot(&*self.deque, self.end) })
    }
}
impl<T> ExactSizeIterator for IterMut<'_, T> {}
pub struct IntoIter<T> {
    deque: VecDeque<T>,
}
pub type Drain<'a, T> = IntoIter<T>;
impl<T: Clone> Clone for IntoIter<T> {
    fn clone(&self) -> Self {
        IntoIter { deque: self.deque.clone() }
    }
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        self.deque.pop_front()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.deque.len, Some(self.deque.len))
    }
}
impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        self.deque.pop_back()
    }
}
impl<T> ExactSizeIterator for IntoIter<T> {}

impl<T> IntoIterator for VecDeque<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { deque: self }
    }
}
impl<'a, T> IntoIterator for &'a VecDeque<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut VecDeque<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
impl<T> FromIterator<T> for VecDeque<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> VecDeque<T> {
        let mut deque = VecDeque::new();
        deque.extend(iter);
        deque
    }
}
impl<T> Extend<T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        for x in iter {
            self.push_back(x);
        }
    }
}
impl<'a, T: 'a + Copy> Extend<&'a T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        for x in iter {
            self.push_back(*x);
        }
    }
}
impl<T> From<Vec<T>> for VecDeque<T> {
    fn from(other: Vec<T>) -> Self {
        // So many values without a size as there are: places are added up.
        let capacity = if crate::mem::size_of::<T>() == 0 { other.len() } else { other.capacity() };
        let (buffer, len, _) = other.into_raw_parts();
        VecDeque { capacity, buffer, head: 0, len }
    }
}
impl<T> From<VecDeque<T>> for Vec<T> {
    fn from(other: VecDeque<T>) -> Vec<T> {
        let mut deque = other;
        deque.make_contiguous();
        let deque = crate::mem::ManuallyDrop::new(deque);
        unsafe {
            if deque.head != 0 {
                intrinsics::copy(deque.buffer.ahead(deque.head) as *const T, deque.buffer, deque.len);
                intrinsics::vacate(deque.buffer.ahead(deque.len), deque.capacity - deque.len);
            }
            Vec::from_raw_parts(deque.buffer, deque.len, deque.capacity)
        }
    }
}
impl<T, const N: usize> From<[T; N]> for VecDeque<T> {
    fn from(arr: [T; N]) -> Self {
        let mut deque = VecDeque::with_capacity(N);
        deque.extend(arr);
        deque
    }
}
impl<T: Clone> Clone for VecDeque<T> {
    fn clone(&self) -> Self {
        self.iter().cloned().collect()
    }
}
impl<T> Default for VecDeque<T> {
    fn default() -> VecDeque<T> {
        VecDeque::new()
    }
}
impl<T> Index<usize> for VecDeque<T> {
    type Output = T;
    #[track_caller]
    fn index(&self, index: usize) -> &T {
        self.get(index).expect("Out of bounds access")
    }
}
impl<T> IndexMut<usize> for VecDeque<T> {
    #[track_caller]
    fn index_mut(&mut self, index: usize) -> &mut T {
        self.get_mut(index).expect("Out of bounds access")
    }
}
impl<T: PartialEq> PartialEq for VecDeque<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}
macro_rules! deque_equality {
    ($([$($generics:tt)*] $Other:ty;)*) => {
        $(
            impl<T: PartialEq<U>, U, $($generics)*> PartialEq<$Other> for VecDeque<T> {
                fn eq(&self, other: &$Other) -> bool {
                    self.len == other.len() && self.iter().zip(other.iter()).all(|(a, b)| *a == *b)
                }
            }
        )*
    };
}
deque_equality! {
    [] Vec<U>;
    [] &[U];
    [] &mut [U];
    [const N: usize] [U; N];
    [const N: usize] &[U; N];
    [const N: usize] &mut [U; N];
}
impl<T: Eq> Eq for VecDeque<T> {}
impl<T: PartialOrd> PartialOrd for VecDeque<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}
impl<T: Ord> Ord for VecDeque<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}
impl<T: Hash> Hash for VecDeque<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len);
        for x in self {
            x.hash(state);
        }
    }
}
impl<T: fmt::Debug> fmt::Debug for VecDeque<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
impl<T: fmt::Debug> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (front, back) = self.deque.as_slices();
        let in_front = |at: usize| crate::cmp::min(at, front.len());
        let behind = |at: usize| at.saturating_sub(front.len());
        f.debug_tuple("Iter")
            .field(&&front[in_front(self.next)..in_front(self.end)])
            .field(&&back[behind(self.next)..behind(self.end)])
            .finish()
    }
}
impl<T: fmt::Debug> fmt::Debug for IntoIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IntoIter").field(&self.deque).finish()
    }
}
