//! `tokio::runtime`. Dropping a runtime stops its tasks where they wait, and waits for those that are being polled
//! and for `spawn_blocking`.
//!
//! Left out: metrics, hooks and `LocalRuntime`; numbers of threads, queues and intervals have no effect. Of several
//! threads in `block_on` of one `current_thread` runtime, only the first one runs its tasks.

pub mod context;
pub mod local;
pub mod pool;

use crate::crates::tokio::task::JoinHandle;
use crate::crates::tokio::time::clock;
use crate::error::Error;
use crate::fmt;
use crate::future::Future;
use crate::io;
use crate::marker::PhantomData;
use crate::string::String;
use crate::sync::Arc;
use crate::task::Waker;
use crate::time::Duration;
use context::Entered;
use local::Executor;
use pool::Pool;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuntimeFlavor {
    CurrentThread,
    MultiThread,
}

#[derive(Clone)]
enum Scheduler {
    CurrentThread(Arc<Executor>),
    MultiThread,
}

#[derive(Clone)]
pub struct Handle {
    scheduler: Scheduler,
    /// The threads of the runtime.
    pool: Arc<Pool>,
    pub(super) has_timers: bool,
}
impl Handle {
    #[track_caller]
    pub fn current() -> Handle {
        context::expect_handle()
    }
    pub fn try_current() -> Result<Handle, TryCurrentError> {
        context::handle().ok_or(TryCurrentError { _private: () })
    }
    pub fn enter(&self) -> EnterGuard<'_> {
        EnterGuard { _in_handle: context::enter_handle(self.clone()), of: PhantomData }
    }
    #[track_caller]
    pub fn spawn<F>(&self, future: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.spawn_with(future, None)
    }
    /// `joiner` is called when the task has ended.
    pub(crate) fn spawn_with<F>(&self, future: F, joiner: Option<Waker>) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        match &self.scheduler {
            Scheduler::CurrentThread(executor) => local::spawn(executor, future, joiner),
            Scheduler::MultiThread => pool::spawn(self, future, joiner),
        }
    }
    #[track_caller]
    pub fn spawn_blocking<F, R>(&self, func: F) -> JoinHandle<R>
    where
        F: FnOnce() -> R + Send + 'static,
        R: Send + 'static,
    {
        pool::spawn_blocking(self, func, None)
    }
    #[track_caller]
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        context::assert_may_drive();
        let _in_handle = context::enter_handle(self.clone());
        self.drive(future, false)
    }
    /// `tasks`: whether to run the tasks of a `current_thread` runtime as well.
    fn drive<F: Future>(&self, future: F, tasks: bool) -> F::Output {
        match &self.scheduler {
            Scheduler::CurrentThread(executor) if tasks => {
                let _state = context::change_state(Entered::Yes { may_step_out: false });
                local::block_on(executor, future)
            }
            Scheduler::CurrentThread(_) => {
                let _state = context::change_state(Entered::Yes { may_step_out: false });
                pool::block_on(future)
            }
            Scheduler::MultiThread => {
                let _state = context::change_state(Entered::Yes { may_step_out: true });
                pool::block_on(future)
            }
        }
    }
    pub fn runtime_flavor(&self) -> RuntimeFlavor {
        match self.scheduler {
            Scheduler::CurrentThread(_) => RuntimeFlavor::CurrentThread,
            Scheduler::MultiThread => RuntimeFlavor::MultiThread,
        }
    }
}
impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").finish_non_exhaustive()
    }
}

pub struct EnterGuard<'a> {
    _in_handle: context::InHandle,
    of: PhantomData<&'a Handle>,
}
impl fmt::Debug for EnterGuard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnterGuard").finish_non_exhaustive()
    }
}

pub struct TryCurrentError {
    _private: (),
}
impl TryCurrentError {
    pub fn is_missing_context(&self) -> bool {
        true
    }
    pub fn is_thread_local_destroyed(&self) -> bool {
        false
    }
}
impl fmt::Debug for TryCurrentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NoContext")
    }
}
impl fmt::Display for TryCurrentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(context::NO_RUNTIME)
    }
}
impl Error for TryCurrentError {}

