//! Depth-first search over stored states, in the manner of Java PathFinder: the baseline.
//!
//! Every state at which a choice is made is stored by its fingerprint and never explored twice. (What
//! the race detector knows is part of it, or races would be lost with the states that are matched.) Threads
//! are scheduled only at operations on objects that more than one thread touches: an operation on any
//! other object is taken at once, together with what comes before it.
//!
//! DIVERGES(JPF, `PathSharednessPolicy`): JPF takes an object for shared once two threads have touched
//! it *on this path*, which loses schedules (the first touches are never reordered). Here an object is
//! shared if two threads touch it on *any* path. When a path shows that one is which was not known to
//! be, the search starts again knowing it; states already seen are not counted twice.

use crate::exploration::Exploration;
use crate::run::Run;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use vscheck_ir::Action;
use vscheck_vm::{
    Alike, Arm, Machine, Object, Operation, ThreadClass, ThreadId, Touch, Transition, commute,
};

/// Operations on unshared objects that are taken in a row before a choice is made all the same, so
/// that every cycle of the state graph has a state where all threads may go on.
const MAX_UNBROKEN: usize = 1_000;

/// Counts the states that were known again with like threads in each other's place.
pub const MATCHED_BY_SYMMETRY: &str = "states_matched_by_symmetry";

/// A stored state, and the transitions that are still to be taken from it (the last one first).
struct Frame {
    run: Run,
    remaining: Vec<Transition>,
}

/// Searches until no path shows a newly shared object.
pub fn explore(cx: &mut Exploration) {
    States::new(cx, Sharing::default()).search(cx, u64::MAX);
}

/// The same where like threads stand for each other.
pub fn explore_symmetric(cx: &mut Exploration) {
    let sharing = Sharing {
        alike: Some(Alike::default()),
        ..Sharing::default()
    };
    States::new(cx, sharing).search(cx, u64::MAX);
}

/// A state's name: what two states have in common from which the same can follow, and, in the low bits, which
/// of several like threads is which, which makes no difference.
#[derive(Clone, Copy, Eq)]
struct Name(u128);

impl Name {
    const ARRANGEMENT: u128 = u32::MAX as u128;

    fn new(fingerprint: u128, arrangement: u32) -> Name {
        Name(fingerprint & !Name::ARRANGEMENT | u128::from(arrangement))
    }

    fn fingerprint(self) -> u128 {
        self.0 & !Name::ARRANGEMENT
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.fingerprint() == other.fingerprint()
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ((self.0 >> 64) as u64).hash(state);
    }
}

/// What a search has seen, to go on later.
pub struct States {
    /// Whether plain accesses may race.
    may_race: bool,
    sharing: Sharing,
    visited: FxHashSet<Name>,
    /// States right after a choice, also those where there is no other: the way on from there has been
    /// taken.
    passed: FxHashSet<Name>,
    stack: Vec<Frame>,
}

impl States {
    /// For a search that takes at once what commutes with all that other threads do, on shared objects too.
    pub fn knowing_what_commutes(cx: &Exploration) -> States {
        let sharing = Sharing {
            knows_what_commutes: true,
            alike: cx.uses("symmetry").then(Alike::default),
            ..Sharing::default()
        };
        States::new(cx, sharing)
    }

    fn new(cx: &Exploration, sharing: Sharing) -> States {
        States {
            may_race: cx.may_race(),
            sharing,
            visited: FxHashSet::default(),
            passed: FxHashSet::default(),
            stack: Vec::new(),
        }
    }

