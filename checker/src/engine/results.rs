//! Whether it matters which of several symmetric threads has left which result.
//!
//! States that differ only in which thread is which are one to a search over stored states, and what a thread that has
//! ended leaves is a part of what it is. Who joins them one after another gets the same results then, but it may be in
//! another order. So all orders are tried right there, where all have ended: as the one who joins them does nothing else
//! in between, that takes a few steps for each.

use crate::exploration::Exploration;
use crate::run::Run;
use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_vm::{Alike, Arm, End, ThreadClass, ThreadId, Transition};

/// Steps to be taken at most. (Ten results that are added are 1,024 sums.)
const MOST_STEPS: usize = 20_000;

/// A look at what follows the end of symmetric threads.
pub(super) struct Joining<'a> {
    pub(super) cx: &'a mut Exploration,
    /// Who joins them.
    pub(super) joiner: ThreadId,
    pub(super) class: ThreadClass,
    pub(super) alike: &'a Alike,
    /// Whether plain accesses may race.
    pub(super) may_race: bool,
}

impl Joining<'_> {
    /// Whether it may make a difference which of the threads, all of which have ended, has left which result. It makes
    /// none if the program comes to the same state with each order of results, or to its end without a bug.
    pub(super) fn tells_apart(mut self, run: &Run) -> bool {
        let mut steps = MOST_STEPS;
        let Some(states) = self.joined_in_each_order(run, &mut steps) else {
            return true;
        };
        let several = states.len() > 1;
        let mut states = states.into_values();
        several && states.any(|run| !self.ends_well(run, &mut steps))
    }

    /// The states in which all threads of the class have been joined, whichever has left which result. `None` if that
    /// is more than a matter of a few joins.
    fn joined_in_each_order(
        &mut self,
        run: &Run,
        steps: &mut usize,
    ) -> Option<FxHashMap<u128, Run>> {
        let mut seen = FxHashSet::default();
        let mut joined = FxHashMap::default();
        let mut open = vec![run.clone()];
        while let Some(run) = open.pop() {
            let unjoined: Vec<ThreadId> = run.machine.unjoined_of(self.class).collect();
            if unjoined.is_empty() {
                joined.insert(self.name(&run), run);
                continue;
            }
            let next = run.machine.pending(self.joiner)?.joined()?;
            for (index, &other) in unjoined.iter().enumerate() {
                let is_same = |&known: &ThreadId| run.machine.have_left_the_same(known, other);
                if unjoined[..index].iter().any(is_same) {
                    continue;
                }
                let mut after = run.clone();
                if other != next {
                    after.machine.exchange_ends(next, other);
                }
                self.step(&mut after, steps)?;
                if seen.insert(self.name(&after)) {
                    open.push(after);
                }
            }
        }
        Some(joined)
    }

    fn name(&self, run: &Run) -> u128 {
        let likeness = run.machine.likeness(Some(self.alike), self.may_race);
        likeness.fingerprints.with_races
    }

    /// Whether the one who has joined all others comes to the end without a bug.
    fn ends_well(&mut self, mut run: Run, steps: &mut usize) -> bool {
        while run.machine.end().is_none() {
            if !run.machine.is_sequential() || self.step(&mut run, steps).is_none() {
                return false;
            }
        }
        matches!(run.machine.end(), Some(End::Completed { .. }))
    }

    /// The joiner's next step. `None` if it may go several ways or not at all, or there were too many.
    fn step(&mut self, run: &mut Run, steps: &mut usize) -> Option<()> {
        *steps = steps.checked_sub(1)?;
        let transition = Transition {
            thread: self.joiner,
            arm: Arm::Only,
        };
        if !run.transitions_of(self.joiner).eq([transition]) {
            return None;
        }
        self.cx.step(run, transition);
        Some(())
    }
}
