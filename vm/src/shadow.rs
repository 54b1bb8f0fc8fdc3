//! The race detector's memory of past accesses, as in FastTrack (Flanagan and Freund 2009): the last
//! write of a cell as an epoch, its reads as an epoch until two are concurrent.

use crate::clock::Clock;
use crate::row::Row;
use vscheck_ir::{FuncId, InstId, Site};

/// One access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// The accessing thread's own clock; 0 is "never".
    clock: u32,
    pub(crate) thread: u16,
    pub(crate) atomic: bool,
    /// Steps that the thread had taken, modulo 256, that of the access included.
    pub(crate) steps: u8,
    func: u32,
    inst: u32,
}

pub(crate) const NEVER: Epoch = Epoch {
    clock: 0,
    thread: 0,
    atomic: false,
    steps: 0,
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

    /// When it was: by which thread, and at which of its times.
    pub(crate) fn time(&self) -> (u16, u32) {
        (self.thread, self.clock)
    }

    fn same_step(&self, other: &Epoch) -> bool {
        self.time() == other.time() && self.atomic == other.atomic && self.steps == other.steps
    }
}

/// An access about to happen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) thread: u16,
    /// Steps that the thread has taken, modulo 256.
    pub(crate) steps: u8,
    pub(crate) site: Site,
    pub(crate) write: bool,
    pub(crate) atomic: bool,
    /// The lock of the critical section that it is in, of those that order nothing after them.
    pub(crate) lock: Option<u64>,
}

impl Access {
    pub(crate) fn epoch(&self, clock: &Clock) -> Epoch {
        Epoch {
            clock: clock.get(self.thread),
            thread: self.thread,
            atomic: self.atomic,
            steps: self.steps,
            func: self.site.func.0,
            inst: self.site.inst.0,
        }
    }
}

/// What is known of one cell's past.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    write: Epoch,
    read: Epoch,
    /// Whether there are reads concurrent with `read`.
    more_reads: bool,
    /// Whether there are accesses to some of its bytes only.
    parts: bool,
}

impl Shadow {
    /// Records an access in the usual case: all that is remembered stands here, and happened before it. Returns
    /// whether that is so.
    #[inline]
    fn record(&mut self, now: Epoch, write: bool, clock: &Clock) -> bool {
        let alone = !self.more_reads && !self.parts;
        let known = self.write.happens_before(clock) && self.read.happens_before(clock);
        let usual = alone && known;
        if usual && write {
            self.read = NEVER;
            self.write = now;
        } else if usual {
            self.read = now;
        }
        usual
    }
}

/// An access to some bytes of a cell.
#[derive(Clone, Copy, Debug)]
struct Part {
    cell: u32,
    /// A bit for each.
    bytes: u8,
    write: bool,
    /// See [`Access::lock`].
    lock: Option<u64>,
    epoch: Epoch,
}

/// An access that is remembered of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past {
    pub(crate) cell: usize,
    /// A bit for each of its bytes that were accessed.
    pub(crate) bytes: u8,
    pub(crate) write: bool,
    pub(crate) epoch: Epoch,
}

/// All bytes of a cell.
pub(crate) const WHOLE: u8 = u8::MAX;

impl Default for Shadow {
    fn default() -> Shadow {
        Shadow {
            write: NEVER,
            read: NEVER,
            more_reads: false,
            parts: false,
        }
    }
}

/// What is known of the past of a row of cells. Copied with them for every snapshot, so the rare is kept
/// aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadows {
    /// As long as the row, or shorter where the rest was never accessed while others ran.
    cells: Row<Shadow>,
    /// Reads concurrent with the one that stands at the cell.
    more_reads: Vec<(u32, Epoch)>,
    /// Accesses to some bytes of a cell.
    parts: Vec<Part>,
}

