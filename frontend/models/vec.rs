//! `std::vec`.
//!
//! Left out: allocators, in-place collection. Capacities grow to 4, 8, 16, ... as std's do for small elements.

use crate::borrow::{Borrow, BorrowMut, Cow};
use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::collections::TryReserveError;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::marker::PhantomData;
use crate::mem::ManuallyDrop;
use crate::ops::{Deref, DerefMut, Index, IndexMut, RangeBounds};
use crate::ptr::NonNull;
use crate::slice::{self, SliceIndex};

/// `vec_len` initialized elements in an allocation of `vec_capacity`; no allocation if that or the size
/// of an element is 0.
#[lang = "vec"]
pub struct Vec<T> {
    vec_capacity: usize,
    vec_pointer: *mut T,
    vec_len: usize,
}
unsafe impl<T: Send> Send for Vec<T> {}
unsafe impl<T: Sync> Sync for Vec<T> {}

/// Whether so many values need memory.
#[inline]
const fn has_memory<T>(count: usize) -> bool {
    count != 0 && crate::mem::size_of::<T>() != 0
}

/// Memory for `count` values; none, and a dangling pointer, if they need none.
pub(crate) unsafe fn allocate<T>(count: usize) -> *mut T {
    if !has_memory::<T>(count) {
        return crate::ptr::dangling_mut();
    }
    unsafe {
        if intrinsics::has_global_allocator() {
            return crate::alloc::ask(count);
        }
        intrinsics::alloc(count)
    }
}

/// What `allocate` gave for so many values: it is given back at the end, also when a destructor panics before that.
pub(crate) struct Room<T> {
    pub(crate) first: *mut T,
    pub(crate) capacity: usize,
}
impl<T> Drop for Room<T> {
    #[inline]
    fn drop(&mut self) {
        unsafe { release(self.first, self.capacity) }
    }
}

/// Gives back what `allocate` gave for `count` values.
#[inline]
pub(crate) unsafe fn release<T>(pointer: *mut T, count: usize) {
    if has_memory::<T>(count) {
        unsafe {
            let bytes = count * crate::mem::size_of::<T>();
            if intrinsics::has_global_allocator() {
                return crate::alloc::free_bytes(pointer as *mut (), bytes, crate::mem::align_of::<T>());
            }
            intrinsics::check_allocation(pointer, bytes, crate::mem::align_of::<T>());
            intrinsics::free(pointer)
        }
    }
}

/// The elements up to an old length were moved out, or dropped: states that differ in what is left of them are the
/// same.
#[inline]
fn vacate_behind<T>(vec: &mut Vec<T>, old_len: usize) {
    unsafe { intrinsics::vacate(vec.vec_pointer.ahead(vec.vec_len), old_len - vec.vec_len) }
}

/// A list of the models' own, for which the program's allocator is not asked.
pub(crate) struct OwnList<T> {
    own_pointer: *mut T,
    own_capacity: usize,
    own_len: usize,
}
impl<T: Copy> OwnList<T> {
    pub(crate) const fn new() -> OwnList<T> {
        OwnList { own_pointer: crate::ptr::null_mut(), own_capacity: 0, own_len: 0 }
    }
    pub(crate) fn push(&mut self, value: T) {
        unsafe {
            if self.own_len == self.own_capacity {
                let capacity = if self.own_capacity == 0 { 4 } else { 2 * self.own_capacity };
                let new = intrinsics::alloc(capacity);
                intrinsics::copy(self.own_pointer as *const T, new, self.own_len);
                if self.own_capacity != 0 {
                    intrinsics::free(self.own_pointer);
                }
                self.own_pointer = new;
                self.own_capacity = capacity;
            }
            intrinsics::write(self.own_pointer.ahead(self.own_len), value);
        }
        self.own_len += 1;
    }
    pub(crate) fn pop(&mut self) -> Option<T> {
        let last = self.own_len.checked_sub(1)?;
        let value = self.get(last);
        self.own_len = last;
        value
    }
    pub(crate) fn as_slice(&self) -> &[T] {
        match self.own_len {
            0 => &[],
            len => unsafe { crate::slice::from_raw_parts(self.own_pointer, len) },
        }
    }
    pub(crate) fn get(&self, index: usize) -> Option<T> {
        if index >= self.own_len {
            return None;
        }
        Some(unsafe { intrinsics::read(self.own_pointer.ahead(index)) })
    }
}
impl<T> Drop for OwnList<T> {
    fn drop(&mut self) {
        if self.own_capacity != 0 {
            unsafe { intrinsics::free(self.own_pointer) };
        }
    }
}

