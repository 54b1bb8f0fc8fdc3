//! `transmute` between types whose cells differ: by way of the bytes, in little-endian order.

use crate::diagnostic::Result;
use crate::lower::code::cell;
use crate::lower::lower::Lower;
use crate::mono::layout::{Parts, TypeLayout};
use crate::ty::{Ty, TyKind};
use std::rc::Rc;
use vscheck_ir::{Arg, BinOp, CellKind, Inst, Operand, Reg, ScalarType};

/// A scalar of a value: its cell, and its bytes.
#[derive(Clone, Copy)]
struct Leaf {
    cell: u32,
    at: u64,
    bytes: u64,
    ty: ScalarType,
}

impl Leaf {
    fn end(self) -> u64 {
        self.at + self.bytes
    }
}

/// Bytes of a cell of this type; `None` for what has no bytes of its own.
fn bytes_of(kind: CellKind) -> Option<(ScalarType, u64)> {
    use ScalarType::{Bool, Char, F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128};
    let CellKind::Scalar(ty) = kind else {
        return None;
    };
    Some(match ty {
        Bool | I8 | U8 => (ty, 1),
        I16 | U16 => (ty, 2),
        I32 | U32 | F32 | Char => (ty, 4),
        I64 | U64 | F64 => (ty, 8),
        // The two halves.
        I128 | U128 => (U64, 8),
        ScalarType::Ptr | ScalarType::Func | ScalarType::Vtable => return None,
    })
}

/// The unsigned integer type with a scalar's bits.
fn unsigned(ty: ScalarType) -> ScalarType {
    match bytes_of(CellKind::Scalar(ty)) {
        Some((_, 1)) => ScalarType::U8,
        Some((_, 2)) => ScalarType::U16,
        Some((_, 4)) => ScalarType::U32,
        _ => ScalarType::U64,
    }
}

