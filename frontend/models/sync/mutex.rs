//! `std::sync::Mutex`. Left out: `MappedMutexGuard`, `Mutex::{get_cloned, set, replace}`.

use super::poison::{Flag, LockResult, PoisonError, TryLockError, TryLockResult};
use crate::cell::UnsafeCell;
use crate::fmt;
use crate::intrinsics;
use crate::ops::{Deref, DerefMut};

/// 0 free, else 1 + the holder's number.
#[lang = "raw_mutex"]
pub(crate) struct RawMutex {
    holder: u32,
}

#[lang = "mutex"]
pub struct Mutex<T: ?Sized> {
    raw: RawMutex,
    poison: Flag,
    value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}

/// Its drop poisons if a panic has started since, then unlocks.
#[lang = "mutex_guard"]
pub struct MutexGuard<'a, T: ?Sized + 'a> {
    guard_lock: &'a Mutex<T>,
    guard_panicking: bool,
}
impl<T: ?Sized> !Send for MutexGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}

impl<T> Mutex<T> {
    #[inline]
    pub const fn new(t: T) -> Mutex<T> {
        Mutex { raw: RawMutex { holder: 0 }, poison: Flag::new(), value: UnsafeCell::new(t) }
    }
    pub fn into_inner(self) -> LockResult<T> {
        let poisoned = self.poison.is_set();
        let data = self.value.into_inner();
        if poisoned { Err(PoisonError::new(data)) } else { Ok(data) }
    }
}
impl<T: ?Sized> Mutex<T> {
    #[inline]
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        unsafe { intrinsics::mutex_lock(&self.raw) };
        guard(self)
    }
    #[inline]
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        if unsafe { intrinsics::mutex_try_lock(&self.raw) } {
            Ok(guard(self)?)
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

/// The guard of a lock that has just been taken.
#[inline]
fn guard<T: ?Sized>(lock: &Mutex<T>) -> LockResult<MutexGuard<'_, T>> {
    let guard = MutexGuard { guard_lock: lock, guard_panicking: unsafe { intrinsics::is_panicking() } };
    if lock.poison.is_set() { Err(PoisonError::new(guard)) } else { Ok(guard) }
}

/// For `Condvar`: the raw lock, and the result of a wait that has taken it again.
#[inline]
pub(super) fn raw_of<T: ?Sized>(guard: &MutexGuard<'_, T>) -> *const RawMutex {
    &guard.guard_lock.raw
}
#[inline]
pub(super) fn is_poisoned<T: ?Sized>(guard: &MutexGuard<'_, T>) -> bool {
    guard.guard_lock.poison.is_set()
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.guard_lock.value.get() }
    }
}
impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.guard_lock.value.get() }
    }
}
impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.guard_lock.poison.done(self.guard_panicking);
        unsafe { intrinsics::mutex_unlock(&self.guard_lock.raw) };
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T: ?Sized + fmt::Display> fmt::Display for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
impl<T> From<T> for Mutex<T> {
    fn from(t: T) -> Self {
        Mutex::new(t)
    }
}
impl<T: Default> Default for Mutex<T> {
    fn default() -> Mutex<T> {
        Mutex::new(T::default())
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut d = f.debug_struct("Mutex");
        let poisoned = match self.try_lock() {
            Ok(guard) => {
                d.field("data", &&*guard);
                false
            }
            Err(TryLockError::Poisoned(err)) => {
                d.field("data", &&**err.get_ref());
                true
            }
            Err(TryLockError::WouldBlock) => {
                d.field("data", &"<locked>");
                self.poison.look()
            }
        };
        d.field("poisoned", &poisoned);
        d.finish_non_exhaustive()
    }
}
