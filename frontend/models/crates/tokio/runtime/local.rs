//! Tasks that take turns on one thread: of a `current_thread` runtime, or of a `LocalSet`. Not a part of tokio.

use super::context::{self, Task};
use crate::boxed::Box;
use crate::cell::{Cell, RefCell, UnsafeCell};
use crate::collections::VecDeque;
use crate::crates::tokio::sync::shared::{Shared, Woken};
use crate::crates::tokio::task::{Header, Id, JoinError, JoinHandle, Slot, caught};
use crate::crates::tokio::time::timers;
use crate::future::Future;
use crate::mem::{self, ManuallyDrop};
use crate::pin::{Pin, pin};
use crate::sync::Arc;
use crate::task::{Context, Poll, Wake, Waker};
use crate::thread::executor as thread_executor;
use crate::vec::Vec;

/// How many tasks run before the outermost future is looked at again, and the time.
const TURNS: usize = 61;

/// A task, or (without a future) the outermost future of a `block_on`.
pub struct LocalTask {
    executor: Arc<Executor>,
    header: Option<Arc<Header>>,
    /// Taken out when it has ended, so that dropping the rest runs nothing. Only the executor's thread looks.
    future: UnsafeCell<ManuallyDrop<Option<Pin<Box<dyn Future<Output = ()>>>>>>,
    /// Whether it is to run again. Only the executor's thread looks.
    is_due: Cell<bool>,
}
unsafe impl Send for LocalTask {}
unsafe impl Sync for LocalTask {}
impl LocalTask {
    fn new(
        executor: &Arc<Executor>,
        header: Option<Arc<Header>>,
        future: Option<Pin<Box<dyn Future<Output = ()>>>>,
    ) -> Arc<LocalTask> {
        Arc::new(LocalTask {
            executor: executor.clone(),
            header,
            future: UnsafeCell::new(ManuallyDrop::new(future)),
            is_due: Cell::new(false),
        })
    }
    /// Has it run again, from whichever thread.
    pub fn schedule(self: &Arc<Self>) {
        match self.executor.is_here() {
            true => self.executor.queue(self),
            false => self.executor.bring(self.clone()),
        }
    }
    /// Its future, if it has not ended.
    fn slot(&self) -> &mut Option<Pin<Box<dyn Future<Output = ()>>>> {
        unsafe { &mut **self.future.get() }
    }
    fn run(self: &Arc<Self>) {
        let Some(future) = self.slot() else {
            return;
        };
        let header = self.header.as_ref().unwrap();
        let before = context::swap_task(Some(Task::Numbered(header.id())));
        let waker = Waker::from(self.clone());
        let is_over = future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        if is_over {
            *self.slot() = None;
            self.executor.forget(self);
        }
        context::swap_task(before);
    }
}
impl Wake for LocalTask {
    fn wake(self: Arc<Self>) {
        self.schedule();
    }
    fn wake_by_ref(self: &Arc<Self>) {
        self.schedule();
    }
}

/// What only the executor's thread touches.
struct Own {
    ready: VecDeque<Arc<LocalTask>>,
    /// All that have not ended.
    tasks: Vec<Arc<LocalTask>>,
    /// Who has let others go first.
    deferred: Vec<Waker>,
    is_root_due: bool,
    spawned: u64,
}

/// What other threads bring, and who is to be woken for it.
struct Brought {
    tasks: Vec<Arc<LocalTask>>,
    waker: Option<Waker>,
}

pub struct Executor {
    /// Whether who lets others go first comes back here: not to a `LocalSet`.
    is_runtime: bool,
    own: UnsafeCell<ManuallyDrop<Own>>,
    brought: Shared<ManuallyDrop<Brought>>,
}
unsafe impl Send for Executor {}
unsafe impl Sync for Executor {}

/// The executors whose tasks the thread runs, the innermost last.
struct Here {
    executors: ManuallyDrop<RefCell<Vec<*const Executor>>>,
}
unsafe impl Sync for Here {}
#[thread_local]
static HERE: Here = Here { executors: ManuallyDrop::new(RefCell::new(Vec::new())) };

/// As long as it lives, the thread runs an executor's tasks.
struct Stay;
impl Drop for Stay {
    fn drop(&mut self) {
        HERE.executors.borrow_mut().pop();
    }
}

