//! Which variables and parts may be there, and which may be gone, at each block's start.

use super::successors;
use super::tree::{NodeId, Tree};
use crate::lower::code::{BlockId, Code, Item, Op};
use crate::lower::path::MovePath;
use fixedbitset::FixedBitSet;

/// What may be there and what may be gone.
#[derive(Clone, Debug)]
pub struct State {
    init: FixedBitSet,
    uninit: FixedBitSet,
}

impl State {
    /// Whether a node may be there.
    pub fn maybe_init(&self, node: NodeId) -> bool {
        self.init.contains(node as usize)
    }

    /// Whether a node may be gone.
    pub fn maybe_uninit(&self, node: NodeId) -> bool {
        self.uninit.contains(node as usize)
    }

    fn apply(&mut self, op: &Op, tree: &Tree) {
        match op {
            Op::Inst(_) => {}
            Op::Init(path) => self.set(path, tree, true),
            Op::Move(path) => self.set(path, tree, false),
            Op::Drop(drop) => {
                if let Some(path) = &drop.path {
                    self.set(path, tree, false);
                }
            }
        }
    }

    fn set(&mut self, path: &MovePath, tree: &Tree, there: bool) {
        let (node, exact) = tree.find(path);
        if !exact {
            return;
        }
        for part in tree.subtree(node) {
            self.init.set(part as usize, there);
            self.uninit.set(part as usize, !there);
        }
    }

    /// Adds what another way brings; whether that changes anything.
    fn merge(&mut self, other: &State) -> bool {
        let before = (self.init.count_ones(..), self.uninit.count_ones(..));
        self.init.union_with(&other.init);
        self.uninit.union_with(&other.uninit);
        before != (self.init.count_ones(..), self.uninit.count_ones(..))
    }
}

/// The state at the start of each block that can be reached.
pub struct Flow {
    entry: Vec<Option<State>>,
}

impl Flow {
    /// Solves the flow equations.
    pub fn solve(code: &Code, tree: &Tree) -> Flow {
        let mut flow = Flow {
            entry: vec![None; code.blocks.len()],
        };
        let size = tree.len();
        let mut uninit = FixedBitSet::with_capacity(size);
        uninit.insert_range(..);
        flow.entry[0] = Some(State {
            init: FixedBitSet::with_capacity(size),
            uninit,
        });
        let mut work = vec![BlockId(0)];
        while let Some(block) = work.pop() {
            flow.step(code, tree, block, &mut work);
        }
        flow
    }

    fn step(&mut self, code: &Code, tree: &Tree, block: BlockId, work: &mut Vec<BlockId>) {
        let Some(mut state) = self.entry[block.index()].clone() else {
            return;
        };
        let items = &code.blocks[block.index()].items;
        let mut last_landing = None;
        for item in items {
            // A panic in a drop leaves nothing to drop again.
            let dropping = matches!(item.op, Op::Drop(_));
            if dropping {
                state.apply(&item.op, tree);
            }
            if let Some((landing, _)) = item.landing
                && (dropping || last_landing != Some(landing))
            {
                self.flow_to(landing, &state, work);
                last_landing = Some(landing);
            }
            if !dropping && !matches!(item.op, Op::Inst(_)) {
                state.apply(&item.op, tree);
                last_landing = None;
            }
        }
        for next in successors(items) {
            self.flow_to(next, &state, work);
        }
    }

    fn flow_to(&mut self, block: BlockId, state: &State, work: &mut Vec<BlockId>) {
        let changed = match &mut self.entry[block.index()] {
            Some(known) => known.merge(state),
            none => {
                *none = Some(state.clone());
                true
            }
        };
        if changed && !work.contains(&block) {
            work.push(block);
        }
    }

    /// The state before the last operation of a block; none if the block cannot be reached.
    pub fn before_last(&self, code: &Code, tree: &Tree, block: BlockId) -> Option<State> {
        let mut state = self.entry.get(block.index())?.clone()?;
        let items: &[Item] = &code.blocks[block.index()].items;
        for item in &items[..items.len() - 1] {
            state.apply(&item.op, tree);
        }
        Some(state)
    }
}
