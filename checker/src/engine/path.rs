//! The path under exploration: its steps, the snapshot before each, and the happens-before order
//! that its operations define. Two complete paths with the same order are the same value schedule.

use crate::clock::Clock;
use crate::exploration::{Exploration, Kept};
use crate::run::Run;
use crate::schedule::advance;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::Cell;
use std::ops::Range;
use vscheck_ir::Action;
use vscheck_vm::{
    End, HeldLock, Object, Operation, PlainAccess, ThreadId, Touch, Transition, commute, dependent,
};

/// Steps that a step directly follows in the order, with the object that orders them.
type Predecessors = SmallVec<[(Object, u32); 4]>;

/// Locks that a thread holds.
pub type Held = SmallVec<[HeldLock; 2]>;

/// One executed step.
pub struct Step {
    /// The state before it; not kept where nothing else could have been done, nor at each step of a long path
    /// (see [`Path::restore`]).
    pub(super) before: Option<Run>,
    /// Whether anything else could have been done instead.
    has_alternatives: bool,
    /// Whether the state before it was counted as one that the search stores, by [`Step::come_back`].
    counted: Cell<bool>,
    /// Who moved, and how.
    pub transition: Transition,
    /// What it did.
    pub operation: Operation,
    /// Whether it ended the execution. That nobody can move after it is not its doing: elsewhere they
    /// might.
    pub ends: bool,
    /// All that happens before it, itself included, as counts of steps a thread.
    pub clock: Clock,
    /// How many steps its thread took before it.
    ordinal: u32,
    /// Conflicting steps right before it, one or more for each object.
    pub conflicts: Predecessors,
    /// Shared plain data that its thread used up to its next step, if the machine keeps it.
    pub data: Vec<PlainAccess>,
    /// Locks that its thread held before it.
    pub held: Held,
    /// Locks that it let go without saying so in its footprint (releases run with the operation
    /// before them), and whether others may have held them too.
    released: SmallVec<[(u64, bool); 1]>,
}

impl Step {
    /// Whether anything else could have been done instead.
    pub fn has_alternatives(&self) -> bool {
        self.has_alternatives
    }

    /// The state before it, of a step that keeps it.
    pub fn before(&self) -> &Run {
        self.before.as_ref().expect("a step that keeps it")
    }

    /// A copy of the state before it, to go another way from there: one more state stored, the first time.
    pub fn come_back(&self, cx: &mut Exploration) -> Run {
        if !self.counted.replace(true) {
            cx.count_state();
        }
        self.before().clone()
    }
}

/// A step that has been executed somewhere and is to be executed elsewhere.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Who moves, and how.
    pub transition: Transition,
    /// What it does there.
    pub operation: Operation,
    /// Whether it ends the execution, so that nothing comes after it, not even what it has nothing to do
    /// with: the end of the process, a fault, a data race.
    pub ends: bool,
}

impl Planned {
    /// What it is in a state that others have come to without it.
    pub fn refreshed(mut self, run: &Run) -> Planned {
        if let Some(pending) = run.machine.pending(self.transition.thread) {
            self.operation.clone_from(pending);
            self.operation.goes(self.transition.arm);
        }
        self
    }

    /// Whether it is one of these.
    pub fn is_in(&self, sequence: &[Planned]) -> bool {
        let mut transitions = sequence.iter().map(|step| step.transition);
        transitions.any(|transition| transition == self.transition)
    }
}

/// The current path.
#[derive(Default)]
pub struct Path {
    /// The steps, oldest first.
    pub steps: Vec<Step>,
    touches: FxHashMap<Object, Vec<(u32, Touch)>>,
    releases: FxHashMap<u64, Vec<(u32, bool)>>,
    by_thread: Vec<Vec<u32>>,
    spawned_at: FxHashMap<ThreadId, u32>,
    /// Whether all touches of one object conflict.
    reads_conflict: bool,
    /// Which steps keep the state before them; `None` if all do.
    kept: Option<Kept>,
    /// Late steps that keep it for good, in order.
    anchors: Vec<usize>,
    /// Other late steps that were given it back, oldest first.
    restored: Vec<Range<usize>>,
}

