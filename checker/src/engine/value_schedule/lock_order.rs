//! Cycles of the lock order that one run shows: threads that take the same locks in different orders
//! could each have taken their first lock before any takes its second.

use super::super::path::Path;
use rustc_hash::FxHashMap;
use vscheck_vm::ThreadId;

/// A thread took `wanted` at `step` while it held `held`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nesting {
    /// Who.
    pub thread: ThreadId,
    /// The outer lock.
    pub held: u64,
    /// The inner lock.
    pub wanted: u64,
    /// How many visible steps the thread had taken before it took the outer one.
    pub steps_to_held: usize,
    /// How many before it took the inner one.
    pub steps_to_wanted: usize,
}

/// Longest cycle that is looked for.
const MAX_CYCLE: usize = 64;
/// Most chains of nestings that are followed: where many threads take many locks, long cycles are not
/// worth the time.
const MAX_CHAINS: usize = 100_000;
/// Most cycles that are given.
const MAX_CYCLES: usize = 8;

/// All cycles of distinct threads and distinct locks, shortest first.
pub fn cycles(path: &Path) -> Vec<Vec<Nesting>> {
    let nestings = nestings(path);
    let mut by_held: FxHashMap<u64, Vec<Nesting>> = FxHashMap::default();
    for &nesting in &nestings {
        by_held.entry(nesting.held).or_default().push(nesting);
    }
    let mut cycles = Cycles {
        by_held,
        found: Vec::new(),
        chains: 0,
    };
    for length in 2..=MAX_CYCLE.min(nestings.len()) {
        for &first in &nestings {
            cycles.extend(&mut vec![first], length);
        }
    }
    cycles.found
}

/// The search for cycles.
struct Cycles {
    by_held: FxHashMap<u64, Vec<Nesting>>,
    found: Vec<Vec<Nesting>>,
    /// How many chains have been followed.
    chains: usize,
}

/// Every acquisition under another lock, in the order of the run.
fn nestings(path: &Path) -> Vec<Nesting> {
    let mut counts: FxHashMap<ThreadId, usize> = FxHashMap::default();
    let mut taken_at: FxHashMap<(ThreadId, u64), usize> = FxHashMap::default();
    let mut found = Vec::new();
    for (index, step) in path.steps.iter().enumerate() {
        let thread = step.transition.thread;
        let count = counts.entry(thread).or_default();
        let steps_to_wanted = *count;
        *count += 1;
        for wanted in path.acquired(index) {
            for lock in &step.held {
                let held = lock.object;
                let steps_to_held = taken_at.get(&(thread, held)).copied().unwrap_or(0);
                found.push(Nesting {
                    thread,
                    held,
                    wanted,
                    steps_to_held,
                    steps_to_wanted,
                });
            }
            taken_at.insert((thread, wanted), steps_to_wanted);
        }
    }
    found
}

impl Cycles {
    /// Extends a chain of nestings to cycles of a length. The first thread of a cycle is its lowest.
    fn extend(&mut self, chain: &mut Vec<Nesting>, length: usize) {
        self.chains += 1;
        if self.found.len() >= MAX_CYCLES || self.chains > MAX_CHAINS {
            return;
        }
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        if chain.len() == length {
            if last.wanted == first.held {
                self.found.push(chain.clone());
            }
            return;
        }
        let fresh = |next: &&Nesting| {
            let differs =
                |earlier: &Nesting| earlier.thread != next.thread && earlier.held != next.held;
            next.thread > first.thread && chain.iter().all(differs)
        };
        let next = self.by_held.get(&last.wanted).into_iter().flatten();
        let next: Vec<Nesting> = next.filter(fresh).copied().collect();
        for nesting in next {
            chain.push(nesting);
            self.extend(chain, length);
            chain.pop();
        }
    }
}
