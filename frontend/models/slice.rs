//! `std::slice`: the methods and traits of slices; sorting stands in `slice/sort.rs`, the iterators in
//! `slice/iter.rs`.
//!
//! Left out: SIMD views, `split_once`,
//! `Pattern`-like slice patterns. Capacities and allocation order differ from std.

use crate::borrow::{Borrow, ToOwned};
use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::ops::{Bound, Index, IndexMut, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::string::String;
use crate::vec::Vec;

mod iter;
mod sort;
pub use iter::{
    ArrayWindows, ChunkBy, ChunkByMut, Chunks, ChunksExact, ChunksExactMut, ChunksMut, EscapeAscii, Iter, IterMut,
    RChunks, RChunksExact, RChunksExactMut, RChunksMut, RSplit, RSplitMut, RSplitN, RSplitNMut, Split, SplitInclusive,
    SplitInclusiveMut, SplitMut, SplitN, SplitNMut, Windows,
};

#[inline]
pub const unsafe fn from_raw_parts<'a, T>(data: *const T, len: usize) -> &'a [T] {
    unsafe {
        intrinsics::check_reference(crate::ptr::slice_from_raw_parts(data, len));
        slice_at(data, len)
    }
}
#[inline]
pub const unsafe fn from_raw_parts_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T] {
    unsafe {
        intrinsics::check_reference_mut(crate::ptr::slice_from_raw_parts(data as *const T, len));
        slice_at_mut(data, len)
    }
}
/// A slice of elements that are known to be there.
#[inline]
pub(crate) const unsafe fn slice_at<'a, T>(data: *const T, len: usize) -> &'a [T] {
    unsafe { &*intrinsics::slice_from_raw(data, len) }
}
#[inline]
pub(crate) const unsafe fn slice_at_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T] {
    unsafe { &mut *(intrinsics::slice_from_raw(data, len) as *mut [T]) }
}
#[inline]
pub const fn from_ref<T>(s: &T) -> &[T] {
    unsafe { slice_at(s, 1) }
}
#[inline]
pub const fn from_mut<T>(s: &mut T) -> &mut [T] {
    unsafe { slice_at_mut(s, 1) }
}

/// Panics as slicing does unless `start <= end <= len`.
#[inline]
#[track_caller]
pub(crate) const fn check_range(start: usize, end: usize, len: usize) {
    if start > end || end > len {
        range_failed(start, end, len);
    }
}

#[track_caller]
const fn range_failed(start: usize, end: usize, len: usize) -> ! {
    if start > len {
        panic!("range start index {} out of range for slice of length {}", start, len)
    }
    if end > len {
        panic!("range end index {} out of range for slice of length {}", end, len)
    }
    panic!("slice index starts at {} but ends at {}", start, end)
}

/// An inclusive range as one of a slice of `len` elements; panics if its last element is not there.
#[track_caller]
fn inclusive(start: usize, end: usize, exhausted: bool, len: usize) -> Range<usize> {
    if end >= len && start <= len {
        panic!("range end index {} out of range for slice of length {}", end, len);
    }
    Range { start: if exhausted { end + 1 } else { start }, end: end.wrapping_add(1) }
}

/// What a slice can be indexed with.
pub trait SliceIndex<T: ?Sized> {
    type Output: ?Sized;
    fn get(self, slice: &T) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut T) -> Option<&mut Self::Output>;
    fn index(self, slice: &T) -> &Self::Output;
    fn index_mut(self, slice: &mut T) -> &mut Self::Output;
}

impl<T> SliceIndex<[T]> for usize {
    type Output = T;
    #[inline]
    fn get(self, slice: &[T]) -> Option<&T> {
        if self < slice.len() { Some(&slice[self]) } else { None }
    }
    #[inline]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        if self < slice.len() { Some(&mut slice[self]) } else { None }
    }
    #[inline]
    #[track_caller]
    fn index(self, slice: &[T]) -> &T {
        &slice[self]
    }
    #[inline]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut T {
        &mut slice[self]
    }
}

impl<T> SliceIndex<[T]> for Range<usize> {
    type Output = [T];
    #[inline]
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.start > self.end || self.end > slice.len() {
            return None;
        }
        Some(unsafe { slice_at(slice.as_ptr().ahead(self.start), self.end - self.start) })
    }
    #[inline]
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.start > self.end || self.end > slice.len() {
            return None;
        }
        Some(unsafe { slice_at_mut(slice.as_mut_ptr().ahead(self.start), self.end - self.start) })
    }
    #[inline]
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        check_range(self.start, self.end, slice.len());
        unsafe { slice_at(slice.as_ptr().ahead(self.start), self.end - self.start) }
    }
    #[inline]
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        check_range(self.start, self.end, slice.len());
        unsafe { slice_at_mut(slice.as_mut_ptr().ahead(self.start), self.end - self.start) }
    }
}