    /// Takes note of a step of another search: who touches which objects is true of the program.
    pub fn learn_from(&mut self, machine: &Machine, operation: &Operation) {
        self.sharing.touch(machine, operation);
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
            true => Some(self.start()),
            false => self.next(),
        };
        let Some(mut run) = first else {
            return Progress::Through;
        };
        loop {
            let leaf = !self.enter(run);
            if self.cx.should_stop() {
                return Progress::Through;
            }
            if leaf && std::mem::take(&mut self.seen.sharing.grew) {
                return Progress::MoreShared;
            }
            if self.cx.stats().effort() >= self.end {
                return Progress::OutOfTime;
            }
            match self.next() {
                Some(next) => run = next,
                None => return Progress::Through,
            }
        }
    }

    /// A hunt that asks this search wants an end, and the fair schedules have one where others have none.
    fn start(&mut self) -> Run {
        match self.seen.sharing.knows_what_commutes {
            true => self.cx.fair_start(),
            false => self.cx.start(),
        }
    }

    /// Takes the next transition of the newest state that has one left.
    fn next(&mut self) -> Option<Run> {
        while let Some(top) = self.seen.stack.last_mut() {
            let Some(transition) = top.remaining.pop() else {
                self.seen.stack.pop();
                continue;
            };
            // The last transition needs no copy: nobody comes back to this state.
            let mut run = match top.remaining.is_empty() {
                true => self.seen.stack.pop()?.run,
                false => top.run.clone(),
            };
            self.take(&mut run, transition);
            return Some(run);
        }
        None
    }

    /// Goes on to the next state where there is a choice, and stores it if it is new. Returns whether
    /// there is one.
    fn enter(&mut self, mut run: Run) -> bool {
        if run.machine.end().is_some() {
            return self.leave(&run);
        }
        let depth = run.depth();
        let mut state = self.name(&run);
        if !self.cx.is_over(&run) && !self.is_new(Seen::Passed, state.told, &run) {
            return false;
        }
        self.run_unbroken(&mut run);
        if self.cx.is_over(&run) {
            return self.leave(&run);
        }
        if run.depth() > depth {
            state = self.name(&run);
        }
        let new = self.is_new(Seen::Visited, state.told, &run);
        if new {
            self.cx.visit(state.plain);
            let mut remaining = self.cx.ordered_transitions(&run);
            remaining.reverse();
            self.seen.stack.push(Frame { run, remaining });
        }
        new
    }

    /// Whether a state was not seen yet in this way; it is from now on.
    fn is_new(&mut self, seen: Seen, name: Name, run: &Run) -> bool {
        let states = match seen {
            Seen::Visited => &mut self.seen.visited,
            Seen::Passed => &mut self.seen.passed,
        };
        let Some(known) = states.get(&name) else {
            return states.insert(name);
        };
        self.cx.tally("states_matched");
        if known.0 != name.0 {
            self.cx.tally(MATCHED_BY_SYMMETRY);
            self.seen.sharing.take_for_each_other(&run.machine);
        }
        false
    }

    /// The state's names.
    fn name(&self, run: &Run) -> Names {
        let alike = self.seen.sharing.alike.as_ref();
        let likeness = run.machine.likeness(alike, self.seen.may_race);
        Names {
            plain: likeness.fingerprints.plain,
            told: Name::new(likeness.fingerprints.with_races, likeness.arrangement),
        }
    }

    /// Records a run that is over: it has no state with a choice any more.
    fn leave(&mut self, run: &Run) -> bool {
        self.seen.sharing.touch_pending(run);
        self.seen.sharing.judge_end(run);
        self.cx.finish(run);
        false
    }

    /// Threads wait for each other in a circle: whether that is a deadlock depends on whether `main`
    /// returns, which states that were seen before would not tell.
    fn judge_circle(&mut self, mut run: Run) {
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
        for _ in 0..MAX_UNBROKEN {
            if self.cx.should_stop() || self.cx.take_bug_at_hand(run) {
                return;
            }
            let Some(transition) = self.without_choice(run) else {
                return;
            };
            let before = run.clone();
            self.take(run, transition);
            // A step that ends the execution cuts off what others could still have done.
            if self.cx.is_over(run) && before.machine.has_choice() {
                *run = before;
                return;
            }
        }
    }

    fn take(&mut self, run: &mut Run, transition: Transition) {
        let circle = run.machine.circle_beside_main();
        self.cx.step(run, transition);
        if circle.is_none() && run.machine.circle_beside_main().is_some() {
            self.judge_circle(run.clone());
        }
        if let Some(event) = run.trace.last() {
            self.seen.sharing.touch(&run.machine, &event.operation);
            self.seen.sharing.judge_join(&run.machine, &event.operation);
        }
    }

    /// The transition that is taken here without a choice: the only one there is, or one on objects
    /// that no other thread touches.
    fn without_choice(&self, run: &Run) -> Option<Transition> {
        if self.cx.is_over(run) {
            return None;
        }
        let transitions = run.machine.transitions();
        let private = |thread: ThreadId| {
            let pending = run.machine.pending(thread);
            pending.is_some_and(|operation| self.seen.sharing.is_private(&run.machine, operation))
        };
        let pending = |t: &Transition| run.machine.pending(t.thread);
        match transitions[..] {
            [only] => Some(only),
            // A sleeper's waking commutes with nothing.
            _ if transitions
                .iter()
                .filter_map(pending)
                .any(Operation::touches_world) =>
            {
                None
            }
            _ => transitions.iter().copied().find(|t| {
                let arms = transitions.iter().filter(|u| u.thread == t.thread);
                // Who may time out may also do so later, when others have gone on.
                private(t.thread) && t.arm == Arm::Only && arms.count() == 1
            }),
        }
    }
}