/// Moves the memory to an allocation of `capacity`: like std's `realloc` all of it that fits, as what lies
/// behind the elements may have been written through a pointer and be claimed by `set_len` later.
fn resize_allocation<T>(vec: &mut Vec<T>, capacity: usize) {
    unsafe {
        let old = vec.vec_pointer;
        if intrinsics::has_global_allocator() && has_memory::<T>(vec.vec_capacity) && has_memory::<T>(capacity) {
            vec.vec_pointer = crate::alloc::ask_again(old, vec.vec_capacity, capacity);
            vec.vec_capacity = capacity;
            return;
        }
        let new: *mut T = allocate(capacity);
        intrinsics::copy(old as *const T, new, crate::cmp::min(vec.vec_capacity, capacity));
        release(old, vec.vec_capacity);
        vec.vec_pointer = new;
        vec.vec_capacity = capacity;
    }
}

#[track_caller]
fn grow<T>(vec: &mut Vec<T>, needed: usize) {
    check_capacity::<T>(needed);
    let doubled = vec.vec_capacity * 2;
    let capacity = if doubled > needed { doubled } else { needed };
    let least = least_capacity::<T>();
    resize_allocation(vec, if capacity < least { least } else { capacity });
}
/// How much room is made for elements when there was none.
const fn least_capacity<T>() -> usize {
    match crate::mem::size_of::<T>() {
        1 => 8,
        2..=1024 => 4,
        _ => 1,
    }
}

/// No memory has more bytes than an `isize` can say.
#[track_caller]
pub(crate) fn check_capacity<T>(capacity: usize) {
    let size = crate::mem::size_of::<T>();
    if size != 0 && capacity > isize::MAX as usize / size {
        panic!("capacity overflow");
    }
}

#[track_caller]
fn index_failed(what: &str, relation: &str, index: usize, len: usize) -> ! {
    panic!("{} (is {}) should be {} len (is {})", what, index, relation, len)
}

