//! `tokio::sync::SetOnce`.

use super::shared::{Shared, Until, Waiters};
use crate::cell::UnsafeCell;
use crate::error::Error;
use crate::fmt;

struct Setting {
    is_set: u64,
    waiters: Waiters<()>,
}

pub struct SetOnce<T> {
    setting: Shared<Setting>,
    value: UnsafeCell<Option<T>>,
}
unsafe impl<T: Send> Send for SetOnce<T> {}
unsafe impl<T: Sync + Send> Sync for SetOnce<T> {}
impl<T> SetOnce<T> {
    pub const fn new() -> SetOnce<T> {
        SetOnce::of(None, 0)
    }
    pub const fn const_new() -> SetOnce<T> {
        SetOnce::new()
    }
    pub fn new_with(value: Option<T>) -> SetOnce<T> {
        let is_set = value.is_some() as u64;
        SetOnce::of(value, is_set)
    }
    pub const fn const_new_with(value: T) -> SetOnce<T> {
        SetOnce::of(Some(value), 1)
    }
    const fn of(value: Option<T>, is_set: u64) -> SetOnce<T> {
        let setting = Setting { is_set, waiters: Waiters::new() };
        SetOnce { setting: Shared::new(setting), value: UnsafeCell::new(value) }
    }
    #[inline]
    pub fn initialized(&self) -> bool {
        self.setting.enter(|setting| setting.is_set > 0)
    }
    /// Where it has been set.
    fn value(&self) -> &T {
        unsafe { (*self.value.get()).as_ref().unwrap() }
    }
    #[inline]
    pub fn get(&self) -> Option<&T> {
        if self.initialized() { Some(self.value()) } else { None }
    }
    pub fn set(&self, value: T) -> Result<(), SetOnceError<T>> {
        let woken = self.setting.enter(|setting| {
            if setting.is_set > 0 {
                return Err(SetOnceError(value));
            }
            unsafe { *self.value.get() = Some(value) };
            setting.is_set = 1;
            Ok(setting.waiters.drain())
        });
        woken.map(|woken| woken.wake())
    }
    pub fn into_inner(self) -> Option<T> {
        self.value.into_inner()
    }
    pub async fn wait(&self) -> &T {
        Until {
            shared: &self.setting,
            gate: |setting| &setting.is_set,
            keep: |setting, waker| {
                setting.waiters.register(waker);
            },
        }
        .await;
        self.value()
    }
}
impl<T> Default for SetOnce<T> {
    fn default() -> SetOnce<T> {
        SetOnce::new()
    }
}
impl<T: fmt::Debug> fmt::Debug for SetOnce<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetOnce").field("value", &self.get()).finish()
    }
}
impl<T: Clone> Clone for SetOnce<T> {
    fn clone(&self) -> SetOnce<T> {
        SetOnce::new_with(self.get().cloned())
    }
}
impl<T: PartialEq> PartialEq for SetOnce<T> {
    fn eq(&self, other: &SetOnce<T>) -> bool {
        self.get() == other.get()
    }
}
impl<T: Eq> Eq for SetOnce<T> {}
impl<T> From<T> for SetOnce<T> {
    fn from(value: T) -> SetOnce<T> {
        SetOnce::const_new_with(value)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct SetOnceError<T>(pub T);
impl<T> fmt::Display for SetOnceError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetOnceError")
    }
}
impl<T: fmt::Debug> Error for SetOnceError<T> {}