/// Ranges of steps that may have been given their states back at a time: those at the two ends of a race, and those
/// that the search has gone back to.
const MOST_RESTORED: usize = 4;

impl Path {
    /// An empty one, for a search to which all touches of one object conflict.
    pub fn where_reads_conflict() -> Path {
        Path {
            reads_conflict: true,
            ..Path::default()
        }
    }

    /// An empty one, of which not all steps keep the states before them.
    pub fn that_keeps(kept: Kept) -> Path {
        Path {
            kept: Some(kept),
            ..Path::default()
        }
    }

    /// What a touch counts as.
    pub fn as_ordered(&self, touch: Touch) -> Touch {
        if self.reads_conflict {
            Touch::Exclusive
        } else {
            touch
        }
    }

    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether anything else could have been done anywhere.
    pub fn has_alternatives(&self) -> bool {
        let mut kept = self.steps.iter().filter_map(|step| step.before.as_ref());
        kept.any(|before| before.machine.has_choice())
    }

    /// Whether several threads were spawned at one place.
    pub fn has_siblings(&self) -> bool {
        let mut sites = FxHashSet::default();
        let spawns = self.spawned_at.values();
        let site = |&step: &u32| self.steps[step as usize].operation.site;
        spawns.map(site).any(|site| !sites.insert(site))
    }

    /// The thread of a step.
    pub fn thread(&self, index: usize) -> ThreadId {
        self.steps[index].transition.thread
    }

    /// Whether step `earlier` happens before step `later` (or is it).
    pub fn ordered(&self, earlier: usize, later: usize) -> bool {
        self.known_to(earlier, &self.steps[later].clock)
    }

    /// Whether a step is among those that a clock knows.
    pub fn known_to(&self, step: usize, clock: &Clock) -> bool {
        clock.get(self.thread(step)) > self.steps[step].ordinal
    }

    /// All steps of a thread, oldest first.
    fn own_steps(&self, thread: ThreadId) -> &[u32] {
        let steps = self.by_thread.get(thread.index());
        steps.map_or(&[], Vec::as_slice)
    }

    /// The last step of a thread before `end`.
    pub fn last_of(&self, thread: ThreadId, end: usize) -> Option<usize> {
        let steps = self.own_steps(thread);
        let count = steps.partition_point(|&step| (step as usize) < end);
        count.checked_sub(1).map(|last| steps[last] as usize)
    }

