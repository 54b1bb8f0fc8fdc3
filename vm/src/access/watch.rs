//! What accesses cost while others run or while somebody may be spinning: races are looked for, laps and the
//! accesses of a step are noted.

use super::{Home, Racing, Trap};
use crate::address::{self, STATICS};
use crate::clock::Clock;
use crate::machine::Machine;
use crate::memory::Touched;
use crate::operation::{PlainAccess, ThreadId};
use crate::shadow::{Access, Epoch, Shadows, Unit, WHOLE};
use crate::step;
use crate::thread::Thread;
use crate::views::AtomicPart;
use std::ops::Range;
use std::sync::Arc;
use vscheck_ir::Site;

/// Most plain accesses of one step that are kept, see [`Machine::take_plain_accesses`].
const MAX_LOGGED: usize = 1 << 12;

impl Machine {
    /// What an access by the running thread costs while others run or while it may be spinning.
    pub(crate) fn watch(
        &mut self,
        thread: &mut Thread,
        address: u64,
        home: Home,
        at: usize,
        cells: usize,
        write: bool,
    ) -> Result<(), Trap> {
        if !write {
            self.note_reads(thread, address, home, at, cells);
        }
        self.check_races(thread, address, (home, at), cells, write)
    }

    /// A plain access that the running thread is about to make.
    pub(super) fn plain_access(&self, thread: &Thread, write: bool) -> Access {
        Access {
            thread: thread.id.0,
            steps: thread.order.steps,
            site: step::user_site(self, thread),
            write,
            unit: Unit::PLAIN,
            lock: thread.order.section.as_ref().map(|section| section.lock()),
        }
    }

    /// Records that the running thread accesses some bytes of a cell, a bit for each.
    pub(crate) fn check_part(
        &mut self,
        thread: &mut Thread,
        address: u64,
        (home, at): (Home, usize),
        bytes: u8,
        write: bool,
    ) -> Result<(), Trap> {
        if !self.checks_races() {
            return Ok(());
        }
        let access = self.plain_access(thread, write);
        self.touch(Some(thread), address, ThreadId(access.thread));
        self.record_plain(thread, (address, home), write, |shadows, clock| {
            shadows.record_part(at, bytes, access, clock)
        })?;
        self.check_birth(thread, address, Racing::access(write))
    }

    /// An allocation is a write to what it allocates: whoever uses that has to know of it.
    pub(super) fn check_birth(
        &self,
        user: &Thread,
        address: u64,
        racing: Racing,
    ) -> Result<(), Trap> {
        let (owner, clock) = (address::thread(address), &user.order.clock);
        if owner == user.id.index() || !address::is_heap(address) {
            return Ok(());
        }
        let arena = self.heap.get(owner);
        let entry = arena.and_then(|arena| arena.live(address::index(address)).ok());
        match entry.map(|entry| entry.born) {
            Some(born) if !born.happens_before(clock) => Err(Trap::Unborn(address, born, racing)),
            Some(_) | None => Ok(()),
        }
    }

    /// Says that the running thread has just allocated what is at an address.
    pub(crate) fn note_birth(&mut self, thread: &Thread, address: u64, site: Site) {
        if self.checks_races() {
            let access = Access {
                site,
                ..self.plain_access(thread, true)
            };
            let born = access.epoch(&thread.order.clock);
            self.heap[thread.id.index()].note_birth(address::index(address), born);
        }
    }

    /// Records a plain access, and traps if it races.
    #[inline(always)]
    pub(super) fn record_plain(
        &mut self,
        thread: &mut Thread,
        (address, home): (u64, Home),
        write: bool,
        record: impl FnOnce(&mut Shadows, &Clock) -> Option<Epoch>,
    ) -> Result<(), Trap> {
        let clock = thread.order.clock.clone();
        let race = record(&mut self.space_mut(Some(thread), home).shadows, &clock);
        race.map_or(Ok(()), |past| {
            Err(Trap::Race(address, past, Racing::access(write)))
        })
    }

