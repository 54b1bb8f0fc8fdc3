//! Reading and writing memory by address: finding the cells, checking for races, noting laps.

use crate::address::{self, STATICS};
use crate::clock::Clock;
use crate::describe::{ObjectDescription, Origin};
use crate::fault::{CutOff, Fault, FaultKind, OtherSite};
use crate::machine::Machine;
use crate::memory::{Arena, BadAddress, Space, Touched};
use crate::operation::{PlainAccess, ThreadId};
use crate::places::counted;
use crate::shadow::{Access, Epoch, Shadows, WHOLE};
use crate::step;
use crate::thread::{Ended, Thread};
use std::ops::Range;
use std::sync::Arc;
use vscheck_ir::{Inst, Operand, Program, Shape, Site};

/// What lies further behind null was never meant to be a field of something at null.
const FIELDS_OF_NULL: usize = 1 << 10;

/// Most plain accesses of one step that are kept, see [`Machine::take_plain_accesses`].
const MAX_LOGGED: usize = 1 << 12;

/// Where cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// On the stack of the running thread, which is out of the thread table.
    Own,
    /// On the stack of a thread in the table.
    Stack(usize),
    /// On a page of a thread's arena.
    Heap(usize, u32),
    /// On a page of the statics.
    Static(u32),
}

/// What an address outside stacks and statics points into, by the address of its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allocation {
    Live(u64),
    Freed(u64),
}

/// Why an access cannot be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trap {
    Bad(u64, BadAddress),
    /// With an earlier access.
    Race(u64, Epoch, Racing),
    /// With the allocation of what it is to.
    Unborn(u64, Epoch, Racing),
    /// It looks at bytes that cells do not show.
    Refused,
}

/// What races with an earlier access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Racing {
    Read,
    Write,
    Free,
    /// The end of a variable.
    End,
}

impl Racing {
    fn access(write: bool) -> Racing {
        match write {
            true => Racing::Write,
            false => Racing::Read,
        }
    }
}

/// The use that an object's end races with.
fn cut_off(
    past: Epoch,
    racing: Racing,
    ended: impl FnOnce() -> ObjectDescription,
) -> Option<CutOff> {
    let variable = match racing {
        Racing::Read | Racing::Write => return None,
        Racing::Free => None,
        Racing::End => Some(match ended().origin {
            Origin::Variable(name, _) => name,
            _ => String::new(),
        }),
    };
    Some(CutOff {
        steps: past.steps,
        atomic: past.atomic,
        variable,
    })
}

/// Finds cells on a stack.
fn locate_slot(thread: &Thread, address: u64, cells: usize) -> Result<usize, BadAddress> {
    let slot = thread.slot(address).ok_or(BadAddress::DeadSlot)?;
    let offset = address::offset(address);
    if offset + cells > slot.len as usize {
        return Err(BadAddress::OutOfBounds {
            offset,
            len: slot.len as usize,
        });
    }
    Ok(slot.base as usize + offset)
}

impl Machine {
    /// Finds `cells` cells from an address on. `own` is the thread that is out of the table.
    #[inline]
    pub(crate) fn locate(
        &self,
        own: Option<&Thread>,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), Trap> {
        self.find(own, address, cells)
            .map_err(|bad| Trap::Bad(address, bad))
    }

    /// The same for a write. What never changes, only the start of the program writes.
    #[inline]
    pub(crate) fn locate_to_write(
        &self,
        own: &Thread,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), Trap> {
        let found = self.locate(Some(own), address, cells)?;
        match found.0 {
            Home::Static(_) if own.frames.len() > 1 => self.check_writable(address)?,
            Home::Own | Home::Stack(_) => self.check_unfixed(own, address, found, cells)?,
            Home::Static(_) | Home::Heap(..) => {}
        }
        Ok(found)
    }

