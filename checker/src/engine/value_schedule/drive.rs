//! Running threads without backtracking points: to their end, or towards a target.

use super::super::path::Path;
use super::stops::Stops;
use crate::exploration::Exploration;
use crate::run::Run;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use vscheck_ir::Action;
use vscheck_vm::{Arm, Machine, Operation, ThreadId, Transition, footprints_meet};

/// In which order threads go when it does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Lowest number first.
    Ascending,
    /// Highest number first.
    Descending,
    /// All threads that were spawned at one place, then all of the next; the last place first.
    Grouped,
}

/// Steps on the way to one target before it is given up.
const MAX_WAY: usize = 2_000;

/// Steps one thread may take in a row, while others could go on, when a run is finished.
const MAX_BURST: usize = 200;

/// Steps after which a run outside of the complete search is given up, unless it may be longer.
pub(super) const MAX_RUN: usize = 10_000;

/// Steps after which time has passed for who waits for that, whatever the others still do.
const MAX_BUSY: usize = 4_000;

/// Plain accesses after which a recorded run keeps no more of them. They only say which orders are tried
/// first.
const MAX_LOGGED: usize = 1 << 18;

/// How often each thread has got its turn, on average, when a run that is finished is first asked whether
/// it goes round a cycle. Most end before, and the question costs as much as some steps.
const TURNS_BEFORE_CYCLES: usize = 3;

/// A run under way, outside of the complete search.
pub struct Drive<'c> {
    /// The search.
    pub cx: &'c mut Exploration,
    /// The state now.
    pub run: Run,
    /// What has been executed, if somebody wants to know.
    path: Option<Path>,
    /// Where threads stop, once each.
    stops: Stops,
    /// Steps taken.
    steps: usize,
    /// And how many may be.
    most_steps: usize,
    /// How many had been taken when time last passed.
    passed_at: usize,
    /// Plain accesses kept with the path.
    logged: usize,
    /// Whether it would go on for ever, or for longer than anybody waits.
    given_up: bool,
}

/// Where a run that goes on for long has been: states, with the thread whose turn it was. Whoever comes
/// back to one goes the same way again, as nothing else decides on it.
#[derive(Default)]
struct Turns {
    count: usize,
    seen: FxHashSet<(u128, ThreadId)>,
}

impl Turns {
    /// Notes that it is a thread's turn. Whether it has been before, in this state.
    fn closes_cycle(&mut self, machine: &Machine, thread: ThreadId) -> bool {
        self.count += 1;
        let late = self.count > TURNS_BEFORE_CYCLES * machine.thread_ids().count();
        late && !self.seen.insert((machine.fingerprint(), thread))
    }
}

