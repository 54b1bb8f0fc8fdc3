//! Instructions that touch registers and memory only.

use super::{Failure, Next, base, operand, set, undefined};
use crate::access::Trap;
use crate::address;
use crate::machine::Machine;
use crate::memory::BadAddress;
use crate::thread::{Frame, Thread};
use crate::value::{self, Wide};
use vscheck_ir::layout::is_unwritten;
use vscheck_ir::{BinOp, InstId, LayoutId, Operand, Overflow, ScalarType, Site, StaticId, UnOp};

/// Most cells that one instruction copies; more is the allocation limit's business.
const MAX_COPY: u64 = 1 << 26;

pub(super) fn branch(cond: u64, uninit: u64, then_to: u32, else_to: u32) -> Result<Next, Failure> {
    match cond {
        0 => Ok(Next::Jump(else_to)),
        1 => Ok(Next::Jump(then_to)),
        _ if is_unwritten(uninit, cond) => Err(undefined("branch on an uninitialized value")),
        _ => Err(undefined("branch on a value that is not a bool")),
    }
}

pub(super) fn switch(
    value: u64,
    uninit: u64,
    cases: &[(u64, InstId)],
    default: u32,
) -> Result<Next, Failure> {
    match cases.binary_search_by_key(&value, |case| case.0) {
        Ok(index) => Ok(Next::Jump(cases[index].1.0)),
        Err(_) if is_unwritten(uninit, value) => Err(undefined("match on an uninitialized value")),
        Err(_) => Ok(Next::Jump(default)),
    }
}

pub(super) fn copy(thread: &mut Thread, dst: u32, src: Operand, cells: u32) {
    match src {
        Operand::Const(value) => set(thread, dst, value),
        Operand::Reg(reg) => {
            let from = base(thread) + reg.index();
            let to = base(thread) + dst as usize;
            thread.regs.copy_within(from..from + cells as usize, to);
        }
    }
}

pub(super) fn zero(thread: &mut Thread, dst: u32, cells: u32) {
    let first = base(thread) + dst as usize;
    thread.regs[first..first + cells as usize].fill(0);
}

/// A 128-bit operand.
fn wide(thread: &Thread, ty: ScalarType, source: Operand) -> u128 {
    match source {
        Operand::Const(value) if value::is_signed(ty) => value as i64 as i128 as u128,
        Operand::Const(value) => value as u128,
        Operand::Reg(reg) => {
            let first = base(thread) + reg.index();
            (thread.regs[first + 1] as u128) << 64 | thread.regs[first] as u128
        }
    }
}

fn set_wide(thread: &mut Thread, dst: u32, value: u128) {
    set(thread, dst, value as u64);
    set(thread, dst + 1, (value >> 64) as u64);
}

pub(super) fn unary(
    thread: &mut Thread,
    op: UnOp,
    ty: ScalarType,
    dst: u32,
    src: Operand,
) -> Result<(), Failure> {
    check_written(thread, src)?;
    if value::is_wide(ty) {
        let value = value::unary_wide(op, wide(thread, ty, src));
        set_wide(thread, dst, value);
    } else {
        let value = value::unary(op, ty, operand(thread, src));
        set(thread, dst, value);
    }
    Ok(())
}

fn check_written(thread: &Thread, written: Operand) -> Result<(), Failure> {
    if is_unwritten(thread.uninit, operand(thread, written)) {
        return Err(undefined("use of an uninitialized value"));
    }
    Ok(())
}

