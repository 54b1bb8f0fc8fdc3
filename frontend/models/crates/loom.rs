//! `loom`: its types are std's; `loom::model` and `Builder::check` run the closure once as the program, which ends
//! when all its threads have ended. A panic behind that says nothing, as what the closure collects over all
//! schedules is not there: it ends the search as a limit does. `future::block_on` parks its thread while the future
//! is pending, `AtomicWaker` is a lock around a waker. `cfg(loom)` holds if the entry exists only with it.
//!
//! Left out: a cell's accesses are seen where the pointer is used, not where `with` is called; leaks are not
//! reported; a `lazy_static` is not dropped at the end; `Builder`'s bounds have no effect; `Notify` has no
//! spurious wake-up.

pub use crate::lazy_static;
pub use crate::thread_local;

pub use model::model;

/// The most threads that loom follows; here there is no such limit.
pub const MAX_THREADS: usize = 5;

/// loom's own limits on the search have no counterpart.
pub fn stop_exploring() {}
pub fn explore() {}
pub fn skip_branch() {}

pub mod model {
    use crate::thread::attached::whole_program;
    use crate::string::String;
    use crate::time::Duration;

    /// The whole program. As in loom, it ends when all its threads have ended.
    #[lang = "loom_model"]
    #[track_caller]
    pub fn model<F>(f: F)
    where
        F: Fn() + Sync + Send + 'static,
    {
        Builder::new().check(f)
    }

    #[derive(Debug)]
    pub struct Builder {
        pub max_threads: usize,
        pub max_branches: usize,
        pub max_permutations: Option<usize>,
        pub max_duration: Option<Duration>,
        pub preemption_bound: Option<usize>,
        pub checkpoint_file: Option<String>,
        pub checkpoint_interval: usize,
        pub expect_explicit_explore: bool,
        pub location: bool,
        pub log: bool,
    }
    impl Builder {
        pub fn new() -> Builder {
            Builder {
                max_threads: 5,
                max_branches: 1_000,
                max_permutations: None,
                max_duration: None,
                preemption_bound: None,
                checkpoint_file: None,
                checkpoint_interval: 20_000,
                expect_explicit_explore: false,
                location: false,
                log: false,
            }
        }
        pub fn checkpoint_file(&mut self, file: &str) -> &mut Self {
            self.checkpoint_file = Some(String::from(file));
            self
        }
        #[track_caller]
        pub fn check<F>(&self, f: F)
        where
            F: Fn() + Sync + Send + 'static,
        {
            whole_program(&f)
        }
    }
    impl Default for Builder {
        fn default() -> Builder {
            Builder::new()
        }
    }
}

pub mod thread {
    pub use crate::thread::attached::{Builder, spawn};
    pub use crate::thread::{
        AccessError, JoinHandle, LocalKey, Result, Scope, ScopedJoinHandle, Thread, ThreadId, current, panicking, park,
        park_timeout, scope, sleep, yield_now,
    };
}

pub mod future {
    use crate::fmt;
    use crate::sync::Mutex;
    use crate::task::Waker;
    pub use crate::thread::executor::block_on;

    /// The waker of the task that waits. A registration that meets a wake-up wakes at once.
    pub struct AtomicWaker {
        registered: Mutex<Option<Waker>>,
    }
    impl AtomicWaker {
        pub fn new() -> AtomicWaker {
            AtomicWaker { registered: Mutex::new(None) }
        }
        #[track_caller]
        pub fn register(&self, waker: Waker) {
            match self.registered.try_lock() {
                Ok(mut registered) => *registered = Some(waker),
                Err(_) => waker.wake(),
            }
        }
        #[track_caller]
        pub fn register_by_ref(&self, waker: &Waker) {
            self.register(waker.clone());
        }
        #[track_caller]
        pub fn wake(&self) {
            let mut registered = self.registered.lock().unwrap();
            if let Some(waker) = registered.take() {
                waker.wake();
            }
        }
        #[track_caller]
        pub fn take_waker(&self) -> Option<Waker> {
            self.registered.lock().unwrap().take()
        }
    }
    impl Default for AtomicWaker {
        fn default() -> AtomicWaker {
            AtomicWaker::new()
        }
    }
    impl fmt::Debug for AtomicWaker {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("AtomicWaker").finish_non_exhaustive()
        }
    }
}

pub mod hint {
    pub use crate::hint::{spin_loop, unreachable_unchecked};
}

