//! The orderings that a data race is for want of: the atomic operations of a failing run that would have to acquire or
//! release for the same run to have no race, though all else comes in the order that it had.

use crate::exploration::Bug;
use crate::run::Event;
use crate::schedule::{self, Schedule};
use std::collections::BTreeMap;
use vscheck_ir::{Action, Site};
use vscheck_vm::{
    Blocked, BlockedReason, End, FaultKind, Machine, Strengthened, ThreadId, dependent,
};

/// Places at which orderings are tried.
const MAX_PLACES: usize = 40;
/// Places that a report may name: who lacks more than these has another plan.
const MAX_NAMED: usize = 3;
/// Instructions that all tries together may have: nobody waits for a report for long.
const MAX_INSTRUCTIONS_TRIED: u64 = 20_000_000;

/// An operation that would have to order more than it does.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    /// The position in the schedule of an execution.
    pub step: usize,
    /// What it would have to do.
    pub more: Strengthened,
}

impl Missing {
    /// The weakest ordering that does what is missing; what the operation does already is none of it.
    pub fn ordering(&self) -> &'static str {
        match (self.more.acquires, self.more.releases) {
            (true, true) => "AcqRel",
            (true, false) => "Acquire",
            (false, _) => "Release",
        }
    }
}

/// The fewest orderings without which there is the race, as far as one after the other can be left out. None where
/// no ordering helps, or too many are needed to say so. Only at places of `weak`, which ask for less than `SeqCst`.
pub fn find(start: &Machine, bug: &Bug, weak: &[Site]) -> Vec<Missing> {
    if bug.fault.kind != FaultKind::DataRace {
        return Vec::new();
    }
    let events = bug.run.trace.items();
    let mut places: BTreeMap<Site, Missing> = BTreeMap::new();
    for (step, event) in events.iter().enumerate() {
        let site = event.operation.site;
        let more = strongest(site, event.operation.action);
        if weak.contains(&site) {
            places.entry(site).or_insert(Missing { step, more });
        }
    }
    let mut missing: Vec<Missing> = places.into_values().collect();
    missing.sort_by_key(|missing| missing.step);
    let tries = 2 * missing.len() as u64 + 1;
    let too_long = tries * bug.run.machine.instructions() > MAX_INSTRUCTIONS_TRIED;
    let steps = bug.run.schedule();
    if missing.is_empty()
        || missing.len() > MAX_PLACES
        || too_long
        || !is_avoided(start, &steps, &missing)
    {
        return Vec::new();
    }
    for place in 0..missing.len() {
        for leave_out in [leave_out_acquire, leave_out_release] {
            let before = missing[place];
            leave_out(&mut missing[place].more);
            if !is_avoided(start, &steps, &missing) {
                missing[place] = before;
            }
        }
    }
    missing.retain(|missing| missing.more.acquires || missing.more.releases);
    for missing in &mut missing {
        let racing = [bug.fault.thread, bug.fault.against];
        missing.step = telling_step(&events, missing, racing);
    }
    match missing.len() <= MAX_NAMED {
        true => missing,
        false => Vec::new(),
    }
}

/// Of all executions of an operation the last one at which it could hand something on, or be handed it: of a thread
/// that races, if there is one.
fn telling_step(events: &[&Event], missing: &Missing, racing: [Option<ThreadId>; 2]) -> usize {
    let meets = |step: usize| {
        let (before, after) = (&events[..step], &events[step + 1..]);
        let here = &events[step].operation;
        let is_met =
            |other: &&Event| other.thread() != here.thread && dependent(&other.operation, here);
        missing.more.acquires && before.iter().any(&is_met)
            || missing.more.releases && after.iter().any(is_met)
    };
    let is_here = |&step: &usize| events[step].operation.site == missing.more.site;
    let rank = |&step: &usize| {
        let races = racing.contains(&Some(events[step].thread()));
        (meets(step), races, step)
    };
    let executions = (0..events.len()).filter(is_here);
    executions.max_by_key(rank).unwrap_or(missing.step)
}

fn leave_out_acquire(more: &mut Strengthened) {
    more.acquires = false;
}

fn leave_out_release(more: &mut Strengthened) {
    more.releases = false;
}

/// All that an atomic operation, or a fence, can order.
fn strongest(site: Site, action: Action) -> Strengthened {
    Strengthened {
        site,
        acquires: !matches!(action, Action::AtomicStore(_)),
        releases: !matches!(action, Action::AtomicLoad(_)),
    }
}

/// Whether the run comes to its last step, and past what failed behind it. Where that is a look of a loop which goes
/// round again, it is not taken: the thread waits.
fn is_avoided(start: &Machine, steps: &Schedule, missing: &[Missing]) -> bool {
    let Some((&last, before)) = steps.split_last() else {
        return false;
    };
    let mut start = start.clone();
    start.strengthen(missing.iter().map(|missing| missing.more).collect());
    let Ok(mut run) = schedule::follow(start, before) else {
        return false;
    };
    if schedule::is_recordable(&run, last) {
        schedule::advance(&mut run, last);
        return !matches!(run.machine.end(), Some(End::Bug(_)));
    }
    let spins = |blocked: Blocked| blocked.reason == BlockedReason::Spin;
    run.machine.end().is_none() && run.machine.blocked(last.thread).is_some_and(spins)
}
