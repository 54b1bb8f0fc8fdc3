//! Concurrent access pairs (Chen 2009, section 4.2.3), as products of classes of accesses that no
//! filter can tell apart.

mod funnel;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vscheck_ir::{Program, entity};

use crate::access::{Access, AccessId, Accesses, CellSetId, Family, Verb};
use crate::commute::{self, Effect};
use crate::disjoint;
use crate::escape::Sharing;
use crate::mhp::lockset::Lockset;
use crate::points_to::{Atom, AtomId, PointsTo};
use crate::thread_set::{StaticThreadId, ThreadSet};

entity! {
    /// A class of accesses.
    #[derive(Serialize, Deserialize)]
    ClassId, "class"
}

/// The kinds of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PairType {
    /// Read and write, or two writes, of one cell.
    RW,
    /// Two acquisitions of one lock.
    MM,
    /// A wait and a notify.
    WN,
    /// A waiter's re-acquisition and an acquisition.
    WM,
    /// Two operations on a channel.
    SR,
    /// Operations on a thread's token or end.
    PU,
    /// Two arrivals at a barrier.
    BB,
    /// Two operations on a once-cell.
    OO,
    /// Two writes of output, or one and the end of the process.
    OU,
}

impl PairType {
    /// All kinds, in the order of reports.
    pub const ALL: [PairType; 9] = [
        PairType::RW,
        PairType::MM,
        PairType::WN,
        PairType::WM,
        PairType::SR,
        PairType::PU,
        PairType::BB,
        PairType::OO,
        PairType::OU,
    ];

    /// Its two letters.
    pub fn name(self) -> &'static str {
        match self {
            PairType::RW => "RW",
            PairType::MM => "MM",
            PairType::WN => "WN",
            PairType::WM => "WM",
            PairType::SR => "SR",
            PairType::PU => "PU",
            PairType::BB => "BB",
            PairType::OO => "OO",
            PairType::OU => "OU",
        }
    }
}

/// Whether two accesses of one family conflict, by what they do.
type Rule = fn(Verb, Verb) -> bool;

/// Each kind of pair: its family and rule.
const RULES: [(PairType, Family, Rule); 9] = [
    (PairType::RW, Family::Memory, read_write),
    (PairType::MM, Family::Lock, lock_lock),
    (PairType::WN, Family::Condvar, wait_notify),
    (PairType::WM, Family::Lock, wait_lock),
    (PairType::SR, Family::Channel, send_receive),
    (PairType::PU, Family::Thread, park_unpark),
    (PairType::BB, Family::Barrier, barrier_barrier),
    (PairType::OO, Family::Once, once_once),
    (PairType::OU, Family::Output, output_output),
];

/// Chen 2009, figure 4.17, rule 1: `(a1, a2) in RW if mhp(a1, a2) and mayAlias(ref(a1), ref(a2)) and
/// field(a1) = field(a2) and escape(ref(a1)) and escape(ref(a2)) and not disjoint(a1, a2) and
/// (a1 in W or a2 in W)`. This is its last line; the others hold for all rules here.
/// Two increments of a reference count commute.
fn read_write(a: Verb, b: Verb) -> bool {
    let writes = |verb| matches!(verb, Verb::Write | Verb::Increment);
    (a, b) != (Verb::Increment, Verb::Increment) && (writes(a) || writes(b))
}

fn acquires(verb: Verb) -> bool {
    reads_lock(verb) || matches!(verb, Verb::Lock | Verb::TryLock)
}

fn reads_lock(verb: Verb) -> bool {
    matches!(verb, Verb::ReadLock | Verb::TryReadLock)
}

fn tries(verb: Verb) -> bool {
    matches!(verb, Verb::TryLock | Verb::TryReadLock)
}

/// Chen 2009, figure 4.17, rule 2: `(a1, a2) in MM if a1, a2 in MonitorEntry and mhp(a1, a2) and
/// mayAlias(ref(a1), ref(a2))`. DIVERGES: two shared acquisitions commute; what a `try_lock` returns
/// also depends on releases.
fn lock_lock(a: Verb, b: Verb) -> bool {
    let entries = acquires(a) && acquires(b) && !(reads_lock(a) && reads_lock(b));
    let looks = |x, y| x == Verb::Unlock && tries(y);
    entries || looks(a, b) || looks(b, a)
}

