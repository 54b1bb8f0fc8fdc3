//! What is only printed. A search in which the order of prints makes no difference need not tell states apart
//! that differ only in what they will print: a worker's number, how many jobs it has done.

use crate::flow::Successors;
use crate::inst::{BinOp, Inst, Operand, Overflow, ScalarType};
use crate::intrinsic::Intrinsic;
use crate::layout::CellKind;
use crate::live::{Need, needed_before};
use crate::program::{Function, Program, Reg};
use fixedbitset::FixedBitSet;

const POINTER: CellKind = CellKind::Scalar(ScalarType::Ptr);

/// The largest step of a count.
const MAX_STEP: u64 = 1 << 10;

/// Which registers of a function matter before each instruction, if nobody looks at what is printed.
pub struct Unprinted {
    /// Those whose value matters.
    pub whole: Vec<FixedBitSet>,
    /// Those and others, which are printed and counted up: they matter once the count is not [small](is_small_count).
    pub counts: Vec<FixedBitSet>,
}

impl Unprinted {
    /// None if a function prints nothing that is in registers.
    pub fn of(
        program: &Program,
        function: &Function,
        successors: &[Successors],
    ) -> Option<Unprinted> {
        let printed = function.code.iter().filter_map(to_print);
        printed.clone().next()?;
        // Of a text, where it is matters if it can be changed or freed meanwhile.
        let is_address = |reg: Reg| function.registers[reg.index()] == POINTER;
        let texts_matter = printed.clone().any(is_address) && program.may_be_unsafe();
        let find = |may_count: bool| {
            needed_before(program, function, successors, |_, inst| match inst {
                _ if to_print(inst).is_some_and(|reg| !(texts_matter && is_address(reg))) => {
                    Need::Never
                }
                _ => Need::of(inst.is_pure() || may_count && is_count(inst)),
            })
        };
        Some(Unprinted {
            whole: find(true),
            counts: find(false),
        })
    }
}

/// Whether a count is so far from its type's bounds that it takes a million steps to come there, at the least.
pub fn is_small_count(value: u64) -> bool {
    value < 1 << 30
}

/// The register that will be printed and goes through an instruction on the way.
fn to_print(inst: &Inst) -> Option<Reg> {
    match inst {
        Inst::Intrinsic {
            op: Intrinsic::ToPrint,
            dst,
            ..
        } => Some(*dst),
        _ => None,
    }
}

/// Whether an instruction adds a little to a number, which panics only where it is [large](is_small_count).
fn is_count(inst: &Inst) -> bool {
    matches!(
        *inst,
        Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::I32 | ScalarType::U32 | ScalarType::I64 | ScalarType::U64,
            overflow: Overflow::Panic,
            rhs: Operand::Const(1..=MAX_STEP),
            ..
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow;

    const NUMBER: Reg = Reg(0);
    const OTHER: Reg = Reg(1);

    fn add(dst: Reg, by: u64) -> Inst {
        Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::U32,
            overflow: Overflow::Panic,
            dst,
            lhs: Operand::Reg(NUMBER),
            rhs: Operand::Const(by),
        }
    }

    fn print(reg: Reg) -> Inst {
        Inst::Intrinsic {
            op: Intrinsic::ToPrint,
            dst: reg,
            args: [Operand::Reg(reg)].into(),
        }
    }

    fn look(reg: Reg) -> Inst {
        Inst::Panic {
            payload: Operand::Reg(reg),
            vtable: Operand::Const(0),
            message: Operand::Const(0),
            len: Operand::Const(0),
        }
    }

    /// Whether the number's value matters before the first instruction, and whether it does once it is large.
    fn matters(code: Vec<Inst>) -> (bool, bool) {
        let function = Function {
            registers: vec![CellKind::Scalar(ScalarType::U32); 2],
            code: code.into_iter().chain([Inst::Abort]).collect(),
            ..Function::default()
        };
        let count = function.code.len();
        let successors: Vec<_> = (0..count).map(|i| flow::successors(&function, i)).collect();
        let found = Unprinted::of(&Program::default(), &function, &successors);
        let found = found.expect("it prints");
        let [whole, counts] = [&found.whole[0], &found.counts[0]];
        (
            whole.contains(NUMBER.index()),
            counts.contains(NUMBER.index()),
        )
    }

    #[test]
    fn what_is_printed_does_not_matter() {
        assert_eq!(matters(vec![print(NUMBER)]), (false, false));
    }

    #[test]
    fn what_is_printed_and_looked_at_matters() {
        assert_eq!(matters(vec![print(OTHER), look(NUMBER)]), (true, true));
    }

    #[test]
    fn a_count_that_is_printed_matters_when_it_is_large() {
        assert_eq!(matters(vec![add(NUMBER, 1), print(NUMBER)]), (false, true));
        assert_eq!(matters(vec![add(OTHER, 1), print(OTHER)]), (false, true));
        assert_eq!(
            matters(vec![add(NUMBER, 1 << 20), print(NUMBER)]),
            (true, true)
        );
    }

    #[test]
    fn a_count_is_small_far_from_where_it_overflows() {
        assert!(is_small_count(0) && is_small_count(1 << 20));
        assert!(!is_small_count(i32::MAX as u64) && !is_small_count(u64::MAX));
    }
}
