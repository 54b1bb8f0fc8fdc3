//! Critical sections under a lock that the program has made of an atomic: `while held.swap(true, Acquire) {}`, plain
//! accesses, `held.store(false, Release)`.
//!
//! A section is a run of operations on the one cell, none of another in between, that change it and change it back.
//! They are one step, if whoever else comes to the cell meanwhile does nothing but wait until it is as before. That is
//! seen of everybody who stands before an operation on such a cell; where it does not hold, somebody looks
//! inside ([`Machine::looks_inside_sections`]), and all that was explored so far may lack something.

use super::{Handmade, SectionLog};
use crate::hash::Hasher128;
use crate::look_ahead::{LapChanges, MAX_LAPS, Steady};
use crate::machine::Machine;
use crate::operation::{Object, ThreadId};
use crate::spin::{State, own_state};
use crate::sync;
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;
use vscheck_ir::Site;

/// An atomic that is a lock: sections on it were one step.
#[derive(Clone, Debug)]
pub(crate) struct HandmadeLock {
    cell: u64,
    free: u64,
    /// What it held in these sections meanwhile.
    held: SmallVec<[u64; 2]>,
    /// Who has it for longer than a step.
    holder: Option<ThreadId>,
}

/// Where a thread stands, and in which state of its own.
#[derive(Clone, Copy)]
struct Stand {
    site: Site,
    state: State,
}

impl Stand {
    /// Whether they are the same, but for what loops only count.
    fn is_like(&self, other: &Stand) -> bool {
        self.site == other.site && self.state.matters == other.state.matters
    }
}

/// Most operations of a section: a look, a compare-exchange and a store, and one more for each to have failed.
pub(super) const MAX_OPERATIONS: usize = 6;

/// Most operations of somebody who has waited, until he stands where he stood.
const MAX_LAP: usize = 8;

impl Machine {
    /// Whether an operation on an atomic may take a lock that was made of it.
    pub(super) fn may_take_handmade(&self, pending: &Pending) -> bool {
        let operation = &pending.operation;
        self.options.handmade_sections
            && self.unjoined > 0
            && pending.viewed.is_none()
            && pending.spin.is_none()
            && sync::look(operation.action).is_some()
            && sync::is_atomic(operation.action)
            && (operation.awaits || sync::would_change(self, pending))
    }

    /// Lets a thread of a machine that looks ahead go through such a section. What the lock holds; `None` if
    /// there is no such section.
    pub(super) fn go_through_handmade(
        &mut self,
        id: ThreadId,
        lock: u64,
        free: u64,
    ) -> Option<Option<Handmade>> {
        let mut held = None;
        for _ in 0..MAX_OPERATIONS {
            let pending = self.pending_of(id)?;
            let stands_before_it = pending.operation.named == Some(lock)
                && pending.phase == Phase::Start
                && pending.viewed.is_none()
                && sync::is_atomic(pending.operation.action)
                && sync::arms(self, pending) == sync::only();
            if !stands_before_it {
                return None;
            }
            let (acquires, releases) = sync::order_of_change(self, pending);
            self.go_on(id);
            let now = self.look(lock);
            match held {
                None if now == free => {}
                None if acquires => held = Some(now),
                Some(held) if now == held => {}
                Some(held) if now == free && releases => {
                    return Some(Some(Handmade { free, held }));
                }
                _ => return None,
            }
        }
        None
    }

    /// A thread enters a section on such a lock.
    pub(super) fn enter_handmade(&mut self, by: ThreadId, lock: u64, handmade: Handmade) {
        let Handmade { free, held } = handmade;
        let known = self
            .handmade_locks
            .iter_mut()
            .find(|known| known.cell == lock);
        match known {
            Some(known) => {
                self.looks_inside_sections |= known.free != free;
                if known.held.contains(&held) {
                    return;
                }
                known.held.push(held);
            }
            None => self.handmade_locks.push(HandmadeLock {
                cell: lock,
                free,
                held: SmallVec::from_elem(held, 1),
                holder: None,
            }),
        }
        for other in 0..self.pending.len() {
            self.look_inside(ThreadId(other as u16), lock, Some(by));
        }
    }

    /// Looks whether a thread that has come to an operation would see the inside of a section.
    pub(super) fn look_inside_known(&mut self, id: ThreadId) {
        for index in 0..self.handmade_locks.len() {
            let lock = &self.handmade_locks[index];
            let (cell, holder) = (lock.cell, lock.holder);
            self.look_inside(id, cell, holder);
        }
    }

    fn look_inside(&mut self, id: ThreadId, cell: u64, holder: Option<ThreadId>) {
        let Some(pending) = self.pending[id.index()].as_deref() else {
            return;
        };
        let mut touched = pending.operation.footprint.iter();
        let comes_to_it = touched.any(|&(object, _)| object == Object::Cell(cell));
        if !comes_to_it || holder == Some(id) || self.unjoined == 0 {
            return;
        }
        let lock = self.handmade_locks.iter().find(|lock| lock.cell == cell);
        let lock = lock.expect("known").clone();
        let waits = lock
            .held
            .iter()
            .all(|&held| self.waits_while_held(id, &lock, held));
        self.looks_inside_sections |= !waits;
    }

