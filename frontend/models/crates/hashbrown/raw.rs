//! `hashbrown::raw`, of versions before 0.15: a value has an allocation of its own, which is its bucket.

use crate::alloc::Layout;
use crate::boxed::Box;
use crate::ptr::NonNull;
use crate::vec::{self, Vec};

#[derive(Clone)]
struct Slot<T> {
    hash: u64,
    value: T,
}

pub struct RawTable<T> {
    slots: Vec<Box<Slot<T>>>,
}

pub struct Bucket<T> {
    slot: NonNull<Slot<T>>,
}
impl<T> Clone for Bucket<T> {
    fn clone(&self) -> Bucket<T> {
        Bucket { slot: self.slot }
    }
}
impl<T> Bucket<T> {
    pub fn as_ptr(&self) -> *mut T {
        unsafe { &raw mut (*self.slot.as_ptr()).value }
    }
    pub unsafe fn read(&self) -> T {
        unsafe { self.as_ptr().read() }
    }
    pub unsafe fn write(&self, value: T) {
        unsafe { self.as_ptr().write(value) }
    }
    pub unsafe fn as_ref<'a>(&self) -> &'a T {
        unsafe { &*self.as_ptr() }
    }
    pub unsafe fn as_mut<'a>(&self) -> &'a mut T {
        unsafe { &mut *self.as_ptr() }
    }
}

/// Where a value that is not there would go: at the end.
#[derive(Clone, Copy)]
pub struct InsertSlot {
    private: (),
}

impl<T> RawTable<T> {
    pub const fn new() -> RawTable<T> {
        RawTable { slots: Vec::new() }
    }
    pub fn with_capacity(capacity: usize) -> RawTable<T> {
        RawTable { slots: Vec::with_capacity(capacity) }
    }
    pub fn len(&self) -> usize {
        self.slots.len()
    }
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }
    pub fn buckets(&self) -> usize {
        self.slots.capacity()
    }
    pub fn reserve(&mut self, additional: usize, _hasher: impl Fn(&T) -> u64) {
        self.slots.reserve(additional);
    }
    pub fn shrink_to(&mut self, min_size: usize, _hasher: impl Fn(&T) -> u64) {
        self.slots.shrink_to(min_size);
    }
    pub fn clear(&mut self) {
        self.slots.clear();
    }
    pub fn allocation_info(&self) -> (NonNull<u8>, Layout) {
        let layout = Layout::array::<T>(self.slots.capacity()).unwrap();
        (NonNull::dangling(), layout)
    }
    fn bucket(&self, index: usize) -> Bucket<T> {
        let slot: &Slot<T> = &self.slots[index];
        Bucket { slot: NonNull::from(slot) }
    }
    pub fn find(&self, hash: u64, mut eq: impl FnMut(&T) -> bool) -> Option<Bucket<T>> {
        let index = self.slots.iter().position(|slot| slot.hash == hash && eq(&slot.value));
        match index {
            Some(index) => Some(self.bucket(index)),
            None => None,
        }
    }
    pub fn find_or_find_insert_slot(
        &mut self,
        hash: u64,
        eq: impl FnMut(&T) -> bool,
        _hasher: impl Fn(&T) -> u64,
    ) -> Result<Bucket<T>, InsertSlot> {
        self.find(hash, eq).ok_or(InsertSlot { private: () })
    }
    pub unsafe fn insert_in_slot(&mut self, hash: u64, _slot: InsertSlot, value: T) -> Bucket<T> {
        self.slots.push(Box::new(Slot { hash, value }));
        self.bucket(self.slots.len() - 1)
    }
    pub fn insert(&mut self, hash: u64, value: T, _hasher: impl Fn(&T) -> u64) -> Bucket<T> {
        unsafe { self.insert_in_slot(hash, InsertSlot { private: () }, value) }
    }
    pub unsafe fn insert_no_grow(&mut self, hash: u64, value: T) -> Bucket<T> {
        unsafe { self.insert_in_slot(hash, InsertSlot { private: () }, value) }
    }
    pub fn clone_from_with_hasher(&mut self, source: &RawTable<T>, _hasher: impl Fn(&T) -> u64)
    where
        T: Clone,
    {
        *self = source.clone();
    }
    pub fn get(&self, hash: u64, eq: impl FnMut(&T) -> bool) -> Option<&T> {
        self.find(hash, eq).map(|bucket| unsafe { bucket.as_ref() })
    }
    pub fn get_mut(&mut self, hash: u64, eq: impl FnMut(&T) -> bool) -> Option<&mut T> {
        self.find(hash, eq).map(|bucket| unsafe { bucket.as_mut() })
    }
    pub unsafe fn remove(&mut self, item: Bucket<T>) -> (T, InsertSlot) {
        let mut index = 0;
        while self.bucket(index).slot != item.slot {
            index += 1;
        }
        let slot = Box::into_inner(self.slots.remove(index));
        (slot.value, InsertSlot { private: () })
    }
    pub unsafe fn erase(&mut self, item: Bucket<T>) {
        drop(unsafe { self.remove(item) });
    }
    pub fn remove_entry(&mut self, hash: u64, eq: impl FnMut(&T) -> bool) -> Option<T> {
        match self.find(hash, eq) {
            Some(bucket) => Some(unsafe { self.remove(bucket).0 }),
            None => None,
        }
    }
    pub fn erase_entry(&mut self, hash: u64, eq: impl FnMut(&T) -> bool) -> bool {
        self.remove_entry(hash, eq).is_some()
    }
    pub unsafe fn iter(&self) -> RawIter<T> {
        let mut buckets = Vec::new();
        let mut index = 0;
        while index < self.slots.len() {
            buckets.push(self.bucket(index));
            index += 1;
        }
        RawIter { buckets: buckets.into_iter() }
    }
}

impl<T> Default for RawTable<T> {
    fn default() -> RawTable<T> {
        RawTable::new()
    }
}
impl<T: Clone> Clone for RawTable<T> {
    fn clone(&self) -> RawTable<T> {
        RawTable { slots: self.slots.clone() }
    }
}
impl<T> IntoIterator for RawTable<T> {
    type Item = T;
    type IntoIter = RawIntoIter<T>;
    fn into_iter(self) -> RawIntoIter<T> {
        RawIntoIter { slots: self.slots.into_iter() }
    }
}

/// The buckets that were there when it was made.
#[derive(Clone)]
pub struct RawIter<T> {
    buckets: vec::IntoIter<Bucket<T>>,
}
impl<T> Iterator for RawIter<T> {
    type Item = Bucket<T>;
    fn next(&mut self) -> Option<Bucket<T>> {
        self.buckets.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.buckets.size_hint()
    }
}
impl<T> ExactSizeIterator for RawIter<T> {}

pub struct RawIntoIter<T> {
    slots: vec::IntoIter<Box<Slot<T>>>,
}
impl<T> Iterator for RawIntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.slots.next().map(|slot| Box::into_inner(slot).value)
    }
}
