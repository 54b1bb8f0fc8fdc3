//! What a search covered: which access pairs its executions ran in both orders, which in one, which in
//! none, and why.
//!
//! A pair is run in an order if, in some execution, one thread ran the one access and then another
//! thread the other, on the same object and in conflict. After a complete search the lack of an order
//! is a fact about the program; after any other it may be due to the search.

mod observer;

pub use observer::{End, Observer};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use vscheck_analysis::access::{Access, AccessId};
use vscheck_analysis::{Facts, PairType};
use vscheck_ir::{FuncId, InstId, Program, Site, flow};

/// Which orders of a pair were run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Both.
    Both,
    /// Only the first access before the second.
    Forward,
    /// Only the second access before the first.
    Backward,
    /// Neither.
    None,
}

/// Why an order of a pair was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// No schedule has the other order: synchronization forbids it.
    Ordered,
    /// No schedule executes the first access (`true`), or the second.
    Unreachable(bool),
    /// One is executed only while a panic unwinds, and none did there.
    Unwinding,
    /// Both are accesses of one static thread, which never was two threads of one execution.
    OneThread,
    /// Both were executed, but never on one object.
    VoidAlias,
    /// Both were executed on one object, but never in one execution, one after the other.
    Apart,
    /// Wherever both were executed on one object, their order makes no difference.
    Commuting,
    /// The search stopped before, or does not try everything.
    Limit,
}

impl Orders {
    /// What was run of a pair and of one that looks the same.
    fn and(self, other: Orders) -> Orders {
        match (self, other) {
            (Orders::None, orders) | (orders, Orders::None) => orders,
            (Orders::Forward, Orders::Forward) => Orders::Forward,
            (Orders::Backward, Orders::Backward) => Orders::Backward,
            _ => Orders::Both,
        }
    }

    /// The same of the pair the other way round.
    fn turned(self) -> Orders {
        match self {
            Orders::Forward => Orders::Backward,
            Orders::Backward => Orders::Forward,
            Orders::Both | Orders::None => self,
        }
    }
}

impl Reason {
    /// How close a pair came to being run, to say of several that look the same why none was.
    fn rank(self) -> u8 {
        match self {
            Reason::Unwinding => 0,
            Reason::Unreachable(_) => 1,
            Reason::OneThread => 2,
            Reason::VoidAlias => 3,
            Reason::Apart => 4,
            Reason::Commuting => 5,
            Reason::Ordered => 6,
            Reason::Limit => 7,
        }
    }

    /// The word for it in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Ordered => "ordered",
            Reason::Unreachable(_) => "unreachable",
            Reason::Unwinding => "unwinding",
            Reason::OneThread => "one-thread",
            Reason::VoidAlias => "void-alias",
            Reason::Apart => "apart",
            Reason::Commuting => "commuting",
            Reason::Limit => "limit",
        }
    }
}

/// What became of one pair of the static pass.
#[derive(Clone, Copy, Debug)]
pub struct Covered {
    /// Its kind.
    pub kind: PairType,
    /// One access.
    pub first: AccessId,
    /// The other.
    pub second: AccessId,
    /// What was run.
    pub orders: Orders,
    /// Why not both.
    pub reason: Option<Reason>,
}

impl Covered {
    /// The same pair with its accesses the other way round.
    fn turned(self) -> Covered {
        let reason = self.reason.map(|reason| match reason {
            Reason::Unreachable(first) => Reason::Unreachable(!first),
            other => other,
        });
        Covered {
            first: self.second,
            second: self.first,
            orders: self.orders.turned(),
            reason,
            ..self
        }
    }

    /// Adds what became of one that looks the same.
    fn merge(&mut self, other: Covered) {
        self.orders = self.orders.and(other.orders);
        self.reason = match (self.reason, other.reason) {
            (Some(reason), Some(another)) if another.rank() > reason.rank() => {
                // Which of its accesses no schedule executes goes with the reason.
                (self.first, self.second) = (other.first, other.second);
                Some(another)
            }
            (Some(reason), _) => Some(reason),
            (None, another) => another,
        };
    }
}

/// What became of all pairs that can be scheduled. Accesses that differ in nothing but the calls that
/// lead to them count as one.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The pairs, as the static pass lists them.
    pub pairs: Vec<Covered>,
    facts: Arc<Facts>,
}

