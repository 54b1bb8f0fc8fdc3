//! `tokio::sync::Semaphore`.

use super::batch_semaphore::BatchSemaphore;
use super::{AcquireError, TryAcquireError};
use crate::crates::tokio::runtime::{context, pool};
use crate::fmt;
use crate::sync::Arc;

pub struct Semaphore {
    permits: BatchSemaphore,
}
impl Semaphore {
    pub const MAX_PERMITS: usize = usize::MAX >> 3;

    pub const fn new(permits: usize) -> Semaphore {
        Semaphore { permits: BatchSemaphore::new(permits as u64) }
    }
    pub const fn const_new(permits: usize) -> Semaphore {
        Semaphore::new(permits)
    }
    pub fn available_permits(&self) -> usize {
        self.permits.available() as usize
    }
    pub fn add_permits(&self, n: usize) {
        self.permits.release(n as u64);
    }
    pub fn forget_permits(&self, n: usize) -> usize {
        self.permits.forget(n as u64) as usize
    }
    fn permit(&self, permits: u32) -> SemaphorePermit<'_> {
        SemaphorePermit { semaphore: self, permits }
    }
    fn owned_permit(self: Arc<Self>, permits: u32) -> OwnedSemaphorePermit {
        OwnedSemaphorePermit { semaphore: self, permits }
    }
    pub async fn acquire(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.acquire_many(1).await
    }
    pub async fn acquire_many(&self, n: u32) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.permits.acquire(n as u64).await?;
        Ok(self.permit(n))
    }
    pub fn try_acquire(&self) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        self.try_acquire_many(1)
    }
    pub fn try_acquire_many(&self, n: u32) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        self.permits.try_acquire(n as u64)?;
        Ok(self.permit(n))
    }
    #[track_caller]
    pub fn blocking_acquire(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.blocking_acquire_many(1)
    }
    #[track_caller]
    pub fn blocking_acquire_many(&self, n: u32) -> Result<SemaphorePermit<'_>, AcquireError> {
        context::assert_may_block();
        pool::block_on(self.acquire_many(n))
    }
    pub async fn acquire_owned(self: Arc<Self>) -> Result<OwnedSemaphorePermit, AcquireError> {
        self.acquire_many_owned(1).await
    }
    pub async fn acquire_many_owned(self: Arc<Self>, n: u32) -> Result<OwnedSemaphorePermit, AcquireError> {
        self.permits.acquire(n as u64).await?;
        Ok(self.owned_permit(n))
    }
    pub fn try_acquire_owned(self: Arc<Self>) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        self.try_acquire_many_owned(1)
    }
    pub fn try_acquire_many_owned(self: Arc<Self>, n: u32) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        self.permits.try_acquire(n as u64)?;
        Ok(self.owned_permit(n))
    }
    #[track_caller]
    pub fn blocking_acquire_owned(self: Arc<Self>) -> Result<OwnedSemaphorePermit, AcquireError> {
        self.blocking_acquire_many_owned(1)
    }
    #[track_caller]
    pub fn blocking_acquire_many_owned(self: Arc<Self>, n: u32) -> Result<OwnedSemaphorePermit, AcquireError> {
        context::assert_may_block();
        pool::block_on(self.acquire_many_owned(n))
    }
    pub fn close(&self) {
        self.permits.close();
    }
    pub fn is_closed(&self) -> bool {
        self.permits.is_closed()
    }
}
impl fmt::Debug for Semaphore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Semaphore").finish_non_exhaustive()
    }
}

#[must_use]
#[derive(Debug)]
pub struct SemaphorePermit<'a> {
    semaphore: &'a Semaphore,
    permits: u32,
}
#[must_use]
#[derive(Debug)]
pub struct OwnedSemaphorePermit {
    semaphore: Arc<Semaphore>,
    permits: u32,
}

/// What both permits have.
macro_rules! permit_methods {
    ($([$($generics:tt)*] $permit:ty, $semaphore:ty;)*) => {
        $(
            impl<$($generics)*> $permit {
                pub fn forget(mut self) {
                    self.permits = 0;
                }
                #[track_caller]
                pub fn merge(&mut self, mut other: Self) {
                    assert!(
                        crate::ptr::eq(&*self.semaphore, &*other.semaphore),
                        "merging permits from different semaphore instances"
                    );
                    self.permits += crate::mem::take(&mut other.permits);
                }
                pub fn split(&mut self, n: usize) -> Option<Self> {
                    let n = u32::try_from(n).ok().filter(|n| *n <= self.permits)?;
                    self.permits -= n;
                    Some(Self { semaphore: self.semaphore.clone(), permits: n })
                }
                pub fn semaphore(&self) -> &$semaphore {
                    &self.semaphore
                }
                pub fn num_permits(&self) -> usize {
                    self.permits as usize
                }
            }
            impl<$($generics)*> Drop for $permit {
                #[inline]
                fn drop(&mut self) {
                    if self.permits > 0 {
                        self.semaphore.permits.release(self.permits as u64);
                    }
                }
            }
        )*
    };
}
permit_methods! {
    ['a] SemaphorePermit<'a>, Semaphore;
    [] OwnedSemaphorePermit, Arc<Semaphore>;
}
