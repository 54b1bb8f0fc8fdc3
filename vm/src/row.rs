//! A row of values whose copies share what neither changes: its first values are copied, which is the
//! quickest for a short row, all others are in chunks.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// Values that are copied.
const HEAD: usize = 256;

/// Values in a chunk.
const CHUNK: usize = 128;

/// A row of values, blank ones at first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row<T> {
    head: Vec<T>,
    /// What follows.
    chunks: Vec<Arc<[T; CHUNK]>>,
    len: usize,
}

/// Where a value behind the head is: its chunk, and its place in that.
#[inline]
fn place(index: usize) -> (usize, usize) {
    ((index - HEAD) / CHUNK, (index - HEAD) % CHUNK)
}

/// How many chunks a row of this length has.
fn chunks(len: usize) -> usize {
    len.saturating_sub(HEAD).div_ceil(CHUNK)
}

impl<T: Copy + Default> Row<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        (index < self.len).then(|| &self[index])
    }

    /// Adds blank values up to a length.
    pub(crate) fn extend_to(&mut self, len: usize) {
        if len <= self.len {
            return;
        }
        self.head.resize(len.min(HEAD), T::default());
        if self.chunks.len() < chunks(len) {
            let blank = Arc::new([T::default(); CHUNK]);
            self.chunks.resize(chunks(len), blank);
        }
        self.len = len;
    }

    /// Forgets the values from a length on.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.head.truncate(len);
        self.chunks.truncate(chunks(len));
        // What is added next is blank.
        let kept = len.saturating_sub(HEAD) % CHUNK;
        if kept != 0
            && let Some(last) = self.chunks.last_mut()
        {
            Arc::make_mut(last)[kept..].fill(T::default());
        }
        self.len = len;
    }
}

impl<T> Index<usize> for Row<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        match self.head.get(index) {
            Some(value) => value,
            None => {
                let (chunk, within) = place(index);
                &self.chunks[chunk][within]
            }
        }
    }
}

impl<T: Copy> IndexMut<usize> for Row<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        if index < self.head.len() {
            return &mut self.head[index];
        }
        let (chunk, within) = place(index);
        &mut Arc::make_mut(&mut self.chunks[chunk])[within]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_vector() {
        let mut row: Row<u32> = Row::default();
        let mut model: Vec<u32> = Vec::new();
        let lengths = [
            3,
            HEAD,
            HEAD + 1,
            200,
            1000,
            700,
            HEAD + CHUNK,
            0,
            2000,
            1999,
        ];
        for (round, len) in lengths.into_iter().enumerate() {
            if len > model.len() {
                row.extend_to(len);
            } else {
                row.truncate(len);
            }
            model.resize(len, 0);
            for index in (0..len).step_by(7) {
                row[index] += round as u32 + 1;
                model[index] += round as u32 + 1;
            }
            let values: Vec<u32> = (0..row.len()).map(|index| row[index]).collect();
            assert_eq!(values, model, "after {len} values");
            assert_eq!(row.get(len), None);
        }
    }

    #[test]
    fn a_copy_keeps_its_values() {
        let mut row: Row<u32> = Row::default();
        row.extend_to(HEAD + 3 * CHUNK);
        let copy = row.clone();
        row[0] = 1;
        row[HEAD + CHUNK] = 2;
        assert_eq!((copy[0], copy[HEAD + CHUNK]), (0, 0));
        assert_eq!((row[0], row[HEAD + CHUNK]), (1, 2));
        let shared = |chunk: usize| Arc::ptr_eq(&row.chunks[chunk], &copy.chunks[chunk]);
        assert_eq!([0, 1, 2].map(shared), [true, false, true]);
    }
}
