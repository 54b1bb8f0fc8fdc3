//! Which method `receiver.name(..)` means.
//!
//! As rustc: for each type that autoderef reaches, by value, then by `&`, `&mut` (and `*const` for
//! `*mut`); at each of these inherent candidates before those of traits in scope. Assumptions about
//! type parameters and the traits of trait objects count as inherent.

use super::autoderef::Autoderef;
use super::fcx::Fcx;
use super::fold::{concat, subst};
use super::infcx::Eval;
use super::predicates::{Pred, TraitRef};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefKind, Edition, Mutability, Primitive, TypeHead};
use crate::symbol::Symbol;
use crate::ty::{Args, FloatTy, GenericArg, InferVar, IntTy, Ty, TyKind};
use vscheck_ir::Span;

/// Where a method may come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An inherent impl.
    Impl(DefId),
    /// A trait that is known to be implemented: assumptions, bounds, trait objects.
    Given(TraitRef),
    /// A trait in scope.
    Trait(DefId),
}

/// A function or constant by that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub item: DefId,
    pub source: Source,
}

/// What was found.
#[derive(Clone, Debug)]
pub(super) struct Pick {
    pub candidate: Candidate,
    pub chain: Autoderef,
    /// How many derefs.
    pub derefs: usize,
    /// Array to slice, at the end.
    pub unsized_array: bool,
    pub autoref: Option<Mutability>,
    /// `*mut` to `*const`.
    pub to_const: bool,
}

/// That a type has nothing of a name; of the types of std's model or another crate's, that this one has not.
pub(super) fn missing(what: &str, of: &str) -> String {
    if let Some(modelled) = of.strip_prefix("std::crates::") {
        let krate = modelled.split("::").next().unwrap_or(modelled);
        let ending = crate::sources::in_model(krate);
        return format!("no {what} of type `{modelled}` {ending}");
    }
    let plain = of.trim_start_matches('&');
    let plain = plain.strip_prefix("mut ").unwrap_or(plain);
    let is_builtin = !plain.contains(|c: char| c.is_uppercase() || c == ':');
    match plain.starts_with("std::") || is_builtin {
        true => format!("no {what} found for type `{of}` in the model of std"),
        false => format!("no {what} found for type `{of}`"),
    }
}

