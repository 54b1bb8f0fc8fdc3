//! `shuttle::future`: a task is a thread that polls its future and is parked in between.
//!
//! Left out: the tasks' own thread-locals are dropped with the thread, not when the result is published.

pub mod batch_semaphore;

use crate::boxed::Box;
use crate::error::Error;
use crate::fmt;
use crate::future::Future;
use crate::pin::Pin;
use crate::sync::Arc;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::task::{Context, Poll, Waker};
use crate::thread::Thread;
use crate::thread::attached;
use crate::thread::executor;
pub use crate::thread::executor::{block_on, yield_now};

#[derive(Debug)]
pub enum JoinError {
    Cancelled,
}
impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("task was cancelled")
    }
}
impl Error for JoinError {}

/// What a task leaves behind, and who waits for it.
struct Outcome<T> {
    result: Option<Result<T, JoinError>>,
    /// Whether there is a result, or was before it was taken.
    known: bool,
    waker: Option<Waker>,
}

/// The end of a task that may be asked to stop.
#[derive(Clone, Debug)]
pub struct AbortHandle {
    task: Thread,
    aborted: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}
impl AbortHandle {
    /// The task stops where it would be polled next.
    #[track_caller]
    pub fn abort(&self) {
        if !self.aborted.swap(true, Ordering::SeqCst) {
            self.task.unpark();
        }
    }
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }
}

pub struct JoinHandle<T> {
    handle: AbortHandle,
    outcome: Arc<Mutex<Outcome<T>>>,
}
impl<T> JoinHandle<T> {
    #[track_caller]
    pub fn abort(&self) {
        self.handle.abort();
    }
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        self.outcome.lock().unwrap().known
    }
    pub fn abort_handle(&self) -> AbortHandle {
        self.handle.clone()
    }
}
impl<T> Unpin for JoinHandle<T> {}
impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}
impl<T> Drop for JoinHandle<T> {
    /// The task may go on, but nothing waits for it.
    fn drop(&mut self) {
        attached::detach(&self.handle.task);
    }
}
impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;
    #[track_caller]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut outcome = self.outcome.lock().unwrap();
        match outcome.result.take() {
            Some(result) => Poll::Ready(result),
            None => {
                outcome.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

/// Polls until the future is ready or the task is to stop.
fn drive<F: Future>(future: F, aborted: &AtomicBool) -> Result<F::Output, JoinError> {
    let mut future = Box::pin(future);
    let waker = executor::waker();
    let mut context = Context::from_waker(&waker);
    while !aborted.load(Ordering::SeqCst) {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return Ok(value),
            Poll::Pending => crate::thread::park(),
        }
    }
    Err(JoinError::Cancelled)
}

#[track_caller]
pub fn spawn<F>(fut: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    spawn_local(fut)
}

#[track_caller]
pub fn spawn_local<F>(fut: F) -> JoinHandle<F::Output>
where
    F: Future + 'static,
    F::Output: 'static,
{
    let aborted = Arc::new(AtomicBool::new(false));
    let outcome = Arc::new(Mutex::new(Outcome { result: None, known: false, waker: None }));
    let over = Arc::new(AtomicBool::new(false));
    let (own_aborted, own_outcome, own_over) = (aborted.clone(), outcome.clone(), over.clone());
    let thread = attached::spawn(move || {
        let result = drive(fut, &own_aborted);
        let mut outcome = own_outcome.lock().unwrap();
        outcome.result = Some(result);
        outcome.known = true;
        own_over.store(true, Ordering::SeqCst);
        if let Some(waker) = outcome.waker.take() {
            waker.wake();
        }
    });
    JoinHandle { handle: AbortHandle { task: thread.thread().clone(), aborted, over }, outcome }
}
