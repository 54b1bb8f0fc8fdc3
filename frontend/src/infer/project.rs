//! Associated types: `<T as Trait>::Assoc` replaced by what it is.

use super::fold::{Folder, concat, fold_args, fold_children, prefix, subst};
use super::infcx::Infcx;
use super::predicates::{Pred, TraitRef};
use super::select::{Answer, Selected};
use super::*;
use crate::diagnostic::Result;
use crate::hir::DefKind;
use crate::ty::{Args, Const, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};

impl Infcx<'_> {
    /// A type without projections as far as they can be decided; the others become variables with an
    /// obligation in `nested`. Those of abstract types stay.
    pub fn normalize(&mut self, ty: Ty, nested: &mut Vec<Pred>) -> Ty {
        if !ty.flags().has_alias() {
            return ty;
        }
        Normalizer { cx: self, nested }.ty(ty)
    }

    /// The same for arguments.
    pub fn normalize_args(&mut self, args: Args, nested: &mut Vec<Pred>) -> Args {
        if !args.flags().has_alias() {
            return args;
        }
        fold_args(&mut Normalizer { cx: self, nested }, args)
    }

    /// Normalizes; open projections become pending obligations.
    pub fn normalize_later(&mut self, ty: Ty) -> Ty {
        let mut nested = Vec::new();
        let ty = self.normalize(ty, &mut nested);
        self.require_all(nested, None);
        ty
    }

    /// Normalizes where open projections are somebody else's concern.
    pub fn normalize_quietly(&mut self, args: Args) -> Args {
        let mut nested = Vec::new();
        let args = self.normalize_args(args, &mut nested);
        self.solve(nested);
        self.table.resolve_args(args)
    }

    /// See [`Infcx::normalize_quietly`].
    pub fn normalize_ty_quietly(&mut self, ty: Ty) -> Ty {
        let args = self.normalize_quietly(Args::of_types(&[ty]));
        args.ty(0)
    }

    /// Normalizes a predicate.
    pub fn normalize_pred(&mut self, pred: Pred, nested: &mut Vec<Pred>) -> Pred {
        match pred {
            Pred::Trait(goal) => Pred::Trait(TraitRef {
                def: goal.def,
                args: self.normalize_args(goal.args, nested),
            }),
            Pred::Projection { assoc, args, ty } => Pred::Projection {
                assoc,
                args: self.normalize_args(args, nested),
                ty: self.normalize(ty, nested),
            },
            Pred::Opaque { .. } => pred,
        }
    }

    /// What `<args[0] as Trait>::assoc` is, with obligations.
    pub fn project(&mut self, assoc: DefId, args: Args) -> Answer<(Ty, Vec<Pred>)> {
        let args = self.table.resolve_args(args);
        if let Some(known) = self.projected.get(assoc, args) {
            return Answer::Yes(known.clone());
        }
        let cuts = self.cuts;
        let answer = self.project_anew(assoc, args);
        match answer {
            Answer::Yes((ty, nested)) if cuts == self.cuts => {
                let answer = (ty, self.distinct(nested));
                self.projected.insert(assoc, args, answer.clone());
                Answer::Yes(answer)
            }
            other => other,
        }
    }

    /// Each obligation once.
    fn distinct(&self, mut preds: Vec<Pred>) -> Vec<Pred> {
        let mut seen = FxHashSet::default();
        preds.retain(|&pred| seen.insert(self.table.resolve_pred(pred)));
        preds
    }

    fn project_anew(&mut self, assoc: DefId, args: Args) -> Answer<(Ty, Vec<Pred>)> {
        let trait_def = self.typer.parent(assoc);
        let of_trait = prefix(args, self.typer.param_count(trait_def));
        let goal = TraitRef {
            def: trait_def,
            args: of_trait,
        };
        if self.is_unresolved(goal.self_ty()) {
            return Answer::Maybe;
        }
        if self.depth > MAX_PROJECTION_DEPTH {
            self.cuts += 1;
            return Answer::Maybe;
        }
        self.depth += 1;
        let answer = self.project_deeper(assoc, args, goal);
        self.depth -= 1;
        answer
    }

    fn project_deeper(
        &mut self,
        assoc: DefId,
        args: Args,
        goal: TraitRef,
    ) -> Answer<(Ty, Vec<Pred>)> {
        if let Some(ty) = self.given_projection(assoc, goal) {
            let mut nested = Vec::new();
            let ty = self.normalize(ty, &mut nested);
            return Answer::Yes((ty, nested));
        }
        match self.select(goal) {
            Answer::Yes(selection) => self.project_selected(assoc, args, goal, selection),
            Answer::Maybe => Answer::Maybe,
            Answer::No => Answer::No,
        }
    }

    fn project_selected(
        &mut self,
        assoc: DefId,
        args: Args,
        goal: TraitRef,
        selection: super::select::Selection,
    ) -> Answer<(Ty, Vec<Pred>)> {
        let mut nested = selection.nested;
        let ty = match selection.what {
            Selected::Given => {
                let args = self.table.resolve_args(args);
                return Answer::Yes((Ty::new(TyKind::Projection(assoc, args)), nested));
            }
            Selected::Impl(def, impl_args) => self.impl_assoc(assoc, args, goal, def, impl_args),
            Selected::Builtin => Ok(self.builtin_assoc(assoc, goal)),
        };
        match ty {
            Ok(Some(ty)) => {
                let ty = self.normalize(ty, &mut nested);
                Answer::Yes((ty, nested))
            }
            Ok(None) => Answer::No,
            Err(error) => {
                self.typer.stash(error);
                Answer::No
            }
        }
    }

    fn impl_assoc(
        &mut self,
        assoc: DefId,
        args: Args,
        goal: TraitRef,
        def: DefId,
        impl_args: Args,
    ) -> Result<Option<Ty>> {
        let name = self.typer.hir.def(assoc).name;
        let own = &args.list()[goal.args.list().len()..];
        if let Some(&item) = self.typer.items(def).types.get(&name) {
            let value = self.typer.assoc_value(item)?;
            return Ok(value.map(|ty| subst(ty, concat(impl_args, own))));
        }
        let default = self.typer.assoc_value(assoc)?;
        Ok(default.map(|ty| subst(ty, args)))
    }

    fn builtin_assoc(&mut self, assoc: DefId, goal: TraitRef) -> Option<Ty> {
        let ty = self.shallow(goal.self_ty());
        match self.typer.lang_name(goal.def) {
            Some("fn_once") => self.call_sig(ty).map(|(_, ret)| ret),
            Some(_) if self.typer.hir.def(assoc).name.as_str() == "Output" => Some(ty),
            _ => None,
        }
    }

    /// An assumption, bound or trait object says it.
    fn given_projection(&mut self, assoc: DefId, goal: TraitRef) -> Option<Ty> {
        let count = goal.args.list().len();
        let env = self.env.clone();
        let of_self = self.bounds_of(goal.self_ty());
        let mut found: Option<(Args, Ty)> = None;
        let mut is_one = true;
        for pred in env.preds.iter().chain(&of_self) {
            let Pred::Projection {
                assoc: given,
                args,
                ty,
            } = pred
            else {
                continue;
            };
            // Assumptions about other types are left alone: normalizing them may lead back here.
            if *given != assoc || !self.probe(|cx| cx.unify(args.ty(0), goal.self_ty())) {
                continue;
            }
            let args = self.normalize_self_apart(*args);
            if self.probe(|cx| cx.unify_args(prefix(args, count), goal.args)) {
                let (first, known) = *found.get_or_insert((args, *ty));
                if known != *ty && goal.args.flags().has_infer() {
                    return None;
                }
                is_one &= prefix(first, count) == prefix(args, count);
            }
        }
        if let Some((args, ty)) = found {
            // Of several that say the same, which one is meant turns out elsewhere: `a << b`, with `Shl<u8>`
            // and `Shl<Self>`.
            if is_one || !goal.args.flags().has_infer() {
                self.unify_args(prefix(args, count), goal.args);
            }
            return Some(ty);
        }
        self.object_binding(assoc, goal)
    }

    /// Arguments of a bound; its `Self` is what is asked about, so it stays.
    fn normalize_self_apart(&mut self, args: Args) -> Args {
        let list = args.list();
        let rest = Args::new(&list[1..]);
        if !rest.flags().has_alias() {
            return args;
        }
        if !self.normalizing.insert(args) {
            self.cuts += 1;
            return args;
        }
        let rest = self.normalize_quietly(rest);
        self.normalizing.remove(&args);
        concat(Args::new(&list[..1]), rest.list())
    }

    fn object_binding(&mut self, assoc: DefId, goal: TraitRef) -> Option<Ty> {
        let TyKind::Dyn(object) = goal.self_ty().kind() else {
            return None;
        };
        object.binding(assoc)
    }
}

