//! Which locals of a body need an address, found before lowering: the others live in registers. What
//! this scan misses is found by lowering itself, which then starts again.

use crate::hir::{Body, Expr, ExprId, ExprKind, LocalId, Mutability, PatId, PatKind, Shown, Stmt};
use crate::ty::TyKind;
use crate::typed::{Adjustment, BindingMode, TypedBody};
use fixedbitset::FixedBitSet;

/// How the locals of a body are used.
#[derive(Clone, Debug, Default)]
pub struct Borrowed {
    /// Locals that must live in memory.
    pub memory: FixedBitSet,
    /// Locals that are assigned after their initialization.
    pub assigned: FixedBitSet,
    /// Expressions that some `break` names.
    pub targets: FixedBitSet,
    /// Expressions whose value, put in a temporary, may be written there: no constant of the program.
    pub written: FixedBitSet,
}

/// Scans a body, closures included.
pub fn find(body: &Body, typed: &TypedBody) -> Borrowed {
    let count = body.locals.len();
    let mut scan = Scan {
        body,
        typed,
        found: Borrowed {
            memory: FixedBitSet::with_capacity(count),
            assigned: FixedBitSet::with_capacity(count),
            targets: FixedBitSet::with_capacity(body.exprs.len()),
            written: FixedBitSet::with_capacity(body.exprs.len()),
        },
    };
    for (index, expr) in body.exprs.iter().enumerate() {
        scan.expr(ExprId::new(index), expr);
    }
    scan.found
}

/// To whom what is borrowed is shown, if it is a number or a text and no more is done with it: nobody can tell a copy
/// of it from itself.
pub fn shows_copy(body: &Body, typed: &TypedBody, borrow: ExprId, inner: ExprId) -> Option<Shown> {
    let is_adjusted = typed
        .adjustments
        .get(&inner)
        .is_some_and(|list| !list.is_empty());
    let is_plain = || {
        let ty = typed.expr_types.get(inner.index());
        match ty.map(|ty| ty.kind()) {
            Some(TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char) => true,
            Some(TyKind::Ref(Mutability::Shared, to)) => matches!(to.kind(), TyKind::Str),
            _ => false,
        }
    };
    let shown = body.shown.get(&borrow).copied();
    shown.filter(|_| !is_adjusted && is_plain())
}

struct Scan<'a> {
    body: &'a Body,
    typed: &'a TypedBody,
    found: Borrowed,
}

