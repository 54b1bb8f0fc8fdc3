//! Depth-first search over stored states, in the manner of Java PathFinder: the baseline.
//!
//! Every state at which a choice is made is stored by its fingerprint and never explored twice. (What
//! the race detector knows counts, or races would be lost with the states that are matched: see `seen`.) Threads
//! are scheduled only at operations on objects that more than one thread touches: an operation on any
//! other object is taken at once, together with what comes before it.
//!
//! DIVERGES(JPF, `PathSharednessPolicy`): JPF takes an object for shared once two threads have touched
//! it *on this path*, which loses schedules (the first touches are never reordered). Here an object is
//! shared if two threads touch it on *any* path. When a path shows that one is which was not known to
//! be, the search starts again knowing it; states already seen are not counted twice.

use super::results::Joining;
use super::seen::{Familiarity, Features, Left, Name, Outlook, Recognition, SeenStates, Threads};
use super::sharing::{Before, Sharing};
use crate::exploration::Exploration;
use crate::run::Run;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use vscheck_vm::{Alike, Arm, Machine, Operation, ThreadId, Transition, dependent};

/// Operations on unshared objects that are taken in a row before a choice is made all the same, so
/// that every cycle of the state graph has a state where all threads may go on.
const MAX_UNBROKEN: usize = 1_000;

/// Counts paths that end where all that could go on sleeps.
const PATHS_ASLEEP: &str = "paths_asleep";

/// Counts the states that were known again with symmetric threads in each other's place.
pub const MATCHED_BY_SYMMETRY: &str = "states_matched_by_symmetry";

/// A stored state on the path, and the transitions that are still to be taken from it (the last one first).
struct Frame {
    /// `None` once the last of them is being explored.
    run: Option<Run>,
    remaining: Vec<Transition>,
    outlook: Outlook,
    /// The names of the state, and of the one where the way to it began.
    names: [Name; 2],
}

/// Searches until no path shows a newly shared object.
pub fn explore(cx: &mut Exploration) {
    States::new(cx, Sharing::default()).search(cx, u64::MAX);
}

/// The same where symmetric threads stand for each other, and threads sleep.
pub fn explore_as_hunts_do(cx: &mut Exploration) {
    let sharing = Sharing::new(false, Some(Alike::default()));
    let mut states = States {
        uses_sleep: true,
        ..States::new(cx, sharing)
    };
    states.search(cx, u64::MAX);
}

/// What a search has seen, to go on later.
pub struct States {
    /// Whether plain accesses may race.
    may_race: bool,
    /// Whether threads sleep (see `seen`).
    uses_sleep: bool,
    recognition: Recognition,
    sharing: Sharing,
    visited: SeenStates,
    /// States right after a choice, also those where there is no other: the way on from there has been
    /// taken.
    passed: SeenStates,
    stack: Vec<Frame>,
    /// The states on the path, and how often each is there.
    path: FxHashMap<Name, u32>,
    /// Those that a path has come back to, where time has passed: see [`Search::pass_time`].
    late: FxHashSet<Name>,
}

impl States {
    /// For a search that takes at once what commutes with all that other threads do, on shared objects too.
    pub fn knowing_what_commutes(cx: &Exploration) -> States {
        let alike = cx.uses("symmetry").then(Alike::default);
        let mut sharing = Sharing::new(true, alike);
        sharing.begin(cx.updates_commute());
        States {
            uses_sleep: cx.uses("sleep-sets"),
            ..States::new(cx, sharing)
        }
    }

    fn new(cx: &Exploration, sharing: Sharing) -> States {
        States {
            may_race: cx.may_race(),
            uses_sleep: false,
            recognition: match !cx.settings.all && cx.uses("open-accesses") {
                true => Recognition::ByAccesses,
                false => Recognition::ByName,
            },
            sharing,
            visited: SeenStates::default(),
            passed: SeenStates::default(),
            stack: Vec::new(),
            path: FxHashMap::default(),
            late: FxHashSet::default(),
        }
    }

    /// Takes note of a step of another search: who touches which objects is true of the program.
    pub fn learn_from(&mut self, machine: &Machine, operation: &Operation, before: Before) {
        self.sharing.touch(machine, operation, before);
    }

    fn enter(&mut self, frame: Frame) {
        for name in frame.names {
            *self.path.entry(name).or_default() += 1;
        }
        self.stack.push(frame);
    }

    fn leave_last(&mut self) {
        for name in self.stack.pop().into_iter().flat_map(|frame| frame.names) {
            if let Entry::Occupied(mut times) = self.path.entry(name) {
                *times.get_mut() -= 1;
                if *times.get() == 0 {
                    times.remove();
                }
            }
        }
    }

