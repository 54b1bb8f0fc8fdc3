//! `std::sync::Condvar`. Left out: the panic that std may raise when one is used with two mutexes.

use super::mutex::{MutexGuard, is_poisoned, raw_of};
use super::poison::{LockResult, PoisonError};
use crate::fmt;
use crate::intrinsics;
use crate::time::{Duration, TimeLimit, nanos_for_machine};

/// How many threads wait.
#[lang = "raw_condvar"]
pub(crate) struct RawCondvar {
    waiters: u32,
}

#[lang = "condvar"]
pub struct Condvar {
    raw: RawCondvar,
}
unsafe impl Send for Condvar {}
unsafe impl Sync for Condvar {}

#[derive(Debug, PartialEq, Eq, Copy, Clone)]
pub struct WaitTimeoutResult(bool);
impl WaitTimeoutResult {
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

impl Condvar {
    #[inline]
    pub const fn new() -> Condvar {
        Condvar { raw: RawCondvar { waiters: 0 } }
    }
    #[inline]
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        unsafe { intrinsics::condvar_wait(&self.raw, raw_of(&guard)) };
        if is_poisoned(&guard) { Err(PoisonError::new(guard)) } else { Ok(guard) }
    }
    pub fn wait_while<'a, T, F>(&self, guard: MutexGuard<'a, T>, condition: F) -> LockResult<MutexGuard<'a, T>>
    where
        F: FnMut(&mut T) -> bool,
    {
        let mut guard = guard;
        let mut condition = condition;
        while condition(&mut *guard) {
            guard = self.wait(guard)?;
        }
        Ok(guard)
    }
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        dur: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        let nanos = nanos_for_machine(dur);
        let timed_out = unsafe { intrinsics::condvar_wait_timeout(&self.raw, raw_of(&guard), nanos) };
        let result = WaitTimeoutResult(timed_out);
        if is_poisoned(&guard) { Err(PoisonError::new((guard, result))) } else { Ok((guard, result)) }
    }
    pub fn wait_timeout_ms<'a, T>(&self, guard: MutexGuard<'a, T>, ms: u32) -> LockResult<(MutexGuard<'a, T>, bool)> {
        match self.wait_timeout(guard, Duration::from_millis(ms as u64)) {
            Ok((guard, result)) => Ok((guard, !result.timed_out())),
            Err(error) => {
                let (guard, result) = error.into_inner();
                Err(PoisonError::new((guard, !result.timed_out())))
            }
        }
    }
    /// A wake-up that finds the condition still true waits for the rest of the time.
    pub fn wait_timeout_while<'a, T, F>(
        &self,
        guard: MutexGuard<'a, T>,
        dur: Duration,
        condition: F,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)>
    where
        F: FnMut(&mut T) -> bool,
    {
        let mut guard = guard;
        let mut condition = condition;
        let limit = TimeLimit::new(dur);
        loop {
            if !condition(&mut *guard) {
                return Ok((guard, WaitTimeoutResult(false)));
            }
            let (taken, result) = self.wait_timeout(guard, limit.left())?;
            guard = taken;
            if result.timed_out() {
                let timed_out = condition(&mut *guard);
                return Ok((guard, WaitTimeoutResult(timed_out)));
            }
        }
    }
    #[inline]
    pub fn notify_one(&self) {
        unsafe { intrinsics::condvar_notify_one(&self.raw) }
    }
    #[inline]
    pub fn notify_all(&self) {
        unsafe { intrinsics::condvar_notify_all(&self.raw) }
    }
}
impl Default for Condvar {
    fn default() -> Condvar {
        Condvar::new()
    }
}
impl fmt::Debug for Condvar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Condvar").finish_non_exhaustive()
    }
}
