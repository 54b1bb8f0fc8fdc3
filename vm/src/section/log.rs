//! What a thread does in a critical section, noted while the machine looks ahead.

use crate::access::Home;
use crate::address;
use crate::code::Code;
use crate::machine::Machine;
use crate::operation::{Footprint, Object, ThreadId, Touch};
use crate::sync;
use crate::thread::Pending;
use smallvec::SmallVec;
use vscheck_ir::{Action, Site};

/// The most cells that are kept apart.
const MAX_CELLS: usize = 24;

/// What a thread touches from where it takes a lock.
#[derive(Clone, Debug)]
pub(crate) struct SectionLog {
    /// The lock.
    lock: u64,
    /// What an atomic holds that is the lock, when nobody has it.
    free: Option<u64>,
    cells: Vec<(u64, Touch)>,
    /// Cells read to be added to, and the stores that are to come.
    open: SmallVec<[(Site, u64); 2]>,
    /// Slots of the thread's stack and objects of its arena from these numbers on are new.
    first_slot: usize,
    first_allocation: usize,
    thread: ThreadId,
    /// Whether the lock was given back. What comes later makes no difference: where plain accesses do not race, it
    /// meets nothing that another section on the lock may do right before or after this one.
    over: bool,
    /// Whether somebody else could learn of what came before by another operation in it than that it ends.
    tells: bool,
}

impl SectionLog {
    /// Of a thread that is about to take a lock. `free`: what an atomic holds that is the lock.
    pub(super) fn new(
        machine: &Machine,
        thread: ThreadId,
        lock: u64,
        free: Option<u64>,
    ) -> SectionLog {
        SectionLog {
            lock,
            free,
            cells: Vec::new(),
            open: SmallVec::new(),
            first_slot: machine.thread(thread).slots.len(),
            first_allocation: machine.heap[thread.index()].allocated() + 1,
            thread,
            over: false,
            tells: false,
        }
    }

    /// Whether an addition has begun that did not come to its end: it overflows.
    pub(super) fn has_open_addition(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether what is known of it is worth keeping.
    pub(super) fn is_small(&self) -> bool {
        self.cells.len() <= MAX_CELLS
    }

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

    /// Whether it has left nothing but on the thread's own stack.
    pub(super) fn only_reads(&self) -> bool {
        let mut cells = self.cells.iter();
        let reads = cells.all(|&(cell, touch)| touch == Touch::Shared || !self.is_others(cell));
        reads && self.open.is_empty() && !self.tells
    }

    /// The cells that it has read, but for the lock and the thread's own stack.
    pub(super) fn others(&self) -> impl Iterator<Item = u64> + '_ {
        let cells = self.cells.iter().map(|&(cell, _)| cell);
        cells.filter(|&cell| self.is_others(cell))
    }

    fn is_others(&self, cell: u64) -> bool {
        cell != self.lock && !address::is_own_stack(cell, self.thread.index())
    }

    /// Whether it may matter to the order of plain accesses which of two like this comes first. What others read of the
    /// thread's own stack seldom has to do with the lock.
    pub(super) fn makes_order(&self) -> bool {
        let mut cells = self.cells.iter();
        let changes = cells.any(|&(cell, touch)| touch == Touch::Exclusive && self.is_others(cell));
        changes || self.tells
    }

    /// The footprint of the whole, the lock first.
    pub(super) fn footprint(mut self) -> Footprint {
        self.cells.retain(|&(cell, _)| cell != self.lock);
        self.cells.sort_unstable();
        let cells = self.cells.into_iter();
        let cells = cells.map(|(cell, touch)| (Object::Cell(cell), touch));
        // Updates of a mutex there are none.
        let touch = match self.free {
            Some(_) => Touch::PassThrough,
            None => Touch::Accumulate,
        };
        let lock = (Object::Cell(self.lock), touch);
        std::iter::once(lock).chain(cells).collect()
    }
}

impl Machine {
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
        let pauses = pending.operation.action == Action::Yield;
        log.tells |= !pauses && pending.operation.named != Some(log.lock);
    }

    /// Notes that a lock was given back.
    pub(crate) fn note_section_unlock(&mut self, lock: u64) {
        if let Some(log) = &mut self.section_log {
            log.over |= log.lock == lock;
        }
    }

    /// Notes what an atomic operation has written: whoever looks ahead may have made a lock of the cell.
    pub(crate) fn note_section_atomic(&mut self, cell: u64, value: u64) {
        if let Some(log) = &mut self.section_log {
            log.over |= log.lock == cell && log.free == Some(value);
        }
    }
}

/// The log, while the section lasts.
fn open(log: &mut Option<Box<SectionLog>>) -> Option<&mut SectionLog> {
    log.as_deref_mut().filter(|log| !log.over)
}
