//! `tokio::sync::Mutex`.

use super::TryLockError;
use super::batch_semaphore::BatchSemaphore;
use super::guards::{exclusive_guards_of_parts, guards_of_parts, shown_guards};
use crate::cell::UnsafeCell;
use crate::crates::tokio::runtime::{context, pool};
use crate::fmt;
use crate::marker::PhantomData;
use crate::mem::{self, ManuallyDrop};
use crate::ops::{Deref, DerefMut};
use crate::ptr;
use crate::sync::Arc;

pub struct Mutex<T: ?Sized> {
    semaphore: BatchSemaphore,
    value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}
impl<T> Mutex<T> {
    pub const fn new(t: T) -> Mutex<T> {
        Mutex { semaphore: BatchSemaphore::new(1), value: UnsafeCell::new(t) }
    }
    pub const fn const_new(t: T) -> Mutex<T> {
        Mutex::new(t)
    }
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}
impl<T: ?Sized> Mutex<T> {
    fn guard(&self) -> MutexGuard<'_, T> {
        MutexGuard { lock: self }
    }
    fn owned_guard(self: Arc<Self>) -> OwnedMutexGuard<T> {
        OwnedMutexGuard { lock: self }
    }
    async fn acquire(&self) {
        // It is never closed.
        let _ = self.semaphore.acquire(1).await;
    }
    pub async fn lock(&self) -> MutexGuard<'_, T> {
        self.acquire().await;
        self.guard()
    }
    #[track_caller]
    pub fn blocking_lock(&self) -> MutexGuard<'_, T> {
        context::assert_may_block();
        pool::block_on(self.lock())
    }
    #[track_caller]
    pub fn blocking_lock_owned(self: Arc<Self>) -> OwnedMutexGuard<T> {
        context::assert_may_block();
        pool::block_on(self.lock_owned())
    }
    pub async fn lock_owned(self: Arc<Self>) -> OwnedMutexGuard<T> {
        self.acquire().await;
        self.owned_guard()
    }
    pub fn try_lock(&self) -> Result<MutexGuard<'_, T>, TryLockError> {
        match self.semaphore.try_acquire(1) {
            Ok(()) => Ok(self.guard()),
            Err(_) => Err(TryLockError(())),
        }
    }
    pub fn try_lock_owned(self: Arc<Self>) -> Result<OwnedMutexGuard<T>, TryLockError> {
        match self.semaphore.try_acquire(1) {
            Ok(()) => Ok(self.owned_guard()),
            Err(_) => Err(TryLockError(())),
        }
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
}
impl<T> From<T> for Mutex<T> {
    fn from(s: T) -> Mutex<T> {
        Mutex::new(s)
    }
}
impl<T: Default> Default for Mutex<T> {
    fn default() -> Mutex<T> {
        Mutex::new(T::default())
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Mutex");
        match self.try_lock() {
            Ok(guard) => shown.field("data", &&*guard),
            Err(_) => shown.field("data", &format_args!("<locked>")),
        };
        shown.finish()
    }
}

pub struct MutexGuard<'a, T: ?Sized> {
    lock: &'a Mutex<T>,
}
impl<'a, T: ?Sized> MutexGuard<'a, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(mut this: Self, f: F) -> MappedMutexGuard<'a, U> {
        let part: *mut U = f(&mut *this);
        let this = ManuallyDrop::new(this);
        MappedMutexGuard { semaphore: &this.lock.semaphore, part, of: PhantomData }
    }
    pub fn try_map<U: ?Sized, F>(mut this: Self, f: F) -> Result<MappedMutexGuard<'a, U>, Self>
    where
        F: FnOnce(&mut T) -> Option<&mut U>,
    {
        let part: *mut U = match f(&mut *this) {
            Some(part) => part,
            None => return Err(this),
        };
        let this = ManuallyDrop::new(this);
        Ok(MappedMutexGuard { semaphore: &this.lock.semaphore, part, of: PhantomData })
    }
    pub fn mutex(this: &Self) -> &'a Mutex<T> {
        this.lock
    }
}
impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.lock.semaphore.release(1);
    }
}
impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}
impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}

pub struct OwnedMutexGuard<T: ?Sized> {
    lock: Arc<Mutex<T>>,
}
impl<T: ?Sized> OwnedMutexGuard<T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(mut this: Self, f: F) -> OwnedMappedMutexGuard<T, U> {
        let part: *mut U = f(&mut *this);
        OwnedMappedMutexGuard { lock: this.into_lock(), part }
    }
    pub fn try_map<U: ?Sized, F>(mut this: Self, f: F) -> Result<OwnedMappedMutexGuard<T, U>, Self>
    where
        F: FnOnce(&mut T) -> Option<&mut U>,
    {
        let part: *mut U = match f(&mut *this) {
            Some(part) => part,
            None => return Err(this),
        };
        Ok(OwnedMappedMutexGuard { lock: this.into_lock(), part })
    }
    pub fn mutex(this: &Self) -> &Arc<Mutex<T>> {
        &this.lock
    }
    /// The lock, still held.
    fn into_lock(self) -> Arc<Mutex<T>> {
        let this = ManuallyDrop::new(self);
        unsafe { ptr::read(&this.lock) }
    }
}
impl<T: ?Sized> Drop for OwnedMutexGuard<T> {
    #[inline]
    fn drop(&mut self) {
        self.lock.semaphore.release(1);
    }
}
impl<T: ?Sized> Deref for OwnedMutexGuard<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}
impl<T: ?Sized> DerefMut for OwnedMutexGuard<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}

pub struct MappedMutexGuard<'a, T: ?Sized> {
    semaphore: &'a BatchSemaphore,
    part: *mut T,
    of: PhantomData<&'a mut T>,
}
unsafe impl<T: ?Sized + Send> Send for MappedMutexGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for MappedMutexGuard<'_, T> {}
impl<'a, T: ?Sized> MappedMutexGuard<'a, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(this: Self, f: F) -> MappedMutexGuard<'a, U> {
        let part: *mut U = f(unsafe { &mut *this.part });
        let semaphore = this.semaphore;
        mem::forget(this);
        MappedMutexGuard { semaphore, part, of: PhantomData }
    }
}
impl<T: ?Sized> Drop for MappedMutexGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.semaphore.release(1);
    }
}

pub struct OwnedMappedMutexGuard<T: ?Sized, U: ?Sized = T> {
    lock: Arc<Mutex<T>>,
    part: *mut U,
}
unsafe impl<T: ?Sized + Send, U: ?Sized + Send> Send for OwnedMappedMutexGuard<T, U> {}
unsafe impl<T: ?Sized + Sync, U: ?Sized + Sync> Sync for OwnedMappedMutexGuard<T, U> {}
impl<T: ?Sized, U: ?Sized> Drop for OwnedMappedMutexGuard<T, U> {
    #[inline]
    fn drop(&mut self) {
        self.lock.semaphore.release(1);
    }
}

exclusive_guards_of_parts! {
    ['a, T: ?Sized] MappedMutexGuard<'a, T> => T;
    [T: ?Sized, U: ?Sized] OwnedMappedMutexGuard<T, U> => U;
}

shown_guards! {
    ['a, T: ?Sized] MutexGuard<'a, T> => T;
    [T: ?Sized] OwnedMutexGuard<T> => T;
    ['a, T: ?Sized] MappedMutexGuard<'a, T> => T;
    [T: ?Sized, U: ?Sized] OwnedMappedMutexGuard<T, U> => U;
}
