//! Running threads without backtracking points: to their end, or towards a target.

use super::complete::ends_execution;
use super::path::Path;
use crate::exploration::Exploration;
use crate::run::Run;
use vscheck_vm::{Operation, ThreadId, Transition, footprints_meet};

/// In which order threads go when it does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Lowest number first.
    Ascending,
    /// Highest number first.
    Descending,
}

/// Steps on the way to one target before it is given up.
const MAX_WAY: usize = 2_000;

/// Steps one thread may take in a row, while others could go on, when a run is finished.
const MAX_BURST: usize = 200;

/// A run under way, outside of the complete search.
pub struct Drive<'c> {
    /// The search.
    pub cx: &'c mut Exploration,
    /// What has been executed.
    pub path: Path,
    /// The state now.
    pub run: Run,
}

impl Drive<'_> {
    /// Takes one step.
    pub fn step(&mut self, transition: Transition) {
        self.run = self.path.extend(self.cx, self.run.clone(), transition);
        self.cx.take_bug_at_hand(&mut self.run);
    }

    /// Takes the first arm of a thread, if it can move.
    pub fn step_thread(&mut self, thread: ThreadId) -> bool {
        let arm = self.run.machine.arms(thread).first().copied();
        if let Some(arm) = arm {
            self.step(Transition { thread, arm });
        }
        arm.is_some()
    }

    /// Whether nothing can or may follow.
    pub fn is_over(&self) -> bool {
        self.cx.should_stop() || self.cx.is_over(&self.run)
    }

    /// Finishes the run one thread after another, `first` before all others, and records its end.
    pub fn finish(&mut self, first: Option<ThreadId>, preference: Preference) {
        let mut current = first;
        let mut burst = 0;
        while !self.is_over() {
            let Some(thread) = self.next_thread(current, burst < MAX_BURST, preference) else {
                break;
            };
            burst = if Some(thread) == current {
                burst + 1
            } else {
                0
            };
            current = Some(thread);
            self.step_thread(thread);
        }
        self.cx.finish(&self.run);
    }

    fn next_thread(
        &self,
        current: Option<ThreadId>,
        stay: bool,
        preference: Preference,
    ) -> Option<ThreadId> {
        let mut enabled: Vec<ThreadId> = self
            .run
            .machine
            .thread_ids()
            .filter(|&t| self.run.machine.is_enabled(t))
            .collect();
        if preference == Preference::Descending {
            enabled.reverse();
        }
        let (ending, going): (Vec<_>, Vec<_>) =
            enabled.into_iter().partition(|&thread| self.ends(thread));
        let next = match current.and_then(|thread| going.iter().position(|&t| t == thread)) {
            Some(at) if stay => Some(going[at]),
            Some(at) => Some(going[(at + 1) % going.len()]),
            None => going.first().copied(),
        };
        next.or_else(|| ending.first().copied())
    }

    fn ends(&self, thread: ThreadId) -> bool {
        self.run.machine.pending(thread).is_some_and(ends_execution)
    }

    /// Runs `target`'s thread, and what it has to wait for, until it is about to execute an operation
    /// at the target's site that conflicts with what `trigger` is about to do. The trigger's own
    /// thread stays where it is. False if that cannot be reached.
    pub fn reach(&mut self, trigger: &Operation, target: &Operation) -> bool {
        for _ in 0..MAX_WAY {
            if self.is_over() {
                return false;
            }
            if self.is_at(trigger, target) {
                return true;
            }
            let Some(thread) = self.helper(target.thread, trigger.thread) else {
                return false;
            };
            self.step_thread(thread);
        }
        false
    }

    /// Dynamic alias refinement (Chen 2009, section 6.2.3): the sites agree, do the objects?
    fn is_at(&self, trigger: &Operation, target: &Operation) -> bool {
        let pending = self.run.machine.pending(target.thread);
        pending.is_some_and(|pending| {
            pending.site == target.site
                && footprints_meet(&pending.footprint, &trigger.footprint)
                && self.run.machine.is_enabled(target.thread)
        })
    }

    /// Who must move so that `wanted` gets further: itself, else who it waits for, else (not spawned
    /// or waiting for anybody) the first that can, but never `stopped`.
    fn helper(&self, wanted: ThreadId, stopped: ThreadId) -> Option<ThreadId> {
        let machine = &self.run.machine;
        let mut thread = wanted;
        for _ in 0..machine.thread_ids().count() {
            if machine.is_enabled(thread) {
                return (thread != stopped).then_some(thread);
            }
            let holder = machine
                .blocked(thread)
                .and_then(|blocked| blocked.holders.first().copied());
            match holder {
                Some(holder) => thread = holder,
                None => break,
            }
        }
        let movable = |t: &ThreadId| *t != stopped && machine.is_enabled(*t) && !self.ends(*t);
        machine.thread_ids().find(movable)
    }

    /// Executes the target; an acquisition goes on until the release (Chen 2009, section 5.3.4).
    pub fn fulfil(&mut self, target: ThreadId) {
        let held = self.run.machine.held_locks(target).len();
        self.step_thread(target);
        for _ in 0..MAX_WAY {
            if self.is_over()
                || self.run.machine.held_locks(target).len() <= held
                || !self.step_thread(target)
            {
                return;
            }
        }
    }
}
