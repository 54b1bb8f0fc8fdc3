//! Makes a failing schedule easy to read: as few context switches as possible, then as few steps.
//!
//! Every candidate is run from the start; it counts only if it ends in the same bug. What comes out is
//! the schedule of such a run, so it replays.

use crate::exploration::{Bug, BugKey, Findings};
use crate::run::{Event, Run};
use crate::schedule::{self, Schedule, context_switches};
use std::collections::BTreeMap;
use std::ops::Range;
use vscheck_ir::Site;
use vscheck_vm::{End, Machine};
use vscheck_vm::{ThreadId, Transition};

/// Steps that may be taken to shrink one schedule. Not a time: what comes out must not depend on how
/// fast the machine is.
const MAX_STEPS: usize = 60_000;
/// As many for a schedule so long that those would not do to follow it forty times.
const MAX_STEPS_OF_LONG: usize = 400_000;
/// Instructions for the same.
const MAX_INSTRUCTIONS: u64 = 10_000_000;
/// Steps from which on a part of a schedule is long.
const LONG: usize = 64;
/// Bugs whose schedules are shrunk; later ones are reported as found.
const MAX_BUGS: usize = 20;

/// Shrinks the schedules of all bugs. Of several, each keeps its message; an only one may end with other numbers
/// in it.
pub fn shrink_all(mut findings: Findings) -> Findings {
    let start = findings.start.clone();
    let name = match findings.bugs.len() {
        1 => but_for_numbers,
        _ => Bug::key,
    };
    for bug in findings.bugs.iter_mut().take(MAX_BUGS) {
        *bug = shrink(&start, bug, name);
    }
    findings
}

/// What makes a bug the same where it matters little which of several equal things it happened to.
fn but_for_numbers(bug: &Bug) -> BugKey {
    let mut key = bug.key();
    key.1.retain(|letter| !letter.is_ascii_digit());
    key
}

/// The same bug, by this name, with a simpler schedule, or as it was.
fn shrink(start: &Machine, bug: &Bug, name: fn(&Bug) -> BugKey) -> Bug {
    let affordable = bug.run.machine.instructions() <= MAX_INSTRUCTIONS;
    if !affordable || !matches!(bug.run.machine.end(), Some(End::Bug(_))) {
        return bug.clone();
    }
    let mut shrinker = Shrinker {
        start,
        name,
        key: name(bug),
        best: bug.clone(),
        schedule: bug.run.schedule(),
        is_possible: match bug.run.trace.items().iter().any(|event| event.is_late()) {
            true => schedule::is_recordable,
            false => schedule::is_possible,
        },
        steps_left: MAX_STEPS.max(MAX_STEPS_OF_LONG.min(40 * bug.run.depth())),
        instructions_left: MAX_INSTRUCTIONS,
    };
    // What is long goes on and on with the same: most of it is the first to go.
    shrinker.drop_parts(LONG);
    shrinker.drop_rounds();
    shrinker.drop_threads();
    while shrinker.merge_blocks() || shrinker.drop_steps() {}
    shrinker.best
}

struct Shrinker<'a> {
    start: &'a Machine,
    name: fn(&Bug) -> BugKey,
    key: BugKey,
    best: Bug,
    schedule: Schedule,
    /// Which steps may be taken: where time has passed beside busy threads, it may also do so sooner.
    is_possible: fn(&Run, Transition) -> bool,
    steps_left: usize,
    instructions_left: u64,
}

