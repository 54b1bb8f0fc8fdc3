//! `raw_channel { len, capacity, senders, receivers, waiting, received, queued }`.
//!
//! Sends are ordered among themselves, and so are receives; of a send and a receive only those of one
//! message are, and in a bounded channel a receive and the send that it makes room for. Each order has
//! an object: the sends' is the channel's first cell, the receives' is `waiting`, and every message has
//! its own. That the last sender goes is the message that never comes.
//!
//! On a rendezvous channel a receiver that finds nothing registers in a transition of its own, which is
//! the room for one message, and only then can a sender go. Where the program has a `try_recv` or a
//! `recv_timeout`, a sender that finds no receiver queues in a transition of its own too: only a `try_recv`
//! after that can meet it, by registering and waiting for a sender, which cannot fail, as a `recv_timeout`
//! after that cannot; and the channel is one object. Who queues or registers for a limited time offers
//! something: a loop of such offers spins where its offer stands (`spin.rs`).
//!
//! The messages themselves lie in the model's memory, which it touches right after the operation; so
//! sends release what follows to later sends and to the receiver of their message, and receives to later
//! receives and to the send that gets their place.

use super::{Arms, Outcome, cell, done, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::thread::{Pending, Phase};
use smallvec::smallvec;

const RENDEZVOUS: u64 = 1;

/// Offsets of a channel's cells.
const CAPACITY: u64 = 1;
const SENDERS: u64 = 2;
const RECEIVERS: u64 = 3;
const WAITING: u64 = 4;
/// How many messages were taken out: it names messages, and is no part of the state.
pub(crate) const RECEIVED: u64 = 5;
/// How many senders wait on a rendezvous channel that somebody may receive from without waiting for ever.
const QUEUED: u64 = 6;

/// A channel's cells.
struct State {
    channel: u64,
    len: u64,
    capacity: u64,
    senders: u64,
    receivers: u64,
    waiting: u64,
    received: u64,
    queued: u64,
}

impl State {
    fn look(machine: &Machine, channel: u64) -> State {
        State {
            channel,
            len: machine.look(channel),
            capacity: machine.look(channel + CAPACITY),
            senders: machine.look(channel + SENDERS),
            receivers: machine.look(channel + RECEIVERS),
            waiting: machine.look(channel + WAITING),
            received: machine.look(channel + RECEIVED),
            queued: machine.look(channel + QUEUED),
        }
    }
    fn is_rendezvous(&self) -> bool {
        self.capacity == RENDEZVOUS
    }
    fn has_room(&self) -> bool {
        match self.capacity {
            0 => true,
            RENDEZVOUS => self.waiting > self.len,
            bound => self.len < bound - 1,
        }
    }
    /// Whether an attempt to receive meets a sender that waits, and not for another receiver.
    fn meets(&self, verb: Verb, phase: Phase) -> bool {
        let tries = verb == Verb::TryReceive && phase != Phase::Registered;
        tries && !self.is_ready() && self.queued > self.waiting
    }
    /// Whether a receive would not wait.
    fn is_ready(&self) -> bool {
        self.len > 0 || self.senders == 0
    }
    /// Whether a receive would only say that it waits: also when nobody will come any more, so that it
    /// does not matter whether the last sender goes before or after.
    fn registers(&self, verb: Verb, pending: &Pending) -> bool {
        let starts = self.is_rendezvous() && pending.phase == Phase::Start;
        starts && verb != Verb::TryReceive && self.len == 0
    }
    fn sends(&self) -> Object {
        Object::Cell(self.channel)
    }
    fn receives(&self) -> Object {
        Object::Cell(self.channel + WAITING)
    }
    fn message(&self, number: u64) -> Object {
        Object::Message {
            channel: self.channel,
            number: number as u32,
        }
    }
    fn next_received(&self) -> Object {
        self.message(self.received)
    }
    fn next_sent(&self) -> Object {
        self.message(self.received + self.len)
    }
    /// What makes room for the next message, if it needs room: the receipt of an earlier one, or that a
    /// receiver waits.
    fn next_room(&self) -> Option<Object> {
        let sent = self.received + self.len;
        match self.capacity {
            0 => None,
            RENDEZVOUS => Some(self.waiting_room(sent)),
            bound => Some(self.message(sent.checked_sub(bound - 1)?)),
        }
    }
    /// That a receiver waits for the message with this number, on a rendezvous channel.
    fn waiting_room(&self, number: u64) -> Object {
        Object::Message {
            channel: self.channel + WAITING,
            number: number as u32,
        }
    }
}

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Send,
    TrySend,
    SendTimeout,
    Receive,
    TryReceive,
    ReceiveTimeout,
    AddSender,
    DropSender,
    DropReceiver,
    Len,
}

pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    use Touch::{Accumulate, Exclusive, Shared};
    let state = State::look(machine, pending.args[0]);
    let senders = Object::Cell(state.channel + SENDERS);
    let as_a_whole = state.is_rendezvous() && machine.code.tries_to_receive;
    if as_a_whole && verb != Verb::AddSender {
        return cell(state.channel, Exclusive);
    }
    match verb {
        Verb::AddSender => smallvec![(senders, Accumulate)],
        Verb::Send | Verb::TrySend | Verb::SendTimeout if state.receivers == 0 => {
            smallvec![(state.sends(), Shared)]
        }
        Verb::Send | Verb::TrySend | Verb::SendTimeout => {
            let goes = verb == Verb::Send || state.has_room();
            let mut footprint: Footprint = match goes {
                true => smallvec![(state.sends(), Exclusive), (state.next_sent(), Exclusive)],
                false => smallvec![(state.sends(), Shared)],
            };
            footprint.extend(state.next_room().map(|room| (room, Shared)));
            footprint
        }
        Verb::Receive | Verb::TryReceive | Verb::ReceiveTimeout => {
            receive_footprint(&state, verb, pending)
        }
        Verb::DropSender if state.senders > 1 => smallvec![(senders, Accumulate)],
        Verb::DropSender => smallvec![(senders, Accumulate), (state.next_sent(), Exclusive)],
        Verb::DropReceiver => smallvec![(state.sends(), Exclusive), (state.receives(), Exclusive)],
        Verb::Len => smallvec![(state.sends(), Shared), (state.receives(), Shared)],
    }
}

/// Whether a message of an unbounded channel was sent.
pub(crate) fn was_sent(machine: &Machine, channel: u64, number: u32) -> bool {
    let state = State::look(machine, channel);
    state.capacity == 0 && number.wrapping_sub(state.received as u32) < state.len as u32
}

/// Whether the footprint changes with the state.
pub(super) fn footprint_varies(verb: Verb) -> bool {
    match verb {
        Verb::Send
        | Verb::TrySend
        | Verb::SendTimeout
        | Verb::Receive
        | Verb::TryReceive
        | Verb::ReceiveTimeout
        | Verb::DropSender => true,
        Verb::AddSender | Verb::DropReceiver | Verb::Len => false,
    }
}

fn receive_footprint(state: &State, verb: Verb, pending: &Pending) -> Footprint {
    use Touch::{Exclusive, Shared};
    if state.registers(verb, pending) {
        let room = state.waiting_room(state.received + state.waiting);
        return smallvec![(state.receives(), Exclusive), (room, Exclusive)];
    }
    if state.len > 0 {
        return smallvec![
            (state.receives(), Exclusive),
            (state.next_received(), Exclusive)
        ];
    }
    let mut footprint: Footprint = smallvec![(state.next_received(), Shared)];
    if pending.phase == Phase::Registered {
        let room = state.waiting_room((state.received + state.waiting).saturating_sub(1));
        footprint.extend([(state.receives(), Exclusive), (room, Exclusive)]);
    } else {
        footprint.push((state.receives(), Shared));
    }
    if state.senders == 0 {
        footprint.push((Object::Cell(state.channel + SENDERS), Shared));
    }
    footprint
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    let state = State::look(machine, pending.args[0]);
    let may_register = state.is_rendezvous() && pending.phase == Phase::Start;
    let may_queue = may_register && machine.code.tries_to_receive;
    let goes = state.has_room() || state.receivers == 0 || may_queue;
    match verb {
        Verb::Send => only_if(goes),
        Verb::SendTimeout if goes || !super::may_time_out(pending) => only_if(goes),
        Verb::SendTimeout => Arms::from_elem(Arm::TimeOut, 1),
        Verb::TryReceive => only_if(pending.phase == Phase::Start || state.is_ready()),
        Verb::Receive => only_if(state.is_ready() || may_register),
        Verb::ReceiveTimeout if state.is_ready() || may_register => only_if(true),
        Verb::ReceiveTimeout if state.is_rendezvous() && state.waiting <= state.queued => {
            only_if(false)
        }
        Verb::ReceiveTimeout if !super::may_time_out(pending) => only_if(false),
        Verb::ReceiveTimeout => Arms::from_elem(Arm::TimeOut, 1),
        Verb::TrySend | Verb::AddSender | Verb::DropSender | Verb::DropReceiver | Verb::Len => {
            only_if(true)
        }
    }
}