    /// The steps of a thread from `start` on.
    pub fn steps_of(&self, thread: ThreadId, start: usize) -> impl Iterator<Item = usize> + '_ {
        let steps = self.own_steps(thread);
        let from = steps.partition_point(|&step| (step as usize) < start);
        steps[from..].iter().map(|&step| step as usize)
    }

    /// The steps of a thread from `last` back to its first.
    pub fn steps_back(&self, thread: ThreadId, last: usize) -> impl Iterator<Item = usize> + '_ {
        let steps = self.own_steps(thread);
        let count = steps.partition_point(|&step| step as usize <= last);
        steps[..count].iter().rev().map(|&step| step as usize)
    }

    /// How many steps a thread has taken.
    pub fn count_of(&self, thread: ThreadId) -> usize {
        self.own_steps(thread).len()
    }

    /// The locks that a step acquired.
    pub fn acquired(&self, index: usize) -> Vec<u64> {
        let operation = &self.steps[index].operation;
        let acquires = operation.action.takes_lock() || operation.action == Action::Reacquire;
        let objects = operation.footprint.iter().filter(|_| acquires);
        let cells = objects.filter_map(|&(object, _)| {
            if let Object::Cell(cell) = object {
                Some(cell)
            } else {
                None
            }
        });
        cells.collect()
    }

    /// All steps that touched an object, oldest first.
    pub fn touches(&self, object: Object) -> &[(u32, Touch)] {
        self.touches.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Every touched object. In no particular order.
    pub fn objects(&self) -> impl Iterator<Item = Object> {
        self.touches.keys().copied()
    }

    /// Executes a transition in `run`, appends it, and keeps the state before it.
    pub fn extend(&mut self, cx: &mut Exploration, run: &mut Run, transition: Transition) {
        let before = run.clone();
        self.append(cx, run, Some(before), transition);
    }

    /// As [`Path::extend`], where nothing else can be done: nobody will come back to the state before.
    pub fn extend_only_way(&mut self, cx: &mut Exploration, run: &mut Run, only: Transition) {
        self.append(cx, run, None, only);
    }

    fn append(
        &mut self,
        cx: &mut Exploration,
        run: &mut Run,
        before: Option<Run>,
        transition: Transition,
    ) {
        let held: Held = run.machine.held_locks(transition.thread).into();
        cx.step(run, transition);
        let mut operation = run.trace.last().expect("just stepped").operation.clone();
        if self.reads_conflict {
            let touched = operation.footprint.iter_mut();
            touched.for_each(|(_, touch)| *touch = Touch::Exclusive);
        }
        let data = run.machine.take_plain_accesses();
        let released = released_locks(&held, run, &operation);
        let (clock, conflicts) = self.order(&operation);
        let ordinal = self.count_of(operation.thread) as u32;
        let declares = operation.action == Action::Fault;
        let ends = |end: &End| declares || !end.is_standstill();
        let ends = run.machine.end().is_some_and(ends);
        self.record(&operation, &released);
        self.steps.push(Step {
            has_alternatives: before.is_some(),
            before,
            counted: Cell::new(false),
            transition,
            operation,
            ends,
            clock,
            ordinal,
            conflicts,
            data,
            held,
            released,
        });
        self.thin();
    }

    /// Lets the state before a late step go that is none of the latest any more, unless it is some way from the one
    /// before that is kept.
    fn thin(&mut self) {
        let Some(kept) = self.kept else { return };
        let late = self.len().checked_sub(kept.latest + 1);
        let Some(index) = late.filter(|&index| index >= kept.all_up_to) else {
            return;
        };
        if self.steps[index].before.is_none() {
            return;
        }
        if let Err(place) = self.anchors.binary_search(&index) {
            let before = place.checked_sub(1).map(|place| self.anchors[place]);
            match before.is_none_or(|before| index - before >= kept.every) {
                true => self.anchors.insert(place, index),
                false => self.steps[index].before = None,
            }
        }
    }

    /// Gives a step that had alternatives the state before it back, if it has let it go, and the steps before it as
    /// well: whoever comes back to it comes back to them next. What has been executed goes the same way again. That
    /// is no step of the search, and counts as none.
    pub fn restore(&mut self, index: usize) {
        let step = &self.steps[index];
        if step.before.is_some() || !step.has_alternatives {
            return;
        }
        let mut earlier = (0..index).rev();
        let from = earlier.find(|&step| self.steps[step].before.is_some());
        let from = from.expect("the first that had alternatives keeps it");
        let mut run = self.steps[from].before().clone();
        for step in from..index {
            advance(&mut run, self.steps[step].transition);
            run.machine.take_plain_accesses();
            let next = &mut self.steps[step + 1];
            if next.has_alternatives {
                next.before = Some(run.clone());
            }
        }
        match self.restored.last_mut() {
            Some(last) if last.end == from + 1 => last.end = index + 1,
            _ => self.restored.push(from + 1..index + 1),
        }
    }

    /// Lets states go that were given back some time ago.
    pub fn forget_restored(&mut self) {
        let Some(kept) = self.kept else { return };
        let most = self.len().saturating_sub(kept.latest);
        while self.restored.len() > MOST_RESTORED {
            for index in self.restored.remove(0) {
                if index < most && self.anchors.binary_search(&index).is_err() {
                    self.steps[index].before = None;
                }
            }
        }
    }

    /// Takes the last step off.
    pub fn pop(&mut self) -> Option<Step> {
        let step = self.steps.pop()?;
        if self.anchors.last() == Some(&self.steps.len()) {
            self.anchors.pop();
        }
        for &(object, _) in ordered(&step.operation) {
            self.touches.get_mut(&object).expect("recorded").pop();
        }
        for (object, _) in &step.released {
            self.releases.get_mut(object).expect("recorded").pop();
        }
        self.by_thread[step.transition.thread.index()].pop();
        if let Some(child) = step.operation.spawned() {
            self.spawned_at.remove(&child);
        }
        Some(step)
    }

    fn record(&mut self, operation: &Operation, released: &[(u64, bool)]) {
        let index = self.steps.len() as u32;
        for &(object, touch) in ordered(operation) {
            self.touches.entry(object).or_default().push((index, touch));
        }
        for &(object, shared) in released {
            let releases = self.releases.entry(object).or_default();
            releases.push((index, shared));
        }
        let thread = operation.thread.index();
        if self.by_thread.len() <= thread {
            self.by_thread.resize_with(thread + 1, Vec::new);
        }
        self.by_thread[thread].push(index);
        if let Some(child) = operation.spawned() {
            self.spawned_at.insert(child, index);
        }
    }

    /// The clock and the direct conflicts of `operation`, were it the next step.
    pub fn order(&self, operation: &Operation) -> (Clock, Predecessors) {
        let mut clock = self.clock_before(operation.thread, self.len());
        let conflicts = self.direct_conflicts(operation);
        for &(_, step) in &conflicts {
            clock.join(&self.steps[step as usize].clock);
        }
        for step in self.enabling_steps(operation) {
            clock.join(&self.steps[step].clock);
        }
        clock.tick(operation.thread);
        (clock, conflicts)
    }

    /// What a thread knew before the step at `end`: what its last step before, or its spawn, knew.
    pub fn clock_before(&self, thread: ThreadId, end: usize) -> Clock {
        let before = self.last_of(thread, end);
        let before = before.or_else(|| self.spawn_of(thread));
        before.map_or_else(Clock::default, |step| self.steps[step].clock.clone())
    }

    /// The step that spawned a thread, which has run up to its first operation in it.
    pub fn spawn_of(&self, thread: ThreadId) -> Option<usize> {
        let spawn = self.spawned_at.get(&thread);
        spawn.map(|&step| step as usize)
    }

    /// Whether a step happens before a thread is spawned.
    pub fn happens_before_spawn(&self, step: usize, thread: ThreadId) -> bool {
        let spawn = self.spawn_of(thread);
        spawn.is_some_and(|spawn| self.ordered(step, spawn))
    }

    /// Whether `by` has joined a thread by the step at `end`.
    pub fn is_joined(&self, thread: ThreadId, by: ThreadId, end: usize) -> bool {
        let joins = |step: usize| {
            let operation = &self.steps[step].operation;
            let names = |&(object, _): &(Object, Touch)| object == Object::Thread(thread);
            operation.action == Action::Join && operation.footprint.iter().any(names)
        };
        self.steps_back(by, end).any(joins)
    }

    /// Steps without which the operation could not run, though their footprints do not meet: the
    /// release of what it acquires, the end of the thread it joins, the notification it waited for.
    fn enabling_steps(&self, operation: &Operation) -> SmallVec<[usize; 4]> {
        let mut steps: SmallVec<[usize; 4]> = self.notification(operation).into_iter().collect();
        for &(object, touch) in &operation.footprint {
            match object {
                Object::Cell(cell) => steps.extend(self.releases_before(cell, touch)),
                Object::Thread(thread)
                    if thread != operation.thread && operation.action == Action::Join =>
                {
                    steps.extend(self.last_of(thread, self.len()));
                }
                Object::Message { .. }
                | Object::Senders(_)
                | Object::Last(_)
                | Object::Thread(_)
                | Object::Token(_)
                | Object::SpuriousBudget
                | Object::Output
                | Object::World => {}
            }
        }
        steps
    }

    /// The notification that ended the wait of which the operation is the last part. (Where the wait
    /// timed out, that was a step of the thread's own.)
    fn notification(&self, operation: &Operation) -> Option<usize> {
        if operation.action != Action::Reacquire {
            return None;
        }
        let waits_since = self.last_of(operation.thread, self.len())?;
        let notifies = |&step: &usize| {
            let action = self.steps[step].operation.action;
            matches!(action, Action::NotifyOne | Action::NotifyAll)
        };
        let touches = self.touches(Object::Thread(operation.thread)).iter().rev();
        let later = touches.map(|&(step, _)| step as usize);
        later.take_while(|&step| step > waits_since).find(notifies)
    }

    /// The releases of a lock without which it could not be taken: the last by one who had it alone, and,
    /// unless it is to be shared, all by those who shared it since.
    fn releases_before(&self, lock: u64, touch: Touch) -> impl Iterator<Item = usize> + '_ {
        let releases = self.releases.get(&lock).map_or(&[][..], Vec::as_slice);
        // Whoever had it alone knew of all releases before.
        let alone = releases.iter().rposition(|&(_, shared)| !shared);
        let latest = &releases[alone.unwrap_or(0)..];
        let needed = latest
            .iter()
            .filter(move |&&(_, shared)| !shared || touch != Touch::Shared);
        needed.map(|&(step, _)| step as usize)
    }

    /// The latest conflicting steps on each object: those that no later conflicting step on the same
    /// object is sure to follow.
    fn direct_conflicts(&self, operation: &Operation) -> Predecessors {
        let mut found = Predecessors::new();
        for &(object, touch) in &operation.footprint {
            if object == Object::World {
                found.extend(
                    self.by_thread
                        .iter()
                        .filter_map(|steps| Some((object, *steps.last()?))),
                );
                continue;
            }
            for &(step, earlier) in self.touches(object).iter().rev() {
                let own = self.thread(step as usize) == operation.thread;
                if conflicting(earlier, touch) && !own {
                    found.push((object, step));
                }
                if earlier == Touch::Exclusive || own && knows_all_before(earlier, touch) {
                    break;
                }
            }
        }
        found.extend(
            self.touches(Object::World)
                .last()
                .map(|&(step, _)| (Object::World, step)),
        );
        found
    }

    /// Whether a step may change that an operation of a thread can run: it is of that thread, starts or
    /// wakes it, conflicts with the operation, or gives a lock back.
    pub fn may_enable(&self, step: usize, operation: &Operation) -> bool {
        let step = &self.steps[step];
        let touched = step.operation.footprint.iter();
        let mut objects = touched.map(|&(object, _)| object);
        step.transition.thread == operation.thread
            || objects.any(|object| object == Object::Thread(operation.thread))
            || !step.released.is_empty()
            || dependent(&step.operation, operation)
    }

    /// The steps after `index` that do not happen after it, in order: what can still run if that step
    /// is put off (`notdep` of Abdulla et al. 2017).
    pub fn independent_after(&self, index: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for steps in &self.by_thread {
            let later = &steps[steps.partition_point(|&step| step as usize <= index)..];
            // What a thread does after a step that happens after it happens after it too.
            let free = later.partition_point(|&step| !self.ordered(index, step as usize));
            found.extend(later[..free].iter().map(|&step| step as usize));
        }
        found.sort_unstable();
        found
    }
}

