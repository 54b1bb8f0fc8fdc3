//! Schedules: the only nondeterminism of a run, as a list of transitions.

use crate::run::{Event, Run};
use vscheck_vm::Machine;
use vscheck_vm::Transition;

/// Which thread moves, and in which way, step by step from the start.
pub type Schedule = Vec<Transition>;

/// A schedule that the program did not follow: step `at` was not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Index of the first step that could not be taken.
    pub at: usize,
    /// That step.
    pub wanted: Transition,
}

/// Takes one step. The transition must be enabled.
pub fn advance(run: &mut Run, transition: Transition) {
    let arms = run.machine.arms(transition.thread);
    debug_assert!(
        arms.contains(&transition.arm),
        "{transition:?} is not enabled"
    );
    let operation = run.machine.step(transition);
    run.trace.push(Event {
        transition,
        operation,
        arms,
    });
}

/// Whether a run can take this step now.
pub fn is_possible(run: &Run, transition: Transition) -> bool {
    run.machine.end().is_none()
        && run
            .machine
            .thread_ids()
            .into_iter()
            .any(|t| t == transition.thread)
        && run
            .machine
            .arms(transition.thread)
            .contains(&transition.arm)
}

/// Follows a schedule from a machine at its start.
pub fn follow(start: Machine, schedule: &[Transition]) -> Result<Run, Divergence> {
    let mut run = Run::new(start);
    for (at, &wanted) in schedule.iter().enumerate() {
        if !is_possible(&run, wanted) {
            return Err(Divergence { at, wanted });
        }
        advance(&mut run, wanted);
    }
    Ok(run)
}

/// How often the running thread changes.
pub fn context_switches(schedule: &[Transition]) -> usize {
    let pairs = schedule.windows(2);
    pairs
        .filter(|pair| pair[0].thread != pair[1].thread)
        .count()
}
