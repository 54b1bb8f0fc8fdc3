//! The fast loop: specialized instructions of one thread. It leaves everything that is rare or that
//! fails to the slow path, by stopping before it.

use super::{Fuel, Next, call};
use crate::address;
use crate::code::{Code, FunctionCode};
use crate::machine::Machine;
use crate::memory::{Space, Touched};
use crate::op::{Op, SwitchTable};
use crate::thread::{Frame, SlotEntry, Thread};
use crate::value;
use std::ops::Range;
use vscheck_ir::Inst;

/// Why a frame's loop stopped before an instruction.
enum Exit {
    /// It is for the slow path, or there is no fuel left.
    Slow,
    /// It is a call or a return: the frames change.
    Enter,
    /// It is a memory access that somebody watches.
    Access,
}

/// Runs from the innermost frame's instruction on, to one for the slow path or out of fuel.
pub(super) fn run(machine: &mut Machine, thread: &mut Thread, code: &Code, fuel: &mut Fuel) {
    // A number that was written in part is known as such by the slow path alone.
    if code.partials.are_any() {
        return;
    }
    loop {
        let frame = *thread.frames.last().expect("a running thread");
        let function = code.function(frame.func);
        let (pc, exit) = run_frame(machine, thread, function, &frame, fuel);
        thread.frames.last_mut().expect("a running thread").pc = pc;
        let went_on = fuel.left > 0
            && match exit {
                Exit::Slow => false,
                Exit::Enter => enter(machine, thread, code),
                Exit::Access => watched(machine, thread, function.ops[pc as usize]),
            };
        if !went_on {
            return;
        }
        fuel.left -= 1;
    }
}

/// The running thread's part of the state, taken apart.
struct Window<'a> {
    regs: &'a mut [u64],
    switches: &'a [SwitchTable],
    /// The cells of its slots.
    stack: &'a mut Space,
    slots: &'a mut [SlotEntry],
    thread: usize,
    /// The mark of each of them, and of those that were there before.
    marks: &'a mut [u8],
    /// The frame's first slot.
    first_slot: usize,
    /// Whether somebody watches its accesses.
    watching: bool,
    /// Whether it is unwinding.
    panicking: bool,
    /// What uninitialized cells hold.
    uninit: u64,
}

/// Runs instructions of one frame. Returns the instruction it stopped before, and why.
#[inline(always)]
fn run_frame(
    machine: &mut Machine,
    thread: &mut Thread,
    function: &FunctionCode,
    frame: &Frame,
    fuel: &mut Fuel,
) -> (u32, Exit) {
    let ops = &function.ops[..];
    let first = frame.base as usize;
    let panicking = thread.is_panicking();
    let mut window = Window {
        regs: &mut thread.regs[first..first + function.registers as usize],
        switches: &function.switches,
        stack: &mut thread.stack,
        slots: &mut thread.slots,
        marks: &mut thread.marks,
        thread: thread.id.index(),
        first_slot: frame.slots as usize,
        watching: machine.watching,
        panicking,
        uninit: function.uninit,
    };
    let mut left = fuel.left;
    let mut pc = frame.pc as usize;
    let mut start = pc;
    let exit = loop {
        let to = match window.step(machine, ops[pc]) {
            None => break Exit::Slow,
            Some(Step::Exit(exit)) => break exit,
            Some(Step::Jump(to)) => to,
            Some(Step::Done) => {
                pc += 1;
                continue;
            }
            Some(Step::Set(dst, value)) => {
                window.regs[dst as usize] = value;
                pc += 1;
                continue;
            }
            Some(Step::Compared(dst, holds)) => {
                window.regs[dst as usize] = holds as u64;
                pc += 1;
                // The branch that a comparison is for needs no dispatch of its own.
                match ops[pc] {
                    Op::Branch {
                        cond,
                        then_to,
                        else_to,
                    } if cond == dst => either(holds, then_to, else_to),
                    _ => continue,
                }
            }
        };
        let ran = (pc + 1 - start) as u64;
        if ran > left {
            left = 0;
            start = pc;
            break Exit::Slow;
        }
        left -= ran;
        pc = to as usize;
        start = pc;
    };
    fuel.left = left.saturating_sub((pc - start) as u64);
    (pc as u32, exit)
}

/// What an operation comes to.
enum Step {
    /// A register gets a value.
    Set(u32, u64),
    /// A register gets the result of a comparison.
    Compared(u32, bool),
    /// It is done.
    Done,
    Jump(u32),
    Exit(Exit),
}

#[inline(always)]
fn either(cond: bool, then_to: u32, else_to: u32) -> u32 {
    if cond { then_to } else { else_to }
}

