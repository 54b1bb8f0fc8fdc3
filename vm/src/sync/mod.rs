//! Visible operations. One file a kind of object, the same functions in the same order: what an
//! operation's *footprint* is, which *arms* it has (none: it is blocked), what it is *blocked* on,
//! and what *executing* it does. The first three only look.

mod atomic;
mod barrier;
mod channel;
mod condvar;
mod mutex;
mod once;
mod process;
mod refcount;
mod rwlock;
mod support;
mod thread;

use crate::fault::{End, Fault};
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;
use vscheck_ir::{Action, SyncKind};

/// The ways in which an operation can go.
pub(crate) type Arms = SmallVec<[Arm; 4]>;
/// Result registers of an operation.
pub(crate) type Results = SmallVec<[u64; 4]>;

/// What executing a transition leads to.
pub(crate) enum Outcome {
    /// The operation is over; these are its results.
    Done(Results),
    /// The operation goes on in another phase.
    Wait(Phase),
    /// The thread is over.
    Finished,
    /// The execution is over.
    End(End),
}

/// Done without results.
fn done() -> Result<Outcome, Fault> {
    Ok(Outcome::Done(Results::new()))
}

/// Done with one result.
fn result(value: u64) -> Result<Outcome, Fault> {
    Ok(Outcome::Done(Results::from_elem(value, 1)))
}

/// One way only.
pub(crate) fn only() -> Arms {
    Arms::from_elem(Arm::Only, 1)
}

/// The only way, if the operation can go at all.
fn only_if(enabled: bool) -> Arms {
    if enabled { only() } else { Arms::new() }
}

/// One cell, touched like this.
fn cell(address: u64, touch: Touch) -> Footprint {
    Footprint::from_elem((Object::Cell(address), touch), 1)
}

/// One object, changed.
fn changes(object: Object) -> Footprint {
    Footprint::from_elem((object, Touch::Exclusive), 1)
}

/// Waits for an object that nobody in particular holds.
fn waits(object: u64, reason: BlockedReason) -> Blocked {
    Blocked {
        object: Some(object),
        holders: SmallVec::new(),
        reason,
    }
}

/// The kinds of objects, one file each.
enum Family {
    Atomic,
    Mutex,
    RwLock,
    Condvar,
    Barrier,
    Once,
    Channel,
    Thread,
    Process,
    RefCount,
}

fn family(action: Action) -> Family {
    match action {
        Action::AtomicLoad(_)
        | Action::AtomicStore(_)
        | Action::AtomicRmw(..)
        | Action::AtomicCas { .. }
        | Action::Fence => Family::Atomic,
        Action::MutexLock | Action::MutexTryLock | Action::MutexUnlock => Family::Mutex,
        Action::RwLockRead
        | Action::RwLockWrite
        | Action::RwLockTryRead
        | Action::RwLockTryWrite
        | Action::RwLockUnlockRead
        | Action::RwLockUnlockWrite => Family::RwLock,
        Action::CondvarWait
        | Action::CondvarWaitTimeout
        | Action::Reacquire
        | Action::NotifyOne
        | Action::NotifyAll => Family::Condvar,
        Action::BarrierWait => Family::Barrier,
        Action::OnceBegin | Action::OnceEnd | Action::OnceGet => Family::Once,
        Action::ChannelSend
        | Action::ChannelTrySend
        | Action::ChannelReceive
        | Action::ChannelTryReceive
        | Action::ChannelReceiveTimeout
        | Action::ChannelAddSender
        | Action::ChannelDropSender
        | Action::ChannelDropReceiver => Family::Channel,
        Action::Spawn
        | Action::Join
        | Action::IsFinished
        | Action::Park
        | Action::ParkTimeout
        | Action::Unpark
        | Action::Yield
        | Action::Sleep => Family::Thread,
        Action::Exit | Action::ExitProcess | Action::Print | Action::Choose | Action::Fault => {
            Family::Process
        }
        Action::RefIncrement
        | Action::RefDecrement
        | Action::RefCount
        | Action::RefIncrementIfAlive
        | Action::RefDecrementIfUnique => Family::RefCount,
    }
}