    /// Searches on for as long as so much effort allows. Gives whether it is through.
    pub fn search(&mut self, cx: &mut Exploration, effort: u64) -> bool {
        let end = cx.stats().effort().saturating_add(effort);
        loop {
            let seen = &mut *self;
            match (Search { cx, end, seen }).run() {
                Progress::Through => return true,
                Progress::OutOfTime => return false,
                Progress::MoreShared => {
                    cx.tally("restarts_for_shared_objects");
                    self.visited.clear();
                    self.passed.clear();
                    self.stack.clear();
                    self.path.clear();
                    self.late.clear();
                }
            }
        }
    }
}

/// How far a search has come.
enum Progress {
    /// There is nothing left to search, or the search is to stop.
    Through,
    /// There is no more effort to spend.
    OutOfTime,
    /// More objects are shared than it assumed: it has to start again.
    MoreShared,
}

struct Search<'a> {
    cx: &'a mut Exploration,
    /// The effort at which to give up.
    end: u64,
    seen: &'a mut States,
}

impl Search<'_> {
    fn run(&mut self) -> Progress {
        let begins = self.seen.visited.is_empty() && self.seen.passed.is_empty();
        let first = match begins {
            true => Some((self.start(), Outlook::new())),
            false => self.next(),
        };
        let Some((mut run, mut outlook)) = first else {
            return Progress::Through;
        };
        loop {
            let leaf = !self.enter(run, outlook);
            if self.cx.should_stop() {
                return Progress::Through;
            }
            if leaf && self.seen.sharing.take_growth() {
                return Progress::MoreShared;
            }
            if self.cx.stats().effort() >= self.end {
                return Progress::OutOfTime;
            }
            match self.next() {
                Some(next) => (run, outlook) = next,
                None => return Progress::Through,
            }
        }
    }

    /// A hunt that asks this search wants an end, and the fair schedules have one where others have none.
    fn start(&mut self) -> Run {
        match self.seen.sharing.knows_what_commutes() {
            true => {
                self.seen.sharing.begin(self.cx.updates_commute());
                self.cx.fair_start()
            }
            false => self.cx.start(),
        }
    }

    /// Takes the next transition of the newest state that has one left.
    fn next(&mut self) -> Option<(Run, Outlook)> {
        while let Some(top) = self.seen.stack.last_mut() {
            let Some(transition) = top.remaining.pop() else {
                self.seen.leave_last();
                continue;
            };
            // The last transition needs no copy: nobody comes back to this state.
            let is_last = top.remaining.is_empty();
            let mut run = match is_last {
                true => top.run.take()?,
                false => top.run.clone()?,
            };
            let mut outlook = top.outlook.clone();
            let goes_one_way = || run.transitions_of(transition.thread).count() == 1;
            let may_sleep =
                self.seen.uses_sleep && !is_last && transition.arm == Arm::Only && goes_one_way();
            self.take(&mut run, transition, &mut outlook.asleep);
            // A step that ends the execution cuts off what others could still have done.
            if may_sleep && !self.cx.is_over(&run) {
                let top = self.seen.stack.last_mut()?;
                top.outlook.asleep.push(transition.thread);
            }
            return Some((run, outlook));
        }
        None
    }

    /// Goes on to the next state where there is a choice, and stores it if it is new. Returns whether
    /// there is one.
    fn enter(&mut self, mut run: Run, mut outlook: Outlook) -> bool {
        loop {
            if run.machine.end().is_some() {
                return self.leave(&run);
            }
            let depth = run.depth();
            let mut state = self.features(&run, &mut outlook);
            let began = state.name;
            if !self.cx.is_over(&run)
                && let Left::Nothing = self.see(Seen::Passed, &state, &mut outlook, &run)
            {
                match self.pass_time(&mut run, &mut outlook, began) {
                    true => continue,
                    false => return false,
                }
            }
            if !self.run_unbroken(&mut run, &mut outlook) {
                self.cx.tally(PATHS_ASLEEP);
                return false;
            }
            if self.cx.is_over(&run) {
                return self.leave(&run);
            }
            if run.depth() > depth {
                state = self.features(&run, &mut outlook);
            }
            let left = self.see(Seen::Visited, &state, &mut outlook, &run);
            if !matches!(left, Left::Nothing) {
                self.cx.visit(state.plain);
                return self.store(run, outlook, &left, [state.name, began]);
            }
            if !self.pass_time(&mut run, &mut outlook, state.name) {
                return false;
            }
        }
    }

    /// Puts a state on the path. Gives whether something is to be done in it.
    fn store(&mut self, run: Run, outlook: Outlook, left: &Left, names: [Name; 2]) -> bool {
        let mut remaining = self.choices(&run);
        let is_left = |transition: &Transition| match left {
            Left::Of(threads) => threads.contains(&transition.thread),
            Left::Everything | Left::Nothing => true,
        };
        remaining.retain(|transition| is_left(transition) && !outlook.sleeps(transition));
        if remaining.is_empty() {
            self.cx.tally(PATHS_ASLEEP);
            return false;
        }
        remaining.reverse();
        self.seen.enter(Frame {
            run: Some(run),
            remaining,
            outlook,
            names,
        });
        true
    }

    /// Where a path comes back to a state, the threads that go on may do so for ever: whoever waits for time to pass
    /// has waited long enough, once in each of these states, so that the path goes on for all that has been accessed on
    /// it. Returns whether somebody has.
    fn pass_time(&mut self, run: &mut Run, outlook: &mut Outlook, state: Name) -> bool {
        if !self.seen.path.contains_key(&state) {
            return false;
        }
        // Who puts something off must not do so for ever.
        self.judge_put_off(run, &run.machine.transitions());
        let wake = run.machine.late_wake();
        let Some(wake) = wake.filter(|_| self.seen.late.insert(state)) else {
            return false;
        };
        self.take(run, wake, &mut outlook.asleep);
        *outlook = Outlook::new();
        true
    }

    /// What is left to do in a state, as far as that is what its path is followed for; it is done from now on.
    fn see(&mut self, seen: Seen, state: &Features, outlook: &mut Outlook, run: &Run) -> Left {
        let states = match seen {
            Seen::Visited => &mut self.seen.visited,
            Seen::Passed => &mut self.seen.passed,
        };
        let Familiarity { left, by_symmetry } = states.see(state, outlook);
        if by_symmetry {
            self.cx.tally(MATCHED_BY_SYMMETRY);
            self.seen.sharing.take_for_each_other(&run.machine);
        }
        if let Left::Nothing = left {
            self.cx.tally("states_matched");
        }
        left
    }

    /// By what the state is known again. Nobody sleeps where more depends on the order of steps than what they touch.
    fn features(&self, run: &Run, outlook: &mut Outlook) -> Features {
        if !outlook.asleep.is_empty() && run.machine.turns_matter() {
            outlook.asleep.clear();
        }
        let alike = self.seen.sharing.alike();
        let likeness = run.machine.likeness(alike, self.seen.may_race);
        self.seen.recognition.features(likeness)
    }

    /// Records a run that is over: it has no state with a choice any more.
    fn leave(&mut self, run: &Run) -> bool {
        self.seen.sharing.touch_pending(&run.machine);
        self.seen.sharing.judge_end(&run.machine);
        if !self.cx.finish_commuting(run) {
            self.seen.sharing.misjudged();
        }
        false
    }

    /// Threads wait for each other in a cycle: whether that is a deadlock depends on whether `main`
    /// returns, which states that were seen before would not tell.
    fn judge_cycle(&mut self, mut run: Run) {
        for _ in 0..MAX_UNBROKEN {
            let next = run.machine.transitions().into_iter().next();
            let Some(transition) = next.filter(|_| !self.cx.is_over(&run)) else {
                return;
            };
            self.cx.step(&mut run, transition);
        }
        self.cx.finish_endless(&run);
    }

    /// Takes the transitions that need no choice. Gives whether none of them is asleep.
    fn run_unbroken(&mut self, run: &mut Run, outlook: &mut Outlook) -> bool {
        let mut start = None;
        let mut taken: Vec<Transition> = Vec::new();
        while taken.len() < MAX_UNBROKEN {
            if self.cx.should_stop() || self.cx.take_bug_at_hand(run) {
                return true;
            }
            let Some(transition) = self.without_choice(run) else {
                return true;
            };
            if outlook.sleeps(&transition) {
                return false;
            }
            let start = start.get_or_insert_with(|| (run.clone(), outlook.asleep.clone()));
            let has_choice = run.machine.has_choice();
            self.take(run, transition, &mut outlook.asleep);
            // A step that ends the execution cuts off what others could still have done.
            if has_choice && self.cx.is_over(run) {
                (*run, outlook.asleep) = start.clone();
                for transition in taken {
                    // A limit may be in the way of each.
                    if self.cx.is_over(run) {
                        break;
                    }
                    self.take(run, transition, &mut outlook.asleep);
                }
                return true;
            }
            taken.push(transition);
        }
        true
    }

    /// Takes a transition, and wakes those asleep that it does not commute with.
    fn take(&mut self, run: &mut Run, transition: Transition, asleep: &mut Threads) {
        self.judge_results(run, transition.thread);
        let cycle = run.machine.cycle_beside_main();
        let before = Before::of(&run.machine, transition.thread);
        let pending = asleep.iter().map(|&id| run.machine.pending(id).cloned());
        let pending: SmallVec<[Option<Operation>; 4]> = pending.collect();
        self.cx.step(run, transition);
        if run.machine.may_overflow_elsewhere() {
            self.cx.misjudge();
            self.seen.sharing.misjudged();
        }
        if cycle.is_none() && run.machine.cycle_beside_main().is_some() {
            self.judge_cycle(run.clone());
        }
        if let Some(event) = run.trace.last() {
            let mut pending = pending.into_iter();
            asleep.retain(|_| {
                let operation = pending.next().flatten();
                operation.is_some_and(|operation| !dependent(&operation, &event.operation))
            });
            self.seen
                .sharing
                .touch(&run.machine, &event.operation, before);
            self.seen.sharing.judge_join(&run.machine, &event.operation);
        }
    }

    /// The transition that is taken here without a choice: the only one there is, or the only one of a thread that
    /// need not wait.
    fn without_choice(&mut self, run: &Run) -> Option<Transition> {
        if self.cx.is_over(run) {
            return None;
        }
        let transitions = self.not_put_off(run, run.machine.transitions());
        if let [only] = transitions[..] {
            return Some(only);
        }
        let thread = self.need_not_wait(run, &transitions)?;
        let mut its = transitions.into_iter().filter(|t| t.thread == thread);
        its.next().filter(|_| its.next().is_none())
    }

    /// What there is to choose from: all transitions, or the several ways of a thread that need not wait.
    fn choices(&mut self, run: &Run) -> Vec<Transition> {
        let transitions = self.cx.ordered_transitions(run);
        let mut transitions = self.not_put_off(run, transitions);
        if let Some(thread) = self.need_not_wait(run, &transitions) {
            let its: Vec<Transition> = run.transitions_of(thread).collect();
            // A step that ends the execution cuts off what others could still have done.
            let ends = |&transition: &Transition| {
                let mut after = run.clone();
                self.cx.step(&mut after, transition);
                self.cx.is_over(&after)
            };
            // Who goes one way has done so for long enough.
            if its.len() > 1 && !its.iter().any(ends) {
                transitions.retain(|t| t.thread == thread);
            }
        }
        transitions
    }

    /// These without the joins of symmetric threads that are put off until all of those have ended.
    fn not_put_off(&mut self, run: &Run, mut transitions: Vec<Transition>) -> Vec<Transition> {
        let sharing = &self.seen.sharing;
        let is_put_off = |t: &Transition| sharing.put_off(&run.machine, t.thread).is_some();
        if transitions.iter().all(is_put_off) {
            self.judge_put_off(run, &transitions);
        } else {
            transitions.retain(|transition| !is_put_off(transition));
        }
        transitions
    }

    /// Whoever is to be joined does not end without that, or not always.
    fn judge_put_off(&mut self, run: &Run, transitions: &[Transition]) {
        for transition in transitions {
            let sharing = &mut self.seen.sharing;
            if let Some(class) = sharing.put_off(&run.machine, transition.thread) {
                sharing.tell_apart(class);
            }
        }
    }

    /// Who is about to join symmetric threads must not see which of them has left which result.
    fn judge_results(&mut self, run: &Run, joiner: ThreadId) {
        let sharing = &self.seen.sharing;
        let class = sharing.results_to_join(&run.machine, joiner);
        let Some((class, alike)) = class.zip(sharing.alike()) else {
            return;
        };
        let joining = Joining {
            cx: &mut *self.cx,
            joiner,
            class,
            alike,
            may_race: self.seen.may_race,
        };
        if joining.tells_apart(run) {
            self.seen.sharing.tell_apart(class);
        }
    }

    /// A thread whose next operation nobody else gets in the way of: the others may as well come after it.
    fn need_not_wait(&self, run: &Run, transitions: &[Transition]) -> Option<ThreadId> {
        let pending = |t: &Transition| run.machine.pending(t.thread);
        let mut all = transitions.iter().filter_map(pending);
        // A sleeper's waking commutes with nothing.
        if all.any(Operation::touches_world) {
            return None;
        }
        let arms = |thread: ThreadId| transitions.iter().filter(move |t| t.thread == thread);
        // Who may time out may also do so later, when others have gone on. Who goes one of several ways again and
        // again might never let others go on, but for one who wakes somebody each time.
        let goes_one_way = |t: &Transition| t.arm == Arm::Only && arms(t.thread).count() == 1;
        let wakes = |t: &Transition| arms(t.thread).all(|t| matches!(t.arm, Arm::Wake(_)));
        let need_not = |t: &&Transition| {
            let in_nobodys_way =
                |operation: &Operation| self.seen.sharing.is_private(&run.machine, operation);
            (goes_one_way(t) || wakes(t)) && pending(t).is_some_and(in_nobodys_way)
        };
        Some(transitions.iter().find(need_not)?.thread)
    }
}

/// Which of the states that were seen.
#[derive(Clone, Copy)]
enum Seen {
    Visited,
    Passed,
}
