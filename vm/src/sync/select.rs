//! Waiting for several channels at once: `(channel, ..., sends, biased, nanoseconds)`.
//!
//! What is ready is done in the transition that chooses it. Where nothing is, and some of the channels are
//! rendezvous channels, the selection *stands* at these from a transition of its own on, and whoever finds it
//! there *meets* it: the selection then stands nowhere else, and does what was agreed upon. An attempt to
//! receive meets a selection that would send before it can be sent, and both are bound to go on; likewise a
//! selection that receives and a sender that waits. Nobody else can come to the channel until that is done.
//!
//! Of several that stand at a channel, who came first is met, and so of a selection and those who wait for
//! nothing else. Which of these who wait is served is open: that comes to the same as another order of arrival.

use super::channel::{self, SELECTING, State};
use super::{Arms, Outcome, only, result};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Arm, Footprint, Object, ThreadId, Touch};
use crate::thread::{Pending, Phase};
use std::sync::Arc;
use vscheck_ir::Action;

/// A selection that stands at a rendezvous channel, for this arm.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    thread: ThreadId,
    arm: u32,
    place: u32,
}

/// The selections at a rendezvous channel.
#[derive(Clone, Copy, Default)]
pub(super) struct Selecting {
    pub(super) to_receive: Option<Standing>,
    pub(super) to_send: Option<Standing>,
    /// Whether one of them was met there and has yet to do what it is to do.
    pub(super) has_met: bool,
    /// Whether it is one that receives.
    pub(super) is_promised: bool,
    /// The place of the first receiver that waits.
    first_registered: Option<u32>,
}

impl Selecting {
    /// Whether a selection came before all receivers that wait.
    pub(super) fn is_first(&self, standing: &Standing) -> bool {
        self.first_registered
            .is_some_and(|place| standing.place < place)
    }
}

/// One arm of a selection.
#[derive(Clone, Copy)]
struct Case {
    arm: u32,
    channel: u64,
    sends: bool,
}

/// How many channels an action selects from.
pub(super) fn arms_of(action: Action) -> usize {
    match action {
        Action::ChannelSelect { arms } => arms.into(),
        _ => 0,
    }
}

fn cases(pending: &Pending) -> impl Iterator<Item = Case> + '_ {
    let count = arms_of(pending.operation.action);
    let sends = pending.args.get(count).copied().unwrap_or(0);
    let channels = pending.args.iter().take(count).enumerate();
    channels.map(move |(arm, &channel)| Case {
        arm: arm as u32,
        channel,
        sends: sends >> arm & 1 == 1,
    })
}

fn case(pending: &Pending, arm: u32) -> Option<Case> {
    cases(pending).nth(arm as usize)
}

fn is_biased(pending: &Pending) -> bool {
    let count = arms_of(pending.operation.action);
    pending
        .args
        .get(count + 1)
        .is_some_and(|&biased| biased != 0)
}

/// Whether it only looks whether something is ready.
pub(super) fn only_tries(pending: &Pending) -> bool {
    let action = pending.operation.action;
    let is_limited = arms_of(action) + 3 == pending.args.len();
    matches!(action, Action::ChannelSelect { .. }) && is_limited && pending.args.last() == Some(&0)
}

/// Other threads' selections at a rendezvous channel.
pub(super) fn others_at(machine: &Machine, thread: ThreadId, channel: u64) -> Selecting {
    let mut found = Selecting::default();
    for other in machine.thread_ids().filter(|&other| other != thread) {
        let Some(pending) = machine.pending_of(other) else {
            continue;
        };
        let here = |arm| case(pending, arm).is_some_and(|case| case.channel == channel);
        match pending.phase {
            Phase::Met(arm) => {
                found.has_met |= here(arm);
                found.is_promised |=
                    here(arm) && case(pending, arm).is_some_and(|case| !case.sends);
            }
            Phase::Registered(place) if pending.args.first() == Some(&channel) => {
                let first = found.first_registered.get_or_insert(place);
                *first = place.min(*first);
            }
            Phase::Standing(place) => {
                for case in cases(pending).filter(|case| case.channel == channel) {
                    let arm = case.arm;
                    let first = match case.sends {
                        true => &mut found.to_send,
                        false => &mut found.to_receive,
                    };
                    if first.is_none_or(|first| place < first.place) {
                        let thread = other;
                        *first = Some(Standing { thread, arm, place });
                    }
                }
            }
            Phase::Start
            | Phase::CondvarWaiting
            | Phase::Reacquire { .. }
            | Phase::BarrierArrived { .. }
            | Phase::Queued
            | Phase::Behind(_)
            | Phase::Registered(_)
            | Phase::Meeting(_) => {}
        }
    }
    found
}

