//! Raw entries: maps that are looked up by a hash and a comparison of the caller's. They are `hashbrown`'s, and
//! were unstable in std, so that programs of std do not name them.
//!
//! Left out: nothing known.

use super::{HashMap, Slot, add_slot, find_slot, place_of};
use crate::borrow::Borrow;
use crate::hash::{BuildHasher, Hash};
use crate::mem;

pub struct RawEntryBuilder<'a, K: 'a, V: 'a, S: 'a> {
    pub(super) map: &'a HashMap<K, V, S>,
}
pub struct RawEntryBuilderMut<'a, K: 'a, V: 'a, S: 'a> {
    pub(super) map: &'a mut HashMap<K, V, S>,
}
pub enum RawEntryMut<'a, K: 'a, V: 'a, S: 'a> {
    Occupied(RawOccupiedEntryMut<'a, K, V, S>),
    Vacant(RawVacantEntryMut<'a, K, V, S>),
}
pub struct RawOccupiedEntryMut<'a, K: 'a, V: 'a, S: 'a> {
    map: &'a mut HashMap<K, V, S>,
    index: usize,
}
pub struct RawVacantEntryMut<'a, K: 'a, V: 'a, S: 'a> {
    map: &'a mut HashMap<K, V, S>,
}

fn find_matching<K, V, F: FnMut(&K) -> bool>(slots: &[Slot<K, V>], hash: u64, is_match: F) -> Option<usize> {
    let mut is_match = is_match;
    let mut index = place_of(slots, hash);
    while index < slots.len() && slots[index].hash == hash {
        if is_match(&slots[index].key) {
            return Some(index);
        }
        index += 1;
    }
    None
}

impl<'a, K, V, S> RawEntryBuilder<'a, K, V, S> {
    pub fn from_key<Q: ?Sized>(self, k: &Q) -> Option<(&'a K, &'a V)>
    where
        S: BuildHasher,
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let hash = self.map.build_hasher.hash_one(k);
        self.from_key_hashed_nocheck(hash, k)
    }
    pub fn from_key_hashed_nocheck<Q: ?Sized>(self, hash: u64, k: &Q) -> Option<(&'a K, &'a V)>
    where
        K: Borrow<Q>,
        Q: Eq,
    {
        let index = find_slot(&self.map.slots, hash, k);
        self.at(index)
    }
    pub fn from_hash<F: FnMut(&K) -> bool>(self, hash: u64, is_match: F) -> Option<(&'a K, &'a V)> {
        let index = find_matching(&self.map.slots, hash, is_match);
        self.at(index)
    }
    fn at(self, index: Option<usize>) -> Option<(&'a K, &'a V)> {
        let slot = &self.map.slots[index?];
        Some((&slot.key, &slot.value))
    }
}

impl<'a, K, V, S> RawEntryBuilderMut<'a, K, V, S> {
    pub fn from_key<Q: ?Sized>(self, k: &Q) -> RawEntryMut<'a, K, V, S>
    where
        S: BuildHasher,
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let hash = self.map.build_hasher.hash_one(k);
        self.from_key_hashed_nocheck(hash, k)
    }
    pub fn from_key_hashed_nocheck<Q: ?Sized>(self, hash: u64, k: &Q) -> RawEntryMut<'a, K, V, S>
    where
        K: Borrow<Q>,
        Q: Eq,
    {
        let index = find_slot(&self.map.slots, hash, k);
        self.at(index)
    }
    pub fn from_hash<F: FnMut(&K) -> bool>(self, hash: u64, is_match: F) -> RawEntryMut<'a, K, V, S> {
        let index = find_matching(&self.map.slots, hash, is_match);
        self.at(index)
    }
    fn at(self, index: Option<usize>) -> RawEntryMut<'a, K, V, S> {
        match index {
            Some(index) => RawEntryMut::Occupied(RawOccupiedEntryMut { map: self.map, index }),
            None => RawEntryMut::Vacant(RawVacantEntryMut { map: self.map }),
        }
    }
}

