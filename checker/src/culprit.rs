//! The pair of accesses that made the difference: two racing operations of a failing run such that,
//! taken in the other order, the run does not fail, though all else comes in the order that it had.

use crate::clock::{Clock, Clocks};
use crate::exploration::Bug;
use crate::run::{Event, Run};
use crate::schedule;
use std::collections::HashMap;
use vscheck_vm::{Arm, End, FaultKind, Machine};
use vscheck_vm::{Operation, ThreadId, Transition, dependent};

/// Pairs that are tried, the latest first.
const MAX_TRIES: usize = 300;
/// Operations of one thread that are paired with one of another, the latest: to turn an earlier one round turns
/// these round as well.
const MAX_OF_THREAD: usize = 8;
/// Steps of a failing run in which pairs are looked for: their number grows with the square.
const MAX_STEPS: usize = 5_000;
/// Instructions that the failing run may have: each try runs about as many.
const MAX_INSTRUCTIONS: u64 = 5_000_000;
/// How many more a try may have: so many times those of the failing run, and these. A run that goes on without an end
/// where the failing one stopped tells nothing.
const MORE_THAN_FAILING: (u64, u64) = (2, 100_000);
/// Instructions that all tries together may have: nobody waits for a report for long.
const MAX_INSTRUCTIONS_TRIED: u64 = 20_000_000;

/// Two operations whose order decides.
#[derive(Clone, Debug)]
pub struct Culprit {
    /// What came first in the failing run; its position in the schedule.
    pub first: usize,
    /// What came second, or was still waiting at the end.
    pub second: Operation,
    /// Its position in the schedule, if it was executed.
    pub second_at: Option<usize>,
}