impl<T> Vec<T> {
    #[inline]
    pub const fn new() -> Vec<T> {
        Vec { vec_pointer: crate::ptr::dangling_mut(), vec_capacity: 0, vec_len: 0 }
    }
    #[track_caller]
    pub fn with_capacity(capacity: usize) -> Vec<T> {
        if capacity == 0 || crate::mem::size_of::<T>() == 0 {
            return Vec::new();
        }
        check_capacity::<T>(capacity);
        Vec { vec_pointer: unsafe { allocate(capacity) }, vec_capacity: capacity, vec_len: 0 }
    }
    #[inline]
    pub const unsafe fn from_raw_parts(ptr: *mut T, length: usize, capacity: usize) -> Vec<T> {
        if length > capacity && crate::mem::size_of::<T>() != 0 {
            unsafe { intrinsics::undefined("a Vec of more elements than its capacity") };
        }
        Vec { vec_pointer: ptr, vec_capacity: capacity, vec_len: length }
    }
    #[inline]
    pub const fn capacity(&self) -> usize {
        if crate::mem::size_of::<T>() == 0 { usize::MAX } else { self.vec_capacity }
    }
    #[track_caller]
    pub fn reserve(&mut self, additional: usize) {
        let needed = self.vec_len.saturating_add(additional);
        if needed > self.vec_capacity {
            grow(self, needed);
        }
    }
    #[track_caller]
    pub fn reserve_exact(&mut self, additional: usize) {
        let needed = self.vec_len.saturating_add(additional);
        if needed > self.vec_capacity {
            check_capacity::<T>(needed);
            resize_allocation(self, needed);
        }
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        TryReserveError::check::<T>(self.vec_len, additional)?;
        self.reserve(additional);
        Ok(())
    }
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError> {
        TryReserveError::check::<T>(self.vec_len, additional)?;
        self.reserve_exact(additional);
        Ok(())
    }
    pub fn shrink_to_fit(&mut self) {
        if self.vec_capacity > self.vec_len {
            let len = self.vec_len;
            resize_allocation(self, len);
        }
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        let capacity = crate::cmp::max(self.vec_len, min_capacity);
        if capacity < self.vec_capacity {
            resize_allocation(self, capacity);
        }
    }
    pub fn into_boxed_slice(self) -> Box<[T]> {
        let mut vec = self;
        vec.shrink_to_fit();
        let vec = ManuallyDrop::new(vec);
        unsafe { Box::from_raw(crate::ptr::slice_from_raw_parts_mut(vec.vec_pointer, vec.vec_len)) }
    }
    pub fn truncate(&mut self, len: usize) {
        if len >= self.vec_len {
            return;
        }
        unsafe {
            let old_len = self.vec_len;
            let gone = crate::ptr::slice_from_raw_parts_mut(self.vec_pointer.ahead(len), old_len - len);
            self.vec_len = len;
            intrinsics::drop_in_place(gone);
            vacate_behind(self, old_len);
        }
    }
    #[inline]
    pub const fn as_slice(&self) -> &[T] {
        unsafe { slice::slice_at(self.vec_pointer, self.vec_len) }
    }
    #[inline]
    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        unsafe { slice::slice_at_mut(self.vec_pointer, self.vec_len) }
    }
    #[inline]
    pub const fn as_ptr(&self) -> *const T {
        self.vec_pointer
    }
    #[inline]
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self.vec_pointer
    }
    #[inline]
    pub unsafe fn set_len(&mut self, new_len: usize) {
        if new_len > self.capacity() {
            unsafe { intrinsics::undefined("set_len to more than the capacity") };
        }
        self.vec_len = new_len;
    }
    #[track_caller]
    pub fn swap_remove(&mut self, index: usize) -> T {
        let len = self.vec_len;
        if index >= len {
            index_failed("swap_remove index", "<", index, len);
        }
        self.as_mut_slice().swap(index, len - 1);
        self.vec_len = len - 1;
        let removed = unsafe { self.vec_pointer.ahead(len - 1).read() };
        vacate_behind(self, len);
        removed
    }
    #[track_caller]
    pub fn insert(&mut self, index: usize, element: T) {
        let len = self.vec_len;
        if index > len {
            index_failed("insertion index", "<=", index, len);
        }
        if len == self.vec_capacity {
            grow(self, len + 1);
        }
        unsafe {
            let slot = self.vec_pointer.ahead(index);
            intrinsics::copy(slot as *const T, slot.ahead(1), len - index);
            intrinsics::write(slot, element);
        }
        self.vec_len = len + 1;
    }
    #[track_caller]
    pub fn remove(&mut self, index: usize) -> T {
        let len = self.vec_len;
        if index >= len {
            index_failed("removal index", "<", index, len);
        }
        unsafe {
            let slot = self.vec_pointer.ahead(index);
            let removed = intrinsics::read(slot as *const T);
            intrinsics::copy(slot.ahead(1) as *const T, slot, len - index - 1);
            self.vec_len = len - 1;
            vacate_behind(self, len);
            removed
        }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        let mut f = f;
        self.retain_mut(|x| f(x));
    }
    pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F) {
        let mut f = f;
        compact(self, 0, |element, _| f(element));
    }
    pub fn dedup_by_key<F: FnMut(&mut T) -> K, K: PartialEq>(&mut self, key: F) {
        let mut key = key;
        self.dedup_by(|a, b| key(a) == key(b))
    }
    pub fn dedup_by<F: FnMut(&mut T, &mut T) -> bool>(&mut self, same_bucket: F) {
        let mut same_bucket = same_bucket;
        if self.vec_len > 1 {
            compact(self, 1, |element, behind_kept| unsafe { !same_bucket(element, &mut *behind_kept.sub(1)) });
        }
    }
    pub fn dedup(&mut self)
    where
        T: PartialEq,
    {
        self.dedup_by(|a, b| a == b)
    }
    #[inline]
    pub fn push(&mut self, value: T) {
        let len = self.vec_len;
        if len == self.vec_capacity {
            grow(self, len + 1);
        }
        unsafe { intrinsics::write(intrinsics::element(self.vec_pointer, len) as *mut T, value) };
        self.vec_len = len + 1;
    }
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        if self.vec_len == 0 {
            return None;
        }
        self.vec_len -= 1;
        let value = unsafe { intrinsics::read(intrinsics::element(self.vec_pointer, self.vec_len)) };
        vacate_behind(self, self.vec_len + 1);
        Some(value)
    }
    pub fn pop_if(&mut self, predicate: impl FnOnce(&mut T) -> bool) -> Option<T> {
        let last = self.last_mut()?;
        if predicate(last) { self.pop() } else { None }
    }
    pub fn append(&mut self, other: &mut Vec<T>) {
        self.reserve(other.vec_len);
        unsafe { intrinsics::copy(other.vec_pointer as *const T, self.vec_pointer.ahead(self.vec_len), other.vec_len) };
        self.vec_len += other.vec_len;
        let old_len = other.vec_len;
        other.vec_len = 0;
        vacate_behind(other, old_len);
    }
    #[track_caller]
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T> {
        let range = crate::ops::range_within(range, self.vec_len);
        let old_len = self.vec_len;
        self.vec_len = range.start;
        Drain { vec: self, next: range.start, end: range.end, tail: range.end, old_len, borrow: PhantomData }
    }
    #[inline]
    pub fn clear(&mut self) {
        self.truncate(0)
    }
    #[inline]
    pub const fn len(&self) -> usize {
        self.vec_len
    }
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.vec_len == 0
    }
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Vec<T> {
        let len = self.vec_len;
        if at > len {
            panic!("`at` split index (is {}) should be <= len (is {})", at, len);
        }
        let mut other = Vec::with_capacity(len - at);
        unsafe { intrinsics::copy(self.vec_pointer.ahead(at) as *const T, other.vec_pointer, len - at) };
        self.vec_len = at;
        other.vec_len = len - at;
        vacate_behind(self, len);
        other
    }
    pub fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, f: F) {
        let mut f = f;
        self.truncate(new_len);
        while self.vec_len < new_len {
            self.push(f());
        }
    }
    pub fn leak<'a>(self) -> &'a mut [T] {
        let vec = ManuallyDrop::new(self);
        unsafe { slice::slice_at_mut(vec.vec_pointer, vec.vec_len) }
    }
    pub fn resize(&mut self, new_len: usize, value: T)
    where
        T: Clone,
    {
        self.truncate(new_len);
        if self.vec_len < new_len {
            while self.vec_len + 1 < new_len {
                self.push(value.clone());
            }
            self.push(value);
        }
    }
    pub fn extend_from_slice(&mut self, other: &[T])
    where
        T: Clone,
    {
        self.reserve(other.len());
        for x in other {
            self.push(x.clone());
        }
    }
    pub fn extend_from_within<R: RangeBounds<usize>>(&mut self, src: R)
    where
        T: Clone,
    {
        let copy = self[crate::ops::range_within(src, self.vec_len)].to_vec();
        self.extend(copy);
    }
    #[track_caller]
    pub fn splice<R, I>(&mut self, range: R, replace_with: I) -> Splice<'_, I::IntoIter>
    where
        R: RangeBounds<usize>,
        I: IntoIterator<Item = T>,
    {
        let range = crate::ops::range_within(range, self.vec_len);
        let tail = self.split_off(range.end);
        let removed = self.split_off(range.start).into_iter();
        Splice { removed, split: Split { vec: self, tail }, replace_with: replace_with.into_iter() }
    }
}

