//! Inclusion constraints and their solution: difference propagation over a graph of copies whose
//! cycles are collapsed (Pearce, Kelly and Hankin 2007).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::{Deserialize, Serialize};
use vscheck_ir::graph;
use vscheck_ir::{LayoutId, entity};

use super::set::SparseSet;

entity! {
    /// A register, a cell's content, or a temporary.
    #[derive(Serialize, Deserialize)]
    NodeId, "n"
}

impl NodeId {
    /// The node of all that hold nothing: the first.
    pub const EMPTY: NodeId = NodeId(0);
}

/// What else has to happen when a node's set grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Complex {
    /// `dst` includes the content at (member + offset).
    Load { offset: u32, dst: NodeId },
    /// The content at (member + offset) includes `src`.
    Store { offset: u32, src: NodeId },
    /// `dst` includes the content of each element's cell `offset` around member.
    LoadAny {
        stride: u32,
        offset: u32,
        dst: NodeId,
    },
    /// The content of each element's cell `offset` around member includes `src`.
    StoreAny {
        stride: u32,
        offset: u32,
        src: NodeId,
    },
    /// `dst` includes member + delta.
    Shift { delta: i64, dst: NodeId },
    /// `dst` includes each element around member, + offset.
    ShiftAny {
        stride: u32,
        offset: u32,
        dst: NodeId,
    },
    /// `dst` includes every cell of the member's object.
    Smear { dst: NodeId },
    /// `dst` includes the member, and every cell of its object if that has no such value there.
    View { pointee: LayoutId, dst: NodeId },
    /// `dst` includes the supertraits of the member.
    Upcast { dst: NodeId },
    /// `dst` includes those members that a reference to this type may point to.
    Refer { pointee: LayoutId, dst: NodeId },
    /// A call through a function pointer or vtable, or a spawn: an index into the pending calls.
    Call { call: u32 },
}

/// What all nodes with big sets become: they hardly differ, and each of them costs what the others do.
#[derive(Debug)]
struct Heap {
    node: NodeId,
    /// Largest set that is kept apart.
    most: usize,
    /// The constraints that it has.
    known: FxHashSet<Complex>,
    /// All that can be loaded through it.
    loaded: Option<NodeId>,
    /// All that is stored through it.
    stored: Option<NodeId>,
}

/// What is known of a node. Of one that is kept only the solution is.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Node {
    set: SparseSet,
    /// The part of the set that has not been propagated yet.
    #[serde(skip)]
    fresh: SparseSet,
    /// The nodes that include this one.
    #[serde(skip)]
    copies: Vec<NodeId>,
    #[serde(skip)]
    complex: Vec<Complex>,
}

/// Nodes that there is room for from the start, so that those of small programs are never moved.
const ROOM: usize = 4096;

/// The copy graph.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Solver {
    nodes: Vec<Node>,
    /// Union-find: nodes on one cycle share a representative.
    parent: Vec<u32>,
    #[serde(skip)]
    edges: FxHashSet<(NodeId, NodeId)>,
    /// Nodes with something to propagate, those first that others get it from.
    #[serde(skip)]
    work: BinaryHeap<(u32, Reverse<NodeId>)>,
    /// A node has a higher one than those that copy from it, as far as the graph was known when cycles were
    /// last collapsed.
    #[serde(skip)]
    rank: Vec<u32>,
    /// Members that some constraints of a merged node have not seen yet.
    #[serde(skip)]
    late: Vec<(SparseSet, Vec<Complex>)>,
    /// One node for all that may hold more than so many members, if sets are bounded.
    #[serde(skip)]
    heap: Option<Heap>,
    #[serde(skip)]
    queued: fixedbitset::FixedBitSet,
    /// Propagations since cycles were last collapsed, and at all.
    #[serde(skip)]
    since_collapse: usize,
    /// Work done so far, in set words touched and members handled; what the budget is compared with.
    #[serde(skip)]
    pub effort: usize,
}

impl Solver {
    /// A graph of no nodes.
    pub fn new() -> Solver {
        Solver {
            nodes: Vec::with_capacity(ROOM),
            edges: FxHashSet::with_capacity_and_hasher(ROOM / 2, FxBuildHasher),
            ..Solver::default()
        }
    }

    /// From now on nodes with more than `most` members are one.
    pub fn bound_sets(&mut self, most: usize) {
        let node = self.nodes(1);
        self.heap = Some(Heap {
            node,
            most,
            known: FxHashSet::default(),
            loaded: None,
            stored: None,
        });
    }

    /// Adds `count` nodes and returns the first.
    pub fn nodes(&mut self, count: usize) -> NodeId {
        let first = self.nodes.len();
        let total = first + count;
        self.nodes.resize_with(total, Node::default);
        self.parent.extend(first as u32..total as u32);
        self.rank.resize(total, u32::MAX);
        self.queued.grow(total);
        NodeId::new(first)
    }

    /// The representative of a node.
    pub fn find(&self, node: NodeId) -> NodeId {
        let mut at = node.0;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        NodeId(at)
    }

