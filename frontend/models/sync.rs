//! `std::sync`: `Arc` stands in `sync/arc.rs`, the locks in `sync/{mutex,rwlock,condvar}.rs`, once cells in
//! `sync/once.rs`, channels in `sync/mpsc.rs`, atomics in `sync/atomic.rs`.
//!
//! Left out: `Exclusive`, `ReentrantLock`, `mpmc`, `nonpoison`, mapped guards. Fairness is not modelled.

mod arc;
pub mod atomic;
mod barrier;
mod condvar;
pub mod mpsc;
mod mutex;
mod once;
mod poison;
mod rwlock;

pub use arc::{Arc, Weak};
pub(crate) use arc::RawRefCount;
pub(crate) use barrier::RawBarrier;
pub use barrier::{Barrier, BarrierWaitResult};
pub(crate) use condvar::RawCondvar;
pub use condvar::{Condvar, WaitTimeoutResult};
pub(crate) use mutex::RawMutex;
pub use mutex::{Mutex, MutexGuard};
pub(crate) use once::RawOnce;
pub use once::{LazyLock, ONCE_INIT, Once, OnceLock, OnceState};
pub use poison::{LockResult, PoisonError, TryLockError, TryLockResult};
pub(crate) use rwlock::RawRwLock;
pub use rwlock::{RwLock, RwLockReadGuard, RwLockWriteGuard};
