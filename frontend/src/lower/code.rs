//! A function under construction: blocks of instructions and of operations whose meaning is only
//! known at the end (drops depend on all moves). Jump targets in blocks are block numbers.

use crate::lower::path::MovePath;
use crate::ty::Ty;
use vscheck_ir::program::Slot;
use vscheck_ir::{
    Arg, CellKind, Inst, InstId, Intrinsic, LandingKind, LayoutId, Operand, Reg, ScalarType,
    SlotId, Span, entity,
};

entity! {
    /// A block of a function under construction.
    BlockId, "b"
}

impl BlockId {
    /// The block as a jump target of an instruction under construction.
    pub fn target(self) -> InstId {
        InstId(self.0)
    }
}

/// One operation of a block.
#[derive(Clone, Debug)]
pub enum Op {
    /// An instruction; its targets are block numbers.
    Inst(Inst),
    /// The value at a path is there from here on.
    Init(MovePath),
    /// The value at a path has been moved away.
    Move(MovePath),
    /// Drops what is still there, then goes on at a block. Last operation of its block.
    Drop(DropOp),
}

/// A drop of a place in memory.
#[derive(Clone, Debug)]
pub struct DropOp {
    /// Whose parts may have been moved; none for places that are always there.
    pub path: Option<MovePath>,
    /// Address.
    pub ptr: Operand,
    /// Cells past the address.
    pub offset: u32,
    /// Length or vtable of an unsized value.
    pub meta: Option<Operand>,
    /// The type.
    pub ty: Ty,
    /// Where it goes on.
    pub target: BlockId,
}

/// An operation with what stands beside it.
#[derive(Clone, Debug)]
pub struct Item {
    /// What.
    pub op: Op,
    /// Where from.
    pub span: Span,
    /// Where a panic inside goes on.
    pub landing: Option<(BlockId, LandingKind)>,
    /// The receiver's source, of calls that may be on shared objects.
    pub place: Option<Span>,
}

/// A list of operations; the last one leaves the block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The operations.
    pub items: Vec<Item>,
    /// Only reached by unwinding.
    pub cleanup: bool,
}

/// A function under construction.
#[derive(Debug, Default)]
pub struct Code {
    /// What each register holds.
    pub registers: Vec<CellKind>,
    /// Stack slots.
    pub slots: Vec<Slot>,
    /// Blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// Where operations go.
    pub current: BlockId,
    /// Span of the operations to come.
    pub span: Span,
    /// Nothing reaches what comes next: it is not emitted.
    pub dead: bool,
    /// Addresses of slots known in the current block.
    addresses: Vec<(SlotId, Reg)>,
    /// What uninitialized cells hold.
    uninit: u64,
}

/// Calls a function on each target of an instruction.
pub fn each_target(inst: &mut Inst, mut visit: impl FnMut(&mut InstId)) {
    match inst {
        Inst::Jump { to } => visit(to),
        Inst::Branch {
            then_to, else_to, ..
        } => {
            visit(then_to);
            visit(else_to);
        }
        Inst::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, to)| visit(to));
            visit(default);
        }
        _ => {}
    }
}

impl Code {
    /// An empty function with an entry block.
    pub fn new(span: Span, uninit: u64) -> Code {
        Code {
            uninit,
            blocks: vec![Block::default()],
            span,
            ..Code::default()
        }
    }

    /// A new register.
    pub fn reg(&mut self, ty: ScalarType) -> Reg {
        self.reg_of(CellKind::Scalar(ty))
    }

    /// A new register for a kind of cell.
    pub fn reg_of(&mut self, kind: CellKind) -> Reg {
        self.registers.push(kind);
        Reg::new(self.registers.len() - 1)
    }

    /// Consecutive registers.
    pub fn regs(&mut self, kinds: impl Iterator<Item = CellKind>) -> Reg {
        let first = Reg::new(self.registers.len());
        self.registers.extend(kinds);
        first
    }

    /// A value on its way to be printed.
    pub fn to_print(&mut self, value: Arg) -> Arg {
        let Operand::Reg(src) = value.src else {
            return value;
        };
        let kinds = (0..value.cells).map(|cell| self.registers[(src.0 + cell) as usize]);
        let kinds: Vec<CellKind> = kinds.collect();
        let dst = self.regs(kinds.into_iter());
        for cell in 0..value.cells {
            self.emit(Inst::Intrinsic {
                op: Intrinsic::ToPrint,
                dst: Reg(dst.0 + cell),
                args: [Operand::Reg(Reg(src.0 + cell))].into(),
            });
        }
        Arg {
            src: Operand::Reg(dst),
            cells: value.cells,
        }
    }

    /// A new slot.
    pub fn slot(&mut self, name: &str, layout: LayoutId) -> SlotId {
        self.slots.push(Slot {
            name: name.to_string(),
            layout,
            fixed: false,
        });
        SlotId::new(self.slots.len() - 1)
    }

    /// Says that nobody may change what was once written to a slot.
    pub fn fix_slot(&mut self, slot: SlotId) {
        self.slots[slot.index()].fixed = true;
    }

