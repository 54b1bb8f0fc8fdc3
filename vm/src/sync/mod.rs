//! Visible operations. One file a kind of object, the same functions in the same order: what an
//! operation's *footprint* is, which *arms* it has (none: it is blocked), what it is *blocked* on,
//! and what *executing* it does. The first three only look.

mod atomic;
mod barrier;
pub(crate) mod channel;
mod condvar;
mod mutex;
mod once;
mod process;
mod refcount;
mod rwlock;
mod select;
mod support;
mod thread;

pub(crate) use channel::was_sent;
pub(crate) use refcount::count_at_once;

use crate::address::Watched;
use crate::fault::{End, Fault};
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::thread::{Pending, Phase};
use smallvec::SmallVec;
use vscheck_ir::{Action, ActionKind, SyncKind};

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

/// The footprint of one of so many operations that are still to come on an object, which commute but for which
/// is the last.
fn one_of_many(address: u64, left: u64) -> Footprint {
    let touch = match left {
        0 | 1 => Touch::Exclusive,
        _ => Touch::Accumulate,
    };
    let mut footprint = cell(address, touch);
    if left <= 2 {
        footprint.push((Object::Last(address), Touch::Exclusive));
    }
    footprint
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

/// What an action does, as the file of its kind of object sees it.
#[derive(Clone, Copy)]
enum Family {
    Atomic(atomic::Verb),
    Mutex(mutex::Verb),
    RwLock(rwlock::Verb),
    Condvar(condvar::Verb),
    Barrier,
    Once(once::Verb),
    Channel(channel::Verb),
    Select,
    Thread(thread::Verb),
    Process(process::Verb),
    RefCount(refcount::Verb),
}

fn family(action: Action) -> Family {
    match action {
        Action::AtomicLoad(_) => Family::Atomic(atomic::Verb::Load),
        Action::AtomicStore(ty) => Family::Atomic(atomic::Verb::Store(ty)),
        Action::AtomicRmw(op, ty) => Family::Atomic(atomic::Verb::Rmw(op, ty)),
        Action::AtomicCas { ty, weak } => Family::Atomic(atomic::Verb::Cas { ty, weak }),
        Action::Fence => Family::Atomic(atomic::Verb::Fence),
        Action::MutexLock => Family::Mutex(mutex::Verb::Lock),
        Action::MutexLockWhen => Family::Mutex(mutex::Verb::LockWhen),
        Action::MutexTryLock => Family::Mutex(mutex::Verb::TryLock),
        Action::MutexUnlock => Family::Mutex(mutex::Verb::Unlock),
        Action::RwLockRead => Family::RwLock(rwlock::Verb::Read),
        Action::RwLockWrite => Family::RwLock(rwlock::Verb::Write),
        Action::RwLockTryRead => Family::RwLock(rwlock::Verb::TryRead),
        Action::RwLockTryWrite => Family::RwLock(rwlock::Verb::TryWrite),
        Action::RwLockUnlockRead => Family::RwLock(rwlock::Verb::UnlockRead),
        Action::RwLockUnlockWrite => Family::RwLock(rwlock::Verb::UnlockWrite),
        // The second half of a wait; its phase says how it goes on.
        Action::CondvarWait | Action::Reacquire => Family::Condvar(condvar::Verb::Wait),
        Action::CondvarWaitTimeout => Family::Condvar(condvar::Verb::WaitTimeout),
        Action::NotifyOne => Family::Condvar(condvar::Verb::NotifyOne),
        Action::NotifyAll => Family::Condvar(condvar::Verb::NotifyAll),
        Action::BarrierWait => Family::Barrier,
        Action::OnceBegin => Family::Once(once::Verb::Begin),
        Action::OnceEnd => Family::Once(once::Verb::End),
        Action::OnceGet => Family::Once(once::Verb::Get),
        Action::ChannelSend => Family::Channel(channel::Verb::Send),
        Action::ChannelTrySend => Family::Channel(channel::Verb::TrySend),
        Action::ChannelSendTimeout => Family::Channel(channel::Verb::SendTimeout),
        Action::ChannelReceive => Family::Channel(channel::Verb::Receive),
        Action::ChannelTryReceive => Family::Channel(channel::Verb::TryReceive),
        Action::ChannelReceiveTimeout => Family::Channel(channel::Verb::ReceiveTimeout),
        Action::ChannelSelect { .. } => Family::Select,
        Action::ChannelAddSender => Family::Channel(channel::Verb::AddSender),
        Action::ChannelDropSender => Family::Channel(channel::Verb::DropSender),
        Action::ChannelDropReceiver => Family::Channel(channel::Verb::DropReceiver),
        Action::ChannelLen => Family::Channel(channel::Verb::Len),
        Action::Spawn => Family::Thread(thread::Verb::Spawn),
        Action::Join => Family::Thread(thread::Verb::Join),
        Action::IsFinished => Family::Thread(thread::Verb::IsFinished),
        Action::Park => Family::Thread(thread::Verb::Park),
        Action::ParkTimeout => Family::Thread(thread::Verb::ParkTimeout),
        Action::Unpark => Family::Thread(thread::Verb::Unpark),
        Action::Yield => Family::Thread(thread::Verb::Yield),
        Action::Sleep => Family::Thread(thread::Verb::Sleep),
        Action::Exit => Family::Process(process::Verb::Exit),
        Action::ExitProcess => Family::Process(process::Verb::ExitProcess),
        Action::Print => Family::Process(process::Verb::Print),
        Action::Choose => Family::Process(process::Verb::Choose),
        Action::Fault => Family::Process(process::Verb::Fault),
        Action::RefIncrement => Family::RefCount(refcount::Verb::Increment),
        Action::RefDecrement => Family::RefCount(refcount::Verb::Decrement),
        Action::RefCount => Family::RefCount(refcount::Verb::Count),
        Action::RefIncrementIfAlive => Family::RefCount(refcount::Verb::IncrementIfAlive),
        Action::RefIsUnique => Family::RefCount(refcount::Verb::IsUnique),
        Action::RefDecrementIfUnique => Family::RefCount(refcount::Verb::DecrementIfUnique),
    }
}

/// How many of an action's arguments are addresses of objects, and of how many cells.
pub(crate) fn objects(action: Action) -> (usize, usize) {
    let one = |kind: SyncKind| (1, kind.cells() as usize);
    match family(action) {
        Family::Atomic(atomic::Verb::Fence) => (0, 0),
        Family::Atomic(_) => (1, 1),
        Family::Mutex(_) => one(SyncKind::Mutex),
        Family::RwLock(_) => one(SyncKind::RwLock),
        Family::Condvar(condvar::Verb::Wait | condvar::Verb::WaitTimeout) => (2, 1),
        Family::Condvar(_) => one(SyncKind::Condvar),
        Family::Barrier => one(SyncKind::Barrier),
        Family::Once(_) => one(SyncKind::Once),
        Family::Channel(_) => one(SyncKind::Channel),
        Family::Select => (select::arms_of(action), SyncKind::Channel.cells() as usize),
        Family::RefCount(refcount::Verb::IsUnique) => (2, SyncKind::RefCount.cells() as usize),
        Family::RefCount(_) => one(SyncKind::RefCount),
        Family::Thread(_) | Family::Process(_) => (0, 0),
    }
}

/// What the operation touches, as things stand.
pub(crate) fn footprint(machine: &Machine, pending: &Pending) -> Footprint {
    match family(pending.operation.action) {
        Family::Atomic(verb) => atomic::footprint(machine, verb, pending),
        Family::Mutex(verb) => mutex::footprint(verb, pending),
        Family::RwLock(verb) => rwlock::footprint(machine, verb, pending),
        Family::Condvar(verb) => condvar::footprint(machine, verb, pending),
        Family::Barrier => barrier::footprint(machine, pending),
        Family::Once(verb) => once::footprint(machine, verb, pending),
        Family::Channel(verb) => channel::footprint(machine, verb, pending),
        Family::Select => select::footprint(machine, pending),
        Family::Thread(verb) => thread::footprint(machine, verb, pending),
        Family::Process(verb) => process::footprint(machine, verb, pending),
        Family::RefCount(verb) => refcount::footprint(machine, verb, pending),
    }
}

/// Whether what it touches changes with the state.
pub(crate) fn footprint_varies(pending: &Pending) -> bool {
    match family(pending.operation.action) {
        Family::Atomic(verb) => matches!(verb, atomic::Verb::Cas { .. }),
        Family::Barrier | Family::Select => true,
        Family::Once(verb) => verb == once::Verb::Begin,
        Family::Channel(verb) => channel::footprint_varies(verb),
        // Out of patience, it waits for time to pass. A sleeper does until enough has.
        Family::Thread(verb) => {
            matches!(verb, thread::Verb::ParkTimeout | thread::Verb::Sleep)
        }
        Family::RefCount(verb) => verb == refcount::Verb::Decrement,
        Family::RwLock(verb) => rwlock::footprint_varies(verb),
        Family::Condvar(verb) => condvar::footprint_varies(verb),
        Family::Mutex(_) | Family::Process(_) => false,
    }
}

/// How an operation finds out that there is nothing to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// Its result says so.
    Result,
    /// What is read under the lock that it takes says so.
    Locked,
}

