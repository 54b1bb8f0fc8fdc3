//! `parking_lot`: `Mutex`, `FairMutex` (a `Mutex`: fairness is not modelled), `RwLock`, `ReentrantMutex`,
//! `Condvar`, `Once`, guards of parts.
//!
//! Left out: upgradable reads, `lock_arc`, the raw locks and `lock_api`, deadlock detection; a timed attempt
//! is one attempt at any time; what `notify_one` and `notify_all` return is always `true` and 1.

use crate::cell::{Cell, UnsafeCell};
use crate::fmt;
use crate::intrinsics;
use crate::mem;
use crate::ops::{Deref, DerefMut};
use crate::sync::{RawCondvar, RawMutex, RawRwLock};
use crate::time::{Duration, Instant, TimeLimit, in_time, nanos_for_machine};

pub use Mutex as FairMutex;
pub use MutexGuard as FairMutexGuard;
pub use MutexGuard as MappedMutexGuard;
pub use RwLockReadGuard as MappedRwLockReadGuard;
pub use RwLockWriteGuard as MappedRwLockWriteGuard;
pub use ReentrantMutexGuard as MappedReentrantMutexGuard;

pub struct Mutex<T: ?Sized> {
    mutex_raw: RawMutex,
    mutex_value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}

/// Also the guard of a part (`MappedMutexGuard`).
pub struct MutexGuard<'a, T: ?Sized> {
    guard_raw: &'a RawMutex,
    guard_value: *mut T,
}
impl<T: ?Sized> !Send for MutexGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}

pub const fn const_mutex<T>(value: T) -> Mutex<T> {
    Mutex::new(value)
}
pub const fn const_fair_mutex<T>(value: T) -> Mutex<T> {
    Mutex::new(value)
}
impl<T> Mutex<T> {
    #[inline]
    pub const fn new(value: T) -> Mutex<T> {
        Mutex { mutex_raw: RawMutex { holder: 0 }, mutex_value: UnsafeCell::new(value) }
    }
    pub fn into_inner(self) -> T {
        self.mutex_value.into_inner()
    }
}
impl<T: ?Sized> Mutex<T> {
    #[inline]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        unsafe { intrinsics::mutex_lock(&self.mutex_raw) };
        MutexGuard { guard_raw: &self.mutex_raw, guard_value: self.mutex_value.get() }
    }
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        if unsafe { intrinsics::mutex_try_lock(&self.mutex_raw) } {
            Some(MutexGuard { guard_raw: &self.mutex_raw, guard_value: self.mutex_value.get() })
        } else {
            None
        }
    }
    pub fn try_lock_for(&self, timeout: Duration) -> Option<MutexGuard<'_, T>> {
        in_time(self.try_lock(), timeout)
    }
    pub fn try_lock_until(&self, deadline: Instant) -> Option<MutexGuard<'_, T>> {
        self.try_lock_for(deadline.saturating_duration_since(Instant::now()))
    }
    pub fn is_locked(&self) -> bool {
        let is_free = unsafe { intrinsics::mutex_try_lock(&self.mutex_raw) };
        if is_free {
            unsafe { intrinsics::hidden_mutex_unlock(&self.mutex_raw) };
        }
        !is_free
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.mutex_value.get_mut()
    }
    pub fn data_ptr(&self) -> *mut T {
        self.mutex_value.get()
    }
    pub unsafe fn force_unlock(&self) {
        unsafe { intrinsics::mutex_unlock(&self.mutex_raw) }
    }
}
impl<'a, T: ?Sized> MutexGuard<'a, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(s: Self, f: F) -> MutexGuard<'a, U> {
        let part: *mut U = f(unsafe { &mut *s.guard_value });
        let raw = s.guard_raw;
        mem::forget(s);
        MutexGuard { guard_raw: raw, guard_value: part }
    }
    pub fn try_map<U: ?Sized, F: FnOnce(&mut T) -> Option<&mut U>>(s: Self, f: F) -> Result<MutexGuard<'a, U>, Self> {
        match f(unsafe { &mut *s.guard_value }) {
            None => Err(s),
            Some(part) => {
                let part: *mut U = part;
                let raw = s.guard_raw;
                mem::forget(s);
                Ok(MutexGuard { guard_raw: raw, guard_value: part })
            }
        }
    }
    pub fn unlocked<F: FnOnce() -> U, U>(s: &mut Self, f: F) -> U {
        let relock = Relock(s.guard_raw);
        unsafe { intrinsics::mutex_unlock(s.guard_raw) };
        let result = f();
        drop(relock);
        result
    }
    pub fn unlock_fair(s: Self) {
        drop(s)
    }
    pub fn bump(s: &mut Self) {
        MutexGuard::unlocked(s, || ())
    }
}
/// Takes the lock again, also when a panic passes by.
struct Relock<'a>(&'a RawMutex);
impl Drop for Relock<'_> {
    fn drop(&mut self) {
        unsafe { intrinsics::mutex_lock(self.0) }
    }
}
impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.guard_value }
    }
}
impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.guard_value }
    }
}
impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        unsafe { intrinsics::mutex_unlock(self.guard_raw) }
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
impl<T: Default> Default for Mutex<T> {
    fn default() -> Mutex<T> {
        Mutex::new(T::default())
    }
}
impl<T> From<T> for Mutex<T> {
    fn from(value: T) -> Mutex<T> {
        Mutex::new(value)
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.try_lock() {
            Some(guard) => f.debug_struct("Mutex").field("data", &&*guard).finish(),
            None => f.debug_struct("Mutex").field("data", &format_args!("<locked>")).finish(),
        }
    }
}