/// The other ranges are turned into a `Range` of this slice.
macro_rules! slice_index_by_range {
    ($($Range:ty, $range:ident, $len:ident => $as_range:expr;)*) => {
        $(
            impl<T> SliceIndex<[T]> for $Range {
                type Output = [T];
                fn get(self, slice: &[T]) -> Option<&[T]> {
                    let range = crate::ops::try_range_within(self, slice.len())?;
                    range.get(slice)
                }
                fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
                    let range = crate::ops::try_range_within(self, slice.len())?;
                    range.get_mut(slice)
                }
                #[track_caller]
                fn index(self, slice: &[T]) -> &[T] {
                    let ($range, $len) = (self, slice.len());
                    let as_range: Range<usize> = $as_range;
                    SliceIndex::index(as_range, slice)
                }
                #[track_caller]
                fn index_mut(self, slice: &mut [T]) -> &mut [T] {
                    let ($range, $len) = (self, slice.len());
                    let as_range: Range<usize> = $as_range;
                    SliceIndex::index_mut(as_range, slice)
                }
            }
        )*
    };
}
slice_index_by_range! {
    RangeTo<usize>, range, _len => Range { start: 0, end: range.end };
    RangeFrom<usize>, range, len => Range { start: range.start, end: if range.start > len { range.start } else { len } };
    RangeFull, _range, len => Range { start: 0, end: len };
    RangeInclusive<usize>, range, len => inclusive(range.start, range.end, range.exhausted, len);
    RangeToInclusive<usize>, range, len => inclusive(0, range.end, false, len);
    (Bound<usize>, Bound<usize>), range, len => crate::ops::range_within(range, len);
}

