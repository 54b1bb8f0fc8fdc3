//! `std::sync::{Once, OnceLock, LazyLock}`.
//!
//! Left out: `OnceLock::{get_or_try_init, get_mut_or_init}`. `Once::wait` and `OnceLock::wait` look again
//! and again: one that waits for ever is a livelock, not a deadlock.

use crate::cell::UnsafeCell;
use crate::fmt;
use crate::intrinsics;
use crate::mem::MaybeUninit;
use crate::ops::Deref;

/// 0 new, 1 running, 2 done, 3 poisoned.
#[lang = "raw_once"]
pub(crate) struct RawOnce {
    state: u32,
}

impl RawOnce {
    #[inline]
    fn is_done(&self) -> bool {
        unsafe { intrinsics::once_get(self) == 1 }
    }
    /// Until it is done, or poisoned where nobody is to wait for another initializer then; whether it is done.
    fn wait_done(&self, even_if_poisoned: bool) -> bool {
        loop {
            match unsafe { intrinsics::once_get(self) } {
                1 => return true,
                2 if !even_if_poisoned => return false,
                _ => crate::hint::spin_loop(),
            }
        }
    }
}

/// How an initializer may end, for `once_end`.
const POISONED: u64 = 0;
const COMPLETE: u64 = 1;
const NEW_AGAIN: u64 = 2;

/// Ends the initializer also when it panics.
struct Completion<'a> {
    once: &'a RawOnce,
    end: u64,
}
impl Drop for Completion<'_> {
    #[inline]
    fn drop(&mut self) {
        unsafe { intrinsics::once_end(self.once, self.end) };
    }
}

#[lang = "once"]
pub struct Once {
    raw: RawOnce,
}
pub const ONCE_INIT: Once = Once::new();

pub struct OnceState {
    poisoned: bool,
}
impl OnceState {
    pub fn is_poisoned(&self) -> bool {
        self.poisoned
    }
}
impl fmt::Debug for OnceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnceState").field("poisoned", &self.poisoned).finish()
    }
}

impl Once {
    #[inline]
    pub const fn new() -> Once {
        Once { raw: RawOnce { state: 0 } }
    }
    #[track_caller]
    pub fn call_once<F: FnOnce()>(&self, f: F) {
        let begun = unsafe { intrinsics::once_begin(&self.raw) };
        if begun == 0 {
            return;
        }
        let mut completion = Completion { once: &self.raw, end: POISONED };
        if begun == 2 {
            panic!("Once instance has previously been poisoned");
        }
        f();
        completion.end = COMPLETE;
    }
    #[track_caller]
    pub fn call_once_force<F: FnOnce(&OnceState)>(&self, f: F) {
        let begun = unsafe { intrinsics::once_begin(&self.raw) };
        if begun == 0 {
            return;
        }
        let mut completion = Completion { once: &self.raw, end: POISONED };
        f(&OnceState { poisoned: begun == 2 });
        completion.end = COMPLETE;
    }
    #[track_caller]
    pub fn wait(&self) {
        if !self.raw.wait_done(false) {
            panic!("Once instance has previously been poisoned");
        }
    }
    pub fn wait_force(&self) {
        self.raw.wait_done(true);
    }
    #[inline]
    pub fn is_completed(&self) -> bool {
        self.raw.is_done()
    }
}
impl fmt::Debug for Once {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once").finish_non_exhaustive()
    }
}

#[lang = "once_lock"]
pub struct OnceLock<T> {
    raw: RawOnce,
    content: UnsafeCell<MaybeUninit<T>>,
}
unsafe impl<T: Sync + Send> Sync for OnceLock<T> {}
unsafe impl<T: Send> Send for OnceLock<T> {}

impl<T> OnceLock<T> {
    #[inline]
    pub const fn new() -> OnceLock<T> {
        OnceLock { raw: RawOnce { state: 0 }, content: UnsafeCell::new(MaybeUninit::uninit()) }
    }
    #[inline]
    pub fn get(&self) -> Option<&T> {
        if self.raw.is_done() { Some(content(self)) } else { None }
    }
    pub fn wait(&self) -> &T {
        self.raw.wait_done(true);
        content(self)
    }
    pub fn get_mut(&mut self) -> Option<&mut T> {
        if self.raw.state == 2 { Some(unsafe { (*self.content.get()).assume_init_mut() }) } else { None }
    }
    pub fn set(&self, value: T) -> Result<(), T> {
        if unsafe { intrinsics::once_begin(&self.raw) } == 0 {
            return Err(value);
        }
        unsafe {
            (*self.content.get()).write(value);
            intrinsics::once_end(&self.raw, COMPLETE);
        }
        Ok(())
    }
    pub fn try_insert(&self, value: T) -> Result<&T, (&T, T)> {
        match self.set(value) {
            Ok(()) => Ok(content(self)),
            Err(value) => Err((content(self), value)),
        }
    }
    /// A panic of `f` leaves the cell empty.
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
        if unsafe { intrinsics::once_begin(&self.raw) } != 0 {
            let mut completion = Completion { once: &self.raw, end: NEW_AGAIN };
            let value = f();
            unsafe { (*self.content.get()).write(value) };
            completion.end = COMPLETE;
        }
        content(self)
    }
    pub fn into_inner(self) -> Option<T> {
        let mut this = self;
        this.take()
    }
    pub fn take(&mut self) -> Option<T> {
        if self.raw.state != 2 {
            return None;
        }
        self.raw.state = 0;
        Some(unsafe { (*self.content.get()).assume_init_read() })
    }
}

