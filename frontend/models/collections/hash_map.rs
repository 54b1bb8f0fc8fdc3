//! `std::collections::HashMap`: entries in a vector, sorted by their hashes. So it does not matter to the
//! state in which order they were inserted, nor to those who iterate.
//!
//! Left out: `try_insert`; capacities differ; iteration is deterministic.

use crate::borrow::Borrow;
use crate::fmt;
use crate::hash::{BuildHasher, Hash};
use crate::iter::FusedIterator;
use crate::ops::Index;
use crate::slice;
use crate::vec::{self, Vec};

mod raw_entry;

pub use crate::hash::{DefaultHasher, RandomState};
pub use raw_entry::{RawEntryBuilder, RawEntryBuilderMut, RawEntryMut, RawOccupiedEntryMut, RawVacantEntryMut};

/// An entry and the hash of its key.
#[derive(Clone)]
struct Slot<K, V> {
    hash: u64,
    key: K,
    value: V,
}

pub struct HashMap<K, V, S = RandomState> {
    slots: Vec<Slot<K, V>>,
    build_hasher: S,
}

impl<K, V> HashMap<K, V, RandomState> {
    #[inline]
    pub fn new() -> HashMap<K, V, RandomState> {
        HashMap { slots: Vec::new(), build_hasher: RandomState::new() }
    }
    pub fn with_capacity(capacity: usize) -> HashMap<K, V, RandomState> {
        HashMap { slots: Vec::with_capacity(capacity), build_hasher: RandomState::new() }
    }
}

impl<K, V, S> HashMap<K, V, S> {
    pub const fn with_hasher(hash_builder: S) -> HashMap<K, V, S> {
        HashMap { slots: Vec::new(), build_hasher: hash_builder }
    }
    pub fn with_capacity_and_hasher(capacity: usize, hash_builder: S) -> HashMap<K, V, S> {
        HashMap { slots: Vec::with_capacity(capacity), build_hasher: hash_builder }
    }
    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }
    pub fn hasher(&self) -> &S {
        &self.build_hasher
    }
    pub fn raw_entry(&self) -> RawEntryBuilder<'_, K, V, S> {
        RawEntryBuilder { map: self }
    }
    pub fn raw_entry_mut(&mut self) -> RawEntryBuilderMut<'_, K, V, S> {
        RawEntryBuilderMut { map: self }
    }
    pub fn keys(&self) -> Keys<'_, K, V> {
        Keys { inner: self.iter() }
    }
    pub fn into_keys(self) -> IntoKeys<K, V> {
        IntoKeys { inner: IntoIter { slots: self.slots.into_iter() } }
    }
    pub fn values(&self) -> Values<'_, K, V> {
        Values { inner: self.iter() }
    }
    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V> {
        ValuesMut { inner: self.iter_mut() }
    }
    pub fn into_values(self) -> IntoValues<K, V> {
        IntoValues { inner: IntoIter { slots: self.slots.into_iter() } }
    }
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { slots: self.slots.iter() }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut { slots: self.slots.iter_mut() }
    }
    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
    pub fn drain(&mut self) -> IntoIter<K, V> {
        IntoIter { slots: crate::mem::take(&mut self.slots).into_iter() }
    }
    pub fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F) {
        let mut f = f;
        self.slots.retain_mut(|slot| f(&slot.key, &mut slot.value));
    }
    pub fn extract_if<F: FnMut(&K, &mut V) -> bool>(&mut self, pred: F) -> ExtractIf<'_, K, V, F> {
        self.extracting(pred)
    }
    pub(super) fn extracting<F>(&mut self, pred: F) -> ExtractIf<'_, K, V, F> {
        ExtractIf { rest: 0..self.slots.len(), slots: &mut self.slots, pred }
    }
    pub fn shrink_to(&mut self, _min_capacity: usize) {}
    pub fn clear(&mut self) {
        self.slots.clear();
    }
}

