//! All uses of outer variables in a closure's body, in the order of evaluation.

use super::super::fcx::Fcx;
use super::super::op::binary_trait;
use super::capture::{Collected, Use};
use super::place::Place;
use super::*;
use crate::hir::{Block, DefKind, LocalId, Mutability, PatId, PatKind, Stmt};
use crate::ty::TyKind;
use crate::typed::{Adjustment, CaptureProjection};

struct Walk<'a, 'b, 't> {
    cx: &'a mut Fcx<'t>,
    closure: ExprId,
    inner: &'b FxHashMap<ExprId, ClosureInfo>,
    uses: Vec<Collected>,
}

impl Fcx<'_> {
    pub(super) fn collect_uses(
        &mut self,
        closure: ExprId,
        inner: &FxHashMap<ExprId, ClosureInfo>,
    ) -> Vec<Collected> {
        let body = self.body.clone();
        let ExprKind::Closure { body, .. } = &body.exprs[closure.index()].kind else {
            return Vec::new();
        };
        let mut walk = Walk {
            cx: self,
            closure,
            inner,
            uses: Vec::new(),
        };
        walk.consume(*body);
        walk.uses
    }
}

impl Walk<'_, '_, '_> {
    fn is_outer(&self, local: LocalId) -> bool {
        let mut owner = self.cx.local_owner.get(&local).copied().flatten();
        while let Some(one) = owner {
            if one == self.closure {
                return false;
            }
            owner = self.cx.closure_parent.get(&one).copied().flatten();
        }
        true
    }

    fn record(&mut self, place: Place, how: Use) {
        let Some(local) = place.local else { return };
        if self.is_outer(local) {
            let how = match how {
                Use::Unique if place.shared => Use::Shared,
                other => other,
            };
            self.uses.push(Collected { local, place, how });
        }
    }

    fn borrow(&mut self, place: Place, mutability: Mutability) {
        let how = match mutability {
            Mutability::Shared => Use::Shared,
            Mutability::Mut => Use::Unique,
        };
        self.record(place, how);
    }

    /// Moves or copies out of a place.
    fn take(&mut self, place: Place) {
        let how = match place.local.is_some() && !self.cx.is_copy(place.used_ty) {
            true => Use::Move,
            false => Use::Shared,
        };
        self.record(place, how);
    }

    /// The value of an expression is used.
    fn consume(&mut self, expr: ExprId) {
        let place = self.cx.place(expr);
        self.take(place);
        self.walk(expr);
    }

    fn consume_all(&mut self, exprs: &[ExprId]) {
        for &expr in exprs {
            self.consume(expr);
        }
    }

    /// An expression is evaluated as a place; its adjustments may borrow on the way.
    fn walk(&mut self, expr: ExprId) {
        self.walk_adjustments(expr);
        self.walk_kind(expr);
    }

    fn walk_adjustments(&mut self, expr: ExprId) {
        let list = self.cx.tables.adjustments.get(&expr).cloned();
        for (index, adjustment) in list.unwrap_or_default().iter().enumerate() {
            let place = self.cx.place_after(expr, index);
            match adjustment {
                Adjustment::Deref(_) => {}
                Adjustment::OverloadedDeref(_, mutability, _)
                | Adjustment::Borrow(mutability, _)
                | Adjustment::RawBorrow(mutability, _) => self.borrow(place, *mutability),
                Adjustment::NeverToAny(_)
                | Adjustment::FnPointer(_)
                | Adjustment::Unsize(_)
                | Adjustment::MutToConst(_) => self.take(place),
            }
        }
    }

    fn walk_kind(&mut self, expr: ExprId) {
        let body = self.cx.body.clone();
        match &body.exprs[expr.index()].kind {
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::Path(_)
            | ExprKind::Continue(_)
            | ExprKind::Unsupported(_)
            | ExprKind::Stop(_) => {}
            ExprKind::Call(callee, args) => {
                self.walk_callee(expr, *callee);
                self.consume_all(args);
            }
            ExprKind::MethodCall { receiver, args, .. } => {
                self.consume(*receiver);
                self.consume_all(args);
            }
            ExprKind::Field(base, _) | ExprKind::Deref(base) => self.walk(*base),
            ExprKind::Index(base, index) => {
                self.walk(*base);
                self.consume(*index);
            }
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand, _) => self.consume(*operand),
            ExprKind::Repeat(element, _) => self.consume(*element),
            ExprKind::Binary(op, lhs, rhs) => {
                let compares = matches!(binary_trait(*op), Some(("eq" | "partial_ord", _)));
                self.walk_operands(expr, compares, *lhs, *rhs);
            }
            ExprKind::Assign(place, value) | ExprKind::AssignOp(_, place, value) => {
                self.consume(*value);
                self.walk_borrow(*place, Mutability::Mut);
            }
            ExprKind::Borrow(mutability, place) | ExprKind::RawBorrow(mutability, place) => {
                self.walk_borrow(*place, *mutability);
            }
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => self.consume_all(parts),
            ExprKind::Struct { fields, base, .. } => self.walk_struct(expr, fields, *base),
            ExprKind::Let(pat, value) => self.walk_match(*value, &[*pat], true),
            ExprKind::If(condition, then, otherwise) => {
                self.consume(*condition);
                self.consume(*then);
                otherwise.iter().for_each(|&expr| self.consume(expr));
            }
            ExprKind::Match(value, arms) => {
                let pats: Vec<PatId> = arms.iter().map(|arm| arm.pat).collect();
                self.walk_match(*value, &pats, false);
                for arm in arms {
                    arm.guard.iter().for_each(|&guard| self.consume(guard));
                    self.consume(arm.body);
                }
            }
            ExprKind::Loop(body) => self.consume(*body),
            ExprKind::While(condition, body) => self.consume_all(&[*condition, *body]),
            ExprKind::Block(block) => self.walk_block(block),
            ExprKind::Closure { .. } => self.walk_inner(expr),
            ExprKind::Break(_, value) | ExprKind::Return(value) => {
                value.iter().for_each(|&value| self.consume(value));
            }
        }
    }

    fn walk_borrow(&mut self, place: ExprId, mutability: Mutability) {
        self.walk(place);
        let place = self.cx.place(place);
        self.borrow(place, mutability);
    }

    /// Comparisons through traits borrow both sides.
    fn walk_operands(&mut self, expr: ExprId, compares: bool, lhs: ExprId, rhs: ExprId) {
        let overloaded = self.cx.tables.callees.contains_key(&expr);
        for operand in [lhs, rhs] {
            match compares && overloaded {
                true => self.walk_borrow(operand, Mutability::Shared),
                false => self.consume(operand),
            }
        }
    }

    /// What is called is borrowed or consumed as its trait says.
    fn walk_callee(&mut self, call: ExprId, callee: ExprId) {
        let kind = match self.cx.tables.callees.get(&call) {
            Some(Callee::Closure(key)) => {
                let known = self.cx.local_closure(key).and_then(|local| local.kind);
                known.unwrap_or(ClosureKind::Fn)
            }
            Some(Callee::Instance(instance)) => self.called_trait(instance.def),
            _ => ClosureKind::FnOnce,
        };
        match kind {
            ClosureKind::Fn => self.walk_borrow(callee, Mutability::Shared),
            ClosureKind::FnMut => self.walk_borrow(callee, Mutability::Mut),
            ClosureKind::FnOnce => self.consume(callee),
        }
    }

    fn called_trait(&self, method: DefId) -> ClosureKind {
        let of = self.cx.typer.trait_of_item(method);
        match of.and_then(|of| self.cx.typer.lang_name(of)) {
            Some("fn") => ClosureKind::Fn,
            Some("fn_mut") => ClosureKind::FnMut,
            _ => ClosureKind::FnOnce,
        }
    }

    fn walk_struct(
        &mut self,
        expr: ExprId,
        fields: &[(crate::symbol::Symbol, ExprId)],
        base: Option<ExprId>,
    ) {
        for &(_, value) in fields {
            self.consume(value);
        }
        let Some(base) = base else { return };
        self.walk(base);
        let place = self.cx.place(base);
        let Some(&def) = self.cx.tables.expr_variants.get(&expr) else {
            return;
        };
        let TyKind::Adt(_, args) = place.used_ty.kind() else {
            return;
        };
        let names = self.cx.typer.with_fields(def, |data| {
            data.fields
                .iter()
                .map(|field| field.name)
                .collect::<Vec<_>>()
        });
        for name in names.unwrap_or_default() {
            if fields.iter().all(|(given, _)| *given != name) {
                let span = self.cx.span(expr);
                if let Ok(ty) = self.cx.field_ty(def, *args, name, span) {
                    let ty = self.cx.resolve(ty);
                    let field = self.cx.field_place(place.clone(), name, ty);
                    self.take(field);
                }
            }
        }
    }

    fn walk_block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Expr(expr) => self.consume(*expr),
                Stmt::Let {
                    pat,
                    init,
                    otherwise,
                    ..
                } => {
                    if let Some(init) = init {
                        self.walk_match(*init, &[*pat], otherwise.is_some());
                    }
                    otherwise.iter().for_each(|&expr| self.consume(expr));
                }
            }
        }
        block.tail.iter().for_each(|&tail| self.consume(tail));
    }

    /// A value meets patterns. If `looks`, it is looked at whatever they are.
    fn walk_match(&mut self, value: ExprId, pats: &[PatId], looks: bool) {
        self.walk(value);
        let place = self.cx.place(value);
        // Before edition 2021 what is named is captured, if only for a `_`.
        if looks || self.cx.edition() < Edition::E2021 {
            self.borrow(place.clone(), Mutability::Shared);
        }
        for &pat in pats {
            self.walk_pat(pat, place.clone());
        }
    }

    fn walk_pat(&mut self, pat: PatId, mut place: Place) {
        let body = self.cx.body.clone();
        for reference in self
            .cx
            .tables
            .pat_derefs
            .get(&pat)
            .cloned()
            .unwrap_or_default()
        {
            if let TyKind::Ref(_, to) = self.cx.resolve(reference).kind() {
                place = place.step(CaptureProjection::Deref, self.cx.resolve(*to));
            }
        }
        match &body.pats[pat.index()].kind {
            PatKind::Wild | PatKind::Rest => {}
            PatKind::Binding { sub, .. } => {
                match self.cx.tables.binding_modes.get(&pat) {
                    Some(BindingMode::Ref(mutability)) => self.borrow(place.clone(), *mutability),
                    _ => self.take(place.clone()),
                }
                sub.iter()
                    .for_each(|&sub| self.walk_pat(sub, place.clone()));
            }
            PatKind::Literal { .. } | PatKind::Range { .. } => {
                self.borrow(place, Mutability::Shared);
            }
            PatKind::Path(_) => self.read_discriminant(pat, place),
            PatKind::TupleStruct(_, subs) => {
                self.read_discriminant(pat, place.clone());
                self.walk_fields(pat, subs, place);
            }
            PatKind::Struct(_, fields) => {
                self.read_discriminant(pat, place.clone());
                for (name, sub) in fields {
                    let ty = self.pat_ty(*sub);
                    let field = self.variant_field(pat, place.clone(), *name, ty);
                    self.walk_pat(*sub, field);
                }
            }
            PatKind::Tuple(subs) => self.walk_fields(pat, subs, place),
            PatKind::Slice(subs) => {
                if matches!(place.used_ty.kind(), TyKind::Slice(_)) {
                    self.borrow(place.clone(), Mutability::Shared);
                }
                for &sub in subs {
                    let ty = self.pat_ty(sub);
                    self.walk_pat(sub, place.clone().part(ty));
                }
            }
            PatKind::Ref(sub) => {
                let ty = self.pat_ty(*sub);
                self.walk_pat(*sub, place.step(CaptureProjection::Deref, ty));
            }
            PatKind::Or(subs) => subs
                .iter()
                .for_each(|&sub| self.walk_pat(sub, place.clone())),
        }
    }

    /// The type that reaches a pattern, before its implicit derefs.
    fn pat_ty(&self, pat: PatId) -> Ty {
        let derefs = self.cx.tables.pat_derefs.get(&pat);
        let own = self.cx.tables.pat_types[pat.index()].unwrap_or(Ty::unit());
        let outer = derefs.and_then(|list| list.first().copied()).unwrap_or(own);
        self.cx.resolve(outer)
    }

    fn is_enum(&self, pat: PatId) -> bool {
        let variant = self.cx.tables.pat_variants.get(&pat);
        let variant = variant.map(|def| self.cx.typer.hir.def(*def));
        variant.is_some_and(|def| matches!(def.kind, DefKind::Variant { .. }))
    }

    fn read_discriminant(&mut self, pat: PatId, place: Place) {
        if self.is_enum(pat) || self.cx.tables.pat_constants.contains_key(&pat) {
            self.borrow(place, Mutability::Shared);
        }
    }

    /// Fields of enum variants are not captured apart from the enum.
    fn variant_field(
        &mut self,
        pat: PatId,
        place: Place,
        name: crate::symbol::Symbol,
        ty: Ty,
    ) -> Place {
        match self.is_enum(pat) {
            true => place.part(ty),
            false => self.cx.field_place(place, name, ty),
        }
    }

    fn walk_fields(&mut self, pat: PatId, subs: &[PatId], place: Place) {
        let body = self.cx.body.clone();
        let rest = subs
            .iter()
            .position(|sub| matches!(body.pats[sub.index()].kind, PatKind::Rest));
        let count = self.field_count(pat, &place);
        for (index, &sub) in subs.iter().enumerate() {
            let index = match rest {
                Some(rest) if index == rest => continue,
                Some(rest) if index > rest => count + index - subs.len(),
                _ => index,
            };
            let ty = self.pat_ty(sub);
            let name = crate::symbol::Symbol::new(&index.to_string());
            let field = self.variant_field(pat, place.clone(), name, ty);
            self.walk_pat(sub, field);
        }
    }

    fn field_count(&self, pat: PatId, place: &Place) -> usize {
        if let Some(def) = self.cx.tables.pat_variants.get(&pat) {
            let count = self.cx.typer.with_fields(*def, |data| data.fields.len());
            return count.unwrap_or(0);
        }
        match place.used_ty.kind() {
            TyKind::Tuple(types) => types.len(),
            _ => 0,
        }
    }

    /// What an inner closure captures is used here.
    fn walk_inner(&mut self, expr: ExprId) {
        let Some(info) = self.inner.get(&expr) else {
            return;
        };
        for capture in &info.captures {
            let place = self.cx.captured_place(capture);
            match capture.mode {
                BindingMode::Ref(mutability) => self.borrow(place, mutability),
                BindingMode::Value => self.take(place),
            }
        }
    }
}
