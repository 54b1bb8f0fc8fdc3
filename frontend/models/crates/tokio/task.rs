//! `tokio::task`. `LocalSet` stands in `task/local.rs`, `JoinSet` in `task/join_set.rs`.
//!
//! Left out: `Builder`, the budget of `coop` (nothing yields but what says so).

pub mod join_set;
pub mod local;
pub mod task_local;

use super::runtime;
use super::runtime::context::{self, Entered};
use super::runtime::local::LocalTask;
use super::runtime::{Handle, RuntimeFlavor};
use super::sync::shared::{Shared, Woken};
use crate::any::Any;
use crate::boxed::Box;
use crate::cell::{Cell, UnsafeCell};
use crate::error::Error;
use crate::fmt;
use crate::future::Future;
use crate::intrinsics;
use crate::io;
use crate::mem::{self, ManuallyDrop};
use crate::pin::Pin;
use crate::string::String;
use crate::sync::Arc;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::task::{Context, Poll, Waker};
use crate::thread::{Thread, executor};

pub use join_set::JoinSet;
pub use local::{LocalEnterGuard, LocalSet, spawn_local};
pub use task_local::LocalKey;

pub mod futures {
    pub use super::task_local::TaskLocalFuture;
}
pub mod coop {
    pub use super::{consume_budget, unconstrained};
    pub async fn cooperative<F: crate::future::Future>(fut: F) -> F::Output {
        fut.await
    }
    pub fn has_budget_remaining() -> bool {
        true
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u64);
impl Id {
    pub fn of_thread(thread: &Thread) -> Id {
        Id(thread.raw.number())
    }
    /// Of a task that has no thread of its own.
    pub fn numbered(number: u64) -> Id {
        Id(1_000 + number)
    }
}
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Id").field(&self.0).finish()
    }
}
#[track_caller]
pub fn id() -> Id {
    match try_id() {
        Some(id) => id,
        None => panic!("Can't get a task id when not inside a task"),
    }
}
pub fn try_id() -> Option<Id> {
    context::task()
}

enum Reason {
    Cancelled,
    Panic(Box<dyn Any + Send + 'static>),
}
pub struct JoinError {
    reason: Reason,
    id: Id,
}
impl JoinError {
    fn of_current(reason: Reason) -> JoinError {
        JoinError { reason, id: id() }
    }
    /// Of the task that runs.
    pub fn cancelled() -> JoinError {
        JoinError::of_current(Reason::Cancelled)
    }
    pub fn is_cancelled(&self) -> bool {
        matches!(self.reason, Reason::Cancelled)
    }
    pub fn is_panic(&self) -> bool {
        matches!(self.reason, Reason::Panic(_))
    }
    #[track_caller]
    pub fn into_panic(self) -> Box<dyn Any + Send + 'static> {
        self.try_into_panic().expect("`JoinError` reason is not a panic.")
    }
    pub fn try_into_panic(self) -> Result<Box<dyn Any + Send + 'static>, JoinError> {
        match self.reason {
            Reason::Panic(payload) => Ok(payload),
            Reason::Cancelled => Err(self),
        }
    }
    pub fn id(&self) -> Id {
        self.id
    }
    fn text(&self) -> Option<&str> {
        let Reason::Panic(payload) = &self.reason else {
            return None;
        };
        let text = payload.downcast_ref::<String>().map(|text| text.as_str());
        text.or(payload.downcast_ref::<&'static str>().copied())
    }
}
unsafe impl Sync for JoinError {}
impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.reason, self.text()) {
            (Reason::Cancelled, _) => write!(f, "task {} was cancelled", self.id),
            (Reason::Panic(_), Some(text)) => write!(f, "task {} panicked with message {:?}", self.id, text),
            (Reason::Panic(_), None) => write!(f, "task {} panicked", self.id),
        }
    }
}
impl fmt::Debug for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.reason, self.text()) {
            (Reason::Cancelled, _) => write!(f, "JoinError::Cancelled({:?})", self.id),
            (Reason::Panic(_), Some(text)) => write!(f, "JoinError::Panic({:?}, {:?}, ...)", self.id, text),
            (Reason::Panic(_), None) => write!(f, "JoinError::Panic({:?}, ...)", self.id),
        }
    }
}
impl Error for JoinError {}
impl From<JoinError> for io::Error {
    fn from(error: JoinError) -> io::Error {
        io::Error::other(match error.reason {
            Reason::Cancelled => "task was cancelled",
            Reason::Panic(_) => "task panicked",
        })
    }
}

/// Where a task runs.
enum Place {
    /// It has not been said.
    Nowhere,
    OnThread(Thread),
    /// Without a thread of its own: what is to be queued when it is to stop.
    Local(Id, Arc<LocalTask>),
}

