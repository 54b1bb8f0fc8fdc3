//! The precise analysis: may-be-alive sets over the regions of each thread.
//!
//! The sets grow monotonically until nothing changes. `family` of a thread is itself and everything
//! it may start. A thread runs with several instances at once exactly when it comes to stand in the
//! set of its own entry, so a spawn and a join inside one loop body are not parallel to themselves.
//!
//! DIVERGES(Chen 2009, section 4.2.1): no pairs of statements are stored, and notify edges order
//! nothing (in Rust a notify needs no lock, and a condition variable may wake spuriously).

use std::collections::VecDeque;

use super::{Effect, Graph, Parallel, descendants};
use crate::thread_set::{StaticThreadId, ThreadSet};

/// The conditions that make the analysis sound, each of which the differential test drops in turn to
/// see that it would notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A join ends its thread only if the thread has one instance.
    pub join_needs_one_child: bool,
    /// A join of all ends them only if the joining thread has one instance.
    pub join_all_needs_one_self: bool,
    /// What a joined thread has left running goes on.
    pub join_keeps_leftover: bool,
    /// What runs at a spawn runs beside the new thread.
    pub spawn_keeps_before: bool,
}

impl Rules {
    /// All conditions.
    pub const SOUND: Rules = Rules {
        join_needs_one_child: true,
        join_all_needs_one_self: true,
        join_keeps_leftover: true,
        spawn_keeps_before: true,
    };
}

struct State<'a> {
    graph: &'a Graph,
    rules: Rules,
    descendants: Vec<ThreadSet>,
    ancestors: Vec<ThreadSet>,
    parents: Vec<ThreadSet>,
    beside: Vec<Option<ThreadSet>>,
    /// Set at the first node of each thread; `None` until somebody starts it.
    entry: Vec<Option<ThreadSet>>,
    /// Descendants of each thread that may outlive it.
    leftover: Vec<ThreadSet>,
    dirty: VecDeque<StaticThreadId>,
    is_dirty: ThreadSet,
}

/// Runs the analysis.
pub fn analyze(graph: &Graph) -> Parallel {
    analyze_by(graph, Rules::SOUND)
}

/// Runs the analysis with some of its conditions.
pub fn analyze_by(graph: &Graph, rules: Rules) -> Parallel {
    let mut state = State::new(graph, rules);
    state.entry[0] = Some(ThreadSet::default());
    state.mark(StaticThreadId(0));
    while let Some(thread) = state.dirty.pop_front() {
        state.is_dirty = state.is_dirty - ThreadSet::of(thread);
        state.flow(thread);
    }
    let threads = (0..graph.threads()).map(StaticThreadId::new);
    let many = threads.filter(|&t| state.is_many(t)).collect();
    Parallel {
        beside: state.beside,
        many,
    }
}

impl<'a> State<'a> {
    fn new(graph: &'a Graph, rules: Rules) -> Self {
        let count = graph.threads();
        let children = graph.children();
        let descendants = descendants(&children);
        let above = |below: &[ThreadSet], thread: usize| -> ThreadSet {
            (0..count)
                .map(StaticThreadId::new)
                .filter(|a| below[a.index()].contains(StaticThreadId::new(thread)))
                .collect()
        };
        State {
            graph,
            rules,
            ancestors: (0..count).map(|t| above(&descendants, t)).collect(),
            parents: (0..count).map(|t| above(&children, t)).collect(),
            descendants,
            beside: vec![None; graph.effects.len()],
            entry: vec![None; count],
            leftover: vec![ThreadSet::default(); count],
            dirty: VecDeque::new(),
            is_dirty: ThreadSet::default(),
        }
    }

    fn mark(&mut self, thread: StaticThreadId) {
        if self.entry[thread.index()].is_some() && self.is_dirty.insert(thread) {
            self.dirty.push_back(thread);
        }
    }

    fn mark_parents(&mut self, thread: StaticThreadId) {
        for parent in self.parents[thread.index()].iter() {
            self.mark(parent);
        }
    }

