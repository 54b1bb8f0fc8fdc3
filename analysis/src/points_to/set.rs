//! Sparse sets of small integers: sorted chunks of 64, so that nearby members share a word.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A sparse set of `u32`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SparseSet {
    chunks: Chunks,
}

/// (member / 64, bits), sorted by the first, no empty bits. Most sets have only one.
type Chunks = SmallVec<[(u32, u64); 1]>;

impl SparseSet {
    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|c| c.1.count_ones() as usize).sum()
    }

    /// Number of words of 64 members that it has room for.
    pub fn words(&self) -> usize {
        self.chunks.len()
    }

    /// Whether `member` is in it.
    pub fn contains(&self, member: u32) -> bool {
        self.chunks
            .binary_search_by_key(&(member / 64), |c| c.0)
            .is_ok_and(|at| self.chunks[at].1 >> (member % 64) & 1 == 1)
    }

    /// Adds a member; whether it was new.
    pub fn insert(&mut self, member: u32) -> bool {
        let bit = 1 << (member % 64);
        match self.chunks.binary_search_by_key(&(member / 64), |c| c.0) {
            Ok(at) => {
                let new = self.chunks[at].1 & bit == 0;
                self.chunks[at].1 |= bit;
                new
            }
            Err(at) => {
                self.chunks.insert(at, (member / 64, bit));
                true
            }
        }
    }

    /// Adds all of `other`.
    pub fn union(&mut self, other: &SparseSet) {
        if self.is_empty() {
            self.chunks.clone_from(&other.chunks);
        } else {
            self.absorb_each(&other.chunks, |_| {});
        }
    }

    /// Adds all of `other` and returns what was new.
    pub fn absorb(&mut self, other: &SparseSet) -> SparseSet {
        let mut chunks = Chunks::new();
        self.absorb_each(&other.chunks, |new| chunks.push(new));
        SparseSet { chunks }
    }

    /// Adds all chunks, sorted as the own ones are, and tells what is new in each. Mostly they hit words
    /// that are there, and nothing has to move.
    fn absorb_each(&mut self, others: &[(u32, u64)], mut new: impl FnMut((u32, u64))) {
        let first = others.first().map_or(0, |c| c.0);
        let mut at = self.chunks.partition_point(|c| c.0 < first);
        let mut missing = 0;
        for &(word, bits) in others {
            while self.chunks.get(at).is_some_and(|c| c.0 < word) {
                at += 1;
            }
            match self.chunks.get_mut(at).filter(|c| c.0 == word) {
                Some(own) => {
                    let fresh = bits & !own.1;
                    own.1 |= bits;
                    if fresh != 0 {
                        new((word, fresh));
                    }
                }
                None => {
                    missing += 1;
                    new((word, bits));
                }
            }
        }
        if missing > 0 {
            self.make_room(others, missing);
        }
    }

    /// Adds the chunks of those words that are not there, from the last to the first, so that each chunk
    /// moves once.
    fn make_room(&mut self, others: &[(u32, u64)], missing: usize) {
        let mut left = self.chunks.len();
        let mut to = left + missing;
        self.chunks.resize(to, (0, 0));
        for &chunk in others.iter().rev() {
            while left > 0 && self.chunks[left - 1].0 > chunk.0 {
                left -= 1;
                to -= 1;
                self.chunks[to] = self.chunks[left];
            }
            if left == 0 || self.chunks[left - 1].0 != chunk.0 {
                to -= 1;
                self.chunks[to] = chunk;
            }
            if left == to {
                return;
            }
        }
    }

    /// The members that `other` does not have.
    pub fn minus(&self, other: &SparseSet) -> SparseSet {
        let mut at = 0;
        let mut chunks = Chunks::new();
        for &(word, bits) in &self.chunks {
            while at < other.chunks.len() && other.chunks[at].0 < word {
                at += 1;
            }
            let theirs = other
                .chunks
                .get(at)
                .filter(|c| c.0 == word)
                .map_or(0, |c| c.1);
            if bits & !theirs != 0 {
                chunks.push((word, bits & !theirs));
            }
        }
        SparseSet { chunks }
    }

    /// The members that `other` has as well.
    pub fn common(&self, other: &SparseSet) -> SparseSet {
        let mut theirs = other.chunks.iter().peekable();
        let shared = self.chunks.iter().filter_map(|&(word, bits)| {
            while theirs.next_if(|c| c.0 < word).is_some() {}
            let both = theirs.peek().filter(|c| c.0 == word).map_or(0, |c| c.1) & bits;
            (both != 0).then_some((word, both))
        });
        SparseSet {
            chunks: shared.collect(),
        }
    }

    /// All members in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.chunks.iter().flat_map(|&(word, bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                (left != 0).then(|| {
                    left &= left - 1;
                    word * 64 + bit
                })
            })
        })
    }
}

impl FromIterator<u32> for SparseSet {
    fn from_iter<I: IntoIterator<Item = u32>>(members: I) -> Self {
        let mut set = SparseSet::default();
        members.into_iter().for_each(|m| {
            set.insert(m);
        });
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Compares with `BTreeSet` on pseudo-random members.
    #[test]
    fn agrees_with_a_btree_set() {
        let mut seed = 7u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            (seed >> 33) as u32 % 500
        };
        for _ in 0..200 {
            let left: BTreeSet<u32> = (0..next() % 40).map(|_| next()).collect();
            let right: BTreeSet<u32> = (0..next() % 40).map(|_| next()).collect();
            let mut set: SparseSet = left.iter().copied().collect();
            let other: SparseSet = right.iter().copied().collect();
            let minus: Vec<u32> = left.difference(&right).copied().collect();
            assert_eq!(set.minus(&other).iter().collect::<Vec<_>>(), minus);
            let common: Vec<u32> = left.intersection(&right).copied().collect();
            assert_eq!(set.common(&other).iter().collect::<Vec<_>>(), common);
            let new: Vec<u32> = right.difference(&left).copied().collect();
            assert_eq!(set.absorb(&other).iter().collect::<Vec<_>>(), new);
            let union: Vec<u32> = left.union(&right).copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), union);
            assert_eq!(set.len(), union.len());
            assert!(union.iter().all(|&m| set.contains(m)));
        }
    }
}
