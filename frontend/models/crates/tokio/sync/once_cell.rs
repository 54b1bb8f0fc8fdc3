//! `tokio::sync::OnceCell`.

use super::TryAcquireError;
use super::batch_semaphore::BatchSemaphore;
use crate::cell::UnsafeCell;
use crate::error::Error;
use crate::fmt;
use crate::future::Future;
use crate::sync::atomic::{AtomicBool, Ordering};

pub struct OnceCell<T> {
    is_set: AtomicBool,
    value: UnsafeCell<Option<T>>,
    /// Its one permit is the initializer's; it is closed when there is a value.
    turn: BatchSemaphore,
}
unsafe impl<T: Send> Send for OnceCell<T> {}
unsafe impl<T: Sync + Send> Sync for OnceCell<T> {}

/// Whoever initializes; gives way to the next if there is no value in the end.
struct Turn<'a> {
    turn: &'a BatchSemaphore,
}
impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turn.release(1);
    }
}

impl<T> OnceCell<T> {
    pub const fn new() -> OnceCell<T> {
        OnceCell::const_new()
    }
    pub const fn const_new() -> OnceCell<T> {
        OnceCell { is_set: AtomicBool::new(false), value: UnsafeCell::new(None), turn: BatchSemaphore::new(1) }
    }
    pub fn new_with(value: Option<T>) -> OnceCell<T> {
        match value {
            Some(value) => OnceCell::from(value),
            None => OnceCell::new(),
        }
    }
    pub const fn const_new_with(value: T) -> OnceCell<T> {
        OnceCell { is_set: AtomicBool::new(true), value: UnsafeCell::new(Some(value)), turn: BatchSemaphore::new(0) }
    }
    #[inline]
    pub fn initialized(&self) -> bool {
        self.is_set.load(Ordering::Acquire)
    }
    /// Where there is a value.
    fn value(&self) -> &T {
        unsafe { (*self.value.get()).as_ref().unwrap() }
    }
    #[inline]
    pub fn get(&self) -> Option<&T> {
        if self.initialized() { Some(self.value()) } else { None }
    }
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.value.get_mut().as_mut()
    }
    fn put(&self, value: T) -> &T {
        unsafe { *self.value.get() = Some(value) };
        self.is_set.store(true, Ordering::Release);
        self.turn.close();
        self.value()
    }
    pub fn set(&self, value: T) -> Result<(), SetError<T>> {
        if self.initialized() {
            return Err(SetError::AlreadyInitializedError(value));
        }
        match self.turn.try_acquire(1) {
            Ok(()) => {
                self.put(value);
                Ok(())
            }
            Err(TryAcquireError::NoPermits) => Err(SetError::InitializingError(value)),
            Err(TryAcquireError::Closed) => Err(SetError::AlreadyInitializedError(value)),
        }
    }
    pub async fn get_or_init<F, Fut>(&self, f: F) -> &T
    where
        F: FnOnce() -> Fut,
        Fut: Future<Output = T>,
    {
        let init = || async { Ok::<T, ()>(f().await) };
        match self.get_or_try_init(init).await {
            Ok(value) => value,
            Err(()) => unreachable!("an initializer that cannot fail"),
        }
    }
    pub async fn get_or_try_init<E, F, Fut>(&self, f: F) -> Result<&T, E>
    where
        F: FnOnce() -> Fut,
        Fut: Future<Output = Result<T, E>>,
    {
        if self.initialized() || self.turn.acquire(1).await.is_err() {
            return Ok(self.value());
        }
        let turn = Turn { turn: &self.turn };
        let value = f().await?;
        crate::mem::forget(turn);
        Ok(self.put(value))
    }
    pub fn into_inner(self) -> Option<T> {
        self.value.into_inner()
    }
    pub fn take(&mut self) -> Option<T> {
        crate::mem::take(self).into_inner()
    }
}
impl<T> Default for OnceCell<T> {
    fn default() -> OnceCell<T> {
        OnceCell::new()
    }
}
impl<T: fmt::Debug> fmt::Debug for OnceCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnceCell").field("value", &self.get()).finish()
    }
}
impl<T: Clone> Clone for OnceCell<T> {
    fn clone(&self) -> OnceCell<T> {
        OnceCell::new_with(self.get().cloned())
    }
}
impl<T: PartialEq> PartialEq for OnceCell<T> {
    fn eq(&self, other: &OnceCell<T>) -> bool {
        self.get() == other.get()
    }
}
impl<T: Eq> Eq for OnceCell<T> {}
impl<T> From<T> for OnceCell<T> {
    fn from(value: T) -> OnceCell<T> {
        let cell = OnceCell::const_new_with(value);
        cell.turn.close();
        cell
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum SetError<T> {
    AlreadyInitializedError(T),
    InitializingError(T),
}
impl<T> SetError<T> {
    pub fn is_already_init_err(&self) -> bool {
        matches!(self, SetError::AlreadyInitializedError(_))
    }
    pub fn is_initializing_err(&self) -> bool {
        matches!(self, SetError::InitializingError(_))
    }
}
impl<T> fmt::Display for SetError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SetError::AlreadyInitializedError(_) => "AlreadyInitializedError",
            SetError::InitializingError(_) => "InitializingError",
        })
    }
}
impl<T: fmt::Debug> Error for SetError<T> {}