/// Closes the gap in a vector between what was kept and what nobody has seen, also when something panics.
struct Compaction<'a, T> {
    vec: &'a mut Vec<T>,
    old_len: usize,
    seen: usize,
    kept: usize,
}
impl<T> Drop for Compaction<'_, T> {
    fn drop(&mut self) {
        let first = self.vec.vec_pointer;
        let left = self.old_len - self.seen;
        unsafe { intrinsics::copy(first.ahead(self.seen) as *const T, first.ahead(self.kept), left) };
        self.vec.vec_len = self.kept + left;
        vacate_behind(self.vec, self.old_len);
    }
}

/// Drops the elements from a position on that are not to be kept. `keep` is given the element, and the place behind
/// those that have been kept.
fn compact<T>(vec: &mut Vec<T>, start: usize, keep: impl FnMut(&mut T, *mut T) -> bool) {
    let mut keep = keep;
    let mut compaction = Compaction { old_len: vec.vec_len, seen: start, kept: start, vec };
    compaction.vec.vec_len = 0;
    while compaction.seen < compaction.old_len {
        let first = compaction.vec.vec_pointer;
        let (current, behind_kept) = unsafe { (first.ahead(compaction.seen), first.ahead(compaction.kept)) };
        let is_kept = keep(unsafe { &mut *current }, behind_kept);
        compaction.seen += 1;
        if is_kept {
            unsafe { intrinsics::copy(current as *const T, behind_kept, 1) };
            compaction.kept += 1;
        } else {
            unsafe { intrinsics::drop_in_place(current) };
        }
    }
}

