//! `raw_refcount { count }`.

use super::{Outcome, cell, done, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Footprint, Touch};
use crate::thread::Pending;
use vscheck_ir::Action;

/// Two decrements commute as long as neither can be the last: from a count of three on.
pub(super) fn footprint(machine: &Machine, pending: &Pending) -> Footprint {
    let count = pending.args[0];
    let touch = match pending.operation.action {
        Action::RefIncrement => Touch::Accumulate,
        Action::RefDecrement if machine.look(count) > 2 => Touch::Accumulate,
        Action::RefCount => Touch::Shared,
        _ => Touch::Exclusive,
    };
    cell(count, touch)
}

pub(super) fn execute(machine: &mut Machine, pending: &Pending) -> Result<Outcome, Fault> {
    let (thread, object) = (pending.operation.thread, pending.args[0]);
    let count = machine.get(thread, object)?;
    match pending.operation.action {
        Action::RefIncrement => {
            machine.put(thread, object, count + 1)?;
            done()
        }
        Action::RefDecrement => {
            if count == 0 {
                return Err(machine.misuse(thread, "reference count below zero"));
            }
            machine.put(thread, object, count - 1)?;
            machine.release(thread, object);
            if count == 1 {
                machine.acquire(thread, object);
            }
            result((count == 1) as u64)
        }
        Action::RefIncrementIfAlive => {
            machine.acquire(thread, object);
            if count != 0 {
                machine.put(thread, object, count + 1)?;
            }
            result((count != 0) as u64)
        }
        Action::RefDecrementIfUnique => {
            if count == 1 {
                machine.put(thread, object, 0)?;
                machine.release(thread, object);
                machine.acquire(thread, object);
            }
            result((count == 1) as u64)
        }
        _ => result(count),
    }
}
