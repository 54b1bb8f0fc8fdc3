//! Bounds as predicates: of definitions, traits, associated and opaque types.

use super::fold::{subst, subst_args};
use super::lower_ty::TyLowerer;
use super::*;
use crate::diagnostic::Result;
use crate::hir::{DefKind, HirTy, HirTyKind, Predicate, TraitBound};
use crate::symbol::Symbol;
use crate::ty::{Args, Ty, TyKind};

/// `args[0]: Trait<args[1..]>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TraitRef {
    /// The trait.
    pub def: DefId,
    /// `Self`, then the trait's arguments.
    pub args: Args,
}

/// A fact about types, assumed or to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pred {
    /// A type implements a trait.
    Trait(TraitRef),
    /// `<args[0] as Trait<..>>::assoc == ty`.
    Projection { assoc: DefId, args: Args, ty: Ty },
    /// The `impl Trait` of a trait's method is `ty` in the impl that applies; to be proved only.
    Opaque { opaque: Ty, ty: Ty },
}

impl TraitRef {
    pub fn subst(self, args: Args) -> TraitRef {
        TraitRef {
            def: self.def,
            args: subst_args(self.args, args),
        }
    }

    pub fn self_ty(self) -> Ty {
        self.args.ty(0)
    }
}

impl Pred {
    pub fn subst(self, with: Args) -> Pred {
        match self {
            Pred::Trait(trait_ref) => Pred::Trait(trait_ref.subst(with)),
            Pred::Projection { assoc, args, ty } => Pred::Projection {
                assoc,
                args: subst_args(args, with),
                ty: subst(ty, with),
            },
            Pred::Opaque { opaque, ty } => Pred::Opaque {
                opaque: subst(opaque, with),
                ty: subst(ty, with),
            },
        }
    }
}

impl Typer {
    fn lowerer(&self, owner: DefId) -> TyLowerer<'_> {
        TyLowerer {
            typer: self,
            owner,
            holes: None,
        }
    }

    fn lower_predicates(&self, owner: DefId, written: &[Predicate]) -> Result<Vec<Pred>> {
        let mut out = Vec::new();
        for predicate in written {
            let ty = self.lowerer(owner).ty(&predicate.ty)?;
            self.lower_bounds(owner, ty, &predicate.bounds, &mut out)?;
        }
        Ok(out)
    }

    fn lower_bounds(
        &self,
        owner: DefId,
        ty: Ty,
        bounds: &[TraitBound],
        out: &mut Vec<Pred>,
    ) -> Result<()> {
        for bound in bounds {
            if !self.is_auto_trait(bound.trait_def) {
                self.lowerer(owner).bound(ty, bound, out)?;
            }
        }
        Ok(())
    }

    /// What a definition's arguments must satisfy, its parents' included, in terms of its parameters.
    pub(super) fn predicates_of(&self, def: DefId) -> Result<Rc<Vec<Pred>>> {
        self.cache.predicates.get(def, || {
            let definition = self.hir.def(def);
            let mut out = match definition.generics.parent {
                Some(parent) => self.predicates_of(parent)?.to_vec(),
                None => Vec::new(),
            };
            if let DefKind::Trait { .. } = definition.kind {
                out.push(Pred::Trait(self.identity_trait_ref(def)));
            }
            out.extend(self.lower_predicates(def, &definition.generics.predicates)?);
            Ok(Rc::new(out))
        })
    }

    /// What `Self: Trait` says besides itself.
    pub(super) fn supertraits(&self, def: DefId) -> Result<Rc<Vec<Pred>>> {
        self.cache.supertraits.get(def, || {
            let definition = self.hir.def(def);
            let DefKind::Trait { supertraits, .. } = &definition.kind else {
                return Ok(Rc::default());
            };
            let own = self.identity_trait_ref(def).self_ty();
            let mut out = Vec::new();
            self.lower_bounds(def, own, supertraits, &mut out)?;
            let of_self = |predicate: &&Predicate| is_trait_self(&predicate.ty);
            for predicate in definition.generics.predicates.iter().filter(of_self) {
                self.lower_bounds(def, own, &predicate.bounds, &mut out)?;
            }
            Ok(Rc::new(out))
        })
    }

    /// Predicates and all that follows from them through supertraits.
    pub(super) fn elaborate(&self, preds: Vec<Pred>) -> Result<Vec<Pred>> {
        let mut out: Vec<Pred> = Vec::new();
        let mut work: std::collections::VecDeque<Pred> = preds.into();
        while let Some(pred) = work.pop_front() {
            if out.contains(&pred) || out.len() > MAX_ELABORATED {
                continue;
            }
            out.push(pred);
            if let Pred::Trait(trait_ref) = pred {
                let supertraits = self.supertraits(trait_ref.def)?;
                work.extend(supertraits.iter().map(|pred| pred.subst(trait_ref.args)));
            }
        }
        Ok(out)
    }

    /// What a type implements with a trait: that and the supertraits, nearest first.
    pub(super) fn with_supertraits(&self, own: TraitRef) -> Result<Vec<TraitRef>> {
        let preds = self.elaborate(vec![Pred::Trait(own)])?;
        let refs = preds.into_iter().filter_map(|pred| match pred {
            // Supertraits may also bound what is associated with them.
            Pred::Trait(of) if of.self_ty() == own.self_ty() => Some(of),
            Pred::Trait(_) | Pred::Projection { .. } | Pred::Opaque { .. } => None,
        });
        Ok(refs.collect())
    }

    /// Bounds of an associated type, in terms of the trait's (and its own) parameters, elaborated.
    pub(super) fn item_bounds(&self, assoc: DefId) -> Result<Rc<Vec<Pred>>> {
        self.cache.item_bounds.get(assoc, || {
            let definition = self.hir.def(assoc);
            let DefKind::AssocTy { bounds, .. } = &definition.kind else {
                return Ok(Rc::default());
            };
            let own = Ty::new(TyKind::Projection(assoc, self.identity(assoc)));
            let mut out = Vec::new();
            self.lower_bounds(assoc, own, bounds, &mut out)?;
            let parent = self.hir.def(self.parent(assoc));
            for predicate in &parent.generics.predicates {
                if matches!(&predicate.ty.kind, HirTyKind::Assoc(_, name, _) if *name == definition.name)
                    && self.lowerer(parent.id).ty(&predicate.ty)? == own
                {
                    self.lower_bounds(parent.id, own, &predicate.bounds, &mut out)?;
                }
            }
            self.elaborate(out).map(Rc::new)
        })
    }

    /// Bounds of a return-position `impl Trait`, in terms of the function's parameters, elaborated.
    pub(super) fn opaque_bounds(&self, owner: DefId, index: u32) -> Result<Rc<Vec<Pred>>> {
        self.cache.opaque_bounds.get((owner, index), || {
            let definition = self.hir.def(owner);
            let DefKind::Fn(data) = &definition.kind else {
                return Ok(Rc::default());
            };
            let args = self.identity(owner);
            let own = Ty::new(TyKind::Opaque(owner, index, args));
            let mut out = Vec::new();
            if let Some(bounds) = find_impl(&data.ret, index) {
                self.lower_bounds(owner, own, bounds, &mut out)?;
            }
            self.elaborate(out).map(Rc::new)
        })
    }

    /// The trait (or supertrait) of a bound that has an associated type of this name.
    pub(super) fn find_assoc(
        &self,
        trait_ref: TraitRef,
        name: Symbol,
    ) -> Result<Option<(TraitRef, DefId)>> {
        if let Some(assoc) = self.own_assoc(trait_ref.def, name) {
            return Ok(Some((trait_ref, assoc)));
        }
        if !self.has_assoc(trait_ref.def, name) {
            return Ok(None);
        }
        for bound in self.supertrait_bounds(trait_ref.def) {
            if self.has_assoc(bound.trait_def, name) {
                let own = self.identity_trait_ref(trait_ref.def).self_ty();
                let upper = self.lowerer(trait_ref.def).trait_ref(own, &bound)?;
                return self.find_assoc(upper.subst(trait_ref.args), name);
            }
        }
        Ok(None)
    }

    fn own_assoc(&self, trait_def: DefId, name: Symbol) -> Option<DefId> {
        let item = *self.items(trait_def).types.get(&name)?;
        Some(item)
    }

    fn supertrait_bounds(&self, trait_def: DefId) -> Vec<TraitBound> {
        let definition = self.hir.def(trait_def);
        let DefKind::Trait { supertraits, .. } = &definition.kind else {
            return Vec::new();
        };
        let clauses = definition.generics.predicates.iter();
        let clauses = clauses.filter(|predicate| is_trait_self(&predicate.ty));
        let clauses = clauses.flat_map(|predicate| predicate.bounds.iter());
        supertraits.iter().chain(clauses).cloned().collect()
    }

    /// Whether a trait or one of its supertraits has an associated type of this name.
    pub(super) fn has_assoc(&self, trait_def: DefId, name: Symbol) -> bool {
        if self.own_assoc(trait_def, name).is_some() {
            return true;
        }
        let bounds = self.supertrait_bounds(trait_def);
        bounds
            .iter()
            .any(|bound| bound.trait_def != trait_def && self.has_assoc(bound.trait_def, name))
    }
}