/// Whether an operation may find nothing to do, and then changes nothing.
pub(crate) fn look(action: Action) -> Option<Look> {
    use {mutex::Verb as Mutex, rwlock::Verb as RwLock};
    let looks = match family(action) {
        Family::Mutex(Mutex::Lock) | Family::RwLock(RwLock::Read | RwLock::Write) => {
            return Some(Look::Locked);
        }
        Family::Atomic(verb) => atomic::may_change_nothing(verb),
        Family::Mutex(verb) => verb == Mutex::TryLock,
        Family::RwLock(verb) => matches!(verb, RwLock::TryRead | RwLock::TryWrite),
        Family::Once(verb) => verb == once::Verb::Get,
        Family::Channel(verb) => verb == channel::Verb::TryReceive,
        Family::Thread(verb) => verb == thread::Verb::IsFinished,
        Family::Condvar(_)
        | Family::Barrier
        | Family::Select
        | Family::Process(_)
        | Family::RefCount(_) => false,
    };
    looks.then_some(Look::Result)
}

/// Whether it is sure to change what it finds, as things stand.
pub(crate) fn would_change(machine: &Machine, pending: &Pending) -> bool {
    match family(pending.operation.action) {
        Family::Atomic(verb) => atomic::would_change(machine, verb, pending),
        Family::Mutex(mutex::Verb::TryLock) => mutex::is_free(machine, pending.args[0]),
        Family::Channel(verb) => channel::would_meet(machine, verb, pending),
        Family::Mutex(_)
        | Family::RwLock(_)
        | Family::Condvar(_)
        | Family::Barrier
        | Family::Once(_)
        | Family::Select
        | Family::Thread(_)
        | Family::Process(_)
        | Family::RefCount(_) => false,
    }
}

