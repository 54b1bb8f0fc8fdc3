//! Arrays and `std::array`.
//!
//! Left out: what is unstable: `try_map`, `try_from_fn`, `as_ascii`.
//! `Clone` and `Copy` of arrays are built in.

use crate::borrow::{Borrow, BorrowMut};
use crate::cmp::Ordering;
use crate::error::Error;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::mem::{ManuallyDrop, MaybeUninit};
use crate::ops::{Index, IndexMut};
use crate::slice::{Iter, IterMut, SliceIndex};

impl<T, const N: usize> [T; N] {
    #[inline]
    pub const fn as_slice(&self) -> &[T] {
        self
    }
    #[inline]
    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
    pub fn map<F, U>(self, f: F) -> [U; N]
    where
        F: FnMut(T) -> U,
    {
        let mut f = f;
        let mut items = self.into_iter();
        from_fn(|_| f(items.next().unwrap()))
    }
    pub fn each_ref(&self) -> [&T; N] {
        from_fn(|i| &self[i])
    }
    pub fn each_mut(&mut self) -> [&mut T; N] {
        let first = self.as_mut_ptr();
        from_fn(|i| unsafe { &mut *first.ahead(i) })
    }
}

/// Drops what was built so far if the function panics.
struct Building<T, const N: usize> {
    items: MaybeUninit<[T; N]>,
    built: usize,
}
impl<T, const N: usize> Drop for Building<T, N> {
    fn drop(&mut self) {
        let first = self.items.as_mut_ptr() as *mut T;
        unsafe { intrinsics::drop_in_place(crate::ptr::slice_from_raw_parts_mut(first, self.built)) }
    }
}

pub fn from_fn<T, const N: usize, F>(f: F) -> [T; N]
where
    F: FnMut(usize) -> T,
{
    let mut f = f;
    let mut building = Building::<T, N> { items: MaybeUninit::uninit(), built: 0 };
    let first = building.items.as_mut_ptr() as *mut T;
    while building.built < N {
        unsafe { first.ahead(building.built).write(f(building.built)) };
        building.built += 1;
    }
    building.built = 0;
    unsafe { building.items.assume_init_read() }
}
#[inline]
pub const fn from_ref<T>(s: &T) -> &[T; 1] {
    unsafe { &*(s as *const T as *const [T; 1]) }
}
#[inline]
pub const fn from_mut<T>(s: &mut T) -> &mut [T; 1] {
    unsafe { &mut *(s as *mut T as *mut [T; 1]) }
}

impl<T, I, const N: usize> Index<I> for [T; N]
where
    [T]: Index<I>,
{
    type Output = <[T] as Index<I>>::Output;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &Self::Output {
        Index::index(self as &[T], index)
    }
}
impl<T, I, const N: usize> IndexMut<I> for [T; N]
where
    [T]: IndexMut<I>,
{
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut Self::Output {
        IndexMut::index_mut(self as &mut [T], index)
    }
}

macro_rules! array_equality {
    ($($a:ty, $b:ty;)*) => {
        $(
            impl<T: PartialEq<U>, U, const N: usize> PartialEq<$b> for $a {
                #[inline]
                fn eq(&self, other: &$b) -> bool {
                    self[..] == other[..]
                }
            }
        )*
    };
}
array_equality! {
    [T; N], [U; N];
    [T; N], [U];
    [T], [U; N];
    [T; N], &[U];
    &[T], [U; N];
    [T; N], &mut [U];
    &mut [T], [U; N];
}
impl<T: Eq, const N: usize> Eq for [T; N] {}
impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> {
        self.as_slice().partial_cmp(other.as_slice())
    }
}
impl<T: Ord, const N: usize> Ord for [T; N] {
    fn cmp(&self, other: &[T; N]) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}