impl<T, I: SliceIndex<[T]>> Index<I> for [T] {
    type Output = I::Output;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for [T] {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

impl<T> [T] {
    #[inline]
    pub const fn len(&self) -> usize {
        unsafe { intrinsics::slice_len(self) }
    }
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub unsafe fn align_to<U>(&self) -> (&[T], &[U], &[T]) {
        unsafe {
            let (before, count) = aligned_part::<T, U>(self.as_ptr(), self.len());
            let middle = intrinsics::view_as::<T, U>(self.as_ptr().ahead(before));
            let after = before + count * crate::mem::size_of::<U>() / crate::mem::size_of::<T>();
            (&self[..before], slice_at(middle, count), &self[after..])
        }
    }
    pub unsafe fn align_to_mut<U>(&mut self) -> (&mut [T], &mut [U], &mut [T]) {
        unsafe {
            let (start, len) = (self.as_mut_ptr(), self.len());
            let (before, count) = aligned_part::<T, U>(start, len);
            let middle = intrinsics::view_as::<T, U>(start.ahead(before)) as *mut U;
            let after = before + count * crate::mem::size_of::<U>() / crate::mem::size_of::<T>();
            let rest = slice_at_mut(start.ahead(after), len - after);
            (slice_at_mut(start, before), slice_at_mut(middle, count), rest)
        }
    }
    #[inline]
    pub const fn as_ptr(&self) -> *const T {
        unsafe { intrinsics::slice_pointer(self) }
    }
    #[inline]
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        unsafe { intrinsics::slice_pointer(self) as *mut T }
    }
    pub fn as_ptr_range(&self) -> Range<*const T> {
        let start = self.as_ptr();
        Range { start, end: unsafe { start.ahead(self.len()) } }
    }
    #[inline]
    pub const fn first(&self) -> Option<&T> {
        if self.len() == 0 { None } else { Some(&self[0]) }
    }
    #[inline]
    pub const fn first_mut(&mut self) -> Option<&mut T> {
        if self.len() == 0 { None } else { Some(&mut self[0]) }
    }
    #[inline]
    pub const fn last(&self) -> Option<&T> {
        let len = self.len();
        if len == 0 { None } else { Some(&self[len - 1]) }
    }
    #[inline]
    pub const fn last_mut(&mut self) -> Option<&mut T> {
        let len = self.len();
        if len == 0 { None } else { Some(&mut self[len - 1]) }
    }
    pub fn split_first(&self) -> Option<(&T, &[T])> {
        if self.is_empty() { None } else { Some((&self[0], &self[1..])) }
    }
    pub fn split_last(&self) -> Option<(&T, &[T])> {
        let len = self.len();
        if len == 0 { None } else { Some((&self[len - 1], &self[..len - 1])) }
    }
    pub fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        if self.is_empty() {
            return None;
        }
        let (first, rest) = self.split_at_mut(1);
        Some((&mut first[0], rest))
    }
    pub fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let len = self.len();
        if len == 0 {
            return None;
        }
        let (rest, last) = self.split_at_mut(len - 1);
        Some((&mut last[0], rest))
    }
    pub fn first_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() < N { None } else { Some(unsafe { &*(self.as_ptr() as *const [T; N]) }) }
    }
    #[inline]
    pub fn get<I: SliceIndex<[T]>>(&self, index: I) -> Option<&I::Output> {
        index.get(self)
    }
    #[inline]
    pub fn get_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> Option<&mut I::Output> {
        index.get_mut(self)
    }
    #[inline]
    pub unsafe fn get_unchecked<I: SliceIndex<[T]>>(&self, index: I) -> &I::Output {
        match index.get(self) {
            Some(found) => found,
            None => unsafe { intrinsics::undefined("get_unchecked of what is not in the slice") },
        }
    }
    #[inline]
    pub unsafe fn get_unchecked_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> &mut I::Output {
        match index.get_mut(self) {
            Some(found) => found,
            None => unsafe { intrinsics::undefined("get_unchecked_mut of what is not in the slice") },
        }
    }
    #[inline]
    #[track_caller]
    pub const fn swap(&mut self, a: usize, b: usize) {
        let x = &raw mut self[a];
        let y = &raw mut self[b];
        unsafe { crate::ptr::swap(x, y) }
    }
    pub fn reverse(&mut self) {
        let len = self.len();
        let mut i = 0;
        while i < len / 2 {
            self.swap(i, len - 1 - i);
            i += 1;
        }
    }
    #[inline]
    pub const fn iter(&self) -> Iter<'_, T> {
        Iter::new(self)
    }
    #[inline]
    pub const fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(self)
    }
    #[track_caller]
    pub fn windows(&self, size: usize) -> Windows<'_, T> {
        assert!(size != 0, "window size must be non-zero");
        Windows::new(self, size)
    }
    #[track_caller]
    pub fn chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        Chunks::new(self, chunk_size)
    }
    #[track_caller]
    pub fn chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        ChunksMut::new(self, chunk_size)
    }
    #[track_caller]
    pub fn chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        ChunksExact::new(self, chunk_size)
    }
    #[track_caller]
    pub fn chunks_exact_mut(&mut self, chunk_size: usize) -> ChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        ChunksExactMut::new(self, chunk_size)
    }
    #[track_caller]
    pub fn rchunks(&self, chunk_size: usize) -> RChunks<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunks::new(self, chunk_size)
    }
    #[track_caller]
    pub fn rchunks_mut(&mut self, chunk_size: usize) -> RChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunksMut::new(self, chunk_size)
    }
    #[track_caller]
    pub fn rchunks_exact(&self, chunk_size: usize) -> RChunksExact<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunksExact::new(self, chunk_size)
    }
    pub fn chunk_by_mut<F: FnMut(&T, &T) -> bool>(&mut self, pred: F) -> ChunkByMut<'_, T, F> {
        ChunkByMut::new(self, pred)
    }
    pub fn split_inclusive<F: FnMut(&T) -> bool>(&self, pred: F) -> SplitInclusive<'_, T, F> {
        SplitInclusive::new(self, pred)
    }
    pub fn split_inclusive_mut<F: FnMut(&T) -> bool>(&mut self, pred: F) -> SplitInclusiveMut<'_, T, F> {
        SplitInclusiveMut::new(self, pred)
    }
    pub fn rsplitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> RSplitN<'_, T, F> {
        RSplitN::new(self, n, pred)
    }
    pub fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
        let (front, back) = self.split_at_checked(N)?;
        Some((unsafe { &*(front.as_ptr() as *const [T; N]) }, back))
    }
    pub fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])> {
        let (front, back) = self.split_at_checked(self.len().checked_sub(N)?)?;
        Some((front, unsafe { &*(back.as_ptr() as *const [T; N]) }))
    }
    pub fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        let (_, last) = self.split_last_chunk::<N>()?;
        Some(last)
    }
    pub fn first_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() < N { None } else { Some(unsafe { &mut *(self.as_mut_ptr() as *mut [T; N]) }) }
    }
    pub fn last_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        let start = self.len().checked_sub(N)?;
        Some(unsafe { &mut *(self.as_mut_ptr().ahead(start) as *mut [T; N]) })
    }
    pub fn split_off<'a, R: OneSided>(self: &mut &'a Self, range: R) -> Option<&'a Self> {
        let (front, at) = range.cut();
        let (first, rest) = self.split_at_checked(at?)?;
        let (taken, left) = if front { (first, rest) } else { (rest, first) };
        *self = left;
        Some(taken)
    }
    pub fn split_off_mut<'a, R: OneSided>(self: &mut &'a mut Self, range: R) -> Option<&'a mut Self> {
        let (front, at) = range.cut();
        let at = at?;
        if at > self.len() {
            return None;
        }
        let (first, rest) = crate::mem::take(self).split_at_mut(at);
        let (taken, left) = if front { (first, rest) } else { (rest, first) };
        *self = left;
        Some(taken)
    }
    pub fn split_off_first_mut<'a>(self: &mut &'a mut Self) -> Option<&'a mut T> {
        let (first, rest) = crate::mem::take(self).split_first_mut()?;
        *self = rest;
        Some(first)
    }
    pub fn split_off_last_mut<'a>(self: &mut &'a mut Self) -> Option<&'a mut T> {
        let (last, rest) = crate::mem::take(self).split_last_mut()?;
        *self = rest;
        Some(last)
    }
    pub fn split_off_first<'a>(self: &mut &'a Self) -> Option<&'a T> {
        let (first, rest) = self.split_first()?;
        *self = rest;
        Some(first)
    }
    pub fn split_off_last<'a>(self: &mut &'a Self) -> Option<&'a T> {
        let (last, rest) = self.split_last()?;
        *self = rest;
        Some(last)
    }
    pub unsafe fn split_at_unchecked(&self, mid: usize) -> (&[T], &[T]) {
        match self.split_at_checked(mid) {
            Some(pair) => pair,
            None => unsafe { crate::intrinsics::undefined("split_at_unchecked past the end of the slice") },
        }
    }
    pub unsafe fn split_at_mut_unchecked(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        match self.split_at_mut_checked(mid) {
            Some(pair) => pair,
            None => unsafe { crate::intrinsics::undefined("split_at_mut_unchecked past the end of the slice") },
        }
    }
    pub fn as_mut_ptr_range(&mut self) -> Range<*mut T> {
        let start = self.as_mut_ptr();
        start..unsafe { start.ahead(self.len()) }
    }
    pub fn as_array<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() == N { self.first_chunk::<N>() } else { None }
    }
    pub fn as_mut_array<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() == N { self.first_chunk_mut::<N>() } else { None }
    }
    pub fn chunk_by<F: FnMut(&T, &T) -> bool>(&self, pred: F) -> ChunkBy<'_, T, F> {
        ChunkBy::new(self, pred)
    }
    #[track_caller]
    pub fn split_at(&self, mid: usize) -> (&[T], &[T]) {
        match self.split_at_checked(mid) {
            Some(pair) => pair,
            None => panic!("mid > len"),
        }
    }
    #[track_caller]
    pub fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        match self.split_at_mut_checked(mid) {
            Some(pair) => pair,
            None => panic!("mid > len"),
        }
    }
    pub fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])> {
        let len = self.len();
        if mid > len {
            return None;
        }
        let first = self.as_ptr();
        unsafe { Some((slice_at(first, mid), slice_at(first.ahead(mid), len - mid))) }
    }
    pub fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut [T], &mut [T])> {
        let len = self.len();
        if mid > len {
            return None;
        }
        let first = self.as_mut_ptr();
        unsafe { Some((slice_at_mut(first, mid), slice_at_mut(first.ahead(mid), len - mid))) }
    }
    pub fn split<F: FnMut(&T) -> bool>(&self, pred: F) -> Split<'_, T, F> {
        Split::new(self, pred)
    }
    pub fn split_mut<F: FnMut(&T) -> bool>(&mut self, pred: F) -> SplitMut<'_, T, F> {
        SplitMut::new(self, pred)
    }
    pub fn rsplit<F: FnMut(&T) -> bool>(&self, pred: F) -> RSplit<'_, T, F> {
        RSplit::new(self, pred)
    }
    pub fn splitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> SplitN<'_, T, F> {
        SplitN::new(self, n, pred)
    }
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        for item in self {
            if *item == *x {
                return true;
            }
        }
        false
    }
    pub fn starts_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let n = needle.len();
        self.len() >= n && *needle == self[..n]
    }
    pub fn ends_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let (m, n) = (self.len(), needle.len());
        m >= n && *needle == self[m - n..]
    }
    pub fn strip_prefix(&self, prefix: &[T]) -> Option<&[T]>
    where
        T: PartialEq,
    {
        if self.starts_with(prefix) { Some(&self[prefix.len()..]) } else { None }
    }
    pub fn strip_suffix(&self, suffix: &[T]) -> Option<&[T]>
    where
        T: PartialEq,
    {
        if self.ends_with(suffix) { Some(&self[..self.len() - suffix.len()]) } else { None }
    }
    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        self.binary_search_by(|p| p.cmp(x))
    }
    pub fn binary_search_by<'a, F>(&'a self, f: F) -> Result<usize, usize>
    where
        F: FnMut(&'a T) -> Ordering,
    {
        let mut f = f;
        let mut size = self.len();
        if size == 0 {
            return Err(0);
        }
        // The same probes as std's, so that the same one of equal elements is found.
        let mut base = 0;
        while size > 1 {
            let half = size / 2;
            let mid = base + half;
            if f(&self[mid]) != Ordering::Greater {
                base = mid;
            }
            size -= half;
        }
        match f(&self[base]) {
            Ordering::Equal => Ok(base),
            Ordering::Less => Err(base + 1),
            Ordering::Greater => Err(base),
        }
    }
    pub fn binary_search_by_key<'a, B, F>(&'a self, b: &B, f: F) -> Result<usize, usize>
    where
        F: FnMut(&'a T) -> B,
        B: Ord,
    {
        let mut f = f;
        self.binary_search_by(|k| f(k).cmp(b))
    }
    pub fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize {
        let mut pred = pred;
        self.binary_search_by(|x| if pred(x) { Ordering::Less } else { Ordering::Greater })
            .unwrap_or_else(|at| at)
    }
    pub fn sort(&mut self)
    where
        T: Ord,
    {
        sort::stable_sort(self, &mut |a: &T, b: &T| a.lt(b));
    }
    pub fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        let mut compare = compare;
        sort::stable_sort(self, &mut |a: &T, b: &T| compare(a, b) == Ordering::Less);
    }
    pub fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        sort::stable_sort(self, &mut |a: &T, b: &T| f(a).lt(&f(b)));
    }
    pub fn sort_by_cached_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut keys: Vec<(K, usize)> = self.iter().map(f).enumerate().map(|(index, key)| (key, index)).collect();
        keys.sort();
        for index in 0..keys.len() {
            // Where the element is now that was there.
            let mut place = keys[index].1;
            while place < index {
                place = keys[place].1;
            }
            keys[index].1 = place;
            self.swap(index, place);
        }
    }
    pub fn sort_unstable(&mut self)
    where
        T: Ord,
    {
        sort::stable_sort(self, &mut |a: &T, b: &T| a.lt(b));
    }
    pub fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        self.sort_by(compare);
    }
    pub fn sort_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        self.sort_by_key(f);
    }
    pub fn select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        self.select_nth_unstable_by(index, T::cmp)
    }
    pub fn select_nth_unstable_by<F>(&mut self, index: usize, compare: F) -> (&mut [T], &mut T, &mut [T])
    where
        F: FnMut(&T, &T) -> Ordering,
    {
        if index >= self.len() {
            panic!("partition_at_index index {} greater than length of slice {}", index, self.len());
        }
        self.sort_by(compare);
        let (before, rest) = self.split_at_mut(index);
        let (nth, after) = rest.split_first_mut().unwrap();
        (before, nth, after)
    }
    pub fn select_nth_unstable_by_key<K: Ord, F>(&mut self, index: usize, f: F) -> (&mut [T], &mut T, &mut [T])
    where
        F: FnMut(&T) -> K,
    {
        let mut f = f;
        self.select_nth_unstable_by(index, |a, b| f(a).cmp(&f(b)))
    }
    pub fn is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        self.is_sorted_by(|a, b| a <= b)
    }
    pub fn is_sorted_by<'a, F: FnMut(&'a T, &'a T) -> bool>(&'a self, compare: F) -> bool {
        let mut compare = compare;
        let mut i = 1;
        while i < self.len() {
            if !compare(&self[i - 1], &self[i]) {
                return false;
            }
            i += 1;
        }
        true
    }
    pub fn is_sorted_by_key<'a, K: PartialOrd, F: FnMut(&'a T) -> K>(&'a self, f: F) -> bool {
        let mut f = f;
        self.is_sorted_by(|a, b| f(a) <= f(b))
    }
    #[track_caller]
    pub fn rotate_left(&mut self, mid: usize) {
        assert!(mid <= self.len());
        self[..mid].reverse();
        self[mid..].reverse();
        self.reverse();
    }
    #[track_caller]
    pub fn rotate_right(&mut self, k: usize) {
        assert!(k <= self.len());
        let mid = self.len() - k;
        self.rotate_left(mid);
    }
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        if let Some((last, others)) = self.split_last_mut() {
            for slot in others {
                slot.clone_from(&value);
            }
            *last = value;
        }
    }
    pub fn fill_with<F: FnMut() -> T>(&mut self, f: F) {
        let mut f = f;
        for slot in self {
            *slot = f();
        }
    }
    #[track_caller]
    pub fn clone_from_slice(&mut self, src: &[T])
    where
        T: Clone,
    {
        if self.len() != src.len() {
            if crate::mem::needs_drop::<T>() {
                panic!("destination and source slices have different lengths");
            }
            // What can be copied std copies.
            different_lengths(self.len(), src.len());
        }
        let mut i = 0;
        while i < src.len() {
            self[i].clone_from(&src[i]);
            i += 1;
        }
    }
    #[track_caller]
    pub fn copy_from_slice(&mut self, src: &[T])
    where
        T: Copy,
    {
        if self.len() != src.len() {
            different_lengths(self.len(), src.len());
        }
        unsafe { intrinsics::copy(src.as_ptr(), self.as_mut_ptr(), src.len()) }
    }
    #[track_caller]
    pub fn copy_within<R: RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy,
    {
        let range = crate::ops::range_within(src, self.len());
        let count = range.end - range.start;
        assert!(dest <= self.len() - count, "dest is out of bounds");
        let first = self.as_mut_ptr();
        unsafe { intrinsics::copy(first.ahead(range.start) as *const T, first.ahead(dest), count) }
    }
    #[track_caller]
    pub fn swap_with_slice(&mut self, other: &mut [T]) {
        assert!(self.len() == other.len(), "destination and source slices have different lengths");
        let mut i = 0;
        while i < other.len() {
            crate::mem::swap(&mut self[i], &mut other[i]);
            i += 1;
        }
    }
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        let mut copy = Vec::with_capacity(self.len());
        for x in self {
            copy.push(x.clone());
        }
        copy
    }
    pub fn into_vec(self: Box<Self>) -> Vec<T> {
        let len = self.len();
        let pointer = Box::into_raw(self) as *mut T;
        unsafe { Vec::from_raw_parts(pointer, len, len) }
    }
    #[track_caller]
    pub fn repeat(&self, n: usize) -> Vec<T>
    where
        T: Copy,
    {
        let mut copies = Vec::with_capacity(self.len().checked_mul(n).expect("capacity overflow"));
        let mut left = n;
        while left > 0 {
            copies.extend_from_slice(self);
            left -= 1;
        }
        copies
    }
    pub fn concat<Item: ?Sized>(&self) -> <[T] as Concat<Item>>::Output
    where
        [T]: Concat<Item>,
    {
        Concat::concat(self)
    }
    pub fn connect<Separator>(&self, sep: Separator) -> <[T] as Join<Separator>>::Output
    where
        [T]: Join<Separator>,
    {
        Join::join(self, sep)
    }
    pub fn join<Separator>(&self, sep: Separator) -> <[T] as Join<Separator>>::Output
    where
        [T]: Join<Separator>,
    {
        Join::join(self, sep)
    }
}