/// Whether a task has ended, who is to be woken then, and whether somebody may want its result.
struct Ending {
    ended: u64,
    joiner: ManuallyDrop<Option<Waker>>,
    is_wanted: bool,
}

/// What is known of a task without its type.
pub struct Header {
    ending: Shared<Ending>,
    /// Whether it is to stop where it would be polled next.
    stop: AtomicBool,
    place: UnsafeCell<Place>,
}
unsafe impl Send for Header {}
unsafe impl Sync for Header {}
impl Header {
    /// `joiner` is called at its end.
    pub fn new(joiner: Option<Waker>) -> Arc<Header> {
        Arc::new(Header {
            ending: Shared::new(Ending { ended: 0, joiner: ManuallyDrop::new(joiner), is_wanted: true }),
            stop: AtomicBool::new(false),
            place: UnsafeCell::new(Place::Nowhere),
        })
    }
    pub fn runs_on(&self, thread: Thread) {
        unsafe { *self.place.get() = Place::OnThread(thread) }
    }
    pub fn takes_turns(&self, id: Id, task: Arc<LocalTask>) {
        unsafe { *self.place.get() = Place::Local(id, task) }
    }
    fn place(&self) -> &Place {
        unsafe { &*self.place.get() }
    }
    pub fn id(&self) -> Id {
        match self.place() {
            Place::OnThread(thread) => Id::of_thread(thread),
            Place::Local(id, _) => *id,
            Place::Nowhere => unreachable!("a task without a place"),
        }
    }
    pub fn stop_flag(&self) -> *const bool {
        self.stop.as_ptr() as *const bool
    }
    #[inline]
    pub fn is_to_stop(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
    /// The same of a task that takes turns: who stops it has it polled as well.
    pub fn is_stopped_here(&self) -> bool {
        unsafe { intrinsics::hidden_atomic_load(self.stop_flag(), 4) }
    }
    /// Has it stop.
    #[inline]
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        match self.place() {
            Place::OnThread(thread) => thread.unpark(),
            Place::Local(_, task) => LocalTask::schedule(task),
            Place::Nowhere => {}
        }
    }
    /// The same, where only its executor can look.
    pub fn stop_at_once(&self) {
        unsafe { *self.stop.as_ptr() = true }
    }
    /// Waits for its thread, if it has one.
    #[inline]
    pub fn join(&self) -> bool {
        let Place::OnThread(thread) = self.place() else {
            return false;
        };
        unsafe { intrinsics::join(thread.raw) };
        true
    }
    /// Says that it has ended. What it has left is dropped if nobody wants it.
    #[inline]
    pub fn end<T>(&self, slot: &Slot<T>) {
        let (joiner, is_wanted) = self.ending.enter(|ending| {
            ending.ended = 1;
            (ending.joiner.take(), ending.is_wanted)
        });
        Woken::from(joiner).wake();
        if !is_wanted {
            drop(slot.content().take());
        }
    }
    #[inline]
    pub fn has_ended(&self) -> bool {
        self.ending.enter(|ending| ending.ended > 0)
    }
}

/// What a task leaves behind: put there before it ends, taken afterwards. Dropping it drops no result.
pub struct Slot<T> {
    result: UnsafeCell<ManuallyDrop<Option<Result<T, JoinError>>>>,
}
unsafe impl<T> Send for Slot<T> {}
unsafe impl<T> Sync for Slot<T> {}
impl<T> Slot<T> {
    pub fn new() -> Arc<Slot<T>> {
        Arc::new(Slot { result: UnsafeCell::new(ManuallyDrop::new(None)) })
    }
    fn content(&self) -> &mut Option<Result<T, JoinError>> {
        unsafe { &mut **self.result.get() }
    }
    pub fn put(&self, result: Result<T, JoinError>) {
        *self.content() = Some(result);
    }
    #[track_caller]
    pub fn take(&self) -> Result<T, JoinError> {
        self.content().take().expect("JoinHandle polled after completion")
    }
}

/// Runs what a task runs; a panic is its result.
pub fn caught<T>(run: impl FnOnce() -> Result<T, JoinError>) -> Result<T, JoinError> {
    match unsafe { intrinsics::try_call(run) } {
        Ok(result) => result,
        Err(payload) => Err(JoinError::of_current(Reason::Panic(payload))),
    }
}

#[derive(Clone)]
pub struct AbortHandle {
    header: Arc<Header>,
}
impl AbortHandle {
    #[inline]
    pub fn abort(&self) {
        self.header.stop();
    }
    #[inline]
    pub fn is_finished(&self) -> bool {
        self.header.has_ended()
    }
    pub fn id(&self) -> Id {
        self.header.id()
    }
}
impl fmt::Debug for AbortHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AbortHandle").field("id", &self.id()).finish()
    }
}

