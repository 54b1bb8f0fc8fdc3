//! What all engines share: the program, limits, statistics, properties, bugs and outcomes.
//!
//! An engine decides which transition comes next, and nothing else. Counting, limits, judging how a
//! run ended and telling the user about progress happen here, in the same way for all of them.

use crate::clock::Interleavings;
use crate::coverage::Observer;
use crate::limits::{Limit, Limits};
use crate::random::Random;
use crate::run::{Event, Run};
use crate::schedule::{self, Divergence};
use crate::source;
use crate::stats::Stats;
use crate::watch::Alarm;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;
use vscheck_analysis::Facts;
use vscheck_ir::{Action, Program, Site};
use vscheck_vm::{Arm, ThreadId, Transition};
use vscheck_vm::{Code, End, Fault, FaultKind, LimitKind, Machine, MachineOptions};

/// Which of several enabled threads goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// The one with the lowest number.
    #[default]
    First,
    /// Any, by the seed.
    Random,
}

/// What is asked of a search.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Explore everything, instead of stopping at the first bug.
    pub all: bool,
    /// Keep the set of final outcomes.
    pub outcomes: bool,
    /// Count distinct value schedules.
    pub schedules: bool,
    /// Techniques switched off, to measure them.
    pub disable: BTreeSet<String>,
    /// Which thread first.
    pub order: Order,
    /// For whatever is chosen at random.
    pub seed: u64,
    /// The effort ([`Stats::effort`]) that a hunt for the first bug spends on value schedules before it asks
    /// other searches; if not said, what is good for most programs. With none, the others come first, and
    /// have no end.
    pub patience: Option<u64>,
    /// Which states of a path the search over value schedules keeps. It makes no difference to what is found.
    pub kept: Kept,
    /// What the search may use up.
    pub limits: Limits,
}

/// Which steps of a path keep the state before them, each some kilobytes. The others are come back to by executing
/// again what came after the last that does.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The first steps do, up to this one,
    pub all_up_to: usize,
    /// then one of so many,
    pub every: usize,
    /// and so many of the latest.
    pub latest: usize,
}

impl Default for Kept {
    /// What is short is never executed again, and what is long fits into memory.
    fn default() -> Kept {
        Kept {
            all_up_to: 2048,
            every: 64,
            latest: 64,
        }
    }
}

impl Kept {
    /// As few as can be kept of any path.
    pub const FEWEST: Kept = Kept {
        all_up_to: 0,
        every: 5,
        latest: 1,
    };
}

impl Settings {
    /// Whether it matters what is printed in which order.
    pub fn observes_output(&self) -> bool {
        self.all || self.outcomes || self.schedules
    }
}

/// How one execution ended, as far as anybody can tell from outside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// `ok`, or the kind of the bug.
    pub end: &'static str,
    /// The panic's message.
    pub message: Option<String>,
    /// Where it is not 0.
    pub exit_code: Option<i32>,
    /// Everything printed to standard output. Empty after a data race: what others had printed when two
    /// accesses met that nothing orders means nothing, and no two engines need agree on it.
    pub stdout: String,
}

/// A bug and the run that shows it.
#[derive(Clone)]
pub struct Bug {
    /// What is wrong.
    pub fault: Fault,
    /// The run at its end.
    pub run: Run,
}

impl Bug {
    /// What makes two bugs the same: kind, message, place, and where the threads stand that can never
    /// move.
    pub fn key(&self) -> BugKey {
        bug_key(&self.run, &self.fault)
    }
}

