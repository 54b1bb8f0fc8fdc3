//! A run: a machine and the trace that led to it.

use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_vm::Machine;
use vscheck_vm::{Arm, Operation, ThreadId, Transition};

/// One step that was taken.
#[derive(Clone, Debug)]
pub struct Event {
    /// Who moved, and which way.
    pub transition: Transition,
    /// What it was, as executed (its footprint tells what it really touched).
    pub operation: Operation,
    /// All ways in which the operation could have gone at that moment.
    pub arms: SmallVec<[Arm; 4]>,
}

impl Event {
    /// Who moved.
    pub fn thread(&self) -> ThreadId {
        self.transition.thread
    }
}

/// The events of a run, oldest first. A copy shares its past with the original, so that a snapshot
/// costs the same at any depth.
#[derive(Clone, Default)]
pub struct Trace {
    newest: Option<Arc<Node>>,
}

struct Node {
    event: Event,
    /// Position in the trace, from 0.
    index: usize,
    before: Option<Arc<Node>>,
}

impl Trace {
    /// How many events it has.
    pub fn len(&self) -> usize {
        self.newest.as_ref().map_or(0, |node| node.index + 1)
    }
    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.newest.is_none()
    }
    /// The newest event.
    pub fn last(&self) -> Option<&Event> {
        self.newest.as_ref().map(|node| &node.event)
    }
    /// Adds an event.
    pub fn push(&mut self, event: Event) {
        let index = self.len();
        let before = self.newest.take();
        self.newest = Some(Arc::new(Node {
            event,
            index,
            before,
        }));
    }
    /// Events with their positions, newest first: finding a recent one is cheap.
    pub fn backwards(&self) -> impl Iterator<Item = (usize, &Event)> {
        let mut at = self.newest.as_deref();
        std::iter::from_fn(move || {
            let node = at?;
            at = node.before.as_deref();
            Some((node.index, &node.event))
        })
    }
    /// All events, oldest first.
    pub fn events(&self) -> Vec<&Event> {
        let mut events: Vec<&Event> = self.backwards().map(|(_, event)| event).collect();
        events.reverse();
        events
    }
    /// The transitions alone, oldest first: the schedule that leads here.
    pub fn schedule(&self) -> Vec<Transition> {
        self.events().iter().map(|e| e.transition).collect()
    }
}

impl Drop for Trace {
    /// Unlinks the part nobody else shares one node at a time: the derived drop would recurse as deep
    /// as the trace is long.
    fn drop(&mut self) {
        let mut next = self.newest.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

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
    /// All transitions of one thread from here; none if it is blocked or has finished.
    pub fn transitions_of(&self, thread: ThreadId) -> impl Iterator<Item = Transition> + use<> {
        let arms = self.machine.arms(thread);
        arms.into_iter().map(move |arm| Transition { thread, arm })
    }
}
