//! One measurement, in a process of its own: memory is its own, and a peer that aborts ends nothing else.

use crate::programs::Program;
use serde::{Deserialize, Serialize};
use shuttle::scheduler::{
    DfsScheduler, PctScheduler, RandomScheduler, Scheduler, UrwRandomScheduler,
};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Most executions of one search.
pub const MAX_EXECUTIONS: usize = 2_000_000;
/// Seeds of a random scheduler.
pub const SEEDS: u64 = 100;
/// Most executions of one seed.
pub const MAX_EXECUTIONS_OF_SEED: usize = 10_000;
/// Most steps of one execution of shuttle, which then begins the next: that threads which wait in a loop are
/// preferred to the one for which they wait is no bug of the program's.
pub const MAX_STEPS: usize = 10_000;

/// How long a search may take.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// Of one search.
    pub search: Duration,
}

impl Bound {
    /// Of one seed of a random scheduler.
    pub fn seed(self) -> Duration {
        self.search / 10
    }
}

/// A peer in one way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Peer {
    /// vscheck, its default engine.
    Vscheck,
    /// loom, without bounds on preemptions.
    Loom,
    /// shuttle, all interleavings depth first.
    ShuttleDfs,
    /// shuttle, uniformly random choices.
    ShuttleRandom,
    /// shuttle, uniform random walk.
    ShuttleUrw,
    /// shuttle, probabilistic concurrency testing with this depth.
    ShuttlePct(usize),
}

impl Peer {
    /// All, in the order of the tables.
    pub const ALL: [Peer; 7] = [
        Peer::Vscheck,
        Peer::Loom,
        Peer::ShuttleDfs,
        Peer::ShuttleRandom,
        Peer::ShuttleUrw,
        Peer::ShuttlePct(2),
        Peer::ShuttlePct(3),
    ];

    /// As the tables call it.
    pub fn name(self) -> String {
        match self {
            Peer::Vscheck => "vscheck".to_string(),
            Peer::Loom => "loom".to_string(),
            Peer::ShuttleDfs => "shuttle dfs".to_string(),
            Peer::ShuttleRandom => "shuttle random".to_string(),
            Peer::ShuttleUrw => "shuttle urw".to_string(),
            Peer::ShuttlePct(depth) => format!("shuttle pct {depth}"),
        }
    }

    /// Whether it draws its choices from a seed.
    pub fn is_random(self) -> bool {
        match self {
            Peer::ShuttleRandom | Peer::ShuttleUrw | Peer::ShuttlePct(_) => true,
            Peer::Vscheck | Peer::Loom | Peer::ShuttleDfs => false,
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// With a bug.
    Bug,
    /// Everything was explored and there is none.
    NoBug,
    /// A bound stopped it.
    Bound,
    /// The peer does not take the program, and says why.
    Refused(String),
}

/// What one search came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// How it ended.
    pub end: End,
    /// Executions.
    pub executions: u64,
    /// Seconds of searching.
    pub seconds: f64,
    /// The most memory of the process, in bytes.
    pub peak_memory: u64,
}

/// What loom's assertion on the number of threads says.
const TOO_MANY_THREADS: &str = "self.threads.len() < self.max()";

/// Runs one peer in this process.
pub fn measure(peer: Peer, program: &Program, bound: Bound) -> Found {
    // Panics are results here.
    std::panic::set_hook(Box::new(|_| ()));
    match peer {
        Peer::Vscheck => unreachable!("vscheck runs its own command"),
        Peer::Loom => loom_search(program.loom, bound.search),
        Peer::ShuttleDfs => {
            let scheduler = DfsScheduler::new(Some(MAX_EXECUTIONS), false);
            shuttle_search(scheduler, bound.search, MAX_EXECUTIONS, program.shuttle)
        }
        Peer::ShuttleRandom => of_seeds(program, bound, RandomScheduler::new_from_seed),
        Peer::ShuttleUrw => of_seeds(program, bound, UrwRandomScheduler::new_from_seed),
        Peer::ShuttlePct(depth) => of_seeds(program, bound, |seed, most| {
            PctScheduler::new_from_seed(seed, depth, most)
        }),
    }
}

/// Times a search that panics at a bug. `search` returns after everything, or at a bound.
fn timed(start: fn(), most: usize, longest: Duration, search: impl FnOnce(Body)) -> Found {
    let executions = Arc::new(AtomicU64::new(0));
    let count = executions.clone();
    let body: Body = Box::new(move || {
        count.fetch_add(1, Relaxed);
        start();
    });
    let origin = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| search(body)));
    let (time, executions) = (origin.elapsed(), executions.load(Relaxed));
    let bounded = executions >= most as u64 || time >= longest;
    let end = match result {
        Ok(()) if bounded => End::Bound,
        Ok(()) => End::NoBug,
        Err(payload) => end_by_panic(&*payload),
    };
    Found {
        end,
        executions,
        seconds: time.as_secs_f64(),
        peak_memory: vscheck::limits::peak_memory(),
    }
}

/// A program as a peer takes it.
type Body = Box<dyn Fn() + Send + Sync>;

fn end_by_panic(payload: &(dyn Any + Send)) -> End {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    let text = text.unwrap_or_default();
    if text.contains(TOO_MANY_THREADS) {
        return End::Refused(format!("more than {} threads", loom::MAX_THREADS));
    }
    match text.contains("exceeded maximum number of branches") {
        true => End::Refused("too many branches".to_string()),
        false => End::Bug,
    }
}

fn loom_search(start: fn(), longest: Duration) -> Found {
    let mut builder = loom::model::Builder::new();
    builder.max_branches = 100_000;
    builder.max_duration = Some(longest);
    builder.max_permutations = Some(MAX_EXECUTIONS);
    // Bounds are looked at only then.
    builder.checkpoint_interval = 100;
    timed(start, MAX_EXECUTIONS, longest, |body| builder.check(body))
}

fn shuttle_search(
    scheduler: impl Scheduler + 'static,
    longest: Duration,
    most: usize,
    start: fn(),
) -> Found {
    let mut config = shuttle::Config::new();
    config.failure_persistence = shuttle::FailurePersistence::None;
    config.max_time = Some(longest);
    config.max_steps = shuttle::MaxSteps::ContinueAfter(MAX_STEPS);
    config.silence_warnings = true;
    timed(start, most, longest, |body| {
        shuttle::Runner::new(scheduler, config).run(body);
    })
}

/// The median of all seeds; seeds that find nothing count as worse than any that does.
fn of_seeds<S: Scheduler + 'static>(
    program: &Program,
    bound: Bound,
    scheduler: impl Fn(u64, usize) -> S,
) -> Found {
    let search = |seed| {
        let (most, longest) = (MAX_EXECUTIONS_OF_SEED, bound.seed());
        shuttle_search(scheduler(seed, most), longest, most, program.shuttle)
    };
    let mut found = Vec::new();
    for seed in 0..SEEDS {
        found.push(search(seed));
        let without = found.iter().filter(|one| one.end != End::Bug).count();
        // The median is settled; a correct program needs one seed for its speed.
        if without as u64 > SEEDS / 2 || !program.buggy {
            break;
        }
    }
    found.sort_by(|a, b| {
        let key = |one: &Found| (one.end != End::Bug, one.executions);
        key(a).cmp(&key(b)).then(a.seconds.total_cmp(&b.seconds))
    });
    let without = found.iter().filter(|one| one.end != End::Bug).count();
    let median = match without as u64 > SEEDS / 2 || !program.buggy {
        true => found.len() - 1,
        false => SEEDS as usize / 2,
    };
    found.swap_remove(median)
}
