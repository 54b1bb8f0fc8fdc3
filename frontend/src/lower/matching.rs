//! `match`: arms are tried in order.

use super::code::BlockId;
use super::lower::{Dest, Lower};
use super::place::Place;
use crate::diagnostic::Result;
use crate::hir::{Arm, ExprId, PatId};
use crate::mono::layout::Parts;
use crate::ty::TyKind;
use vscheck_ir::{Inst, Intrinsic, ScalarType};

impl Lower<'_> {
    /// `match scrutinee { arms }`. Temporaries of the scrutinee live through the arms.
    pub fn match_expr(&mut self, scrutinee: ExprId, arms: &[Arm], dest: Dest) -> Result<()> {
        let pats: Vec<PatId> = arms.iter().map(|arm| arm.pat).collect();
        let place = self.scrutinee(scrutinee, &pats)?;
        let after = self.code.block();
        for arm in arms {
            self.arm(arm, &place, dest)?;
            self.code.jump(after);
            let next = self.next_arm.take();
            if let Some(next) = next {
                self.code.switch_to(next);
            }
        }
        if !self.code.dead && !self.is_model {
            self.code.span = self.body.exprs[scrutinee.index()].span;
            self.check_variant(place)?;
        }
        self.code.terminate(Inst::Unreachable);
        self.code.switch_to(after);
        Ok(())
    }

    /// Has the machine say that what matches no arm is of no variant.
    fn check_variant(&mut self, mut place: Place) -> Result<()> {
        while matches!(place.ty.kind(), TyKind::Ref(..)) {
            place = self.deref(place)?;
        }
        let Parts::Enum { tag, .. } = self.mono.layout(place.ty)?.parts else {
            return Ok(());
        };
        let tag = self.discriminant(&place, tag)?;
        let args = Box::new([self.layout_operand(place.ty)?, tag]);
        let (op, dst) = (Intrinsic::CheckValue, self.code.reg(ScalarType::U64));
        self.code.emit(Inst::Intrinsic { op, dst, args });
        Ok(())
    }

    /// One arm; leaves the block to go on at where it does not match in `next_arm`.
    fn arm(&mut self, arm: &Arm, place: &Place, dest: Dest) -> Result<()> {
        let choices = self.choices(arm.pat, arm.guard.is_some());
        self.check_choices(&choices)?;
        let scope = self.open_scope();
        self.declare(arm.pat, scope)?;
        let lasting = arm.guard.filter(|guard| self.has_let(*guard));
        let guard_scope = lasting.map(|_| self.open_scope());
        let body = self.code.block();
        for choice in choices {
            let next = self.code.block();
            self.with_choice(choice, |this: &mut Self| {
                this.alternative(arm, place, (scope, guard_scope), next)
            })?;
            self.code.jump(body);
            self.code.switch_to(next);
        }
        let next = self.code.current;
        self.code.switch_to(body);
        self.terminating(|this| this.expr_to(arm.body, dest))?;
        // What the arm names ends with it, and not where its last operation was.
        let end = Some(self.closing(arm.body));
        if guard_scope.is_some() {
            self.close_scope(end)?;
        }
        self.close_scope(end)?;
        self.next_arm = Some(next);
        Ok(())
    }

    /// The pattern and the guard. What a guard with a `let` makes lives in the scope `lasting`, until
    /// the arm's end. Where the guard does not hold, the variables of the arm's scope are gone.
    fn alternative(
        &mut self,
        arm: &Arm,
        place: &Place,
        (own, lasting): (usize, Option<usize>),
        next: BlockId,
    ) -> Result<()> {
        self.test(arm.pat, place, next)?;
        let Some(guard) = arm.guard else {
            return self.bind(arm.pat, place);
        };
        self.bind_with(arm.pat, place, false)?;
        match lasting {
            Some(scope) => {
                let outer = std::mem::replace(&mut self.temp_scope, scope);
                self.condition(guard, next, own)?;
                self.temp_scope = outer;
            }
            None => self.terminating(|this| this.condition(guard, next, own))?,
        }
        self.commit(arm.pat, place)
    }
}
