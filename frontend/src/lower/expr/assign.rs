//! Assignments.

use crate::diagnostic::Result;
use crate::hir::{BinaryOp, ExprId, ExprKind, Mutability};
use crate::lower::code::{BlockId, Op, UNIT};
use crate::lower::lower::Lower;
use crate::lower::place::{Place, PlaceKind};
use crate::ty::Ty;
use vscheck_ir::{Arg, Inst, LandingKind};

/// Where a panic goes.
type Landing = Option<(BlockId, LandingKind)>;

impl Lower<'_> {
    /// `place = value`: the value first, then the place; what was there is dropped.
    pub fn assign(&mut self, target: ExprId, value: ExprId) -> Result<Arg> {
        let span = self.code.span;
        let ty = self.type_of(value);
        let new = self.expr(value)?;
        if self.is_underscore(target) {
            self.drop_value(new, ty)?;
            return Ok(UNIT);
        }
        let waiting = self.pend(new, ty)?;
        let place = self.place(target)?;
        self.release(waiting);
        self.code.span = span;
        self.replace(&place, new)?;
        Ok(UNIT)
    }

    fn is_underscore(&self, e: ExprId) -> bool {
        matches!(&self.body.exprs[e.index()].kind, ExprKind::Tuple(items) if items.is_empty())
    }

    /// Drops what is at a place and writes a value there, even if the drop panics.
    pub fn replace(&mut self, place: &Place, value: Arg) -> Result<()> {
        if self.mono.needs_drop(place.ty)? {
            let landing = self.landing_that_writes(place, value)?;
            self.drop_with(place, landing)?;
        }
        self.write(place, value)
    }

    /// Where a panic in the drop of what was at a place goes: the new value is written there first.
    fn landing_that_writes(&mut self, place: &Place, value: Arg) -> Result<Landing> {
        let next = self.landing()?;
        let catches = matches!(next, Some((_, kind)) if kind != LandingKind::Cleanup);
        let (here, dead) = (self.code.current, self.code.dead);
        if catches || self.code.blocks[here.index()].cleanup {
            return Ok(next);
        }
        let block = self.code.cleanup_block();
        self.code.switch_to(block);
        self.write(place, value)?;
        match next {
            Some((next, _)) => self.code.jump(next),
            None => self.code.terminate(Inst::Resume),
        }
        self.code.switch_to(here);
        self.code.dead = dead;
        Ok(Some((block, LandingKind::Cleanup)))
    }

    /// Drops what is at a place; it is gone afterwards.
    pub fn drop_place(&mut self, place: &Place) -> Result<()> {
        let landing = self.landing()?;
        self.drop_with(place, landing)
    }

    fn drop_with(&mut self, place: &Place, landing: Landing) -> Result<()> {
        let (ptr, offset) = self.address(place)?;
        let meta = match place.kind {
            PlaceKind::Memory { meta, .. } => meta,
            PlaceKind::Regs(..) | PlaceKind::Captured(..) => None,
        };
        let target = if self.code.blocks[self.code.current.index()].cleanup {
            self.code.cleanup_block()
        } else {
            self.code.block()
        };
        let dead = self.code.dead;
        self.code.push(
            Op::Drop(crate::lower::code::DropOp {
                path: place.path.clone(),
                ptr,
                offset,
                meta,
                ty: place.ty,
                target,
            }),
            landing,
        );
        self.code.switch_to(target);
        self.code.dead = dead;
        Ok(())
    }

    /// `place op= value`.
    pub fn assign_op(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
    ) -> Result<Arg> {
        let span = self.code.span;
        if let Some(callee) = self.typed.callees.get(&e).copied() {
            let lhs = self.autoref_operand(target, Mutability::Mut)?;
            let rhs_ty = self.type_of(value);
            let rhs = self.expr(value)?;
            self.code.span = span;
            return self.call_callee(callee, vec![lhs, (rhs, rhs_ty)], Ty::unit(), Some(target));
        }
        let rhs_ty = self.type_of(value);
        let rhs = self.expr(value)?;
        let place = self.place(target)?;
        self.code.span = span;
        let lhs = self.read(&place)?;
        if let PlaceKind::Regs(reg, _) = place.kind {
            return self
                .primitive_into(op, lhs, place.ty, rhs, rhs_ty, Some(reg))
                .map(|_| UNIT);
        }
        let result = self.primitive_into(op, lhs, place.ty, rhs, rhs_ty, None)?;
        self.write(&place, result)?;
        Ok(UNIT)
    }
}
