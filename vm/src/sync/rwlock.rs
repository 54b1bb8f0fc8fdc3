//! `raw_rwlock { writer, readers }`.
//!
//! Whether a reader may overtake a waiting writer is up to the platform, so both happen. A writer that
//! finds readers first *queues* (its first transition; it announces itself), then waits. A reader that
//! finds readers and a queued writer may read all the same, or fall in *behind* that writer: then it
//! cannot go on before the writer has had the lock. Only so can a re-entrant read deadlock. An attempt to read
//! may fail there.

use super::{Arms, Outcome, cell, done, only, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Read,
    Write,
    TryRead,
    TryWrite,
    UnlockRead,
    UnlockWrite,
}

/// Who gives up a read lock makes a difference to those who want to write, and to those who may fall in behind
/// them.
pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    let lock = pending.args[0];
    let readers = Object::Cell(lock + 1);
    match verb {
        Verb::Read | Verb::TryRead => {
            let mut footprint = cell(lock, Touch::Shared);
            if queued(machine, lock).next().is_some() {
                footprint.push((readers, Touch::Shared));
            }
            footprint
        }
        Verb::Write | Verb::TryWrite => {
            let mut footprint = cell(lock, Touch::Exclusive);
            footprint.push((readers, Touch::Exclusive));
            footprint
        }
        Verb::UnlockRead => Footprint::from_elem((readers, Touch::Accumulate), 1),
        Verb::UnlockWrite => cell(lock, Touch::Exclusive),
    }
}

/// Whether what it touches changes with the state.
pub(super) fn footprint_varies(verb: Verb) -> bool {
    matches!(verb, Verb::Read | Verb::TryRead)
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    let lock = pending.args[0];
    let (writer, readers) = (machine.look(lock), machine.look(lock + 1));
    match (verb, pending.phase) {
        (Verb::Read, Phase::Behind(first)) => {
            only_if(writer == 0 && !is_queued(machine, first, lock))
        }
        (Verb::Read, _) if writer != 0 => Arms::new(),
        (Verb::Read, _) => {
            let mut arms = only();
            if readers != 0 {
                arms.extend(queued(machine, lock).map(Arm::Behind));
            }
            arms
        }
        (Verb::Write, Phase::Queued) => only_if(writer == 0 && readers == 0),
        (Verb::Write, _) => only_if(writer == 0),
        // It may also be refused for a waiting writer's sake.
        (Verb::TryRead, _) if writer == 0 && readers != 0 && pending.args.get(1) == Some(&1) => {
            let mut arms = only();
            arms.extend(queued(machine, lock).take(1).map(Arm::Behind));
            arms
        }
        (Verb::TryRead | Verb::TryWrite | Verb::UnlockRead | Verb::UnlockWrite, _) => only(),
    }
}

pub(super) fn blocked(machine: &Machine, pending: &Pending) -> Blocked {
    let lock = pending.args[0];
    let holders = match pending.phase {
        Phase::Behind(first) if is_queued(machine, first, lock) => SmallVec::from_elem(first, 1),
        _ => machine.holders(lock),
    };
    Blocked {
        object: Some(lock),
        holders,
        reason: BlockedReason::Lock,
    }
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let (thread, lock) = (pending.operation.thread, pending.args[0]);
    let is_kept = match arm {
        Arm::Behind(writer) if verb == Verb::Read => {
            return Ok(Outcome::Wait(Phase::Behind(writer)));
        }
        Arm::Behind(_) => true,
        _ => false,
    };
    let tries = matches!(verb, Verb::TryRead | Verb::TryWrite);
    let mut get = |cell| match tries {
        true => machine.get_trying(thread, cell),
        false => machine.get(thread, cell),
    };
    let (writer, readers) = (get(lock)?, get(lock + 1)?);
    match verb {
        Verb::Write if readers != 0 => Ok(Outcome::Wait(Phase::Queued)),
        Verb::Write => {
            write(machine, pending)?;
            done()
        }
        Verb::TryWrite => {
            let free = writer == 0 && readers == 0;
            if free {
                write(machine, pending)?;
            } else {
                machine.see_time(thread, lock);
                machine.see_time(thread, lock + 1);
            }
            result(free as u64)
        }
        Verb::TryRead => {
            let taken = writer == 0 && !is_kept;
            match taken {
                true => read(machine, pending, readers)?,
                false => machine.see_time(thread, lock),
            }
            result(taken as u64)
        }
        Verb::UnlockRead => unlock_read(machine, thread, lock, readers),
        Verb::UnlockWrite => unlock_write(machine, thread, lock, writer),
        Verb::Read => {
            read(machine, pending, readers)?;
            done()
        }
    }
}

/// Writers that have announced themselves.
fn queued(machine: &Machine, lock: u64) -> impl Iterator<Item = ThreadId> + '_ {
    machine
        .thread_ids()
        .filter(move |&thread| is_queued(machine, thread, lock))
}

/// Also once the execution is over: who waits behind it is still to be told.
fn is_queued(machine: &Machine, thread: ThreadId, lock: u64) -> bool {
    machine
        .standing_at(thread)
        .is_some_and(|pending| pending.phase == Phase::Queued && pending.args[0] == lock)
}

fn write(machine: &mut Machine, pending: &Pending) -> Result<(), Fault> {
    let (thread, lock) = (pending.operation.thread, pending.args[0]);
    machine.put(thread, lock, thread.0 as u64 + 1)?;
    machine.acquire(thread, lock);
    machine.acquire(thread, lock + 1);
    machine.leave_time(thread, lock);
    machine.hold(thread, lock, pending.operation.site, false);
    Ok(())
}

fn read(machine: &mut Machine, pending: &Pending, readers: u64) -> Result<(), Fault> {
    let (thread, lock) = (pending.operation.thread, pending.args[0]);
    machine.put(thread, lock + 1, readers + 1)?;
    machine.acquire(thread, lock);
    machine.leave_time(thread, lock + 1);
    machine.hold(thread, lock, pending.operation.site, true);
    Ok(())
}

fn unlock_read(
    machine: &mut Machine,
    thread: ThreadId,
    lock: u64,
    readers: u64,
) -> Result<Outcome, Fault> {
    if readers == 0 {
        return Err(machine.misuse(thread, "read-unlock of a lock without readers"));
    }
    machine.put(thread, lock + 1, readers - 1)?;
    machine.release(thread, lock + 1);
    machine.unhold(thread, lock, true);
    done()
}

fn unlock_write(
    machine: &mut Machine,
    thread: ThreadId,
    lock: u64,
    writer: u64,
) -> Result<Outcome, Fault> {
    if writer == 0 {
        return Err(machine.misuse(thread, "write-unlock of a lock without a writer"));
    }
    machine.put(thread, lock, 0)?;
    machine.release(thread, lock);
    machine.unhold(thread, lock, false);
    done()
}
