//! Accesses that commute: in either order they leave the same state, and neither learns which it was.
//!
//! Two changes of an atomic do if they are of one commutative kind (two additions, two stores of the
//! same constant, ...) and nobody uses what they return (rule C3, see `docs/static-pass.md`). Two loads
//! are no pair in the first place. Two critical sections do if neither writes what the other touches
//! (rule C1, [`crate::section`]).
//!
//! That is so only where plain accesses cannot race. Where they can, the orders differ in what happens
//! before what, whatever the orderings as written: the next plain access of the cell races with the last
//! change, not with the one before it.

use crate::access::{Accesses, CellSetId};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vscheck_ir::flow;
use vscheck_ir::{Action, FuncId, Inst, Operand, Program, RmwOp, ScalarType, Site};

/// What an access does, as far as it may commute with others.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Effect {
    /// Something that commutes with nothing.
    #[default]
    Opaque,
    /// A change of an atomic that learns nothing of what was there.
    Change(ChangeKind, ScalarType),
    /// A critical section of plain accesses (see [`crate::section`]).
    Section {
        /// The shared cells that it reads.
        reads: CellSetId,
        /// The shared cells that it writes.
        writes: CellSetId,
    },
}

/// Changes of one kind commute, however often and with whatever operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChangeKind {
    /// Additions and subtractions.
    Add,
    /// `fetch_and`.
    And,
    /// `fetch_or`.
    Or,
    /// `fetch_xor`.
    Xor,
    /// `fetch_max`.
    Max,
    /// `fetch_min`.
    Min,
    /// A store of a constant: commutes with those of the same.
    Set(u64),
}

/// The conditions of the rules, each of which a differential test drops in turn to see that it would
/// notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Plain accesses cannot race.
    pub no_races: bool,
    /// Nobody uses what a change returns.
    pub results_unused: bool,
    /// Two changes are of one kind.
    pub one_kind: bool,
    /// Of two sections, neither writes what the other touches.
    pub sections_apart: bool,
    /// All sections of the lock are of plain accesses.
    pub sections_plain: bool,
}

impl Rules {
    /// All conditions.
    pub const SOUND: Rules = Rules {
        no_races: true,
        results_unused: true,
        one_kind: true,
        sections_apart: true,
        sections_plain: true,
    };

    /// Whether two accesses of one object commute.
    pub(crate) fn commute(&self, accesses: &Accesses, a: Effect, b: Effect) -> bool {
        let apart = |x: CellSetId, y: CellSetId| {
            let (x, y) = (accesses.cells(x), accesses.cells(y));
            !x.iter().any(|cell| y.binary_search(cell).is_ok())
        };
        match (a, b) {
            (Effect::Change(..), Effect::Change(..)) => a == b || !self.one_kind,
            (
                Effect::Section { reads, writes },
                Effect::Section {
                    reads: looks,
                    writes: puts,
                },
            ) => {
                let conflict = !apart(writes, puts) || !apart(writes, looks) || !apart(reads, puts);
                !conflict || !self.sections_apart
            }
            (Effect::Opaque | Effect::Change(..) | Effect::Section { .. }, _) => false,
        }
    }
}

/// Finds the effects of instructions.
#[derive(Debug)]
pub struct Effects {
    rules: Rules,
    may_race: bool,
    /// The registers that each function asked for reads anywhere.
    read: FxHashMap<FuncId, FixedBitSet>,
}

impl Effects {
    /// None found yet.
    pub fn new(rules: Rules, may_race: bool) -> Effects {
        Effects {
            rules,
            may_race: may_race && rules.no_races,
            read: FxHashMap::default(),
        }
    }

    /// Whether critical sections commute at all.
    pub(crate) fn sections(&self) -> bool {
        !self.may_race
    }

    /// Whether one section that is not of plain accesses keeps the others of its lock from commuting.
    pub(crate) fn sections_plain(&self) -> bool {
        self.rules.sections_plain
    }

    /// What a write of an atomic does.
    pub(crate) fn of(&mut self, program: &Program, site: Site) -> Effect {
        let code = &program.function(site.func).code;
        let Inst::Sync {
            action, args, dst, ..
        } = &code[site.inst.index()]
        else {
            return Effect::Opaque;
        };
        let returns = self.rules.results_unused && matches!(action, Action::AtomicRmw(..));
        match kind(*action, args) {
            Some((kind, ty)) if !self.may_race && ty.cells() == 1 => {
                let used = returns && self.reads(program, site.func).contains(dst.index());
                if used {
                    Effect::Opaque
                } else {
                    Effect::Change(kind, ty)
                }
            }
            _ => Effect::Opaque,
        }
    }

    fn reads(&mut self, program: &Program, func: FuncId) -> &FixedBitSet {
        let read = || flow::read_registers(program.function(func));
        self.read.entry(func).or_insert_with(read)
    }
}

/// The kind of an action's change, if it is one that may commute, and its type.
fn kind(action: Action, args: &[Operand]) -> Option<(ChangeKind, ScalarType)> {
    if let Action::AtomicRmw(op, ty) = action {
        return Some((rmw_kind(op)?, ty));
    }
    match (action, args) {
        (Action::AtomicStore(ty), &[_, Operand::Const(value), ..]) => {
            Some((ChangeKind::Set(value), ty))
        }
        _ => None,
    }
}

fn rmw_kind(op: RmwOp) -> Option<ChangeKind> {
    match op {
        RmwOp::Add | RmwOp::Sub => Some(ChangeKind::Add),
        RmwOp::And => Some(ChangeKind::And),
        RmwOp::Or => Some(ChangeKind::Or),
        RmwOp::Xor => Some(ChangeKind::Xor),
        RmwOp::Max => Some(ChangeKind::Max),
        RmwOp::Min => Some(ChangeKind::Min),
        RmwOp::Swap | RmwOp::Nand => None,
    }
}