impl<T, const N: usize> [[T; N]] {
    pub fn as_flattened(&self) -> &[T] {
        unsafe { slice_at(self.as_ptr() as *const T, self.len() * N) }
    }
}

impl [u8] {
    pub fn escape_ascii(&self) -> EscapeAscii<'_> {
        EscapeAscii::new(self)
    }
    pub fn utf8_chunks(&self) -> crate::str::Utf8Chunks<'_> {
        crate::str::Utf8Chunks { chunks_rest: self }
    }
    pub fn trim_ascii_start(&self) -> &[u8] {
        let start = self.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(self.len());
        &self[start..]
    }
    pub fn trim_ascii_end(&self) -> &[u8] {
        let end = self.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |i| i + 1);
        &self[..end]
    }
    pub fn trim_ascii(&self) -> &[u8] {
        self.trim_ascii_start().trim_ascii_end()
    }
    pub fn is_ascii(&self) -> bool {
        for byte in self {
            if !byte.is_ascii() {
                return false;
            }
        }
        true
    }
    pub fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.eq_ignore_ascii_case(b))
    }
    pub fn make_ascii_uppercase(&mut self) {
        for byte in self {
            byte.make_ascii_uppercase();
        }
    }
    pub fn make_ascii_lowercase(&mut self) {
        for byte in self {
            byte.make_ascii_lowercase();
        }
    }
    pub fn to_ascii_uppercase(&self) -> Vec<u8> {
        let mut copy = self.to_vec();
        copy.make_ascii_uppercase();
        copy
    }
    pub fn to_ascii_lowercase(&self) -> Vec<u8> {
        let mut copy = self.to_vec();
        copy.make_ascii_lowercase();
        copy
    }
}

