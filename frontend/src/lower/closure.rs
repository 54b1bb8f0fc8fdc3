//! Closures: what they capture, and their bodies.

use super::lower::{Environment, Lower};
use super::place::{Place, PlaceKind};
use crate::diagnostic::Result;
use crate::hir::{ExprId, ExprKind};
use crate::ty::{ClosureKey, Ty, TyKind};
use crate::typed::{BindingMode, Capture, CaptureProjection, ClosureInfo, ClosureKind};
use std::rc::Rc;
use vscheck_ir::{Arg, Inst, Operand};

impl Lower<'_> {
    /// A closure: its captures, moved or borrowed now.
    pub fn closure_expr(&mut self, e: ExprId) -> Result<Arg> {
        let typed = self.typed.clone();
        let Some(info) = typed.closures.get(&e) else {
            return self.internal("a closure without captures");
        };
        let ty = Ty::new(TyKind::Closure(info.key));
        let mut values = Vec::new();
        let mut waiting = Vec::new();
        for capture in &info.captures {
            let place = self.captured_place(capture)?;
            let (value, value_ty) = match capture.mode {
                BindingMode::Value => {
                    let value = self.consume(&place)?;
                    (self.stable(value, place.ty)?, place.ty)
                }
                BindingMode::Ref(mutability) => {
                    let reference = Ty::reference(mutability, place.ty);
                    (self.address_value(&place)?, reference)
                }
            };
            waiting.extend(self.pend(value, value_ty)?);
            values.push(value);
        }
        self.release(waiting);
        self.product(ty, &values)
    }

    fn captured_place(&mut self, capture: &Capture) -> Result<Place> {
        let mut place = self.local_place(capture.local)?;
        for projection in &capture.projections {
            place = match projection {
                CaptureProjection::Field(index) => self.field(&place, *index as usize)?,
                CaptureProjection::Deref => self.deref(place)?,
            };
        }
        Ok(place)
    }

    /// Lowers a closure's body. The captures come first: by address, or by value for `FnOnce` and for a call that is
    /// the last.
    pub fn closure_body(&mut self, key: ClosureKey, is_last: bool) -> Result<()> {
        let typed = self.typed.clone();
        let Some(info) = typed.closures.get(&key.expr) else {
            return self.internal("a closure without captures");
        };
        let body = self.body.clone();
        let ExprKind::Closure {
            params,
            body: value,
            ..
        } = &body.exprs[key.expr.index()].kind
        else {
            return self.internal("a closure that is none");
        };
        let ty = Ty::new(TyKind::Closure(key));
        let by_value = is_last || info.kind == ClosureKind::FnOnce;
        let this_ty = if by_value {
            ty
        } else {
            Ty::reference(crate::hir::Mutability::Mut, ty)
        };
        let mut types = vec![this_ty];
        types.extend(&info.params);
        let args = self.parameters(&types)?;
        self.returns(info.ret)?;
        let scope = self.open_scope();
        self.temp_scope = scope;
        let place = if by_value {
            if self.mono.is_plain(key)? {
                self.take_numbers(args[0], ty, info, scope)?;
            }
            self.temporary(args[0], ty, scope)?
        } else {
            self.pointee(args[0], ty, None)?
        };
        self.environment = Some(Environment {
            info: Rc::new(info.clone()),
            place,
        });
        let pats: Vec<_> = params.iter().map(|(pat, _)| *pat).collect();
        self.bind_parameters(&pats, &args[1..], &info.params, scope)?;
        self.function_value(*value)
    }

    /// Makes variables of what is captured by value, if that fits into registers and nobody takes its address: who has
    /// read a number for the last time has it no more. (Threads that begin with the same closure and other numbers are
    /// alike from then on.)
    fn take_numbers(
        &mut self,
        captures: Arg,
        ty: Ty,
        info: &ClosureInfo,
        scope: usize,
    ) -> Result<()> {
        let layout = self.mono.layout(ty)?;
        let Operand::Reg(first) = captures.src else {
            return Ok(());
        };
        if layout.view.is_some() || layout.in_bytes {
            return Ok(());
        }
        let all = Place {
            kind: PlaceKind::Regs(first, None),
            ty,
            path: None,
        };
        for (index, capture) in info.captures.iter().enumerate() {
            let is_whole = capture.mode == BindingMode::Value && capture.projections.is_empty();
            if !is_whole || !self.fits_into_registers(capture.local, capture.place_ty)? {
                continue;
            }
            let field = self.field(&all, index)?;
            let PlaceKind::Regs(dst, _) = field.kind else {
                continue;
            };
            let value = self.read(&field)?;
            self.declare_local(capture.local, scope)?;
            let variable = self.local_place(capture.local)?;
            self.write(&variable, value)?;
            let cells = self.mono.cells(capture.place_ty)?;
            if cells > 0 {
                self.code.emit(Inst::Zero { dst, cells });
            }
        }
        Ok(())
    }
}