impl<T: Hash, const N: usize> Hash for [T; N] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state)
    }
}
impl<T: fmt::Debug, const N: usize> fmt::Debug for [T; N] {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_slice(), f)
    }
}
impl<T, const N: usize> AsRef<[T]> for [T; N] {
    #[inline]
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> AsMut<[T]> for [T; N] {
    #[inline]
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}
impl<T, const N: usize> Borrow<[T]> for [T; N] {
    fn borrow(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> BorrowMut<[T]> for [T; N] {
    fn borrow_mut(&mut self) -> &mut [T] {
        self
    }
}

macro_rules! default_arrays {
    ($($n:literal)*) => {
        $(
            impl<T: Default> Default for [T; $n] {
                fn default() -> [T; $n] {
                    from_fn(|_| T::default())
                }
            }
        )*
    };
}
default_arrays! { 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 }
impl<T> Default for [T; 0] {
    fn default() -> [T; 0] {
        []
    }
}

#[derive(Debug, Copy, Clone)]
pub struct TryFromSliceError(());
impl fmt::Display for TryFromSliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("could not convert slice to array")
    }
}
impl Error for TryFromSliceError {}
impl<T: Copy, const N: usize> TryFrom<&[T]> for [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &[T]) -> Result<[T; N], TryFromSliceError> {
        if slice.len() == N {
            Ok(unsafe { intrinsics::read(slice.as_ptr() as *const [T; N]) })
        } else {
            Err(TryFromSliceError(()))
        }
    }
}
impl<T: Copy, const N: usize> TryFrom<&mut [T]> for [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &mut [T]) -> Result<[T; N], TryFromSliceError> {
        <[T; N]>::try_from(&*slice)
    }
}
impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &'a [T]) -> Result<&'a [T; N], TryFromSliceError> {
        if slice.len() == N {
            Ok(unsafe { &*(slice.as_ptr() as *const [T; N]) })
        } else {
            Err(TryFromSliceError(()))
        }
    }
}
impl<'a, T, const N: usize> TryFrom<&'a mut [T]> for &'a mut [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &'a mut [T]) -> Result<&'a mut [T; N], TryFromSliceError> {
        if slice.len() == N {
            Ok(unsafe { &mut *(slice.as_mut_ptr() as *mut [T; N]) })
        } else {
            Err(TryFromSliceError(()))
        }
    }
}

/// Elements `front..back` are still there.
pub struct IntoIter<T, const N: usize> {
    items: MaybeUninit<[T; N]>,
    front: usize,
    back: usize,
}
impl<T, const N: usize> IntoIter<T, N> {
    pub fn as_slice(&self) -> &[T] {
        unsafe {
            let first = self.items.as_ptr() as *const T;
            crate::slice::slice_at(first.ahead(self.front), self.back - self.front)
        }
    }
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        unsafe {
            let first = self.items.as_mut_ptr() as *mut T;
            crate::slice::slice_at_mut(first.ahead(self.front), self.back - self.front)
        }
    }
}
impl<T, const N: usize> Default for IntoIter<T, N> {
    fn default() -> Self {
        IntoIter { items: MaybeUninit::uninit(), front: 0, back: 0 }
    }
}
impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        if self.front == self.back {
            return None;
        }
        let i = self.front;
        self.front = i + 1;
        Some(unsafe { intrinsics::read((self.items.as_ptr() as *const T).ahead(i)) })
    }
    /// Those passed over are dropped together: if one panics, the others still are.
    fn nth(&mut self, n: usize) -> Option<T> {
        let passed = n.min(self.back - self.front);
        let first = unsafe { (self.items.as_mut_ptr() as *mut T).ahead(self.front) };
        self.front += passed;
        unsafe { intrinsics::drop_in_place(crate::ptr::slice_from_raw_parts_mut(first, passed)) };
        self.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.back - self.front;
        (len, Some(len))
    }
}
impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        if self.front == self.back {
            return None;
        }
        self.back -= 1;
        Some(unsafe { intrinsics::read((self.items.as_ptr() as *const T).ahead(self.back)) })
    }
    fn nth_back(&mut self, n: usize) -> Option<T> {
        let passed = n.min(self.back - self.front);
        self.back -= passed;
        unsafe {
            let first = (self.items.as_mut_ptr() as *mut T).ahead(self.back);
            intrinsics::drop_in_place(crate::ptr::slice_from_raw_parts_mut(first, passed));
        }
        self.next_back()
    }
}
impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {}
impl<T, const N: usize> FusedIterator for IntoIter<T, N> {}
impl<T, const N: usize> Drop for IntoIter<T, N> {
    fn drop(&mut self) {
        if crate::mem::needs_drop::<T>() {
            unsafe { intrinsics::drop_in_place(self.as_mut_slice()) }
        }
    }
}
impl<T: Clone, const N: usize> Clone for IntoIter<T, N> {
    fn clone(&self) -> Self {
        let mut copy = IntoIter { items: MaybeUninit::uninit(), front: 0, back: 0 };
        for x in self.as_slice() {
            unsafe { (copy.items.as_mut_ptr() as *mut T).ahead(copy.back).write(x.clone()) };
            copy.back += 1;
        }
        copy
    }
}
impl<T: fmt::Debug, const N: usize> fmt::Debug for IntoIter<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IntoIter").field(&self.as_slice()).finish()
    }
}

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;
    #[inline]
    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { items: MaybeUninit::new(self), front: 0, back: N }
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    #[inline]
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

pub fn repeat<T: Clone, const N: usize>(val: T) -> [T; N] {
    from_fn(|_| val.clone())
}
