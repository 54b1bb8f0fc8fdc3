//! Who touches which objects, and with which locks held: what a search over stored states goes by when it takes
//! an operation at once, without a choice, because nobody else can be in its way.
//!
//! All of it is seen on paths, not known beforehand. A search believes what the paths so far have shown, and starts
//! again when one shows that it was wrong (Stoller and Cohen 2005, *Optimistic synchronization-based state-space
//! reduction*, Formal Methods in System Design 26:1): whatever another thread does on a path that was not taken for
//! this reason, it does on one that was taken, too, only later.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use vscheck_ir::Action;
use vscheck_vm::{Alike, End, Machine, Object, Operation, ThreadClass, ThreadId, Touch, commute};

/// Who touches which objects, on any path so far.
#[derive(Default)]
pub(super) struct Sharing {
    /// Which threads stand for each other, if any do.
    alike: Option<Alike>,
    /// Classes of which threads were taken for each other, and a thread of each. What one of them touched on a
    /// path counts as touched by all, as the path with another in its place was not taken.
    taken: FxHashMap<ThreadClass, ThreadId>,
    touched: FxHashMap<Object, Touched>,
    /// Whether it is known of touches and messages which commute, and what locks keep apart; for the baseline,
    /// nothing does.
    knows_what_commutes: bool,
    /// Whether updates of a cell commute which nobody looks at the result of.
    updates_commute: bool,
    /// Whether plain data is shared too. Operations on unshared objects do not commute then: the plain
    /// accesses after them may clash, and that ends the execution.
    clashes: bool,
    /// Whether more turned out to be shared since this was last cleared.
    grew: bool,
}

/// Addresses of locks.
type Locks = SmallVec<[u64; 2]>;

/// What matters of the state right before a thread's operation.
pub(super) struct Before {
    /// The locks that the thread held.
    held: Locks,
    /// Whether all others that there were had been joined.
    alone: bool,
}

impl Before {
    pub(super) fn of(machine: &Machine, thread: ThreadId) -> Before {
        let held = machine.held_locks(thread).iter();
        Before {
            held: held.map(|lock| lock.object).collect(),
            alone: machine.is_sequential(),
        }
    }
}

/// How an object was touched.
struct Touched {
    /// By whom, for each way to touch it.
    by: [By; 3],
    /// The locks that each held who touched it, or waited for to do so.
    guards: Locks,
}

impl Touched {
    /// Somebody touched it who held these locks. Whether all before held one that he did not.
    fn lose_guards(&mut self, held: &[u64]) -> bool {
        let before = self.guards.len();
        self.guards.retain(|guard| held.contains(guard));
        self.guards.len() < before
    }
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
    all.filter(move |&other| !commute(touch, other)).map(way)
}

/// In which of the three ways it is. (That updates by one operator commute is of no use here.)
fn way(touch: Touch) -> usize {
    match touch {
        Touch::Shared => 0,
        Touch::Accumulate => 1,
        Touch::Update(_) | Touch::PassThrough | Touch::Exclusive => 2,
    }
}

impl Sharing {
    /// Nothing is known yet. Symmetric threads stand for each other, if any are said to be alike.
    pub(super) fn new(knows_what_commutes: bool, alike: Option<Alike>) -> Sharing {
        Sharing {
            alike,
            knows_what_commutes,
            ..Sharing::default()
        }
    }

    /// Which threads stand for each other.
    pub(super) fn alike(&self) -> Option<&Alike> {
        self.alike.as_ref()
    }

    /// Whether threads of a class stand for each other.
    fn stand_for_each_other(&self, class: ThreadClass) -> bool {
        let alike = self.alike.as_ref();
        alike.is_some_and(|alike| alike.includes(class))
    }

    /// Whether it is known of more than of what is shared.
    pub(super) fn knows_what_commutes(&self) -> bool {
        self.knows_what_commutes
    }

    /// Whether more turned out to be shared since this was last asked.
    pub(super) fn take_growth(&mut self) -> bool {
        std::mem::take(&mut self.grew)
    }

