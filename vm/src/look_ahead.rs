//! Looking ahead: a thread that would only go round a loop once more, and change nothing, waits until
//! what it looks at changes. Orders in which it looks in vain are no different from those in which it
//! looks when there is something to see (Kokologiannakis, Ren, Vafeiadis 2021, *Dynamic partial order
//! reductions for spinloops*, FMCAD).
//!
//! That holds for laps with one operation. Between two operations of a lap others may move, and what the
//! thread saw of both together need never hold at one moment: such laps are run (see `spin`).

use crate::code::Code;
use crate::machine::Machine;
use crate::operation::{Arm, Footprint, ThreadId, Transition, footprints_meet};
use crate::pace::Changes;
use crate::spin::{Spin, Streak, own_state};
use crate::sync;
use crate::tally::is_wide;
use crate::thread::{Frame, Pending, Thread};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{CellKind, Reg};

/// The most laps until a thread comes back to the state that it had after an earlier one.
pub(crate) const MAX_LAPS: usize = 64;
/// The most instructions of all of these.
const MAX_INSTRUCTIONS: u64 = 1 << 18;

/// Laps of the same length in a row that only count, by the same steps: later ones are like them, as nothing depends
/// on what they count but their length.
const STEADY_LAPS: u32 = 3;
/// Whoever counts by larger steps comes to an end soon.
const MAX_STEP: u64 = 1 << 10;

/// How many laps of the same length have only counted, up to the last.
#[derive(Default)]
pub(crate) struct Steady {
    laps: u32,
    length: u64,
    steps: Vec<u64>,
    /// The thread at the end of the last, and how many instructions there were up to then.
    end: Option<(Arc<Thread>, u64)>,
}

impl Steady {
    /// Notes that a thread of a machine that looks ahead is at the end of a lap.
    pub(crate) fn add_lap(&mut self, ahead: &Machine, id: ThreadId) {
        let now = ahead.threads[id.index()].clone();
        let end = now.map(|now| (now, ahead.instructions));
        let begin = std::mem::replace(&mut self.end, end);
        let (Some((before, began)), Some((now, ended))) = (begin, self.end.clone()) else {
            return;
        };
        let mut changes = LapChanges::default();
        let length = ended - began;
        let added = changes.add(&ahead.code, &before, &now);
        let counts = added.is_some() && changes.are_of_wide_numbers(&ahead.code, &now);
        let steps = changes.steps(&before, &now);
        let is_small = |&step: &u64| step.min(step.wrapping_neg()) <= MAX_STEP;
        let is_steady = length == self.length && steps == self.steps;
        let goes_on = counts && is_steady && steps.iter().all(is_small);
        self.laps = if goes_on { self.laps + 1 } else { 0 };
        self.length = length;
        self.steps = steps;
    }

    /// Whether there were enough of them to know the later ones.
    pub(crate) fn goes_on_like_this(&self) -> bool {
        self.laps >= STEADY_LAPS
    }
}

/// What has changed of a thread, by call, since it stood in the same place before.
#[derive(Default)]
pub(crate) struct LapChanges(Vec<Changes>);

impl Machine {
    /// Whether the operation that a thread arrives at may be all that a loop waits with.
    pub(crate) fn may_await(&self, id: ThreadId, pending: &Pending) -> bool {
        let site = pending.operation.site;
        if !self.options.looks_ahead || sync::look(pending.operation.action).is_none() {
            return false;
        }
        let awaiting = self.code.awaiting(site.func);
        let callers = || {
            let calls = self.thread(id).frames.iter().rev().skip(1);
            let mut sites = calls.map(Frame::site);
            sites.any(|call| self.code.may_recur(call))
        };
        let here = awaiting.here.contains(site.inst.index());
        let in_callers = awaiting.in_callers.contains(site.inst.index());
        here || in_callers && callers()
    }

    /// Looks ahead for every thread that may await what a step touched.
    pub(crate) fn look_ahead(&mut self, touched: &Footprint) {
        for index in 0..self.pending.len() {
            let stale = |pending: &Arc<Pending>| {
                let operation = &pending.operation;
                let met = || footprints_meet(&operation.footprint, touched);
                operation.awaits && (pending.look_ahead_due || met())
            };
            if self.pending[index].as_ref().is_some_and(stale) {
                self.look_ahead_of(ThreadId(index as u16));
            }
        }
    }

