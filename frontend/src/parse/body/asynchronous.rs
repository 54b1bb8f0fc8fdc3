//! `async` and `.await`, in terms of the library: an `async` body is a closure that
//! `future::async_block` makes a future of. It takes its frame, which `.await` suspends.

use super::{BodyCx, Target};
use crate::diagnostic::Result;
use crate::hir::{
    Arm, Block, ClosureForm, ExprId, ExprKind, HirTy, LocalId, Mutability, PatId, PatKind, Stmt,
};
use crate::parse::attributes;
use crate::parse::tokens::join;
use vscheck_ir::Span;

impl BodyCx<'_> {
    /// `async { }`, `async move { }`.
    pub(super) fn async_block(&mut self, node: &syn::ExprAsync) -> Result<ExprId> {
        let start = self.span(node.async_token.span);
        let span = join(start, self.span(node.block.brace_token.span.close()));
        self.async_body((node.capture.is_some(), None), span, |cx| {
            cx.block_expr(&node.block)
        })
    }

    /// `async |a: A| body` is `|hidden: A| async { let a = hidden; body }`. What is captured of the
    /// closure's own parameters is moved into the block (`upvar`); what the closure itself captures it
    /// lends, unless it can be called only once.
    pub(super) fn async_closure(&mut self, node: &syn::ExprClosure) -> Result<ExprId> {
        let start = self.span(node.or1_token.span);
        let by_move = node.capture.is_some();
        let ret = self.closure_output(node)?;
        let mut params = Vec::new();
        let mut rebound = Vec::new();
        for input in &node.inputs {
            let (pat, ty) = match input {
                syn::Pat::Type(typed) => (&*typed.pat, Some(self.types.ty(&typed.ty)?)),
                other => (other, None),
            };
            let (local, hidden) = self.hidden("parameter", false, start);
            params.push((hidden, ty));
            rebound.push((pat, local));
        }
        let body = self.with_target(Target::Barrier, |cx| {
            cx.async_body((false, ret), start, |cx| {
                let mut stmts = Vec::new();
                for (pat, local) in rebound {
                    let local = cx.whole(local, is_name(pat), start, &mut stmts);
                    let pat = cx.pattern(pat)?;
                    stmts.push(cx.let_be(pat, local, start));
                }
                let tail = Some(cx.expr(&node.body)?);
                Ok(cx.add(start, ExprKind::Block(Block { stmts, tail })))
            })
        })?;
        Ok(self.add(
            join(start, self.place(body)),
            ExprKind::Closure {
                params,
                ret: None,
                body,
                by_move,
                form: ClosureForm::AsyncClosure,
            },
        ))
    }

    /// `async fn f(a: A) -> T { body }` is `fn f(hidden: A) -> impl Future<Output = T>
    /// { async move { let hidden = hidden; let a = hidden; body } }`: all parameters live as long as the future, also
    /// what their patterns leave out.
    pub(super) fn async_function(
        &mut self,
        signature: &syn::Signature,
        block: &syn::Block,
    ) -> Result<(Vec<PatId>, ExprId)> {
        let inputs = self.enabled_inputs(signature);
        let span = self.span(block.brace_token.span.close());
        let hidden = self.hidden_parameters(inputs.len(), span);
        let value = self.async_body((true, None), span, |cx| {
            let mut stmts = Vec::new();
            for (input, (local, _)) in inputs.iter().zip(&hidden) {
                let is_plain = match input {
                    syn::FnArg::Receiver(_) => true,
                    syn::FnArg::Typed(typed) => is_name(&typed.pat),
                };
                let local = cx.whole(*local, is_plain, span, &mut stmts);
                let pat = cx.param(input)?;
                stmts.push(cx.let_be(pat, local, span));
            }
            let tail = Some(cx.block_expr(block)?);
            Ok(cx.add(span, ExprKind::Block(Block { stmts, tail })))
        })?;
        Ok((hidden.into_iter().map(|(_, pat)| pat).collect(), value))
    }

    /// `async move { let _hidden = hidden; unsupported() }` for the body of such a function.
    pub(super) fn async_stop(
        &mut self,
        signature: &syn::Signature,
        span: Span,
    ) -> Result<(Vec<PatId>, ExprId)> {
        let hidden = self.hidden_parameters(self.enabled_inputs(signature).len(), span);
        let value = self.async_body((true, None), span, |cx| {
            let mut stmts = Vec::new();
            for (local, _) in &hidden {
                cx.whole(*local, false, span, &mut stmts);
            }
            let tail = Some(cx.call_std(&["intrinsics", "unsupported"], Vec::new(), span)?);
            Ok(cx.add(span, ExprKind::Block(Block { stmts, tail })))
        })?;
        Ok((hidden.into_iter().map(|(_, pat)| pat).collect(), value))
    }

    fn enabled_inputs<'s>(&self, signature: &'s syn::Signature) -> Vec<&'s syn::FnArg> {
        let cfg = &self.krate.cfg(self.types.file);
        let enabled = |input: &&syn::FnArg| match input {
            syn::FnArg::Receiver(receiver) => attributes::enabled(cfg, &receiver.attrs),
            syn::FnArg::Typed(typed) => attributes::enabled(cfg, &typed.attrs),
        };
        signature.inputs.iter().filter(enabled).collect()
    }

    fn hidden_parameters(&mut self, count: usize, span: Span) -> Vec<(LocalId, PatId)> {
        let hidden = (0..count).map(|_| self.hidden("parameter", false, span));
        hidden.collect()
    }

    /// A parameter in the future as a whole: what is not bound to a name as that is moved there by
    /// `let hidden = parameter;`.
    fn whole(
        &mut self,
        parameter: LocalId,
        is_name: bool,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> LocalId {
        if is_name {
            return parameter;
        }
        let (hidden, pat) = self.hidden("parameter", false, span);
        stmts.push(self.let_be(pat, parameter, span));
        hidden
    }

    /// `let pat = local;`.
    fn let_be(&mut self, pat: PatId, local: LocalId, span: Span) -> Stmt {
        let init = Some(self.add(span, ExprKind::Local(local)));
        Stmt::Let {
            pat,
            ty: None,
            init,
            otherwise: None,
            span,
        }
    }

    /// `future::async_block(|frame| body)`, and what type it gives if that is said.
    fn async_body(
        &mut self,
        (by_move, ret): (bool, Option<HirTy>),
        span: Span,
        content: impl FnOnce(&mut Self) -> Result<ExprId>,
    ) -> Result<ExprId> {
        let (frame, pat) = self.hidden("frame", false, span);
        let outer = self.suspends.replace(frame);
        let body = self.with_target(Target::Barrier, |cx| cx.scoped(content));
        self.suspends = outer;
        let kind = ExprKind::Closure {
            params: vec![(pat, None)],
            ret,
            body: body?,
            by_move,
            form: ClosureForm::AsyncBlock,
        };
        let closure = self.add(span, kind);
        self.call_std(&["future", "async_block"], vec![closure], span)
    }

    /// `match IntoFuture::into_future(x) { mut awaited => loop { match poll_awaited(&mut awaited, frame)
    /// { Ready(v) => break v, Pending => suspend(frame) } } }`.
    pub(super) fn await_expr(&mut self, node: &syn::ExprAwait) -> Result<ExprId> {
        let value = self.expr(&node.base)?;
        let span = join(self.place(value), self.span(node.await_token.span));
        let Some(frame) = self.suspends else {
            let what = "`.await` outside of an async block".to_string();
            return Ok(self.add(span, ExprKind::Unsupported(what)));
        };
        let into = ["future", "IntoFuture", "into_future"];
        let future = self.call_std(&into, vec![value], span)?;
        let (awaited, pat) = self.hidden("awaited", true, span);
        let id = self.reserve(span);
        let body = self.await_once(awaited, frame, id, span)?;
        self.fill(id, ExprKind::Loop(body));
        let arms = vec![Arm {
            pat,
            guard: None,
            body: id,
        }];
        Ok(self.add(span, ExprKind::Match(future, arms)))
    }

    fn await_once(
        &mut self,
        awaited: LocalId,
        frame: LocalId,
        id: ExprId,
        span: Span,
    ) -> Result<ExprId> {
        let awaited = self.add(span, ExprKind::Local(awaited));
        let awaited = self.add(span, ExprKind::Borrow(Mutability::Mut, awaited));
        let handle = self.add(span, ExprKind::Local(frame));
        let poll = ["future", "poll_awaited"];
        let poll = self.call_std(&poll, vec![awaited, handle], span)?;
        let (value, pat) = self.hidden("value", false, span);
        let ready = self.variant_pattern(&["task", "Poll", "Ready"], vec![pat], span)?;
        let value = self.add(span, ExprKind::Local(value));
        let leave = self.add(span, ExprKind::Break(id, Some(value)));
        let handle = self.add(span, ExprKind::Local(frame));
        let suspend = self.call_std(&["intrinsics", "async_suspend"], vec![handle], span)?;
        let other = self.add_pat(span, PatKind::Wild);
        let arms = vec![
            Arm {
                pat: ready,
                guard: None,
                body: leave,
            },
            Arm {
                pat: other,
                guard: None,
                body: suspend,
            },
        ];
        Ok(self.add(span, ExprKind::Match(poll, arms)))
    }
}

/// Whether a pattern is a name for the whole value.
fn is_name(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Ident(pat) if pat.subpat.is_none() && pat.by_ref.is_none())
}
