//! Following `*` as far as it goes: references, boxes, `Deref`.

use super::fcx::Fcx;
use super::infcx::{Eval, Infcx};
use super::predicates::TraitRef;
use super::*;
use crate::hir::Mutability;
use crate::ty::{Args, Ty, TyKind};
use crate::typed::Adjustment;

/// How one step was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DerefKind {
    /// Reference, raw pointer or box.
    Builtin,
    /// `Deref::deref` of this type.
    Overloaded(Ty),
}

/// Types reached from a first one; `steps[i]` leads from type `i` to type `i + 1`.
#[derive(Clone, Debug)]
pub(super) struct Autoderef {
    pub types: Vec<Ty>,
    pub steps: Vec<DerefKind>,
}

/// Longer chains are cut.
const MAX_STEPS: usize = 32;

impl Infcx<'_> {
    /// What `*` gives, built in.
    pub fn builtin_deref(&self, ty: Ty, raw: bool) -> Option<Ty> {
        match self.shallow(ty).kind() {
            TyKind::Ref(_, to) => Some(self.shallow(*to)),
            TyKind::RawPtr(_, to) if raw => Some(self.shallow(*to)),
            TyKind::Adt(def, args) if self.typer.is_lang(*def, "owned_box") => {
                Some(self.shallow(args.ty(0)))
            }
            _ => None,
        }
    }

    /// What `*` gives through `Deref`.
    pub fn overloaded_deref(&mut self, ty: Ty) -> Option<Ty> {
        let ty = self.resolve(ty);
        match ty.kind() {
            TyKind::Adt(..)
            | TyKind::Param(..)
            | TyKind::Projection(..)
            | TyKind::Opaque(..)
            | TyKind::Dyn(..) => {}
            _ => return None,
        }
        let deref = self.typer.lang("deref")?;
        let args = Args::of_types(&[ty]);
        let goal = TraitRef { def: deref, args };
        if self.evaluate(goal) == Eval::No {
            return None;
        }
        let name = crate::symbol::Symbol::new("Target");
        let target = *self.typer.items(deref).types.get(&name)?;
        let target = self.normalize_later(Ty::new(TyKind::Projection(target, args)));
        if self.is_unresolved(target) {
            self.select_where_possible();
        }
        Some(self.resolve(target))
    }

    /// All types reached. Does not go through raw pointers.
    pub fn autoderef(&mut self, from: Ty) -> Autoderef {
        let mut chain = Autoderef {
            types: vec![self.shallow(from)],
            steps: Vec::new(),
        };
        while chain.steps.len() < MAX_STEPS {
            let last = *chain.types.last().expect("never empty");
            let (ty, step) = match self.builtin_deref(last, false) {
                Some(ty) => (ty, DerefKind::Builtin),
                None => match self.overloaded_deref(last) {
                    Some(ty) => (ty, DerefKind::Overloaded(self.resolve(last))),
                    None => break,
                },
            };
            if chain.types.contains(&ty) {
                break;
            }
            chain.types.push(ty);
            chain.steps.push(step);
        }
        chain
    }
}

impl Fcx<'_> {
    /// The adjustments for the first `count` steps.
    pub fn deref_adjustments(
        &mut self,
        chain: &Autoderef,
        count: usize,
        mutability: Mutability,
    ) -> Vec<Adjustment> {
        let mut out = Vec::new();
        for (index, step) in chain.steps[..count].iter().enumerate() {
            let target = chain.types[index + 1];
            out.push(match step {
                DerefKind::Builtin => Adjustment::Deref(target),
                DerefKind::Overloaded(of) => self.overloaded_adjustment(*of, mutability, target),
            });
        }
        out
    }

    /// `Deref`, or `DerefMut` where it is asked for and exists.
    pub fn overloaded_adjustment(
        &mut self,
        of: Ty,
        mutability: Mutability,
        target: Ty,
    ) -> Adjustment {
        let args = Args::of_types(&[of]);
        if mutability == Mutability::Mut
            && let Some(method) = self.lang_method("deref_mut", "deref_mut")
            && self.implements_lang(of, "deref_mut")
        {
            let instance = Instance { def: method, args };
            return Adjustment::OverloadedDeref(instance, Mutability::Mut, target);
        }
        let method = self
            .lang_method("deref", "deref")
            .expect("was found before");
        let instance = Instance { def: method, args };
        Adjustment::OverloadedDeref(instance, Mutability::Shared, target)
    }
}

impl Infcx<'_> {
    /// A method of a lang trait.
    pub fn lang_method(&self, lang: &str, method: &str) -> Option<DefId> {
        let trait_def = self.typer.lang(lang)?;
        let name = crate::symbol::Symbol::new(method);
        self.typer.items(trait_def).values.get(&name).copied()
    }

    /// Whether a type implements a lang trait, as far as is known.
    pub fn implements_lang(&mut self, ty: Ty, lang: &str) -> bool {
        match self.typer.lang(lang) {
            Some(trait_def) => self.implements(ty, trait_def) != Eval::No,
            None => false,
        }
    }
}