impl Culprit {
    /// The positions in the schedule of those that were executed.
    pub fn steps(&self) -> Vec<usize> {
        [Some(self.first), self.second_at]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Looks for the pair. `None` if no single reversal within the budget avoids every bug.
pub fn find(start: &Machine, bug: &Bug) -> Option<Culprit> {
    let machine = &bug.run.machine;
    // Where no schedule comes to an end, no other order helps.
    let declared = bug.run.trace.last().map(|event| event.transition.arm) == Some(Arm::Forever);
    if declared && bug.fault.kind == FaultKind::Livelock {
        return None;
    }
    if bug.run.depth() > MAX_STEPS || machine.instructions() > MAX_INSTRUCTIONS {
        return None;
    }
    let events = bug.run.trace.items();
    let (mut races, known) = races(&bug.run, &events);
    races.reverse();
    let stuck = bug.fault.kind.is_standstill();
    let is_to_come = |race: &Culprit| race.second_at.is_none() && !stuck;
    // What did happen explains a failure better than what was still to come, and so do two operations that turn
    // little else round with them.
    races.sort_by_key(is_to_come);
    races.truncate(MAX_TRIES);
    let turned = |race: &Culprit| {
        let until = race.second_at.unwrap_or(events.len());
        let after = |&k: &usize| comes_after(&events, &known, race.first, k);
        (0..until).filter(after).count()
    };
    races.sort_by_cached_key(|race| (is_to_come(race), turned(race)));
    let (times, more) = MORE_THAN_FAILING;
    let most = times * machine.instructions() + more;
    let mut start = start.clone();
    start.limit_instructions(most);
    let mut instructions_left = MAX_INSTRUCTIONS_TRIED;
    races.into_iter().find(|race| {
        let most = most.min(instructions_left);
        let left = &mut instructions_left;
        most > 0 && reversed_is_fine(&start, (&events, &known), race, (most, left))
    })
}

/// Dependent pairs of different threads with nothing in between that orders them, by position of the
/// second, and the clocks of the events. Operations still pending at the end count as second ones.
fn races(run: &Run, events: &[&Event]) -> (Vec<Culprit>, Vec<Clock>) {
    let mut clocks = Clocks::default();
    let mut known: Vec<Clock> = Vec::new();
    let mut races = Vec::new();
    for (j, event) in events.iter().enumerate() {
        let before = clocks.of_thread(event.thread());
        let second = &event.operation;
        races.extend(races_with(events, &known, &before, second, Some(j)));
        known.push(clocks.push(second));
    }
    for thread in run.machine.thread_ids() {
        if let Some(second) = run.machine.standing(thread) {
            let before = clocks.of_thread(thread);
            races.extend(races_with(events, &known, &before, second, None));
        }
    }
    (races, known)
}

fn races_with(
    events: &[&Event],
    known: &[Clock],
    before: &Clock,
    second: &Operation,
    second_at: Option<usize>,
) -> Vec<Culprit> {
    let unordered = |&i: &usize| {
        let first = events[i];
        let thread = first.thread();
        thread != second.thread
            && known[i].get(thread) > before.get(thread)
            && dependent(&first.operation, second)
    };
    let mut of_thread: HashMap<ThreadId, usize> = HashMap::new();
    let is_late = |&i: &usize| {
        let paired = of_thread.entry(events[i].thread()).or_insert(0);
        *paired += 1;
        *paired <= MAX_OF_THREAD
    };
    let mut positions: Vec<usize> = (0..known.len())
        .rev()
        .filter(unordered)
        .filter(is_late)
        .collect();
    positions.reverse();
    let culprit = |first| Culprit {
        first,
        second: second.clone(),
        second_at,
    };
    positions.into_iter().map(culprit).collect()
}

/// Whether an event is one, or depends on it.
fn comes_after(events: &[&Event], known: &[Clock], first: usize, other: usize) -> bool {
    let thread = events[first].thread();
    other >= first && known[other].get(thread) >= known[first].get(thread)
}

/// Takes transitions in their order; one that is not possible yet, and what its thread did after it, as soon as it is.
/// What never gets possible is left out.
fn follow_on(run: &mut Run, mut left: Vec<Transition>) {
    while !left.is_empty() {
        let mut late: Vec<ThreadId> = Vec::new();
        let next = left.iter().position(|wanted| {
            let in_turn = !late.contains(&wanted.thread);
            let possible = in_turn && schedule::is_possible(run, *wanted);
            if in_turn && !possible {
                late.push(wanted.thread);
            }
            possible
        });
        let wanted = left.remove(next.unwrap_or(0));
        if next.is_some() {
            schedule::advance(run, wanted);
        }
    }
}

/// Runs up to the pair without anything that depends on its first operation, then the second, then the
/// first, then everything else in the order that it had, as far as the threads still can; whether no bug
/// shows up. (Were the threads to go on as they like, any pair might do.)
fn reversed_is_fine(
    start: &Machine,
    (events, known): (&[&Event], &[Clock]),
    race: &Culprit,
    (most, instructions_left): (u64, &mut u64),
) -> bool {
    let until = race.second_at.unwrap_or(events.len());
    let independent = |&k: &usize| k < until && !comes_after(events, known, race.first, k);
    let (before, after): (Vec<usize>, Vec<usize>) = (0..events.len()).partition(independent);
    let prefix: Vec<Transition> = before.iter().map(|&k| events[k].transition).collect();
    let Ok(mut run) = schedule::follow(start.clone(), &prefix) else {
        return false;
    };
    let second = race.second.thread;
    let there = run
        .machine
        .pending(second)
        .is_some_and(|o| o.site == race.second.site);
    let Some(step) = run.transitions_of(second).next().filter(|_| there) else {
        return false;
    };
    if run.machine.end().is_none() {
        schedule::advance(&mut run, step);
    }
    let left = after.iter().filter(|&&k| Some(k) != race.second_at);
    follow_on(&mut run, left.map(|&k| events[k].transition).collect());
    schedule::complete_soon(&mut run, most);
    *instructions_left = instructions_left.saturating_sub(run.machine.instructions());
    matches!(run.machine.end(), Some(End::Completed { .. }))
}
