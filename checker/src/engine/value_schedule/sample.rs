//! Schedules at random, where none of the other searches comes to an end: a search in depth-first order has by
//! then tried what can happen late in a run in many ways, and what can happen early in few.
//!
//! Four samplers by turns. *Partial order sampling* (Yuan, Yang, Gu 2018: *Partial order aware concurrency
//! sampling*, CAV) gives each thread's next operation a priority, drawn anew for whatever conflicts with the
//! operation that was just executed, so that the orders of conflicting operations are drawn, not those of steps. A
//! *random walk* draws each step. *Priorities with change points* (Burckhardt, Kothari, Musuvathi, Nagarakatte
//! 2010: *A randomized scheduler with probabilistic guarantees of finding bugs*, ASPLOS) let a thread wait for long
//! in the middle of something. And threads *take turns* of as many steps each: no draw keeps to that for long.

use super::super::dfs::States;
use super::super::sharing::Before;
use super::drive::Drive;
use crate::exploration::Exploration;
use crate::random::Random;
use rustc_hash::FxHashSet;
use vscheck_vm::{Arm, Machine, Operation, ThreadId, Transition, dependent};

/// Numbers of change points, which runs have by turns; one for each [`STEPS_PER_CHANGE`] steps at most.
const CHANGES: [usize; 5] = [2, 4, 8, 16, 32];

/// See [`CHANGES`].
const STEPS_PER_CHANGE: usize = 12;

/// Steps that a thread may take in a row with change points, or a loop that lets nobody go on has no end.
const MAX_BURST: usize = 500;

/// Threads take turns of that many steps at most.
const MAX_TURN: usize = 8;

/// Draws runs, and remembers how far it is.
pub(super) struct Sampling {
    random: Random,
    /// How many runs were drawn.
    runs: usize,
    /// Steps of the longest run.
    longest: usize,
}

impl Sampling {
    pub(super) fn new(seed: u64) -> Sampling {
        Sampling {
            random: Random::new(seed),
            runs: 0,
            longest: 0,
        }
    }

    /// Draws runs for as long as so much effort allows. A search over stored states learns from them who
    /// touches what, before it finds out by and by.
    pub(super) fn search(
        &mut self,
        cx: &mut Exploration,
        mut states: Option<&mut States>,
        effort: u64,
    ) {
        let end = cx.stats().effort().saturating_add(effort);
        while !cx.should_stop() && cx.stats().effort() < end {
            cx.tally("runs_at_random");
            self.run(cx, states.as_deref_mut(), effort as usize);
        }
    }

    fn run(&mut self, cx: &mut Exploration, mut states: Option<&mut States>, most: usize) {
        let mut sampler = self.sampler();
        let start = cx.start();
        let mut drive = Drive::resume_for(cx, start, most);
        while !drive.is_over() {
            if drive.pass_time_when_late() {
                continue;
            }
            let Some(transition) = sampler.choose(&drive.run.machine) else {
                break;
            };
            let before = Before::of(&drive.run.machine, transition.thread);
            drive.step(transition);
            if let Some(event) = drive.run.trace.last() {
                sampler.executed(&event.operation, &drive.run.machine);
                if let Some(states) = &mut states {
                    states.learn_from(&drive.run.machine, &event.operation, before);
                }
            }
        }
        self.longest = self.longest.max(sampler.steps);
        drive.conclude();
    }

    fn sampler(&mut self) -> Sampler {
        let turn = self.runs;
        self.runs += 1;
        let draws = match turn % 8 {
            0 | 2 | 4 | 6 => Draws::WhatConflicts,
            1 | 5 => Draws::EachStep,
            3 => Draws::AtChanges(self.changes(CHANGES[turn / 8 % CHANGES.len()])),
            _ => Draws::InTurns(Turns::new(turn / 8 % MAX_TURN + 1, turn / 8 >= MAX_TURN)),
        };
        Sampler {
            draws,
            wakes_like: turn / 8 % 2 == 1,
            random: Random::new(self.random.next_u64()),
            priorities: Vec::new(),
            lowest: Sampler::DRAWN,
            steps: 0,
            burst: 0,
            last: None,
        }
    }

    fn changes(&mut self, most: usize) -> FxHashSet<usize> {
        let count = most.min(self.longest / STEPS_PER_CHANGE + 1);
        let steps = self.longest.max(1);
        (0..count).map(|_| self.random.below(steps)).collect()
    }
}

/// When priorities are drawn anew.
enum Draws {
    /// After each operation those of whatever conflicts with it.
    WhatConflicts,
    /// All of them at each step.
    EachStep,
    /// Never; the thread that would take one of these steps, by their numbers, gets the lowest one.
    AtChanges(FxHashSet<usize>),
    /// Never; after some steps of a thread it is the next one's turn.
    InTurns(Turns),
}