/// Takes out what matches, one by one as it is asked for.
pub struct ExtractIf<'a, K, V, F> {
    slots: &'a mut Vec<Slot<K, V>>,
    rest: crate::ops::Range<usize>,
    pred: F,
}
impl<K, V> ExtractIf<'_, K, V, ()> {
    pub(super) fn next_that<F: FnMut(&K, &mut V) -> bool>(&mut self, pred: F) -> Option<(K, V)> {
        next_that(self.slots, &mut self.rest, pred)
    }
}
impl<K, V, F: FnMut(&K, &mut V) -> bool> Iterator for ExtractIf<'_, K, V, F> {
    type Item = (K, V);
    fn next(&mut self) -> Option<(K, V)> {
        next_that(self.slots, &mut self.rest, &mut self.pred)
    }
}
impl<K, V, F: FnMut(&K, &mut V) -> bool> FusedIterator for ExtractIf<'_, K, V, F> {}

fn next_that<K, V, F>(slots: &mut Vec<Slot<K, V>>, rest: &mut crate::ops::Range<usize>, pred: F) -> Option<(K, V)>
where
    F: FnMut(&K, &mut V) -> bool,
{
    let mut pred = pred;
    let slot = vec::extract_next(slots, rest, |slot| pred(&slot.key, &mut slot.value))?;
    Some((slot.key, slot.value))
}

/// The first place whose hash is not smaller.
fn place_of<K, V>(slots: &[Slot<K, V>], hash: u64) -> usize {
    let (mut low, mut high) = (0, slots.len());
    while low < high {
        let middle = (low + high) / 2;
        if slots[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    low
}

/// The values in different slots.
unsafe fn disjoint<K, V, const N: usize>(slots: &mut [Slot<K, V>], found: [Option<usize>; N]) -> [Option<&'_ mut V>; N] {
    let first = slots.as_mut_ptr();
    found.map(|index| match index {
        Some(index) => Some(unsafe { &mut (*first.ahead(index)).value }),
        None => None,
    })
}

fn find_slot<K, V, Q>(slots: &[Slot<K, V>], hash: u64, key: &Q) -> Option<usize>
where
    K: Borrow<Q>,
    Q: Eq + ?Sized,
{
    let mut index = place_of(slots, hash);
    while index < slots.len() && slots[index].hash == hash {
        if slots[index].key.borrow() == key {
            return Some(index);
        }
        index += 1;
    }
    None
}

/// Adds an entry whose key is not there; its index.
fn add_slot<K, V>(slots: &mut Vec<Slot<K, V>>, hash: u64, key: K, value: V) -> usize {
    let index = place_of(slots, hash);
    slots.insert(index, Slot { hash, key, value });
    index
}

impl<K: Eq + Hash, V, S: BuildHasher> HashMap<K, V, S> {
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        crate::collections::TryReserveError::check::<(K, V)>(self.slots.len(), additional)?;
        self.reserve(additional);
        Ok(())
    }
    pub fn reserve(&mut self, additional: usize) {
        self.slots.reserve(additional)
    }
    pub fn shrink_to_fit(&mut self) {
        self.slots.shrink_to_fit()
    }
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let hash = self.build_hasher.hash_one(&key);
        match find_slot(&self.slots, hash, &key) {
            Some(index) => Entry::Occupied(OccupiedEntry { slots: &mut self.slots, index }),
            None => Entry::Vacant(VacantEntry { slots: &mut self.slots, hash, key }),
        }
    }
    pub fn get<Q: ?Sized>(&self, k: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let index = find_slot(&self.slots, self.build_hasher.hash_one(k), k)?;
        Some(&self.slots[index].value)
    }
    pub fn get_key_value<Q: ?Sized>(&self, k: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let index = find_slot(&self.slots, self.build_hasher.hash_one(k), k)?;
        let slot = &self.slots[index];
        Some((&slot.key, &slot.value))
    }
    pub fn contains_key<Q: ?Sized>(&self, k: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        find_slot(&self.slots, self.build_hasher.hash_one(k), k).is_some()
    }
    pub fn get_mut<Q: ?Sized>(&mut self, k: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let index = find_slot(&self.slots, self.build_hasher.hash_one(k), k)?;
        Some(&mut self.slots[index].value)
    }
    #[track_caller]
    pub fn get_disjoint_mut<Q: ?Sized, const N: usize>(&mut self, ks: [&Q; N]) -> [Option<&'_ mut V>; N]
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let found = ks.map(|k| find_slot(&self.slots, self.build_hasher.hash_one(k), k));
        for (i, index) in found.iter().enumerate() {
            if index.is_some() && found[..i].contains(index) {
                panic!("duplicate keys found");
            }
        }
        unsafe { disjoint(&mut self.slots, found) }
    }
    pub unsafe fn get_disjoint_unchecked_mut<Q: ?Sized, const N: usize>(&mut self, ks: [&Q; N]) -> [Option<&'_ mut V>; N]
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let found = ks.map(|k| find_slot(&self.slots, self.build_hasher.hash_one(k), k));
        unsafe { disjoint(&mut self.slots, found) }
    }
    pub fn insert(&mut self, k: K, v: V) -> Option<V> {
        let hash = self.build_hasher.hash_one(&k);
        match find_slot(&self.slots, hash, &k) {
            Some(index) => Some(crate::mem::replace(&mut self.slots[index].value, v)),
            None => {
                add_slot(&mut self.slots, hash, k, v);
                None
            }
        }
    }
    /// `hashbrown`'s: the caller promises that `k` is not there.
    pub unsafe fn insert_unique_unchecked(&mut self, k: K, v: V) -> (&K, &mut V) {
        let hash = self.build_hasher.hash_one(&k);
        let index = add_slot(&mut self.slots, hash, k, v);
        let slot = &mut self.slots[index];
        (&slot.key, &mut slot.value)
    }
    /// `hashbrown`'s.
    pub fn get_key_value_mut<Q: ?Sized>(&mut self, k: &Q) -> Option<(&K, &mut V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let index = find_slot(&self.slots, self.build_hasher.hash_one(k), k)?;
        let slot = &mut self.slots[index];
        Some((&slot.key, &mut slot.value))
    }
    pub fn remove<Q: ?Sized>(&mut self, k: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let index = find_slot(&self.slots, self.build_hasher.hash_one(k), k)?;
        Some(self.slots.remove(index).value)
    }
    pub fn remove_entry<Q: ?Sized>(&mut self, k: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        let index = find_slot(&self.slots, self.build_hasher.hash_one(k), k)?;
        let slot = self.slots.remove(index);
        Some((slot.key, slot.value))
    }
}

