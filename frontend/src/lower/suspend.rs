//! Bodies of `async` blocks. Such a function is called again to go on where it stopped: what it needs
//! to know lies in the frame that its last parameter points to, a `future::Frame`, and everything that
//! lives across a suspension, registers and slots, lies in memory that it allocates when it starts.
//!
//! Lowering leaves a call of [`MARK`] at each suspension; [`resumable`] makes the rest of it.

use super::intrinsic::Values;
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::mono::Mono;
use crate::mono::layout::Layouts;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use vscheck_ir::flow::{Successors, successors};
use vscheck_ir::layout::{FieldLayout, Layout, Shape, Zeros};
use vscheck_ir::live::live_before;
use vscheck_ir::program::VariableHome;
use vscheck_ir::{
    Callee, CellKind, Function, Inst, InstId, Landing, LayoutId, Operand, Reg, ScalarType, Span,
};

/// Stands for the suspension of the function that calls it. Takes the frame; tells, when the function
/// goes on, whether it is to be dropped instead.
const MARK: Callee = Callee::Pointer {
    pointer: Operand::Const(u64::MAX),
    signature: None,
};

/// Fields of `future::Frame`, one cell each.
mod frame {
    /// Where to go on; 0 at the start.
    pub const STATE: u32 = 0;
    /// Whether the future is being dropped.
    pub const CANCELLED: u32 = 1;
    /// Whether the function has suspended itself, in contrast to returned.
    pub const SUSPENDED: u32 = 2;
    /// What lives across suspensions.
    pub const MEMORY: u32 = 3;
}

impl Lower<'_> {
    /// Suspends the function. If its future is dropped then, it leaves all scopes and returns.
    pub fn suspend(&mut self, args: Values<'_>) -> Result<()> {
        let Some(&(handle, _)) = args.first() else {
            return self.internal("a suspension without a frame");
        };
        let dst = self.code.reg(ScalarType::Bool);
        self.code.emit(Inst::Call {
            callee: MARK,
            args: [handle].into(),
            dst,
        });
        let (leave, go_on) = (self.code.block(), self.code.block());
        self.code.branch(Operand::Reg(dst), leave, go_on);
        self.code.switch_to(leave);
        self.leave_scopes(0)?;
        let src = self.result;
        self.code.terminate(Inst::Return { src });
        self.code.switch_to(go_on);
        Ok(())
    }
}

/// Makes the body of an `async` block one that can be called again.
pub fn resumable(function: Function, mono: &mut Mono) -> Function {
    let registers = function.registers.len() as u32;
    let kept = kept(&function, mono);
    let (layout, places) = memory_layout(&function, &kept, &mono.layouts);
    let layout_id = LayoutId::new(mono.layouts.program.len());
    mono.layouts.program.push(layout);
    let mut maker = Maker {
        handle: Reg(function.params.saturating_sub(1)),
        memory: Reg(registers),
        state: Reg(registers + 1),
        unlooked: Reg(registers + 2),
        kept,
        places,
        layout: layout_id,
        code: Vec::new(),
        spans: Vec::new(),
        resumes: Vec::new(),
    };
    let starts = maker.rewrite(&function);
    maker.finish(function, &starts)
}

/// The registers that live across each suspension.
fn kept(function: &Function, mono: &Mono) -> FxHashMap<usize, FixedBitSet> {
    let count = function.code.len();
    let next: Vec<Successors> = (0..count)
        .map(|index| successors(function, index))
        .collect();
    let before = live_before(&mono.program, function, &next);
    let marks = (0..count).filter(|&index| is_mark(&function.code[index]));
    marks
        .map(|index| (index, before[index + 1].clone()))
        .collect()
}

fn is_mark(inst: &Inst) -> bool {
    matches!(inst, Inst::Call { callee, .. } if *callee == MARK)
}

/// Where things are in the memory of a suspended function.
struct Places {
    /// By register.
    registers: FxHashMap<usize, u32>,
    /// By slot.
    slots: Vec<u32>,
}

/// All slots, then the registers that live across some suspension.
fn memory_layout(
    function: &Function,
    kept: &FxHashMap<usize, FixedBitSet>,
    layouts: &Layouts,
) -> (Layout, Places) {
    let mut any = FixedBitSet::with_capacity(function.registers.len());
    kept.values().for_each(|live| any.union_with(live));
    let mut pattern: Vec<CellKind> = Vec::new();
    let mut slots = Vec::new();
    let mut fields = Vec::new();
    let (mut bytes, mut align) = (0u64, 8);
    for slot in &function.slots {
        let layout = &layouts.program[slot.layout.index()];
        let offset = pattern.len() as u32;
        slots.push(offset);
        fields.push(FieldLayout {
            name: slot.name.clone(),
            offset,
            layout: slot.layout,
        });
        for _ in 0..layout.repeat {
            pattern.extend(layout.pattern.iter().copied());
        }
        align = align.max(layout.align);
        bytes = bytes.next_multiple_of(layout.align.max(1)) + layout.bytes;
    }
    let first = pattern.len() as u32;
    let registers = any.ones().zip(first..).collect();
    pattern.extend(any.ones().map(|reg| function.registers[reg]));
    let bytes = bytes.next_multiple_of(8) + any.count_ones(..) as u64 * 8;
    let layout = Layout {
        name: format!("{} state", function.name),
        bytes: bytes.max(pattern.len() as u64 * 8).next_multiple_of(align),
        pattern: pattern.into(),
        repeat: 1,
        align,
        zeros: Zeros::AsParts,
        pointee: None,
        niche: None,
        shape: Shape::Struct(fields),
    };
    (layout, Places { registers, slots })
}

