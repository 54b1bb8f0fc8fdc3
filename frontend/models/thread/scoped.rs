//! `std::thread::scope`. Nothing is left out.
//!
//! A scope ends when the results of its threads have been dropped or taken, and std's waits for that by parking.
//! Where nobody can tell that from joins, it joins (`mono/scopes.rs` decides): no thread runs any of the user's code
//! when it has let go of its result, and none that ends a scope parks by itself.

use super::{JoinInner, RawThread, Result, Thread, start_thread};
use crate::boxed::Box;
use crate::cell::{Cell, UnsafeCell};
use crate::fmt;
use crate::intrinsics;
use crate::marker::PhantomData;
use crate::sync::RawRefCount;
use crate::vec::OwnList;

/// A thread of a scope, and whether it has been handed to a `join` how it ended.
struct ScopeEntry {
    thread: Cell<RawThread>,
    joined: RawRefCount,
}

/// The threads of a scope whose results are there, where it does not wait by joins.
pub(super) struct Running {
    count: RawRefCount,
    /// Who waits for them.
    owner: RawThread,
}

pub struct Scope<'scope, 'env: 'scope> {
    running: Running,
    entries: UnsafeCell<OwnList<*mut ScopeEntry>>,
    /// Orders the threads that touch `entries`; nothing runs in between anyway.
    order: RawRefCount,
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}
unsafe impl Send for Scope<'_, '_> {}
unsafe impl Sync for Scope<'_, '_> {}

pub struct ScopedJoinHandle<'scope, T> {
    handle: JoinInner<T>,
    entry: *mut ScopeEntry,
    scope: PhantomData<&'scope ()>,
}
unsafe impl<T> Send for ScopedJoinHandle<'_, T> {}
unsafe impl<T> Sync for ScopedJoinHandle<'_, T> {}

/// The thread number `i` of the scope, if there are so many.
fn entry_at(scope: &Scope<'_, '_>, i: usize) -> Option<*mut ScopeEntry> {
    unsafe {
        intrinsics::hidden_ref_increment_if_alive(&scope.order);
        let entry = (*scope.entries.get()).get(i);
        intrinsics::hidden_ref_decrement(&scope.order);
        entry
    }
}

fn add_entry(scope: &Scope<'_, '_>, entry: *mut ScopeEntry) {
    unsafe {
        intrinsics::mark_clock();
        intrinsics::hidden_ref_increment_if_alive(&scope.order);
        (*scope.entries.get()).push(entry);
        intrinsics::hidden_ref_decrement(&scope.order);
        intrinsics::settle_clock();
    }
}

unsafe fn is_joined(entry: *mut ScopeEntry) -> bool {
    unsafe { intrinsics::hidden_ref_count(&raw const (*entry).joined) != 0 }
}

/// Waits for the threads that nobody has joined, in the order of their start, each a join of its own.
/// Threads may start further ones meanwhile. Nothing at all where the scope counts its threads.
fn join_threads(scope: &Scope<'_, '_>) {
    let mut i = 0;
    while let Some(entry) = entry_at(scope, i) {
        unsafe {
            if !is_joined(entry) {
                intrinsics::join((*entry).thread.get());
            }
        }
        i += 1;
    }
}

/// One thread more, and what it leaves then. Nothing at all where the scope waits by joins, and so are
/// [`leave_scope`] and [`await_threads`].
fn enter_scope(running: &Running) -> *const Running {
    unsafe { intrinsics::hidden_ref_increment(&running.count) };
    running
}

/// One thread less; the last one wakes the owner, who may have seen the count before.
pub(super) unsafe fn leave_scope(running: *const Running) {
    unsafe {
        let owner = (*running).owner;
        if intrinsics::ref_decrement(&raw const (*running).count) {
            intrinsics::unpark(owner);
        }
    }
}

