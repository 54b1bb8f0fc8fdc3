//! Which operations a loop may wait with: `while !ready.load(Acquire) {}` does nothing but look until it
//! sees something else.

use crate::sync::{self, Look};
use fixedbitset::FixedBitSet;
use vscheck_ir::flow::{Successors, defines, uses};
use vscheck_ir::{Action, Function, Inst, Operand, Program};

/// The instructions of a function that may be the only operation of a loop, and decide whether it goes
/// round once more.
#[derive(Default)]
pub(crate) struct Awaiting {
    /// Of a loop in the function.
    pub(crate) here: FixedBitSet,
    /// Of a loop that calls the function.
    pub(crate) in_callers: FixedBitSet,
}

/// Finds them.
pub(crate) fn awaiting(
    program: &Program,
    function: &Function,
    successors: &[Successors],
) -> Awaiting {
    let mut found = Awaiting::default();
    let count = function.code.len();
    let looks: Vec<usize> = (0..count)
        .filter(|&index| look(&function.code[index]).is_some())
        .collect();
    if looks.is_empty() {
        return found;
    }
    found.here.grow(count);
    found.in_callers.grow(count);
    let own = own_pointers(program, function);
    for index in looks {
        let lap = Lap::new(function, successors, &own, index);
        let (here, in_callers) = lap.may_be_decided_by(program, index);
        found.here.set(index, here);
        found.in_callers.set(index, in_callers);
    }
    found
}

fn look(inst: &Inst) -> Option<Look> {
    let Inst::Sync {
        action,
        visible: true,
        ..
    } = inst
    else {
        return None;
    };
    sync::look(*action)
}

/// The registers that hold addresses in the function's own slots, whatever happens.
pub(crate) fn own_pointers(program: &Program, function: &Function) -> FixedBitSet {
    let mut own = FixedBitSet::with_capacity(function.registers.len());
    let first_local = (function.params as usize).min(function.registers.len());
    own.insert_range(first_local..);
    loop {
        let before = own.count_ones(..);
        for inst in &function.code {
            let (first, count) = defines(program, inst);
            if !gives_own_pointer(inst, &own) && count > 0 {
                own.remove_range(first as usize..(first + count) as usize);
            }
        }
        if own.count_ones(..) == before {
            return own;
        }
    }
}

fn gives_own_pointer(inst: &Inst, own: &FixedBitSet) -> bool {
    if let Inst::Copy { src, cells: 1, .. } | Inst::Offset { base: src, .. } = inst {
        return is_own(src, own);
    }
    matches!(inst, Inst::SlotAddr { .. })
}

fn is_own(pointer: &Operand, own: &FixedBitSet) -> bool {
    matches!(pointer, Operand::Reg(reg) if own.contains(reg.index()))
}

/// What can run after an operation before the next that is more than a yield, and before memory changes
/// that may not be the function's own.
pub(crate) struct Lap<'a> {
    function: &'a Function,
    pub(crate) body: FixedBitSet,
    /// Whether the operation itself can be the next.
    comes_back: bool,
}

impl<'a> Lap<'a> {
    pub(crate) fn new(
        function: &'a Function,
        successors: &[Successors],
        own: &FixedBitSet,
        start: usize,
    ) -> Lap<'a> {
        let mut body = FixedBitSet::with_capacity(function.code.len());
        let mut work = successors[start].clone();
        let mut comes_back = false;
        while let Some(index) = work.pop() {
            let index = index as usize;
            comes_back |= index == start;
            if !ends_lap(&function.code[index], own) && !body.put(index) {
                work.extend_from_slice(&successors[index]);
            }
        }
        Lap {
            function,
            body,
            comes_back,
        }
    }

    /// Whether what the operation found may decide if a loop around it goes on, and if one around its
    /// function's call does: where the lap goes, or what the caller is given.
    fn may_be_decided_by(&self, program: &Program, operation: usize) -> (bool, bool) {
        let known = self.known_from(program, operation);
        let (mut decides, mut returns, mut gives) = (false, false, false);
        for index in self.body.ones() {
            let inst = &self.function.code[index];
            let depends = known.is_read_by(self.function, inst);
            decides |= depends && matches!(inst, Inst::Branch { .. } | Inst::Switch { .. });
            if let Inst::Return { .. } = inst {
                returns = true;
                gives |= depends || known.in_memory;
            }
        }
        (self.comes_back && decides, returns && (decides || gives))
    }

    /// What in the lap depends on what the operation found.
    fn known_from(&self, program: &Program, operation: usize) -> Known {
        let mut known = Known {
            registers: FixedBitSet::with_capacity(self.function.registers.len()),
            in_memory: look(&self.function.code[operation]) == Some(Look::Locked),
        };
        known.learn(program, &self.function.code[operation]);
        loop {
            let before = (known.registers.count_ones(..), known.in_memory);
            for index in self.body.ones() {
                let inst = &self.function.code[index];
                if known.is_read_by(self.function, inst) {
                    known.learn(program, inst);
                }
            }
            if (known.registers.count_ones(..), known.in_memory) == before {
                return known;
            }
        }
    }
}

/// Registers, and whether memory, that depend on something.
struct Known {
    registers: FixedBitSet,
    in_memory: bool,
}

impl Known {
    fn is_read_by(&self, function: &Function, inst: &Inst) -> bool {
        let from_memory = matches!(inst, Inst::Load { .. } | Inst::Call { .. });
        let ranges = uses(function, inst);
        let mut registers = ranges
            .iter()
            .flat_map(|&(first, count)| first..first + count);
        self.in_memory && from_memory
            || registers.any(|register| self.registers.contains(register as usize))
    }

    fn learn(&mut self, program: &Program, inst: &Inst) {
        let to_memory = matches!(
            inst,
            Inst::Store { .. } | Inst::CopyMemory { .. } | Inst::Call { .. }
        );
        self.in_memory |= to_memory;
        let (first, count) = defines(program, inst);
        let defined = first as usize..(first + count) as usize;
        self.registers.insert_range(defined);
    }
}

/// Whether it is an operation that others have to do with, or changes memory that others may know.
fn ends_lap(inst: &Inst, own: &FixedBitSet) -> bool {
    if let Inst::Store { ptr: to, .. } | Inst::CopyMemory { dst: to, .. } = inst {
        return !is_own(to, own);
    }
    is_operation(inst)
}

/// Whether it is more than a pause, and others may learn of it.
pub(crate) fn is_operation(inst: &Inst) -> bool {
    matches!(inst, Inst::Sync { action, visible: true, .. } if *action != Action::Yield)
}
