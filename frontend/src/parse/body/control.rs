//! Control flow: conditions, loops, `match`, jumps, closures.

use super::{BodyCx, Target};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Arm, ClosureForm, ExprId, ExprKind, HirTy};
use crate::parse::attributes;
use crate::parse::tokens::{full_name, join};
use crate::resolve::hygiene;
use crate::symbol::Symbol;
use syn::spanned::Spanned;
use vscheck_ir::Span;

impl BodyCx<'_> {
    /// `let pat = value` in a condition; the bindings stay in scope until the caller ends it.
    pub(super) fn let_expr(&mut self, node: &syn::ExprLet) -> Result<ExprId> {
        let value = self.expr(&node.expr)?;
        let pat = self.pattern(&node.pat)?;
        let span = join(self.span(node.let_token.span), self.place(value));
        Ok(self.add(span, ExprKind::Let(pat, value)))
    }

    pub(super) fn if_expr(&mut self, node: &syn::ExprIf) -> Result<ExprId> {
        let start = self.span(node.if_token.span);
        let (condition, then) = self.scoped(|cx| -> Result<_> {
            let condition = cx.expr(&node.cond)?;
            Ok((condition, cx.block_expr(&node.then_branch)?))
        })?;
        let otherwise = match &node.else_branch {
            Some((_, branch)) => Some(self.expr(branch)?),
            None => None,
        };
        let end = self.place(otherwise.unwrap_or(then));
        Ok(self.add(join(start, end), ExprKind::If(condition, then, otherwise)))
    }

    pub(super) fn match_expr(&mut self, node: &syn::ExprMatch) -> Result<ExprId> {
        let start = self.span(node.match_token.span);
        let scrutinee = self.expr(&node.expr)?;
        let mut arms = Vec::new();
        for arm in &node.arms {
            if attributes::enabled(&self.krate.cfg(self.types.file), &arm.attrs) {
                arms.push(self.scoped(|cx| cx.arm(arm))?);
            }
        }
        let span = join(start, self.span(node.brace_token.span.close()));
        Ok(self.add(span, ExprKind::Match(scrutinee, arms)))
    }

    fn arm(&mut self, arm: &syn::Arm) -> Result<Arm> {
        let pat = self.pattern(&arm.pat)?;
        let guard = match &arm.guard {
            Some((_, guard)) => Some(self.expr(guard)?),
            None => None,
        };
        let body = self.expr(&arm.body)?;
        Ok(Arm { pat, guard, body })
    }

    pub(super) fn loop_expr(&mut self, node: &syn::ExprLoop) -> Result<ExprId> {
        let span = self.span(node.loop_token.span);
        let id = self.reserve(span);
        let body = self.with_target(Target::Loop(label(&node.label), id), |cx| {
            cx.block_expr(&node.body)
        })?;
        self.exprs[id.index()].span = join(span, self.place(body));
        self.fill(id, ExprKind::Loop(body));
        Ok(id)
    }

    pub(super) fn while_loop(&mut self, node: &syn::ExprWhile) -> Result<ExprId> {
        let span = self.span(node.while_token.span);
        let id = self.reserve(span);
        let target = Target::Loop(label(&node.label), id);
        let (condition, body) = self.with_target(target, |cx| {
            cx.scoped(|cx| {
                let condition = cx.expr(&node.cond)?;
                Ok((condition, cx.block_expr(&node.body)?))
            })
        })?;
        self.exprs[id.index()].span = join(span, self.place(body));
        self.fill(id, ExprKind::While(condition, body));
        Ok(id)
    }

    /// Runs with one more thing that jumps can name.
    pub(super) fn with_target<T>(
        &mut self,
        target: Target,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.targets.push(target);
        let result = run(self);
        self.targets.pop();
        result
    }

    pub(super) fn labelled_block(&mut self, node: &syn::ExprBlock) -> Result<ExprId> {
        let Some(label) = label(&node.label) else {
            return self.block_expr(&node.block);
        };
        let span = self.span(node.block.brace_token.span.join());
        let id = self.reserve(span);
        let block = self.with_target(Target::Block(label, id), |cx| cx.block(&node.block))?;
        self.fill(id, ExprKind::Block(block));
        Ok(id)
    }

    pub(super) fn break_expr(&mut self, node: &syn::ExprBreak) -> Result<ExprId> {
        let span = self.span(node.break_token.span);
        let target = self.jump_target(node.label.as_ref(), span)?;
        let value = node
            .expr
            .as_ref()
            .map(|value| self.expr(value))
            .transpose()?;
        Ok(self.add(span, ExprKind::Break(target, value)))
    }

    pub(super) fn continue_expr(&mut self, node: &syn::ExprContinue) -> Result<ExprId> {
        let span = self.span(node.continue_token.span);
        let target = self.jump_target(node.label.as_ref(), span)?;
        Ok(self.add(span, ExprKind::Continue(target)))
    }

    fn jump_target(&self, label: Option<&syn::Lifetime>, span: Span) -> Result<ExprId> {
        let found = match label {
            None => self.innermost_loop(),
            Some(label) => self.labelled_target(full_name(&label.ident)),
        };
        found.ok_or_else(|| match label {
            Some(label) => {
                let name = hygiene::without_marks(&label.to_string());
                Diagnostic::new(format!("there is no label `{name}` here"), span)
            }
            None => Diagnostic::new("there is no loop here", span),
        })
    }

    fn visible_targets(&self) -> impl Iterator<Item = &Target> {
        let visible = |target: &&Target| !matches!(target, Target::Barrier);
        self.targets.iter().rev().take_while(visible)
    }

    fn innermost_loop(&self) -> Option<ExprId> {
        self.visible_targets().find_map(|target| match target {
            Target::Loop(_, id) => Some(*id),
            Target::Block(..) | Target::Barrier => None,
        })
    }

    fn labelled_target(&self, label: Symbol) -> Option<ExprId> {
        let mut wanted = label;
        loop {
            let found = self.visible_targets().find_map(|target| match target {
                Target::Loop(Some(name), id) | Target::Block(name, id) if *name == wanted => {
                    Some(*id)
                }
                Target::Loop(..) | Target::Block(..) | Target::Barrier => None,
            });
            if found.is_some() {
                return found;
            }
            // A label around the definition of a local macro is visible in its text.
            wanted = hygiene::split_mark(wanted)?.0;
        }
    }

    pub(super) fn return_expr(&mut self, node: &syn::ExprReturn) -> Result<ExprId> {
        let span = self.span(node.return_token.span);
        let value = node
            .expr
            .as_ref()
            .map(|value| self.expr(value))
            .transpose()?;
        Ok(self.add(span, ExprKind::Return(value)))
    }

    /// What a closure says that it gives.
    pub(super) fn closure_output(&mut self, node: &syn::ExprClosure) -> Result<Option<HirTy>> {
        Ok(match &node.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some(self.types.ty(ty)?),
        })
    }

    pub(super) fn closure(&mut self, node: &syn::ExprClosure) -> Result<ExprId> {
        let start = self.span(node.or1_token.span);
        if node.asyncness.is_some() {
            return self.async_closure(node);
        }
        let ret = self.closure_output(node)?;
        let (params, body) = self.with_target(Target::Barrier, |cx| {
            cx.scoped(|cx| {
                let params = node.inputs.iter().map(|input| cx.closure_param(input));
                let params = params.collect::<Result<_>>()?;
                Ok((params, cx.expr(&node.body)?))
            })
        })?;
        let start = node
            .capture
            .map_or(start, |capture| self.span(capture.span));
        let span = join(start, self.place(body));
        let by_move = node.capture.is_some();
        Ok(self.add(
            span,
            ExprKind::Closure {
                params,
                ret,
                body,
                by_move,
                form: ClosureForm::Plain,
            },
        ))
    }

    fn closure_param(
        &mut self,
        input: &syn::Pat,
    ) -> Result<(crate::hir::PatId, Option<crate::hir::HirTy>)> {
        match input {
            syn::Pat::Type(typed) => {
                let ty = self.types.ty(&typed.ty)?;
                Ok((self.pattern(&typed.pat)?, Some(ty)))
            }
            other => Ok((self.pattern(other)?, None)),
        }
    }

    /// Where an expression stands in the source.
    pub(super) fn syntax_span(&self, node: &impl Spanned) -> Span {
        self.span(node.span())
    }
}

/// The full name of a label.
fn label(label: &Option<syn::Label>) -> Option<Symbol> {
    label.as_ref().map(|label| full_name(&label.name.ident))
}