impl Window<'_> {
    /// Takes one operation; `None` where it fails, which is left to the slow path.
    #[inline(always)]
    #[rustfmt::skip]
    fn step(&mut self, machine: &mut Machine, op: Op) -> Option<Step> {
        let get = |reg: u32| self.regs[reg as usize];
        // Who computes with an uninitialized value is told so by the slow path.
        let uninit = self.uninit;
        let used = |reg: u32| Some(self.regs[reg as usize]).filter(|&value| value != uninit);
        let signed = |reg: u32| used(reg).map(|value| value as i64);
        Some(match op {
            Op::Call | Op::Return => Step::Exit(Exit::Enter),
            Op::Jump { to } => Step::Jump(to),
            Op::Branch { cond, then_to, else_to } => {
                if get(cond) > 1 {
                    return None;
                }
                Step::Jump(either(get(cond) == 1, then_to, else_to))
            }
            Op::Same { dst, lhs, rhs, same } => Step::Compared(dst, self.are_same(lhs, rhs)? == same),
            Op::EqR { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? == used(rhs)?),
            Op::EqC { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? == rhs as u64),
            Op::NeR { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? != used(rhs)?),
            Op::NeC { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? != rhs as u64),
            Op::LtR { dst, lhs, rhs } => Step::Compared(dst, signed(lhs)? < signed(rhs)?),
            Op::LtC { dst, lhs, rhs } => Step::Compared(dst, signed(lhs)? < rhs as i64),
            Op::LeR { dst, lhs, rhs } => Step::Compared(dst, signed(lhs)? <= signed(rhs)?),
            Op::GeC { dst, lhs, rhs } => Step::Compared(dst, signed(lhs)? >= rhs as i64),
            Op::LtUR { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? < used(rhs)?),
            Op::LtUC { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? < rhs as u64),
            Op::LeUR { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? <= used(rhs)?),
            Op::GeUC { dst, lhs, rhs } => Step::Compared(dst, used(lhs)? >= rhs as u64),
            Op::Const { dst, value } => Step::Set(dst, value),
            Op::Copy { dst, src } => Step::Set(dst, get(src)),
            Op::AddR { ty, dst, lhs, rhs } => Step::Set(dst, ty.fit(signed(lhs)?.wrapping_add(signed(rhs)?))?),
            Op::AddC { ty, dst, lhs, rhs } => Step::Set(dst, ty.fit(signed(lhs)?.wrapping_add(rhs as i64))?),
            Op::SubR { ty, dst, lhs, rhs } => Step::Set(dst, ty.fit(signed(lhs)?.wrapping_sub(signed(rhs)?))?),
            Op::MulR { ty, dst, lhs, rhs } => Step::Set(dst, ty.fit(signed(lhs)?.wrapping_mul(signed(rhs)?))?),
            Op::MulC { ty, dst, lhs, rhs } => Step::Set(dst, ty.fit(signed(lhs)?.wrapping_mul(rhs as i64))?),
            Op::Add64R { dst, lhs, rhs } => Step::Set(dst, signed(lhs)?.checked_add(signed(rhs)?)? as u64),
            Op::Add64C { dst, lhs, rhs } => Step::Set(dst, signed(lhs)?.checked_add(rhs as i64)? as u64),
            Op::Sub64R { dst, lhs, rhs } => Step::Set(dst, signed(lhs)?.checked_sub(signed(rhs)?)? as u64),
            Op::Mul64R { dst, lhs, rhs } => Step::Set(dst, signed(lhs)?.checked_mul(signed(rhs)?)? as u64),
            Op::AddU64R { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.checked_add(used(rhs)?)?),
            Op::AddU64C { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.checked_add(rhs as u64)?),
            Op::SubU64R { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.checked_sub(used(rhs)?)?),
            Op::SubU64C { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.checked_sub(rhs as u64)?),
            Op::MulU64R { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.checked_mul(used(rhs)?)?),
            Op::WrapAdd64R { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.wrapping_add(used(rhs)?)),
            Op::WrapAdd64C { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.wrapping_add(rhs as u64)),
            Op::WrapMul64R { dst, lhs, rhs } => Step::Set(dst, used(lhs)?.wrapping_mul(used(rhs)?)),
            Op::AndR { dst, lhs, rhs } => Step::Set(dst, used(lhs)? & used(rhs)?),
            Op::AndC { dst, lhs, rhs } => Step::Set(dst, used(lhs)? & rhs as u64),
            Op::OrR { dst, lhs, rhs } => Step::Set(dst, used(lhs)? | used(rhs)?),
            Op::XorR { dst, lhs, rhs } => Step::Set(dst, used(lhs)? ^ used(rhs)?),
            Op::DivC { dst, lhs, rhs } => Step::Set(dst, used(lhs)? / rhs.max(1) as u64),
            Op::RemC { dst, lhs, rhs } => Step::Set(dst, used(lhs)? % rhs.max(1) as u64),
            Op::Not { dst, src } => Step::Set(dst, get(src) ^ 1),
            Op::Narrow { ty, dst, src } => Step::Set(dst, value::normalize(ty, used(src)?)),
            Op::CheckBoundsR { index, len } if get(index) < get(len) => Step::Done,
            Op::CheckBoundsC { index, len } if get(index) < len as u64 => Step::Done,
            Op::Slow | Op::CheckBoundsR { .. } | Op::CheckBoundsC { .. } => return None,
            Op::Switch { value, table } => {
                let value = used(value)?;
                Step::Jump(self.switches[table as usize].target(value))
            }
            Op::IsPanicking { dst } => Step::Set(dst, self.panicking as u64),
            of_cells => return self.step_of_cells(machine, of_cells),
        })
    }

    /// The same for addresses, memory, and several registers.
    #[inline(always)]
    #[rustfmt::skip]
    fn step_of_cells(&mut self, machine: &mut Machine, op: Op) -> Option<Step> {
        let get = |reg: u32| self.regs[reg as usize];
        let uninit = self.uninit;
        Some(match op {
            Op::OffsetR { stride, dst, base, index } => {
                let index = Some(get(index)).filter(|&index| index != uninit)?;
                let by = (index as i64).wrapping_mul(stride as i64);
                Step::Set(dst, address::advance(get(base), by))
            }
            Op::OffsetC { dst, base, by } => Step::Set(dst, address::advance(get(base), by as i64)),
            Op::SlotAddr { dst, slot } => {
                let position = self.first_slot + slot as usize;
                Step::Set(dst, address::stack(self.thread, position, self.slots[position].mark))
            }
            Op::CopyMany { dst, src, cells } => self.copy(dst, src, cells),
            Op::Load { dst, ptr, offset } => self.load(machine, dst, ptr, offset)?,
            Op::Store { ptr, offset, src } => self.store(machine, ptr, offset, get(src))?,
            Op::StoreC { ptr, offset, value } => self.store(machine, ptr, offset, value as u64)?,
            Op::LoadMany { dst, ptr, offset, cells } => {
                self.load_many(machine, dst, (ptr, offset), cells as usize)?
            }
            Op::StoreMany { src, ptr, offset, cells } => {
                self.store_many(machine, src, (ptr, offset), cells as usize)?
            }
            Op::Zero { dst, cells } => {
                self.regs[dst as usize..(dst + cells) as usize].fill(0);
                Step::Done
            }
            Op::SlotReset { slot } => self.reset(machine, slot)?,
            _ => return None,
        })
    }

    /// Whether two addresses are the same; views are left to the slow path.
    #[inline(always)]
    fn are_same(&self, lhs: u32, rhs: u32) -> Option<bool> {
        let (lhs, rhs) = (self.regs[lhs as usize], self.regs[rhs as usize]);
        let plain = |address| address != self.uninit && !address::is_view(address);
        (plain(lhs) && plain(rhs)).then_some(lhs == rhs)
    }

    #[inline(always)]
    fn copy(&mut self, dst: u32, src: u32, cells: u32) -> Step {
        let (src, dst) = (src as usize, dst as usize);
        self.regs.copy_within(src..src + cells as usize, dst);
        Step::Done
    }

    #[inline(always)]
    fn load(&mut self, machine: &mut Machine, dst: u32, ptr: u32, offset: u32) -> Option<Step> {
        if self.watching {
            return Some(Step::Exit(Exit::Access));
        }
        let ptr = self.regs[ptr as usize];
        let at = address::offset(ptr) + offset as usize;
        let value = match self.own_cells(ptr, at, 1) {
            Some(own) => self.stack.cells[own?.start],
            None => machine.heap_cell(ptr, at)?,
        };
        Some(Step::Set(dst, value))
    }

    #[inline(always)]
    fn store(&mut self, machine: &mut Machine, ptr: u32, offset: u32, value: u64) -> Option<Step> {
        if self.watching {
            return Some(Step::Exit(Exit::Access));
        }
        let ptr = self.regs[ptr as usize];
        let at = address::offset(ptr) + offset as usize;
        let cell = match self.own_cells_to_write(ptr, at, 1) {
            Some(own) => &mut self.stack.cells[own?.start],
            None => machine.heap_cell_mut(ptr, at)?,
        };
        *cell = value;
        Some(Step::Done)
    }

    /// For an address on the thread's own stack: where its cells are, if they are good.
    #[inline(always)]
    fn own_cells(&self, ptr: u64, at: usize, cells: usize) -> Option<Option<Range<usize>>> {
        self.own_cells_where(ptr, at, cells, |_| true)
    }

    /// The same of cells that may be changed.
    #[inline(always)]
    fn own_cells_to_write(
        &self,
        ptr: u64,
        at: usize,
        cells: usize,
    ) -> Option<Option<Range<usize>>> {
        self.own_cells_where(ptr, at, cells, |slot| !slot.fixed)
    }

    #[inline(always)]
    fn own_cells_where(
        &self,
        ptr: u64,
        at: usize,
        cells: usize,
        is_meant: impl Fn(&SlotEntry) -> bool,
    ) -> Option<Option<Range<usize>>> {
        if !address::is_own_stack(ptr, self.thread) {
            return None;
        }
        let slot = self.slots.get(address::position(ptr));
        let fits = |slot: &&SlotEntry| {
            at + cells <= slot.len as usize && slot.mark == address::mark_of(ptr) && is_meant(slot)
        };
        let slot = slot.filter(fits);
        let first = slot.map(|slot| slot.base as usize + at);
        Some(first.map(|first| first..first + cells))
    }

    /// Several cells are watched by the slow path.
    #[inline]
    fn load_many(
        &mut self,
        machine: &Machine,
        dst: u32,
        (ptr, offset): (u32, u16),
        cells: usize,
    ) -> Option<Step> {
        if self.watching {
            return None;
        }
        let ptr = self.regs[ptr as usize];
        let at = address::offset(ptr) + offset as usize;
        let from = match self.own_cells(ptr, at, cells) {
            Some(own) => &self.stack.cells[own?],
            None => machine.heap_cells(ptr, at, cells)?,
        };
        self.regs[dst as usize..dst as usize + cells].copy_from_slice(from);
        Some(Step::Done)
    }

    #[inline]
    fn store_many(
        &mut self,
        machine: &mut Machine,
        src: u32,
        (ptr, offset): (u32, u16),
        cells: usize,
    ) -> Option<Step> {
        if self.watching {
            return None;
        }
        let ptr = self.regs[ptr as usize];
        let at = address::offset(ptr) + offset as usize;
        let to = match self.own_cells_to_write(ptr, at, cells) {
            Some(own) => &mut self.stack.cells[own?],
            None => machine.heap_cells_mut(ptr, at, cells)?,
        };
        to.copy_from_slice(&self.regs[src as usize..src as usize + cells]);
        Some(Step::Done)
    }

    /// Makes a slot another variable's, where nobody will ask where the last one ended.
    #[inline]
    fn reset(&mut self, machine: &Machine, slot: u32) -> Option<Step> {
        if machine.options.check_races {
            return None;
        }
        let position = self.first_slot + slot as usize;
        let entry = self.slots.get_mut(position)?;
        entry.mark = address::next_mark(entry.mark);
        self.marks[position] = entry.mark;
        entry.touched = Touched::Never;
        let (at, len) = (entry.base as usize, entry.len as usize);
        self.stack.cells[at..at + len].fill(self.uninit);
        self.stack.forget(at, len);
        Some(Step::Done)
    }
}

