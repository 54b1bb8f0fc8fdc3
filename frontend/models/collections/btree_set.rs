//! `std::collections::BTreeSet`: a `BTreeMap` without values. Left out: cursors.

use super::btree_map::{self, BTreeMap};
use crate::borrow::Borrow;
use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::iter::FusedIterator;
use crate::ops::{BitAnd, BitOr, BitXor, RangeBounds, Sub};

pub struct BTreeSet<T> {
    map: BTreeMap<T, ()>,
}

impl<T> BTreeSet<T> {
    #[inline]
    pub const fn new() -> BTreeSet<T> {
        BTreeSet { map: BTreeMap::new() }
    }
    pub fn range<K: ?Sized, R>(&self, range: R) -> Range<'_, T>
    where
        K: Ord,
        T: Borrow<K> + Ord,
        R: RangeBounds<K>,
    {
        Range { entries: self.map.range_of(range, "BTreeSet") }
    }
    pub fn difference<'a>(&'a self, other: &'a BTreeSet<T>) -> Difference<'a, T>
    where
        T: Ord,
    {
        Difference { iter: self.iter(), other }
    }
    pub fn symmetric_difference<'a>(&'a self, other: &'a BTreeSet<T>) -> SymmetricDifference<'a, T>
    where
        T: Ord,
    {
        SymmetricDifference { merge: Merge { a: self.iter().peekable(), b: other.iter().peekable() } }
    }
    pub fn intersection<'a>(&'a self, other: &'a BTreeSet<T>) -> Intersection<'a, T>
    where
        T: Ord,
    {
        Intersection { iter: self.iter(), other }
    }
    pub fn union<'a>(&'a self, other: &'a BTreeSet<T>) -> Union<'a, T>
    where
        T: Ord,
    {
        Union { merge: Merge { a: self.iter().peekable(), b: other.iter().peekable() } }
    }
    pub fn clear(&mut self) {
        self.map.clear()
    }
    pub fn contains<Q: ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        self.map.contains_key(value)
    }
    pub fn get<Q: ?Sized>(&self, value: &Q) -> Option<&T>
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        match self.map.get_key_value(value) {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn is_disjoint(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord,
    {
        self.iter().all(|x| !other.contains(x))
    }
    pub fn is_subset(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord,
    {
        self.iter().all(|x| other.contains(x))
    }
    pub fn is_superset(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord,
    {
        other.is_subset(self)
    }
    pub fn first(&self) -> Option<&T>
    where
        T: Ord,
    {
        self.iter().next()
    }
    pub fn last(&self) -> Option<&T>
    where
        T: Ord,
    {
        self.iter().next_back()
    }
    pub fn pop_first(&mut self) -> Option<T>
    where
        T: Ord,
    {
        match self.map.pop_first() {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn pop_last(&mut self) -> Option<T>
    where
        T: Ord,
    {
        match self.map.pop_last() {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn insert(&mut self, value: T) -> bool
    where
        T: Ord,
    {
        self.map.insert(value, ()).is_none()
    }
    pub fn replace(&mut self, value: T) -> Option<T>
    where
        T: Ord,
    {
        let old = self.take(&value);
        self.insert(value);
        old
    }
    pub fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        self.map.remove(value).is_some()
    }
    pub fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<T>
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        match self.map.remove_entry(value) {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F)
    where
        T: Ord,
    {
        let mut f = f;
        self.map.retain(|k, _| f(k));
    }
    pub fn extract_if<F, R>(&mut self, range: R, pred: F) -> ExtractIf<'_, T, R, F>
    where
        T: Ord,
        R: RangeBounds<T>,
        F: FnMut(&T) -> bool,
    {
        ExtractIf { entries: self.map.extracting(range, ()), pred }
    }
    pub fn append(&mut self, other: &mut BTreeSet<T>)
    where
        T: Ord,
    {
        self.map.append(&mut other.map)
    }
    pub fn split_off<Q: ?Sized + Ord>(&mut self, value: &Q) -> BTreeSet<T>
    where
        T: Borrow<Q> + Ord,
    {
        BTreeSet { map: self.map.split_off(value) }
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { entries: self.map.iter() }
    }
    #[inline]
    pub const fn len(&self) -> usize {
        self.map.len()
    }
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
}

/// Takes out what matches, one by one as it is asked for.
pub struct ExtractIf<'a, T, R, F> {
    entries: btree_map::ExtractIf<'a, T, (), R, ()>,
    pred: F,
}
impl<T, R, F: FnMut(&T) -> bool> Iterator for ExtractIf<'_, T, R, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let pred = &mut self.pred;
        self.entries.next_that(|k, _| pred(k)).map(|(k, _)| k)
    }
}
impl<T, R, F: FnMut(&T) -> bool> FusedIterator for ExtractIf<'_, T, R, F> {}

macro_rules! borrowing_iterators {
    ($($Iter:ident)*) => {
        $(
            pub struct $Iter<'a, T: 'a> {
                entries: btree_map::Iter<'a, T, ()>,
            }
            impl<'a, T> Iterator for $Iter<'a, T> {
                type Item = &'a T;
                #[inline]
                fn next(&mut self) -> Option<&'a T> {
                    match self.entries.next() {
                        Some((key, _)) => Some(key),
                        None => None,
                    }
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.entries.size_hint()
                }
            }
            impl<'a, T> DoubleEndedIterator for $Iter<'a, T> {
                fn next_back(&mut self) -> Option<&'a T> {
                    match self.entries.next_back() {
                        Some((key, _)) => Some(key),
                        None => None,
                    }
                }
            }
            impl<T> ExactSizeIterator for $Iter<'_, T> {}
            impl<T> FusedIterator for $Iter<'_, T> {}
            impl<T> Default for $Iter<'_, T> {
                fn default() -> Self {
                    $Iter { entries: Default::default() }
                }
            }
            impl<T> Clone for $Iter<'_, T> {
                fn clone(&self) -> Self {
                    $Iter { entries: self.entries.clone() }
                }
            }
        )*
    };
}
borrowing_iterators! { Iter Range }
pub struct IntoIter<T> {
    entries: btree_map::IntoIter<T, ()>,
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        match self.entries.next() {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}
impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        match self.entries.next_back() {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
}
impl<T> ExactSizeIterator for IntoIter<T> {}
impl<T> FusedIterator for IntoIter<T> {}
impl<T> Default for IntoIter<T> {
    fn default() -> Self {
        IntoIter { entries: Default::default() }
    }
}

pub struct Difference<'a, T: 'a> {
    iter: Iter<'a, T>,
    other: &'a BTreeSet<T>,
}
impl<T> Clone for Difference<'_, T> {
    fn clone(&self) -> Self {
        Difference { iter: self.iter.clone(), other: self.other }
    }
}
impl<'a, T: Ord> Iterator for Difference<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        let other = self.other;
        self.iter.find(|x| !other.contains(*x))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.iter.len();
        (left.saturating_sub(self.other.len()), Some(left))
    }
}
pub struct Intersection<'a, T: 'a> {
    iter: Iter<'a, T>,
    other: &'a BTreeSet<T>,
}
impl<T> Clone for Intersection<'_, T> {
    fn clone(&self) -> Self {
        Intersection { iter: self.iter.clone(), other: self.other }
    }
}
impl<'a, T: Ord> Iterator for Intersection<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        let other = self.other;
        self.iter.find(|x| other.contains(*x))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(crate::cmp::min(self.iter.len(), self.other.len())))
    }
}