/// Chen 2009, figure 4.17, rule 4: `(a1, a2) in WN if one is in WaitMethodInvc, the other in
/// NotifyMethodInvc, mhp(a1, a2) and mayAlias(ref(a1), ref(a2))`. DIVERGES: `mhp` is asked of
/// *waiting*, where the mutex is free, since a notify needs no lock. Two notifies commute: which waiter
/// one wakes is a choice of its own.
fn wait_notify(a: Verb, b: Verb) -> bool {
    matches!(
        (a, b),
        (Verb::Wait, Verb::Notify) | (Verb::Notify, Verb::Wait)
    )
}

/// Chen 2009, figure 4.17, rule 3: `(a1, a2) in WM if a1 in WaitMethodInvc, a2 in MonitorEntry,
/// mhp(a1, a2) and mayAlias(ref(a1), ref(a2))`, asked of the re-acquisition (*notify-entry*).
fn wait_lock(a: Verb, b: Verb) -> bool {
    a == Verb::Reacquire && acquires(b) || b == Verb::Reacquire && acquires(a)
}

/// Operations on one channel, except that a new sender changes nothing for anybody: its maker still
/// is one.
fn send_receive(a: Verb, b: Verb) -> bool {
    a == Verb::UseChannel && b == Verb::UseChannel
}

/// A token given and taken, and a thread's end and a look at it. Two `unpark`s commute.
fn park_unpark(a: Verb, b: Verb) -> bool {
    matches!(
        (a, b),
        (Verb::Park, Verb::Unpark)
            | (Verb::Unpark, Verb::Park)
            | (Verb::IsFinished, Verb::End)
            | (Verb::End, Verb::IsFinished)
    )
}

/// Two arrivals: who comes last leads, and which come together may depend on the order.
fn barrier_barrier(a: Verb, b: Verb) -> bool {
    a == Verb::Arrive && b == Verb::Arrive
}

/// Two operations on a once-cell, one of which may change it.
fn once_once(a: Verb, b: Verb) -> bool {
    a == Verb::Initialize || b == Verb::Initialize
}

/// Output appears in the order written; what comes after the end of the process never does, and who
/// ends it chooses the exit code.
fn output_output(_: Verb, _: Verb) -> bool {
    true
}

/// Accesses that agree in all that pairs depend on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Class {
    /// The accesses.
    pub members: Vec<AccessId>,
    key: ClassKey,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct ClassKey {
    family: Family,
    verb: Verb,
    plain: bool,
    thread: StaticThreadId,
    beside: ThreadSet,
    locks: Lockset,
    cells: CellSetId,
    effect: Effect,
}

impl ClassKey {
    fn of(access: &Access) -> ClassKey {
        ClassKey {
            family: access.family,
            verb: access.verb,
            plain: access.plain,
            thread: access.thread,
            beside: access.beside,
            locks: access.locks,
            cells: access.cells,
            effect: access.effect,
        }
    }

    fn may_meet(&self, other: &ClassKey) -> bool {
        self.beside.contains(other.thread)
            && other.beside.contains(self.thread)
            && !self.locks.excludes(other.locks)
    }
}

/// All pairs of members of two classes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ClassPair {
    /// The kind.
    pub kind: PairType,
    /// One side.
    pub a: ClassId,
    /// The other, perhaps the same.
    pub b: ClassId,
    /// Whether the two certainly touch the same object.
    pub must: bool,
    /// Whether one side is an ordinary load or store.
    pub plain: bool,
}

/// How many pairs each filter took, in this order, of those that do conflicting things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filtered {
    /// Pairs before any filter (ordinary loads and stores aside).
    pub conflicting: u64,
    /// Never in parallel.
    pub mhp: u64,
    /// Under a lock that both hold.
    pub locks: u64,
    /// Different objects.
    pub alias: u64,
    /// An object of one thread.
    pub escape: u64,
    /// Data of a lock that both hold.
    pub disjoint: u64,
    /// In either order to the same effect.
    pub commute: u64,
}

