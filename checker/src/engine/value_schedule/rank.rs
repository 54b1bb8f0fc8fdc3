//! Which ordered pair to fulfil first: the thesis's order of types (Chen 2009, equation 6.1), and
//! before it what makes a pair suspicious.

use super::path::{Path, conflicting};
use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_ir::{Action, Site};
use vscheck_vm::{Object, Operation, ThreadId, Touch};

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

/// Both sites of a pair, and whether it is its first or last instance.
pub type PairName = (Site, Site, bool);

/// Pairs of a run, best first. Of pairs between the same two sites, the first and the last instance.
pub fn candidates(path: &Path, seen: &mut FxHashSet<PairName>) -> Vec<Candidate> {
    let mut groups: FxHashMap<(Site, Site), (Candidate, Candidate)> = FxHashMap::default();
    let mut objects: Vec<Object> = path.objects().collect();
    objects.sort_unstable();
    for object in objects {
        for candidate in pairs_on(path, object) {
            let sites = (site(path, candidate.trigger), site(path, candidate.target));
            let group = groups
                .entry(sites)
                .or_insert_with(|| (candidate.clone(), candidate.clone()));
            if candidate.trigger < group.0.trigger {
                group.0 = candidate.clone();
            }
            if candidate.trigger > group.1.trigger {
                group.1 = candidate;
            }
        }
    }
    let mut found = Vec::new();
    for (sites, (first, last)) in groups {
        let several = first.trigger != last.trigger;
        found.extend(seen.insert((sites.0, sites.1, true)).then_some(first));
        found.extend((several && seen.insert((sites.0, sites.1, false))).then_some(last));
    }
    found.sort_unstable_by_key(|candidate| {
        (
            std::cmp::Reverse(candidate.rank),
            candidate.trigger,
            candidate.target,
        )
    });
    found
}

fn site(path: &Path, step: usize) -> Site {
    path.steps[step].operation.site
}

/// Pairs on one object: for each step as trigger, the first conflicting later step of each site in
/// another thread.
fn pairs_on(path: &Path, object: Object) -> Vec<Candidate> {
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
        ));
    }
    found
}

fn partners(path: &Path, trigger: usize, earlier: Touch, later: &[(u32, Touch)]) -> Vec<Candidate> {
    let thread = path.thread(trigger);
    let mut sites = FxHashSet::default();
    let mut found = Vec::new();
    for &(target, touch) in later {
        let target = target as usize;
        let conflicts = conflicting(earlier, touch) && path.thread(target) != thread;
        if conflicts && sites.insert(site(path, target)) {
            found.push(Candidate {
                trigger,
                target,
                rank: rank(path, trigger, target),
            });
        }
    }
    found
}

fn rank(path: &Path, trigger: usize, target: usize) -> u32 {
    let operation = |step: usize| &path.steps[step].operation;
    let base = type_rank(operation(trigger), operation(target));
    base + if splits_a_sequence(path, trigger, target) {
        100
    } else {
        0
    }
}

/// `RW > WN > WM >= WW > MM`.
fn type_rank(a: &Operation, b: &Operation) -> u32 {
    let is = |check: fn(Action) -> bool| (check(a.action), check(b.action));
    let waits = is(|action| {
        matches!(
            action,
            Action::CondvarWait | Action::CondvarWaitTimeout | Action::Park | Action::ParkTimeout
        )
    });
    let resumes = is(|action| action == Action::Reacquire);
    let locks = is(|action| {
        matches!(
            action,
            Action::MutexLock | Action::RwLockRead | Action::RwLockWrite
        )
    });
    match () {
        () if waits.0 || waits.1 => 40,
        () if resumes.0 || resumes.1 => 30,
        () if locks.0 && locks.1 => 10,
        () => 50,
    }
}

/// Whether the target, put before the trigger, falls into a sequence of the trigger's thread on data
/// that the target's thread uses too: a check and its act, an update in two stages.
fn splits_a_sequence(path: &Path, trigger: usize, target: usize) -> bool {
    let (mine, theirs) = (path.thread(trigger), path.thread(target));
    let used_before = objects_of(path, mine, trigger);
    objects_of(path, theirs, path.len())
        .iter()
        .any(|object| used_before.contains(object))
}

/// The cells that a thread touched before a step.
fn objects_of(path: &Path, thread: ThreadId, end: usize) -> FxHashSet<Object> {
    let steps = path.steps[..end]
        .iter()
        .filter(|step| step.transition.thread == thread);
    let objects = steps.flat_map(|step| step.operation.footprint.iter().map(|&(object, _)| object));
    objects
        .filter(|object| matches!(object, Object::Cell(_)))
        .collect()
}
