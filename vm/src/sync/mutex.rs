//! `raw_mutex { holder }`.

use super::{Arms, Outcome, cell, done, only, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::thread::Pending;
use smallvec::SmallVec;
use vscheck_ir::Site;

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Lock,
    LockWhen,
    TryLock,
    Unlock,
}

/// Who waits for a condition is let go by who holds the mutex, or by who stops it.
pub(super) fn footprint(verb: Verb, pending: &Pending) -> Footprint {
    let mut footprint = cell(pending.args[0], Touch::Exclusive);
    if verb == Verb::LockWhen && pending.args[3] != 0 {
        footprint.push((Object::Cell(pending.args[3]), Touch::Shared));
    }
    footprint
}

/// Whether what a `LockWhen` waits for holds.
fn is_due(machine: &Machine, pending: &Pending) -> bool {
    let [_, cell, least, stop] = pending.args[..] else {
        return true;
    };
    machine.look(cell) >= least || stop != 0 && machine.look(stop) != 0
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    match verb {
        Verb::Lock => only_if(is_free(machine, pending.args[0])),
        Verb::LockWhen => only_if(is_free(machine, pending.args[0]) && is_due(machine, pending)),
        Verb::TryLock | Verb::Unlock => only(),
    }
}

pub(super) fn blocked(machine: &Machine, pending: &Pending) -> Blocked {
    if is_free(machine, pending.args[0]) {
        return super::waits(pending.args[0], BlockedReason::Condition);
    }
    waits_for_holder(machine, pending.args[0])
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
) -> Result<Outcome, Fault> {
    let (thread, mutex) = (pending.operation.thread, pending.args[0]);
    match verb {
        Verb::Unlock => {
            unlock(machine, thread, mutex)?;
            done()
        }
        Verb::TryLock => {
            let free = machine.get_trying(thread, mutex)? == 0;
            match free {
                true => lock(machine, thread, mutex, pending.operation.site)?,
                false => machine.see_time(thread, mutex),
            }
            result(free as u64)
        }
        Verb::Lock | Verb::LockWhen => {
            lock(machine, thread, mutex, pending.operation.site)?;
            done()
        }
    }
}

pub(super) fn is_free(machine: &Machine, mutex: u64) -> bool {
    machine.look(mutex) == 0
}

pub(super) fn waits_for_holder(machine: &Machine, mutex: u64) -> Blocked {
    let holder = machine.look(mutex);
    let holders = (holder != 0).then(|| ThreadId(holder as u16 - 1));
    Blocked {
        object: Some(mutex),
        holders: holders.into_iter().collect::<SmallVec<_>>(),
        reason: BlockedReason::Lock,
    }
}

pub(super) fn lock(
    machine: &mut Machine,
    thread: ThreadId,
    mutex: u64,
    site: Site,
) -> Result<(), Fault> {
    machine.get(thread, mutex)?;
    machine.put(thread, mutex, thread.0 as u64 + 1)?;
    machine.acquire(thread, mutex);
    machine.leave_time(thread, mutex);
    machine.hold(thread, mutex, site, false);
    Ok(())
}

pub(super) fn unlock(machine: &mut Machine, thread: ThreadId, mutex: u64) -> Result<(), Fault> {
    if machine.get(thread, mutex)? == 0 {
        return Err(machine.misuse(thread, "unlock of a mutex that is not locked"));
    }
    machine.put(thread, mutex, 0)?;
    machine.release(thread, mutex);
    machine.end_section(thread, mutex);
    machine.unhold(thread, mutex, false);
    Ok(())
}
