//! Prioritized permutation (Chen 2009, section 6.1.2): before the complete search, single orders that
//! are likely to show a bug, each run to its end with no backtracking points of its own.
//!
//! One run shows what the threads do, one after another, each stopped where the static pass suspects
//! something ([`super::stops`]). Then, out of depth-first order: locks taken in a cycle, each thread
//! driven to its second lock; waits that do not look again, with a third thread barging in;
//! conflicting pairs in their other order, best rank first. The same again for the opposite order,
//! without stops, which reaches waits that the first one does not. What is found here
//! replays like any other bug; what is not is left to the complete search.

use super::super::path::Path;
use super::barging;
use super::drive::{Drive, MAX_RUN, Preference};
use super::lock_order::{self, Nesting};
use super::rank::{self, Candidate, PairName};
use super::stops::Stops;
use crate::exploration::Exploration;
use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_vm::ThreadId;

/// Most pairs that are fulfilled out of order after one sequential run.
const MAX_CANDIDATES: usize = 48;

/// How many steps before the trigger its thread is stopped, at most.
const MAX_STOPS: usize = 8;

/// Tries the suspicious orders. Whether there may be others: false if the program has one order only.
pub fn explore(cx: &mut Exploration) -> bool {
    let mut waits = barging::suspicious_waits(cx);
    let stops = match cx.uses("stops") {
        true => Stops::suspected(cx),
        false => Stops::default(),
    };
    let (forward, given_up) = sequential(cx, Preference::Ascending, stops);
    drive_suspicions(cx, &forward, &mut waits, Preference::Ascending);
    if !given_up && !forward.has_alternatives() {
        return false;
    }
    // Suspicious waits that the first order did not come to are worth the other orders before any pair.
    let early = (!waits.is_empty()).then(|| {
        let path = other_order(cx, &mut waits, Preference::Descending);
        if !waits.is_empty() && forward.has_siblings() {
            other_order(cx, &mut waits, Preference::Grouped);
        }
        path
    });
    let mut seen = FxHashSet::default();
    drive_candidates(cx, &forward, &mut seen, Preference::Ascending);
    let backward = early.unwrap_or_else(|| other_order(cx, &mut waits, Preference::Descending));
    drive_candidates(cx, &backward, &mut seen, Preference::Descending);
    true
}

/// The two sequential orders at full length, if those that were tried were cut off: a program may do the same again and
/// again for longer than that, and show only at its end what came of it.
pub fn explore_at_length(cx: &mut Exploration) {
    for preference in [Preference::Ascending, Preference::Descending] {
        if cx.stats().max_depth >= MAX_RUN as u64 && !cx.should_stop() {
            let start = cx.start();
            Drive::resume_for(cx, start, usize::MAX).finish(None, preference);
        }
    }
}

/// Another sequential order, and what is suspicious in it.
fn other_order(cx: &mut Exploration, waits: &mut barging::Waits, preference: Preference) -> Path {
    let (path, _) = sequential(cx, preference, Stops::default());
    drive_suspicions(cx, &path, waits, preference);
    path
}

fn drive_suspicions(
    cx: &mut Exploration,
    path: &Path,
    waits: &mut barging::Waits,
    preference: Preference,
) {
    for cycle in lock_order::cycles(path) {
        if !cx.should_stop() {
            drive_cycle(cx, &cycle);
        }
    }
    barging::drive(cx, path, waits, preference);
}

/// One thread after another, each up to its stops. Also gives whether that has no end.
fn sequential(cx: &mut Exploration, preference: Preference, stops: Stops) -> (Path, bool) {
    if cx.should_stop() {
        return (Path::default(), false);
    }
    let mut drive = Drive::recorded(cx, stops);
    drive.finish(None, preference);
    let given_up = drive.is_given_up();
    (drive.into_path(), given_up)
}

/// Runs each thread of a cycle to just before its outer lock, then to just before its inner one, then
/// all to their end.
fn drive_cycle(cx: &mut Exploration, cycle: &[Nesting]) {
    cx.tally("lock_cycles_driven");
    let start = cx.start();
    let mut drive = Drive::resume(cx, start);
    let mut taken = FxHashMap::default();
    let stops = [
        |nesting: &Nesting| nesting.steps_to_held,
        |nesting: &Nesting| nesting.steps_to_wanted,
    ];
    for stop in stops {
        let limits = cycle
            .iter()
            .map(|nesting| (nesting.thread, stop(nesting)))
            .collect();
        for nesting in cycle {
            advance(&mut drive, nesting.thread, &limits, &mut taken);
        }
    }
    drive.finish(None, Preference::Ascending);
}

/// Lets a thread take as many steps as `limits` says; threads outside the cycle help it to be spawned
/// or to get what it waits for.
fn advance(
    drive: &mut Drive<'_>,
    thread: ThreadId,
    limits: &FxHashMap<ThreadId, usize>,
    taken: &mut FxHashMap<ThreadId, usize>,
) {
    while !drive.is_over() && taken.get(&thread).copied().unwrap_or(0) < limits[&thread] {
        let machine = &drive.run.machine;
        let may_move = |t: &ThreadId| {
            let room = limits
                .get(t)
                .is_none_or(|&limit| taken.get(t).copied().unwrap_or(0) < limit);
            room && machine.is_enabled(*t)
        };
        let itself = Some(thread).filter(may_move);
        let next = itself.or_else(|| {
            machine
                .thread_ids()
                .find(|t| !limits.contains_key(t) && may_move(t))
        });
        let Some(next) = next else { return };
        *taken.entry(next).or_default() += 1;
        drive.step_thread(next);
    }
}

/// Fulfils the best pairs of a run, one a run.
fn drive_candidates(
    cx: &mut Exploration,
    path: &Path,
    seen: &mut FxHashSet<PairName>,
    preference: Preference,
) {
    let candidates = rank::candidates(path, seen);
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if cx.should_stop() {
            return;
        }
        drive_candidate(cx, path, &candidate, preference);
    }
}

/// Drives the target before the trigger, resumes the trigger, finishes the others one by one. If the
/// target cannot be reached from there, because the trigger's thread is already in somebody's way
/// (a lock of the program's own making), the thread is stopped a little earlier.
fn drive_candidate(
    cx: &mut Exploration,
    path: &Path,
    candidate: &Candidate,
    preference: Preference,
) {
    let thread = path.thread(candidate.trigger);
    let stops = path.steps_back(thread, candidate.trigger);
    let stops = stops.filter(|&stop| path.steps[stop].has_alternatives());
    let most = if candidate.splits() { MAX_STOPS } else { 1 };
    for stop in stops.take(most) {
        if drive_from(cx, path, candidate, stop, preference) {
            return;
        }
    }
    cx.tally("pairs_unreachable");
}

/// Fulfils a pair with its trigger's thread stopped before a step. Whether that could be done.
fn drive_from(
    cx: &mut Exploration,
    path: &Path,
    candidate: &Candidate,
    stop: usize,
    preference: Preference,
) -> bool {
    let trigger = &path.steps[candidate.trigger].operation;
    let target = &path.steps[candidate.target].operation;
    let stopped = path.steps[stop].come_back(cx);
    let mut drive = Drive::resume(cx, stopped);
    if !drive.reach(trigger, target) {
        return false;
    }
    drive.cx.tally("pairs_fulfilled_first");
    drive.fulfil(target.thread);
    drive.finish(Some(trigger.thread), preference);
    true
}
