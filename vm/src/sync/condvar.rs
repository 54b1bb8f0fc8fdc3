//! `raw_condvar { waiters }`.
//!
//! A wait is up to three transitions: it releases the mutex and waits; it may time out or wake
//! spuriously (a notification is the notifier's transition); then it takes the mutex back.

use super::{Arms, Outcome, cell, done, mutex, only, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::Action;

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Wait,
    WaitTimeout,
    NotifyOne,
    NotifyAll,
}

/// A notification that nobody waits for changes nothing.
pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    let condvar = pending.args[0];
    match (verb, pending.phase) {
        (_, Phase::Reacquire { .. }) => wants_back(pending),
        (Verb::NotifyOne | Verb::NotifyAll, _) if machine.look(condvar) == 0 => {
            cell(condvar, Touch::Shared)
        }
        (Verb::Wait | Verb::WaitTimeout, Phase::Start) => {
            let mut both = cell(condvar, Touch::Exclusive);
            both.push((Object::Cell(pending.args[1]), Touch::Exclusive));
            both
        }
        _ => cell(condvar, Touch::Exclusive),
    }
}

/// Whether what it touches changes with the state.
pub(super) fn footprint_varies(verb: Verb) -> bool {
    matches!(verb, Verb::NotifyOne | Verb::NotifyAll)
}

/// What a thread touches that was woken: the mutex.
fn wants_back(wait: &Pending) -> Footprint {
    cell(wait.args[1], Touch::Exclusive)
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    match (verb, pending.phase) {
        (_, Phase::Reacquire { .. }) => only_if(mutex::is_free(machine, pending.args[1])),
        (_, Phase::CondvarWaiting) => {
            let mut arms = Arms::new();
            if super::may_time_out(pending) {
                arms.push(Arm::TimeOut);
            }
            if machine.spurious_left > 0 {
                arms.push(Arm::Spurious);
            }
            arms
        }
        (Verb::NotifyOne, _) => {
            let arms: Arms = waiters(machine, pending.args[0])
                .into_iter()
                .map(Arm::Wake)
                .collect();
            if arms.is_empty() { only() } else { arms }
        }
        (Verb::Wait | Verb::WaitTimeout | Verb::NotifyAll, _) => only(),
    }
}

pub(super) fn blocked(machine: &Machine, pending: &Pending) -> Blocked {
    match pending.phase {
        Phase::Reacquire { .. } => mutex::waits_for_holder(machine, pending.args[1]),
        _ => super::waits(pending.args[0], BlockedReason::Condvar),
    }
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    match (verb, pending.phase) {
        (_, Phase::Reacquire { timed_out }) => {
            mutex::lock(machine, thread, pending.args[1], pending.operation.site)?;
            // Only a timed wait has a result.
            if pending.args.len() > 2 {
                result(timed_out as u64)
            } else {
                done()
            }
        }
        (_, Phase::CondvarWaiting) => {
            machine.spend_spurious(thread, arm);
            stop_waiting(machine, thread, pending.args[0])?;
            Ok(Outcome::Wait(Phase::Reacquire {
                timed_out: arm == Arm::TimeOut,
            }))
        }
        (Verb::NotifyOne, _) => {
            let woken = if let Arm::Wake(waiter) = arm {
                Some(waiter)
            } else {
                None
            };
            notify(machine, pending, woken)
        }
        (Verb::NotifyAll, _) => {
            let woken = waiters(machine, pending.args[0]);
            notify(machine, pending, woken)
        }
        (Verb::Wait | Verb::WaitTimeout, _) => {
            let waiting = machine.get(thread, pending.args[0])?;
            mutex::unlock(machine, thread, pending.args[1])?;
            // Others may look whether somebody waits, and nobody does any more once the time has run out.
            machine.offer(thread, pending.args[0], waiting + 1)?;
            Ok(Outcome::Wait(Phase::CondvarWaiting))
        }
    }
}

/// The threads that wait on a condvar and have not been woken.
pub(super) fn waiters(machine: &Machine, condvar: u64) -> SmallVec<[ThreadId; 2]> {
    let waits = |&thread: &ThreadId| {
        machine.pending_of(thread).is_some_and(|pending| {
            pending.phase == Phase::CondvarWaiting && pending.args[0] == condvar
        })
    };
    machine.thread_ids().filter(waits).collect()
}

fn stop_waiting(machine: &mut Machine, thread: ThreadId, condvar: u64) -> Result<(), Fault> {
    let waiting = machine.get(thread, condvar)?;
    machine.offer(thread, condvar, waiting.saturating_sub(1))
}

fn notify(
    machine: &mut Machine,
    pending: &Pending,
    woken: impl IntoIterator<Item = ThreadId>,
) -> Result<Outcome, Fault> {
    let notifier = pending.operation.thread;
    machine.get(notifier, pending.args[0])?;
    let time = machine.thread(notifier).order.clock.time();
    for waiter in woken {
        stop_waiting(machine, notifier, pending.args[0])?;
        machine.made_progress(notifier);
        machine.made_progress(waiter);
        machine.thread_mut(waiter).time_outs = 0;
        machine.pass_time(waiter, time);
        if let Some(wait) = machine.pending[waiter.index()].as_mut() {
            let wait = Arc::make_mut(wait);
            wait.phase = Phase::Reacquire { timed_out: false };
            wait.operation.action = Action::Reacquire;
            wait.spin = None;
            wait.operation.footprint = wants_back(wait);
        }
    }
    done()
}
