//! Poisoning.
//!
//! `is_poisoned` and the poisoning itself are visible operations on the flag; `lock` reads it after it
//! has the lock and needs no operation of its own, unless the program may clear it without the lock. Where
//! nothing touches a flag without its lock (`look`, `clear_poison`), the poisoning is a mover.

use crate::cell::UnsafeCell;
use crate::error::Error;
use crate::fmt;
use crate::intrinsics;

pub(crate) struct Flag {
    failed: UnsafeCell<bool>,
}
unsafe impl Send for Flag {}
unsafe impl Sync for Flag {}

impl Flag {
    #[inline]
    pub(crate) const fn new() -> Flag {
        Flag { failed: UnsafeCell::new(false) }
    }
    /// Under the lock: whether it is poisoned.
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        if is_cleared() {
            return unsafe { intrinsics::atomic_load(self.failed.get(), 0) };
        }
        unsafe { *self.failed.get() }
    }
    /// Without the lock.
    pub(crate) fn look(&self) -> bool {
        unsafe { intrinsics::atomic_load(self.failed.get(), 0) }
    }
    pub(crate) fn put(&self, failed: bool) {
        unsafe { intrinsics::atomic_store(self.failed.get(), failed, 0) }
    }
    /// When a guard goes: poisons if a panic has started since it was made.
    #[inline]
    pub(crate) fn done(&self, was_panicking: bool) {
        if !was_panicking && unsafe { intrinsics::is_panicking() } {
            self.put(true);
        }
    }
}

/// Whether a flag may be cleared by who does not have the lock. No, in a program without `clear_poison`
/// (`mono/visibility.rs`).
fn is_cleared() -> bool {
    true
}

pub struct PoisonError<T> {
    data: T,
}
pub enum TryLockError<T> {
    Poisoned(PoisonError<T>),
    WouldBlock,
}
pub type LockResult<T> = Result<T, PoisonError<T>>;
pub type TryLockResult<Guard> = Result<Guard, TryLockError<Guard>>;

impl<T> PoisonError<T> {
    pub fn new(data: T) -> PoisonError<T> {
        PoisonError { data }
    }
    pub fn into_inner(self) -> T {
        self.data
    }
    pub fn get_ref(&self) -> &T {
        &self.data
    }
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.data
    }
}
impl<T> fmt::Debug for PoisonError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoisonError").finish_non_exhaustive()
    }
}
impl<T> fmt::Display for PoisonError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("poisoned lock: another task failed inside")
    }
}
impl<T> Error for PoisonError<T> {}
impl<T> From<PoisonError<T>> for TryLockError<T> {
    fn from(err: PoisonError<T>) -> TryLockError<T> {
        TryLockError::Poisoned(err)
    }
}
impl<T> fmt::Debug for TryLockError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TryLockError::Poisoned(_) => fmt::Debug::fmt("Poisoned(..)", f),
            TryLockError::WouldBlock => fmt::Debug::fmt("WouldBlock", f),
        }
    }
}
impl<T> fmt::Display for TryLockError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TryLockError::Poisoned(_) => "poisoned lock: another task failed inside",
            TryLockError::WouldBlock => "try_lock failed because the operation would block",
        })
    }
}
impl<T> Error for TryLockError<T> {}