/// How long threads' turns are.
struct Turns {
    steps: usize,
    /// Whether a thread's first turn may be shorter: the others then begin elsewhere in what it does.
    shifted: bool,
    /// The threads that have had a turn.
    begun: FxHashSet<ThreadId>,
    /// How many steps of this turn are left.
    left: usize,
}

impl Turns {
    fn new(steps: usize, shifted: bool) -> Turns {
        Turns {
            steps,
            shifted,
            begun: FxHashSet::default(),
            left: 0,
        }
    }

    /// Whether a thread's turn goes on, if it can.
    fn goes_on(&self) -> bool {
        self.left > 0
    }

    fn begin(&mut self, thread: ThreadId, random: &mut Random) {
        let is_first = self.begun.insert(thread);
        self.left = match is_first && self.shifted {
            true => 1 + random.below(self.steps),
            false => self.steps,
        };
    }
}

/// Whose turn it is in one run.
struct Sampler {
    random: Random,
    draws: Draws,
    /// Whether a notification wakes a thread like its own where it can: one that waits for what such threads do
    /// themselves.
    wakes_like: bool,
    /// Each thread's priority, if one was drawn.
    priorities: Vec<Option<u64>>,
    /// The lowest priority that a thread has got.
    lowest: u64,
    /// How many steps were taken.
    steps: usize,
    /// How many of them the last thread took in a row.
    burst: usize,
    /// Who took the last one.
    last: Option<ThreadId>,
}

impl Sampler {
    /// Priorities that are drawn are not below this one.
    const DRAWN: u64 = 1 << 32;

    /// The thread of the highest priority, in any of its ways.
    fn choose(&mut self, machine: &Machine) -> Option<Transition> {
        let transitions = machine.transitions();
        let mut thread = self.first_of(&transitions)?;
        if self.is_to_change(thread) {
            self.lowest -= 1;
            self.priorities[thread.index()] = Some(self.lowest);
            thread = self.first_of(&transitions)?;
        }
        let all = || transitions.iter().filter(|t| t.thread == thread);
        let only_like = self.wakes_like && all().any(|t| wakes_like(machine, t));
        let arms = || all().filter(|t| !only_like || wakes_like(machine, t));
        let chosen = self.random.below(arms().count());
        arms().nth(chosen).copied()
    }

    fn first_of(&mut self, transitions: &[Transition]) -> Option<ThreadId> {
        let threads = transitions.iter().map(|transition| transition.thread);
        match &self.draws {
            Draws::InTurns(turns) => {
                let next = |last: ThreadId| last.index() + usize::from(!turns.goes_on());
                let first = self.last.map_or(0, next);
                threads.min_by_key(|thread| (thread.index() < first, *thread))
            }
            Draws::WhatConflicts | Draws::EachStep | Draws::AtChanges(_) => {
                threads.max_by_key(|&thread| self.priority(thread))
            }
        }
    }

    fn priority(&mut self, thread: ThreadId) -> u64 {
        let index = thread.index();
        if self.priorities.len() <= index {
            self.priorities.resize(index + 1, None);
        }
        *self.priorities[index].get_or_insert_with(|| self.random.next_u64() | Sampler::DRAWN)
    }

    fn is_to_change(&self, thread: ThreadId) -> bool {
        let tires = self.last == Some(thread) && self.burst >= MAX_BURST;
        matches!(&self.draws, Draws::AtChanges(steps) if tires || steps.contains(&self.steps))
    }

    /// Takes note of an operation that was executed.
    fn executed(&mut self, operation: &Operation, machine: &Machine) {
        let thread = operation.thread;
        self.steps += 1;
        let is_another = self.last != Some(thread);
        self.burst = if is_another { 1 } else { self.burst + 1 };
        self.last = Some(thread);
        match &mut self.draws {
            Draws::AtChanges(_) => {}
            Draws::InTurns(turns) => {
                if is_another || !turns.goes_on() {
                    turns.begin(thread, &mut self.random);
                }
                turns.left -= 1;
            }
            Draws::EachStep => self.priorities.clear(),
            Draws::WhatConflicts => {
                for (index, priority) in self.priorities.iter_mut().enumerate() {
                    let other = ThreadId(index as u16);
                    let conflicts = |pending: &Operation| dependent(pending, operation);
                    if other == thread || machine.pending(other).is_some_and(conflicts) {
                        *priority = None;
                    }
                }
            }
        }
    }
}

/// Whether a notification goes to a thread that began in the same function.
fn wakes_like(machine: &Machine, transition: &Transition) -> bool {
    let Arm::Wake(woken) = transition.arm else {
        return false;
    };
    let class = machine.class_of(woken);
    class.is_some() && class == machine.class_of(transition.thread)
}