pub mod alloc {
    pub use crate::alloc::{Layout, alloc, alloc_zeroed, dealloc};

    /// A value that loom watches for leaks.
    #[derive(Debug)]
    pub struct Track<T> {
        tracked: T,
    }
    impl<T> Track<T> {
        pub fn new(value: T) -> Track<T> {
            Track { tracked: value }
        }
        pub fn get_ref(&self) -> &T {
            &self.tracked
        }
        pub fn get_mut(&mut self) -> &mut T {
            &mut self.tracked
        }
        pub fn into_inner(self) -> T {
            self.tracked
        }
    }
}

pub mod cell {
    use crate::cell::UnsafeCell as StdCell;
    use crate::fmt;
    pub use crate::cell::Cell;

    pub struct UnsafeCell<T: ?Sized> {
        /// Read and written with the value: to loom it is an access to pass the pointer to a closure,
        /// whether it is used or not.
        access: StdCell<bool>,
        loom_cell: StdCell<T>,
    }
    unsafe impl<T: ?Sized + Send> Send for UnsafeCell<T> {}
    impl<T> UnsafeCell<T> {
        pub const fn new(data: T) -> UnsafeCell<T> {
            UnsafeCell { access: StdCell::new(false), loom_cell: StdCell::new(data) }
        }
        pub fn into_inner(self) -> T {
            self.loom_cell.into_inner()
        }
    }
    impl<T: ?Sized> UnsafeCell<T> {
        #[track_caller]
        pub fn with<F, R>(&self, f: F) -> R
        where
            F: FnOnce(*const T) -> R,
        {
            let result = f(self.loom_cell.get() as *const T);
            unsafe { self.access.get().read() };
            result
        }
        #[track_caller]
        pub fn with_mut<F, R>(&self, f: F) -> R
        where
            F: FnOnce(*mut T) -> R,
        {
            let result = f(self.loom_cell.get());
            unsafe { self.access.get().write(true) };
            result
        }
        #[track_caller]
        pub fn get(&self) -> ConstPtr<T> {
            unsafe { self.access.get().read() };
            ConstPtr { const_pointer: self.loom_cell.get() as *const T }
        }
        #[track_caller]
        pub fn get_mut(&self) -> MutPtr<T> {
            unsafe { self.access.get().write(true) };
            MutPtr { mut_pointer: self.loom_cell.get() }
        }
    }
    impl<T: Default> Default for UnsafeCell<T> {
        fn default() -> UnsafeCell<T> {
            UnsafeCell::new(T::default())
        }
    }
    impl<T> From<T> for UnsafeCell<T> {
        fn from(value: T) -> UnsafeCell<T> {
            UnsafeCell::new(value)
        }
    }
    impl<T: ?Sized> fmt::Debug for UnsafeCell<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("UnsafeCell").finish_non_exhaustive()
        }
    }

    /// A pointer that loom takes for an access as long as it lives.
    #[derive(Debug)]
    pub struct ConstPtr<T: ?Sized> {
        const_pointer: *const T,
    }
    impl<T: ?Sized> ConstPtr<T> {
        pub unsafe fn deref(&self) -> &T {
            unsafe { &*self.const_pointer }
        }
        pub fn with<F, R>(&self, f: F) -> R
        where
            F: FnOnce(*const T) -> R,
        {
            f(self.const_pointer)
        }
    }
    #[derive(Debug)]
    pub struct MutPtr<T: ?Sized> {
        mut_pointer: *mut T,
    }
    impl<T: ?Sized> MutPtr<T> {
        pub unsafe fn deref(&self) -> &mut T {
            unsafe { &mut *self.mut_pointer }
        }
        pub fn with<F, R>(&self, f: F) -> R
        where
            F: FnOnce(*mut T) -> R,
        {
            f(self.mut_pointer)
        }
    }
}

pub mod sync {
    /// As loom called it before 0.4.
    pub use super::cell::UnsafeCell as CausalCell;
    use crate::sync as std_sync;
    pub use crate::sync::{
        Arc, Barrier, BarrierWaitResult, Condvar, LockResult, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard,
        RwLockWriteGuard, TryLockError, TryLockResult, WaitTimeoutResult, Weak, mpsc,
    };

