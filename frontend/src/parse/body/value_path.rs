//! Paths in expressions and patterns.

use super::BodyCx;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefId, ExprKind, ExprPath, GenericArgs, HirTy, HirTyKind};
use crate::parse::node::Node;
use crate::parse::tokens::{full_name, name};
use crate::parse::{path_symbols, path_text};
use crate::resolve::{Namespace, Res};
use crate::symbol::Symbol;
use syn::spanned::Spanned;

impl BodyCx<'_> {
    /// A path as a value: a local, or something defined.
    pub(super) fn value_path(
        &mut self,
        qself: Option<&syn::QSelf>,
        path: &syn::Path,
    ) -> Result<ExprKind> {
        if qself.is_none()
            && path.leading_colon.is_none()
            && path.segments.len() == 1
            && let Some(segment) = path.segments.first()
            && let Some(local) = self.find_local(full_name(&segment.ident))
        {
            return Ok(ExprKind::Local(local));
        }
        Ok(ExprKind::Path(self.item_path(
            qself,
            path,
            Namespace::Value,
        )?))
    }

    /// A path to something defined. In the type name space for struct literals and patterns with braces.
    pub(super) fn item_path(
        &mut self,
        qself: Option<&syn::QSelf>,
        path: &syn::Path,
        space: Namespace,
    ) -> Result<ExprPath> {
        if let Some(qself) = qself {
            return self.qualified_path(qself, path);
        }
        if let Some(path) = self.special_path(path)? {
            return Ok(path);
        }
        let segments = path_symbols(path);
        let global = path.leading_colon.is_some();
        let scope = self.types.scope;
        let mut found = self.krate.resolve_path(scope, &segments, global, space);
        if found.is_err() && space == Namespace::Value {
            // `Enum::<T>::method` and the like: the first part is a type whatever the rest is.
            found = self
                .krate
                .resolve_path(scope, &segments, global, Namespace::Type);
        }
        let resolved = found.map_err(|at| self.types.not_found("value", path, &segments, at))?;
        if resolved.used == segments.len() {
            return self.whole_path(&resolved.res, path);
        }
        let (ty, used) = self.types.base_type(path, Namespace::Value)?;
        self.relative_path(ty, used, path)
    }

    /// `Self`, `Self::name`, `T::name`, a const parameter.
    fn special_path(&mut self, path: &syn::Path) -> Result<Option<ExprPath>> {
        let Some(first) = path
            .segments
            .first()
            .filter(|_| path.leading_colon.is_none())
        else {
            return Ok(None);
        };
        let span = self.span(path.span());
        let first_name = name(&first.ident);
        let single = path.segments.len() == 1;
        if first_name.as_str() == "Self" {
            let missing = || Diagnostic::new("there is no `Self` here", span);
            if single {
                return self
                    .types
                    .self_def()
                    .map(ExprPath::SelfCtor)
                    .ok_or_else(missing)
                    .map(Some);
            }
            let ty = self.types.self_type(span).ok_or_else(missing)?;
            return self.relative_path(ty, 1, path).map(Some);
        }
        match self.types.generic_param(first_name) {
            Some((index, true)) if single => Ok(Some(ExprPath::ConstParam(index))),
            Some((index, false)) if !single => {
                let ty = HirTy {
                    span,
                    kind: HirTyKind::Param(index, first_name),
                };
                self.relative_path(ty, 1, path).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `<T>::name`, `<T as Trait>::name`.
    fn qualified_path(&mut self, qself: &syn::QSelf, path: &syn::Path) -> Result<ExprPath> {
        let ty = self.types.ty(&qself.ty)?;
        if qself.position == 0 {
            return self.relative_path(ty, 0, path);
        }
        let bound = Box::new(self.types.qualifying_trait(qself, path)?);
        let after: Vec<&syn::PathSegment> = path.segments.iter().skip(qself.position).collect();
        let Some((first, rest)) = after.split_first() else {
            return Err(Diagnostic::new(
                "a name is missing after the trait",
                bound.span,
            ));
        };
        let item = name(&first.ident);
        let args = self.types.segment_args(Some(first))?;
        let self_ty = Box::new(ty);
        if rest.is_empty() {
            return Ok(ExprPath::Qualified {
                ty: self_ty,
                bound,
                name: item,
                args,
            });
        }
        let kind = HirTyKind::QualifiedAssoc {
            self_ty,
            bound,
            name: item,
            args,
        };
        let ty = HirTy {
            span: self.span(first.span()),
            kind,
        };
        self.relative_path(ty, qself.position + 1, path)
    }

    /// A name relative to a type, with associated types between them.
    fn relative_path(&mut self, mut ty: HirTy, used: usize, path: &syn::Path) -> Result<ExprPath> {
        let rest: Vec<&syn::PathSegment> = path.segments.iter().skip(used).collect();
        let Some((last, between)) = rest.split_last() else {
            let text = path_text(path);
            return Err(Diagnostic::new(format!("`{text}` is not a value"), ty.span));
        };
        for segment in between {
            ty = self.types.projection(ty, segment)?;
        }
        let args = self.types.segment_args(Some(last))?;
        Ok(ExprPath::TypeRelative {
            ty: Box::new(ty),
            name: name(&last.ident),
            args,
        })
    }

    /// A path that a definition is the end of.
    fn whole_path(&mut self, res: &Res, path: &syn::Path) -> Result<ExprPath> {
        let span = self.span(path.span());
        let Res::Def(def) = *res else {
            return Err(Diagnostic::new(
                format!("`{}` is not a value", path_text(path)),
                span,
            ));
        };
        let entry = self.krate.entry(def);
        match &entry.node {
            Node::TypeAlias(_) => self.alias_path(def, path),
            Node::Unsupported(what) => Err(Diagnostic::unsupported(what, span)),
            Node::Module | Node::Trait(_) | Node::Impl(_) | Node::AssocTy(_) => Err(
                Diagnostic::new(format!("`{}` is not a value", path_text(path)), span),
            ),
            _ => self.def_path(def, path),
        }
    }

    fn def_path(&mut self, def: DefId, path: &syn::Path) -> Result<ExprPath> {
        let args = self.types.segment_args(path.segments.last())?;
        let parent_segment = path.segments.iter().rev().nth(1);
        let parent_args = match self.has_parent_args(def) {
            true => self.types.segment_args(parent_segment)?,
            false => GenericArgs::default(),
        };
        Ok(ExprPath::Def {
            def,
            parent_args,
            args,
        })
    }

    /// Variants and trait items take arguments on the segment before.
    fn has_parent_args(&self, def: DefId) -> bool {
        let entry = self.krate.entry(def);
        let parent = entry.parent.map(|parent| self.krate.entry(parent));
        parent.is_some_and(|parent| matches!(parent.node, Node::Enum(..) | Node::Trait(_)))
    }

    /// A constructor named by a type alias: of the aliased type, where that is plain to see; else types
    /// tell what it is.
    fn alias_path(&mut self, alias: DefId, path: &syn::Path) -> Result<ExprPath> {
        let lowered = crate::hir::Hir::def(self.krate, alias);
        let crate::hir::DefKind::TypeAlias(target) = &lowered.kind else {
            let span = self.span(path.span());
            return Err(Diagnostic::new(
                format!("`{}` is not a value", path_text(path)),
                span,
            ));
        };
        let (def, args) = match &target.kind {
            HirTyKind::Adt(def, args)
                if lowered.generics.params.is_empty()
                    && !matches!(self.krate.entry(*def).node, Node::TypeAlias(_)) =>
            {
                (*def, args.clone())
            }
            _ => (alias, self.types.segment_args(path.segments.last())?),
        };
        Ok(ExprPath::Def {
            def,
            parent_args: GenericArgs::default(),
            args,
        })
    }

    /// A path into the models, written by a desugaring.
    pub(super) fn std_path(
        &mut self,
        path: &[&str],
        space: Namespace,
        span: vscheck_ir::Span,
    ) -> Result<ExprPath> {
        let def = self.krate.std_item(path, space, span)?;
        Ok(ExprPath::Def {
            def,
            parent_args: GenericArgs::default(),
            args: GenericArgs::default(),
        })
    }

    /// `Type::name` for a type of the models, its arguments to be inferred.
    pub(super) fn std_relative(
        &mut self,
        ty: &[&str],
        name: &str,
        span: vscheck_ir::Span,
    ) -> Result<ExprPath> {
        let def = self.krate.std_item(ty, Namespace::Type, span)?;
        let kind = HirTyKind::Adt(def, GenericArgs::default());
        Ok(ExprPath::TypeRelative {
            ty: Box::new(HirTy { span, kind }),
            name: Symbol::new(name),
            args: GenericArgs::default(),
        })
    }
}
