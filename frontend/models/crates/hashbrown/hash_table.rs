//! `hashbrown::hash_table`.

use crate::collections::TryReserveError;
use crate::fmt;
use crate::vec::{self, Vec};

/// A value's hash stands beside it. `space` is what `capacity` says.
#[derive(Clone)]
pub struct HashTable<T> {
    slots: Vec<Option<(u64, T)>>,
    count: usize,
    space: usize,
}

impl<T> HashTable<T> {
    pub const fn new() -> HashTable<T> {
        HashTable { slots: Vec::new(), count: 0, space: 0 }
    }
    pub fn with_capacity(capacity: usize) -> HashTable<T> {
        HashTable { slots: Vec::new(), count: 0, space: capacity }
    }
    pub fn len(&self) -> usize {
        self.count
    }
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
    pub fn capacity(&self) -> usize {
        self.space
    }
    pub fn num_buckets(&self) -> usize {
        self.slots.len()
    }
    pub fn reserve(&mut self, additional: usize, _hasher: impl Fn(&T) -> u64) {
        self.grow(self.count + additional);
    }
    pub fn try_reserve(&mut self, additional: usize, hasher: impl Fn(&T) -> u64) -> Result<(), TryReserveError> {
        self.reserve(additional, hasher);
        Ok(())
    }
    pub fn shrink_to_fit(&mut self, hasher: impl Fn(&T) -> u64) {
        self.shrink_to(0, hasher);
    }
    pub fn shrink_to(&mut self, min_capacity: usize, _hasher: impl Fn(&T) -> u64) {
        self.space = if min_capacity > self.count { min_capacity } else { self.count };
    }
    fn grow(&mut self, needed: usize) {
        if needed > self.space {
            self.space = if needed > 2 * self.space { needed } else { 2 * self.space };
        }
    }
    pub fn clear(&mut self) {
        self.slots.clear();
        self.count = 0;
    }
    fn place(&self, hash: u64, mut eq: impl FnMut(&T) -> bool) -> Option<usize> {
        let mut index = 0;
        while index < self.slots.len() {
            if let Some((known, value)) = &self.slots[index] {
                if *known == hash && eq(value) {
                    return Some(index);
                }
            }
            index += 1;
        }
        None
    }
    fn add(&mut self, hash: u64, value: T) -> usize {
        self.count += 1;
        self.grow(self.count);
        let free = self.slots.iter().position(|slot| slot.is_none());
        match free {
            Some(index) => {
                self.slots[index] = Some((hash, value));
                index
            }
            None => {
                self.slots.push(Some((hash, value)));
                self.slots.len() - 1
            }
        }
    }
    fn at(&self, index: usize) -> &T {
        &self.slots[index].as_ref().unwrap().1
    }
    fn at_mut(&mut self, index: usize) -> &mut T {
        &mut self.slots[index].as_mut().unwrap().1
    }
    pub fn find(&self, hash: u64, eq: impl FnMut(&T) -> bool) -> Option<&T> {
        match self.place(hash, eq) {
            Some(index) => Some(self.at(index)),
            None => None,
        }
    }
    pub fn find_mut(&mut self, hash: u64, eq: impl FnMut(&T) -> bool) -> Option<&mut T> {
        match self.place(hash, eq) {
            Some(index) => Some(self.at_mut(index)),
            None => None,
        }
    }
    pub fn find_entry(
        &mut self,
        hash: u64,
        eq: impl FnMut(&T) -> bool,
    ) -> Result<OccupiedEntry<'_, T>, AbsentEntry<'_, T>> {
        match self.place(hash, eq) {
            Some(index) => Ok(OccupiedEntry { table: self, index }),
            None => Err(AbsentEntry { table: self }),
        }
    }
    pub fn find_bucket_index(&self, hash: u64, eq: impl FnMut(&T) -> bool) -> Option<usize> {
        self.place(hash, eq)
    }
    pub fn entry(
        &mut self,
        hash: u64,
        eq: impl FnMut(&T) -> bool,
        _hasher: impl Fn(&T) -> u64,
    ) -> Entry<'_, T> {
        match self.place(hash, eq) {
            Some(index) => Entry::Occupied(OccupiedEntry { table: self, index }),
            None => Entry::Vacant(VacantEntry { table: self, hash }),
        }
    }
    pub fn insert_unique(&mut self, hash: u64, value: T, _hasher: impl Fn(&T) -> u64) -> OccupiedEntry<'_, T> {
        let index = self.add(hash, value);
        OccupiedEntry { table: self, index }
    }
    pub fn get_bucket(&self, index: usize) -> Option<&T> {
        match self.slots.get(index) {
            Some(Some((_, value))) => Some(value),
            _ => None,
        }
    }
    pub fn get_bucket_mut(&mut self, index: usize) -> Option<&mut T> {
        match self.slots.get_mut(index) {
            Some(Some((_, value))) => Some(value),
            _ => None,
        }
    }
    pub fn get_bucket_entry(&mut self, index: usize) -> Result<OccupiedEntry<'_, T>, AbsentEntry<'_, T>> {
        match self.get_bucket(index).is_some() {
            true => Ok(OccupiedEntry { table: self, index }),
            false => Err(AbsentEntry { table: self }),
        }
    }
    pub fn retain(&mut self, mut f: impl FnMut(&mut T) -> bool) {
        let mut index = 0;
        while index < self.slots.len() {
            let keep = match &mut self.slots[index] {
                Some((_, value)) => f(value),
                None => true,
            };
            if !keep {
                self.slots[index] = None;
                self.count -= 1;
            }
            index += 1;
        }
    }
    pub fn iter(&self) -> Iter<'_, T> {
        let values: Vec<&T> = self.slots.iter().flatten().map(|(_, value)| value).collect();
        Iter { values: values.into_iter() }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        let values: Vec<&mut T> = self.slots.iter_mut().flatten().map(|(_, value)| value).collect();
        IterMut { values: values.into_iter() }
    }
    pub fn drain(&mut self) -> IntoIter<T> {
        crate::mem::take(self).into_iter()
    }
    pub fn iter_hash(&self, hash: u64) -> Iter<'_, T> {
        let own = self.slots.iter().flatten().filter(|slot| slot.0 == hash);
        let values: Vec<&T> = own.map(|(_, value)| value).collect();
        Iter { values: values.into_iter() }
    }
    pub fn iter_hash_mut(&mut self, hash: u64) -> IterMut<'_, T> {
        let own = self.slots.iter_mut().flatten().filter(|slot| slot.0 == hash);
        let values: Vec<&mut T> = own.map(|(_, value)| value).collect();
        IterMut { values: values.into_iter() }
    }
    /// What it gives is taken out at once.
    pub fn extract_if(&mut self, mut f: impl FnMut(&mut T) -> bool) -> IntoIter<T> {
        let mut taken = Vec::new();
        for slot in &mut self.slots {
            if let Some((_, value)) = slot {
                if f(value) {
                    taken.extend(slot.take().map(|(_, value)| value));
                }
            }
        }
        self.count -= taken.len();
        IntoIter { values: taken.into_iter() }
    }
}

