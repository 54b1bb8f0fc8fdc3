//! From a load to a compare-exchange that relies on it, and back where that fails: whether such a round leaves
//! anything.
//!
//! What it stores to one place in memory, as a node's pointer to the next one, the next round stores again, before
//! anybody else can look at it: whoever could would race with the store.

use super::body::Body;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use vscheck_ir::flow::defines;
use vscheck_ir::{Action, BinOp, Inst, Operand, Program, Reg, ScalarType, UnOp};

/// A load, and a compare-exchange that may be its thread's next operation.
pub(super) struct Round<'a> {
    pub(super) body: &'a Body<'a>,
    pub(super) load: usize,
    pub(super) exchange: usize,
    /// The register for what is loaded.
    pub(super) loaded: Reg,
    /// The registers for what the exchange found, and whether it succeeded.
    pub(super) found: Reg,
    succeeded: Reg,
    /// The instructions on a way from the load to the exchange, both included.
    pub(super) region: FixedBitSet,
    /// Registers that they write.
    pub(super) written: FixedBitSet,
}

/// What is known of a register after the exchange has failed, or after the load.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The cell's value.
    Value,
    Constant(u64),
}

/// What is known of registers.
type Knowledge = FxHashMap<Reg, Known>;

/// A place, and what is known there.
type Arrival = (usize, Knowledge);

/// Most copies of a pointer that are followed to where it comes from.
const MOST_COPIES: usize = 8;

/// Most instructions that are walked over, all ways together.
const MOST_WALKED: usize = 256;

impl<'a> Round<'a> {
    /// `None` if other operations come in between, or anything that does more than compute, or if there are ways to
    /// the exchange that avoid the load.
    pub(super) fn new(body: &'a Body<'a>, load: usize, exchange: usize) -> Option<Round<'a>> {
        let of_load = &body.code()[load];
        let of_exchange = &body.code()[exchange];
        let (
            &Inst::Sync {
                action: Action::AtomicLoad(ty),
                dst: loaded,
                ..
            },
            &Inst::Sync {
                action: Action::AtomicCas { ty: exchanged, .. },
                dst: found,
                ..
            },
        ) = (of_load, of_exchange)
        else {
            return None;
        };
        if ty != exchanged || ty.cells() != 1 || !body.dominates(load, exchange) {
            return None;
        }
        let region = body.between(load, exchange)?;
        Some(Round {
            body,
            load,
            exchange,
            loaded,
            found,
            succeeded: Reg(found.0 + 1),
            written: body.written_by(&region),
            region,
        })
    }

    /// Whether a round in which the exchange fails leads back to where the thread came by before, and leaves nothing
    /// there that a load would not.
    pub(super) fn leaves_nothing(&self) -> bool {
        let failed = [
            (self.found, Known::Value),
            (self.succeeded, Known::Constant(0)),
        ];
        let start = (self.exchange + 1, FxHashMap::from_iter(failed));
        let mut written = self.written.clone();
        let Some(arrivals) = self.back(start, &mut written) else {
            return false;
        };
        !arrivals.is_empty()
            && self.stores_again(&arrivals, &written)
            && arrivals.into_iter().all(|(place, known)| {
                let live = &self.body.live_before[place];
                if let Some(before_load) = self.on_approach(place) {
                    return live.is_disjoint(&written) && live.is_disjoint(&before_load);
                }
                let Some(mut ways) = self.after_load(place) else {
                    return false;
                };
                ways.push(known);
                let mut changed = live.intersection(&written);
                let has_value = |known: &Knowledge, register: usize| {
                    known.get(&Reg(register as u32)) == Some(&Known::Value)
                };
                changed.all(|register| ways.iter().all(|known| has_value(known, register)))
            })
    }

    /// Whether what a round stores, the next one stores in the same place again, and there is a next one.
    fn stores_again(&self, arrivals: &[Arrival], written: &FixedBitSet) -> bool {
        let body = self.body;
        let mut stores = self.region.ones().filter(|&at| body.stores(at)).peekable();
        if stores.peek().is_none() {
            return true;
        }
        let is_repeated = |store: usize| match body.code()[store] {
            Inst::Store { ptr, .. } => {
                self.is_the_same_each_time(ptr, written) && body.dominates(store, self.exchange)
            }
            _ => false,
        };
        let leads_on = |(place, _): &Arrival| {
            let approach = body.between(*place, self.load);
            self.region.contains(*place)
                || approach.is_some_and(|way| self.stays_on(&way, self.load))
        };
        stores.all(is_repeated)
            && self.stays_on(&self.region, self.exchange)
            && arrivals.iter().all(leads_on)
    }

    /// Whether who is on a way only computes, or stores, and goes on to its end.
    fn stays_on(&self, way: &FixedBitSet, end: usize) -> bool {
        let body = self.body;
        way.ones().filter(|&at| at != end).all(|at| {
            let goes_on = at == self.load || body.stores(at) || body.computes(at);
            let mut next = body.successors[at].iter();
            goes_on && next.all(|&to| way.contains(to as usize))
        })
    }

    /// Whether an operand has one value in all rounds, which write to these registers: it is computed in one place, if
    /// in any, out of what no round writes to.
    fn is_the_same_each_time(&self, operand: Operand, written: &FixedBitSet) -> bool {
        let is_kept = |operand: Operand| match operand {
            Operand::Const(_) => true,
            Operand::Reg(reg) => !written.contains(reg.index()),
        };
        let mut operand = operand;
        for _ in 0..MOST_COPIES {
            let Operand::Reg(reg) = operand else {
                return true;
            };
            if is_kept(operand) {
                return true;
            }
            if self.body.is_parameter(reg) {
                return false;
            }
            let mut writers = self.body.writers(reg);
            let (Some(writer), None) = (writers.next(), writers.next()) else {
                return false;
            };
            operand = match self.body.code()[writer] {
                Inst::Copy { src, cells: 1, .. } => src,
                Inst::Offset { base, index, .. } if is_kept(index) => base,
                _ => return false,
            };
        }
        false
    }

    /// The ways from behind the exchange to where the thread came by before, and what they write.
    fn back(&self, start: Arrival, written: &mut FixedBitSet) -> Option<Vec<Arrival>> {
        let comes_by = |at| self.region.contains(at) || self.on_approach(at).is_some();
        self.walk(start, comes_by, |at| {
            self.body.note_written(at, written);
            self.body.leaves_nothing_and_goes_on(at)
        })
    }

    /// The registers that are written on the way from a place to the load, if every way there comes by that place,
    /// and by no other operation and no effect after it.
    fn on_approach(&self, place: usize) -> Option<FixedBitSet> {
        let body = self.body;
        if place == self.load {
            return Some(FixedBitSet::new());
        }
        if !body.leaves_nothing(place) || !body.dominates(place, self.load) {
            return None;
        }
        let between = body.between(place, self.load)?;
        // What is stored on the way here may stay when the thread goes elsewhere.
        let stores = between.ones().any(|at| body.stores(at));
        (!stores).then(|| body.written_by(&between))
    }

    /// What is known at a place of the region after the load, on each way to it.
    fn after_load(&self, place: usize) -> Option<Vec<Knowledge>> {
        let known = FxHashMap::from_iter([(self.loaded, Known::Value)]);
        let leaves = |at| at == place || at == self.exchange || !self.region.contains(at);
        let start = (self.load + 1, known);
        let arrivals = self.walk(start, leaves, |at| self.body.leaves_nothing(at))?;
        let here = arrivals.into_iter().filter(|(at, _)| *at == place);
        Some(here.map(|(_, known)| known).collect())
    }

    /// Follows all ways from a place until each stops, and gives where, and what is known there; `None` if one
    /// comes by what it may not, or goes on for too long.
    fn walk(
        &self,
        start: Arrival,
        stops: impl Fn(usize) -> bool,
        mut may_pass: impl FnMut(usize) -> bool,
    ) -> Option<Vec<Arrival>> {
        let mut stopped = Vec::new();
        let mut ways = vec![start];
        for _ in 0..MOST_WALKED {
            let Some((at, mut known)) = ways.pop() else {
                return Some(stopped);
            };
            if stops(at) {
                stopped.push((at, known));
                continue;
            }
            if !may_pass(at) {
                return None;
            }
            let inst = &self.body.code()[at];
            let next = decided(inst, &known);
            note_known(self.body.program, inst, &mut known);
            match next {
                Some(to) => ways.push((to, known)),
                None => {
                    let after = self.body.successors[at].iter();
                    ways.extend(after.map(|&to| (to as usize, known.clone())));
                }
            }
        }
        None
    }
}