    /// A variable that is not `mut` is written to once.
    #[inline]
    fn check_unfixed(
        &self,
        own: &Thread,
        address: u64,
        (home, at): (Home, usize),
        cells: usize,
    ) -> Result<(), Trap> {
        let owner = match home {
            Home::Stack(thread) => self.threads[thread].as_deref(),
            Home::Own | Home::Heap(..) | Home::Static(_) => Some(own),
        };
        let slot = owner.and_then(|owner| owner.slot(address));
        if slot.is_none_or(|slot| !slot.fixed) {
            return Ok(());
        }
        let old = &self.space(Some(own), home).cells[at..at + cells];
        match old.iter().all(|&cell| cell == self.code.uninit) {
            true => Ok(()),
            false => Err(Trap::Bad(address, BadAddress::Fixed)),
        }
    }

    /// What never changes, nobody may write to, nor do what might.
    pub(crate) fn check_writable(&self, address: u64) -> Result<(), Trap> {
        if address::is_stack(address) || address::thread(address) != STATICS {
            return Ok(());
        }
        let statics = &self.code.program().statics;
        let global = statics.get(address::index(address).wrapping_sub(1));
        match global.is_some_and(|global| !global.mutable) {
            true => Err(Trap::Bad(address, BadAddress::ReadOnly)),
            false => Ok(()),
        }
    }

    #[inline]
    fn find(
        &self,
        own: Option<&Thread>,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), BadAddress> {
        if !address::is_plausible(address) {
            return Err(if address == self.code.uninit {
                BadAddress::Uninitialized
            } else {
                BadAddress::Unknown
            });
        }
        let (thread, index, offset) = (
            address::thread(address),
            address::index(address),
            address::offset(address),
        );
        if address::is_stack(address) {
            return self.find_slot(own, thread, address, cells);
        }
        if thread == STATICS {
            let (page, at) = self.statics.locate(index, offset, cells)?;
            return Ok((Home::Static(page), at));
        }
        if index == 0 {
            return Err(match offset < FIELDS_OF_NULL {
                true => BadAddress::Null,
                false => BadAddress::Unknown,
            });
        }
        let arena = self.heap.get(thread).ok_or(BadAddress::Unknown)?;
        let (page, at) = arena.locate(index, offset, cells)?;
        Ok((Home::Heap(thread, page), at))
    }

    fn find_slot(
        &self,
        own: Option<&Thread>,
        thread: usize,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), BadAddress> {
        if let Some(own) = own.filter(|own| own.id.index() == thread) {
            return Ok((Home::Own, locate_slot(own, address, cells)?));
        }
        let other = self.threads.get(thread).and_then(Option::as_ref);
        let other = other.ok_or(BadAddress::Unknown)?;
        Ok((Home::Stack(thread), locate_slot(other, address, cells)?))
    }

    #[inline]
    pub(crate) fn space<'a>(&'a self, own: Option<&'a Thread>, home: Home) -> &'a Space {
        match home {
            Home::Own => &own.expect("a running thread").stack,
            Home::Stack(thread) => &self.threads[thread].as_ref().expect("located").stack,
            Home::Heap(arena, page) => &self.heap[arena].page(page).space,
            Home::Static(page) => &self.statics.page(page).space,
        }
    }

