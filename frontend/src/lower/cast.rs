//! `as`.

use super::code::{UNIT, cell, scalar};
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::hir::ExprId;
use crate::mono::layout::{Parts, scalar_of};
use crate::ty::{Ty, TyKind};
use vscheck_ir::{Arg, Inst, Intrinsic, Operand, ScalarType};

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
            (TyKind::Ref(..) | TyKind::RawPtr(..), _) => {
                self.number_to(scalar(cell(value, 0)), ScalarType::Ptr, to)
            }
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
            _ => Ok(super::code::part(value, 0, cells)),
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
            (ScalarType::Ptr, _) => {
                let address = self.scalar_result(ScalarType::U64, |dst| Inst::Intrinsic {
                    op: Intrinsic::PointerAddress,
                    dst,
                    args: Box::new([value.src]),
                });
                Ok(scalar(self.convert(ScalarType::U64, kind, address.src)))
            }
            (_, ScalarType::Ptr) => {
                let address = self.convert(from, ScalarType::U64, value.src);
                Ok(self.scalar_result(ScalarType::Ptr, |dst| Inst::Intrinsic {
                    op: Intrinsic::PointerFromAddress,
                    dst,
                    args: Box::new([address]),
                }))
            }
            (ScalarType::Func, _) => Ok(scalar(self.convert(ScalarType::U64, kind, value.src))),
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
