//! Signatures: from the syntax of a definition to its [`Def`].

use super::attributes;
use super::node::{AssocTyNode, FnNode, ImplNode, Node, Seen, TraitNode};
use super::tokens::name;
use super::ty::{ImplMode, TyCx, primitive_named, ungrouped, unit};
use crate::diagnostic::Result;
use crate::hir::{
    ConstArg, Def, DefId, DefKind, FieldDef, FnData, Generics, HirTy, HirTyKind, Mutability,
    TypeHead, VariantData, VariantShape,
};
use crate::resolve::{Crate, Entry, Module, Namespace, Res};
use crate::symbol::Symbol;
use std::rc::Rc;
use syn::spanned::Spanned;

/// Lowers a definition. What cannot be resolved makes it unsupported, to be said if it is reached.
pub(crate) fn lower_def(krate: &Crate, entry: &Rc<Entry>) -> Def {
    let mut cx = TyCx::new(krate, entry);
    let lowered = match &entry.node {
        Node::Fn(node) => cx.function(node),
        _ => cx
            .lower_generics()
            .and_then(|generics| Ok((generics, cx.kind()?))),
    };
    let (generics, kind) = lowered.unwrap_or_else(|diagnostic| {
        let parent_count = cx.generics.parent_count;
        let parent = super::generics::generic_parent(krate, entry.id);
        let generics = Generics {
            parent,
            parent_count,
            ..Generics::default()
        };
        (generics, DefKind::Unsupported(diagnostic.message))
    });
    Def {
        id: entry.id,
        name: entry.name,
        parent: entry.parent,
        span: entry.span,
        is_model: krate.is_model_file(entry.file),
        edition: krate.file_edition(entry.file),
        attrs: entry.attrs.clone(),
        generics,
        kind,
    }
}

/// What `extern` says, if it is not Rust's own way of calling.
pub(super) fn abi(written: &syn::Abi) -> Option<Symbol> {
    let name = written.name.as_ref().map(syn::LitStr::value);
    let name = name.unwrap_or("C".to_string());
    (name != "Rust").then(|| Symbol::new(&name))
}

/// The module in which something has to stand to see a member that is seen from there.
fn private_to(module: &Module, seen: Seen) -> Option<DefId> {
    match seen {
        Seen::InModule => Some(module.def),
        Seen::InCrate => Some(module.root),
        Seen::Everywhere => None,
    }
}

