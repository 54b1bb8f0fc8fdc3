//! Who can move, in which ways, and what the others wait for. Nothing here changes the state.

use super::Machine;
use crate::address::Watched;
use crate::operation::{Arm, Blocked, ThreadId, Transition};
use crate::sync::{self, Arms};
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::Action;

impl Machine {
    /// The ways in which the thread's next operation can go; none if it is blocked or has ended.
    pub fn arms(&self, thread: ThreadId) -> SmallVec<[Arm; 4]> {
        self.with_arms(thread, Arms::from_slice)
    }

    /// What somebody makes of the ways in which the thread's next operation can go.
    fn with_arms<R>(&self, thread: ThreadId, look: impl FnOnce(&[Arm]) -> R) -> R {
        match self.pending_of(thread) {
            Some(pending) => self.with_arms_of(pending, look),
            None => look(&[]),
        }
    }

    fn with_arms_of<R>(&self, pending: &Pending, look: impl FnOnce(&[Arm]) -> R) -> R {
        match &self.ways {
            Some(ways) => look(&ways[pending.operation.thread.index()]),
            None => look(&self.find_arms(pending)),
        }
    }

    /// Works out the ways in which each thread can go, to be looked up until somebody moves.
    pub(crate) fn find_ways(&mut self) {
        let of = |pending: &Option<Arc<Pending>>| match pending {
            Some(pending) => self.find_arms(pending),
            None => Arms::new(),
        };
        self.ways = Some(self.pending.iter().map(of).collect());
    }

    fn find_arms(&self, pending: &Pending) -> Arms {
        match self.is_behind_others(pending) {
            true => Arms::new(),
            false => self.own_arms(pending),
        }
    }

    /// The same where nobody lets others go first.
    pub(crate) fn own_arms(&self, pending: &Pending) -> Arms {
        if self.is_spinning(pending) {
            return Arms::new();
        }
        let mut arms = sync::arms(self, pending);
        if self.came_back(pending) {
            arms.retain(|&mut arm| !has_turned(pending, arm));
        }
        let waits = self.waits_for_time(pending, &arms) && !self.is_over_sleep(pending);
        if waits && !self.is_next_to_wake(pending) {
            arms.retain(|&mut arm| arm == Arm::Spurious);
        }
        self.with_forever(pending.operation.thread, arms)
    }

    /// A wake-up for no reason may come or not: where all others are stuck, the first who could have one
    /// may also wait for ever.
    fn with_forever(&self, thread: ThreadId, mut arms: Arms) -> Arms {
        if arms.contains(&Arm::Spurious) && self.waits_for_spurious(thread) {
            arms.insert(0, Arm::Forever);
        }
        arms
    }

    /// Whether the thread is the first that can move at all, and nobody has a way on to count on.
    fn waits_for_spurious(&self, thread: ThreadId) -> bool {
        let ways = |pending: &Pending| {
            let arms = match pending.operation.action {
                _ if self.is_spinning(pending) => Arms::new(),
                Action::Sleep => sync::only(),
                _ => sync::arms(self, pending),
            };
            let certain = arms.iter().any(|&arm| arm != Arm::Spurious);
            (!arms.is_empty(), certain)
        };
        let mut first = None;
        for pending in self.pending.iter().flatten() {
            let (possible, certain) = ways(pending);
            if certain {
                return false;
            }
            if possible {
                first = first.or(Some(pending.operation.thread));
            }
        }
        first == Some(thread)
    }

    /// Whether a thread's next operation, as it stands in another state of the execution, would be sure to
    /// change what it finds in this one.
    pub fn would_change(&self, elsewhere: &Machine, thread: ThreadId) -> bool {
        let pending = elsewhere.pending_of(thread);
        pending.is_some_and(|pending| sync::would_change(self, pending))
    }

