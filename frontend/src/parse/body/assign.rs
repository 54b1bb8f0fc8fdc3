//! Assignments, destructuring ones as a `let` and plain assignments.

use super::BodyCx;
use super::expr::member_name;
use crate::diagnostic::Result;
use crate::hir::{Block, ExprId, ExprKind, LocalId, PatId, PatKind, Stmt};
use crate::parse::tokens::join;
use crate::resolve::Namespace;
use crate::symbol::Symbol;
use syn::Expr;
use syn::spanned::Spanned;

/// Places to assign to, each with the local that holds its value.
type Places<'a> = Vec<(LocalId, &'a Expr)>;

impl BodyCx<'_> {
    pub(super) fn assign(&mut self, node: &syn::ExprAssign) -> Result<ExprId> {
        if is_destructuring(&node.left) {
            return self.destructuring_assign(node);
        }
        let place = self.expr(&node.left)?;
        let value = self.expr(&node.right)?;
        let span = join(self.place(place), self.place(value));
        Ok(self.add(span, ExprKind::Assign(place, value)))
    }

    /// `{ let (t0, t1) = value; a = t0; b = t1; }`.
    fn destructuring_assign(&mut self, node: &syn::ExprAssign) -> Result<ExprId> {
        let value = self.expr(&node.right)?;
        let span = join(self.span(node.left.span()), self.place(value));
        let mut places = Places::new();
        let pat = self.assignee(&node.left, &mut places)?;
        let mut stmts = vec![Stmt::Let {
            pat,
            ty: None,
            init: Some(value),
            otherwise: None,
            span,
        }];
        for (local, place) in places {
            let place = self.expr(place)?;
            let at = self.place(place);
            let value = self.add(at, ExprKind::Local(local));
            stmts.push(Stmt::Expr(self.add(at, ExprKind::Assign(place, value))));
        }
        Ok(self.add(span, ExprKind::Block(Block { stmts, tail: None })))
    }

    /// The pattern of what stands left of `=`.
    fn assignee<'b>(&mut self, expr: &'b Expr, places: &mut Places<'b>) -> Result<PatId> {
        let span = self.span(expr.span());
        let kind = match expr {
            Expr::Group(group) => return self.assignee(&group.expr, places),
            Expr::Paren(paren) if is_rest(&paren.expr) => {
                PatKind::Tuple(self.assignees([&*paren.expr], places)?)
            }
            Expr::Paren(paren) => return self.assignee(&paren.expr, places),
            Expr::Infer(_) => PatKind::Wild,
            rest if is_rest(rest) => PatKind::Rest,
            Expr::Tuple(tuple) => PatKind::Tuple(self.assignees(&tuple.elems, places)?),
            Expr::Array(array) => PatKind::Slice(self.assignees(&array.elems, places)?),
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    return Ok(self.assigned_local(expr, places));
                };
                let path = self.item_path(path.qself.as_ref(), &path.path, Namespace::Value)?;
                PatKind::TupleStruct(path, self.assignees(&call.args, places)?)
            }
            Expr::Struct(node) => {
                let path = self.item_path(node.qself.as_ref(), &node.path, Namespace::Type)?;
                let mut fields = Vec::new();
                for field in &node.fields {
                    let pat = self.assignee(&field.expr, places)?;
                    fields.push((member_name(&field.member), pat));
                }
                PatKind::Struct(path, fields)
            }
            _ => return Ok(self.assigned_local(expr, places)),
        };
        Ok(self.add_pat(span, kind))
    }

    fn assignees<'b>(
        &mut self,
        exprs: impl IntoIterator<Item = &'b Expr>,
        places: &mut Places<'b>,
    ) -> Result<Vec<PatId>> {
        exprs
            .into_iter()
            .map(|expr| self.assignee(expr, places))
            .collect()
    }

    fn assigned_local<'b>(&mut self, place: &'b Expr, places: &mut Places<'b>) -> PatId {
        let span = self.span(place.span());
        let local = self.new_local(Symbol::new("assigned"), span, false);
        places.push((local, place));
        let kind = PatKind::Binding {
            local,
            by_ref: None,
            mutable: false,
            sub: None,
        };
        self.add_pat(span, kind)
    }
}

fn is_destructuring(expr: &Expr) -> bool {
    match expr {
        Expr::Group(group) => is_destructuring(&group.expr),
        Expr::Paren(paren) => is_rest(&paren.expr) || is_destructuring(&paren.expr),
        Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Infer(_) | Expr::Call(_) => true,
        _ => false,
    }
}

/// `..`
fn is_rest(expr: &Expr) -> bool {
    matches!(expr, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}
