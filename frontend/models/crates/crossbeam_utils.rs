//! `crossbeam-utils`, over std's models: `scope`, `CachePadded`, `Backoff` (complete after its first
//! `snooze`), `WaitGroup`, `Parker`, `ShardedLock` (a `RwLock`), `AtomicCell` (an operation is a short lock
//! section).
//!
//! Left out: `AtomicCell` for types that are not `Copy` beyond `swap` and `into_inner`.

pub use thread::scope;

pub mod sync {
    pub use crate::sync::RwLock as ShardedLock;
    pub use crate::sync::RwLockReadGuard as ShardedLockReadGuard;
    pub use crate::sync::RwLockWriteGuard as ShardedLockWriteGuard;
    use crate::fmt;
    use crate::sync::{Arc, Condvar, Mutex};
    use crate::time::{Duration, Instant};

    struct Waiting {
        left: Mutex<usize>,
        all_gone: Condvar,
    }

    /// `wait` returns when every clone has been dropped.
    pub struct WaitGroup {
        waiting: Arc<Waiting>,
    }
    impl WaitGroup {
        pub fn new() -> WaitGroup {
            WaitGroup { waiting: Arc::new(Waiting { left: Mutex::new(1), all_gone: Condvar::new() }) }
        }
        pub fn wait(self) {
            let waiting = self.waiting.clone();
            drop(self);
            let mut left = waiting.left.lock().unwrap();
            while *left > 0 {
                left = waiting.all_gone.wait(left).unwrap();
            }
        }
    }
    impl Clone for WaitGroup {
        fn clone(&self) -> WaitGroup {
            *self.waiting.left.lock().unwrap() += 1;
            WaitGroup { waiting: self.waiting.clone() }
        }
    }
    impl Drop for WaitGroup {
        fn drop(&mut self) {
            let mut left = self.waiting.left.lock().unwrap();
            *left -= 1;
            if *left == 0 {
                self.waiting.all_gone.notify_all();
            }
        }
    }
    impl Default for WaitGroup {
        fn default() -> WaitGroup {
            WaitGroup::new()
        }
    }
    impl fmt::Debug for WaitGroup {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.pad("WaitGroup { .. }")
        }
    }

    struct Token {
        token_set: Mutex<bool>,
        token_changed: Condvar,
    }
    impl Token {
        fn take(&self) {
            let mut set = self.token_set.lock().unwrap();
            while !*set {
                set = self.token_changed.wait(set).unwrap();
            }
            *set = false;
        }
        fn take_timeout(&self, timeout: Duration) {
            let mut set = self.token_set.lock().unwrap();
            if !*set {
                set = self.token_changed.wait_timeout(set, timeout).unwrap().0;
            }
            *set = false;
        }
        fn put(&self) {
            *self.token_set.lock().unwrap() = true;
            self.token_changed.notify_one();
        }
    }

    pub struct Parker {
        parker: Unparker,
    }
    impl Parker {
        pub fn new() -> Parker {
            let token = Token { token_set: Mutex::new(false), token_changed: Condvar::new() };
            Parker { parker: Unparker { token: Arc::new(token) } }
        }
        pub fn park(&self) {
            self.parker.token.take()
        }
        pub fn park_timeout(&self, timeout: Duration) {
            self.parker.token.take_timeout(timeout)
        }
        pub fn park_deadline(&self, deadline: Instant) {
            self.park_timeout(deadline.saturating_duration_since(Instant::now()))
        }
        pub fn unparker(&self) -> &Unparker {
            &self.parker
        }
    }
    impl Default for Parker {
        fn default() -> Parker {
            Parker::new()
        }
    }
    #[derive(Clone)]
    pub struct Unparker {
        token: Arc<Token>,
    }
    impl Unparker {
        pub fn unpark(&self) {
            self.token.put()
        }
    }
}

pub mod thread {
    use crate::fmt;
    use crate::boxed::Box;
    use crate::io;
    use crate::string::String;
    use crate::thread as std_thread;
    pub use crate::thread::{Result, Thread};