/// Where a branch goes, if what it goes by is known.
fn decided(inst: &Inst, known: &Knowledge) -> Option<usize> {
    let value = |operand: Operand| match operand {
        Operand::Const(value) => Some(value),
        Operand::Reg(reg) => match known.get(&reg) {
            Some(Known::Constant(value)) => Some(*value),
            _ => None,
        },
    };
    let to = match inst {
        Inst::Branch {
            cond,
            then_to,
            else_to,
        } => match value(*cond)? {
            0 => else_to,
            _ => then_to,
        },
        Inst::Switch {
            value: of,
            cases,
            default,
        } => {
            let value = value(*of)?;
            let case = cases.iter().find(|(case, _)| *case == value);
            case.map_or(default, |(_, to)| to)
        }
        _ => return None,
    };
    Some(to.index())
}

/// What is known after an instruction.
fn note_known(program: &Program, inst: &Inst, known: &mut Knowledge) {
    let (first, cells) = defines(program, inst);
    let constant = |reg: Reg| match known.get(&reg) {
        Some(Known::Constant(value)) => Some(*value),
        Some(Known::Value) | None => None,
    };
    let given: Vec<Option<Known>> = if let Inst::Copy { src, .. } = *inst {
        let copied = |cell| match src {
            Operand::Const(value) => Some(Known::Constant(value)),
            Operand::Reg(src) => known.get(&Reg(src.0 + cell)).copied(),
        };
        (0..cells).map(copied).collect()
    } else if let Inst::Zero { .. } = *inst {
        vec![Some(Known::Constant(0)); cells as usize]
    } else if let Inst::Unary {
        op: UnOp::Not,
        ty: ScalarType::Bool,
        src: Operand::Reg(src),
        ..
    } = *inst
    {
        vec![constant(src).map(|value| Known::Constant(u64::from(value == 0)))]
    } else if let Inst::Binary {
        op: op @ (BinOp::Eq | BinOp::Ne),
        lhs: Operand::Reg(lhs),
        rhs: Operand::Const(rhs),
        ..
    } = *inst
    {
        let holds = |lhs| (lhs == rhs) == (op == BinOp::Eq);
        vec![constant(lhs).map(|lhs| Known::Constant(u64::from(holds(lhs))))]
    } else {
        vec![None; cells as usize]
    };
    for (register, given) in (first..first + cells).map(Reg).zip(given) {
        match given {
            Some(value) => known.insert(register, value),
            None => known.remove(&register),
        };
    }
}