/// A range with one end: whether it is the front, and where it is cut (nowhere, past the last index).
pub trait OneSided {
    fn cut(self) -> (bool, Option<usize>);
}
impl OneSided for RangeTo<usize> {
    fn cut(self) -> (bool, Option<usize>) {
        (true, Some(self.end))
    }
}
impl OneSided for RangeToInclusive<usize> {
    fn cut(self) -> (bool, Option<usize>) {
        (true, self.end.checked_add(1))
    }
}
impl OneSided for RangeFrom<usize> {
    fn cut(self) -> (bool, Option<usize>) {
        (false, Some(self.start))
    }
}

pub trait Concat<Item: ?Sized> {
    type Output;
    fn concat(slice: &Self) -> Self::Output;
}
pub trait Join<Separator> {
    type Output;
    fn join(slice: &Self, sep: Separator) -> Self::Output;
}
impl<T: Clone, V: Borrow<[T]>> Concat<T> for [V] {
    type Output = Vec<T>;
    fn concat(slice: &[V]) -> Vec<T> {
        let mut result = Vec::new();
        for part in slice {
            result.extend_from_slice(part.borrow());
        }
        result
    }
}
impl<T: Clone, V: Borrow<[T]>> Join<&T> for [V] {
    type Output = Vec<T>;
    fn join(slice: &[V], sep: &T) -> Vec<T> {
        let mut result = Vec::new();
        let mut first = true;
        for part in slice {
            if !first {
                result.push(sep.clone());
            }
            first = false;
            result.extend_from_slice(part.borrow());
        }
        result
    }
}
impl<T: Clone, V: Borrow<[T]>> Join<&[T]> for [V] {
    type Output = Vec<T>;
    fn join(slice: &[V], sep: &[T]) -> Vec<T> {
        let mut result = Vec::new();
        let mut first = true;
        for part in slice {
            if !first {
                result.extend_from_slice(sep);
            }
            first = false;
            result.extend_from_slice(part.borrow());
        }
        result
    }
}
impl<S: Borrow<str>> Concat<str> for [S] {
    type Output = String;
    fn concat(slice: &[S]) -> String {
        Join::join(slice, "")
    }
}
impl<S: Borrow<str>> Join<&str> for [S] {
    type Output = String;
    fn join(slice: &[S], sep: &str) -> String {
        let mut result = String::new();
        let mut first = true;
        for part in slice {
            if !first {
                result.push_str(sep);
            }
            first = false;
            result.push_str(part.borrow());
        }
        result
    }
}

