//! `raw_barrier { size, arrived, generation }`.
//!
//! The last to arrive goes on at once and is the leader; the others arrive in one transition and
//! leave in another.

use super::{Arms, Outcome, cell, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Blocked, BlockedReason, Footprint, Object, Touch};
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;

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
    machine.put(
        thread,
        barrier + 2,
        next_generation(machine, barrier, generation),
    )?;
    machine.acquire(thread, barrier);
    // Who leaves later knows of these arrivals, and not of those of the next generation.
    machine.release(thread, barrier + 2);
    machine.made_progress(thread);
    result(1)
}

/// The least number that is not this generation's, nor that of anybody who has not left yet: a count would tell
/// states apart that are the same, and whoever meets at a barrier for ever would never be where he was.
fn next_generation(machine: &Machine, barrier: u64, generation: u64) -> u64 {
    let of_waiting = |thread| {
        let pending = machine.pending_of(thread)?;
        match pending.phase {
            Phase::BarrierArrived { generation } if pending.args[0] == barrier => Some(generation),
            _ => None,
        }
    };
    let taken: SmallVec<[u64; 8]> = machine.thread_ids().filter_map(of_waiting).collect();
    let is_free = |number: &u64| *number != generation && !taken.contains(number);
    (0..).find(is_free).unwrap_or_default()
}