    /// Whether the thread has only told readers that it waits to write.
    pub fn is_queued_writer(&self, thread: ThreadId) -> bool {
        self.pending_of(thread).is_some_and(|pending| {
            let writes = pending.operation.action == Action::RwLockWrite;
            writes && pending.phase == Phase::Queued
        })
    }

    /// Whether the thread can move.
    pub fn is_enabled(&self, thread: ThreadId) -> bool {
        self.with_arms(thread, |arms| !arms.is_empty())
    }

    /// What the thread waits for, if it can neither move (but for no reason) nor has ended. Once the execution is over: what
    /// it waited for then.
    pub fn blocked(&self, thread: ThreadId) -> Option<Blocked> {
        let pending = self.standing_at(thread)?;
        let no_reason = |arm: &Arm| matches!(arm, Arm::Spurious | Arm::Forever);
        if !self.with_arms_of(pending, |arms| arms.iter().all(no_reason)) {
            return None;
        }
        if self.is_spinning(pending) || self.is_behind_others(pending) {
            return Some(sync::spinning(pending));
        }
        Some(sync::blocked(self, pending))
    }

    /// The cells whose change a spinning thread waits for, those first that it does not write itself.
    pub fn watched_cells(&self, thread: ThreadId) -> Vec<u64> {
        let pending = self.standing_at(thread);
        let spin = pending.and_then(|pending| pending.spin.as_ref());
        let reads = spin.into_iter().flat_map(|spin| &spin.reads);
        let cells = reads.filter_map(|&(number, _)| match Watched::numbered(number) {
            Watched::Cell(address) => Some(address),
            Watched::End(_) | Watched::Token(_) => None,
        });
        cells.collect()
    }

    /// All that can happen next, by thread, then arm. Empty when the execution is over.
    pub fn transitions(&self) -> Vec<Transition> {
        let mut all = Vec::new();
        for thread in self.thread_ids() {
            self.with_arms(thread, |arms| {
                all.extend(arms.iter().map(|&arm| Transition { thread, arm }));
            });
        }
        all
    }

    /// Whether more than one transition is possible.
    pub fn has_choice(&self) -> bool {
        let mut ways = 0;
        self.thread_ids().any(|thread| {
            ways += self.with_arms(thread, <[Arm]>::len);
            ways > 1
        })
    }

    /// Whether a thread can get no further until what it watches changes: of several arms, it has taken all.
    pub(crate) fn is_spinning(&self, pending: &Pending) -> bool {
        self.came_back(pending) && {
            let turned = pending.spin.as_ref().map_or(0, |spin| spin.turned.len());
            let mut arms = sync::arms(self, pending).into_iter();
            turned == 0 || arms.all(|arm| has_turned(pending, arm))
        }
    }

    /// Whether a thread has come back to where it stands, and nothing that it watches has changed. `main` that sleeps
    /// again and again, and watches nothing, is meant to.
    pub(crate) fn came_back(&self, pending: &Pending) -> bool {
        pending.spin.as_ref().is_some_and(|spin| {
            let operation = &pending.operation;
            let sleeps = operation.action == Action::Sleep && operation.thread == ThreadId::MAIN;
            let idles = sleeps && spin.reads.is_empty();
            let mut watched = spin.reads.iter();
            !idles && watched.all(|&(watched, value)| self.watched(watched) == Some(value))
        })
    }

    /// How what a spinning thread watches stands.
    pub(crate) fn watched(&self, number: u64) -> Option<u64> {
        match Watched::numbered(number) {
            Watched::Cell(address) => self.peek(address),
            Watched::End(thread) => Some(self.is_finished(ThreadId(thread as u16)) as u64),
            Watched::Token(thread) => Some(self.thread(ThreadId(thread as u16)).token as u64),
        }
    }
}

/// Whether this arm has led back to where the thread stands.
fn has_turned(pending: &Pending, arm: Arm) -> bool {
    let turned = pending.spin.as_ref().map(|spin| spin.turned.as_slice());
    matches!(arm, Arm::Value(arm) if turned.is_some_and(|turned| turned.contains(&arm)))
}
