//! The race detector's memory of past accesses, as in FastTrack (Flanagan and Freund 2009): the last
//! write of a cell as an epoch, its reads as an epoch until two are concurrent.
//!
//! An access is forgotten for a later one only where whatever races with it races with that, too: where it happened
//! before that, and that is no read in the place of a write, and not atomic in the place of one that is plain or of
//! another size. What an atomic operation cannot take the place of is kept beside.

use crate::clock::Clock;
use crate::row::Row;
use vscheck_ir::{FuncId, InstId, Site};

/// What an access is to as one operation: to nothing, if it is plain, or to some bytes. Atomic operations of different
/// sizes, or such that have only some of their bytes in common, race as if one of them were plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Unit(u8);

impl Unit {
    pub(crate) const PLAIN: Unit = Unit(0);
    /// A cell's own bytes.
    pub(crate) const CELL: Unit = Unit(1);

    /// So many bytes, of which the first one is so many behind a cell's first.
    pub(crate) fn bytes(first: i64, bytes: u64) -> Unit {
        let place = (first + 8).clamp(0, 15) as u8;
        Unit(0x40 | place << 2 | bytes.clamp(1, 8).ilog2() as u8)
    }

    pub(crate) fn is_plain(self) -> bool {
        self == Unit::PLAIN
    }

    pub(crate) fn number(self) -> u8 {
        self.0
    }
}

/// One access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// The accessing thread's own clock; 0 is "never".
    clock: u32,
    pub(crate) thread: u16,
    pub(crate) unit: Unit,
    /// Steps that the thread had taken, modulo 256, that of the access included.
    pub(crate) steps: u8,
    func: u32,
    inst: u32,
}

