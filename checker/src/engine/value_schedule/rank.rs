//! Which ordered pair to fulfil first: the thesis's order of types (Chen 2009, equation 6.1), and
//! before it what makes a pair suspicious.

use super::super::path::{Path, conflicting};
use super::data::{DataUse, is_lock};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use vscheck_ir::{Action, Site};
use vscheck_vm::{HeldLock, Object, Operation, Touch};

/// A pair of conflicting steps of one run, to be tried in the other order.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The earlier step.
    pub trigger: usize,
    /// The later step.
    pub target: usize,
    /// Higher goes first.
    pub rank: u32,
}

impl Candidate {
    /// Whether fulfilling it puts something between two uses of shared data.
    pub fn splits(&self) -> bool {
        self.rank >= SPLIT
    }
}

/// What each degree of splitting is worth; more than any type of pair.
const SPLIT: u32 = 100;

/// What it is worth if nothing else orders the two, so that this one order is all there is to turn
/// round; less than the difference between types.
const NEXT: u32 = 1;

/// Both places of a pair, with their callers, and whether it is its first or last instance.
pub type PairName = (u64, u64, bool);

/// Pairs of a run, best first. Of pairs between the same two places, the best instances: the first of
/// them and, after all others, the last.
pub fn candidates(path: &Path, seen: &mut FxHashSet<PairName>) -> Vec<Candidate> {
    let (mut firsts, mut lasts) = (Vec::new(), Vec::new());
    for ((trigger, target), (first, last)) in grouped(path) {
        let several = first.trigger != last.trigger;
        firsts.extend(seen.insert((trigger, target, true)).then_some(first));
        lasts.extend((several && seen.insert((trigger, target, false))).then_some(last));
    }
    let best_first = |candidate: &Candidate| {
        let rank = std::cmp::Reverse(candidate.rank);
        (rank, candidate.trigger, candidate.target)
    };
    firsts.sort_unstable_by_key(best_first);
    lasts.sort_unstable_by_key(best_first);
    firsts.append(&mut lasts);
    firsts
}

/// The first and the last of the best instances, for each two places.
fn grouped(path: &Path) -> FxHashMap<(u64, u64), (Candidate, Candidate)> {
    let data = DataUse::new(path);
    let places: Vec<u64> = (0..path.len()).map(|step| place(path, step)).collect();
    let mut groups: FxHashMap<(u64, u64), (Candidate, Candidate)> = FxHashMap::default();
    let mut objects: Vec<Object> = path.objects().collect();
    objects.sort_unstable();
    let all = objects
        .into_iter()
        .flat_map(|object| pairs_on(path, object, &data));
    for candidate in all {
        let names = (places[candidate.trigger], places[candidate.target]);
        let group = groups
            .entry(names)
            .or_insert_with(|| (candidate.clone(), candidate.clone()));
        let better = candidate.rank > group.0.rank;
        let equal = candidate.rank == group.0.rank;
        if better || equal && candidate.trigger < group.0.trigger {
            group.0 = candidate.clone();
        }
        if better || equal && candidate.trigger > group.1.trigger {
            group.1 = candidate;
        }
    }
    groups
}

/// Where a step stands, with the places of its callers if it may be of a pair.
fn place(path: &Path, step: usize) -> u64 {
    let mut hasher = FxHasher::default();
    if path.steps[step].has_alternatives() {
        let machine = &path.steps[step].before().machine;
        machine.stack(path.thread(step)).hash(&mut hasher);
    }
    site(path, step).hash(&mut hasher);
    hasher.finish()
}

fn site(path: &Path, step: usize) -> Site {
    path.steps[step].operation.site
}

/// Pairs on one object: for each step as trigger, the first conflicting later step of each site in
/// another thread.
fn pairs_on(path: &Path, object: Object, data: &DataUse) -> Vec<Candidate> {
    // A notify that wakes a thread, and the thread's end, do not meet in another order.
    if matches!(object, Object::Thread(_)) {
        return Vec::new();
    }
    let touches = path.touches(object);
    let mut found = Vec::new();
    let mut triggers: FxHashMap<Site, u32> = FxHashMap::default();
    for (position, &(trigger, earlier)) in touches.iter().enumerate() {
        let count = triggers.entry(site(path, trigger as usize)).or_default();
        *count += 1;
        // The middle instances of a long series are never chosen.
        if *count > 2 && touches.len() - position > 64 {
            continue;
        }
        found.extend(partners(
            path,
            trigger as usize,
            earlier,
            &touches[position + 1..],
            data,
        ));
    }
    found
}

