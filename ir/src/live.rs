//! Which registers are live where: what is in them may be read before it is overwritten.

use crate::flow::{Range, defines, uses};
use crate::program::{Function, InstId, Program};
use fixedbitset::FixedBitSet;

/// Backward liveness to a fixed point: the registers that are live before each instruction.
pub fn live_before(
    program: &Program,
    function: &Function,
    successors: &[Vec<u32>],
) -> Vec<FixedBitSet> {
    let count = function.code.len();
    let registers = function.registers.len();
    let mut before = vec![FixedBitSet::with_capacity(registers); count];
    let flow: Vec<(Vec<Range>, Range)> = function
        .code
        .iter()
        .map(|inst| (uses(function, inst), defines(program, inst)))
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..count).rev() {
            let defined = flow[index].1;
            let mut live = live_across(function, &before, &successors[index], index, defined);
            for &(first, cells) in &flow[index].0 {
                live.insert_range(clip(first, cells, registers));
            }
            if live != before[index] {
                before[index] = live;
                changed = true;
            }
        }
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
    let registers = function.registers.len();
    let mut live = FixedBitSet::with_capacity(registers);
    for &next in successors {
        live.union_with(&before[next as usize]);
    }
    live.remove_range(clip(defined.0, defined.1, registers));
    // A landing sees the registers as they were before the instruction.
    if let Some(landing) = function.landing_at(InstId::new(index)) {
        live.union_with(&before[landing.target.index()]);
    }
    live
}

fn clip(first: u32, cells: u32, registers: usize) -> std::ops::Range<usize> {
    (first as usize).min(registers)..((first + cells) as usize).min(registers)
}