impl TyCx<'_> {
    fn kind(&mut self) -> Result<DefKind> {
        let owner = self.owner.clone();
        Ok(match &owner.node {
            Node::Module => DefKind::Module,
            Node::Struct(item) => DefKind::Struct(self.fields(&item.fields)),
            Node::Union(item) => {
                let fields = syn::Fields::Named(item.fields.clone());
                DefKind::Union(self.fields(&fields))
            }
            Node::Enum(_, variants) => DefKind::Enum(variants.borrow().clone()),
            Node::Variant(variant, index) => self.variant(variant, *index)?,
            Node::Const(node) => DefKind::Const {
                ty: self.lenient(&node.ty),
                has_body: node.value.is_some(),
            },
            Node::Static(item) => DefKind::Static {
                ty: self.lenient(&item.ty),
                mutable: matches!(item.mutability, syn::StaticMutability::Mut(_)),
                thread_local: !item.attrs.is_empty(),
            },
            Node::TypeAlias(item) => DefKind::TypeAlias(self.lenient(&item.ty)),
            Node::Trait(node) => self.trait_kind(node)?,
            Node::Impl(node) => self.impl_kind(node)?,
            Node::AssocTy(node) => self.assoc_ty(node)?,
            Node::AnonConst(_) => DefKind::AnonConst,
            Node::Unsupported(what) => DefKind::Unsupported(what.clone()),
            Node::Fn(_) => DefKind::Unsupported("a function".to_string()),
        })
    }

    fn fields(&mut self, fields: &syn::Fields) -> VariantData {
        let shape = match fields {
            syn::Fields::Named(_) => VariantShape::Named,
            syn::Fields::Unnamed(_) => VariantShape::Tuple,
            syn::Fields::Unit => VariantShape::Unit,
        };
        let cfg = &self.krate.cfg(self.file);
        let module = self.krate.nearest_module(self.owner.scope);
        let in_variant = matches!(self.owner.node, Node::Variant(..));
        let seen = |vis: &syn::Visibility| match Seen::of(vis) {
            Seen::InModule if in_variant => Seen::Everywhere,
            seen => seen,
        };
        let kept = fields
            .iter()
            .filter(|field| attributes::enabled(cfg, &field.attrs));
        let fields = kept.enumerate().map(|(index, field)| {
            let field_name = match &field.ident {
                Some(ident) => name(ident),
                None => Symbol::new(&index.to_string()),
            };
            let ty = self.lenient(&field.ty);
            FieldDef {
                name: field_name,
                span: ty.span,
                ty,
                private_to: private_to(&module, seen(&field.vis)),
            }
        });
        VariantData {
            shape,
            fields: fields.collect(),
        }
    }

    fn variant(&mut self, variant: &syn::Variant, index: u32) -> Result<DefKind> {
        let discriminant = match &variant.discriminant {
            Some((_, value)) => Some(self.discriminant(value)?),
            None => None,
        };
        Ok(DefKind::Variant {
            data: self.fields(&variant.fields),
            index,
            discriminant,
        })
    }

    /// A literal discriminant may be negative.
    fn discriminant(&mut self, value: &syn::Expr) -> Result<ConstArg> {
        if let syn::Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(_),
            expr,
            ..
        }) = value
            && let ConstArg::Literal(positive) = self.const_arg(expr)?
        {
            return Ok(ConstArg::Literal(-positive));
        }
        self.const_arg(value)
    }

    fn trait_kind(&mut self, node: &TraitNode) -> Result<DefKind> {
        Ok(DefKind::Trait {
            supertraits: self.bounds(node.item.supertraits.iter())?,
            items: super::children(self.krate, self.owner.id).to_vec(),
            auto: node.item.auto_token.is_some(),
        })
    }

    fn impl_kind(&mut self, node: &ImplNode) -> Result<DefKind> {
        let self_ty = self.ty(&node.item.self_ty)?;
        let trait_bound = match &node.item.trait_ {
            Some((_, path, _)) => Some(self.trait_bound(path)?),
            None => None,
        };
        let items = super::children(self.krate, self.owner.id).to_vec();
        Ok(DefKind::Impl {
            self_ty,
            trait_bound,
            items,
        })
    }

    fn assoc_ty(&mut self, node: &AssocTyNode) -> Result<DefKind> {
        let bounds = self.bounds(node.bounds.iter())?;
        let ty = node.ty.as_ref().map(|ty| self.lenient(ty));
        Ok(DefKind::AssocTy { bounds, ty })
    }

    fn function(&mut self, node: &FnNode) -> Result<(Generics, DefKind)> {
        let mut generics = self.lower_generics()?;
        let signature = &node.signature;
        self.impl_mode = ImplMode::Parameter;
        let cfg = &self.krate.cfg(self.file);
        let inputs = signature.inputs.iter().filter(|input| match input {
            syn::FnArg::Receiver(receiver) => attributes::enabled(cfg, &receiver.attrs),
            syn::FnArg::Typed(typed) => attributes::enabled(cfg, &typed.attrs),
        });
        let params: Vec<HirTy> = inputs.map(|input| self.param_type(input)).collect();
        self.add_impl_params(&mut generics);
        self.impl_mode = ImplMode::Opaque;
        let ret = match &signature.output {
            _ if signature.asyncness.is_some() => self.lenient(&future_of(&signature.output)),
            syn::ReturnType::Default => unit(self.owner.span),
            syn::ReturnType::Type(_, ty) => self.lenient(ty),
        };
        let data = FnData {
            has_self: matches!(signature.inputs.first(), Some(syn::FnArg::Receiver(_))),
            params,
            ret,
            has_body: node.body.is_some(),
            abi: signature.abi.as_ref().and_then(abi),
            private_to: private_to(&self.krate.nearest_module(self.owner.scope), node.seen),
            unsupported: unsupported(node),
        };
        Ok((generics, DefKind::Fn(data)))
    }

    fn param_type(&mut self, input: &syn::FnArg) -> HirTy {
        match input {
            syn::FnArg::Typed(typed) => self.lenient(&typed.ty),
            syn::FnArg::Receiver(receiver) if receiver.colon_token.is_some() => {
                self.lenient(&receiver.ty)
            }
            syn::FnArg::Receiver(receiver) => self.short_receiver(receiver),
        }
    }

    /// `self`, `&self`, `&mut self`.
    fn short_receiver(&self, receiver: &syn::Receiver) -> HirTy {
        let span = self.span(receiver.span());
        let Some(own) = self.self_type(span) else {
            let kind = HirTyKind::Unsupported("`self` outside of a trait or impl".to_string());
            return HirTy { span, kind };
        };
        if receiver.reference.is_none() {
            return own;
        }
        let mutability = match receiver.mutability {
            Some(_) => Mutability::Mut,
            None => Mutability::Shared,
        };
        HirTy {
            span,
            kind: HirTyKind::Ref(mutability, Box::new(own)),
        }
    }
}

