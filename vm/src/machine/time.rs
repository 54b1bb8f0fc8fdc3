//! Virtual time: what time it is for a thread, whose wait is over, and who is the next to wake
//! (see *Time passes* in `docs/machine.md`).

use super::Machine;
use crate::operation::{Arm, ThreadId, Transition};
use crate::options::TimeMode;
use crate::sync::{self, Arms};
use crate::thread::{Patience, Pending, Thread};
use std::sync::Arc;
use vscheck_ir::Action;

/// How many timed waits of a thread may run out in a row at any moment. The next ones run out as sleepers
/// wake: when nothing else can run, in the order of their deadlines. Or whoever tries again after each
/// time limit would do so for ever.
const FREE_TIME_OUTS: u8 = 5;

/// Nanoseconds of a wait from which on it is one that time passes by.
const REST: u64 = 1_000_000;

/// What looks at the clock have taken a thread that has looked, at least.
const LEAST_SKEW: u64 = 1_000;

impl Machine {
    /// When the time that a thread waits for is over; the end of time without one.
    pub fn due(&self, thread: ThreadId) -> u64 {
        let pending = self.pending.get(thread.index()).and_then(Option::as_ref);
        pending.map_or(u64::MAX, |pending| pending.deadline)
    }

    /// Whether what a thread waits for is that time passes: it sleeps, or has let so many timed waits run
    /// out that the next is no chance delay of all others. Where threads are prompt, no wait that takes time is.
    pub(super) fn waits_for_time(&self, pending: &Pending, arms: &Arms) -> bool {
        let exhausted = || self.thread(pending.operation.thread).time_outs >= FREE_TIME_OUTS;
        let runs_out = arms.contains(&Arm::TimeOut);
        let sleeps = pending.operation.action == Action::Sleep;
        match self.options.time {
            TimeMode::Order => sleeps || runs_out && exhausted(),
            TimeMode::Prompt => {
                sleeps || runs_out && (sync::time_limit(pending) > 0 || exhausted())
            }
            TimeMode::Free => false,
        }
    }

    /// Whether a thread sleeps, and the time for which it does has passed as others slept: it may go on at any
    /// moment.
    pub(crate) fn is_over_sleep(&self, pending: &Pending) -> bool {
        pending.operation.action == Action::Sleep && pending.deadline <= self.now
    }

    pub(super) fn count_time_out(&mut self, thread: ThreadId, pending: &Pending) {
        if pending.operation.touches_world() {
            self.now = self.now.max(pending.deadline);
        } else {
            self.pass_time(thread, pending.deadline);
        }
        self.note_rest(thread, pending);
        self.thread_mut(thread).streak.note_wait();
        let time_outs = self.thread(thread).time_outs;
        if time_outs == FREE_TIME_OUTS {
            return;
        }
        self.thread_mut(thread).time_outs += 1;
        if time_outs + 1 == FREE_TIME_OUTS && self.options.time != TimeMode::Free {
            self.code.note_time_out_limit(pending.operation.site);
        }
    }

    /// Who has let time pass by waiting need not see it pass by looking at the clock: looks take as little as the first
    /// ones again. Or whoever does something at a fixed rate would be behind for ever from some look on. (Who waits for
    /// less than that may wait for something that is far off.)
    pub(crate) fn note_rest(&mut self, thread: ThreadId, pending: &Pending) {
        let waited = sync::time_limit(pending);
        if (REST..u64::MAX).contains(&waited) && self.thread(thread).clock_skew > LEAST_SKEW {
            self.thread_mut(thread).clock_skew = LEAST_SKEW;
        }
    }

    /// What a thread does with looks at the clock that take long. There is a choice where others may sleep: nobody else
    /// goes on for the time that a hasty thread's looks take.
    pub(crate) fn patience(&self, thread: &Thread) -> Patience {
        match self.options.time {
            TimeMode::Order if self.code.does.sleeps => thread.patience,
            TimeMode::Order | TimeMode::Free => Patience::Hasty,
            TimeMode::Prompt => Patience::Patient,
        }
    }

    /// What time it is for a thread.
    pub(crate) fn time_of(&self, thread: &Thread) -> u64 {
        self.now.max(thread.order.clock.time())
    }

    /// How long a thread's looks at the clock took since it last waited, in nanoseconds, of the thread of which it is
    /// most: each takes longer than the one before.
    pub fn time_of_looks(&self) -> u64 {
        let threads = self.threads.iter().flatten();
        threads.map(|thread| thread.clock_skew).max().unwrap_or(0)
    }

    /// It is at least so late for a thread, and for all that will know of it; the others may not have noticed.
    pub(crate) fn pass_time(&mut self, thread: ThreadId, time: u64) {
        if self.code.does.looks_at_clocks {
            self.thread_mut(thread).order.clock.catch_up(time);
        }
    }

    /// A sleeper wakes when nothing else can run, the earliest deadline first. Who could only time out
    /// does not count: either may come first. Of several sleepers with one deadline, the one with the lowest number
    /// does: then the others may go on, too, in any order. So they may when somebody's patient look at the clock gets past
    /// their deadlines: that comes before them.
    pub(super) fn is_next_to_wake(&self, sleeper: &Pending) -> bool {
        let turn = self.turn_to_wake(sleeper);
        let comes_later = |other: &Arc<Pending>| {
            let thread = other.operation.thread;
            if self.is_spinning(other) || self.thread(thread).go_first.is_some() {
                return true;
            }
            let arms = sync::arms(self, other);
            match self.waits_for_time(other, &arms) {
                true if other.operation.action == Action::Sleep => {
                    (turn, sleeper.operation.thread) <= (self.turn_to_wake(other), thread)
                }
                true => other.deadline >= turn.0,
                false => arms.into_iter().all(Arm::is_spontaneous),
            }
        };
        self.pending.iter().flatten().all(comes_later)
    }

    /// By which waits for time are over one after the other: by when they are, and looks first. A patient look comes
    /// before the sleepers whose deadlines it gets past.
    fn turn_to_wake(&self, waiting: &Pending) -> (u64, bool) {
        let looks = |pending: &Pending| {
            pending.operation.action == Action::Sleep && sync::time_limit(pending) == 0
        };
        if self.options.time != TimeMode::Order || !looks(waiting) {
            return (waiting.deadline, true);
        }
        let sleepers = self.pending.iter().flatten().filter(|other| {
            other.operation.action == Action::Sleep && !looks(other) && !self.is_over_sleep(other)
        });
        let first = sleepers.map(|sleeper| sleeper.deadline).min();
        (first.unwrap_or(u64::MAX).min(waiting.deadline), false)
    }

    /// What happens next if time passes though others could still go on: the first wait for that is over. `None` if
    /// nobody waits so, or somebody can go on whose wait is over. No state has this among its transitions: it is for
    /// who knows that the others keep each other busy for ever, or for long.
    pub fn late_wake(&self) -> Option<Transition> {
        let wait = |pending: &Arc<Pending>| {
            let arms = sync::arms(self, pending);
            let thread = pending.operation.thread;
            let arm = match pending.operation.action {
                Action::Sleep => Arm::Only,
                _ => Arm::TimeOut,
            };
            let waits = self.waits_for_time(pending, &arms) && !self.is_spinning(pending);
            waits.then_some((self.turn_to_wake(pending), Transition { thread, arm }))
        };
        let waits = self.pending.iter().flatten().filter_map(wait);
        let (_, wake) = waits.min_by_key(|(turn, wake)| (*turn, wake.thread))?;
        (self.end.is_none() && !self.is_enabled(wake.thread)).then_some(wake)
    }
}
