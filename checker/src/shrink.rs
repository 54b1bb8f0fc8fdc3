//! Makes a failing schedule easy to read: as few context switches as possible, then as few steps.
//!
//! Every candidate is run from the start; it counts only if it ends in the same bug. What comes out is
//! the schedule of such a run, so it replays.
//!
//! Where less gets in a thread's way, it tries fewer times and walks shorter lists, and the number of its steps
//! says no more how far it was. So a candidate that does not end in the bug is followed once more by places: who
//! has come further than a step lets it pass until there is one where it stands.

use crate::exploration::{Bug, BugKey, Findings};
use crate::run::{Event, Run};
use crate::schedule;
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
        schedule: steps_of(&bug.run),
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
    while shrinker.merge_blocks(joined)
        || shrinker.drop_steps()
        || shrinker.merge_blocks(joined_amid)
    {}
    shrinker.best
}

/// A step of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    transition: Transition,
    /// Where it stands.
    site: Site,
}

type Steps = Vec<Step>;

fn steps_of(run: &Run) -> Steps {
    let events = run.trace.items().into_iter();
    let step = |event: &Event| Step {
        transition: event.transition,
        site: event.operation.site,
    };
    events.map(step).collect()
}

struct Shrinker<'a> {
    start: &'a Machine,
    name: fn(&Bug) -> BugKey,
    key: BugKey,
    best: Bug,
    schedule: Steps,
    /// Which steps may be taken: where time has passed beside busy threads, it may also do so sooner.
    is_possible: fn(&Run, Transition) -> bool,
    steps_left: usize,
    instructions_left: u64,
}

