//! What a path in an expression or pattern names.

use super::fcx::Fcx;
use super::fold::prefix;
use super::probe::{Candidate, Source, missing};
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{
    Def, DefKind, ExprId, ExprPath, GenericArgs, HirTy, HirTyKind, TraitBound, VariantShape,
};
use crate::symbol::Symbol;
use crate::ty::{Args, Ty, TyKind};
use vscheck_ir::Span;

/// What a path names, with arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Resolved {
    /// A function or method.
    Fn(DefId, Args),
    /// A struct or variant with the arguments of the struct or enum.
    Variant(DefId, Args),
    /// A constant or static.
    Value(DefId, Args),
    /// A const parameter.
    ConstParam(u32),
}

impl Fcx<'_> {
    /// What a path names; obligations of its arguments are registered.
    pub fn resolve_path(&mut self, path: &ExprPath, span: Span) -> Result<Resolved> {
        match path {
            ExprPath::Def {
                def,
                parent_args,
                args,
            } => self.resolve_def(*def, parent_args, args, span),
            ExprPath::TypeRelative { ty, name, args } => {
                self.resolve_relative(ty, *name, args, span)
            }
            ExprPath::Qualified {
                ty,
                bound,
                name,
                args,
            } => self.resolve_qualified(ty, bound, *name, args, span),
            ExprPath::SelfCtor(def) => {
                let ty = self.typer.self_ty(*def)?;
                let ty = self.normalize_later(ty);
                match self.shallow(ty).kind() {
                    TyKind::Adt(def, args) => Ok(Resolved::Variant(*def, *args)),
                    _ => Err(Diagnostic::unsupported("`Self` that is not a struct", span)),
                }
            }
            ExprPath::ConstParam(index) => Ok(Resolved::ConstParam(*index)),
        }
    }

    fn resolve_def(
        &mut self,
        def: DefId,
        parent_args: &GenericArgs,
        args: &GenericArgs,
        span: Span,
    ) -> Result<Resolved> {
        let definition = self.typer.hir.def(def);
        match &definition.kind {
            DefKind::Struct(_) | DefKind::Union(_) => {
                let args = self.own_args(&definition, args, span)?;
                Ok(Resolved::Variant(def, args))
            }
            DefKind::Variant { .. } => {
                let adt = self.typer.hir.def(self.typer.parent(def));
                let written = if parent_args.args.is_empty() {
                    args
                } else {
                    parent_args
                };
                let args = self.own_args(&adt, written, span)?;
                Ok(Resolved::Variant(def, args))
            }
            DefKind::TypeAlias(ty) => {
                let target = self.typer.alias(def, ty)?;
                let args = self.own_args(&definition, args, span)?;
                let target = self.normalize_later(super::fold::subst(target, args));
                match target.kind() {
                    TyKind::Adt(def, args) => Ok(Resolved::Variant(*def, *args)),
                    _ => Err(Diagnostic::unsupported("this use of a type alias", span)),
                }
            }
            DefKind::Fn(_) | DefKind::Const { .. } | DefKind::Static { .. } => {
                self.resolve_item(&definition, parent_args, args, span)
            }
            DefKind::Unsupported(what) => Err(Diagnostic::unsupported(what, span)),
            _ => Err(Diagnostic::new(
                format!("`{}` is not a value", definition.name),
                span,
            )),
        }
    }

    fn own_args(&mut self, def: &Def, written: &GenericArgs, span: Span) -> Result<Args> {
        let args =
            self.with_lowerer(|lowerer| lowerer.fill_args(def, Args::empty(), written, span))?;
        Ok(self.normalize_args_later(args))
    }

    fn resolve_item(
        &mut self,
        definition: &Def,
        parent_args: &GenericArgs,
        args: &GenericArgs,
        span: Span,
    ) -> Result<Resolved> {
        let parents = match self.typer.trait_of_item(definition.id) {
            Some(trait_def) => {
                let of_self = Args::of_types(&[self.table.fresh()]);
                let of_trait = self.typer.hir.def(trait_def);
                self.with_lowerer(|l| l.fill_args(&of_trait, of_self, parent_args, span))?
            }
            None => {
                let count = self
                    .typer
                    .parent_args(definition.id, self.typer.identity(definition.id));
                prefix(self.fresh_args(definition.id), count.list().len())
            }
        };
        let args = self.with_lowerer(|l| l.fill_args(definition, parents, args, span))?;
        self.item_with_args(definition, args, span)
    }

    fn item_with_args(&mut self, definition: &Def, args: Args, span: Span) -> Result<Resolved> {
        let args = self.normalize_args_later(args);
        self.require_bounds(definition.id, args, span)?;
        match &definition.kind {
            DefKind::Fn(_) => Ok(Resolved::Fn(definition.id, args)),
            _ => Ok(Resolved::Value(definition.id, args)),
        }
    }

    fn normalize_args_later(&mut self, args: Args) -> Args {
        let mut nested = Vec::new();
        let args = self.normalize_args(args, &mut nested);
        self.require_all(nested, None);
        args
    }

    fn resolve_qualified(
        &mut self,
        ty: &HirTy,
        bound: &TraitBound,
        name: Symbol,
        args: &GenericArgs,
        span: Span,
    ) -> Result<Resolved> {
        let self_ty = self.lower_ty(ty)?;
        let trait_ref = self.with_lowerer(|lowerer| lowerer.trait_ref(self_ty, bound))?;
        let Some(&item) = self.typer.items(trait_ref.def).values.get(&name) else {
            let owner = self.typer.hir.def(trait_ref.def).name;
            return Err(Diagnostic::new(
                format!("no item `{name}` in trait `{owner}`"),
                span,
            ));
        };
        let definition = self.typer.hir.def(item);
        let parents = trait_ref.args;
        let args = self.with_lowerer(|l| l.fill_args(&definition, parents, args, span))?;
        self.item_with_args(&definition, args, span)
    }

    fn resolve_relative(
        &mut self,
        written: &HirTy,
        name: Symbol,
        args: &GenericArgs,
        span: Span,
    ) -> Result<Resolved> {
        let ty = self.owner_in_path(written)?;
        if let Some(found) = self.variant_of(ty, name) {
            return Ok(found);
        }
        let inherent = self.inherent_candidates(&[ty], name);
        let in_scope = self.path_trait_candidates(name);
        let Some(candidate) = self.path_candidate(ty, &inherent, &in_scope) else {
            let of = self.typer.type_name(ty);
            let message = missing(&format!("function or constant `{name}`"), &of);
            return Err(self.explain(Diagnostic::new(message, span)));
        };
        self.use_candidate(&candidate, ty, args, span)
    }

    /// What a struct literal or pattern names, which may be an associated type that is a struct.
    pub fn resolve_record(&mut self, path: &ExprPath, span: Span) -> Result<Resolved> {
        let ExprPath::TypeRelative { ty, name, args } = path else {
            return self.resolve_path(path, span);
        };
        let owner = self.owner_in_path(ty)?;
        if let Some(found) = self.variant_of(owner, *name) {
            return Ok(found);
        }
        let kind = HirTyKind::Assoc(ty.clone(), *name, args.clone());
        let named = self.lower_ty(&HirTy { span, kind })?;
        let named = self.structurally(named);
        match self.resolve(named).kind() {
            TyKind::Adt(def, args) => Ok(Resolved::Variant(*def, *args)),
            _ => Err(Diagnostic::new("not a struct, union or variant", span)),
        }
    }

    /// The type before the last `::` of a path.
    fn owner_in_path(&mut self, written: &HirTy) -> Result<Ty> {
        let ty = self.with_lowerer(|lowerer| lowerer.qualifier(written))?;
        let ty = self.normalize_later(ty);
        let ty = self.structurally(ty);
        Ok(self.resolve(ty))
    }

    fn use_candidate(
        &mut self,
        candidate: &Candidate,
        ty: Ty,
        written: &GenericArgs,
        span: Span,
    ) -> Result<Resolved> {
        let args = self.method_args(candidate, written, span)?;
        self.bind_candidate_self(candidate, args, ty);
        let definition = self.typer.hir.def(candidate.item);
        self.item_with_args(&definition, args, span)
    }

    fn path_trait_candidates(&mut self, name: Symbol) -> Vec<Candidate> {
        let scope = self.body.traits_in_scope.clone();
        let mut found = Vec::new();
        for &def in scope.iter() {
            if let Some(&item) = self.typer.items(def).values.get(&name) {
                let source = Source::Trait(def);
                found.push(Candidate { item, source });
            }
        }
        found
    }

    fn variant_of(&mut self, ty: Ty, name: Symbol) -> Option<Resolved> {
        let TyKind::Adt(def, args) = ty.kind() else {
            return None;
        };
        let definition = self.typer.hir.def(*def);
        let DefKind::Enum(variants) = &definition.kind else {
            return None;
        };
        let found = variants
            .iter()
            .find(|v| self.typer.hir.def(**v).name == name)?;
        Some(Resolved::Variant(*found, *args))
    }

    /// A path as an expression.
    pub fn check_path(&mut self, expr: ExprId, path: &ExprPath) -> Result<Ty> {
        let span = self.span(expr);
        match self.resolve_path(path, span)? {
            Resolved::Fn(def, args) => {
                let callee = Callee::Instance(Instance { def, args });
                self.tables.callees.insert(expr, callee);
                Ok(Ty::new(TyKind::FnDef(def, args)))
            }
            Resolved::Variant(def, args) => self.check_constructor(expr, def, args),
            Resolved::Value(def, args) => {
                let callee = Callee::Constant(Instance { def, args });
                self.tables.callees.insert(expr, callee);
                let ty = super::fold::subst(self.typer.value_ty(def)?, args);
                Ok(self.normalize_later(ty))
            }
            Resolved::ConstParam(index) => {
                self.tables.const_params.insert(expr, index);
                self.const_param_ty(index, span)
            }
        }
    }

    fn check_constructor(&mut self, expr: ExprId, def: DefId, args: Args) -> Result<Ty> {
        let shape = self.typer.with_fields(def, |data| data.shape)?;
        let adt = self.typer.adt_of_variant(def);
        self.tables.expr_variants.insert(expr, def);
        Ok(match shape {
            VariantShape::Tuple => {
                let callee = Callee::Constructor { def, args };
                self.tables.callees.insert(expr, callee);
                let span = self.span(expr);
                self.require_bounds(adt, args, span)?;
                Ty::new(TyKind::FnDef(def, args))
            }
            VariantShape::Unit | VariantShape::Named => Ty::new(TyKind::Adt(adt, args)),
        })
    }

    fn const_param_ty(&mut self, index: u32, span: Span) -> Result<Ty> {
        let mut owner = Some(self.def.id);
        while let Some(def) = owner {
            let definition = self.typer.hir.def(def);
            let parent = definition.generics.parent;
            let before = parent.map_or(0, |parent| self.typer.param_count(parent));
            if index as usize >= before {
                let own = index as usize - before;
                let own = own - usize::from(matches!(definition.kind, DefKind::Trait { .. }));
                let params = self.typer.own_params(&definition);
                return match params.get(own).map(|param| &param.kind) {
                    Some(crate::hir::GenericParamKind::Const { ty, .. }) => {
                        let ty = ty.clone();
                        self.lower_ty(&ty)
                    }
                    _ => Err(Diagnostic::new("not a const parameter", span)),
                };
            }
            owner = parent;
        }
        Err(Diagnostic::new("unknown const parameter", span))
    }
}
