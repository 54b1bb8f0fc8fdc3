//! `raw_channel { len, capacity, senders, receivers, waiting, received, queued, selecting, closed }`.
//!
//! Sends are ordered among themselves, and so are receives; of a send and a receive only those of one
//! message are, and in a bounded channel a receive and the send that it makes room for. Each order has
//! an object: the sends' is the channel's first cell, the receives' is `waiting`, and every message has
//! its own. Who can go on without a message is ordered with every sender that goes, not with the last one
//! alone: which is the last is a matter of order, and what is independent must not change what others touch.
//!
//! On a rendezvous channel a receiver that finds nothing registers in a transition of its own, which is
//! the room for one message, and only then can a sender go. Where the program has a `try_recv` or a
//! `recv_timeout`, a sender that finds no receiver queues in a transition of its own too: only a `try_recv`
//! after that can meet it, by registering and waiting for a sender, which cannot fail, as a `recv_timeout`
//! after that cannot; and the channel is one object. Who queues or registers for a limited time offers
//! something: a loop of such offers spins where its offer stands (`spin.rs`).
//!
//! A rendezvous hands one message over at a time where several may receive: until it has been taken, nobody
//! else can come to receive. Selections (`select.rs`) stand at a rendezvous channel without being counted in
//! `waiting` or `queued`: who meets one, leads it away from all its other channels in the same transition.
//!
//! The messages themselves lie in the model's memory, which it touches right after the operation; so
//! sends release what follows to later sends and to the receiver of their message, and receives to later
//! receives and to the send that gets their place.