/// What an `async` function gives back.
fn future_of(output: &syn::ReturnType) -> syn::Type {
    let span = output.span();
    match output {
        syn::ReturnType::Default => {
            syn::parse_quote_spanned!(span=> impl ::std::future::Future<Output = ()>)
        }
        syn::ReturnType::Type(_, ty) => {
            syn::parse_quote_spanned!(span=> impl ::std::future::Future<Output = #ty>)
        }
    }
}

/// Why a function cannot be called.
fn unsupported(node: &FnNode) -> Option<String> {
    let signature = &node.signature;
    if signature.variadic.is_some() {
        Some(format!(
            "the variadic function `{}`",
            name(&signature.ident)
        ))
    } else {
        node.unsupported.clone()
    }
}

/// The trait of an impl, if it can be found.
pub(crate) fn impl_trait(krate: &Crate, id: DefId) -> Option<DefId> {
    let entry = krate.entry(id);
    let Node::Impl(node) = &entry.node else {
        return None;
    };
    let (_, path, _) = node.item.trait_.as_ref()?;
    let segments = super::path_symbols(path);
    let global = path.leading_colon.is_some();
    let resolved = krate
        .resolve_path(entry.scope, &segments, global, Namespace::Type)
        .ok()?;
    match resolved.res {
        Res::Def(def) if resolved.used == segments.len() => Some(def),
        _ => None,
    }
}

/// The outermost constructor of an impl's self type.
pub(crate) fn impl_head(krate: &Crate, id: DefId) -> Option<TypeHead> {
    let entry = krate.entry(id);
    let Node::Impl(node) = &entry.node else {
        return None;
    };
    if is_parameter(&node.item.generics, &node.item.self_ty) {
        return None;
    }
    head(krate, &entry, &node.item.self_ty)
}

/// Whether a type is one of these type parameters, or a projection of one.
pub(super) fn is_parameter(generics: &syn::Generics, ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ungrouped(ty) else {
        return false;
    };
    let first = path.path.segments.first();
    path.qself.is_some()
        || generics
            .type_params()
            .any(|param| first.is_some_and(|first| first.ident == param.ident))
}

fn head(krate: &Crate, entry: &Rc<Entry>, ty: &syn::Type) -> Option<TypeHead> {
    Some(match ungrouped(ty) {
        syn::Type::Array(_) => TypeHead::Array,
        syn::Type::Slice(_) => TypeHead::Slice,
        syn::Type::Tuple(_) => TypeHead::Tuple,
        syn::Type::Reference(_) => TypeHead::Ref,
        syn::Type::Ptr(pointer) if pointer.mutability.is_some() => TypeHead::MutPtr,
        syn::Type::Ptr(_) => TypeHead::ConstPtr,
        syn::Type::BareFn(_) => TypeHead::FnPtr,
        syn::Type::Path(path) => return path_head(krate, entry, &path.path),
        syn::Type::TraitObject(object) => {
            let mut cx = TyCx::new(krate, entry);
            TypeHead::Def(cx.bounds(object.bounds.iter()).ok()?.first()?.trait_def)
        }
        _ => return None,
    })
}

/// Aliases that are followed; a longer chain is a cycle.
const MAX_ALIASES: u32 = 64;

fn alias_head(krate: &Crate, entry: &Rc<Entry>, ty: &syn::Type) -> Option<TypeHead> {
    let depth = &krate.lookups.alias_depth;
    if depth.get() >= MAX_ALIASES {
        return None;
    }
    depth.set(depth.get() + 1);
    let result = head(krate, entry, ty);
    depth.set(depth.get() - 1);
    result
}

fn path_head(krate: &Crate, entry: &Rc<Entry>, path: &syn::Path) -> Option<TypeHead> {
    let segments = super::path_symbols(path);
    let global = path.leading_colon.is_some();
    if let [single] = segments.as_slice()
        && let Some(primitive) = primitive_named(single.as_str())
        && krate.is_model_file(entry.file)
    {
        return Some(TypeHead::Primitive(primitive));
    }
    let resolved = krate
        .resolve_path(entry.scope, &segments, global, Namespace::Type)
        .ok()?;
    if resolved.used != segments.len() {
        return None;
    }
    match resolved.res {
        Res::Primitive(primitive) => Some(TypeHead::Primitive(primitive)),
        Res::Def(def) => {
            let target = krate.entry(def);
            match &target.node {
                Node::TypeAlias(item) => alias_head(krate, &target, &item.ty),
                _ => Some(TypeHead::Def(def)),
            }
        }
        Res::Macro(_) | Res::Builtin(_) | Res::Procedural(_) => None,
    }
}