pub struct JoinHandle<T> {
    header: Arc<Header>,
    slot: Arc<Slot<T>>,
    /// Whether it has given the result.
    done: bool,
}
unsafe impl<T: Send> Send for JoinHandle<T> {}
unsafe impl<T: Send> Sync for JoinHandle<T> {}
impl<T> Unpin for JoinHandle<T> {}
impl<T> JoinHandle<T> {
    pub fn new(header: Arc<Header>, slot: Arc<Slot<T>>) -> JoinHandle<T> {
        JoinHandle { header, slot, done: false }
    }
    #[inline]
    pub fn abort(&self) {
        self.header.stop();
    }
    #[inline]
    pub fn is_finished(&self) -> bool {
        self.header.has_ended()
    }
    pub fn abort_handle(&self) -> AbortHandle {
        AbortHandle { header: self.header.clone() }
    }
    pub fn id(&self) -> Id {
        self.header.id()
    }
    /// What both are, which it gives away.
    pub fn into_parts(mut self) -> (Arc<Header>, Arc<Slot<T>>) {
        self.done = true;
        (self.header.clone(), self.slot.clone())
    }
}
impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").field("id", &self.id()).finish()
    }
}
impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;
    #[track_caller]
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let place = this as *const Self;
        let is_sole = executor::is_sole(place);
        if is_sole && context::stop().is_null() && this.header.join() {
            this.done = true;
            return Poll::Ready(result(&this.header, &this.slot));
        }
        let ended = this.header.ending.poll_when(is_sole, cx, (|ending| &ending.ended, 1), |ending, waker| {
            if ending.ended > 0 {
                return Poll::Ready(());
            }
            *ending.joiner = waker;
            Poll::Pending
        });
        this.done = ended.is_ready();
        ended.map(|()| result(&this.header, &this.slot))
    }
}
impl<T> Drop for JoinHandle<T> {
    /// Where somebody could tell, either the task drops what it leaves or its handle does.
    #[inline]
    fn drop(&mut self) {
        if mem::needs_drop::<T>() && !self.done {
            leave(&self.header, &self.slot);
        }
    }
}
/// Of who does not want a task's result.
#[inline]
pub fn leave<T>(header: &Header, slot: &Slot<T>) {
    let has_ended = header.ending.enter(|ending| {
        ending.is_wanted = false;
        ending.ended > 0
    });
    if has_ended {
        drop(slot.content().take());
    }
}

/// The result of a task that has ended.
#[track_caller]
fn result<T>(header: &Arc<Header>, slot: &Slot<T>) -> Result<T, JoinError> {
    if let Ok(handle) = Handle::try_current() {
        handle.pool.forget(header);
    }
    slot.take()
}

#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    Handle::current().spawn(future)
}
#[track_caller]
pub fn spawn_blocking<F, R>(f: F) -> JoinHandle<R>
where
    F: FnOnce() -> R + Send + 'static,
    R: Send + 'static,
{
    Handle::current().spawn_blocking(f)
}
/// The thread is the task's own, so it may wait.
#[track_caller]
pub fn block_in_place<F, R>(f: F) -> R
where
    F: FnOnce() -> R,
{
    let flavor = Handle::try_current().ok().map(|handle| handle.runtime_flavor());
    let may = context::entered() != Entered::Yes { may_step_out: false };
    if !may || flavor == Some(RuntimeFlavor::CurrentThread) {
        panic!("can call blocking only when running on the multi-threaded runtime");
    }
    let _state = context::change_state(Entered::No);
    f()
}

/// Lets others run before it goes on.
pub async fn yield_now() {
    YieldNow { yielded: false }.await
}
struct YieldNow {
    yielded: bool,
}
impl Future for YieldNow {
    type Output = ();
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = self.get_mut();
        let is_sole = executor::is_sole(this as *const Self);
        if this.yielded {
            return Poll::Ready(());
        }
        this.yielded = true;
        if is_sole {
            crate::thread::yield_now();
            return Poll::Ready(());
        }
        runtime::local::defer(cx.waker());
        Poll::Pending
    }
}
pub async fn consume_budget() {}
pub fn unconstrained<F>(inner: F) -> Unconstrained<F> {
    Unconstrained { inner }
}
pub struct Unconstrained<F> {
    inner: F,
}
impl<F: Future> Future for Unconstrained<F> {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        unsafe { self.map_unchecked_mut(|this| &mut this.inner) }.poll(cx)
    }
}