impl<'c> Drive<'c> {
    /// A run from any state, without its path.
    pub fn resume(cx: &'c mut Exploration, mut run: Run) -> Drive<'c> {
        run.machine.log_plain_accesses(false);
        Drive::new(cx, run)
    }

    /// The same, of so many steps at most, if that is more than such runs have.
    pub fn resume_for(cx: &'c mut Exploration, run: Run, steps: usize) -> Drive<'c> {
        Drive {
            most_steps: steps.max(MAX_RUN),
            ..Drive::resume(cx, run)
        }
    }

    fn new(cx: &'c mut Exploration, run: Run) -> Drive<'c> {
        Drive {
            cx,
            run,
            path: None,
            stops: Stops::default(),
            steps: 0,
            most_steps: MAX_RUN,
            passed_at: 0,
            logged: 0,
            given_up: false,
        }
    }

    /// A run from the start, with its path.
    pub fn recorded(cx: &'c mut Exploration, stops: Stops) -> Drive<'c> {
        let mut run = cx.start();
        run.machine.log_plain_accesses(true);
        Drive {
            path: Some(Path::default()),
            stops,
            ..Drive::new(cx, run)
        }
    }

    /// Whether the run, once finished, has not come to its end.
    pub fn is_given_up(&self) -> bool {
        self.given_up
    }

    /// The path of a recorded run.
    pub fn into_path(self) -> Path {
        self.path.unwrap_or_default()
    }

    /// Takes one step.
    pub fn step(&mut self, transition: Transition) {
        self.steps += 1;
        let pending = self.run.machine.pending(transition.thread);
        let sleeps = pending.is_some_and(|operation| operation.action == Action::Sleep);
        if sleeps || transition.arm == Arm::TimeOut {
            self.passed_at = self.steps;
        }
        match &mut self.path {
            Some(path) => {
                let machine = &self.run.machine;
                // Nobody asks for the state before where one thread is alone: no pair has a step there.
                match machine.is_sequential() && !machine.has_choice() {
                    true => path.extend_only_way(self.cx, &mut self.run, transition),
                    false => path.extend(self.cx, &mut self.run, transition),
                }
                self.logged += path.steps.last().map_or(0, |step| step.data.len());
                if self.logged > MAX_LOGGED {
                    self.run.machine.log_plain_accesses(false);
                }
            }
            None => self.cx.step(&mut self.run, transition),
        }
        self.cx.take_bug_at_hand(&mut self.run);
    }

    /// Takes the first arm of a thread, if it can move.
    pub fn step_thread(&mut self, thread: ThreadId) -> bool {
        self.step_waking(thread, None)
    }

    /// Takes the first arm of a thread, if it can move; a notify wakes `sleeper` if it may.
    pub fn step_waking(&mut self, thread: ThreadId, sleeper: Option<ThreadId>) -> bool {
        let arms = self.run.machine.arms(thread);
        let wakes = arms
            .iter()
            .copied()
            .find(|&arm| sleeper.is_some_and(|t| arm == Arm::Wake(t)));
        let arm = wakes.or_else(|| arms.first().copied());
        if let Some(arm) = arm {
            self.step(Transition { thread, arm });
        }
        arm.is_some()
    }

    /// Lets time pass beside threads that have gone on for long. Returns whether somebody waited for that.
    pub fn pass_time_when_late(&mut self) -> bool {
        self.steps - self.passed_at >= MAX_BUSY && self.pass_time()
    }

    fn pass_time(&mut self) -> bool {
        let wake = self.run.machine.late_wake();
        wake.map(|transition| self.step(transition)).is_some()
    }

    /// Whether nothing can or may follow.
    pub fn is_over(&self) -> bool {
        self.steps >= self.most_steps || self.cx.should_stop() || self.cx.is_over(&self.run)
    }

    /// Finishes the run one thread after another, `first` before all others, and records its end. A
    /// run without end is given up.
    pub fn finish(&mut self, first: Option<ThreadId>, preference: Preference) {
        self.take_turns(first, preference);
        self.conclude();
    }

    /// Records the end of the run, or that it has none.
    pub fn conclude(&mut self) {
        self.given_up |= self.steps >= self.most_steps;
        if self.given_up {
            self.cx.tally("runs_given_up");
            self.cx.finish_endless(&self.run);
        } else {
            self.cx.finish(&self.run);
        }
    }

    fn take_turns(&mut self, first: Option<ThreadId>, preference: Preference) {
        let mut turns = Turns::default();
        let mut current = first;
        let mut burst = 0;
        while !self.is_over() {
            if self.pass_time_when_late() {
                turns = Turns::default();
                continue;
            }
            let next = self.next_thread(current, burst < MAX_BURST, preference);
            let next = next.or_else(|| self.stops.release());
            let Some(thread) = next.or_else(|| self.first_to_end(preference)) else {
                return;
            };
            if self.stops_here(thread) {
                turns = Turns::default();
                continue;
            }
            if Some(thread) == current {
                burst += 1;
            } else {
                burst = 0;
                if turns.closes_cycle(&self.run.machine, thread) {
                    self.given_up = !self.pass_time();
                    if self.given_up {
                        return;
                    }
                    turns = Turns::default();
                    continue;
                }
            }
            current = Some(thread);
            self.step_thread(thread);
        }
    }

    fn next_thread(
        &self,
        current: Option<ThreadId>,
        stay: bool,
        preference: Preference,
    ) -> Option<ThreadId> {
        // Who comes to a stop after `main` has gone on comes to it too late.
        let main_is_last = !self.stops.is_empty();
        let stay = stay && !(main_is_last && current == Some(ThreadId::MAIN));
        if stay && current.is_some_and(|thread| self.goes_on(thread)) {
            return current;
        }
        let mut threads = self.in_order(preference);
        if main_is_last {
            threads.rotate_left(1);
        }
        // A thread that stops of itself makes room for the first, one that is stopped for the next.
        let stopped = current
            .filter(|_| !stay)
            .and_then(|thread| threads.iter().position(|&t| t == thread));
        let (before, after) = threads.split_at(stopped.map_or(0, |at| at + 1));
        let mut in_turn = after.iter().chain(before).copied();
        in_turn.find(|&thread| self.goes_on(thread))
    }

    /// Who ends the execution, where nobody goes on.
    fn first_to_end(&self, preference: Preference) -> Option<ThreadId> {
        let mut threads = self.in_order(preference).into_iter();
        threads.find(|&thread| self.run.machine.is_enabled(thread))
    }

    /// Whether a thread stops where it stands, now.
    fn stops_here(&mut self, thread: ThreadId) -> bool {
        let pending = self.run.machine.pending(thread);
        pending.is_some_and(|operation| self.stops.stop(operation))
    }

    /// All threads, in the order in which they are preferred; `main` first, which spawns the others.
    pub fn in_order(&self, preference: Preference) -> Vec<ThreadId> {
        let machine = &self.run.machine;
        let mut threads: Vec<ThreadId> = machine.thread_ids().collect();
        match preference {
            Preference::Ascending => {}
            Preference::Descending => threads[1..].reverse(),
            Preference::Grouped => {
                threads[1..].sort_by_key(|&thread| Reverse(machine.spawn_site(thread)));
            }
        }
        threads
    }

    /// Whether a thread can move without ending the execution, and is not stopped.
    pub fn goes_on(&self, thread: ThreadId) -> bool {
        let free = !self.stops.is_stopped(thread) && self.run.machine.is_enabled(thread);
        free && !self.ends(thread)
    }

    fn ends(&self, thread: ThreadId) -> bool {
        self.run
            .machine
            .pending(thread)
            .is_some_and(Operation::ends_execution)
    }

    /// Runs `target`'s thread, and what it has to wait for, until it is about to execute an operation
    /// at the target's site that conflicts with what `trigger` is about to do. The trigger's own
    /// thread stays where it is. False if that cannot be reached.
    pub fn reach(&mut self, trigger: &Operation, target: &Operation) -> bool {
        for _ in 0..MAX_WAY {
            if self.is_over() {
                return false;
            }
            if self.is_at(trigger, target) {
                return true;
            }
            let Some(thread) = self.helper(target.thread, trigger.thread) else {
                return false;
            };
            self.step_thread(thread);
        }
        false
    }

    /// Dynamic alias refinement (Chen 2009, section 6.2.3): the sites agree, do the objects?
    fn is_at(&self, trigger: &Operation, target: &Operation) -> bool {
        let pending = self.run.machine.pending(target.thread);
        pending.is_some_and(|pending| {
            pending.site == target.site
                && footprints_meet(&pending.footprint, &trigger.footprint)
                && self.run.machine.is_enabled(target.thread)
        })
    }

    /// Who must move so that `wanted` gets further: itself, else who it waits for, else (not spawned
    /// or waiting for anybody) the first that can, but never `stopped`.
    fn helper(&self, wanted: ThreadId, stopped: ThreadId) -> Option<ThreadId> {
        let machine = &self.run.machine;
        let movable = |t: &ThreadId| *t != stopped && self.goes_on(*t);
        match self.holding_up(wanted) {
            Some(thread) if machine.is_enabled(thread) => {
                Some(thread).filter(|&thread| thread != stopped)
            }
            _ => machine.thread_ids().find(movable),
        }
    }

    /// The thread itself if it can move, else the last in the chain of those it waits for.
    pub fn holding_up(&self, thread: ThreadId) -> Option<ThreadId> {
        let machine = &self.run.machine;
        let mut last = thread;
        for _ in 0..machine.thread_ids().count() {
            if machine.is_enabled(last) {
                return Some(last);
            }
            let holders = machine.blocked(last)?.holders;
            last = *holders.first()?;
        }
        None
    }

    /// Executes the target; an acquisition goes on until the release (Chen 2009, section 5.3.4).
    pub fn fulfil(&mut self, target: ThreadId) {
        let held = self.run.machine.held_locks(target).len();
        self.step_thread(target);
        for _ in 0..MAX_WAY {
            if self.is_over()
                || self.run.machine.held_locks(target).len() <= held
                || !self.step_thread(target)
            {
                return;
            }
        }
    }
}