    /// One thread waits for one notification; loom lets `wait` return early once, here it does not.
    #[derive(Debug)]
    pub struct Notify {
        notified: std_sync::Mutex<bool>,
        changed: std_sync::Condvar,
    }
    impl Notify {
        pub fn new() -> Notify {
            Notify { notified: std_sync::Mutex::new(false), changed: std_sync::Condvar::new() }
        }
        pub fn notify(&self) {
            *self.notified.lock().unwrap() = true;
            self.changed.notify_one();
        }
        pub fn wait(&self) {
            let mut notified = self.notified.lock().unwrap();
            while !*notified {
                notified = self.changed.wait(notified).unwrap();
            }
            *notified = false;
        }
    }

    pub mod atomic {
        use crate::fmt;
        use crate::ops::{Deref, DerefMut};
        use crate::sync::atomic as std_atomic;
        pub use crate::sync::atomic::{Ordering, compiler_fence, fence};

        #[inline]
        pub fn spin_loop_hint() {
            crate::hint::spin_loop()
        }

        /// std's atomic, with loom's accesses without synchronization.
        macro_rules! loom_atomic {
            ($($name:ident($value:ty);)*) => {
                $(
                    pub struct $name {
                        loom_atomic: std_atomic::$name,
                    }
                    impl $name {
                        pub const fn new(value: $value) -> $name {
                            $name { loom_atomic: std_atomic::$name::new(value) }
                        }
                        #[track_caller]
                        pub unsafe fn unsync_load(&self) -> $value {
                            unsafe { *self.loom_atomic.as_ptr() }
                        }
                        #[track_caller]
                        pub fn with_mut<R>(&mut self, f: impl FnOnce(&mut $value) -> R) -> R {
                            f(self.loom_atomic.get_mut())
                        }
                        pub fn into_inner(self) -> $value {
                            self.loom_atomic.into_inner()
                        }
                    }
                    impl Deref for $name {
                        type Target = std_atomic::$name;
                        #[inline]
                        fn deref(&self) -> &std_atomic::$name {
                            &self.loom_atomic
                        }
                    }
                    impl DerefMut for $name {
                        fn deref_mut(&mut self) -> &mut std_atomic::$name {
                            &mut self.loom_atomic
                        }
                    }
                    impl Default for $name {
                        fn default() -> $name {
                            $name::new(Default::default())
                        }
                    }
                    impl From<$value> for $name {
                        fn from(value: $value) -> $name {
                            $name::new(value)
                        }
                    }
                    impl fmt::Debug for $name {
                        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                            fmt::Debug::fmt(&self.loom_atomic, f)
                        }
                    }
                )*
            };
        }
        loom_atomic! {
            AtomicBool(bool);
            AtomicI8(i8);
            AtomicI16(i16);
            AtomicI32(i32);
            AtomicI64(i64);
            AtomicIsize(isize);
            AtomicU8(u8);
            AtomicU16(u16);
            AtomicU32(u32);
            AtomicU64(u64);
            AtomicUsize(usize);
        }

        pub struct AtomicPtr<T> {
            loom_atomic: std_atomic::AtomicPtr<T>,
        }
        impl<T> AtomicPtr<T> {
            pub const fn new(value: *mut T) -> AtomicPtr<T> {
                AtomicPtr { loom_atomic: std_atomic::AtomicPtr::new(value) }
            }
            pub unsafe fn unsync_load(&self) -> *mut T {
                unsafe { *self.loom_atomic.as_ptr() }
            }
            pub fn with_mut<R>(&mut self, f: impl FnOnce(&mut *mut T) -> R) -> R {
                f(self.loom_atomic.get_mut())
            }
            pub fn into_inner(self) -> *mut T {
                self.loom_atomic.into_inner()
            }
        }
        impl<T> Deref for AtomicPtr<T> {
            type Target = std_atomic::AtomicPtr<T>;
            #[inline]
            fn deref(&self) -> &std_atomic::AtomicPtr<T> {
                &self.loom_atomic
            }
        }
        impl<T> DerefMut for AtomicPtr<T> {
            fn deref_mut(&mut self) -> &mut std_atomic::AtomicPtr<T> {
                &mut self.loom_atomic
            }
        }
        impl<T> Default for AtomicPtr<T> {
            fn default() -> AtomicPtr<T> {
                AtomicPtr::new(crate::ptr::null_mut())
            }
        }
        impl<T> fmt::Debug for AtomicPtr<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.loom_atomic, f)
            }
        }
    }
}