struct Maker {
    /// The parameter that points to the frame.
    handle: Reg,
    /// The address of what lives across suspensions.
    memory: Reg,
    /// The frame's state, at the start.
    state: Reg,
    /// The first of the registers of a value that is not looked at.
    unlooked: Reg,
    /// By suspension, the registers that live across it.
    kept: FxHashMap<usize, FixedBitSet>,
    /// Where registers and slots are in memory.
    places: Places,
    layout: LayoutId,
    code: Vec<Inst>,
    spans: Vec<Span>,
    /// Where to go on, by state from 1 on.
    resumes: Vec<InstId>,
}

impl Maker {
    fn push(&mut self, inst: Inst, span: Span) {
        self.code.push(inst);
        self.spans.push(span);
    }

    fn load(&mut self, dst: Reg, from: Reg, offset: u32, span: Span) {
        let ptr = Operand::Reg(from);
        let cells = 1;
        self.push(
            Inst::Load {
                dst,
                ptr,
                offset,
                cells,
            },
            span,
        );
    }

    fn store(&mut self, to: Reg, offset: u32, src: Operand, span: Span) {
        let ptr = Operand::Reg(to);
        let cells = 1;
        self.push(
            Inst::Store {
                ptr,
                offset,
                src,
                cells,
            },
            span,
        );
    }

    /// The new code; where each old instruction (and the end) is in it.
    fn rewrite(&mut self, function: &Function) -> Vec<InstId> {
        self.enter(function.span);
        let mut starts = Vec::new();
        for (index, (inst, &span)) in function.code.iter().zip(&function.spans).enumerate() {
            starts.push(InstId::new(self.code.len()));
            match *inst {
                Inst::Call { dst, .. } if is_mark(inst) => {
                    self.keep(index, span);
                    self.suspension(function.returns, span);
                    self.restore(index, span);
                    self.load(dst, self.handle, frame::CANCELLED, span);
                }
                Inst::SlotAddr { dst, slot } => self.push(
                    Inst::Offset {
                        dst,
                        base: Operand::Reg(self.memory),
                        index: Operand::Const(0),
                        stride: 0,
                        offset: self.places.slots[slot.index()],
                    },
                    span,
                ),
                // Nothing tells that its cells are there still.
                Inst::SlotReset { .. } => {}
                _ => self.push(inst.clone(), span),
            }
        }
        starts.push(InstId::new(self.code.len()));
        starts
    }

    /// What comes before the body. The switch is completed in the end.
    fn enter(&mut self, span: Span) {
        self.load(self.state, self.handle, frame::STATE, span);
        self.push(Inst::Unreachable, span);
        let (dst, layout, count) = (self.memory, self.layout, Operand::Const(1));
        self.push(Inst::Alloc { dst, layout, count }, span);
        self.store(self.handle, frame::MEMORY, Operand::Reg(self.memory), span);
    }

    /// The registers that live across a suspension, and where they are kept.
    fn kept_at(&self, index: usize) -> Vec<(Reg, u32)> {
        let live = self.kept[&index].ones();
        live.map(|reg| (Reg::new(reg), self.places.registers[&reg]))
            .collect()
    }

    fn keep(&mut self, index: usize, span: Span) {
        for (reg, offset) in self.kept_at(index) {
            self.store(self.memory, offset, Operand::Reg(reg), span);
        }
    }

    fn restore(&mut self, index: usize, span: Span) {
        self.load(self.memory, self.handle, frame::MEMORY, span);
        // The frame's address, which the rest is found by, is the same as before.
        for (dst, offset) in self.kept_at(index) {
            self.load(dst, self.memory, offset, span);
        }
    }

    fn suspension(&mut self, returns: u32, span: Span) {
        let state = Operand::Const(self.resumes.len() as u64 + 1);
        self.store(self.handle, frame::STATE, state, span);
        self.store(self.handle, frame::SUSPENDED, Operand::Const(1), span);
        let src = self.unlooked;
        if returns > 0 {
            self.push(
                Inst::Zero {
                    dst: src,
                    cells: returns,
                },
                span,
            );
        }
        self.push(Inst::Return { src }, span);
        self.resumes.push(InstId::new(self.code.len()));
    }

    fn finish(mut self, mut function: Function, starts: &[InstId]) -> Function {
        let resumes = self.resumes.iter();
        let cases = resumes.enumerate().map(|(at, &to)| (at as u64 + 1, to));
        let cases: Box<[(u64, InstId)]> = cases.collect();
        let own: Vec<bool> = self.own(starts);
        for (inst, own) in self.code.iter_mut().zip(own) {
            if own {
                super::code::each_target(inst, |to| *to = starts[to.index()]);
            }
        }
        self.code[1] = Inst::Switch {
            value: Operand::Reg(self.state),
            cases,
            default: InstId(2),
        };
        let ends = [ScalarType::Ptr, ScalarType::U64];
        function.registers.extend(ends.map(CellKind::Scalar));
        let returns = function.returns as usize;
        function
            .registers
            .extend(std::iter::repeat_n(CellKind::Opaque, returns));
        function.code = self.code;
        function.spans = self.spans;
        function.slots.clear();
        let in_register = |home| matches!(home, VariableHome::Register(_));
        function.variables.retain(|one| in_register(one.home));
        for Landing {
            start, end, target, ..
        } in &mut function.landings
        {
            for at in [start, end, target] {
                *at = starts[at.index()];
            }
        }
        for (at, _) in &mut function.places {
            *at = starts[at.index()];
        }
        function
    }

    /// Which instructions stood in the body before, their targets still its own.
    fn own(&self, starts: &[InstId]) -> Vec<bool> {
        let mut own = vec![false; self.code.len()];
        for at in starts {
            if let Some(own) = own.get_mut(at.index()) {
                *own = true;
            }
        }
        own
    }
}
