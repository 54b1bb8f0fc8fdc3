//! Paths in types, and the type that a path in an expression starts with.

use super::node::Node;
use super::ty::TyCx;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefId, GenericArg, GenericArgs, HirTy, HirTyKind, TraitBound};
use crate::resolve::is_modelled_crate;
use crate::resolve::{Namespace, Res, UsePath};
use crate::sources::in_model;
use crate::symbol::Symbol;
use syn::spanned::Spanned;
use vscheck_ir::Span;

impl TyCx<'_> {
    /// A path as a type: `a::B<C>`, `T::Item`, `<T as Trait>::Item`.
    pub(super) fn path_type(
        &mut self,
        qself: Option<&syn::QSelf>,
        path: &syn::Path,
    ) -> Result<HirTy> {
        let (mut ty, used) = match qself {
            Some(qself) => self.qualified_base(qself, path)?,
            None => self.base_type(path, Namespace::Type)?,
        };
        for segment in path.segments.iter().skip(used) {
            ty = self.projection(ty, segment)?;
        }
        Ok(ty)
    }

    /// `ty::segment`.
    pub(super) fn projection(&mut self, ty: HirTy, segment: &syn::PathSegment) -> Result<HirTy> {
        let span = self.span(segment.span());
        let args = self.segment_args(Some(segment))?;
        let name = super::tokens::name(&segment.ident);
        Ok(HirTy {
            span,
            kind: HirTyKind::Assoc(Box::new(ty), name, args),
        })
    }

    /// `<T>` or `<T as Trait>::Name` at the start of a path, and how many segments that takes.
    fn qualified_base(&mut self, qself: &syn::QSelf, path: &syn::Path) -> Result<(HirTy, usize)> {
        let ty = self.ty(&qself.ty)?;
        if qself.position == 0 {
            return Ok((ty, 0));
        }
        let bound = self.qualifying_trait(qself, path)?;
        let Some(segment) = path.segments.iter().nth(qself.position) else {
            return Err(Diagnostic::new(
                "a name is missing after the trait",
                bound.span,
            ));
        };
        let kind = HirTyKind::QualifiedAssoc {
            self_ty: Box::new(ty),
            bound: Box::new(bound),
            name: super::tokens::name(&segment.ident),
            args: self.segment_args(Some(segment))?,
        };
        Ok((
            HirTy {
                span: self.span(path.span()),
                kind,
            },
            qself.position + 1,
        ))
    }

    /// The trait in `<T as Trait>::..`.
    pub(super) fn qualifying_trait(
        &mut self,
        qself: &syn::QSelf,
        path: &syn::Path,
    ) -> Result<TraitBound> {
        let segments = path.segments.iter().take(qself.position).cloned();
        let trait_path = syn::Path {
            leading_colon: path.leading_colon,
            segments: segments.collect(),
        };
        self.trait_bound(&trait_path)
    }

    /// The type that the first segments of a path name, and how many they are.
    pub(super) fn base_type(
        &mut self,
        path: &syn::Path,
        space: Namespace,
    ) -> Result<(HirTy, usize)> {
        let span = self.span(path.span());
        if let Some(found) = self.special_base(path, span) {
            return Ok((found, 1));
        }
        let segments = super::path_symbols(path);
        let global = path.leading_colon.is_some();
        let resolved = self
            .krate
            .resolve_path(self.scope, &segments, global, space)
            .map_err(|at| self.not_found("type", path, &segments, at))?;
        let used = resolved.used;
        let args = self.segment_args(path.segments.iter().nth(used.wrapping_sub(1)))?;
        let kind = self.type_of(&resolved.res, args, span, path)?;
        Ok((HirTy { span, kind }, used))
    }

    /// `Self` and type parameters.
    fn special_base(&self, path: &syn::Path, span: Span) -> Option<HirTy> {
        let first = path.segments.first()?;
        if path.leading_colon.is_some() {
            return None;
        }
        let name = super::tokens::name(&first.ident);
        if name.as_str() == "Self" {
            return self.self_type(span);
        }
        match self.generic_param(name)? {
            (index, false) => Some(HirTy {
                span,
                kind: HirTyKind::Param(index, name),
            }),
            (_, true) => None,
        }
    }

    /// What `Self` is: of the impl or trait, or the type being defined.
    pub(super) fn self_type(&self, span: Span) -> Option<HirTy> {
        let def = self.self_def()?;
        let kind = match self.krate.entry(def).node {
            Node::Impl(_) | Node::Trait(_) => HirTyKind::SelfTy(def),
            _ => HirTyKind::Adt(def, self.own_params(span)),
        };
        Some(HirTy { span, kind })
    }

    /// The impl, trait or type that `Self` refers to.
    pub(super) fn self_def(&self) -> Option<DefId> {
        let mut current = Some(self.owner.clone());
        while let Some(entry) = current {
            match entry.node {
                Node::Impl(_)
                | Node::Trait(_)
                | Node::Struct(_)
                | Node::Union(_)
                | Node::Enum(..) => {
                    return Some(entry.id);
                }
                Node::Module => return None,
                _ => current = entry.parent.map(|parent| self.krate.entry(parent)),
            }
        }
        None
    }

    /// The parameters of a type as arguments for itself.
    fn own_params(&self, span: Span) -> GenericArgs {
        let params = self.generics.params.iter().enumerate();
        let args = params.map(|(index, (name, is_const))| match is_const {
            true => GenericArg::Const(crate::hir::ConstArg::Param(index as u32)),
            false => {
                let kind = HirTyKind::Param(index as u32, *name);
                GenericArg::Type(HirTy { span, kind })
            }
        });
        GenericArgs {
            args: args.collect(),
            ..GenericArgs::default()
        }
    }

    fn type_of(
        &mut self,
        res: &Res,
        args: GenericArgs,
        span: Span,
        path: &syn::Path,
    ) -> Result<HirTyKind> {
        let not_a_type =
            || Diagnostic::new(format!("`{}` is not a type", super::path_text(path)), span);
        match res {
            Res::Primitive(primitive) => Ok(HirTyKind::Primitive(*primitive)),
            Res::Def(def) => match &self.krate.entry(*def).node {
                Node::Struct(_) | Node::Union(_) | Node::Enum(..) | Node::TypeAlias(_) => {
                    Ok(HirTyKind::Adt(*def, args))
                }
                Node::Trait(_) => {
                    let bound = TraitBound {
                        trait_def: *def,
                        args,
                        span,
                    };
                    Ok(HirTyKind::Dyn(vec![bound], Box::default()))
                }
                Node::Unsupported(what) => Ok(HirTyKind::Unsupported(what.clone())),
                _ => Err(not_a_type()),
            },
            Res::Macro(_) | Res::Builtin(_) | Res::Procedural(_) => Err(not_a_type()),
        }
    }

    /// The diagnostic for a path whose segment `at` is not found.
    pub(super) fn not_found(
        &self,
        what: &str,
        path: &syn::Path,
        segments: &[Symbol],
        at: usize,
    ) -> Box<Diagnostic> {
        let at = at.min(segments.len().saturating_sub(1));
        let span = path
            .segments
            .iter()
            .nth(at)
            .map_or_else(|| path.span(), |s| s.ident.span());
        let span = self.span(span);
        let name = crate::resolve::hygiene::plain(segments[at]);
        let global = path.leading_colon.is_some();
        let container = match at {
            0 => None,
            _ => self
                .krate
                .resolve_path(self.scope, &segments[..at], global, Namespace::Type)
                .ok(),
        };
        if at == 0
            && let Some(import) = self.krate.broken_import(self.scope, name)
        {
            return self.broken_import(&import.path, span);
        }
        let message = match container.map(|container| container.res) {
            Some(Res::Def(def)) if self.krate.is_model(def) => {
                let path = self.krate.path_of(def);
                let path = path.strip_prefix("std::crates::").unwrap_or(&path);
                format!("`{path}::{name}` is not modelled")
            }
            Some(Res::Def(def)) => match self.krate.path_of(def) {
                path if path.is_empty() => format!("cannot find `{name}` in the crate"),
                path => format!("cannot find `{name}` in `{path}`"),
            },
            _ if at == 0 && segments.len() > 1 && names_crate(name.as_str()) => {
                let about = match self.is_module_of_std(name) {
                    true => format!("(there is `std::{name}`: `use std::{name};`)"),
                    false => self.krate.about_other_crates().to_string(),
                };
                format!("cannot find module or crate `{name}` {about}")
            }
            _ if at + 1 < segments.len() => format!("cannot find module or crate `{name}`"),
            _ => format!("cannot find {what} `{name}` in this scope"),
        };
        Diagnostic::new(message, span)
    }

    /// Whether std has a module of that name, which the program could import.
    fn is_module_of_std(&self, name: Symbol) -> bool {
        let (std, space) = (self.krate.std_root(), Namespace::Type);
        let found = self.krate.lookup_in(std, name, space, Some(self.scope));
        matches!(found, Some(Res::Def(_)))
    }

    /// The diagnostic for a name whose import leads nowhere.
    fn broken_import(&self, path: &UsePath, span: Span) -> Box<Diagnostic> {
        let names: Vec<&str> = path
            .segments
            .iter()
            .map(|segment| segment.as_str())
            .collect();
        let text = names.join("::");
        let message = match names.first() {
            Some(&("std" | "core" | "alloc")) => format!("`{text}` is not modelled"),
            Some(&name) if is_modelled_crate(name) => format!("`{text}` is not {}", in_model(name)),
            Some(&name) if names.len() == 1 && names_crate(name) => {
                format!("cannot find `{text}` {}", self.krate.about_other_crates())
            }
            _ => format!("cannot find `{text}`"),
        };
        Diagnostic::new(message, span).note("imported here", Some(path.span))
    }
}

/// Whether a name could be that of a crate: no keyword, and not in the manner of a type or constant.
fn names_crate(name: &str) -> bool {
    let keywords = ["crate", "self", "Self", "super"];
    !keywords.contains(&name) && !name.contains(char::is_uppercase)
}
