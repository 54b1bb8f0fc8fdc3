//! Types of expressions.

mod block;
mod branch;
mod compound;
mod field;

use super::expectation::Expectation;
use super::fcx::{Breakable, Cast, Fcx};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{ExprId, ExprKind, Literal, Mutability};
use crate::ty::{InferVar, IntTy, Ty, TyKind};
use crate::typed::Adjustment;

const INSTEAD_OF_ASSEMBLY: &str =
    "libraries that use assembly often do without under Miri: `--cfg miri` says so";

impl Fcx<'_> {
    /// The type of an expression before it is adjusted.
    pub fn check_expr(&mut self, expr: ExprId, expected: Expectation) -> Result<Ty> {
        let diverged = std::mem::replace(&mut self.diverges, false);
        let ty = self.check_kind(expr, expected)?;
        self.tables.expr_types[expr.index()] = Some(ty);
        if *self.shallow(ty).kind() == TyKind::Never {
            self.diverges = true;
        }
        self.diverges |= diverged;
        Ok(ty)
    }

    /// An expression that is coerced to a type.
    pub fn check_coercible(&mut self, expr: ExprId, to: Ty) -> Result<Ty> {
        let found = self.check_expr(expr, Expectation::HasType(to))?;
        self.coerce(expr, found, to)
    }

    /// An expression that has this type, but for `!`.
    pub fn check_has_type(&mut self, expr: ExprId, ty: Ty) -> Result<()> {
        let found = self.check_expr(expr, Expectation::HasType(ty))?;
        if *self.shallow(found).kind() == TyKind::Never {
            self.coerce(expr, found, ty)?;
            return Ok(());
        }
        let span = self.span(expr);
        self.demand_eq(span, ty, found)
    }

    fn check_kind(&mut self, expr: ExprId, expected: Expectation) -> Result<Ty> {
        let body = self.body.clone();
        match &body.exprs[expr.index()].kind {
            ExprKind::Literal(literal) => Ok(self.check_literal(literal, expected)),
            ExprKind::Local(local) => Ok(self.local_ty(*local)),
            ExprKind::Path(path) => self.check_path(expr, path),
            ExprKind::Call(callee, args) => self.check_call(expr, *callee, args, expected),
            ExprKind::MethodCall {
                receiver,
                name,
                name_span,
                generics,
                args,
            } => {
                self.check_method_call(expr, *receiver, *name, *name_span, generics, args, expected)
            }
            ExprKind::Field(base, name) => self.check_field(expr, *base, *name),
            ExprKind::Index(base, index) => self.check_index(expr, *base, *index),
            ExprKind::Unary(op, operand) => self.check_unary(expr, *op, *operand, expected),
            ExprKind::Deref(operand) => self.check_deref(expr, *operand),
            ExprKind::Binary(op, lhs, rhs) => self.check_binary(expr, *op, *lhs, *rhs),
            ExprKind::Assign(place, value) => self.check_assign(*place, *value),
            ExprKind::AssignOp(op, place, value) => self.check_assign_op(expr, *op, *place, *value),
            ExprKind::Borrow(mutability, place) => self.check_borrow(*mutability, *place, expected),
            ExprKind::RawBorrow(mutability, place) => self.check_raw_borrow(*mutability, *place),
            ExprKind::Cast(inner, ty) => self.check_cast(expr, *inner, ty),
            ExprKind::Tuple(parts) => self.check_tuple(parts, expected),
            ExprKind::Array(elements) => self.check_array(elements, expected),
            ExprKind::Repeat(element, length) => {
                self.check_repeat(expr, *element, length, expected)
            }
            ExprKind::Struct { path, fields, base } => {
                self.check_struct(expr, path, fields, *base, expected)
            }
            ExprKind::Let(pat, value) => self.check_let_condition(*pat, *value),
            ExprKind::If(condition, then, otherwise) => {
                self.check_if(*condition, *then, *otherwise, expected)
            }
            ExprKind::Match(value, arms) => self.check_match(*value, arms, expected),
            ExprKind::Loop(body) => self.check_loop(expr, *body, expected),
            ExprKind::While(condition, body) => self.check_while(expr, *condition, *body),
            ExprKind::Block(block) => self.check_block(expr, block, expected),
            ExprKind::Closure {
                params, ret, body, ..
            } => {
                let written = super::closure::Written {
                    params,
                    ret: ret.as_ref(),
                    body: *body,
                };
                self.check_closure(expr, &written, expected)
            }
            ExprKind::Break(target, value) => self.check_break(expr, *target, *value),
            ExprKind::Continue(_) | ExprKind::Stop(_) => Ok(Ty::never()),
            ExprKind::Return(value) => self.check_return(expr, *value),
            ExprKind::Unsupported(what) => {
                let diagnostic = Diagnostic::unsupported(what, self.span(expr));
                Err(match what.contains("asm!") {
                    true => diagnostic.note(INSTEAD_OF_ASSEMBLY, None),
                    false => diagnostic,
                })
            }
        }
    }

    fn check_literal(&mut self, literal: &Literal, expected: Expectation) -> Ty {
        let hint = expected.to_option(&self.cx);
        match (literal, hint.map(Ty::kind)) {
            (Literal::Int(_, None), Some(TyKind::Int(_) | TyKind::Infer(InferVar::Int(_))))
            | (
                Literal::Float(_, None),
                Some(TyKind::Float(_) | TyKind::Infer(InferVar::Float(_))),
            ) => hint.expect("has a kind"),
            (Literal::Int(_, None), Some(TyKind::Char)) => Ty::new(TyKind::Int(IntTy::U8)),
            (Literal::Int(_, None), Some(TyKind::RawPtr(..) | TyKind::FnPtr(..))) => Ty::usize(),
            _ => self.literal_ty(literal),
        }
    }

    fn check_assign(&mut self, place: ExprId, value: ExprId) -> Result<Ty> {
        let ty = self.check_expr(place, Expectation::None)?;
        self.fix_place_mutability(place);
        self.check_coercible(value, ty)?;
        Ok(Ty::unit())
    }

    fn check_borrow(
        &mut self,
        mutability: Mutability,
        place: ExprId,
        expected: Expectation,
    ) -> Result<Ty> {
        let hint = match expected.only_has_type(&self.cx).map(Ty::kind) {
            Some(TyKind::Ref(_, to) | TyKind::RawPtr(_, to)) => {
                match self.kind_of(place, is_place) {
                    true => Expectation::HasType(*to),
                    false => Expectation::rvalue_hint(&self.cx, *to),
                }
            }
            _ => Expectation::None,
        };
        let ty = self.check_expr(place, hint)?;
        if mutability == Mutability::Mut {
            self.fix_place_mutability(place);
        }
        Ok(Ty::reference(mutability, ty))
    }

    fn never_to_value(&mut self, expr: ExprId, ty: Ty) -> Ty {
        if *self.shallow(ty).kind() != TyKind::Never {
            return ty;
        }
        let var = self.table.fresh_diverging();
        self.adjust(expr, vec![Adjustment::NeverToAny(var)]);
        var
    }

    fn check_raw_borrow(&mut self, mutability: Mutability, place: ExprId) -> Result<Ty> {
        let ty = self.check_expr(place, Expectation::None)?;
        if mutability == Mutability::Mut {
            self.fix_place_mutability(place);
        }
        Ok(Ty::new(TyKind::RawPtr(mutability, ty)))
    }

    fn check_cast(&mut self, expr: ExprId, inner: ExprId, ty: &crate::hir::HirTy) -> Result<Ty> {
        let target = self.lower_ty(ty)?;
        let target = self.resolve(target);
        self.check_expr(inner, Expectation::Castable(target))?;
        self.tables.cast_types.insert(expr, target);
        self.casts.push(Cast { inner, target });
        Ok(target)
    }

    fn check_break(&mut self, expr: ExprId, target: ExprId, value: Option<ExprId>) -> Result<Ty> {
        let span = self.span(expr);
        let Some(index) = self.breakables.iter().rposition(|b| b.expr == target) else {
            return Err(Diagnostic::new("`break` outside of a loop or block", span));
        };
        // The value may hold another `break` to the same place.
        let expected = self.breakables[index]
            .value
            .as_ref()
            .map(|many| many.expected());
        let found = match (value, expected) {
            (Some(value), Some(ty)) => {
                Some((value, self.check_expr(value, Expectation::HasType(ty))?))
            }
            (Some(value), None) => {
                self.check_has_type(value, Ty::unit())?;
                None
            }
            (None, _) => None,
        };
        if let Some(mut many) = self.breakables[index].value.take() {
            let result = match found {
                Some((value, ty)) => self.coerce_next(&mut many, value, ty),
                None => self.coerce_unit(&mut many, span),
            };
            self.breakables[index].value = Some(many);
            result?;
        }
        self.breakables[index].may_break = true;
        Ok(Ty::never())
    }

    fn check_return(&mut self, expr: ExprId, value: Option<ExprId>) -> Result<Ty> {
        let span = self.span(expr);
        let Some(mut many) = self.returns.take() else {
            return Err(Diagnostic::new("`return` outside of a function", span));
        };
        match value {
            Some(value) => {
                let hint = Expectation::HasType(many.expected());
                self.returns = Some(many);
                let found = self.check_expr(value, hint)?;
                many = self.returns.take().expect("put back");
                self.coerce_next(&mut many, value, found)?;
            }
            None => self.coerce_unit(&mut many, span)?,
        }
        self.returns = Some(many);
        Ok(Ty::never())
    }

    fn check_loop(&mut self, expr: ExprId, body: ExprId, expected: Expectation) -> Result<Ty> {
        let target = expected.coercion_target(&mut self.cx);
        self.breakables.push(Breakable {
            expr,
            value: Some(super::coerce_many::CoerceMany::new(target)),
            may_break: false,
        });
        self.check_has_type(body, Ty::unit())?;
        let breakable = self.breakables.pop().expect("pushed above");
        if breakable.may_break {
            self.diverges = false;
        }
        Ok(match (breakable.may_break, breakable.value) {
            (true, Some(many)) => many.complete(),
            _ => Ty::never(),
        })
    }

    fn check_while(&mut self, expr: ExprId, condition: ExprId, body: ExprId) -> Result<Ty> {
        self.breakables.push(Breakable {
            expr,
            value: None,
            may_break: false,
        });
        self.check_coercible(condition, Ty::bool())?;
        self.check_has_type(body, Ty::unit())?;
        self.breakables.pop();
        self.diverges = false;
        Ok(Ty::unit())
    }
}

/// Whether an expression names a place.
pub(super) fn is_place(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Local(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Deref(_)
            | ExprKind::Path(_)
    )
}
