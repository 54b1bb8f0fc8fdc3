//! `raw_once { state }`: 0 new, 1 running, 2 done, 3 poisoned.
//!
//! The thread that runs the initializer stands among its held locks, so that reports and wait cycles
//! see it.

use super::{Arms, Outcome, cell, done, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Blocked, BlockedReason, Footprint, Touch};
use crate::thread::Pending;

const RUNNING: u64 = 1;
const DONE: u64 = 2;
const POISONED: u64 = 3;

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Begin,
    End,
    Get,
}

/// Whoever comes after the initializer has run only looks.
pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    let looks = match verb {
        Verb::Get => true,
        Verb::Begin => machine.look(pending.args[0]) == DONE,
        Verb::End => false,
    };
    cell(
        pending.args[0],
        if looks {
            Touch::Shared
        } else {
            Touch::Exclusive
        },
    )
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    let waits = verb == Verb::Begin;
    only_if(!waits || machine.look(pending.args[0]) != RUNNING)
}

pub(super) fn blocked(machine: &Machine, pending: &Pending) -> Blocked {
    Blocked {
        object: Some(pending.args[0]),
        holders: machine.holders(pending.args[0]),
        reason: BlockedReason::Once,
    }
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
) -> Result<Outcome, Fault> {
    let (thread, once) = (pending.operation.thread, pending.args[0]);
    let state = machine.get(thread, once)?;
    match verb {
        Verb::Get => {
            machine.acquire(thread, once);
            result(match state {
                DONE => 1,
                POISONED => 2,
                _ => 0,
            })
        }
        Verb::End => {
            let next = [POISONED, DONE, 0][pending.args[1].min(2) as usize];
            machine.put(thread, once, next)?;
            machine.release(thread, once);
            machine.unhold(thread, once, false);
            done()
        }
        Verb::Begin => {
            machine.acquire(thread, once);
            if state == DONE {
                return result(0);
            }
            machine.put(thread, once, RUNNING)?;
            machine.hold(thread, once, pending.operation.site, false);
            result(if state == POISONED { 2 } else { 1 })
        }
    }
}
