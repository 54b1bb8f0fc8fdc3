//! Operators: on primitives built in, on everything else through their traits.

use super::builtin::{is_integer, is_number};
use super::expectation::Expectation;
use super::fcx::Fcx;
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{BinaryOp, ExprId, Mutability, UnaryOp};
use crate::ty::{Ty, TyKind};
use crate::typed::Adjustment;

/// Trait and method of an operator.
pub(super) fn binary_trait(op: BinaryOp) -> Option<(&'static str, &'static str)> {
    Some(match op {
        BinaryOp::Add => ("add", "add"),
        BinaryOp::Sub => ("sub", "sub"),
        BinaryOp::Mul => ("mul", "mul"),
        BinaryOp::Div => ("div", "div"),
        BinaryOp::Rem => ("rem", "rem"),
        BinaryOp::BitAnd => ("bitand", "bitand"),
        BinaryOp::BitOr => ("bitor", "bitor"),
        BinaryOp::BitXor => ("bitxor", "bitxor"),
        BinaryOp::Shl => ("shl", "shl"),
        BinaryOp::Shr => ("shr", "shr"),
        BinaryOp::Eq => ("eq", "eq"),
        BinaryOp::Ne => ("eq", "ne"),
        BinaryOp::Lt => ("partial_ord", "lt"),
        BinaryOp::Le => ("partial_ord", "le"),
        BinaryOp::Gt => ("partial_ord", "gt"),
        BinaryOp::Ge => ("partial_ord", "ge"),
        BinaryOp::And | BinaryOp::Or => return None,
    })
}

/// Trait and method of a compound assignment.
pub(super) fn assign_trait(op: BinaryOp) -> Option<(&'static str, &'static str)> {
    Some(match op {
        BinaryOp::Add => ("add_assign", "add_assign"),
        BinaryOp::Sub => ("sub_assign", "sub_assign"),
        BinaryOp::Mul => ("mul_assign", "mul_assign"),
        BinaryOp::Div => ("div_assign", "div_assign"),
        BinaryOp::Rem => ("rem_assign", "rem_assign"),
        BinaryOp::BitAnd => ("bitand_assign", "bitand_assign"),
        BinaryOp::BitOr => ("bitor_assign", "bitor_assign"),
        BinaryOp::BitXor => ("bitxor_assign", "bitxor_assign"),
        BinaryOp::Shl => ("shl_assign", "shl_assign"),
        BinaryOp::Shr => ("shr_assign", "shr_assign"),
        BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::And
        | BinaryOp::Or => return None,
    })
}

/// What an operator demands of primitives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Math,
    Bits,
    Shift,
    Compare,
}

fn class(op: BinaryOp) -> Class {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
            Class::Math
        }
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => Class::Bits,
        BinaryOp::Shl | BinaryOp::Shr => Class::Shift,
        BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::And
        | BinaryOp::Or => Class::Compare,
    }
}

fn same_number_class(a: Ty, b: Ty) -> bool {
    (is_integer(a) && is_integer(b))
        || (is_number(a) && is_number(b) && !is_integer(a) && !is_integer(b))
}

fn is_bool(ty: Ty) -> bool {
    *ty.kind() == TyKind::Bool
}

fn is_scalar(ty: Ty) -> bool {
    is_number(ty)
        || matches!(
            ty.kind(),
            TyKind::Bool
                | TyKind::Char
                | TyKind::RawPtr(..)
                | TyKind::FnPtr(..)
                | TyKind::FnDef(..)
        )
}

fn is_builtin(class: Class, a: Ty, b: Ty) -> bool {
    match class {
        Class::Math => same_number_class(a, b),
        Class::Bits => (is_integer(a) && is_integer(b)) || (is_bool(a) && is_bool(b)),
        Class::Shift => is_integer(a) && is_integer(b),
        Class::Compare => is_scalar(a) && is_scalar(b),
    }
}

