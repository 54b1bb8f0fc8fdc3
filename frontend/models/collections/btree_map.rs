//! `std::collections::BTreeMap`: a sorted vector. What is a logarithm in std may be linear here; order and
//! results are the same.
//!
//! Left out: cursors, `try_insert`.

use crate::borrow::Borrow;
use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::iter::FusedIterator;
use crate::ops::{Bound, Index, RangeBounds};
use crate::slice;
use crate::vec::{self, Vec};

/// `entries` are sorted by key, without duplicates.
pub struct BTreeMap<K, V> {
    entries: Vec<(K, V)>,
}

/// Where `key` is, or where it would go.
fn search<K, V, Q>(entries: &[(K, V)], key: &Q) -> Result<usize, usize>
where
    K: Borrow<Q>,
    Q: Ord + ?Sized,
{
    let mut low = 0;
    let mut high = entries.len();
    while low < high {
        let mid = (low + high) / 2;
        match entries[mid].0.borrow().cmp(key) {
            Ordering::Less => low = mid + 1,
            Ordering::Equal => return Ok(mid),
            Ordering::Greater => high = mid,
        }
    }
    Err(low)
}

/// The indexes that a range of keys covers. As in std, only where there are keys is it looked at.
#[track_caller]
fn search_range<K, V, Q, R>(entries: &[(K, V)], range: &R, of: &str) -> (usize, usize)
where
    K: Borrow<Q>,
    Q: Ord + ?Sized,
    R: RangeBounds<Q>,
{
    match (range.start_bound(), range.end_bound()) {
        _ if entries.is_empty() => return (0, 0),
        (Bound::Excluded(s), Bound::Excluded(e)) if s == e => {
            panic!("range start and end are equal and excluded in {of}")
        }
        (Bound::Included(s) | Bound::Excluded(s), Bound::Included(e) | Bound::Excluded(e)) if s > e => {
            panic!("range start is greater than range end in {of}")
        }
        _ => {}
    }
    let start = match range.start_bound() {
        Bound::Included(key) => search(entries, key).unwrap_or_else(|at| at),
        Bound::Excluded(key) => match search(entries, key) {
            Ok(at) => at + 1,
            Err(at) => at,
        },
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(key) => match search(entries, key) {
            Ok(at) => at + 1,
            Err(at) => at,
        },
        Bound::Excluded(key) => search(entries, key).unwrap_or_else(|at| at),
        Bound::Unbounded => entries.len(),
    };
    (start, end)
}

