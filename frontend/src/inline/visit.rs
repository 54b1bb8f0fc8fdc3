//! The registers that an instruction reads and writes, to be rewritten.

use vscheck_ir::{Callee, Inst, Operand, Reg};

/// Calls a function on each operand that an instruction reads, with its cells. `Return`'s register
/// is not one of them: it must stay a register.
pub fn reads(inst: &mut Inst, mut visit: impl FnMut(&mut Operand, u32)) {
    match inst {
        Inst::Copy { src, cells, .. } => visit(src, *cells),
        Inst::Unary { ty, src, .. } => visit(src, ty.cells()),
        Inst::Binary {
            op, ty, lhs, rhs, ..
        } => {
            visit(lhs, ty.cells());
            visit(rhs, vscheck_ir::flow::shift_cells(*op, *ty));
        }
        Inst::Cast { from, src, .. } => visit(src, from.cells()),
        Inst::Offset { base, index, .. } => {
            visit(base, 1);
            visit(index, 1);
        }
        Inst::CheckBounds { index, len } => {
            visit(index, 1);
            visit(len, 1);
        }
        Inst::Load { ptr, .. } | Inst::Free { ptr } => visit(ptr, 1),
        Inst::Store {
            ptr, src, cells, ..
        } => {
            visit(ptr, 1);
            visit(src, *cells);
        }
        Inst::CopyMemory {
            dst, src, count, ..
        } => {
            visit(dst, 1);
            visit(src, 1);
            visit(count, 1);
        }
        Inst::Alloc { count, .. } => visit(count, 1),
        Inst::Branch { cond, .. } => visit(cond, 1),
        Inst::Switch { value, .. } => visit(value, 1),
        Inst::Call { callee, args, .. } => {
            callee_operand(callee)
                .into_iter()
                .for_each(|operand| visit(operand, 1));
            args.iter_mut()
                .for_each(|arg| visit(&mut arg.src, arg.cells));
        }
        Inst::Intrinsic { args, .. } | Inst::Sync { args, .. } => {
            args.iter_mut().for_each(|arg| visit(arg, 1));
        }
        Inst::Panic {
            payload,
            vtable,
            message,
            len,
        } => {
            for operand in [payload, vtable, message, len] {
                visit(operand, 1);
            }
        }
        Inst::Zero { .. }
        | Inst::SlotAddr { .. }
        | Inst::SlotReset { .. }
        | Inst::StaticAddr { .. }
        | Inst::FuncAddr { .. }
        | Inst::VtableAddr { .. }
        | Inst::Jump { .. }
        | Inst::Return { .. }
        | Inst::Catch { .. }
        | Inst::Resume
        | Inst::Abort
        | Inst::Unreachable => {}
    }
}

fn callee_operand(callee: &mut Callee) -> Option<&mut Operand> {
    match callee {
        Callee::Function(_) => None,
        Callee::Pointer { pointer, .. } => Some(pointer),
        Callee::Virtual { vtable, .. } => Some(vtable),
    }
}

/// The first register that an instruction writes.
pub fn destination(inst: &mut Inst) -> Option<&mut Reg> {
    match inst {
        Inst::Copy { dst, .. }
        | Inst::Zero { dst, .. }
        | Inst::Unary { dst, .. }
        | Inst::Binary { dst, .. }
        | Inst::Cast { dst, .. }
        | Inst::SlotAddr { dst, .. }
        | Inst::StaticAddr { dst, .. }
        | Inst::FuncAddr { dst, .. }
        | Inst::VtableAddr { dst, .. }
        | Inst::Offset { dst, .. }
        | Inst::Load { dst, .. }
        | Inst::Alloc { dst, .. }
        | Inst::Call { dst, .. }
        | Inst::Intrinsic { dst, .. }
        | Inst::Sync { dst, .. }
        | Inst::Catch { dst } => Some(dst),
        Inst::SlotReset { .. }
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
        | Inst::Unreachable => None,
    }
}

/// Moves all registers of an instruction (and its slots) up.
pub fn shift(inst: &mut Inst, registers: u32, slots: u32) {
    let moved = |operand: &mut Operand, _: u32| {
        if let Operand::Reg(reg) = operand {
            reg.0 += registers;
        }
    };
    reads(inst, moved);
    if let Some(dst) = destination(inst) {
        dst.0 += registers;
    }
    match inst {
        Inst::Return { src } => src.0 += registers,
        Inst::SlotAddr { slot, .. } | Inst::SlotReset { slot } => slot.0 += slots,
        _ => {}
    }
}
