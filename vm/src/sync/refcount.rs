//! `raw_refcount { count }`.

use super::{Outcome, cell, done, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Footprint, Object, Touch};
use crate::step::{operand, set};
use crate::thread::{Pending, Thread};
use vscheck_ir::{Action, Operand};

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Increment,
    Decrement,
    Count,
    IsUnique,
    IncrementIfAlive,
    DecrementIfUnique,
}

/// Counts without an operation, where the thread (which is out of the table) stands: of what is hidden most
/// is this. False if it has to be one, because there are clocks, somebody notes it, or it would fail.
pub(crate) fn count_at_once(
    machine: &mut Machine,
    thread: &mut Thread,
    action: Action,
    (dst, args): (u32, &[Operand]),
) -> bool {
    let counts = matches!(action, Action::RefIncrement | Action::RefDecrement);
    if !counts || machine.keeps_clocks() || thread.streak.recording {
        return false;
    }
    let Ok((home, at)) = machine.locate(Some(thread), operand(thread, args[0]), 1) else {
        return false;
    };
    let uninit = machine.code.uninit;
    let count = &mut machine.space_mut(Some(thread), home).cells[at];
    if *count == 0 || *count == uninit {
        return false;
    }
    if action == Action::RefIncrement {
        *count += 1;
    } else {
        *count -= 1;
        let last = *count == 0;
        set(thread, dst, last as u64);
    }
    true
}

/// Decrements commute but for the last one, which comes after all others; an increment by an owner keeps them
/// from being the last.
pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    let count = pending.args[0];
    match verb {
        Verb::IsUnique => {
            let both = pending.args.iter();
            both.map(|&count| (Object::Cell(count), Touch::Shared))
                .collect()
        }
        Verb::Increment if machine.code.program().counts_unowned => cell(count, Touch::Exclusive),
        Verb::Increment => cell(count, Touch::Accumulate),
        Verb::Decrement => super::one_of_many(count, machine.look(count)),
        Verb::Count => cell(count, Touch::Shared),
        Verb::IncrementIfAlive | Verb::DecrementIfUnique => cell(count, Touch::Exclusive),
    }
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
) -> Result<Outcome, Fault> {
    let (thread, object) = (pending.operation.thread, pending.args[0]);
    let count = machine.get(thread, object)?;
    match verb {
        Verb::Increment => {
            machine.put(thread, object, count + 1)?;
            machine.leave_time(thread, object);
            done()
        }
        Verb::Decrement => {
            if count == 0 {
                return Err(machine.misuse(thread, "reference count below zero"));
            }
            machine.put(thread, object, count - 1)?;
            machine.release(thread, object);
            if count == 1 {
                machine.mark_last_owner(thread);
                machine.acquire(thread, object);
            }
            result((count == 1) as u64)
        }
        Verb::IncrementIfAlive => {
            match count {
                // A failed attempt orders nothing but before a fence.
                0 => machine.see_relaxed(thread, object),
                _ => {
                    machine.acquire(thread, object);
                    machine.put(thread, object, count + 1)?;
                    machine.leave_time(thread, object);
                }
            }
            result((count != 0) as u64)
        }
        Verb::DecrementIfUnique => {
            if count == 1 {
                machine.put(thread, object, 0)?;
                machine.release(thread, object);
                machine.acquire(thread, object);
            } else {
                machine.see_relaxed(thread, object);
            }
            result((count == 1) as u64)
        }
        Verb::IsUnique => {
            let weak = pending.args[1];
            let unique = count == 1 && machine.get(thread, weak)? == 1;
            for count in [object, weak] {
                match unique {
                    true => machine.acquire(thread, count),
                    false => machine.see_relaxed(thread, count),
                }
            }
            result(unique as u64)
        }
        Verb::Count => {
            machine.see_relaxed(thread, object);
            result(count)
        }
    }
}
