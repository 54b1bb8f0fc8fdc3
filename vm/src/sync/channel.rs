//! `raw_channel { len, capacity, senders, receivers, waiting }`.
//!
//! On a rendezvous channel a receiver that finds nothing registers in a transition of its own, and
//! only then can a sender go. A sender that finds no receiver queues in a transition of its own too:
//! only a `try_recv` after that can meet it, by registering and waiting for a sender, which cannot fail.
//! (Programs without `try_recv` are spared that transition.)
//! The messages themselves lie in the model's memory, which it touches right after the operation; so
//! every operation both acquires and releases the channel.

use super::{Arms, Outcome, cell, done, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, ThreadId, Touch};
use crate::thread::{Pending, Phase};

const RENDEZVOUS: u64 = 1;

/// A channel's cells.
struct State {
    len: u64,
    capacity: u64,
    senders: u64,
    receivers: u64,
    waiting: u64,
}

impl State {
    fn look(machine: &Machine, channel: u64) -> State {
        State {
            len: machine.look(channel),
            capacity: machine.look(channel + 1),
            senders: machine.look(channel + 2),
            receivers: machine.look(channel + 3),
            waiting: machine.look(channel + 4),
        }
    }
    fn has_room(&self) -> bool {
        match self.capacity {
            0 => true,
            RENDEZVOUS => self.waiting > self.len,
            bound => self.len < bound - 1,
        }
    }
    /// Whether a receive would not wait.
    fn is_ready(&self) -> bool {
        self.len > 0 || self.senders == 0
    }
}

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Send,
    TrySend,
    Receive,
    TryReceive,
    ReceiveTimeout,
    AddSender,
    DropSender,
    DropReceiver,
}

pub(super) fn footprint(verb: Verb, pending: &Pending) -> Footprint {
    let adds = verb == Verb::AddSender;
    cell(
        pending.args[0],
        if adds {
            Touch::Accumulate
        } else {
            Touch::Exclusive
        },
    )
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    let state = State::look(machine, pending.args[0]);
    let may_register = state.capacity == RENDEZVOUS && pending.phase == Phase::Start;
    match verb {
        Verb::Send => {
            let may_queue = may_register && machine.code.tries_to_receive;
            only_if(state.has_room() || state.receivers == 0 || may_queue)
        }
        Verb::TryReceive => only_if(pending.phase == Phase::Start || state.is_ready()),
        Verb::Receive => only_if(state.is_ready() || may_register),
        Verb::ReceiveTimeout if state.is_ready() || may_register => only_if(true),
        Verb::ReceiveTimeout => Arms::from_elem(Arm::TimeOut, 1),
        Verb::TrySend | Verb::AddSender | Verb::DropSender | Verb::DropReceiver => only_if(true),
    }
}

pub(super) fn blocked(pending: &Pending) -> Blocked {
    super::waits(pending.args[0], BlockedReason::Channel)
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let (thread, channel) = (pending.operation.thread, pending.args[0]);
    for cell in 0..5 {
        machine.get(thread, channel + cell)?;
    }
    let state = State::look(machine, channel);
    let outcome = match verb {
        Verb::Send | Verb::TrySend => send(machine, verb, pending, &state),
        Verb::Receive | Verb::TryReceive | Verb::ReceiveTimeout => {
            receive(machine, verb, pending, &state, arm)
        }
        Verb::AddSender => {
            machine.put(thread, channel + 2, state.senders + 1)?;
            return done();
        }
        Verb::DropSender => count_down(machine, thread, channel + 2, state.senders),
        Verb::DropReceiver => count_down(machine, thread, channel + 3, state.receivers),
    };
    machine.acquire(thread, channel);
    machine.release_what_follows(thread, channel);
    outcome
}

fn send(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    state: &State,
) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    let tries = verb == Verb::TrySend;
    if state.receivers == 0 {
        return result(if tries { 2 } else { 0 });
    }
    if !state.has_room() {
        return match tries {
            true => result(0),
            false => Ok(Outcome::Wait(Phase::Queued)),
        };
    }
    machine.put(thread, pending.args[0], state.len + 1)?;
    machine.made_progress(thread);
    result(1)
}

fn receive(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    state: &State,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let (thread, channel) = (pending.operation.thread, pending.args[0]);
    let waits = verb != Verb::TryReceive || has_queued_sender(machine, channel);
    let registered = pending.phase == Phase::Registered;
    if waits && arm == Arm::Only && !state.is_ready() && !registered {
        machine.put(thread, channel + 4, state.waiting + 1)?;
        return Ok(Outcome::Wait(Phase::Registered));
    }
    if registered {
        machine.put(thread, channel + 4, state.waiting.saturating_sub(1))?;
    }
    if state.len > 0 {
        machine.put(thread, channel, state.len - 1)?;
        machine.made_progress(thread);
        return result(1);
    }
    let is_plain = verb == Verb::Receive;
    result(if state.senders == 0 && !is_plain {
        2
    } else {
        0
    })
}

/// Whether a sender waits on a rendezvous channel.
fn has_queued_sender(machine: &Machine, channel: u64) -> bool {
    let waits = |pending: &Pending| pending.phase == Phase::Queued && pending.args[0] == channel;
    let mut threads = machine.thread_ids();
    threads.any(|thread| machine.pending_of(thread).is_some_and(waits))
}

/// Takes one off; says whether it was the last.
fn count_down(
    machine: &mut Machine,
    thread: ThreadId,
    address: u64,
    count: u64,
) -> Result<Outcome, Fault> {
    machine.put(thread, address, count.saturating_sub(1))?;
    result((count <= 1) as u64)
}