/// Whether a thread that touched an object once knows since then of everything before that a later touch
/// of its own conflicts with.
pub fn knows_all_before(earlier: Touch, later: Touch) -> bool {
    earlier == Touch::Exclusive || earlier == later
}

/// Whether two touches of one object conflict.
pub fn conflicting(a: Touch, b: Touch) -> bool {
    !commute(a, b)
}

/// What an operation touches and is in an order by, once it has happened.
fn ordered(operation: &Operation) -> impl Iterator<Item = &(Object, Touch)> {
    let touched = operation.footprint.iter();
    touched.filter(|(object, _)| !matches!(object, Object::Last(_)))
}

/// Locks held before a step of its thread and not after, which its footprint does not name.
fn released_locks(held: &Held, after: &Run, operation: &Operation) -> SmallVec<[(u64, bool); 1]> {
    let after = after.machine.held_locks(operation.thread);
    let names = |object: u64| {
        let mut touched = operation.footprint.iter();
        touched.any(|&(touched, _)| touched == Object::Cell(object))
    };
    // A lock taken and released within the step leaves no trace in either list; its acquisition is the
    // step's own operation, which later acquisitions conflict with anyway.
    let held = held.iter();
    held.filter(|lock| !after.iter().any(|still| still.object == lock.object))
        .filter(|lock| !names(lock.object))
        .map(|lock| (lock.object, lock.shared))
        .collect()
}
