//! Written types to [`Ty`]: paths get their default arguments, `T::Item` finds its trait.

use super::fold::subst;
use super::predicates::{Pred, TraitRef};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{
    self, AssocArg, ConstArg, Def, DefKind, GenericArgs, GenericParamKind, HirTy, HirTyKind,
    Primitive, TraitBound,
};
use crate::symbol::Symbol;
use crate::ty::{Args, Const, DynTy, FloatTy, GenericArg, IntTy, Ty, TyKind};
use vscheck_ir::Span;

/// Makes the variable for a `_` or an argument that is left out; `true` asks for a constant.
pub(super) type Holes<'a> = Option<&'a mut dyn FnMut(bool) -> GenericArg>;

/// Lowers types written within one definition.
pub(super) struct TyLowerer<'a> {
    pub typer: &'a Typer,
    /// Whose parameters are meant.
    pub owner: DefId,
    /// Given within bodies only.
    pub holes: Holes<'a>,
}

/// The type a primitive's name stands for.
pub(super) fn primitive(name: Primitive) -> Ty {
    Ty::new(match name {
        Primitive::Bool => TyKind::Bool,
        Primitive::Char => TyKind::Char,
        Primitive::Str => TyKind::Str,
        Primitive::I8 => TyKind::Int(IntTy::I8),
        Primitive::I16 => TyKind::Int(IntTy::I16),
        Primitive::I32 => TyKind::Int(IntTy::I32),
        Primitive::I64 => TyKind::Int(IntTy::I64),
        Primitive::I128 => TyKind::Int(IntTy::I128),
        Primitive::Isize => TyKind::Int(IntTy::Isize),
        Primitive::U8 => TyKind::Int(IntTy::U8),
        Primitive::U16 => TyKind::Int(IntTy::U16),
        Primitive::U32 => TyKind::Int(IntTy::U32),
        Primitive::U64 => TyKind::Int(IntTy::U64),
        Primitive::U128 => TyKind::Int(IntTy::U128),
        Primitive::Usize => TyKind::Int(IntTy::Usize),
        Primitive::F32 => TyKind::Float(FloatTy::F32),
        Primitive::F64 => TyKind::Float(FloatTy::F64),
    })
}

