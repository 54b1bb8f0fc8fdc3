//! The lock-order graph: which lock is taken while which may be held.

use std::collections::BinaryHeap;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use vscheck_ir::graph::postorder;
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

/// Sets of acquisitions, each once: most nodes of a thread have one of few.
#[derive(Default)]
struct HeldSets {
    all: Vec<FixedBitSet>,
    known: FxHashMap<FixedBitSet, u32>,
    made: FxHashMap<(Change, u32, u32), u32>,
}

/// How one set is made of another and a second one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Change {
    Union,
    Difference,
}

impl HeldSets {
    fn intern(&mut self, set: FixedBitSet) -> u32 {
        *self.known.entry(set).or_insert_with_key(|set| {
            self.all.push(set.clone());
            self.all.len() as u32 - 1
        })
    }

    fn make(&mut self, change: Change, a: u32, b: u32) -> u32 {
        if let Some(&known) = self.made.get(&(change, a, b)) {
            return known;
        }
        let (mut set, other) = (self.all[a as usize].clone(), &self.all[b as usize]);
        match change {
            Change::Union => set.union_with(other),
            Change::Difference => set.difference_with(other),
        }
        let set = self.intern(set);
        self.made.insert((change, a, b), set);
        set
    }
}

/// What a thread's nodes do to the set of acquisitions that may be held.
struct Changes<'a> {
    acquisitions: &'a [Acquisition],
    own: &'a [usize],
    verbs: &'a [LockVerb],
    /// The own acquisitions that may be about a lock.
    of_cell: FxHashMap<AtomId, FixedBitSet>,
    /// Those that releases of these locks end.
    released: FxHashMap<&'a [AtomId], u32>,
}

impl<'a> Changes<'a> {
    fn new(acquisitions: &'a [Acquisition], own: &'a [usize], verbs: &'a [LockVerb]) -> Self {
        let mut of_cell: FxHashMap<AtomId, FixedBitSet> = FxHashMap::default();
        for (bit, &index) in own.iter().enumerate() {
            for &cell in &acquisitions[index].cells {
                let none = || FixedBitSet::with_capacity(own.len());
                of_cell.entry(cell).or_insert_with(none).insert(bit);
            }
        }
        Changes {
            acquisitions,
            own,
            verbs,
            of_cell,
            released: FxHashMap::default(),
        }
    }

    fn after(&mut self, node: u32, before: u32, sets: &mut HeldSets) -> u32 {
        let mut one = FixedBitSet::with_capacity(self.own.len());
        match &self.verbs[node as usize] {
            LockVerb::Nothing => before,
            LockVerb::Acquire(index) => {
                debug_assert_eq!(self.acquisitions[*index].node, node);
                one.insert(self.own.binary_search(index).expect("own acquisition"));
                let one = sets.intern(one);
                sets.make(Change::Union, before, one)
            }
            LockVerb::Release(cells) => {
                let of_cell = &self.of_cell;
                let released = *self.released.entry(cells).or_insert_with(|| {
                    let known = cells.iter().filter_map(|cell| of_cell.get(cell));
                    known.for_each(|some| one.union_with(some));
                    sets.intern(one)
                });
                sets.make(Change::Difference, before, released)
            }
        }
    }
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
        let mut sets = HeldSets::default();
        let mut changes = Changes::new(&self.acquisitions, &own, verbs);
        let none = sets.intern(FixedBitSet::with_capacity(own.len()));
        let order = postorder(entries, &peg.graph.successors);
        let mut place = vec![0; peg.nodes.len()];
        for (index, &node) in order.iter().enumerate() {
            place[node as usize] = index;
        }
        let mut held: Vec<Option<u32>> = vec![None; peg.nodes.len()];
        let mut work: BinaryHeap<usize> = BinaryHeap::new();
        let mut queued = FixedBitSet::with_capacity(order.len());
        for &entry in entries {
            held[entry as usize] = Some(none);
            work.push(place[entry as usize]);
        }
        while let Some(last) = work.pop() {
            queued.set(last, false);
            let node = order[last];
            let before = held[node as usize].expect("a node with something before it");
            let after = changes.after(node, before, &mut sets);
            for &to in &peg.graph.successors[node as usize] {
                let known = held[to as usize];
                let met = match known {
                    Some(known) if known != after => sets.make(Change::Union, known, after),
                    _ => after,
                };
                if known != Some(met) {
                    held[to as usize] = Some(met);
                    let place = place[to as usize];
                    if !queued.put(place) {
                        work.push(place);
                    }
                }
            }
        }
        self.record(peg, &own, &|node| {
            Some(&sets.all[held[node as usize]? as usize])
        });
    }

    fn record<'h>(
        &mut self,
        peg: &Peg,
        own: &[usize],
        held: &impl Fn(u32) -> Option<&'h FixedBitSet>,
    ) {
        for &inner in own {
            let node = self.acquisitions[inner].node;
            let Some(held) = held(node) else {
                continue;
            };
            let reacquires = peg.nodes[node as usize].kind == NodeKind::Reacquire;
            let outer: Vec<usize> = held.ones().map(|bit| own[bit]).collect();
            if reacquires {
                self.waits.push((node, outer.clone()));
            }
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
