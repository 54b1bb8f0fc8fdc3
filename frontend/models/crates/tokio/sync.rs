//! `tokio::sync`. Each call of a method is one visible operation, and so is an `.await` that waits for nothing else;
//! where several are waited for, whoever finds nothing has its waker called later.
//!
//! Left out: limits on permits and readers.

pub mod barrier;
pub mod batch_semaphore;
pub mod broadcast;
mod guards;
pub mod mpsc;
mod mutex;
mod notify;
mod once_cell;
pub mod oneshot;
pub mod rwlock;
mod semaphore;
mod set_once;
pub mod shared;
pub mod watch;

use crate::error::Error;
use crate::fmt;

pub use barrier::{Barrier, BarrierWaitResult};
pub use mutex::{MappedMutexGuard, Mutex, MutexGuard, OwnedMappedMutexGuard, OwnedMutexGuard};
pub use notify::Notify;
pub use once_cell::{OnceCell, SetError};
pub use rwlock::{
    OwnedRwLockMappedWriteGuard, OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock, RwLockMappedWriteGuard,
    RwLockReadGuard, RwLockWriteGuard,
};
pub use semaphore::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
pub use set_once::{SetOnce, SetOnceError};

pub mod futures {
    pub use super::notify::{Notified, OwnedNotified};
}

#[derive(Debug)]
pub struct AcquireError(pub(crate) ());
impl fmt::Display for AcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("semaphore closed")
    }
}
impl Error for AcquireError {}

#[derive(Debug, PartialEq, Eq)]
pub enum TryAcquireError {
    Closed,
    NoPermits,
}
impl fmt::Display for TryAcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TryAcquireError::Closed => "semaphore closed",
            TryAcquireError::NoPermits => "no permits available",
        })
    }
}
impl Error for TryAcquireError {}

#[derive(Debug)]
pub struct TryLockError(pub(crate) ());
impl fmt::Display for TryLockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("operation would block")
    }
}
impl Error for TryLockError {}