    /// Records that the running thread accesses cells.
    pub(crate) fn check_races(
        &mut self,
        thread: &mut Thread,
        address: u64,
        (home, at): (Home, usize),
        cells: usize,
        write: bool,
    ) -> Result<(), Trap> {
        if !self.checks_races() {
            return Ok(());
        }
        let access = self.plain_access(thread, write);
        self.touch(Some(thread), address, ThreadId(access.thread));
        let clock = &thread.order.clock;
        let born = self.check_birth(thread, address, Racing::access(write));
        if self
            .space(Some(thread), home)
            .shadows
            .is_known(at, cells, access, clock)
        {
            return born;
        }
        self.record_plain(thread, (address, home), write, |shadows, clock| {
            if access.lock.is_none() {
                return shadows.record(at, cells, access, clock);
            }
            let mut cells = at..at + cells;
            cells.find_map(|cell| shadows.record_part(cell, WHOLE, access, clock))
        })?;
        born
    }

    /// Whether anybody wants to know what the running thread reads and writes.
    pub(super) fn notes_accesses(&self, thread: &Thread) -> bool {
        thread.streak.recording || self.plain_accesses.is_some() || self.section_log.is_some()
    }

    /// Notes what the running thread is about to write, if anybody wants to know; `new` gives the
    /// values in turn.
    pub(crate) fn note_writes(
        &mut self,
        thread: &mut Thread,
        address: u64,
        home: Home,
        at: usize,
        new: impl Fn(&Thread, usize) -> Option<u64>,
    ) {
        if !self.notes_accesses(thread) {
            return;
        }
        let site = thread.site().expect("a running thread");
        let mut index = 0;
        while let Some(after) = new(thread, index) {
            let before = self.space(Some(thread), home).cells[at + index];
            let cell = address + index as u64;
            self.note_section_write(site, home, cell, (before, after));
            thread.streak.note_write(cell, before, after);
            if before != after {
                self.log_plain(home, cell, true);
            }
            index += 1;
        }
    }

    /// The same for what it is about to read.
    pub(crate) fn note_reads(
        &mut self,
        thread: &mut Thread,
        address: u64,
        home: Home,
        at: usize,
        cells: usize,
    ) {
        if !self.notes_accesses(thread) {
            return;
        }
        let site = thread.site().expect("a running thread");
        for index in 0..cells {
            let value = self.space(Some(thread), home).cells[at + index];
            let cell = address + index as u64;
            self.note_section_read(site, home, cell);
            thread.streak.note_read(cell, value);
            self.log_plain(home, cell, false);
        }
    }

    /// The running thread's own stack is left out: nearly all of it is seen by nobody else.
    pub(super) fn log_plain(&mut self, home: Home, address: u64, write: bool) {
        if home == Home::Own {
            return;
        }
        if let Some(log) = &mut self.plain_accesses
            && log.len() < MAX_LOGGED
        {
            log.push(PlainAccess { address, write });
        }
    }

    /// Whether to keep plain accesses for [`Machine::take_plain_accesses`] from now on.
    pub fn log_plain_accesses(&mut self, log: bool) {
        self.plain_accesses = log.then(Vec::new);
    }

