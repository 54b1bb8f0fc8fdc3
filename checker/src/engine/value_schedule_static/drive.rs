//! The second stage: an interleaving on the machine (Chen 2009, section 5.3.1, *feasibility and
//! correctness checking*).

use super::path::{Path, Step};
use super::walk::is_deed;
use crate::engine::value_schedule::drive::{Drive, Preference};
use crate::exploration::Exploration;
use crate::run::Run;
use vscheck_analysis::access::Verb;
use vscheck_analysis::{Facts, StaticThreadId};
use vscheck_ir::{Action, Site};
use vscheck_vm::{Operation, ThreadId, Transition};

/// Operations between two steps of an interleaving.
const MOST_BETWEEN: usize = 10_000;

/// Where a thread is after it was run towards a step.
#[derive(PartialEq, Eq)]
enum Arrival {
    /// About to take it.
    There,
    /// The execution is over: a bug, or the end of the process.
    Over,
    /// At its end.
    Ended,
    /// Somewhere else.
    Elsewhere,
}

/// Runs a path's interleaving, then the rest freely, and records the end. `Err`: the program does not
/// follow, from this step on.
pub fn run(cx: &mut Exploration, facts: &Facts, path: &Path) -> Result<(), usize> {
    let mut run = cx.start();
    // The machine's thread for each of the path.
    let mut bound = vec![None; path.threads().len()];
    bound[0] = Some(ThreadId::MAIN);
    for (index, step) in path.steps.iter().enumerate() {
        let thread = bound[step.thread].ok_or(index)?;
        let id = path.id(step.thread);
        match approach(cx, facts, &mut run, (id, thread, step)) {
            Arrival::There if step.waits => continue,
            Arrival::There if take(cx, &mut run, (thread, step)) => {}
            Arrival::Ended if step.verb == Verb::End => continue,
            Arrival::Over => break,
            Arrival::There | Arrival::Ended | Arrival::Elsewhere => return Err(index),
        }
        if let Some(child) = step.child {
            let last = run.trace.last();
            bound[child] = last.and_then(|event| event.operation.spawned());
        }
        // What matters to nobody else comes at once: locks are given back on the way.
        approach(cx, facts, &mut run, (id, thread, step));
        if !has_locks(&run, thread, step) {
            return Err(index);
        }
    }
    Drive::resume(cx, run).finish(None, Preference::Ascending);
    Ok(())
}

/// Runs a thread to its next deed.
fn approach(
    cx: &mut Exploration,
    facts: &Facts,
    run: &mut Run,
    (id, thread, step): (StaticThreadId, ThreadId, &Step),
) -> Arrival {
    for _ in 0..MOST_BETWEEN {
        if cx.is_over(run) || cx.take_bug_at_hand(run) || cx.should_stop() {
            return Arrival::Over;
        }
        let Some(operation) = run.machine.pending(thread) else {
            return Arrival::Ended;
        };
        if is_deed(facts, id, (operation.site, operation.action)) {
            return match is_step(operation, step) {
                true => Arrival::There,
                false => Arrival::Elsewhere,
            };
        }
        let Some(arm) = run.machine.arms(thread).first().copied() else {
            return Arrival::Elsewhere;
        };
        cx.step(run, Transition { thread, arm });
    }
    Arrival::Elsewhere
}

/// Takes the step that a thread is about to take, if it can.
fn take(cx: &mut Exploration, run: &mut Run, (thread, step): (ThreadId, &Step)) -> bool {
    // A wait that runs out of time still has to take its mutex.
    for _ in 0..2 {
        let gives_up = run.machine.pending(thread).is_some_and(|operation| {
            step.verb == Verb::Reacquire && operation.action != Action::Reacquire
        });
        let Some(arm) = run.machine.arms(thread).first().copied() else {
            return false;
        };
        cx.step(run, Transition { thread, arm });
        if !gives_up {
            return true;
        }
    }
    false
}

/// Whether a thread holds and has given back what the first stage took it to.
fn has_locks(run: &Run, thread: ThreadId, step: &Step) -> bool {
    let holds = |site: &Site| {
        let mut held = run.machine.held_locks(thread).iter();
        held.any(|held| held.site == *site)
    };
    let (held, released) = &step.locks;
    let over = run.machine.end().is_some() || run.machine.is_finished(thread);
    over || held.iter().all(holds) && !released.iter().any(holds)
}

fn is_step(operation: &Operation, step: &Step) -> bool {
    let reacquires = operation.action == Action::Reacquire;
    let waits = matches!(operation.action, Action::CondvarWaitTimeout);
    let fits = match step.verb {
        Verb::End => false,
        Verb::Reacquire => reacquires || waits,
        _ => !reacquires,
    };
    fits && operation.site == step.site
}
