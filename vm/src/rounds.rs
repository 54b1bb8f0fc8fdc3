//! Threads that wait and leave something behind in each round: a count of looks in vain, what a random number
//! generator makes next. Each round ends in another state, so that no lap closes (see `spin`), and orders in which
//! such a thread goes round once more have no end.
//!
//! Such a thread goes round once and then lets the others go first: it does not move before each of those that
//! can go has moved (Musuvathi, Qadeer 2008, *Fair stateless model checking*, PLDI). So between two steps of
//! another thread it may go round, but not twice.
//!
//! Its rounds end where it yields, or, in a loop that never does, where the loop's first operation is. It is held
//! to wait if, left alone, it comes back there again and again and looks at the same cells on the way. Who gives
//! up after so many rounds does not come back; who has found something to do has looked at other cells than those
//! who find nothing.
//!
//! Turns do not go together with putting independent steps into another order: whether a thread has its turn
//! depends on how many steps the others have taken. So only a search that does not depend on that has them
//! ([`MachineOptions::takes_turns`](crate::MachineOptions::takes_turns)).

use crate::code::Code;
use crate::hash::Hasher128;
use crate::machine::Machine;
use crate::operation::{Arm, ThreadId, Transition};
use crate::spin::Streak;
use crate::sync;
use crate::thread::Pending;
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{Action, Inst, Site};

/// How many rounds a thread is looked at that may wait, the first time.
const ROUNDS_AT_FIRST: usize = 1_000;
/// And how many when the same round has been found to come again before.
const ROUNDS_AGAIN: usize = 3;
/// The most operations of a round.
const MAX_ROUND: usize = 256;

/// What a thread does from one end of a round to the next at the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Round {
    /// A hash of where the thread stands in all functions that it is in.
    control: u128,
    /// A hash of what cells it reads and writes in which order.
    accesses: u128,
}

/// The threads that one lets go first.
pub(crate) type GoFirst = SmallVec<[ThreadId; 4]>;

impl Machine {
    /// After a thread has moved: it has had its turn, and who has just been round a loop in which it waits lets
    /// the others go first.
    pub(crate) fn take_turns(&mut self, moved: ThreadId) {
        if !self.options.takes_turns {
            return;
        }
        for index in 0..self.threads.len() {
            self.note_turn(ThreadId(index as u16), moved);
        }
        for index in 0..self.pending.len() {
            let pending = self.pending[index].as_ref();
            if pending.is_some_and(|pending| pending.round_due) {
                self.end_round(ThreadId(index as u16));
            }
        }
    }

    fn note_turn(&mut self, id: ThreadId, moved: ThreadId) {
        let Some(go_first) = self.try_thread(id).and_then(|t| t.go_first.as_ref()) else {
            return;
        };
        if id == moved {
            let pending = self.pending_of(id);
            let is_in_loop = pending.is_some_and(|pending| pending.operation.recurs);
            self.thread_mut(id).go_first = is_in_loop.then(GoFirst::new);
        } else if let Some(at) = go_first.iter().position(|&thread| thread == moved) {
            let go_first = self.thread_mut(id).go_first.as_mut();
            go_first.expect("just seen").remove(at);
        }
    }

    /// Whether what the thread arrives at may be where a round ends.
    pub(crate) fn ends_round(&self, id: ThreadId, pending: &Pending) -> bool {
        if !pending.operation.recurs || pending.spin.is_some() {
            return false;
        }
        let yields = |site: Site| {
            let function = self.code.program().function(site.func);
            let inst = &function.code[site.inst.index()];
            matches!(inst, Inst::Sync { action, .. } if *action == Action::Yield)
        };
        pending.operation.action == Action::Yield || self.thread(id).streak.is_back(yields)
    }

    fn end_round(&mut self, id: ThreadId) {
        let pending = self.pending[id.index()].as_mut().expect("due");
        let site = pending.operation.site;
        Arc::make_mut(pending).round_due = false;
        // Who sleeps can wake before one that lets others go first.
        self.thread_mut(id).go_first = Some(GoFirst::new());
        let others = self.thread_ids().filter(|&thread| thread != id);
        let go_first: GoFirst = others.filter(|&thread| self.could_go(thread)).collect();
        // Where nobody can, it need not be known whether it waits.
        let waits = !go_first.is_empty() && self.goes_round_for_ever(id);
        if waits {
            self.code.note_counted_round(site);
        }
        self.thread_mut(id).go_first = waits.then_some(go_first);
    }