impl Shrinker<'_> {
    /// Tries to do without whole threads, the last one first.
    fn drop_threads(&mut self) {
        let mut threads: Vec<ThreadId> = self.schedule.iter().map(|t| t.thread).collect();
        threads.sort();
        threads.dedup();
        for thread in threads.into_iter().rev() {
            let others = self.schedule.iter().copied();
            self.accept(others.filter(|t| t.thread != thread).collect());
        }
    }

    /// Leaves out whole rounds of loops of one thread, outer loops first; half of the rounds, then quarters, and so
    /// on. What a thread does in the rounds that are left it then does in earlier ones.
    fn drop_rounds(&mut self) {
        for (thread, site) in loops(&self.best.run) {
            let mut size = self.rounds(thread, site).len() / 2;
            while size > 0 && !self.is_out_of_budget() {
                let mut end = self.rounds(thread, site).len().saturating_sub(1);
                while end > 0 {
                    let start = end.saturating_sub(size);
                    let rounds = self.rounds(thread, site);
                    let Some(&last) = rounds.get(end) else { break };
                    self.accept(without_thread(&self.schedule, thread, rounds[start]..last));
                    end = start;
                }
                size /= 2;
            }
        }
    }

    /// The steps of a thread at a place.
    fn rounds(&self, thread: ThreadId, site: Site) -> Vec<usize> {
        let events = self.best.run.trace.items().into_iter().enumerate();
        let rounds = events.filter(|(_, event)| place(event) == (thread, site));
        rounds.map(|(step, _)| step).collect()
    }

    /// Moves one block of steps of one thread next to another block of that thread, wherever that
    /// still ends in the bug. Returns whether anything changed.
    fn merge_blocks(&mut self) -> bool {
        let mut changed = false;
        let mut i = 0;
        while !self.is_out_of_budget() && i < blocks(&self.schedule).len() {
            let merged = self.accept(joined_with_next(&self.schedule, i))
                || self.accept(joined_with_previous(&self.schedule, i));
            changed |= merged;
            i += usize::from(!merged);
        }
        changed
    }

    /// Leaves out blocks, then ever smaller parts down to single steps, the last one first. Returns
    /// whether anything changed.
    fn drop_steps(&mut self) -> bool {
        let before = self.schedule.len();
        for block in blocks(&self.schedule).into_iter().rev() {
            self.accept(without(&self.schedule, block));
        }
        self.drop_parts(1);
        self.schedule.len() < before
    }

    /// Leaves out halves, then quarters, and so on down to parts of `least` steps, the last part first.
    fn drop_parts(&mut self, least: usize) {
        let mut size = self.schedule.len() / 2;
        while size >= least && !self.is_out_of_budget() {
            let mut end = self.schedule.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                self.accept(without(&self.schedule, start..end));
                end = start.min(self.schedule.len());
            }
            size /= 2;
        }
    }

    /// Takes over a candidate if it ends in the same bug and is simpler.
    fn accept(&mut self, candidate: Schedule) -> bool {
        if candidate.is_empty() || candidate == self.schedule || self.is_out_of_budget() {
            return false;
        }
        let Some(bug) = self.attempt(&candidate) else {
            return false;
        };
        let schedule = bug.run.schedule();
        let simpler = cost(&schedule) < cost(&self.schedule);
        if simpler {
            self.schedule = schedule;
            self.best = bug;
        }
        simpler
    }

    /// Follows a candidate, leaving out the steps that are not possible, to the same bug.
    fn attempt(&mut self, candidate: &[Transition]) -> Option<Bug> {
        let mut run = Run::new(self.start.clone());
        for &transition in candidate {
            self.steps_left = self.steps_left.saturating_sub(1);
            if self.steps_left.is_multiple_of(1 << 10) && self.is_out_of_budget() {
                return None;
            }
            if (self.is_possible)(&run, transition) {
                schedule::advance(&mut run, transition);
            }
        }
        let executed = run.machine.instructions();
        self.instructions_left = self.instructions_left.saturating_sub(executed);
        let End::Bug(fault) = run.machine.end()?.clone() else {
            return None;
        };
        let bug = Bug { fault, run };
        ((self.name)(&bug) == self.key).then_some(bug)
    }

    fn is_out_of_budget(&self) -> bool {
        self.steps_left == 0 || self.instructions_left == 0
    }
}

/// Who took a step, and where it stands.
fn place(event: &Event) -> (ThreadId, Site) {
    (event.thread(), event.operation.site)
}