    /// A new block.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId::new(self.blocks.len() - 1)
    }

    /// A new block that only unwinding reaches.
    pub fn cleanup_block(&mut self) -> BlockId {
        let block = self.block();
        self.blocks[block.index()].cleanup = true;
        block
    }

    /// A new block that only unwinding reaches if that is so of the current one.
    pub fn sibling_block(&mut self) -> BlockId {
        let block = self.block();
        self.blocks[block.index()].cleanup = self.blocks[self.current.index()].cleanup;
        block
    }

    /// Goes on in a block.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
        self.dead = false;
        self.addresses.clear();
    }

    /// Adds an operation.
    pub fn push(&mut self, op: Op, landing: Option<(BlockId, LandingKind)>) {
        if self.dead {
            return;
        }
        let item = Item {
            op,
            span: self.span,
            landing,
            place: None,
        };
        self.blocks[self.current.index()].items.push(item);
    }

    /// Adds an instruction that cannot panic.
    pub fn emit(&mut self, inst: Inst) {
        self.push(Op::Inst(inst), None);
    }

    /// Notes the receiver of the operation added last.
    pub fn note_place(&mut self, place: Option<Span>) {
        if self.dead {
            return;
        }
        if let Some(item) = self.blocks[self.current.index()].items.last_mut() {
            item.place = place;
        }
    }

    /// Jumps to a block; what follows is unreachable until [`Code::switch_to`].
    pub fn jump(&mut self, to: BlockId) {
        self.terminate(Inst::Jump { to: to.target() });
    }

    /// Leaves the block; what follows is unreachable until [`Code::switch_to`].
    pub fn terminate(&mut self, inst: Inst) {
        self.emit(inst);
        self.dead = true;
    }

    /// Whoever comes here ends the search: what stands here is not accepted.
    pub fn stop(&mut self, reason: u32) {
        self.emit(Inst::Intrinsic {
            op: Intrinsic::Unsupported,
            dst: Reg(0),
            args: Box::new([Operand::Const(reason.into())]),
        });
        self.terminate(Inst::Unreachable);
    }

    /// Branches; goes on nowhere.
    pub fn branch(&mut self, cond: Operand, then_to: BlockId, else_to: BlockId) {
        match cond {
            Operand::Const(0) => self.jump(else_to),
            Operand::Const(_) => self.jump(then_to),
            Operand::Reg(_) => self.terminate(Inst::Branch {
                cond,
                then_to: then_to.target(),
                else_to: else_to.target(),
            }),
        }
    }

    /// The address of a slot.
    pub fn slot_address(&mut self, slot: SlotId) -> Operand {
        if let Some((_, reg)) = self.addresses.iter().find(|(known, _)| *known == slot) {
            return Operand::Reg(*reg);
        }
        let dst = self.reg(ScalarType::Ptr);
        self.emit(Inst::SlotAddr { dst, slot });
        if !self.dead {
            self.addresses.push((slot, dst));
        }
        Operand::Reg(dst)
    }

    /// Copies a value into registers.
    pub fn copy(&mut self, dst: Reg, value: Arg) {
        if value.cells > 0 && value.src != Operand::Reg(dst) {
            self.emit(Inst::Copy {
                dst,
                src: value.src,
                cells: value.cells,
            });
        }
    }

    /// Makes registers uninitialized: one first, and then as many more as are so already.
    pub fn uninitialized(&mut self, dst: Reg, cells: u32) {
        let mut src = Operand::Const(self.uninit);
        let mut done = 0;
        while done < cells {
            let more = done.max(1).min(cells - done);
            self.emit(Inst::Copy {
                dst: Reg(dst.0 + done),
                src,
                cells: more,
            });
            done += more;
            src = Operand::Reg(dst);
        }
    }

    /// `base + offset` in cells.
    pub fn offset(&mut self, base: Operand, offset: u32) -> Operand {
        if offset == 0 {
            return base;
        }
        self.element(base, Operand::Const(0), 0, offset)
    }

    /// `base + index * stride + offset` in cells.
    pub fn element(&mut self, base: Operand, index: Operand, stride: u32, offset: u32) -> Operand {
        let dst = self.reg(ScalarType::Ptr);
        self.emit(Inst::Offset {
            dst,
            base,
            index,
            stride,
            offset,
        });
        Operand::Reg(dst)
    }
}

/// No cells.
pub const UNIT: Arg = Arg {
    src: Operand::Const(0),
    cells: 0,
};

/// A value of one cell.
pub fn scalar(src: Operand) -> Arg {
    Arg { src, cells: 1 }
}

/// Some cells of a value.
pub fn part(value: Arg, offset: u32, cells: u32) -> Arg {
    match value.src {
        _ if cells == 0 => UNIT,
        Operand::Reg(reg) => Arg {
            src: Operand::Reg(Reg(reg.0 + offset)),
            cells,
        },
        Operand::Const(_) => Arg {
            src: value.src,
            cells,
        },
    }
}

/// One cell of a value.
pub fn cell(value: Arg, index: u32) -> Operand {
    part(value, index, 1).src
}