    /// Whether what can follow may depend on the order of steps that have nothing to do with each other: somebody
    /// waits for time to pass, or lets others go first.
    pub fn turns_matter(&self) -> bool {
        let mut pending = self.pending.iter().flatten();
        self.running().any(|thread| thread.go_first.is_some())
            || pending.any(|pending| pending.operation.touches_world())
            || self.late_wake().is_some()
    }

    /// Whether an operation's thread lets others go first that can.
    pub(crate) fn is_behind_others(&self, pending: &Pending) -> bool {
        let go_first = self.thread(pending.operation.thread).go_first.as_ref();
        go_first.is_some_and(|all| all.iter().any(|&thread| self.could_go(thread)))
    }

    /// Whether a thread could go if it let nobody go first; time-outs and spurious wake-ups aside.
    fn could_go(&self, thread: ThreadId) -> bool {
        let arms = self
            .pending_of(thread)
            .map(|pending| self.own_arms(pending));
        arms.is_some_and(|arms| arms.iter().any(|arm| !arm.is_spontaneous()))
    }

    fn goes_round_for_ever(&mut self, id: ThreadId) -> bool {
        let mut ahead = self.to_look_ahead(id);
        let comes_back = ahead.comes_back(id);
        self.instructions = ahead.instructions;
        comes_back.unwrap_or(false)
    }

    /// Whether the next round is like one of those after it; `None` if the thread does not come back that often.
    fn comes_back(&mut self, id: ThreadId) -> Option<bool> {
        let round = Round {
            control: self.control(id),
            accesses: self.next_round(id)??,
        };
        let rounds = match self.code.known_round(round) {
            Some(false) => return Some(false),
            Some(true) => ROUNDS_AGAIN,
            None => ROUNDS_AT_FIRST,
        };
        let mut alike = false;
        for _ in 0..rounds {
            let Some(accesses) = self.next_round(id) else {
                self.code.note_round(round, false);
                return None;
            };
            alike |= accesses == Some(round.accesses);
        }
        self.code.note_round(round, alike);
        Some(alike)
    }

    /// What the thread accesses of others until it is back, if nothing else can happen on the way.
    fn next_round(&mut self, id: ThreadId) -> Option<Option<u128>> {
        self.thread_mut(id).streak = Streak::default();
        let start = self.pending_of(id)?.clone();
        self.close_lap(id, &start);
        let control = self.control(id);
        for _ in 0..MAX_ROUND {
            let pending = self.pending_of(id)?;
            if sync::arms(self, pending) != sync::only() {
                return None;
            }
            let (thread, arm) = (id, Arm::Only);
            self.step(Transition { thread, arm });
            let pending = self.pending_of(id).filter(|_| self.end.is_none())?;
            // Who goes round without a trace waits for ever in the usual way.
            if pending.spin.is_some() {
                return None;
            }
            let is_back = pending.operation.site == start.operation.site;
            if is_back && self.control(id) == control {
                return Some(self.thread(id).streak.accesses(id.index()));
            }
        }
        None
    }

    /// A hash of where a thread stands in all functions that it is in.
    fn control(&self, id: ThreadId) -> u128 {
        let mut hash = Hasher128::default();
        for frame in &self.thread(id).frames {
            let site = frame.site();
            hash.add((site.func.0 as u64) << 32 | site.inst.index() as u64);
        }
        hash.finish()
    }
}

impl Code {
    fn known_round(&self, round: Round) -> Option<bool> {
        let known = self.rounds.lock().expect("nobody panicked with it");
        known.get(&round).copied()
    }

    fn note_round(&self, round: Round, waits: bool) {
        let mut known = self.rounds.lock().expect("nobody panicked with it");
        known.entry(round).or_insert(waits);
    }
}
