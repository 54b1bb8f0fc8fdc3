//! Several expressions that give one value: arms of a `match`, elements of an array, `break`s.

use super::fcx::Fcx;
use crate::diagnostic::Result;
use crate::hir::ExprId;
use crate::ty::{Ty, TyKind};
use crate::typed::Adjustment;

/// The common type so far.
pub(super) struct CoerceMany {
    expected: Ty,
    merged: Option<Ty>,
    exprs: Vec<ExprId>,
}

impl CoerceMany {
    pub fn new(expected: Ty) -> CoerceMany {
        CoerceMany {
            expected,
            merged: None,
            exprs: Vec::new(),
        }
    }

    /// What the next expression should be.
    pub fn expected(&self) -> Ty {
        self.expected
    }

    fn merged_ty(&self) -> Ty {
        self.merged.unwrap_or(self.expected)
    }

    /// The common type; `!` if there was no expression.
    pub fn complete(self) -> Ty {
        self.merged.unwrap_or(Ty::never())
    }
}

impl Fcx<'_> {
    /// One more expression.
    pub fn coerce_next(&mut self, many: &mut CoerceMany, expr: ExprId, ty: Ty) -> Result<()> {
        let ty = self.shallow(ty);
        let target = match many.merged {
            None => self.coerce(expr, ty, many.expected)?,
            Some(_) => self.least_upper_bound(many, expr, ty)?,
        };
        many.merged = Some(target);
        many.exprs.push(expr);
        Ok(())
    }

    /// A value `()` without expression: `break;`, a missing `else`, a block without tail.
    pub fn coerce_unit(&mut self, many: &mut CoerceMany, span: vscheck_ir::Span) -> Result<()> {
        let target = many.merged_ty();
        if *self.shallow(target).kind() == TyKind::Never && many.merged.is_some() {
            many.merged = Some(Ty::unit());
            return Ok(());
        }
        self.demand_eq(span, target, Ty::unit())?;
        many.merged = Some(Ty::unit());
        Ok(())
    }

    fn least_upper_bound(&mut self, many: &CoerceMany, expr: ExprId, ty: Ty) -> Result<Ty> {
        let before = self.shallow(many.merged_ty());
        if *before.kind() == TyKind::Never {
            self.mark_diverging(ty);
            for &previous in &many.exprs {
                self.adjust(previous, vec![Adjustment::NeverToAny(ty)]);
            }
            return Ok(ty);
        }
        if *ty.kind() == TyKind::Never {
            self.mark_diverging(before);
            self.adjust(expr, vec![Adjustment::NeverToAny(before)]);
            return Ok(before);
        }
        if let Some(pointer) = self.common_fn_pointer(many, expr, before, ty) {
            return Ok(pointer);
        }
        if self.try_coerce(expr, ty, before) {
            return Ok(before);
        }
        for &previous in &many.exprs {
            let follows = match self.tables.adjustments.get_mut(&previous) {
                None => self.try_coerce(previous, before, ty),
                Some(list) => match list.as_mut_slice() {
                    [Adjustment::NeverToAny(target)] => {
                        *target = ty;
                        true
                    }
                    _ => false,
                },
            };
            if !follows {
                return self.coerce(expr, ty, before);
            }
        }
        Ok(ty)
    }

    /// Different functions or closures meet as a function pointer.
    fn common_fn_pointer(
        &mut self,
        many: &CoerceMany,
        expr: ExprId,
        before: Ty,
        ty: Ty,
    ) -> Option<Ty> {
        let is_fn = |ty: Ty| matches!(ty.kind(), TyKind::FnDef(..) | TyKind::Closure(_));
        if !is_fn(before) || !is_fn(ty) || self.can_unify(before, ty) {
            return None;
        }
        let pointer = self.call_pointer(before)?;
        let other = self.call_pointer(ty)?;
        if !self.unify(pointer, other) {
            return None;
        }
        for &one in many.exprs.iter().chain([&expr]) {
            self.adjust(one, vec![Adjustment::FnPointer(pointer)]);
        }
        Some(pointer)
    }
}