pub struct Runtime {
    handle: Handle,
    /// Whether somebody waits at the end.
    waits: bool,
    /// Whether the clock stands still at first.
    starts_paused: bool,
}
impl Runtime {
    pub fn new() -> io::Result<Runtime> {
        Builder::new_multi_thread().enable_all().build()
    }
    pub fn handle(&self) -> &Handle {
        &self.handle
    }
    #[track_caller]
    pub fn spawn<F>(&self, future: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.handle.spawn(future)
    }
    #[track_caller]
    pub fn spawn_blocking<F, R>(&self, func: F) -> JoinHandle<R>
    where
        F: FnOnce() -> R + Send + 'static,
        R: Send + 'static,
    {
        self.handle.spawn_blocking(func)
    }
    #[track_caller]
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        context::assert_may_drive();
        let _in_handle = context::enter_handle(self.handle.clone());
        let _stopped = self.starts_paused.then(clock::stop);
        self.handle.drive(future, true)
    }
    pub fn enter(&self) -> EnterGuard<'_> {
        self.handle.enter()
    }
    pub fn shutdown_timeout(mut self, _duration: Duration) {
        self.waits = false;
    }
    pub fn shutdown_background(mut self) {
        self.waits = false;
    }
}
impl Drop for Runtime {
    #[track_caller]
    fn drop(&mut self) {
        if self.waits {
            context::assert_may_end();
        }
        if let Scheduler::CurrentThread(executor) = &self.handle.scheduler {
            let _in_handle = context::enter_handle(self.handle.clone());
            executor.shut_down();
        }
        self.handle.pool.shut_down(self.waits);
    }
}
impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub struct Builder {
    flavor: RuntimeFlavor,
    starts_paused: bool,
    has_timers: bool,
}
impl Builder {
    pub fn new_current_thread() -> Builder {
        Builder::of(RuntimeFlavor::CurrentThread)
    }
    pub fn new_multi_thread() -> Builder {
        Builder::of(RuntimeFlavor::MultiThread)
    }
    fn of(flavor: RuntimeFlavor) -> Builder {
        Builder { flavor, starts_paused: false, has_timers: false }
    }
    pub fn enable_all(&mut self) -> &mut Self {
        self.enable_time()
    }
    pub fn enable_io(&mut self) -> &mut Self {
        self
    }
    pub fn enable_time(&mut self) -> &mut Self {
        self.has_timers = true;
        self
    }
    pub fn start_paused(&mut self, start_paused: bool) -> &mut Self {
        self.starts_paused = start_paused;
        self
    }
    #[track_caller]
    pub fn worker_threads(&mut self, val: usize) -> &mut Self {
        assert!(val > 0, "Worker threads cannot be set to 0");
        self
    }
    #[track_caller]
    pub fn max_blocking_threads(&mut self, val: usize) -> &mut Self {
        assert!(val > 0, "Max blocking threads cannot be set to 0");
        self
    }
    pub fn thread_name(&mut self, _val: impl Into<String>) -> &mut Self {
        self
    }
    pub fn thread_stack_size(&mut self, _val: usize) -> &mut Self {
        self
    }
    pub fn thread_keep_alive(&mut self, _duration: Duration) -> &mut Self {
        self
    }
    pub fn global_queue_interval(&mut self, _val: u32) -> &mut Self {
        self
    }
    pub fn event_interval(&mut self, _val: u32) -> &mut Self {
        self
    }
    pub fn build(&mut self) -> io::Result<Runtime> {
        let scheduler = match self.flavor {
            RuntimeFlavor::CurrentThread => Scheduler::CurrentThread(Executor::new(true)),
            RuntimeFlavor::MultiThread => Scheduler::MultiThread,
        };
        let handle = Handle { scheduler, pool: Arc::new(Pool::new()), has_timers: self.has_timers };
        Ok(Runtime { handle, waits: true, starts_paused: self.starts_paused })
    }
}
