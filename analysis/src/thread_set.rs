//! Sets of static threads: fixed width, so that the data flow over regions is a few word operations.

use serde::{Deserialize, Serialize};
use vscheck_ir::entity;

entity! {
    /// An abstract thread: a spawn in its calling context. 0 is `main`.
    #[derive(Serialize, Deserialize)]
    StaticThreadId, "t"
}

const WORDS: usize = 4;

/// A set of static threads.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct ThreadSet([u64; WORDS]);

impl ThreadSet {
    /// How many static threads fit; more are told apart by their spawn only, or not at all.
    pub const CAPACITY: usize = WORDS * 64;

    /// The set of one thread.
    pub fn of(thread: StaticThreadId) -> ThreadSet {
        let mut set = ThreadSet::default();
        set.insert(thread);
        set
    }

    /// Adds a thread; whether it was new.
    pub fn insert(&mut self, thread: StaticThreadId) -> bool {
        let word = &mut self.0[thread.index() / 64];
        let before = *word;
        *word |= 1 << (thread.index() % 64);
        *word != before
    }

    /// Whether the thread is in it.
    pub fn contains(&self, thread: StaticThreadId) -> bool {
        self.0[thread.index() / 64] >> (thread.index() % 64) & 1 == 1
    }

    /// Adds all of `other`; whether anything was new.
    pub fn insert_all(&mut self, other: ThreadSet) -> bool {
        let before = *self;
        *self = *self | other;
        *self != before
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        *self == ThreadSet::default()
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the two have a member in common.
    pub fn meets(&self, other: ThreadSet) -> bool {
        !(*self & other).is_empty()
    }

    /// All members in order.
    pub fn iter(self) -> impl Iterator<Item = StaticThreadId> {
        (0..WORDS).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    StaticThreadId::new(word * 64 + bit)
                })
            })
        })
    }

    fn zip(self, other: ThreadSet, op: impl Fn(u64, u64) -> u64) -> ThreadSet {
        ThreadSet(std::array::from_fn(|w| op(self.0[w], other.0[w])))
    }
}

impl std::ops::BitOr for ThreadSet {
    type Output = ThreadSet;
    fn bitor(self, other: ThreadSet) -> ThreadSet {
        self.zip(other, |a, b| a | b)
    }
}

impl std::ops::BitAnd for ThreadSet {
    type Output = ThreadSet;
    fn bitand(self, other: ThreadSet) -> ThreadSet {
        self.zip(other, |a, b| a & b)
    }
}

impl std::ops::Sub for ThreadSet {
    type Output = ThreadSet;
    fn sub(self, other: ThreadSet) -> ThreadSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl FromIterator<StaticThreadId> for ThreadSet {
    fn from_iter<I: IntoIterator<Item = StaticThreadId>>(threads: I) -> Self {
        let mut set = ThreadSet::default();
        threads.into_iter().for_each(|t| {
            set.insert(t);
        });
        set
    }
}
