//! Types as written.

use super::node::{GenericNames, Node};
use super::tokens::{name, span_in, syntax_error};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{
    AssocArg, Calling, ConstArg, DefId, GenericArg, GenericArgs, HirTy, HirTyKind, Mutability,
    Predicate, Primitive, TraitBound,
};
use crate::resolve::{Crate, Entry, MacroScope, Namespace, Res};
use crate::symbol::Symbol;
use std::rc::Rc;
use syn::Type;
use syn::spanned::Spanned;
use vscheck_ir::{FileId, Span};

const PRIMITIVES: [(&str, Primitive); 17] = [
    ("bool", Primitive::Bool),
    ("char", Primitive::Char),
    ("str", Primitive::Str),
    ("i8", Primitive::I8),
    ("i16", Primitive::I16),
    ("i32", Primitive::I32),
    ("i64", Primitive::I64),
    ("i128", Primitive::I128),
    ("isize", Primitive::Isize),
    ("u8", Primitive::U8),
    ("u16", Primitive::U16),
    ("u32", Primitive::U32),
    ("u64", Primitive::U64),
    ("u128", Primitive::U128),
    ("usize", Primitive::Usize),
    ("f32", Primitive::F32),
    ("f64", Primitive::F64),
];

/// The primitive type of this name.
pub(crate) fn primitive_named(name: &str) -> Option<Primitive> {
    PRIMITIVES
        .iter()
        .find(|(text, _)| *text == name)
        .map(|(_, primitive)| *primitive)
}

/// The name of a primitive type.
pub(crate) fn primitive_name(primitive: Primitive) -> &'static str {
    let found = PRIMITIVES.iter().find(|(_, other)| *other == primitive);
    found.map_or("", |(name, _)| name)
}

/// What `impl Trait` means where a type stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ImplMode {
    /// A new parameter of the function.
    Parameter,
    /// A type that the body gives.
    Opaque,
}

/// Lowers types (and generic arguments, bounds) in the scope of one definition.
pub(super) struct TyCx<'a> {
    pub krate: &'a Crate,
    /// Whose generic parameters are in scope.
    pub owner: Rc<Entry>,
    pub generics: Rc<GenericNames>,
    /// The current module or block.
    pub scope: DefId,
    pub file: FileId,
    pub macros: MacroScope,
    pub depth: u32,
    pub impl_mode: ImplMode,
    /// Parameters made from `impl Trait` so far.
    pub impl_params: Vec<Predicate>,
    /// Opaque types so far.
    pub opaques: u32,
}