/// All pairs.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Pairs {
    /// The classes.
    pub classes: Vec<Class>,
    /// Their products.
    pub products: Vec<ClassPair>,
    /// What the filters took.
    pub filtered: Filtered,
}

/// Which filters apply.
#[derive(Clone, Copy, Debug)]
pub struct Filters {
    /// Tell objects apart.
    pub alias: bool,
    /// Leave out objects of one thread.
    pub escape: bool,
    /// Leave out data owned by locks.
    pub disjoint: bool,
    /// Leave out what commutes.
    pub commute: Option<commute::Rules>,
}

/// What pairs are computed from.
pub struct Inputs<'a> {
    /// The program.
    pub program: &'a Program,
    /// Points-to facts.
    pub facts: &'a PointsTo,
    /// Escape facts.
    pub sharing: &'a Sharing,
    /// The accesses.
    pub accesses: &'a Accesses,
    /// Which filters apply.
    pub filters: Filters,
}

/// What two sets of cells have to do with each other.
enum Overlap {
    Apart,
    Unshared,
    Owned,
    Commuting,
    Shared { must: bool },
}

/// Computes all pairs.
pub fn compute(inputs: &Inputs) -> Pairs {
    let mut pairs = Pairs {
        classes: classes(inputs.accesses),
        ..Pairs::default()
    };
    for (kind, family, rule) in RULES {
        inputs.of_kind(kind, family, rule, &mut pairs);
    }
    pairs
}

fn classes(accesses: &Accesses) -> Vec<Class> {
    let mut by_key: FxHashMap<ClassKey, usize> = FxHashMap::default();
    let mut classes: Vec<Class> = Vec::new();
    for (index, access) in accesses.list.iter().enumerate() {
        let key = ClassKey::of(access);
        let class = *by_key.entry(key).or_insert_with(|| {
            let members = Vec::new();
            classes.push(Class { members, key });
            classes.len() - 1
        });
        classes[class].members.push(AccessId::new(index));
    }
    classes
}

/// Members of the product of two classes, each unordered pair once.
fn product(classes: &[Class], a: ClassId, b: ClassId) -> u64 {
    let (n, m) = (
        classes[a.index()].members.len() as u64,
        classes[b.index()].members.len() as u64,
    );
    if a == b { n * (n + 1) / 2 } else { n * m }
}

