//! What is done where nothing is planned.

use super::path::Planned;
use crate::run::Run;
use vscheck_ir::Action;
use vscheck_vm::{Arm, Operation, ThreadId, Transition, footprints_meet};

/// Whether a sleeper can wake now, by the order of deadlines.
pub fn wakes_sleeper(run: &Run) -> bool {
    let sleeps = |thread: &ThreadId| {
        let operation = run.machine.pending(*thread);
        operation.is_some_and(Operation::touches_world)
    };
    let mut sleepers = run.machine.thread_ids().filter(sleeps);
    sleepers.any(|thread| run.machine.is_enabled(thread))
}

/// What might happen for no reason instead of a step. A notification ends a wait that might have run into its time
/// limit right before, or ended for no reason; and who wakes for no reason takes from what others could have had.
/// What never ran is the later part of no race.
pub fn spontaneous_instead(run: &Run, chosen: Transition) -> Vec<Transition> {
    let pending = run.machine.pending(chosen.thread).expect("enabled");
    let wakes = matches!(
        pending.action,
        Action::NotifyOne | Action::NotifyAll | Action::Unpark
    );
    if !wakes && chosen.arm != Arm::Spurious {
        return Vec::new();
    }
    let mut others = run.machine.transitions();
    others.retain(|other| {
        let operation = run.machine.pending(other.thread).expect("enabled");
        let spontaneous = other.arm.is_spontaneous() && other.thread != chosen.thread;
        spontaneous && footprints_meet(&operation.footprint, &pending.footprint)
    });
    others
}

/// Rule 1: the thread that moved last goes on; else the first that can. Who could only time out or wake
/// for no reason waits until nobody else can move: no race shows that he might have waited longer. Steps
/// that end the execution come last, so that what the others still do is seen before.
pub fn free_choice(run: &Run, sleep: &[Planned], last: Option<ThreadId>) -> Option<Transition> {
    let mut enabled = run.machine.transitions();
    enabled.retain(|transition| !sleep.iter().any(|step| step.transition == *transition));
    let ends = |thread: ThreadId| {
        run.machine
            .pending(thread)
            .is_some_and(Operation::ends_execution)
    };
    let joins = |thread: ThreadId| {
        let pending = run.machine.pending(thread);
        pending.is_some_and(|pending| pending.action == Action::Join)
    };
    let rank = |transition: &Transition| {
        let tier = match transition.arm {
            _ if ends(transition.thread) => Tier::End,
            Arm::TimeOut => Tier::Spontaneous,
            Arm::Spurious | Arm::Forever => Tier::Stuck,
            Arm::Only if joins(transition.thread) => Tier::Join,
            Arm::Only | Arm::Wake(_) | Arm::Value(_) | Arm::Behind(_) => Tier::Step,
        };
        (tier, Some(transition.thread) != last)
    };
    // The first of the smallest.
    enabled.into_iter().min_by_key(rank)
}

/// When a transition is taken if it does not matter.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Step,
    /// Who joins had better join all together, when that is all there is to do: see [`super::value_schedule`].
    Join,
    Spontaneous,
    /// Nothing but this can happen: where a wait ends for no reason, it might as well never end.
    Stuck,
    End,
}