impl<'a> TyCx<'a> {
    pub(super) fn new(krate: &'a Crate, owner: &Rc<Entry>) -> TyCx<'a> {
        TyCx {
            krate,
            owner: owner.clone(),
            generics: super::generics::names(krate, owner.id),
            scope: owner.scope,
            file: owner.file,
            macros: owner.macros.clone(),
            depth: owner.depth,
            impl_mode: ImplMode::Opaque,
            impl_params: Vec::new(),
            opaques: 0,
        }
    }

    pub(super) fn span(&self, span: proc_macro2::Span) -> Span {
        span_in(self.file, span)
    }

    /// A type; what cannot be resolved becomes [`HirTyKind::Unsupported`], to be said if it is reached.
    pub(super) fn lenient(&mut self, ty: &Type) -> HirTy {
        self.ty(ty).unwrap_or_else(|diagnostic| HirTy {
            span: self.span(ty.span()),
            kind: HirTyKind::Unsupported(diagnostic.message),
        })
    }

    /// A type.
    pub(super) fn ty(&mut self, ty: &Type) -> Result<HirTy> {
        let span = self.span(ty.span());
        let kind = match ty {
            Type::Array(array) => {
                let element = Box::new(self.ty(&array.elem)?);
                HirTyKind::Array(element, self.const_arg(&array.len)?)
            }
            Type::BareFn(function) => self.fn_pointer(function)?,
            Type::Group(group) => return self.ty(&group.elem),
            Type::ImplTrait(implied) => self.impl_trait(implied)?,
            Type::Infer(_) => HirTyKind::Infer,
            Type::Macro(mac) => return self.macro_type(&mac.mac),
            Type::Never(_) => HirTyKind::Never,
            Type::Paren(paren) => return self.ty(&paren.elem),
            Type::Path(path) => return self.path_type(path.qself.as_ref(), &path.path),
            Type::Ptr(pointer) => {
                let mutability = mutability(pointer.mutability.is_some());
                HirTyKind::RawPtr(mutability, Box::new(self.ty(&pointer.elem)?))
            }
            Type::Reference(reference) => {
                let mutability = mutability(reference.mutability.is_some());
                HirTyKind::Ref(mutability, Box::new(self.ty(&reference.elem)?))
            }
            Type::Slice(slice) => HirTyKind::Slice(Box::new(self.ty(&slice.elem)?)),
            Type::TraitObject(object) => {
                let bounds = self.bounds(object.bounds.iter())?;
                HirTyKind::Dyn(bounds, super::lifetimes::of_object(object))
            }
            Type::Tuple(tuple) => HirTyKind::Tuple(
                tuple
                    .elems
                    .iter()
                    .map(|ty| self.ty(ty))
                    .collect::<Result<_>>()?,
            ),
            _ => HirTyKind::Unsupported("this kind of type".to_string()),
        };
        Ok(HirTy { span, kind })
    }

    fn fn_pointer(&mut self, function: &syn::TypeBareFn) -> Result<HirTyKind> {
        let params = function
            .inputs
            .iter()
            .map(|input| self.ty(&input.ty))
            .collect::<Result<_>>()?;
        let ret = self.return_type(&function.output, function.span())?;
        let lifetimes = super::lifetimes::of_pointer(function);
        let abi = function.abi.as_ref().and_then(super::item::abi);
        let calling = Calling { abi, lifetimes };
        Ok(HirTyKind::FnPtr(params, Box::new(ret), calling))
    }

    /// A result type; `()` if none is written.
    pub(super) fn return_type(
        &mut self,
        output: &syn::ReturnType,
        place: proc_macro2::Span,
    ) -> Result<HirTy> {
        match output {
            syn::ReturnType::Default => Ok(unit(self.span(place))),
            syn::ReturnType::Type(_, ty) => self.ty(ty),
        }
    }

    fn impl_trait(&mut self, implied: &syn::TypeImplTrait) -> Result<HirTyKind> {
        let span = self.span(implied.span());
        match self.impl_mode {
            ImplMode::Opaque => {
                let index = self.opaques;
                self.opaques += 1;
                Ok(HirTyKind::Impl(index, self.bounds(implied.bounds.iter())?))
            }
            ImplMode::Parameter => {
                let own = self.generics.params.len() - self.generics.impl_count;
                let kind = HirTyKind::Param(
                    (own + self.impl_params.len()) as u32,
                    Symbol::new("impl Trait"),
                );
                let ty = HirTy {
                    span,
                    kind: kind.clone(),
                };
                self.impl_params.push(Predicate {
                    ty,
                    bounds: Vec::new(),
                });
                let at = self.impl_params.len() - 1;
                let bounds = self.bounds(implied.bounds.iter())?;
                self.impl_params[at].bounds = bounds;
                Ok(kind)
            }
        }
    }

    fn macro_type(&mut self, mac: &syn::Macro) -> Result<HirTy> {
        let span = super::macro_span(mac);
        let place = self.span(span);
        self.krate.check_depth(self.depth + 1, place)?;
        let res = super::builtin::resolve(self.krate, self.scope, &self.macros, &mac.path);
        let tokens = super::builtin::expand(self.krate, res, self.file, mac)?;
        let ty: Type = syn::parse2(tokens).map_err(|error| syntax_error(self.file, &error))?;
        self.depth += 1;
        let result = self.ty(&ty);
        self.depth -= 1;
        result
    }

    /// Trait bounds; lifetimes and `?Sized` are dropped.
    pub(super) fn bounds<'b>(
        &mut self,
        bounds: impl Iterator<Item = &'b syn::TypeParamBound>,
    ) -> Result<Vec<TraitBound>> {
        let mut result = Vec::new();
        for bound in bounds {
            if let syn::TypeParamBound::Trait(bound) = bound
                && !matches!(bound.modifier, syn::TraitBoundModifier::Maybe(_))
            {
                result.push(self.trait_bound(&bound.path)?);
            }
        }
        Ok(result)
    }