/// Whether an action is sure to change what no later one takes back.
pub(crate) fn is_progress(action: Action) -> bool {
    matches!(action, Action::Spawn | Action::Join)
}

/// Whether an action is one on an atomic cell.
pub(crate) fn is_atomic(action: Action) -> bool {
    matches!(family(action), Family::Atomic(verb) if verb != atomic::Verb::Fence)
}

/// Whether an action updates an atomic cell in such a way that the order of several of its kind does not matter.
pub(crate) fn commutes_with_its_like(action: Action) -> bool {
    matches!(action, Action::AtomicRmw(op, _) if atomic::update(op) != Touch::Exclusive)
}

/// Whether an action adds to an atomic cell.
pub(crate) fn adds(action: Action) -> bool {
    matches!(action, Action::AtomicRmw(op, _) if atomic::adds(op))
}

/// Whether it is a compare-exchange that succeeds, as things stand.
pub(crate) fn would_exchange(machine: &Machine, pending: &Pending) -> bool {
    let compares = matches!(pending.operation.action, Action::AtomicCas { .. });
    compares && atomic::would_succeed(machine, pending)
}

/// Whether an operation on an atomic acquires, and whether it releases, if it changes its cell.
pub(crate) fn order_of_change(machine: &Machine, pending: &Pending) -> (bool, bool) {
    match family(pending.operation.action) {
        Family::Atomic(verb) => atomic::order_of_change(machine, verb, pending),
        _ => (false, false),
    }
}

/// The ways in which it can go, as things stand. Where its object is none any more it goes and fails.
pub(crate) fn arms(machine: &Machine, pending: &Pending) -> Arms {
    let arms = arms_of_live(machine, pending);
    if arms.is_empty() && is_gone(machine, pending) {
        return only();
    }
    arms
}

/// Whether an object that is no plain cell was never made, or has gone with the variable that it was.
fn is_gone(machine: &Machine, pending: &Pending) -> bool {
    let action = pending.operation.action;
    let (objects, _) = objects(action);
    let mut addresses = pending.args.iter().take(objects);
    !is_atomic(action) && addresses.any(|&address| machine.is_uninitialized(address))
}

fn arms_of_live(machine: &Machine, pending: &Pending) -> Arms {
    match family(pending.operation.action) {
        Family::Atomic(verb) => atomic::arms(machine, verb, pending),
        Family::Mutex(verb) => mutex::arms(machine, verb, pending),
        Family::RwLock(verb) => rwlock::arms(machine, verb, pending),
        Family::Condvar(verb) => condvar::arms(machine, verb, pending),
        Family::Barrier => barrier::arms(machine, pending),
        Family::Once(verb) => once::arms(machine, verb, pending),
        Family::Channel(verb) => channel::arms(machine, verb, pending),
        Family::Select => select::arms(machine, pending),
        Family::Thread(verb) => thread::arms(machine, verb, pending),
        Family::Process(verb) => process::arms(verb, pending),
        Family::RefCount(_) => only(),
    }
}

/// Nanoseconds (ten years) from which on a time limit is none: whoever writes such a limit means that
/// there is none, and no run of a program takes that long.
const FOREVER: u64 = 10 * 365 * 24 * 3_600 * 1_000_000_000;