/// Both sequences, in step: an element of the one, of the other, or equal ones of both.
struct Merge<'a, T: 'a> {
    a: crate::iter::Peekable<Iter<'a, T>>,
    b: crate::iter::Peekable<Iter<'a, T>>,
}
impl<T> Clone for Merge<'_, T> {
    fn clone(&self) -> Self {
        Merge { a: self.a.clone(), b: self.b.clone() }
    }
}
impl<'a, T: Ord> Merge<'a, T> {
    fn lens(&self) -> (usize, usize) {
        (self.a.len(), self.b.len())
    }
    fn nexts(&mut self) -> (Option<&'a T>, Option<&'a T>) {
        let order = match (self.a.peek(), self.b.peek()) {
            (Some(x), Some(y)) => (*x).cmp(*y),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return (None, None),
        };
        match order {
            Ordering::Less => (self.a.next(), None),
            Ordering::Greater => (None, self.b.next()),
            Ordering::Equal => (self.a.next(), self.b.next()),
        }
    }
}
pub struct Union<'a, T: 'a> {
    merge: Merge<'a, T>,
}
impl<T> Clone for Union<'_, T> {
    fn clone(&self) -> Self {
        Union { merge: self.merge.clone() }
    }
}
impl<'a, T: Ord> Iterator for Union<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        let (x, y) = self.merge.nexts();
        x.or(y)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, b) = self.merge.lens();
        (crate::cmp::max(a, b), Some(a + b))
    }
}
pub struct SymmetricDifference<'a, T: 'a> {
    merge: Merge<'a, T>,
}
impl<T> Clone for SymmetricDifference<'_, T> {
    fn clone(&self) -> Self {
        SymmetricDifference { merge: self.merge.clone() }
    }
}
impl<'a, T: Ord> Iterator for SymmetricDifference<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        loop {
            match self.merge.nexts() {
                (Some(_), Some(_)) => {}
                (x, y) => return x.or(y),
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, b) = self.merge.lens();
        (0, Some(a + b))
    }
}