    /// A path that names a trait.
    pub(super) fn trait_bound(&mut self, path: &syn::Path) -> Result<TraitBound> {
        let span = self.span(path.span());
        let segments = super::path_symbols(path);
        let global = path.leading_colon.is_some();
        let found = self
            .krate
            .resolve_path(self.scope, &segments, global, Namespace::Type);
        let args = self.segment_args(path.segments.last())?;
        match found {
            Ok(resolved) if resolved.used == segments.len() => match resolved.res {
                Res::Def(def) if matches!(self.krate.entry(def).node, Node::Trait(_)) => {
                    Ok(TraitBound {
                        trait_def: def,
                        args,
                        span,
                    })
                }
                _ => Err(Diagnostic::new(
                    format!("`{}` is not a trait", super::path_text(path)),
                    span,
                )),
            },
            Ok(resolved) => Err(self.not_found("trait", path, &segments, resolved.used)),
            Err(at) => Err(self.not_found("trait", path, &segments, at)),
        }
    }

    /// Generic arguments of a segment.
    pub(super) fn segment_args(
        &mut self,
        segment: Option<&syn::PathSegment>,
    ) -> Result<GenericArgs> {
        let is_async = segment.is_some_and(|segment| {
            let name = &segment.ident;
            name == "AsyncFn" || name == "AsyncFnMut" || name == "AsyncFnOnce"
        });
        match segment.map(|segment| &segment.arguments) {
            Some(syn::PathArguments::Parenthesized(args)) if is_async => self.async_args(args),
            None | Some(syn::PathArguments::None) => Ok(GenericArgs::default()),
            Some(syn::PathArguments::AngleBracketed(args)) => self.angle_args(args),
            Some(syn::PathArguments::Parenthesized(args)) => self.paren_args(args),
        }
    }

    /// `<A, 3, Item = B>`.
    pub(super) fn angle_args(
        &mut self,
        list: &syn::AngleBracketedGenericArguments,
    ) -> Result<GenericArgs> {
        let mut args = GenericArgs::default();
        for arg in &list.args {
            match arg {
                syn::GenericArgument::Type(ty) => args.args.push(self.type_or_const(ty)?),
                syn::GenericArgument::Const(value) => {
                    args.args.push(GenericArg::Const(self.const_arg(value)?));
                }
                syn::GenericArgument::AssocType(binding) => {
                    args.bindings.push(AssocArg {
                        name: name(&binding.ident),
                        args: self.own_args(binding.generics.as_ref())?,
                        value: self.ty(&binding.ty)?,
                    });
                }
                syn::GenericArgument::Constraint(constraint) => {
                    args.constraints.push(AssocArg {
                        name: name(&constraint.ident),
                        args: self.own_args(constraint.generics.as_ref())?,
                        value: self.bounds(constraint.bounds.iter())?,
                    });
                }
                _ => {}
            }
        }
        Ok(args)
    }

    /// The arguments of an associated type that is named.
    fn own_args(
        &mut self,
        list: Option<&syn::AngleBracketedGenericArguments>,
    ) -> Result<GenericArgs> {
        list.map_or_else(|| Ok(GenericArgs::default()), |list| self.angle_args(list))
    }

    /// `(A, B) -> C`.
    fn paren_args(&mut self, list: &syn::ParenthesizedGenericArguments) -> Result<GenericArgs> {
        let span = self.span(list.span());
        let params = list
            .inputs
            .iter()
            .map(|ty| self.ty(ty))
            .collect::<Result<_>>()?;
        let output = self.return_type(&list.output, list.span())?;
        let params = HirTy {
            span,
            kind: HirTyKind::Tuple(params),
        };
        Ok(GenericArgs {
            args: vec![GenericArg::Type(params)],
            bindings: vec![AssocArg::plain(Symbol::new("Output"), output)],
            constraints: Vec::new(),
        })
    }