    /// Whether a thread does nothing as long as a lock is held, and stands where it stood once that is free.
    fn waits_while_held(&mut self, id: ThreadId, lock: &HandmadeLock, held: u64) -> bool {
        let mut state = Hasher128::default();
        state.add_hash(own_state(self, self.thread(id), false).matters);
        for word in [lock.cell, lock.free, held] {
            state.add(word);
        }
        let state = state.finish();
        if self.known_to_wait(state).is_some() {
            return true;
        }
        let mut ahead = self.to_look_ahead(id);
        ahead.passes_pauses = true;
        ahead.section_log = Some(Box::new(SectionLog::new(self, id, lock.cell, None)));
        let comes_back = self.waits_on(&mut ahead, id, lock, held).is_some();
        self.instructions = ahead.instructions;
        let log = ahead.section_log.expect("put there");
        let waits = comes_back && log.only_reads();
        if waits {
            let reads = log.others();
            let reads = reads.filter_map(|cell| Some((cell, self.watched(cell)?)));
            self.note_that_waits(state, reads.collect());
        }
        waits
    }

    fn waits_on(
        &self,
        ahead: &mut Machine,
        id: ThreadId,
        lock: &HandmadeLock,
        held: u64,
    ) -> Option<()> {
        let first = ahead.stand(id)?;
        ahead.put(id, lock.cell, held).ok()?;
        let mut stands = vec![first];
        let mut steady = Steady::default();
        steady.add_lap(ahead, id);
        let counts = loop {
            let next = ahead.look_on(id, lock.cell)?;
            steady.add_lap(ahead, id);
            if steady.goes_on_like_this() && self.differs_only_in_pace(ahead, id) {
                break false;
            }
            if let Some(known) = stands.iter().find(|known| known.is_like(&next)) {
                break known.state.counts != next.state.counts;
            }
            stands.push(next);
            if stands.len() > MAX_LAPS {
                return None;
            }
        };
        ahead.put(id, lock.cell, lock.free).ok()?;
        for _ in 0..MAX_LAP {
            let stand = ahead.stand(id)?;
            if stand.site == first.site && self.differs_only_in_pace(ahead, id) {
                return Some(());
            }
            if stand.is_like(&first) {
                if counts {
                    self.code.note_counted_round(first.site);
                }
                return Some(());
            }
            ahead.look_on(id, lock.cell)?;
        }
        None
    }

    /// Whether a thread of a machine that looks ahead, where it stands in the same place, is different in no more than
    /// what sets the pace of a loop.
    fn differs_only_in_pace(&self, ahead: &Machine, id: ThreadId) -> bool {
        let mut changes = LapChanges::default();
        let now = ahead.thread(id);
        let added = changes.add(&self.code, self.thread(id), now);
        added.is_some() && changes.only_set_pace(&self.code, now)
    }

    /// Where a thread stands.
    fn stand(&self, id: ThreadId) -> Option<Stand> {
        let site = self.pending_of(id)?.operation.site;
        let state = own_state(self, self.thread(id), true);
        Some(Stand { site, state })
    }

    /// Lets a thread of a machine that looks ahead take a step, if all that it does is to look at a cell.
    fn look_on(&mut self, id: ThreadId, cell: u64) -> Option<Stand> {
        let pending = self.pending_of(id)?;
        let operation = &pending.operation;
        let looks = sync::is_atomic(operation.action) && operation.named == Some(cell);
        let looks = looks && !sync::would_change(self, pending);
        if !looks || sync::arms(self, pending) != sync::only() {
            return None;
        }
        self.go_on(id);
        self.stand(id)
    }

    /// Notes that an atomic was written to: it may be a lock that somebody keeps for longer than a step.
    pub(crate) fn note_handmade(&mut self, thread: ThreadId, cell: u64, value: u64) {
        self.note_section_atomic(cell, value);
        if let Some(lock) = self
            .handmade_locks
            .iter_mut()
            .find(|lock| lock.cell == cell)
        {
            lock.holder = (value != lock.free).then_some(thread);
        }
    }

    /// Whether a thread has begun such a section, and goes through it in the same step.
    pub fn is_amid_section(&self, thread: ThreadId) -> bool {
        let is_there = self.pending_of(thread).is_some();
        is_there && self.thread(thread).order.section.is_some()
    }

    /// Whether somebody came to a lock that a program has made of an atomic, and would not only have waited in the
    /// midst of a section that was one step ([`MachineOptions::handmade_sections`]).
    ///
    /// [`MachineOptions::handmade_sections`]: crate::MachineOptions::handmade_sections
    pub fn looks_inside_sections(&self) -> bool {
        self.looks_inside_sections
    }
}
