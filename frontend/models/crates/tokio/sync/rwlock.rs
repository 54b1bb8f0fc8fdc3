//! `tokio::sync::RwLock`: who writes takes all permits, who reads one; a writer that waits keeps readers waiting.

use super::TryLockError;
use super::batch_semaphore::BatchSemaphore;
use super::guards::{exclusive_guards_of_parts, guards_of_parts, shown_guards};
use crate::cell::UnsafeCell;
use crate::crates::tokio::runtime::{context, pool};
use crate::fmt;
use crate::marker::PhantomData;
use crate::mem::ManuallyDrop;
use crate::ops::{Deref, DerefMut};
use crate::ptr;
use crate::sync::Arc;

const MAX_READERS: u32 = u32::MAX >> 3;

pub struct RwLock<T: ?Sized> {
    readers: u32,
    permits: BatchSemaphore,
    value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}
impl<T> RwLock<T> {
    pub const fn new(value: T) -> RwLock<T> {
        RwLock::with_max_readers(value, MAX_READERS)
    }
    pub const fn const_new(value: T) -> RwLock<T> {
        RwLock::new(value)
    }
    pub const fn with_max_readers(value: T, max_reads: u32) -> RwLock<T> {
        RwLock { readers: max_reads, permits: BatchSemaphore::new(max_reads as u64), value: UnsafeCell::new(value) }
    }
    pub const fn const_with_max_readers(value: T, max_reads: u32) -> RwLock<T> {
        RwLock::with_max_readers(value, max_reads)
    }
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}
impl<T: ?Sized> RwLock<T> {
    fn all(&self) -> u64 {
        self.readers as u64
    }
    fn reading(&self) -> RwLockReadGuard<'_, T> {
        RwLockReadGuard { permits: &self.permits, part: self.value.get() as *const T, of: PhantomData }
    }
    fn writing(&self) -> RwLockWriteGuard<'_, T> {
        RwLockWriteGuard { permits: &self.permits, count: self.readers, part: self.value.get(), of: PhantomData }
    }
    fn owned_reading(self: Arc<Self>) -> OwnedRwLockReadGuard<T> {
        let part = self.value.get() as *const T;
        OwnedRwLockReadGuard { lock: self, part }
    }
    fn owned_writing(self: Arc<Self>) -> OwnedRwLockWriteGuard<T> {
        let part = self.value.get();
        OwnedRwLockWriteGuard { lock: self, part }
    }
    // It is never closed.
    async fn acquire(&self, count: u64) {
        let _ = self.permits.acquire(count).await;
    }
    fn try_acquire(&self, count: u64) -> Result<(), TryLockError> {
        self.permits.try_acquire(count).map_err(|_| TryLockError(()))
    }
    pub async fn read(&self) -> RwLockReadGuard<'_, T> {
        self.acquire(1).await;
        self.reading()
    }
    pub async fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.acquire(self.all()).await;
        self.writing()
    }
    pub async fn read_owned(self: Arc<Self>) -> OwnedRwLockReadGuard<T> {
        self.acquire(1).await;
        self.owned_reading()
    }
    pub async fn write_owned(self: Arc<Self>) -> OwnedRwLockWriteGuard<T> {
        self.acquire(self.all()).await;
        self.owned_writing()
    }
    #[track_caller]
    pub fn blocking_read(&self) -> RwLockReadGuard<'_, T> {
        context::assert_may_block();
        pool::block_on(self.read())
    }
    #[track_caller]
    pub fn blocking_write(&self) -> RwLockWriteGuard<'_, T> {
        context::assert_may_block();
        pool::block_on(self.write())
    }
    pub fn try_read(&self) -> Result<RwLockReadGuard<'_, T>, TryLockError> {
        self.try_acquire(1)?;
        Ok(self.reading())
    }
    pub fn try_write(&self) -> Result<RwLockWriteGuard<'_, T>, TryLockError> {
        self.try_acquire(self.all())?;
        Ok(self.writing())
    }
    pub fn try_read_owned(self: Arc<Self>) -> Result<OwnedRwLockReadGuard<T>, TryLockError> {
        self.try_acquire(1)?;
        Ok(self.owned_reading())
    }
    pub fn try_write_owned(self: Arc<Self>) -> Result<OwnedRwLockWriteGuard<T>, TryLockError> {
        self.try_acquire(self.all())?;
        Ok(self.owned_writing())
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
}
impl<T> From<T> for RwLock<T> {
    fn from(s: T) -> RwLock<T> {
        RwLock::new(s)
    }
}
impl<T: Default> Default for RwLock<T> {
    fn default() -> RwLock<T> {
        RwLock::new(T::default())
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("RwLock");
        match self.try_read() {
            Ok(guard) => shown.field("data", &&*guard),
            Err(_) => shown.field("data", &format_args!("<locked>")),
        };
        shown.finish()
    }
}

