//! Threads that stand for each other. Five workers that begin in the same function differ in their numbers and
//! in what they hold; two states that differ only in which of them is which have the same future, but for the
//! names in it. So a search over stored states need see one of the 120 (symmetry reduction: Ip, Dill 1996,
//! *Better verification through symmetry*; Iosif 2002, *Symmetry reduction criteria for software model checking*).
//!
//! Threads are alike if they begin in the same function. Handles of symmetric threads are alike, too. That is right as
//! long as nobody does anything with one that he does not do with the others: the program never asks for a thread's
//! number or whether it has ended, wakes none, and panics of threads are bugs. Whether who joins one goes on to join
//! the others before he does anything else, and whether it matters to him which of them has left which result, the
//! search has to see to ([`Alike::tell_apart`]).
//!
//! Symmetric threads are arranged by what they are, and known by their places. Where two are the same as far as that
//! shows, their numbers decide; the worst that comes of it is that a state is not known again.

use crate::access::Allocation;
use crate::address;
use crate::digest::Digest;
use crate::fingerprint::Fingerprints;
use crate::hash::Hasher128;
use crate::machine::Machine;
use crate::operation::ThreadId;
use crate::options::ChildPanic;
use crate::races::OpenAccess;
use crate::thread::Thread;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use vscheck_ir::FuncId;

/// Threads that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadClass {
    /// The function in which they begin.
    start: FuncId,
    /// Whether they leave more than that they have ended.
    has_result: bool,
}

impl ThreadClass {
    /// Whether they leave more than that they have ended, to who joins them.
    pub fn has_result(self) -> bool {
        self.has_result
    }

    /// What all handles of such threads are called.
    fn name(self) -> u64 {
        1 << 32 | u64::from(self.start.0)
    }
}

/// Which symmetric threads a search takes for each other: all but those of some classes.
#[derive(Clone, Debug, Default)]
pub struct Alike {
    told_apart: FxHashSet<ThreadClass>,
}

impl Alike {
    /// From now on, threads of a class are told apart.
    pub fn tell_apart(&mut self, class: ThreadClass) {
        self.told_apart.insert(class);
    }

    /// Whether threads of a class stand for each other.
    pub fn includes(&self, class: ThreadClass) -> bool {
        !self.told_apart.contains(&class)
    }
}

/// A state's name, where symmetric threads stand for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The same for all states that differ only in which thread is which; what the race detector knows is told
    /// apart if that was asked for.
    pub fingerprints: Fingerprints,
    /// Which thread is which; 0 if none is like another.
    pub arrangement: u32,
    /// The threads, each at a place that is the same in all states of one name.
    pub order: SmallVec<[ThreadId; 8]>,
    /// The accesses that later ones may race with, if that was asked for: a search that looks for a race may go by
    /// them instead of telling apart all states that differ in them.
    pub open_accesses: Vec<OpenAccess>,
}

/// In which order threads are looked at, and what they are called.
#[derive(Default)]
pub(crate) struct Arrangement {
    pub(crate) order: SmallVec<[ThreadId; 8]>,
    /// The places of symmetric threads among them, by thread number; 0 for the others.
    places: SmallVec<[u16; 8]>,
    classes: SmallVec<[u64; 8]>,
}

/// Tells the places of symmetric threads from numbers of threads.
const PLACE: u64 = 1 << 16;

impl Arrangement {
    /// Every thread by its number.
    pub(crate) fn by_number(machine: &Machine) -> Arrangement {
        Arrangement {
            order: machine.thread_ids().collect(),
            ..Arrangement::default()
        }
    }

    /// Symmetric threads last, by what they are.
    pub(crate) fn by_likeness(machine: &Machine, alike: &Alike) -> Arrangement {
        let class = |thread: &Thread| {
            let is_gone = thread.finished && thread.joined;
            thread
                .class
                .filter(|&class| alike.includes(class) && !is_gone)
        };
        let mut arrangement = Arrangement::by_number(machine);
        let like = arrangement.order.iter().filter_map(|&id| {
            let thread = machine.thread(id);
            Some((class(thread)?, machine.nature(thread), id))
        });
        let mut like: SmallVec<[(ThreadClass, u128, ThreadId); 8]> = like.collect();
        if like.len() < 2 {
            return arrangement;
        }
        like.sort_unstable();
        settle_ties(machine, &mut like);
        arrangement
            .order
            .retain(|id| class(machine.thread(*id)).is_none());
        arrangement.places.resize(machine.threads.len(), 0);
        arrangement.classes.resize(machine.threads.len(), 0);
        for (place, &(_, _, id)) in like.iter().enumerate() {
            arrangement.places[id.index()] = place as u16 + 1;
            arrangement.order.push(id);
        }
        // Who holds a handle of a thread that has ended and was joined does nothing with it any more.
        let threads = machine.threads.iter().flatten();
        for thread in threads {
            let class = thread.class.filter(|&class| alike.includes(class));
            arrangement.classes[thread.id.index()] = class.map_or(0, ThreadClass::name);
        }
        arrangement
    }

