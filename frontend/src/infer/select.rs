//! Finding out why a type implements a trait: an assumption, an impl, or the compiler itself.
//!
//! As in rustc: assumptions win over impls; several impls are told apart by their where clauses; if
//! variables leave more than one, the goal waits.

use super::canonical::{CanonicalGoal, shape};
use super::infcx::{Eval, Infcx};
use super::predicates::{Pred, TraitRef};
use super::probe::type_head;
use super::*;
use crate::ty::{Args, GenericArg, InferVar, Ty, TyKind};

/// An answer that may depend on variables.
pub(super) enum Answer<T> {
    Yes(T),
    Maybe,
    No,
}

/// A possible reason.
#[derive(Clone, Debug)]
pub(super) enum Candidate {
    Given(TraitRef),
    Impl(DefId),
    Builtin(TraitRef, Vec<Pred>),
}

/// The reason why a goal holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Selected {
    /// A where clause, a bound of an associated or opaque type, or a trait object's own trait.
    Given,
    /// An impl with arguments (perhaps variables until the nested obligations are met).
    Impl(DefId, Args),
    /// The compiler provides it.
    Builtin,
}

/// A reason and what it depends on.
pub(super) struct Selection {
    pub what: Selected,
    pub nested: Vec<Pred>,
}

/// Deeper goals count as undecided.
const MAX_DEPTH: usize = 60;

