//! Prioritized permutation (Chen 2009, section 6.1.2): before the complete search, single orders that
//! are likely to show a bug, each run to its end with no backtracking points of its own.
//!
//! One sequential run shows what the threads do. Then, out of depth-first order: locks taken in a
//! cycle, each thread driven to its second lock; conflicting pairs in their other order, best rank
//! first. The same again for the opposite sequential order, which reaches waits that the first one
//! does not. What is found here replays like any other bug; what is not is left to the complete search.

use super::drive::{Drive, Preference};
use super::lock_order::{self, Nesting};
use super::path::Path;
use super::rank::{self, Candidate, PairName};
use crate::exploration::Exploration;
use crate::run::Run;
use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_vm::ThreadId;

/// Most pairs that are fulfilled out of order after one sequential run.
const MAX_CANDIDATES: usize = 48;

/// Tries the suspicious orders.
pub fn explore(cx: &mut Exploration) {
    let mut seen = FxHashSet::default();
    for preference in [Preference::Ascending, Preference::Descending] {
        let path = sequential(cx, preference);
        for cycle in lock_order::cycles(&path) {
            if cx.should_stop() {
                return;
            }
            drive_cycle(cx, &cycle);
        }
        drive_candidates(cx, &path, &mut seen, preference);
        if cx.should_stop() {
            return;
        }
    }
}

/// One thread after another.
fn sequential(cx: &mut Exploration, preference: Preference) -> Path {
    let run = cx.start();
    let mut drive = Drive {
        cx,
        path: Path::default(),
        run,
    };
    drive.finish(None, preference);
    drive.path
}

/// Runs each thread of a cycle to just before its inner lock, then all to their end.
fn drive_cycle(cx: &mut Exploration, cycle: &[Nesting]) {
    cx.tally("lock_cycles_driven");
    let run = cx.start();
    let mut drive = Drive {
        cx,
        path: Path::default(),
        run,
    };
    let limits: FxHashMap<ThreadId, usize> = cycle
        .iter()
        .map(|nesting| (nesting.thread, nesting.steps_before))
        .collect();
    for nesting in cycle {
        advance(&mut drive, nesting, &limits);
    }
    drive.finish(None, Preference::Ascending);
}

/// Lets a thread take the steps that it took before its inner lock; threads outside the cycle help it
/// to be spawned or to get what it waits for.
fn advance(drive: &mut Drive<'_>, nesting: &Nesting, limits: &FxHashMap<ThreadId, usize>) {
    let taken = |path: &Path, thread| path.count_of(thread);
    while !drive.is_over() && taken(&drive.path, nesting.thread) < nesting.steps_before {
        let machine = &drive.run.machine;
        let may_move = |thread: &ThreadId| {
            let room = limits
                .get(thread)
                .is_none_or(|&limit| taken(&drive.path, *thread) < limit);
            room && machine.is_enabled(*thread)
        };
        let itself = Some(nesting.thread).filter(may_move);
        let next = itself.or_else(|| {
            machine
                .thread_ids()
                .find(|thread| !limits.contains_key(thread) && may_move(thread))
        });
        let Some(thread) = next else { return };
        drive.step_thread(thread);
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

/// Drives the target before the trigger, resumes the trigger, finishes the others one by one.
fn drive_candidate(
    cx: &mut Exploration,
    path: &Path,
    candidate: &Candidate,
    preference: Preference,
) {
    let trigger = &path.steps[candidate.trigger];
    let target = &path.steps[candidate.target].operation;
    let run: Run = trigger.before.clone();
    let mut drive = Drive {
        cx,
        path: Path::default(),
        run,
    };
    if !drive.reach(&trigger.operation, target) {
        drive.cx.tally("pairs_unreachable");
        return;
    }
    drive.cx.tally("pairs_fulfilled_first");
    drive.fulfil(target.thread);
    drive.finish(Some(trigger.transition.thread), preference);
}
