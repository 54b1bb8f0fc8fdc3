//! What a search covered: which access pairs its executions ran in both orders, which in one, which in
//! none, and why.
//!
//! A pair is run in an order if, in some execution, one thread ran the one access and then another
//! thread the other, on the same object and in conflict. After a complete search the lack of an order
//! is a fact about the program; after any other it may be due to the search.

mod observer;

pub use observer::{End, Observer};

use rustc_hash::FxHashMap;
use std::sync::Arc;
use vscheck_analysis::access::{Access, AccessId};
use vscheck_analysis::{Facts, PairType};

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

impl Reason {
    /// The word for it in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Ordered => "ordered",
            Reason::Unreachable(_) => "unreachable",
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
    pub fn new(observer: &Observer, complete: bool) -> Coverage {
        let facts = observer.facts();
        let mut seen = FxHashMap::default();
        let mut pairs = Vec::new();
        let members = facts.representatives(End::of);
        for pair in facts.schedulable_pairs(&members) {
            let (a, b) = (End::of(pair.a), End::of(pair.b));
            let name = (pair.kind, a.min(b), a.max(b));
            seen.entry(name).or_insert_with(|| {
                let (orders, reason) = judge(observer, (a, b), complete);
                let (first, second) = pair.ids;
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

/// What was run of a pair, and why not all.
fn judge(observer: &Observer, (a, b): (End, End), complete: bool) -> (Orders, Option<Reason>) {
    let orders = match (observer.ordered(a, b), observer.ordered(b, a)) {
        (true, true) => return (Orders::Both, None),
        (true, false) => Orders::Forward,
        (false, true) => Orders::Backward,
        (false, false) => Orders::None,
    };
    let reason = if !complete {
        Reason::Limit
    } else if orders != Orders::None {
        Reason::Ordered
    } else if !observer.executed(a) || !observer.executed(b) {
        Reason::Unreachable(!observer.executed(a))
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
