//! `std::boxed`.
//!
//! Left out: allocators; `Box<dyn FnOnce>` is called through the vtable.

use crate::borrow::{Borrow, BorrowMut, Cow};
use crate::cmp::Ordering;
use crate::error::Error;
use crate::fmt;
use crate::future::Future;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::marker::Unsize;
use crate::mem::{ManuallyDrop, MaybeUninit};
use crate::ops::{CoerceUnsized, Deref, DerefMut, DispatchFromDyn, Fn, FnMut, FnOnce};
use crate::pin::Pin;
use crate::string::String;
use crate::task::{Context, Poll};
use crate::vec::{self, Vec};

#[lang = "owned_box"]
pub struct Box<T: ?Sized> {
    pointer: *mut T,
}
unsafe impl<T: ?Sized + Send> Send for Box<T> {}
unsafe impl<T: ?Sized + Sync> Sync for Box<T> {}

impl<T> Box<[T]> {
    pub fn new_uninit_slice(len: usize) -> Box<[MaybeUninit<T>]> {
        let mut elements = Vec::with_capacity(len);
        elements.resize_with(len, MaybeUninit::uninit);
        elements.into_boxed_slice()
    }
    pub fn new_zeroed_slice(len: usize) -> Box<[MaybeUninit<T>]> {
        let mut elements = Self::new_uninit_slice(len);
        unsafe { crate::ptr::write_bytes(elements.as_mut_ptr(), 0, len) };
        elements
    }
}
impl<T> Box<[MaybeUninit<T>]> {
    pub unsafe fn assume_init(self) -> Box<[T]> {
        unsafe { Box::from_raw(Box::into_raw(self) as *mut [T]) }
    }
}
impl<T> Box<T> {
    #[inline]
    pub fn new(x: T) -> Box<T> {
        unsafe {
            let pointer: *mut T = vec::allocate(1);
            intrinsics::write(pointer, x);
            Box { pointer }
        }
    }
    pub fn new_uninit() -> Box<MaybeUninit<T>> {
        Box { pointer: unsafe { vec::allocate(1) } }
    }
    pub fn new_zeroed() -> Box<MaybeUninit<T>> {
        let mut boxed = Box::<T>::new_uninit();
        unsafe { crate::ptr::write_bytes(boxed.as_mut_ptr(), 0, 1) };
        boxed
    }
    pub fn pin(x: T) -> Pin<Box<T>> {
        unsafe { Pin::new_unchecked(Box::new(x)) }
    }
    pub fn into_boxed_slice(boxed: Box<T>) -> Box<[T]> {
        let raw = Box::into_raw(boxed);
        unsafe { Box::from_raw(crate::ptr::slice_from_raw_parts_mut(raw, 1)) }
    }
    #[inline]
    pub fn into_inner(boxed: Box<T>) -> T {
        let pointer = Box::into_raw(boxed);
        unsafe {
            let value = intrinsics::read(pointer as *const T);
            vec::release(pointer, 1);
            value
        }
    }
}
impl<T> Box<MaybeUninit<T>> {
    pub unsafe fn assume_init(self) -> Box<T> {
        Box { pointer: Box::into_raw(self) as *mut T }
    }
    pub fn write(boxed: Box<MaybeUninit<T>>, value: T) -> Box<T> {
        let pointer = Box::into_raw(boxed) as *mut T;
        unsafe { intrinsics::write(pointer, value) };
        Box { pointer }
    }
}
impl<T: ?Sized> Box<T> {
    #[inline]
    pub unsafe fn from_raw(raw: *mut T) -> Box<T> {
        if raw.is_null() {
            unsafe { intrinsics::undefined("a Box that is null") }
        }
        Box { pointer: raw }
    }
    #[inline]
    pub fn into_raw(b: Box<T>) -> *mut T {
        let b = ManuallyDrop::new(b);
        b.pointer
    }
    #[inline]
    pub fn as_ptr(b: &Box<T>) -> *const T {
        b.pointer
    }
    #[inline]
    pub fn as_mut_ptr(b: &mut Box<T>) -> *mut T {
        b.pointer
    }
    #[inline]
    pub fn leak<'a>(b: Box<T>) -> &'a mut T {
        unsafe { &mut *Box::into_raw(b) }
    }
    pub fn into_pin(boxed: Box<T>) -> Pin<Box<T>> {
        unsafe { Pin::new_unchecked(boxed) }
    }
}

impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Box<U>> for Box<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Box<U>> for Box<T> {}

impl<T: ?Sized> Deref for Box<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.pointer }
    }
}
impl<T: ?Sized> DerefMut for Box<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.pointer }
    }
}
impl<T: Default> Default for Box<T> {
    fn default() -> Self {
        Box::new(T::default())
    }
}
impl<T> Default for Box<[T]> {
    fn default() -> Self {
        Vec::new().into_boxed_slice()
    }
}
impl Default for Box<str> {
    fn default() -> Self {
        String::new().into_boxed_str()
    }
}
impl<T: Clone> Clone for Box<T> {
    #[inline]
    fn clone(&self) -> Self {
        Box::new((**self).clone())
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        (**self).clone_from(&**source)
    }
}
impl<T: Clone> Clone for Box<[T]> {
    fn clone(&self) -> Self {
        (**self).to_vec().into_boxed_slice()
    }
    fn clone_from(&mut self, source: &Self) {
        if self.len() == source.len() {
            self.clone_from_slice(source)
        } else {
            *self = source.clone()
        }
    }
}
impl Clone for Box<str> {
    fn clone(&self) -> Self {
        String::from(&**self).into_boxed_str()
    }
}
impl<T: ?Sized + PartialEq> PartialEq for Box<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        PartialEq::eq(&**self, &**other)
    }
}
impl<T: ?Sized + PartialOrd> PartialOrd for Box<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        PartialOrd::lt(&**self, &**other)
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        PartialOrd::le(&**self, &**other)
    }
    #[inline]
    fn gt(&self, other: &Self) -> bool {
        PartialOrd::gt(&**self, &**other)
    }
    #[inline]
    fn ge(&self, other: &Self) -> bool {
        PartialOrd::ge(&**self, &**other)
    }
}
impl<T: ?Sized + Ord> Ord for Box<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&**self, &**other)
    }
}
impl<T: ?Sized + Eq> Eq for Box<T> {}
impl<T: ?Sized + Hash> Hash for Box<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl<T: fmt::Display + ?Sized> fmt::Display for Box<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}
impl<T: fmt::Debug + ?Sized> fmt::Debug for Box<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
impl<T: ?Sized> fmt::Pointer for Box<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Pointer::fmt(&Box::as_ptr(self), f)
    }
}
impl<T: ?Sized> Borrow<T> for Box<T> {
    fn borrow(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> BorrowMut<T> for Box<T> {
    fn borrow_mut(&mut self) -> &mut T {
        &mut **self
    }
}
impl<T: ?Sized> AsRef<T> for Box<T> {
    #[inline]
    fn as_ref(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> AsMut<T> for Box<T> {
    #[inline]
    fn as_mut(&mut self) -> &mut T {
        &mut **self
    }
}
impl<T: ?Sized> Unpin for Box<T> {}

impl<T> From<T> for Box<T> {
    fn from(t: T) -> Box<T> {
        Box::new(t)
    }
}
impl<T: ?Sized> From<Box<T>> for Pin<Box<T>> {
    fn from(boxed: Box<T>) -> Self {
        Box::into_pin(boxed)
    }
}
impl<T: Clone> From<&[T]> for Box<[T]> {
    fn from(slice: &[T]) -> Box<[T]> {
        slice.to_vec().into_boxed_slice()
    }
}
impl<T> From<Vec<T>> for Box<[T]> {
    fn from(v: Vec<T>) -> Box<[T]> {
        v.into_boxed_slice()
    }
}
impl<T, const N: usize> From<[T; N]> for Box<[T]> {
    fn from(array: [T; N]) -> Box<[T]> {
        Box::new(array)
    }
}
impl From<&str> for Box<str> {
    fn from(s: &str) -> Box<str> {
        String::from(s).into_boxed_str()
    }
}
impl From<String> for Box<str> {
    fn from(s: String) -> Box<str> {
        s.into_boxed_str()
    }
}
impl From<Box<str>> for Box<[u8]> {
    fn from(s: Box<str>) -> Box<[u8]> {
        unsafe { Box::from_raw(Box::into_raw(s) as *mut [u8]) }
    }
}
impl<T: Clone> From<&mut [T]> for Box<[T]> {
    fn from(slice: &mut [T]) -> Box<[T]> {
        Box::from(&*slice)
    }
}
impl From<&mut str> for Box<str> {
    fn from(text: &mut str) -> Box<str> {
        Box::from(&*text)
    }
}
impl From<Cow<'_, str>> for Box<str> {
    fn from(text: Cow<'_, str>) -> Box<str> {
        text.into_owned().into_boxed_str()
    }
}
impl<T: Clone> From<Cow<'_, [T]>> for Box<[T]> {
    fn from(slice: Cow<'_, [T]>) -> Box<[T]> {
        slice.into_owned().into_boxed_slice()
    }
}
impl<T, const N: usize> TryFrom<Box<[T]>> for Box<[T; N]> {
    type Error = Box<[T]>;
    fn try_from(slice: Box<[T]>) -> Result<Box<[T; N]>, Box<[T]>> {
        match slice.len() == N {
            true => Ok(unsafe { Box::from_raw(Box::into_raw(slice) as *mut [T; N]) }),
            false => Err(slice),
        }
    }
}
impl<T, const N: usize> TryFrom<Vec<T>> for Box<[T; N]> {
    type Error = Vec<T>;
    fn try_from(vec: Vec<T>) -> Result<Box<[T; N]>, Vec<T>> {
        match vec.len() == N {
            true => Ok(unsafe { Box::from_raw(Box::into_raw(vec.into_boxed_slice()) as *mut [T; N]) }),
            false => Err(vec),
        }
    }
}
impl<T> FromIterator<T> for Box<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        iter.into_iter().collect::<Vec<T>>().into_boxed_slice()
    }
}
impl<T> IntoIterator for Box<[T]> {
    type Item = T;
    type IntoIter = crate::vec::IntoIter<T>;
    fn into_iter(self) -> crate::vec::IntoIter<T> {
        self.into_vec().into_iter()
    }
}
impl<'a, T> IntoIterator for &'a Box<[T]> {
    type Item = &'a T;
    type IntoIter = crate::slice::Iter<'a, T>;
    fn into_iter(self) -> crate::slice::Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut Box<[T]> {
    type Item = &'a mut T;
    type IntoIter = crate::slice::IterMut<'a, T>;
    fn into_iter(self) -> crate::slice::IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<I: Iterator + ?Sized> Iterator for Box<I> {
    type Item = I::Item;
    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth(n)
    }
}
impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for Box<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth_back(n)
    }
}
impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for Box<I> {
    fn len(&self) -> usize {
        (**self).len()
    }
}
impl<I: FusedIterator + ?Sized> FusedIterator for Box<I> {}

impl<Args, F: FnOnce<Args> + ?Sized> FnOnce<Args> for Box<F> {
    type Output = <F as FnOnce<Args>>::Output;
    #[inline]
    fn call_once(self, args: Args) -> Self::Output {
        <F as FnOnce<Args>>::call_once(*self, args)
    }
}
impl<Args, F: FnMut<Args> + ?Sized> FnMut<Args> for Box<F> {
    #[inline]
    fn call_mut(&mut self, args: Args) -> Self::Output {
        <F as FnMut<Args>>::call_mut(&mut **self, args)
    }
}
impl<Args, F: Fn<Args> + ?Sized> Fn<Args> for Box<F> {
    #[inline]
    fn call(&self, args: Args) -> Self::Output {
        <F as Fn<Args>>::call(&**self, args)
    }
}
impl<F: ?Sized + Future + Unpin> Future for Box<F> {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = Pin::get_mut(self);
        F::poll(Pin::new(&mut **this), cx)
    }
}
