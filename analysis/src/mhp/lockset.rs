//! Locks that are held for certain: a forward data flow with intersection at merges.

use std::collections::VecDeque;

use super::Graph;
use serde::{Deserialize, Serialize};

/// The locks that a node's thread holds whenever it is there, as bits of the single locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lockset {
    /// Held alone.
    pub exclusive: u128,
    /// Held for reading.
    pub shared: u128,
}

impl Lockset {
    /// No locks.
    pub const NONE: Lockset = Lockset {
        exclusive: 0,
        shared: 0,
    };
    const ALL: Lockset = Lockset {
        exclusive: u128::MAX,
        shared: u128::MAX,
    };
    /// How many locks can be told apart; others protect nothing.
    pub const CAPACITY: usize = 128;

    /// Whether the two cannot be held at once: one lock in both, not twice for reading.
    pub fn excludes(self, other: Lockset) -> bool {
        let any = other.exclusive | other.shared;
        self.exclusive & any != 0 || self.shared & other.exclusive != 0
    }

    /// The bits of all locks held, in either way.
    pub fn bits(self) -> impl Iterator<Item = u32> {
        let any = self.exclusive | self.shared;
        (0..u128::BITS).filter(move |&bit| any >> bit & 1 == 1)
    }

    fn meet(self, other: Lockset) -> Lockset {
        Lockset {
            exclusive: self.exclusive & other.exclusive,
            shared: self.shared & other.shared,
        }
    }

    /// Without the locks of a mask.
    pub fn without(self, mask: u128) -> Lockset {
        Lockset {
            exclusive: self.exclusive & !mask,
            shared: self.shared & !mask,
        }
    }
}

/// What a node does to the locks held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LockEffect {
    /// Nothing.
    #[default]
    None,
    /// Takes a lock alone.
    Lock(u32),
    /// Takes a lock for reading.
    Read(u32),
    /// Releases any of the locks of a mask.
    Release(u128),
}

impl LockEffect {
    /// The locks held after the node.
    pub fn apply(self, held: Lockset) -> Lockset {
        match self {
            LockEffect::None => held,
            LockEffect::Lock(bit) => Lockset {
                exclusive: held.exclusive | 1 << bit,
                ..held
            },
            LockEffect::Read(bit) => Lockset {
                shared: held.shared | 1 << bit,
                ..held
            },
            LockEffect::Release(mask) => held.without(mask),
        }
    }
}

/// The locks held before each node.
pub fn analyze(graph: &Graph, effects: &[LockEffect]) -> Vec<Lockset> {
    let mut held = vec![Lockset::ALL; graph.effects.len()];
    let mut seen = fixedbitset::FixedBitSet::with_capacity(held.len());
    let mut work: VecDeque<u32> = VecDeque::new();
    for &entry in graph.entries.iter().flatten() {
        held[entry as usize] = Lockset::NONE;
        seen.insert(entry as usize);
        work.push_back(entry);
    }
    while let Some(node) = work.pop_front() {
        let after = effects[node as usize].apply(held[node as usize]);
        for &to in &graph.successors[node as usize] {
            let to = to as usize;
            let met = held[to].meet(after);
            if !seen.put(to) || met != held[to] {
                held[to] = met;
                work.push_back(to as u32);
            }
        }
    }
    held
}