impl<T> Default for HashTable<T> {
    fn default() -> HashTable<T> {
        HashTable::new()
    }
}
impl<T: fmt::Debug> fmt::Debug for HashTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
impl<T> IntoIterator for HashTable<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        let values: Vec<T> = self.slots.into_iter().flatten().map(|(_, value)| value).collect();
        IntoIter { values: values.into_iter() }
    }
}
impl<'a, T> IntoIterator for &'a HashTable<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut HashTable<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

macro_rules! iterators {
    ($($Name:ident<$($lifetime:lifetime,)? T>: $Item:ty,)*) => {
        $(
            pub struct $Name<$($lifetime,)? T> {
                values: vec::IntoIter<$Item>,
            }
            impl<$($lifetime,)? T> Iterator for $Name<$($lifetime,)? T> {
                type Item = $Item;
                fn next(&mut self) -> Option<$Item> {
                    self.values.next()
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.values.size_hint()
                }
            }
            impl<$($lifetime,)? T> ExactSizeIterator for $Name<$($lifetime,)? T> {}
        )*
    };
}
iterators! {
    Iter<'a, T>: &'a T,
    IterMut<'a, T>: &'a mut T,
    IntoIter<T>: T,
}

pub enum Entry<'a, T> {
    Occupied(OccupiedEntry<'a, T>),
    Vacant(VacantEntry<'a, T>),
}
impl<'a, T> Entry<'a, T> {
    pub fn or_insert_with(self, default: impl FnOnce() -> T) -> OccupiedEntry<'a, T> {
        match self {
            Entry::Occupied(entry) => entry,
            Entry::Vacant(entry) => entry.insert(default()),
        }
    }
    pub fn or_insert(self, default: T) -> OccupiedEntry<'a, T> {
        self.or_insert_with(|| default)
    }
    pub fn and_modify(mut self, f: impl FnOnce(&mut T)) -> Self {
        if let Entry::Occupied(entry) = &mut self {
            f(entry.get_mut());
        }
        self
    }
    pub fn insert(self, value: T) -> OccupiedEntry<'a, T> {
        match self {
            Entry::Occupied(mut entry) => {
                *entry.get_mut() = value;
                entry
            }
            Entry::Vacant(entry) => entry.insert(value),
        }
    }
}

pub struct OccupiedEntry<'a, T> {
    table: &'a mut HashTable<T>,
    index: usize,
}
impl<'a, T> OccupiedEntry<'a, T> {
    pub fn get(&self) -> &T {
        self.table.at(self.index)
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.table.at_mut(self.index)
    }
    pub fn into_mut(self) -> &'a mut T {
        self.table.at_mut(self.index)
    }
    pub fn into_table(self) -> &'a mut HashTable<T> {
        self.table
    }
    pub fn bucket_index(&self) -> usize {
        self.index
    }
    pub fn remove(self) -> (T, VacantEntry<'a, T>) {
        let (hash, value) = self.table.slots[self.index].take().unwrap();
        self.table.count -= 1;
        (value, VacantEntry { table: self.table, hash })
    }
}

pub struct VacantEntry<'a, T> {
    table: &'a mut HashTable<T>,
    hash: u64,
}
impl<'a, T> VacantEntry<'a, T> {
    pub fn insert(self, value: T) -> OccupiedEntry<'a, T> {
        let index = self.table.add(self.hash, value);
        OccupiedEntry { table: self.table, index }
    }
    pub fn into_table(self) -> &'a mut HashTable<T> {
        self.table
    }
}

pub struct AbsentEntry<'a, T> {
    table: &'a mut HashTable<T>,
}
impl<'a, T> AbsentEntry<'a, T> {
    pub fn into_table(self) -> &'a mut HashTable<T> {
        self.table
    }
}
impl<T> fmt::Debug for AbsentEntry<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AbsentEntry")
    }
}
