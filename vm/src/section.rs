//! What a critical section touches: a thread that takes a lock, and gives it back before its next
//! operation, does so in one step (Lipton 1975). Two such steps on one lock commute where they touch
//! different cells, or only read them, or only add to them: what orders them tells nobody anything. So the machine
//! looks ahead, and puts the cells into the footprint in place of the lock as a whole
//! ([`MachineOptions::sections_commute`]).
//!
//! Where plain accesses may race, it is told only by them what orders two sections. There, those commute that do no more
//! than read cells and add to them, and what one of them does comes after all others on its lock, but what follows it
//! comes only after those that do not commute with it: a race shows whichever came first of two that do.
//!
//! [`MachineOptions::sections_commute`]: crate::MachineOptions::sections_commute

use crate::access::Home;
use crate::address;
use crate::code::Code;
use crate::machine::Machine;
use crate::operation::{Arm, Footprint, Object, ThreadId, Touch, Transition, footprints_meet};
use crate::sync;
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{Action, Site};

/// What is known of the critical section that a thread is about to enter.
#[derive(Clone, Debug, Default)]
pub(crate) enum Section {
    /// Nobody has looked.
    #[default]
    Unseen,
    /// The lock is taken.
    Closed,
    /// It takes several steps, or more cells than are worth keeping apart.
    Long,
    /// It is one step, and touches this.
    Short(Arc<Footprint>),
}

/// The most cells that are kept apart.
const MAX_CELLS: usize = 24;

/// What a thread touches from where it takes a lock.
#[derive(Clone, Debug)]
pub(crate) struct SectionLog {
    cells: Vec<(u64, Touch)>,
    /// Cells read to be added to, and the stores that are to come.
    open: SmallVec<[(Site, u64); 2]>,
    /// Slots of the thread's stack and objects of its arena from these numbers on are new.
    first_slot: usize,
    first_allocation: usize,
    thread: ThreadId,
    lock: u64,
    /// Whether the lock was given back. What comes later makes no difference: where plain accesses do not race, it
    /// meets nothing that another section on the lock may do right before or after this one.
    over: bool,
    /// Whether somebody else could learn of what came before by another operation in it than that it ends.
    tells: bool,
}

impl SectionLog {
    /// Whether nobody else can tell what happens to a cell: it is new, or never changes.
    fn is_unseen(&self, home: Home, cell: u64, code: &Code) -> bool {
        match home {
            Home::Own => address::position(cell) >= self.first_slot,
            Home::Heap(owner, _) => {
                owner == self.thread.index() && address::index(cell) >= self.first_allocation
            }
            Home::Static(_) => !code.program().statics[address::index(cell) - 1].mutable,
            Home::Stack(_) => false,
        }
    }

    fn touch(&mut self, cell: u64, touch: Touch) {
        match self.cells.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, known)) if *known == touch => {}
            Some((_, known)) => *known = Touch::Exclusive,
            None => self.cells.push((cell, touch)),
        }
    }

    fn read(&mut self, cell: u64, adds_by: Option<Site>) {
        match adds_by {
            Some(store) => self.open.push((store, cell)),
            None => self.touch(cell, Touch::Shared),
        }
    }

    fn write(&mut self, cell: u64, by: Site, raises: bool) {
        let opened = self.open.iter().position(|&(store, _)| store == by);
        let touch = match opened.map(|index| self.open.remove(index)) {
            Some((_, read)) if read == cell && raises => Touch::Accumulate,
            Some((_, read)) => {
                self.touch(read, Touch::Shared);
                Touch::Exclusive
            }
            None => Touch::Exclusive,
        };
        self.touch(cell, touch);
    }

    /// Whether it matters to the order of plain accesses which of two like this comes first.
    fn makes_order(&self) -> bool {
        let mut cells = self.cells.iter();
        self.tells || cells.any(|&(cell, touch)| cell != self.lock && touch == Touch::Exclusive)
    }

    /// The footprint of the whole, the lock first.
    fn footprint(mut self) -> Footprint {
        self.cells.retain(|&(cell, _)| cell != self.lock);
        self.cells.sort_unstable();
        let cells = self.cells.into_iter();
        let cells = cells.map(|(cell, touch)| (Object::Cell(cell), touch));
        let lock = (Object::Cell(self.lock), Touch::Accumulate);
        std::iter::once(lock).chain(cells).collect()
    }
}

