//! `shuttle`: its types are std's, so a wait with a time-out may time out, which shuttle's own never does; every
//! `check_*`, `Runner` and `replay` runs the closure once as the program, which ends when all its threads have
//! ended; to `#[should_panic]` every failure of it is a panic. A task of `future` is a thread that is parked while
//! its future is pending, and detached when its handle is dropped. `cfg(shuttle)` holds if the entry exists only
//! with it.
//!
//! Left out: the schedulers and their numbers of iterations (the search is vscheck's own), `replay` of
//! shuttle's schedules, labels and vector clocks of `current`, of which a task may only name itself (what name
//! it had from another is not known); its `context_switches` counts how often it was asked, which orders
//! events as the real one does.

pub mod future;

pub use crate::lazy_static;
pub use crate::thread_local;
use crate::string::String;
use crate::thread::attached::whole_program;

pub mod hint {
    pub use crate::hint::*;
}
pub mod sync {
    pub use crate::sync::*;
}
pub mod thread {
    pub use crate::thread::attached::{Builder, spawn};
    pub use crate::thread::*;
}
pub mod rand {
    pub use crate::crates::rand::{CryptoRng, Error, Rng, RngCore, SeedableRng, distributions, rngs, seq, thread_rng};
}

pub mod current {
    use crate::cell::RefCell;
    use crate::fmt;
    use crate::intrinsics;
    use crate::string::String;
    use crate::sync::atomic::{AtomicUsize, Ordering};
    use crate::thread::{self, Thread};

    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    pub struct TaskId(usize);
    impl From<usize> for TaskId {
        fn from(id: usize) -> TaskId {
            TaskId(id)
        }
    }
    impl From<TaskId> for usize {
        fn from(id: TaskId) -> usize {
            id.0
        }
    }

    pub fn me() -> TaskId {
        TaskId(thread::current().raw.number() as usize)
    }
    pub fn get_current_task() -> Option<TaskId> {
        Some(me())
    }
    pub fn try_get_current_task() -> Option<TaskId> {
        Some(me())
    }

    /// There is no bound on the steps that it would put off.
    pub fn reset_step_count() {}

    /// A name, or the one of an ancestor, which is not known.
    #[derive(Clone)]
    pub struct TaskName(Option<String>);
    impl TaskName {
        #[track_caller]
        fn known(&self) -> &String {
            match &self.0 {
                Some(name) => name,
                None => unsafe { intrinsics::unsupported() },
            }
        }
    }
    impl From<String> for TaskName {
        fn from(name: String) -> TaskName {
            TaskName(Some(name))
        }
    }
    impl From<&str> for TaskName {
        fn from(name: &str) -> TaskName {
            TaskName(Some(String::from(name)))
        }
    }
    impl From<TaskName> for String {
        fn from(name: TaskName) -> String {
            name.known().clone()
        }
    }
    impl<'a> From<&'a TaskName> for &'a String {
        fn from(name: &'a TaskName) -> &'a String {
            name.known()
        }
    }
    impl PartialEq for TaskName {
        fn eq(&self, other: &TaskName) -> bool {
            self.known() == other.known()
        }
    }
    impl Eq for TaskName {}
    impl fmt::Debug for TaskName {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.known())
        }
    }

    thread_local! {
        static NAME: RefCell<TaskName> = const { RefCell::new(TaskName(None)) };
    }

    /// The name that the task had. Of another task than the own one it is not known.
    #[track_caller]
    pub fn set_name_for_task(task_id: TaskId, task_name: impl Into<TaskName>) -> Option<TaskName> {
        if task_id != me() {
            unsafe { intrinsics::unsupported() }
        }
        Some(NAME.replace(task_name.into()))
    }

    static ASKED: AtomicUsize = AtomicUsize::new(0);

    /// Grows with every call, in the order of the calls: what programs use it as, a clock.
    pub fn context_switches() -> usize {
        ASKED.fetch_add(1, Ordering::SeqCst)
    }
}

pub mod scheduler {
    pub trait Scheduler {}

