//! Data flow of single instructions: where control goes, which registers are read and written.

use crate::inst::{BinOp, Callee, Inst, Operand, ScalarType};
use crate::program::{Function, InstId, Program};
use fixedbitset::FixedBitSet;
use smallvec::{SmallVec, smallvec};

/// Instructions that come next, by number.
pub type Successors = SmallVec<[u32; 4]>;

/// Where control can go from an instruction, the landing of a panic included.
pub fn successors(function: &Function, index: usize) -> Successors {
    let mut to = next(function, index);
    if let Some(landing) = function.landing_at(InstId::new(index)) {
        to.push(landing.target.0);
    }
    to
}

/// Where control can go from an instruction without a panic.
pub fn next(function: &Function, index: usize) -> Successors {
    let inst = &function.code[index];
    let mut to: Successors = targets(inst).into_iter().map(|to| to.0).collect();
    if goes_on(inst) {
        to.push(index as u32 + 1);
    }
    to.retain(|&mut to| (to as usize) < function.code.len());
    to
}

/// The instructions that can come without a panic from one on, that one included.
pub fn reached_from(function: &Function, first: InstId) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(function.code.len());
    let mut due = vec![first.0];
    while let Some(index) = due.pop() {
        if !reached.put(index as usize) {
            due.extend(next(function, index as usize));
        }
    }
    reached
}

/// Instructions that come right before, by number.
pub type Predecessors = SmallVec<[u32; 2]>;

/// From where control can come to each instruction.
pub fn predecessors(successors: &[Successors]) -> Vec<Predecessors> {
    let mut predecessors = vec![Predecessors::new(); successors.len()];
    for (index, after) in successors.iter().enumerate() {
        for &next in after {
            predecessors[next as usize].push(index as u32);
        }
    }
    predecessors
}

/// The instructions that an instruction itself names as next.
pub fn targets(inst: &Inst) -> SmallVec<[InstId; 4]> {
    match inst {
        Inst::Jump { to } => smallvec![*to],
        Inst::Branch {
            then_to, else_to, ..
        } => smallvec![*then_to, *else_to],
        Inst::Switch { cases, default, .. } => {
            let cases = cases.iter().map(|(_, to)| *to);
            cases.chain([*default]).collect()
        }
        _ => SmallVec::new(),
    }
}

/// Whether control may go on at the instruction after it.
pub fn goes_on(inst: &Inst) -> bool {
    !matches!(
        inst,
        Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Return { .. }
            | Inst::Panic { .. }
            | Inst::Resume
            | Inst::Abort
            | Inst::Unreachable
    )
}

/// First register and how many.
pub type Range = (u32, u32);

/// The registers that an instruction reads.
pub fn uses(function: &Function, inst: &Inst) -> SmallVec<[Range; 4]> {
    let mut ranges = SmallVec::new();
    each_use(function, inst, |range| ranges.push(range));
    ranges
}

/// Calls `visit` with the registers that an instruction reads.
pub fn each_use(function: &Function, inst: &Inst, mut visit: impl FnMut(Range)) {
    each_operand(inst, |operand, cells| {
        if let Operand::Reg(reg) = operand {
            visit((reg.0, cells));
        }
    });
    if let Inst::Return { src } = inst {
        visit((src.0, function.returns));
    }
}

/// The registers that any instruction of a function reads.
pub fn read_registers(function: &Function) -> FixedBitSet {
    read_by(function, |_| true)
}

/// Those that any instruction but a return reads.
pub fn read_before_return(function: &Function) -> FixedBitSet {
    read_by(function, |inst| !matches!(inst, Inst::Return { .. }))
}

fn read_by(function: &Function, counts: impl Fn(&Inst) -> bool) -> FixedBitSet {
    let mut read = FixedBitSet::with_capacity(function.registers.len());
    for inst in function.code.iter().filter(|inst| counts(inst)) {
        each_use(function, inst, |(first, count)| {
            read.insert_range(first as usize..(first + count) as usize);
        });
    }
    read
}

