//! `as`.

use super::code::{UNIT, cell, part, scalar};
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::hir::ExprId;
use crate::mono::layout::{Meta, Parts, scalar_of};
use crate::ty::{Ty, TyKind};
use vscheck_ir::{Arg, CellKind, Inst, Intrinsic, Operand, ScalarType};

/// Whether cells of these types with the same bytes hold the same.
fn represented_alike(a: ScalarType, b: ScalarType) -> bool {
    use ScalarType::{Bool, Func, I8, I16, I32, Ptr, Vtable};
    let class = |ty| match ty {
        I8 | I16 | I32 => 1,
        Bool => 2,
        Ptr => 3,
        Func => 4,
        Vtable => 5,
        _ => 0,
    };
    class(a) == class(b)
}

fn is_array(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Array(..))
}

/// What a pointer to this type steps over: a slice's elements; `None` for trait objects.
pub fn stepped_over(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        TyKind::Slice(element) => Some(*element),
        TyKind::Str => Some(Ty::new(TyKind::Int(crate::ty::IntTy::U8))),
        TyKind::Dyn(_) => None,
        _ => Some(ty),
    }
}

impl Lower<'_> {
    /// `x as T`.
    pub fn cast_expr(&mut self, e: ExprId, inner: ExprId) -> Result<Arg> {
        let from = self.type_of(inner);
        let to = match self.typed.cast_types.get(&e) {
            Some(ty) => *ty,
            None => self.type_after(e, 0),
        };
        let value = self.expr_now(inner)?;
        self.code.span = self.body.exprs[e.index()].span;
        self.cast(value, from, to)
    }

    /// Converts a value.
    pub fn cast(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        if from == to {
            return Ok(value);
        }
        match (from.kind(), to.kind()) {
            (TyKind::FnDef(..) | TyKind::Closure(_), TyKind::FnPtr(..)) => self.reify(value, from),
            (TyKind::FnDef(..) | TyKind::Closure(_), _) => {
                let pointer = self.reify(value, from)?;
                self.number_to(pointer, ScalarType::Func, to)
            }
            (TyKind::Adt(..), _) => self.enum_to_number(value, from, to),
            (TyKind::Ref(..) | TyKind::RawPtr(..), TyKind::Ref(_, b) | TyKind::RawPtr(_, b)) => {
                self.pointer_to_pointer(value, from, to, *b)
            }
            (TyKind::Ref(_, pointee) | TyKind::RawPtr(_, pointee), _) => match scalar_of(to) {
                Some(kind) if kind != ScalarType::Ptr && kind != ScalarType::Func => {
                    let address = self.address_number(cell(value, 0), *pointee)?;
                    Ok(scalar(self.convert(ScalarType::U64, kind, address.src)))
                }
                _ => self.number_to(scalar(cell(value, 0)), ScalarType::Ptr, to),
            },
            _ => match scalar_of(from) {
                Some(kind) => self.number_to(value, kind, to),
                None => self.unsupported("this cast"),
            },
        }
    }

    fn enum_to_number(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        let layout = self.mono.layout(from)?;
        match &layout.parts {
            Parts::Enum { tag, .. } => self.number_to(scalar(cell(value, 0)), *tag, to),
            _ => self.unsize(value, from, to),
        }
    }

    fn pointer_to_pointer(&mut self, value: Arg, from: Ty, to: Ty, target: Ty) -> Result<Arg> {
        let cells = self.mono.cells(to)?;
        if value.cells < cells {
            return self.unsize(value, from, to);
        }
        let (TyKind::Ref(_, source) | TyKind::RawPtr(_, source)) = from.kind() else {
            return Ok(value);
        };
        match (source.kind(), target.kind()) {
            (TyKind::Dyn(a), TyKind::Dyn(b)) if a.principal != b.principal => {
                self.unsize(value, from, to)
            }
            _ => {
                let value = super::code::part(value, 0, cells);
                match self.is_model {
                    true => Ok(value),
                    false => self.viewed_as(value, *source, target),
                }
            }
        }
    }

    /// A pointer to one type as a pointer to another, of which memory may have other cells.
    pub fn viewed_as(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        let whole = to;
        let Some(to) = stepped_over(to) else {
            return Ok(value);
        };
        // A trait object in a wrapper is what it is without.
        if self.mono.meta(to)? == Meta::Vtable {
            return Ok(value);
        }
        let layout = self.mono.layout(to)?;
        let Operand::Reg(_) = cell(value, 0) else {
            return Ok(value);
        };
        let Some(from) = stepped_over(from) else {
            // Only the object itself knows the type of a trait object.
            return self.view(cell(value, 0), None, to);
        };
        let is_nothing = layout.cells == 0 && self.mono.layout(from)?.cells == 0;
        if is_nothing {
            return Ok(value);
        }
        let pointer = match self.same_cells(from, to)? {
            // Whoever has the address of an array's first element may go on behind the array.
            true if is_array(from) && !is_array(to) => {
                let view = |lower: &mut Self| lower.view(cell(value, 0), Some(from), to);
                let own = |_: &mut Self| Ok(part(value, 0, 1));
                scalar(self.if_view(cell(value, 0), view, own)?)
            }
            true => return Ok(value),
            false => self.view(cell(value, 0), Some(from), to)?,
        };
        match value.cells {
            1 => Ok(pointer),
            _ => self.fat(pointer.src, cell(value, 1), whole),
        }
    }

    /// Asks the machine for the pointer to a type at a place.
    pub fn view(&mut self, pointer: Operand, from: Option<Ty>, to: Ty) -> Result<Arg> {
        let mut args = vec![pointer, self.layout_operand(to)?];
        if let Some(from) = from {
            args.push(self.layout_operand(from)?);
        }
        Ok(self.scalar_result(ScalarType::Ptr, |dst| Inst::Intrinsic {
            op: Intrinsic::ViewAs,
            dst,
            args: args.into(),
        }))
    }

    /// A type as an operand of the machine's.
    pub fn layout_operand(&mut self, ty: Ty) -> Result<Operand> {
        Ok(Operand::Const(u64::from(self.mono.layout(ty)?.id.0)))
    }

    /// The number that stands for a pointer to a type.
    pub fn address_number(&mut self, pointer: Operand, to: Ty) -> Result<Arg> {
        let mut args = vec![pointer];
        if self.mono.meta(to)? == Meta::Thin {
            args.push(self.layout_operand(to)?);
        }
        Ok(self.scalar_result(ScalarType::U64, |dst| Inst::Intrinsic {
            op: Intrinsic::PointerAddress,
            dst,
            args: args.into(),
        }))
    }

    /// Whether values of one type have the cells of values of the other, wherever a pointer to one of
    /// them steps to.
    fn same_cells(&mut self, from: Ty, to: Ty) -> Result<bool> {
        let (from, to) = (self.core(from)?, self.core(to)?);
        if from == to {
            return Ok(true);
        }
        let (from, to) = (self.mono.layout(from)?, self.mono.layout(to)?);
        let (Parts::Scalar, Parts::Scalar) = (&from.parts, &to.parts) else {
            return Ok(false);
        };
        let (CellKind::Scalar(a), CellKind::Scalar(b)) = (from.kind(0), to.kind(0)) else {
            return Ok(false);
        };
        Ok(from.cells == to.cells && from.size.bytes == to.size.bytes && represented_alike(a, b))
    }

    /// The type without arrays and wrappers around it that add no cells and no bytes, and stand where it
    /// may stand.
    fn core(&mut self, ty: Ty) -> Result<Ty> {
        let mut ty = ty;
        loop {
            let layout = self.mono.layout(ty)?;
            let inner = match &layout.parts {
                Parts::Array { element, len, .. } if *len > 0 => *element,
                Parts::Fields(fields) if layout.view.is_none() => {
                    let mut whole = None;
                    for &field in fields.types.iter() {
                        if self.mono.cells(field)? > 0 && whole.replace(field).is_some() {
                            return Ok(ty);
                        }
                    }
                    match whole {
                        Some(field) => {
                            let size = self.mono.layout(field)?.size;
                            let (bytes, align) = (layout.size.bytes, layout.size.align);
                            if (size.bytes, size.align) != (bytes, align) {
                                return Ok(ty);
                            }
                            field
                        }
                        None => return Ok(ty),
                    }
                }
                Parts::Fields(_) | Parts::Array { .. } | Parts::Scalar | Parts::Enum { .. } => {
                    return Ok(ty);
                }
            };
            ty = inner;
        }
    }

    /// The pointer of a type that a number stands for.
    pub fn from_address(&mut self, address: Operand, to: Ty) -> Result<Arg> {
        let pointer = self.scalar_result(ScalarType::Ptr, |dst| Inst::Intrinsic {
            op: Intrinsic::PointerFromAddress,
            dst,
            args: Box::new([address]),
        });
        match (to.kind(), address) {
            (TyKind::Ref(_, inner) | TyKind::RawPtr(_, inner), Operand::Reg(_)) => {
                self.viewed_as(pointer, Ty::unit(), *inner)
            }
            _ => Ok(pointer),
        }
    }

    fn number_to(&mut self, value: Arg, from: ScalarType, to: Ty) -> Result<Arg> {
        let Some(kind) = scalar_of(to) else {
            return self.unsupported("this cast");
        };
        if value.cells == 0 {
            return Ok(UNIT);
        }
        match (from, kind) {
            (a, b) if a == b => Ok(value),
            (ScalarType::Ptr, ScalarType::Func) | (ScalarType::Func, ScalarType::Ptr) => Ok(value),
            (ScalarType::Ptr | ScalarType::Func, _) => {
                let address = self.scalar_result(ScalarType::U64, |dst| Inst::Intrinsic {
                    op: Intrinsic::PointerAddress,
                    dst,
                    args: Box::new([value.src]),
                });
                Ok(scalar(self.convert(ScalarType::U64, kind, address.src)))
            }
            (_, ScalarType::Ptr) => {
                let address = self.convert(from, ScalarType::U64, value.src);
                self.from_address(address, to)
            }
            _ => {
                let result = self.regs(to)?;
                if let Operand::Reg(dst) = result.src {
                    let src = value.src;
                    self.code.emit(Inst::Cast {
                        from,
                        to: kind,
                        dst,
                        src,
                    });
                }
                Ok(result)
            }
        }
    }
}