pub struct RwLockReadGuard<'a, T: ?Sized> {
    permits: &'a BatchSemaphore,
    part: *const T,
    of: PhantomData<&'a T>,
}
/// Also the guard of a part.
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    permits: &'a BatchSemaphore,
    count: u32,
    part: *mut T,
    of: PhantomData<&'a mut T>,
}
pub use RwLockWriteGuard as RwLockMappedWriteGuard;
pub struct OwnedRwLockReadGuard<T: ?Sized, U: ?Sized = T> {
    lock: Arc<RwLock<T>>,
    part: *const U,
}
/// Also the guard of a part.
pub struct OwnedRwLockWriteGuard<T: ?Sized, U: ?Sized = T> {
    lock: Arc<RwLock<T>>,
    part: *mut U,
}
pub use OwnedRwLockWriteGuard as OwnedRwLockMappedWriteGuard;
unsafe impl<T: ?Sized + Sync> Send for RwLockReadGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockReadGuard<'_, T> {}
unsafe impl<T: ?Sized + Send + Sync> Send for RwLockWriteGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockWriteGuard<'_, T> {}
unsafe impl<T: ?Sized + Send + Sync, U: ?Sized + Sync> Send for OwnedRwLockReadGuard<T, U> {}
unsafe impl<T: ?Sized + Send + Sync, U: ?Sized + Sync> Sync for OwnedRwLockReadGuard<T, U> {}
unsafe impl<T: ?Sized + Send + Sync, U: ?Sized + Send + Sync> Send for OwnedRwLockWriteGuard<T, U> {}
unsafe impl<T: ?Sized + Send + Sync, U: ?Sized + Sync> Sync for OwnedRwLockWriteGuard<T, U> {}

