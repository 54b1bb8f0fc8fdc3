//! `std::pin`. Left out: `map_unchecked` family beyond the two basic ones.

use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::fmt;
use crate::future::Future;
use crate::hash::{Hash, Hasher};
use crate::marker::Unpin;
use crate::ops::{CoerceUnsized, Deref, DerefMut, DispatchFromDyn};
use crate::rc::Rc;
use crate::sync::Arc;
use crate::task::{Context, Poll};

#[lang = "pin"]
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Pin<Ptr> {
    pub(crate) pinned_pointer: Ptr,
}

impl<Ptr: Deref> Pin<Ptr>
where
    Ptr::Target: Unpin,
{
    #[inline]
    pub fn new(pointer: Ptr) -> Pin<Ptr> {
        Pin { pinned_pointer: pointer }
    }
    #[inline]
    pub fn into_inner(pin: Pin<Ptr>) -> Ptr {
        pin.pinned_pointer
    }
}
impl<Ptr: Deref> Pin<Ptr> {
    #[inline]
    pub unsafe fn new_unchecked(pointer: Ptr) -> Pin<Ptr> {
        Pin { pinned_pointer: pointer }
    }
    #[inline]
    pub fn as_ref(&self) -> Pin<&Ptr::Target> {
        Pin { pinned_pointer: &*self.pinned_pointer }
    }
    #[inline]
    pub unsafe fn into_inner_unchecked(pin: Pin<Ptr>) -> Ptr {
        pin.pinned_pointer
    }
}
impl<Ptr: DerefMut> Pin<Ptr> {
    #[inline]
    pub fn as_mut(&mut self) -> Pin<&mut Ptr::Target> {
        Pin { pinned_pointer: &mut *self.pinned_pointer }
    }
    #[inline]
    pub fn set(&mut self, value: Ptr::Target)
    where
        Ptr::Target: Sized,
    {
        *self.pinned_pointer = value;
    }
}
impl<T: ?Sized> Pin<&'static T> {
    pub const fn static_ref(r: &'static T) -> Pin<&'static T> {
        Pin { pinned_pointer: r }
    }
}
impl<T: ?Sized> Pin<&'static mut T> {
    pub const fn static_mut(r: &'static mut T) -> Pin<&'static mut T> {
        Pin { pinned_pointer: r }
    }
}
impl<Ptr: DerefMut> Pin<Ptr> {
    pub fn as_deref_mut(self: Pin<&mut Self>) -> Pin<&mut Ptr::Target> {
        Pin { pinned_pointer: &mut *self.pinned_pointer.pinned_pointer }
    }
}
impl<'a, T: ?Sized> Pin<&'a T> {
    #[inline]
    pub fn get_ref(self) -> &'a T {
        self.pinned_pointer
    }
    pub unsafe fn map_unchecked<U: ?Sized, F: FnOnce(&T) -> &U>(self, func: F) -> Pin<&'a U> {
        Pin { pinned_pointer: func(self.pinned_pointer) }
    }
}
impl<'a, T: ?Sized> Pin<&'a mut T> {
    #[inline]
    pub fn into_ref(self) -> Pin<&'a T> {
        Pin { pinned_pointer: self.pinned_pointer }
    }
    #[inline]
    pub fn get_mut(self) -> &'a mut T
    where
        T: Unpin,
    {
        self.pinned_pointer
    }
    #[inline]
    pub unsafe fn get_unchecked_mut(self) -> &'a mut T {
        self.pinned_pointer
    }
    pub unsafe fn map_unchecked_mut<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(self, func: F) -> Pin<&'a mut U> {
        Pin { pinned_pointer: func(self.pinned_pointer) }
    }
}
impl<Ptr: Deref> Deref for Pin<Ptr> {
    type Target = Ptr::Target;
    #[inline]
    fn deref(&self) -> &Ptr::Target {
        &*self.pinned_pointer
    }
}
impl<Ptr: DerefMut> DerefMut for Pin<Ptr>
where
    Ptr::Target: Unpin,
{
    #[inline]
    fn deref_mut(&mut self) -> &mut Ptr::Target {
        &mut *self.pinned_pointer
    }
}
impl<Ptr: CoerceUnsized<U>, U> CoerceUnsized<Pin<U>> for Pin<Ptr> {}
impl<Ptr: DispatchFromDyn<U>, U> DispatchFromDyn<Pin<U>> for Pin<Ptr> {}
impl<T: ?Sized> Default for Pin<Box<T>>
where
    Box<T>: Default,
{
    fn default() -> Self {
        Box::into_pin(Box::default())
    }
}
impl<T: ?Sized> Default for Pin<Arc<T>>
where
    Arc<T>: Default,
{
    fn default() -> Self {
        unsafe { Pin::new_unchecked(Arc::default()) }
    }
}
impl<T: ?Sized> Default for Pin<Rc<T>>
where
    Rc<T>: Default,
{
    fn default() -> Self {
        unsafe { Pin::new_unchecked(Rc::default()) }
    }
}
impl<Ptr: Deref, Q: Deref> PartialEq<Pin<Q>> for Pin<Ptr>
where
    Ptr::Target: PartialEq<Q::Target>,
{
    fn eq(&self, other: &Pin<Q>) -> bool {
        PartialEq::eq(&**self, &**other)
    }
}
impl<Ptr: Deref> Eq for Pin<Ptr> where Ptr::Target: Eq {}
impl<Ptr: Deref, Q: Deref> PartialOrd<Pin<Q>> for Pin<Ptr>
where
    Ptr::Target: PartialOrd<Q::Target>,
{
    fn partial_cmp(&self, other: &Pin<Q>) -> Option<Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }
}
impl<Ptr: Deref> Ord for Pin<Ptr>
where
    Ptr::Target: Ord,
{
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&**self, &**other)
    }
}
impl<Ptr: Deref> Hash for Pin<Ptr>
where
    Ptr::Target: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&**self, state)
    }
}
impl<Ptr: fmt::Debug> fmt::Debug for Pin<Ptr> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pinned_pointer.fmt(f)
    }
}
impl<Ptr: fmt::Display> fmt::Display for Pin<Ptr> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pinned_pointer.fmt(f)
    }
}
impl<Ptr: fmt::Pointer> fmt::Pointer for Pin<Ptr> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pinned_pointer.fmt(f)
    }
}
impl<P> Future for Pin<P>
where
    P: DerefMut,
    P::Target: Future,
{
    type Output = <<P as Deref>::Target as Future>::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let inner = unsafe { &mut *self.get_unchecked_mut().pinned_pointer };
        unsafe { Pin::new_unchecked(inner) }.poll(cx)
    }
}

pub use crate::pin;