    fn family(&self, thread: StaticThreadId) -> ThreadSet {
        self.descendants[thread.index()] | ThreadSet::of(thread)
    }

    fn is_many(&self, thread: StaticThreadId) -> bool {
        self.entry[thread.index()].is_some_and(|set| set.contains(thread))
    }

    /// Lets `set` run beside the whole life of `thread`.
    fn overlap(&mut self, thread: StaticThreadId, set: ThreadSet) {
        let was_many = self.is_many(thread);
        let entry = &mut self.entry[thread.index()];
        let first = entry.is_none();
        if entry.get_or_insert_default().insert_all(set) || first {
            self.mark(thread);
        }
        // A join no longer ends the thread once it has several instances.
        if self.is_many(thread) != was_many {
            self.mark_parents(thread);
        }
    }

    /// One pass over a thread's nodes.
    fn flow(&mut self, thread: StaticThreadId) {
        let graph = self.graph;
        let entry = self.entry[thread.index()].expect("only started threads are dirty");
        let mut work: VecDeque<u32> = VecDeque::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for &node in &graph.entries[thread.index()] {
            self.beside[node as usize]
                .get_or_insert_default()
                .insert_all(entry);
            work.push_back(node);
            seen.insert(node);
        }
        while let Some(node) = work.pop_front() {
            let before = self.beside[node as usize].expect("visited nodes have a set");
            let after = self.transfer(thread, &graph.effects[node as usize], before);
            for &to in &graph.successors[node as usize] {
                let grew = self.beside[to as usize]
                    .get_or_insert_default()
                    .insert_all(after);
                if seen.insert(to) || grew {
                    work.push_back(to);
                }
            }
        }
        self.end(thread);
    }

    fn transfer(&mut self, t: StaticThreadId, effect: &Effect, before: ThreadSet) -> ThreadSet {
        match effect {
            Effect::None => before,
            Effect::Spawn(child) => self.spawn(t, *child, before),
            Effect::Join(child) if self.rules.join_needs_one_child && self.is_many(*child) => {
                before
            }
            Effect::Join(child) => self.kill(before, ThreadSet::of(*child)),
            // Other instances of this thread may still run their own children.
            Effect::JoinAll(_) if self.rules.join_all_needs_one_self && self.is_many(t) => before,
            Effect::JoinAll(children) => self.kill(before, *children),
        }
    }

    fn spawn(&mut self, t: StaticThreadId, child: StaticThreadId, before: ThreadSet) -> ThreadSet {
        let family = self.family(child);
        let many = before.contains(child) || self.is_many(t) || self.graph.shared.contains(child);
        let overlapping = if many { family } else { ThreadSet::default() };
        // `before` holds what an earlier instance has left running.
        let running = if self.rules.spawn_keeps_before {
            before
        } else {
            before & self.ancestors[t.index()]
        };
        self.overlap(child, running | ThreadSet::of(t) | overlapping);
        // Relatives that run already overlap it from now on; ancestors see it through their own sets.
        for relative in (before - self.ancestors[t.index()] - ThreadSet::of(t)).iter() {
            self.overlap(relative, family);
        }
        before | family
    }

    /// Ends `children`: what they have started may go on.
    fn kill(&self, before: ThreadSet, children: ThreadSet) -> ThreadSet {
        let mut after = before;
        for child in children.iter() {
            after = after - (self.family(child) - self.graph.shared);
        }
        if !self.rules.join_keeps_leftover {
            return after;
        }
        children
            .iter()
            .fold(after, |set, child| set | self.leftover[child.index()])
    }

    fn end(&mut self, thread: StaticThreadId) {
        let mut left = ThreadSet::default();
        for &exit in &self.graph.exits[thread.index()] {
            left = left | self.beside[exit as usize].unwrap_or_default();
        }
        let left = left & self.descendants[thread.index()];
        if self.leftover[thread.index()].insert_all(left) {
            self.mark_parents(thread);
        }
    }
}