impl Fcx<'_> {
    /// The method that a call means.
    pub fn probe_method(&mut self, receiver: Ty, name: Symbol, span: Span) -> Result<Pick> {
        let receiver = self.structurally(receiver);
        if self.is_unresolved(receiver) {
            let message = format!("type annotations needed: the receiver of `{name}` is not known");
            return Err(self.explain(Diagnostic::new(message, span)));
        }
        if let Some(pick) = self.try_probe(receiver, name) {
            return Ok(pick);
        }
        if self.default_number(receiver)
            && let Some(pick) = self.try_probe(receiver, name)
        {
            return Ok(pick);
        }
        let receiver = self.resolve(receiver);
        let of = self.typer.type_name(receiver);
        let message = missing(&format!("method `{name}`"), &of);
        let error = self.explain(Diagnostic::new(message, span));
        Err(self.typer.with_derives(error, receiver))
    }

    fn default_number(&mut self, ty: Ty) -> bool {
        let chain = self.autoderef(ty);
        let last = *chain.types.last().expect("never empty");
        let default = match last.kind() {
            TyKind::Infer(InferVar::Int(_)) => TyKind::Int(IntTy::I32),
            TyKind::Infer(InferVar::Float(_)) => TyKind::Float(FloatTy::F64),
            _ => return false,
        };
        self.unify(last, Ty::new(default))
    }

    fn try_probe(&mut self, receiver: Ty, name: Symbol) -> Option<Pick> {
        let mut chain = self.autoderef(receiver);
        for ty in &mut chain.types {
            *ty = self.cx.table.resolve(*ty);
        }
        let last = *chain.types.last().expect("never empty");
        let mut types = chain.types.clone();
        if let TyKind::Array(of, _) = last.kind() {
            types.push(Ty::new(TyKind::Slice(*of)));
        }
        let inherent = self.inherent_candidates(&types, name);
        let in_scope = self.trait_candidates(name);
        let (seen, hidden): (Vec<Candidate>, Vec<Candidate>) =
            inherent.into_iter().partition(|one| !self.is_private(one));
        self.probe_steps(&chain, &types, name, (&seen, &in_scope))
            // What is private is none of the candidates; `rustc` complains if nothing else is found.
            .or_else(|| self.probe_steps(&chain, &types, name, (&hidden, &[])))
    }

    /// Whether a candidate is a method that this code does not see.
    fn is_private(&self, candidate: &Candidate) -> bool {
        let DefKind::Fn(data) = &self.typer.hir.def(candidate.item).kind else {
            return false;
        };
        let of_impl = matches!(candidate.source, Source::Impl(_));
        of_impl
            && data
                .private_to
                .is_some_and(|module| !self.stands_in(module))
    }

    fn probe_steps(
        &mut self,
        chain: &Autoderef,
        types: &[Ty],
        name: Symbol,
        (inherent, in_scope): (&[Candidate], &[Candidate]),
    ) -> Option<Pick> {
        for (index, &ty) in types.iter().enumerate() {
            let pick = Pick {
                candidate: Candidate {
                    item: self.def.id,
                    source: Source::Trait(self.def.id),
                },
                derefs: index.min(chain.steps.len()),
                unsized_array: index > chain.steps.len(),
                chain: chain.clone(),
                autoref: None,
                to_const: false,
            };
            if let Some(pick) = self.probe_step(ty, name, pick, inherent, in_scope) {
                return Some(pick);
            }
        }
        None
    }

    fn probe_step(
        &mut self,
        ty: Ty,
        name: Symbol,
        mut pick: Pick,
        inherent: &[Candidate],
        in_scope: &[Candidate],
    ) -> Option<Pick> {
        if !pick.unsized_array
            && !self.skips_by_value(ty, name)
            && let Some(candidate) = self.choose(ty, inherent, in_scope)
        {
            pick.candidate = candidate;
            return Some(pick);
        }
        for mutability in [Mutability::Shared, Mutability::Mut] {
            let reference = Ty::reference(mutability, ty);
            if let Some(candidate) = self.choose(reference, inherent, in_scope) {
                pick.candidate = candidate;
                pick.autoref = Some(mutability);
                return Some(pick);
            }
        }
        if let TyKind::RawPtr(Mutability::Mut, to) = ty.kind() {
            let pointer = Ty::new(TyKind::RawPtr(Mutability::Shared, *to));
            if let Some(candidate) = self.choose(pointer, inherent, in_scope) {
                pick.candidate = candidate;
                pick.to_const = true;
                return Some(pick);
            }
        }
        None
    }

    /// Before edition 2021 `array.into_iter()` borrows, before 2024 that of a boxed slice does.
    fn skips_by_value(&self, ty: Ty, name: Symbol) -> bool {
        if name.as_str() != "into_iter" {
            return false;
        }
        match ty.kind() {
            TyKind::Array(..) => self.edition() < Edition::E2021,
            TyKind::Adt(def, args) if self.typer.is_lang(*def, "owned_box") => {
                let of = self.shallow(args.ty(0));
                self.edition() < Edition::E2024 && matches!(of.kind(), TyKind::Slice(_))
            }
            _ => false,
        }
    }

    fn choose(
        &mut self,
        self_ty: Ty,
        inherent: &[Candidate],
        in_scope: &[Candidate],
    ) -> Option<Candidate> {
        self.choose_among(self_ty, inherent)
            .or_else(|| self.choose_among(self_ty, in_scope))
    }

    fn choose_among(&mut self, self_ty: Ty, candidates: &[Candidate]) -> Option<Candidate> {
        let mut possible = None;
        for candidate in candidates {
            match self.consider(candidate, self_ty) {
                Eval::Yes => return Some(*candidate),
                Eval::Maybe => possible = possible.or(Some(*candidate)),
                Eval::No => {}
            }
        }
        possible
    }

    fn consider(&mut self, candidate: &Candidate, self_ty: Ty) -> Eval {
        let is_method = match &self.typer.hir.def(candidate.item).kind {
            DefKind::Fn(data) => data.has_self,
            // Its signature says why.
            DefKind::Unsupported(_) => true,
            _ => false,
        };
        if !is_method {
            return Eval::No;
        }
        let sig = match self.typer.sig_of(candidate.item) {
            Ok(sig) => sig,
            Err(error) => {
                self.typer.stash(error);
                return Eval::No;
            }
        };
        self.probe(|cx| {
            let (args, preds) = cx.candidate_args(candidate);
            let mut nested = Vec::new();
            let expected = cx.normalize(subst(sig.0[0], args), &mut nested);
            if !cx.unify(expected, self_ty) || !cx.sized_candidate(candidate, args) {
                return Eval::No;
            }
            nested.extend(preds);
            cx.solve(nested)
        })
    }

    fn trait_candidates(&mut self, name: Symbol) -> Vec<Candidate> {
        let scope = self.body.traits_in_scope.clone();
        let mut found: Vec<Candidate> = Vec::new();
        for &def in scope.iter() {
            if let Some(&item) = self.typer.items(def).values.get(&name) {
                let candidate = Candidate {
                    item,
                    source: Source::Trait(def),
                };
                if !found.contains(&candidate) {
                    found.push(candidate);
                }
            }
        }
        found
    }

    /// Candidates of the types themselves.
    pub fn inherent_candidates(&mut self, types: &[Ty], name: Symbol) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        for &ty in types {
            self.impl_candidates_of(ty, name, &mut found);
            self.given_candidates_of(ty, name, &mut found);
        }
        found
    }

    fn impl_candidates_of(&mut self, ty: Ty, name: Symbol, found: &mut Vec<Candidate>) {
        let Some(head) = type_head(ty) else { return };
        let impls = self.typer.hir.inherent_impls(head);
        for &def in impls.iter() {
            if let Some(&item) = self.typer.items(def).values.get(&name) {
                let candidate = Candidate {
                    item,
                    source: Source::Impl(def),
                };
                if !found.contains(&candidate) {
                    found.push(candidate);
                }
            }
        }
    }

    fn given_candidates_of(&mut self, ty: Ty, name: Symbol, found: &mut Vec<Candidate>) {
        let abstract_ty = matches!(
            ty.kind(),
            TyKind::Param(..) | TyKind::Projection(..) | TyKind::Opaque(..) | TyKind::Dyn(_)
        );
        if !abstract_ty {
            return;
        }
        let env = self.env.clone();
        let own = self.bounds_of(ty);
        for pred in env.preds.iter().chain(&own) {
            let Pred::Trait(given) = pred else { continue };
            let given = TraitRef {
                def: given.def,
                args: self.resolve_bound(*given),
            };
            if given.self_ty() != ty {
                continue;
            }
            if let Some(&item) = self.typer.items(given.def).values.get(&name) {
                add_given(item, given, found);
            }
        }
    }

    fn resolve_bound(&mut self, given: TraitRef) -> Args {
        let own = given.args.list()[0];
        let rest = self.normalize_quietly(Args::new(&given.args.list()[1..]));
        concat(Args::new(&[own]), rest.list())
    }
}