impl<'a, K, V, S> RawEntryMut<'a, K, V, S> {
    pub fn insert(self, key: K, value: V) -> RawOccupiedEntryMut<'a, K, V, S>
    where
        K: Hash,
        S: BuildHasher,
    {
        match self {
            RawEntryMut::Occupied(entry) => {
                let mut entry = entry;
                entry.insert(value);
                entry
            }
            RawEntryMut::Vacant(entry) => {
                let hash = entry.map.build_hasher.hash_one(&key);
                let index = add_slot(&mut entry.map.slots, hash, key, value);
                RawOccupiedEntryMut { map: entry.map, index }
            }
        }
    }
    pub fn or_insert(self, default_key: K, default_val: V) -> (&'a mut K, &'a mut V)
    where
        K: Hash,
        S: BuildHasher,
    {
        match self {
            RawEntryMut::Occupied(entry) => entry.into_key_value(),
            RawEntryMut::Vacant(entry) => entry.insert(default_key, default_val),
        }
    }
    pub fn or_insert_with<F: FnOnce() -> (K, V)>(self, default: F) -> (&'a mut K, &'a mut V)
    where
        K: Hash,
        S: BuildHasher,
    {
        match self {
            RawEntryMut::Occupied(entry) => entry.into_key_value(),
            RawEntryMut::Vacant(entry) => {
                let (key, value) = default();
                entry.insert(key, value)
            }
        }
    }
    pub fn and_modify<F: FnOnce(&mut K, &mut V)>(self, f: F) -> Self {
        match self {
            RawEntryMut::Occupied(entry) => {
                let mut entry = entry;
                let (key, value) = entry.get_key_value_mut();
                f(key, value);
                RawEntryMut::Occupied(entry)
            }
            RawEntryMut::Vacant(entry) => RawEntryMut::Vacant(entry),
        }
    }
}

impl<'a, K, V, S> RawOccupiedEntryMut<'a, K, V, S> {
    fn slot(&mut self) -> &mut Slot<K, V> {
        &mut self.map.slots[self.index]
    }
    pub fn key(&self) -> &K {
        &self.map.slots[self.index].key
    }
    pub fn key_mut(&mut self) -> &mut K {
        &mut self.slot().key
    }
    pub fn into_key(self) -> &'a mut K {
        self.into_key_value().0
    }
    pub fn get(&self) -> &V {
        &self.map.slots[self.index].value
    }
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.slot().value
    }
    pub fn into_mut(self) -> &'a mut V {
        self.into_key_value().1
    }
    pub fn get_key_value(&self) -> (&K, &V) {
        (self.key(), self.get())
    }
    pub fn get_key_value_mut(&mut self) -> (&mut K, &mut V) {
        let slot = self.slot();
        (&mut slot.key, &mut slot.value)
    }
    pub fn into_key_value(self) -> (&'a mut K, &'a mut V) {
        let slot = &mut self.map.slots[self.index];
        (&mut slot.key, &mut slot.value)
    }
    pub fn insert(&mut self, value: V) -> V {
        mem::replace(self.get_mut(), value)
    }
    pub fn insert_key(&mut self, key: K) -> K {
        mem::replace(self.key_mut(), key)
    }
    pub fn remove(self) -> V {
        self.remove_entry().1
    }
    pub fn remove_entry(self) -> (K, V) {
        let slot = self.map.slots.remove(self.index);
        (slot.key, slot.value)
    }
}

impl<'a, K, V, S> RawVacantEntryMut<'a, K, V, S> {
    pub fn insert(self, key: K, value: V) -> (&'a mut K, &'a mut V)
    where
        K: Hash,
        S: BuildHasher,
    {
        let hash = self.map.build_hasher.hash_one(&key);
        self.insert_hashed_nocheck(hash, key, value)
    }
    pub fn insert_hashed_nocheck(self, hash: u64, key: K, value: V) -> (&'a mut K, &'a mut V) {
        let index = add_slot(&mut self.map.slots, hash, key, value);
        let slot = &mut self.map.slots[index];
        (&mut slot.key, &mut slot.value)
    }
    pub fn insert_with_hasher<H: Fn(&K) -> u64>(
        self,
        hash: u64,
        key: K,
        value: V,
        _hasher: H,
    ) -> (&'a mut K, &'a mut V) {
        self.insert_hashed_nocheck(hash, key, value)
    }
}
