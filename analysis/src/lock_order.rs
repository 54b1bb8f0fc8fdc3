//! The lock-order graph: which lock is taken while which may be held.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use vscheck_ir::{Action, Inst, Operand, Program, Site};

use crate::call_graph::site_of;
use crate::mhp::lockset::Lockset;
use crate::peg::{NodeKind, Peg};
use crate::points_to::{AtomId, PointsTo};
use crate::thread_set::StaticThreadId;

/// An acquisition of a lock, at one node.
#[derive(Clone, Debug)]
pub struct Acquisition {
    /// The node.
    pub node: u32,
    /// The thread.
    pub thread: StaticThreadId,
    /// The instruction.
    pub site: Site,
    /// The locks it may be about.
    pub cells: Vec<AtomId>,
    /// Whether it takes the lock for reading.
    pub shared: bool,
    /// Whether it waits for the lock (a `try_lock` does not).
    pub blocks: bool,
}

/// One acquisition while another lock may be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nesting {
    /// The acquisition of the lock held, as an index into [`LockOrder::acquisitions`].
    pub outer: usize,
    /// The acquisition inside.
    pub inner: usize,
}

/// The graph.
#[derive(Debug, Default)]
pub struct LockOrder {
    /// All acquisitions.
    pub acquisitions: Vec<Acquisition>,
    /// All nestings.
    pub nestings: Vec<Nesting>,
    /// For each wait on a condition variable, its node and the acquisitions that may still be held
    /// beside its own mutex's.
    pub waits: Vec<(u32, Vec<usize>)>,
}

/// A thread with more acquisitions is left out: the graph only guides where to look first.
const MOST_ACQUISITIONS: usize = 500;

/// What a node does to locks, for this graph.
enum LockVerb {
    Nothing,
    Acquire(usize),
    Release(Vec<AtomId>),
}

/// The object and verb of a lock action: (argument, acquires, shared, blocks).
fn lock_action(action: Action) -> Option<(usize, bool, bool, bool)> {
    let acquire = |shared, blocks| Some((0, true, shared, blocks));
    let release = Some((0, false, false, false));
    if matches!(action, Action::MutexLock | Action::RwLockWrite) {
        return acquire(false, true);
    }
    if action == Action::RwLockRead {
        return acquire(true, true);
    }
    if matches!(action, Action::MutexTryLock | Action::RwLockTryWrite) {
        return acquire(false, false);
    }
    if action == Action::RwLockTryRead {
        return acquire(true, false);
    }
    let releases = [
        Action::MutexUnlock,
        Action::RwLockUnlockRead,
        Action::RwLockUnlockWrite,
    ];
    if releases.contains(&action) {
        return release;
    }
    let waits = [Action::CondvarWait, Action::CondvarWaitTimeout];
    waits.contains(&action).then_some((1, false, false, false))
}

/// The action and arguments at a node, if it is one.
pub fn node_action<'p>(
    program: &'p Program,
    facts: &PointsTo,
    peg: &Peg,
    node: u32,
) -> Option<(Action, &'p [Operand])> {
    let at = &peg.nodes[node as usize];
    if !matches!(
        at.kind,
        NodeKind::Action | NodeKind::Waiting | NodeKind::Reacquire
    ) {
        return None;
    }
    let instance = peg.frames[at.frame.index()].instance;
    let code = &program.function(facts.call_graph.func(instance)).code;
    match &code[at.start.index()] {
        Inst::Sync { action, args, .. } => Some((*action, args)),
        other => unreachable!("{other:?} is no action"),
    }
}

/// The instruction a node stands at.
pub fn node_site(facts: &PointsTo, peg: &Peg, node: u32) -> Site {
    let at = &peg.nodes[node as usize];
    let instance = peg.frames[at.frame.index()].instance;
    site_of(facts.call_graph.func(instance), at.start)
}

impl LockOrder {
    /// Builds the graph.
    pub fn new(program: &Program, facts: &PointsTo, peg: &Peg) -> LockOrder {
        let mut order = LockOrder::default();
        let count = peg.nodes.len() as u32;
        let verbs: Vec<LockVerb> = (0..count)
            .map(|node| order.verb(program, facts, peg, node))
            .collect();
        for (thread, entries) in peg.graph.entries.iter().enumerate() {
            order.thread(peg, StaticThreadId::new(thread), entries, &verbs);
        }
        order
    }

