//! Bodies as text: expressions, statements and patterns.

use super::Printer;
use crate::hir::{
    Arm, BinaryOp, Block, Body, ExprId, ExprKind, Literal, LocalId, Mutability, PatId, PatKind,
    RangeBound, Stmt, UnaryOp,
};
use std::fmt::Write as _;

/// Prints one body into a [`Printer`].
pub(super) struct BodyPrinter<'a, 'b> {
    pub(super) printer: &'a mut Printer<'b>,
    pub(super) body: &'a Body,
}

impl BodyPrinter<'_, '_> {
    fn text(&mut self, text: &str) {
        self.printer.text(text);
    }

    fn line(&mut self) {
        self.printer.line();
    }

    pub(super) fn body(&mut self) {
        let body = self.body;
        if !body.params.is_empty() {
            self.text("|");
            self.pats(&body.params, ", ");
            self.text("| ");
        }
        self.expr(body.value);
    }

    fn local(&mut self, id: LocalId) {
        let name = self.body.locals[id.index()].name;
        write!(self.printer.out, "{name}.{id}").expect("writing to a string");
    }

    fn exprs(&mut self, list: &[ExprId]) {
        for (index, &id) in list.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.expr(id);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let body = self.body;
        match &body.exprs[id.index()].kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Path(path) => self.printer.expr_path(path),
            ExprKind::Call(function, args) => {
                self.expr(*function);
                self.text("(");
                self.exprs(args);
                self.text(")");
            }
            ExprKind::MethodCall {
                receiver,
                name,
                generics,
                args,
                ..
            } => {
                self.expr(*receiver);
                self.text(".");
                self.text(name.as_str());
                self.printer.args(generics);
                self.text("(");
                self.exprs(args);
                self.text(")");
            }
            ExprKind::Field(base, name) => {
                self.expr(*base);
                self.text(".");
                self.text(name.as_str());
            }
            ExprKind::Index(base, index) => {
                self.expr(*base);
                self.text("[");
                self.expr(*index);
                self.text("]");
            }
            _ => self.operator(id),
        }
    }

    fn operator(&mut self, id: ExprId) {
        let body = self.body;
        match &body.exprs[id.index()].kind {
            ExprKind::Unary(op, operand) => {
                self.text(if *op == UnaryOp::Neg { "-" } else { "!" });
                self.expr(*operand);
            }
            ExprKind::Deref(operand) => {
                self.text("*");
                self.expr(*operand);
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, "", *left, *right),
            ExprKind::Assign(place, value) => {
                self.expr(*place);
                self.text(" = ");
                self.expr(*value);
            }
            ExprKind::AssignOp(op, place, value) => self.binary(*op, "=", *place, *value),
            ExprKind::Borrow(mutability, value) => {
                self.text(if *mutability == Mutability::Mut {
                    "&mut "
                } else {
                    "&"
                });
                self.expr(*value);
            }
            ExprKind::RawBorrow(mutability, value) => {
                self.text(if *mutability == Mutability::Mut {
                    "&raw mut "
                } else {
                    "&raw const "
                });
                self.expr(*value);
            }
            ExprKind::Cast(value, ty) => {
                self.text("(");
                self.expr(*value);
                self.text(" as ");
                self.printer.ty(ty);
                self.text(")");
            }
            ExprKind::Unsupported(what) | ExprKind::Stop(what) => {
                write!(self.printer.out, "unsupported {what:?}").expect("writing to a string");
            }
            _ => self.compound(id),
        }
    }

    fn binary(&mut self, op: BinaryOp, assign: &str, left: ExprId, right: ExprId) {
        self.text("(");
        self.expr(left);
        write!(self.printer.out, " {}{assign} ", symbol(op)).expect("writing to a string");
        self.expr(right);
        self.text(")");
    }

    fn compound(&mut self, id: ExprId) {
        let body = self.body;
        match &body.exprs[id.index()].kind {
            ExprKind::Tuple(elements) => {
                self.text("(");
                self.exprs(elements);
                self.text(")");
            }
            ExprKind::Array(elements) => {
                self.text("[");
                self.exprs(elements);
                self.text("]");
            }
            ExprKind::Repeat(value, length) => {
                self.text("[");
                self.expr(*value);
                self.text("; ");
                self.printer.const_arg(length);
                self.text("]");
            }
            ExprKind::Struct { path, fields, base } => {
                self.printer.expr_path(path);
                self.text(" { ");
                for (name, value) in fields {
                    write!(self.printer.out, "{name}: ").expect("writing to a string");
                    self.expr(*value);
                    self.text(", ");
                }
                if let Some(base) = base {
                    self.text("..");
                    self.expr(*base);
                }
                self.text("}");
            }
            ExprKind::Closure {
                params,
                body,
                by_move,
                ..
            } => {
                self.text(if *by_move { "move |" } else { "|" });
                for (index, (pat, ty)) in params.iter().enumerate() {
                    self.text(if index > 0 { ", " } else { "" });
                    self.pat(*pat);
                    if let Some(ty) = ty {
                        self.text(": ");
                        self.printer.ty(ty);
                    }
                }
                self.text("| ");
                self.expr(*body);
            }
            _ => self.control(id),
        }
    }

    fn control(&mut self, id: ExprId) {
        let body = self.body;
        match &body.exprs[id.index()].kind {
            ExprKind::Let(pat, value) => {
                self.text("let ");
                self.pat(*pat);
                self.text(" = ");
                self.expr(*value);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.text("if ");
                self.expr(*condition);
                self.text(" ");
                self.expr(*then);
                if let Some(otherwise) = otherwise {
                    self.text(" else ");
                    self.expr(*otherwise);
                }
            }
            ExprKind::Match(scrutinee, arms) => {
                self.text("match ");
                self.expr(*scrutinee);
                self.text(" {");
                self.printer.indent += 1;
                arms.iter().for_each(|arm| self.arm(arm));
                self.printer.indent -= 1;
                self.line();
                self.text("}");
            }
            ExprKind::Loop(content) => {
                write!(self.printer.out, "{id}: loop ").expect("writing to a string");
                self.expr(*content);
            }
            ExprKind::While(condition, content) => {
                write!(self.printer.out, "{id}: while ").expect("writing to a string");
                self.expr(*condition);
                self.text(" ");
                self.expr(*content);
            }
            ExprKind::Block(block) => {
                if self.is_jump_target(id) {
                    write!(self.printer.out, "{id}: ").expect("writing to a string");
                }
                self.block(block);
            }
            ExprKind::Break(target, value) => {
                write!(self.printer.out, "break {target}").expect("writing to a string");
                self.optional(*value);
            }
            ExprKind::Continue(target) => {
                write!(self.printer.out, "continue {target}").expect("writing to a string");
            }
            ExprKind::Return(value) => {
                self.text("return");
                self.optional(*value);
            }
            other => unreachable!("printed before: {other:?}"),
        }
    }

    fn is_jump_target(&self, block: ExprId) -> bool {
        let mut kinds = self.body.exprs.iter().map(|expr| &expr.kind);
        kinds.any(|kind| matches!(kind, ExprKind::Break(target, _) if *target == block))
    }

    fn optional(&mut self, value: Option<ExprId>) {
        if let Some(value) = value {
            self.text(" ");
            self.expr(value);
        }
    }

    fn arm(&mut self, arm: &Arm) {
        self.line();
        self.pat(arm.pat);
        if let Some(guard) = arm.guard {
            self.text(" if ");
            self.expr(guard);
        }
        self.text(" => ");
        self.expr(arm.body);
    }

    fn block(&mut self, block: &Block) {
        if block.stmts.is_empty() && block.tail.is_none() {
            return self.text("{}");
        }
        self.text("{");
        self.printer.indent += 1;
        for stmt in &block.stmts {
            self.line();
            self.stmt(stmt);
        }
        if let Some(tail) = block.tail {
            self.line();
            self.expr(tail);
        }
        self.printer.indent -= 1;
        self.line();
        self.text("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(id) => self.expr(*id),
            Stmt::Let {
                pat,
                ty,
                init,
                otherwise,
                ..
            } => {
                self.text("let ");
                self.pat(*pat);
                if let Some(ty) = ty {
                    self.text(": ");
                    self.printer.ty(ty);
                }
                if let Some(init) = init {
                    self.text(" = ");
                    self.expr(*init);
                }
                if let Some(otherwise) = otherwise {
                    self.text(" else ");
                    self.expr(*otherwise);
                }
            }
        }
        self.text(";");
    }

    fn literal(&mut self, literal: &Literal) {
        let suffix = |primitive: &Option<crate::hir::Primitive>| {
            primitive.map_or("", crate::parse::primitive_name)
        };
        let out = &mut self.printer.out;
        match literal {
            Literal::Int(value, ty) => write!(out, "{value}{}", suffix(ty)),
            Literal::Float(value, ty) => write!(out, "{:?}{}", value.double, suffix(ty)),
            Literal::Bool(value) => write!(out, "{value}"),
            Literal::Char(value) => write!(out, "{value:?}"),
            Literal::Str(value) => write!(out, "{:?}", value.as_str()),
            Literal::Bytes(bytes) => write!(out, "b\"{}\"", bytes.escape_ascii()),
        }
        .expect("writing to a string");
    }

    fn pats(&mut self, list: &[PatId], separator: &str) {
        for (index, &id) in list.iter().enumerate() {
            if index > 0 {
                self.text(separator);
            }
            self.pat(id);
        }
    }

    fn pat(&mut self, id: PatId) {
        let body = self.body;
        match &body.pats[id.index()].kind {
            PatKind::Wild => self.text("_"),
            PatKind::Rest => self.text(".."),
            PatKind::Binding {
                local,
                by_ref,
                mutable,
                sub,
            } => {
                self.text(match by_ref {
                    Some(Mutability::Mut) => "ref mut ",
                    Some(Mutability::Shared) => "ref ",
                    None => "",
                });
                self.text(if *mutable { "mut " } else { "" });
                self.local(*local);
                if let Some(sub) = sub {
                    self.text(" @ ");
                    self.pat(*sub);
                }
            }
            PatKind::Literal { literal, negative } => {
                self.text(if *negative { "-" } else { "" });
                self.literal(literal);
            }
            PatKind::Path(path) => self.printer.expr_path(path),
            PatKind::TupleStruct(path, subs) => {
                self.printer.expr_path(path);
                self.text("(");
                self.pats(subs, ", ");
                self.text(")");
            }
            PatKind::Struct(path, fields) => {
                self.printer.expr_path(path);
                self.text(" { ");
                for (name, pat) in fields {
                    write!(self.printer.out, "{name}: ").expect("writing to a string");
                    self.pat(*pat);
                    self.text(", ");
                }
                self.text("}");
            }
            _ => self.compound_pat(id),
        }
    }

    fn compound_pat(&mut self, id: PatId) {
        let body = self.body;
        match &body.pats[id.index()].kind {
            PatKind::Tuple(subs) => {
                self.text("(");
                self.pats(subs, ", ");
                self.text(")");
            }
            PatKind::Slice(subs) => {
                self.text("[");
                self.pats(subs, ", ");
                self.text("]");
            }
            PatKind::Ref(sub) => {
                self.text("&");
                self.pat(*sub);
            }
            PatKind::Range {
                start,
                end,
                inclusive,
            } => {
                self.bound(start.as_deref());
                self.text(if *inclusive { "..=" } else { ".." });
                self.bound(end.as_deref());
            }
            PatKind::Or(subs) => {
                self.text("(");
                self.pats(subs, " | ");
                self.text(")");
            }
            other => unreachable!("printed before: {other:?}"),
        }
    }

    fn bound(&mut self, bound: Option<&RangeBound>) {
        match bound {
            None => {}
            Some(RangeBound::Path(path)) => self.pat(*path),
            Some(RangeBound::Literal(literal, negative)) => {
                self.text(if *negative { "-" } else { "" });
                self.literal(literal);
            }
        }
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}
