//! The threads of a runtime: one for each task of a multi-thread runtime and for each `spawn_blocking`. Not a part
//! of tokio.

use super::Handle;
use super::context::{self, Entered, Task};
use crate::boxed::Box;
use crate::cell::UnsafeCell;
use crate::crates::tokio::task::{Header, JoinError, JoinHandle, Slot, caught};
use crate::crates::tokio::time::timers;
use crate::future::Future;
use crate::intrinsics;
use crate::mem::{self, ManuallyDrop};
use crate::pin::{Pin, pin};
use crate::sync::{Arc, RawRefCount};
use crate::task::{Context, Poll, Waker};
use crate::thread;
use crate::thread::executor;
use crate::vec::Vec;

/// The threads that nobody is known to have waited for.
pub struct Pool {
    threads: UnsafeCell<ManuallyDrop<Vec<Arc<Header>>>>,
    /// Orders the threads that touch the list; nothing runs in between anyway.
    order: RawRefCount,
}
unsafe impl Send for Pool {}
unsafe impl Sync for Pool {}
impl Pool {
    pub fn new() -> Pool {
        Pool { threads: UnsafeCell::new(ManuallyDrop::new(Vec::new())), order: RawRefCount { count: 1 } }
    }
    fn in_order<R>(&self, f: impl FnOnce(&mut Vec<Arc<Header>>) -> R) -> R {
        unsafe {
            intrinsics::hidden_ref_increment_if_alive(&self.order);
            let result = f(&mut **self.threads.get());
            intrinsics::hidden_ref_decrement(&self.order);
            result
        }
    }
    fn add(&self, header: &Arc<Header>) {
        self.in_order(|threads| threads.push(header.clone()));
    }
    /// Of a task whose end somebody has seen.
    pub fn forget(&self, header: &Arc<Header>) {
        self.in_order(|threads| {
            if let Some(place) = threads.iter().position(|other| Arc::ptr_eq(other, header)) {
                threads.swap_remove(place);
            }
        });
    }
    /// Stops tasks where they wait, and waits until they and the other threads have ended.
    pub fn shut_down(&self, waits: bool) {
        loop {
            let threads = self.in_order(|threads| mem::take(threads));
            if threads.is_empty() {
                return;
            }
            for header in &threads {
                header.stop();
            }
            for header in threads.iter().filter(|_| waits) {
                header.join();
            }
        }
    }
}

/// Polls until the future is ready; while it is not, the thread waits. Nothing else can stop it.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let _unstopped = context::without_stop();
    let mut future = pin!(future);
    let waker = executor::waker();
    let mut cx = Context::from_waker(&waker);
    loop {
        match poll_sole(future.as_mut(), &mut cx) {
            Poll::Ready(value) => return value,
            Poll::Pending => timers::park(&waker),
        }
    }
}

/// A poll of the outermost future.
fn poll_sole<F: Future>(future: Pin<&mut F>, cx: &mut Context<'_>) -> Poll<F::Output> {
    executor::drive_sole();
    executor::expect_sole(&raw const *future);
    future.poll(cx)
}

/// Polls until the future is ready or the task is to stop.
fn drive<F: Future>(future: F, header: &Header) -> Result<F::Output, JoinError> {
    let mut future = Box::pin(future);
    let waker = executor::waker();
    let mut cx = Context::from_waker(&waker);
    while !header.is_to_stop() {
        match poll_sole(future.as_mut(), &mut cx) {
            Poll::Ready(value) => return Ok(value),
            Poll::Pending => timers::park(&waker),
        }
    }
    Err(JoinError::cancelled())
}

#[track_caller]
pub fn spawn<F>(handle: &Handle, future: F, joiner: Option<Waker>) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    start(handle, joiner, move |header: &Arc<Header>| {
        let _state = context::change_state(Entered::Yes { may_step_out: true });
        context::set_stop(header.stop_flag());
        context::swap_task(Some(Task::OfThread));
        caught(|| drive(future, header))
    })
}

#[track_caller]
pub fn spawn_blocking<F, R>(handle: &Handle, func: F, joiner: Option<Waker>) -> JoinHandle<R>
where
    F: FnOnce() -> R + Send + 'static,
    R: Send + 'static,
{
    start(handle, joiner, move |header: &Arc<Header>| {
        context::swap_task(Some(Task::OfThread));
        caught(|| match header.is_to_stop() {
            true => Err(JoinError::cancelled()),
            false => Ok(func()),
        })
    })
}

#[track_caller]
fn start<T: Send + 'static>(
    handle: &Handle,
    joiner: Option<Waker>,
    run: impl FnOnce(&Arc<Header>) -> Result<T, JoinError> + Send + 'static,
) -> JoinHandle<T> {
    let (header, slot) = (Header::new(joiner), Slot::new());
    let (own_handle, own_header, own_slot) = (handle.clone(), header.clone(), slot.clone());
    let thread = thread::spawn(move || {
        let _in_handle = context::enter_handle(own_handle);
        let result = run(&own_header);
        own_slot.put(result);
        own_header.end(&own_slot);
    });
    header.runs_on(thread.thread().clone());
    handle.pool.add(&header);
    JoinHandle::new(header, slot)
}
