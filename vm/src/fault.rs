//! How executions end.

use crate::operation::ThreadId;
use vscheck_ir::Site;

/// Why an execution is over.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// `main` returned, or the process exited.
    Completed {
        /// Its exit code.
        exit_code: i32,
    },
    /// Something is wrong with the program.
    Bug(Fault),
    /// One of the machine's own limits.
    Limit(LimitKind),
}

impl End {
    /// Whether somebody can never move again.
    pub fn is_standstill(&self) -> bool {
        let stuck = |fault: &Fault| matches!(fault.kind, FaultKind::Deadlock | FaultKind::Livelock);
        matches!(self, End::Bug(fault) if stuck(fault))
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// In one line.
    pub message: String,
    /// Who did it (of a deadlock: one of those who wait).
    pub thread: Option<ThreadId>,
    /// Where.
    pub site: Option<Site>,
    /// Calls that led there, innermost first.
    pub stack: Vec<Site>,
    /// The second place that matters.
    pub other: Option<OtherSite>,
    /// The thread whose plain access, `free`, or return from a function made this access a fault; it may
    /// be the same.
    pub against: Option<ThreadId>,
}

/// The other place of a fault with two.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherSite {
    /// What happened there: `conflicting access`, `freed`.
    pub what: &'static str,
    /// Who did it, if known.
    pub thread: Option<ThreadId>,
    /// Where.
    pub site: Site,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// A panic that nothing catches.
    Panic,
    /// Threads that wait for each other, or for nobody, for ever.
    Deadlock,
    /// Threads that spin for ever.
    Livelock,
    /// Two accesses to one cell, at least one of them a plain one, at least one a write, and no
    /// happens-before between them.
    DataRace,
    /// The process ends abnormally.
    Abort,
    /// Use of an address or value that nothing stands behind.
    UndefinedBehavior,
}

/// The machine's own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// [`crate::MachineOptions::max_threads`].
    Threads,
    /// [`crate::MachineOptions::max_memory_cells`].
    Memory,
    /// [`crate::MachineOptions::max_steps_without_operation`].
    StepsWithoutOperation,
    /// [`crate::MachineOptions::max_output`].
    Output,
    /// The program looks here at bytes that memory made of cells does not show.
    BytesOfValues(Site),
    /// [`crate::MachineOptions::interrupt`].
    Interrupted,
}
