//! The instruction set: data only. A change to this file is a change of the language.
//!
//! A function is a flat list of instructions over registers, one scalar a register; a value of more
//! cells takes consecutive registers. Jump targets are instruction indexes. Locals whose address is
//! taken live in *slots* (stack memory), everything else in registers.

use crate::action::Action;
use crate::intrinsic::Intrinsic;
use crate::layout::LayoutId;
use crate::program::{FuncId, InstId, Reg, SignatureId, SlotId, StaticId, TraitObjectId, VtableId};
use serde::{Deserialize, Serialize};

/// A scalar type. `usize`/`isize` are `U64`/`I64`. A register or cell keeps an integer extended to
/// 64 bits by its own sign, `bool` as 0 or 1, `char` as its code point, floats as their bits (`F32`
/// in the low half). 128-bit integers take two registers, low half first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ScalarType {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `i128`.
    I128,
    /// `u8`.
    U8,
    /// `u16`.
    U16,
    /// `u32`.
    U32,
    /// `u64`.
    U64,
    /// `u128`.
    U128,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// An address: object and offset in cells, packed. 0 is null.
    Ptr,
    /// The address of a function ([`FuncId::address`]), which is no object's; 0 is none.
    Func,
    /// 1 + a [`VtableId`]; 0 is none.
    Vtable,
}

impl ScalarType {
    /// Registers (and cells) a value takes.
    pub fn cells(self) -> u32 {
        if matches!(self, ScalarType::I128 | ScalarType::U128) {
            2
        } else {
            1
        }
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, ScalarType::F32 | ScalarType::F64)
    }
}

/// A source of one scalar (or, as a register, the first of several).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A constant, represented as [`ScalarType`] says. For 128-bit types it is sign- or
    /// zero-extended; other values are built in registers.
    Const(u64),
}

/// An argument of a call: `cells` registers from `src` on (a constant is one cell).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arg {
    /// Where it comes from.
    pub src: Operand,
    /// How many cells it has; arguments are laid one after another into the callee's registers.
    pub cells: u32,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnOp {
    /// Two's complement or float negation; wraps (the overflow check is a branch of its own).
    Neg,
    /// Bitwise complement, or logical for `Bool`.
    Not,
}

/// Binary operators. Comparisons give a `Bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BinOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// The right operand is an integer of at most 64 bits.
    Shl,
    /// The right operand is an integer of at most 64 bits. Arithmetic for signed types.
    Shr,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
}

impl BinOp {
    /// Whether an operation on this type can panic.
    pub fn can_panic(self, ty: ScalarType, overflow: Overflow) -> bool {
        match self {
            _ if ty.is_float() => false,
            BinOp::Div | BinOp::Rem => true,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl | BinOp::Shr => {
                overflow == Overflow::Panic
            }
            BinOp::BitAnd
            | BinOp::BitOr
            | BinOp::BitXor
            | BinOp::Eq
            | BinOp::Ne
            | BinOp::Lt
            | BinOp::Le
            | BinOp::Gt
            | BinOp::Ge => false,
        }
    }
}

