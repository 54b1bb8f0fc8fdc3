//! What a critical section touches: a thread that takes a lock, and gives it back before its next
//! operation, does so in one step (Lipton 1975). Two such steps on one lock commute where they touch
//! different cells, or only read them, or only add to them: what orders them tells nobody anything. So the machine
//! looks ahead, and puts the cells into the footprint in place of the lock as a whole
//! ([`MachineOptions::sections_commute`]).
//!
//! Where plain accesses may race, they tell what orders two sections. There, those commute that do no more than read
//! cells and add to them. They come after those on their lock that do not, and what one of them does races with nothing
//! that another does, for as long as the lock is the same; but what stands before one comes before nothing in another,
//! nor after it: a race shows whichever came first of two that commute.
//!
//! [`MachineOptions::sections_commute`]: crate::MachineOptions::sections_commute

mod handmade;
mod log;

pub(crate) use handmade::HandmadeLock;
pub(crate) use log::SectionLog;

use crate::machine::Machine;
use crate::operation::{Arm, Footprint, ThreadId, Transition, footprints_meet};
use crate::sync;
use crate::thread::{Pending, Phase};
use std::sync::Arc;
use vscheck_ir::Action;

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
    /// It is one step.
    Short(Arc<Short>),
}

/// A critical section that is one step.
#[derive(Debug)]
pub(crate) struct Short {
    /// What it touches.
    pub(crate) footprint: Footprint,
    /// What an atomic holds that is its lock.
    handmade: Option<Handmade>,
}

/// What an atomic holds that a program has made a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Handmade {
    /// When nobody has it.
    free: u64,
    /// When somebody has.
    held: u64,
}

/// A critical section that a thread is in, which orders nothing after it.
#[derive(Clone, Debug)]
pub(crate) struct OpenSection {
    lock: u64,
    of: Arc<Short>,
    /// How many operations it may still have.
    left: usize,
}

impl OpenSection {
    /// What is known of it, for who has come to its next operation; `None` if it has had more than it should.
    pub(crate) fn goes_on(&mut self) -> Option<Section> {
        self.left = self.left.checked_sub(1)?;
        Some(Section::Short(self.of.clone()))
    }

    /// Its lock.
    pub(crate) fn lock(&self) -> u64 {
        self.lock
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
            let Some(pending) = self.pending[index].as_deref() else {
                continue;
            };
            let is_new = matches!(pending.section, Section::Unseen);
            let due = match pending.section {
                Section::Unseen | Section::Closed => self.may_enter(pending),
                Section::Long | Section::Short(_) => {
                    footprints_meet(&pending.operation.footprint, touched)
                }
            };
            let id = ThreadId(index as u16);
            let is_to_be_seen = is_new && !self.handmade_locks.is_empty();
            if is_to_be_seen {
                self.look_inside_known(id);
            }
            if due || is_to_be_seen {
                let section = match due {
                    true => self.section_of(id),
                    false => Section::Closed,
                };
                let pending = self.pending[index].as_mut().expect("stands there");
                Arc::make_mut(pending).section = section;
                self.refresh_footprint(index);
            }
        }
    }

    /// Whether an operation may be the start of a critical section.
    fn may_enter(&self, pending: &Pending) -> bool {
        if pending.phase != Phase::Start {
            return false;
        }
        let action = pending.operation.action;
        let takes_lock = action.takes_lock() && !pending.operation.awaits;
        match self.options.may_race {
            false => takes_lock,
            true => takes_lock && action == Action::MutexLock || self.may_take_handmade(pending),
        }
    }

    fn section_of(&mut self, id: ThreadId) -> Section {
        let pending = self.pending[id.index()].as_deref().expect("due");
        if sync::arms(self, pending) != sync::only() {
            return Section::Closed;
        }
        let lock = pending.args[0];
        let is_handmade = sync::is_atomic(pending.operation.action);
        let free = is_handmade.then(|| self.look(lock));
        let mut ahead = self.to_look_ahead(id);
        let log = SectionLog::new(self, id, lock, free);
        ahead.section_log = Some(Box::new(log));
        let through = match free {
            Some(free) => ahead.go_through_handmade(id, lock, free),
            None => {
                ahead.go_on(id);
                Some(None)
            }
        };
        self.instructions = ahead.instructions;
        let log = *ahead.section_log.take().expect("put there");
        // An addition that overflows in some orders does so in all, yet at another thread's.
        self.may_overflow_elsewhere |= log.has_open_addition();
        let may_race = self.options.may_race;
        let handmade = through.filter(|_| {
            !log.has_open_addition()
                && log.is_small()
                && !(may_race && log.makes_order())
                && ahead.end.is_none()
                && ahead.thread(id).held == self.thread(id).held
                && ahead.is_past_section(id)
        });
        match handmade {
            Some(handmade) => Section::Short(Arc::new(Short {
                footprint: log.footprint(),
                handmade,
            })),
            None => Section::Long,
        }
    }

    /// Lets a thread take the one step that it can, of a machine that looks ahead.
    fn go_on(&mut self, thread: ThreadId) {
        let arm = Arm::Only;
        self.step(Transition { thread, arm });
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

    /// If an operation begins a critical section that orders nothing after it, or has several operations, that is kept
    /// in mind until it ends.
    pub(crate) fn begin_section(&mut self, pending: &Pending) {
        let Section::Short(section) = &pending.section else {
            return;
        };
        let matters = self.options.may_race && self.checks_races() || section.handmade.is_some();
        let begins = matters && pending.spin.is_none() && !self.is_look_ahead;
        let thread = pending.operation.thread;
        if !begins || self.thread(thread).order.section.is_some() {
            return;
        }
        let (lock, of) = (pending.args[0], section.clone());
        if let Some(handmade) = of.handmade {
            self.enter_handmade(thread, lock, handmade);
        }
        self.thread_mut(thread).order.section = Some(OpenSection {
            lock,
            of,
            left: handmade::MAX_OPERATIONS,
        });
    }

    /// What is known of the section in which a thread has come to its next operation. One that does not come to its end
    /// is none.
    pub(crate) fn go_on_in_section(&mut self, thread: ThreadId) -> Section {
        let section = &mut self.thread_mut(thread).order.section;
        let known = section.as_mut().and_then(OpenSection::goes_on);
        if known.is_none() {
            *section = None;
            self.looks_inside_sections = true;
        }
        known.unwrap_or_default()
    }

    /// Whether a thread is in such a section on a lock.
    pub(crate) fn is_in_section_on(&self, thread: ThreadId, lock: u64) -> bool {
        let section = &self.thread(thread).order.section;
        section.as_ref().is_some_and(|section| section.lock == lock)
    }

    /// If a thread has made the lock of such a section free, of those that a program has made of atomics, it ends.
    pub(crate) fn end_handmade_section(&mut self, thread: ThreadId, lock: u64) {
        let section = self.thread(thread).order.section.as_ref();
        let of_lock = section.filter(|section| section.lock == lock);
        let handmade = of_lock.and_then(|section| section.of.handmade);
        if handmade.is_some_and(|handmade| self.look(lock) == handmade.free) {
            self.end_section(thread, lock);
        }
    }

    /// If a thread has given back the lock of such a section, that is over.
    pub(crate) fn end_section(&mut self, thread: ThreadId, lock: u64) {
        let order = &mut self.thread_mut(thread).order;
        order.section.take_if(|section| section.lock == lock);
    }
}
