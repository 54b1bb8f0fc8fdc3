//! Specialized instructions: what the fast loop runs without looking at the IR.

use crate::machine::Machine;
use crate::value;
use vscheck_ir::{
    BinOp, Inst, InstId, Intrinsic, Operand, Overflow, Program, Reg, ScalarType, UnOp,
};

/// One instruction in 16 bytes. `Slow` stands for everything that the fast loop leaves to the IR.
/// Suffix `R`: the right operand is a register; `C`: a constant, sign-extended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Slow,
    Const {
        dst: u32,
        value: u64,
    },
    Copy {
        dst: u32,
        src: u32,
    },
    CopyMany {
        dst: u32,
        src: u32,
        cells: u32,
    },
    Jump {
        to: u32,
    },
    Branch {
        cond: u32,
        then_to: u32,
        else_to: u32,
    },
    /// Arithmetic that leaves an overflow to the slow path.
    AddR {
        ty: Narrow,
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    AddC {
        ty: Narrow,
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    SubR {
        ty: Narrow,
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    MulR {
        ty: Narrow,
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    MulC {
        ty: Narrow,
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    Add64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    Add64C {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    AddU64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    AddU64C {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    SubU64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    SubU64C {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    Sub64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    Mul64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    MulU64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    WrapAdd64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    WrapAdd64C {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    WrapMul64R {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    AndR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    AndC {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    OrR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    XorR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    /// Division of unsigned values by a constant that is not zero.
    DivC {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    RemC {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    EqR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    /// Whether addresses are the same (or not): a view may be at the same place as something else.
    Same {
        dst: u32,
        lhs: u32,
        rhs: u32,
        same: bool,
    },
    EqC {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    NeR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    NeC {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    LtR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    LtC {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    LeR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    GeC {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    LtUR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    LtUC {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    LeUR {
        dst: u32,
        lhs: u32,
        rhs: u32,
    },
    GeUC {
        dst: u32,
        lhs: u32,
        rhs: i32,
    },
    Not {
        dst: u32,
        src: u32,
    },
    /// `as` between integers: nothing but a new width.
    Narrow {
        ty: ScalarType,
        dst: u32,
        src: u32,
    },
    CheckBoundsR {
        index: u32,
        len: u32,
    },
    CheckBoundsC {
        index: u32,
        len: u32,
    },
    OffsetR {
        stride: u16,
        dst: u32,
        base: u32,
        index: u32,
    },
    OffsetC {
        dst: u32,
        base: u32,
        by: i32,
    },
    SlotAddr {
        dst: u32,
        slot: u32,
    },
    Load {
        dst: u32,
        ptr: u32,
        offset: u32,
    },
    Store {
        ptr: u32,
        offset: u32,
        src: u32,
    },
    StoreC {
        ptr: u32,
        offset: u32,
        value: i32,
    },
    /// The same for several cells.
    LoadMany {
        dst: u32,
        ptr: u32,
        offset: u16,
        cells: u16,
    },
    StoreMany {
        src: u32,
        ptr: u32,
        offset: u16,
        cells: u16,
    },
    Zero {
        dst: u32,
        cells: u32,
    },
    SlotReset {
        slot: u32,
    },
    /// One of the function's tables says where to go.
    Switch {
        value: u32,
        table: u32,
    },
    /// Whether the thread is unwinding.
    IsPanicking {
        dst: u32,
    },
    /// A call, which the IR describes.
    Call,
    /// A return, which the IR describes.
    Return,
}

/// The ranges of the narrow integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Narrow {
    I8,
    I16,
    I32,
    U8,
    U16,
    U32,
}

impl Narrow {
    /// A sum, difference or product of two such values, if it fits.
    #[inline(always)]
    pub(crate) fn fit(self, value: i64) -> Option<u64> {
        let same = match self {
            Narrow::I8 => value as i8 as i64,
            Narrow::I16 => value as i16 as i64,
            Narrow::I32 => value as i32 as i64,
            Narrow::U8 => value as u8 as i64,
            Narrow::U16 => value as u16 as i64,
            Narrow::U32 => value as u32 as i64,
        };
        (same == value).then_some(value as u64)
    }

    fn of(ty: ScalarType) -> Option<Narrow> {
        Some(match ty {
            ScalarType::I8 => Narrow::I8,
            ScalarType::I16 => Narrow::I16,
            ScalarType::I32 => Narrow::I32,
            ScalarType::U8 => Narrow::U8,
            ScalarType::U16 => Narrow::U16,
            ScalarType::U32 => Narrow::U32,
            _ => return None,
        })
    }
}

/// The constant as a sign-extended immediate.
fn immediate(value: u64) -> Option<i32> {
    i32::try_from(value as i64).ok()
}

/// The next number of an immediate; none after the largest, which of unsigned ones looks like -1.
fn successor(value: i32, signed: bool) -> Option<i32> {
    value.checked_add(1).filter(|&next| signed || next != 0)
}

/// Where a switch goes.
#[derive(Debug)]
pub(crate) struct SwitchTable {
    /// By value, in no particular order.
    cases: Box<[(u64, u32)]>,
    default: u32,
}

impl SwitchTable {
    fn new(cases: &[(u64, InstId)], default: InstId) -> SwitchTable {
        SwitchTable {
            cases: cases.iter().map(|&(value, to)| (value, to.0)).collect(),
            default: default.0,
        }
    }

    /// Most have a case or two.
    #[inline(always)]
    pub(crate) fn target(&self, value: u64) -> u32 {
        let case = self.cases.iter().find(|case| case.0 == value);
        case.map_or(self.default, |case| case.1)
    }
}

/// The operations that the fast loop runs for the instructions of a function, and its switches.
pub(crate) fn specialize(program: &Program, code: &[Inst]) -> (Box<[Op]>, Box<[SwitchTable]>) {
    let mut tables = Vec::new();
    let ops = code.iter().map(|inst| match inst {
        Inst::Switch {
            value: Operand::Reg(value),
            cases,
            default,
        } if cases.len() <= MAX_CASES => {
            tables.push(SwitchTable::new(cases, *default));
            Op::Switch {
                value: value.0,
                table: tables.len() as u32 - 1,
            }
        }
        inst => specialize_opt(program, inst).unwrap_or(Op::Slow),
    });
    (ops.collect(), tables.into())
}

/// The most cases that are looked through one by one.
const MAX_CASES: usize = 8;

fn specialize_opt(program: &Program, inst: &Inst) -> Option<Op> {
    match *inst {
        Inst::Copy { dst, src, cells } => Some(copy(dst.0, src, cells)),
        Inst::Jump { to } => Some(Op::Jump { to: to.0 }),
        Inst::Branch {
            cond,
            then_to,
            else_to,
        } => {
            let (then_to, else_to) = (then_to.0, else_to.0);
            register(cond).map(|cond| Op::Branch {
                cond,
                then_to,
                else_to,
            })
        }
        Inst::Binary {
            op,
            ty,
            overflow,
            dst,
            lhs,
            rhs,
        } => binary(op, ty, overflow, dst.0, register(lhs)?, rhs),
        Inst::Unary { op, ty, dst, src } => {
            let is_not = op == UnOp::Not && ty == ScalarType::Bool;
            let src = register(src).filter(|_| is_not)?;
            Some(Op::Not { dst: dst.0, src })
        }
        Inst::Cast { from, to, dst, src } => {
            let src = register(src).filter(|_| is_integer(from) && is_integer(to))?;
            Some(Op::Narrow {
                ty: to,
                dst: dst.0,
                src,
            })
        }
        ref other => specialize_access(program, other),
    }
}

/// The same for addresses, memory, and what is never specialized.
fn specialize_access(program: &Program, inst: &Inst) -> Option<Op> {
    match *inst {
        Inst::CheckBounds { index, len } => check_bounds(register(index)?, len),
        Inst::Offset {
            dst,
            base,
            index,
            stride,
            offset,
        } => offset_op(dst.0, register(base)?, index, stride, offset),
        Inst::SlotAddr { dst, slot } => Some(Op::SlotAddr {
            dst: dst.0,
            slot: slot.0,
        }),
        Inst::Load {
            dst,
            ptr,
            offset,
            cells,
        } => {
            let (dst, ptr) = (dst.0, register(ptr)?);
            Some(match cells {
                1 => Op::Load { dst, ptr, offset },
                _ => Op::LoadMany {
                    dst,
                    ptr,
                    offset: offset.try_into().ok()?,
                    cells: cells.try_into().ok()?,
                },
            })
        }
        Inst::Store {
            ptr,
            offset,
            src,
            cells,
        } => {
            let ptr = register(ptr)?;
            match cells {
                1 => store(ptr, offset, src),
                _ => Some(Op::StoreMany {
                    src: register(src)?,
                    ptr,
                    offset: offset.try_into().ok()?,
                    cells: cells.try_into().ok()?,
                }),
            }
        }
        Inst::StaticAddr { dst, global } => (!program.statics[global.index()].thread_local)
            .then(|| constant(dst, Machine::static_address(global))),
        Inst::FuncAddr { dst, func } => Some(constant(dst, func.address())),
        Inst::VtableAddr { dst, vtable } => Some(constant(dst, value::of_vtable(vtable))),
        Inst::Zero { dst, cells: 1 } => Some(constant(dst, 0)),
        Inst::Zero { dst, cells } => Some(Op::Zero { dst: dst.0, cells }),
        Inst::SlotReset { slot } => Some(Op::SlotReset { slot: slot.0 }),
        Inst::Intrinsic {
            op: Intrinsic::IsPanicking,
            dst,
            ..
        } => Some(Op::IsPanicking { dst: dst.0 }),
        Inst::Call { .. } => Some(Op::Call),
        Inst::Return { .. } => Some(Op::Return),
        Inst::CopyMemory { .. } | Inst::Alloc { .. } | Inst::Free { .. } => None,
        Inst::Switch { .. } | Inst::Intrinsic { .. } | Inst::Sync { .. } => None,
        Inst::Panic { .. } | Inst::Catch { .. } | Inst::Resume => None,
        Inst::Abort | Inst::Unreachable => None,
        Inst::Copy { .. } | Inst::Jump { .. } | Inst::Branch { .. } => None,
        Inst::Binary { .. } | Inst::Unary { .. } | Inst::Cast { .. } => None,
    }
}

fn constant(dst: Reg, value: u64) -> Op {
    Op::Const { dst: dst.0, value }
}

fn store(ptr: u32, offset: u32, src: Operand) -> Option<Op> {
    Some(match src {
        Operand::Reg(src) => Op::Store {
            ptr,
            offset,
            src: src.0,
        },
        Operand::Const(value) => Op::StoreC {
            ptr,
            offset,
            value: immediate(value)?,
        },
    })
}

fn register(operand: Operand) -> Option<u32> {
    match operand {
        Operand::Reg(reg) => Some(reg.0),
        Operand::Const(_) => None,
    }
}

fn copy(dst: u32, src: Operand, cells: u32) -> Op {
    match src {
        Operand::Const(value) => Op::Const { dst, value },
        Operand::Reg(src) if cells == 1 => Op::Copy { dst, src: src.0 },
        Operand::Reg(src) => Op::CopyMany {
            dst,
            src: src.0,
            cells,
        },
    }
}

fn check_bounds(index: u32, len: Operand) -> Option<Op> {
    Some(match len {
        Operand::Reg(len) => Op::CheckBoundsR { index, len: len.0 },
        Operand::Const(len) => Op::CheckBoundsC {
            index,
            len: u32::try_from(len).ok()?,
        },
    })
}

fn is_integer(ty: ScalarType) -> bool {
    !ty.is_float() && !value::is_wide(ty)
}

fn offset_op(dst: u32, base: u32, index: Operand, stride: u32, offset: u32) -> Option<Op> {
    Some(match index {
        Operand::Const(index) => {
            let by = (index as i64)
                .checked_mul(stride as i64)?
                .checked_add(offset as i64)?;
            Op::OffsetC {
                dst,
                base,
                by: i32::try_from(by).ok()?,
            }
        }
        Operand::Reg(index) if offset == 0 => Op::OffsetR {
            stride: u16::try_from(stride).ok()?,
            dst,
            base,
            index: index.0,
        },
        Operand::Reg(_) => return None,
    })
}

fn binary(
    op: BinOp,
    ty: ScalarType,
    overflow: Overflow,
    dst: u32,
    lhs: u32,
    rhs: Operand,
) -> Option<Op> {
    if !is_integer(ty) {
        return None;
    }
    match rhs {
        Operand::Reg(rhs) => binary_registers(op, ty, overflow, dst, lhs, rhs.0),
        Operand::Const(value) => binary_constant(op, ty, overflow, dst, lhs, immediate(value)?),
    }
}

fn binary_registers(
    op: BinOp,
    ty: ScalarType,
    overflow: Overflow,
    dst: u32,
    lhs: u32,
    rhs: u32,
) -> Option<Op> {
    let signed = value::is_signed(ty);
    let narrow = Narrow::of(ty);
    let panics = overflow == Overflow::Panic;
    if ty == ScalarType::Ptr {
        let same = op == BinOp::Eq;
        let compared = Op::Same {
            dst,
            lhs,
            rhs,
            same,
        };
        return (same || op == BinOp::Ne).then_some(compared);
    }
    Some(match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul if narrow.is_some() => {
            let ty = narrow?;
            match op {
                BinOp::Add => Op::AddR { ty, dst, lhs, rhs },
                BinOp::Sub => Op::SubR { ty, dst, lhs, rhs },
                _ => Op::MulR { ty, dst, lhs, rhs },
            }
        }
        BinOp::Add if !panics => Op::WrapAdd64R { dst, lhs, rhs },
        BinOp::Add if signed => Op::Add64R { dst, lhs, rhs },
        BinOp::Add => Op::AddU64R { dst, lhs, rhs },
        BinOp::Sub if signed => Op::Sub64R { dst, lhs, rhs },
        BinOp::Sub => Op::SubU64R { dst, lhs, rhs },
        BinOp::Mul if !panics => Op::WrapMul64R { dst, lhs, rhs },
        BinOp::Mul if signed => Op::Mul64R { dst, lhs, rhs },
        BinOp::Mul => Op::MulU64R { dst, lhs, rhs },
        BinOp::BitAnd => Op::AndR { dst, lhs, rhs },
        BinOp::BitOr => Op::OrR { dst, lhs, rhs },
        BinOp::BitXor => Op::XorR { dst, lhs, rhs },
        BinOp::Eq => Op::EqR { dst, lhs, rhs },
        BinOp::Ne => Op::NeR { dst, lhs, rhs },
        BinOp::Lt if signed => Op::LtR { dst, lhs, rhs },
        BinOp::Lt => Op::LtUR { dst, lhs, rhs },
        BinOp::Le if signed => Op::LeR { dst, lhs, rhs },
        BinOp::Le => Op::LeUR { dst, lhs, rhs },
        BinOp::Gt if signed => Op::LtR {
            dst,
            lhs: rhs,
            rhs: lhs,
        },
        BinOp::Gt => Op::LtUR {
            dst,
            lhs: rhs,
            rhs: lhs,
        },
        BinOp::Ge if signed => Op::LeR {
            dst,
            lhs: rhs,
            rhs: lhs,
        },
        BinOp::Ge => Op::LeUR {
            dst,
            lhs: rhs,
            rhs: lhs,
        },
        BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr => return None,
    })
}

fn binary_constant(
    op: BinOp,
    ty: ScalarType,
    overflow: Overflow,
    dst: u32,
    lhs: u32,
    rhs: i32,
) -> Option<Op> {
    let signed = value::is_signed(ty);
    let narrow = Narrow::of(ty);
    let panics = overflow == Overflow::Panic;
    Some(match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul if narrow.is_some() => {
            let ty = narrow?;
            match op {
                BinOp::Add => Op::AddC { ty, dst, lhs, rhs },
                BinOp::Sub => {
                    let rhs = rhs.checked_neg()?;
                    Op::AddC { ty, dst, lhs, rhs }
                }
                _ => Op::MulC { ty, dst, lhs, rhs },
            }
        }
        BinOp::Add if !panics => Op::WrapAdd64C { dst, lhs, rhs },
        BinOp::Add if signed => Op::Add64C { dst, lhs, rhs },
        BinOp::Add => Op::AddU64C { dst, lhs, rhs },
        BinOp::Sub if signed => {
            let rhs = rhs.checked_neg()?;
            Op::Add64C { dst, lhs, rhs }
        }
        BinOp::Sub => Op::SubU64C { dst, lhs, rhs },
        BinOp::BitAnd => Op::AndC { dst, lhs, rhs },
        BinOp::Eq => Op::EqC { dst, lhs, rhs },
        BinOp::Ne => Op::NeC { dst, lhs, rhs },
        BinOp::Lt if signed => Op::LtC { dst, lhs, rhs },
        BinOp::Lt => Op::LtUC { dst, lhs, rhs },
        // A bound that is in becomes the next one that is out.
        BinOp::Le => {
            let rhs = successor(rhs, signed)?;
            return binary_constant(BinOp::Lt, ty, overflow, dst, lhs, rhs);
        }
        BinOp::Gt => {
            let rhs = successor(rhs, signed)?;
            return binary_constant(BinOp::Ge, ty, overflow, dst, lhs, rhs);
        }
        BinOp::Ge if signed => Op::GeC { dst, lhs, rhs },
        BinOp::Ge => Op::GeUC { dst, lhs, rhs },
        BinOp::Div if !signed && rhs > 0 => Op::DivC {
            dst,
            lhs,
            rhs: rhs as u32,
        },
        BinOp::Rem if !signed && rhs > 0 => Op::RemC {
            dst,
            lhs,
            rhs: rhs as u32,
        },
        BinOp::Mul
        | BinOp::BitOr
        | BinOp::BitXor
        | BinOp::Div
        | BinOp::Rem
        | BinOp::Shl
        | BinOp::Shr => {
            return None;
        }
    })
}
