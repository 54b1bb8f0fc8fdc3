//! Conditions, branches, loops and jumps.

use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{BinaryOp, Edition, ExprId, ExprKind, UnaryOp};
use crate::lower::code::{BlockId, UNIT, scalar};
use crate::lower::lower::{Dest, Lower, Target};
use crate::ty::Ty;
use vscheck_ir::{Action, Arg, Inst, Operand, ScalarType};

impl Lower<'_> {
    /// Whether some `break` names a block.
    pub fn is_break_target(&self, e: ExprId) -> bool {
        self.borrowed.targets.contains(e.index())
    }

    /// Whether a condition has a `let` (the scope of whose temporaries is special).
    pub fn has_let(&self, e: ExprId) -> bool {
        match &self.body.exprs[e.index()].kind {
            ExprKind::Let(..) => true,
            ExprKind::Binary(BinaryOp::And, lhs, rhs) => self.has_let(*lhs) || self.has_let(*rhs),
            _ => false,
        }
    }

    /// Goes on here if a condition holds, else at `fail`, with only the scopes up to `depth` open.
    pub fn condition(&mut self, e: ExprId, fail: BlockId, depth: usize) -> Result<()> {
        let body = self.body.clone();
        self.code.span = body.exprs[e.index()].span;
        match &body.exprs[e.index()].kind {
            ExprKind::Binary(BinaryOp::And, lhs, rhs) => {
                self.condition(*lhs, fail, depth)?;
                match self.code.dead {
                    true => Ok(()),
                    false => self.condition(*rhs, fail, depth),
                }
            }
            ExprKind::Binary(BinaryOp::Or, lhs, rhs) => self.either(*lhs, *rhs, fail, depth),
            ExprKind::Unary(UnaryOp::Not, inner) if !self.typed.callees.contains_key(&e) => {
                let holds = self.code.block();
                self.condition(*inner, holds, self.scopes.len())?;
                self.leave_scopes(depth)?;
                self.code.jump(fail);
                self.code.switch_to(holds);
                Ok(())
            }
            ExprKind::Let(pat, init) => self.let_condition(*pat, *init, fail, depth),
            _ => {
                let value = self.terminating(|this| this.expr_now(e))?;
                self.branch_or_leave(value.src, fail, depth)
            }
        }
    }

    fn branch_or_leave(&mut self, value: Operand, fail: BlockId, depth: usize) -> Result<()> {
        let (holds, leave) = (self.code.block(), self.code.block());
        self.code.branch(value, holds, leave);
        self.code.switch_to(leave);
        self.leave_scopes(depth)?;
        self.code.jump(fail);
        self.code.switch_to(holds);
        // What never holds is not lowered at all.
        self.code.dead = value == Operand::Const(0);
        Ok(())
    }

    fn either(&mut self, lhs: ExprId, rhs: ExprId, fail: BlockId, depth: usize) -> Result<()> {
        let (holds, other) = (self.code.block(), self.code.block());
        self.condition(lhs, other, self.scopes.len())?;
        self.code.jump(holds);
        self.code.switch_to(other);
        self.condition(rhs, fail, depth)?;
        self.code.jump(holds);
        self.code.switch_to(holds);
        Ok(())
    }

    fn let_condition(
        &mut self,
        pat: crate::hir::PatId,
        init: ExprId,
        fail: BlockId,
        depth: usize,
    ) -> Result<()> {
        let scope = self.scopes.len() - 1;
        let place = self.scrutinee(init, &[pat])?;
        self.declare(pat, scope)?;
        let bound = self.test_and_bind(pat, &place)?;
        self.leave_scopes(depth)?;
        self.code.jump(fail);
        self.code.switch_to(bound);
        Ok(())
    }

    /// `if cond { } else { }`.
    pub fn if_expr(
        &mut self,
        cond: ExprId,
        then: ExprId,
        otherwise: Option<ExprId>,
        dest: Dest,
    ) -> Result<()> {
        let (after, fail) = (self.code.block(), self.code.block());
        let outer = self.temp_scope;
        let depth = self.open_scope();
        // Several conditions with a `let` among them are of edition 2024.
        let is_let = matches!(self.body.exprs[cond.index()].kind, ExprKind::Let(..));
        if self.edition >= Edition::E2024 || !is_let {
            self.temp_scope = depth;
        }
        self.condition(cond, fail, depth)?;
        if !self.code.dead {
            self.terminating(|this| this.expr_to(then, dest))?;
        }
        self.close_scope(None)?;
        self.temp_scope = outer;
        self.code.jump(after);
        self.code.switch_to(fail);
        if let Some(otherwise) = otherwise {
            self.terminating(|this| this.expr_to(otherwise, dest))?;
        }
        self.code.jump(after);
        self.code.switch_to(after);
        Ok(())
    }

    /// `a && b`, `a || b`, `let` as a value.
    pub fn lazy_expr(&mut self, e: ExprId) -> Result<Arg> {
        let result = self.code.reg(ScalarType::Bool);
        let (fail, after) = (self.code.block(), self.code.block());
        let depth = self.open_scope();
        self.condition(e, fail, depth)?;
        self.code.copy(result, scalar(Operand::Const(1)));
        self.close_scope(None)?;
        self.code.jump(after);
        self.code.switch_to(fail);
        self.code.copy(result, scalar(Operand::Const(0)));
        self.code.jump(after);
        self.code.switch_to(after);
        Ok(scalar(Operand::Reg(result)))
    }

    fn target(&mut self, expr: ExprId, after: BlockId, again: Option<BlockId>, dest: Dest) {
        self.targets.push(Target {
            expr,
            depth: self.scopes.len(),
            after,
            again,
            dest,
        });
    }

    /// `loop { }`.
    pub fn loop_expr(&mut self, e: ExprId, body: ExprId, dest: Dest) -> Result<()> {
        let (head, after) = (self.code.block(), self.code.block());
        self.target(e, after, Some(head), dest);
        self.code.jump(head);
        self.code.switch_to(head);
        if self.is_empty_block(body) {
            // Others go on for ever, too.
            self.sync(Action::Yield, &[], Ty::unit(), true)?;
        }
        self.terminating(|this| this.discard(body))?;
        self.code.jump(head);
        self.targets.pop();
        self.code.switch_to(after);
        Ok(())
    }

    /// Whether there is nothing in a block.
    fn is_empty_block(&self, e: ExprId) -> bool {
        match &self.body.exprs[e.index()].kind {
            ExprKind::Block(block) => block.stmts.is_empty() && block.tail.is_none(),
            _ => false,
        }
    }

    /// `while cond { }`.
    pub fn while_expr(&mut self, e: ExprId, cond: ExprId, body: ExprId, dest: Dest) -> Result<()> {
        let (head, after, fail) = (self.code.block(), self.code.block(), self.code.block());
        self.target(e, after, Some(head), dest);
        self.code.jump(head);
        self.code.switch_to(head);
        let outer = self.temp_scope;
        let depth = self.open_scope();
        self.temp_scope = depth;
        self.condition(cond, fail, depth)?;
        self.terminating(|this| this.discard(body))?;
        self.close_scope(None)?;
        self.temp_scope = outer;
        self.code.jump(head);
        self.code.switch_to(fail);
        self.code.jump(after);
        self.targets.pop();
        self.code.switch_to(after);
        Ok(())
    }

    fn find_target(&self, expr: ExprId) -> Result<Target> {
        match self.targets.iter().rev().find(|target| target.expr == expr) {
            Some(target) => Ok(target.clone()),
            None => Err(Diagnostic::new(
                "no loop or labelled block to go to from here",
                self.code.span,
            )),
        }
    }

    /// `break 'label value`.
    pub fn break_expr(&mut self, target: ExprId, value: Option<ExprId>) -> Result<Arg> {
        let target = self.find_target(target)?;
        if let Some(value) = value {
            self.expr_to(value, target.dest)?;
        }
        self.leave_scopes(target.depth)?;
        self.code.jump(target.after);
        Ok(UNIT)
    }

    /// `continue 'label`.
    pub fn continue_expr(&mut self, target: ExprId) -> Result<Arg> {
        let target = self.find_target(target)?;
        self.leave_scopes(target.depth)?;
        match target.again {
            Some(again) => self.code.jump(again),
            None => return self.internal("a `continue` of a block"),
        }
        Ok(UNIT)
    }

    /// `return value`.
    pub fn return_expr(&mut self, value: Option<ExprId>) -> Result<Arg> {
        if let Some(value) = value {
            let dest = Dest::Regs(self.result);
            self.expr_to(value, dest)?;
        }
        self.leave_scopes(0)?;
        self.code.terminate(Inst::Return { src: self.result });
        Ok(UNIT)
    }
}