/// The value of a cell that is known to be full.
#[inline]
fn content<T>(cell: &OnceLock<T>) -> &T {
    unsafe { (*cell.content.get()).assume_init_ref() }
}

impl<T> Drop for OnceLock<T> {
    fn drop(&mut self) {
        drop(self.take());
    }
}
impl<T> Default for OnceLock<T> {
    fn default() -> OnceLock<T> {
        OnceLock::new()
    }
}
impl<T: fmt::Debug> fmt::Debug for OnceLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut d = f.debug_tuple("OnceLock");
        match self.get() {
            Some(v) => d.field(v),
            None => d.field(&format_args!("<uninit>")),
        };
        d.finish()
    }
}
impl<T: Clone> Clone for OnceLock<T> {
    fn clone(&self) -> OnceLock<T> {
        match self.get() {
            Some(value) => OnceLock::from(value.clone()),
            None => OnceLock::new(),
        }
    }
}
impl<T> From<T> for OnceLock<T> {
    fn from(value: T) -> Self {
        OnceLock { raw: RawOnce { state: 2 }, content: UnsafeCell::new(MaybeUninit::new(value)) }
    }
}
impl<T: PartialEq> PartialEq for OnceLock<T> {
    fn eq(&self, other: &OnceLock<T>) -> bool {
        self.get() == other.get()
    }
}
impl<T: Eq> Eq for OnceLock<T> {}

enum LazyContent<T, F> {
    Uninit(F),
    Init(T),
    Taken,
}

#[lang = "lazy_lock"]
pub struct LazyLock<T, F = fn() -> T> {
    lazy_raw: RawOnce,
    lazy_content: UnsafeCell<LazyContent<T, F>>,
}
unsafe impl<T: Sync + Send, F: Send> Sync for LazyLock<T, F> {}

impl<T, F: FnOnce() -> T> LazyLock<T, F> {
    #[inline]
    pub const fn new(f: F) -> LazyLock<T, F> {
        LazyLock { lazy_raw: RawOnce { state: 0 }, lazy_content: UnsafeCell::new(LazyContent::Uninit(f)) }
    }
    /// A panic of the initializer poisons.
    #[track_caller]
    pub fn force(this: &LazyLock<T, F>) -> &T {
        let content = this.lazy_content.get();
        let begun = unsafe { intrinsics::once_begin(&this.lazy_raw) };
        if begun != 0 {
            let mut completion = Completion { once: &this.lazy_raw, end: POISONED };
            if begun == 2 {
                panic!("LazyLock instance has previously been poisoned");
            }
            let taken = crate::mem::replace(unsafe { &mut *content }, LazyContent::Taken);
            if let LazyContent::Uninit(f) = taken {
                let value = f();
                unsafe { *content = LazyContent::Init(value) };
            }
            completion.end = COMPLETE;
        }
        match unsafe { &*content } {
            LazyContent::Init(value) => value,
            _ => unreachable!(),
        }
    }
}
impl<T, F> LazyLock<T, F> {
    pub fn get(this: &LazyLock<T, F>) -> Option<&T> {
        // Until then, who computes the value writes there.
        if !this.lazy_raw.is_done() {
            return None;
        }
        match unsafe { &*this.lazy_content.get() } {
            LazyContent::Init(value) => Some(value),
            _ => None,
        }
    }
    pub fn get_mut(this: &mut LazyLock<T, F>) -> Option<&mut T> {
        match this.lazy_content.get_mut() {
            LazyContent::Init(value) => Some(value),
            _ => None,
        }
    }
}
impl<T, F: FnOnce() -> T> LazyLock<T, F> {
    #[track_caller]
    pub fn force_mut(this: &mut LazyLock<T, F>) -> &mut T {
        LazyLock::force(this);
        LazyLock::get_mut(this).unwrap()
    }
}
impl<T, F: FnOnce() -> T> Deref for LazyLock<T, F> {
    type Target = T;
    #[inline]
    #[track_caller]
    fn deref(&self) -> &T {
        LazyLock::force(self)
    }
}
impl<T: Default> Default for LazyLock<T> {
    fn default() -> LazyLock<T> {
        LazyLock::new(T::default)
    }
}
impl<T: fmt::Debug, F> fmt::Debug for LazyLock<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut d = f.debug_tuple("LazyLock");
        match LazyLock::get(self) {
            Some(value) => d.field(value),
            None => d.field(&format_args!("<uninit>")),
        };
        d.finish()
    }
}