impl Shrinker<'_> {
    /// Tries to do without whole threads, the last one first.
    fn drop_threads(&mut self) {
        let mut threads: Vec<ThreadId> = self.schedule.iter().map(Step::thread).collect();
        threads.sort();
        threads.dedup();
        for thread in threads.into_iter().rev() {
            let others = self.schedule.iter().copied();
            self.accept(others.filter(|step| step.thread() != thread).collect());
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

    /// Brings one block of steps of one thread together with another of that thread, in one of the ways that there
    /// are for the block, wherever that still ends in the bug. Returns whether anything changed.
    fn merge_blocks(&mut self, ways: fn(&Steps, usize) -> Vec<Steps>) -> bool {
        let mut changed = false;
        let mut i = 0;
        while !self.is_out_of_budget() && i < blocks(&self.schedule).len() {
            let mut candidates = ways(&self.schedule, i).into_iter();
            let merged = candidates.any(|candidate| self.accept(candidate));
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
    fn accept(&mut self, candidate: Steps) -> bool {
        if candidate.is_empty() || candidate == self.schedule || self.is_out_of_budget() {
            return false;
        }
        let Some(bug) = self.follow(&candidate) else {
            return false;
        };
        let schedule = steps_of(&bug.run);
        let simpler = cost(&schedule) < cost(&self.schedule);
        if simpler {
            self.schedule = schedule;
            self.best = bug;
        }
        simpler
    }

    /// Follows a candidate to the same bug: by the numbers of its steps, else by their places.
    fn follow(&mut self, candidate: &[Step]) -> Option<Bug> {
        match self.attempt(candidate, None) {
            (None, true) => self.attempt(candidate, Some(Places::of(candidate))).0,
            (bug, _) => bug,
        }
    }

    /// Follows a candidate, leaving out the steps that are not possible, and those that a thread lets pass. Gives
    /// the same bug, if it ends in that, and whether some thread stood elsewhere than at one of its steps.
    fn attempt(&mut self, candidate: &[Step], mut places: Option<Places>) -> (Option<Bug>, bool) {
        let mut run = Run::new(self.start.clone());
        let mut is_elsewhere = false;
        for step in candidate {
            self.steps_left = self.steps_left.saturating_sub(1);
            if self.steps_left.is_multiple_of(1 << 10) && self.is_out_of_budget() {
                return (None, false);
            }
            let at = run.machine.pending(step.thread()).map(|next| next.site);
            is_elsewhere |= at != Some(step.site);
            let passes = places.as_mut().is_some_and(|places| places.pass(step, at));
            if !passes && (self.is_possible)(&run, step.transition) {
                schedule::advance(&mut run, step.transition);
            }
        }
        let executed = run.machine.instructions();
        self.instructions_left = self.instructions_left.saturating_sub(executed);
        let bug = match run.machine.end().cloned() {
            Some(End::Bug(fault)) => Some(Bug { fault, run }),
            _ => None,
        };
        let is_same = |bug: &Bug| (self.name)(bug) == self.key;
        (bug.filter(is_same), is_elsewhere)
    }

    fn is_out_of_budget(&self) -> bool {
        self.steps_left == 0 || self.instructions_left == 0
    }
}

impl Step {
    fn thread(&self) -> ThreadId {
        self.transition.thread
    }

    fn place(&self) -> (ThreadId, Site) {
        (self.thread(), self.site)
    }
}

/// The steps of a candidate that are still to come, by their places.
struct Places {
    to_come: BTreeMap<(ThreadId, Site), usize>,
}

impl Places {
    fn of(candidate: &[Step]) -> Places {
        let mut to_come = BTreeMap::new();
        for step in candidate {
            *to_come.entry(step.place()).or_default() += 1;
        }
        Places { to_come }
    }

    /// The next step of the candidate, whose thread stands `at` a place. Whether it lets the step pass: it stands
    /// elsewhere, where one of those to come stands.
    fn pass(&mut self, step: &Step, at: Option<Site>) -> bool {
        if let Some(left) = self.to_come.get_mut(&step.place()) {
            *left -= 1;
        }
        let comes = |site| self.to_come.get(&(step.thread(), site)) > Some(&0);
        at.is_some_and(|site| site != step.site && comes(site))
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
fn cost(schedule: &[Step]) -> (usize, usize) {
    (blocks(schedule).len(), schedule.len())
}

/// The maximal stretches of steps of one thread.
fn blocks(schedule: &[Step]) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for (i, step) in schedule.iter().enumerate() {
        match blocks.last_mut() {
            Some(last) if schedule[last.start].thread() == step.thread() => last.end = i + 1,
            _ => blocks.push(i..i + 1),
        }
    }
    blocks
}

/// Block `i` moved next to another block of its thread.
fn joined(schedule: &Steps, i: usize) -> Vec<Steps> {
    vec![
        joined_with_next(schedule, i),
        joined_with_previous(schedule, i),
    ]
}

/// Block `i`, and the next of its thread, if there is one.
fn with_next(schedule: &Steps, i: usize) -> Option<(Range<usize>, Range<usize>)> {
    let mut blocks = blocks(schedule).into_iter().skip(i);
    let block = blocks.next()?;
    let thread = schedule[block.start].thread();
    let next = blocks.find(|later| schedule[later.start].thread() == thread)?;
    Some((block, next))
}

/// Block `i` moved later, right before the next block of its thread.
fn joined_with_next(schedule: &Steps, i: usize) -> Steps {
    with_next(schedule, i).map_or_else(Vec::new, |(block, next)| moved(schedule, block, next.start))
}

/// Block `i` moved earlier, right after the block of its thread before it.
fn joined_with_previous(schedule: &Steps, i: usize) -> Steps {
    let blocks = blocks(schedule);
    let thread = schedule[blocks[i].start].thread();
    let mut earlier = blocks[..i].iter().rev();
    let previous = earlier.find(|b| schedule[b.start].thread() == thread);
    previous.map_or_else(Vec::new, |previous| {
        moved(schedule, blocks[i].clone(), previous.end)
    })
}

/// Block `i` and the next of its thread side by side at each place between the two, as far as this leaves fewer
/// blocks: where who comes between them comes before and after them, too.
fn joined_amid(schedule: &Steps, i: usize) -> Vec<Steps> {
    let near = with_next(schedule, i).filter(|(block, next)| next.start - block.end <= LONG);
    let Some((block, next)) = near else {
        return Vec::new();
    };
    let candidates = (block.end + 1..next.start).map(|at| {
        let earlier = moved(schedule, next.clone(), at);
        moved(&earlier, block.clone(), at)
    });
    let cost_now = cost(schedule);
    candidates.filter(|steps| cost(steps) < cost_now).collect()
}

/// The steps of `block` taken out and put in before the step that was at `to`.
fn moved(schedule: &Steps, block: Range<usize>, to: usize) -> Steps {
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

fn without_thread(schedule: &Steps, thread: ThreadId, range: Range<usize>) -> Steps {
    let steps = schedule.iter().enumerate();
    let kept = steps.filter(|(at, step)| step.thread() != thread || !range.contains(at));
    kept.map(|(_, &step)| step).collect()
}

fn without(schedule: &Steps, range: Range<usize>) -> Steps {
    let range = range.start.min(schedule.len())..range.end.min(schedule.len());
    [&schedule[..range.start], &schedule[range.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_ir::{FuncId, InstId};
    use vscheck_vm::Arm;

    fn step(letter: char, inst: u32) -> Step {
        Step {
            transition: Transition {
                thread: ThreadId(letter as u16 - 'a' as u16),
                arm: Arm::Only,
            },
            site: Site {
                func: FuncId(0),
                inst: InstId(inst),
            },
        }
    }

    fn schedule(threads: &str) -> Steps {
        threads.chars().map(|letter| step(letter, 0)).collect()
    }

    #[test]
    fn moving_a_block_keeps_every_step() {
        let start = schedule("aabbac");
        assert!(joined_with_next(&start, 0) == schedule("bbaaac"));
        assert!(joined_with_previous(&start, 2) == schedule("aaabbc"));
        assert!(joined_with_next(&start, 1) == schedule(""));
    }

    #[test]
    fn two_blocks_meet_in_the_midst_of_what_is_between_them() {
        let start = schedule("abaaba");
        assert!(joined_amid(&start, 1) == [schedule("aabbaa")]);
        assert!(joined_amid(&start, 0).is_empty());
        assert!(joined_amid(&start, 4).is_empty());
    }

    #[test]
    fn blocks_are_maximal() {
        assert_eq!(blocks(&schedule("aabba")), [0..2, 2..4, 4..5]);
        assert_eq!(cost(&schedule("aabba")), (3, 5));
    }

    /// Who tries twice and now succeeds at once lets the second attempt pass; who is where no step stands moves on.
    #[test]
    fn a_thread_lets_steps_pass_that_it_is_beyond() {
        let steps = [step('a', 1), step('a', 1), step('b', 1), step('a', 2)];
        let mut places = Places::of(&steps);
        let mut pass = |at: usize, inst: u32| places.pass(&steps[at], Some(step('a', inst).site));
        assert!(!pass(0, 1));
        assert!(pass(1, 2));
        assert!(!pass(2, 3));
        assert!(!pass(3, 2));
    }
}
