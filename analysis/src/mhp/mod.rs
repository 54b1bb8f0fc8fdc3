//! May happen in parallel: for each region the set of threads that may run beside it.

pub mod coarse;
#[cfg(test)]
mod differential;
pub mod lockset;
pub mod precise;

use crate::thread_set::{StaticThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

/// What a node of the graph does to the set of running threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// Starts an instance of a thread.
    Spawn(StaticThreadId),
    /// Waits for the only instance of a child.
    Join(StaticThreadId),
    /// Waits for all instances of some children that this instance has started.
    JoinAll(ThreadSet),
}

/// The control flow of all threads.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Graph {
    /// What each node does.
    pub effects: Vec<Effect>,
    /// Where each node goes on.
    pub successors: Vec<Vec<u32>>,
    /// The thread of each node.
    pub thread_of: Vec<StaticThreadId>,
    /// The first nodes of each thread.
    pub entries: Vec<Vec<u32>>,
    /// The last nodes of each thread.
    pub exits: Vec<Vec<u32>>,
    /// Threads that several parents (or their own descendants) start.
    pub shared: ThreadSet,
}

impl Graph {
    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.entries.len()
    }

    /// Who starts whom: the children of each thread.
    pub fn children(&self) -> Vec<ThreadSet> {
        let mut children = vec![ThreadSet::default(); self.threads()];
        for (node, effect) in self.effects.iter().enumerate() {
            if let Effect::Spawn(child) = effect {
                children[self.thread_of[node].index()].insert(*child);
            }
        }
        children
    }
}

/// The result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parallel {
    /// Threads that may run while a thread is at the node (a thread in its own set: several
    /// instances of it). `None` where the node cannot be reached.
    pub beside: Vec<Option<ThreadSet>>,
    /// Threads of which several instances may run at once.
    pub many: ThreadSet,
}

impl Parallel {
    /// Whether a thread at node `a` and another at node `b` may run at once.
    pub fn may_meet(&self, graph: &Graph, a: u32, b: u32) -> bool {
        let (ta, tb) = (graph.thread_of[a as usize], graph.thread_of[b as usize]);
        let meets = |node: u32, thread| {
            self.beside[node as usize].is_some_and(|set: ThreadSet| set.contains(thread))
        };
        meets(a, tb) && meets(b, ta)
    }
}

/// The closure of `children`: everything a thread may start, itself or through others.
pub fn descendants(children: &[ThreadSet]) -> Vec<ThreadSet> {
    let mut found = children.to_vec();
    loop {
        let mut changed = false;
        for thread in 0..found.len() {
            let reached = found[thread]
                .iter()
                .fold(found[thread], |all, child| all | found[child.index()]);
            changed |= found[thread].insert_all(reached);
        }
        if !changed {
            return found;
        }
    }
}