/// Which of the states that were seen.
#[derive(Clone, Copy)]
enum Seen {
    Visited,
    Passed,
}

/// How a state is counted, and how it is known again.
struct Names {
    plain: u128,
    told: Name,
}

/// Who touches which objects, on any path so far.
#[derive(Default)]
struct Sharing {
    /// Which threads stand for each other, if any do.
    alike: Option<Alike>,
    /// Classes of which threads were taken for each other, and a thread of each. What one of them touched on a
    /// path counts as touched by all, as the path with another in its place was not taken.
    taken: FxHashMap<ThreadClass, ThreadId>,
    touched: FxHashMap<Object, [By; 3]>,
    /// Whether it is known of touches and messages which commute; for the baseline, none do.
    knows_what_commutes: bool,
    /// Whether plain data is shared too. Operations on unshared objects do not commute then: the plain
    /// accesses after them may clash, and that ends the execution.
    clashes: bool,
    /// Whether more turned out to be shared since this was last cleared.
    grew: bool,
}

/// Who touches an object in one of the three ways.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum By {
    #[default]
    Nobody,
    One(ThreadId),
    Several,
}

impl By {
    fn none_but(self, thread: ThreadId) -> bool {
        self == By::Nobody || self == By::One(thread)
    }

    fn and(self, thread: ThreadId) -> By {
        match self.none_but(thread) {
            true => By::One(thread),
            false => By::Several,
        }
    }
}

/// The ways to touch an object that do not commute with this one.
fn conflicting(touch: Touch) -> impl Iterator<Item = usize> {
    let all = [Touch::Shared, Touch::Accumulate, Touch::Exclusive].into_iter();
    all.filter(move |&other| !commute(touch, other))
        .map(|other| other as usize)
}

impl Sharing {
    fn touch(&mut self, machine: &Machine, operation: &Operation) {
        for &(object, touch) in &operation.footprint {
            let touch = self.taken_as(touch);
            let (object, toucher) = self.seen_as(machine, object, operation.thread);
            let by = self.touched.entry(object).or_default();
            let before = by[touch as usize];
            by[touch as usize] = toucher.map_or(By::Several, |thread| before.and(thread));
            if by[touch as usize] != before {
                let together = |other: usize| match by[other] {
                    By::Nobody => true,
                    By::One(other) => by[touch as usize] == By::One(other),
                    By::Several => false,
                };
                self.grew |= !conflicting(touch).all(together);
            }
        }
    }

    /// By which name an object counts, and for whose a thread's touch of it; `None` if for several threads'.
    fn seen_as(
        &self,
        machine: &Machine,
        object: Object,
        thread: ThreadId,
    ) -> (Object, Option<ThreadId>) {
        let object = whole(object);
        let stands_for = |thread: ThreadId| {
            let class = machine.class_of(thread)?;
            self.taken.get(&class).copied()
        };
        let Some(one) = stands_for(thread) else {
            let owner = object.owner().and_then(stands_for);
            return (owner.map_or(object, |owner| object.of(owner)), Some(thread));
        };
        match object.owner() {
            Some(owner) if owner == thread => (object.of(one), Some(one)),
            Some(owner) => {
                let owner = stands_for(owner);
                (owner.map_or(object, |owner| object.of(owner)), None)
            }
            None => (object, None),
        }
    }

