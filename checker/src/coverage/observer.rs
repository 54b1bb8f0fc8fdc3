//! What a search saw: which accesses were executed, and which came before which on one object.
//!
//! Executions are looked at when they end. One that shares its beginning with the execution before it
//! (a search goes back and on again) is looked at from where it differs: what was noted of the rest is
//! taken back from a log. So each step that a search takes is looked at about once.

use crate::run::{Event, Run, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_analysis::access::{Access, Verb, verbs};
use vscheck_analysis::{Facts, PairType, StaticThreadId};
use vscheck_ir::{Action, FuncId, InstId, Site};
use vscheck_vm::{Arm, Machine, Object, ThreadId, Touch, commute};

/// What pairs are made of, as far as an execution can tell: who, where, what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct End {
    /// The thread.
    pub thread: StaticThreadId,
    /// Its instruction; of the end of a thread or of the process, [`NO_SITE`].
    pub site: Site,
    /// What it does.
    pub verb: Verb,
}

/// Threads end in more than one place, which makes no difference.
const NO_SITE: Site = Site {
    func: FuncId(u32::MAX),
    inst: InstId(u32::MAX),
};

impl End {
    /// The end of pairs that an access is.
    pub fn of(access: &Access) -> End {
        End::new(access.thread, access.site, access.verb)
    }

    fn new(thread: StaticThreadId, site: Site, verb: Verb) -> End {
        let ends = matches!(verb, Verb::End | Verb::EndProcess);
        End {
            thread,
            site: if ends { NO_SITE } else { site },
            verb,
        }
    }
}

/// The number of an [`End`] that was executed.
type EndId = u32;

/// One thread's executions of an end, on one object, in the current execution.
#[derive(Clone, Copy)]
struct Seen {
    end: EndId,
    thread: ThreadId,
    touch: Touch,
}

/// A relation of ends with ends, or with objects: a row of bits for each end.
#[derive(Default)]
struct Relation(Vec<Vec<u64>>);

impl Relation {
    fn insert(&mut self, first: EndId, second: EndId) {
        let (row, word) = (first as usize, second as usize / 64);
        if self.0.len() <= row {
            self.0.resize(row + 1, Vec::new());
        }
        let row = &mut self.0[row];
        if row.len() <= word {
            row.resize(word + 1, 0);
        }
        row[word] |= 1 << (second % 64);
    }

    fn contains(&self, first: EndId, second: EndId) -> bool {
        let row = self.0.get(first as usize);
        let word = row.and_then(|row| row.get(second as usize / 64));
        word.is_some_and(|word| word >> (second % 64) & 1 == 1)
    }

    /// Whether two rows have a bit in common.
    fn meet(&self, a: EndId, b: EndId) -> bool {
        let row = |id: EndId| self.0.get(id as usize).map_or(&[][..], Vec::as_slice);
        row(a).iter().zip(row(b)).any(|(x, y)| x & y != 0)
    }
}

/// Looks at executions.
pub struct Observer {
    facts: Arc<Facts>,
    /// Ends by number; `None` for operations that are in no pair.
    ends: FxHashMap<End, Option<EndId>>,
    count: EndId,
    /// Ordered pairs of ends that were executed, by threads of their own, on one object.
    orders: Relation,
    /// Those that commuted there.
    commuting: Relation,
    /// The objects that each end was ever executed on.
    touched: Relation,
    /// For each run-time thread, the static one it is now.
    bound: Vec<Option<StaticThreadId>>,
    /// Static threads that were two or more run-time threads of one execution.
    several: FxHashSet<StaticThreadId>,
    spawns: FxHashMap<(StaticThreadId, Vec<Site>), Option<StaticThreadId>>,
    objects: FxHashMap<Object, usize>,
    /// What the current execution has done to each object.
    seen: Vec<Vec<Seen>>,
    /// The last execution; keeps the events alive that `steps` names.
    last: Trace,
    /// Its events, by address, each with the length of the log before it.
    steps: Vec<(usize, usize)>,
    /// The objects that got one more entry in `seen`.
    log: Vec<usize>,
    executions: u64,
    /// The next number of executions at which it is worth asking whether there is more to see.
    next_look: u64,
    settled: bool,
}

