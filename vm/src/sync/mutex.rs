//! `raw_mutex { holder }`.

use super::{Arms, Outcome, cell, done, only, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Blocked, BlockedReason, Footprint, ThreadId, Touch};
use crate::thread::Pending;
use smallvec::SmallVec;
use vscheck_ir::Site;

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Lock,
    TryLock,
    Unlock,
}

pub(super) fn footprint(pending: &Pending) -> Footprint {
    cell(pending.args[0], Touch::Exclusive)
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    if verb == Verb::Lock {
        only_if(is_free(machine, pending.args[0]))
    } else {
        only()
    }
}

pub(super) fn blocked(machine: &Machine, pending: &Pending) -> Blocked {
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
            let free = machine.get(thread, mutex)? == 0;
            match free {
                true => lock(machine, thread, mutex, pending.operation.site)?,
                false => machine.see_time(thread, mutex),
            }
            result(free as u64)
        }
        Verb::Lock => {
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
    machine.unhold(thread, mutex, false);
    Ok(())
}