/// The channels that a selection leaves if it is met at one of them.
pub(super) fn add_channels(machine: &Machine, of: Standing, footprint: &mut Footprint) {
    for case in machine.pending_of(of.thread).into_iter().flat_map(cases) {
        let touch = (Object::Cell(case.channel), Touch::Exclusive);
        let state = State::look(machine, of.thread, case.channel);
        if state.is_rendezvous() && !footprint.contains(&touch) {
            footprint.push(touch);
        }
    }
}

pub(super) fn footprint(machine: &Machine, pending: &Pending) -> Footprint {
    let settled = match pending.phase {
        Phase::Met(arm) | Phase::Meeting(arm) => Some(arm),
        _ => None,
    };
    let mut footprint = Footprint::new();
    for case in cases(pending).filter(|case| settled.is_none_or(|arm| arm == case.arm)) {
        let state = look(machine, pending, case);
        footprint.extend(match state.is_rendezvous() {
            true => channel::whole(machine, &state),
            false if case.sends => {
                channel::send_footprint(&state, state.has_room(only_tries(pending)))
            }
            false => channel::receive_footprint(&state, (false, false), true),
        });
    }
    footprint
}

fn look(machine: &Machine, pending: &Pending, case: Case) -> State {
    State::look(machine, pending.operation.thread, case.channel)
}

fn is_ready(state: &State, case: Case, tries: bool) -> bool {
    match case.sends {
        true => state.receivers == 0 || state.has_room(tries),
        false => state.is_ready() || state.is_rendezvous() && state.would_meet(),
    }
}

pub(super) fn arms(machine: &Machine, pending: &Pending) -> Arms {
    match pending.phase {
        Phase::Met(arm) => return Arms::from_elem(Arm::Value(arm), 1),
        Phase::Meeting(arm) => {
            let case = case(pending, arm).filter(|&case| look(machine, pending, case).is_ready());
            return case.map(|case| Arm::Value(case.arm)).into_iter().collect();
        }
        _ => {}
    }
    let tries = only_tries(pending);
    let kept = |case: Case| {
        let state = look(machine, pending, case);
        match case.sends {
            true => state.keeps_senders(),
            false => state.keeps_receivers(tries),
        }
    };
    if cases(pending).any(kept) {
        return Arms::new();
    }
    let ready = cases(pending).filter(|&case| is_ready(&look(machine, pending, case), case, tries));
    let most = if is_biased(pending) { 1 } else { usize::MAX };
    let ready: Arms = ready.map(|case| Arm::Value(case.arm)).take(most).collect();
    let stands = |case: Case| look(machine, pending, case).is_rendezvous();
    match () {
        () if !ready.is_empty() => ready,
        () if tries => only(),
        () if pending.phase == Phase::Start && cases(pending).any(stands) => only(),
        () if super::may_time_out(pending) => Arms::from_elem(Arm::TimeOut, 1),
        () => Arms::new(),
    }
}

pub(super) fn execute(
    machine: &mut Machine,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    if let Arm::Value(arm) = arm
        && arms(machine, pending).len() > 1
    {
        machine.thread_mut(thread).streak.choose(arm);
    }
    for case in cases(pending) {
        channel::read(machine, thread, case.channel)?;
    }
    if let Phase::Standing(_) = pending.phase {
        step_aside(machine, thread, pending)?;
    }
    let chosen = match arm {
        Arm::Value(arm) => case(pending, arm),
        _ => None,
    };
    match chosen {
        Some(case) if case.sends => send(machine, pending, case),
        Some(case) => receive(machine, pending, case),
        None if arm == Arm::TimeOut || only_tries(pending) => {
            for case in cases(pending) {
                machine.see_time(thread, case.channel);
                machine.see_time(thread, channel::receives_at(case.channel));
            }
            result(0)
        }
        None => {
            count_standing(machine, thread, pending, |count| count + 1)?;
            Ok(Outcome::Wait(Phase::Standing(last_place(machine, thread))))
        }
    }
}

