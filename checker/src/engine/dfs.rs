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

use super::seen::{Features, Name, Purpose, Recognition, SeenStates};
use super::sharing::{Before, Sharing};
use crate::exploration::Exploration;
use crate::run::Run;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use vscheck_vm::{Alike, Arm, Machine, Operation, ThreadId, Transition};

/// Operations on unshared objects that are taken in a row before a choice is made all the same, so
/// that every cycle of the state graph has a state where all threads may go on.
const MAX_UNBROKEN: usize = 1_000;

/// Counts the states that were known again with symmetric threads in each other's place.
pub const MATCHED_BY_SYMMETRY: &str = "states_matched_by_symmetry";

/// A stored state on the path, and the transitions that are still to be taken from it (the last one first).
struct Frame {
    /// `None` once the last of them is being explored.
    run: Option<Run>,
    remaining: Vec<Transition>,
    purpose: Purpose,
    /// The names of the state, and of the one where the way to it began.
    names: [Name; 2],
}

/// Searches until no path shows a newly shared object.
pub fn explore(cx: &mut Exploration) {
    States::new(cx, Sharing::default()).search(cx, u64::MAX);
}

/// The same where symmetric threads stand for each other.
pub fn explore_symmetric(cx: &mut Exploration) {
    let sharing = Sharing::new(false, Some(Alike::default()));
    States::new(cx, sharing).search(cx, u64::MAX);
}

/// What a search has seen, to go on later.
pub struct States {
    /// Whether plain accesses may race.
    may_race: bool,
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
        States::new(cx, sharing)
    }

    fn new(cx: &Exploration, sharing: Sharing) -> States {
        States {
            may_race: cx.may_race(),
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
            true => Some((self.start(), Purpose::Everything)),
            false => self.next(),
        };
        let Some((mut run, mut purpose)) = first else {
            return Progress::Through;
        };
        loop {
            let leaf = !self.enter(run, purpose);
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
                Some(next) => (run, purpose) = next,
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
    fn next(&mut self) -> Option<(Run, Purpose)> {
        while let Some(top) = self.seen.stack.last_mut() {
            let Some(transition) = top.remaining.pop() else {
                self.seen.leave_last();
                continue;
            };
            // The last transition needs no copy: nobody comes back to this state.
            let mut run = match top.remaining.is_empty() {
                true => top.run.take()?,
                false => top.run.clone()?,
            };
            let purpose = top.purpose.clone();
            self.take(&mut run, transition);
            return Some((run, purpose));
        }
        None
    }

    /// Goes on to the next state where there is a choice, and stores it if it is new. Returns whether
    /// there is one.
    fn enter(&mut self, mut run: Run, mut purpose: Purpose) -> bool {
        loop {
            if run.machine.end().is_some() {
                return self.leave(&run);
            }
            let depth = run.depth();
            let mut state = self.features(&run);
            let began = state.name;
            if !self.cx.is_over(&run) && !self.is_new(Seen::Passed, &state, &mut purpose, &run) {
                match self.pass_time(&mut run, &mut purpose, began) {
                    true => continue,
                    false => return false,
                }
            }
            self.run_unbroken(&mut run);
            if self.cx.is_over(&run) {
                return self.leave(&run);
            }
            if run.depth() > depth {
                state = self.features(&run);
            }
            if self.is_new(Seen::Visited, &state, &mut purpose, &run) {
                self.cx.visit(state.plain);
                self.store(run, purpose, [state.name, began]);
                return true;
            }
            if !self.pass_time(&mut run, &mut purpose, state.name) {
                return false;
            }
        }
    }

    fn store(&mut self, run: Run, purpose: Purpose, names: [Name; 2]) {
        let mut remaining = self.choices(&run);
        remaining.reverse();
        self.seen.enter(Frame {
            run: Some(run),
            remaining,
            purpose,
            names,
        });
    }

    /// Where a path comes back to a state, the threads that go on may do so for ever: whoever waits for time to pass
    /// has waited long enough, once in each of these states, so that the path goes on for all that has been accessed on
    /// it. Returns whether somebody has.
    fn pass_time(&mut self, run: &mut Run, purpose: &mut Purpose, state: Name) -> bool {
        if !self.seen.path.contains_key(&state) {
            return false;
        }
        let wake = run.machine.late_wake();
        let Some(wake) = wake.filter(|_| self.seen.late.insert(state)) else {
            return false;
        };
        self.take(run, wake);
        *purpose = Purpose::Everything;
        true
    }

    /// Whether a state was not seen yet in this way, as far as that is what its path is followed for; it is from
    /// now on.
    fn is_new(&mut self, seen: Seen, state: &Features, purpose: &mut Purpose, run: &Run) -> bool {
        let states = match seen {
            Seen::Visited => &mut self.seen.visited,
            Seen::Passed => &mut self.seen.passed,
        };
        let familiarity = states.see(state, purpose);
        if familiarity.by_symmetry {
            self.cx.tally(MATCHED_BY_SYMMETRY);
            self.seen.sharing.take_for_each_other(&run.machine);
        }
        if familiarity.complete {
            self.cx.tally("states_matched");
        }
        !familiarity.complete
    }

    /// By what the state is known again.
    fn features(&self, run: &Run) -> Features {
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

    /// Takes the transitions that need no choice.
    fn run_unbroken(&mut self, run: &mut Run) {
        let mut start = None;
        let mut taken: Vec<Transition> = Vec::new();
        while taken.len() < MAX_UNBROKEN {
            if self.cx.should_stop() || self.cx.take_bug_at_hand(run) {
                return;
            }
            let Some(transition) = self.without_choice(run) else {
                return;
            };
            let start = start.get_or_insert_with(|| run.clone());
            let has_choice = run.machine.has_choice();
            self.take(run, transition);
            // A step that ends the execution cuts off what others could still have done.
            if has_choice && self.cx.is_over(run) {
                run.clone_from(start);
                for transition in taken {
                    // A limit may be in the way of each.
                    if self.cx.is_over(run) {
                        break;
                    }
                    self.take(run, transition);
                }
                return;
            }
            taken.push(transition);
        }
    }

    fn take(&mut self, run: &mut Run, transition: Transition) {
        let cycle = run.machine.cycle_beside_main();
        let before = Before::of(&run.machine, transition.thread);
        self.cx.step(run, transition);
        if run.machine.may_overflow_elsewhere() {
            self.cx.misjudge();
            self.seen.sharing.misjudged();
        }
        if cycle.is_none() && run.machine.cycle_beside_main().is_some() {
            self.judge_cycle(run.clone());
        }
        if let Some(event) = run.trace.last() {
            self.seen
                .sharing
                .touch(&run.machine, &event.operation, before);
            self.seen.sharing.judge_join(&run.machine, &event.operation);
        }
    }

    /// The transition that is taken here without a choice: the only one there is, or the only one of a thread that
    /// need not wait.
    fn without_choice(&self, run: &Run) -> Option<Transition> {
        if self.cx.is_over(run) {
            return None;
        }
        let transitions = run.machine.transitions();
        if let [only] = transitions[..] {
            return Some(only);
        }
        let thread = self.need_not_wait(run, &transitions)?;
        let mut its = transitions.into_iter().filter(|t| t.thread == thread);
        its.next().filter(|_| its.next().is_none())
    }

    /// What there is to choose from: all transitions, or the several ways of a thread that need not wait.
    fn choices(&mut self, run: &Run) -> Vec<Transition> {
        let mut transitions = self.cx.ordered_transitions(run);
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