impl<K, V> BTreeMap<K, V> {
    #[inline]
    pub const fn new() -> BTreeMap<K, V> {
        BTreeMap { entries: Vec::new() }
    }
    pub fn clear(&mut self) {
        self.entries.clear()
    }
    pub fn get<Q: ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        match search(&self.entries, key) {
            Ok(at) => Some(&self.entries[at].1),
            Err(_) => None,
        }
    }
    pub fn get_key_value<Q: ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        match search(&self.entries, key) {
            Ok(at) => Some((&self.entries[at].0, &self.entries[at].1)),
            Err(_) => None,
        }
    }
    pub fn get_mut<Q: ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        match search(&self.entries, key) {
            Ok(at) => Some(&mut self.entries[at].1),
            Err(_) => None,
        }
    }
    pub fn contains_key<Q: ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        search(&self.entries, key).is_ok()
    }
    pub fn first_key_value(&self) -> Option<(&K, &V)>
    where
        K: Ord,
    {
        self.iter().next()
    }
    pub fn last_key_value(&self) -> Option<(&K, &V)>
    where
        K: Ord,
    {
        self.iter().next_back()
    }
    pub fn first_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>>
    where
        K: Ord,
    {
        if self.entries.is_empty() { None } else { Some(OccupiedEntry { entries: &mut self.entries, at: 0 }) }
    }
    pub fn last_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>>
    where
        K: Ord,
    {
        let len = self.entries.len();
        if len == 0 { None } else { Some(OccupiedEntry { entries: &mut self.entries, at: len - 1 }) }
    }
    pub fn pop_first(&mut self) -> Option<(K, V)>
    where
        K: Ord,
    {
        if self.entries.is_empty() { None } else { Some(self.entries.remove(0)) }
    }
    pub fn pop_last(&mut self) -> Option<(K, V)>
    where
        K: Ord,
    {
        self.entries.pop()
    }
    pub fn insert(&mut self, key: K, value: V) -> Option<V>
    where
        K: Ord,
    {
        match search(&self.entries, &key) {
            Ok(at) => Some(crate::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }
    pub fn remove<Q: ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        match self.remove_entry(key) {
            Some((_, value)) => Some(value),
            None => None,
        }
    }
    pub fn remove_entry<Q: ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        match search(&self.entries, key) {
            Ok(at) => Some(self.entries.remove(at)),
            Err(_) => None,
        }
    }
    pub fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F)
    where
        K: Ord,
    {
        let mut f = f;
        self.entries.retain_mut(|entry| f(&entry.0, &mut entry.1));
    }
    pub fn extract_if<F, R>(&mut self, range: R, pred: F) -> ExtractIf<'_, K, V, R, F>
    where
        K: Ord,
        R: RangeBounds<K>,
        F: FnMut(&K, &mut V) -> bool,
    {
        self.extracting(range, pred)
    }
    pub(super) fn extracting<F, R>(&mut self, range: R, pred: F) -> ExtractIf<'_, K, V, R, F>
    where
        K: Ord,
        R: RangeBounds<K>,
    {
        let (start, end) = search_range(&self.entries, &range, "BTreeMap");
        ExtractIf { entries: &mut self.entries, rest: start..end, pred, range }
    }
    pub fn append(&mut self, other: &mut BTreeMap<K, V>)
    where
        K: Ord,
    {
        for (k, v) in crate::mem::take(&mut other.entries) {
            self.insert(k, v);
        }
    }
    pub fn range<T: ?Sized, R>(&self, range: R) -> Range<'_, K, V>
    where
        T: Ord,
        K: Borrow<T> + Ord,
        R: RangeBounds<T>,
    {
        self.range_of(range, "BTreeMap")
    }
    pub(super) fn range_of<T: ?Sized, R>(&self, range: R, of: &str) -> Range<'_, K, V>
    where
        T: Ord,
        K: Borrow<T> + Ord,
        R: RangeBounds<T>,
    {
        let (start, end) = search_range(&self.entries, &range, of);
        Iter { entries: self.entries[start..end].iter() }
    }
    pub fn range_mut<T: ?Sized, R>(&mut self, range: R) -> RangeMut<'_, K, V>
    where
        T: Ord,
        K: Borrow<T> + Ord,
        R: RangeBounds<T>,
    {
        let (start, end) = search_range(&self.entries, &range, "BTreeMap");
        IterMut { entries: self.entries[start..end].iter_mut() }
    }
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V>
    where
        K: Ord,
    {
        match search(&self.entries, &key) {
            Ok(at) => Entry::Occupied(OccupiedEntry { entries: &mut self.entries, at }),
            Err(at) => Entry::Vacant(VacantEntry { entries: &mut self.entries, at, key }),
        }
    }
    pub fn split_off<Q: ?Sized + Ord>(&mut self, key: &Q) -> BTreeMap<K, V>
    where
        K: Borrow<Q> + Ord,
    {
        let at = search(&self.entries, key).unwrap_or_else(|at| at);
        BTreeMap { entries: self.entries.split_off(at) }
    }
    pub fn into_keys(self) -> IntoKeys<K, V> {
        IntoKeys { inner: self.into_iter() }
    }
    pub fn into_values(self) -> IntoValues<K, V> {
        IntoValues { inner: self.into_iter() }
    }
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { entries: self.entries.iter() }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut { entries: self.entries.iter_mut() }
    }
    pub fn keys(&self) -> Keys<'_, K, V> {
        Keys { inner: self.iter() }
    }
    pub fn values(&self) -> Values<'_, K, V> {
        Values { inner: self.iter() }
    }
    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V> {
        ValuesMut { inner: self.iter_mut() }
    }
    #[inline]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