impl super::infcx::Infcx<'_> {
    /// New arguments for a candidate's item, and what they must satisfy for it to apply.
    pub fn candidate_args(&mut self, candidate: &Candidate) -> (Args, Vec<Pred>) {
        let identity = self.typer.identity(candidate.item);
        match candidate.source {
            Source::Impl(def) => {
                let args = self.fresh_after(Args::empty(), identity);
                let preds = match self.typer.predicates_of(def) {
                    Ok(preds) => preds.iter().map(|pred| pred.subst(args)).collect(),
                    Err(error) => {
                        self.typer.stash(error);
                        Vec::new()
                    }
                };
                (args, preds)
            }
            Source::Given(given) => (self.fresh_after(given.args, identity), Vec::new()),
            Source::Trait(def) => {
                let own = self.fresh_args(def);
                let args = self.fresh_after(own, identity);
                (args, vec![Pred::Trait(TraitRef { def, args: own })])
            }
        }
    }

    fn sized_candidate(&self, candidate: &Candidate, args: Args) -> bool {
        match candidate.source {
            Source::Impl(def) => self.sized_args(def, args),
            Source::Given(_) | Source::Trait(_) => true,
        }
    }

    /// Functions and constants `Type::name`.
    pub fn path_candidate(
        &mut self,
        ty: Ty,
        inherent: &[Candidate],
        in_scope: &[Candidate],
    ) -> Option<Candidate> {
        for list in [inherent, in_scope] {
            let mut possible = None;
            for candidate in list {
                match self.consider_path(candidate, ty) {
                    Eval::Yes => return Some(*candidate),
                    Eval::Maybe => possible = possible.or(Some(*candidate)),
                    Eval::No => {}
                }
            }
            if possible.is_some() {
                return possible;
            }
        }
        None
    }

    fn consider_path(&mut self, candidate: &Candidate, ty: Ty) -> Eval {
        self.probe(|cx| {
            let (args, preds) = cx.candidate_args(candidate);
            if !cx.bind_candidate_self(candidate, args, ty) {
                return Eval::No;
            }
            cx.solve(preds)
        })
    }

    /// The candidate is about this type.
    pub fn bind_candidate_self(&mut self, candidate: &Candidate, args: Args, ty: Ty) -> bool {
        match candidate.source {
            Source::Impl(def) => {
                let Ok(self_ty) = self.typer.self_ty(def) else {
                    return false;
                };
                let self_ty = self.normalize_later(subst(self_ty, args));
                self.unify(self_ty, ty)
            }
            Source::Given(_) => true,
            Source::Trait(_) => match args.list()[0] {
                GenericArg::Type(own) => self.unify(own, ty),
                GenericArg::Const(_) => false,
            },
        }
    }
}