/// See [`Bug::key`].
pub type BugKey = (&'static str, String, Option<Site>, Vec<(ThreadId, Site)>);

/// Called now and then with the counts so far.
pub type Progress = Box<dyn FnMut(&Stats) + Send>;

/// A search in progress.
pub struct Exploration {
    /// The program.
    pub program: Arc<Program>,
    /// What is asked.
    pub settings: Settings,
    /// For whatever an engine chooses at random.
    pub random: Random,
    facts: Option<Arc<Facts>>,
    start: Machine,
    stats: Stats,
    bugs: Vec<Bug>,
    bug_keys: FxHashSet<BugKey>,
    expected_panics: u64,
    last_completed: Option<Run>,
    outcomes: BTreeSet<Outcome>,
    /// Whether some race is ruled out by nothing but the order of what was taken for commuting, or for one step.
    misjudged: bool,
    /// The same of critical sections, or of that where they commuted.
    misjudged_sections: bool,
    /// Whether somebody looks inside a critical section that was taken for one step.
    looks_inside_sections: bool,
    exit_codes: BTreeSet<i32>,
    interleavings: Interleavings,
    limits_reached: Vec<Limit>,
    stopped: bool,
    visited: FxHashSet<u128>,
    alarm: Alarm,
    progress: Option<Progress>,
    /// Looks at the executions, if there are pairs to cover.
    observer: Option<Observer>,
}

/// What a search found.
pub struct Findings {
    /// The program at its start.
    pub start: Machine,
    /// Distinct bugs, in the order in which they were found.
    pub bugs: Vec<Bug>,
    /// Final outcomes (only if they were asked for).
    pub outcomes: BTreeSet<Outcome>,
    /// The exit codes of the executions that completed.
    pub exit_codes: BTreeSet<i32>,
    /// Distinct value schedules (only if they were asked for).
    pub schedules: usize,
    /// Two steps that conflict in one of their orders only (the same).
    pub one_sided: Option<[Transition; 2]>,
    /// Counts.
    pub stats: Stats,
    /// Limits that cut the search short.
    pub limits: Vec<Limit>,
    /// Whether the search ended before the engine was through (first bug, or a limit).
    pub stopped: bool,
    /// What the executions did, if there was a static pass.
    pub observer: Option<Observer>,
}

/// How many steps pass between two reports of the progress.
const PROGRESS_INTERVAL: u64 = 64;

impl Exploration {
    /// A search at its start.
    pub fn new(program: Arc<Program>, options: MachineOptions, settings: Settings) -> Exploration {
        let options = MachineOptions {
            observes_output: settings.observes_output(),
            ..options
        };
        let start = Machine::new(Code::new(program.clone()), options);
        Exploration {
            program,
            random: Random::new(settings.seed),
            facts: None,
            settings,
            stats: Stats {
                instructions: start.instructions(),
                ..Stats::default()
            },
            start,
            bugs: Vec::new(),
            bug_keys: FxHashSet::default(),
            expected_panics: 0,
            last_completed: None,
            outcomes: BTreeSet::new(),
            misjudged: false,
            misjudged_sections: false,
            looks_inside_sections: false,
            exit_codes: BTreeSet::new(),
            interleavings: Interleavings::default(),
            limits_reached: Vec::new(),
            stopped: false,
            visited: FxHashSet::default(),
            alarm: Alarm::default(),
            progress: None,
            observer: None,
        }
    }

    /// Ends the search with its partial result when it rings.
    pub fn set_alarm(&mut self, alarm: Alarm) {
        self.alarm = alarm;
    }

    /// What the static pass found out, for engines that ask it.
    pub fn set_facts(&mut self, facts: Arc<Facts>) {
        self.observer = Observer::new(facts.clone());
        self.facts = Some(facts);
    }

    /// Called now and then with the counts so far.
    pub fn set_progress(&mut self, progress: Progress) {
        self.progress = Some(progress);
    }

    /// What was found.
    pub fn into_findings(mut self) -> Findings {
        self.judge_missing_panic();
        let schedules = self.interleavings.value_schedules();
        Findings {
            start: self.start,
            bugs: self.bugs,
            outcomes: self.outcomes,
            exit_codes: self.exit_codes,
            schedules: schedules.count,
            one_sided: schedules.one_sided,
            stats: self.stats,
            limits: self.limits_reached,
            stopped: self.stopped,
            observer: self.observer,
        }
    }

    // What engines use.

    /// A run at its start.
    pub fn start(&mut self) -> Run {
        Run::new(self.start.clone())
    }

    /// The same where updates of atomic cells commute, and critical sections, and where loads are executed with the
    /// exchanges that rely on them there, if the program has any of these. Finds the same bugs, if its ends are told to [`Exploration::finish_commuting`], which may find that it does not.
    pub fn commuting_start(&mut self) -> Option<Run> {
        let exchanges = self.exchanges_at_once();
        let updates = self.updates_commute() || self.uses("additions") && exchanges;
        let sections = self.uses("sections") && !self.misjudged_sections;
        let handmade = sections
            && self.may_race()
            && !self.looks_inside_sections
            && self.start.code().has_handmade_locks();
        let sections = handmade || sections && self.start.code().has_sections();
        if !(updates || sections || exchanges) {
            return None;
        }
        let start = match self.may_race() {
            true => self.start.clone(),
            false => self.start.clone().without_races(),
        };
        let start = start.commuting(updates, sections);
        let start = match handmade {
            true => start.through_handmade_sections(),
            false => start,
        };
        Some(self.exchanging(start))
    }

    /// Whether there are updates of atomic cells that commute, as far as has been seen.
    pub fn updates_commute(&self) -> bool {
        self.uses("additions") && !self.misjudged && self.start.code().has_mere_updates()
    }

    /// A run from this start, in which loads are executed with the exchanges that rely on them where that helps.
    fn exchanging(&self, start: Machine) -> Run {
        Run::new(match self.exchanges_at_once() {
            true => start.exchanging_at_once(),
            false => start,
        })
    }

    /// Whether loads are executed with the exchanges that rely on them, where that helps, as far as has been seen.
    fn exchanges_at_once(&self) -> bool {
        let has_any = || self.start.code().has_exchanges(self.may_race());
        self.uses("exchanges") && !self.misjudged && has_any()
    }

    /// The same where who waits, and leaves something behind in each round of a loop, lets the others go
    /// first. Bugs that need several such rounds between two steps of the others are not found.
    pub fn fair_start(&mut self) -> Run {
        let start = self.start.clone().commuting(self.updates_commute(), false);
        self.exchanging(start.taking_turns())
    }

    /// Whether plain accesses may meet, as far as is known.
    pub fn may_race(&self) -> bool {
        self.facts.as_ref().is_none_or(|facts| facts.may_race())
    }

    /// Takes one enabled transition.
    pub fn step(&mut self, run: &mut Run, transition: Transition) {
        let before = run.machine.instructions();
        schedule::advance(run, transition);
        self.stats.transitions += 1;
        self.stats.instructions += run.machine.instructions() - before;
        self.stats.max_depth = self.stats.max_depth.max(run.depth() as u64);
        self.stats.max_cells = self.stats.max_cells.max(run.machine.memory_cells());
        let transitions = self.settings.limits.transitions;
        if transitions.is_some_and(|most| self.stats.transitions >= most) {
            self.stop_at(Limit::Transitions);
        }
        self.poll();
        if self.stats.transitions.is_multiple_of(PROGRESS_INTERVAL) {
            self.show_progress();
        }
    }

    /// Follows a schedule from the start.
    pub fn replay(&mut self, schedule: &[Transition]) -> Result<Run, Divergence> {
        let start = self.start();
        self.follow(start, schedule)
    }

    fn follow(&mut self, mut run: Run, schedule: &[Transition]) -> Result<Run, Divergence> {
        for (at, &wanted) in schedule.iter().enumerate() {
            if !schedule::is_recordable(&run, wanted) {
                return Err(Divergence { at, wanted });
            }
            self.step(&mut run, wanted);
        }
        Ok(run)
    }

    /// Whether a run has nothing left to do: ended, or as long as the limits allow. Then it is to be
    /// given to [`Exploration::finish`].
    pub fn is_over(&self, run: &Run) -> bool {
        run.machine.end().is_some() || self.steps_left(run) == 0
    }

    /// How many more steps the limits allow a run.
    pub fn steps_left(&self, run: &Run) -> u64 {
        self.settings
            .limits
            .steps
            .saturating_sub(run.depth() as u64)
    }

    /// Records how a run ended.
    pub fn finish(&mut self, run: &Run) {
        self.observe(run);
        let Some(end) = run.machine.end() else {
            // A search that stops leaves its run as it is.
            if self.steps_left(run) == 0 {
                self.reach(Limit::Steps);
            }
            return self.finish_endless(run);
        };
        match end {
            End::Completed { exit_code } => self.record_completed(run, *exit_code),
            End::Bug(fault) => self.record_bug(run, fault),
            End::Limit(LimitKind::Interrupted) => {
                let limit = self.alarm.reason().unwrap_or(Limit::Interrupted);
                self.stop_at(limit);
            }
            &End::Limit(kind) => {
                let place = last_place(&self.program, run);
                self.reach(Limit::Machine(kind, place));
            }
        }
        self.count_execution(run);
    }

    /// Records how a run ended in which updates may commute, and orders nothing by them. Where it ends with a race that
    /// does not show where they do, the run is none of the program's: that is said, and from now on they do
    /// not commute. Whether the run was taken.
    pub fn finish_commuting(&mut self, run: &Run) -> bool {
        let is_bug = |run: &Run| matches!(run.machine.end(), Some(End::Bug(_)));
        if !run.machine.may_misjudge_races() || !is_bug(run) {
            self.finish(run);
            return true;
        }
        let start = Run::new(self.start_like(run));
        let same = self.follow(start, &run.schedule());
        match same.ok().filter(is_bug) {
            Some(same) => {
                self.finish(&same);
                true
            }
            None => {
                match run.machine.sections_commute() {
                    true => self.misjudged_sections = true,
                    false => self.misjudge(),
                }
                false
            }
        }
    }

    /// Whether an execution has shown that all those of its kind may lack something, as it took for commuting, or for
    /// one step, what is not: then that is not done again.
    pub fn lacks_some(&mut self, run: &Run) -> bool {
        let looks_inside = run.machine.looks_inside_sections();
        self.looks_inside_sections |= looks_inside;
        looks_inside || run.machine.may_overflow_elsewhere()
    }

    /// A start from which the steps of a run can be taken again: where its threads take turns, they do.
    fn start_like(&self, run: &Run) -> Machine {
        let start = self.start.clone();
        match run.machine.takes_turns() {
            true => start.taking_turns(),
            false => start,
        }
    }

    /// What was taken for commuting makes a difference: from now on nothing is.
    pub fn misjudge(&mut self) {
        self.misjudged = true;
    }

    /// Records a run that is not taken to its end: another completed in the way in which this one would, and
    /// had the events that its trace has.
    pub fn finish_alike(&mut self, run: &Run) {
        self.observe(run);
        self.stats.max_depth = self.stats.max_depth.max(run.depth() as u64);
        self.count_execution(run);
        self.tally("tails_shared");
    }

    fn count_execution(&mut self, run: &Run) {
        self.stats.executions += 1;
        if self.settings.schedules {
            self.interleavings.insert(&run.trace.items());
        }
        let executions = self.settings.limits.executions;
        if executions.is_some_and(|most| self.stats.executions >= most) {
            self.stop_at(Limit::Executions);
        }
    }

    fn observe(&mut self, run: &Run) {
        if let Some(observer) = &mut self.observer {
            observer.observe(run);
        }
    }

    /// Records that a run has come to a state from where all has been explored.
    pub fn meet_again(&mut self, run: &Run) {
        self.observe(run);
        self.tally("phases_met_again");
    }

    /// Records that a run does not end: threads that wait for each other in a cycle are then a
    /// deadlock, whatever the others still do.
    pub fn finish_endless(&mut self, run: &Run) {
        if let Some(thread) = run.machine.cycle_beside_main() {
            let mut run = run.clone();
            let arm = Arm::Forever;
            self.step(&mut run, Transition { thread, arm });
            self.finish(&run);
        }
    }

    /// In a hunt for the first bug, takes the step that ends `run` with one, if a thread is about to
    /// take it. Returns whether it did; the run is then over.
    pub fn take_bug_at_hand(&mut self, run: &mut Run) -> bool {
        if self.settings.all || run.machine.end().is_some() {
            return false;
        }
        let faulty = |thread: &ThreadId| {
            let pending = run.machine.pending(*thread);
            pending.is_some_and(|operation| operation.action == Action::Fault)
        };
        let thread = run.machine.thread_ids().find(faulty);
        let fault = thread.and_then(|thread| run.transitions_of(thread).next());
        fault.map(|transition| self.step(run, transition)).is_some()
    }

    /// A copy of a run to come back to: one more state stored.
    pub fn snapshot(&mut self, run: &Run) -> Run {
        self.count_state();
        run.clone()
    }

    /// For engines that match states: counts a state, by its fingerprint, unless it was counted before.
    pub fn visit(&mut self, state: u128) {
        if self.visited.insert(state) {
            self.count_state();
        }
    }

    /// Whether the engine should return now: a bug was found in a hunt for the first one, or a limit
    /// was reached.
    pub fn should_stop(&self) -> bool {
        self.stopped
    }

    /// For engines that work without steps: notices that the search has to end.
    pub fn poll(&mut self) {
        if let Some(limit) = self.alarm.reason() {
            self.stop_at(limit);
        }
    }

    /// Says that the engine is through, but has not tried everything.
    pub fn give_up(&mut self) {
        self.reach(Limit::Incomplete);
    }

    /// Adds one to a count of the engine's own.
    pub fn tally(&mut self, name: &'static str) {
        *self.stats.engine.entry(name).or_default() += 1;
    }

    /// Whether a technique is in use (not switched off by `--disable`).
    pub fn uses(&self, technique: &str) -> bool {
        !self.settings.disable.contains(technique)
    }

    /// What the static pass found out; `None` for engines that do not ask it.
    pub fn facts(&self) -> Option<&Arc<Facts>> {
        self.facts.as_ref()
    }

    /// The counts so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// All transitions that are enabled, in the order in which they are to be tried.
    pub fn ordered_transitions(&mut self, run: &Run) -> Vec<Transition> {
        let mut transitions = run.machine.transitions();
        if self.settings.order == Order::Random {
            self.random.shuffle(&mut transitions);
        }
        transitions
    }

    /// One more state stored, by an engine that already has the copy.
    pub fn count_state(&mut self) {
        self.stats.states += 1;
        let states = self.settings.limits.states;
        if states.is_some_and(|most| self.stats.states >= most) {
            self.stop_at(Limit::States);
        }
    }

    // Judging.

    fn record_outcome(&mut self, run: &Run, end: &'static str, message: Option<String>, code: i32) {
        if !self.settings.outcomes {
            return;
        }
        let races = end == DATA_RACE || run.machine.cut_off().is_some();
        let stdout = match races {
            true => String::new(),
            false => run.machine.stdout(),
        };
        self.outcomes.insert(Outcome {
            end,
            message,
            exit_code: (code != 0).then_some(code),
            stdout,
        });
    }

    fn record_completed(&mut self, run: &Run, exit_code: i32) {
        self.record_outcome(run, "ok", None, exit_code);
        self.exit_codes.insert(exit_code);
        if self.program.should_panic.is_some() {
            self.last_completed = Some(run.clone());
        }
    }

    fn record_bug(&mut self, run: &Run, fault: &Fault) {
        let name = kind_name(fault.kind);
        let message = (fault.kind == FaultKind::Panic).then(|| fault.message.clone());
        self.record_outcome(run, name, message, 0);
        if is_expected(&self.program, fault) {
            self.expected_panics += 1;
            return;
        }
        // Who tells the schedule, or looks for a shorter one, starts in the same way.
        self.start = self.start_like(run);
        if self.bug_keys.insert(bug_key(run, fault)) {
            self.bugs.push(Bug {
                fault: fault.clone(),
                run: run.clone(),
            });
        }
        if self.bugs.len() >= self.settings.limits.bugs {
            self.stop_at(Limit::Bugs);
        }
        self.stopped |= !self.settings.all;
    }

    /// In a complete search of a `#[should_panic]` test, the lack of a panic is what is wrong.
    fn judge_missing_panic(&mut self) {
        let missing = self.program.should_panic.is_some() && self.expected_panics == 0;
        let complete = !self.stopped && self.limits_reached.is_empty();
        let Some(run) = self.last_completed.take().filter(|_| missing && complete) else {
            return;
        };
        let fault = Fault {
            kind: FaultKind::Panic,
            message: "the test is marked #[should_panic], but no execution panics".to_string(),
            thread: None,
            site: None,
            stack: Vec::new(),
            other: None,
            against: None,
            cut_off: None,
        };
        self.bugs.push(Bug { fault, run });
    }

    fn show_progress(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress(&self.stats);
        }
    }

    fn reach(&mut self, limit: Limit) {
        if !self.limits_reached.iter().any(|known| known.is_same(limit)) {
            self.limits_reached.push(limit);
        }
    }

    fn stop_at(&mut self, limit: Limit) {
        self.reach(limit);
        self.stopped = true;
    }
}

