//! Vector clocks over one path: which steps happen before which.

use vscheck_vm::ThreadId;

/// For each thread, one past the index of its last step that happens before (or is) this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock(Vec<u32>);

impl Clock {
    /// Whether the step at `index` of `thread` happens before (or is) the step with this clock.
    pub fn contains(&self, thread: ThreadId, index: usize) -> bool {
        self.0.get(thread.index()).is_some_and(|&known| known as usize > index)
    }

    /// Takes over what `other` knows.
    pub fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, &theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(theirs);
        }
    }

    /// Adds the step at `index` of `thread` itself.
    pub fn tick(&mut self, thread: ThreadId, index: usize) {
        if self.0.len() <= thread.index() {
            self.0.resize(thread.index() + 1, 0);
        }
        self.0[thread.index()] = index as u32 + 1;
    }
}