/// How many of an action's arguments are addresses of objects, and of how many cells.
pub(crate) fn objects(action: Action) -> (usize, usize) {
    match family(action) {
        Family::Atomic => match action {
            Action::Fence => (0, 0),
            Action::AtomicLoad(ty)
            | Action::AtomicStore(ty)
            | Action::AtomicRmw(_, ty)
            | Action::AtomicCas { ty, .. } => (1, ty.cells() as usize),
            _ => (1, 1),
        },
        Family::Mutex => (1, SyncKind::Mutex.cells() as usize),
        Family::RwLock => (1, SyncKind::RwLock.cells() as usize),
        Family::Condvar => {
            let waits = matches!(action, Action::CondvarWait | Action::CondvarWaitTimeout);
            (if waits { 2 } else { 1 }, 1)
        }
        Family::Barrier => (1, SyncKind::Barrier.cells() as usize),
        Family::Once => (1, SyncKind::Once.cells() as usize),
        Family::Channel => (1, SyncKind::Channel.cells() as usize),
        Family::RefCount => (1, SyncKind::RefCount.cells() as usize),
        Family::Thread | Family::Process => (0, 0),
    }
}

/// What the operation touches, as things stand.
pub(crate) fn footprint(machine: &Machine, pending: &Pending) -> Footprint {
    match family(pending.operation.action) {
        Family::Atomic => atomic::footprint(machine, pending),
        Family::Mutex => mutex::footprint(pending),
        Family::RwLock => rwlock::footprint(pending),
        Family::Condvar => condvar::footprint(pending),
        Family::Barrier => barrier::footprint(pending),
        Family::Once => once::footprint(pending),
        Family::Channel => channel::footprint(pending),
        Family::Thread => thread::footprint(machine, pending),
        Family::Process => process::footprint(pending),
        Family::RefCount => refcount::footprint(machine, pending),
    }
}

/// The ways in which it can go, as things stand.
pub(crate) fn arms(machine: &Machine, pending: &Pending) -> Arms {
    match family(pending.operation.action) {
        Family::Atomic => atomic::arms(machine, pending),
        Family::Mutex => mutex::arms(machine, pending),
        Family::RwLock => rwlock::arms(machine, pending),
        Family::Condvar => condvar::arms(machine, pending),
        Family::Barrier => barrier::arms(machine, pending),
        Family::Once => once::arms(machine, pending),
        Family::Channel => channel::arms(machine, pending),
        Family::Thread => thread::arms(machine, pending),
        Family::Process => process::arms(pending),
        Family::RefCount => only(),
    }
}

/// What it is blocked on, if it has no arms.
pub(crate) fn blocked(machine: &Machine, pending: &Pending) -> Blocked {
    match family(pending.operation.action) {
        Family::Mutex => mutex::blocked(machine, pending),
        Family::RwLock => rwlock::blocked(machine, pending),
        Family::Condvar => condvar::blocked(machine, pending),
        Family::Barrier => barrier::blocked(pending),
        Family::Once => once::blocked(machine, pending),
        Family::Channel => channel::blocked(pending),
        Family::Thread => thread::blocked(pending),
        // These never block.
        Family::Atomic | Family::Process | Family::RefCount => spinning(pending),
    }
}

/// Executes it in one of its ways.
pub(crate) fn execute(
    machine: &mut Machine,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    match family(pending.operation.action) {
        Family::Atomic => atomic::execute(machine, pending, arm),
        Family::Mutex => mutex::execute(machine, pending),
        Family::RwLock => rwlock::execute(machine, pending, arm),
        Family::Condvar => condvar::execute(machine, pending, arm),
        Family::Barrier => barrier::execute(machine, pending),
        Family::Once => once::execute(machine, pending),
        Family::Channel => channel::execute(machine, pending, arm),
        Family::Thread => thread::execute(machine, pending, arm),
        Family::Process => process::execute(machine, pending, arm),
        Family::RefCount => refcount::execute(machine, pending),
    }
}

/// What a spinning thread is blocked on.
pub(crate) fn spinning(pending: &Pending) -> Blocked {
    let object = pending
        .spin
        .as_ref()
        .and_then(|spin| spin.reads.first())
        .map(|read| read.0);
    Blocked {
        object,
        holders: SmallVec::new(),
        reason: BlockedReason::Spin,
    }
}

/// The threads that wait on the condvar that the operation notifies.
pub(crate) fn waiters(machine: &Machine, pending: &Pending) -> SmallVec<[ThreadId; 2]> {
    condvar::waiters(machine, pending.args[0])
}
