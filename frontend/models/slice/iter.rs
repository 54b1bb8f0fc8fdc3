//! The iterators of slices. Nothing is left out.

use crate::ascii::{EscapeDefault, escape_default};
use crate::fmt::{self, Write};
use crate::intrinsics;
use crate::iter::{FlatMap, FusedIterator};
use crate::marker::PhantomData;
use crate::mem;
use crate::slice::{slice_at, slice_at_mut};

/// The next element and how many are left.
#[lang = "never_zero"]
pub struct Iter<'a, T: 'a> {
    pointer: *const T,
    left: usize,
    borrow: PhantomData<&'a T>,
}
unsafe impl<T: Sync> Send for Iter<'_, T> {}
unsafe impl<T: Sync> Sync for Iter<'_, T> {}

impl<'a, T> Iter<'a, T> {
    #[inline]
    pub(crate) const fn new(slice: &'a [T]) -> Iter<'a, T> {
        Iter { pointer: slice.as_ptr(), left: slice.len(), borrow: PhantomData }
    }
    #[inline]
    pub fn as_slice(&self) -> &'a [T] {
        unsafe { slice_at(self.pointer, self.left) }
    }
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        if self.left == 0 {
            return None;
        }
        let current = self.pointer;
        self.left -= 1;
        unsafe {
            self.pointer = intrinsics::element(current, 1);
            Some(&*current)
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
    fn nth(&mut self, n: usize) -> Option<&'a T> {
        let skipped = crate::cmp::min(n, self.left);
        self.pointer = unsafe { intrinsics::element(self.pointer, skipped) };
        self.left -= skipped;
        self.next()
    }
    #[inline]
    fn count(self) -> usize {
        self.left
    }
}
impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a T> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        unsafe { Some(&*intrinsics::element(self.pointer, self.left)) }
    }
}
impl<T> ExactSizeIterator for Iter<'_, T> {}
impl<T> FusedIterator for Iter<'_, T> {}
impl<T> Clone for Iter<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        Iter { pointer: self.pointer, left: self.left, borrow: PhantomData }
    }
}
impl<T> Default for Iter<'_, T> {
    fn default() -> Self {
        Iter::new(&[])
    }
}
impl<T> AsRef<[T]> for Iter<'_, T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}
impl<T: fmt::Debug> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Iter").field(&self.as_slice()).finish()
    }
}

/// The next element and how many are left.
#[lang = "never_zero"]
pub struct IterMut<'a, T: 'a> {
    pointer: *mut T,
    left: usize,
    borrow: PhantomData<&'a mut T>,
}
unsafe impl<T: Send> Send for IterMut<'_, T> {}
unsafe impl<T: Sync> Sync for IterMut<'_, T> {}

impl<'a, T> IterMut<'a, T> {
    #[inline]
    pub(crate) const fn new(slice: &'a mut [T]) -> IterMut<'a, T> {
        IterMut { left: slice.len(), pointer: slice.as_mut_ptr(), borrow: PhantomData }
    }
    #[inline]
    pub fn into_slice(self) -> &'a mut [T] {
        unsafe { slice_at_mut(self.pointer, self.left) }
    }
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        unsafe { slice_at(self.pointer, self.left) }
    }
}
impl<T> Default for IterMut<'_, T> {
    fn default() -> Self {
        IterMut::new(&mut [])
    }
}
impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;
    #[inline]
    fn next(&mut self) -> Option<&'a mut T> {
        if self.left == 0 {
            return None;
        }
        let current = self.pointer;
        self.left -= 1;
        unsafe {
            self.pointer = intrinsics::element(current, 1) as *mut T;
            Some(&mut *current)
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a mut T> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        unsafe { Some(&mut *(intrinsics::element(self.pointer, self.left) as *mut T)) }
    }
}
impl<T> ExactSizeIterator for IterMut<'_, T> {}
impl<T> FusedIterator for IterMut<'_, T> {}
impl<T> AsRef<[T]> for IterMut<'_, T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}
impl<T: fmt::Debug> fmt::Debug for IterMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IterMut").field(&self.as_slice()).finish()
    }
}

