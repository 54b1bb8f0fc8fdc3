//! Critical sections that only look at or set plain data: from the acquisition of a mutex, on every
//! way, to its release, without another operation, a call, a loop, or anything that may panic. Such a
//! section is one step, since its release is a mover (see [`crate::movers`]), and two of one mutex
//! commute if neither writes what the other touches (rule C1, see `docs/static-pass.md`).
//!
//! The way taken is that of a mutex that is not poisoned. That is so if all sections of the mutex are
//! of this sort, as [`crate::access`] makes sure.

use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_ir::Site;
use vscheck_ir::flow;
use vscheck_ir::{Action, BinOp, FuncId, Inst, InstId, Intrinsic, Operand, Overflow, Program, Reg};

use crate::call_graph::{InstanceId, site_of};
use crate::disjoint;
use crate::points_to::{AtomId, PointsTo};

/// Instructions looked at, over all ways.
const LONGEST: usize = 400;

/// The plain cells that a section touches.
#[derive(Debug, Default)]
pub struct Section {
    /// Cells it reads.
    pub reads: Vec<AtomId>,
    /// Cells it writes.
    pub writes: Vec<AtomId>,
}

/// What a register holds for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Const(u64),
    /// So many cells past the mutex.
    Mutex(i64),
}

type Registers = FxHashMap<Reg, Known>;

struct Walk<'a> {
    program: &'a Program,
    facts: &'a mut PointsTo,
    movers: &'a FxHashSet<Site>,
    func: FuncId,
    instance: InstanceId,
    /// The poison flag, in cells past the mutex.
    poison: Option<i64>,
    left: usize,
    found: Section,
}

/// Where a way goes on; `None` inside: the mutex is released.
type Next = Option<Vec<InstId>>;

/// The section that an acquisition of a mutex opens, if it is of this sort.
pub fn find(
    program: &Program,
    facts: &mut PointsTo,
    movers: &FxHashSet<Site>,
    (instance, at): (InstanceId, InstId),
) -> Option<Section> {
    let func = facts.call_graph.func(instance);
    let Inst::Sync { args, .. } = &program.function(func).code[at.index()] else {
        return None;
    };
    let Operand::Reg(mutex) = args[0] else {
        return None;
    };
    let cells = facts.cells(instance, args[0]);
    let poison = disjoint::poison_flag(program, facts, &cells);
    let mut walk = Walk {
        program,
        facts,
        movers,
        func,
        instance,
        poison,
        left: LONGEST,
        found: Section::default(),
    };
    let registers = Registers::from_iter([(mutex, Known::Mutex(0))]);
    walk.way(InstId(at.0 + 1), registers)?;
    for cells in [&mut walk.found.reads, &mut walk.found.writes] {
        cells.sort_unstable();
        cells.dedup();
    }
    Some(walk.found)
}

fn value(registers: &Registers, operand: Operand) -> Option<Known> {
    match operand {
        Operand::Const(value) => Some(Known::Const(value)),
        Operand::Reg(reg) => registers.get(&reg).copied(),
    }
}

fn constant(registers: &Registers, operand: Operand) -> Option<u64> {
    match value(registers, operand)? {
        Known::Const(value) => Some(value),
        Known::Mutex(_) => None,
    }
}

fn set(registers: &mut Registers, reg: Reg, known: Option<Known>) {
    match known {
        Some(known) => registers.insert(reg, known),
        None => registers.remove(&reg),
    };
}

