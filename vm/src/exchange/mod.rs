//! Compare-exchanges that rely on a load of the same thread: `loop { let v = c.load(..); if
//! c.compare_exchange(v, f(v), ..).is_ok() { break } }`.
//!
//! Where nothing but the thread's own computing stands between the two, a load whose exchange succeeds may as
//! well come right before it, whatever others do in between (Lipton 1975): the cell has the value again
//! that was read. And one whose exchange fails may be left out, if the thread then stands where it stood before the
//! load, or where another load would have led it, and has nothing else left of the round. So the two are one
//! step in which the exchange succeeds ([`MachineOptions::exchanges_at_once`]). Where the exchange only adds, such
//! steps commute, as other additions do.
//!
//! In a program whose plain accesses may race, the thread may not look at memory between the two: what is there at the
//! load may be gone at the exchange. And such a load orders nothing, as it may have come before what the exchange
//! comes after.
//!
//! [`MachineOptions::exchanges_at_once`]: crate::MachineOptions::exchanges_at_once

mod body;
mod round;
mod sum;

use crate::machine::Machine;
use crate::operation::Operation;
use crate::sync;
use crate::thread::{Pending, Phase};
use crate::unread;
use body::Body;
use fixedbitset::FixedBitSet;
use round::Round;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use sum::Sum;
use vscheck_ir::{Action, AtomicType, FuncId, Inst, InstId, Overflow, Program, Site};

/// The compare-exchanges of a program that may be one step with a load.
#[derive(Debug, Default)]
pub(crate) struct Exchanges {
    /// By the load and the exchange.
    pairs: FxHashSet<(Site, Site)>,
    /// The loads of pairs, and whether all that can come of one is an addition, or a panic.
    loads: FxHashMap<Site, bool>,
    /// The exchanges of pairs that only add.
    additions: FxHashSet<Site>,
}

impl Exchanges {
    pub(crate) fn new(program: &Program, may_race: bool) -> Exchanges {
        let functions = (0..program.functions.len()).map(FuncId::new);
        let unread = OnceCell::new();
        let found = functions.flat_map(|func| pairs_in(program, func, (&unread, may_race)));
        let found: Vec<Pair> = found.collect();
        let wraps = wrapping_types(program, &found);
        let mut exchanges = Exchanges::default();
        for pair in &found {
            // Where others may wrap round, it depends on the order whether this one would overflow.
            let adds = pair.sum.is_some_and(|sum| match sum.overflow {
                Overflow::Wrap => true,
                Overflow::Panic => !wraps.contains(&sum.ty),
            });
            exchanges.pairs.insert((pair.load, pair.exchange));
            let only_adds = exchanges.loads.entry(pair.load).or_insert(adds);
            *only_adds &= adds;
            if adds {
                exchanges.additions.insert(pair.exchange);
            }
        }
        exchanges
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

/// A load and the compare-exchange that relies on it.
struct Pair {
    load: Site,
    exchange: Site,
    /// If all that it does is to add.
    sum: Option<Sum>,
}

/// The types of atomic cells that something is added to, or taken from, that may wrap round.
fn wrapping_types(program: &Program, pairs: &[Pair]) -> FxHashSet<AtomicType> {
    let code = program.functions.iter().flat_map(|f| &f.code);
    let changed = code.filter_map(|inst| match inst {
        Inst::Sync {
            action: action @ Action::AtomicRmw(_, ty),
            ..
        } if sync::adds(*action) => Some(*ty),
        _ => None,
    });
    let sums = pairs.iter().filter_map(|pair| pair.sum);
    let wrapping = sums.filter(|sum| sum.overflow == Overflow::Wrap);
    changed.chain(wrapping.map(|sum| sum.ty)).collect()
}

/// The pairs of a function. `unread`: the functions whose results nobody reads, once somebody has asked.
fn pairs_in(
    program: &Program,
    func: FuncId,
    (unread, may_race): (&OnceCell<FixedBitSet>, bool),
) -> Vec<Pair> {
    let function = program.function(func);
    let code = &function.code;
    let places = |wanted: fn(&Action) -> bool| -> Vec<usize> {
        let is_wanted = |inst: &Inst| matches!(inst, Inst::Sync { action, visible: true, .. } if wanted(action));
        (0..code.len()).filter(|&at| is_wanted(&code[at])).collect()
    };
    let exchanges = places(|action| matches!(action, Action::AtomicCas { .. }));
    if exchanges.is_empty() {
        return Vec::new();
    }
    let loads = places(|action| matches!(action, Action::AtomicLoad(_)));
    if loads.is_empty() {
        return Vec::new();
    }
    let unread = unread.get_or_init(|| unread::functions(program));
    let is_unread = unread.contains(func.index());
    let body = Body::new(program, function, (is_unread, may_race));
    let site = |index| Site {
        func,
        inst: InstId::new(index),
    };
    let mut found = Vec::new();
    for &exchange in &exchanges {
        for &load in &loads {
            if let Some(round) = Round::new(&body, load, exchange)
                && round.leaves_nothing()
            {
                found.push(Pair {
                    load: site(load),
                    exchange: site(exchange),
                    sum: Sum::of(&round),
                });
            }
        }
    }
    found
}

impl Machine {
    /// Whether the thread that has just executed a load stands before the exchange that relies on it, which is to be
    /// executed at once ([`MachineOptions::exchanges_at_once`]).
    ///
    /// [`MachineOptions::exchanges_at_once`]: crate::MachineOptions::exchanges_at_once
    pub fn is_amid_exchange(&mut self, executed: &Operation) -> bool {
        if !self.options.exchanges_at_once || self.end.is_some() {
            return false;
        }
        let exchanges = self.code.exchanges(self.options.check_races);
        let Some(&only_adds) = exchanges.loads.get(&executed.site) else {
            return false;
        };
        let pending = self.pending[executed.thread.index()].as_deref();
        let relies = |pending: &&Pending| {
            exchanges
                .pairs
                .contains(&(executed.site, pending.operation.site))
                && pending.phase == Phase::Start
                && pending.viewed.is_none()
                && pending.operation.named == executed.named
                && sync::would_exchange(self, pending)
        };
        let is_amid = pending.filter(relies).is_some();
        // An addition that overflows in some orders does so in all, yet at another thread's.
        self.may_overflow_elsewhere |= only_adds && !is_amid;
        self.thread_mut(executed.thread).order.end_load(is_amid);
        is_amid
    }

    /// Before a load is executed that may be one step with an exchange, and would order nothing then.
    pub(crate) fn begin_load(&mut self, pending: &Pending) {
        if self.checks_races() && self.exchanges(pending).is_some() {
            self.thread_mut(pending.operation.thread).order.begin_load();
        }
    }

    /// Whether an operation is an exchange that only adds, and orders nothing where such exchanges commute.
    pub(crate) fn is_unordered_exchange(&self, pending: &Pending) -> bool {
        self.checks_races() && self.exchanges(pending) == Some(true)
    }

    /// Whether an operation is a load that an exchange may follow in the same step, or the exchange: then whether
    /// it only adds.
    pub(crate) fn exchanges(&self, pending: &Pending) -> Option<bool> {
        if !self.options.exchanges_at_once || pending.viewed.is_some() {
            return None;
        }
        let exchanges = self.code.exchanges(self.options.check_races);
        let site = pending.operation.site;
        let of_load = exchanges.loads.get(&site).copied();
        let only_adds = of_load.or_else(|| exchanges.additions.contains(&site).then_some(true))?;
        Some(only_adds && self.options.updates_commute)
    }
}