/// What an integer operation does when its result does not fit (or a shift amount is too large).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Overflow {
    /// Wraps (shift amounts are masked). Division by zero and `MIN / -1` still panic.
    Wrap,
    /// Calls [`crate::program::LangFunctions::panic_arithmetic`].
    Panic,
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Callee {
    /// A function known statically.
    Function(FuncId),
    /// A function pointer.
    Pointer {
        /// A `Func` scalar.
        pointer: Operand,
        /// The signature that the type of the pointer has.
        signature: Option<SignatureId>,
    },
    /// Method `slot` of the vtable in this register.
    Virtual {
        /// A `Vtable` scalar.
        vtable: Operand,
        /// The type of the receiver, which is that of the vtable.
        object: TraitObjectId,
        /// Index into [`crate::program::Vtable::methods`].
        slot: u32,
    },
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Inst {
    /// Copies `cells` registers (they do not overlap). A constant goes with `cells == 1`.
    Copy {
        /// First destination.
        dst: Reg,
        /// First source.
        src: Operand,
        /// How many.
        cells: u32,
    },
    /// Sets `cells` registers to zero.
    Zero {
        /// First destination.
        dst: Reg,
        /// How many.
        cells: u32,
    },
    /// `dst = op src`.
    Unary {
        /// Operator.
        op: UnOp,
        /// Operand and result type.
        ty: ScalarType,
        /// Destination.
        dst: Reg,
        /// Operand.
        src: Operand,
    },
    /// `dst = lhs op rhs`.
    Binary {
        /// Operator.
        op: BinOp,
        /// Type of `lhs`; also of `rhs` (except for shifts) and of the result (except for comparisons).
        ty: ScalarType,
        /// What an overflow does.
        overflow: Overflow,
        /// Destination.
        dst: Reg,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// An `as` cast between scalars: truncates, extends, saturates from floats, reinterprets pointers.
    Cast {
        /// Source type.
        from: ScalarType,
        /// Destination type.
        to: ScalarType,
        /// Destination.
        dst: Reg,
        /// Operand.
        src: Operand,
    },
    /// The address of a slot of this frame.
    SlotAddr {
        /// Destination.
        dst: Reg,
        /// The slot.
        slot: SlotId,
    },
    /// The slot's variable goes out of (or comes into) scope: its cells become uninitialized.
    SlotReset {
        /// The slot.
        slot: SlotId,
    },
    /// The address of a static, or of this thread's instance of a thread-local one.
    StaticAddr {
        /// Destination.
        dst: Reg,
        /// The static.
        global: StaticId,
    },
    /// A function as a value.
    FuncAddr {
        /// Destination.
        dst: Reg,
        /// The function.
        func: FuncId,
    },
    /// A vtable as a value.
    VtableAddr {
        /// Destination.
        dst: Reg,
        /// The vtable.
        vtable: VtableId,
    },
    /// `dst = base + index * stride + offset`, in cells; the address of a field or an element. No
    /// bounds are checked here: an access through a bad address is what is wrong.
    Offset {
        /// Destination.
        dst: Reg,
        /// A pointer.
        base: Operand,
        /// A signed element index.
        index: Operand,
        /// Cells an element.
        stride: u32,
        /// Cells to the field.
        offset: u32,
    },
    /// Panics through [`crate::program::LangFunctions::panic_bounds`] unless `index < len` (unsigned).
    CheckBounds {
        /// The index.
        index: Operand,
        /// The length.
        len: Operand,
    },
    /// Reads `cells` cells at `ptr + offset` into registers.
    Load {
        /// First destination.
        dst: Reg,
        /// A pointer.
        ptr: Operand,
        /// Cells past the pointer.
        offset: u32,
        /// How many.
        cells: u32,
    },
    /// Writes `cells` registers (or one constant) to `ptr + offset`.
    Store {
        /// A pointer.
        ptr: Operand,
        /// Cells past the pointer.
        offset: u32,
        /// First source.
        src: Operand,
        /// How many.
        cells: u32,
    },
    /// Moves `count * stride` cells from one place in memory to another; they may overlap.
    CopyMemory {
        /// Destination pointer.
        dst: Operand,
        /// Source pointer.
        src: Operand,
        /// Elements.
        count: Operand,
        /// Cells an element.
        stride: u32,
    },
    /// Allocates `count` elements of a layout, uninitialized.
    Alloc {
        /// Receives the address.
        dst: Reg,
        /// Element type.
        layout: LayoutId,
        /// How many elements.
        count: Operand,
    },
    /// Frees an allocation by the address of its first cell.
    Free {
        /// The address.
        ptr: Operand,
    },
    /// Goes on at `to`.
    Jump {
        /// Target.
        to: InstId,
    },
    /// Two-way branch on a `Bool`.
    Branch {
        /// Condition.
        cond: Operand,
        /// Target where true.
        then_to: InstId,
        /// Target where false.
        else_to: InstId,
    },
    /// Many-way branch; cases are distinct and sorted.
    Switch {
        /// What is compared (one cell).
        value: Operand,
        /// Value and target.
        cases: Box<[(u64, InstId)]>,
        /// Target where none matches.
        default: InstId,
    },
    /// Calls; the result lands in consecutive registers from `dst`.
    Call {
        /// Who.
        callee: Callee,
        /// With what.
        args: Box<[Arg]>,
        /// Where the result goes (as many registers as the callee returns).
        dst: Reg,
    },
    /// Returns [`crate::Function::returns`] registers from `src` on.
    Return {
        /// First register.
        src: Reg,
    },
    /// A native helper of the library models; touches no other thread. Never a scheduling point.
    Intrinsic {
        /// Which.
        op: Intrinsic,
        /// First destination register.
        dst: Reg,
        /// Scalars.
        args: Box<[Operand]>,
    },
    /// A concurrency action: the only instructions at which other threads may be scheduled.
    Sync {
        /// Which.
        action: Action,
        /// First destination register.
        dst: Reg,
        /// Scalars, as [`Action`] documents.
        args: Box<[Operand]>,
        /// False where nothing in the program can tell when it happens (see [`Action`], *movers*):
        /// it then runs with the operation before it.
        visible: bool,
    },
    /// Starts unwinding. The payload is a `Box<dyn Any + Send>`; the message is a `str` for reports.
    /// Where no `Catch` landing stands on the stack (a thread's own boundary does not count), this is a
    /// bug. Panicking while unwinding aborts.
    Panic {
        /// Payload address.
        payload: Operand,
        /// Payload vtable.
        vtable: Operand,
        /// Address of the message's first byte cell.
        message: Operand,
        /// Bytes in the message.
        len: Operand,
    },
    /// First instruction of a `Catch` landing: ends the unwinding; payload address and vtable go to
    /// `dst` and the register after.
    Catch {
        /// First of two registers.
        dst: Reg,
    },
    /// Last instruction of a cleanup landing: goes on unwinding in the caller.
    Resume,
    /// Ends the process abnormally (`process::abort`, a panic in a drop during unwinding).
    Abort,
    /// Cannot be reached in a program without undefined behaviour.
    Unreachable,
}

impl Inst {
    /// Whether it does nothing but compute registers from registers.
    pub fn is_pure(&self) -> bool {
        match self {
            Inst::Copy { .. }
            | Inst::Zero { .. }
            | Inst::Unary { .. }
            | Inst::Cast { .. }
            | Inst::SlotAddr { .. }
            | Inst::StaticAddr { .. }
            | Inst::FuncAddr { .. }
            | Inst::VtableAddr { .. }
            | Inst::Offset { .. } => true,
            Inst::Binary {
                op, ty, overflow, ..
            } => !op.can_panic(*ty, *overflow),
            Inst::Intrinsic { op, .. } => *op == Intrinsic::ToPrint,
            Inst::SlotReset { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::CopyMemory { .. }
            | Inst::CheckBounds { .. }
            | Inst::Alloc { .. }
            | Inst::Free { .. }
            | Inst::Sync { .. }
            | Inst::Call { .. }
            | Inst::Return { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Panic { .. }
            | Inst::Catch { .. }
            | Inst::Resume
            | Inst::Abort
            | Inst::Unreachable => false,
        }
    }

    /// Of an address at a constant distance from another one: its register, the other one, and the cells
    /// between them.
    pub fn constant_offset(&self) -> Option<(Reg, Operand, i64)> {
        let Inst::Offset {
            dst,
            base,
            index: Operand::Const(index),
            stride,
            offset,
        } = *self
        else {
            return None;
        };
        let elements = (index as i64).wrapping_mul(stride.into());
        Some((dst, base, elements.wrapping_add(offset.into())))
    }
}