impl Executor {
    pub fn new(is_runtime: bool) -> Arc<Executor> {
        let own =
            Own { ready: VecDeque::new(), tasks: Vec::new(), deferred: Vec::new(), is_root_due: false, spawned: 0 };
        Arc::new(Executor {
            is_runtime,
            own: UnsafeCell::new(ManuallyDrop::new(own)),
            brought: Shared::new(ManuallyDrop::new(Brought { tasks: Vec::new(), waker: None })),
        })
    }
    fn own(&self) -> &mut Own {
        unsafe { &mut **self.own.get() }
    }
    fn is_here(&self) -> bool {
        HERE.executors.borrow().contains(&(self as *const Executor))
    }
    fn stay(&self) -> Stay {
        HERE.executors.borrow_mut().push(self);
        Stay
    }
    fn queue(&self, task: &Arc<LocalTask>) {
        if task.header.is_none() {
            self.own().is_root_due = true;
        } else if !task.is_due.replace(true) {
            self.own().ready.push_back(task.clone());
        }
    }
    fn bring(&self, task: Arc<LocalTask>) {
        let waker = self.brought.enter(|brought| {
            brought.tasks.push(task);
            brought.waker.clone()
        });
        Woken::from(waker).wake();
    }
    fn forget(&self, task: &Arc<LocalTask>) {
        self.own().tasks.retain(|other| !Arc::ptr_eq(other, task));
    }
    /// Queues what others have brought. `waker` is who is to be woken when they bring more.
    fn collect(&self, waker: Option<&Waker>) {
        let waker = waker.cloned();
        let tasks = self.brought.enter(|brought| {
            brought.waker = waker;
            mem::take(&mut brought.tasks)
        });
        for task in tasks {
            self.admit(&task);
            self.queue(&task);
        }
    }
    /// Knows a task from now on, which another thread may have made.
    fn admit(&self, task: &Arc<LocalTask>) {
        let own = self.own();
        let is_known = own.tasks.iter().any(|other| Arc::ptr_eq(other, task));
        if task.header.is_some() && !is_known && task.slot().is_some() {
            own.tasks.push(task.clone());
        }
    }
    /// The next task that is ready; if there is none, one that others have brought.
    fn next(&self, waker: &Waker) -> Option<Arc<LocalTask>> {
        let own = self.own().ready.pop_front();
        own.or_else(|| {
            self.collect(Some(waker));
            self.own().ready.pop_front()
        })
    }
    /// Runs as many tasks as one turn has; whether there were so many.
    fn turn(&self, waker: &Waker) -> bool {
        for _ in 0..TURNS {
            let Some(task) = self.next(waker) else {
                return false;
            };
            task.is_due.set(false);
            task.run();
        }
        true
    }
    /// Lets go on who has let others go first, the last one first.
    fn release_deferred(&self) {
        while let Some(waker) = self.own().deferred.pop() {
            waker.wake();
        }
    }
    fn is_idle(&self) -> bool {
        !self.own().is_root_due && self.own().ready.is_empty()
    }
    /// Drops all tasks where they wait.
    pub fn shut_down(self: &Arc<Self>) {
        let _stay = self.stay();
        self.collect(None);
        while let Some(task) = self.own().tasks.pop() {
            if let Some(header) = &task.header {
                header.stop_at_once();
            }
            task.run();
        }
    }
    /// One round of a `LocalSet`: runs tasks, and has the waker called when there is more to do.
    pub fn tick(self: &Arc<Self>, waker: &Waker) {
        let _stay = self.stay();
        if self.turn(waker) {
            waker.wake_by_ref();
        }
    }
    pub fn is_empty(&self) -> bool {
        self.own().tasks.is_empty()
    }
    /// Runs something where the tasks run.
    pub fn with<R>(&self, f: impl FnOnce() -> R) -> R {
        let _stay = self.stay();
        f()
    }
}

/// Has a waker called when the tasks that are ready have had their turn.
pub fn defer(waker: &Waker) {
    let runtime = HERE.executors.borrow().iter().find(|executor| unsafe { (***executor).is_runtime }).copied();
    match runtime {
        Some(runtime) => unsafe { &*runtime }.own().deferred.push(waker.clone()),
        None => {
            crate::thread::yield_now();
            waker.wake_by_ref();
        }
    }
}

/// The future of a task: what it gives is put where its handle finds it.
async fn run<F: Future>(future: F, header: Arc<Header>, slot: Arc<Slot<F::Output>>) {
    let mut future = ManuallyDrop::new(Box::pin(future));
    let result = crate::future::poll_fn(|cx| {
        let polled = caught(|| match header.is_stopped_here() {
            true => Err(JoinError::cancelled()),
            false => Ok(future.as_mut().poll(cx)),
        });
        match polled {
            Ok(polled) => polled.map(Ok),
            Err(error) => Poll::Ready(Err(error)),
        }
    })
    .await;
    let dropped = caught(|| Ok(unsafe { ManuallyDrop::drop(&mut future) }));
    slot.put(dropped.and(result));
    header.end(&slot);
}

/// Makes a task. From another thread than the executor's it is brought there.
pub fn spawn<F>(executor: &Arc<Executor>, future: F, joiner: Option<Waker>) -> JoinHandle<F::Output>
where
    F: Future + 'static,
    F::Output: 'static,
{
    let (header, slot) = (Header::new(joiner), Slot::new());
    let future: Pin<Box<dyn Future<Output = ()>>> = Box::pin(run(future, header.clone(), slot.clone()));
    let task = LocalTask::new(executor, Some(header.clone()), Some(future));
    header.takes_turns(Id::numbered(next_number()), task.clone());
    if executor.is_here() {
        executor.admit(&task);
    }
    task.schedule();
    JoinHandle::new(header, slot)
}

/// How many such tasks the thread has made.
struct Made {
    count: Cell<u64>,
}
unsafe impl Sync for Made {}
#[thread_local]
static MADE: Made = Made { count: Cell::new(0) };
fn next_number() -> u64 {
    MADE.count.set(MADE.count.get() + 1);
    MADE.count.get()
}

/// Runs tasks until a future is ready.
pub fn block_on<F: Future>(executor: &Arc<Executor>, future: F) -> F::Output {
    let mut future = pin!(future);
    let root = LocalTask::new(executor, None, None);
    let waker = Waker::from(root);
    let own_waker = thread_executor::waker();
    let _stay = executor.stay();
    executor.own().is_root_due = true;
    let before = context::swap_task(None);
    let value = loop {
        if mem::take(&mut executor.own().is_root_due) {
            if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                break value;
            }
        }
        executor.turn(&own_waker);
        executor.release_deferred();
        timers::fire();
        if executor.is_idle() {
            timers::park(&own_waker);
        }
    };
    context::swap_task(before);
    value
}
