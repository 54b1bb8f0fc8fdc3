//! `std::option`. Nothing is left out.

use crate::fmt;
use crate::iter::{FromIterator, FusedIterator};
use crate::mem;
use crate::ops::{ControlFlow, Deref, DerefMut, FromResidual, Residual, Try};
use crate::convert::Infallible;
use crate::pin::Pin;

#[lang = "option"]
#[derive(Copy, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
pub enum Option<T> {
    None,
    Some(T),
}

impl<T: Clone> Clone for Option<T> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Some(to), Some(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl<T> Default for Option<T> {
    #[inline]
    fn default() -> Option<T> {
        None
    }
}

#[track_caller]
fn unwrap_failed() -> ! {
    panic!("called `Option::unwrap()` on a `None` value")
}

#[track_caller]
fn expect_failed(msg: &str) -> ! {
    panic!("{}", msg)
}

impl<T> Option<T> {
    #[inline]
    pub const fn is_some(&self) -> bool {
        matches!(*self, Some(_))
    }
    #[inline]
    pub fn is_some_and(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            None => false,
            Some(x) => f(x),
        }
    }
    #[inline]
    pub const fn is_none(&self) -> bool {
        !self.is_some()
    }
    #[inline]
    pub fn is_none_or(self, f: impl FnOnce(T) -> bool) -> bool {
        match self {
            None => true,
            Some(x) => f(x),
        }
    }
    #[inline]
    pub const fn as_ref(&self) -> Option<&T> {
        match *self {
            Some(ref x) => Some(x),
            None => None,
        }
    }
    #[inline]
    pub const fn as_mut(&mut self) -> Option<&mut T> {
        match *self {
            Some(ref mut x) => Some(x),
            None => None,
        }
    }
    pub fn as_pin_ref(self: Pin<&Self>) -> Option<Pin<&T>> {
        match Pin::get_ref(self).as_ref() {
            Some(x) => unsafe { Some(Pin::new_unchecked(x)) },
            None => None,
        }
    }
    pub fn as_pin_mut(self: Pin<&mut Self>) -> Option<Pin<&mut T>> {
        unsafe {
            match Pin::get_unchecked_mut(self).as_mut() {
                Some(x) => Some(Pin::new_unchecked(x)),
                None => None,
            }
        }
    }
    #[inline]
    #[track_caller]
    pub fn expect(self, msg: &str) -> T {
        match self {
            Some(val) => val,
            None => expect_failed(msg),
        }
    }
    #[inline]
    #[track_caller]
    pub fn unwrap(self) -> T {
        match self {
            Some(val) => val,
            None => unwrap_failed(),
        }
    }
    #[inline]
    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Some(x) => x,
            None => default,
        }
    }
    #[inline]
    pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T {
        match self {
            Some(x) => x,
            None => f(),
        }
    }
    #[inline]
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(x) => x,
            None => T::default(),
        }
    }
    #[inline]
    #[track_caller]
    pub unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Some(val) => val,
            None => unsafe { crate::intrinsics::undefined("unwrap_unchecked of `None`") },
        }
    }
    #[inline]
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U> {
        match self {
            Some(x) => Some(f(x)),
            None => None,
        }
    }
    #[inline]
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self {
        if let Some(ref x) = self {
            f(x);
        }
        self
    }
    #[inline]
    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Some(t) => f(t),
            None => default,
        }
    }
    #[inline]
    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Some(t) => f(t),
            None => default(),
        }
    }
    #[inline]
    pub fn ok_or<E>(self, err: E) -> Result<T, E> {
        match self {
            Some(v) => Ok(v),
            None => Err(err),
        }
    }
    #[inline]
    pub fn ok_or_else<E, F: FnOnce() -> E>(self, err: F) -> Result<T, E> {
        match self {
            Some(v) => Ok(v),
            None => Err(err()),
        }
    }
    #[inline]
    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        match self.as_ref() {
            Some(t) => Some(t.deref()),
            None => None,
        }
    }
    #[inline]
    pub fn as_deref_mut(&mut self) -> Option<&mut T::Target>
    where
        T: DerefMut,
    {
        match self.as_mut() {
            Some(t) => Some(t.deref_mut()),
            None => None,
        }
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { option_iter: self.as_ref() }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { option_iter: self.as_mut() }
    }
    #[inline]
    pub fn and<U>(self, optb: Option<U>) -> Option<U> {
        match self {
            Some(_) => optb,
            None => None,
        }
    }
    #[inline]
    pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U> {
        match self {
            Some(x) => f(x),
            None => None,
        }
    }
    #[inline]
    pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Self {
        if let Some(x) = self {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }
    #[inline]
    pub fn or(self, optb: Option<T>) -> Option<T> {
        match self {
            x @ Some(_) => x,
            None => optb,
        }
    }
    #[inline]
    pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T> {
        match self {
            x @ Some(_) => x,
            None => f(),
        }
    }
    pub fn xor(self, optb: Option<T>) -> Option<T> {
        match (self, optb) {
            (a @ Some(_), None) => a,
            (None, b @ Some(_)) => b,
            _ => None,
        }
    }
    pub fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        unsafe { self.as_mut().unwrap_unchecked() }
    }
    pub fn get_or_insert(&mut self, value: T) -> &mut T {
        if let None = *self {
            *self = Some(value);
        }
        unsafe { self.as_mut().unwrap_unchecked() }
    }
    pub fn get_or_insert_default(&mut self) -> &mut T
    where
        T: Default,
    {
        self.get_or_insert_with(T::default)
    }
    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
        if let None = *self {
            *self = Some(f());
        }
        unsafe { self.as_mut().unwrap_unchecked() }
    }
    #[inline]
    pub const fn take(&mut self) -> Option<T> {
        mem::replace(self, None)
    }
    pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
        if self.as_mut().map_or(false, predicate) { self.take() } else { None }
    }
    #[inline]
    pub fn replace(&mut self, value: T) -> Option<T> {
        mem::replace(self, Some(value))
    }
    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }
}