    /// std's scope under crossbeam's signatures: closures take the scope, a child's panic is an `Err`.
    pub struct Scope<'env> {
        std_scope: &'env std_thread::Scope<'env, 'env>,
    }
    impl<'env> Clone for Scope<'env> {
        fn clone(&self) -> Scope<'env> {
            Scope { std_scope: self.std_scope }
        }
    }

    pub struct ScopedJoinHandle<'scope, T> {
        scoped_handle: std_thread::ScopedJoinHandle<'scope, T>,
    }
    impl<'scope, T> ScopedJoinHandle<'scope, T> {
        pub fn join(self) -> Result<T> {
            self.scoped_handle.join()
        }
        pub fn thread(&self) -> &Thread {
            self.scoped_handle.thread()
        }
    }

    #[track_caller]
    pub fn scope<'env, F, R>(f: F) -> Result<R>
    where
        F: FnOnce(&Scope<'env>) -> R,
    {
        let (value, panicked) = std_thread::scope_and_panics(|std_scope| f(&Scope { std_scope }));
        match panicked {
            false => Ok(value),
            true => Err(Box::new("a scoped thread panicked")),
        }
    }

    impl<'env> Scope<'env> {
        pub fn spawn<'scope, F, T>(&'scope self, f: F) -> ScopedJoinHandle<'scope, T>
        where
            F: FnOnce(&Scope<'env>) -> T + Send + 'env,
            T: Send + 'env,
        {
            let scope = self.clone();
            ScopedJoinHandle { scoped_handle: self.std_scope.spawn(move || f(&scope)) }
        }
        pub fn builder<'scope>(&'scope self) -> ScopedThreadBuilder<'scope, 'env> {
            ScopedThreadBuilder { scope: self, builder: std_thread::Builder::new() }
        }
    }
    impl fmt::Debug for Scope<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.pad("Scope { .. }")
        }
    }

    pub struct ScopedThreadBuilder<'scope, 'env> {
        scope: &'scope Scope<'env>,
        builder: std_thread::Builder,
    }
    impl<'scope, 'env> ScopedThreadBuilder<'scope, 'env> {
        pub fn name(self, name: String) -> ScopedThreadBuilder<'scope, 'env> {
            ScopedThreadBuilder { scope: self.scope, builder: self.builder.name(name) }
        }
        pub fn stack_size(self, size: usize) -> ScopedThreadBuilder<'scope, 'env> {
            ScopedThreadBuilder { scope: self.scope, builder: self.builder.stack_size(size) }
        }
        pub fn spawn<F, T>(self, f: F) -> io::Result<ScopedJoinHandle<'scope, T>>
        where
            F: FnOnce(&Scope<'env>) -> T + Send + 'env,
            T: Send + 'env,
        {
            let scope = self.scope.clone();
            let handle = self.builder.spawn_scoped(self.scope.std_scope, move || f(&scope))?;
            Ok(ScopedJoinHandle { scoped_handle: handle })
        }
    }
}

pub mod atomic {
    use crate::fmt;
    use crate::sync::Mutex;