impl Shadows {
    /// Forgets the cells from `len` on.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        if self.cells.len() > len {
            self.cells.truncate(len);
            self.more_reads.retain(|&(cell, _)| (cell as usize) < len);
            self.parts.retain(|part| (part.cell as usize) < len);
        }
    }

    /// Forgets the past of some cells.
    pub(crate) fn forget(&mut self, at: usize, len: usize) {
        for index in at..(at + len).min(self.cells.len()) {
            self.forget_reads(index);
            self.forget_parts(index);
            self.cells[index] = Shadow::default();
        }
    }

    fn forget_reads(&mut self, index: usize) {
        let shadow = &mut self.cells[index];
        shadow.read = NEVER;
        if std::mem::take(&mut shadow.more_reads) {
            self.more_reads.retain(|&(cell, _)| cell as usize != index);
        }
    }

    fn forget_parts(&mut self, index: usize) {
        if std::mem::take(&mut self.cells[index].parts) {
            self.parts.retain(|part| part.cell as usize != index);
        }
    }

    /// Whether a cell was accessed in parts.
    pub(crate) fn has_parts(&self, index: usize) -> bool {
        self.cells.get(index).is_some_and(|shadow| shadow.parts)
    }

    fn parts_of(&self, index: usize) -> impl Iterator<Item = &Part> {
        let all = match self.cells[index].parts {
            true => &self.parts[..],
            false => &[],
        };
        all.iter().filter(move |part| part.cell as usize == index)
    }

    fn concurrent_reads(&self, index: usize) -> impl Iterator<Item = Epoch> + '_ {
        let all = match self.cells[index].more_reads {
            true => &self.more_reads[..],
            false => &[],
        };
        let of_cell = all.iter().filter(move |(cell, _)| *cell as usize == index);
        of_cell.map(|&(_, epoch)| epoch)
    }

    /// The accesses to some cells that are remembered and that a clock does not cover, cell by cell: the last
    /// write, then reads, then those of some bytes.
    pub(crate) fn unknown_to(
        &self,
        clock: &Clock,
        at: usize,
        len: usize,
        mut found: impl FnMut(Past),
    ) {
        let known = at.min(self.cells.len())..(at + len).min(self.cells.len());
        for index in known {
            let shadow = &self.cells[index];
            let mut look = |bytes: u8, write: bool, epoch: Epoch| {
                if !epoch.happens_before(clock) {
                    found(Past {
                        cell: index - at,
                        bytes,
                        write,
                        epoch,
                    });
                }
            };
            look(WHOLE, true, shadow.write);
            look(WHOLE, false, shadow.read);
            for read in self.concurrent_reads(index) {
                look(WHOLE, false, read);
            }
            for part in self.parts_of(index) {
                look(part.bytes, part.write, part.epoch);
            }
        }
    }

    /// The least clock that covers all accesses to some cells that are remembered.
    pub(crate) fn accessed(&self, at: usize, len: usize) -> Clock {
        let mut all = Clock::default();
        self.unknown_to(&Clock::default(), at, len, |past| {
            let (thread, clock) = past.epoch.time();
            all.cover(thread, clock);
        });
        all
    }

    /// Those of some cells that were never written, as far as is remembered.
    pub(crate) fn unwritten(&self, at: usize, len: usize) -> impl Iterator<Item = usize> + '_ {
        (at..at + len).filter(|&index| {
            let shadow = self.cells.get(index);
            shadow.is_none_or(|shadow| shadow.write.clock == 0)
        })
    }

    /// Whether [`Shadows::record`] would neither complain nor change anything.
    pub(crate) fn is_known(&self, at: usize, len: usize, access: Access, clock: &Clock) -> bool {
        let now = access.epoch(clock);
        let known = |shadow: &Shadow| match access.write {
            true => shadow.write.same_step(&now) && shadow.read.clock == 0,
            false => shadow.read.same_step(&now) && shadow.write.happens_before(clock),
        };
        let whole = || self.parts.is_empty() || !(at..at + len).any(|index| self.has_parts(index));
        let mut cells = at..at + len;
        self.cells.len() >= cells.end && cells.all(|index| known(&self.cells[index])) && whole()
    }

    /// Records an access to `len` cells; returns an earlier one that it races with.
    pub(crate) fn record(
        &mut self,
        at: usize,
        len: usize,
        access: Access,
        clock: &Clock,
    ) -> Option<Epoch> {
        self.cells.extend_to(at + len);
        let now = access.epoch(clock);
        (at..at + len).find_map(|index| {
            let usual = self.cells[index].record(now, access.write, clock);
            match usual {
                true => None,
                false => self.record_one(index, access, now, clock),
            }
        })
    }

    fn record_one(
        &mut self,
        index: usize,
        access: Access,
        now: Epoch,
        clock: &Clock,
    ) -> Option<Epoch> {
        let racing = self.racing(index, WHOLE, access, clock);
        if racing.is_some() {
            return racing;
        }
        if access.write {
            self.forget_reads(index);
            self.forget_parts(index);
            self.cells[index].write = now;
        } else {
            self.record_read(index, now, clock);
        }
        None
    }

    /// Records an access to some bytes of a cell, or one in a critical section; returns an earlier one that it races
    /// with.
    pub(crate) fn record_part(
        &mut self,
        index: usize,
        bytes: u8,
        access: Access,
        clock: &Clock,
    ) -> Option<Epoch> {
        self.cells.extend_to(index + 1);
        let racing = self.racing(index, bytes, access, clock);
        if racing.is_some() {
            return racing;
        }
        let write = access.write;
        let is_covered = |past: &Part| {
            let less = past.bytes & !bytes == 0 && (write || !past.write);
            past.cell as usize == index && less && past.epoch.happens_before(clock)
        };
        self.parts.retain(|past| !is_covered(past));
        self.parts.push(Part {
            cell: index as u32,
            bytes,
            write,
            lock: access.lock,
            epoch: access.epoch(clock),
        });
        self.cells[index].parts = true;
        None
    }

    /// An earlier access that one to some bytes of a cell races with: the last write, else that of the first
    /// thread, whichever came first of those that may come in any order.
    #[inline]
    fn racing(&self, index: usize, bytes: u8, access: Access, clock: &Clock) -> Option<Epoch> {
        let races = |past: &Epoch| {
            past.clock != 0 && !(past.atomic && access.atomic) && !past.happens_before(clock)
        };
        let shadow = &self.cells[index];
        if races(&shadow.write) {
            return Some(shadow.write);
        }
        if access.write {
            let reads = std::iter::once(shadow.read).chain(self.concurrent_reads(index));
            let racing = reads.filter(races).min_by_key(|read| read.thread);
            if racing.is_some() {
                return racing;
            }
        }
        if !shadow.parts {
            return None;
        }
        let meets = |past: &&Part| {
            let excluded = past.lock.is_some() && past.lock == access.lock;
            past.bytes & bytes != 0 && (past.write || access.write) && !excluded
        };
        let parts = self.parts_of(index).filter(meets).map(|past| past.epoch);
        parts.filter(races).min_by_key(|past| past.thread)
    }

    /// A thread's later read takes the place of its earlier one, and so does any of one that it knows of, as
    /// long as that stands alone.
    fn record_read(&mut self, index: usize, now: Epoch, clock: &Clock) {
        let shadow = &mut self.cells[index];
        let alone = !shadow.more_reads && shadow.read.happens_before(clock);
        if alone || shadow.read.thread == now.thread {
            shadow.read = now;
            return;
        }
        shadow.more_reads = true;
        let same =
            |(cell, read): &&mut (u32, Epoch)| *cell as usize == index && read.thread == now.thread;
        match self.more_reads.iter_mut().find(same) {
            Some((_, read)) => *read = now,
            None => self.more_reads.push((index as u32, now)),
        }
    }
}