/// Parks until no thread is left.
fn await_threads(running: &Running) {
    unsafe {
        while intrinsics::ref_count(&running.count) != 0 {
            intrinsics::park();
        }
        // Acquires what they did, as who counts up what is not 0 does. Nobody looks at the count any more.
        intrinsics::hidden_ref_increment(&running.count);
        intrinsics::hidden_ref_increment_if_alive(&running.count);
    }
}

/// Waits for all threads. Returns whether one ended with a panic that nobody took.
fn join_rest(scope: &Scope<'_, '_>) -> bool {
    join_threads(scope);
    await_threads(&scope.running);
    let entries = unsafe { (*scope.entries.get()).as_slice() };
    let untaken = |&entry: &*mut ScopeEntry| unsafe {
        !is_joined(entry) && intrinsics::has_panicked((*entry).thread.get())
    };
    entries.iter().any(untaken)
}

/// Frees the entries when all threads have ended.
struct EntriesOwner<'a, 'scope, 'env>(&'a Scope<'scope, 'env>);
impl Drop for EntriesOwner<'_, '_, '_> {
    fn drop(&mut self) {
        while let Some(entry) = unsafe { (*self.0.entries.get()).pop() } {
            drop(unsafe { Box::from_raw(entry) });
        }
    }
}

/// Waits for the threads of a scope whose closure panics. The panic is not caught, so that one that ends
/// the program is seen where it happens.
struct JoinOnPanic<'a, 'scope, 'env>(&'a Scope<'scope, 'env>);
impl Drop for JoinOnPanic<'_, '_, '_> {
    fn drop(&mut self) {
        join_rest(self.0);
    }
}

/// What the closure gives, and whether a thread ended with a panic that nobody took.
pub(crate) fn scope_and_panics<'env, F, T>(f: F) -> (T, bool)
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
{
    let running = Running { count: RawRefCount { count: 0 }, owner: unsafe { intrinsics::current_thread() } };
    let scope = Scope {
        running,
        entries: UnsafeCell::new(OwnList::new()),
        order: RawRefCount { count: 1 },
        scope: PhantomData,
        env: PhantomData,
    };
    let _owner = EntriesOwner(&scope);
    let joins = JoinOnPanic(&scope);
    let value = f(unsafe { &*(&raw const scope) });
    crate::mem::forget(joins);
    let panicked = join_rest(&scope);
    (value, panicked)
}

#[track_caller]
pub fn scope<'env, F, T>(f: F) -> T
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
{
    match scope_and_panics(f) {
        (_, true) => panic!("a scoped thread panicked"),
        (value, false) => value,
    }
}

impl<'scope, 'env> Scope<'scope, 'env> {
    pub fn spawn<F, T>(&'scope self, f: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        self.start_scoped(f, (None, 0))
    }
    pub(super) fn start_scoped<F, T>(
        &'scope self,
        f: F,
        settings: (Option<&'static str>, usize),
    ) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        let entry = Box::into_raw(Box::new(ScopeEntry {
            thread: Cell::new(RawThread::NONE),
            joined: RawRefCount { count: 0 },
        }));
        let handle = start_thread(f, settings, enter_scope(&self.running));
        unsafe { (*entry).thread.set(handle.thread.raw) };
        add_entry(self, entry);
        ScopedJoinHandle { handle, entry, scope: PhantomData }
    }
}
impl<'scope, T> ScopedJoinHandle<'scope, T> {
    pub fn thread(&self) -> &Thread {
        &self.handle.thread
    }
    pub fn join(self) -> Result<T> {
        let entry = self.entry;
        let result = self.handle.join_thread();
        unsafe { intrinsics::hidden_ref_increment(&raw const (*entry).joined) };
        result
    }
    pub fn is_finished(&self) -> bool {
        self.handle.has_finished()
    }
}
impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}
impl<'scope, T> fmt::Debug for ScopedJoinHandle<'scope, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopedJoinHandle").finish_non_exhaustive()
    }
}