/// Pairs beyond which nothing is said of them: that would take longer than many a search.
const MOST_PAIRS: u64 = 200_000;

/// The first number of executions after which it is asked whether there is more to see.
const FIRST_LOOK: u64 = 64;

impl Observer {
    /// Has seen nothing. `None` if there are too many pairs.
    pub fn new(facts: Arc<Facts>) -> Option<Observer> {
        let kinds = PairType::ALL.iter();
        let pairs: u64 = kinds.map(|&kind| facts.count(kind, false)).sum();
        let few = pairs <= MOST_PAIRS;
        few.then(|| Observer {
            facts,
            ends: FxHashMap::default(),
            count: 0,
            orders: Relation::default(),
            commuting: Relation::default(),
            touched: Relation::default(),
            bound: vec![Some(StaticThreadId(0))],
            several: FxHashSet::default(),
            spawns: FxHashMap::default(),
            objects: FxHashMap::default(),
            seen: Vec::new(),
            last: Trace::default(),
            steps: Vec::new(),
            log: Vec::new(),
            executions: 0,
            next_look: FIRST_LOOK,
            settled: false,
        })
    }

    /// The static pass.
    pub fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// Whether an end was executed.
    pub fn executed(&self, end: End) -> bool {
        self.number(end).is_some()
    }

    /// Whether the first was executed before the second, on one object, by another thread.
    pub fn ordered(&self, first: End, second: End) -> bool {
        let ends = self.number(first).zip(self.number(second));
        ends.is_some_and(|(first, second)| self.orders.contains(first, second))
    }

    /// Whether both were executed on one object, by two threads of one execution, and commuted.
    pub fn commuted(&self, first: End, second: End) -> bool {
        let ends = self.number(first).zip(self.number(second));
        ends.is_some_and(|(first, second)| {
            self.commuting.contains(first, second) || self.commuting.contains(second, first)
        })
    }

    /// Whether both were executed on one object, maybe in different executions.
    pub fn aliased(&self, first: End, second: End) -> bool {
        let ends = self.number(first).zip(self.number(second));
        ends.is_some_and(|(first, second)| self.touched.meet(first, second))
    }

    /// Whether a static thread was several threads of one execution.
    pub fn is_several(&self, thread: StaticThreadId) -> bool {
        self.several.contains(&thread)
    }

    fn number(&self, end: End) -> Option<EndId> {
        self.ends.get(&end).copied().flatten()
    }

    /// Looks at an execution that is over.
    pub fn observe(&mut self, run: &Run) {
        if self.settled {
            return;
        }
        let mut new: SmallVec<[&Event; 64]> = SmallVec::new();
        let mut shared = 0;
        for (index, event) in run.trace.backwards() {
            if self.steps.get(index).is_some_and(|s| s.0 == address(event)) {
                shared = index + 1;
                break;
            }
            new.push(event);
        }
        self.take_back(shared);
        for event in new.into_iter().rev() {
            self.steps.push((address(event), self.log.len()));
            self.look_at(event, &run.machine);
        }
        self.last = run.trace.clone();
        self.executions += 1;
        if self.executions == self.next_look {
            self.next_look *= 2;
            self.settled = self.has_seen_all();
        }
    }

    /// Forgets the steps of the last execution from `length` on.
    fn take_back(&mut self, length: usize) {
        let Some(&(_, log)) = self.steps.get(length) else {
            return;
        };
        for object in self.log.drain(log..).rev() {
            self.seen[object].pop();
        }
        self.steps.truncate(length);
    }

    fn look_at(&mut self, event: &Event, machine: &Machine) {
        let thread = event.thread();
        let Some(known) = self.bound.get(thread.index()).copied().flatten() else {
            return;
        };
        if event.operation.action == Action::Spawn {
            self.bind(event, known, machine);
        }
        for (index, &(object, touch)) in event.operation.footprint.iter().enumerate() {
            let end = verb(event, index).and_then(|verb| {
                let end = End::new(known, event.operation.site, verb);
                self.intern(end)
            });
            if let Some(end) = end
                && self.touch(object, Seen { end, thread, touch })
            {
                self.touch_whole(event, end);
            }
        }
    }

