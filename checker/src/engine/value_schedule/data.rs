//! What the steps of one run do to shared data, and which orders of them no serial run could give.
//!
//! Locks order sections; what matters is what the sections do to the data behind them. Two sections of
//! one lock that share no changed cell commute, whatever the lock says. And if a thread uses data in
//! two sections, an order that puts what another thread changes between them is the classic atomicity
//! violation: check and act, or an update in two stages.

use super::super::path::Path;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use vscheck_ir::Action;
use vscheck_vm::{Object, Operation, PlainAccess, ThreadId, Touch};

/// Longest section whose data is gathered, in steps.
const MAX_SECTION: usize = 32;

/// How many later accesses to a cell are looked at for the first that conflicts.
const MAX_LOOKAHEAD: usize = 64;

/// For an ordered pair of threads: steps of the first, each with the first later step of the second
/// that conflicts with it in its data. Ascending.
type Edges = FxHashMap<(ThreadId, ThreadId), Vec<(usize, usize)>>;

/// The shared data that the steps of a run use.
pub struct DataUse {
    /// For each step what it uses, sorted; if it takes a lock, with all that is used until the release.
    sections: Vec<Vec<PlainAccess>>,
    edges: Edges,
}

impl DataUse {
    /// Gathers what was kept of a run.
    pub fn new(path: &Path) -> DataUse {
        let own: Vec<Vec<PlainAccess>> = (0..path.len()).map(|step| data_of(path, step)).collect();
        let edges = edges(path, &own);
        let sections = (0..path.len()).map(|step| section(path, &own, step));
        DataUse {
            sections: sections.collect(),
            edges,
        }
    }

    /// Whether two steps, or the critical sections that they open, change data that both use.
    pub fn conflict(&self, a: usize, b: usize) -> bool {
        meet(&self.sections[a], &self.sections[b])
    }

    /// Whether putting the target before the trigger puts it between two uses of shared data: there is
    /// an edge from the trigger's thread to the target's that stands before the trigger, and the
    /// trigger's thread has not heard of the other since. 2 if the edge ends at or before the target
    /// (the cycle closes at once), 1 if after it, 0 if there is none.
    pub fn split(&self, path: &Path, trigger: usize, target: usize) -> u32 {
        let (mine, theirs) = (path.thread(trigger), path.thread(target));
        let edges = self
            .edges
            .get(&(mine, theirs))
            .map_or(&[][..], Vec::as_slice);
        let before = &edges[..edges.partition_point(|&(step, _)| step < trigger)];
        let heard = path.clock_before(mine, trigger).get(theirs);
        let since = before
            .iter()
            .rev()
            .take_while(|&&(step, _)| path.steps[step].clock.get(theirs) == heard);
        match since.map(|&(_, end)| end).min() {
            Some(end) if end <= target => 2,
            Some(_) => 1,
            None => 0,
        }
    }
}

/// The data of a step and, if it takes a lock, of all steps until the lock is released.
fn section(path: &Path, own: &[Vec<PlainAccess>], step: usize) -> Vec<PlainAccess> {
    let mut data = own[step].clone();
    let thread = path.thread(step);
    for lock in path.acquired(step) {
        let holds = |step: &usize| {
            let held = &path.steps[*step].held;
            held.iter().any(|held| held.object == lock)
        };
        let later = path.steps_of(thread, step + 1).take(MAX_SECTION);
        for inside in later.take_while(holds) {
            data.extend_from_slice(&own[inside]);
        }
    }
    data.sort_unstable();
    data.dedup();
    data
}

/// Plain data, and the cells of operations that are no locks.
fn data_of(path: &Path, step: usize) -> Vec<PlainAccess> {
    let step = &path.steps[step];
    let mut data = step.data.clone();
    if !is_lock(&step.operation) {
        data.extend(
            step.operation
                .footprint
                .iter()
                .filter_map(|&(object, touch)| {
                    let Object::Cell(address) = object else {
                        return None;
                    };
                    let write = touch == Touch::Exclusive;
                    Some(PlainAccess { address, write })
                }),
        );
    }
    data.sort_unstable();
    data.dedup();
    data
}

/// Whether an operation only takes or gives back a lock.
pub fn is_lock(operation: &Operation) -> bool {
    let action = operation.action;
    action.takes_lock() || matches!(action, Action::MutexUnlock | Action::Reacquire)
}

fn edges(path: &Path, own: &[Vec<PlainAccess>]) -> Edges {
    let mut by_cell: FxHashMap<u64, Vec<(usize, bool)>> = FxHashMap::default();
    for (step, data) in own.iter().enumerate() {
        for access in data {
            let uses = by_cell.entry(access.address).or_default();
            uses.push((step, access.write));
        }
    }
    let mut edges = Edges::default();
    for uses in by_cell.values().filter(|uses| is_shared(path, uses)) {
        for (at, &(step, write)) in uses.iter().enumerate() {
            let mut met: SmallVec<[ThreadId; 4]> = SmallVec::new();
            for &(later, also) in uses[at + 1..].iter().take(MAX_LOOKAHEAD) {
                let (mine, theirs) = (path.thread(step), path.thread(later));
                if (write || also) && theirs != mine && !met.contains(&theirs) {
                    met.push(theirs);
                    edges.entry((mine, theirs)).or_default().push((step, later));
                }
            }
        }
    }
    for list in edges.values_mut() {
        list.sort_unstable();
        list.dedup_by_key(|edge| edge.0);
    }
    edges
}

fn is_shared(path: &Path, uses: &[(usize, bool)]) -> bool {
    let first = path.thread(uses[0].0);
    uses.iter().any(|&(step, _)| path.thread(step) != first) && uses.iter().any(|&(_, write)| write)
}

/// Whether two sorted lists have a cell in common that one of them changes.
fn meet(a: &[PlainAccess], b: &[PlainAccess]) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].address.cmp(&b[j].address) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                let address = a[i].address;
                let writes = |list: &[PlainAccess], at: &mut usize| {
                    let mut write = false;
                    while *at < list.len() && list[*at].address == address {
                        write |= list[*at].write;
                        *at += 1;
                    }
                    write
                };
                // Both lists move on.
                if writes(a, &mut i) | writes(b, &mut j) {
                    return true;
                }
            }
        }
    }
    false
}
