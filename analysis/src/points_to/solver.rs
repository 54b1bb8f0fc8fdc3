//! Inclusion constraints and their solution: difference propagation over a graph of copies whose
//! cycles are collapsed (Pearce, Kelly and Hankin 2007).

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use vscheck_ir::graph;
use vscheck_ir::{LayoutId, entity};

use super::set::SparseSet;

entity! {
    /// A register, a cell's content, or a temporary.
    NodeId, "n"
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

/// The copy graph.
#[derive(Debug, Default)]
pub struct Solver {
    sets: Vec<SparseSet>,
    /// The part of each set that has been propagated.
    done: Vec<SparseSet>,
    copies: Vec<Vec<NodeId>>,
    complex: Vec<Vec<Complex>>,
    /// Union-find: nodes on one cycle share a representative.
    parent: Vec<u32>,
    edges: FxHashSet<(NodeId, NodeId)>,
    work: VecDeque<NodeId>,
    /// Members that some constraints of a merged node have not seen yet.
    late: Vec<(SparseSet, Vec<Complex>)>,
    queued: fixedbitset::FixedBitSet,
    /// Propagations since cycles were last collapsed, and at all.
    since_collapse: usize,
    /// Work done so far, in set words touched and members handled; what the budget is compared with.
    pub effort: usize,
}

impl Solver {
    /// Adds `count` nodes and returns the first.
    pub fn nodes(&mut self, count: usize) -> NodeId {
        let first = self.sets.len();
        let total = first + count;
        self.sets.resize_with(total, SparseSet::default);
        self.done.resize_with(total, SparseSet::default);
        self.copies.resize_with(total, Vec::new);
        self.complex.resize_with(total, Vec::new);
        self.parent.extend(first as u32..total as u32);
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
        &self.sets[self.find(node).index()]
    }

    fn queue(&mut self, node: NodeId) {
        if !self.queued.put(node.index()) {
            self.work.push_back(node);
        }
    }

    /// Adds one member.
    pub fn add(&mut self, node: NodeId, member: u32) {
        let node = self.find(node);
        if self.sets[node.index()].insert(member) {
            self.queue(node);
        }
    }

    /// Adds several members.
    pub fn add_all(&mut self, node: NodeId, members: &SparseSet) {
        self.include(self.find(node), members);
    }

    /// `to` includes `from`.
    pub fn copy(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.copies[from.index()].push(to);
        if !self.done[from.index()].is_empty() {
            let done = self.done[from.index()].clone();
            self.include(to, &done);
        }
    }

    fn include(&mut self, to: NodeId, members: &SparseSet) {
        self.effort += 1 + members.len() / 64;
        if self.sets[to.index()].union(members) {
            self.queue(to);
        }
    }

    /// Adds a complex constraint; the members already handled are returned, to be handled for it.
    pub fn constrain(&mut self, node: NodeId, constraint: Complex) -> SparseSet {
        let node = self.find(node);
        self.complex[node.index()].push(constraint);
        self.done[node.index()].clone()
    }

    /// Propagates along copies until a node with complex constraints has new members; returns them.
    pub fn next(&mut self) -> Option<(SparseSet, Vec<Complex>)> {
        loop {
            if self.since_collapse > 2 * self.sets.len() + 1000 {
                self.collapse();
            }
            if let Some(late) = self.late.pop() {
                return Some(late);
            }
            let node = self.work.pop_front()?;
            self.queued.set(node.index(), false);
            let node = self.find(node);
            let fresh = self.sets[node.index()].minus(&self.done[node.index()]);
            if fresh.is_empty() {
                continue;
            }
            self.propagate(node, &fresh);
            if !self.complex[node.index()].is_empty() {
                return Some((fresh, self.complex[node.index()].clone()));
            }
        }
    }

    fn propagate(&mut self, node: NodeId, fresh: &SparseSet) {
        self.done[node.index()].union(fresh);
        let targets = std::mem::take(&mut self.copies[node.index()]);
        self.since_collapse += targets.len();
        for &target in &targets {
            let target = self.find(target);
            if target != node {
                self.include(target, fresh);
            }
        }
        self.copies[node.index()] = targets;
    }

    /// Makes one node of each cycle of copies.
    fn collapse(&mut self) {
        self.since_collapse = 0;
        let found = graph::components(self.sets.len(), |node, out| {
            if self.parent[node as usize] == node {
                out.extend(self.copies[node as usize].iter().map(|&to| self.find(to).0));
            }
        });
        for members in found.members().filter(|m| m.len() > 1) {
            self.merge(members);
        }
    }

    /// What one member has not passed on yet of what all of them hold is passed on by its own constraints,
    /// now or, where more has to happen, with the next new members.
    fn merge(&mut self, members: &[u32]) {
        let keep = members[0] as usize;
        for &member in members {
            self.parent[member as usize] = keep as u32;
        }
        let mut all = std::mem::take(&mut self.sets[keep]);
        for &member in &members[1..] {
            all.union(&std::mem::take(&mut self.sets[member as usize]));
        }
        let (mut copies, mut complex) = (Vec::new(), Vec::new());
        for &member in members {
            let member = member as usize;
            let mut targets = std::mem::take(&mut self.copies[member]);
            let constraints = std::mem::take(&mut self.complex[member]);
            let fresh = all.minus(&std::mem::take(&mut self.done[member]));
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
        self.copies[keep] = copies;
        self.complex[keep] = complex;
        self.done[keep] = all.clone();
        self.sets[keep] = all;
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
