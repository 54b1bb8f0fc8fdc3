//! Vector clocks and the race detector's memory of past accesses, as in FastTrack (Flanagan and
//! Freund 2009): the last write of a cell as an epoch, its reads as an epoch until two are concurrent.

use smallvec::SmallVec;
use vscheck_ir::{FuncId, InstId, Site};

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

/// One access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// The accessing thread's own clock; 0 is "never".
    clock: u32,
    pub(crate) thread: u16,
    atomic: bool,
    func: u32,
    inst: u32,
}

const NEVER: Epoch = Epoch {
    clock: 0,
    thread: 0,
    atomic: false,
    func: 0,
    inst: 0,
};

impl Epoch {
    pub(crate) fn site(&self) -> Site {
        Site {
            func: FuncId(self.func),
            inst: InstId(self.inst),
        }
    }
    /// Whether it happened before whoever has this clock.
    pub(crate) fn happens_before(&self, clock: &Clock) -> bool {
        self.clock <= clock.get(self.thread)
    }
    /// The access without its place in time: by whom, and whether it was atomic.
    pub(crate) fn kind(&self) -> u64 {
        (self.thread as u64) << 1 | self.atomic as u64
    }
    fn same_time(&self, other: &Epoch) -> bool {
        self.clock == other.clock && self.thread == other.thread && self.atomic == other.atomic
    }
}

/// What is known of one cell's past.
#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    write: Epoch,
    read: Epoch,
    /// Reads concurrent with `read`.
    more_reads: Vec<Epoch>,
}

impl Default for Shadow {
    fn default() -> Self {
        Shadow {
            write: NEVER,
            read: NEVER,
            more_reads: Vec::new(),
        }
    }
}

/// An access about to happen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) thread: u16,
    pub(crate) site: Site,
    pub(crate) write: bool,
    pub(crate) atomic: bool,
}

impl Access {
    fn epoch(&self, clock: &Clock) -> Epoch {
        Epoch {
            clock: clock.get(self.thread),
            thread: self.thread,
            atomic: self.atomic,
            func: self.site.func.0,
            inst: self.site.inst.0,
        }
    }
}

impl Shadow {
    /// The accesses that are remembered: the last write, if any, then reads.
    pub(crate) fn accesses(&self) -> impl Iterator<Item = (bool, Epoch)> + '_ {
        let reads = std::iter::once(&self.read).chain(&self.more_reads);
        let all = std::iter::once((true, self.write)).chain(reads.map(|&read| (false, read)));
        all.filter(|(_, access)| access.clock != 0)
    }

    /// Whether [`Shadow::record`] would neither complain nor change anything.
    pub(crate) fn is_known(&self, access: Access, clock: &Clock) -> bool {
        let now = access.epoch(clock);
        if access.write {
            self.write.same_time(&now) && self.read.clock == 0
        } else {
            self.read.same_time(&now) && self.write.happens_before(clock)
        }
    }

    /// Records an access; returns an earlier one that it races with.
    pub(crate) fn record(&mut self, access: Access, clock: &Clock) -> Option<Epoch> {
        let now = access.epoch(clock);
        let races = |past: &Epoch| {
            past.clock != 0 && !(past.atomic && now.atomic) && !past.happens_before(clock)
        };
        if races(&self.write) {
            return Some(self.write);
        }
        if access.write {
            let more = &self.more_reads;
            if let Some(past) = std::iter::once(&self.read).chain(more).find(|r| races(r)) {
                return Some(*past);
            }
            self.write = now;
            self.read = NEVER;
            self.more_reads.clear();
        } else {
            self.record_read(now, clock);
        }
        None
    }

    fn record_read(&mut self, now: Epoch, clock: &Clock) {
        if self.read.happens_before(clock) && self.more_reads.is_empty() {
            self.read = now;
            return;
        }
        let reads = &mut self.more_reads;
        match reads.iter_mut().find(|read| read.thread == now.thread) {
            Some(read) => *read = now,
            None => reads.push(now),
        }
    }
}