#[derive(Debug)]
pub struct Windows<'a, T: 'a> {
    v: &'a [T],
    size: usize,
}
impl<T> Clone for Windows<'_, T> {
    fn clone(&self) -> Self {
        Windows { v: self.v, size: self.size }
    }
}
impl<'a, T> Windows<'a, T> {
    pub(crate) fn new(slice: &'a [T], size: usize) -> Self {
        Windows { v: slice, size }
    }
}
impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        if self.size > self.v.len() {
            return None;
        }
        let window = &self.v[..self.size];
        self.v = &self.v[1..];
        Some(window)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.v.len() + 1).saturating_sub(self.size);
        (len, Some(len))
    }
}
impl<'a, T> DoubleEndedIterator for Windows<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let len = self.v.len();
        if self.size > len {
            return None;
        }
        let window = &self.v[len - self.size..];
        self.v = &self.v[..len - 1];
        Some(window)
    }
}
impl<T> ExactSizeIterator for Windows<'_, T> {}

#[derive(Debug)]
pub struct ArrayWindows<'a, T: 'a, const N: usize> {
    v: &'a [T],
}
impl<T, const N: usize> Clone for ArrayWindows<'_, T, N> {
    fn clone(&self) -> Self {
        ArrayWindows { v: self.v }
    }
}
impl<'a, T, const N: usize> ArrayWindows<'a, T, N> {
    pub(crate) fn new(slice: &'a [T]) -> Self {
        ArrayWindows { v: slice }
    }
}
impl<'a, T, const N: usize> Iterator for ArrayWindows<'a, T, N> {
    type Item = &'a [T; N];
    fn next(&mut self) -> Option<&'a [T; N]> {
        let window = self.v.first_chunk()?;
        self.v = &self.v[1..];
        Some(window)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.v.len() + 1).saturating_sub(N);
        (len, Some(len))
    }
}
impl<'a, T, const N: usize> DoubleEndedIterator for ArrayWindows<'a, T, N> {
    fn next_back(&mut self) -> Option<&'a [T; N]> {
        let window = self.v.last_chunk()?;
        self.v = &self.v[..self.v.len() - 1];
        Some(window)
    }
}
impl<T, const N: usize> ExactSizeIterator for ArrayWindows<'_, T, N> {}

#[derive(Debug)]
pub struct Chunks<'a, T: 'a> {
    v: &'a [T],
    chunk_size: usize,
}
impl<T> Clone for Chunks<'_, T> {
    fn clone(&self) -> Self {
        Chunks { v: self.v, chunk_size: self.chunk_size }
    }
}
impl<'a, T> Chunks<'a, T> {
    pub(crate) fn new(slice: &'a [T], chunk_size: usize) -> Self {
        Chunks { v: slice, chunk_size }
    }
}
impl<'a, T> Iterator for Chunks<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        if self.v.is_empty() {
            return None;
        }
        let (chunk, rest) = self.v.split_at(crate::cmp::min(self.v.len(), self.chunk_size));
        self.v = rest;
        Some(chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.v.len().div_ceil(self.chunk_size);
        (len, Some(len))
    }
}
impl<'a, T> DoubleEndedIterator for Chunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.v.is_empty() {
            return None;
        }
        let rest = (self.v.len() - 1) % self.chunk_size + 1;
        let (left, chunk) = self.v.split_at(self.v.len() - rest);
        self.v = left;
        Some(chunk)
    }
}
impl<T> ExactSizeIterator for Chunks<'_, T> {}