pub enum Entry<'a, K: 'a, V: 'a> {
    Occupied(OccupiedEntry<'a, K, V>),
    Vacant(VacantEntry<'a, K, V>),
}
pub struct OccupiedEntry<'a, K: 'a, V: 'a> {
    slots: &'a mut Vec<Slot<K, V>>,
    index: usize,
}
pub struct VacantEntry<'a, K: 'a, V: 'a> {
    slots: &'a mut Vec<Slot<K, V>>,
    hash: u64,
    key: K,
}

impl<'a, K, V> Entry<'a, K, V> {
    pub fn or_insert(self, default: V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default),
        }
    }
    pub fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default()),
        }
    }
    pub fn or_insert_with_key<F: FnOnce(&K) -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let value = default(entry.key());
                entry.insert(value)
            }
        }
    }
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
    pub fn key(&self) -> &K {
        match self {
            Entry::Occupied(entry) => entry.key(),
            Entry::Vacant(entry) => entry.key(),
        }
    }
    pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Self {
        match self {
            Entry::Occupied(entry) => {
                let mut entry = entry;
                f(entry.get_mut());
                Entry::Occupied(entry)
            }
            Entry::Vacant(entry) => Entry::Vacant(entry),
        }
    }
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V> {
        match self {
            Entry::Occupied(entry) => {
                let mut entry = entry;
                entry.insert(value);
                entry
            }
            Entry::Vacant(entry) => entry.insert_entry(value),
        }
    }
}
impl<'a, K, V> OccupiedEntry<'a, K, V> {
    pub fn key(&self) -> &K {
        &self.slots[self.index].key
    }
    pub fn get(&self) -> &V {
        &self.slots[self.index].value
    }
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.slots[self.index].value
    }
    pub fn into_mut(self) -> &'a mut V {
        &mut self.slots[self.index].value
    }
    pub fn insert(&mut self, value: V) -> V {
        crate::mem::replace(self.get_mut(), value)
    }
    pub fn remove(self) -> V {
        self.slots.remove(self.index).value
    }
    pub fn remove_entry(self) -> (K, V) {
        let slot = self.slots.remove(self.index);
        (slot.key, slot.value)
    }
}
impl<'a, K, V> VacantEntry<'a, K, V> {
    pub fn key(&self) -> &K {
        &self.key
    }
    pub fn into_key(self) -> K {
        self.key
    }
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V> {
        let index = add_slot(self.slots, self.hash, self.key, value);
        OccupiedEntry { slots: self.slots, index }
    }
    pub fn insert(self, value: V) -> &'a mut V {
        let index = add_slot(self.slots, self.hash, self.key, value);
        &mut self.slots[index].value
    }
}

