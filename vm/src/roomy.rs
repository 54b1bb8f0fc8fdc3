//! A vector whose copies have room to grow.

use std::ops::{Deref, DerefMut};

/// A vector that is copied to be pushed to: a thread is copied before its next step, which calls functions. A
/// copy with no room left would have its values moved by the first push.
#[derive(Debug)]
pub(crate) struct Roomy<T>(Vec<T>);

impl<T> Default for Roomy<T> {
    fn default() -> Roomy<T> {
        Roomy(Vec::new())
    }
}

impl<T: Copy> Clone for Roomy<T> {
    fn clone(&self) -> Roomy<T> {
        let room = self.len() / 2 + 16;
        let mut copy = Vec::with_capacity(self.len() + room);
        copy.extend_from_slice(self);
        Roomy(copy)
    }
}

impl<T> Deref for Roomy<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Roomy<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<'a, T> IntoIterator for &'a Roomy<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
