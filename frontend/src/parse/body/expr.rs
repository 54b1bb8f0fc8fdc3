//! Expressions. The dispatch; control flow, macros and desugarings have files of their own.

use super::BodyCx;
use crate::diagnostic::Result;
use crate::hir::{BinaryOp, ConstArg, ExprId, ExprKind, Hir, Mutability, UnaryOp};
use crate::parse::attributes;
use crate::parse::tokens::{join, name};
use crate::resolve::Namespace;
use crate::symbol::Symbol;
use syn::Expr;
use syn::spanned::Spanned;
use vscheck_ir::Span;

impl BodyCx<'_> {
    /// What a path names; a stop where it names nothing, in what may stop.
    fn path_or_stop(&mut self, node: &syn::ExprPath) -> Result<ExprId> {
        self.path_expr(node).or_else(|error| {
            if !self.krate.may_stop_in(self.types.file) {
                return Err(error);
            }
            let span = self.span(node.path.span());
            Ok(self.add(span, ExprKind::Stop(error.message)))
        })
    }

    /// Lowers an expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<ExprId> {
        match expr {
            Expr::Array(array) => self.array(array),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Async(node) => self.async_block(node),
            Expr::Await(node) => self.await_expr(node),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Block(block) => self.labelled_block(block),
            Expr::Break(node) => self.break_expr(node),
            Expr::Call(call) => self.call(call),
            Expr::Cast(cast) => self.cast(cast),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Const(block) => {
                let block = self.block_expr(&block.block)?;
                self.const_blocks.insert(block);
                Ok(block)
            }
            Expr::Continue(node) => self.continue_expr(node),
            Expr::Field(field) => self.field(field),
            Expr::ForLoop(node) => self.for_loop(node),
            Expr::Group(group) => self.expr(&group.expr),
            Expr::If(node) => self.if_expr(node),
            Expr::Index(index) => self.index(index),
            Expr::Let(node) => self.let_expr(node),
            Expr::Lit(node) => self.literal(&node.lit),
            Expr::Loop(node) => self.loop_expr(node),
            Expr::Macro(node) => self.macro_expr(&node.mac),
            Expr::Match(node) => self.match_expr(node),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Paren(paren) => {
                let inner = self.expr(&paren.expr)?;
                Ok(self.widened(inner, paren.paren_token.span.join()))
            }
            Expr::Path(node) => self.path_or_stop(node),
            Expr::Range(range) => self.range(range),
            Expr::RawAddr(node) => self.raw_borrow(node),
            Expr::Reference(node) => self.borrow(node),
            Expr::Repeat(repeat) => self.repeat(repeat),
            Expr::Return(node) => self.return_expr(node),
            Expr::Struct(node) => self.struct_expr(node),
            Expr::Try(node) => self.try_expr(node),
            Expr::Tuple(tuple) => self.tuple(tuple),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Unsafe(block) => {
                let inner = self.block_expr(&block.block)?;
                Ok(self.widened(inner, block.unsafe_token.span))
            }
            Expr::While(node) => self.while_loop(node),
            other => Ok(self.unsupported_expr(other)),
        }
    }

    fn unsupported_expr(&mut self, expr: &Expr) -> ExprId {
        let span = self.span(expr.span());
        let what = match expr {
            Expr::TryBlock(_) => "a try block",
            Expr::Yield(_) => "`yield`",
            Expr::Infer(_) => "`_` as an expression",
            _ => "this kind of expression",
        };
        self.add(span, ExprKind::Unsupported(what.to_string()))
    }

    pub(super) fn exprs<'b>(
        &mut self,
        list: impl IntoIterator<Item = &'b Expr>,
    ) -> Result<Vec<ExprId>> {
        let cfg = &self.krate.cfg(self.types.file);
        let kept = list
            .into_iter()
            .filter(|expr| match attributes::statement_attributes(expr) {
                [] => true,
                attrs => attributes::enabled(cfg, attrs),
            });
        kept.map(|expr| self.expr(expr)).collect()
    }

    fn array(&mut self, array: &syn::ExprArray) -> Result<ExprId> {
        let span = self.span(array.bracket_token.span.join());
        let elements = self.exprs(&array.elems)?;
        Ok(self.add(span, ExprKind::Array(elements)))
    }

    fn tuple(&mut self, tuple: &syn::ExprTuple) -> Result<ExprId> {
        let span = self.span(tuple.paren_token.span.join());
        let elements = self.exprs(&tuple.elems)?;
        Ok(self.add(span, ExprKind::Tuple(elements)))
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Result<ExprId> {
        let left = self.expr(&binary.left)?;
        let right = self.expr(&binary.right)?;
        let span = join(self.place(left), self.place(right));
        let kind = match binary_op(&binary.op) {
            Some((op, false)) => ExprKind::Binary(op, left, right),
            Some((op, true)) => ExprKind::AssignOp(op, left, right),
            None => ExprKind::Unsupported("this operator".to_string()),
        };
        Ok(self.add(span, kind))
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Result<ExprId> {
        let operand = self.expr(&unary.expr)?;
        let span = join(self.span(unary.op.span()), self.place(operand));
        let kind = match unary.op {
            syn::UnOp::Deref(_) => ExprKind::Deref(operand),
            syn::UnOp::Not(_) => ExprKind::Unary(UnaryOp::Not, operand),
            syn::UnOp::Neg(_) => ExprKind::Unary(UnaryOp::Neg, operand),
            _ => ExprKind::Unsupported("this operator".to_string()),
        };
        Ok(self.add(span, kind))
    }

    fn call(&mut self, call: &syn::ExprCall) -> Result<ExprId> {
        let function = self.expr(&call.func)?;
        let args = self.exprs(&call.args)?;
        let span = join(
            self.place(function),
            self.span(call.paren_token.span.close()),
        );
        Ok(self.add(span, ExprKind::Call(function, args)))
    }

    fn method_call(&mut self, call: &syn::ExprMethodCall) -> Result<ExprId> {
        let receiver = self.expr(&call.receiver)?;
        let generics = match &call.turbofish {
            Some(list) => self.types.angle_args(list)?,
            None => Default::default(),
        };
        let args = self.exprs(&call.args)?;
        let span = join(
            self.place(receiver),
            self.span(call.paren_token.span.close()),
        );
        let kind = ExprKind::MethodCall {
            receiver,
            name: name(&call.method),
            name_span: self.span(call.method.span()),
            generics,
            args,
        };
        Ok(self.add(span, kind))
    }

    fn field(&mut self, field: &syn::ExprField) -> Result<ExprId> {
        let base = self.expr(&field.base)?;
        let span = join(self.place(base), self.span(field.member.span()));
        Ok(self.add(span, ExprKind::Field(base, member_name(&field.member))))
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Result<ExprId> {
        let base = self.expr(&index.expr)?;
        let at = self.expr(&index.index)?;
        let span = join(
            self.place(base),
            self.span(index.bracket_token.span.close()),
        );
        Ok(self.add(span, ExprKind::Index(base, at)))
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Result<ExprId> {
        let value = self.expr(&cast.expr)?;
        let ty = self.types.ty(&cast.ty)?;
        let span = join(self.place(value), ty.span);
        Ok(self.add(span, ExprKind::Cast(value, ty)))
    }

    fn borrow(&mut self, node: &syn::ExprReference) -> Result<ExprId> {
        let value = self.expr(&node.expr)?;
        let span = join(self.span(node.and_token.span), self.place(value));
        let mutability = crate::parse::ty::mutability(node.mutability.is_some());
        Ok(self.add(span, ExprKind::Borrow(mutability, value)))
    }

    fn raw_borrow(&mut self, node: &syn::ExprRawAddr) -> Result<ExprId> {
        let value = self.expr(&node.expr)?;
        let span = join(self.span(node.and_token.span), self.place(value));
        let mutability = match node.mutability {
            syn::PointerMutability::Mut(_) => Mutability::Mut,
            syn::PointerMutability::Const(_) => Mutability::Shared,
        };
        Ok(self.add(span, ExprKind::RawBorrow(mutability, value)))
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Result<ExprId> {
        let span = self.span(repeat.bracket_token.span.join());
        let value = self.expr(&repeat.expr)?;
        let length: ConstArg = self.types.const_arg(&repeat.len)?;
        Ok(self.add(span, ExprKind::Repeat(value, length)))
    }

    fn path_expr(&mut self, node: &syn::ExprPath) -> Result<ExprId> {
        let span = self.path_span(node);
        let kind = self.value_path(node.qself.as_ref(), &node.path)?;
        Ok(self.add(span, kind))
    }

    fn path_span(&self, node: &syn::ExprPath) -> Span {
        match node.path.get_ident() {
            Some(ident) => self.span(ident.span()),
            None => self.span(node.span()),
        }
    }

    fn struct_expr(&mut self, node: &syn::ExprStruct) -> Result<ExprId> {
        let path = self.item_path(node.qself.as_ref(), &node.path, Namespace::Type)?;
        let mut fields = Vec::new();
        for field in &node.fields {
            if attributes::enabled(&self.krate.cfg(self.types.file), &field.attrs) {
                let value = self.expr(&field.expr)?;
                fields.push((member_name(&field.member), value));
            }
        }
        let base = node.rest.as_ref().map(|base| self.expr(base)).transpose()?;
        let start = self.span(node.path.span());
        let span = join(start, self.span(node.brace_token.span.close()));
        Ok(self.add(span, ExprKind::Struct { path, fields, base }))
    }
}

/// `name` or `0`.
pub(super) fn member_name(member: &syn::Member) -> Symbol {
    match member {
        syn::Member::Named(ident) => name(ident),
        syn::Member::Unnamed(index) => Symbol::new(&index.index.to_string()),
    }
}

/// An operator, and whether it assigns.
fn binary_op(op: &syn::BinOp) -> Option<(BinaryOp, bool)> {
    use syn::BinOp;
    Some(match op {
        BinOp::Add(_) => (BinaryOp::Add, false),
        BinOp::Sub(_) => (BinaryOp::Sub, false),
        BinOp::Mul(_) => (BinaryOp::Mul, false),
        BinOp::Div(_) => (BinaryOp::Div, false),
        BinOp::Rem(_) => (BinaryOp::Rem, false),
        BinOp::And(_) => (BinaryOp::And, false),
        BinOp::Or(_) => (BinaryOp::Or, false),
        BinOp::BitXor(_) => (BinaryOp::BitXor, false),
        BinOp::BitAnd(_) => (BinaryOp::BitAnd, false),
        BinOp::BitOr(_) => (BinaryOp::BitOr, false),
        BinOp::Shl(_) => (BinaryOp::Shl, false),
        BinOp::Shr(_) => (BinaryOp::Shr, false),
        BinOp::Eq(_) => (BinaryOp::Eq, false),
        BinOp::Lt(_) => (BinaryOp::Lt, false),
        BinOp::Le(_) => (BinaryOp::Le, false),
        BinOp::Ne(_) => (BinaryOp::Ne, false),
        BinOp::Ge(_) => (BinaryOp::Ge, false),
        BinOp::Gt(_) => (BinaryOp::Gt, false),
        BinOp::AddAssign(_) => (BinaryOp::Add, true),
        BinOp::SubAssign(_) => (BinaryOp::Sub, true),
        BinOp::MulAssign(_) => (BinaryOp::Mul, true),
        BinOp::DivAssign(_) => (BinaryOp::Div, true),
        BinOp::RemAssign(_) => (BinaryOp::Rem, true),
        BinOp::BitXorAssign(_) => (BinaryOp::BitXor, true),
        BinOp::BitAndAssign(_) => (BinaryOp::BitAnd, true),
        BinOp::BitOrAssign(_) => (BinaryOp::BitOr, true),
        BinOp::ShlAssign(_) => (BinaryOp::Shl, true),
        BinOp::ShrAssign(_) => (BinaryOp::Shr, true),
        _ => return None,
    })
}