pub(super) fn binary(
    thread: &mut Thread,
    (op, ty, overflow): (BinOp, ScalarType, Overflow),
    dst: u32,
    lhs: Operand,
    rhs: Operand,
) -> Result<(), Failure> {
    if !value::is_wide(ty) {
        let (left, right) = (operand(thread, lhs), operand(thread, rhs));
        if is_unwritten(thread.uninit, left) || is_unwritten(thread.uninit, right) {
            return Err(undefined("use of an uninitialized value"));
        }
        let value = value::binary(op, ty, overflow, left, right)?;
        set(thread, dst, value);
        return Ok(());
    }
    let shifts = matches!(op, BinOp::Shl | BinOp::Shr);
    let amount = if shifts {
        operand(thread, rhs) as u128
    } else {
        wide(thread, ty, rhs)
    };
    let signed = value::is_signed(ty);
    match value::binary_wide(op, signed, overflow, wide(thread, ty, lhs), amount)? {
        Wide::Bool(value) => set(thread, dst, value),
        Wide::Value(value) => set_wide(thread, dst, value),
    }
    Ok(())
}

/// A comparison of addresses of which one is in a view.
pub(super) fn compare_views(
    machine: &Machine,
    thread: &mut Thread,
    op: BinOp,
    dst: u32,
    (lhs, rhs): (u64, u64),
) -> Result<(), Failure> {
    let number = |address| machine.pointer_to_integer(thread, address);
    let (left, right) = (number(lhs), number(rhs));
    let value = value::binary(op, ScalarType::U64, Overflow::Wrap, left, right)?;
    set(thread, dst, value);
    Ok(())
}

pub(super) fn cast(
    thread: &mut Thread,
    from: ScalarType,
    to: ScalarType,
    dst: u32,
    src: Operand,
) -> Result<(), Failure> {
    check_written(thread, src)?;
    let source = if value::is_wide(from) {
        wide(thread, from, src)
    } else {
        operand(thread, src) as u128
    };
    let result = value::cast(from, to, source);
    if value::is_wide(to) {
        set_wide(thread, dst, result);
    } else {
        set(thread, dst, result as u64);
    }
    Ok(())
}

pub(super) fn offset(
    thread: &mut Thread,
    dst: u32,
    base: Operand,
    index: Operand,
    stride: u32,
    offset: u32,
) {
    let index = operand(thread, index) as i64;
    let by = index
        .saturating_mul(stride as i64)
        .saturating_add(offset as i64);
    let address = address::advance(operand(thread, base), by);
    set(thread, dst, address);
}

/// The address of a static, or of this thread's instance of a thread-local one.
pub(super) fn static_address(
    machine: &mut Machine,
    thread: &mut Thread,
    dst: u32,
    id: StaticId,
) -> Result<(), Failure> {
    let code = machine.code.clone();
    let global = &code.program().statics[id.index()];
    if !global.thread_local {
        set(thread, dst, Machine::static_address(id));
        return Ok(());
    }
    if let Some(&(_, address)) = thread.locals.iter().find(|(local, _)| *local == id) {
        set(thread, dst, address);
        return Ok(());
    }
    let len = code.program().layout(global.layout).cells() as u64 * global.count as u64;
    let site = thread.site().expect("a running thread");
    let address = machine
        .allocate(thread.id, len, global.layout, site)
        .map_err(Failure::Limit)?;
    let mut cells = global.cells.clone();
    cells.resize(len as usize, 0);
    machine.write_cells(thread, address, &cells)?;
    thread.locals.push((id, address));
    set(thread, dst, address);
    Ok(())
}

pub(super) fn load(
    machine: &mut Machine,
    thread: &mut Thread,
    dst: u32,
    ptr: Operand,
    offset: u32,
    cells: u32,
) -> Result<(), Failure> {
    if cells == 0 {
        return Ok(());
    }
    let address = address::advance(operand(thread, ptr), offset as i64);
    let first = base(thread) + dst as usize;
    if address::is_view(address) {
        let values = machine.load_view(thread, address, cells as usize)?;
        thread.regs[first..first + values.len()].copy_from_slice(&values);
        return Ok(());
    }
    Ok(machine.load(thread, address, first, cells as usize)?)
}

