//! `std::collections::HashSet`: a `HashMap` without values.
//!
//! Left out: `get_or_insert_with`; iteration is deterministic, in the order of insertion.

use super::hash_map::{self, HashMap, RandomState};
use crate::borrow::Borrow;
use crate::fmt;
use crate::hash::{BuildHasher, Hash};
use crate::iter::{Chain, FusedIterator};
use crate::ops::{BitAnd, BitOr, BitXor, Sub};

pub struct HashSet<T, S = RandomState> {
    map: HashMap<T, (), S>,
}

impl<T> HashSet<T, RandomState> {
    #[inline]
    pub fn new() -> HashSet<T, RandomState> {
        HashSet { map: HashMap::new() }
    }
    pub fn with_capacity(capacity: usize) -> HashSet<T, RandomState> {
        HashSet { map: HashMap::with_capacity(capacity) }
    }
}
impl<T, S> HashSet<T, S> {
    pub fn hasher(&self) -> &S {
        self.map.hasher()
    }
    pub const fn with_hasher(hasher: S) -> HashSet<T, S> {
        HashSet { map: HashMap::with_hasher(hasher) }
    }
    pub fn with_capacity_and_hasher(_capacity: usize, hasher: S) -> HashSet<T, S> {
        HashSet::with_hasher(hasher)
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { keys: self.map.keys() }
    }
    #[inline]
    pub fn len(&self) -> usize {
        self.map.len()
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    pub fn capacity(&self) -> usize {
        self.map.capacity()
    }
    pub fn drain(&mut self) -> Drain<'_, T> {
        IntoIter { entries: self.map.drain() }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        let mut f = f;
        self.map.retain(|k, _| f(k));
    }
    pub fn extract_if<F: FnMut(&T) -> bool>(&mut self, pred: F) -> ExtractIf<'_, T, F> {
        ExtractIf { entries: self.map.extracting(()), pred }
    }
    pub fn shrink_to(&mut self, _min_capacity: usize) {}
    pub fn clear(&mut self) {
        self.map.clear()
    }
}
/// Takes out what matches, one by one as it is asked for.
pub struct ExtractIf<'a, T, F> {
    entries: hash_map::ExtractIf<'a, T, (), ()>,
    pred: F,
}
impl<T, F: FnMut(&T) -> bool> Iterator for ExtractIf<'_, T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let pred = &mut self.pred;
        self.entries.next_that(|k, _| pred(k)).map(|(k, _)| k)
    }
}
impl<T, F: FnMut(&T) -> bool> FusedIterator for ExtractIf<'_, T, F> {}

impl<T: Eq + Hash, S: BuildHasher> HashSet<T, S> {
    pub fn shrink_to_fit(&mut self) {
        self.map.shrink_to_fit()
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.reserve(additional);
        Ok(())
    }
    pub fn reserve(&mut self, additional: usize) {
        self.map.reserve(additional)
    }
    pub fn contains<Q: ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        self.map.contains_key(value)
    }
    pub fn get<Q: ?Sized>(&self, value: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        match self.map.get_key_value(value) {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn insert(&mut self, value: T) -> bool {
        self.map.insert(value, ()).is_none()
    }
    /// `hashbrown`'s: the caller promises that `value` is not there.
    pub unsafe fn insert_unique_unchecked(&mut self, value: T) -> &T {
        unsafe { self.map.insert_unique_unchecked(value, ()) }.0
    }
    /// `hashbrown`'s (unstable in std).
    pub fn get_or_insert(&mut self, value: T) -> &T {
        match self.map.get_key_value(&value) {
            Some((key, _)) => unsafe { &*(key as *const T) },
            None => unsafe { self.insert_unique_unchecked(value) },
        }
    }
    pub fn replace(&mut self, value: T) -> Option<T> {
        let old = self.take(&value);
        self.insert(value);
        old
    }
    pub fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        self.map.remove(value).is_some()
    }
    pub fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<T>
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        match self.map.remove_entry(value) {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn is_disjoint(&self, other: &HashSet<T, S>) -> bool {
        self.iter().all(|v| !other.contains(v))
    }
    pub fn is_subset(&self, other: &HashSet<T, S>) -> bool {
        self.len() <= other.len() && self.iter().all(|v| other.contains(v))
    }
    pub fn is_superset(&self, other: &HashSet<T, S>) -> bool {
        other.is_subset(self)
    }
    pub fn difference<'a>(&'a self, other: &'a HashSet<T, S>) -> Difference<'a, T, S> {
        Difference { iter: self.iter(), other }
    }
    pub fn intersection<'a>(&'a self, other: &'a HashSet<T, S>) -> Intersection<'a, T, S> {
        let (fewer, other) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        Intersection { iter: fewer.iter(), other }
    }
    pub fn symmetric_difference<'a>(
        &'a self,
        other: &'a HashSet<T, S>,
    ) -> SymmetricDifference<'a, T, S> {
        SymmetricDifference { iter: self.difference(other).chain(other.difference(self)) }
    }
    pub fn union<'a>(&'a self, other: &'a HashSet<T, S>) -> Union<'a, T, S> {
        Union { iter: self.iter().chain(other.difference(self)) }
    }
}

pub struct Difference<'a, T: 'a, S: 'a> {
    iter: Iter<'a, T>,
    other: &'a HashSet<T, S>,
}
impl<'a, T: Eq + Hash, S: BuildHasher> Iterator for Difference<'a, T, S> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        let other = self.other;
        self.iter.find(|x| !other.contains(*x))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