use super::select::{self, Selecting, Standing};
use super::{Arms, Outcome, cell, done, only_if, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Arm, Blocked, BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::thread::{Pending, Phase};
use smallvec::smallvec;

const RENDEZVOUS: u64 = 1;

/// Offsets of a channel's cells. The first is how many messages there are.
const CAPACITY: u64 = 1;
const SENDERS: u64 = 2;
const RECEIVERS: u64 = 3;
const WAITING: u64 = 4;
/// How many messages were taken out: it names messages, and is no part of the state.
pub(crate) const RECEIVED: u64 = 5;
/// How many senders wait on a rendezvous channel that somebody may receive from without waiting for ever.
const QUEUED: u64 = 6;
/// How many selections stand at a rendezvous channel, for either end.
pub(super) const SELECTING: u64 = 7;
/// Whether a receiver has found that no senders are left.
const CLOSED: u64 = 8;

/// The cell of the receives.
pub(super) fn receives_at(channel: u64) -> u64 {
    channel + WAITING
}

/// A channel's cells.
pub(super) struct State {
    pub(super) channel: u64,
    pub(super) len: u64,
    capacity: u64,
    pub(super) senders: u64,
    pub(super) receivers: u64,
    waiting: u64,
    received: u64,
    queued: u64,
    /// Other threads' selections at it.
    others: Selecting,
}

/// Whether a channel has no room for a message that nobody waits for.
pub(super) fn is_rendezvous(machine: &Machine, channel: u64) -> bool {
    let [_, capacity] = machine.look_at(channel);
    capacity == RENDEZVOUS
}

impl State {
    /// The channel, as a thread finds it.
    pub(super) fn look(machine: &Machine, thread: ThreadId, channel: u64) -> State {
        // In the order of their offsets.
        let [len, capacity, senders, receivers, waiting, received, queued] =
            machine.look_at(channel);
        State {
            channel,
            len,
            capacity,
            senders,
            receivers,
            waiting,
            received,
            queued,
            others: match machine.code.does.selects && capacity == RENDEZVOUS {
                true => select::others_at(machine, thread, channel),
                false => Selecting::default(),
            },
        }
    }

    pub(super) fn is_rendezvous(&self) -> bool {
        self.capacity == RENDEZVOUS
    }

    /// Whether a message can be put in. An attempt meets no receiver that a queued sender is about to serve.
    pub(super) fn has_room(&self, tries: bool) -> bool {
        match self.capacity {
            0 => true,
            RENDEZVOUS => {
                let served = if tries { self.queued } else { 0 };
                self.waiting > self.len + served || self.taker().is_some()
            }
            bound => self.len < bound - 1,
        }
    }

    /// The selection that the next message would be handed to: it came before the receivers that wait.
    pub(super) fn taker(&self) -> Option<Standing> {
        let is_first = |taker: &Standing| self.waiting == 0 || self.others.is_first(taker);
        self.others
            .to_receive
            .filter(|taker| self.len == 0 && is_first(taker))
    }

    /// The selection that an attempt to receive would get the message of: no other sender is there.
    pub(super) fn giver(&self) -> Option<Standing> {
        let is_free = self.len == 0 && self.waiting == 0 && self.queued == 0;
        self.others.to_send.filter(|_| is_free)
    }

    /// Whether senders have to wait until what others have agreed upon is done.
    pub(super) fn keeps_senders(&self) -> bool {
        let served = self.len > 0 && self.others.to_receive.is_some();
        self.is_rendezvous() && (self.others.has_met || served)
    }

    /// The same for receivers, but for those who are part of it. An attempt to receive also waits for those
    /// who came before it.
    pub(super) fn keeps_receivers(&self, tries: bool) -> bool {
        let served = self.waiting > self.queued && self.others.to_send.is_some();
        self.is_rendezvous() && (self.others.has_met || self.len > 0 || tries && served)
    }

    /// Whether an attempt to receive meets a sender that waits, and not for another receiver.
    fn meets(&self, verb: Verb, phase: Phase) -> bool {
        let tries = verb == Verb::TryReceive && !is_registered(phase);
        tries && self.would_meet()
    }

    /// Whether somebody is about to send to one who has registered.
    fn will_be_served(&self) -> bool {
        self.waiting <= self.queued || self.others.has_met
    }

    /// Whether somebody waits to send, and not for another receiver.
    pub(super) fn would_meet(&self) -> bool {
        !self.is_ready() && (self.queued > self.waiting || self.giver().is_some())
    }

    /// Whether a receive would not wait.
    pub(super) fn is_ready(&self) -> bool {
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

    /// Whether senders are left. Who waits for a message does not look at it as long as there are some.
    fn senders_left(&self) -> Object {
        Object::Senders(self.channel)
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
    let state = State::look(machine, pending.operation.thread, pending.args[0]);
    let senders = state.senders_left();
    let as_a_whole = state.is_rendezvous() && machine.code.does.tries_to_receive;
    if as_a_whole {
        match verb {
            Verb::AddSender => {}
            // They meet nobody.
            Verb::DropSender | Verb::DropReceiver | Verb::Len => {
                return cell(state.channel, Exclusive);
            }
            Verb::Send
            | Verb::TrySend
            | Verb::SendTimeout
            | Verb::Receive
            | Verb::TryReceive
            | Verb::ReceiveTimeout => return whole(machine, &state),
        }
    }
    match verb {
        // Whoever does so has a sender: nobody can find that there are none.
        Verb::AddSender => Footprint::new(),
        Verb::Send | Verb::TrySend | Verb::SendTimeout => {
            let goes = verb == Verb::Send || state.has_room(verb == Verb::TrySend);
            send_footprint(&state, goes)
        }
        Verb::Receive | Verb::TryReceive | Verb::ReceiveTimeout => {
            let registered = is_registered(pending.phase);
            let registers = state.registers(verb, pending);
            receive_footprint(&state, (registers, registered), verb != Verb::Receive)
        }
        Verb::DropSender => smallvec![(senders, Accumulate)],
        // Whoever knows that no senders are left gets in the way of none.
        Verb::DropReceiver if is_closed(machine, &state) => {
            cell(receives_at(state.channel), Exclusive)
        }
        Verb::DropReceiver => smallvec![(state.sends(), Exclusive), (state.receives(), Exclusive)],
        Verb::Len => smallvec![(state.sends(), Shared), (state.receives(), Shared)],
    }
}

/// A rendezvous channel in one, with the channels that selections leave for it.
pub(super) fn whole(machine: &Machine, state: &State) -> Footprint {
    let mut footprint = cell(state.channel, Touch::Exclusive);
    let selecting = [state.others.to_receive, state.others.to_send];
    for standing in selecting.into_iter().flatten() {
        select::add_channels(machine, standing, &mut footprint);
    }
    footprint
}

/// Of a send.
pub(super) fn send_footprint(state: &State, goes: bool) -> Footprint {
    use Touch::{Exclusive, Shared};
    if state.receivers == 0 {
        return smallvec![(state.sends(), Shared)];
    }
    let mut footprint: Footprint = match goes {
        true => smallvec![(state.sends(), Exclusive), (state.next_sent(), Exclusive)],
        false => smallvec![(state.sends(), Shared)],
    };
    footprint.extend(state.next_room().map(|room| (room, Shared)));
    footprint
}

/// Whether a message of an unbounded channel was sent.
pub(crate) fn was_sent(machine: &Machine, channel: u64, number: u32) -> bool {
    let state = State::look(machine, ThreadId::MAIN, channel);
    state.capacity == 0 && number.wrapping_sub(state.received as u32) < state.len as u32
}

/// Whether a receiver has found that no senders are left.
fn is_closed(machine: &Machine, state: &State) -> bool {
    machine.look(state.channel + CLOSED) != 0
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
        | Verb::DropReceiver => true,
        Verb::AddSender | Verb::DropSender | Verb::Len => false,
    }
}

/// Of a receive. Who can go on without a message looks whether senders are left, whatever he finds: which of
/// them goes last is a matter of order.
pub(super) fn receive_footprint(
    state: &State,
    (registers, registered): (bool, bool),
    can_go_on: bool,
) -> Footprint {
    use Touch::{Exclusive, Shared};
    if registers {
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
    if registered {
        let room = state.waiting_room((state.received + state.waiting).saturating_sub(1));
        footprint.extend([(state.receives(), Exclusive), (room, Exclusive)]);
    } else {
        footprint.push((state.receives(), Shared));
    }
    if state.senders == 0 || can_go_on {
        footprint.push((state.senders_left(), Shared));
    }
    footprint
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    let state = State::look(machine, pending.operation.thread, pending.args[0]);
    if is_kept(&state, verb, pending.phase) {
        return Arms::new();
    }
    let may_register = state.is_rendezvous() && pending.phase == Phase::Start;
    let may_queue = may_register && machine.code.does.tries_to_receive;
    let goes = state.has_room(false) || state.receivers == 0 || may_queue;
    match verb {
        Verb::Send => only_if(goes),
        Verb::SendTimeout if goes || !super::may_time_out(pending) => only_if(goes),
        Verb::SendTimeout => Arms::from_elem(Arm::TimeOut, 1),
        Verb::TryReceive => only_if(pending.phase == Phase::Start || state.is_ready()),
        Verb::Receive => only_if(state.is_ready() || may_register),
        Verb::ReceiveTimeout if state.is_ready() || may_register => only_if(true),
        Verb::ReceiveTimeout if state.is_rendezvous() && state.will_be_served() => only_if(false),
        Verb::ReceiveTimeout if !super::may_time_out(pending) => only_if(false),
        Verb::ReceiveTimeout => Arms::from_elem(Arm::TimeOut, 1),
        Verb::TrySend | Verb::AddSender | Verb::DropSender | Verb::DropReceiver | Verb::Len => {
            only_if(true)
        }
    }
}

/// Whether others have agreed upon something at the channel that has to be done first.
fn is_kept(state: &State, verb: Verb, phase: Phase) -> bool {
    match verb {
        Verb::Send | Verb::TrySend | Verb::SendTimeout => state.keeps_senders(),
        Verb::Receive | Verb::TryReceive | Verb::ReceiveTimeout => {
            if is_registered(phase) {
                return state.others.is_promised && state.len > 0;
            }
            state.keeps_receivers(verb != Verb::Receive)
        }
        Verb::AddSender | Verb::DropSender | Verb::DropReceiver | Verb::Len => false,
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
    read(machine, thread, channel)?;
    let state = State::look(machine, thread, channel);
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
            machine.release_what_follows(thread, channel + SENDERS);
            done()
        }
        Verb::DropReceiver => {
            let left = state.receivers.saturating_sub(1);
            machine.put(thread, channel + RECEIVERS, left)?;
            // The unread messages are the last receiver's.
            for _ in 0..if left == 0 { state.len } else { 0 } {
                machine.acquire_oldest(thread, channel + RECEIVED);
            }
            machine.acquire(thread, state.channel + WAITING);
            machine.release_what_follows(thread, channel + RECEIVERS);
            done()
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
        see_receivers_gone(machine, thread, state);
        return result(if verb == Verb::Send { 0 } else { 2 });
    }
    if !state.has_room(verb == Verb::TrySend) {
        let may_queue = verb != Verb::TrySend && machine.code.does.tries_to_receive;
        if !(may_queue && state.is_rendezvous() && pending.phase == Phase::Start) {
            machine.see_time(thread, state.channel);
            return result(0);
        }
        machine.offer(thread, state.channel + QUEUED, state.queued + 1)?;
        return Ok(Outcome::Wait(Phase::Queued));
    }
    put_in(machine, thread, state, state.taker())?;
    if verb == Verb::SendTimeout {
        machine.thread_mut(thread).time_outs = 0;
    }
    result(1)
}

/// The thread reads all that an operation may depend on.
pub(super) fn read(machine: &mut Machine, thread: ThreadId, channel: u64) -> Result<(), Fault> {
    for cell in (0..RECEIVED).chain([QUEUED, SELECTING]) {
        machine.get(thread, channel + cell)?;
    }
    Ok(())
}

/// Puts a message in, for the selection that the thread meets there, if any; a rendezvous channel's with what
/// has made room for it.
pub(super) fn put_in(
    machine: &mut Machine,
    thread: ThreadId,
    state: &State,
    taker: Option<Standing>,
) -> Result<(), Fault> {
    if let Some(taker) = taker {
        select::meet(machine, thread, taker)?;
    }
    machine.put(thread, state.channel, state.len + 1)?;
    machine.made_progress(thread);
    machine.acquire(thread, state.channel);
    if taker.is_none() && state.next_room().is_some() {
        machine.acquire_oldest(thread, state.channel + CAPACITY);
    }
    machine.release_what_follows(thread, state.channel);
    machine.release_to_one(thread, state.channel + RECEIVED);
    Ok(())
}

/// Registers as one who waits for a message; the selection that it meets there, if any, has to send it.
pub(super) fn register(
    machine: &mut Machine,
    thread: ThreadId,
    state: &State,
    meets: Option<Standing>,
) -> Result<(), Fault> {
    if let Some(giver) = meets {
        select::meet(machine, thread, giver)?;
    }
    machine.release_to_one(thread, state.channel + CAPACITY);
    machine.offer(thread, state.channel + WAITING, state.waiting + 1)
}

/// Is registered no more.
pub(super) fn unregister(
    machine: &mut Machine,
    thread: ThreadId,
    state: &State,
) -> Result<(), Fault> {
    let left = state.waiting.saturating_sub(1);
    machine.offer(thread, state.channel + WAITING, left)
}

fn receive(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    state: &State,
) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    let registered = is_registered(pending.phase);
    if state.registers(verb, pending) || state.meets(verb, pending.phase) {
        // One who waits for ever need not bind a selection: it can go there when it likes.
        let giver = state.giver().filter(|_| verb != Verb::Receive);
        register(machine, thread, state, giver)?;
        let place = select::last_place(machine, thread);
        return Ok(Outcome::Wait(Phase::Registered(place)));
    }
    if let Phase::Registered(place) = pending.phase {
        unregister(machine, thread, state)?;
        select::leave_place(machine, thread, place);
    }
    if state.len > 0 {
        take(machine, thread, state)?;
        return result(1);
    }
    see_nothing(machine, thread, state, registered)?;
    let is_plain = verb == Verb::Receive;
    result(if state.senders == 0 && !is_plain {
        2
    } else {
        0
    })
}

/// The thread finds no receiver.
pub(super) fn see_receivers_gone(machine: &mut Machine, thread: ThreadId, state: &State) {
    machine.acquire(thread, state.channel + RECEIVERS);
}

/// The thread finds no message, and perhaps no sender.
pub(super) fn see_nothing(
    machine: &mut Machine,
    thread: ThreadId,
    state: &State,
    registered: bool,
) -> Result<(), Fault> {
    if registered {
        machine.acquire_oldest(thread, state.channel + CAPACITY);
    }
    if state.senders == 0 {
        machine.acquire(thread, state.channel + SENDERS);
        if !is_closed(machine, state) {
            machine.put(thread, state.channel + CLOSED, 1)?;
        }
    }
    machine.see_time(thread, receives_at(state.channel));
    Ok(())
}

fn is_registered(phase: Phase) -> bool {
    matches!(phase, Phase::Registered(_))
}

/// Takes the oldest message out.
pub(super) fn take(machine: &mut Machine, thread: ThreadId, state: &State) -> Result<(), Fault> {
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

/// Whether an attempt to receive meets a sender that waits, as things stand.
pub(super) fn would_meet(machine: &Machine, verb: Verb, pending: &Pending) -> bool {
    let state = State::look(machine, pending.operation.thread, pending.args[0]);
    state.meets(verb, pending.phase)
}