    /// Operations on one channel or barrier may touch parts of it that never meet.
    fn touch_whole(&mut self, event: &Event, end: EndId) {
        let condvar = matches!(
            event.operation.action,
            Action::CondvarWait
                | Action::CondvarWaitTimeout
                | Action::NotifyOne
                | Action::NotifyAll
        );
        if let Some(address) = event.operation.named.filter(|_| !condvar) {
            let whole = self.object_number(Object::Cell(address));
            self.touched.insert(end, whole as u32);
        }
    }

    fn object_number(&mut self, object: Object) -> usize {
        let next = self.seen.len();
        let number = *self.objects.entry(object).or_insert(next);
        if number == next {
            self.seen.push(Vec::new());
        }
        number
    }

    /// Which static thread the thread is that an operation spawned.
    fn bind(&mut self, event: &Event, parent: StaticThreadId, machine: &Machine) {
        let Some(child) = event.operation.spawned() else {
            return;
        };
        let mut stack = machine.spawn_stack(child).to_vec();
        stack.reverse();
        let facts = &self.facts;
        let bound = *self
            .spawns
            .entry((parent, stack))
            .or_insert_with_key(|(parent, stack)| facts.thread_of_spawn(*parent, stack));
        if self.bound.len() <= child.index() {
            self.bound.resize(child.index() + 1, None);
        }
        self.bound[child.index()] = bound;
        let others = machine.thread_ids().filter(|&other| other != child);
        let same = |other: ThreadId| self.bound.get(other.index()) == Some(&bound);
        if let Some(thread) = bound.filter(|_| others.into_iter().any(same)) {
            self.several.insert(thread);
        }
    }

    /// The number of an end, if it may be in a pair.
    fn intern(&mut self, end: End) -> Option<EndId> {
        let (facts, count) = (&self.facts, &mut self.count);
        *self.ends.entry(end).or_insert_with(|| {
            let paired = end.site == NO_SITE || facts.is_paired(end.site);
            paired.then(|| {
                *count += 1;
                *count
            })
        })
    }

    /// Notes what is done to an object; says whether it is new in this execution.
    fn touch(&mut self, object: Object, now: Seen) -> bool {
        let object = self.object_number(object);
        let mut known = false;
        for before in &self.seen[object] {
            let same = (before.end, before.thread) == (now.end, now.thread);
            known |= same && before.touch == now.touch;
            if before.thread == now.thread {
                continue;
            }
            match commute(before.touch, now.touch) {
                true => self.commuting.insert(before.end, now.end),
                false => self.orders.insert(before.end, now.end),
            }
        }
        if !known {
            self.seen[object].push(now);
            self.touched.insert(now.end, object as u32);
            self.log.push(object);
        }
        !known
    }

    /// Whether every pair was run in both orders, so that there is nothing more to see.
    fn has_seen_all(&self) -> bool {
        self.facts.scheduled_pairs().all(|pair| {
            let (a, b) = (End::of(pair.a), End::of(pair.b));
            self.ordered(a, b) && self.ordered(b, a)
        })
    }
}

/// The event's name, as long as its trace lives.
fn address(event: &Event) -> usize {
    std::ptr::from_ref(event).addr()
}

/// What an event does to the object at a place of its footprint, in the words of the static pass.
fn verb(event: &Event, index: usize) -> Option<Verb> {
    let operation = &event.operation;
    let action = operation.action;
    let verbs = verbs(action);
    let (object, _) = operation.footprint[index];
    if let Object::Last(_) = object {
        return None;
    }
    // Ends of threads run with the operation before them, if nobody can tell.
    if object == Object::Thread(operation.thread) {
        return Some(Verb::End);
    }
    // Only a wait's beginning is ordered with notifies: that it gives up is nothing to them.
    let waits = matches!(action, Action::CondvarWait | Action::CondvarWaitTimeout);
    let gives_up = waits && event.transition.arm != Arm::Only;
    let wakes = matches!(action, Action::NotifyOne | Action::NotifyAll) && index > 0;
    if gives_up || wakes {
        return None;
    }
    match action {
        Action::Exit => Some(Verb::EndProcess),
        Action::Reacquire => Some(Verb::Reacquire),
        _ => verbs.get(index).or(verbs.last()).map(|&(_, verb, _)| verb),
    }
}
