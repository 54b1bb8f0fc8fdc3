//! The coarse analysis (Chen 2009, section 4.3: *unsync*): synchronization orders nothing; only a
//! thread with one instance is not parallel to itself.

use super::{Effect, Graph, Parallel};
use vscheck_ir::graph;

use crate::thread_set::{StaticThreadId, ThreadSet};

/// Runs the analysis.
pub fn analyze(graph: &Graph) -> Parallel {
    let all: ThreadSet = (0..graph.threads()).map(StaticThreadId::new).collect();
    let many = several_instances(graph);
    let beside = |thread: StaticThreadId| {
        if many.contains(thread) {
            all
        } else {
            all - ThreadSet::of(thread)
        }
    };
    Parallel {
        beside: graph.thread_of.iter().map(|&t| Some(beside(t))).collect(),
        many,
    }
}

/// Threads whose spawn may run more than once.
fn several_instances(graph: &Graph) -> ThreadSet {
    let found = graph::components(graph.effects.len(), |node, out| {
        out.extend(&graph.successors[node as usize]);
    });
    let repeated = found.on_cycle();
    let mut many = graph.shared;
    loop {
        let before = many;
        for (node, effect) in graph.effects.iter().enumerate() {
            if let Effect::Spawn(child) = effect
                && (repeated.contains(node) || many.contains(graph.thread_of[node]))
            {
                many.insert(*child);
            }
        }
        if many == before {
            return many;
        }
    }
}