/// Calls `visit` with the operands that an instruction reads and the cells each has. `Return`'s register
/// is none.
pub fn each_operand(inst: &Inst, mut visit: impl FnMut(Operand, u32)) {
    match *inst {
        Inst::Copy { src, cells, .. } => visit(src, cells),
        Inst::Unary { ty, src, .. } => visit(src, ty.cells()),
        Inst::Binary {
            op, ty, lhs, rhs, ..
        } => {
            visit(lhs, ty.cells());
            visit(rhs, shift_cells(op, ty));
        }
        Inst::Cast { from, src, .. } => visit(src, from.cells()),
        Inst::Offset { base, index, .. } => single(&[base, index], visit),
        Inst::CheckBounds { index, len } => single(&[index, len], visit),
        Inst::Load { ptr, .. } | Inst::Free { ptr } => visit(ptr, 1),
        Inst::Store {
            ptr, src, cells, ..
        } => {
            visit(ptr, 1);
            visit(src, cells);
        }
        Inst::CopyMemory {
            dst, src, count, ..
        } => single(&[dst, src, count], visit),
        Inst::Alloc { count, .. } => visit(count, 1),
        Inst::Branch { cond, .. } => visit(cond, 1),
        Inst::Switch { value, .. } => visit(value, 1),
        Inst::Call {
            callee, ref args, ..
        } => {
            args.iter().for_each(|arg| visit(arg.src, arg.cells));
            single(callee_operand(callee).as_slice(), visit);
        }
        Inst::Intrinsic { ref args, .. } | Inst::Sync { ref args, .. } => single(args, visit),
        Inst::Panic {
            payload,
            vtable,
            message,
            len,
        } => single(&[payload, vtable, message, len], visit),
        Inst::Zero { .. } | Inst::SlotAddr { .. } | Inst::SlotReset { .. } => {}
        Inst::StaticAddr { .. } | Inst::FuncAddr { .. } | Inst::VtableAddr { .. } => {}
        Inst::Jump { .. } | Inst::Return { .. } | Inst::Catch { .. } => {}
        Inst::Resume | Inst::Abort | Inst::Unreachable => {}
    }
}

/// Operands of one cell each.
fn single(operands: &[Operand], mut visit: impl FnMut(Operand, u32)) {
    operands.iter().for_each(|&operand| visit(operand, 1));
}

fn callee_operand(callee: Callee) -> Option<Operand> {
    match callee {
        Callee::Function(_) => None,
        Callee::Pointer { pointer, .. } => Some(pointer),
        Callee::Virtual { vtable, .. } => Some(vtable),
    }
}

/// How many registers the right operand takes: shift amounts are always one.
pub fn shift_cells(op: BinOp, ty: ScalarType) -> u32 {
    if matches!(op, BinOp::Shl | BinOp::Shr) {
        1
    } else {
        ty.cells()
    }
}

/// The registers that an instruction overwrites whatever happens.
pub fn defines(program: &Program, inst: &Inst) -> Range {
    match inst {
        Inst::Copy { dst, cells, .. }
        | Inst::Zero { dst, cells }
        | Inst::Load { dst, cells, .. } => (dst.0, *cells),
        Inst::Unary { ty, dst, .. } => (dst.0, ty.cells()),
        Inst::Binary { op, ty, dst, .. } => {
            let compares = matches!(
                op,
                BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
            );
            (dst.0, if compares { 1 } else { ty.cells() })
        }
        Inst::Cast { to, dst, .. } => (dst.0, to.cells()),
        Inst::SlotAddr { dst, .. }
        | Inst::StaticAddr { dst, .. }
        | Inst::FuncAddr { dst, .. }
        | Inst::VtableAddr { dst, .. }
        | Inst::Offset { dst, .. }
        | Inst::Alloc { dst, .. } => (dst.0, 1),
        Inst::Call {
            callee: Callee::Function(callee),
            dst,
            ..
        } => (dst.0, program.function(*callee).returns),
        Inst::Sync { action, dst, .. } => (dst.0, action.facts().results),
        Inst::Intrinsic { op, dst, .. } => (dst.0, op.results()),
        Inst::Catch { dst } => (dst.0, 2),
        Inst::Call { .. }
        | Inst::SlotReset { .. }
        | Inst::CheckBounds { .. }
        | Inst::Store { .. }
        | Inst::CopyMemory { .. }
        | Inst::Free { .. }
        | Inst::Jump { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. }
        | Inst::Return { .. }
        | Inst::Panic { .. }
        | Inst::Resume
        | Inst::Abort
        | Inst::Unreachable => (0, 0),
    }
}