/// Where in the user's code a run that reached a limit of the machine's stands: the thread that was running stands
/// before no operation, nor does one that was about to start it.
fn last_place(program: &Program, run: &Run) -> Option<Site> {
    let machine = &run.machine;
    let running = |&thread: &ThreadId| {
        machine.standing(thread).is_none() && !machine.stack(thread).is_empty()
    };
    let last = || run.trace.last().map(Event::thread);
    let thread = machine.thread_ids().filter(running).last().or_else(last)?;
    source::user_site(program, machine.stack(thread))
}

const DATA_RACE: &str = "data-race";

/// Whether it is the panic that a `#[should_panic]` test is there for.
pub fn is_expected(program: &Program, fault: &Fault) -> bool {
    let Some(expected) = &program.should_panic else {
        return false;
    };
    let part = expected.as_deref().unwrap_or("");
    match fault.kind {
        FaultKind::Panic => fault.message.contains(part),
        kind => {
            let texts = failure_texts(kind);
            program.failures_panic && texts.iter().any(|text| text.contains(part))
        }
    }
}

/// What loom and shuttle panic with where they find a failure of this kind.
fn failure_texts(kind: FaultKind) -> &'static [&'static str] {
    match kind {
        FaultKind::Panic | FaultKind::Abort | FaultKind::UndefinedBehavior => &[],
        FaultKind::Deadlock => &[
            "deadlock; threads = [",
            "deadlock! blocked tasks: [",
            "deadlock! task tried to acquire a Mutex it already holds",
            "deadlock! task tried to acquire a RwLock it already holds",
        ],
        FaultKind::Livelock => &[
            "Model exceeded maximum number of branches.",
            "exceeded max_steps bound",
        ],
        FaultKind::DataRace => &[
            "Causality violation: Concurrent read and write accesses to `UnsafeCell`.",
            "Causality violation: Concurrent write accesses to `UnsafeCell`.",
            "Causality violation: Concurrent read and write accesses.",
            "Causality violation: Concurrent load and mut accesses.",
            "Causality violation: Concurrent `unsync_load` and atomic store.",
            "Causality violation: Concurrent atomic store and `unsync_load` accesses.",
        ],
    }
}

/// A kind of bug as JSON, recorded schedules and annotations name it.
pub fn kind_name(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Panic => "panic",
        FaultKind::Deadlock => "deadlock",
        FaultKind::Livelock => "livelock",
        FaultKind::DataRace => DATA_RACE,
        FaultKind::Abort => "abort",
        FaultKind::UndefinedBehavior => "undefined-behavior",
    }
}

fn bug_key(run: &Run, fault: &Fault) -> BugKey {
    let stuck = fault.kind.is_standstill();
    let standing = run.machine.thread_ids().filter(|_| stuck);
    let places = standing.filter_map(|t| Some((t, run.machine.standing(t)?.site)));
    let places = places.collect();
    let message = fault.message.clone();
    (kind_name(fault.kind), message, fault.site, places)
}