/// Places of loops, one for each thread and number of rounds; those with few rounds first.
fn loops(run: &Run) -> Vec<(ThreadId, Site)> {
    let mut counts: BTreeMap<(ThreadId, Site), usize> = BTreeMap::new();
    for event in run.trace.items() {
        *counts.entry(place(event)).or_default() += 1;
    }
    let by_count = counts
        .into_iter()
        .map(|((thread, site), count)| (count, (thread, site)));
    let mut loops: Vec<_> = by_count.filter(|&(count, _)| count > 1).collect();
    loops.sort_unstable();
    loops.dedup_by_key(|&mut (count, (thread, _))| (count, thread));
    loops.into_iter().map(|(_, place)| place).collect()
}

/// What is made smaller: context switches first, then steps.
fn cost(schedule: &[Transition]) -> (usize, usize) {
    (context_switches(schedule), schedule.len())
}

/// The maximal stretches of steps of one thread.
fn blocks(schedule: &[Transition]) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for (i, transition) in schedule.iter().enumerate() {
        match blocks.last_mut() {
            Some(last) if schedule[last.start].thread == transition.thread => last.end = i + 1,
            _ => blocks.push(i..i + 1),
        }
    }
    blocks
}

/// Block `i` moved later, right before the next block of its thread.
fn joined_with_next(schedule: &Schedule, i: usize) -> Schedule {
    let blocks = blocks(schedule);
    let thread = schedule[blocks[i].start].thread;
    let next = blocks[i + 1..].iter();
    let next = next.clone().find(|b| schedule[b.start].thread == thread);
    next.map_or_else(Vec::new, |next| {
        moved(schedule, blocks[i].clone(), next.start)
    })
}

/// Block `i` moved earlier, right after the block of its thread before it.
fn joined_with_previous(schedule: &Schedule, i: usize) -> Schedule {
    let blocks = blocks(schedule);
    let thread = schedule[blocks[i].start].thread;
    let mut earlier = blocks[..i].iter().rev();
    let previous = earlier.find(|b| schedule[b.start].thread == thread);
    previous.map_or_else(Vec::new, |previous| {
        moved(schedule, blocks[i].clone(), previous.end)
    })
}

/// The steps of `block` taken out and put in before the step that was at `to`.
fn moved(schedule: &Schedule, block: Range<usize>, to: usize) -> Schedule {
    let rest = without(schedule, block.clone());
    let at = if to > block.start {
        to - block.len()
    } else {
        to
    };
    let mut out = rest[..at].to_vec();
    out.extend_from_slice(&schedule[block]);
    out.extend_from_slice(&rest[at..]);
    out
}

fn without_thread(schedule: &Schedule, thread: ThreadId, range: Range<usize>) -> Schedule {
    let steps = schedule.iter().enumerate();
    let kept =
        steps.filter(|(step, transition)| transition.thread != thread || !range.contains(step));
    kept.map(|(_, &transition)| transition).collect()
}

fn without(schedule: &Schedule, range: Range<usize>) -> Schedule {
    let range = range.start.min(schedule.len())..range.end.min(schedule.len());
    [&schedule[..range.start], &schedule[range.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_vm::Arm;

    fn schedule(threads: &str) -> Schedule {
        let transition = |c: char| Transition {
            thread: ThreadId(c as u16 - 'a' as u16),
            arm: Arm::Only,
        };
        threads.chars().map(transition).collect()
    }

    #[test]
    fn moving_a_block_keeps_every_step() {
        let start = schedule("aabbac");
        assert_eq!(joined_with_next(&start, 0), schedule("bbaaac"));
        assert_eq!(joined_with_previous(&start, 2), schedule("aaabbc"));
        assert_eq!(joined_with_next(&start, 1), schedule(""));
    }

    #[test]
    fn blocks_are_maximal() {
        assert_eq!(blocks(&schedule("aabba")), [0..2, 2..4, 4..5]);
        assert_eq!(context_switches(&schedule("aabba")), 2);
    }
}