    fn look_ahead_of(&mut self, id: ThreadId) {
        let pending = self.pending[id.index()].as_deref().expect("awaits");
        let goes_one_way = sync::arms(self, pending) == sync::only();
        let may_be_in_vain = goes_one_way && !sync::would_change(self, pending);
        let spin = may_be_in_vain.then(|| self.next_lap(id)).flatten();
        let pending = self.pending[id.index()].as_mut().expect("awaits");
        let pending = Arc::make_mut(pending);
        pending.look_ahead_due = !goes_one_way;
        // What an earlier lap read tells as much: it holds as long as the cells do. The footprint of who
        // spins is brought up to date with all others that depend on the state.
        pending.spin = spin.or(pending.spin.take());
    }

    /// What the thread would read if it went round once more, if that changed nothing, or no more than how long it
    /// pauses before it looks again.
    fn next_lap(&mut self, id: ThreadId) -> Option<Arc<Spin>> {
        let mut ahead = self.to_look_ahead(id);
        ahead.passes_pauses = true;
        let start = ahead.pending[id.index()].clone()?;
        ahead.close_lap(id, &start);
        let spin = self.go_round(&mut ahead, id, &start);
        self.instructions = ahead.instructions;
        spin
    }

    /// A copy to run one thread on, whose accesses nobody asked for.
    pub(crate) fn to_look_ahead(&self, id: ThreadId) -> Machine {
        let mut ahead = self.clone();
        ahead.is_look_ahead = true;
        ahead.ways = None;
        ahead.plain_accesses = None;
        ahead.thread_mut(id).streak = Streak::default();
        ahead
    }

    fn go_round(&self, ahead: &mut Machine, id: ThreadId, start: &Pending) -> Option<Arc<Spin>> {
        ahead.come_back(id, start)?;
        if let Some(spin) = &ahead.pending_of(id)?.spin {
            return Some(spin.clone());
        }
        if self.code.is_restless(start.operation.site) {
            return None;
        }
        let state = own_state(self, self.thread(id), false).matters;
        if let Some(known) = self.known_to_wait(state) {
            return Some(known);
        }
        let reads = self.go_round_again(ahead, id, start)?;
        Some(self.note_that_waits(state, reads))
    }

    /// For what a thread waits that is in a state in which one was seen to wait, if that still is so.
    pub(crate) fn known_to_wait(&self, state: u128) -> Option<Arc<Spin>> {
        let holds = |spin: &Arc<Spin>| {
            let mut reads = spin.reads.iter();
            reads.all(|&(cell, value)| self.watched(cell) == Some(value))
        };
        self.code.known_to_wait(state).filter(holds)
    }

    /// Notes that a thread in this state waits until one of the cells that it reads changes.
    pub(crate) fn note_that_waits(&self, state: u128, mut reads: Vec<(u64, u64)>) -> Arc<Spin> {
        reads.sort_unstable();
        reads.dedup();
        let counted = false;
        let spin = Arc::new(Spin {
            passing: SmallVec::new(),
            tried: SmallVec::new(),
            repeated: reads.iter().map(|&(cell, _)| cell).collect(),
            reads,
            counted,
            turned: SmallVec::new(),
        });
        self.code.note_that_waits(state, spin.clone());
        spin
    }

    /// Lets a thread go on that has been round once, until it is in a state in which it was before, or does nothing but
    /// count any more, if no more changes meanwhile than what sets the pace. What it reads meanwhile.
    fn go_round_again(
        &self,
        ahead: &mut Machine,
        id: ThreadId,
        start: &Pending,
    ) -> Option<Vec<(u64, u64)>> {
        let end = ahead.instructions + MAX_INSTRUCTIONS;
        let mut changes = LapChanges::default();
        let mut states = vec![own_state(self, self.thread(id), true).matters];
        let mut reads = Vec::new();
        let mut steady = Steady::default();
        while states.len() <= MAX_LAPS && ahead.instructions < end {
            match &ahead.pending_of(id)?.spin {
                Some(spin) => reads.extend_from_slice(&spin.reads),
                None => reads.extend(ahead.newest_lap(id)?),
            }
            steady.add_lap(ahead, id);
            let now = ahead.thread(id);
            changes.add(&self.code, self.thread(id), now)?;
            if !changes.only_set_pace(&self.code, now) {
                return None;
            }
            let state = own_state(ahead, now, true).matters;
            if states.contains(&state) || steady.goes_on_like_this() {
                return Some(reads);
            }
            states.push(state);
            ahead.come_back(id, start)?;
        }
        self.code.note_restless(start.operation.site);
        None
    }

