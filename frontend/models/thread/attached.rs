//! Threads that a whole program waits for at its end, as loom and shuttle have it, and such programs.
//! Not a part of std.

use super::{JoinHandle, RawThread, Thread};
use crate::cell::UnsafeCell;
use crate::intrinsics;
use crate::io;
use crate::string::String;
use crate::sync::RawRefCount;
use crate::vec::Vec;

/// Runs the program of a test of loom or shuttle: it ends when all its threads have ended, and every
/// failure of it is a panic to the test.
#[lang = "whole_program"]
#[track_caller]
#[inline]
pub fn whole_program<F: Fn()>(f: &F) {
    crate::rt::note_check(false);
    f();
    // Of loom and shuttle, whose programs run on a thread of their own.
    super::renew_locals();
    join_all();
    crate::rt::note_check(true);
}

/// The threads that were started.
struct Started {
    threads: UnsafeCell<Vec<RawThread>>,
    /// Orders the threads that touch the list; nothing runs in between anyway.
    order: RawRefCount,
}
unsafe impl Sync for Started {}
static STARTED: Started = Started { threads: UnsafeCell::new(Vec::new()), order: RawRefCount { count: 1 } };

fn in_order<R>(f: impl FnOnce(&mut Vec<RawThread>) -> R) -> R {
    unsafe {
        intrinsics::hidden_ref_increment_if_alive(&STARTED.order);
        let result = f(&mut *STARTED.threads.get());
        intrinsics::hidden_ref_decrement(&STARTED.order);
        result
    }
}

/// Waits for every thread that nobody has waited for.
fn join_all() {
    while let Some(thread) = in_order(|threads| threads.pop()) {
        unsafe { intrinsics::join(thread) };
    }
}

/// A thread that the program need not wait for after all.
pub fn detach(thread: &Thread) {
    let number = thread.raw.number();
    in_order(|threads| threads.retain(|other| other.number() != number));
}

fn started<T>(handle: JoinHandle<T>) -> JoinHandle<T> {
    let raw = handle.thread().raw;
    in_order(|threads| threads.push(raw));
    handle
}

#[track_caller]
pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    started(super::spawn(f))
}

#[derive(Debug)]
pub struct Builder {
    inner: super::Builder,
}
impl Builder {
    pub fn new() -> Builder {
        Builder { inner: super::Builder::new() }
    }
    pub fn name(self, name: String) -> Builder {
        Builder { inner: self.inner.name(name) }
    }
    pub fn stack_size(self, size: usize) -> Builder {
        Builder { inner: self.inner.stack_size(size) }
    }
    pub fn spawn<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        Ok(started(self.inner.spawn(f)?))
    }
}