/// Room is made as the iterator says when there is none, with an element at hand.
fn append_all<T, I: Iterator<Item = T>>(vec: &mut Vec<T>, iter: I) {
    let mut iter = iter;
    while let Some(x) = iter.next() {
        let len = vec.vec_len;
        if len == vec.vec_capacity {
            vec.reserve(iter.size_hint().0.saturating_add(1));
        }
        unsafe { intrinsics::write(intrinsics::element(vec.vec_pointer, len) as *mut T, x) };
        vec.vec_len = len + 1;
    }
}

/// `extend_from_slice` for elements that may be copied cell by cell.
pub(crate) fn append_copies<T: Copy>(vec: &mut Vec<T>, other: &[T]) {
    let len = vec.vec_len;
    let needed = len + other.len();
    if needed > vec.vec_capacity {
        grow(vec, needed);
    }
    unsafe { intrinsics::copy(other.as_ptr(), vec.vec_pointer.ahead(len), other.len()) };
    vec.vec_len = needed;
}

#[doc(hidden)]
pub fn from_elem<T: Clone>(elem: T, n: usize) -> Vec<T> {
    let mut vec = Vec::with_capacity(n);
    if n == 0 {
        return vec;
    }
    let mut left = n;
    while left > 1 {
        vec.push(elem.clone());
        left -= 1;
    }
    vec.push(elem);
    vec
}

#[doc(hidden)]
pub fn from_array<T, const N: usize>(array: [T; N]) -> Vec<T> {
    let array = ManuallyDrop::new(array);
    let mut vec = Vec::with_capacity(N);
    unsafe { intrinsics::copy(&raw const *array as *const T, vec.vec_pointer, N) };
    vec.vec_len = N;
    vec
}

impl<T> Drop for Vec<T> {
    fn drop(&mut self) {
        unsafe {
            if !crate::mem::needs_drop::<T>() {
                return release(self.vec_pointer, self.vec_capacity);
            }
            let _room = Room { first: self.vec_pointer, capacity: self.vec_capacity };
            intrinsics::drop_in_place(crate::ptr::slice_from_raw_parts_mut(self.vec_pointer, self.vec_len));
        }
    }
}
impl<T> Deref for Vec<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}
impl<T> DerefMut for Vec<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        self.as_mut_slice()
    }
}
impl<T, I: SliceIndex<[T]>> Index<I> for Vec<T> {
    type Output = I::Output;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self.as_slice())
    }
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for Vec<T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self.as_mut_slice())
    }
}
impl<T: Clone> Clone for Vec<T> {
    fn clone(&self) -> Vec<T> {
        self.as_slice().to_vec()
    }
    fn clone_from(&mut self, source: &Vec<T>) {
        self.truncate(source.len());
        let (reused, rest) = source.split_at(self.len());
        self.clone_from_slice(reused);
        self.extend_from_slice(rest);
    }
}
impl<T> Default for Vec<T> {
    #[inline]
    fn default() -> Vec<T> {
        Vec::new()
    }
}
impl<T: Hash> Hash for Vec<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(self.as_slice(), state)
    }
}
impl<T: fmt::Debug> fmt::Debug for Vec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_slice(), f)
    }
}
impl<T: Eq> Eq for Vec<T> {}
impl<T: PartialOrd> PartialOrd for Vec<T> {
    fn partial_cmp(&self, other: &Vec<T>) -> Option<Ordering> {
        PartialOrd::partial_cmp(self.as_slice(), other.as_slice())
    }
}
impl<T: Ord> Ord for Vec<T> {
    fn cmp(&self, other: &Vec<T>) -> Ordering {
        Ord::cmp(self.as_slice(), other.as_slice())
    }
}

