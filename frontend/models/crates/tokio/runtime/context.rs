//! What a thread knows of the runtime that it is in. Not a part of tokio.

use super::Handle;
use crate::cell::{Cell, RefCell};
use crate::crates::tokio::task::Id;
use crate::intrinsics;
use crate::mem::ManuallyDrop;
use crate::ptr;
use crate::thread;

/// What the thread may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// It is not in a runtime, or its runtime lets it block.
    No,
    /// It drives tasks: of a runtime with one thread, or of one with several.
    Yes { may_step_out: bool },
}

/// The task that runs: the thread's own, or one with this number.
#[derive(Clone, Copy)]
pub enum Task {
    OfThread,
    Numbered(Id),
}

struct Current {
    handle: ManuallyDrop<RefCell<Option<Handle>>>,
    task: Cell<Option<Task>>,
    entered: Cell<Entered>,
    /// What says that the thread's own task is to stop; null if the thread has none.
    stop: Cell<*const bool>,
}
unsafe impl Sync for Current {}
#[thread_local]
static CURRENT: Current = Current {
    handle: ManuallyDrop::new(RefCell::new(None)),
    task: Cell::new(None),
    entered: Cell::new(Entered::No),
    stop: Cell::new(ptr::null()),
};

const NO_TIMERS: &str = "A Tokio 1.x context was found, but timers are disabled. Call `enable_time` on the runtime \
                         builder to enable timers.";
pub const NO_RUNTIME: &str = "there is no reactor running, must be called from the context of a Tokio 1.x runtime";

pub fn handle() -> Option<Handle> {
    CURRENT.handle.borrow().clone()
}
#[track_caller]
pub fn expect_handle() -> Handle {
    match handle() {
        Some(handle) => handle,
        None => panic!("{}", NO_RUNTIME),
    }
}
#[track_caller]
pub fn assert_inside() {
    if CURRENT.handle.borrow().is_none() {
        panic!("{}", NO_RUNTIME);
    }
}

/// Of what waits in time.
#[track_caller]
pub fn assert_has_timers() {
    if !expect_handle().has_timers {
        panic!("{}", NO_TIMERS);
    }
}

pub fn stop() -> *const bool {
    CURRENT.stop.get()
}
/// Whether the thread's own task is to stop: a visible operation, if it has one.
pub fn is_to_stop() -> bool {
    let stop = stop();
    !stop.is_null() && unsafe { intrinsics::atomic_load(stop, 4) }
}
pub fn set_stop(stop: *const bool) {
    CURRENT.stop.set(stop);
}
/// As long as it lives, nothing can stop what the thread drives.
pub struct Unstopped {
    before: *const bool,
}
pub fn without_stop() -> Unstopped {
    Unstopped { before: CURRENT.stop.replace(ptr::null()) }
}
impl Drop for Unstopped {
    fn drop(&mut self) {
        CURRENT.stop.set(self.before);
    }
}

pub fn task() -> Option<Id> {
    CURRENT.task.get().map(|task| match task {
        Task::OfThread => Id::of_thread(&thread::current()),
        Task::Numbered(id) => id,
    })
}
/// Says which task runs, and gives which one did.
pub fn swap_task(task: Option<Task>) -> Option<Task> {
    CURRENT.task.replace(task)
}

/// Puts back what was there before.
pub struct InHandle {
    before: Option<Handle>,
}
pub fn enter_handle(handle: Handle) -> InHandle {
    InHandle { before: CURRENT.handle.replace(Some(handle)) }
}
impl Drop for InHandle {
    fn drop(&mut self) {
        let entered = CURRENT.handle.replace(self.before.take());
        drop(entered);
    }
}

pub struct InState {
    before: Entered,
}
pub fn entered() -> Entered {
    CURRENT.entered.get()
}
pub fn change_state(state: Entered) -> InState {
    InState { before: CURRENT.entered.replace(state) }
}
impl Drop for InState {
    fn drop(&mut self) {
        CURRENT.entered.set(self.before);
    }
}

/// Of a function that blocks the thread.
#[track_caller]
pub fn assert_may_block() {
    if entered() != Entered::No {
        panic!(
            "Cannot block the current thread from within a runtime. This happens because a function attempted to block \
             the current thread while the thread is being used to drive asynchronous tasks."
        );
    }
}
/// Of one that drives tasks.
#[track_caller]
pub fn assert_may_drive() {
    if entered() != Entered::No {
        panic!(
            "Cannot start a runtime from within a runtime. This happens because a function (like `block_on`) attempted \
             to block the current thread while the thread is being used to drive asynchronous tasks. If you are in an \
             async function, use `.await` on the future instead of blocking on it."
        );
    }
}
/// Of the end of a runtime.
#[track_caller]
pub fn assert_may_end() {
    if entered() != Entered::No && !crate::thread::panicking() {
        panic!(
            "Cannot drop a runtime in a context where blocking is not allowed. This happens when a runtime is dropped \
             from within an asynchronous context."
        );
    }
}