    /// What a node may hold.
    pub fn set(&self, node: NodeId) -> &SparseSet {
        &self.nodes[self.find(node).index()].set
    }

    fn queue(&mut self, node: NodeId) {
        if !self.queued.put(node.index()) {
            self.work.push((self.rank[node.index()], Reverse(node)));
        }
    }

    /// Adds one member.
    pub fn add(&mut self, node: NodeId, member: u32) {
        let node = self.find(node);
        if self.nodes[node.index()].set.insert(member) {
            self.nodes[node.index()].fresh.insert(member);
            self.queue(node);
        }
    }

    /// Adds several members.
    pub fn add_all(&mut self, node: NodeId, members: &SparseSet) {
        self.include(self.find(node), members);
    }

    /// The same of the cells of an object, which are no work that grows with what others hold.
    pub fn add_cells(&mut self, node: NodeId, cells: &SparseSet) {
        self.grow(self.find(node), cells);
    }

    /// `to` includes `from`.
    pub fn copy(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.nodes[from.index()].copies.push(to);
        let members = std::mem::take(&mut self.nodes[from.index()].set);
        if !members.is_empty() {
            self.include(to, &members);
        }
        self.nodes[from.index()].set = members;
    }

    fn include(&mut self, to: NodeId, members: &SparseSet) {
        self.effort += members.words();
        self.grow(to, members);
    }

    fn grow(&mut self, to: NodeId, members: &SparseSet) {
        let new = self.nodes[to.index()].set.absorb(members);
        if !new.is_empty() {
            let fresh = &mut self.nodes[to.index()].fresh;
            if fresh.is_empty() {
                *fresh = new;
            } else {
                fresh.union(&new);
            }
            self.queue(to);
        }
    }

    /// Adds a complex constraint; the members already handled are returned, to be handled for it.
    pub fn constrain(&mut self, node: NodeId, constraint: Complex) -> SparseSet {
        let node = self.find(node);
        if self
            .heap
            .as_ref()
            .is_some_and(|heap| self.find(heap.node) == node)
            && self.goes_through_heap(constraint)
        {
            return SparseSet::default();
        }
        self.nodes[node.index()].complex.push(constraint);
        self.nodes[node.index()]
            .set
            .minus(&self.nodes[node.index()].fresh)
    }

    /// Propagates along copies until a node with complex constraints has new members; returns them, and the
    /// constraints to handle.
    pub fn next(&mut self) -> Option<(SparseSet, Vec<Complex>)> {
        loop {
            if self.since_collapse > 2 * self.nodes.len() + 1000 {
                self.collapse();
            }
            if let Some(late) = self.late.pop() {
                return Some(late);
            }
            let (_, Reverse(node)) = self.work.pop()?;
            self.queued.set(node.index(), false);
            let node = self.find(node);
            let fresh = std::mem::take(&mut self.nodes[node.index()].fresh);
            if fresh.is_empty() {
                continue;
            }
            if let Some(heap) = self.heap_for(node) {
                self.nodes[node.index()].fresh = fresh;
                self.throw(node, heap);
                continue;
            }
            self.propagate(node, &fresh);
            if !self.nodes[node.index()].complex.is_empty() {
                return Some((fresh, self.nodes[node.index()].complex.clone()));
            }
        }
    }

    /// Where a node belongs that has too many members.
    fn heap_for(&self, node: NodeId) -> Option<NodeId> {
        let heap = self.heap.as_ref()?;
        let node_of_all = self.find(heap.node);
        let is_big = node != node_of_all && self.nodes[node.index()].set.len() > heap.most;
        is_big.then_some(node_of_all)
    }

    /// Makes a node one with all others that have too many members.
    fn throw(&mut self, node: NodeId, heap: NodeId) {
        let own = std::mem::take(&mut self.nodes[node.index()].set);
        let fresh = std::mem::take(&mut self.nodes[node.index()].fresh);
        let copies = std::mem::take(&mut self.nodes[node.index()].copies);
        let constraints = std::mem::take(&mut self.nodes[node.index()].complex);
        self.parent[node.index()] = heap.0;
        let mut unseen = self.nodes[heap.index()].set.minus(&own);
        unseen.union(&fresh);
        for target in copies {
            let target = self.find(target);
            if target != heap {
                self.include(target, &unseen);
                if self.edges.insert((heap, target)) {
                    self.nodes[heap.index()].copies.push(target);
                }
            }
        }
        self.hand_over(heap, &unseen, constraints);
        self.include(heap, &own);
    }

    /// Gives constraints that have not seen these members to the node of all big sets.
    fn hand_over(&mut self, heap: NodeId, unseen: &SparseSet, constraints: Vec<Complex>) {
        let mut new = Vec::new();
        for constraint in constraints {
            if self.goes_through_heap(constraint) {
                continue;
            }
            let constraint = self.renamed(constraint);
            let known = self.heap.as_mut().map(|heap| &mut heap.known);
            if known.is_some_and(|known| known.insert(constraint)) {
                new.push(constraint);
            }
        }
        if !unseen.is_empty() && !new.is_empty() {
            self.late.push((unseen.clone(), new.clone()));
        }
        self.nodes[heap.index()].complex.extend(new);
    }