pub struct Iter<'a, K: 'a, V: 'a> {
    slots: slice::Iter<'a, Slot<K, V>>,
}
impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);
    #[inline]
    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        match self.slots.next() {
            Some(slot) => Some((&slot.key, &slot.value)),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }
}
impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter { slots: self.slots.clone() }
    }
}
pub struct IterMut<'a, K: 'a, V: 'a> {
    slots: slice::IterMut<'a, Slot<K, V>>,
}
impl<'a, K, V> Iterator for IterMut<'a, K, V> {
    type Item = (&'a K, &'a mut V);
    #[inline]
    fn next(&mut self) -> Option<(&'a K, &'a mut V)> {
        match self.slots.next() {
            Some(slot) => Some((&slot.key, &mut slot.value)),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }
}
pub struct IntoIter<K, V> {
    slots: vec::IntoIter<Slot<K, V>>,
}
pub type Drain<'a, K, V> = IntoIter<K, V>;
impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);
    #[inline]
    fn next(&mut self) -> Option<(K, V)> {
        match self.slots.next() {
            Some(slot) => Some((slot.key, slot.value)),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }
}
impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}
impl<K, V> ExactSizeIterator for IterMut<'_, K, V> {}
impl<K, V> ExactSizeIterator for IntoIter<K, V> {}
impl<K, V> FusedIterator for Iter<'_, K, V> {}

/// Iterators over one half of the entries.
macro_rules! half_iterators {
    ($($Name:ident [$($lifetime:tt)*] $Inner:ty, $item:ty, $half:tt;)*) => {
        $(
            pub struct $Name<$($lifetime)* K, V> {
                inner: $Inner,
            }
            impl<$($lifetime)* K, V> Iterator for $Name<$($lifetime)* K, V> {
                type Item = $item;
                #[inline]
                fn next(&mut self) -> Option<$item> {
                    match self.inner.next() {
                        Some(entry) => Some(entry.$half),
                        None => None,
                    }
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.inner.size_hint()
                }
            }
            impl<$($lifetime)* K, V> ExactSizeIterator for $Name<$($lifetime)* K, V> {}
            impl<$($lifetime)* K, V> FusedIterator for $Name<$($lifetime)* K, V> {}
            impl<$($lifetime)* K, V> Default for $Name<$($lifetime)* K, V> {
                fn default() -> Self {
                    $Name { inner: Default::default() }
                }
            }
        )*
    };
}
half_iterators! {
    Keys ['a,] Iter<'a, K, V>, &'a K, 0;
    Values ['a,] Iter<'a, K, V>, &'a V, 1;
    ValuesMut ['a,] IterMut<'a, K, V>, &'a mut V, 1;
    IntoKeys [] IntoIter<K, V>, K, 0;
    IntoValues [] IntoIter<K, V>, V, 1;
}

impl<K, V> Default for Iter<'_, K, V> {
    fn default() -> Self {
        Iter { slots: Default::default() }
    }
}
impl<K, V> Default for IterMut<'_, K, V> {
    fn default() -> Self {
        IterMut { slots: Default::default() }
    }
}
impl<K, V> Default for IntoIter<K, V> {
    fn default() -> Self {
        IntoIter { slots: Default::default() }
    }
}

impl<'a, K, V, S> IntoIterator for &'a HashMap<K, V, S> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;
    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}
impl<'a, K, V, S> IntoIterator for &'a mut HashMap<K, V, S> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;
    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}