fn is_trait_self(ty: &HirTy) -> bool {
    matches!(ty.kind, HirTyKind::SelfTy(_) | HirTyKind::Param(0, _))
}

/// The bounds of the `impl Trait` with this index within a written type.
pub(super) fn find_impl(ty: &HirTy, index: u32) -> Option<&[TraitBound]> {
    match &ty.kind {
        HirTyKind::Impl(own, bounds) if *own == index => Some(bounds),
        HirTyKind::Impl(_, bounds) | HirTyKind::Dyn(bounds, _) => bounds
            .iter()
            .find_map(|b| find_impl_in_args(&b.args, index)),
        HirTyKind::Adt(_, args) => find_impl_in_args(args, index),
        HirTyKind::Ref(_, to) | HirTyKind::RawPtr(_, to) => find_impl(to, index),
        HirTyKind::Array(to, _) | HirTyKind::Slice(to) => find_impl(to, index),
        HirTyKind::Tuple(types) => types.iter().find_map(|ty| find_impl(ty, index)),
        HirTyKind::FnPtr(params, ret, _) => params
            .iter()
            .find_map(|ty| find_impl(ty, index))
            .or_else(|| find_impl(ret, index)),
        HirTyKind::Primitive(_)
        | HirTyKind::Param(..)
        | HirTyKind::SelfTy(_)
        | HirTyKind::Assoc(..)
        | HirTyKind::QualifiedAssoc { .. }
        | HirTyKind::Never
        | HirTyKind::Infer
        | HirTyKind::Unsupported(_) => None,
    }
}

fn find_impl_in_args(args: &crate::hir::GenericArgs, index: u32) -> Option<&[TraitBound]> {
    let types = args.args.iter().filter_map(|arg| match arg {
        crate::hir::GenericArg::Type(ty) => Some(ty),
        crate::hir::GenericArg::Const(_) => None,
    });
    let bindings = args.bindings.iter().map(|binding| &binding.value);
    types.chain(bindings).find_map(|ty| find_impl(ty, index))
}

/// A program whose traits need more than this is taken as recursive.
const MAX_ELABORATED: usize = 400;
