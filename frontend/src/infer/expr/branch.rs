//! `if`, `match` and conditions.

use super::super::coerce_many::CoerceMany;
use super::*;
use crate::hir::{Arm, PatId};
use crate::typed::BindingMode;

impl Fcx<'_> {
    /// `let pat = value` in a condition.
    pub(super) fn check_let_condition(&mut self, pat: PatId, value: ExprId) -> Result<Ty> {
        self.check_scrutinee(value, &[pat])?;
        Ok(Ty::bool())
    }

    fn check_scrutinee(&mut self, value: ExprId, pats: &[PatId]) -> Result<Ty> {
        let ty = self.check_expr(value, Expectation::None)?;
        let ty = self.never_to_value_unless_empty(value, ty, pats);
        for &pat in pats {
            self.check_pat(pat, ty, BindingMode::Value)?;
        }
        if pats.iter().any(|&pat| self.binds_by_mut(pat)) {
            self.fix_place_mutability(value);
        }
        Ok(ty)
    }

    fn never_to_value_unless_empty(&mut self, value: ExprId, ty: Ty, pats: &[PatId]) -> Ty {
        match pats.is_empty() {
            true => ty,
            false => self.never_to_value(value, ty),
        }
    }

    pub(super) fn check_if(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: Option<ExprId>,
        expected: Expectation,
    ) -> Result<Ty> {
        self.check_coercible(condition, Ty::bool())?;
        let diverged = std::mem::replace(&mut self.diverges, false);
        let expected = expected.for_branches(&self.cx);
        let Some(otherwise) = otherwise else {
            let ty = self.check_expr(then, Expectation::HasType(Ty::unit()))?;
            self.coerce(then, ty, Ty::unit())?;
            self.diverges = diverged;
            return Ok(Ty::unit());
        };
        let target = expected.coercion_target(&mut self.cx);
        let mut many = CoerceMany::new(target);
        let ty = self.check_expr(then, expected)?;
        self.coerce_next(&mut many, then, ty)?;
        let then_diverges = std::mem::replace(&mut self.diverges, false);
        let ty = self.check_expr(otherwise, expected)?;
        self.coerce_next(&mut many, otherwise, ty)?;
        self.diverges = diverged || (then_diverges && self.diverges);
        Ok(many.complete())
    }

    pub(super) fn check_match(
        &mut self,
        value: ExprId,
        arms: &[Arm],
        expected: Expectation,
    ) -> Result<Ty> {
        let pats: Vec<PatId> = arms.iter().map(|arm| arm.pat).collect();
        self.check_scrutinee(value, &pats)?;
        let diverged = self.diverges;
        let expected = expected.for_branches(&self.cx);
        let target = expected.coercion_target(&mut self.cx);
        let mut many = CoerceMany::new(target);
        let mut all_diverge = true;
        for arm in arms {
            if let Some(guard) = arm.guard {
                self.diverges = false;
                self.check_coercible(guard, Ty::bool())?;
            }
            self.diverges = false;
            let ty = self.check_expr(arm.body, expected)?;
            all_diverge &= self.diverges;
            self.coerce_next(&mut many, arm.body, ty)?;
        }
        self.diverges = diverged || all_diverge;
        Ok(many.complete())
    }
}
