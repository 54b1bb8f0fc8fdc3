//! Threads' lives: spawn, join, park, sleep.

use super::{Arms, Outcome, changes, done, only, only_if, result};
use crate::address::Watched;
use crate::fault::{End, Fault, FaultKind, LimitKind};
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::options::TimeMode;
use crate::thread::Pending;
use smallvec::SmallVec;

/// The thread that the operation is about.
fn target(pending: &Pending) -> ThreadId {
    ThreadId(pending.args[0] as u16)
}

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Spawn,
    Join,
    IsFinished,
    Park,
    ParkTimeout,
    Unpark,
    Yield,
    Sleep,
}

pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    let thread = pending.operation.thread;
    match verb {
        Verb::Spawn => {
            let child = machine
                .code
                .child(thread, machine.thread(thread).children + 1);
            child.map_or_else(Footprint::new, |child| changes(Object::Thread(child)))
        }
        Verb::Join => changes(Object::Thread(target(pending))),
        // One token is as good as two.
        Verb::Unpark => {
            Footprint::from_elem((Object::Token(target(pending)), Touch::Accumulate), 1)
        }
        Verb::IsFinished => {
            Footprint::from_elem((Object::Thread(target(pending)), Touch::Shared), 1)
        }
        Verb::Park | Verb::ParkTimeout => changes(Object::Token(thread)),
        Verb::Sleep
            if machine.options.time != TimeMode::Free && !machine.is_over_sleep(pending) =>
        {
            changes(Object::World)
        }
        Verb::Sleep | Verb::Yield => Footprint::new(),
    }
}

/// `Sleep` is answered by the machine: it depends on all other threads.
pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    let token = || machine.thread(pending.operation.thread).token;
    match verb {
        Verb::Join if joins_itself(pending) => only(),
        Verb::Join => only_if(
            machine
                .try_thread(target(pending))
                .is_none_or(|t| t.finished),
        ),
        Verb::Park if !token() && machine.spurious_left > 0 => Arms::from_elem(Arm::Spurious, 1),
        Verb::ParkTimeout if !token() && super::may_time_out(pending) => {
            Arms::from_elem(Arm::TimeOut, 1)
        }
        Verb::Park | Verb::ParkTimeout => only_if(token()),
        Verb::Spawn | Verb::IsFinished | Verb::Unpark | Verb::Yield | Verb::Sleep => only(),
    }
}

/// What std panics with on Linux.
const JOINS_ITSELF: &str = "failed to join thread: Resource deadlock avoided (os error 35)";

fn joins_itself(pending: &Pending) -> bool {
    target(pending) == pending.operation.thread
}

pub(super) fn blocked(verb: Verb, pending: &Pending) -> Blocked {
    let reason = match verb {
        Verb::Join => BlockedReason::Join,
        Verb::Sleep => BlockedReason::Sleep,
        _ => BlockedReason::Park,
    };
    let joins = reason == BlockedReason::Join;
    let holders = joins
        .then(|| target(pending))
        .into_iter()
        .collect::<SmallVec<_>>();
    Blocked {
        object: None,
        holders,
        reason,
    }
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    match verb {
        Verb::Spawn => spawn(machine, pending),
        Verb::Join if joins_itself(pending) => {
            Err(machine.fault(thread, FaultKind::Panic, JOINS_ITSELF))
        }
        Verb::Join => join(machine, thread, target(pending)),
        Verb::IsFinished => {
            let finished = machine
                .try_thread(target(pending))
                .is_none_or(|t| t.finished);
            machine.look_at_end(thread, target(pending), finished);
            if finished {
                acquire_end(machine, thread, target(pending));
            }
            result(finished as u64)
        }
        Verb::Park | Verb::ParkTimeout => {
            machine.spend_spurious(thread, arm);
            consume_token(machine, thread, arm == Arm::Only);
            done()
        }
        Verb::Unpark => {
            unpark(machine, thread, target(pending));
            done()
        }
        Verb::Sleep => {
            machine.note_rest(thread, pending);
            machine.thread_mut(thread).streak.note_wait();
            match machine.options.time {
                TimeMode::Order | TimeMode::Prompt => {
                    machine.now = machine.now.max(pending.deadline);
                }
                TimeMode::Free => machine.pass_time(thread, pending.deadline),
            }
            done()
        }
        Verb::Yield => done(),
    }
}

fn spawn(machine: &mut Machine, pending: &Pending) -> Result<Outcome, Fault> {
    let parent = pending.operation.thread;
    let ordinal = machine.thread(parent).children + 1;
    let child = machine.code.child(parent, ordinal);
    let Some(child) = child.filter(|_| machine.spawned < machine.options.max_threads) else {
        return Ok(Outcome::End(End::Limit(LimitKind::Threads)));
    };
    let Some(func) = machine.code.program().function_at(pending.args[0]) else {
        return Err(machine.misuse(parent, "spawn of an invalid function pointer"));
    };
    machine.spawned += 1;
    machine.unjoined += 1;
    machine.made_progress(parent);
    let spawned_by = machine.thread(parent).call_stack().into();
    machine.start_thread(child, spawned_by, func, &pending.args[1..2]);
    let given = |index: usize| pending.args.get(index).copied().unwrap_or(0);
    machine.keep_packet(child, func, (given(2), given(3) != 0));
    machine.thread_mut(parent).children = ordinal;
    let clock = machine.thread(parent).order.clock.clone();
    machine.thread_mut(child).order.clock.join(&clock);
    machine.thread_mut(parent).order.clock.tick(parent.0);
    machine.run(child);
    result(child.0 as u64)
}

/// What the ended thread did happens before what the other does next.
fn acquire_end(machine: &mut Machine, thread: ThreadId, ended: ThreadId) {
    if let Some(ended) = machine.try_thread(ended) {
        let clock = ended.order.clock.clone();
        machine.thread_mut(thread).order.clock.join(&clock);
    }
}

fn join(machine: &mut Machine, thread: ThreadId, child: ThreadId) -> Result<Outcome, Fault> {
    if machine.try_thread(child).is_none() {
        return Err(machine.misuse(thread, "join of an unknown thread"));
    }
    acquire_end(machine, thread, child);
    machine.made_progress(thread);
    if !machine.thread(child).joined {
        machine.thread_mut(child).joined = true;
        machine.unjoined -= 1;
    }
    done()
}

/// A park ends; without the token it ends otherwise than it would with it.
fn consume_token(machine: &mut Machine, thread: ThreadId, has_token: bool) {
    let token = Watched::Token(thread.index()).number();
    let thread = machine.thread_mut(thread);
    if !has_token {
        return thread.streak.note_read(token, 0);
    }
    thread.token = false;
    thread.time_outs = 0;
    thread.streak.clear();
    let clock = thread.order.token.clone();
    thread.order.clock.join(&clock);
}

fn unpark(machine: &mut Machine, thread: ThreadId, target: ThreadId) {
    if machine
        .try_thread(target)
        .is_none_or(|target| target.finished)
    {
        return;
    }
    let clock = machine.thread(thread).order.clock.clone();
    machine.thread_mut(thread).order.clock.tick(thread.0);
    let woken = machine.thread_mut(target);
    woken.order.token.join(&clock);
    let news = !woken.token;
    woken.token = true;
    if news {
        machine.made_progress(thread);
    }
}