impl<T, U> PartialEq<[U]> for [T]
where
    T: PartialEq<U>,
{
    fn eq(&self, other: &[U]) -> bool {
        let len = self.len();
        if len != other.len() {
            return false;
        }
        let mut i = 0;
        while i < len {
            if self[i] != other[i] {
                return false;
            }
            i += 1;
        }
        true
    }
}
impl<T: Eq> Eq for [T] {}
impl<T: PartialOrd> PartialOrd for [T] {
    fn partial_cmp(&self, other: &[T]) -> Option<Ordering> {
        let mut i = 0;
        while i < self.len() && i < other.len() {
            match self[i].partial_cmp(&other[i]) {
                Some(Ordering::Equal) => i += 1,
                unequal => return unequal,
            }
        }
        self.len().partial_cmp(&other.len())
    }
}
impl<T: Ord> Ord for [T] {
    fn cmp(&self, other: &[T]) -> Ordering {
        let mut i = 0;
        while i < self.len() && i < other.len() {
            match self[i].cmp(&other[i]) {
                Ordering::Equal => i += 1,
                unequal => return unequal,
            }
        }
        self.len().cmp(&other.len())
    }
}
impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        Hash::hash_slice(self, state)
    }
}
impl<T: fmt::Debug> fmt::Debug for [T] {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
impl<T> Default for &[T] {
    fn default() -> Self {
        &[]
    }
}
impl<T> Default for &mut [T] {
    fn default() -> Self {
        &mut []
    }
}
impl<T: Clone> ToOwned for [T] {
    type Owned = Vec<T>;
    fn to_owned(&self) -> Vec<T> {
        self.to_vec()
    }
}
impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        Iter::new(self)
    }
}
impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    #[inline]
    fn into_iter(self) -> IterMut<'a, T> {
        IterMut::new(self)
    }
}