pub enum Entry<'a, K: 'a, V: 'a> {
    Vacant(VacantEntry<'a, K, V>),
    Occupied(OccupiedEntry<'a, K, V>),
}
pub struct VacantEntry<'a, K, V> {
    entries: &'a mut Vec<(K, V)>,
    at: usize,
    key: K,
}
pub struct OccupiedEntry<'a, K, V> {
    entries: &'a mut Vec<(K, V)>,
    at: usize,
}
impl<'a, K: Ord, V> Entry<'a, K, V> {
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
}
impl<'a, K: Ord, V> Entry<'a, K, V> {
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
impl<'a, K: Ord, V> VacantEntry<'a, K, V> {
    pub fn key(&self) -> &K {
        &self.key
    }
    pub fn into_key(self) -> K {
        self.key
    }
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V> {
        self.entries.insert(self.at, (self.key, value));
        OccupiedEntry { entries: self.entries, at: self.at }
    }
    pub fn insert(self, value: V) -> &'a mut V {
        self.entries.insert(self.at, (self.key, value));
        &mut self.entries[self.at].1
    }
}
impl<'a, K: Ord, V> OccupiedEntry<'a, K, V> {
    pub fn key(&self) -> &K {
        &self.entries[self.at].0
    }
    pub fn get(&self) -> &V {
        &self.entries[self.at].1
    }
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.entries[self.at].1
    }
    pub fn into_mut(self) -> &'a mut V {
        &mut self.entries[self.at].1
    }
    pub fn insert(&mut self, value: V) -> V {
        crate::mem::replace(self.get_mut(), value)
    }
    pub fn remove(self) -> V {
        self.entries.remove(self.at).1
    }
    pub fn remove_entry(self) -> (K, V) {
        self.entries.remove(self.at)
    }
}

/// Takes out what matches, one by one as it is asked for.
pub struct ExtractIf<'a, K, V, R, F> {
    entries: &'a mut Vec<(K, V)>,
    rest: crate::ops::Range<usize>,
    pred: F,
    range: R,
}
impl<K, V, R> ExtractIf<'_, K, V, R, ()> {
    pub(super) fn next_that<F: FnMut(&K, &mut V) -> bool>(&mut self, pred: F) -> Option<(K, V)> {
        let mut pred = pred;
        vec::extract_next(self.entries, &mut self.rest, |entry| pred(&entry.0, &mut entry.1))
    }
}
impl<K, V, R, F: FnMut(&K, &mut V) -> bool> Iterator for ExtractIf<'_, K, V, R, F> {
    type Item = (K, V);
    fn next(&mut self) -> Option<(K, V)> {
        let pred = &mut self.pred;
        vec::extract_next(self.entries, &mut self.rest, |entry| pred(&entry.0, &mut entry.1))
    }
}
impl<K, V, R, F: FnMut(&K, &mut V) -> bool> FusedIterator for ExtractIf<'_, K, V, R, F> {}

macro_rules! entry_iterators {
    ($($Name:ident [$($lifetime:tt)*] $Inner:ty, $item:ty, $entry:ident => $value:expr;)*) => {
        $(
            pub struct $Name<$($lifetime)* K, V> {
                entries: $Inner,
            }
            impl<$($lifetime)* K, V> Iterator for $Name<$($lifetime)* K, V> {
                type Item = $item;
                #[inline]
                fn next(&mut self) -> Option<$item> {
                    match self.entries.next() {
                        Some($entry) => Some($value),
                        None => None,
                    }
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.entries.size_hint()
                }
            }
            impl<$($lifetime)* K, V> DoubleEndedIterator for $Name<$($lifetime)* K, V> {
                #[inline]
                fn next_back(&mut self) -> Option<$item> {
                    match self.entries.next_back() {
                        Some($entry) => Some($value),
                        None => None,
                    }
                }
            }
            impl<$($lifetime)* K, V> ExactSizeIterator for $Name<$($lifetime)* K, V> {}
            impl<$($lifetime)* K, V> FusedIterator for $Name<$($lifetime)* K, V> {}
            impl<$($lifetime)* K, V> Default for $Name<$($lifetime)* K, V> {
                fn default() -> Self {
                    $Name { entries: Default::default() }
                }
            }
        )*
    };
}
entry_iterators! {
    Iter ['a,] slice::Iter<'a, (K, V)>, (&'a K, &'a V), entry => (&entry.0, &entry.1);
    IterMut ['a,] slice::IterMut<'a, (K, V)>, (&'a K, &'a mut V), entry => (&entry.0, &mut entry.1);
    IntoIter [] vec::IntoIter<(K, V)>, (K, V), entry => entry;
}
pub type Range<'a, K, V> = Iter<'a, K, V>;
pub type RangeMut<'a, K, V> = IterMut<'a, K, V>;
impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter { entries: self.entries.clone() }
    }
}

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
            impl<$($lifetime)* K, V> DoubleEndedIterator for $Name<$($lifetime)* K, V> {
                fn next_back(&mut self) -> Option<$item> {
                    match self.inner.next_back() {
                        Some(entry) => Some(entry.$half),
                        None => None,
                    }
                }
            }
            impl<$($lifetime)* K, V> ExactSizeIterator for $Name<$($lifetime)* K, V> {}
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

