//! How executions end.

use crate::operation::ThreadId;
use vscheck_ir::{Program, Site};

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
        matches!(self, End::Bug(fault) if fault.kind.is_standstill())
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
    /// Of a data race that the end of an object is part of: the use of it that came before.
    pub cut_off: Option<Box<CutOff>>,
}

impl Fault {
    /// Says of a data race with an object's end that it is more: the use could as well come after the end.
    pub(crate) fn become_use_after_end(&mut self, cut_off: &CutOff, program: &Program) {
        let ender = self.thread;
        self.kind = FaultKind::UndefinedBehavior;
        let what = if cut_off.variable.is_some() {
            "ended"
        } else {
            "freed"
        };
        self.message = match cut_off.variable.as_deref() {
            None => "use after free: it can be freed before this".to_string(),
            Some("") => "access to a local variable that can be gone before this".to_string(),
            Some(name) => {
                format!("access to the local variable `{name}`, which can be gone before this")
            }
        };
        let used = self.other.as_ref().expect("a race is between two");
        let (user, at) = (used.thread, used.site);
        let mut calls = self.site.into_iter().chain(self.stack.iter().copied());
        let user_end = calls.find(|&site| program.is_of_user(site));
        self.other = user_end.or(self.site).map(|site| OtherSite {
            what,
            thread: ender,
            site,
        });
        (self.thread, self.site, self.stack) = (user, Some(at), Vec::new());
    }
}

/// A use of an object whose end is not ordered after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// Steps that the user had taken, modulo 256, that of the use included.
    pub steps: u8,
    /// Whether the use is the visible operation of that step; a plain one comes behind it.
    pub atomic: bool,
    /// If the object is a local variable: its name, if that has one.
    pub variable: Option<String>,
}

/// The other place of a fault with two.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherSite {
    /// What happened there: `conflicting access`, `allocated`, `freed`, `ended`.
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

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Panic,
        FaultKind::Deadlock,
        FaultKind::Livelock,
        FaultKind::DataRace,
        FaultKind::Abort,
        FaultKind::UndefinedBehavior,
    ];

    /// Whether somebody can never move again.
    pub fn is_standstill(self) -> bool {
        matches!(self, FaultKind::Deadlock | FaultKind::Livelock)
    }

    /// Whether it is about an access to memory.
    pub fn is_of_memory(self) -> bool {
        matches!(self, FaultKind::DataRace | FaultKind::UndefinedBehavior)
    }
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
    /// A thread has come to a function that the front end does not accept, for the reason with this number.
    Unsupported(Site, u32),
    /// A function is called by a pointer of a type of which values are passed alike, but have other cells.
    OtherCells(Site),
    /// [`crate::MachineOptions::interrupt`].
    Interrupted,
}