    #[inline]
    pub(crate) fn space_mut<'a>(
        &'a mut self,
        own: Option<&'a mut Thread>,
        home: Home,
    ) -> &'a mut Space {
        match home {
            Home::Own => &mut own.expect("a running thread").stack,
            Home::Stack(thread) => {
                let thread = self.threads[thread].as_mut().expect("located");
                &mut Thread::to_write(thread).stack
            }
            Home::Heap(arena, page) => &mut self.heap[arena].page_mut(page).space,
            Home::Static(page) => &mut Arc::make_mut(&mut self.statics).page_mut(page).space,
        }
    }

    /// The allocation that a value points into, if it is such an address; tagged ones count too.
    pub(crate) fn allocation(&self, value: u64) -> Option<Allocation> {
        let value = match address::is_view(value) {
            true => self.code.views.resolve(value)?.0,
            false => address::untagged(value),
        };
        if !address::is_heap(value) {
            return None;
        }
        let object = address::object(value);
        let arena = self.heap.get(address::thread(value))?;
        match arena.live(address::index(value)) {
            Ok(_) => Some(Allocation::Live(object)),
            Err(BadAddress::Freed(_)) => Some(Allocation::Freed(object)),
            Err(_) => None,
        }
    }

    /// The arena of an address that is not on a stack.
    pub(crate) fn arena(&self, address: u64) -> Option<&Arena> {
        match address::thread(address) {
            STATICS => Some(&self.statics),
            thread => self.heap.get(thread),
        }
    }

    /// Copies cells into the running thread's registers.
    pub(crate) fn load(
        &mut self,
        thread: &mut Thread,
        address: u64,
        dst: usize,
        cells: usize,
    ) -> Result<(), Trap> {
        let (home, at) = self.locate(Some(thread), address, cells)?;
        if self.watching {
            self.watch(thread, address, home, at, cells, false)?;
            if let Some(byte) = self.looked_into(thread, home, at, cells)? {
                thread.regs[dst] = byte;
                return Ok(());
            }
        }
        if home == Home::Own {
            thread.regs[dst..dst + cells].copy_from_slice(&thread.stack.cells[at..at + cells]);
        } else {
            let source = &self.space(None, home).cells[at..at + cells];
            thread.regs[dst..dst + cells].copy_from_slice(source);
        }
        Ok(())
    }

    /// A byte of a value that stands as a whole, if a single cell is read that is one.
    fn looked_into(
        &self,
        own: &Thread,
        home: Home,
        at: usize,
        cells: usize,
    ) -> Result<Option<u64>, Trap> {
        match cells {
            _ if !self.wholes => Ok(None),
            1 => self.byte_of_whole(own, home, at),
            _ if self.cut_wholes(own, home, at, cells) => Err(Trap::Refused),
            _ => Ok(None),
        }
    }

    /// Makes room for a write of some cells.
    fn make_room(&mut self, thread: &mut Thread, home: Home, at: usize, cells: usize) {
        if self.wholes {
            self.split_wholes(thread, home, at, cells);
        }
    }

    /// Copies registers of the running thread into cells.
    pub(crate) fn store(
        &mut self,
        thread: &mut Thread,
        address: u64,
        src: usize,
        cells: usize,
    ) -> Result<(), Trap> {
        let (home, at) = self.about_to_write(thread, address, cells, |thread, index| {
            thread.regs[src..src + cells].get(index).copied()
        })?;
        if home == Home::Own {
            thread.stack.cells[at..at + cells].copy_from_slice(&thread.regs[src..src + cells]);
        } else {
            let target = &mut self.space_mut(None, home).cells[at..at + cells];
            target.copy_from_slice(&thread.regs[src..src + cells]);
        }
        Ok(())
    }

    /// Writes one cell for the running thread.
    pub(crate) fn store_value(
        &mut self,
        thread: &mut Thread,
        address: u64,
        value: u64,
    ) -> Result<(), Trap> {
        let (home, at) =
            self.about_to_write(thread, address, 1, |_, index| (index == 0).then_some(value))?;
        self.space_mut(Some(thread), home).cells[at] = value;
        Ok(())
    }

    /// Reads cells into a vector, for the running thread.
    pub(crate) fn read_cells(
        &mut self,
        thread: &mut Thread,
        address: u64,
        cells: usize,
    ) -> Result<Vec<u64>, Trap> {
        if cells == 0 {
            return Ok(Vec::new());
        }
        if address::is_view(address) {
            return Ok(self.load_view(thread, address, cells)?.into_vec());
        }
        let (home, at) = self.locate(Some(thread), address, cells)?;
        if self.watching {
            self.watch(thread, address, home, at, cells, false)?;
            if let Some(byte) = self.looked_into(thread, home, at, cells)? {
                return Ok(vec![byte]);
            }
        }
        Ok(self.space(Some(thread), home).cells[at..at + cells].to_vec())
    }

    /// Writes cells from a slice, for the running thread.
    pub(crate) fn write_cells(
        &mut self,
        thread: &mut Thread,
        address: u64,
        values: &[u64],
    ) -> Result<(), Trap> {
        if values.is_empty() {
            return Ok(());
        }
        if address::is_view(address) {
            return self.store_view(thread, address, values);
        }
        let (home, at) = self.about_to_write(thread, address, values.len(), |_, index| {
            values.get(index).copied()
        })?;
        let target = &mut self.space_mut(Some(thread), home).cells;
        target[at..at + values.len()].copy_from_slice(values);
        Ok(())
    }

    /// Forgets what is in cells that nobody looks at any more, so that states that differ in it only are the same.
    /// In a program with unsafe code somebody might look.
    pub(crate) fn vacate(
        &mut self,
        thread: &mut Thread,
        address: u64,
        cells: usize,
    ) -> Result<(), Trap> {
        if self.code.may_be_unsafe || address::is_view(address) || cells == 0 {
            return Ok(());
        }
        let nothing = self.code.uninit;
        let (home, at) = self.about_to_write(thread, address, cells, |_, index| {
            (index < cells).then_some(nothing)
        })?;
        self.space_mut(Some(thread), home).cells[at..at + cells].fill(nothing);
        Ok(())
    }

    /// Where cells are that the running thread is about to write, noted and checked where somebody wants to know.
    #[inline]
    fn about_to_write(
        &mut self,
        thread: &mut Thread,
        address: u64,
        cells: usize,
        new: impl Fn(&Thread, usize) -> Option<u64>,
    ) -> Result<(Home, usize), Trap> {
        let (home, at) = self.locate_to_write(thread, address, cells)?;
        if self.watching {
            self.note_writes(thread, address, home, at, new);
            self.watch(thread, address, home, at, cells, true)?;
            self.make_room(thread, home, at, cells);
        }
        Ok((home, at))
    }

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
    fn plain_access(&self, thread: &Thread, write: bool) -> Access {
        Access {
            thread: thread.id.0,
            steps: thread.order.steps,
            site: step::user_site(self, thread),
            write,
            atomic: false,
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
    fn check_birth(&self, user: &Thread, address: u64, racing: Racing) -> Result<(), Trap> {
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
    fn record_plain(
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
            shadows.record(at, cells, access, clock)
        })?;
        born
    }

    /// Whether anybody wants to know what the running thread reads and writes.
    fn notes_accesses(&self, thread: &Thread) -> bool {
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
    fn log_plain(&mut self, home: Home, address: u64, write: bool) {
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
        (address, bytes): (u64, u8),
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
            atomic: true,
        };
        let clock = self.thread(thread).order.clock.clone();
        let born = self.check_birth(self.thread(thread), address, Racing::access(write));
        let shadows = &self.space(None, home).shadows;
        if bytes == WHOLE && shadows.is_known(at, 1, access, &clock) {
            return born;
        }
        let shadows = &mut self.space_mut(None, home).shadows;
        let race = match bytes {
            WHOLE => shadows.record(at, 1, access, &clock),
            bytes => shadows.record_part(at, bytes, access, &clock),
        };
        race.map_or(Ok(()), |past| {
            Err(Trap::Race(address, past, Racing::access(write)))
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

    /// The fault that a trap stands for.
    pub(crate) fn trap_fault(&self, thread: &Thread, trap: Trap) -> Fault {
        let mut fault = self.fault_of(thread, FaultKind::UndefinedBehavior, String::new());
        match trap {
            Trap::Refused => fault.message = "a look at bytes that are not known".to_string(),
            Trap::Bad(address, bad) => {
                fault.message = self.bad_address(thread, address, bad);
                fault.against = match bad {
                    BadAddress::Freed(freed) => freed.map(|(by, _)| by),
                    BadAddress::DeadSlot => Some(ThreadId(address::thread(address) as u16)),
                    BadAddress::Null
                    | BadAddress::Uninitialized
                    | BadAddress::Unknown
                    | BadAddress::OutOfBounds { .. }
                    | BadAddress::OutOfBytes { .. }
                    | BadAddress::Misaligned { .. }
                    | BadAddress::ReadOnly
                    | BadAddress::Fixed
                    | BadAddress::NotAnAllocation => None,
                };
                fault.other = self.end_of_object(thread, address, bad);
            }
            Trap::Race(address, past, racing) => {
                self.name_race(thread, &mut fault, (address, racing), past);
                let object = || self.describe_for(Some(thread), address);
                fault.cut_off = cut_off(past, racing, object).map(Box::new);
            }
            Trap::Unborn(address, born, racing) => {
                self.name_race(thread, &mut fault, (address, racing), born);
                fault.other = fault.other.map(|other| OtherSite {
                    what: "allocated",
                    ..other
                });
            }
        }
        fault
    }

    fn name_race(
        &self,
        thread: &Thread,
        fault: &mut Fault,
        (address, racing): (u64, Racing),
        past: Epoch,
    ) {
        fault.kind = FaultKind::DataRace;
        fault.against = Some(ThreadId(past.thread));
        fault.message = self.race_message(thread, address, racing);
        fault.other = Some(OtherSite {
            what: "conflicting access",
            thread: Some(ThreadId(past.thread)),
            site: past.site(),
        });
    }

    /// Where what a bad address named was freed or ended.
    fn end_of_object(&self, own: &Thread, address: u64, bad: BadAddress) -> Option<OtherSite> {
        let (what, thread, site) = match bad {
            BadAddress::Freed(freed) => freed.map(|(by, site)| ("freed", by, site)),
            BadAddress::DeadSlot => {
                let owner = ThreadId(address::thread(address) as u16);
                self.ended_slot(own, address)
                    .map(|ended| ("ended", owner, ended.site))
            }
            BadAddress::Null
            | BadAddress::Uninitialized
            | BadAddress::Unknown
            | BadAddress::OutOfBounds { .. }
            | BadAddress::OutOfBytes { .. }
            | BadAddress::Misaligned { .. }
            | BadAddress::ReadOnly
            | BadAddress::Fixed
            | BadAddress::NotAnAllocation => None,
        }?;
        Some(OtherSite {
            what,
            thread: Some(thread),
            site,
        })
    }

    /// The variable that an address named, which is gone.
    fn ended_slot(&self, own: &Thread, address: u64) -> Option<Ended> {
        let owner = address::thread(address);
        let thread = match owner == own.id.index() {
            true => Some(own),
            false => self.threads[owner].as_deref(),
        };
        thread?.ended_slot(address)
    }

    /// The same in words.
    fn ended_variable(&self, own: &Thread, address: u64) -> String {
        let name = self.ended_slot(own, address).and_then(|ended| {
            let function = self.code.program().function(ended.site.func);
            function.slots.get(ended.slot.index())
        });
        match name.map(|slot| slot.name.as_str()) {
            None | Some("") => "a local variable that no longer exists".to_string(),
            Some(name) => format!("the local variable `{name}`, which no longer exists"),
        }
    }

    fn race_message(&self, thread: &Thread, address: u64, racing: Racing) -> String {
        let object = self.describe_for(Some(thread), address);
        match racing {
            Racing::Read => format!("data race: unordered read of `{object}`"),
            Racing::Write => format!("data race: unordered write to `{object}`"),
            Racing::Free => format!("data race: unordered free of `{}`", object.whole()),
            Racing::End => format!("data race: unordered end of `{}`", object.whole()),
        }
    }

    /// Whether it is an address of something with a tag in it.
    fn is_tagged(&self, thread: &Thread, address: u64) -> bool {
        let place = address::untagged(address);
        let object = address::object(place);
        place != address && self.extent(Some(thread), object).is_some()
    }

    /// What is freed that is no allocation, in words.
    fn bad_free(&self, thread: &Thread, address: u64) -> String {
        let object = self.describe_for(Some(thread), address::object(address));
        let name = match object.origin {
            Origin::Unknown => return "free of an address that was not allocated".to_string(),
            Origin::Static(name) if name.is_empty() => {
                return "free of a constant".to_string();
            }
            _ => object.whole(),
        };
        if !address::is_heap(address) {
            return format!("free of `{name}`, which was not allocated");
        }
        let whole = match self.extent(Some(thread), address::object(address)) {
            Some((_, len)) if self.is_raw(address) => format!("an allocation of {len} bytes"),
            _ => format!("`{name}`"),
        };
        format!("free of a part of {whole}: the pointer is not to where the allocation begins")
    }

    /// How many cells an element of an object has that has some.
    fn element_size(&self, own: &Thread, object: u64) -> Option<usize> {
        let program = self.code.program();
        let (layout, len) = self.extent(Some(own), object)?;
        let layout = program.layout(layout);
        let size = match &layout.shape {
            Shape::Array { element, .. } => program.layout(*element).cells(),
            _ if len > u64::from(layout.cells()) => layout.cells(),
            _ => 0,
        };
        (size > 0).then_some(size as usize)
    }

    /// The name of a whole object, of several values in one allocation that of an array.
    pub(crate) fn sized_name(&self, own: &Thread, object: u64) -> String {
        let described = self.describe_for(Some(own), object);
        let is_nameless = match &described.origin {
            Origin::Static(name) => name.is_empty(),
            Origin::Heap(_) => true,
            Origin::Variable(..) | Origin::Unknown => false,
        };
        let name = described.whole();
        let of = self.extent(Some(own), object).filter(|_| is_nameless);
        let count = of.and_then(|(layout, len)| {
            let one = u64::from(self.code.program().layout(layout).cells());
            len.checked_div(one)
        });
        match count {
            None | Some(0 | 1) => name,
            Some(count) => format!("[{name}; {count}]"),
        }
    }

    /// An access to cells that an object does not have, in words.
    fn out_of_bounds(
        &self,
        thread: &Thread,
        address: u64,
        (offset, len): (usize, usize),
    ) -> String {
        let object = address::object(address);
        let name = self.sized_name(thread, object);
        let outside = || format!("access outside of `{name}`");
        if offset as u64 >= address::MAX_OFFSET {
            return outside();
        }
        if let Some(size) = self.element_size(thread, object).filter(|_| offset >= len) {
            let (index, count) = (offset / size, len / size);
            return format!("access to element {index} of `{name}`, which has {count}");
        }
        let of = self.extent(Some(thread), object);
        let Some(map) = of.and_then(|(layout, _)| self.code.byte_map(layout)) else {
            return outside();
        };
        let byte = map.byte_of(offset as u64);
        let all = counted(len as u64 / map.cells() * map.bytes(), "bytes");
        match offset < len {
            true => {
                format!("access past the end of `{name}`, which has {all}, from byte {byte} on")
            }
            false => format!("access to byte {byte} of `{name}`, which has {all}"),
        }
    }

    fn bad_address(&self, thread: &Thread, address: u64, bad: BadAddress) -> String {
        match bad {
            BadAddress::Null => number_used(thread, self.code.program()),
            BadAddress::Uninitialized => "use of an uninitialized pointer".to_string(),
            BadAddress::Unknown if self.is_tagged(thread, address) => {
                "misaligned access: the address of a place with a tag in its low bits".to_string()
            }
            BadAddress::Unknown if address::is_function(address) => {
                "access to the memory of a function".to_string()
            }
            BadAddress::Unknown if self.bare_number(address).is_some() => {
                "access through a pointer without provenance: one that was made of a number alone"
                    .to_string()
            }
            BadAddress::Unknown => "access through an address that is no object's".to_string(),
            BadAddress::Freed(_) if is_freeing(thread, self.code.program()) => {
                "double free".to_string()
            }
            BadAddress::Freed(_) => "use after free".to_string(),
            BadAddress::DeadSlot => format!("access to {}", self.ended_variable(thread, address)),
            BadAddress::ReadOnly => "write to a constant".to_string(),
            BadAddress::Fixed => {
                let object = self.describe_for(Some(thread), address::object(address));
                format!(
                    "write to the variable `{}`, which is not `mut`",
                    object.whole()
                )
            }
            BadAddress::NotAnAllocation => self.bad_free(thread, address),
            BadAddress::Misaligned { byte, align } => {
                format!(
                    "misaligned access: at byte {byte}, of what has to be at a multiple of {align}"
                )
            }
            BadAddress::OutOfBounds { offset, len } if self.is_raw(address) => {
                format!("access to byte {offset} of an allocation of {len} bytes")
            }
            BadAddress::OutOfBounds { offset, len } => {
                self.out_of_bounds(thread, address, (offset, len))
            }
            BadAddress::OutOfBytes { from, bytes, len } => {
                let (bytes, len) = (counted(bytes, "bytes"), counted(len, "bytes"));
                let whole = match self.is_raw(address) {
                    true => format!("an allocation of {len}"),
                    false => {
                        let name = self.sized_name(thread, address::object(address));
                        format!("`{name}`, which has {len}")
                    }
                };
                format!("access to {bytes} from byte {from} on of {whole}")
            }
        }
    }
}

/// Whether the running thread frees something.
fn is_freeing(thread: &Thread, program: &Program) -> bool {
    let site = thread.site();
    let inst = site.and_then(|site| program.function(site.func).code.get(site.inst.index()));
    matches!(inst, Some(Inst::Free { .. }))
}

/// What the running thread does with a number for a pointer: fields of null have such addresses, too.
fn number_used(thread: &Thread, program: &Program) -> String {
    let inst = thread
        .site()
        .map(|site| &program.function(site.func).code[site.inst.index()]);
    let (pointer, frees) = match inst {
        Some(Inst::Load { ptr, .. } | Inst::Store { ptr, .. }) => (*ptr, false),
        Some(Inst::Free { ptr }) => (*ptr, true),
        _ => (Operand::Const(0), false),
    };
    match (address::to_integer(step::operand(thread, pointer)), frees) {
        (0, false) => "null pointer dereference".to_string(),
        (_, false) if uses_part_of_null(thread, program) => {
            "access to a part of what is at a null pointer".to_string()
        }
        (0, true) => "free of a null pointer".to_string(),
        (number, false) => format!("access through the address {number}, where no object is"),
        (number, true) => format!("free of the address {number}, where no object is"),
    }
}

/// Whether what the running thread looks at now, or accesses, is a part of what would be at a null pointer.
pub(crate) fn uses_part_of_null(thread: &Thread, program: &Program) -> bool {
    let Some(site) = thread.site() else {
        return false;
    };
    let (before, rest) = program.function(site.func).code.split_at(site.inst.index());
    let pointer = match rest.first() {
        Some(Inst::Load { ptr, .. } | Inst::Store { ptr, .. }) => Some(*ptr),
        Some(Inst::Intrinsic { args, .. }) => args.first().copied(),
        _ => None,
    };
    let Some(mut pointer) = pointer else {
        return false;
    };
    before.iter().rev().any(|inst| match inst {
        Inst::Offset { dst, base, .. } if pointer == Operand::Reg(*dst) => {
            pointer = *base;
            step::operand(thread, pointer) == 0
        }
        _ => false,
    })
}

impl Machine {
    /// A cell of a heap object or static, if the address is good.
    #[inline(always)]
    pub(crate) fn heap_cell(&self, address: u64, offset: usize) -> Option<u64> {
        self.heap_cells(address, offset, 1).map(|cells| cells[0])
    }

    /// Cells of a heap object or static, if the address is good.
    #[inline(always)]
    pub(crate) fn heap_cells(&self, address: u64, offset: usize, cells: usize) -> Option<&[u64]> {
        if !address::is_plausible(address) || address::is_stack(address) {
            return None;
        }
        let arena = self.arena(address)?;
        let (page, at) = arena.locate(address::index(address), offset, cells).ok()?;
        arena.page(page).space.cells.get(at..at + cells)
    }

    /// A cell of a heap object, for writing.
    #[inline(always)]
    pub(crate) fn heap_cell_mut(&mut self, address: u64, offset: usize) -> Option<&mut u64> {
        self.heap_cells_mut(address, offset, 1)?.first_mut()
    }

    /// Cells of a heap object, for writing.
    #[inline(always)]
    pub(crate) fn heap_cells_mut(
        &mut self,
        address: u64,
        offset: usize,
        cells: usize,
    ) -> Option<&mut [u64]> {
        if !address::is_plausible(address) || address::is_stack(address) {
            return None;
        }
        let arena = self.heap.get_mut(address::thread(address))?;
        let (page, at) = arena.locate(address::index(address), offset, cells).ok()?;
        arena.page_mut(page).space.cells.get_mut(at..at + cells)
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

    /// Reads a string of byte cells for the running thread.
    pub(crate) fn read_text(
        &mut self,
        thread: &mut Thread,
        address: u64,
        len: usize,
    ) -> Result<String, Trap> {
        let cells = self.read_cells(thread, address, len)?;
        let bytes: Vec<u8> = cells.iter().map(|&cell| cell as u8).collect();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