    /// A state is known again with other threads in each other's place.
    fn take_for_each_other(&mut self, machine: &Machine) {
        for thread in machine.thread_ids() {
            let class = machine.class_of(thread);
            let is_like =
                |class: &ThreadClass| self.alike.as_ref().is_some_and(|a| a.includes(*class));
            if let Some(class) = class.filter(is_like)
                && let Entry::Vacant(entry) = self.taken.entry(class)
            {
                entry.insert(thread);
                self.grew = true;
            }
        }
    }

    /// Who joins a thread has to go on to join those that are like it: else he tells them apart.
    fn judge_join(&mut self, machine: &Machine, operation: &Operation) {
        let class_of_joined =
            |operation: &Operation| operation.joined().and_then(|t| machine.class_of(t));
        let (Some(alike), Some(class)) = (&mut self.alike, class_of_joined(operation)) else {
            return;
        };
        let next = machine.pending(operation.thread);
        let goes_on = next.and_then(class_of_joined) == Some(class);
        if alike.includes(class) && !goes_on && machine.unjoined_of(class).next().is_some() {
            alike.tell_apart(class);
            self.grew = true;
        }
    }

    fn taken_as(&self, touch: Touch) -> Touch {
        match self.knows_what_commutes {
            true => touch,
            false => Touch::Exclusive,
        }
    }

    /// What threads that were never run again were about to touch counts too.
    fn touch_pending(&mut self, run: &Run) {
        for thread in run.machine.thread_ids() {
            if let Some(operation) = run.machine.standing(thread) {
                self.touch(&run.machine, operation);
            }
        }
    }

    fn judge_end(&mut self, run: &Run) {
        if run.machine.clash().is_some() && !self.clashes {
            self.clashes = true;
            self.grew = true;
        }
    }

    /// Whether nothing that other threads ever do conflicts with an operation, as far as is known.
    fn is_private(&self, machine: &Machine, operation: &Operation) -> bool {
        let own = |&(object, touch): &(Object, Touch)| match object {
            _ if self.knows_what_commutes && is_past(machine, operation, object) => true,
            Object::Cell(_)
            | Object::Message { .. }
            | Object::Senders(_)
            | Object::Last(_)
            | Object::Thread(_)
            | Object::Token(_) => {
                let (object, toucher) = self.seen_as(machine, object, operation.thread);
                let by = self.touched.get(&object).copied().unwrap_or_default();
                let alone = |by: By| match toucher {
                    Some(thread) => by.none_but(thread),
                    None => by == By::Nobody,
                };
                conflicting(self.taken_as(touch)).all(|other| alone(by[other]))
            }
            // Output stands for the end of the process too, which every thread's future depends on;
            // and what happens for no reason may as well not happen.
            Object::SpuriousBudget | Object::Output | Object::World => false,
        };
        !self.clashes && operation.footprint.iter().all(own)
    }
}

/// Whether nobody else will touch an object of an operation before it: nobody knows of a thread that is
/// about to be spawned, and the sender of a message that is received is done with it (receivers share more
/// than the message).
fn is_past(machine: &Machine, operation: &Operation, object: Object) -> bool {
    match object {
        Object::Thread(_) => operation.action == Action::Spawn,
        Object::Message { channel, number } => {
            operation.named == Some(channel) && machine.was_sent(channel, number)
        }
        Object::Cell(_)
        | Object::Senders(_)
        | Object::Last(_)
        | Object::Token(_)
        | Object::SpuriousBudget
        | Object::Output
        | Object::World => false,
    }
}

/// All messages of a channel are one object, or every new one would turn out to be shared.
fn whole(object: Object) -> Object {
    match object {
        Object::Message { channel, .. } => Object::Message { channel, number: 0 },
        other => other,
    }
}
