//! Coercions: unsizing of pointers and smart pointers, functions as pointers.

use super::code::{cell, part, scalar};
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::mono::FnKey;
use crate::mono::layout::Parts;
use crate::ty::{Ty, TyKind};
use crate::typed::Callee;
use vscheck_ir::{Arg, FuncId, Inst, Intrinsic, Operand, ScalarType};

impl Lower<'_> {
    /// A function item or closure without captures as a function pointer.
    pub fn reify(&mut self, value: Arg, from: Ty) -> Result<Arg> {
        let func = match from.kind() {
            TyKind::FnDef(def, args) => {
                let callee = self.fn_def(*def, *args)?;
                self.callee_function(callee)?
            }
            TyKind::Closure(key) => {
                let span = self.code.span;
                self.mono.function(FnKey::Reified(*key), span)?
            }
            _ => return Ok(value),
        };
        let signature = self.mono.signature(from)?;
        self.mono.signatures.of.insert(func, signature);
        Ok(self.scalar_result(ScalarType::Func, |dst| Inst::FuncAddr { dst, func }))
    }

    /// The function that a callee is.
    pub fn callee_function(&mut self, callee: Callee) -> Result<FuncId> {
        let span = self.code.span;
        let key = self.mono.callee_key(callee, span)?;
        self.mono.function(key, span)
    }

    /// Unsizes a reference, raw pointer or smart pointer.
    pub fn unsize(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        if from == to {
            return Ok(value);
        }
        match (from.kind(), to.kind()) {
            (
                TyKind::Ref(_, a) | TyKind::RawPtr(_, a),
                TyKind::Ref(_, b) | TyKind::RawPtr(_, b),
            ) => self.unsize_pointer(value, *a, *b),
            (TyKind::Adt(a, _), TyKind::Adt(b, _)) if a == b => self.unsize_struct(value, from, to),
            _ => self.unsupported("this unsizing"),
        }
    }

    fn unsize_struct(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        let (before, after) = (self.mono.layout(from)?, self.mono.layout(to)?);
        let (Parts::Fields(old), Parts::Fields(new)) = (&before.parts, &after.parts) else {
            return self.unsupported("this unsizing");
        };
        let mut values = Vec::new();
        for index in 0..old.types.len() {
            let (a, b) = (old.types[index], new.types[index]);
            let cells = self.mono.cells(a)?;
            let field = part(value, old.offsets[index], cells);
            // A pointer between trait objects has as many cells as before, but another vtable.
            values.push(if cells == 0 {
                field
            } else {
                self.unsize(field, a, b)?
            });
        }
        self.product(to, &values)
    }

    fn unsize_pointer(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        if from == to {
            return Ok(value);
        }
        let meta = match (from.kind(), to.kind()) {
            (TyKind::Array(_, len), TyKind::Slice(_)) => {
                Operand::Const(self.mono.typer.const_value(*len)? as u64)
            }
            (TyKind::Dyn(a), TyKind::Dyn(b)) => {
                let index = self.mono.upcast(a, b, self.code.span)?;
                self.upcast(cell(value, 1), index)
            }
            (_, TyKind::Dyn(_)) => {
                let vtable = self.mono.vtable(from, to, self.code.span)?;
                self.scalar_result(ScalarType::Vtable, |dst| Inst::VtableAddr { dst, vtable })
                    .src
            }
            (TyKind::Adt(..), TyKind::Adt(..)) => {
                let (a, b) = (self.mono.tail(from)?, self.mono.tail(to)?);
                let (Some(a), Some(b)) = (a, b) else {
                    return self.unsupported("this unsizing");
                };
                let fat = self.unsize_pointer(value, a, b)?;
                if fat.cells == 1 {
                    return Ok(fat);
                }
                cell(fat, 1)
            }
            _ => return Ok(value),
        };
        self.fat(cell(value, 0), meta, to)
    }

    fn upcast(&mut self, vtable: Operand, index: Option<usize>) -> Operand {
        let Some(index) = index else {
            return vtable;
        };
        let index = Operand::Const(index as u64);
        let result = self.scalar_result(ScalarType::Vtable, |dst| Inst::Intrinsic {
            op: Intrinsic::VtableUpcast,
            dst,
            args: Box::new([vtable, index]),
        });
        result.src
    }

    /// A scalar in a register.
    pub fn scalar_in_reg(&mut self, src: Operand, ty: ScalarType) -> Operand {
        match src {
            Operand::Reg(_) => src,
            Operand::Const(_) => {
                let dst = self.code.reg(ty);
                self.code.copy(dst, scalar(src));
                Operand::Reg(dst)
            }
        }
    }
}