fn partners(
    path: &Path,
    trigger: usize,
    earlier: Touch,
    later: &[(u32, Touch)],
    data: &DataUse,
) -> Vec<Candidate> {
    let thread = path.thread(trigger);
    let mut sites = FxHashSet::default();
    let mut found = Vec::new();
    for &(target, touch) in later {
        let target = target as usize;
        // The cheap questions first: most later touches are of a site that has its pair.
        let conflicts = conflicting(earlier, touch)
            && path.thread(target) != thread
            && !sites.contains(&site(path, target))
            && !is_ordered_by_nature(path, trigger, target)
            && !excluded_by_a_lock(path, trigger, target);
        if conflicts {
            sites.insert(site(path, target));
            found.push(Candidate {
                trigger,
                target,
                rank: rank(path, trigger, target, data),
            });
        }
    }
    found
}

/// Whether no schedule has them the other way round: a thread is spawned before, and joined after, all
/// that it does.
fn is_ordered_by_nature(path: &Path, trigger: usize, target: usize) -> bool {
    let (early, late) = (path.thread(trigger), path.thread(target));
    path.happens_before_spawn(trigger, late) || path.is_joined(early, late, target)
}

/// Whether the trigger's thread holds a lock that the target's thread has or takes: where the one
/// stands, the other cannot be. What can be reversed is how they take the lock, a pair of its own.
fn excluded_by_a_lock(path: &Path, trigger: usize, target: usize) -> bool {
    let held = |step: usize| &path.steps[step].held;
    let taken = path.acquired(target);
    held(trigger).iter().any(|mine| {
        let also =
            |theirs: &HeldLock| theirs.object == mine.object && !(theirs.shared && mine.shared);
        taken.contains(&mine.object) || held(target).iter().any(also)
    })
}

fn rank(path: &Path, trigger: usize, target: usize, data: &DataUse) -> u32 {
    let operation = |step: usize| &path.steps[step].operation;
    let (a, b) = (operation(trigger), operation(target));
    let notifies =
        |operation: &Operation| matches!(operation.action, Action::NotifyOne | Action::NotifyAll);
    // Which of two notifies is first matters to somebody who waits, and is a pair with that wait.
    let idle = is_lock(a) && is_lock(b) && !data.conflict(trigger, target);
    if idle || notifies(a) && notifies(b) {
        return 0;
    }
    // That a channel's end comes or goes matters only if it is the last.
    let ends = |operation: &Operation| {
        matches!(
            operation.action,
            Action::ChannelAddSender | Action::ChannelDropSender | Action::ChannelDropReceiver
        )
    };
    if ends(a) || ends(b) {
        return NEXT;
    }
    let target_thread = path.thread(target);
    let known = path.known_to(trigger, &path.clock_before(target_thread, target));
    type_rank(a, b) + SPLIT * data.split(path, trigger, target) + if known { 0 } else { NEXT }
}

/// `RW > WN > WM >= WW > MM`. Of a channel's operations, two sends (which decide what comes out first) are
/// like two accesses to a cell.
fn type_rank(a: &Operation, b: &Operation) -> u32 {
    let is = |check: fn(Action) -> bool| (check(a.action), check(b.action));
    let waits = is(|action| {
        matches!(
            action,
            Action::CondvarWait | Action::CondvarWaitTimeout | Action::Park | Action::ParkTimeout
        )
    });
    let resumes = is(|action| action == Action::Reacquire);
    let locks = is(Action::takes_lock);
    let receives = is(|action| {
        matches!(
            action,
            Action::ChannelReceive
                | Action::ChannelTryReceive
                | Action::ChannelReceiveTimeout
                | Action::ChannelSelect { .. }
        )
    });
    match () {
        () if waits.0 || waits.1 => 40,
        () if resumes.0 || resumes.1 => 30,
        () if locks.0 && locks.1 => 10,
        () if receives.0 || receives.1 => 45,
        () => 50,
    }
}