/// Adds the item of a bound. Of several bounds with the same trait it is the trait's: which arguments are
/// meant is decided by how the item is used.
fn add_given(item: DefId, given: TraitRef, found: &mut Vec<Candidate>) {
    let of_type = |source: Source| match source {
        Source::Given(other) => other.self_ty() == given.self_ty(),
        Source::Trait(_) => true,
        Source::Impl(_) => false,
    };
    let mut known = found.iter_mut();
    let source = Source::Given(given);
    match known.find(|known| known.item == item && of_type(known.source)) {
        Some(known) if known.source == source => {}
        Some(known) => known.source = Source::Trait(given.def),
        None => found.push(Candidate { item, source }),
    }
}

/// The key of inherent impls.
pub(super) fn type_head(ty: Ty) -> Option<TypeHead> {
    Some(match ty.kind() {
        TyKind::Bool => TypeHead::Primitive(Primitive::Bool),
        TyKind::Char => TypeHead::Primitive(Primitive::Char),
        TyKind::Str => TypeHead::Primitive(Primitive::Str),
        TyKind::Int(int) => TypeHead::Primitive(int_name(*int)),
        TyKind::Float(FloatTy::F32) => TypeHead::Primitive(Primitive::F32),
        TyKind::Float(FloatTy::F64) => TypeHead::Primitive(Primitive::F64),
        TyKind::Tuple(_) => TypeHead::Tuple,
        TyKind::Array(..) => TypeHead::Array,
        TyKind::Slice(_) => TypeHead::Slice,
        TyKind::Ref(..) => TypeHead::Ref,
        TyKind::RawPtr(Mutability::Shared, _) => TypeHead::ConstPtr,
        TyKind::RawPtr(Mutability::Mut, _) => TypeHead::MutPtr,
        TyKind::Adt(def, _) => TypeHead::Def(*def),
        TyKind::FnPtr(..) => TypeHead::FnPtr,
        TyKind::Dyn(object) => TypeHead::Def(object.principal?),
        TyKind::Never
        | TyKind::FnDef(..)
        | TyKind::Closure(_)
        | TyKind::Param(..)
        | TyKind::Projection(..)
        | TyKind::Opaque(..)
        | TyKind::Infer(_) => return None,
    })
}

fn int_name(int: IntTy) -> Primitive {
    match int {
        IntTy::I8 => Primitive::I8,
        IntTy::I16 => Primitive::I16,
        IntTy::I32 => Primitive::I32,
        IntTy::I64 => Primitive::I64,
        IntTy::I128 => Primitive::I128,
        IntTy::Isize => Primitive::Isize,
        IntTy::U8 => Primitive::U8,
        IntTy::U16 => Primitive::U16,
        IntTy::U32 => Primitive::U32,
        IntTy::U64 => Primitive::U64,
        IntTy::U128 => Primitive::U128,
        IntTy::Usize => Primitive::Usize,
    }
}