    fn verb(&mut self, program: &Program, facts: &PointsTo, peg: &Peg, node: u32) -> LockVerb {
        let Some((action, args)) = node_action(program, facts, peg, node) else {
            return LockVerb::Nothing;
        };
        let Some((arg, acquires, shared, blocks)) = lock_action(action) else {
            return LockVerb::Nothing;
        };
        let at = &peg.nodes[node as usize];
        let frame = &peg.frames[at.frame.index()];
        let cells = facts.cells(frame.instance, args[arg]);
        if at.kind == NodeKind::Waiting {
            return LockVerb::Nothing;
        }
        if !acquires && at.kind == NodeKind::Action {
            return LockVerb::Release(cells);
        }
        self.acquisitions.push(Acquisition {
            node,
            thread: frame.thread,
            site: node_site(facts, peg, node),
            cells,
            shared,
            blocks: blocks || at.kind == NodeKind::Reacquire,
        });
        LockVerb::Acquire(self.acquisitions.len() - 1)
    }

    /// The acquisitions that may be held at each node of a thread: a forward data flow with union.
    fn thread(&mut self, peg: &Peg, thread: StaticThreadId, entries: &[u32], verbs: &[LockVerb]) {
        let own: Vec<usize> = (0..self.acquisitions.len())
            .filter(|&a| self.acquisitions[a].thread == thread)
            .collect();
        if own.is_empty() || own.len() > MOST_ACQUISITIONS {
            return;
        }
        let mut held: rustc_hash::FxHashMap<u32, FixedBitSet> = rustc_hash::FxHashMap::default();
        let mut work: VecDeque<u32> = entries.iter().copied().collect();
        let mut queued = FixedBitSet::with_capacity(peg.nodes.len());
        for &entry in entries {
            held.insert(entry, FixedBitSet::with_capacity(own.len()));
        }
        while let Some(node) = work.pop_front() {
            queued.set(node as usize, false);
            let after = self.after(&own, &held[&node], &verbs[node as usize]);
            for &to in &peg.graph.successors[node as usize] {
                let fresh = !held.contains_key(&to);
                let into = held
                    .entry(to)
                    .or_insert_with(|| FixedBitSet::with_capacity(own.len()));
                if fresh || !after.is_subset(into) {
                    into.union_with(&after);
                    if !queued.put(to as usize) {
                        work.push_back(to);
                    }
                }
            }
        }
        self.record(peg, &own, &held, verbs);
    }

    fn after(&self, own: &[usize], held: &FixedBitSet, verb: &LockVerb) -> FixedBitSet {
        let mut after = held.clone();
        match verb {
            LockVerb::Nothing => {}
            LockVerb::Acquire(index) => {
                let bit = own.binary_search(index).expect("own acquisition");
                after.insert(bit);
            }
            LockVerb::Release(cells) => {
                for (bit, &index) in own.iter().enumerate() {
                    if meet(&self.acquisitions[index].cells, cells) {
                        after.set(bit, false);
                    }
                }
            }
        }
        after
    }

    fn record(
        &mut self,
        peg: &Peg,
        own: &[usize],
        held: &rustc_hash::FxHashMap<u32, FixedBitSet>,
        verbs: &[LockVerb],
    ) {
        for &inner in own {
            let node = self.acquisitions[inner].node;
            let Some(held) = held.get(&node) else {
                continue;
            };
            let reacquires = peg.nodes[node as usize].kind == NodeKind::Reacquire;
            let outer: Vec<usize> = held.ones().map(|bit| own[bit]).collect();
            if reacquires {
                self.waits.push((node, outer.clone()));
            }
            debug_assert!(matches!(verbs[node as usize], LockVerb::Acquire(_)));
            let nestings = outer.into_iter().map(|outer| Nesting { outer, inner });
            self.nestings.extend(nestings);
        }
    }
}

/// Whether two sorted lists have a member in common.
pub fn meet(a: &[AtomId], b: &[AtomId]) -> bool {
    a.iter().any(|cell| b.binary_search(cell).is_ok())
}

/// Whether two acquisitions are guarded by a lock that both hold.
pub fn gated(held: &[Lockset], a: u32, b: u32) -> bool {
    held[a as usize].excludes(held[b as usize])
}