pub(super) fn store(
    machine: &mut Machine,
    thread: &mut Thread,
    ptr: Operand,
    offset: u32,
    src: Operand,
    cells: u32,
) -> Result<(), Failure> {
    if cells == 0 {
        return Ok(());
    }
    let address = address::advance(operand(thread, ptr), offset as i64);
    if address::is_view(address) {
        let values: Vec<u64> = match src {
            Operand::Const(value) => vec![value],
            Operand::Reg(reg) => {
                let first = base(thread) + reg.index();
                thread.regs[first..first + cells as usize].to_vec()
            }
        };
        return Ok(machine.store_view(thread, address, &values)?);
    }
    match src {
        Operand::Const(value) => machine.store_value(thread, address, value)?,
        Operand::Reg(reg) => {
            let first = base(thread) + reg.index();
            machine.store(thread, address, first, cells as usize)?;
        }
    }
    Ok(())
}

pub(super) fn copy_memory(
    machine: &mut Machine,
    thread: &mut Thread,
    dst: Operand,
    src: Operand,
    count: Operand,
    stride: u32,
) -> Result<(), Failure> {
    let cells = operand(thread, count).saturating_mul(stride as u64);
    if cells == 0 {
        return Ok(());
    }
    if cells > MAX_COPY {
        return Err(undefined("copy of more cells than any object has"));
    }
    let (from, to) = (operand(thread, src), operand(thread, dst));
    if address::is_view(from) || address::is_view(to) {
        return Ok(machine.copy_views(thread, (to, from), cells)?);
    }
    let values = machine.read_cells(thread, from, cells as usize)?;
    machine.write_cells(thread, to, &values)?;
    if machine.padded {
        machine.move_padding(thread, (to, from), cells);
    }
    Ok(())
}

pub(super) fn alloc(
    machine: &mut Machine,
    thread: &mut Thread,
    dst: u32,
    layout: LayoutId,
    count: Operand,
) -> Result<(), Failure> {
    let cells = machine.code.program().layout(layout).cells() as u64;
    let len = operand(thread, count).saturating_mul(cells);
    let site = thread.site().expect("a running thread");
    let allocated = machine.allocate(thread.id, len, layout, site);
    let address = allocated.map_err(Failure::Limit)?;
    machine.note_birth(thread, address, user_site(machine, thread));
    set(thread, dst, address);
    Ok(())
}

/// Where the thread stands, in the code of the user's that leads there if it stands in a model.
pub(crate) fn user_site(machine: &Machine, thread: &Thread) -> Site {
    let code = &machine.code;
    let mut frames = thread.frames.iter().rev().map(Frame::site);
    // Calls of models may be many: the drops of a long list are.
    let user =
        frames.find(|&site| code.function(site.func).is_of_user && code.program().is_of_user(site));
    let innermost = || thread.site().expect("a running thread");
    user.unwrap_or_else(innermost)
}

pub(super) fn free(
    machine: &mut Machine,
    thread: &mut Thread,
    ptr: Operand,
) -> Result<(), Failure> {
    let pointer = operand(thread, ptr);
    let address = match address::is_view(pointer) {
        true => machine.viewed_object(pointer).unwrap_or(pointer),
        false => pointer,
    };
    let bad = |bad| Failure::Trap(Trap::Bad(address, bad));
    if let Some((object, _)) = machine
        .start_of(pointer)
        .filter(|_| address::is_view(address))
    {
        machine.locate(Some(thread), object, 0)?;
        return Err(Failure::Trap(Trap::Bad(
            object,
            BadAddress::NotAnAllocation,
        )));
    }
    let is_heap = address::is_plausible(address)
        && !address::is_stack(address)
        && address::thread(address) != address::STATICS
        && address::offset(address) == 0;
    if !is_heap {
        machine.locate(Some(thread), address, 0)?;
        return Err(bad(BadAddress::NotAnAllocation));
    }
    let (owner, index) = (address::thread(address), address::index(address));
    machine.locate(Some(thread), address, 0)?;
    machine.note_free(thread, address)?;
    let site = user_site(machine, thread);
    let len = machine.heap[owner]
        .free(index, thread.id, site)
        .map_err(bad)?;
    machine.memory_cells -= len as u64;
    Ok(())
}
