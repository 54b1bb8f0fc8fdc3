//! `tokio::task_local!` and its keys.

use crate::cell::RefCell;
use crate::error::Error;
use crate::fmt;
use crate::future::Future;
use crate::marker::PhantomPinned;
use crate::mem;
use crate::pin::Pin;
use crate::task::{Context, Poll};
use crate::thread;

pub struct LocalKey<T: 'static> {
    pub inner: thread::LocalKey<RefCell<Option<T>>>,
}

#[derive(Clone, Copy, Eq, PartialEq)]
pub struct AccessError {
    _private: (),
}
impl fmt::Debug for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccessError").finish()
    }
}
impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("task-local value not set")
    }
}
impl Error for AccessError {}

const NOT_SET: &str = "cannot access a task-local storage value without setting it first";

impl<T: 'static> LocalKey<T> {
    pub fn scope<F: Future>(&'static self, value: T, f: F) -> TaskLocalFuture<T, F> {
        TaskLocalFuture { key: self, slot: Some(value), future: Some(f), pinned: PhantomPinned }
    }
    #[track_caller]
    pub fn sync_scope<F: FnOnce() -> R, R>(&'static self, value: T, f: F) -> R {
        let mut slot = Some(value);
        let _inside = Inside::enter(self, &mut slot);
        f()
    }
    #[track_caller]
    pub fn with<F: FnOnce(&T) -> R, R>(&'static self, f: F) -> R {
        match self.try_with(f) {
            Ok(value) => value,
            Err(_) => panic!("{}", NOT_SET),
        }
    }
    pub fn try_with<F: FnOnce(&T) -> R, R>(&'static self, f: F) -> Result<R, AccessError> {
        self.inner.with(|value| match &*value.borrow() {
            Some(value) => Ok(f(value)),
            None => Err(AccessError { _private: () }),
        })
    }
    #[track_caller]
    pub fn get(&'static self) -> T
    where
        T: Clone,
    {
        self.with(|value| value.clone())
    }
    pub fn try_get(&'static self) -> Result<T, AccessError>
    where
        T: Clone,
    {
        self.try_with(|value| value.clone())
    }
    fn swap(&'static self, slot: &mut Option<T>) {
        self.inner.with(|value| mem::swap(&mut *value.borrow_mut(), slot));
    }
}
impl<T: 'static> fmt::Debug for LocalKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("LocalKey { .. }")
    }
}

/// As long as it lives, the key has a value.
struct Inside<'a, T: 'static> {
    key: &'static LocalKey<T>,
    slot: &'a mut Option<T>,
}
impl<'a, T: 'static> Inside<'a, T> {
    fn enter(key: &'static LocalKey<T>, slot: &'a mut Option<T>) -> Inside<'a, T> {
        key.swap(slot);
        Inside { key, slot }
    }
}
impl<T: 'static> Drop for Inside<'_, T> {
    fn drop(&mut self) {
        self.key.swap(self.slot);
    }
}

pub struct TaskLocalFuture<T: 'static, F> {
    key: &'static LocalKey<T>,
    slot: Option<T>,
    /// None when it is ready.
    future: Option<F>,
    pinned: PhantomPinned,
}
impl<T: 'static, F> TaskLocalFuture<T, F> {
    pub fn take_value(self: Pin<&mut Self>) -> Option<T> {
        unsafe { self.get_unchecked_mut() }.slot.take()
    }
}
impl<T: 'static, F: Future> Future for TaskLocalFuture<T, F> {
    type Output = F::Output;
    #[track_caller]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = unsafe { self.get_unchecked_mut() };
        let Some(future) = &mut this.future else {
            panic!("`TaskLocalFuture` polled after completion");
        };
        let inside = Inside::enter(this.key, &mut this.slot);
        let polled = unsafe { Pin::new_unchecked(future) }.poll(cx);
        drop(inside);
        if polled.is_ready() {
            this.future = None;
        }
        polled
    }
}
/// The future is dropped where the key has its value.
impl<T: 'static, F> Drop for TaskLocalFuture<T, F> {
    fn drop(&mut self) {
        if self.future.is_some() {
            let _inside = Inside::enter(self.key, &mut self.slot);
            self.future = None;
        }
    }
}
