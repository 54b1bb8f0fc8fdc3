//! What is left to do when all threads but one have ended: mostly to join them, one after another.
//!
//! It is a matter of the state alone where no plain accesses can race, and in small programs it is half of an
//! execution. So executions that come to such a state by different value schedules run it once. What they need
//! of it is its events: which orders were seen is told from those.

use super::super::path::Step;
use crate::run::{Event, Run};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vscheck_ir::Action;
use vscheck_vm::End;

/// Most tails that are kept, each a few hundred bytes an event: memory does not grow with the executions.
const MOST_TAILS: usize = 4096;

/// Misses in vain after which none are looked for any more.
const MOST_MISSES: u64 = 256;

/// The tails that are known, by the state before them.
#[derive(Default)]
pub(super) struct Tails {
    known: FxHashMap<u128, Arc<[Event]>>,
    /// The one that is being run for the first time.
    begun: Option<Begun>,
    hits: u64,
    misses: u64,
}

struct Begun {
    state: u128,
    /// How many steps of the path came before.
    from: usize,
    /// How many events.
    depth: usize,
    /// How many steps of it can come in one order with the other threads' only: joins, and what comes when all
    /// threads are joined.
    ordered: usize,
}

impl Begun {
    /// Counts the last step of a path in.
    fn note_step(&mut self, run: &Run, step: &Step) {
        let joins = step.operation.action == Action::Join;
        let is_ordered = (joins || run.machine.is_sequential()) && !step.has_alternatives();
        self.ordered += usize::from(is_ordered);
    }
}

impl Tails {
    /// Looks at the last step of a path. If it leaves one thread, and it is known how that one goes on to the end,
    /// and that takes no more than so many steps, adds them to the run's trace and says true.
    pub(super) fn add_known(&mut self, run: &mut Run, steps: &[Step], longest: u64) -> bool {
        let [.., last] = steps else { return false };
        if let Some(begun) = &mut self.begun {
            begun.note_step(run, last);
            return false;
        }
        let machine = &run.machine;
        let leaves_one = machine.is_finished(last.transition.thread) && machine.is_one_left();
        let in_vain = self.misses > MOST_MISSES.max(self.hits);
        if !leaves_one || in_vain || machine.checks_races() {
            return false;
        }
        let state = machine.fingerprint_in_place();
        let Some(tail) = self.known.get(&state) else {
            self.misses += 1;
            self.begun = Some(Begun {
                state,
                from: steps.len(),
                depth: run.depth(),
                ordered: 0,
            });
            return false;
        };
        if tail.len() as u64 > longest {
            return false;
        }
        self.hits += 1;
        tail.iter().for_each(|event| run.trace.push(event.clone()));
        true
    }

    /// The path has ended. Keeps the tail that was begun, if it ended well, and nothing else could have been done.
    pub(super) fn note_end(&mut self, run: &Run, steps: &[Step]) {
        let Some(begun) = self.begun.take() else {
            return;
        };
        let completed = matches!(run.machine.end(), Some(End::Completed { .. }));
        let length = steps.len() - begun.from;
        let is_one = begun.ordered == length && !run.machine.may_overflow_elsewhere();
        if completed && is_one && self.known.len() < MOST_TAILS {
            let events = run.trace.backwards().take(run.depth() - begun.depth);
            let mut events: Vec<Event> = events.map(|(_, event)| event.clone()).collect();
            events.reverse();
            self.known.insert(begun.state, events.into());
        }
    }
}