macro_rules! vec_equality {
    ($([$($generics:tt)*] $a:ty, $b:ty;)*) => {
        $(
            impl<T: PartialEq<U>, U, $($generics)*> PartialEq<$b> for $a {
                #[inline]
                fn eq(&self, other: &$b) -> bool {
                    self[..] == other[..]
                }
            }
        )*
    };
}
vec_equality! {
    [] Vec<T>, Vec<U>;
    [] Vec<T>, &[U];
    [] Vec<T>, &mut [U];
    [] &[T], Vec<U>;
    [] &mut [T], Vec<U>;
    [] Vec<T>, [U];
    [] [T], Vec<U>;
    [const N: usize] Vec<T>, [U; N];
    [const N: usize] Vec<T>, &[U; N];
}

impl<T> AsRef<Vec<T>> for Vec<T> {
    fn as_ref(&self) -> &Vec<T> {
        self
    }
}
impl<T> AsMut<Vec<T>> for Vec<T> {
    fn as_mut(&mut self) -> &mut Vec<T> {
        self
    }
}
impl<T> AsRef<[T]> for Vec<T> {
    #[inline]
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T> AsMut<[T]> for Vec<T> {
    #[inline]
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}
impl<T> Borrow<[T]> for Vec<T> {
    #[inline]
    fn borrow(&self) -> &[T] {
        self
    }
}
impl<T> BorrowMut<[T]> for Vec<T> {
    #[inline]
    fn borrow_mut(&mut self) -> &mut [T] {
        self
    }
}
impl<T: Clone> From<&[T]> for Vec<T> {
    fn from(s: &[T]) -> Vec<T> {
        s.to_vec()
    }
}
impl<T: Clone> From<&mut [T]> for Vec<T> {
    fn from(s: &mut [T]) -> Vec<T> {
        s.to_vec()
    }
}
impl<T, const N: usize> From<[T; N]> for Vec<T> {
    fn from(s: [T; N]) -> Vec<T> {
        from_array(s)
    }
}
impl<T: Clone, const N: usize> From<&[T; N]> for Vec<T> {
    fn from(s: &[T; N]) -> Vec<T> {
        s.as_slice().to_vec()
    }
}
impl<T> From<Box<[T]>> for Vec<T> {
    fn from(s: Box<[T]>) -> Vec<T> {
        s.into_vec()
    }
}
impl<'a, T: Clone> From<Cow<'a, [T]>> for Vec<T> {
    fn from(s: Cow<'a, [T]>) -> Vec<T> {
        s.into_owned()
    }
}
impl From<&str> for Vec<u8> {
    fn from(s: &str) -> Vec<u8> {
        s.as_bytes().to_vec()
    }
}
impl<T, const N: usize> TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;
    fn try_from(vec: Vec<T>) -> Result<[T; N], Vec<T>> {
        if vec.len() != N {
            return Err(vec);
        }
        let mut vec = vec;
        vec.vec_len = 0;
        Ok(unsafe { intrinsics::read(vec.vec_pointer as *const [T; N]) })
    }
}
impl<T> FromIterator<T> for Vec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Vec<T> {
        let mut iter = iter.into_iter();
        let Some(first) = iter.next() else {
            return Vec::new();
        };
        let (lower, upper) = iter.size_hint();
        let needed = lower.saturating_add(1);
        // std makes room for a few where it does not know better.
        let least = if upper == Some(lower) { 0 } else { least_capacity::<T>() };
        let mut vec = Vec::with_capacity(crate::cmp::max(needed, least));
        vec.push(first);
        append_all(&mut vec, iter);
        vec
    }
}
impl<T> Extend<T> for Vec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        append_all(self, iter.into_iter())
    }
}
impl<'a, T: Copy + 'a> Extend<&'a T> for Vec<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        append_all(self, iter.into_iter().copied())
    }
}
impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> slice::Iter<'a, T> {
        self.as_slice().iter()
    }
}
impl<'a, T> IntoIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;
    #[inline]
    fn into_iter(self) -> slice::IterMut<'a, T> {
        self.as_mut_slice().iter_mut()
    }
}
impl<T> IntoIterator for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    #[inline]
    fn into_iter(self) -> IntoIter<T> {
        let vec = ManuallyDrop::new(self);
        let buffer = unsafe { NonNull::new_unchecked(vec.vec_pointer) };
        IntoIter { buffer, capacity: vec.vec_capacity, next: 0, end: vec.vec_len }
    }
}