    /// `(A, B) -> C` of `AsyncFn`, which the models make another name of `Fn`: what it gives back is
    /// some future of `C`.
    fn async_args(&mut self, list: &syn::ParenthesizedGenericArguments) -> Result<GenericArgs> {
        let mut args = self.paren_args(list)?;
        args.bindings.clear();
        let span = list.span();
        let future: syn::TypeParamBound = match &list.output {
            syn::ReturnType::Default => {
                syn::parse_quote_spanned!(span=> ::std::future::Future<Output = ()>)
            }
            syn::ReturnType::Type(_, ty) => {
                syn::parse_quote_spanned!(span=> ::std::future::Future<Output = #ty>)
            }
        };
        let bounds = self.bounds(std::iter::once(&future))?;
        let output = AssocArg::plain(Symbol::new("Output"), bounds);
        args.constraints.push(output);
        Ok(args)
    }

    /// A name in an argument list may be a constant's.
    fn type_or_const(&mut self, ty: &Type) -> Result<GenericArg> {
        if let Type::Path(syn::TypePath { qself: None, path }) = ungrouped(ty)
            && let Some(value) = self.const_path(path)
        {
            return Ok(GenericArg::Const(value));
        }
        Ok(GenericArg::Type(self.ty(ty)?))
    }

    /// The constant that a path names, if it names no type.
    fn const_path(&mut self, path: &syn::Path) -> Option<ConstArg> {
        let segments = super::path_symbols(path);
        if let [single] = segments.as_slice()
            && let Some((index, is_const)) = self.generic_param(*single)
        {
            return is_const.then_some(ConstArg::Param(index));
        }
        if segments
            .first()
            .is_some_and(|first| first.as_str() == "Self")
        {
            return None;
        }
        let global = path.leading_colon.is_some();
        let lookup = |space| {
            self.krate
                .resolve_path(self.scope, &segments, global, space)
        };
        if lookup(Namespace::Type).is_ok() {
            return None;
        }
        match lookup(Namespace::Value) {
            Ok(resolved) if resolved.used == segments.len() => match resolved.res {
                Res::Def(def) if matches!(self.krate.entry(def).node, Node::Const(_)) => {
                    Some(ConstArg::Def(def))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A constant in a type.
    pub(super) fn const_arg(&mut self, value: &syn::Expr) -> Result<ConstArg> {
        match value {
            syn::Expr::Group(group) => self.const_arg(&group.expr),
            syn::Expr::Paren(paren) => self.const_arg(&paren.expr),
            syn::Expr::Infer(_) => Ok(ConstArg::Infer),
            syn::Expr::Lit(syn::ExprLit { lit, .. }) => Ok(match literal_value(lit) {
                Some(value) => ConstArg::Literal(value),
                None => self.anon_const(value),
            }),
            syn::Expr::Block(block) if block.label.is_none() => {
                match block.block.stmts.as_slice() {
                    [syn::Stmt::Expr(inner, None)] => self.const_arg(inner),
                    _ => Ok(self.anon_const(value)),
                }
            }
            syn::Expr::Path(syn::ExprPath {
                qself: None, path, ..
            }) => Ok(self
                .const_path(path)
                .unwrap_or_else(|| self.anon_const(value))),
            _ => Ok(self.anon_const(value)),
        }
    }

    /// A definition for an expression in a type.
    fn anon_const(&mut self, value: &syn::Expr) -> ConstArg {
        let span = self.span(value.span());
        let node = Node::AnonConst(Rc::new(value.clone()));
        ConstArg::Def(self.krate.add_entry(|id| Entry {
            parent: Some(self.owner.id),
            scope: self.scope,
            file: self.file,
            span,
            macros: self.macros.clone(),
            depth: self.depth,
            ..Entry::new(id, node)
        }))
    }

    /// A generic parameter by name, unless a block of the body hides it: its index, and whether it is a
    /// constant.
    pub(super) fn generic_param(&self, wanted: Symbol) -> Option<(u32, bool)> {
        let position = self
            .generics
            .params
            .iter()
            .rposition(|(name, _)| *name == wanted)?;
        let is_const = self.generics.params[position].1;
        let space = if is_const {
            Namespace::Value
        } else {
            Namespace::Type
        };
        let mut scope = self.scope;
        while scope != self.owner.scope {
            if self.krate.lookup_in(scope, wanted, space, None).is_some() {
                return None;
            }
            scope = self.krate.scope_module(scope).parent?;
        }
        Some((position as u32, is_const))
    }
}

/// `()`.
pub(super) fn unit(span: Span) -> HirTy {
    HirTy {
        span,
        kind: HirTyKind::Tuple(Vec::new()),
    }
}

pub(super) fn mutability(is_mut: bool) -> Mutability {
    if is_mut {
        Mutability::Mut
    } else {
        Mutability::Shared
    }
}

pub(super) fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

/// The number that an integer, character or boolean literal is.
fn literal_value(lit: &syn::Lit) -> Option<i128> {
    match lit {
        syn::Lit::Int(int) => int.base10_digits().parse().ok(),
        syn::Lit::Char(char) => Some(char.value() as i128),
        syn::Lit::Byte(byte) => Some(i128::from(byte.value())),
        syn::Lit::Bool(bool) => Some(i128::from(bool.value)),
        _ => None,
    }
}