impl Lower<'_> {
    /// The value's bytes as another type of the same size; `None` where it has parts whose place in
    /// bytes is not known.
    pub(super) fn transmute_bytes(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Option<Arg>> {
        let (Some(source), Some(target)) = (self.leaves_of(from)?, self.leaves_of(to)?) else {
            return Ok(None);
        };
        if self.mono.layout(from)?.size.bytes != self.mono.layout(to)?.size.bytes {
            return Ok(None);
        }
        let result = self.regs(to)?;
        let Operand::Reg(first) = result.src else {
            return Ok(Some(result));
        };
        for leaf in target {
            let bits = self.gather(value, &source, leaf);
            self.cast_into(bits, leaf.ty, Reg(first.0 + leaf.cell));
        }
        Ok(Some(result))
    }

    fn leaves_of(&mut self, ty: Ty) -> Result<Option<Vec<Leaf>>> {
        let mut leaves = Vec::new();
        let known = self.add_leaves(ty, (0, 0), &mut leaves)?;
        Ok(known.then_some(leaves))
    }

    /// Adds the scalars of a type from a cell and byte on; says whether all are known.
    fn add_leaves(&mut self, ty: Ty, at: (u32, u64), leaves: &mut Vec<Leaf>) -> Result<bool> {
        let layout = self.mono.layout(ty)?;
        match &layout.parts {
            Parts::Scalar => Ok(add_scalar(&layout, at, leaves)),
            Parts::Array {
                element,
                stride,
                len,
            } => {
                let bytes = self.mono.layout(*element)?.size.bytes;
                for index in 0..*len {
                    let at = (at.0 + index as u32 * stride, at.1 + index * bytes);
                    if !self.add_leaves(*element, at, leaves)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Parts::Fields(fields) if self.is_union_type(ty) => {
                // `MaybeUninit` and its like: one field with cells.
                let types = fields.types.clone();
                let mut whole = None;
                for &ty in types.iter() {
                    if self.mono.cells(ty)? > 0 && whole.replace(ty).is_some() {
                        return Ok(false);
                    }
                }
                whole.map_or(Ok(true), |ty| self.add_leaves(ty, at, leaves))
            }
            Parts::Fields(fields) => {
                let fields = fields.clone();
                self.add_fields(&layout, &fields.offsets, &fields.types, at, leaves)
            }
            Parts::Enum { .. } => Ok(false),
        }
    }

    fn is_union_type(&self, ty: Ty) -> bool {
        match ty.kind() {
            TyKind::Adt(def, _) => self.is_union(*def),
            _ => false,
        }
    }

    /// Fields in the order in which they stand: where that is not the order in memory, the sizes differ
    /// or only fields of one size change places.
    fn add_fields(
        &mut self,
        layout: &TypeLayout,
        offsets: &[u32],
        types: &Rc<Vec<Ty>>,
        at: (u32, u64),
        leaves: &mut Vec<Leaf>,
    ) -> Result<bool> {
        let mut end = 0u64;
        for (&offset, &ty) in offsets.iter().zip(types.iter()) {
            let size = self.mono.layout(ty)?.size;
            end = end.next_multiple_of(size.align.min(layout.size.align));
            if !self.add_leaves(ty, (at.0 + offset, at.1 + end), leaves)? {
                return Ok(false);
            }
            end += size.bytes;
        }
        Ok(end.next_multiple_of(layout.size.align) == layout.size.bytes)
    }

    /// The bits of a leaf, put together from the leaves of another type.
    fn gather(&mut self, value: Arg, source: &[Leaf], wanted: Leaf) -> Operand {
        let mut bits = Operand::Const(0);
        for &leaf in source {
            let (from, to) = (leaf.at.max(wanted.at), leaf.end().min(wanted.end()));
            if from >= to {
                continue;
            }
            let whole = self.widened(cell(value, leaf.cell), leaf.ty);
            let moved = self.moved_by(BinOp::Shr, whole, from - leaf.at);
            let part = self.kept(moved, to - from);
            let part = self.moved_by(BinOp::Shl, part, from - wanted.at);
            bits = match bits {
                Operand::Const(0) => part,
                bits => self.arithmetic(BinOp::BitOr, ScalarType::U64, bits, part),
            };
        }
        bits
    }

    /// A scalar's bits as a `u64`.
    fn widened(&mut self, src: Operand, ty: ScalarType) -> Operand {
        let bits = unsigned(ty);
        let narrow = self.op(bits, |dst| Inst::Cast {
            from: integer(ty),
            to: bits,
            dst,
            src,
        });
        self.op(ScalarType::U64, |dst| Inst::Cast {
            from: bits,
            to: ScalarType::U64,
            dst,
            src: narrow,
        })
    }

    fn moved_by(&mut self, op: BinOp, value: Operand, bytes: u64) -> Operand {
        match bytes {
            0 => value,
            _ => self.arithmetic(op, ScalarType::U64, value, Operand::Const(bytes * 8)),
        }
    }

    /// The low bytes of a number.
    fn kept(&mut self, value: Operand, bytes: u64) -> Operand {
        match bytes {
            8.. => value,
            _ => {
                let mask = Operand::Const((1 << (bytes * 8)) - 1);
                self.arithmetic(BinOp::BitAnd, ScalarType::U64, value, mask)
            }
        }
    }

    /// Low bits as a scalar.
    fn cast_into(&mut self, src: Operand, ty: ScalarType, dst: Reg) {
        self.code.emit(Inst::Cast {
            from: ScalarType::U64,
            to: integer(ty),
            dst,
            src,
        });
    }
}

/// The integer type that a scalar's bits are kept as: its own sign, if it has one.
fn integer(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::I8 | ScalarType::I16 | ScalarType::I32 | ScalarType::I64 => ty,
        other => unsigned(other),
    }
}

/// Adds the cells of a scalar; says whether its bytes are known.
fn add_scalar(layout: &TypeLayout, at: (u32, u64), leaves: &mut Vec<Leaf>) -> bool {
    let mut end = at.1;
    for (index, kind) in layout.kinds().enumerate() {
        let Some((ty, bytes)) = bytes_of(kind) else {
            return false;
        };
        let cell = at.0 + index as u32;
        leaves.push(Leaf {
            cell,
            at: end,
            bytes,
            ty,
        });
        end += bytes;
    }
    true
}
