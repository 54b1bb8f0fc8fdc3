//! `tokio::task::LocalSet`: its tasks take turns where the set is polled.

use super::JoinHandle;
use crate::cell::RefCell;
use crate::crates::tokio::runtime::Runtime;
use crate::crates::tokio::runtime::local::{self, Executor};
use crate::fmt;
use crate::future::Future;
use crate::marker::PhantomData;
use crate::mem::ManuallyDrop;
use crate::pin::Pin;
use crate::rc::Rc;
use crate::sync::Arc;
use crate::task::{Context, Poll, Waker};

/// The set that the thread is in.
struct Current {
    set: ManuallyDrop<RefCell<Option<Arc<Executor>>>>,
}
unsafe impl Sync for Current {}
#[thread_local]
static CURRENT: Current = Current { set: ManuallyDrop::new(RefCell::new(None)) };

#[track_caller]
pub fn spawn_local<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + 'static,
    F::Output: 'static,
{
    spawn_local_with(future, None)
}
#[track_caller]
pub(super) fn spawn_local_with<F>(future: F, joiner: Option<Waker>) -> JoinHandle<F::Output>
where
    F: Future + 'static,
    F::Output: 'static,
{
    let set = CURRENT.set.borrow().clone();
    match set {
        Some(executor) => local::spawn(&executor, future, joiner),
        None => panic!("`spawn_local` called from outside of a `task::LocalSet` or `runtime::LocalRuntime`"),
    }
}

pub struct LocalSet {
    executor: Arc<Executor>,
    /// It stays on its thread.
    thread: PhantomData<Rc<()>>,
}
impl LocalSet {
    pub fn new() -> LocalSet {
        LocalSet { executor: Executor::new(false), thread: PhantomData }
    }
    pub fn enter(&self) -> LocalEnterGuard {
        LocalEnterGuard { before: CURRENT.set.replace(Some(self.executor.clone())), thread: PhantomData }
    }
    #[track_caller]
    pub fn spawn_local<F>(&self, future: F) -> JoinHandle<F::Output>
    where
        F: Future + 'static,
        F::Output: 'static,
    {
        self.spawn_with(future, None)
    }
    pub(super) fn spawn_with<F>(&self, future: F, joiner: Option<Waker>) -> JoinHandle<F::Output>
    where
        F: Future + 'static,
        F::Output: 'static,
    {
        local::spawn(&self.executor, future, joiner)
    }
    #[track_caller]
    pub fn block_on<F: Future>(&self, rt: &Runtime, future: F) -> F::Output {
        rt.block_on(self.run_until(future))
    }
    pub async fn run_until<F: Future>(&self, future: F) -> F::Output {
        let future = crate::pin::pin!(future);
        RunUntil { set: self, future }.await
    }
    /// One round of its tasks.
    fn tick(&self, cx: &mut Context<'_>) {
        let _inside = self.enter();
        self.executor.tick(cx.waker());
    }
}
impl Future for LocalSet {
    type Output = ();
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.tick(cx);
        if self.executor.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    }
}
impl Drop for LocalSet {
    fn drop(&mut self) {
        let _inside = self.enter();
        self.executor.shut_down();
    }
}
impl Default for LocalSet {
    fn default() -> LocalSet {
        LocalSet::new()
    }
}
impl fmt::Debug for LocalSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalSet").finish()
    }
}

pub struct LocalEnterGuard {
    before: Option<Arc<Executor>>,
    thread: PhantomData<Rc<()>>,
}
impl Drop for LocalEnterGuard {
    fn drop(&mut self) {
        let left = CURRENT.set.replace(self.before.take());
        drop(left);
    }
}

struct RunUntil<'a, F> {
    set: &'a LocalSet,
    future: Pin<&'a mut F>,
}
impl<F: Future> Future for RunUntil<'_, F> {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.get_mut();
        let polled = {
            let _inside = this.set.enter();
            this.set.executor.with(|| this.future.as_mut().poll(cx))
        };
        if polled.is_pending() {
            this.set.tick(cx);
        }
        polled
    }
}
