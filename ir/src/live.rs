//! Which registers are live where: what is in them may be read before it is overwritten.

use crate::flow::{Range, Successors, defines, predecessors, uses};
use crate::inst::{Inst, Operand};
use crate::program::{Function, InstId, Program};
use fixedbitset::FixedBitSet;

/// Backward liveness to a fixed point: the registers that are live before each instruction.
pub fn live_before(
    program: &Program,
    function: &Function,
    successors: &[Successors],
) -> Vec<FixedBitSet> {
    needed_before(program, function, successors, |_, _| Need::Always)
}

/// When what an instruction reads is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Whenever it runs.
    Always,
    /// If what it computes is; of a copy, cell by cell.
    IfResultIs,
    /// Never.
    Never,
}

impl Need {
    /// Of an instruction that does no more than compute, or does more.
    pub fn of(is_pure: bool) -> Need {
        match is_pure {
            true => Need::IfResultIs,
            false => Need::Always,
        }
    }
}

/// The same, but what some instructions read is needed only so far.
pub fn needed_before(
    program: &Program,
    function: &Function,
    successors: &[Successors],
    need: impl Fn(usize, &Inst) -> Need,
) -> Vec<FixedBitSet> {
    let count = function.code.len();
    let registers = function.registers.len();
    let mut before = vec![FixedBitSet::with_capacity(registers); count];
    let predecessors = predecessors(successors);
    let mut live = FixedBitSet::with_capacity(registers);
    // Most of what an instruction needs to know comes from those after it.
    let mut work: Vec<u32> = (0..count as u32).collect();
    let mut is_due = FixedBitSet::with_capacity(count);
    is_due.insert_range(..);
    while let Some(index) = work.pop() {
        let index = index as usize;
        is_due.remove(index);
        let inst = &function.code[index];
        let need = need(index, inst);
        let defined = defines(program, inst);
        find_across(
            &mut live,
            function,
            &before,
            &successors[index],
            (index, defined),
        );
        let is_needed = |cell: u32| {
            let reg = (defined.0 + cell) as usize;
            let mut after = successors[index].iter().map(|&next| &before[next as usize]);
            after.any(|live| live.contains(reg))
        };
        match inst {
            _ if need == Need::Never => {}
            Inst::Copy {
                src: Operand::Reg(src),
                cells,
                ..
            } if need == Need::IfResultIs => {
                let cells = (0..*cells).filter(|&cell| is_needed(cell));
                live.extend(cells.map(|cell| (src.0 + cell) as usize));
            }
            _ if need == Need::IfResultIs && !(0..defined.1).any(is_needed) => {}
            _ => {
                for (first, cells) in uses(function, inst) {
                    live.insert_range(clip(first, cells, registers));
                }
            }
        }
        if live == before[index] {
            continue;
        }
        std::mem::swap(&mut live, &mut before[index]);
        let again = predecessors[index].iter();
        work.extend(again.filter(|&&earlier| !is_due.put(earlier as usize)));
    }
    before
}

/// The registers that are live across an instruction, its result aside.
pub fn live_across(
    function: &Function,
    before: &[FixedBitSet],
    successors: &[u32],
    index: usize,
    defined: Range,
) -> FixedBitSet {
    let mut live = FixedBitSet::with_capacity(function.registers.len());
    find_across(&mut live, function, before, successors, (index, defined));
    live
}

fn find_across(
    live: &mut FixedBitSet,
    function: &Function,
    before: &[FixedBitSet],
    successors: &[u32],
    (index, defined): (usize, Range),
) {
    live.clear();
    for &next in successors {
        live.union_with(&before[next as usize]);
    }
    live.remove_range(clip(defined.0, defined.1, function.registers.len()));
    // A landing sees the registers as they were before the instruction.
    if let Some(landing) = function.landing_at(InstId::new(index)) {
        live.union_with(&before[landing.target.index()]);
    }
}

fn clip(first: u32, cells: u32, registers: usize) -> std::ops::Range<usize> {
    (first as usize).min(registers)..((first + cells) as usize).min(registers)
}