#[derive(Debug)]
pub struct ChunksMut<'a, T: 'a> {
    v: &'a mut [T],
    chunk_size: usize,
}
impl<'a, T> ChunksMut<'a, T> {
    pub(crate) fn new(slice: &'a mut [T], chunk_size: usize) -> Self {
        ChunksMut { v: slice, chunk_size }
    }
}
impl<'a, T> Iterator for ChunksMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.v.is_empty() {
            return None;
        }
        let slice = crate::mem::replace(&mut self.v, &mut []);
        let (chunk, rest) = slice.split_at_mut(crate::cmp::min(slice.len(), self.chunk_size));
        self.v = rest;
        Some(chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.v.len().div_ceil(self.chunk_size);
        (len, Some(len))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.v.is_empty() {
            return None;
        }
        let slice = crate::mem::replace(&mut self.v, &mut []);
        let rest = (slice.len() - 1) % self.chunk_size + 1;
        let (left, chunk) = slice.split_at_mut(slice.len() - rest);
        self.v = left;
        Some(chunk)
    }
}
impl<T> ExactSizeIterator for ChunksMut<'_, T> {}

#[derive(Debug)]
pub struct ChunksExact<'a, T: 'a> {
    v: &'a [T],
    rem: &'a [T],
    chunk_size: usize,
}
impl<T> Clone for ChunksExact<'_, T> {
    fn clone(&self) -> Self {
        ChunksExact { v: self.v, rem: self.rem, chunk_size: self.chunk_size }
    }
}
impl<'a, T> ChunksExact<'a, T> {
    pub(crate) fn new(slice: &'a [T], chunk_size: usize) -> Self {
        let (exact, rest) = slice.split_at(slice.len() - slice.len() % chunk_size);
        ChunksExact { v: exact, rem: rest, chunk_size }
    }
    pub fn remainder(&self) -> &'a [T] {
        self.rem
    }
}
impl<'a, T> Iterator for ChunksExact<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        if self.v.is_empty() {
            return None;
        }
        let (chunk, rest) = self.v.split_at(self.chunk_size);
        self.v = rest;
        Some(chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.v.len() / self.chunk_size;
        (len, Some(len))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.v.is_empty() {
            return None;
        }
        let (rest, chunk) = self.v.split_at(self.v.len() - self.chunk_size);
        self.v = rest;
        Some(chunk)
    }
}
impl<T> ExactSizeIterator for ChunksExact<'_, T> {}
impl<T> FusedIterator for ChunksExact<'_, T> {}

#[derive(Debug)]
pub struct ChunksExactMut<'a, T: 'a> {
    v: &'a mut [T],
    rem: &'a mut [T],
    chunk_size: usize,
}
impl<'a, T> ChunksExactMut<'a, T> {
    pub(crate) fn new(slice: &'a mut [T], chunk_size: usize) -> Self {
        let exact_len = slice.len() - slice.len() % chunk_size;
        let (exact, rest) = slice.split_at_mut(exact_len);
        ChunksExactMut { v: exact, rem: rest, chunk_size }
    }
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rem
    }
}
impl<'a, T> Iterator for ChunksExactMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.v.is_empty() {
            return None;
        }
        let slice = crate::mem::replace(&mut self.v, &mut []);
        let (chunk, rest) = slice.split_at_mut(self.chunk_size);
        self.v = rest;
        Some(chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.v.len() / self.chunk_size;
        (len, Some(len))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.v.is_empty() {
            return None;
        }
        let slice = crate::mem::replace(&mut self.v, &mut []);
        let (rest, chunk) = slice.split_at_mut(slice.len() - self.chunk_size);
        self.v = rest;
        Some(chunk)
    }
}
impl<T> ExactSizeIterator for ChunksExactMut<'_, T> {}
impl<T> FusedIterator for ChunksExactMut<'_, T> {}