    /// Takes note of an operation, knowing what was right before.
    pub(super) fn touch(&mut self, machine: &Machine, operation: &Operation, before: Before) {
        let locks = match self.knows_what_commutes {
            // Nobody else is about to do anything before that. (Whether all have been joined is a part of the
            // state: whoever might do this before them does so on a path where they have not.)
            true if before.alone => return,
            true => before
                .held
                .into_iter()
                .chain(operation.awaited_lock())
                .collect(),
            // To the baseline, no lock guards anything.
            false => Locks::new(),
        };
        for &(object, touch) in &operation.footprint {
            let touch = self.taken_as(machine, operation, object, touch);
            let (object, toucher) = self.seen_as(machine, object, operation.thread);
            let touched = self.touched.entry(object).or_insert_with(|| Touched {
                by: <[By; 3]>::default(),
                guards: locks.clone(),
            });
            self.grew |= touched.lose_guards(&locks);
            let by = &mut touched.by;
            let before = by[way(touch)];
            by[way(touch)] = toucher.map_or(By::Several, |thread| before.and(thread));
            if by[way(touch)] != before {
                let together = |other: usize| match by[other] {
                    By::Nobody => true,
                    By::One(other) => by[way(touch)] == By::One(other),
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
    pub(super) fn take_for_each_other(&mut self, machine: &Machine) {
        for thread in machine.thread_ids() {
            let class = machine.class_of(thread);
            let class = class.filter(|&class| self.stand_for_each_other(class));
            let has_others = |class: &ThreadClass| machine.unjoined_of(*class).nth(1).is_some();
            if let Some(class) = class.filter(has_others)
                && let Entry::Vacant(entry) = self.taken.entry(class)
            {
                entry.insert(thread);
                self.grew = true;
            }
        }
    }

    /// Who joins a thread has to go on to join those that are like it: else he tells them apart.
    pub(super) fn judge_join(&mut self, machine: &Machine, operation: &Operation) {
        let class_of_joined =
            |operation: &Operation| operation.joined().and_then(|t| machine.class_of(t));
        let Some(class) = class_of_joined(operation) else {
            return;
        };
        let next = machine.pending(operation.thread);
        let goes_on = next.and_then(class_of_joined) == Some(class);
        let others_are_left = || machine.unjoined_of(class).next().is_some();
        if self.stand_for_each_other(class) && !goes_on && others_are_left() {
            self.tell_apart(class);
        }
    }

    /// The class of the threads one of which a thread is about to join, if they leave results and were taken for each
    /// other.
    pub(super) fn results_to_join(
        &self,
        machine: &Machine,
        thread: ThreadId,
    ) -> Option<ThreadClass> {
        let joined = machine.pending(thread).and_then(Operation::joined)?;
        let class = machine
            .class_of(joined)
            .filter(|class| class.has_result())?;
        let taken = self.stand_for_each_other(class) && self.taken.contains_key(&class);
        taken.then_some(class)
    }

    /// The class of the threads one of which a thread is about to join, if it has to put that off until all of them
    /// have ended: then it can be seen whether it matters which of them has left which result.
    pub(super) fn put_off(&self, machine: &Machine, thread: ThreadId) -> Option<ThreadClass> {
        let class = self.results_to_join(machine, thread)?;
        let mut others = machine.unjoined_of(class);
        others
            .any(|other| !machine.is_finished(other))
            .then_some(class)
    }

    /// From now on, threads of a class are told apart.
    pub(super) fn tell_apart(&mut self, class: ThreadClass) {
        if let Some(alike) = &mut self.alike {
            alike.tell_apart(class);
            self.grew = true;
        }
    }

    /// How an operation's touch of an object counts.
    fn taken_as(
        &self,
        machine: &Machine,
        operation: &Operation,
        object: Object,
        touch: Touch,
    ) -> Touch {
        if !self.knows_what_commutes {
            return Touch::Exclusive;
        }
        let waits = matches!(
            operation.action,
            Action::ChannelSend | Action::ChannelReceive
        );
        match object {
            // Who waits for a message does not come before it is sent, nor who waits for room before there is
            // some. Others can find that there is none.
            Object::Message { .. } if waits => Touch::Shared,
            Object::Message { .. } => Touch::Exclusive,
            // Who waits finds that no senders are left when all are gone.
            Object::Senders(_) if waits => Touch::Accumulate,
            Object::Cell(_) if self.updates_commute => {
                let update = machine.touch_of_update(operation, object);
                update.unwrap_or(touch)
            }
            Object::Cell(_)
            | Object::Senders(_)
            | Object::Last(_)
            | Object::Thread(_)
            | Object::Token(_)
            | Object::SpuriousBudget
            | Object::Output
            | Object::World => touch,
        }
    }

    /// What threads that were never run again were about to touch counts too.
    pub(super) fn touch_pending(&mut self, machine: &Machine) {
        for thread in machine.thread_ids() {
            if let Some(operation) = machine.standing(thread) {
                self.touch(machine, operation, Before::of(machine, thread));
            }
        }
    }

    /// From now on updates of a cell commute, or not, which nobody looks at the result of.
    pub(super) fn begin(&mut self, updates_commute: bool) {
        self.updates_commute = updates_commute;
    }

    /// What was taken for commuting does not.
    pub(super) fn misjudged(&mut self) {
        self.grew = true;
    }

    /// How a path ends.
    pub(super) fn judge_end(&mut self, machine: &Machine) {
        if machine.clash().is_some() && !self.clashes {
            self.clashes = true;
            self.grew = true;
        }
        if let Some(End::Bug(_)) = machine.end() {
            self.judge_joins_to_come(machine);
        }
    }

    /// A path that a bug cuts short does not show what somebody would have done who has not joined the threads of a
    /// class yet; and the path with others of them in the places of these may not end so.
    fn judge_joins_to_come(&mut self, machine: &Machine) {
        let taken: SmallVec<[ThreadClass; 2]> = self.taken.keys().copied().collect();
        for class in taken {
            if self.stand_for_each_other(class) && machine.unjoined_of(class).next().is_some() {
                self.tell_apart(class);
            }
        }
    }

    /// Whether nothing that other threads do conflicts with an operation before it is taken, as far as is known.
    pub(super) fn is_private(&self, machine: &Machine, operation: &Operation) -> bool {
        let own = |&(object, touch): &(Object, Touch)| match object {
            _ if self.knows_what_commutes && is_past(machine, operation, object) => true,
            Object::Cell(_)
            | Object::Message { .. }
            | Object::Senders(_)
            | Object::Last(_)
            | Object::Thread(_)
            | Object::Token(_) => {
                let (object, toucher) = self.seen_as(machine, object, operation.thread);
                let Some(touched) = self.touched.get(&object) else {
                    return true;
                };
                let alone = |by: By| match toucher {
                    Some(thread) => by.none_but(thread),
                    None => by == By::Nobody,
                };
                let mut others = conflicting(self.taken_as(machine, operation, object, touch));
                others.all(|other| alone(touched.by[other]))
                    || self.is_guarded(machine, touched, operation.thread)
            }
            // Output stands for the end of the process too, which every thread's future depends on;
            // and what happens for no reason may as well not happen.
            Object::SpuriousBudget | Object::Output | Object::World => false,
        };
        !self.clashes && operation.footprint.iter().all(own)
    }

    /// Whether a thread alone has a lock that everybody holds who touches an object.
    fn is_guarded(&self, machine: &Machine, touched: &Touched, thread: ThreadId) -> bool {
        // Of symmetric threads, what one owns goes by the name of what another owns, and keeps nobody else away.
        let is_one = |lock: u64| {
            let class = Object::Cell(lock).owner().and_then(|t| machine.class_of(t));
            class.is_none_or(|class| !self.taken.contains_key(&class))
        };
        let held = machine.held_locks(thread).iter();
        let mut alone = held.filter(|lock| !lock.shared && is_one(lock.object));
        alone.any(|lock| touched.guards.contains(&lock.object))
    }
}

/// Whether nobody else will touch an object of an operation that can run before it: nobody knows of a thread that
/// is about to be spawned, nothing happens any more to one that has ended, and the sender of a message that is
/// received is done with it (receivers share more than the message).
fn is_past(machine: &Machine, operation: &Operation, object: Object) -> bool {
    match object {
        Object::Thread(_) => {
            let joined = operation.joined();
            operation.action == Action::Spawn || joined.is_some_and(|t| t != operation.thread)
        }
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