/// The selection stands at no channel any more; a thread sees to it.
fn step_aside(machine: &mut Machine, by: ThreadId, selection: &Pending) -> Result<(), Fault> {
    if let Phase::Standing(place) = selection.phase {
        leave_place(machine, selection.operation.thread, place);
    }
    count_standing(machine, by, selection, |count| count.saturating_sub(1))
}

/// The place of a thread that comes to stand or to wait for a message now.
pub(super) fn last_place(machine: &Machine, thread: ThreadId) -> u32 {
    if !machine.code.does.selects {
        return 0;
    }
    let others = machine.thread_ids().filter(|&other| other != thread);
    let places = others.filter_map(|other| machine.pending_of(other)?.phase.place());
    places.max().map_or(0, |last| last + 1)
}

/// A thread has left its place: those behind close up, so that the same states come again.
pub(super) fn leave_place(machine: &mut Machine, thread: ThreadId, left: u32) {
    if !machine.code.does.selects {
        return;
    }
    for pending in machine.pending.iter_mut().flatten() {
        let is_behind = pending.phase.place().is_some_and(|place| place > left);
        if is_behind && pending.operation.thread != thread {
            let pending = Arc::make_mut(pending);
            pending.phase = pending.phase.closed_up();
        }
    }
}

/// A thread sees to how many selections stand at the rendezvous channels of one.
fn count_standing(
    machine: &mut Machine,
    by: ThreadId,
    selection: &Pending,
    change: impl Fn(u64) -> u64,
) -> Result<(), Fault> {
    for case in cases(selection) {
        if look(machine, selection, case).is_rendezvous() {
            let count = machine.look(case.channel + SELECTING);
            machine.offer(by, case.channel + SELECTING, change(count))?;
        }
    }
    Ok(())
}

/// A thread meets a selection at one of its channels: what was done before it stood there happens before
/// what the thread does next.
pub(super) fn meet(machine: &mut Machine, by: ThreadId, met: Standing) -> Result<(), Fault> {
    let Some(mut selection) = machine.pending_of(met.thread).cloned() else {
        return Ok(());
    };
    step_aside(machine, by, &selection)?;
    machine.made_progress(by);
    machine.made_progress(met.thread);
    machine.thread_mut(met.thread).time_outs = 0;
    if machine.keeps_clocks() {
        let other = &mut machine.thread_mut(met.thread).order.clock;
        let known = other.clone();
        other.tick(met.thread.0);
        machine.thread_mut(by).order.clock.join(&known);
    }
    let time = machine.thread(by).order.clock.time();
    machine.pass_time(met.thread, time);
    selection.phase = Phase::Met(met.arm);
    selection.spin = None;
    selection.operation.footprint = footprint(machine, &selection);
    machine.pending[met.thread.index()] = Some(Arc::new(selection));
    Ok(())
}

fn done(case: Case, disconnected: bool) -> Result<Outcome, Fault> {
    result(1 + 2 * u64::from(case.arm) + u64::from(disconnected))
}

fn send(machine: &mut Machine, pending: &Pending, case: Case) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    let state = look(machine, pending, case);
    if state.receivers == 0 {
        channel::see_receivers_gone(machine, thread, &state);
        return done(case, true);
    }
    // Who was met here sends to who has met it.
    let taker = state
        .taker()
        .filter(|_| pending.phase != Phase::Met(case.arm));
    channel::put_in(machine, thread, &state, taker)?;
    machine.thread_mut(thread).time_outs = 0;
    done(case, false)
}

fn receive(machine: &mut Machine, pending: &Pending, case: Case) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    let state = look(machine, pending, case);
    let is_settled = matches!(pending.phase, Phase::Met(_) | Phase::Meeting(_));
    if !is_settled && !state.is_ready() {
        channel::register(machine, thread, &state, state.giver())?;
        return Ok(Outcome::Wait(Phase::Meeting(case.arm)));
    }
    let registered = matches!(pending.phase, Phase::Meeting(_));
    if registered {
        channel::unregister(machine, thread, &state)?;
    }
    if state.len > 0 {
        channel::take(machine, thread, &state)?;
        return done(case, false);
    }
    channel::see_nothing(machine, thread, &state, registered)?;
    done(case, true)
}
