//! `raw_barrier { size, arrived, generation }`.
//!
//! The last to arrive goes on at once and is the leader; the others arrive in one transition and
//! leave in another.

use super::{Arms, Outcome, cell, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Blocked, BlockedReason, Footprint, Object, Touch};
use crate::thread::{Pending, Phase};

/// Arrivals commute but for which is the last.
pub(super) fn footprint(machine: &Machine, pending: &Pending) -> Footprint {
    let barrier = pending.args[0];
    let generation = barrier + 2;
    if let Phase::BarrierArrived { .. } = pending.phase {
        return cell(generation, Touch::Shared);
    }
    let size = machine.look(barrier);
    let missing = size.saturating_sub(machine.look(barrier + 1));
    let mut footprint = super::one_of_many(barrier, missing);
    if missing <= 1 {
        footprint.push((Object::Cell(generation), Touch::Exclusive));
    }
    footprint
}

pub(super) fn arms(machine: &Machine, pending: &Pending) -> Arms {
    let barrier = pending.args[0];
    match pending.phase {
        Phase::BarrierArrived { generation } => only_if(machine.look(barrier + 2) != generation),
        _ => only_if(true),
    }
}

pub(super) fn blocked(pending: &Pending) -> Blocked {
    super::waits(pending.args[0], BlockedReason::Barrier)
}

pub(super) fn execute(machine: &mut Machine, pending: &Pending) -> Result<Outcome, Fault> {
    let (thread, barrier) = (pending.operation.thread, pending.args[0]);
    if let Phase::BarrierArrived { .. } = pending.phase {
        machine.acquire(thread, barrier + 2);
        return result(0);
    }
    let size = machine.get(thread, barrier)?;
    let arrived = machine.get(thread, barrier + 1)? + 1;
    let generation = machine.get(thread, barrier + 2)?;
    machine.release(thread, barrier);
    // A barrier of size 0 behaves like one of size 1.
    if arrived < size {
        machine.put(thread, barrier + 1, arrived)?;
        return Ok(Outcome::Wait(Phase::BarrierArrived { generation }));
    }
    machine.put(thread, barrier + 1, 0)?;
    machine.put(thread, barrier + 2, generation.wrapping_add(1))?;
    machine.acquire(thread, barrier);
    // Who leaves later knows of these arrivals, and not of those of the next generation.
    machine.release(thread, barrier + 2);
    machine.made_progress(thread);
    result(1)
}