    /// Loads and stores through the node of all big sets share one node each.
    fn goes_through_heap(&mut self, constraint: Complex) -> bool {
        let Some(heap) = &self.heap else { return false };
        let (at, load) = (self.find(heap.node), heap.loaded);
        if let Complex::Load { offset: 0, dst } = constraint {
            let all = load.unwrap_or_else(|| {
                self.through_heap(
                    at,
                    |dst| Complex::Load { offset: 0, dst },
                    |heap| &mut heap.loaded,
                )
            });
            self.copy(all, dst);
        } else if let Complex::Store { offset: 0, src } = constraint {
            let all = heap.stored.unwrap_or_else(|| {
                self.through_heap(
                    at,
                    |src| Complex::Store { offset: 0, src },
                    |heap| &mut heap.stored,
                )
            });
            self.copy(src, all);
        } else {
            return false;
        }
        true
    }

    fn through_heap(
        &mut self,
        at: NodeId,
        constraint: impl Fn(NodeId) -> Complex,
        place: impl Fn(&mut Heap) -> &mut Option<NodeId>,
    ) -> NodeId {
        let all = self.nodes(1);
        if let Some(heap) = &mut self.heap {
            *place(heap) = Some(all);
        }
        self.nodes[at.index()].complex.push(constraint(all));
        let members = self.nodes[at.index()].set.clone();
        self.late.push((members, vec![constraint(all)]));
        all
    }

    fn propagate(&mut self, node: NodeId, fresh: &SparseSet) {
        let targets = std::mem::take(&mut self.nodes[node.index()].copies);
        self.since_collapse += targets.len();
        for &target in &targets {
            let target = self.find(target);
            if target != node {
                self.include(target, fresh);
            }
        }
        self.nodes[node.index()].copies = targets;
    }

    /// Makes one node of each cycle of copies.
    fn collapse(&mut self) {
        self.since_collapse = 0;
        let found = graph::components(self.nodes.len(), |node, out| {
            if self.parent[node as usize] == node {
                out.extend(
                    self.nodes[node as usize]
                        .copies
                        .iter()
                        .map(|&to| self.find(to).0),
                );
            }
        });
        for members in found.members().filter(|m| m.len() > 1) {
            self.merge(members);
        }
        let work = std::mem::take(&mut self.work);
        let ranked = work
            .into_iter()
            .map(|(_, Reverse(node))| (found.of[node.index()], Reverse(node)));
        self.work = ranked.collect();
        self.rank = found.of;
    }

    /// What one member has not passed on yet of what all of them hold is passed on by its own constraints,
    /// now or, where more has to happen, with the next new members.
    fn merge(&mut self, members: &[u32]) {
        let keep = members[0] as usize;
        for &member in members {
            self.parent[member as usize] = keep as u32;
        }
        let mut all = SparseSet::default();
        for &member in members {
            all.union(&self.nodes[member as usize].set);
        }
        let (mut copies, mut complex) = (Vec::new(), Vec::new());
        for &member in members {
            let member = member as usize;
            let mut targets = std::mem::take(&mut self.nodes[member].copies);
            let constraints = std::mem::take(&mut self.nodes[member].complex);
            let mut fresh = all.minus(&std::mem::take(&mut self.nodes[member].set));
            fresh.union(&std::mem::take(&mut self.nodes[member].fresh));
            if !fresh.is_empty() {
                for target in &mut targets {
                    *target = self.find(*target);
                    if target.index() != keep {
                        self.include(*target, &fresh);
                    }
                }
                if !constraints.is_empty() {
                    self.late.push((fresh, constraints.clone()));
                }
            }
            copies.extend(targets);
            complex.extend(constraints);
        }
        copies.iter_mut().for_each(|to| *to = self.find(*to));
        copies.sort_unstable();
        copies.dedup();
        copies.retain(|to| to.index() != keep);
        let mut seen = FxHashSet::default();
        complex.retain(|&constraint| seen.insert(self.renamed(constraint)));
        self.nodes[keep].copies = copies;
        self.nodes[keep].complex = complex;
        self.nodes[keep].set = all;
    }

    /// The constraint with the node that stands for the one it names.
    fn renamed(&self, mut constraint: Complex) -> Complex {
        match &mut constraint {
            Complex::Load { dst: node, .. }
            | Complex::Store { src: node, .. }
            | Complex::LoadAny { dst: node, .. }
            | Complex::StoreAny { src: node, .. }
            | Complex::Shift { dst: node, .. }
            | Complex::ShiftAny { dst: node, .. }
            | Complex::Smear { dst: node }
            | Complex::View { dst: node, .. }
            | Complex::Upcast { dst: node }
            | Complex::Refer { dst: node, .. } => *node = self.find(*node),
            Complex::Call { .. } => {}
        }
        constraint
    }
}
