//! Vector clocks: who knows of what.

use smallvec::SmallVec;

/// A vector clock, indexed by thread number; missing entries are 0.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Clock(SmallVec<[u32; 6]>);

impl Clone for Clock {
    /// As one block: the derived clone goes number by number.
    fn clone(&self) -> Clock {
        Clock(SmallVec::from_slice(&self.0))
    }
}

impl Clock {
    /// The entry of one thread.
    #[inline]
    pub(crate) fn get(&self, thread: u16) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }
    /// Advances one thread's entry.
    pub(crate) fn tick(&mut self, thread: u16) {
        let index = thread as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] += 1;
    }
    /// Takes back what was joined since `earlier`; the own entry stays.
    pub(crate) fn rewind(&mut self, earlier: Clock, own: u16) {
        let now = self.get(own);
        *self = earlier;
        if let Some(entry) = self.0.get_mut(own as usize) {
            *entry = now;
        }
    }
    /// The entrywise minimum.
    pub(crate) fn meet(mut self, other: &Clock) -> Clock {
        self.0.truncate(other.0.len());
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).min(*theirs);
        }
        self
    }
    /// The entrywise maximum.
    pub(crate) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }
}
