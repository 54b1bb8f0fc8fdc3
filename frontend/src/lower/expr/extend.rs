//! Which temporaries of an initializer live as long as the variable (the reference's "temporary
//! lifetime extension").

use crate::hir::{ExprId, ExprKind, PatId, PatKind};
use crate::lower::lower::Lower;
use crate::typed::Callee;

impl Lower<'_> {
    /// Notes which temporaries of `init` live until the end of `scope`.
    pub fn extend_let(&mut self, pat: PatId, init: ExprId, scope: usize) {
        if self.borrows(pat) {
            self.extend_operand(init, scope);
        }
        self.extend(init, scope);
    }

    /// Whether a pattern is an extending one: it binds by reference.
    fn borrows(&self, pat: PatId) -> bool {
        match &self.body.pats[pat.index()].kind {
            PatKind::Binding { by_ref, .. } => by_ref.is_some(),
            PatKind::TupleStruct(_, pats)
            | PatKind::Tuple(pats)
            | PatKind::Slice(pats)
            | PatKind::Or(pats) => pats.iter().any(|&pat| self.borrows(pat)),
            PatKind::Struct(_, fields) => fields.iter().any(|(_, pat)| self.borrows(*pat)),
            PatKind::Wild
            | PatKind::Rest
            | PatKind::Literal { .. }
            | PatKind::Path(_)
            | PatKind::Ref(_)
            | PatKind::Range { .. } => false,
        }
    }

    /// An extending expression.
    fn extend(&mut self, e: ExprId, scope: usize) {
        let body = self.body.clone();
        match &body.exprs[e.index()].kind {
            ExprKind::Borrow(_, inner) | ExprKind::RawBorrow(_, inner) => {
                self.extend(*inner, scope);
                self.extend_operand(*inner, scope);
            }
            ExprKind::Struct { fields, .. } => {
                fields.iter().for_each(|(_, e)| self.extend(*e, scope));
            }
            ExprKind::Tuple(items) | ExprKind::Array(items) => {
                items.iter().for_each(|e| self.extend(*e, scope));
            }
            ExprKind::Call(callee, args)
                if body.handed_on.contains(&e) || self.is_constructor(e, *callee) =>
            {
                args.iter().for_each(|e| self.extend(*e, scope));
            }
            ExprKind::Cast(inner, _) => self.extend(*inner, scope),
            ExprKind::Block(block) => {
                if let Some(tail) = block.tail {
                    self.extend(tail, scope);
                }
            }
            ExprKind::If(_, then, otherwise) => {
                self.extend(*then, scope);
                if let Some(otherwise) = otherwise {
                    self.extend(*otherwise, scope);
                }
            }
            ExprKind::Match(value, arms) => {
                if body.handed_on.contains(&e) {
                    self.extend(*value, scope);
                }
                arms.iter().for_each(|arm| self.extend(arm.body, scope));
            }
            _ => {}
        }
    }

    fn is_constructor(&self, e: ExprId, callee: ExprId) -> bool {
        let found = |e| matches!(self.typed.callees.get(&e), Some(Callee::Constructor { .. }));
        found(e) || found(callee)
    }

    /// The operand of an extending borrow, and the places it is part of.
    fn extend_operand(&mut self, e: ExprId, scope: usize) {
        let mut next = Some(e);
        while let Some(e) = next {
            self.extended.insert(e, scope);
            next = match &self.body.exprs[e.index()].kind {
                ExprKind::Borrow(_, inner)
                | ExprKind::Deref(inner)
                | ExprKind::Field(inner, _)
                | ExprKind::Index(inner, _) => Some(*inner),
                _ => None,
            };
        }
    }
}
