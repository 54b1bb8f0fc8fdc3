//! Vector clocks: who knows of what, and of what time.

use smallvec::SmallVec;

/// A vector clock.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Clock {
    /// By thread number; missing entries are 0.
    entries: SmallVec<[u32; 6]>,
    /// The latest time that is known to have come, in virtual nanoseconds: what looks at clocks and waits
    /// that timed out took, beside the time that passes for all. 0 where no program looks at clocks.
    time: u64,
}

impl Clone for Clock {
    /// As one block: the derived clone goes number by number.
    fn clone(&self) -> Clock {
        Clock {
            entries: SmallVec::from_slice(&self.entries),
            time: self.time,
        }
    }
}

impl Clock {
    /// The entry of one thread.
    #[inline]
    pub(crate) fn get(&self, thread: u16) -> u32 {
        self.entries.get(thread as usize).copied().unwrap_or(0)
    }

    /// Advances one thread's entry.
    pub(crate) fn tick(&mut self, thread: u16) {
        let index = thread as usize;
        if self.entries.len() <= index {
            self.entries.resize(index + 1, 0);
        }
        self.entries[index] += 1;
    }

    /// Knows of a thread's past up to here.
    pub(crate) fn cover(&mut self, thread: u16, clock: u32) {
        let index = thread as usize;
        if self.entries.len() <= index {
            self.entries.resize(index + 1, 0);
        }
        self.entries[index] = self.entries[index].max(clock);
    }

    /// Whether it knows of all that another knows of, times aside.
    pub(crate) fn covers(&self, other: &Clock) -> bool {
        let theirs = other.entries.iter().enumerate();
        theirs
            .into_iter()
            .all(|(thread, &clock)| clock <= self.get(thread as u16))
    }

    /// The latest time that is known to have come.
    pub(crate) fn time(&self) -> u64 {
        self.time
    }

    /// It is at least so late.
    pub(crate) fn catch_up(&mut self, time: u64) {
        self.time = self.time.max(time);
    }

    /// Takes back what was joined since `earlier`; the own entry stays, and the time.
    pub(crate) fn rewind(&mut self, earlier: Clock, own: u16) {
        let now = self.get(own);
        self.entries = earlier.entries;
        if let Some(entry) = self.entries.get_mut(own as usize) {
            *entry = now;
        }
    }

    /// The entrywise minimum.
    pub(crate) fn meet(mut self, other: &Clock) -> Clock {
        self.entries.truncate(other.entries.len());
        for (mine, theirs) in self.entries.iter_mut().zip(&other.entries) {
            *mine = (*mine).min(*theirs);
        }
        self.time = self.time.min(other.time);
        self
    }

    /// The entrywise maximum.
    pub(crate) fn join(&mut self, other: &Clock) {
        if self.entries.len() < other.entries.len() {
            self.entries.resize(other.entries.len(), 0);
        }
        for (mine, theirs) in self.entries.iter_mut().zip(&other.entries) {
            *mine = (*mine).max(*theirs);
        }
        self.catch_up(other.time);
    }
}