/// Elements `next..end` are still in the buffer.
pub struct IntoIter<T> {
    buffer: NonNull<T>,
    capacity: usize,
    next: usize,
    end: usize,
}
unsafe impl<T: Send> Send for IntoIter<T> {}
unsafe impl<T: Sync> Sync for IntoIter<T> {}

impl<T> IntoIter<T> {
    pub fn as_slice(&self) -> &[T] {
        unsafe { slice::slice_at(self.buffer.as_ptr().ahead(self.next), self.end - self.next) }
    }
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        unsafe { slice::slice_at_mut(self.buffer.as_ptr().ahead(self.next), self.end - self.next) }
    }
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        let i = self.next;
        if i == self.end {
            return None;
        }
        self.next = i + 1;
        Some(unsafe { intrinsics::read(intrinsics::element(self.buffer.as_ptr(), i)) })
    }
    /// Those passed over are dropped together: if one panics, the others still are.
    fn nth(&mut self, n: usize) -> Option<T> {
        let passed = n.min(self.end - self.next);
        let first = unsafe { self.buffer.as_ptr().ahead(self.next) };
        self.next += passed;
        unsafe { intrinsics::drop_in_place(crate::ptr::slice_from_raw_parts_mut(first, passed)) };
        self.next()
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.end - self.next;
        (len, Some(len))
    }
}
impl<T> DoubleEndedIterator for IntoIter<T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(unsafe { intrinsics::read(intrinsics::element(self.buffer.as_ptr(), self.end)) })
    }
    fn nth_back(&mut self, n: usize) -> Option<T> {
        let passed = n.min(self.end - self.next);
        self.end -= passed;
        unsafe {
            let first = self.buffer.as_ptr().ahead(self.end);
            intrinsics::drop_in_place(crate::ptr::slice_from_raw_parts_mut(first, passed));
        }
        self.next_back()
    }
}
impl<T> Default for IntoIter<T> {
    fn default() -> Self {
        Vec::new().into_iter()
    }
}
impl<T> ExactSizeIterator for IntoIter<T> {}
impl<T> FusedIterator for IntoIter<T> {}
impl<T> Drop for IntoIter<T> {
    fn drop(&mut self) {
        unsafe {
            if !crate::mem::needs_drop::<T>() {
                return release(self.buffer.as_ptr(), self.capacity);
            }
            let _room = Room { first: self.buffer.as_ptr(), capacity: self.capacity };
            intrinsics::drop_in_place(self.as_mut_slice());
        }
    }
}
impl<T: Clone> Clone for IntoIter<T> {
    fn clone(&self) -> Self {
        self.as_slice().to_vec().into_iter()
    }
}
impl<T: fmt::Debug> fmt::Debug for IntoIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IntoIter").field(&self.as_slice()).finish()
    }
}

/// Elements `next..end` are still to be given out; those from `tail` on move down at the end.
#[lang = "never_zero"]
pub struct Drain<'a, T: 'a> {
    vec: *mut Vec<T>,
    next: usize,
    end: usize,
    tail: usize,
    old_len: usize,
    borrow: PhantomData<&'a mut Vec<T>>,
}
unsafe impl<T: Send> Send for Drain<'_, T> {}
unsafe impl<T: Sync> Sync for Drain<'_, T> {}

impl<T> Drain<'_, T> {
    pub fn as_slice(&self) -> &[T] {
        unsafe { slice::slice_at((*self.vec).vec_pointer.ahead(self.next), self.end - self.next) }
    }
}
impl<T> Iterator for Drain<'_, T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        if self.next == self.end {
            return None;
        }
        let i = self.next;
        self.next = i + 1;
        Some(unsafe { (*self.vec).vec_pointer.ahead(i).read() })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.end - self.next;
        (len, Some(len))
    }
}
impl<T> DoubleEndedIterator for Drain<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(unsafe { (*self.vec).vec_pointer.ahead(self.end).read() })
    }
}
impl<T> ExactSizeIterator for Drain<'_, T> {}
impl<T> FusedIterator for Drain<'_, T> {}
impl<T> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        unsafe {
            let first = (*self.vec).vec_pointer;
            let left = crate::ptr::slice_from_raw_parts_mut(first.ahead(self.next), self.end - self.next);
            // Also when a destructor panics.
            let _compaction = Compaction {
                kept: (*self.vec).vec_len,
                seen: self.tail,
                old_len: self.old_len,
                vec: &mut *self.vec,
            };
            intrinsics::drop_in_place(left);
        }
    }
}
impl<T: fmt::Debug> fmt::Debug for Drain<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Drain").field(&self.as_slice()).finish()
    }
}