/// Calls or returns; false if the slow path is to do it.
#[inline]
fn enter(machine: &mut Machine, thread: &mut Thread, code: &Code) -> bool {
    let frame = thread.frames.last().expect("a running thread");
    match &code.program().function(frame.func).code[frame.pc as usize] {
        Inst::Call { callee, args, dst } => {
            call::call(machine, thread, code, callee, args, dst.0).is_ok()
        }
        Inst::Return { src } => {
            let inner = thread.frames.len() > 1;
            inner && matches!(call::leave(machine, thread, code, src.0), Ok(Next::Reframe))
        }
        _ => false,
    }
}

/// A watched access to one cell, by the instruction at which the thread stands; false if the slow
/// path is to do it.
fn watched(machine: &mut Machine, thread: &mut Thread, op: Op) -> bool {
    let frame = *thread.frames.last().expect("a running thread");
    let first = frame.base as usize;
    let at =
        |ptr: u32, offset: u32| address::advance(thread.regs[first + ptr as usize], offset as i64);
    let result = match op {
        Op::Load { dst, ptr, offset } => {
            let at = at(ptr, offset);
            machine.load(thread, at, first + dst as usize, 1)
        }
        Op::Store { ptr, offset, src } => {
            let at = at(ptr, offset);
            machine.store(thread, at, first + src as usize, 1)
        }
        Op::StoreC { ptr, offset, value } => {
            let at = at(ptr, offset);
            machine.store_value(thread, at, value as u64)
        }
        _ => return false,
    };
    if result.is_ok() {
        thread.frames.last_mut().expect("a running thread").pc += 1;
    }
    result.is_ok()
}