    #[derive(Debug)]
    pub struct RandomScheduler;
    impl RandomScheduler {
        pub fn new(_max_iterations: usize) -> RandomScheduler {
            RandomScheduler
        }
        pub fn new_from_seed(_seed: u64, _max_iterations: usize) -> RandomScheduler {
            RandomScheduler
        }
    }
    #[derive(Debug)]
    pub struct PctScheduler;
    impl PctScheduler {
        pub fn new(_max_depth: usize, _max_iterations: usize) -> PctScheduler {
            PctScheduler
        }
        pub fn new_from_seed(_seed: u64, _max_depth: usize, _max_iterations: usize) -> PctScheduler {
            PctScheduler
        }
    }
    #[derive(Debug)]
    pub struct DfsScheduler;
    impl DfsScheduler {
        pub fn new(_max_iterations: Option<usize>, _allow_random_data: bool) -> DfsScheduler {
            DfsScheduler
        }
    }
    #[derive(Debug)]
    pub struct RoundRobinScheduler;
    impl RoundRobinScheduler {
        pub fn new(_max_iterations: usize) -> RoundRobinScheduler {
            RoundRobinScheduler
        }
    }
    #[derive(Debug)]
    pub struct UrwRandomScheduler;
    impl UrwRandomScheduler {
        pub fn new(_max_iterations: usize) -> UrwRandomScheduler {
            UrwRandomScheduler
        }
        pub fn new_from_seed(_seed: u64, _max_iterations: usize) -> UrwRandomScheduler {
            UrwRandomScheduler
        }
    }
    #[derive(Debug)]
    pub struct UncontrolledNondeterminismCheckScheduler<S> {
        inner: S,
    }
    impl<S> UncontrolledNondeterminismCheckScheduler<S> {
        pub fn new(inner: S) -> UncontrolledNondeterminismCheckScheduler<S> {
            UncontrolledNondeterminismCheckScheduler { inner }
        }
    }
    impl Scheduler for RandomScheduler {}
    impl Scheduler for PctScheduler {}
    impl Scheduler for DfsScheduler {}
    impl Scheduler for RoundRobinScheduler {}
    impl Scheduler for UrwRandomScheduler {}
    impl<S> Scheduler for UncontrolledNondeterminismCheckScheduler<S> {}
    impl<S: Scheduler + ?Sized> Scheduler for crate::boxed::Box<S> {}
}

#[derive(Clone, Debug)]
pub enum FailurePersistence {
    None,
    Print,
    File(Option<String>),
}
#[derive(Clone, Copy, Debug)]
pub enum MaxSteps {
    None,
    FailAfter(usize),
    ContinueAfter(usize),
}
#[derive(Clone, Debug)]
pub struct Config {
    pub stack_size: usize,
    pub failure_persistence: FailurePersistence,
    pub max_steps: MaxSteps,
    pub max_time: Option<crate::time::Duration>,
    pub silence_warnings: bool,
    pub record_steps_in_span: bool,
}
impl Config {
    pub fn new() -> Config {
        Config {
            stack_size: 0x8000,
            failure_persistence: FailurePersistence::Print,
            max_steps: MaxSteps::FailAfter(1_000_000),
            max_time: None,
            silence_warnings: false,
            record_steps_in_span: false,
        }
    }
}
impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}

#[derive(Debug)]
pub struct Runner<S: ?Sized> {
    config: Config,
    scheduler: S,
}
impl<S: scheduler::Scheduler + 'static> Runner<S> {
    pub fn new(scheduler: S, config: Config) -> Runner<S> {
        Runner { config, scheduler }
    }
    /// The number of executions, as shuttle counts them: one.
    pub fn run<F>(self, f: F) -> usize
    where
        F: Fn() + Send + Sync + 'static,
    {
        whole_program(&f);
        1
    }
}

pub struct PortfolioRunner {
    config: Config,
}
impl PortfolioRunner {
    pub fn new(_stop_on_first_failure: bool, config: Config) -> PortfolioRunner {
        PortfolioRunner { config }
    }
    pub fn add(&mut self, _scheduler: impl scheduler::Scheduler + Send + 'static) {}
    pub fn run<F>(self, f: F)
    where
        F: Fn() + Send + Sync + 'static,
    {
        whole_program(&f)
    }
}

pub fn check<F>(f: F)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
pub fn check_random<F>(f: F, _iterations: usize)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
pub fn check_random_with_seed<F>(f: F, _seed: u64, _iterations: usize)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
pub fn check_pct<F>(f: F, _iterations: usize, _depth: usize)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
pub fn check_dfs<F>(f: F, _max_iterations: Option<usize>)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
pub fn check_urw<F>(f: F, _iterations: usize)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
pub fn check_uncontrolled_nondeterminism<F>(f: F, _max_iterations: usize)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
pub fn replay_from_file<F, P>(f: F, _path: P)
where
    F: Fn() + Send + Sync + 'static,
    P: AsRef<crate::path::Path>,
{
    whole_program(&f)
}
/// The schedule is of shuttle's own making: the search covers it.
pub fn replay<F>(f: F, _encoded_schedule: &str)
where
    F: Fn() + Send + Sync + 'static,
{
    whole_program(&f)
}