/// How long it waits at most, in nanoseconds; for ever if it has no limit.
pub(crate) fn time_limit(pending: &Pending) -> u64 {
    let written = pending.args.last().copied().unwrap_or(0);
    let waits = matches!(
        pending.operation.action,
        Action::ParkTimeout
            | Action::ChannelSendTimeout
            | Action::ChannelReceiveTimeout
            | Action::ChannelSelect { .. }
            | Action::CondvarWaitTimeout
    ) && !select::only_tries(pending);
    if pending.operation.action == Action::Sleep || waits && written < FOREVER {
        written
    } else {
        u64::MAX
    }
}

/// Whether it may run into a time limit.
pub(crate) fn may_time_out(pending: &Pending) -> bool {
    pending.operation.action != Action::Sleep && time_limit(pending) != u64::MAX
}

/// Whether it stands at a rendezvous channel, for somebody to meet it there.
pub(crate) fn offers(pending: &Pending) -> bool {
    match pending.phase {
        Phase::Registered(_) | Phase::Standing(_) => true,
        Phase::Queued => pending.operation.action.facts().kind == ActionKind::Channel,
        Phase::Start
        | Phase::CondvarWaiting
        | Phase::Reacquire { .. }
        | Phase::BarrierArrived { .. }
        | Phase::Behind(_)
        | Phase::Met(_)
        | Phase::Meeting(_) => false,
    }
}

/// Whether the channel at this address has no room for a message that nobody waits for.
pub(crate) fn is_rendezvous(machine: &Machine, channel: u64) -> bool {
    channel::is_rendezvous(machine, channel)
}

/// Whether it stands at a rendezvous channel until somebody meets it or a time limit runs out.
pub(crate) fn offers_for_a_time(pending: &Pending) -> bool {
    let is_limited = matches!(
        pending.operation.action,
        Action::ChannelSendTimeout | Action::ChannelReceiveTimeout | Action::ChannelSelect { .. }
    );
    is_limited && offers(pending) && may_time_out(pending)
}

/// Whether it is of a kind that may end for no reason.
pub(crate) fn may_be_spurious(pending: &Pending) -> bool {
    let weak = matches!(
        pending.operation.action,
        Action::AtomicCas { weak: true, .. }
    );
    weak || pending.operation.action == Action::Park || pending.phase == Phase::CondvarWaiting
}

/// What it is blocked on, if it has no arms.
pub(crate) fn blocked(machine: &Machine, pending: &Pending) -> Blocked {
    match family(pending.operation.action) {
        Family::Mutex(_) => mutex::blocked(machine, pending),
        Family::RwLock(_) => rwlock::blocked(machine, pending),
        Family::Condvar(_) => condvar::blocked(machine, pending),
        Family::Barrier => barrier::blocked(pending),
        Family::Once(_) => once::blocked(machine, pending),
        Family::Channel(_) | Family::Select => channel::blocked(pending),
        Family::Thread(verb) => thread::blocked(verb, pending),
        // These never block.
        Family::Atomic(_) | Family::Process(_) | Family::RefCount(_) => spinning(pending),
    }
}

/// Executes it in one of its ways.
pub(crate) fn execute(
    machine: &mut Machine,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    if is_gone(machine, pending) {
        let message = "use of a synchronization object that does not exist (any more)";
        return Err(machine.misuse(pending.operation.thread, message));
    }
    match family(pending.operation.action) {
        Family::Atomic(verb) => atomic::execute(machine, verb, pending, arm),
        Family::Mutex(verb) => mutex::execute(machine, verb, pending),
        Family::RwLock(verb) => rwlock::execute(machine, verb, pending, arm),
        Family::Condvar(verb) => condvar::execute(machine, verb, pending, arm),
        Family::Barrier => barrier::execute(machine, pending),
        Family::Once(verb) => once::execute(machine, verb, pending),
        Family::Channel(verb) => channel::execute(machine, verb, pending),
        Family::Select => select::execute(machine, pending, arm),
        Family::Thread(verb) => thread::execute(machine, verb, pending, arm),
        Family::Process(verb) => process::execute(machine, verb, pending, arm),
        Family::RefCount(verb) => refcount::execute(machine, verb, pending),
    }
}

/// What a spinning thread is blocked on.
pub(crate) fn spinning(pending: &Pending) -> Blocked {
    let cell = |&(number, _): &(u64, u64)| match Watched::numbered(number) {
        Watched::Cell(address) => Some(address),
        Watched::End(_) | Watched::Token(_) => None,
    };
    let spin = pending.spin.as_ref();
    Blocked {
        object: spin.and_then(|spin| spin.reads.iter().find_map(cell)),
        holders: SmallVec::new(),
        reason: BlockedReason::Spin,
    }
}

/// The threads that wait on a condvar and have not been woken.
pub(crate) fn waiters(machine: &Machine, condvar: u64) -> SmallVec<[ThreadId; 2]> {
    condvar::waiters(machine, condvar)
}