impl Walk<'_> {
    /// Follows all ways from an instruction. A loop runs out of instructions.
    fn way(&mut self, from: InstId, mut registers: Registers) -> Option<()> {
        let mut at = from;
        loop {
            self.left = self.left.checked_sub(1)?;
            let program = self.program;
            let inst = program.function(self.func).code.get(at.index())?;
            let Some(next) = self.inst(at, inst, &mut registers)? else {
                return Some(());
            };
            let (&last, others) = next.split_last()?;
            for &other in others {
                self.way(other, registers.clone())?;
            }
            at = last;
        }
    }

    fn inst(&mut self, at: InstId, inst: &Inst, registers: &mut Registers) -> Option<Next> {
        let next = Some(Some(vec![InstId(at.0 + 1)]));
        match inst {
            Inst::Jump { .. } | Inst::Branch { .. } | Inst::Switch { .. } => {
                return Some(Some(goes_to(inst, registers)));
            }
            Inst::Sync { action, args, .. } => {
                let ends = *action == Action::MutexUnlock
                    && self.movers.contains(&site_of(self.func, at))
                    && value(registers, args[0]) == Some(Known::Mutex(0));
                return ends.then_some(None);
            }
            Inst::Load {
                dst,
                ptr,
                offset,
                cells,
            } => self.load(registers, *dst, (*ptr, *offset), *cells),
            Inst::Store {
                ptr, offset, cells, ..
            } => {
                let cells = self.cells(*ptr, *offset, *cells);
                self.found.writes.extend(cells);
            }
            Inst::Copy { .. }
            | Inst::Zero { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Cast { .. }
            | Inst::Offset { .. }
            | Inst::Intrinsic { .. }
            | Inst::SlotAddr { .. }
            | Inst::SlotReset { .. }
            | Inst::StaticAddr { .. }
            | Inst::FuncAddr { .. }
            | Inst::VtableAddr { .. } => self.compute(inst, registers)?,
            Inst::CheckBounds { .. }
            | Inst::CopyMemory { .. }
            | Inst::Alloc { .. }
            | Inst::Free { .. }
            | Inst::Call { .. }
            | Inst::Return { .. }
            | Inst::Panic { .. }
            | Inst::Catch { .. }
            | Inst::Resume
            | Inst::Abort
            | Inst::Unreachable => return None,
        }
        next
    }

    /// An instruction that touches registers only; `None` if it may panic.
    fn compute(&mut self, inst: &Inst, registers: &mut Registers) -> Option<()> {
        if let Inst::Copy { dst, src, cells } = *inst {
            let values: Vec<_> = (0..cells)
                .map(|cell| value(registers, moved(src, cell)))
                .collect();
            for (cell, known) in (0..).zip(values) {
                set(registers, Reg(dst.0 + cell), known);
            }
            return Some(());
        }
        let result = result(inst, registers)?;
        let (first, count) = flow::defines(self.program, inst);
        for reg in first..first + count {
            set(registers, Reg(reg), result);
        }
        Some(())
    }

    fn load(
        &mut self,
        registers: &mut Registers,
        dst: Reg,
        (ptr, offset): (Operand, u32),
        cells: u32,
    ) {
        let flag = self.poison.is_some_and(|flag| {
            value(registers, ptr) == Some(Known::Mutex(flag - i64::from(offset)))
        });
        for cell in 0..cells {
            set(registers, Reg(dst.0 + cell), None);
        }
        if flag && cells == 1 {
            set(registers, dst, Some(Known::Const(0)));
        } else {
            let read = self.cells(ptr, offset, cells);
            self.found.reads.extend(read);
        }
    }

    fn cells(&mut self, ptr: Operand, offset: u32, cells: u32) -> Vec<AtomId> {
        let offsets = offset..offset + cells;
        (self.facts).cells_within(self.instance, ptr, offsets, |_| true)
    }
}

/// What an instruction leaves in its registers, if that is known for certain; `None` if it may panic or
/// does more than that.
fn result(inst: &Inst, registers: &Registers) -> Option<Option<Known>> {
    if let Inst::Zero { .. } = inst {
        return Some(Some(Known::Const(0)));
    }
    if let Inst::Binary {
        op,
        ty,
        overflow,
        lhs,
        rhs,
        ..
    } = *inst
    {
        let low = |operand| constant(registers, operand).filter(|_| ty.cells() == 1);
        return binary(op, overflow, [lhs, rhs].map(low));
    }
    if let Some((_, base, cells)) = inst.constant_offset() {
        let Some(Known::Mutex(at)) = value(registers, base) else {
            return Some(None);
        };
        return Some(Some(Known::Mutex(at + cells)));
    }
    if let Inst::Intrinsic { op, .. } = inst {
        // The same before and after: nothing in between can start to panic.
        let panicking = *op == Intrinsic::IsPanicking;
        return panicking.then_some(Some(Known::Const(0)));
    }
    Some(None)
}

fn moved(operand: Operand, cell: u32) -> Operand {
    match operand {
        Operand::Reg(reg) => Operand::Reg(Reg(reg.0 + cell)),
        Operand::Const(value) => Operand::Const(value),
    }
}

/// Where a jump goes on, by what is known.
fn goes_to(inst: &Inst, registers: &Registers) -> Vec<InstId> {
    if let Inst::Branch {
        cond,
        then_to,
        else_to,
    } = inst
        && let Some(cond) = constant(registers, *cond)
    {
        return vec![if cond == 0 { *else_to } else { *then_to }];
    }
    if let Inst::Switch {
        value,
        cases,
        default,
    } = inst
        && let Some(value) = constant(registers, *value)
    {
        let case = cases.iter().find(|case| case.0 == value);
        return vec![case.map_or(*default, |case| case.1)];
    }
    flow::targets(inst).into_vec()
}

/// The result of an operation, if it is known for certain; nothing if it may panic.
fn binary(op: BinOp, overflow: Overflow, values: [Option<u64>; 2]) -> Option<Option<Known>> {
    let known = |test: fn(u64, u64) -> bool| match values {
        [Some(a), Some(b)] => Some(Known::Const(test(a, b).into())),
        _ => None,
    };
    match op {
        BinOp::Eq => Some(known(|a, b| a == b)),
        BinOp::Ne => Some(known(|a, b| a != b)),
        BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => Some(None),
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => Some(None),
        BinOp::Div | BinOp::Rem => None,
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl | BinOp::Shr => {
            (overflow == Overflow::Wrap).then_some(None)
        }
    }
}