impl<T, U> Option<(T, U)> {
    pub fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }
}

impl<T> Option<&T> {
    #[inline]
    pub fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(&v) => Some(v),
            None => None,
        }
    }
    #[inline]
    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(t) => Some(t.clone()),
            None => None,
        }
    }
}

impl<T> Option<&mut T> {
    #[inline]
    pub fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(&mut t) => Some(t),
            None => None,
        }
    }
    #[inline]
    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(t) => Some((*t).clone()),
            None => None,
        }
    }
}

impl<T, E> Option<Result<T, E>> {
    pub fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(x)) => Ok(Some(x)),
            Some(Err(e)) => Err(e),
            None => Ok(None),
        }
    }
}

impl<T> Option<Option<T>> {
    pub fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}

impl<T> From<T> for Option<T> {
    #[inline]
    fn from(val: T) -> Option<T> {
        Some(val)
    }
}
impl<'a, T> From<&'a Option<T>> for Option<&'a T> {
    fn from(o: &'a Option<T>) -> Option<&'a T> {
        o.as_ref()
    }
}
impl<'a, T> From<&'a mut Option<T>> for Option<&'a mut T> {
    fn from(o: &'a mut Option<T>) -> Option<&'a mut T> {
        o.as_mut()
    }
}

pub struct Iter<'a, A: 'a> {
    option_iter: Option<&'a A>,
}
pub struct IterMut<'a, A: 'a> {
    option_iter: Option<&'a mut A>,
}
pub struct IntoIter<A> {
    option_iter: Option<A>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { option_iter: self.option_iter }
    }
}
impl<T: Clone> Clone for IntoIter<T> {
    fn clone(&self) -> Self {
        IntoIter { option_iter: self.option_iter.clone() }
    }
}

macro_rules! option_iterator {
    ($Name:ident [$($generics:tt)*] $item:ty) => {
        impl<$($generics)*> Iterator for $Name<$($generics)*> {
            type Item = $item;
            #[inline]
            fn next(&mut self) -> Option<$item> {
                self.option_iter.take()
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = if self.option_iter.is_some() { 1 } else { 0 };
                (len, Some(len))
            }
        }
        impl<$($generics)*> DoubleEndedIterator for $Name<$($generics)*> {
            #[inline]
            fn next_back(&mut self) -> Option<$item> {
                self.option_iter.take()
            }
        }
        impl<$($generics)*> ExactSizeIterator for $Name<$($generics)*> {}
        impl<$($generics)*> FusedIterator for $Name<$($generics)*> {}
    };
}
option_iterator! { Iter ['a, A] &'a A }
option_iterator! { IterMut ['a, A] &'a mut A }
option_iterator! { IntoIter [A] A }

impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    #[inline]
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { option_iter: self }
    }
}
impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut Option<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    #[inline]
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {
    fn from_iter<I: IntoIterator<Item = Option<A>>>(iter: I) -> Option<V> {
        crate::iter::try_process(iter.into_iter(), |shunt| shunt.collect())
    }
}
impl<T, U: crate::iter::Sum<T>> crate::iter::Sum<Option<T>> for Option<U> {
    fn sum<I: Iterator<Item = Option<T>>>(iter: I) -> Option<U> {
        crate::iter::try_process(iter, |shunt| shunt.sum())
    }
}
impl<T, U: crate::iter::Product<T>> crate::iter::Product<Option<T>> for Option<U> {
    fn product<I: Iterator<Item = Option<T>>>(iter: I) -> Option<U> {
        crate::iter::try_process(iter, |shunt| shunt.product())
    }
}

impl<T> Try for Option<T> {
    type Output = T;
    type Residual = Option<Infallible>;
    #[inline]
    fn from_output(output: T) -> Self {
        Some(output)
    }
    #[inline]
    fn branch(self) -> ControlFlow<Option<Infallible>, T> {
        match self {
            Some(v) => ControlFlow::Continue(v),
            None => ControlFlow::Break(None),
        }
    }
}
impl<T> FromResidual<Option<Infallible>> for Option<T> {
    #[inline]
    fn from_residual(_residual: Option<Infallible>) -> Self {
        None
    }
}
impl<T> Residual<T> for Option<Infallible> {
    type TryType = Option<T>;
}

impl<T> Option<T> {
    pub fn as_slice(&self) -> &[T] {
        match self {
            Some(value) => crate::slice::from_ref(value),
            None => &[],
        }
    }
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            Some(value) => crate::slice::from_mut(value),
            None => &mut [],
        }
    }
}
/// What the iterators show as their inside.
#[derive(Debug)]
struct Item<'a, A> {
    opt: &'a Option<A>,
}
impl<A: fmt::Debug> fmt::Debug for Iter<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("inner", &Item { opt: &self.option_iter }).finish()
    }
}
impl<A: fmt::Debug> fmt::Debug for IterMut<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut").field("inner", &Item { opt: &self.option_iter }).finish()
    }
}
impl<A: fmt::Debug> fmt::Debug for IntoIter<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoIter").field("inner", &Item { opt: &self.option_iter }).finish()
    }
}
