//! The parallel execution graph (Chen 2009, section 4.2): the regions of all static threads.
//!
//! A thread is a tree of *frames*: one for each function that changes regions, in its calling
//! context. Recursion leads back to the frame that is already on the chain. Calls through pointers
//! have an edge to each callee.

mod build;
mod flags;
mod scopes;
pub mod skeleton;
mod variables;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vscheck_ir::{FuncId, InstId, Program, Site, entity};

use crate::call_graph::{InstanceId, site_of};
use crate::mhp::Graph;
use crate::points_to::PointsTo;
use crate::thread_set::StaticThreadId;

entity! {
    /// A function that changes regions, in the context of one static thread.
    #[derive(Serialize, Deserialize)]
    FrameId, "frame"
}

/// A static thread: a spawn in its calling context.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StaticThread {
    /// The thread that starts it, and where; `None` for `main`.
    pub spawn: Option<(FrameId, InstId)>,
    /// The frames in which it may start, one for each function the spawn may be given.
    pub entries: Vec<FrameId>,
    /// Whether several places (or its own descendants) start it.
    pub shared: bool,
}

/// A function activation in a static thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The thread.
    pub thread: StaticThreadId,
    /// The function and its heap context.
    pub instance: InstanceId,
    /// Who called it, and where.
    pub parent: Option<(FrameId, InstId)>,
    /// Its nodes: first and one past the last.
    pub nodes: (u32, u32),
    /// Where its returns lead, and where its unwinding leads (nodes without instructions).
    pub exits: (u32, u32),
}

/// What part of an instruction a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeKind {
    /// A stretch of instructions without an event.
    Plain,
    /// A call to a function with frames of its own.
    Call,
    /// An action that changes regions; for a condition variable, its *wait*.
    Action,
    /// A condition variable's *waiting*: the mutex is free.
    Waiting,
    /// A condition variable's *notify-entry*: takes the mutex again.
    Reacquire,
    /// The end of a frame.
    Exit,
}

/// A region.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Node {
    /// Its frame.
    pub frame: FrameId,
    /// First instruction.
    pub start: InstId,
    /// One past the last.
    pub end: InstId,
    /// What it stands for.
    pub kind: NodeKind,
}

/// The parallel execution graph.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Peg {
    /// All static threads; the first is `main`.
    pub threads: Vec<StaticThread>,
    /// All frames.
    pub frames: Vec<Frame>,
    /// All nodes.
    pub nodes: Vec<Node>,
    /// Their edges and effects.
    pub graph: Graph,
    /// The thread that each spawn starts.
    pub spawned: FxHashMap<(FrameId, InstId), StaticThreadId>,
    /// The frame that each call leads to.
    pub called: FxHashMap<(FrameId, InstId, FuncId), FrameId>,
    /// The instances with frames.
    pub changing: fixedbitset::FixedBitSet,
    /// Frames that stand for several activations at once: recursion leads back to them, or callers share
    /// them.
    pub reentered: fixedbitset::FixedBitSet,
    /// Whether there were more threads than can be told apart.
    pub crowded: bool,
}

impl Peg {
    /// Builds the graph.
    pub fn new(program: &Program, facts: &PointsTo) -> Peg {
        build::Builder::new(program, facts).run()
    }

    /// The thread of a frame.
    pub fn thread_of(&self, frame: FrameId) -> StaticThreadId {
        self.frames[frame.index()].thread
    }

    /// The call sites that lead to a frame, outermost first.
    pub fn call_string(&self, facts: &PointsTo, frame: FrameId) -> Vec<Site> {
        let mut sites = Vec::new();
        let mut at = frame;
        while let Some((parent, inst)) = self.frames[at.index()].parent {
            let instance = self.frames[parent.index()].instance;
            sites.push(site_of(facts.call_graph.func(instance), inst));
            at = parent;
        }
        sites.reverse();
        sites
    }

    /// The frame in which a thread stands whose stack is `stack`: call sites, outermost first, and
    /// last the instruction it stands at. `None` for a stack the analysis does not know.
    pub fn frame_of_stack(
        &self,
        facts: &PointsTo,
        thread: StaticThreadId,
        stack: &[Site],
    ) -> Option<FrameId> {
        let func = |frame: &FrameId| facts.call_graph.func(self.frames[frame.index()].instance);
        let entries = &self.threads[thread.index()].entries;
        let root = stack.first()?.func;
        let mut frame = *entries.iter().find(|entry| func(entry) == root)?;
        for pair in stack.windows(2) {
            match self.called.get(&(frame, pair[0].inst, pair[1].func)) {
                Some(&next) => frame = next,
                // From here on the stack is inside functions that change no region.
                None => break,
            }
        }
        Some(frame)
    }
}