/// `owner` is 1 + the holder's number, or 0; only the holder sets it, so that a thread always sees
/// whether it is itself.
pub struct ReentrantMutex<T: ?Sized> {
    reentrant_raw: RawMutex,
    owner: crate::sync::atomic::AtomicCell<u64>,
    depth: Cell<usize>,
    reentrant_value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for ReentrantMutex<T> {}
unsafe impl<T: ?Sized + Send> Sync for ReentrantMutex<T> {}

pub struct ReentrantMutexGuard<'a, T: ?Sized> {
    reentrant_lock: ReentrantRef<'a>,
    reentrant_pointer: *const T,
}
#[derive(Clone, Copy)]
struct ReentrantRef<'a> {
    raw: &'a RawMutex,
    owner: *mut u64,
    depth: &'a Cell<usize>,
}
impl<T: ?Sized> !Send for ReentrantMutexGuard<'_, T> {}

pub const fn const_reentrant_mutex<T>(value: T) -> ReentrantMutex<T> {
    ReentrantMutex::new(value)
}
impl<T> ReentrantMutex<T> {
    pub const fn new(value: T) -> ReentrantMutex<T> {
        ReentrantMutex {
            reentrant_raw: RawMutex { holder: 0 },
            owner: crate::sync::atomic::AtomicCell { value: UnsafeCell::new(0) },
            depth: Cell::new(0),
            reentrant_value: UnsafeCell::new(value),
        }
    }
    pub fn into_inner(self) -> T {
        self.reentrant_value.into_inner()
    }
}
impl<T: ?Sized> ReentrantMutex<T> {
    fn parts(&self) -> ReentrantRef<'_> {
        ReentrantRef { raw: &self.reentrant_raw, owner: self.owner.value.get(), depth: &self.depth }
    }
    fn take(&self, attempt: bool) -> Option<ReentrantMutexGuard<'_, T>> {
        let me = unsafe { intrinsics::thread_number(intrinsics::current_thread()) } + 1;
        let parts = self.parts();
        unsafe {
            if intrinsics::atomic_load(parts.owner, 0) != me {
                if !attempt {
                    intrinsics::mutex_lock(parts.raw);
                } else if !intrinsics::mutex_try_lock(parts.raw) {
                    return None;
                }
                intrinsics::atomic_store(parts.owner, me, 0);
            }
        }
        parts.depth.set(parts.depth.get() + 1);
        Some(ReentrantMutexGuard { reentrant_lock: parts, reentrant_pointer: self.reentrant_value.get() as *const T })
    }
    pub fn lock(&self) -> ReentrantMutexGuard<'_, T> {
        self.take(false).unwrap()
    }
    pub fn try_lock(&self) -> Option<ReentrantMutexGuard<'_, T>> {
        self.take(true)
    }
    pub fn try_lock_for(&self, timeout: Duration) -> Option<ReentrantMutexGuard<'_, T>> {
        in_time(self.take(true), timeout)
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.reentrant_value.get_mut()
    }
}
impl<'a, T: ?Sized> ReentrantMutexGuard<'a, T> {
    pub fn map<U: ?Sized, F: FnOnce(&T) -> &U>(s: Self, f: F) -> ReentrantMutexGuard<'a, U> {
        let part: *const U = f(unsafe { &*s.reentrant_pointer });
        let lock = s.reentrant_lock;
        mem::forget(s);
        ReentrantMutexGuard { reentrant_lock: lock, reentrant_pointer: part }
    }
}
impl<T: ?Sized> Deref for ReentrantMutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.reentrant_pointer }
    }
}
impl<T: ?Sized> Drop for ReentrantMutexGuard<'_, T> {
    fn drop(&mut self) {
        let ReentrantRef { raw, owner, depth } = self.reentrant_lock;
        depth.set(depth.get() - 1);
        if depth.get() == 0 {
            unsafe {
                intrinsics::atomic_store(owner, 0, 0);
                intrinsics::mutex_unlock(raw);
            }
        }
    }
}
impl<T: Default> Default for ReentrantMutex<T> {
    fn default() -> ReentrantMutex<T> {
        ReentrantMutex::new(T::default())
    }
}

