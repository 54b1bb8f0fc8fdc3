//! Blocks and statements.

use crate::diagnostic::Result;
use crate::hir::{Block, Edition, ExprId, PatId, PatKind, Stmt};
use crate::lower::code::{BlockId, UNIT};
use crate::lower::function::end_of;
use crate::lower::lower::{Dest, Lower, Target};
use crate::lower::place::Place;
use vscheck_ir::{Arg, Inst, Span};

impl Lower<'_> {
    /// A block as a value, or (with a destination) put there.
    pub fn block(&mut self, e: ExprId, block: &Block, dest: Option<Dest>) -> Result<Arg> {
        let end = self.closing(e);
        if block.stmts.is_empty() {
            // A block around one expression has nothing of its own to drop.
            return self.tail(block.tail, dest, self.edition < Edition::E2024);
        }
        let outer = self.temp_scope;
        let scope = self.open_scope();
        for stmt in &block.stmts {
            self.stmt(stmt, scope)?;
        }
        self.temp_scope = outer;
        let value = self.tail(block.tail, dest, self.edition < Edition::E2024)?;
        self.close_scope(Some(end))?;
        Ok(value)
    }

    /// A block's value; its temporaries die with the block, or (2021) in the scope around it.
    fn tail(&mut self, tail: Option<ExprId>, dest: Option<Dest>, outlives: bool) -> Result<Arg> {
        let Some(tail) = tail else {
            return Ok(UNIT);
        };
        if outlives {
            return self.value_or_put(tail, dest);
        }
        self.terminating(|this| this.value_or_put(tail, dest))
    }

    fn value_or_put(&mut self, e: ExprId, dest: Option<Dest>) -> Result<Arg> {
        match dest {
            Some(dest) => self.expr_to(e, dest).map(|()| UNIT),
            None => self.expr(e),
        }
    }

    /// The end of a block or of a match arm's body, where its variables are dropped.
    pub fn closing(&self, e: ExprId) -> Span {
        end_of(self.body.exprs[e.index()].span)
    }

    /// Runs something in a scope of its own for temporaries.
    pub fn terminating<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = self.temp_scope;
        self.temp_scope = self.open_scope();
        let result = run(self)?;
        self.close_scope(None)?;
        self.temp_scope = outer;
        Ok(result)
    }

    /// A block that may be the target of a `break`.
    pub fn block_to(&mut self, e: ExprId, block: &Block, dest: Dest) -> Result<()> {
        if !self.is_break_target(e) {
            return self.block(e, block, Some(dest)).map(drop);
        }
        let after = self.code.block();
        self.targets.push(Target {
            expr: e,
            depth: self.scopes.len(),
            after,
            again: None,
            dest,
        });
        self.block(e, block, Some(dest))?;
        self.targets.pop();
        self.code.jump(after);
        self.code.switch_to(after);
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt, scope: usize) -> Result<()> {
        match stmt {
            Stmt::Expr(e) => self.terminating(|this| this.discard(*e)),
            Stmt::Let {
                pat,
                init,
                otherwise,
                span,
                ..
            } => {
                self.code.span = *span;
                match (init, otherwise) {
                    (None, _) => self.declare(*pat, scope),
                    (Some(init), None) => {
                        self.terminating(|this| this.let_init(*pat, *init, scope))
                    }
                    (Some(init), Some(otherwise)) => self.let_else(*pat, *init, *otherwise, scope),
                }
            }
        }
    }

    fn let_init(&mut self, pat: PatId, init: ExprId, scope: usize) -> Result<()> {
        self.extend_let(pat, init, scope);
        let body = self.body.clone();
        if let PatKind::Binding {
            local,
            by_ref: None,
            sub: None,
            ..
        } = &body.pats[pat.index()].kind
            && self.binding_is_value(pat)
        {
            return self.let_variable(*local, init, scope);
        }
        if matches!(body.pats[pat.index()].kind, PatKind::Wild) {
            return self.let_nothing(init);
        }
        let place = self.scrutinee(init, &[pat])?;
        self.declare(pat, scope)?;
        self.bind_always(pat, &place)
    }

    /// Gives the variables of a pattern that always matches their values.
    pub fn bind_always(&mut self, pat: PatId, place: &Place) -> Result<()> {
        if self.choices(pat, false).len() == 1 {
            let fail = self.code.block();
            self.test(pat, place, fail)?;
            self.bind(pat, place)?;
            self.unreachable_block(fail);
            return Ok(());
        }
        let bound = self.test_and_bind(pat, place)?;
        self.code.terminate(Inst::Unreachable);
        self.code.switch_to(bound);
        Ok(())
    }

    /// `let _ = x;`: a place is only looked at, a value is dropped at once.
    fn let_nothing(&mut self, init: ExprId) -> Result<()> {
        let count = self.adjustments(init).len();
        if self.is_place(init, count) {
            return self.place(init).map(drop);
        }
        if self.extended.contains_key(&init) {
            return self.place(init).map(drop);
        }
        self.discard(init)
    }

    /// A block that a pattern that always matches never reaches.
    fn unreachable_block(&mut self, block: BlockId) {
        let (current, dead) = (self.code.current, self.code.dead);
        self.code.switch_to(block);
        self.code.terminate(Inst::Unreachable);
        self.code.switch_to(current);
        self.code.dead = dead;
    }

    fn let_else(
        &mut self,
        pat: PatId,
        init: ExprId,
        otherwise: ExprId,
        scope: usize,
    ) -> Result<()> {
        let failed = self.code.block();
        let outer = self.temp_scope;
        let before = self.entries_of(scope);
        let inner = self.open_scope();
        self.temp_scope = inner;
        self.extend_let(pat, init, scope);
        let place = self.scrutinee(init, &[pat])?;
        let fail = self.code.block();
        self.declare(pat, scope)?;
        let bound = self.test_and_bind(pat, &place)?;
        self.code.jump(fail);
        self.code.switch_to(fail);
        self.leave_scopes(inner)?;
        // What is extended does not live on in the block that is taken instead.
        self.leave_entries(scope, before)?;
        self.code.jump(failed);
        self.code.switch_to(bound);
        self.close_scope(None)?;
        self.temp_scope = outer;
        let going_on = self.code.block();
        self.code.jump(going_on);
        self.code.switch_to(failed);
        self.terminating(|this| this.discard(otherwise))?;
        self.code.terminate(Inst::Unreachable);
        self.code.switch_to(going_on);
        Ok(())
    }
}