impl<K, V, S> IntoIterator for HashMap<K, V, S> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;
    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter { slots: self.slots.into_iter() }
    }
}
impl<K: Eq + Hash, V, S: BuildHasher + Default> FromIterator<(K, V)> for HashMap<K, V, S> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(iter: T) -> HashMap<K, V, S> {
        let mut map = HashMap::with_hasher(S::default());
        map.extend(iter);
        map
    }
}
impl<K: Eq + Hash, V, S: BuildHasher> Extend<(K, V)> for HashMap<K, V, S> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, iter: T) {
        for (k, v) in iter {
            self.insert(k, v);
        }
    }
}
impl<'a, K: Eq + Hash + Copy, V: Copy, S: BuildHasher> Extend<(&'a K, &'a V)> for HashMap<K, V, S> {
    fn extend<T: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, iter: T) {
        for (k, v) in iter {
            self.insert(*k, *v);
        }
    }
}
impl<K: Eq + Hash, V, const N: usize> From<[(K, V); N]> for HashMap<K, V, RandomState> {
    fn from(arr: [(K, V); N]) -> Self {
        arr.into_iter().collect()
    }
}
impl<K: Clone, V: Clone, S: Clone> Clone for HashMap<K, V, S> {
    fn clone(&self) -> Self {
        HashMap { slots: self.slots.clone(), build_hasher: self.build_hasher.clone() }
    }
}
impl<K: Eq + Hash, V: PartialEq, S: BuildHasher> PartialEq for HashMap<K, V, S> {
    fn eq(&self, other: &HashMap<K, V, S>) -> bool {
        if self.len() != other.len() {
            return false;
        }
        for (key, value) in self {
            match other.get(key) {
                Some(v) if *value == *v => {}
                _ => return false,
            }
        }
        true
    }
}
impl<K: Eq + Hash, V: Eq, S: BuildHasher> Eq for HashMap<K, V, S> {}
impl<K: fmt::Debug, V: fmt::Debug, S> fmt::Debug for HashMap<K, V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
impl<K, V, S: Default> Default for HashMap<K, V, S> {
    fn default() -> HashMap<K, V, S> {
        HashMap::with_hasher(S::default())
    }
}
impl<K: Eq + Hash + Borrow<Q>, Q: Eq + Hash + ?Sized, V, S: BuildHasher> Index<&Q> for HashMap<K, V, S> {
    type Output = V;
    #[track_caller]
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("no entry found for key")
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Entry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Vacant(entry) => f.debug_tuple("Entry").field(entry).finish(),
            Entry::Occupied(entry) => f.debug_tuple("Entry").field(entry).finish(),
        }
    }
}
impl<K: fmt::Debug, V> fmt::Debug for VacantEntry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntry").field(self.key()).finish()
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for OccupiedEntry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OccupiedEntry").field("key", self.key()).field("value", self.get()).finish_non_exhaustive()
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Iter<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
impl<K, V> Clone for Keys<'_, K, V> {
    fn clone(&self) -> Self {
        Keys { inner: self.inner.clone() }
    }
}
impl<K, V> Clone for Values<'_, K, V> {
    fn clone(&self) -> Self {
        Values { inner: self.inner.clone() }
    }
}
impl<K: fmt::Debug, V> fmt::Debug for Keys<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.clone().map(|entry| entry.0)).finish()
    }
}
impl<K, V: fmt::Debug> fmt::Debug for Values<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.clone().map(|entry| entry.1)).finish()
    }
}
impl<K, V: fmt::Debug> fmt::Debug for ValuesMut<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.slots.as_slice().iter().map(|slot| &slot.value)).finish()
    }
}
impl<K: fmt::Debug, V> fmt::Debug for IntoKeys<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.slots.as_slice().iter().map(|slot| &slot.key)).finish()
    }
}
impl<K, V: fmt::Debug> fmt::Debug for IntoValues<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.slots.as_slice().iter().map(|slot| &slot.value)).finish()
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for IterMut<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.slots.as_slice().iter().map(|slot| (&slot.key, &slot.value))).finish()
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for IntoIter<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.slots.as_slice().iter().map(|slot| (&slot.key, &slot.value))).finish()
    }
}