/// Chunks of full size from the end; what is left at the start is the remainder.
#[derive(Debug)]
pub struct RChunksExact<'a, T: 'a> {
    chunks: RChunks<'a, T>,
    remainder: &'a [T],
}
impl<T> Clone for RChunksExact<'_, T> {
    fn clone(&self) -> Self {
        RChunksExact { chunks: self.chunks, remainder: self.remainder }
    }
}
impl<'a, T> RChunksExact<'a, T> {
    pub(crate) fn new(slice: &'a [T], chunk_size: usize) -> Self {
        let (remainder, whole) = slice.split_at(slice.len() % chunk_size);
        RChunksExact { chunks: RChunks::new(whole, chunk_size), remainder }
    }
    pub fn remainder(&self) -> &'a [T] {
        self.remainder
    }
}
impl<'a, T> Iterator for RChunksExact<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        self.chunks.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }
}
impl<'a, T> DoubleEndedIterator for RChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        self.chunks.next_back()
    }
}
impl<T> ExactSizeIterator for RChunksExact<'_, T> {}
impl<T> FusedIterator for RChunksExact<'_, T> {}

#[derive(Debug)]
pub struct RChunks<'a, T: 'a> {
    v: &'a [T],
    chunk_size: usize,
}
impl<T> Clone for RChunks<'_, T> {
    fn clone(&self) -> Self {
        RChunks { v: self.v, chunk_size: self.chunk_size }
    }
}
impl<'a, T> RChunks<'a, T> {
    pub(crate) fn new(slice: &'a [T], chunk_size: usize) -> Self {
        RChunks { v: slice, chunk_size }
    }
}
impl<'a, T> Iterator for RChunks<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        if self.v.is_empty() {
            return None;
        }
        let size = crate::cmp::min(self.v.len(), self.chunk_size);
        let (rest, chunk) = self.v.split_at(self.v.len() - size);
        self.v = rest;
        Some(chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.v.len().div_ceil(self.chunk_size);
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for RChunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.v.is_empty() {
            return None;
        }
        let short = self.v.len() % self.chunk_size;
        let size = if short == 0 { self.chunk_size } else { short };
        let (chunk, rest) = self.v.split_at(size);
        self.v = rest;
        Some(chunk)
    }
}
impl<T> ExactSizeIterator for RChunks<'_, T> {}
impl<T> FusedIterator for RChunks<'_, T> {}
impl<T> Clone for RChunks<'_, T> {
    fn clone(&self) -> Self {
        RChunks { v: self.v, chunk_size: self.chunk_size }
    }
}

/// Chunks from the end of what may be written; each is split off when it is asked for.
#[derive(Debug)]
pub struct RChunksMut<'a, T: 'a> {
    v: &'a mut [T],
    chunk_size: usize,
}
impl<'a, T> RChunksMut<'a, T> {
    pub(crate) fn new(slice: &'a mut [T], chunk_size: usize) -> Self {
        RChunksMut { v: slice, chunk_size }
    }
}
impl<'a, T> Iterator for RChunksMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.v.is_empty() {
            return None;
        }
        let slice = mem::take(&mut self.v);
        let (rest, chunk) = slice.split_at_mut(slice.len().saturating_sub(self.chunk_size));
        self.v = rest;
        Some(chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.v.len().div_ceil(self.chunk_size);
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for RChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.v.is_empty() {
            return None;
        }
        let short = self.v.len() % self.chunk_size;
        let size = if short == 0 { self.chunk_size } else { short };
        let (chunk, rest) = mem::take(&mut self.v).split_at_mut(size);
        self.v = rest;
        Some(chunk)
    }
}
impl<T> ExactSizeIterator for RChunksMut<'_, T> {}
impl<T> FusedIterator for RChunksMut<'_, T> {}

#[derive(Debug)]
pub struct RChunksExactMut<'a, T: 'a> {
    chunks: RChunksMut<'a, T>,
    rem: &'a mut [T],
}
impl<'a, T> RChunksExactMut<'a, T> {
    pub(crate) fn new(slice: &'a mut [T], chunk_size: usize) -> Self {
        let (rem, whole) = slice.split_at_mut(slice.len() % chunk_size);
        RChunksExactMut { chunks: RChunksMut::new(whole, chunk_size), rem }
    }
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rem
    }
}
impl<'a, T> Iterator for RChunksExactMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        self.chunks.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }
}
impl<'a, T> DoubleEndedIterator for RChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        self.chunks.next_back()
    }
}
impl<T> ExactSizeIterator for RChunksExactMut<'_, T> {}
impl<T> FusedIterator for RChunksExactMut<'_, T> {}