impl<T> Vec<T> {
    pub fn push_mut(&mut self, value: T) -> &mut T {
        self.push(value);
        let last = self.len() - 1;
        &mut self[last]
    }
    pub fn insert_mut(&mut self, index: usize, element: T) -> &mut T {
        self.insert(index, element);
        &mut self[index]
    }
    pub fn spare_capacity_mut(&mut self) -> &mut [crate::mem::MaybeUninit<T>] {
        let (len, capacity) = (self.len(), self.capacity());
        unsafe {
            let spare = self.as_mut_ptr().ahead(len) as *mut crate::mem::MaybeUninit<T>;
            slice::slice_at_mut(spare, capacity - len)
        }
    }
    #[track_caller]
    pub fn extract_if<R, F>(&mut self, range: R, filter: F) -> ExtractIf<'_, T, F>
    where
        R: RangeBounds<usize>,
        F: FnMut(&mut T) -> bool,
    {
        let range = crate::ops::range_within(range, self.len());
        ExtractIf { rest: range, vec: self, filter }
    }
    pub fn into_raw_parts(self) -> (*mut T, usize, usize) {
        let mut vec = ManuallyDrop::new(self);
        (vec.as_mut_ptr(), vec.len(), vec.capacity())
    }
}

/// Takes out what matches, one by one as it is asked for; what nobody asks for stays.
pub struct ExtractIf<'a, T, F> {
    vec: &'a mut Vec<T>,
    rest: crate::ops::Range<usize>,
    filter: F,
}
impl<T, F: FnMut(&mut T) -> bool> Iterator for ExtractIf<'_, T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        extract_next(self.vec, &mut self.rest, &mut self.filter)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.rest.end - self.rest.start))
    }
}

/// Takes out the next element of a part that matches; `rest` is the part that is still to be looked at.
pub(crate) fn extract_next<T, F>(vec: &mut Vec<T>, rest: &mut crate::ops::Range<usize>, filter: F) -> Option<T>
where
    F: FnMut(&mut T) -> bool,
{
    let mut filter = filter;
    while rest.start < rest.end {
        let at = rest.start;
        rest.start += 1;
        if filter(&mut vec[at]) {
            rest.start = at;
            rest.end -= 1;
            return Some(vec.remove(at));
        }
    }
    None
}

/// The elements taken out; when it goes, the new ones take their place.
pub struct Splice<'a, I: Iterator + 'a> {
    removed: IntoIter<I::Item>,
    split: Split<'a, I::Item>,
    replace_with: I,
}
/// A vector whose tail comes back, also when something panics.
struct Split<'a, T> {
    vec: &'a mut Vec<T>,
    tail: Vec<T>,
}
impl<T> Drop for Split<'_, T> {
    fn drop(&mut self) {
        self.vec.append(&mut self.tail);
    }
}
impl<I: Iterator> Iterator for Splice<'_, I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.removed.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.removed.size_hint()
    }
}
impl<I: Iterator> DoubleEndedIterator for Splice<'_, I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.removed.next_back()
    }
}
impl<I: Iterator> ExactSizeIterator for Splice<'_, I> {}
impl<I: Iterator> Drop for Splice<'_, I> {
    fn drop(&mut self) {
        while let Some(element) = self.removed.next() {
            drop(element);
        }
        while let Some(element) = self.replace_with.next() {
            self.split.vec.push(element);
        }
    }
}
impl<T, const N: usize> Vec<[T; N]> {
    pub fn into_flattened(self) -> Vec<T> {
        let mut flat = Vec::with_capacity(self.len() * N);
        for array in self {
            flat.extend(array);
        }
        flat
    }
}
impl<T: Clone, const N: usize> From<&mut [T; N]> for Vec<T> {
    fn from(s: &mut [T; N]) -> Vec<T> {
        s.to_vec()
    }
}
