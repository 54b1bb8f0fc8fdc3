//! Overloaded `*` and `[]` choose between their shared and mutable methods by how the place is used,
//! which is known only after the place was looked at.

use super::fcx::Fcx;
use super::*;
use crate::hir::{ExprId, ExprKind, Mutability};
use crate::ty::{Ty, TyKind};
use crate::typed::Adjustment;

impl Fcx<'_> {
    /// A place is used mutably: so are the places it is reached through.
    pub fn fix_place_mutability(&mut self, expr: ExprId) {
        let body = self.body.clone();
        let mut current = expr;
        loop {
            self.fix_adjustments(current);
            current = match &body.exprs[current.index()].kind {
                ExprKind::Field(base, _) => *base,
                ExprKind::Index(base, _) => {
                    self.fix_operator(current, *base, "index", "index_mut");
                    *base
                }
                ExprKind::Deref(base) => {
                    self.fix_operator(current, *base, "deref", "deref_mut");
                    *base
                }
                _ => return,
            };
        }
    }

    fn fix_adjustments(&mut self, expr: ExprId) {
        let Some(mut list) = self.tables.adjustments.remove(&expr) else {
            return;
        };
        for adjustment in &mut list {
            if let Adjustment::OverloadedDeref(instance, Mutability::Shared, target) = adjustment {
                let of = self.resolve(instance.args.ty(0));
                *adjustment = self.overloaded_adjustment(of, Mutability::Mut, *target);
            }
        }
        self.tables.adjustments.insert(expr, list);
    }

    fn fix_operator(&mut self, expr: ExprId, base: ExprId, shared: &str, unique: &str) {
        let Some(Callee::Instance(instance)) = self.tables.callees.get(&expr).copied() else {
            return;
        };
        if self.lang_method(shared, shared) != Some(instance.def) {
            return;
        }
        let of = self.resolve(instance.args.ty(0));
        let Some(method) = self.lang_method(unique, unique) else {
            return;
        };
        if !self.implements_lang(of, unique) {
            return;
        }
        let callee = Callee::Instance(Instance {
            def: method,
            ..instance
        });
        self.tables.callees.insert(expr, callee);
        self.make_borrow_mutable(base);
    }

    fn make_borrow_mutable(&mut self, base: ExprId) {
        let Some(list) = self.tables.adjustments.get_mut(&base) else {
            return;
        };
        for adjustment in list {
            match adjustment {
                Adjustment::Borrow(mutability, ty) => {
                    *mutability = Mutability::Mut;
                    *ty = mutable_ref(*ty);
                }
                Adjustment::Unsize(ty) => *ty = mutable_ref(*ty),
                _ => {}
            }
        }
    }
}

fn mutable_ref(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::Ref(_, to) => Ty::reference(Mutability::Mut, *to),
        _ => ty,
    }
}