/// How long the run at the start is of elements that `pred` relates, one to the next.
fn first_run<T>(slice: &[T], pred: &mut impl FnMut(&T, &T) -> bool) -> usize {
    let mut len = 1;
    while len < slice.len() && pred(&slice[len - 1], &slice[len]) {
        len += 1;
    }
    len
}

/// Where the run at the end starts.
fn last_run<T>(slice: &[T], pred: &mut impl FnMut(&T, &T) -> bool) -> usize {
    let mut start = slice.len() - 1;
    while start > 0 && pred(&slice[start - 1], &slice[start]) {
        start -= 1;
    }
    start
}

macro_rules! chunks_by {
    ($($Name:ident ($($mutable:tt)?) $split_at:ident;)*) => {
        $(
            /// Runs of elements that `pred` relates, one to the next.
            pub struct $Name<'a, T: 'a, P> {
                slice: &'a $($mutable)? [T],
                pred: P,
            }
            impl<'a, T, P> $Name<'a, T, P> {
                pub(crate) fn new(slice: &'a $($mutable)? [T], pred: P) -> Self {
                    $Name { slice, pred }
                }
            }
            impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for $Name<'a, T, P> {
                type Item = &'a $($mutable)? [T];
                fn next(&mut self) -> Option<Self::Item> {
                    if self.slice.is_empty() {
                        return None;
                    }
                    let len = first_run(self.slice, &mut self.pred);
                    let (chunk, rest) = mem::take(&mut self.slice).$split_at(len);
                    self.slice = rest;
                    Some(chunk)
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    let len = self.slice.len();
                    (crate::cmp::min(len, 1), Some(len))
                }
            }
            impl<'a, T, P: FnMut(&T, &T) -> bool> DoubleEndedIterator for $Name<'a, T, P> {
                fn next_back(&mut self) -> Option<Self::Item> {
                    if self.slice.is_empty() {
                        return None;
                    }
                    let start = last_run(self.slice, &mut self.pred);
                    let (rest, chunk) = mem::take(&mut self.slice).$split_at(start);
                    self.slice = rest;
                    Some(chunk)
                }
            }
            impl<'a, T, P: FnMut(&T, &T) -> bool> FusedIterator for $Name<'a, T, P> {}
            impl<T: fmt::Debug, P> fmt::Debug for $Name<'_, T, P> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(stringify!($Name)).field("slice", &self.slice).finish()
                }
            }
        )*
    };
}
chunks_by! {
    ChunkBy () split_at;
    ChunkByMut (mut) split_at_mut;
}
impl<T, P: Clone> Clone for ChunkBy<'_, T, P> {
    fn clone(&self) -> Self {
        ChunkBy { slice: self.slice, pred: self.pred.clone() }
    }
}

/// An iterator over parts: the last one is what was not yet split.
trait SplitIter: DoubleEndedIterator {
    fn rest(&mut self) -> Option<Self::Item>;
}