impl<'a, T> IntoIterator for &'a BTreeSet<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<T> IntoIterator for BTreeSet<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { entries: self.map.into_iter() }
    }
}
impl<T: Ord> FromIterator<T> for BTreeSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> BTreeSet<T> {
        let mut set = BTreeSet::new();
        set.extend(iter);
        set
    }
}
impl<T: Ord> Extend<T> for BTreeSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        for x in iter {
            self.insert(x);
        }
    }
}
impl<'a, T: 'a + Ord + Copy> Extend<&'a T> for BTreeSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        for x in iter {
            self.insert(*x);
        }
    }
}
impl<T: Ord, const N: usize> From<[T; N]> for BTreeSet<T> {
    fn from(arr: [T; N]) -> Self {
        arr.into_iter().collect()
    }
}
impl<T: Clone> Clone for BTreeSet<T> {
    fn clone(&self) -> Self {
        BTreeSet { map: self.map.clone() }
    }
}
impl<T> Default for BTreeSet<T> {
    fn default() -> BTreeSet<T> {
        BTreeSet::new()
    }
}
impl<T: PartialEq> PartialEq for BTreeSet<T> {
    fn eq(&self, other: &BTreeSet<T>) -> bool {
        self.map == other.map
    }
}
impl<T: Eq> Eq for BTreeSet<T> {}
impl<T: PartialOrd> PartialOrd for BTreeSet<T> {
    fn partial_cmp(&self, other: &BTreeSet<T>) -> Option<Ordering> {
        self.map.partial_cmp(&other.map)
    }
}
impl<T: Ord> Ord for BTreeSet<T> {
    fn cmp(&self, other: &BTreeSet<T>) -> Ordering {
        self.map.cmp(&other.map)
    }
}
impl<T: Hash> Hash for BTreeSet<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.map.hash(state)
    }
}
impl<T: fmt::Debug> fmt::Debug for BTreeSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! set_operator {
    ($($Trait:ident $method:ident $set_method:ident;)*) => {
        $(
            impl<T: Ord + Clone> $Trait<&BTreeSet<T>> for &BTreeSet<T> {
                type Output = BTreeSet<T>;
                fn $method(self, rhs: &BTreeSet<T>) -> BTreeSet<T> {
                    self.$set_method(rhs).cloned().collect()
                }
            }
        )*
    };
}
set_operator! {
    BitOr bitor union;
    BitAnd bitand intersection;
    BitXor bitxor symmetric_difference;
    Sub sub difference;
}
impl<T: fmt::Debug> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Iter").field(&self.entries.clone().map(|entry| entry.0).collect::<crate::vec::Vec<_>>()).finish()
    }
}
impl<T: fmt::Debug> fmt::Debug for Range<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// What std's set has for a value in its map.
        #[derive(Debug)]
        struct SetValZST;
        let entries = self.entries.clone().map(|entry| (entry.0, SetValZST));
        f.debug_struct("Range").field("iter", &entries.collect::<crate::vec::Vec<_>>()).finish()
    }
}