    /// Lets a thread of a machine that looks ahead go round once, if it comes back to the same operation.
    fn come_back(&mut self, id: ThreadId, start: &Pending) -> Option<()> {
        self.step_ahead(id);
        let operation = |pending: &Pending| (pending.operation.site, pending.operation.action);
        // Where its object is gone by then, the thread stands before a fault.
        (operation(self.pending_of(id)?) == operation(start)).then_some(())
    }

    /// Does the next operation of a thread, which can be done in one way.
    pub(crate) fn step_ahead(&mut self, thread: ThreadId) {
        let arm = Arm::Only;
        self.step(Transition { thread, arm });
    }

    fn newest_lap(&self, id: ThreadId) -> Option<Vec<(u64, u64)>> {
        let thread = self.thread(id);
        let current = |cell| self.watched(cell);
        thread.streak.newest_lap(&thread.held, id.index(), current)
    }
}

impl LapChanges {
    /// Adds what is different of a thread that stands where it stood; `None` if it does not stand there in the same
    /// calls, or more of it is.
    pub(crate) fn add(&mut self, code: &Code, before: &Thread, now: &Thread) -> Option<()> {
        let place = |frame: &Frame| (frame.site(), frame.base, frame.slots);
        let calls = |thread: &Thread| thread.frames.iter().map(place).collect::<Vec<_>>();
        let is_alike = calls(before) == calls(now)
            && before.slots.len() == now.slots.len()
            && before.unwinding == now.unwinding
            && before.clock_looks == now.clock_looks;
        if !is_alike {
            return None;
        }
        self.0.resize_with(now.frames.len(), Changes::default);
        let mut slots_end = now.slots.len();
        for (depth, frame) in now.frames.iter().enumerate().rev() {
            let changes = &mut self.0[depth];
            let live = match depth + 1 == now.frames.len() {
                true => code.live_before(frame.site()),
                false => code.live_across(frame.site()),
            };
            let differs = |reg: &&Reg| {
                let at = frame.base as usize + reg.index();
                before.regs[at] != now.regs[at]
            };
            let differing = live.values.iter().filter(differs).map(|reg| reg.index());
            note(&mut changes.registers, differing);
            let first = frame.slots as usize;
            let differs = |&place: &usize| cells(before, place) != cells(now, place);
            let differing = (first..slots_end).filter(differs);
            note(&mut changes.slots, differing.map(|place| place - first));
            slots_end = first;
        }
        Some(())
    }

    /// By how much each register and each cell of a slot has grown that has changed; of a slot also those that have not.
    fn steps(&self, before: &Thread, now: &Thread) -> Vec<u64> {
        let calls = now.frames.iter().zip(&self.0);
        let grown = |(now, before): (&u64, &u64)| now.wrapping_sub(*before);
        let steps = calls.flat_map(|(frame, changes)| {
            let at = |register| frame.base as usize + register;
            let registers = changes.registers.ones().map(at);
            let registers = registers.map(|at| grown((&now.regs[at], &before.regs[at])));
            let slots = changes.slots.ones().map(|slot| frame.slots as usize + slot);
            let slots = slots.flat_map(|slot| cells(now, slot).iter().zip(cells(before, slot)));
            registers.chain(slots.map(grown)).collect::<Vec<u64>>()
        });
        steps.collect()
    }

    /// Whether nothing has changed but numbers that can be counted up for ever.
    fn are_of_wide_numbers(&self, code: &Code, thread: &Thread) -> bool {
        let is_wide = |kind: &CellKind| matches!(kind, CellKind::Scalar(ty) if is_wide(*ty));
        let program = code.program();
        let mut calls = thread.frames.iter().zip(&self.0);
        calls.all(|(frame, changes)| {
            let function = program.function(frame.func);
            let mut registers = changes.registers.ones();
            let mut slots = changes.slots.ones();
            registers.all(|register| is_wide(&function.registers[register]))
                && slots.all(|slot| {
                    let layout = program.layout(function.slots[slot].layout);
                    layout.pattern.iter().all(is_wide)
                })
        })
    }

    /// Whether all of that sets no more than the pace of the loop that the thread is in.
    pub(crate) fn only_set_pace(&self, code: &Code, thread: &Thread) -> bool {
        let mut calls = thread.frames.iter().zip(&self.0);
        calls.all(|(frame, changes)| code.only_set_pace(frame.site(), changes))
    }
}

fn note(set: &mut FixedBitSet, what: impl Iterator<Item = usize>) {
    what.for_each(|index| set.grow_and_insert(index));
}

/// What a slot holds.
fn cells(thread: &Thread, place: usize) -> &[u64] {
    let slot = &thread.slots[place];
    let (first, len) = (slot.base as usize, slot.len as usize);
    &thread.stack.cells[first..first + len]
}
