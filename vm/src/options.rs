//! How a program is run, and the machine's limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vscheck_ir::Site;

/// How virtual time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TimeMode {
    /// Sleepers wake in the order of their deadlines, when nothing else can run. Timed waits may run out sooner.
    #[default]
    Order,
    /// So do timed waits: no thread is ever slower than a wait is long.
    Prompt,
    /// A sleep is a yield: every order is explored.
    Free,
}

/// When a panic in a spawned thread is a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ChildPanic {
    /// Where it happens, unless a `catch_unwind` stops it.
    #[default]
    Report,
    /// Only if it reaches `main`: it becomes the `Err` of `join`.
    Propagate,
}

/// Options of one exploration.
#[derive(Clone, Debug)]
pub struct MachineOptions {
    /// How many spurious wake-ups and failures an execution may have.
    pub spurious: u32,
    /// How virtual time passes.
    pub time: TimeMode,
    /// When a panic in a spawned thread is a bug.
    pub child_panic: ChildPanic,
    /// Whether plain accesses are checked for data races.
    pub check_races: bool,
    /// Whether a thread that would only go round a loop once more, and change nothing, cannot run; else it
    /// is noticed after it has gone round.
    pub looks_ahead: bool,
    /// Whether it matters what is printed in which order; else two states that differ only in it are one.
    pub observes_output: bool,
    /// Whether updates of an atomic cell by one operator (additions, maxima, bits that are set) commute where nobody
    /// looks at what they give. That is no matter of values; only the order that they bring about among plain
    /// accesses is another. Where races are looked for, such an update comes after no plain access that another
    /// one came after: each race shows whichever came first, and some that are none.
    pub updates_commute: bool,
    /// Whether critical sections of one step commute where the cells that they touch do. That, too, is no
    /// matter of values. Where races are looked for, only those do that read and add, and what follows one comes after
    /// none that it commutes with: that, too, shows each race, and some that are none.
    pub sections_commute: bool,
    /// Whether plain accesses may race, as far as is known: if not, critical sections commute whatever they do to what
    /// they guard.
    pub may_race: bool,
    /// Whether critical sections under locks that a program has made of atomics are one step, too, where nothing else
    /// comes to the lock meanwhile than who waits for it, and commute likewise.
    pub handmade_sections: bool,
    /// Whether a compare-exchange that relies on a load is executed with it, where the two might as well come one
    /// right after the other. That, too, is no matter of values; fewer schedules are run. Where races are looked for,
    /// such a load comes after no plain access, since it may have come before it: that, too, shows each race, and some
    /// that are none.
    pub exchanges_at_once: bool,
    /// Whether who waits in a loop, and leaves something behind in each round, lets the others go first. Fewer
    /// schedules are fair in this way, and a sleeper may wake in one while such a thread goes round.
    pub takes_turns: bool,
    /// Threads that one execution may spawn.
    pub max_threads: usize,
    /// Cells that may be allocated at one time, stacks included.
    pub max_memory_cells: u64,
    /// Instructions that a thread may run from one visible operation to the next.
    pub max_steps_without_operation: u64,
    /// Bytes that one thread's stack may take at the least, before it has surely overflowed: that of `main` has
    /// 8 MiB natively, and what a call takes depends on how the program is compiled.
    pub max_stack: usize,
    /// Bytes of standard output.
    pub max_output: usize,
    /// Atomic operations that are executed as if they asked for more than they do, to learn what a data race is for
    /// want of.
    pub strengthened: Vec<Strengthened>,
    /// Set by whoever wants every execution to end soon, even between two visible operations.
    pub interrupt: Arc<AtomicBool>,
}

/// What an atomic operation, or a fence, does beyond what its ordering says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strengthened {
    /// Where it stands.
    pub site: Site,
    /// Whether it acquires.
    pub acquires: bool,
    /// Whether it releases.
    pub releases: bool,
}

impl Default for MachineOptions {
    fn default() -> Self {
        MachineOptions {
            spurious: 0,
            time: TimeMode::Order,
            child_panic: ChildPanic::Report,
            check_races: true,
            looks_ahead: true,
            observes_output: true,
            updates_commute: false,
            sections_commute: false,
            may_race: true,
            handmade_sections: false,
            exchanges_at_once: false,
            takes_turns: false,
            max_threads: 1000,
            max_memory_cells: 1 << 25,
            max_steps_without_operation: 100_000_000,
            max_stack: 8 << 20,
            max_output: 1 << 20,
            strengthened: Vec::new(),
            interrupt: Arc::default(),
        }
    }
}

impl MachineOptions {
    /// Whether executions are to end.
    #[inline]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
}
