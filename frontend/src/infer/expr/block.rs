//! Blocks and statements.

use super::super::coerce_many::CoerceMany;
use super::*;
use crate::hir::{Block, HirTy, PatId, Stmt};
use crate::typed::BindingMode;

impl Fcx<'_> {
    pub(super) fn check_block(
        &mut self,
        expr: ExprId,
        block: &Block,
        expected: Expectation,
    ) -> Result<Ty> {
        let target = expected.coercion_target(&mut self.cx);
        self.breakables.push(Breakable {
            expr,
            value: Some(CoerceMany::new(target)),
            may_break: false,
        });
        let diverged = self.diverges;
        for stmt in &block.stmts {
            self.check_stmt(stmt)?;
        }
        let tail = match block.tail {
            Some(tail) => Some((tail, self.check_tail(tail, expected, target)?)),
            None => None,
        };
        let breakable = self.breakables.pop().expect("pushed above");
        let mut many = breakable.value.expect("blocks have values");
        match tail {
            Some((tail, ty)) => self.coerce_next(&mut many, tail, ty)?,
            None if !self.diverges => {
                let span = self.span(expr);
                self.coerce_unit(&mut many, span)?;
            }
            None => {}
        }
        if breakable.may_break {
            self.diverges = diverged;
        }
        Ok(many.complete())
    }

    fn check_tail(&mut self, tail: ExprId, expected: Expectation, target: Ty) -> Result<Ty> {
        let hint = match expected {
            Expectation::HasType(_) => Expectation::HasType(target),
            other => other,
        };
        self.check_expr(tail, hint)
    }

    fn check_stmt(&mut self, stmt: &Stmt) -> Result<()> {
        match stmt {
            Stmt::Expr(expr) => {
                let ty = self.check_expr(*expr, Expectation::None)?;
                let _ = ty;
                Ok(())
            }
            Stmt::Let {
                pat,
                ty,
                init,
                otherwise,
                ..
            } => self.check_let(*pat, ty.as_ref(), *init, *otherwise),
        }
    }

    fn check_let(
        &mut self,
        pat: PatId,
        ty: Option<&HirTy>,
        init: Option<ExprId>,
        otherwise: Option<ExprId>,
    ) -> Result<()> {
        let declared = match ty {
            Some(ty) => Some(self.lower_ty(ty)?),
            None => None,
        };
        let ty = match (declared, init) {
            (Some(ty), Some(init)) => {
                self.check_coercible(init, ty)?;
                ty
            }
            (None, Some(init)) => {
                let found = self.check_expr(init, Expectation::None)?;
                self.never_to_value(init, found)
            }
            (Some(ty), None) => ty,
            (None, None) => self.table.fresh(),
        };
        self.check_pat(pat, ty, BindingMode::Value)?;
        if let Some(init) = init
            && self.binds_by_mut(pat)
        {
            self.fix_place_mutability(init);
        }
        if let Some(otherwise) = otherwise {
            let diverges = self.diverges;
            self.check_has_type(otherwise, Ty::never())?;
            self.diverges = diverges;
        }
        Ok(())
    }
}
