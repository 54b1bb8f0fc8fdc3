//@ no-bug
//@ source: new; zeros are an empty list or map of std's, which have no node then
use std::collections::{BTreeMap, BTreeSet, LinkedList};
use std::mem;

fn main() {
    let map: BTreeMap<u32, String> = unsafe { mem::zeroed() };
    assert!(map.is_empty());
    let set: BTreeSet<u8> = unsafe { mem::zeroed() };
    assert_eq!(set.iter().next(), None);
    let mut list: LinkedList<u8> = unsafe { mem::zeroed() };
    list.push_back(3);
    assert_eq!(list.pop_front(), Some(3));
    let mut grows: BTreeMap<u32, u32> = unsafe { mem::zeroed() };
    grows.insert(1, 2);
    assert_eq!(grows[&1], 2);
}