pub(super) fn blocked(pending: &Pending) -> Blocked {
    super::waits(pending.args[0], BlockedReason::Channel)
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
) -> Result<Outcome, Fault> {
    let (thread, channel) = (pending.operation.thread, pending.args[0]);
    for cell in (0..RECEIVED).chain([QUEUED]) {
        machine.get(thread, channel + cell)?;
    }
    let state = State::look(machine, channel);
    match verb {
        Verb::Send | Verb::TrySend | Verb::SendTimeout => send(machine, verb, pending, &state),
        Verb::Receive | Verb::TryReceive | Verb::ReceiveTimeout => {
            receive(machine, verb, pending, &state)
        }
        Verb::AddSender => {
            machine.put(thread, channel + SENDERS, state.senders + 1)?;
            done()
        }
        Verb::DropSender => {
            let left = state.senders.saturating_sub(1);
            machine.put(thread, channel + SENDERS, left)?;
            leave(machine, thread, &state, SENDERS, left + state.receivers)
        }
        Verb::DropReceiver => {
            let left = state.receivers.saturating_sub(1);
            machine.put(thread, channel + RECEIVERS, left)?;
            // The unread messages are the last receiver's.
            for _ in 0..if left == 0 { state.len } else { 0 } {
                machine.acquire_oldest(thread, channel + RECEIVED);
            }
            machine.acquire(thread, state.channel + WAITING);
            leave(machine, thread, &state, RECEIVERS, left + state.senders)
        }
        Verb::Len => {
            machine.see_time(thread, channel);
            machine.see_time(thread, channel + WAITING);
            result(state.len)
        }
    }
}

fn send(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    state: &State,
) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    if pending.phase == Phase::Queued {
        let left = state.queued.saturating_sub(1);
        machine.offer(thread, state.channel + QUEUED, left)?;
    }
    if state.receivers == 0 {
        machine.acquire(thread, state.channel + RECEIVERS);
        return result(if verb == Verb::Send { 0 } else { 2 });
    }
    if !state.has_room() {
        let may_queue = verb != Verb::TrySend && machine.code.tries_to_receive;
        if !(may_queue && state.is_rendezvous() && pending.phase == Phase::Start) {
            machine.see_time(thread, state.channel);
            return result(0);
        }
        machine.offer(thread, state.channel + QUEUED, state.queued + 1)?;
        return Ok(Outcome::Wait(Phase::Queued));
    }
    machine.put(thread, state.channel, state.len + 1)?;
    if verb == Verb::SendTimeout {
        machine.thread_mut(thread).time_outs = 0;
    }
    machine.made_progress(thread);
    machine.acquire(thread, state.channel);
    if state.next_room().is_some() {
        machine.acquire_oldest(thread, state.channel + CAPACITY);
    }
    machine.release_what_follows(thread, state.channel);
    machine.release_to_one(thread, state.channel + RECEIVED);
    result(1)
}

fn receive(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    state: &State,
) -> Result<Outcome, Fault> {
    let (thread, channel) = (pending.operation.thread, state.channel);
    let registered = pending.phase == Phase::Registered;
    if state.registers(verb, pending) || state.meets(verb, pending.phase) {
        machine.release_to_one(thread, channel + CAPACITY);
        machine.offer(thread, channel + WAITING, state.waiting + 1)?;
        return Ok(Outcome::Wait(Phase::Registered));
    }
    if registered {
        machine.offer(thread, channel + WAITING, state.waiting.saturating_sub(1))?;
    }
    if state.len > 0 {
        take(machine, thread, state)?;
        return result(1);
    }
    if registered {
        machine.acquire_oldest(thread, channel + CAPACITY);
    }
    if state.senders == 0 {
        machine.acquire(thread, channel + SENDERS);
    }
    machine.see_time(thread, channel + WAITING);
    let is_plain = verb == Verb::Receive;
    result(if state.senders == 0 && !is_plain {
        2
    } else {
        0
    })
}

/// Takes the oldest message out.
fn take(machine: &mut Machine, thread: ThreadId, state: &State) -> Result<(), Fault> {
    let channel = state.channel;
    machine.put(thread, channel, state.len - 1)?;
    machine.put(thread, channel + RECEIVED, state.received + 1)?;
    machine.thread_mut(thread).time_outs = 0;
    machine.made_progress(thread);
    machine.acquire(thread, channel + WAITING);
    machine.acquire_oldest(thread, channel + RECEIVED);
    machine.release_what_follows(thread, channel + WAITING);
    if state.capacity > RENDEZVOUS {
        machine.release_to_one(thread, channel + CAPACITY);
    }
    Ok(())
}

/// One end is gone; whoever is the last of all comes after all others.
fn leave(
    machine: &mut Machine,
    thread: ThreadId,
    state: &State,
    end: u64,
    left: u64,
) -> Result<Outcome, Fault> {
    machine.release_what_follows(thread, state.channel + end);
    if left == 0 {
        machine.acquire(thread, state.channel + SENDERS);
        machine.acquire(thread, state.channel + RECEIVERS);
    }
    result((left == 0) as u64)
}

/// Whether an attempt to receive meets a sender that waits, as things stand.
pub(super) fn would_meet(machine: &Machine, verb: Verb, pending: &Pending) -> bool {
    State::look(machine, pending.args[0]).meets(verb, pending.phase)
}
