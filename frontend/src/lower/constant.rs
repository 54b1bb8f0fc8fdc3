//! Constants, and references to constants that live for ever.

use super::code::{UNIT, scalar};
use super::lower::{Lower, MAX_REGISTER_CELLS};
use super::operator::{bin_op, is_comparison};
use super::place::Place;
use super::quality::{Quality, Written};
use crate::diagnostic::Result;
use crate::hir::{BinaryOp, ExprId, ExprKind, Literal, UnaryOp};
use crate::mono::FnKey;
use crate::mono::layout::scalar_of;
use crate::mono::statics::Promoted;
use crate::ty::{Ty, TyKind};
use crate::typed::{Adjustment, Callee, Instance};
use std::cell::Cell;
use vscheck_ir::{Arg, Inst, Operand, ScalarType};

/// Whether constants of a type are numbers in the code.
fn is_number(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Int(_) | TyKind::Bool | TyKind::Char)
}

impl Lower<'_> {
    /// The value of a constant or, read as a whole, of a static.
    pub fn constant(&mut self, instance: Instance, ty: Ty) -> Result<Arg> {
        if is_number(ty)
            && let Ok(value) = self.mono.typer.const_eval(instance.def, instance.args)
        {
            return self.integer(value as u128, ty);
        }
        if self.mono.cells(ty)? == 0 && !self.mono.needs_drop(ty)? {
            return Ok(UNIT);
        }
        let span = self.code.span;
        if let Some(user) = self.value_of {
            self.mono.note_use(user, instance, span)?;
        }
        let function = self.mono.function(FnKey::Instance(instance), span)?;
        self.call_function(function, &[], ty, None)
    }

    /// A place for a constant expression of which a reference may outlive the function ("rvalue
    /// static promotion").
    pub fn promoted(&mut self, e: ExprId, count: usize) -> Result<Option<Place>> {
        let ty = self.type_after(e, count);
        let written = self.borrowed.written.contains(e.index()) && self.mono.cells(ty)? > 0;
        let overflows = Cell::new(false);
        if written
            || !self.is_promotable(e, count, &overflows)?
            || self.has(Quality::Drops, e, count)?
            || self.has(Quality::Changes, e, count)?
        {
            return Ok(None);
        }
        if overflows.get() {
            // The constant wraps around; the panic is at the place where it is used.
            self.expr_after(e, count)?;
        }
        let address = self.address_of_constant(e, count)?;
        Ok(Some(Place::memory(address, None, ty)))
    }

    /// The address of a static that has the value of an expression.
    fn address_of_constant(&mut self, e: ExprId, count: usize) -> Result<Operand> {
        let promoted = Promoted {
            instance: self.typed.instance,
            expr: e,
            adjustments: count,
            ty: self.type_after(e, count),
            value_of: self.value_of,
        };
        let global = self.mono.promote(promoted, self.code.span)?;
        let dst = self.code.reg(ScalarType::Ptr);
        self.code.emit(Inst::StaticAddr { dst, global });
        Ok(Operand::Reg(dst))
    }

    /// Whether an expression is a `const { }` whose value is made once: what it borrows lives for ever.
    pub fn is_kept_block(&mut self, e: ExprId) -> Result<bool> {
        if self.in_constant || !self.body.const_blocks.contains(&e) {
            return Ok(false);
        }
        let ty = self.type_of(e);
        let cells = self.mono.cells(ty)?;
        Ok(!is_number(ty)
            && (1..=MAX_REGISTER_CELLS).contains(&cells)
            && !self.has(Quality::Drops, e, 0)?
            && !self.has(Quality::Changes, e, 0)?)
    }

    /// The value of such a block.
    pub fn kept_block(&mut self, e: ExprId) -> Result<Arg> {
        let address = self.address_of_constant(e, 0)?;
        self.load_at(address, 0, self.type_of(e))
    }

    fn has(&mut self, quality: Quality, expr: ExprId, adjustments: usize) -> Result<bool> {
        let ty = self.type_after(expr, adjustments);
        let (body, typed) = (self.body.clone(), self.typed.clone());
        let written = Written {
            body: &body,
            typed: &typed,
            expr,
            adjustments,
        };
        self.mono.has(quality, ty, &written)
    }

    /// Whether an expression is a constant that cannot fail, but for overflows, which are noted.
    fn is_promotable(&mut self, e: ExprId, count: usize, overflows: &Cell<bool>) -> Result<bool> {
        let plain = self.adjustments(e)[..count].iter().all(|adjustment| {
            matches!(
                adjustment,
                Adjustment::Unsize(_)
                    | Adjustment::Borrow(crate::hir::Mutability::Shared, _)
                    | Adjustment::Deref(_)
                    | Adjustment::FnPointer(_)
                    | Adjustment::MutToConst(_)
            )
        });
        if !plain || (self.is_place(e, count) && !self.is_part(e, count)) {
            return Ok(false);
        }
        let body = self.body.clone();
        let all = |this: &mut Self, items: &mut dyn Iterator<Item = ExprId>| -> Result<bool> {
            for item in items {
                let count = this.adjustments(item).len();
                if !this.is_promotable(item, count, overflows)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        match &body.exprs[e.index()].kind {
            ExprKind::Literal(_) => Ok(true),
            ExprKind::Unary(op, inner) => {
                let literal = matches!(body.exprs[inner.index()].kind, ExprKind::Literal(_));
                overflows.set(overflows.get() || *op == UnaryOp::Neg && !literal);
                let plain = literal || !self.typed.callees.contains_key(&e);
                Ok(plain && all(self, &mut std::iter::once(*inner))?)
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let counts = bin_op(*op).is_some_and(|op| !is_comparison(op));
                overflows.set(overflows.get() || counts);
                let plain =
                    !self.typed.callees.contains_key(&e) && !self.is_lazy_or_divides(*op, *rhs);
                Ok(plain && all(self, &mut [*lhs, *rhs].into_iter())?)
            }
            ExprKind::Path(_) => self.is_constant_path(e),
            ExprKind::Closure { .. } => {
                let ty = self.type_after(e, 0);
                Ok(self.mono.cells(ty)? == 0)
            }
            ExprKind::Tuple(items) | ExprKind::Array(items) => {
                all(self, &mut items.iter().copied())
            }
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => {
                Ok(!self.is_dropped(*base)? && all(self, &mut std::iter::once(*base))?)
            }
            ExprKind::Repeat(item, _) => all(self, &mut std::iter::once(*item)),
            ExprKind::Borrow(crate::hir::Mutability::Shared, inner) => {
                let inner = *inner;
                all(self, &mut std::iter::once(inner))
            }
            ExprKind::Struct {
                fields, base: None, ..
            } => all(self, &mut fields.iter().map(|(_, e)| *e)),
            ExprKind::Call(callee, args) => {
                let named = matches!(body.exprs[callee.index()].kind, ExprKind::Path(_));
                let constant = [e, *callee].iter().any(|e| self.calls_promotable(*e));
                Ok(named && constant && all(self, &mut args.iter().copied())?)
            }
            ExprKind::Cast(inner, _) => {
                let scalar = scalar_of(self.type_after(e, 0)).is_some();
                Ok(scalar && all(self, &mut std::iter::once(*inner))?)
            }
            _ => Ok(false),
        }
    }

    /// Whether a value has a destructor: its parts go with it.
    fn is_dropped(&mut self, e: ExprId) -> Result<bool> {
        let count = self.adjustments(e).len();
        self.has(Quality::Drops, e, count)
    }

    /// Whether an operator needs more than constants to have a value.
    fn is_lazy_or_divides(&self, op: BinaryOp, rhs: ExprId) -> bool {
        let zero = || match &self.body.exprs[rhs.index()].kind {
            ExprKind::Literal(Literal::Int(value, _)) => *value == 0,
            ExprKind::Literal(Literal::Float(..)) => false,
            _ => true,
        };
        match op {
            BinaryOp::And | BinaryOp::Or => true,
            BinaryOp::Div | BinaryOp::Rem => zero(),
            _ => false,
        }
    }

    /// Whether an expression is a field, or an element with a number for an index.
    pub fn is_part(&self, e: ExprId, count: usize) -> bool {
        match &self.body.exprs[e.index()].kind {
            ExprKind::Field(..) => count == 0,
            ExprKind::Index(base, index) => {
                let index = &self.body.exprs[index.index()].kind;
                count == 0
                    && matches!(index, ExprKind::Literal(_))
                    && matches!(self.type_of(*base).kind(), TyKind::Array(..))
            }
            _ => false,
        }
    }

    /// A constructor, or one of the few functions of std that references to constants are made with.
    fn calls_promotable(&self, e: ExprId) -> bool {
        match self.typed.callees.get(&e) {
            Some(Callee::Constructor { .. }) => true,
            Some(Callee::Instance(callee)) => {
                let item = self.mono.hir.def(callee.def);
                item.is_model && item.attrs.promotable
            }
            _ => false,
        }
    }

    fn is_constant_path(&mut self, e: ExprId) -> Result<bool> {
        let ty = self.type_after(e, 0);
        match self.typed.callees.get(&e).copied() {
            Some(Callee::Constant(_)) => Ok(self.static_of(e).is_none()
                && !self.has(Quality::Drops, e, 0)?
                && !self.has(Quality::Changes, e, 0)?),
            Some(Callee::ConstValue(_)) => Ok(true),
            _ => Ok(scalar_of(ty).is_none()),
        }
    }

    /// A scalar constant.
    pub fn number(&self, value: u64) -> Arg {
        scalar(Operand::Const(value))
    }
}