impl Inputs<'_> {
    fn of_kind(&self, kind: PairType, family: Family, rule: Rule, pairs: &mut Pairs) {
        let ids: Vec<ClassId> = (0..pairs.classes.len())
            .map(ClassId::new)
            .filter(|id| pairs.classes[id.index()].key.family == family)
            .collect();
        let mut met = 0;
        for (a, b) in self.candidates(&ids, &pairs.classes, rule) {
            let (x, y) = (&pairs.classes[a.index()].key, &pairs.classes[b.index()].key);
            let count = product(&pairs.classes, a, b);
            let plain = x.plain || y.plain;
            met += if plain { 0 } else { count };
            match self.overlap(x, y) {
                Overlap::Apart => met -= if plain { 0 } else { count },
                Overlap::Unshared => pairs.filtered.escape += count,
                Overlap::Owned => pairs.filtered.disjoint += count,
                Overlap::Commuting => pairs.filtered.commute += count,
                Overlap::Shared { must } => pairs.products.push(ClassPair {
                    kind,
                    a,
                    b,
                    must,
                    plain,
                }),
            }
        }
        let scheduled: Vec<&Class> = (ids.iter().map(|id| &pairs.classes[id.index()]))
            .filter(|class| !class.key.plain)
            .collect();
        let (conflicting, parallel) = funnel::conflicts(&scheduled, rule);
        let locked = funnel::locked(&scheduled, rule);
        pairs.filtered.conflicting += conflicting;
        pairs.filtered.mhp += conflicting - parallel;
        pairs.filtered.locks += locked;
        pairs.filtered.alias += parallel - locked - met;
    }

    /// Pairs of classes that conflict, may meet, and may share a cell, each once.
    fn candidates(
        &self,
        ids: &[ClassId],
        classes: &[Class],
        rule: Rule,
    ) -> Vec<(ClassId, ClassId)> {
        let conflict = |a: ClassId, b: ClassId| {
            let (x, y) = (&classes[a.index()].key, &classes[b.index()].key);
            rule(x.verb, y.verb) && x.may_meet(y)
        };
        let mut buckets: FxHashMap<AtomId, Vec<ClassId>> = FxHashMap::default();
        let mut anywhere = Vec::new();
        for &id in ids {
            let cells = self.accesses.cells(classes[id.index()].key.cells);
            if cells.is_empty() || !self.filters.alias {
                anywhere.push(id);
            } else {
                cells
                    .iter()
                    .for_each(|&c| buckets.entry(c).or_default().push(id));
            }
        }
        let mut found = Vec::new();
        for (cell, bucket) in &buckets {
            for (index, &a) in bucket.iter().enumerate() {
                let first = |&&b: &&ClassId| {
                    conflict(a, b) && self.first_common(classes, a, b) == Some(*cell)
                };
                found.extend(bucket[index..].iter().filter(first).map(|&b| (a, b)));
            }
        }
        let mut is_anywhere = FixedBitSet::with_capacity(classes.len());
        is_anywhere.extend(anywhere.iter().map(|id| id.index()));
        for &a in &anywhere {
            let others = ids
                .iter()
                .filter(|&&b| !is_anywhere.contains(b.index()) || a <= b);
            let met = others.filter(|&&b| conflict(a, b));
            found.extend(met.map(|&b| (a, b)));
        }
        found.sort_unstable();
        found
    }

    fn first_common(&self, classes: &[Class], a: ClassId, b: ClassId) -> Option<AtomId> {
        let cells = |id: ClassId| self.accesses.cells(classes[id.index()].key.cells);
        common(cells(a), cells(b)).next()
    }

    fn overlap(&self, a: &ClassKey, b: &ClassKey) -> Overlap {
        let (x, y) = (self.accesses.cells(a.cells), self.accesses.cells(b.cells));
        let rules = self.filters.commute;
        if rules.is_some_and(|rules| rules.commute(self.accesses, a.effect, b.effect)) {
            return Overlap::Commuting;
        }
        if x.is_empty() || y.is_empty() || !self.filters.alias {
            return Overlap::Shared { must: false };
        }
        let mut overlap = Overlap::Apart;
        for cell in common(x, y) {
            if self.filters.escape && !self.is_shared(cell) {
                if let Overlap::Apart = overlap {
                    overlap = Overlap::Unshared;
                }
            } else if self.filters.disjoint && (a.plain || b.plain) && self.is_owned(cell) {
                overlap = Overlap::Owned;
            } else {
                let must = x.len() == 1 && y.len() == 1;
                let must = must && self.sharing.is_singular(self.facts, cell);
                return Overlap::Shared { must };
            }
        }
        overlap
    }

    fn is_shared(&self, cell: AtomId) -> bool {
        match self.facts.atom(cell.0) {
            Atom::Cell(object, _) => self.sharing.escaped.contains(object.index()),
            Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => true,
        }
    }

    fn is_owned(&self, cell: AtomId) -> bool {
        disjoint::owned_by_lock(self.program, self.facts, cell)
    }
}

/// Common members of two sorted lists.
fn common<'a>(a: &'a [AtomId], b: &'a [AtomId]) -> impl Iterator<Item = AtomId> + 'a {
    let mut at = 0;
    a.iter().copied().filter(move |&cell| {
        while at < b.len() && b[at] < cell {
            at += 1;
        }
        at < b.len() && b[at] == cell
    })
}

impl Pairs {
    /// How many pairs there are.
    pub fn total(&self) -> u64 {
        self.products.iter().map(|product| self.size(product)).sum()
    }

    /// How many pairs a product stands for.
    pub fn size(&self, pair: &ClassPair) -> u64 {
        product(&self.classes, pair.a, pair.b)
    }
}