pub(crate) const NEVER: Epoch = Epoch {
    clock: 0,
    thread: 0,
    unit: Unit::PLAIN,
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

    fn is_plain(&self) -> bool {
        self.clock != 0 && self.unit.is_plain()
    }

    /// Whether a later access of its kind, by whoever has this clock, takes its place.
    #[inline]
    fn gives_way(&self, now: &Epoch, clock: &Clock) -> bool {
        let outdone = now.unit.is_plain() || self.clock == 0 || self.unit == now.unit;
        outdone && self.happens_before(clock)
    }

    /// Whether what races with an atomic access races with this one, too, as the two were at one time.
    fn stands_for(&self, now: &Epoch) -> bool {
        self.is_plain() && !now.unit.is_plain() && self.time() == now.time()
    }

    /// When it was: by which thread, and at which of its times.
    pub(crate) fn time(&self) -> (u16, u32) {
        (self.thread, self.clock)
    }

    fn same_step(&self, other: &Epoch) -> bool {
        self.time() == other.time() && self.unit == other.unit && self.steps == other.steps
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
    pub(crate) unit: Unit,
    /// The lock of the critical section that it is in, of those that order nothing after them.
    pub(crate) lock: Option<u64>,
}

impl Access {
    pub(crate) fn epoch(&self, clock: &Clock) -> Epoch {
        Epoch {
            clock: clock.get(self.thread),
            thread: self.thread,
            unit: self.unit,
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
    /// Whether there are more that nothing has taken the place of, such as reads concurrent with `read`.
    more: bool,
    /// Whether there are accesses to some of its bytes only.
    parts: bool,
}

impl Shadow {
    /// Records an access in the usual case: all that is remembered stands here, and it takes the place of that. Returns
    /// whether that is so.
    #[inline]
    fn record(&mut self, now: Epoch, write: bool, clock: &Clock) -> bool {
        let alone = !self.more && !self.parts;
        let known = self.write.happens_before(clock) && self.read.happens_before(clock);
        let before = if write { self.write } else { self.read };
        let usual = alone && known && before.gives_way(&now, clock);
        if usual && write {
            if self.read.gives_way(&now, clock) {
                self.read = NEVER;
            }
            self.write = now;
        } else if usual {
            self.read = now;
        }
        usual
    }
}

/// An access to a cell, or to some bytes of one, that does not stand there.
#[derive(Clone, Copy, Debug)]
struct Kept {
    cell: u32,
    /// A bit for each.
    bytes: u8,
    write: bool,
    /// See [`Access::lock`].
    lock: Option<u64>,
    epoch: Epoch,
}

/// Those of one cell, if it is said to have any.
fn kept_of(all: &[Kept], index: usize, has_any: bool) -> impl Iterator<Item = &Kept> {
    let all = if has_any { all } else { &[] };
    all.iter().filter(move |kept| kept.cell as usize == index)
}

/// Forgets some of a cell, if it is said to have any, and says whether it has any left.
fn forget_some(
    all: &mut Vec<Kept>,
    index: usize,
    has_any: &mut bool,
    is_forgotten: impl Fn(&Epoch) -> bool,
) {
    if std::mem::take(has_any) {
        all.retain(|kept| {
            let is_there = kept.cell as usize == index;
            let remains = !is_there || !is_forgotten(&kept.epoch);
            *has_any |= is_there && remains;
            remains
        });
    }
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
            more: false,
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
    /// More accesses to cells than those that stand there.
    more: Vec<Kept>,
    /// Accesses to some bytes of a cell.
    parts: Vec<Kept>,
}

impl Shadows {
    /// Forgets the cells from `len` on.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        if self.cells.len() > len {
            self.cells.truncate(len);
            self.more.retain(|kept| (kept.cell as usize) < len);
            self.parts.retain(|part| (part.cell as usize) < len);
        }
    }

    /// Forgets the past of some cells.
    pub(crate) fn forget(&mut self, at: usize, len: usize) {
        for index in at..(at + len).min(self.cells.len()) {
            self.forget_more(index, |_| true);
            self.forget_parts(index, |_| true);
            self.cells[index] = Shadow::default();
        }
    }

    /// Forgets accesses to a cell that do not stand there.
    fn forget_more(&mut self, index: usize, is_forgotten: impl Fn(&Epoch) -> bool) {
        let has_more = &mut self.cells[index].more;
        forget_some(&mut self.more, index, has_more, is_forgotten);
    }

    /// Forgets accesses to some bytes of a cell.
    fn forget_parts(&mut self, index: usize, is_forgotten: impl Fn(&Epoch) -> bool) {
        let has_parts = &mut self.cells[index].parts;
        forget_some(&mut self.parts, index, has_parts, is_forgotten);
    }

    /// Whether an atomic access finds more at a cell than it can take the place of.
    pub(crate) fn is_crowded(&self, index: usize, access: Access, clock: &Clock) -> bool {
        let now = access.epoch(clock);
        self.cells.get(index).is_some_and(|shadow| {
            let stays =
                |past: Epoch| past.clock != 0 && past.unit != now.unit && !past.stands_for(&now);
            shadow.more || stays(shadow.write) || stays(shadow.read)
        })
    }

    /// Forgets the accesses to a cell that everybody knows of who may come there.
    pub(crate) fn forget_known(&mut self, index: usize, everyone: &Clock) {
        self.forget_more(index, |past| past.happens_before(everyone));
        let shadow = &mut self.cells[index];
        for past in [&mut shadow.write, &mut shadow.read] {
            if past.happens_before(everyone) {
                *past = NEVER;
            }
        }
    }

    /// Whether a cell was accessed in parts.
    pub(crate) fn has_parts(&self, index: usize) -> bool {
        self.cells.get(index).is_some_and(|shadow| shadow.parts)
    }

    fn parts_of(&self, index: usize) -> impl Iterator<Item = &Kept> {
        kept_of(&self.parts, index, self.cells[index].parts)
    }

    fn more_of(&self, index: usize) -> impl Iterator<Item = &Kept> {
        kept_of(&self.more, index, self.cells[index].more)
    }

    /// The accesses to some cells that are remembered and that a clock does not cover, cell by cell: the last
    /// write, then reads and what else was kept, then those of some bytes.
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
            for kept in self.more_of(index) {
                look(WHOLE, kept.write, kept.epoch);
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
        match (access.write, access.unit.is_plain()) {
            (true, true) => {
                self.forget_more(index, |_| true);
                self.forget_parts(index, |_| true);
                self.cells[index].read = NEVER;
                self.cells[index].write = now;
            }
            (true, false) => self.record_atomic_write(index, now, clock),
            (false, _) => self.record_read(index, now, clock),
        }
        None
    }

    /// Takes the place of the atomic accesses that happened before it; plain ones stay.
    fn record_atomic_write(&mut self, index: usize, now: Epoch, clock: &Clock) {
        self.forget_more(index, |past| past.gives_way(&now, clock));
        self.forget_parts(index, |past| past.gives_way(&now, clock));
        let shadow = &mut self.cells[index];
        if shadow.read.gives_way(&now, clock) {
            shadow.read = NEVER;
        }
        if shadow.write.stands_for(&now) {
            return;
        }
        let before = std::mem::replace(&mut shadow.write, now);
        if !before.gives_way(&now, clock) {
            self.keep(index, true, before);
        }
    }

    fn keep(&mut self, index: usize, write: bool, epoch: Epoch) {
        self.cells[index].more = true;
        self.more.push(Kept {
            cell: index as u32,
            bytes: WHOLE,
            write,
            lock: None,
            epoch,
        });
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
        let (write, now) = (access.write, access.epoch(clock));
        let is_covered = |past: &Kept| {
            let less = past.bytes & !bytes == 0 && (write || !past.write);
            past.cell as usize == index && less && past.epoch.gives_way(&now, clock)
        };
        self.parts.retain(|past| !is_covered(past));
        self.parts.push(Kept {
            cell: index as u32,
            bytes,
            write,
            lock: access.lock,
            epoch: now,
        });
        self.cells[index].parts = true;
        None
    }

    /// An earlier access that one to some bytes of a cell races with: the last write, else that of the first
    /// thread, whichever came first of those that may come in any order.
    #[inline]
    fn racing(&self, index: usize, bytes: u8, access: Access, clock: &Clock) -> Option<Epoch> {
        let races = |past: &Epoch| {
            let excluded = past.unit == access.unit && !access.unit.is_plain();
            past.clock != 0 && !excluded && !past.happens_before(clock)
        };
        let shadow = &self.cells[index];
        if races(&shadow.write) {
            return Some(shadow.write);
        }
        let more = |write: bool| {
            let kept = self.more_of(index).filter(move |kept| kept.write == write);
            kept.map(|kept| kept.epoch)
        };
        let writes = more(true).filter(races);
        let mut racing = writes.min_by_key(|write| write.thread);
        if racing.is_none() && access.write {
            let reads = std::iter::once(shadow.read).chain(more(false));
            racing = reads.filter(races).min_by_key(|read| read.thread);
        }
        if racing.is_some() {
            return racing;
        }
        if !shadow.parts {
            return None;
        }
        let meets = |past: &&Kept| {
            let excluded = past.lock.is_some() && past.lock == access.lock;
            past.bytes & bytes != 0 && (past.write || access.write) && !excluded
        };
        let parts = self.parts_of(index).filter(meets).map(|past| past.epoch);
        parts.filter(races).min_by_key(|past| past.thread)
    }

    /// A thread's later read takes the place of its earlier one, and so does any of one that it knows of, as
    /// long as that stands alone. An atomic one does so with its like only.
    fn record_read(&mut self, index: usize, now: Epoch, clock: &Clock) {
        let shadow = &mut self.cells[index];
        let alone = !shadow.more || shadow.read.clock == 0;
        if shadow.read.stands_for(&now) {
            return;
        }
        if (alone || shadow.read.thread == now.thread) && shadow.read.gives_way(&now, clock) {
            shadow.read = now;
            return;
        }
        let own = |kept: &&mut Kept| {
            kept.cell as usize == index && !kept.write && kept.epoch.thread == now.thread
        };
        let mut own = self.more.iter_mut().filter(own);
        match own.find(|kept| kept.epoch.stands_for(&now) || kept.epoch.gives_way(&now, clock)) {
            Some(kept) if kept.epoch.stands_for(&now) => {}
            Some(kept) => kept.epoch = now,
            None => self.keep(index, false, now),
        }
    }
}
