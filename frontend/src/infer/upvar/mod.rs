//! What closures capture, and which of the `Fn` traits they implement.
//!
//! Follows the reference's rules for edition 2021 (disjoint fields); before that whole variables are
//! captured. Inner closures are looked at first: what they capture is a use in the outer one.

mod capture;
mod place;
mod walk;

use super::fcx::Fcx;
use super::infcx::Eval;
use super::*;
use crate::hir::{ClosureForm, Edition, ExprId, ExprKind, LocalId, PatKind};
use crate::ty::{ClosureKey, Ty};
use crate::typed::{BindingMode, Capture, ClosureInfo, ClosureKind};
use capture::Collected;
use rustc_hash::FxHashMap;

impl Fcx<'_> {
    /// Analyses all closures.
    pub fn analyze_closures(&mut self) -> FxHashMap<ExprId, ClosureInfo> {
        let mut found = FxHashMap::default();
        for closure in self.inner_first() {
            let info = self.analyze_closure(closure, &found);
            self.note_closure(closure, &info);
            found.insert(closure, info);
        }
        found
    }

    /// Closures in the order they were checked in, but inner ones before the ones they stand in.
    fn inner_first(&self) -> Vec<ExprId> {
        let mut order: Vec<ExprId> = Vec::new();
        let mut stack: Vec<ExprId> = Vec::new();
        for closure in self.closure_order.clone() {
            while let Some(&last) = stack.last()
                && !self.is_within(closure, last)
            {
                order.push(last);
                stack.pop();
            }
            stack.push(closure);
        }
        order.extend(stack.into_iter().rev());
        order
    }

    fn is_within(&self, inner: ExprId, outer: ExprId) -> bool {
        let mut current = self.closure_parent.get(&inner).copied().flatten();
        while let Some(one) = current {
            if one == outer {
                return true;
            }
            current = self.closure_parent.get(&one).copied().flatten();
        }
        false
    }

    fn analyze_closure(
        &mut self,
        closure: ExprId,
        inner: &FxHashMap<ExprId, ClosureInfo>,
    ) -> ClosureInfo {
        let uses = self.collect_uses(closure, inner);
        let by_move = self.kind_of(closure, |kind| {
            matches!(kind, ExprKind::Closure { by_move: true, .. })
        });
        let is_async = self.has_form(closure, ClosureForm::AsyncBlock);
        let kind = match is_async {
            true => Some(ClosureKind::FnOnce),
            false => uses.iter().map(Collected::kind).max(),
        };
        let whole = self.edition() < Edition::E2021;
        let owned = match is_async {
            true => self.parameters_around(closure),
            false => Vec::new(),
        };
        let by_move = by_move || is_async && self.is_all_given(closure, &uses, &owned);
        let moved = |local: LocalId| by_move || owned.contains(&local);
        let captures = self.min_captures(uses, moved, whole);
        let local = self.closures[&closure].clone();
        ClosureInfo {
            key: ClosureKey {
                owner: self.def.id,
                args: self.typer.identity(self.def.id),
                expr: closure,
            },
            kind: kind.unwrap_or(ClosureKind::Fn),
            params: local.params.iter().map(|&ty| self.resolve(ty)).collect(),
            ret: self.resolve(local.ret),
            captures,
        }
    }

    fn has_form(&mut self, closure: ExprId, form: ClosureForm) -> bool {
        self.kind_of(
            closure,
            |kind| matches!(kind, ExprKind::Closure { form: found, .. } if *found == form),
        )
    }

    /// Whether the block of an `async move` closure uses up something that the closure captures: the
    /// closure can be called only once then, and gives the block everything.
    fn is_all_given(&mut self, block: ExprId, uses: &[Collected], owned: &[LocalId]) -> bool {
        let Some(outer) = self.closure_parent.get(&block).copied().flatten() else {
            return false;
        };
        let moves = self.kind_of(outer, |kind| {
            matches!(kind, ExprKind::Closure { by_move: true, .. })
        });
        let given =
            |one: &Collected| !owned.contains(&one.local) && one.kind() == ClosureKind::FnOnce;
        moves && self.has_form(outer, ClosureForm::AsyncClosure) && uses.iter().any(given)
    }

    /// The parameters of the closure around an `async` block, which do not outlive its call.
    fn parameters_around(&self, block: ExprId) -> Vec<LocalId> {
        let Some(outer) = self.closure_parent.get(&block).copied().flatten() else {
            return Vec::new();
        };
        let ExprKind::Closure { params, .. } = &self.body.exprs[outer.index()].kind else {
            return Vec::new();
        };
        let bound = params
            .iter()
            .filter_map(|(pat, _)| match self.body.pats[pat.index()].kind {
                PatKind::Binding { local, .. } => Some(local),
                _ => None,
            });
        bound.collect()
    }

    /// Later questions about the closure's traits are answered by what was found.
    fn note_closure(&mut self, closure: ExprId, info: &ClosureInfo) {
        let captured: Vec<Ty> = info.captures.iter().map(held_ty).collect();
        if let Some(local) = self.cx.closures.get_mut(&closure) {
            local.kind = Some(info.kind);
            local.captured = Some(captured);
        }
    }

    /// Whether a use of a value of this type copies it.
    pub(super) fn is_copy(&mut self, ty: Ty) -> bool {
        match self.typer.lang("copy") {
            Some(copy) => self.implements(ty, copy) == Eval::Yes,
            None => false,
        }
    }
}

fn held_ty(capture: &Capture) -> Ty {
    match capture.mode {
        BindingMode::Value => capture.place_ty,
        BindingMode::Ref(mutability) => Ty::reference(mutability, capture.place_ty),
    }
}