impl<'a, T: ?Sized> RwLockReadGuard<'a, T> {
    pub fn map<F: FnOnce(&T) -> &U, U: ?Sized>(this: Self, f: F) -> RwLockReadGuard<'a, U> {
        let part: *const U = f(&*this);
        let this = ManuallyDrop::new(this);
        RwLockReadGuard { permits: this.permits, part, of: PhantomData }
    }
    pub fn try_map<F, U: ?Sized>(this: Self, f: F) -> Result<RwLockReadGuard<'a, U>, Self>
    where
        F: FnOnce(&T) -> Option<&U>,
    {
        let part: *const U = match f(&*this) {
            Some(part) => part,
            None => return Err(this),
        };
        let this = ManuallyDrop::new(this);
        Ok(RwLockReadGuard { permits: this.permits, part, of: PhantomData })
    }
}
impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    pub fn map<F: FnOnce(&mut T) -> &mut U, U: ?Sized>(mut this: Self, f: F) -> RwLockWriteGuard<'a, U> {
        let part: *mut U = f(&mut *this);
        let this = ManuallyDrop::new(this);
        RwLockWriteGuard { permits: this.permits, count: this.count, part, of: PhantomData }
    }
    pub fn try_map<F, U: ?Sized>(mut this: Self, f: F) -> Result<RwLockWriteGuard<'a, U>, Self>
    where
        F: FnOnce(&mut T) -> Option<&mut U>,
    {
        let part: *mut U = match f(&mut *this) {
            Some(part) => part,
            None => return Err(this),
        };
        let this = ManuallyDrop::new(this);
        Ok(RwLockWriteGuard { permits: this.permits, count: this.count, part, of: PhantomData })
    }
    pub fn into_mapped(this: Self) -> RwLockWriteGuard<'a, T> {
        this
    }
    pub fn downgrade(self) -> RwLockReadGuard<'a, T> {
        let this = ManuallyDrop::new(self);
        this.permits.release(this.count as u64 - 1);
        RwLockReadGuard { permits: this.permits, part: this.part, of: PhantomData }
    }
    pub fn downgrade_map<F: FnOnce(&T) -> &U, U: ?Sized>(this: Self, f: F) -> RwLockReadGuard<'a, U> {
        RwLockReadGuard::map(this.downgrade(), f)
    }
}
impl<T: ?Sized, U: ?Sized> OwnedRwLockReadGuard<T, U> {
    pub fn map<F: FnOnce(&U) -> &V, V: ?Sized>(this: Self, f: F) -> OwnedRwLockReadGuard<T, V> {
        let part: *const V = f(&*this);
        let this = ManuallyDrop::new(this);
        OwnedRwLockReadGuard { lock: unsafe { ptr::read(&this.lock) }, part }
    }
    pub fn rwlock(this: &Self) -> &Arc<RwLock<T>> {
        &this.lock
    }
}
impl<T: ?Sized, U: ?Sized> OwnedRwLockWriteGuard<T, U> {
    pub fn map<F: FnOnce(&mut U) -> &mut V, V: ?Sized>(mut this: Self, f: F) -> OwnedRwLockWriteGuard<T, V> {
        let part: *mut V = f(&mut *this);
        let this = ManuallyDrop::new(this);
        OwnedRwLockWriteGuard { lock: unsafe { ptr::read(&this.lock) }, part }
    }
    pub fn into_mapped(this: Self) -> OwnedRwLockWriteGuard<T, U> {
        this
    }
    pub fn downgrade(self) -> OwnedRwLockReadGuard<T, U> {
        let this = ManuallyDrop::new(self);
        let lock = unsafe { ptr::read(&this.lock) };
        lock.permits.release(lock.all() - 1);
        OwnedRwLockReadGuard { lock, part: this.part }
    }
    pub fn rwlock(this: &Self) -> &Arc<RwLock<T>> {
        &this.lock
    }
}

impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.permits.release(1);
    }
}
impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.permits.release(self.count as u64);
    }
}
impl<T: ?Sized, U: ?Sized> Drop for OwnedRwLockReadGuard<T, U> {
    #[inline]
    fn drop(&mut self) {
        self.lock.permits.release(1);
    }
}
impl<T: ?Sized, U: ?Sized> Drop for OwnedRwLockWriteGuard<T, U> {
    #[inline]
    fn drop(&mut self) {
        self.lock.permits.release(self.lock.all());
    }
}

guards_of_parts! {
    ['a, T: ?Sized] RwLockReadGuard<'a, T> => T;
    [T: ?Sized, U: ?Sized] OwnedRwLockReadGuard<T, U> => U;
}
exclusive_guards_of_parts! {
    ['a, T: ?Sized] RwLockWriteGuard<'a, T> => T;
    [T: ?Sized, U: ?Sized] OwnedRwLockWriteGuard<T, U> => U;
}
shown_guards! {
    ['a, T: ?Sized] RwLockReadGuard<'a, T> => T;
    ['a, T: ?Sized] RwLockWriteGuard<'a, T> => T;
    [T: ?Sized, U: ?Sized] OwnedRwLockReadGuard<T, U> => U;
    [T: ?Sized, U: ?Sized] OwnedRwLockWriteGuard<T, U> => U;
}