impl Coverage {
    /// What was covered. `complete`: whether the search accounts for every schedule.
    pub fn new(program: &Program, observer: &Observer, complete: bool) -> Coverage {
        let facts = observer.facts();
        let mut unwinding = Unwinding::new(program);
        let mut seen = FxHashMap::default();
        let mut pairs = Vec::new();
        let members = facts.representatives(End::of);
        for pair in facts.schedulable_pairs(&members) {
            let (a, b) = (End::of(pair.a), End::of(pair.b));
            let name = (pair.kind, a.min(b), a.max(b));
            seen.entry(name).or_insert_with(|| {
                let (first, second) = pair.ids;
                let unwinds = |at: usize| unwinding.leads_to(facts.stack([pair.a, pair.b][at]));
                let (orders, reason) = judge(observer, [a, b], complete, unwinds);
                pairs.push(Covered {
                    kind: pair.kind,
                    first,
                    second,
                    orders,
                    reason,
                });
            });
        }
        let facts = facts.clone();
        Coverage { pairs, facts }
    }

    /// The same, with pairs as one whose accesses look the same: those that `look` gives the same number for. What
    /// stands at one place of the source may be compiled to several instructions: a variable is dropped on each way
    /// out of its block.
    pub fn merged(&self, mut look: impl FnMut(&Access) -> usize) -> Coverage {
        let mut looks = FxHashMap::default();
        let mut look = |id: AccessId| *looks.entry(id).or_insert_with(|| look(self.access(id)));
        let mut places: FxHashMap<_, usize> = FxHashMap::default();
        let mut pairs: Vec<Covered> = Vec::new();
        for pair in &self.pairs {
            let (a, b) = (look(pair.first), look(pair.second));
            let mut pair = *pair;
            // Of accesses that look the same it cannot be said which came first.
            if a == b && pair.orders != Orders::None {
                pair.orders = Orders::Both;
            }
            match places.entry((pair.kind, a.min(b), a.max(b))) {
                Entry::Occupied(place) => {
                    let known = &mut pairs[*place.get()];
                    let same_way = look(known.first) == a;
                    known.merge(if same_way { pair } else { pair.turned() });
                }
                Entry::Vacant(place) => {
                    place.insert(pairs.len());
                    pairs.push(pair);
                }
            }
        }
        for pair in &mut pairs {
            pair.reason = pair.reason.filter(|_| pair.orders != Orders::Both);
        }
        let facts = self.facts.clone();
        Coverage { pairs, facts }
    }

    /// The static pass.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// An access of a pair.
    pub fn access(&self, id: AccessId) -> &Access {
        self.facts.access(id)
    }

    /// How many pairs were run in both orders, in one, in none.
    pub fn counts(&self) -> (usize, usize, usize) {
        let of = |wanted: fn(Orders) -> bool| {
            let pairs = self.pairs.iter().filter(|pair| wanted(pair.orders));
            pairs.count()
        };
        (
            of(|orders| orders == Orders::Both),
            of(|orders| matches!(orders, Orders::Forward | Orders::Backward)),
            of(|orders| orders == Orders::None),
        )
    }
}

/// What runs only while a panic unwinds.
struct Unwinding<'p> {
    program: &'p Program,
    /// Of each function that was asked about, the instructions that run without a panic in it.
    without: FxHashMap<FuncId, FixedBitSet>,
}

impl<'p> Unwinding<'p> {
    fn new(program: &'p Program) -> Self {
        let without = FxHashMap::default();
        Unwinding { program, without }
    }

    /// Whether only a panic leads to where an access stands, by way of these calls.
    fn leads_to(&mut self, mut stack: impl Iterator<Item = Site>) -> bool {
        let program = self.program;
        stack.any(|site| {
            let without = self.without.entry(site.func);
            let without = without
                .or_insert_with(|| flow::reached_from(program.function(site.func), InstId(0)));
            !without.contains(site.inst.index())
        })
    }
}

/// What was run of a pair, and why not all. `unwinds`: whether only a panic leads to its first access, or its second.
fn judge(
    observer: &Observer,
    [a, b]: [End; 2],
    complete: bool,
    unwinds: impl FnMut(usize) -> bool,
) -> (Orders, Option<Reason>) {
    let orders = match (observer.ordered(a, b), observer.ordered(b, a)) {
        (true, true) => return (Orders::Both, None),
        (true, false) => Orders::Forward,
        (false, true) => Orders::Backward,
        (false, false) => Orders::None,
    };
    let unreached = [a, b].map(|end| !observer.executed(end));
    let reason = if !complete {
        Reason::Limit
    } else if orders != Orders::None {
        Reason::Ordered
    } else if unreached.contains(&true) {
        let mut which = (0..2).filter(|&at| unreached[at]);
        match which.any(unwinds) {
            true => Reason::Unwinding,
            false => Reason::Unreachable(unreached[0]),
        }
    } else if a.thread == b.thread && !observer.is_several(a.thread) {
        Reason::OneThread
    } else if observer.commuted(a, b) {
        Reason::Commuting
    } else if observer.aliased(a, b) {
        Reason::Apart
    } else {
        Reason::VoidAlias
    };
    (orders, Some(reason))
}
