//! Generic parameters and where-clauses.

use super::attributes::parameters;
use super::node::{GenericNames, Node};
use super::tokens::name;
use super::ty::TyCx;
use crate::diagnostic::Result;
use crate::hir::{DefId, GenericParam, GenericParamKind, Generics, HirTy, HirTyKind, Predicate};
use crate::resolve::Crate;
use crate::symbol::Symbol;
use std::rc::Rc;
use syn::visit::Visit;

/// The names of a definition's parameters, its parents' first.
pub(super) fn names(krate: &Crate, id: DefId) -> Rc<GenericNames> {
    let entry = krate.entry(id);
    entry
        .generics
        .get_or_init(|| Rc::new(compute_names(krate, id)))
        .clone()
}

fn compute_names(krate: &Crate, id: DefId) -> GenericNames {
    let entry = krate.entry(id);
    let mut params = match generic_parent(krate, id) {
        Some(parent) => names(krate, parent).params.clone(),
        None => Vec::new(),
    };
    let parent_count = params.len() as u32;
    if matches!(entry.node, Node::Trait(_)) {
        params.push((Symbol::new("Self"), false));
    }
    if let Some(generics) = syntax(&entry.node) {
        let cfg = krate.cfg(entry.file);
        let declared = parameters(&cfg, generics);
        params.extend(declared.filter_map(|param| match param {
            syn::GenericParam::Type(param) => Some((name(&param.ident), false)),
            syn::GenericParam::Const(param) => Some((name(&param.ident), true)),
            syn::GenericParam::Lifetime(_) => None,
        }));
    }
    let mut impl_count = 0;
    if let Node::Fn(node) = &entry.node {
        let mut counter = ImplCounter::default();
        node.signature
            .inputs
            .iter()
            .for_each(|input| counter.visit_fn_arg(input));
        impl_count = counter.count;
        let unnamed = (Symbol::new("impl Trait"), false);
        params.extend(std::iter::repeat_n(unnamed, impl_count));
    }
    GenericNames {
        parent_count,
        params,
        impl_count,
    }
}

/// The definition whose parameters come first.
pub(super) fn generic_parent(krate: &Crate, id: DefId) -> Option<DefId> {
    let entry = krate.entry(id);
    let parent = entry.parent?;
    let inherits = matches!(
        (&entry.node, &krate.entry(parent).node),
        (Node::Variant(..) | Node::AnonConst(_), _)
            | (
                Node::Fn(_) | Node::Const(_) | Node::AssocTy(_),
                Node::Trait(_) | Node::Impl(_)
            )
    );
    inherits.then_some(parent)
}

/// The generics that a definition writes.
pub(super) fn syntax(node: &Node) -> Option<&syn::Generics> {
    match node {
        Node::Fn(node) => Some(&node.signature.generics),
        Node::Struct(item) => Some(&item.generics),
        Node::Union(item) => Some(&item.generics),
        Node::Enum(item, _) => Some(&item.generics),
        Node::Const(node) => node.generics.as_deref(),
        Node::TypeAlias(item) => Some(&item.generics),
        Node::Trait(node) => Some(&node.item.generics),
        Node::Impl(node) => Some(&node.item.generics),
        Node::AssocTy(node) => Some(&node.generics),
        Node::Module
        | Node::Variant(..)
        | Node::Static(_)
        | Node::AnonConst(_)
        | Node::Unsupported(_) => None,
    }
}

/// Counts `impl Trait`s in parameter types.
#[derive(Default)]
struct ImplCounter {
    count: usize,
}

impl<'ast> Visit<'ast> for ImplCounter {
    fn visit_type_impl_trait(&mut self, node: &'ast syn::TypeImplTrait) {
        self.count += 1;
        syn::visit::visit_type_impl_trait(self, node);
    }
}

/// Whether bounds contain `?Sized`.
fn is_maybe_unsized<'b>(mut bounds: impl Iterator<Item = &'b syn::TypeParamBound>) -> bool {
    bounds.any(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            matches!(bound.modifier, syn::TraitBoundModifier::Maybe(_))
        }
        _ => false,
    })
}

/// `where T: ?Sized`.
fn mark_maybe_unsized(ty: &HirTy, generics: &mut Generics) {
    if let HirTyKind::Param(index, _) = ty.kind
        && let Some(own) = index.checked_sub(generics.parent_count)
        && let Some(param) = generics.params.get_mut(own as usize)
    {
        param.maybe_unsized = true;
    }
}

impl TyCx<'_> {
    /// Lowers what a definition writes, without the parameters that `impl Trait` adds.
    pub(super) fn lower_generics(&mut self) -> Result<Generics> {
        let owner = self.owner.clone();
        let mut generics = Generics {
            parent: generic_parent(self.krate, owner.id),
            parent_count: self.generics.parent_count,
            ..Generics::default()
        };
        if matches!(owner.node, Node::Trait(_)) {
            generics.params.push(GenericParam {
                name: Symbol::new("Self"),
                kind: GenericParamKind::Type { default: None },
                maybe_unsized: true,
            });
        }
        let Some(written) = syntax(&owner.node) else {
            return Ok(generics);
        };
        let cfg = self.krate.cfg(owner.file);
        for param in parameters(&cfg, written) {
            self.generic_parameter(param, &mut generics)?;
        }
        if let Some(clause) = &written.where_clause {
            for predicate in &clause.predicates {
                if let syn::WherePredicate::Type(predicate) = predicate {
                    let ty = self.ty(&predicate.bounded_ty)?;
                    let bounds = self.bounds(predicate.bounds.iter())?;
                    if is_maybe_unsized(predicate.bounds.iter()) {
                        mark_maybe_unsized(&ty, &mut generics);
                    }
                    generics.predicates.push(Predicate { ty, bounds });
                }
            }
        }
        Ok(generics)
    }

    fn generic_parameter(
        &mut self,
        param: &syn::GenericParam,
        generics: &mut Generics,
    ) -> Result<()> {
        match param {
            syn::GenericParam::Lifetime(_) => generics.lifetimes += 1,
            syn::GenericParam::Type(param) => {
                let default = param.default.as_ref().map(|ty| self.ty(ty)).transpose()?;
                let index = generics.parent_count + generics.params.len() as u32;
                let kind = GenericParamKind::Type { default };
                generics.params.push(GenericParam {
                    name: name(&param.ident),
                    kind,
                    maybe_unsized: is_maybe_unsized(param.bounds.iter()),
                });
                let bounds = self.bounds(param.bounds.iter())?;
                if !bounds.is_empty() {
                    let kind = HirTyKind::Param(index, name(&param.ident));
                    let ty = HirTy {
                        span: self.span(param.ident.span()),
                        kind,
                    };
                    generics.predicates.push(Predicate { ty, bounds });
                }
            }
            syn::GenericParam::Const(param) => {
                let default = param
                    .default
                    .as_ref()
                    .map(|value| self.const_arg(value))
                    .transpose()?;
                let ty = self.ty(&param.ty)?;
                let kind = GenericParamKind::Const { ty, default };
                generics.params.push(GenericParam {
                    name: name(&param.ident),
                    kind,
                    maybe_unsized: false,
                });
            }
        }
        Ok(())
    }

    /// Adds the parameters that `impl Trait` in the signature stands for.
    pub(super) fn add_impl_params(&mut self, generics: &mut Generics) {
        for predicate in std::mem::take(&mut self.impl_params) {
            generics.params.push(GenericParam {
                name: Symbol::new("impl Trait"),
                kind: GenericParamKind::Type { default: None },
                maybe_unsized: true,
            });
            generics.predicates.push(predicate);
        }
    }
}