    pub struct AtomicCell<T> {
        cell_value: Mutex<T>,
    }
    impl<T> AtomicCell<T> {
        pub const fn new(value: T) -> AtomicCell<T> {
            AtomicCell { cell_value: Mutex::new(value) }
        }
        pub fn into_inner(self) -> T {
            self.cell_value.into_inner().unwrap()
        }
        pub fn store(&self, value: T) {
            drop(self.swap(value))
        }
        pub fn swap(&self, value: T) -> T {
            crate::mem::replace(&mut *self.cell_value.lock().unwrap(), value)
        }
        pub fn load(&self) -> T
        where
            T: Copy,
        {
            *self.cell_value.lock().unwrap()
        }
        pub fn take(&self) -> T
        where
            T: Default,
        {
            self.swap(T::default())
        }
        pub fn compare_exchange(&self, current: T, new: T) -> Result<T, T>
        where
            T: Copy + Eq,
        {
            let mut value = self.cell_value.lock().unwrap();
            let old = *value;
            if old != current {
                return Err(old);
            }
            *value = new;
            Ok(old)
        }
        pub fn compare_and_swap(&self, current: T, new: T) -> T
        where
            T: Copy + Eq,
        {
            match self.compare_exchange(current, new) {
                Ok(old) => old,
                Err(old) => old,
            }
        }
        pub fn fetch_update<F: FnMut(T) -> Option<T>>(&self, mut f: F) -> Result<T, T>
        where
            T: Copy + Eq,
        {
            let mut previous = self.load();
            while let Some(next) = f(previous) {
                match self.compare_exchange(previous, next) {
                    Ok(old) => return Ok(old),
                    Err(old) => previous = old,
                }
            }
            Err(previous)
        }
        pub fn is_lock_free() -> bool {
            crate::mem::size_of::<T>() <= 8
        }
    }
    impl<T: Default> Default for AtomicCell<T> {
        fn default() -> AtomicCell<T> {
            AtomicCell::new(T::default())
        }
    }
    impl<T> From<T> for AtomicCell<T> {
        fn from(value: T) -> AtomicCell<T> {
            AtomicCell::new(value)
        }
    }
    impl<T: Copy + fmt::Debug> fmt::Debug for AtomicCell<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("AtomicCell").field("value", &self.load()).finish()
        }
    }

    macro_rules! cell_arithmetic {
        ($($t:ident)*) => {
            $(
                impl AtomicCell<$t> {
                    pub fn fetch_add(&self, value: $t) -> $t {
                        let mut cell = self.cell_value.lock().unwrap();
                        let old = *cell;
                        *cell = old.wrapping_add(value);
                        old
                    }
                    pub fn fetch_sub(&self, value: $t) -> $t {
                        let mut cell = self.cell_value.lock().unwrap();
                        let old = *cell;
                        *cell = old.wrapping_sub(value);
                        old
                    }
                    pub fn fetch_max(&self, value: $t) -> $t {
                        let mut cell = self.cell_value.lock().unwrap();
                        let old = *cell;
                        *cell = old.max(value);
                        old
                    }
                    pub fn fetch_min(&self, value: $t) -> $t {
                        let mut cell = self.cell_value.lock().unwrap();
                        let old = *cell;
                        *cell = old.min(value);
                        old
                    }
                }
            )*
        };
    }
    cell_arithmetic! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }
}

use crate::fmt;
use crate::ops::{Deref, DerefMut};

#[derive(Clone, Copy, Default, Hash, PartialEq, Eq)]
#[repr(align(128))]
pub struct CachePadded<T> {
    padded_value: T,
}
impl<T> CachePadded<T> {
    pub const fn new(value: T) -> CachePadded<T> {
        CachePadded { padded_value: value }
    }
    pub fn into_inner(self) -> T {
        self.padded_value
    }
}
impl<T> Deref for CachePadded<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.padded_value
    }
}
impl<T> DerefMut for CachePadded<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.padded_value
    }
}
impl<T: fmt::Debug> fmt::Debug for CachePadded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CachePadded").field("value", &self.padded_value).finish()
    }
}
impl<T> From<T> for CachePadded<T> {
    fn from(value: T) -> CachePadded<T> {
        CachePadded::new(value)
    }
}

/// Every step is one yield, and the first `snooze` completes it: how often a thread spins before it blocks
/// means nothing to the search.
pub struct Backoff {
    snoozed: crate::cell::Cell<bool>,
}
impl Backoff {
    pub fn new() -> Backoff {
        Backoff { snoozed: crate::cell::Cell::new(false) }
    }
    pub fn reset(&self) {
        self.snoozed.set(false)
    }
    pub fn spin(&self) {
        crate::hint::spin_loop()
    }
    pub fn snooze(&self) {
        crate::thread::yield_now();
        self.snoozed.set(true)
    }
    pub fn is_completed(&self) -> bool {
        self.snoozed.get()
    }
}
impl Default for Backoff {
    fn default() -> Backoff {
        Backoff::new()
    }
}
