//! Expressions.

mod aggregate;
mod assign;
mod block;
mod control;
mod extend;
mod literal;

pub use literal::extend;

use super::borrowed::shows_copy;
use super::code::{UNIT, cell};
use super::lower::{Dest, Lower, MAX_REGISTER_CELLS};
use super::place::{Place, PlaceKind};
use crate::diagnostic::Result;
use crate::hir::{BinaryOp, ExprId, ExprKind, Mutability, Shown};
use crate::mono::layout::Meta;
use crate::ty::{Ty, TyKind};
use crate::typed::{Adjustment, Callee};
use vscheck_ir::{Arg, Inst, Intrinsic, Operand};

impl Lower<'_> {
    /// The value of an expression, which later assignments do not change.
    pub fn expr(&mut self, e: ExprId) -> Result<Arg> {
        self.expr_after(e, self.adjustments(e).len())
    }

    /// The value of an expression that is used before anything else is evaluated.
    pub fn expr_now(&mut self, e: ExprId) -> Result<Arg> {
        let count = self.adjustments(e).len();
        if count == 0 && self.is_place(e, 0) {
            let place = self.place_after(e, 0)?;
            return self.consume_expr(e, 0, &place);
        }
        self.expr_after(e, count)
    }

    /// As [`Lower::expr`], after `count` adjustments only.
    pub fn expr_after(&mut self, e: ExprId, count: usize) -> Result<Arg> {
        let value = if self.is_place(e, count) {
            let place = self.place_after(e, count)?;
            let value = self.consume_expr(e, count, &place)?;
            if self.is_assigned(e) {
                self.stable(value, place.ty)?
            } else {
                value
            }
        } else if count == 0 {
            self.code.span = self.body.exprs[e.index()].span;
            self.value_expr(e)?
        } else {
            self.adjusted(e, count)?
        };
        let ty = self.type_after(e, count);
        if matches!(ty.kind(), TyKind::Never) {
            self.code.terminate(Inst::Unreachable);
        }
        if self.reborrows_assigned(e, count) {
            return self.stable(value, ty);
        }
        Ok(value)
    }

    /// The value at the place that an expression denotes. What is read through a raw pointer or out of a
    /// union has to be one.
    fn consume_expr(&mut self, e: ExprId, count: usize, place: &Place) -> Result<Arg> {
        let mut value = self.consume(place)?;
        let is_in_union = count == 0 && self.is_in_union(e);
        if !self.is_model && (is_in_union || self.is_behind_raw(e, count)) {
            self.check_value(value, place.ty, true)?;
        }
        if is_in_union && let Some(written) = self.other_pointer(e, place.ty)? {
            value = self.with_pointer_viewed(value, written, place.ty)?;
        }
        Ok(value)
    }

    /// The type of another field of a union that is no more than a pointer, as is the one that is read: memory that
    /// has no type yet gets one by that.
    fn other_pointer(&mut self, e: ExprId, own: Ty) -> Result<Option<Ty>> {
        let ExprKind::Field(base, _) = self.body.exprs[e.index()].kind else {
            return Ok(None);
        };
        let of = self.type_after(base, self.adjustments(base).len());
        let TyKind::Adt(def, args) = of.kind() else {
            return Ok(None);
        };
        if !self.is_union(*def) || self.only_pointer(own)?.is_none() {
            return Ok(None);
        }
        let fields = self.mono.typer.field_types(*def, *args)?;
        for &ty in fields.iter() {
            if ty != own && self.only_pointer(ty)?.is_some() {
                return Ok(Some(ty));
            }
        }
        Ok(None)
    }

    /// Whether a place is a field of a union, or a part of one.
    fn is_in_union(&self, e: ExprId) -> bool {
        let ExprKind::Field(base, _) = self.body.exprs[e.index()].kind else {
            return false;
        };
        let of = self.type_after(base, self.adjustments(base).len());
        match of.kind() {
            TyKind::Adt(def, _) if self.is_union(*def) => true,
            _ => self.is_in_union(base),
        }
    }

    /// Whether an expression borrows what a local refers to that is assigned somewhere.
    fn reborrows_assigned(&self, e: ExprId, count: usize) -> bool {
        match (
            &self.adjustments(e)[..count],
            &self.body.exprs[e.index()].kind,
        ) {
            ([.., Adjustment::Deref(_), Adjustment::Borrow(..)], _) => self.is_assigned(e),
            ([], ExprKind::Borrow(_, place)) => self.is_behind_assigned(*place),
            _ => false,
        }
    }

    fn is_behind_assigned(&self, place: ExprId) -> bool {
        let (ExprKind::Deref(base) | ExprKind::Field(base, _) | ExprKind::Index(base, _)) =
            &self.body.exprs[place.index()].kind
        else {
            return false;
        };
        self.is_assigned(*base) || self.is_behind_assigned(*base)
    }

    /// Whether an expression is part of a local that is assigned somewhere.
    fn is_assigned(&self, e: ExprId) -> bool {
        match &self.body.exprs[e.index()].kind {
            ExprKind::Local(local) => self.borrowed.assigned.contains(local.index()),
            ExprKind::Field(base, _) => self.is_assigned(*base),
            _ => false,
        }
    }

    fn adjusted(&mut self, e: ExprId, count: usize) -> Result<Arg> {
        match self.adjustments(e)[count - 1].clone() {
            Adjustment::Deref(_) | Adjustment::OverloadedDeref(..) => {
                self.internal("a place where a value is expected")
            }
            Adjustment::Borrow(mutability, _) => self.reference_to(e, count - 1, mutability),
            Adjustment::RawBorrow(_, to) => match to.kind() {
                TyKind::RawPtr(_, pointee) if *pointee == self.type_after(e, count - 1) => {
                    let place = self.place_after(e, count - 1)?;
                    self.address_value(&place)
                }
                _ => self.expr_after(e, count - 1),
            },
            Adjustment::MutToConst(_) => self.expr_after(e, count - 1),
            Adjustment::NeverToAny(ty) => {
                self.expr_after(e, count - 1)?;
                self.code.terminate(Inst::Unreachable);
                self.regs(ty)
            }
            Adjustment::FnPointer(_) => {
                let from = self.type_after(e, count - 1);
                let value = self.expr_after(e, count - 1)?;
                self.reify(value, from)
            }
            Adjustment::Unsize(to) => {
                let from = self.type_after(e, count - 1);
                let value = self.expr_after(e, count - 1)?;
                self.code.span = self.body.exprs[e.index()].span;
                self.unsize(value, from, to)
            }
        }
    }

    fn value_expr(&mut self, e: ExprId) -> Result<Arg> {
        let body = self.body.clone();
        let ty = self.type_after(e, 0);
        match &body.exprs[e.index()].kind {
            ExprKind::Literal(literal) => self.literal(literal, false, ty),
            ExprKind::Path(_) => self.path_value(e, ty),
            ExprKind::Call(callee, args) => self.call_expr(e, *callee, args),
            ExprKind::MethodCall { receiver, args, .. } => self.method_call(e, *receiver, args),
            ExprKind::Unary(op, operand) => self.unary_expr(e, *op, *operand),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.lazy_expr(e),
            ExprKind::Binary(op, lhs, rhs) => self.binary_expr(e, *op, *lhs, *rhs),
            ExprKind::Assign(place, value) => self.assign(*place, *value),
            ExprKind::AssignOp(op, place, value) => self.assign_op(e, *op, *place, *value),
            ExprKind::Borrow(mutability, inner) => {
                match shows_copy(&self.body, &self.typed, e, *inner) {
                    Some(to) => self.value_to_show(*inner, to),
                    None => self.reference_to(*inner, self.adjustments(*inner).len(), *mutability),
                }
            }
            ExprKind::RawBorrow(_, inner) => {
                let place = self.place(*inner)?;
                self.check_projection(*inner, &place)?;
                let value = self.address_value(&place)?;
                match self.is_in_packed(*inner)? {
                    true => self.view(cell(value, 0), Some(place.ty), place.ty),
                    false => Ok(value),
                }
            }
            ExprKind::Cast(inner, _) => self.cast_expr(e, *inner),
            ExprKind::Tuple(items) => self.tuple(ty, items),
            ExprKind::Array(_) | ExprKind::Repeat(..) => self.in_new_registers(e, ty),
            ExprKind::Struct { fields, base, .. } => self.struct_expr(e, fields, *base),
            ExprKind::Let(..) => self.lazy_expr(e),
            ExprKind::If(..) | ExprKind::Match(..) | ExprKind::Loop(_) | ExprKind::While(..) => {
                self.in_new_registers(e, ty)
            }
            ExprKind::Block(block) if self.is_break_target(e) => {
                let _ = block;
                self.in_new_registers(e, ty)
            }
            ExprKind::Block(_) if self.is_kept_block(e)? => self.kept_block(e),
            ExprKind::Block(block) => self.block(e, block, None),
            ExprKind::Closure { .. } => self.closure_expr(e),
            ExprKind::Break(target, value) => self.break_expr(*target, *value),
            ExprKind::Continue(target) => self.continue_expr(*target),
            ExprKind::Return(value) => self.return_expr(*value),
            ExprKind::Unsupported(what) => self.unsupported(what),
            ExprKind::Stop(reason) => {
                let reason = self.mono.refuse(reason.clone());
                self.code.stop(reason);
                Ok(UNIT)
            }
            ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Deref(_) => {
                self.internal("a place where a value is expected")
            }
        }
    }

    fn in_new_registers(&mut self, e: ExprId, ty: Ty) -> Result<Arg> {
        let (dest, value) = self.join(ty)?;
        match self.structured(e, ty, dest)? {
            true => Ok(value),
            false => self.internal("an expression that is put nowhere"),
        }
    }

    /// Evaluates an expression and puts its value where it is wanted.
    pub fn expr_to(&mut self, e: ExprId, dest: Dest) -> Result<()> {
        self.code.span = self.body.exprs[e.index()].span;
        let ty = self.type_of(e);
        let cells = self.mono.cells(ty)?;
        if self.adjustments(e).is_empty() {
            if self.structured(e, ty, dest)? {
                return Ok(());
            }
            if cells > MAX_REGISTER_CELLS && self.is_place(e, 0) {
                return self.copy_place(e, dest, cells);
            }
        }
        let value = self.expr_now(e)?;
        self.put(dest, value, cells)
    }

    /// Expressions that put their value somewhere themselves, unadjusted; whether it was one.
    fn structured(&mut self, e: ExprId, ty: Ty, dest: Dest) -> Result<bool> {
        let body = self.body.clone();
        match &body.exprs[e.index()].kind {
            ExprKind::If(cond, then, otherwise) => self.if_expr(*cond, *then, *otherwise, dest)?,
            ExprKind::Match(scrutinee, arms) => self.match_expr(*scrutinee, arms, dest)?,
            ExprKind::Loop(inner) => self.loop_expr(e, *inner, dest)?,
            ExprKind::While(cond, inner) => self.while_expr(e, *cond, *inner, dest)?,
            ExprKind::Block(_) if self.is_kept_block(e)? => return Ok(false),
            ExprKind::Block(block) => self.block_to(e, block, dest)?,
            ExprKind::Array(items) => self.array(ty, items, dest)?,
            ExprKind::Repeat(item, _) => self.repeat(e, ty, *item, dest)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Copies a large value from memory to memory.
    fn copy_place(&mut self, e: ExprId, dest: Dest, cells: u32) -> Result<()> {
        let place = self.place(e)?;
        match dest {
            Dest::Regs(_) => {
                let value = self.consume(&place)?;
                self.put(dest, value, cells)
            }
            Dest::Memory(ptr, offset) => {
                let (from, skip) = self.address(&place)?;
                let src = self.code.offset(from, skip);
                let dst = self.code.offset(ptr, offset);
                self.code.emit(Inst::CopyMemory {
                    dst,
                    src,
                    count: Operand::Const(1),
                    stride: cells,
                });
                self.moved(&place);
                Ok(())
            }
        }
    }

    /// Evaluates an expression for its effects.
    pub fn discard(&mut self, e: ExprId) -> Result<()> {
        let ty = self.type_of(e);
        let value = self.expr_now(e)?;
        self.drop_value(value, ty)
    }

    /// Drops a value in registers.
    pub fn drop_value(&mut self, value: Arg, ty: Ty) -> Result<()> {
        if self.code.dead || !self.mono.needs_drop(ty)? {
            return Ok(());
        }
        let ptr = self.spill(value, ty)?;
        self.drop_at(ptr, 0, None, ty)
    }

    /// A reference to the place that an expression denotes after `count` adjustments. What the program says is
    /// behind a raw pointer has to be there, and what it says is in a union.
    fn reference_to(&mut self, e: ExprId, count: usize, mutability: Mutability) -> Result<Arg> {
        let place = self.place_to_borrow(e, count)?;
        self.reference_to_place(e, count, mutability, &place)
    }

    /// A reference to a value that is only shown, or to a copy if it is in registers.
    fn value_to_show(&mut self, e: ExprId, to: Shown) -> Result<Arg> {
        let is_printed = to == Shown::Printed;
        let (mut value, ty) = if is_printed && !self.is_place(e, 0) {
            (self.expr_after(e, 0)?, self.type_after(e, 0))
        } else {
            let place = self.place_to_borrow(e, 0)?;
            match place.kind {
                PlaceKind::Regs(..) => (self.read(&place)?, place.ty),
                PlaceKind::Memory { .. } | PlaceKind::Captured(..) => {
                    return self.reference_to_place(e, 0, Mutability::Shared, &place);
                }
            }
        };
        if is_printed {
            value = self.code.to_print(value);
        }
        let scope = self.extended.get(&e).copied().unwrap_or(self.temp_scope);
        let copy = self.temporary(value, ty, scope)?;
        self.reference_to_place(e, 0, Mutability::Shared, &copy)
    }

    fn reference_to_place(
        &mut self,
        e: ExprId,
        count: usize,
        mutability: Mutability,
        place: &Place,
    ) -> Result<Arg> {
        let value = self.address_value(place)?;
        if self.is_model {
            return Ok(value);
        }
        if self.is_behind_raw(e, count) {
            self.check_reference(value, place.ty, mutability)?;
        } else if mutability == Mutability::Shared && count == 0 && self.is_in_union(e) {
            self.check_shown(cell(value, 0), Operand::Const(1), place.ty)?;
        }
        Ok(value)
    }

    /// Has the machine look whether a field of what a raw pointer points to can be where its address is taken.
    fn check_projection(&mut self, part: ExprId, place: &Place) -> Result<()> {
        let body = self.body.clone();
        let mut e = part;
        while let ExprKind::Field(base, _) = body.exprs[e.index()].kind
            && self.adjustments(base).is_empty()
        {
            e = base;
        }
        let PlaceKind::Memory { ptr, offset, .. } = place.kind else {
            return Ok(());
        };
        let whole = self.type_of(e);
        let is_known = e != part && self.mono.meta(whole)? == Meta::Thin;
        match body.exprs[e.index()].kind {
            ExprKind::Deref(_) if is_known && !self.is_model && self.is_behind_raw(e, 0) => {
                let cells = Operand::Const(offset.into());
                self.check_values(Intrinsic::CheckProjection, ptr, cells, whole)
            }
            _ => Ok(()),
        }
    }

    /// Whether a place is a field that need not be where its type's alignment would have it.
    fn is_in_packed(&mut self, place: ExprId) -> Result<bool> {
        let body = self.body.clone();
        let ty = self.type_of(place);
        if self.mono.meta(ty)? != Meta::Thin || self.mono.cells(ty)? == 0 {
            return Ok(false);
        }
        let align = self.mono.layout(ty)?.size.align;
        let mut e = place;
        while let ExprKind::Field(base, _) = body.exprs[e.index()].kind {
            let whole = self.type_of(base);
            if self.mono.layout(whole)?.size.align < align {
                return Ok(true);
            }
            e = base;
        }
        Ok(false)
    }

    /// Whether a place is what a raw pointer points to, or a part of it.
    fn is_behind_raw(&self, e: ExprId, count: usize) -> bool {
        let is_raw = |ty: Ty| matches!(ty.kind(), TyKind::RawPtr(..));
        if count > 0 {
            let derefs = matches!(self.adjustments(e)[count - 1], Adjustment::Deref(_));
            return derefs && is_raw(self.type_after(e, count - 1));
        }
        match self.body.exprs[e.index()].kind {
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => {
                self.is_behind_raw(base, self.adjustments(base).len())
            }
            ExprKind::Deref(inner) => is_raw(self.type_of(inner)),
            _ => false,
        }
    }

    /// Several operands, evaluated in order; those that wait are dropped if a later one panics.
    pub fn operands(&mut self, exprs: &[ExprId]) -> Result<Vec<(Arg, Ty)>> {
        self.waiting(|lower| lower.operands_in_order(exprs))
    }

    fn operands_in_order(&mut self, exprs: &[ExprId]) -> Result<Vec<(Arg, Ty)>> {
        let mut values = Vec::new();
        let mut waiting = Vec::new();
        let last_to_act = exprs.iter().rposition(|&e| !self.is_simple(e)).unwrap_or(0);
        for (index, &e) in exprs.iter().enumerate() {
            let ty = self.type_of(e);
            let value = if matches!(ty.kind(), TyKind::Dyn(_)) {
                let place = self.place_after(e, self.adjustments(e).len())?;
                self.by_value_self(&place)?
            } else if index >= last_to_act {
                self.expr_now(e)?
            } else {
                self.expr(e)?
            };
            if index + 1 < exprs.len() {
                waiting.extend(self.pend(value, ty)?);
            }
            values.push((value, ty));
        }
        self.release(waiting);
        Ok(values)
    }

    /// Whether evaluating an expression changes nothing and cannot panic.
    pub fn is_simple(&self, e: ExprId) -> bool {
        if !self.adjustments(e).is_empty() || self.typed.callees.contains_key(&e) {
            return matches!(self.body.exprs[e.index()].kind, ExprKind::Path(_));
        }
        match &self.body.exprs[e.index()].kind {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Path(_) => true,
            ExprKind::Field(base, _) | ExprKind::Borrow(_, base) => self.is_simple(*base),
            _ => false,
        }
    }

    fn path_value(&mut self, e: ExprId, ty: Ty) -> Result<Arg> {
        match self.typed.callees.get(&e).copied() {
            Some(Callee::Constant(instance)) => self.constant(instance, ty),
            Some(Callee::ConstValue(value)) => self.integer(value as u128, ty),
            Some(Callee::Constructor { def, .. }) if !matches!(ty.kind(), TyKind::FnDef(..)) => {
                self.construct(ty, def, &[])
            }
            _ if matches!(ty.kind(), TyKind::FnDef(..)) => Ok(UNIT),
            None => match self.typed.expr_variants.get(&e).copied() {
                Some(def) => self.construct(ty, def, &[]),
                None => self.internal("a path without meaning"),
            },
            Some(_) => self.internal("a path without value"),
        }
    }
}