    /// What a thread is called.
    pub(crate) fn name(&self, thread: usize) -> u64 {
        match self.places.get(thread) {
            Some(&place) if place > 0 => PLACE | place as u64,
            _ => thread as u64,
        }
    }

    /// What a handle of a thread is called.
    pub(crate) fn handle(&self, thread: u64) -> u64 {
        match self.classes.get(thread as usize) {
            Some(&class) if class > 0 => class,
            _ => thread,
        }
    }

    /// A number for which thread is which.
    pub(crate) fn number(&self) -> u32 {
        if self.places.is_empty() {
            return 0;
        }
        let mut hash = Hasher128::default();
        let like = self.order.iter().filter(|id| self.places[id.index()] > 0);
        like.for_each(|id| hash.add(id.0.into()));
        hash.finish() as u32 | 1
    }
}

/// Where threads are the same themselves, what their pointers point to decides.
fn settle_ties(machine: &Machine, like: &mut [(ThreadClass, u128, ThreadId)]) {
    let is_tied = |a: &(ThreadClass, u128, ThreadId), b: &(ThreadClass, u128, ThreadId)| {
        a.0 == b.0 && a.1 == b.1
    };
    for tied in like.chunk_by_mut(is_tied).filter(|tied| tied.len() > 1) {
        for (_, nature, id) in tied.iter_mut() {
            *nature = machine.deeper_nature(machine.thread(*id));
        }
        tied.sort_unstable();
    }
}

impl Machine {
    /// The class of a thread, if it has like ones.
    pub fn class_of(&self, thread: ThreadId) -> Option<ThreadClass> {
        self.try_thread(thread)?.class
    }

    /// The threads of a class that nobody has joined.
    pub fn unjoined_of(&self, class: ThreadClass) -> impl Iterator<Item = ThreadId> + '_ {
        let threads = self.threads.iter().flatten();
        let unjoined = threads.filter(move |thread| thread.class == Some(class) && !thread.joined);
        unjoined.map(|thread| thread.id)
    }

    /// Whether two threads of a class, which have ended, have left the very same.
    pub fn have_left_the_same(&self, one: ThreadId, other: ThreadId) -> bool {
        let left = |thread: ThreadId| self.left_by(self.try_thread(thread)?);
        match (left(one), left(other)) {
            (Some(one), Some(other)) => {
                one.content == other.content && one.addresses == other.addresses
            }
            _ => false,
        }
    }

    /// Makes as if of two threads of a class, which have ended and nobody has joined, each had done what the other
    /// has. (Who joins them knows the same when he has joined both.)
    pub fn exchange_ends(&mut self, one: ThreadId, other: ThreadId) {
        let thread = self.thread_mut(one);
        let mut end = (thread.packet, thread.order.clone());
        let thread = self.thread_mut(other);
        std::mem::swap(&mut thread.packet, &mut end.0);
        std::mem::swap(&mut thread.order, &mut end.1);
        let thread = self.thread_mut(one);
        (thread.packet, thread.order) = end;
    }

    /// What is in a thread's packet.
    fn left_by(&self, thread: &Thread) -> Option<&Digest> {
        self.object_at(thread.packet)
    }

    /// What is in the object that a value points into.
    fn object_at(&self, value: u64) -> Option<&Digest> {
        let Some(Allocation::Live(object)) = self.allocation(value) else {
            return None;
        };
        let arena = &self.heap[address::thread(object)];
        let (_, _, digest) = arena.object(address::index(object), &self.code)?;
        Some(digest)
    }

    /// Keeps what was given at the spawn of a thread: its packet, and whether its result will be in there.
    pub(crate) fn keep_packet(
        &mut self,
        thread: ThreadId,
        start: FuncId,
        (packet, has_result): (u64, bool),
    ) {
        let panics_are_bugs = self.options.child_panic == ChildPanic::Report;
        let has_like = packet != 0 && panics_are_bugs && !self.code.does.tells_threads_apart;
        let thread = self.thread_mut(thread);
        thread.packet = packet;
        thread.class = has_like.then_some(ThreadClass { start, has_result });
    }

    /// What tells a thread from others, as far as that takes no look at what it points to.
    fn nature(&self, thread: &Thread) -> u128 {
        if thread.finished {
            return self.left_by(thread).map_or(0, |left| left.content);
        }
        let mut hash = Hasher128::default();
        hash.add_hash(self.thread_digest(thread).content);
        if let Some(pending) = &self.pending[thread.id.index()] {
            let (phase, detail) = pending.phase.code();
            hash.add(phase);
            hash.add(detail);
        }
        hash.finish()
    }

    fn deeper_nature(&self, thread: &Thread) -> u128 {
        let own = || &*self.thread_digest(thread).addresses;
        let left = || self.left_by(thread).map_or(&[][..], |left| &left.addresses);
        let mut hash = Hasher128::default();
        for &(_, value) in if thread.finished { left() } else { own() } {
            if let Some(digest) = self.object_at(value) {
                hash.add_hash(digest.content);
                hash.add(address::offset(value) as u64);
            }
        }
        hash.finish()
    }
}
