//! Compare-exchanges that only add to what was loaded.

use super::body::Body;
use super::round::Round;
use crate::value::is_signed;
use rustc_hash::FxHashSet;
use vscheck_ir::flow::{defines, goes_on};
use vscheck_ir::{Action, AtomicType, BinOp, Inst, Operand, Overflow, Reg};

/// How a number is added to what was loaded, where that is all that the exchange does, and nobody looks at what there
/// was or is then.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    pub(super) ty: AtomicType,
    pub(super) overflow: Overflow,
}

impl Sum {
    /// Of a round that always ends with the exchange, if it does not panic.
    pub(super) fn of(round: &Round) -> Option<Sum> {
        let code = round.body.code();
        let between = round.load + 1..round.exchange;
        let is_straight = between.clone().all(|at| round.region.contains(at))
            && round.region.count_ones(..) == between.len() + 2
            && code[between.clone()].iter().all(goes_on);
        let Inst::Sync {
            action: Action::AtomicCas { ty, .. },
            args,
            ..
        } = &code[round.exchange]
        else {
            return None;
        };
        let (Operand::Reg(expected), Operand::Reg(new)) = (args[1], args[2]) else {
            return None;
        };
        let adds = |at: usize| defines(round.body.program, &code[at]) == (new.0, 1);
        let addition = between.into_iter().find(|&at| adds(at))?;
        let carriers = Carriers::new(round, expected)?;
        let overflow = carriers.addition(&code[addition])?;
        let goes_nowhere_else = round.body.readers(new).all(|at| at == round.exchange)
            && round.body.writers(new).all(|at| at == addition);
        let address = |at: usize| match &code[at] {
            Inst::Sync { args, .. } => args[0],
            _ => unreachable!("an atomic operation"),
        };
        let is_sum = is_straight
            && goes_nowhere_else
            && carriers.are_read_only_by(addition)
            && is_same(round, address(round.load), address(round.exchange), 0);
        is_sum.then_some(Sum { ty: *ty, overflow })
    }
}

/// The registers that hold what was loaded, or what the exchange found, and nothing else.
struct Carriers<'a> {
    round: &'a Round<'a>,
    registers: FxHashSet<Reg>,
}

impl<'a> Carriers<'a> {
    /// `None` if the exchange expects something else.
    fn new(round: &'a Round<'a>, expected: Reg) -> Option<Carriers<'a>> {
        let mut registers = FxHashSet::from_iter([expected, round.loaded, round.found]);
        let mut work: Vec<Reg> = registers.iter().copied().collect();
        while let Some(reg) = work.pop() {
            for writer in round.body.writers(reg) {
                let from = match round.body.code()[writer] {
                    Inst::Copy {
                        dst,
                        src: Operand::Reg(src),
                        cells: 1,
                    } if dst == reg => src,
                    _ if writer == round.load || writer == round.exchange => continue,
                    _ => return None,
                };
                if registers.insert(from) {
                    work.push(from);
                }
            }
        }
        Some(Carriers { round, registers })
    }

    fn has(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Reg(reg) if self.registers.contains(&reg))
    }

    /// What an overflow does, of an instruction that adds something to the value that is the same in each round, and
    /// not negative.
    fn addition(&self, inst: &Inst) -> Option<Overflow> {
        let Inst::Binary {
            op: BinOp::Add,
            ty,
            overflow,
            lhs,
            rhs,
            ..
        } = *inst
        else {
            return None;
        };
        let addend = match (self.has(lhs), self.has(rhs)) {
            (true, false) => rhs,
            (false, true) => lhs,
            _ => return None,
        };
        let is_known = match addend {
            Operand::Reg(reg) => !is_signed(ty) && !self.round.written.contains(reg.index()),
            Operand::Const(value) => !is_signed(ty) || value as i64 >= 0,
        };
        is_known.then_some(overflow)
    }

    /// Whether nobody reads them but the addition, the exchange to compare, and each other.
    fn are_read_only_by(&self, addition: usize) -> bool {
        let code = self.round.body.code();
        let is_fine = |reader: usize, reg: Reg| match &code[reader] {
            Inst::Copy { dst, cells: 1, .. } => self.registers.contains(dst),
            Inst::Sync { args, .. } if reader == self.round.exchange => {
                let mut args = args.iter().enumerate();
                args.all(|(place, arg)| place == 1 || *arg != Operand::Reg(reg))
            }
            _ => reader == addition,
        };
        let mut registers = self.registers.iter();
        registers.all(|&reg| self.round.body.readers(reg).all(|at| is_fine(at, reg)))
    }
}

/// Most instructions that lead to an address.
const DEEPEST: usize = 8;

/// Whether two operands are the same throughout a round, as far as it is plain.
fn is_same(round: &Round, one: Operand, other: Operand, depth: usize) -> bool {
    let (Operand::Reg(a), Operand::Reg(b)) = (one, other) else {
        return one == other;
    };
    if a == b && !round.written.contains(a.index()) {
        return true;
    }
    let (Some(a), Some(b)) = (only_writer(round.body, a), only_writer(round.body, b)) else {
        return false;
    };
    let is_same = |one, other| depth < DEEPEST && is_same(round, one, other, depth + 1);
    match (a, b) {
        (Inst::StaticAddr { global: a, .. }, Inst::StaticAddr { global: b, .. }) => a == b,
        (
            Inst::Load {
                ptr: a,
                offset: of_a,
                cells: 1,
                ..
            },
            Inst::Load {
                ptr: b,
                offset: of_b,
                cells: 1,
                ..
            },
        ) => of_a == of_b && is_same(*a, *b),
        (a, b) => match (a.constant_offset(), b.constant_offset()) {
            (Some((_, a, by_a)), Some((_, b, by_b))) => by_a == by_b && is_same(a, b),
            _ => false,
        },
    }
}

/// The one instruction that writes a register, if there is one.
fn only_writer<'a>(body: &'a Body, reg: Reg) -> Option<&'a Inst> {
    let mut writers = body.writers(reg);
    let first = writers.next()?;
    let is_only = writers.next().is_none() && !body.is_parameter(reg);
    is_only.then(|| &body.code()[first])
}