impl Machine {
    /// Looks into the critical sections that threads are about to enter, where what a step touched makes a
    /// difference.
    pub(crate) fn look_into_sections(&mut self, touched: &Footprint) {
        if !self.options.sections_commute {
            return;
        }
        for index in 0..self.pending.len() {
            let may_race = self.options.check_races;
            let due = |pending: &Arc<Pending>| match pending.section {
                Section::Unseen | Section::Closed => may_enter(pending, may_race),
                Section::Long | Section::Short(_) => {
                    footprints_meet(&pending.operation.footprint, touched)
                }
            };
            if self.pending[index].as_ref().is_some_and(due) {
                let section = self.section_of(ThreadId(index as u16));
                let pending = self.pending[index].as_mut().expect("due");
                Arc::make_mut(pending).section = section;
                self.refresh_footprint(index);
            }
        }
    }

    fn section_of(&mut self, id: ThreadId) -> Section {
        let pending = self.pending[id.index()].as_deref().expect("due");
        if sync::arms(self, pending) != sync::only() {
            return Section::Closed;
        }
        let lock = pending.args[0];
        let mut ahead = self.to_look_ahead(id);
        let may_race = self.options.check_races;
        let log = SectionLog {
            cells: Vec::new(),
            open: SmallVec::new(),
            first_slot: self.thread(id).slots.len(),
            first_allocation: self.heap[id.index()].allocated() + 1,
            thread: id,
            lock,
            over: false,
            tells: false,
        };
        ahead.section_log = Some(Box::new(log));
        let arm = Arm::Only;
        ahead.step(Transition { thread: id, arm });
        self.instructions = ahead.instructions;
        let log = *ahead.section_log.take().expect("put there");
        // An addition that overflows in some orders does so in all, yet at another thread's.
        self.may_overflow_elsewhere |= !log.open.is_empty();
        let short = log.open.is_empty()
            && log.cells.len() <= MAX_CELLS
            && !(may_race && log.makes_order())
            && ahead.end.is_none()
            && ahead.thread(id).held == self.thread(id).held
            && ahead.is_past_section(id);
        match short {
            true => Section::Short(Arc::new(log.footprint())),
            false => Section::Long,
        }
    }

    /// Whether a thread has come to its end, or to another operation that is no fault.
    fn is_past_section(&self, id: ThreadId) -> bool {
        self.pending[id.index()]
            .as_ref()
            .is_none_or(|pending| pending.phase == Phase::Start && pending.fault.is_none())
    }

    /// Whether the panic of an addition in a critical section was seen that another thread's might meet with
    /// in another order, of sections whose orders count as one.
    pub fn may_overflow_elsewhere(&self) -> bool {
        self.may_overflow_elsewhere
    }

    /// Notes that a thread is about to read a cell.
    pub(crate) fn note_section_read(&mut self, site: Site, home: Home, cell: u64) {
        let Some(log) = open(&mut self.section_log) else {
            return;
        };
        if !log.is_unseen(home, cell, &self.code) {
            let raise = self.code.raises().of_load(site);
            log.read(cell, raise.map(|raise| raise.store));
        }
    }

    /// Notes that a thread is about to write a cell.
    pub(crate) fn note_section_write(
        &mut self,
        site: Site,
        home: Home,
        cell: u64,
        (before, after): (u64, u64),
    ) {
        let Some(log) = open(&mut self.section_log) else {
            return;
        };
        if !log.is_unseen(home, cell, &self.code) {
            let raises = self.code.raises().raises(site, before, after);
            log.write(cell, site, raises);
        }
    }

    /// Notes an operation of a thread that nobody else sees.
    pub(crate) fn note_section_operation(&mut self, pending: &Pending) {
        let Some(log) = open(&mut self.section_log) else {
            return;
        };
        if sync::is_atomic(pending.operation.action) {
            log.touch(pending.args[0], Touch::Exclusive);
        }
        log.tells |= pending.operation.named != Some(log.lock);
    }

    /// Whether an operation is a critical section that commutes with its like, where plain accesses may race.
    pub(crate) fn is_unordered_section(&self, pending: &Pending) -> bool {
        let is_short = matches!(pending.section, Section::Short(_)) && pending.spin.is_none();
        is_short && self.checks_races()
    }

    /// Notes that a lock was given back.
    pub(crate) fn note_section_unlock(&mut self, lock: u64) {
        if let Some(log) = &mut self.section_log {
            log.over |= log.lock == lock;
        }
    }
}

/// The log, while the section lasts.
fn open(log: &mut Option<Box<SectionLog>>) -> Option<&mut SectionLog> {
    log.as_deref_mut().filter(|log| !log.over)
}

/// Whether an operation is the start of a critical section, and nothing that a loop waits with.
fn may_enter(pending: &Pending, may_race: bool) -> bool {
    let starts = pending.phase == Phase::Start && !pending.operation.awaits;
    let action = pending.operation.action;
    starts && action.takes_lock() && !(may_race && action != Action::MutexLock)
}