impl Infcx<'_> {
    /// Why a goal holds; unifies its variables with what the only reason says.
    pub fn select(&mut self, goal: TraitRef) -> Answer<Selection> {
        let goal = self.table.resolve_trait_ref(goal);
        if self.typer.is_auto_trait(goal.def) {
            return Answer::Yes(Selection {
                what: Selected::Builtin,
                nested: Vec::new(),
            });
        }
        if self.is_unresolved(goal.self_ty()) {
            return Answer::Maybe;
        }
        let open = goal.args.flags().has_infer();
        if self.stack.len() > MAX_DEPTH || open && self.is_repeated(goal) {
            self.cuts += 1;
            return Answer::Maybe;
        }
        let given = self.given_candidates(goal);
        if !given.is_empty() {
            return self.choose_given(goal, given);
        }
        let candidates = self.candidates(goal);
        match candidates.len() {
            0 => Answer::No,
            1 => self.confirm(goal, &candidates[0]),
            _ if open => Answer::Maybe,
            _ => self.confirm(goal, &candidates[0]),
        }
    }

    /// Impls and the compiler's own reason, as far as they may apply.
    fn candidates(&mut self, goal: TraitRef) -> Vec<Candidate> {
        let key = self.canonical(goal);
        if let Some(known) = self.applicable.get(&key) {
            return known.clone();
        }
        let cuts = self.cuts;
        let impls = self.impl_candidates(goal);
        let builtin = self.builtin_candidate(goal, impls.is_empty());
        // The compiler's reason speaks of the goal's own variables.
        let is_general = builtin.is_none();
        let builtin = builtin.map(|(goal, nested)| Candidate::Builtin(goal, nested));
        let impls = impls.into_iter().map(Candidate::Impl);
        let mut candidates: Vec<Candidate> = builtin.into_iter().chain(impls).collect();
        if candidates.len() > 1 {
            candidates.retain(|candidate| self.may_apply(goal, candidate));
        }
        if is_general && cuts == self.cuts {
            self.applicable.insert(key, candidates.clone());
        }
        candidates
    }

    /// Whether a goal follows from itself, other variables aside: then there is no end of candidates.
    fn is_repeated(&self, goal: TraitRef) -> bool {
        let mut outer = self.stack.iter().filter(|outer| outer.def == goal.def);
        let goal_shape = shape(goal.args);
        // The goal itself is on the stack while its candidates are compared. Of the outer ones it
        // matters what they were, not what their variables have become.
        outer.any(|outer| outer.args != goal.args && shape(outer.args) == goal_shape)
    }

    fn choose_given(&mut self, goal: TraitRef, given: Vec<TraitRef>) -> Answer<Selection> {
        let exact = given.iter().find(|given| given.args == goal.args);
        let ambiguous = given.len() > 1 && exact.is_none() && goal.args.flags().has_infer();
        if ambiguous {
            return Answer::Maybe;
        }
        let chosen = *exact.unwrap_or(&given[0]);
        self.confirm(goal, &Candidate::Given(chosen))
    }

    fn confirm(&mut self, goal: TraitRef, candidate: &Candidate) -> Answer<Selection> {
        let selection = match candidate {
            Candidate::Given(given) => self.unify_given(goal, *given).map(|nested| Selection {
                what: Selected::Given,
                nested,
            }),
            Candidate::Builtin(given, nested) => {
                self.unify_args(goal.args, given.args).then(|| Selection {
                    what: Selected::Builtin,
                    nested: nested.clone(),
                })
            }
            Candidate::Impl(def) => self.match_impl(*def, goal).map(|(args, nested)| Selection {
                what: Selected::Impl(*def, args),
                nested,
            }),
        };
        selection.map_or(Answer::No, Answer::Yes)
    }

    fn may_apply(&mut self, goal: TraitRef, candidate: &Candidate) -> bool {
        self.stack.push(goal);
        let eval = self.probe(|cx| match cx.confirm(goal, candidate) {
            Answer::Yes(selection) => cx.solve(selection.nested),
            Answer::Maybe => Eval::Maybe,
            Answer::No => Eval::No,
        });
        self.stack.pop();
        eval != Eval::No
    }

    fn given_candidates(&mut self, goal: TraitRef) -> Vec<TraitRef> {
        let env = self.env.clone();
        let mut found: Vec<TraitRef> = Vec::new();
        for pred in &env.preds {
            if let Pred::Trait(given) = pred {
                self.add_given(goal, *given, &mut found);
            }
        }
        for pred in self.bounds_of(goal.self_ty()) {
            if let Pred::Trait(given) = pred
                && given.def == goal.def
            {
                let given = self.normal_given(given);
                self.add_given(goal, given, &mut found);
            }
        }
        found
    }

    /// A bound without projections, where these do not depend on variables.
    fn normal_given(&mut self, given: TraitRef) -> TraitRef {
        let mut nested = Vec::new();
        let args = self.normalize_args(given.args, &mut nested);
        match self.solve(nested) {
            Eval::Maybe => given,
            Eval::Yes | Eval::No => TraitRef {
                args: self.table.resolve_args(args),
                ..given
            },
        }
    }

    /// Makes a goal what is given; says what must hold for that of projections in it.
    fn unify_given(&mut self, goal: TraitRef, given: TraitRef) -> Option<Vec<Pred>> {
        let mut nested = Vec::new();
        let args = match given.args.flags().has_infer() {
            true => self.normalize_args(given.args, &mut nested),
            false => given.args,
        };
        self.unify_args(goal.args, args).then_some(nested)
    }

    fn add_given(&mut self, goal: TraitRef, given: TraitRef, found: &mut Vec<TraitRef>) {
        if given.def != goal.def || found.contains(&given) {
            return;
        }
        if self.probe(|cx| cx.unify_given(goal, given).is_some()) {
            found.push(given);
        }
    }

    /// What a type says about itself: bounds of associated and opaque types, and the traits of a
    /// trait object; of an associated type also what the types say that it belongs to, as
    /// `impl Iterator<Item: Add<Output: Debug>>` does. Not normalized.
    pub fn bounds_of(&mut self, ty: Ty) -> Vec<Pred> {
        let mut bounds = self.own_bounds(ty);
        let TyKind::Projection(assoc, args) = ty.kind() else {
            return bounds;
        };
        let is_same = |pred: &Pred| match pred {
            Pred::Trait(bound) => is_projection(bound.self_ty(), *assoc),
            Pred::Projection { args, .. } => is_projection(args.ty(0), *assoc),
            Pred::Opaque { .. } => false,
        };
        let mut owner = self.shallow(args.ty(0));
        loop {
            bounds.extend(self.own_bounds(owner).into_iter().filter(is_same));
            match owner.kind() {
                TyKind::Projection(_, args) => owner = self.shallow(args.ty(0)),
                _ => return bounds,
            }
        }
    }

    fn own_bounds(&mut self, ty: Ty) -> Vec<Pred> {
        let (bounds, args) = match ty.kind() {
            TyKind::Projection(assoc, args) => (self.typer.item_bounds(*assoc), *args),
            TyKind::Opaque(def, index, args) => (self.typer.opaque_bounds(*def, *index), *args),
            TyKind::Dyn(object) => return self.object_bounds(ty, object),
            _ => return Vec::new(),
        };
        match bounds {
            Ok(bounds) => bounds.iter().map(|pred| pred.subst(args)).collect(),
            Err(error) => {
                self.typer.stash(error);
                Vec::new()
            }
        }
    }

    fn object_bounds(&mut self, ty: Ty, object: &crate::ty::DynTy) -> Vec<Pred> {
        let Some(def) = object.principal else {
            return Vec::new();
        };
        let args = super::fold::concat(Args::of_types(&[ty]), object.args.list());
        let own = Pred::Trait(TraitRef { def, args });
        match self.typer.elaborate(vec![own]) {
            Ok(preds) => preds,
            Err(error) => {
                self.typer.stash(error);
                Vec::new()
            }
        }
    }

    fn impl_candidates(&mut self, goal: TraitRef) -> Vec<DefId> {
        let hir = &self.typer.hir;
        let impls = match type_head(self.shallow(goal.self_ty())) {
            Some(head) => hir.trait_impls_for(goal.def, head),
            None => hir.trait_impls(goal.def),
        };
        let mut found = Vec::new();
        for &def in impls.iter() {
            if self.heads_match(def, goal) && self.probe(|cx| cx.match_impl(def, goal).is_some()) {
                found.push(def);
            }
        }
        found
    }

    fn heads_match(&self, def: DefId, goal: TraitRef) -> bool {
        let header = match self.typer.own_trait_ref(def) {
            Ok(Some(header)) => header,
            Ok(None) => return false,
            Err(error) => {
                self.typer.stash(error);
                return false;
            }
        };
        let mut pairs = header.args.list().iter().zip(goal.args.list());
        pairs.all(|pair| match pair {
            (GenericArg::Type(of_impl), GenericArg::Type(ty)) => {
                may_be_equal(*of_impl, self.shallow(*ty))
            }
            _ => true,
        })
    }

    /// Arguments of an impl under which it is about a goal, and what they must satisfy.
    pub fn match_impl(&mut self, def: DefId, goal: TraitRef) -> Option<(Args, Vec<Pred>)> {
        let header = self.typer.own_trait_ref(def).ok()??;
        let args = self.fresh_args(def);
        let header = header.subst(args);
        let mut nested = Vec::new();
        let header_args = self.normalize_args(header.args, &mut nested);
        if !self.unify_args(header_args, goal.args) || !self.sized_args(def, args) {
            return None;
        }
        match self.typer.predicates_of(def) {
            Ok(preds) => nested.extend(preds.iter().map(|pred| pred.subst(args))),
            Err(error) => self.typer.stash(error),
        }
        Some((args, nested))
    }

    /// Whether no parameter that must be sized is known to be unsized.
    pub fn sized_args(&self, def: DefId, args: Args) -> bool {
        let params = self.typer.sized_params(def);
        let mut types = params.iter().map(|&index| self.shallow(args.ty(index)));
        types.all(|ty| !matches!(ty.kind(), TyKind::Str | TyKind::Slice(_) | TyKind::Dyn(_)))
    }

    /// Whether a goal holds, without consequences.
    pub fn evaluate(&mut self, goal: TraitRef) -> Eval {
        let goal = self.table.resolve_trait_ref(goal);
        let key = self.canonical(goal);
        if let Some(known) = self.known_evaluation(key) {
            return known;
        }
        if let Some(position) = self.stack.iter().position(|outer| *outer == goal) {
            self.cycle = self.cycle.min(position);
            self.cuts += 1;
            return Eval::No;
        }
        let depth = self.stack.len();
        let cuts = self.cuts;
        let outer_cycle = std::mem::replace(&mut self.cycle, usize::MAX);
        self.stack.push(goal);
        let result = self.probe(|cx| match cx.select(goal) {
            Answer::Yes(selection) => cx.solve(selection.nested),
            Answer::Maybe => Eval::Maybe,
            Answer::No => Eval::No,
        });
        self.stack.pop();
        // What was decided by running into a goal further out holds only within that one.
        let independent = self.cycle >= depth;
        // A goal with variables is cut short by any like it, too.
        let closed = !goal.args.flags().has_infer();
        if independent && (closed || cuts == self.cuts) {
            self.remember_evaluation(key, result);
        }
        if independent {
            self.cycle = usize::MAX;
        }
        self.cycle = self.cycle.min(outer_cycle);
        result
    }

    fn known_evaluation(&self, goal: CanonicalGoal) -> Option<Eval> {
        match self.reveal {
            true => self.typer.evaluated.borrow().get(&goal).copied(),
            false => self.evaluated.get(&goal).copied(),
        }
    }

    fn remember_evaluation(&mut self, goal: CanonicalGoal, result: Eval) {
        match self.reveal {
            true => self.typer.evaluated.borrow_mut().insert(goal, result),
            false => self.evaluated.insert(goal, result),
        };
    }

    /// Whether a type implements a trait, its other arguments being free.
    pub fn implements(&mut self, ty: Ty, trait_def: DefId) -> Eval {
        self.probe(|cx| {
            let identity = cx.typer.identity(trait_def);
            let args = cx.fresh_after(Args::of_types(&[ty]), identity);
            cx.evaluate(TraitRef {
                def: trait_def,
                args,
            })
        })
    }
}

/// A quick look at the outermost constructors of an impl's type and a type.
fn may_be_equal(of_impl: Ty, ty: Ty) -> bool {
    use TyKind::*;
    match (of_impl.kind(), ty.kind()) {
        (Param(..) | Projection(..) | Opaque(..), _) => true,
        (_, Infer(InferVar::Ty(_))) => true,
        (Int(_), Infer(InferVar::Int(_))) | (Float(_), Infer(InferVar::Float(_))) => true,
        (Ref(m, _), Ref(n, _)) => m == n,
        (RawPtr(m, _), RawPtr(n, _)) => m == n,
        (Tuple(a), Tuple(b)) => a.len() == b.len(),
        (Adt(a, _), Adt(b, _)) => a == b,
        (Dyn(a), Dyn(b)) => a.is_of_traits_of(b),
        (Array(..), Array(..)) | (Slice(_), Slice(_)) => true,
        (FnPtr(a, ..), FnPtr(b, ..)) => a.len() == b.len(),
        _ => of_impl == ty,
    }
}

fn is_projection(ty: Ty, assoc: DefId) -> bool {
    matches!(ty.kind(), TyKind::Projection(of, _) if *of == assoc)
}
