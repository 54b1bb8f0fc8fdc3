//! A run: a machine and the trace that led to it.

use smallvec::SmallVec;
use vscheck_ir::Action;
use vscheck_vm::{Arm, History, Machine, Operation, ThreadId, Transition};

/// One step that was taken.
#[derive(Clone, Debug)]
pub struct Event {
    /// Who moved, and which way.
    pub transition: Transition,
    /// What it was, as executed (its footprint tells what it really touched).
    pub operation: Operation,
    /// All ways in which the operation could have gone at that moment.
    pub arms: SmallVec<[Arm; 4]>,
    /// Whether the thread has only said that it waits (to write, to the readers of a lock).
    pub announces: bool,
}

impl Event {
    /// Who moved.
    pub fn thread(&self) -> ThreadId {
        self.transition.thread
    }

    /// Whether a wait for time ended only because others had been busy for long.
    pub fn is_late(&self) -> bool {
        let arm = self.transition.arm;
        let ends_wait = self.operation.action == Action::Sleep || arm == Arm::TimeOut;
        ends_wait && !self.arms.contains(&arm)
    }
}

/// The events of a run, oldest first.
pub type Trace = History<Event>;

/// A machine and the trace that led to it. Cheap to clone: what an engine keeps on its stack, in a
/// worklist, in a backtracking point.
#[derive(Clone)]
pub struct Run {
    /// Where the program is.
    pub machine: Machine,
    /// How it came there. A replay of its schedule leads to an equal machine.
    pub trace: Trace,
}

impl Run {
    /// A run at its start.
    pub fn new(machine: Machine) -> Run {
        Run {
            machine,
            trace: Trace::default(),
        }
    }

    /// Visible operations so far.
    pub fn depth(&self) -> usize {
        self.trace.len()
    }

    /// The schedule that leads here.
    pub fn schedule(&self) -> Vec<Transition> {
        let events = self.trace.items().into_iter();
        events.map(|event| event.transition).collect()
    }

    /// All transitions of one thread from here; none if it is blocked or has finished.
    pub fn transitions_of(&self, thread: ThreadId) -> impl Iterator<Item = Transition> + use<> {
        let arms = self.machine.arms(thread);
        arms.into_iter().map(move |arm| Transition { thread, arm })
    }
}