impl TyLowerer<'_> {
    /// Lowers a type. Projections in it are not normalized.
    pub fn ty(&mut self, written: &HirTy) -> Result<Ty> {
        let span = written.span;
        Ok(match &written.kind {
            HirTyKind::Primitive(name) => primitive(*name),
            HirTyKind::Adt(def, args) => self.adt(*def, args, false, span)?,
            HirTyKind::Param(index, name) => Ty::new(TyKind::Param(*index, *name)),
            HirTyKind::SelfTy(def) => self.typer.self_ty(*def)?,
            HirTyKind::Assoc(base, name, args) => self.assoc(base, *name, args, span)?,
            HirTyKind::QualifiedAssoc {
                self_ty,
                bound,
                name,
                args,
            } => {
                let self_ty = self.ty(self_ty)?;
                let trait_ref = self.trait_ref(self_ty, bound)?;
                self.projection(trait_ref, *name, args, span)?
            }
            HirTyKind::Ref(mutability, to) => Ty::reference(*mutability, self.ty(to)?),
            HirTyKind::RawPtr(mutability, to) => Ty::new(TyKind::RawPtr(*mutability, self.ty(to)?)),
            HirTyKind::Tuple(types) => Ty::new(TyKind::Tuple(self.list(types)?)),
            HirTyKind::Array(of, length) => {
                let of = self.ty(of)?;
                Ty::new(TyKind::Array(of, self.konst(length, span)?))
            }
            HirTyKind::Slice(of) => Ty::new(TyKind::Slice(self.ty(of)?)),
            HirTyKind::FnPtr(params, ret, calling) => {
                let params = self.list(params)?;
                Ty::new(TyKind::FnPtr(params, self.ty(ret)?, calling.clone()))
            }
            HirTyKind::Never => Ty::never(),
            HirTyKind::Infer => match self.hole(false, span)? {
                GenericArg::Type(ty) => ty,
                GenericArg::Const(_) => unreachable!("asked for a type"),
            },
            HirTyKind::Dyn(bounds, lifetimes) => self.object(bounds, lifetimes.clone())?,
            HirTyKind::Impl(index, _) => self.opaque(*index, span)?,
            HirTyKind::Unsupported(what) => return Err(Diagnostic::unsupported(what, span)),
        })
    }

    /// Lowers the type before a `::`, of which arguments that are left out are found as of a function.
    pub fn qualifier(&mut self, written: &HirTy) -> Result<Ty> {
        match &written.kind {
            HirTyKind::Adt(def, args) => self.adt(*def, args, true, written.span),
            _ => self.ty(written),
        }
    }

    fn list(&mut self, types: &[HirTy]) -> Result<Vec<Ty>> {
        types.iter().map(|ty| self.ty(ty)).collect()
    }

    fn hole(&mut self, constant: bool, span: Span) -> Result<GenericArg> {
        match &mut self.holes {
            Some(fresh) => Ok(fresh(constant)),
            None => Err(Diagnostic::unsupported("`_` in a signature", span)),
        }
    }

    fn opaque(&mut self, index: u32, span: Span) -> Result<Ty> {
        if self.holes.is_some() {
            return match self.hole(false, span)? {
                GenericArg::Type(ty) => Ok(ty),
                GenericArg::Const(_) => unreachable!("asked for a type"),
            };
        }
        if !matches!(self.typer.hir.def(self.owner).kind, DefKind::Fn(_)) {
            return Err(Diagnostic::unsupported(
                "`impl Trait` outside of a function's signature",
                span,
            ));
        }
        let args = self.typer.identity(self.owner);
        Ok(Ty::new(TyKind::Opaque(self.owner, index, args)))
    }

    /// A constant in a type.
    pub fn konst(&mut self, value: &ConstArg, span: Span) -> Result<Const> {
        Ok(match value {
            ConstArg::Literal(value) => Const::Value(*value),
            ConstArg::Param(index) => Const::Param(*index),
            ConstArg::Def(def) => Const::Unevaluated(*def, self.typer.identity(*def)),
            ConstArg::Infer => match self.hole(true, span)? {
                GenericArg::Const(value) => value,
                GenericArg::Type(_) => unreachable!("asked for a constant"),
            },
        })
    }

    /// `infer`: arguments that are left out are found, even if they have defaults.
    fn adt(&mut self, def: DefId, written: &GenericArgs, infer: bool, span: Span) -> Result<Ty> {
        let definition = self.typer.hir.def(def);
        let args = if !infer && written.args.is_empty() && self.has_all_defaults(&definition) {
            self.default_args(&definition, span)?
        } else {
            self.fill_args(&definition, Args::empty(), written, span)?
        };
        match &definition.kind {
            DefKind::TypeAlias(ty) => {
                let target = self.typer.alias(def, ty)?;
                Ok(subst(target, args))
            }
            DefKind::Struct(_) | DefKind::Union(_) | DefKind::Enum(_) => {
                Ok(Ty::new(TyKind::Adt(def, args)))
            }
            DefKind::Unsupported(what) => Err(Diagnostic::unsupported(what, span)),
            _ => Err(Diagnostic::new(
                format!("`{}` is not a type", definition.name),
                span,
            )),
        }
    }

    fn has_all_defaults(&self, def: &Def) -> bool {
        let params = self.typer.own_params(def);
        params.iter().all(|param| match &param.kind {
            GenericParamKind::Type { default } => default.is_some(),
            GenericParamKind::Const { default, .. } => default.is_some(),
        })
    }

    fn default_args(&mut self, def: &Def, span: Span) -> Result<Args> {
        let mut list = Vec::new();
        for param in self.typer.own_params(def).iter() {
            list.push(self.default_arg(def, &param.kind, &list, span)?);
        }
        Ok(Args::new(&list))
    }

    /// Arguments for the own parameters of a definition after those of its parents.
    pub fn fill_args(
        &mut self,
        def: &Def,
        parents: Args,
        written: &GenericArgs,
        span: Span,
    ) -> Result<Args> {
        let infer = written.args.is_empty() && self.holes.is_some();
        self.fill_with(def, parents, written, infer, span)
    }

    /// `infer`: arguments that are left out are found, even if they have defaults.
    fn fill_with(
        &mut self,
        def: &Def,
        parents: Args,
        written: &GenericArgs,
        infer: bool,
        span: Span,
    ) -> Result<Args> {
        let mut list = parents.list().to_vec();
        for (index, param) in self.typer.own_params(def).iter().enumerate() {
            let arg = match written.args.get(index) {
                Some(arg) => self.arg(def, arg, &param.kind, span)?,
                None if infer => {
                    self.hole(matches!(param.kind, GenericParamKind::Const { .. }), span)?
                }
                None => self.default_arg(def, &param.kind, &list, span)?,
            };
            list.push(arg);
        }
        Ok(Args::new(&list))
    }

    fn arg(
        &mut self,
        def: &Def,
        written: &hir::GenericArg,
        param: &GenericParamKind,
        span: Span,
    ) -> Result<GenericArg> {
        match (written, param) {
            (hir::GenericArg::Const(value), _) => {
                if let (ConstArg::Def(value), GenericParamKind::Const { ty, .. }) = (value, param) {
                    self.typer.note_anon_const(*value, def.id, ty)?;
                }
                Ok(GenericArg::Const(self.konst(value, span)?))
            }
            (hir::GenericArg::Type(ty), GenericParamKind::Const { .. }) => {
                Ok(GenericArg::Const(self.const_of_type(ty)?))
            }
            (hir::GenericArg::Type(ty), GenericParamKind::Type { .. }) => {
                Ok(GenericArg::Type(self.ty(ty)?))
            }
        }
    }

    /// `_` for a const parameter looks like a type.
    fn const_of_type(&mut self, ty: &HirTy) -> Result<Const> {
        match &ty.kind {
            HirTyKind::Infer => self.konst(&ConstArg::Infer, ty.span),
            HirTyKind::Param(index, _) => Ok(Const::Param(*index)),
            _ => Err(Diagnostic::new("a constant was expected here", ty.span)),
        }
    }

    pub(super) fn default_arg(
        &mut self,
        def: &Def,
        param: &GenericParamKind,
        before: &[GenericArg],
        span: Span,
    ) -> Result<GenericArg> {
        let mut inner = TyLowerer {
            typer: self.typer,
            owner: def.id,
            holes: None,
        };
        let before = Args::new(before);
        match param {
            GenericParamKind::Type {
                default: Some(default),
            } => Ok(GenericArg::Type(subst(inner.ty(default)?, before))),
            GenericParamKind::Const {
                default: Some(default),
                ..
            } => {
                let value = inner.konst(default, span)?;
                Ok(GenericArg::Const(super::fold::subst_const(value, before)))
            }
            GenericParamKind::Type { default: None } => self.missing_arg(def, false, span),
            GenericParamKind::Const { default: None, .. } => self.missing_arg(def, true, span),
        }
    }

    fn missing_arg(&mut self, def: &Def, constant: bool, span: Span) -> Result<GenericArg> {
        if self.holes.is_some() {
            return self.hole(constant, span);
        }
        Err(Diagnostic::new(
            format!("missing generic arguments of `{}`", def.name),
            span,
        ))
    }

    /// `self_ty: bound` without its bindings.
    pub fn trait_ref(&mut self, self_ty: Ty, bound: &TraitBound) -> Result<TraitRef> {
        let definition = self.typer.hir.def(bound.trait_def);
        let parents = Args::of_types(&[self_ty]);
        // Arguments that are left out are the defaults, also in bodies: `<String as PartialEq>::eq`.
        let args = self.fill_with(&definition, parents, &bound.args, false, bound.span)?;
        Ok(TraitRef {
            def: bound.trait_def,
            args,
        })
    }

    /// Everything `self_ty: bound` says.
    pub fn bound(&mut self, self_ty: Ty, bound: &TraitBound, out: &mut Vec<Pred>) -> Result<()> {
        let trait_ref = self.trait_ref(self_ty, bound)?;
        out.push(Pred::Trait(trait_ref));
        for AssocArg { name, args, value } in &bound.args.bindings {
            let ty = self.ty(value)?;
            let (assoc, args) = self.assoc_with(trait_ref, *name, args, bound.span)?;
            out.push(Pred::Projection { assoc, args, ty });
        }
        for AssocArg { name, args, value } in &bound.args.constraints {
            let projection = self.projection(trait_ref, *name, args, bound.span)?;
            for bound in value {
                self.bound(projection, bound, out)?;
            }
        }
        Ok(())
    }

    fn assoc_of(&self, trait_ref: TraitRef, name: Symbol, span: Span) -> Result<(TraitRef, DefId)> {
        match self.typer.find_assoc(trait_ref, name)? {
            Some(found) => Ok(found),
            None => {
                let owner = self.typer.hir.def(trait_ref.def).name;
                let message = format!("no associated type `{name}` in trait `{owner}`");
                Err(Diagnostic::new(message, span))
            }
        }
    }

    fn projection(
        &mut self,
        trait_ref: TraitRef,
        name: Symbol,
        args: &GenericArgs,
        span: Span,
    ) -> Result<Ty> {
        let (assoc, args) = self.assoc_with(trait_ref, name, args, span)?;
        Ok(Ty::new(TyKind::Projection(assoc, args)))
    }

    /// An associated type, and its arguments with those of its trait.
    fn assoc_with(
        &mut self,
        trait_ref: TraitRef,
        name: Symbol,
        args: &GenericArgs,
        span: Span,
    ) -> Result<(DefId, Args)> {
        let (owner, assoc) = self.assoc_of(trait_ref, name, span)?;
        let definition = self.typer.hir.def(assoc);
        Ok((assoc, self.fill_args(&definition, owner.args, args, span)?))
    }

    fn assoc(&mut self, base: &HirTy, name: Symbol, args: &GenericArgs, span: Span) -> Result<Ty> {
        let self_ty = self.ty(base)?;
        if let Some(trait_ref) = self.bound_with_assoc(base, self_ty, name)? {
            return self.projection(trait_ref, name, args, span);
        }
        let of = self.typer.type_name(self_ty);
        let message = format!("no associated type `{name}` found for type `{of}`");
        Err(Diagnostic::new(message, span))
    }

    fn bound_with_assoc(
        &mut self,
        base: &HirTy,
        self_ty: Ty,
        name: Symbol,
    ) -> Result<Option<TraitRef>> {
        if let HirTyKind::SelfTy(def) = base.kind
            && let Some(own) = self.typer.own_trait_ref(def)?
            && self.typer.find_assoc(own, name)?.is_some()
        {
            return Ok(Some(own));
        }
        if let TyKind::Projection(assoc, args) = self_ty.kind() {
            for pred in self.typer.item_bounds(*assoc)?.iter() {
                let bound = pred.subst(*args);
                if let Pred::Trait(bound) = bound
                    && bound.args.ty(0) == self_ty
                    && self.typer.find_assoc(bound, name)?.is_some()
                {
                    return Ok(Some(bound));
                }
            }
        }
        self.where_clause_with_assoc(self_ty, name)
    }

    /// Looks at the where clauses as written, because lowering them all may need this very answer.
    fn where_clause_with_assoc(&mut self, self_ty: Ty, name: Symbol) -> Result<Option<TraitRef>> {
        let mut current = Some(self.owner);
        while let Some(owner) = current {
            let definition = self.typer.hir.def(owner);
            if let DefKind::Trait { .. } = definition.kind
                && matches!(self_ty.kind(), TyKind::Param(0, _))
            {
                let own = self.typer.identity_trait_ref(owner);
                if self.typer.find_assoc(own, name)?.is_some() {
                    return Ok(Some(own));
                }
            }
            for predicate in &definition.generics.predicates {
                let mut bounds = predicate.bounds.iter();
                let Some(bound) = bounds.find(|b| self.typer.has_assoc(b.trait_def, name)) else {
                    continue;
                };
                if self.same_ty(&predicate.ty, self_ty, name)? {
                    return self.trait_ref(self_ty, bound).map(Some);
                }
            }
            current = definition.generics.parent;
        }
        Ok(None)
    }

    fn same_ty(&mut self, written: &HirTy, ty: Ty, name: Symbol) -> Result<bool> {
        match (&written.kind, ty.kind()) {
            (HirTyKind::Param(index, _), TyKind::Param(other, _)) => Ok(index == other),
            (_, TyKind::Param(..)) if !matches!(written.kind, HirTyKind::SelfTy(_)) => Ok(false),
            (HirTyKind::Assoc(_, inner, _), _) if *inner == name => Ok(false),
            _ => Ok(self.ty(written)? == ty),
        }
    }

    fn object(&mut self, bounds: &[TraitBound], lifetimes: Box<[u8]>) -> Result<Ty> {
        let is_auto = |bound: &&TraitBound| self.typer.is_auto_trait(bound.trait_def);
        let (auto_traits, others): (Vec<_>, Vec<_>) = bounds.iter().partition(is_auto);
        let mut auto_traits: Vec<DefId> = auto_traits.iter().map(|auto| auto.trait_def).collect();
        auto_traits.sort();
        auto_traits.dedup();
        let auto_traits = auto_traits.into_boxed_slice();
        let Some(bound) = others.first() else {
            return Ok(Ty::new(TyKind::Dyn(DynTy {
                principal: None,
                args: Args::empty(),
                bindings: Vec::new(),
                auto_traits,
                lifetimes,
            })));
        };
        let definition = self.typer.hir.def(bound.trait_def);
        if let DefKind::Unsupported(what) = &definition.kind {
            return Err(Diagnostic::unsupported(what, definition.span));
        }
        let mut preds = Vec::new();
        self.bound(Ty::unit(), bound, &mut preds)?;
        let Pred::Trait(own) = preds[0] else {
            unreachable!("a bound's first predicate is its trait")
        };
        let mut bindings = Vec::new();
        for pred in self.typer.elaborate(preds)? {
            if let Pred::Projection { assoc, ty, .. } = pred {
                bindings.push((assoc, ty));
            }
        }
        bindings.sort_by_key(|(assoc, _)| *assoc);
        bindings.dedup_by_key(|(assoc, _)| *assoc);
        Ok(Ty::new(TyKind::Dyn(DynTy {
            principal: Some(own.def),
            args: Args::new(&own.args.list()[1..]),
            bindings,
            auto_traits,
            lifetimes,
        })))
    }
}
