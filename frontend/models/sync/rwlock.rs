//! `std::sync::RwLock`. Left out: mapped guards.

use super::poison::{Flag, LockResult, PoisonError, TryLockError, TryLockResult};
use crate::cell::UnsafeCell;
use crate::fmt;
use crate::intrinsics;
use crate::ops::{Deref, DerefMut};

/// 1 + the writer's number or 0; how many readers.
#[lang = "raw_rwlock"]
pub(crate) struct RawRwLock {
    writer: u32,
    readers: u32,
}
impl RawRwLock {
    pub(crate) const fn new() -> RawRwLock {
        RawRwLock { writer: 0, readers: 0 }
    }
}

#[lang = "rwlock"]
pub struct RwLock<T: ?Sized> {
    raw: RawRwLock,
    poison: Flag,
    value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}

#[lang = "rwlock_read_guard"]
pub struct RwLockReadGuard<'a, T: ?Sized + 'a> {
    read_lock: &'a RwLock<T>,
}
impl<T: ?Sized> !Send for RwLockReadGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockReadGuard<'_, T> {}

/// Only writers poison.
#[lang = "rwlock_write_guard"]
pub struct RwLockWriteGuard<'a, T: ?Sized + 'a> {
    write_lock: &'a RwLock<T>,
    write_panicking: bool,
}
impl<T: ?Sized> !Send for RwLockWriteGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockWriteGuard<'_, T> {}

impl<T> RwLock<T> {
    #[inline]
    pub const fn new(t: T) -> RwLock<T> {
        RwLock { raw: RawRwLock::new(), poison: Flag::new(), value: UnsafeCell::new(t) }
    }
    pub fn into_inner(self) -> LockResult<T> {
        let poisoned = self.poison.is_set();
        let data = self.value.into_inner();
        if poisoned { Err(PoisonError::new(data)) } else { Ok(data) }
    }
}
impl<T: ?Sized> RwLock<T> {
    #[inline]
    pub fn read(&self) -> LockResult<RwLockReadGuard<'_, T>> {
        unsafe { intrinsics::rwlock_read(&self.raw) };
        read_guard(self)
    }
    #[inline]
    pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<'_, T>> {
        if unsafe { intrinsics::rwlock_try_read(&self.raw, true) } {
            Ok(read_guard(self)?)
        } else {
            Err(TryLockError::WouldBlock)
        }
    }
    #[inline]
    pub fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>> {
        unsafe { intrinsics::rwlock_write(&self.raw) };
        write_guard(self)
    }
    #[inline]
    pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<'_, T>> {
        if unsafe { intrinsics::rwlock_try_write(&self.raw) } {
            Ok(write_guard(self)?)
        } else {
            Err(TryLockError::WouldBlock)
        }
    }
    pub fn is_poisoned(&self) -> bool {
        self.poison.look()
    }
    pub fn clear_poison(&self) {
        self.poison.put(false);
    }
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        let poisoned = self.poison.is_set();
        let data = self.value.get_mut();
        if poisoned { Err(PoisonError::new(data)) } else { Ok(data) }
    }
    pub const fn data_ptr(&self) -> *mut T {
        self.value.get()
    }
}

#[inline]
fn read_guard<T: ?Sized>(lock: &RwLock<T>) -> LockResult<RwLockReadGuard<'_, T>> {
    let guard = RwLockReadGuard { read_lock: lock };
    if lock.poison.is_set() { Err(PoisonError::new(guard)) } else { Ok(guard) }
}
#[inline]
fn write_guard<T: ?Sized>(lock: &RwLock<T>) -> LockResult<RwLockWriteGuard<'_, T>> {
    let guard = RwLockWriteGuard { write_lock: lock, write_panicking: unsafe { intrinsics::is_panicking() } };
    if lock.poison.is_set() { Err(PoisonError::new(guard)) } else { Ok(guard) }
}

impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    pub fn downgrade(s: RwLockWriteGuard<'a, T>) -> RwLockReadGuard<'a, T> {
        let lock = s.write_lock;
        crate::mem::forget(s);
        // Nobody gets in between: the second half is no scheduling point.
        unsafe {
            intrinsics::rwlock_unlock_write(&lock.raw);
            intrinsics::hidden_rwlock_read(&lock.raw);
        }
        RwLockReadGuard { read_lock: lock }
    }
}
impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.read_lock.value.get() }
    }
}
impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.write_lock.value.get() }
    }
}
impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.write_lock.value.get() }
    }
}
impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        unsafe { intrinsics::rwlock_unlock_read(&self.read_lock.raw) };
    }
}
impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.write_lock.poison.done(self.write_panicking);
        unsafe { intrinsics::rwlock_unlock_write(&self.write_lock.raw) };
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T: ?Sized + fmt::Display> fmt::Display for RwLockReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockWriteGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T: ?Sized + fmt::Display> fmt::Display for RwLockWriteGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T> From<T> for RwLock<T> {
    fn from(t: T) -> Self {
        RwLock::new(t)
    }
}
impl<T: Default> Default for RwLock<T> {
    fn default() -> RwLock<T> {
        RwLock::new(T::default())
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut d = f.debug_struct("RwLock");
        let poisoned = match self.try_read() {
            Ok(guard) => {
                d.field("data", &&*guard);
                false
            }
            Err(TryLockError::Poisoned(err)) => {
                d.field("data", &&**err.get_ref());
                true
            }
            Err(TryLockError::WouldBlock) => {
                d.field("data", &format_args!("<locked>"));
                self.poison.look()
            }
        };
        d.field("poisoned", &poisoned);
        d.finish_non_exhaustive()
    }
}
