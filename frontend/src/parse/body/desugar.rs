//! `for`, `?` and ranges, in terms of the library.

use super::{BodyCx, Target};
use crate::diagnostic::Result;
use crate::hir::{Arm, Block, ExprId, ExprKind, ExprPath, Mutability, PatId, PatKind, Stmt};
use crate::parse::tokens::{full_name, join};
use crate::resolve::Namespace;
use crate::symbol::Symbol;
use vscheck_ir::Span;

impl BodyCx<'_> {
    /// A name the user cannot write, bound by a pattern.
    pub(super) fn hidden(
        &mut self,
        name: &str,
        mutable: bool,
        span: Span,
    ) -> (crate::hir::LocalId, PatId) {
        let local = self.new_local(Symbol::new(name), span, false);
        let kind = PatKind::Binding {
            local,
            by_ref: None,
            mutable,
            sub: None,
        };
        (local, self.add_pat(span, kind))
    }

    pub(super) fn call_std(
        &mut self,
        path: &[&str],
        args: Vec<ExprId>,
        span: Span,
    ) -> Result<ExprId> {
        let path = self.std_path(path, Namespace::Value, span)?;
        self.call_path(path, args, span)
    }

    pub(super) fn variant_pattern(
        &mut self,
        path: &[&str],
        subs: Vec<PatId>,
        span: Span,
    ) -> Result<PatId> {
        let path = self.std_path(path, Namespace::Value, span)?;
        let kind = if subs.is_empty() {
            PatKind::Path(path)
        } else {
            PatKind::TupleStruct(path, subs)
        };
        Ok(self.add_pat(span, kind))
    }

    /// `match IntoIterator::into_iter(x) { mut iter => loop { match Iterator::next(&mut iter) {
    /// None => break, Some(pat) => body } } };`.
    pub(super) fn for_loop(&mut self, node: &syn::ExprForLoop) -> Result<ExprId> {
        let iterable = self.expr(&node.expr)?;
        let span = self.place(iterable);
        let into = ["iter", "IntoIterator", "into_iter"];
        let iterator = self.call_std(&into, vec![iterable], span)?;
        let (iter, pat) = self.hidden("iter", true, span);
        let id = self.reserve(span);
        let body = self.for_body(node, iter, id, span)?;
        self.fill(id, ExprKind::Loop(body));
        let arms = vec![Arm {
            pat,
            guard: None,
            body: id,
        }];
        let end = self.span(node.body.brace_token.span.close());
        let whole = join(self.span(node.for_token.span), end);
        self.exprs[id.index()].span = whole;
        let matching = self.add(whole, ExprKind::Match(iterator, arms));
        // A statement: the iterable's temporaries end with the loop, also where that ends a block.
        let statement = Block {
            stmts: vec![Stmt::Expr(matching)],
            tail: None,
        };
        Ok(self.add(whole, ExprKind::Block(statement)))
    }

    /// The content of the loop.
    fn for_body(
        &mut self,
        node: &syn::ExprForLoop,
        iter: crate::hir::LocalId,
        id: ExprId,
        span: Span,
    ) -> Result<ExprId> {
        let iter = self.add(span, ExprKind::Local(iter));
        let iter = self.add(span, ExprKind::Borrow(Mutability::Mut, iter));
        let next = self.call_std(&["iter", "Iterator", "next"], vec![iter], span)?;
        let none = self.variant_pattern(&["option", "Option", "None"], Vec::new(), span)?;
        let leave = self.add(span, ExprKind::Break(id, None));
        let label = node
            .label
            .as_ref()
            .map(|label| full_name(&label.name.ident));
        let (some, body) = self.with_target(Target::Loop(label, id), |cx| {
            cx.scoped(|cx| {
                let pat = cx.pattern(&node.pat)?;
                let some = cx.variant_pattern(&["option", "Option", "Some"], vec![pat], span)?;
                Ok((some, cx.block_expr(&node.body)?))
            })
        })?;
        let arms = vec![
            Arm {
                pat: none,
                guard: None,
                body: leave,
            },
            Arm {
                pat: some,
                guard: None,
                body,
            },
        ];
        let step = self.add(span, ExprKind::Match(next, arms));
        let block = Block {
            stmts: vec![Stmt::Expr(step)],
            tail: None,
        };
        Ok(self.add(span, ExprKind::Block(block)))
    }

    /// `match Try::branch(x) { Continue(v) => v, Break(r) => return FromResidual::from_residual(r) }`.
    pub(super) fn try_expr(&mut self, node: &syn::ExprTry) -> Result<ExprId> {
        let value = self.expr(&node.expr)?;
        let span = join(self.place(value), self.span(node.question_token.span));
        let branch = self.call_std(&["ops", "Try", "branch"], vec![value], span)?;
        let (value, pat) = self.hidden("val", false, span);
        let going = self.variant_pattern(&["ops", "ControlFlow", "Continue"], vec![pat], span)?;
        let value = self.add(span, ExprKind::Local(value));
        let (residual, pat) = self.hidden("residual", false, span);
        let leaving = self.variant_pattern(&["ops", "ControlFlow", "Break"], vec![pat], span)?;
        let residual = self.add(span, ExprKind::Local(residual));
        let convert = ["ops", "FromResidual", "from_residual"];
        let result = self.call_std(&convert, vec![residual], span)?;
        let leave = self.add(span, ExprKind::Return(Some(result)));
        let arms = vec![
            Arm {
                pat: going,
                guard: None,
                body: value,
            },
            Arm {
                pat: leaving,
                guard: None,
                body: leave,
            },
        ];
        Ok(self.add(span, ExprKind::Match(branch, arms)))
    }

    /// `a..b` is `Range { start: a, end: b }`; `a..=b` is `RangeInclusive::new(a, b)`.
    pub(super) fn range(&mut self, range: &syn::ExprRange) -> Result<ExprId> {
        let start = range
            .start
            .as_ref()
            .map(|start| self.expr(start))
            .transpose()?;
        let end = range.end.as_ref().map(|end| self.expr(end)).transpose()?;
        let (limits, inclusive) = match &range.limits {
            syn::RangeLimits::HalfOpen(dots) => (dots.spans[0], false),
            syn::RangeLimits::Closed(dots) => (dots.spans[0], true),
        };
        let dots = self.span(limits);
        let first = start.map_or(dots, |start| self.place(start));
        let span = join(first, end.map_or(dots, |end| self.place(end)));
        if let (Some(start), Some(end), true) = (start, end, inclusive) {
            let path = self.std_relative(&["ops", "RangeInclusive"], "new", span)?;
            return self.call_path(path, vec![start, end], span);
        }
        let name = match (start, end, inclusive) {
            (None, None, _) => "RangeFull",
            (Some(_), None, _) => "RangeFrom",
            (None, Some(_), false) => "RangeTo",
            (None, Some(_), true) => "RangeToInclusive",
            (Some(_), Some(_), _) => "Range",
        };
        let path: ExprPath = self.std_path(&["ops", name], Namespace::Type, span)?;
        if start.is_none() && end.is_none() {
            return Ok(self.add(span, ExprKind::Path(path)));
        }
        let mut fields = Vec::new();
        fields.extend(start.map(|start| (Symbol::new("start"), start)));
        fields.extend(end.map(|end| (Symbol::new("end"), end)));
        Ok(self.add(
            span,
            ExprKind::Struct {
                path,
                fields,
                base: None,
            },
        ))
    }
}
