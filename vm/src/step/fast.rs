//! The fast loop: specialized instructions of one frame. It leaves everything that is rare, that
//! fails, or that needs the whole machine to the slow path, by stopping before it.

use super::Fuel;
use crate::address;
use crate::code::FunctionCode;
use crate::machine::Machine;
use crate::op::Op;
use crate::thread::{Frame, Thread};
use crate::value;

/// Runs from the frame's instruction on. Returns the instruction to go on with on the slow path.
pub(super) fn run(
    machine: &mut Machine,
    thread: &mut Thread,
    function: &FunctionCode,
    frame: &Frame,
    fuel: &mut Fuel,
) -> u32 {
    let ops = &function.ops[..];
    let (first, last) = (
        frame.base as usize,
        frame.base as usize + function.registers as usize,
    );
    let own = address::stack(thread.id.index(), frame.slots as usize);
    let watching = machine.watching;
    let mut pc = frame.pc as usize;
    let mut start = pc;
    let mut left = fuel.left;
    let stack = &mut thread.stack.cells;
    let slots = &thread.slots[..];
    let own_thread = thread.id.index();
    let regs = &mut thread.regs[first..last];
    macro_rules! checked {
        ($dst:expr, $value:expr) => {
            match $value {
                Some(value) => regs[$dst as usize] = value as u64,
                None => break,
            }
        };
    }
    macro_rules! narrow {
        ($ty:expr, $dst:expr, $value:expr) => {{
            let value = $value;
            if !$ty.fits(value) {
                break;
            }
            regs[$dst as usize] = value as u64;
        }};
    }
    macro_rules! reg {
        ($index:expr) => {
            regs[$index as usize]
        };
    }
    macro_rules! set {
        ($dst:expr, $value:expr) => {
            regs[$dst as usize] = $value as u64
        };
    }
    macro_rules! goto {
        ($to:expr) => {{
            let ran = (pc + 1 - start) as u64;
            if ran > left {
                left = 0;
                start = pc;
                break;
            }
            left -= ran;
            pc = $to as usize;
            start = pc;
            continue;
        }};
    }
    loop {
        match ops[pc] {
            Op::Slow => break,
            Op::Const { dst, value } => set!(dst, value),
            Op::Copy { dst, src } => set!(dst, reg!(src)),
            Op::CopyMany { dst, src, cells } => {
                let (src, dst) = (src as usize, dst as usize);
                regs.copy_within(src..src + cells as usize, dst);
            }
            Op::Jump { to } => goto!(to),
            Op::Branch {
                cond,
                then_to,
                else_to,
            } => {
                let cond = reg!(cond);
                if cond > 1 {
                    break;
                }
                goto!(if cond != 0 { then_to } else { else_to })
            }
            Op::AddR { ty, dst, lhs, rhs } => {
                narrow!(ty, dst, (reg!(lhs) as i64).wrapping_add(reg!(rhs) as i64))
            }
            Op::AddC { ty, dst, lhs, rhs } => {
                narrow!(ty, dst, (reg!(lhs) as i64).wrapping_add(rhs as i64))
            }
            Op::SubR { ty, dst, lhs, rhs } => {
                narrow!(ty, dst, (reg!(lhs) as i64).wrapping_sub(reg!(rhs) as i64))
            }
            Op::SubC { ty, dst, lhs, rhs } => {
                narrow!(ty, dst, (reg!(lhs) as i64).wrapping_sub(rhs as i64))
            }
            Op::MulR { ty, dst, lhs, rhs } => {
                narrow!(ty, dst, (reg!(lhs) as i64).wrapping_mul(reg!(rhs) as i64))
            }
            Op::MulC { ty, dst, lhs, rhs } => {
                narrow!(ty, dst, (reg!(lhs) as i64).wrapping_mul(rhs as i64))
            }
            Op::Add64R { dst, lhs, rhs } => {
                checked!(dst, (reg!(lhs) as i64).checked_add(reg!(rhs) as i64))
            }
            Op::Add64C { dst, lhs, rhs } => {
                checked!(dst, (reg!(lhs) as i64).checked_add(rhs as i64))
            }
            Op::AddU64R { dst, lhs, rhs } => checked!(dst, reg!(lhs).checked_add(reg!(rhs))),
            Op::AddU64C { dst, lhs, rhs } => checked!(dst, reg!(lhs).checked_add(rhs as u64)),
            Op::SubU64R { dst, lhs, rhs } => checked!(dst, reg!(lhs).checked_sub(reg!(rhs))),
            Op::SubU64C { dst, lhs, rhs } => checked!(dst, reg!(lhs).checked_sub(rhs as u64)),
            Op::Sub64R { dst, lhs, rhs } => {
                checked!(dst, (reg!(lhs) as i64).checked_sub(reg!(rhs) as i64))
            }
            Op::Sub64C { dst, lhs, rhs } => {
                checked!(dst, (reg!(lhs) as i64).checked_sub(rhs as i64))
            }
            Op::Mul64R { dst, lhs, rhs } => {
                checked!(dst, (reg!(lhs) as i64).checked_mul(reg!(rhs) as i64))
            }
            Op::MulU64R { dst, lhs, rhs } => checked!(dst, reg!(lhs).checked_mul(reg!(rhs))),
            Op::WrapAdd64R { dst, lhs, rhs } => set!(dst, reg!(lhs).wrapping_add(reg!(rhs))),
            Op::WrapAdd64C { dst, lhs, rhs } => set!(dst, reg!(lhs).wrapping_add(rhs as u64)),
            Op::WrapMul64R { dst, lhs, rhs } => set!(dst, reg!(lhs).wrapping_mul(reg!(rhs))),
            Op::AndR { dst, lhs, rhs } => set!(dst, reg!(lhs) & reg!(rhs)),
            Op::AndC { dst, lhs, rhs } => set!(dst, reg!(lhs) & rhs as u64),
            Op::OrR { dst, lhs, rhs } => set!(dst, reg!(lhs) | reg!(rhs)),
            Op::XorR { dst, lhs, rhs } => set!(dst, reg!(lhs) ^ reg!(rhs)),
            Op::DivC { dst, lhs, rhs } => set!(dst, reg!(lhs) / rhs.max(1) as u64),
            Op::RemC { dst, lhs, rhs } => set!(dst, reg!(lhs) % rhs.max(1) as u64),
            Op::EqR { dst, lhs, rhs } => set!(dst, reg!(lhs) == reg!(rhs)),
            Op::EqC { dst, lhs, rhs } => set!(dst, reg!(lhs) == rhs as u64),
            Op::NeR { dst, lhs, rhs } => set!(dst, reg!(lhs) != reg!(rhs)),
            Op::NeC { dst, lhs, rhs } => set!(dst, reg!(lhs) != rhs as u64),
            Op::LtR { dst, lhs, rhs } => set!(dst, (reg!(lhs) as i64) < reg!(rhs) as i64),
            Op::LtC { dst, lhs, rhs } => set!(dst, (reg!(lhs) as i64) < rhs as i64),
            Op::LeR { dst, lhs, rhs } => set!(dst, reg!(lhs) as i64 <= reg!(rhs) as i64),
            Op::LeC { dst, lhs, rhs } => set!(dst, reg!(lhs) as i64 <= rhs as i64),
            Op::GtC { dst, lhs, rhs } => set!(dst, reg!(lhs) as i64 > rhs as i64),
            Op::GeC { dst, lhs, rhs } => set!(dst, reg!(lhs) as i64 >= rhs as i64),
            Op::LtUR { dst, lhs, rhs } => set!(dst, reg!(lhs) < reg!(rhs)),
            Op::LtUC { dst, lhs, rhs } => set!(dst, reg!(lhs) < rhs as u64),
            Op::LeUR { dst, lhs, rhs } => set!(dst, reg!(lhs) <= reg!(rhs)),
            Op::LeUC { dst, lhs, rhs } => set!(dst, reg!(lhs) <= rhs as u64),
            Op::GtUC { dst, lhs, rhs } => set!(dst, reg!(lhs) > rhs as u64),
            Op::GeUC { dst, lhs, rhs } => set!(dst, reg!(lhs) >= rhs as u64),
            Op::Not { dst, src } => set!(dst, reg!(src) ^ 1),
            Op::Narrow { ty, dst, src } => set!(dst, value::normalize(ty, reg!(src))),
            Op::CheckBoundsR { index, len } => {
                if reg!(index) >= reg!(len) {
                    break;
                }
            }
            Op::CheckBoundsC { index, len } => {
                if reg!(index) >= len as u64 {
                    break;
                }
            }
            Op::OffsetR {
                stride,
                dst,
                base,
                index,
            } => {
                let by = (reg!(index) as i64).wrapping_mul(stride as i64);
                set!(dst, address::advance(reg!(base), by))
            }
            Op::OffsetC { dst, base, by } => set!(dst, address::advance(reg!(base), by as i64)),
            Op::SlotAddr { dst, slot } => set!(dst, own + address::stack_step(slot)),
            Op::Load { dst, ptr, offset } => {
                let ptr = reg!(ptr);
                let at = address::offset(ptr) + offset as usize;
                if watching {
                    break;
                }
                if address::is_own_stack(ptr, own_thread) {
                    match slots.get(address::index(ptr)) {
                        Some(slot) if at < slot.len as usize => {
                            set!(dst, stack[slot.base as usize + at])
                        }
                        _ => break,
                    }
                } else {
                    match machine.heap_cell(ptr, at) {
                        Some(value) => set!(dst, value),
                        None => break,
                    }
                }
            }
            Op::Store { ptr, offset, src } => {
                let ptr = reg!(ptr);
                let at = address::offset(ptr) + offset as usize;
                if watching {
                    break;
                }
                if address::is_own_stack(ptr, own_thread) {
                    match slots.get(address::index(ptr)) {
                        Some(slot) if at < slot.len as usize => {
                            stack[slot.base as usize + at] = reg!(src);
                        }
                        _ => break,
                    }
                } else {
                    match machine.heap_cell_mut(ptr, at) {
                        Some(cell) => *cell = reg!(src),
                        None => break,
                    }
                }
            }
        }
        pc += 1;
    }
    let ran = (pc - start) as u64;
    fuel.left = left.saturating_sub(ran);
    pc as u32
}