    /// The plain accesses to shared memory since the last call, in order: all reads, and the writes
    /// that changed a value. Empty unless they are being kept. Accesses made while there is only one
    /// thread are not among them, nor are those of a step that come after its first 2¹².
    pub fn take_plain_accesses(&mut self) -> Vec<PlainAccess> {
        self.plain_accesses
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Records an atomic access by a thread in the table.
    pub(crate) fn record_atomic(
        &mut self,
        (thread, site): (ThreadId, Site),
        AtomicPart {
            cell: address,
            bytes,
            unit,
        }: AtomicPart,
        write: bool,
    ) -> Result<(), Trap> {
        if !self.checks_races() {
            return Ok(());
        }
        let (home, at) = self.locate(None, address, 1)?;
        let access = Access {
            thread: thread.0,
            steps: self.thread(thread).order.steps,
            site,
            write,
            unit,
            lock: None,
        };
        let clock = self.thread(thread).order.clock.clone();
        let born = self.check_birth(self.thread(thread), address, Racing::access(write));
        let shadows = &self.space(None, home).shadows;
        if bytes == WHOLE && shadows.is_known(at, 1, access, &clock) {
            return born;
        }
        let everyone = (shadows.is_crowded(at, access, &clock)).then(|| self.known_to_all());
        let shadows = &mut self.space_mut(None, home).shadows;
        if let Some(everyone) = everyone {
            shadows.forget_known(at, &everyone);
        }
        let race = match bytes {
            WHOLE => shadows.record(at, 1, access, &clock),
            bytes => shadows.record_part(at, bytes, access, &clock),
        };
        race.map_or(Ok(()), |past| {
            let racing = match past.unit.is_plain() {
                true => Racing::access(write),
                false => Racing::Resized,
            };
            Err(Trap::Race(address, past, racing))
        })?;
        born
    }

    /// Counts in that a thread touched an object.
    pub(crate) fn touch(&mut self, own: Option<&mut Thread>, address: u64, by: ThreadId) {
        let (thread, index) = (address::thread(address), address::index(address));
        if address::is_stack(address) {
            let index = address::position(address);
            if let Some(own) = own.filter(|own| own.id.index() == thread) {
                own.slots[index].touched.touch(by);
                return;
            }
            let Some(owner) = self.threads.get_mut(thread).and_then(Option::as_mut) else {
                return;
            };
            let unchanged = |t: &Thread| {
                t.slots
                    .get(index)
                    .is_none_or(|slot| !slot.touched.clone().touch(by))
            };
            if !unchanged(owner) {
                Thread::to_write(owner).slots[index].touched.touch(by);
            }
        } else if thread == STATICS {
            let already = self
                .statics
                .live(index)
                .is_ok_and(|e| !e.touched.clone().touch(by));
            if !already {
                Arc::make_mut(&mut self.statics).touch(index, by);
            }
        } else if let Some(arena) = self.heap.get_mut(thread) {
            arena.touch(index, by);
        }
    }
}

impl Machine {
    /// What freeing costs while others run (it conflicts like a write to all cells) or while the
    /// thread may be spinning (unless it frees what it allocated on the way).
    pub(crate) fn note_free(&mut self, thread: &mut Thread, address: u64) -> Result<(), Trap> {
        if !self.watching {
            return Ok(());
        }
        let (owner, index) = (address::thread(address), address::index(address));
        let streak = &mut thread.streak;
        if owner != thread.id.index() || index < streak.first_allocation {
            streak.clear();
        }
        let len = self.heap[owner]
            .live(index)
            .map_or(0, |entry| entry.len as usize);
        if len == 0 || !self.checks_races() {
            return Ok(());
        }
        let (home, at) = self.locate(Some(thread), address, len)?;
        let access = self.plain_access(thread, true);
        let race = self
            .space_mut(None, home)
            .shadows
            .record(at, len, access, &thread.order.clock);
        race.map_or(Ok(()), |past| Err(Trap::Race(address, past, Racing::Free)))?;
        self.check_birth(thread, address, Racing::Free)
    }

    /// What the end of some of the thread's variables costs while others run: where another thread has
    /// touched one, it conflicts like a write to all its cells.
    pub(crate) fn note_end(&self, thread: &mut Thread, slots: Range<usize>) -> Result<(), Trap> {
        if slots.is_empty() || !self.checks_races() {
            return Ok(());
        }
        for index in slots {
            let slot = &thread.slots[index];
            if matches!(slot.touched, Touched::Never) || slot.touched == Touched::By(thread.id) {
                continue;
            }
            let access = self.plain_access(thread, true);
            let (at, len) = (slot.base as usize, slot.len as usize);
            let race = thread
                .stack
                .shadows
                .record(at, len, access, &thread.order.clock);
            if let Some(past) = race {
                let address = address::stack(thread.id.index(), index, slot.mark);
                return Err(Trap::Race(address, past, Racing::End));
            }
        }
        Ok(())
    }
}
