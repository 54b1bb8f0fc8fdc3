//! Iterators that only look are cloned whatever they look at.
//@ no-bug

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::thread;

/// Is not `Clone`.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Part(u8);

fn twice(parts: impl Iterator + Clone) -> usize {
    parts.clone().count() + parts.count()
}

fn slices(parts: &[Part]) {
    assert_eq!(twice(parts.iter()), 10);
    assert_eq!(twice(parts.windows(2)), 8);
    assert_eq!(twice(parts.chunks(2)), 6);
    assert_eq!(twice(parts.chunks_exact(2)), 4);
    assert_eq!(twice(parts.rchunks(2)), 6);
    assert_eq!(twice(parts.rchunks_exact(2)), 4);
    assert_eq!(twice(parts.split(|part| part.0 == 3)), 4);
    assert_eq!(twice(parts.split_inclusive(|part| part.0 == 3)), 4);
}

fn collections() {
    let map = BTreeMap::from([(Part(1), Part(2))]);
    assert_eq!(twice(map.iter()) + twice(map.keys()) + twice(map.range(Part(0)..)), 6);
    let (one, other) = (BTreeSet::from([Part(1)]), BTreeSet::from([Part(2)]));
    assert_eq!(twice(one.iter()) + twice(one.union(&other)), 6);
    let map = HashMap::from([(Part(1), Part(2))]);
    assert_eq!(twice(map.iter()) + twice(map.values()), 4);
    let set = HashSet::from([Part(1)]);
    assert_eq!(twice(set.iter()) + twice(set.intersection(&set)), 4);
    assert_eq!(twice(VecDeque::from([Part(1)]).iter()), 2);
    assert_eq!(twice(BinaryHeap::from([Part(1)]).iter()), 2);
    assert_eq!(twice(LinkedList::from([Part(1)]).iter()), 2);
    assert_eq!(twice(Some(Part(1)).iter()), 2);
}

fn main() {
    let parts = [1, 2, 3, 4, 5].map(Part);
    thread::scope(|scope| {
        scope.spawn(|| slices(&parts));
        scope.spawn(collections);
    });
}