pub struct RwLock<T: ?Sized> {
    rwlock_raw: RawRwLock,
    rwlock_value: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}

pub struct RwLockReadGuard<'a, T: ?Sized> {
    read_raw: &'a RawRwLock,
    read_value: *const T,
}
impl<T: ?Sized> !Send for RwLockReadGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockReadGuard<'_, T> {}
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    write_raw: &'a RawRwLock,
    write_value: *mut T,
}
impl<T: ?Sized> !Send for RwLockWriteGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockWriteGuard<'_, T> {}

pub const fn const_rwlock<T>(value: T) -> RwLock<T> {
    RwLock::new(value)
}
impl<T> RwLock<T> {
    #[inline]
    pub const fn new(value: T) -> RwLock<T> {
        RwLock { rwlock_raw: RawRwLock::new(), rwlock_value: UnsafeCell::new(value) }
    }
    pub fn into_inner(self) -> T {
        self.rwlock_value.into_inner()
    }
}
impl<T: ?Sized> RwLock<T> {
    fn reading(&self) -> RwLockReadGuard<'_, T> {
        RwLockReadGuard { read_raw: &self.rwlock_raw, read_value: self.rwlock_value.get() as *const T }
    }
    fn writing(&self) -> RwLockWriteGuard<'_, T> {
        RwLockWriteGuard { write_raw: &self.rwlock_raw, write_value: self.rwlock_value.get() }
    }
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        unsafe { intrinsics::rwlock_read(&self.rwlock_raw) };
        self.reading()
    }
    /// Never waits behind a waiting writer while readers hold the lock: an attempt first.
    pub fn read_recursive(&self) -> RwLockReadGuard<'_, T> {
        match unsafe { intrinsics::rwlock_try_read(&self.rwlock_raw, false) } {
            true => self.reading(),
            false => self.read(),
        }
    }
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        unsafe { intrinsics::rwlock_write(&self.rwlock_raw) };
        self.writing()
    }
    pub fn try_read(&self) -> Option<RwLockReadGuard<'_, T>> {
        if unsafe { intrinsics::rwlock_try_read(&self.rwlock_raw, true) } { Some(self.reading()) } else { None }
    }
    pub fn try_write(&self) -> Option<RwLockWriteGuard<'_, T>> {
        if unsafe { intrinsics::rwlock_try_write(&self.rwlock_raw) } { Some(self.writing()) } else { None }
    }
    pub fn try_read_for(&self, timeout: Duration) -> Option<RwLockReadGuard<'_, T>> {
        in_time(self.try_read(), timeout)
    }
    pub fn try_write_for(&self, timeout: Duration) -> Option<RwLockWriteGuard<'_, T>> {
        in_time(self.try_write(), timeout)
    }
    pub fn try_read_until(&self, deadline: Instant) -> Option<RwLockReadGuard<'_, T>> {
        self.try_read_for(deadline.saturating_duration_since(Instant::now()))
    }
    pub fn try_write_until(&self, deadline: Instant) -> Option<RwLockWriteGuard<'_, T>> {
        self.try_write_for(deadline.saturating_duration_since(Instant::now()))
    }
    pub fn is_locked(&self) -> bool {
        let is_free = unsafe { intrinsics::rwlock_try_write(&self.rwlock_raw) };
        if is_free {
            unsafe { intrinsics::hidden_rwlock_unlock_write(&self.rwlock_raw) };
        }
        !is_free
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.rwlock_value.get_mut()
    }
    pub fn data_ptr(&self) -> *mut T {
        self.rwlock_value.get()
    }
}
impl<'a, T: ?Sized> RwLockReadGuard<'a, T> {
    pub fn map<U: ?Sized, F: FnOnce(&T) -> &U>(s: Self, f: F) -> RwLockReadGuard<'a, U> {
        let part: *const U = f(unsafe { &*s.read_value });
        let raw = s.read_raw;
        mem::forget(s);
        RwLockReadGuard { read_raw: raw, read_value: part }
    }
}
impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(s: Self, f: F) -> RwLockWriteGuard<'a, U> {
        let part: *mut U = f(unsafe { &mut *s.write_value });
        let raw = s.write_raw;
        mem::forget(s);
        RwLockWriteGuard { write_raw: raw, write_value: part }
    }
    pub fn downgrade(s: Self) -> RwLockReadGuard<'a, T> {
        let (raw, value) = (s.write_raw, s.write_value as *const T);
        drop(s);
        // Nobody gets in between: this is no scheduling point.
        unsafe { intrinsics::hidden_rwlock_read(raw) };
        RwLockReadGuard { read_raw: raw, read_value: value }
    }
}
impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.read_value }
    }
}
impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.write_value }
    }
}
impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.write_value }
    }
}
impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    fn drop(&mut self) {
        unsafe { intrinsics::rwlock_unlock_read(self.read_raw) }
    }
}
impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    fn drop(&mut self) {
        unsafe { intrinsics::rwlock_unlock_write(self.write_raw) }
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
impl<T: Default> Default for RwLock<T> {
    fn default() -> RwLock<T> {
        RwLock::new(T::default())
    }
}
impl<T> From<T> for RwLock<T> {
    fn from(value: T) -> RwLock<T> {
        RwLock::new(value)
    }
}
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.try_read() {
            Some(guard) => f.debug_struct("RwLock").field("data", &&*guard).finish(),
            None => f.debug_struct("RwLock").field("data", &format_args!("<locked>")).finish(),
        }
    }
}