impl Scan<'_> {
    fn expr(&mut self, id: ExprId, expr: &Expr) {
        self.adjustments(id);
        match &expr.kind {
            ExprKind::Borrow(_, inner)
                if shows_copy(self.body, self.typed, id, *inner).is_some() => {}
            ExprKind::Borrow(mutability, inner) | ExprKind::RawBorrow(mutability, inner) => {
                self.borrow(*inner);
                if *mutability == Mutability::Mut {
                    self.write(*inner);
                }
            }
            ExprKind::Assign(place, _) => self.assign(*place),
            ExprKind::AssignOp(_, place, _) => {
                self.assign(*place);
                if self.typed.callees.contains_key(&id) {
                    self.borrow(*place);
                }
            }
            ExprKind::Index(base, _) => self.borrow(*base),
            ExprKind::Call(callee, _) => {
                if matches!(
                    self.typed
                        .expr_types
                        .get(callee.index())
                        .map(|ty| ty.kind()),
                    Some(TyKind::Closure(_))
                ) {
                    self.borrow(*callee);
                }
            }
            ExprKind::Let(pat, init) => self.matched(*init, &[*pat]),
            ExprKind::Match(scrutinee, arms) => {
                let pats: Vec<PatId> = arms.iter().map(|arm| arm.pat).collect();
                self.matched(*scrutinee, &pats);
            }
            ExprKind::Block(block) => {
                for stmt in &block.stmts {
                    if let Stmt::Let {
                        pat,
                        init: Some(init),
                        ..
                    } = stmt
                    {
                        self.matched(*init, &[*pat]);
                    }
                }
            }
            ExprKind::Closure { .. } => self.captures(id),
            ExprKind::Break(target, _) => self.found.targets.insert(target.index()),
            _ => {}
        }
    }

    fn adjustments(&mut self, id: ExprId) {
        let Some(list) = self.typed.adjustments.get(&id) else {
            return;
        };
        // Only what happens before the first dereference is about the local itself.
        for adjustment in list {
            match adjustment {
                Adjustment::Borrow(mutability, _)
                | Adjustment::OverloadedDeref(_, mutability, _) => {
                    if *mutability == Mutability::Mut {
                        self.write(id);
                    }
                    return self.borrow_unadjusted(id);
                }
                Adjustment::Deref(_) => return,
                _ => {}
            }
        }
    }

    fn captures(&mut self, id: ExprId) {
        let Some(info) = self.typed.closures.get(&id) else {
            return;
        };
        for capture in &info.captures {
            let direct = !capture
                .projections
                .contains(&crate::typed::CaptureProjection::Deref);
            if direct && capture.mode != BindingMode::Value {
                self.found.memory.insert(capture.local.index());
            }
        }
    }

    fn matched(&mut self, scrutinee: ExprId, pats: &[PatId]) {
        let mut by_ref = false;
        let mut by_mut = false;
        for pat in pats {
            self.each_reference(*pat, &mut |mutability| {
                by_ref = true;
                by_mut |= mutability == Mutability::Mut;
            });
        }
        if by_ref {
            self.borrow(scrutinee);
        }
        if by_mut {
            self.write(scrutinee);
        }
    }

    /// Calls `found` for each variable that a pattern binds by reference.
    fn each_reference(&self, pat: PatId, found: &mut dyn FnMut(Mutability)) {
        match &self.body.pats[pat.index()].kind {
            PatKind::Binding { sub, by_ref, .. } => {
                let mode = match self.typed.binding_modes.get(&pat) {
                    Some(BindingMode::Ref(mutability)) => Some(*mutability),
                    _ => *by_ref,
                };
                mode.into_iter().for_each(&mut *found);
                sub.iter().for_each(|sub| self.each_reference(*sub, found));
            }
            PatKind::TupleStruct(_, pats)
            | PatKind::Tuple(pats)
            | PatKind::Slice(pats)
            | PatKind::Or(pats) => pats.iter().for_each(|pat| self.each_reference(*pat, found)),
            PatKind::Struct(_, fields) => {
                let pats = fields.iter().map(|(_, pat)| *pat);
                pats.for_each(|pat| self.each_reference(pat, found));
            }
            PatKind::Ref(inner) => self.each_reference(*inner, found),
            PatKind::Wild
            | PatKind::Rest
            | PatKind::Literal { .. }
            | PatKind::Path(_)
            | PatKind::Range { .. } => {}
        }
    }

    fn borrow(&mut self, id: ExprId) {
        let adjusted = self.typed.adjustments.get(&id);
        if adjusted.is_none_or(|list| list.is_empty()) {
            self.borrow_unadjusted(id);
        }
    }

    fn borrow_unadjusted(&mut self, id: ExprId) {
        if let Some(local) = self.root(id) {
            self.found.memory.insert(local.index());
        }
    }

    fn assign(&mut self, id: ExprId) {
        self.write(id);
        if let Some(local) = self.root(id) {
            self.found.assigned.insert(local.index());
        }
    }

    /// Notes the expression that a written place is part of.
    fn write(&mut self, id: ExprId) {
        self.found.written.insert(id.index());
        if let ExprKind::Field(base, _) | ExprKind::Index(base, _) =
            &self.body.exprs[id.index()].kind
        {
            self.write(*base);
        }
    }

    /// The local that an unadjusted place expression is part of.
    fn root(&self, id: ExprId) -> Option<LocalId> {
        match &self.body.exprs[id.index()].kind {
            ExprKind::Local(local) => Some(*local),
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => {
                let adjusted = self.typed.adjustments.get(base);
                if adjusted.is_some_and(|list| !list.is_empty()) {
                    return None;
                }
                self.root(*base)
            }
            _ => None,
        }
    }
}