impl Fcx<'_> {
    /// `a op b`.
    pub fn check_binary(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    ) -> Result<Ty> {
        let Some((lang, method)) = binary_trait(op) else {
            return self.check_lazy(lhs, rhs);
        };
        let lhs_ty = self.check_expr(lhs, Expectation::None)?;
        let lhs_ty = self.structurally(lhs_ty);
        if is_scalar(lhs_ty) {
            return self.check_scalar_binary(expr, op, lhs_ty, rhs);
        }
        self.check_overloaded(expr, op, (lang, method), lhs_ty, rhs)
    }

    fn check_lazy(&mut self, lhs: ExprId, rhs: ExprId) -> Result<Ty> {
        self.check_coercible(lhs, Ty::bool())?;
        let diverges = self.diverges;
        self.check_coercible(rhs, Ty::bool())?;
        self.diverges = diverges;
        Ok(Ty::bool())
    }

    /// The left side is a primitive: so, mostly, is the right side, which is looked at first.
    fn check_scalar_binary(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        lhs_ty: Ty,
        rhs: ExprId,
    ) -> Result<Ty> {
        let hint = match class(op) {
            Class::Compare if !is_number(lhs_ty) => Expectation::HasType(lhs_ty),
            _ => Expectation::None,
        };
        let rhs_ty = self.check_expr(rhs, hint)?;
        let mut rhs_ty = self.structurally(rhs_ty);
        // Raw pointers are compared with raw pointers only, so a reference becomes one.
        if matches!(lhs_ty.kind(), TyKind::RawPtr(..)) && matches!(rhs_ty.kind(), TyKind::Ref(..)) {
            rhs_ty = self.coerce(rhs, rhs_ty, lhs_ty)?;
        }
        if let Some(ty) = self.enforce_builtin(expr, op, lhs_ty, rhs_ty)? {
            return Ok(ty);
        }
        if *rhs_ty.kind() == TyKind::Never {
            self.adjust(rhs, vec![Adjustment::NeverToAny(lhs_ty)]);
            let ret = self.enforce_builtin(expr, op, lhs_ty, lhs_ty)?;
            return Ok(ret.unwrap_or(lhs_ty));
        }
        let names = binary_trait(op).expect("not lazy");
        self.overloaded_with(expr, op, names, lhs_ty, rhs_ty)
    }

    /// Both sides are primitives: their types are tied at once.
    fn enforce_builtin(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        lhs: Ty,
        rhs: Ty,
    ) -> Result<Option<Ty>> {
        let (lhs, rhs) = (self.shallow(lhs), self.shallow(rhs));
        if !is_builtin(class(op), lhs, rhs) {
            return Ok(None);
        }
        let span = self.span(expr);
        Ok(Some(match class(op) {
            Class::Math | Class::Bits => {
                self.demand_eq(span, lhs, rhs)?;
                lhs
            }
            Class::Shift => lhs,
            Class::Compare => {
                self.tie_compared(expr, lhs, rhs)?;
                Ty::bool()
            }
        }))
    }

    fn tie_compared(&mut self, expr: ExprId, lhs: Ty, rhs: Ty) -> Result<()> {
        let span = self.span(expr);
        match (lhs.kind(), rhs.kind()) {
            (TyKind::RawPtr(_, a), TyKind::RawPtr(_, b)) => self.demand_eq(span, *a, *b),
            (TyKind::FnDef(..) | TyKind::FnPtr(..), _) => Ok(()),
            _ => self.demand_eq(span, lhs, rhs),
        }
    }

    fn check_overloaded(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        names: (&str, &str),
        lhs_ty: Ty,
        rhs: ExprId,
    ) -> Result<Ty> {
        let span = self.span(expr);
        let rhs_var = self.table.fresh();
        let (instance, callable) =
            self.lang_callable(names.0, names.1, lhs_ty, &[rhs_var], span)?;
        self.select_where_possible();
        let rhs_ty = self.check_expr(rhs, Expectation::HasType(rhs_var))?;
        let rhs_ty = self.coerce(rhs, rhs_ty, rhs_var)?;
        self.select_where_possible();
        let (lhs_ty, rhs_ty) = (self.structurally(lhs_ty), self.structurally(rhs_ty));
        let (a, b) = (self.strip_ref(lhs_ty), self.strip_ref(rhs_ty));
        let direct = is_scalar(lhs_ty) && is_scalar(rhs_ty);
        if !direct || !is_builtin(class(op), lhs_ty, rhs_ty) {
            self.tables.callees.insert(expr, Callee::Instance(instance));
        }
        if class(op) != Class::Compare
            && let Some(ty) = self.enforce_builtin(expr, op, a, b)?
        {
            self.demand_eq(span, callable.ret, ty)?;
            return Ok(ty);
        }
        if class(op) == Class::Compare {
            if direct {
                self.enforce_builtin(expr, op, lhs_ty, rhs_ty)?;
            }
            return Ok(Ty::bool());
        }
        Ok(callable.ret)
    }

    fn overloaded_with(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        names: (&str, &str),
        lhs_ty: Ty,
        rhs_ty: Ty,
    ) -> Result<Ty> {
        let span = self.span(expr);
        let (instance, callable) = self.lang_callable(names.0, names.1, lhs_ty, &[rhs_ty], span)?;
        self.tables.callees.insert(expr, Callee::Instance(instance));
        let (a, b) = (self.strip_ref(lhs_ty), self.strip_ref(rhs_ty));
        if class(op) == Class::Compare {
            return Ok(Ty::bool());
        }
        if let Some(ty) = self.enforce_builtin(expr, op, a, b)? {
            self.demand_eq(span, callable.ret, ty)?;
            return Ok(ty);
        }
        self.select_where_possible();
        Ok(callable.ret)
    }

    fn strip_ref(&self, ty: Ty) -> Ty {
        match self.shallow(ty).kind() {
            TyKind::Ref(_, to) => self.shallow(*to),
            _ => self.shallow(ty),
        }
    }

    /// `place op= value`.
    pub fn check_assign_op(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    ) -> Result<Ty> {
        let lhs_ty = self.check_expr(lhs, Expectation::None)?;
        let lhs_ty = self.structurally(lhs_ty);
        self.fix_place_mutability(lhs);
        let span = self.span(expr);
        let Some((lang, method)) = assign_trait(op) else {
            return Err(Diagnostic::new("not an assignment operator", span));
        };
        if is_scalar(lhs_ty) {
            let rhs_ty = self.check_expr(rhs, Expectation::None)?;
            let rhs_ty = self.structurally(rhs_ty);
            if self.enforce_builtin(expr, op, lhs_ty, rhs_ty)?.is_some() {
                return Ok(Ty::unit());
            }
            let (instance, _) = self.lang_callable(lang, method, lhs_ty, &[rhs_ty], span)?;
            self.tables.callees.insert(expr, Callee::Instance(instance));
            let b = self.strip_ref(rhs_ty);
            self.enforce_builtin(expr, op, lhs_ty, b)?;
            return Ok(Ty::unit());
        }
        let rhs_var = self.table.fresh();
        let (instance, _) = self.lang_callable(lang, method, lhs_ty, &[rhs_var], span)?;
        self.select_where_possible();
        let rhs_ty = self.check_expr(rhs, Expectation::HasType(rhs_var))?;
        self.coerce(rhs, rhs_ty, rhs_var)?;
        self.select_where_possible();
        let (lhs_ty, rhs_ty) = (self.structurally(lhs_ty), self.structurally(rhs_var));
        if self.enforce_builtin(expr, op, lhs_ty, rhs_ty)?.is_none() {
            self.tables.callees.insert(expr, Callee::Instance(instance));
        }
        Ok(Ty::unit())
    }

    /// `-x`, `!x`.
    pub fn check_unary(
        &mut self,
        expr: ExprId,
        op: UnaryOp,
        operand: ExprId,
        expected: Expectation,
    ) -> Result<Ty> {
        let ty = self.check_expr(operand, expected)?;
        let ty = self.structurally(ty);
        let builtin = match op {
            UnaryOp::Neg => is_number(ty),
            UnaryOp::Not => is_integer(ty) || is_bool(ty),
        };
        if builtin {
            return Ok(ty);
        }
        if *ty.kind() == TyKind::Never {
            return Ok(ty);
        }
        let (lang, method) = match op {
            UnaryOp::Neg => ("neg", "neg"),
            UnaryOp::Not => ("not", "not"),
        };
        let span = self.span(expr);
        let (instance, callable) = self.lang_callable(lang, method, ty, &[], span)?;
        self.tables.callees.insert(expr, Callee::Instance(instance));
        self.select_where_possible();
        Ok(callable.ret)
    }

    /// `*x`.
    pub fn check_deref(&mut self, expr: ExprId, operand: ExprId) -> Result<Ty> {
        let ty = self.check_expr(operand, Expectation::None)?;
        let ty = self.structurally(ty);
        if let Some(to) = self.builtin_deref(ty, true) {
            return Ok(to);
        }
        let span = self.span(expr);
        let Some(target) = self.overloaded_deref(ty) else {
            let of = self.typer.type_name(self.resolve(ty));
            let error = Diagnostic::new(format!("type `{of}` cannot be dereferenced"), span);
            return Err(self.explain(error));
        };
        let (instance, _) = self.lang_callable("deref", "deref", ty, &[], span)?;
        self.tables.callees.insert(expr, Callee::Instance(instance));
        let borrow = Adjustment::Borrow(Mutability::Shared, Ty::reference(Mutability::Shared, ty));
        self.adjust(operand, vec![borrow]);
        Ok(target)
    }
}