pub struct Intersection<'a, T: 'a, S: 'a> {
    iter: Iter<'a, T>,
    other: &'a HashSet<T, S>,
}
impl<'a, T: Eq + Hash, S: BuildHasher> Iterator for Intersection<'a, T, S> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        let other = self.other;
        self.iter.find(|x| other.contains(*x))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

macro_rules! chained {
    ($($Name:ident $First:ident<$($first:tt),*>;)*) => {
        $(
            pub struct $Name<'a, T: 'a, S: 'a> {
                iter: Chain<$First<$($first),*>, Difference<'a, T, S>>,
            }
            impl<'a, T: Eq + Hash, S: BuildHasher> Iterator for $Name<'a, T, S> {
                type Item = &'a T;
                fn next(&mut self) -> Option<&'a T> {
                    self.iter.next()
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.iter.size_hint()
                }
            }
            impl<T: Eq + Hash, S: BuildHasher> FusedIterator for $Name<'_, T, S> {}
            impl<T, S> Clone for $Name<'_, T, S> {
                fn clone(&self) -> Self {
                    $Name { iter: self.iter.clone() }
                }
            }
            impl<T: Eq + Hash + fmt::Debug, S: BuildHasher> fmt::Debug for $Name<'_, T, S> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_list().entries(self.clone()).finish()
                }
            }
        )*
    };
}
chained! {
    Union Iter<'a, T>;
    SymmetricDifference Difference<'a, T, S>;
}

pub struct Iter<'a, K: 'a> {
    keys: hash_map::Keys<'a, K, ()>,
}
impl<'a, K> Iterator for Iter<'a, K> {
    type Item = &'a K;
    #[inline]
    fn next(&mut self) -> Option<&'a K> {
        self.keys.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.keys.size_hint()
    }
}
impl<K> ExactSizeIterator for Iter<'_, K> {}
impl<K> Default for Iter<'_, K> {
    fn default() -> Self {
        Iter { keys: Default::default() }
    }
}
impl<K> Clone for Iter<'_, K> {
    fn clone(&self) -> Self {
        Iter { keys: self.keys.clone() }
    }
}
pub struct IntoIter<K> {
    entries: hash_map::IntoIter<K, ()>,
}
pub type Drain<'a, K> = IntoIter<K>;
impl<K> Default for IntoIter<K> {
    fn default() -> Self {
        IntoIter { entries: Default::default() }
    }
}
impl<K> Iterator for IntoIter<K> {
    type Item = K;
    fn next(&mut self) -> Option<K> {
        match self.entries.next() {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}
impl<K> ExactSizeIterator for IntoIter<K> {}

impl<'a, T, S> IntoIterator for &'a HashSet<T, S> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<T, S> IntoIterator for HashSet<T, S> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { entries: self.map.into_iter() }
    }
}
impl<T: Eq + Hash, S: BuildHasher + Default> FromIterator<T> for HashSet<T, S> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> HashSet<T, S> {
        let mut set = HashSet::with_hasher(S::default());
        set.extend(iter);
        set
    }
}
impl<T: Eq + Hash, const N: usize> From<[T; N]> for HashSet<T, RandomState> {
    fn from(arr: [T; N]) -> Self {
        arr.into_iter().collect()
    }
}
impl<T: Eq + Hash, S: BuildHasher> Extend<T> for HashSet<T, S> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        for x in iter {
            self.insert(x);
        }
    }
}
impl<'a, T: 'a + Eq + Hash + Copy, S: BuildHasher> Extend<&'a T> for HashSet<T, S> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        for x in iter {
            self.insert(*x);
        }
    }
}
impl<T: Clone, S: Clone> Clone for HashSet<T, S> {
    fn clone(&self) -> Self {
        HashSet { map: self.map.clone() }
    }
}
impl<T: Eq + Hash, S: BuildHasher> PartialEq for HashSet<T, S> {
    fn eq(&self, other: &HashSet<T, S>) -> bool {
        self.len() == other.len() && self.iter().all(|x| other.contains(x))
    }
}
impl<T: Eq + Hash, S: BuildHasher> Eq for HashSet<T, S> {}
impl<T: fmt::Debug, S> fmt::Debug for HashSet<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
impl<T, S: Default> Default for HashSet<T, S> {
    fn default() -> HashSet<T, S> {
        HashSet::with_hasher(S::default())
    }
}

macro_rules! set_operator {
    ($($Trait:ident $method:ident $set_method:ident;)*) => {
        $(
            impl<T: Eq + Hash + Clone, S: BuildHasher + Default> $Trait<&HashSet<T, S>> for &HashSet<T, S> {
                type Output = HashSet<T, S>;
                fn $method(self, rhs: &HashSet<T, S>) -> HashSet<T, S> {
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
        self.keys.fmt(f)
    }
}
impl<T: fmt::Debug> fmt::Debug for IntoIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.slots.as_slice().iter().map(|slot| &slot.key)).finish()
    }
}
impl<T, S> Clone for Difference<'_, T, S> {
    fn clone(&self) -> Self {
        Difference { iter: self.iter.clone(), other: self.other }
    }
}
impl<T: Eq + Hash + fmt::Debug, S: BuildHasher> fmt::Debug for Difference<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
impl<T, S> Clone for Intersection<'_, T, S> {
    fn clone(&self) -> Self {
        Intersection { iter: self.iter.clone(), other: self.other }
    }
}
impl<T: Eq + Hash + fmt::Debug, S: BuildHasher> fmt::Debug for Intersection<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