impl<T> [T] {
    pub fn as_chunks<const N: usize>(&self) -> (&[[T; N]], &[T]) {
        let count = self.len() / N;
        let (front, rest) = self.split_at(count * N);
        unsafe { (slice_at(front.as_ptr() as *const [T; N], count), rest) }
    }
    pub unsafe fn as_chunks_unchecked<const N: usize>(&self) -> &[[T; N]] {
        if self.len() % N != 0 {
            unsafe { intrinsics::undefined("as_chunks_unchecked of a slice with a rest") };
        }
        self.as_chunks().0
    }
    pub unsafe fn as_chunks_unchecked_mut<const N: usize>(&mut self) -> &mut [[T; N]] {
        if self.len() % N != 0 {
            unsafe { intrinsics::undefined("as_chunks_unchecked_mut of a slice with a rest") };
        }
        self.as_chunks_mut().0
    }
    pub fn as_rchunks<const N: usize>(&self) -> (&[T], &[[T; N]]) {
        let count = self.len() / N;
        let (rest, back) = self.split_at(self.len() - count * N);
        unsafe { (rest, slice_at(back.as_ptr() as *const [T; N], count)) }
    }
    pub fn as_chunks_mut<const N: usize>(&mut self) -> (&mut [[T; N]], &mut [T]) {
        let count = self.len() / N;
        let (front, rest) = self.split_at_mut(count * N);
        unsafe { (slice_at_mut(front.as_mut_ptr() as *mut [T; N], count), rest) }
    }
    pub fn as_rchunks_mut<const N: usize>(&mut self) -> (&mut [T], &mut [[T; N]]) {
        let count = self.len() / N;
        let (rest, back) = self.split_at_mut(self.len() - count * N);
        unsafe { (rest, slice_at_mut(back.as_mut_ptr() as *mut [T; N], count)) }
    }
    pub fn array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N> {
        const { assert!(N != 0, "window size must be non-zero") };
        ArrayWindows::new(self)
    }
    pub fn splitn_mut<F: FnMut(&T) -> bool>(&mut self, n: usize, pred: F) -> SplitNMut<'_, T, F> {
        SplitNMut::new(self, n, pred)
    }
    pub fn rsplitn_mut<F: FnMut(&T) -> bool>(&mut self, n: usize, pred: F) -> RSplitNMut<'_, T, F> {
        RSplitNMut::new(self, n, pred)
    }
    pub fn rsplit_mut<F: FnMut(&T) -> bool>(&mut self, pred: F) -> RSplitMut<'_, T, F> {
        RSplitMut::new(self, pred)
    }
    #[track_caller]
    pub fn rchunks_exact_mut(&mut self, chunk_size: usize) -> RChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunksExactMut::new(self, chunk_size)
    }
    pub fn split_first_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T; N], &mut [T])> {
        if self.len() < N {
            return None;
        }
        let (front, back) = self.split_at_mut(N);
        unsafe { Some((&mut *(front.as_mut_ptr() as *mut [T; N]), back)) }
    }
    pub fn split_last_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T], &mut [T; N])> {
        if self.len() < N {
            return None;
        }
        let at = self.len() - N;
        let (front, back) = self.split_at_mut(at);
        unsafe { Some((front, &mut *(back.as_mut_ptr() as *mut [T; N]))) }
    }
    pub fn get_disjoint_mut<I, const N: usize>(
        &mut self,
        indices: [I; N],
    ) -> Result<[&mut I::Output; N], GetDisjointMutError>
    where
        I: GetDisjointMutIndex + SliceIndex<[T]>,
    {
        check_disjoint(&indices, self.len())?;
        Ok(unsafe { disjoint(self, indices) })
    }
    pub unsafe fn get_disjoint_unchecked_mut<I, const N: usize>(&mut self, indices: [I; N]) -> [&mut I::Output; N]
    where
        I: GetDisjointMutIndex + SliceIndex<[T]>,
    {
        match check_disjoint(&indices, self.len()) {
            Ok(()) => unsafe { disjoint(self, indices) },
            Err(GetDisjointMutError::IndexOutOfBounds) => unsafe {
                intrinsics::undefined("get_disjoint_unchecked_mut of an index that is out of bounds")
            },
            Err(GetDisjointMutError::OverlappingIndices) => unsafe {
                intrinsics::undefined("get_disjoint_unchecked_mut of indices that overlap")
            },
        }
    }
    pub fn element_offset(&self, element: &T) -> Option<usize> {
        let size = crate::mem::size_of::<T>();
        assert!(size != 0, "elements are zero-sized");
        let bytes = (element as *const T).addr().wrapping_sub(self.as_ptr().addr());
        let index = bytes / size;
        if bytes % size == 0 && index < self.len() { Some(index) } else { None }
    }
}
impl<T, const N: usize> [[T; N]] {
    pub fn as_flattened_mut(&mut self) -> &mut [T] {
        unsafe { slice_at_mut(self.as_mut_ptr() as *mut T, self.len() * N) }
    }
}
/// The panic of `copy_from_slice`.
#[track_caller]
fn different_lengths(own: usize, source: usize) -> ! {
    panic!("copy_from_slice: source slice length ({source}) does not match destination slice length ({own})");
}
/// What `get_disjoint_mut` takes: positions and ranges.
pub unsafe trait GetDisjointMutIndex: Clone {
    fn is_in_bounds(&self, len: usize) -> bool;
    fn is_overlapping(&self, other: &Self) -> bool;
}
unsafe impl GetDisjointMutIndex for usize {
    fn is_in_bounds(&self, len: usize) -> bool {
        *self < len
    }
    fn is_overlapping(&self, other: &Self) -> bool {
        self == other
    }
}
unsafe impl GetDisjointMutIndex for Range<usize> {
    fn is_in_bounds(&self, len: usize) -> bool {
        self.start <= self.end && self.end <= len
    }
    fn is_overlapping(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}
unsafe impl GetDisjointMutIndex for RangeInclusive<usize> {
    fn is_in_bounds(&self, len: usize) -> bool {
        self.start() <= self.end() && *self.end() < len
    }
    fn is_overlapping(&self, other: &Self) -> bool {
        self.start() <= other.end() && other.start() <= self.end()
    }
}
unsafe fn disjoint<'a, T, I: SliceIndex<[T]>, const N: usize>(slice: &'a mut [T], indices: [I; N]) -> [&'a mut I::Output; N] {
    let slice = slice as *mut [T];
    indices.map(|index| unsafe { index.index_mut(&mut *slice) })
}
fn check_disjoint<I: GetDisjointMutIndex>(indices: &[I], len: usize) -> Result<(), GetDisjointMutError> {
    for (i, index) in indices.iter().enumerate() {
        if !index.is_in_bounds(len) {
            return Err(GetDisjointMutError::IndexOutOfBounds);
        }
        if indices[..i].iter().any(|before| before.is_overlapping(index)) {
            return Err(GetDisjointMutError::OverlappingIndices);
        }
    }
    Ok(())
}
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GetDisjointMutError {
    IndexOutOfBounds,
    OverlappingIndices,
}
impl fmt::Display for GetDisjointMutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GetDisjointMutError::IndexOutOfBounds => "an index is out of bounds",
            GetDisjointMutError::OverlappingIndices => "there were overlapping indices",
        })
    }
}
impl crate::error::Error for GetDisjointMutError {}

/// How many elements are left out so that values of `U` are aligned, and how many of these there are; none
/// where they would end within an element.
fn aligned_part<T, U>(start: *const T, len: usize) -> (usize, usize) {
    let (element, size) = (crate::mem::size_of::<T>(), crate::mem::size_of::<U>());
    if element == 0 || size == 0 {
        return (len, 0);
    }
    let before = start.align_offset(crate::mem::align_of::<U>());
    if before > len {
        return (len, 0);
    }
    let mut count = (len - before) * element / size;
    while count * size % element != 0 {
        count -= 1;
    }
    (before, count)
}