impl<'a, K, V> IntoIterator for &'a BTreeMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;
    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}
impl<'a, K, V> IntoIterator for &'a mut BTreeMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;
    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}
impl<K, V> IntoIterator for BTreeMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;
    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter { entries: self.entries.into_iter() }
    }
}
impl<K: Ord, V> FromIterator<(K, V)> for BTreeMap<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(iter: T) -> BTreeMap<K, V> {
        let mut map = BTreeMap::new();
        map.extend(iter);
        map
    }
}
impl<K: Ord, V> Extend<(K, V)> for BTreeMap<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, iter: T) {
        for (k, v) in iter {
            self.insert(k, v);
        }
    }
}
impl<'a, K: Ord + Copy, V: Copy> Extend<(&'a K, &'a V)> for BTreeMap<K, V> {
    fn extend<T: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, iter: T) {
        for (k, v) in iter {
            self.insert(*k, *v);
        }
    }
}
impl<K: Ord, V, const N: usize> From<[(K, V); N]> for BTreeMap<K, V> {
    fn from(arr: [(K, V); N]) -> Self {
        arr.into_iter().collect()
    }
}
impl<K: Clone, V: Clone> Clone for BTreeMap<K, V> {
    fn clone(&self) -> Self {
        BTreeMap { entries: self.entries.clone() }
    }
}
impl<K, V> Default for BTreeMap<K, V> {
    fn default() -> BTreeMap<K, V> {
        BTreeMap::new()
    }
}
impl<K: PartialEq, V: PartialEq> PartialEq for BTreeMap<K, V> {
    fn eq(&self, other: &BTreeMap<K, V>) -> bool {
        self.entries == other.entries
    }
}
impl<K: Eq, V: Eq> Eq for BTreeMap<K, V> {}
impl<K: PartialOrd, V: PartialOrd> PartialOrd for BTreeMap<K, V> {
    fn partial_cmp(&self, other: &BTreeMap<K, V>) -> Option<Ordering> {
        self.entries.partial_cmp(&other.entries)
    }
}
impl<K: Ord, V: Ord> Ord for BTreeMap<K, V> {
    fn cmp(&self, other: &BTreeMap<K, V>) -> Ordering {
        self.entries.cmp(&other.entries)
    }
}
impl<K: Hash, V: Hash> Hash for BTreeMap<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.entries.hash(state)
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for BTreeMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
impl<K: Borrow<Q> + Ord, Q: Ord + ?Sized, V> Index<&Q> for BTreeMap<K, V> {
    type Output = V;
    #[track_caller]
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("no entry found for key")
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Iter<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for IterMut<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.as_slice().iter().map(|entry| (&entry.0, &entry.1))).finish()
    }
}
impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for IntoIter<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.as_slice().iter().map(|entry| (&entry.0, &entry.1))).finish()
    }
}
impl<K, V: fmt::Debug> fmt::Debug for ValuesMut<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.entries.as_slice().iter().map(|entry| &entry.1)).finish()
    }
}
impl<K: fmt::Debug, V> fmt::Debug for IntoKeys<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.entries.as_slice().iter().map(|entry| &entry.0)).finish()
    }
}
impl<K, V: fmt::Debug> fmt::Debug for IntoValues<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.inner.entries.as_slice().iter().map(|entry| &entry.1)).finish()
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
impl<K: fmt::Debug + Ord, V: fmt::Debug> fmt::Debug for Entry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Vacant(entry) => f.debug_tuple("Entry").field(entry).finish(),
            Entry::Occupied(entry) => f.debug_tuple("Entry").field(entry).finish(),
        }
    }
}
impl<K: fmt::Debug + Ord, V> fmt::Debug for VacantEntry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntry").field(self.key()).finish()
    }
}
impl<K: fmt::Debug + Ord, V: fmt::Debug> fmt::Debug for OccupiedEntry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OccupiedEntry").field("key", self.key()).field("value", self.get()).finish()
    }
}