/// The projections that one inference has decided: what they are, and what that depends on. Each is
/// needed again for all that is built of it, so deciding it anew would double the time with each layer.
#[derive(Default)]
pub(super) struct ProjectionCache {
    known: FxHashMap<(DefId, Args), (Ty, Vec<Pred>)>,
    /// In the order in which they were decided.
    log: Vec<(DefId, Args)>,
}

impl ProjectionCache {
    fn get(&self, assoc: DefId, args: Args) -> Option<&(Ty, Vec<Pred>)> {
        self.known.get(&(assoc, args))
    }

    fn insert(&mut self, assoc: DefId, args: Args, answer: (Ty, Vec<Pred>)) {
        if self.known.insert((assoc, args), answer).is_none() {
            self.log.push((assoc, args));
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Forgets all but the first ones: the others may speak of variables that are gone.
    pub fn truncate(&mut self, count: usize) {
        for key in self.log.drain(count..) {
            self.known.remove(&key);
        }
    }
}

/// A chain of projections longer than this is undecided.
const MAX_PROJECTION_DEPTH: usize = 40;

impl Typer {
    /// What an associated type is set to in an impl, or its default in a trait.
    pub(super) fn assoc_value(&self, item: DefId) -> Result<Option<Ty>> {
        let definition = self.hir.def(item);
        match &definition.kind {
            DefKind::AssocTy { ty: Some(ty), .. } => self.alias(item, ty).map(Some),
            _ => Ok(None),
        }
    }
}

struct Normalizer<'a, 't> {
    cx: &'a mut Infcx<'t>,
    nested: &'a mut Vec<Pred>,
}

impl Normalizer<'_, '_> {
    fn projection(&mut self, assoc: DefId, args: Args) -> Ty {
        let args = fold_args(self, args);
        match self.cx.project(assoc, args) {
            Answer::Yes((ty, nested)) => {
                self.nested.extend(nested);
                ty
            }
            Answer::Maybe => {
                let ty = self.cx.table.fresh();
                self.nested.push(Pred::Projection { assoc, args, ty });
                ty
            }
            Answer::No => Ty::new(TyKind::Projection(assoc, args)),
        }
    }

    fn opaque(&mut self, ty: Ty, def: DefId, index: u32, args: Args) -> Ty {
        if !self.cx.reveal {
            return match self.cx.opaque_of_impl(def, index, args) {
                Answer::Yes((known, nested)) => {
                    self.nested.extend(nested);
                    self.ty(known)
                }
                Answer::Maybe => {
                    let found = self.cx.table.fresh();
                    self.nested.push(Pred::Opaque {
                        opaque: ty,
                        ty: found,
                    });
                    found
                }
                Answer::No => ty,
            };
        }
        if !self.cx.revealing.insert(ty) {
            return ty;
        }
        let revealed = match self.cx.typer.reveal(def, index, args) {
            Ok(known) => self.ty(known),
            Err(error) => {
                self.cx.typer.stash(error);
                ty
            }
        };
        self.cx.revealing.remove(&ty);
        revealed
    }
}

impl Folder for Normalizer<'_, '_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        let ty = self.cx.shallow(ty);
        if !ty.flags().has_alias() && !ty.flags().has_infer() {
            return ty;
        }
        match ty.kind() {
            TyKind::Projection(assoc, args) => self.projection(*assoc, *args),
            TyKind::Opaque(def, index, args) => {
                let args = fold_args(self, *args);
                let ty = Ty::new(TyKind::Opaque(*def, *index, args));
                self.opaque(ty, *def, *index, args)
            }
            _ => fold_children(self, ty),
        }
    }

    fn konst(&mut self, value: Const) -> Const {
        match value {
            Const::Unevaluated(def, args) => {
                let args = fold_args(self, args);
                self.cx.evaluate_const(Const::Unevaluated(def, args))
            }
            other => other,
        }
    }
}