#[derive(Debug, PartialEq, Eq, Copy, Clone)]
pub struct WaitTimeoutResult(bool);
impl WaitTimeoutResult {
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

pub struct Condvar {
    condvar_raw: RawCondvar,
}
unsafe impl Send for Condvar {}
unsafe impl Sync for Condvar {}
impl Condvar {
    #[inline]
    pub const fn new() -> Condvar {
        Condvar { condvar_raw: RawCondvar { waiters: 0 } }
    }
    #[inline]
    pub fn wait<T: ?Sized>(&self, guard: &mut MutexGuard<'_, T>) {
        unsafe { intrinsics::condvar_wait(&self.condvar_raw, guard.guard_raw) }
    }
    pub fn wait_for<T: ?Sized>(&self, guard: &mut MutexGuard<'_, T>, timeout: Duration) -> WaitTimeoutResult {
        let nanos = nanos_for_machine(timeout);
        WaitTimeoutResult(unsafe { intrinsics::condvar_wait_timeout(&self.condvar_raw, guard.guard_raw, nanos) })
    }
    pub fn wait_until<T: ?Sized>(&self, guard: &mut MutexGuard<'_, T>, deadline: Instant) -> WaitTimeoutResult {
        self.wait_for(guard, deadline.saturating_duration_since(Instant::now()))
    }
    pub fn wait_while<T: ?Sized, F: FnMut(&mut T) -> bool>(&self, guard: &mut MutexGuard<'_, T>, mut condition: F) {
        while condition(&mut **guard) {
            self.wait(guard);
        }
    }
    pub fn wait_while_for<T: ?Sized, F: FnMut(&mut T) -> bool>(
        &self,
        guard: &mut MutexGuard<'_, T>,
        mut condition: F,
        timeout: Duration,
    ) -> WaitTimeoutResult {
        let mut result = WaitTimeoutResult(false);
        let limit = TimeLimit::new(timeout);
        while !result.timed_out() && condition(&mut **guard) {
            result = self.wait_for(guard, limit.left());
        }
        result
    }
    #[inline]
    pub fn notify_one(&self) -> bool {
        unsafe { intrinsics::condvar_notify_one(&self.condvar_raw) };
        true
    }
    #[inline]
    pub fn notify_all(&self) -> usize {
        unsafe { intrinsics::condvar_notify_all(&self.condvar_raw) };
        1
    }
}
impl Default for Condvar {
    fn default() -> Condvar {
        Condvar::new()
    }
}
impl fmt::Debug for Condvar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Condvar { .. }")
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum OnceState {
    New,
    Poisoned,
    InProgress,
    Done,
}
impl OnceState {
    pub fn poisoned(self) -> bool {
        self == OnceState::Poisoned
    }
    pub fn done(self) -> bool {
        self == OnceState::Done
    }
}
/// Its state is only told as `New` or `Done`.
#[derive(Debug)]
pub struct Once {
    std_once: crate::sync::Once,
}
impl Once {
    pub const fn new() -> Once {
        Once { std_once: crate::sync::Once::new() }
    }
    pub fn state(&self) -> OnceState {
        if self.std_once.is_completed() { OnceState::Done } else { OnceState::New }
    }
    #[track_caller]
    pub fn call_once<F: FnOnce()>(&self, f: F) {
        self.std_once.call_once(f)
    }
    #[track_caller]
    pub fn call_once_force<F: FnOnce(OnceState)>(&self, f: F) {
        self.std_once.call_once_force(|state| f(if state.is_poisoned() { OnceState::Poisoned } else { OnceState::New }))
    }
}