macro_rules! splits {
    ($($Name:ident $Inclusive:ident $Reverse:ident $Counted:ident $ReverseCounted:ident
        ($($mutable:tt)?) $split_at:ident;)*) => {
        $(
            pub struct $Name<'a, T: 'a, P> {
                v: &'a $($mutable)? [T],
                pred: P,
                finished: bool,
            }
            impl<'a, T, P> $Name<'a, T, P> {
                pub(crate) fn new(slice: &'a $($mutable)? [T], pred: P) -> Self {
                    $Name { v: slice, pred, finished: false }
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> SplitIter for $Name<'a, T, P> {
                fn rest(&mut self) -> Option<Self::Item> {
                    if self.finished {
                        return None;
                    }
                    self.finished = true;
                    Some(mem::take(&mut self.v))
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Name<'a, T, P> {
                type Item = &'a $($mutable)? [T];
                fn next(&mut self) -> Option<Self::Item> {
                    if self.finished {
                        return None;
                    }
                    let Some(at) = self.v.iter().position(|x| (self.pred)(x)) else {
                        return self.rest();
                    };
                    let (part, rest) = mem::take(&mut self.v).$split_at(at);
                    self.v = rest.$split_at(1).1;
                    Some(part)
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    match self.finished {
                        true => (0, Some(0)),
                        false => (1, Some(self.v.len() + 1)),
                    }
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for $Name<'a, T, P> {
                fn next_back(&mut self) -> Option<Self::Item> {
                    if self.finished {
                        return None;
                    }
                    let Some(at) = self.v.iter().rposition(|x| (self.pred)(x)) else {
                        return self.rest();
                    };
                    let (rest, part) = mem::take(&mut self.v).$split_at(at);
                    self.v = rest;
                    Some(part.$split_at(1).1)
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $Name<'a, T, P> {}

            /// Each part with the element that ends it.
            pub struct $Inclusive<'a, T: 'a, P> {
                v: &'a $($mutable)? [T],
                pred: P,
                finished: bool,
            }
            impl<'a, T, P> $Inclusive<'a, T, P> {
                pub(crate) fn new(slice: &'a $($mutable)? [T], pred: P) -> Self {
                    let finished = slice.is_empty();
                    $Inclusive { v: slice, pred, finished }
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Inclusive<'a, T, P> {
                type Item = &'a $($mutable)? [T];
                fn next(&mut self) -> Option<Self::Item> {
                    if self.finished {
                        return None;
                    }
                    let found = self.v.iter().position(|x| (self.pred)(x));
                    let end = found.map_or(self.v.len(), |at| at + 1);
                    self.finished = end == self.v.len();
                    let (part, rest) = mem::take(&mut self.v).$split_at(end);
                    self.v = rest;
                    Some(part)
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    match self.finished {
                        true => (0, Some(0)),
                        false => (1, Some(crate::cmp::max(1, self.v.len()))),
                    }
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for $Inclusive<'a, T, P> {
                fn next_back(&mut self) -> Option<Self::Item> {
                    if self.finished {
                        return None;
                    }
                    let before_last = self.v.len().saturating_sub(1);
                    let found = self.v[..before_last].iter().rposition(|x| (self.pred)(x));
                    let start = found.map_or(0, |at| at + 1);
                    self.finished = start == 0;
                    let (rest, part) = mem::take(&mut self.v).$split_at(start);
                    self.v = rest;
                    Some(part)
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $Inclusive<'a, T, P> {}

            pub struct $Reverse<'a, T: 'a, P> {
                inner: $Name<'a, T, P>,
            }
            impl<'a, T, P> $Reverse<'a, T, P> {
                pub(crate) fn new(slice: &'a $($mutable)? [T], pred: P) -> Self {
                    $Reverse { inner: $Name::new(slice, pred) }
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> SplitIter for $Reverse<'a, T, P> {
                fn rest(&mut self) -> Option<Self::Item> {
                    self.inner.rest()
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Reverse<'a, T, P> {
                type Item = &'a $($mutable)? [T];
                fn next(&mut self) -> Option<Self::Item> {
                    self.inner.next_back()
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.inner.size_hint()
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for $Reverse<'a, T, P> {
                fn next_back(&mut self) -> Option<Self::Item> {
                    self.inner.next()
                }
            }
            impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $Reverse<'a, T, P> {}

            counted! { $Counted of $Name ($($mutable)?) }
            counted! { $ReverseCounted of $Reverse ($($mutable)?) }
            show_splits! { $Name.v $Inclusive.v $Reverse.inner.v }
        )*
    };
}
/// At most so many parts, the last of which is the rest.
macro_rules! counted {
    ($Name:ident of $Split:ident ($($mutable:tt)?)) => {
        pub struct $Name<'a, T: 'a, P> {
            iter: $Split<'a, T, P>,
            count: usize,
        }
        impl<'a, T, P> $Name<'a, T, P> {
            pub(crate) fn new(slice: &'a $($mutable)? [T], n: usize, pred: P) -> Self {
                $Name { iter: $Split::new(slice, pred), count: n }
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Name<'a, T, P> {
            type Item = &'a $($mutable)? [T];
            fn next(&mut self) -> Option<Self::Item> {
                if self.count == 0 {
                    return None;
                }
                self.count -= 1;
                if self.count == 0 { self.iter.rest() } else { self.iter.next() }
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let (least, most) = self.iter.size_hint();
                (crate::cmp::min(self.count, least), most.map(|most| crate::cmp::min(self.count, most)))
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $Name<'a, T, P> {}
        impl<T: fmt::Debug, P> fmt::Debug for $Name<'_, T, P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let inner = fmt::from_fn(|f| {
                    f.debug_struct("GenericSplitN").field("iter", &self.iter).field("count", &self.count).finish()
                });
                f.debug_struct(stringify!($Name)).field("inner", &inner).finish()
            }
        }
    };
}
macro_rules! show_splits {
    ($($Name:ident.$first:ident$(.$second:ident)?)*) => {
        $(
            impl<T: fmt::Debug, P> fmt::Debug for $Name<'_, T, P> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    show_splits!(@finished self f stringify!($Name), $first $($second)?)
                }
            }
        )*
    };
    (@finished $this:ident $f:ident $name:expr, v) => {
        $f.debug_struct($name).field("v", &$this.v).field("finished", &$this.finished).finish()
    };
    (@finished $this:ident $f:ident $name:expr, inner v) => {
        $f.debug_struct($name).field("v", &$this.inner.v).field("finished", &$this.inner.finished).finish()
    };
}
splits! {
    Split SplitInclusive RSplit SplitN RSplitN () split_at;
    SplitMut SplitInclusiveMut RSplitMut SplitNMut RSplitNMut (mut) split_at_mut;
}
impl<T, P: Clone> Clone for Split<'_, T, P> {
    fn clone(&self) -> Self {
        Split { v: self.v, pred: self.pred.clone(), finished: self.finished }
    }
}
impl<T, P: Clone> Clone for SplitInclusive<'_, T, P> {
    fn clone(&self) -> Self {
        SplitInclusive { v: self.v, pred: self.pred.clone(), finished: self.finished }
    }
}
impl<T, P: Clone> Clone for RSplit<'_, T, P> {
    fn clone(&self) -> Self {
        RSplit { inner: self.inner.clone() }
    }
}

/// The escape of each byte, one after the other.
#[derive(Clone)]
pub struct EscapeAscii<'a> {
    inner: FlatMap<Iter<'a, u8>, EscapeDefault, fn(&u8) -> EscapeDefault>,
}
impl<'a> EscapeAscii<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> EscapeAscii<'a> {
        let escape: fn(&u8) -> EscapeDefault = |byte| escape_default(*byte);
        EscapeAscii { inner: bytes.iter().flat_map(escape) }
    }
}
impl Iterator for EscapeAscii<'_> {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.inner.next()
    }
}
impl DoubleEndedIterator for EscapeAscii<'_> {
    fn next_back(&mut self) -> Option<u8> {
        self.inner.next_back()
    }
}
impl FusedIterator for EscapeAscii<'_> {}
impl fmt::Display for EscapeAscii<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.clone() {
            f.write_char(byte as char)?;
        }
        Ok(())
    }
}
impl fmt::Debug for EscapeAscii<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EscapeAscii").finish_non_exhaustive()
    }
}
