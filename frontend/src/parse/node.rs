//! Syntax kept with a definition until it is lowered.

use super::lazy::{Fragment, Lazy};
use super::skim::Skimmed;
use crate::hir::DefId;
use crate::symbol::Symbol;
use proc_macro2::TokenStream;
use std::cell::RefCell;
use std::rc::Rc;

/// The syntax of a definition.
pub(crate) enum Node {
    /// A module or block scope; its content is in the module table.
    Module,
    Fn(FnNode),
    Struct(Lazy<syn::ItemStruct>),
    Union(Rc<syn::ItemUnion>),
    /// With its variants.
    Enum(Rc<syn::ItemEnum>, RefCell<Vec<DefId>>),
    Variant(Rc<syn::Variant>, u32),
    Const(ConstNode),
    Static(Rc<syn::ItemStatic>),
    TypeAlias(Rc<syn::ItemType>),
    Trait(TraitNode),
    Impl(ImplNode),
    AssocTy(AssocTyNode),
    /// A constant expression in a type or pattern.
    AnonConst(Rc<syn::Expr>),
    /// What it is, for the message.
    Unsupported(String),
}

/// A function, method or intrinsic.
pub(crate) struct FnNode {
    pub signature: Lazy<syn::Signature>,
    pub body: Option<BodySource>,
    /// Why it cannot be called.
    pub unsupported: Option<String>,
    /// Who sees it, of a member of an impl.
    pub seen: Seen,
}

/// From where a member is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    InModule,
    /// `pub(crate)`, and (taken for the same) `pub(super)` and `pub(in ..)`.
    InCrate,
    Everywhere,
}

impl Seen {
    pub fn of(visibility: &syn::Visibility) -> Seen {
        match visibility {
            syn::Visibility::Inherited => Seen::InModule,
            syn::Visibility::Restricted(_) => Seen::InCrate,
            syn::Visibility::Public(_) => Seen::Everywhere,
        }
    }
}

/// A body: parsed, or still tokens or text (models and published libraries).
pub(crate) enum BodySource {
    Parsed(Rc<syn::Block>),
    Tokens(TokenStream),
    Text(Fragment),
}

/// A constant, free or associated.
pub(crate) struct ConstNode {
    pub ty: Rc<syn::Type>,
    pub generics: Option<Rc<syn::Generics>>,
    pub value: Option<Rc<syn::Expr>>,
}

/// A trait.
pub(crate) struct TraitNode {
    /// Without its items if they are elsewhere.
    pub item: Lazy<syn::ItemTrait>,
    pub members: Content,
}

/// An impl.
pub(crate) struct ImplNode {
    /// Without its items if they are elsewhere.
    pub item: Lazy<syn::ItemImpl>,
    pub members: Content,
}

/// Where the members of a trait or impl are.
pub(crate) enum Content {
    /// In the syntax.
    Parsed,
    /// In the syntax, their bodies cut out.
    Skimmed(Rc<Skimmed>),
    /// In the text of a model or library.
    Text(Fragment),
}

/// An associated type.
pub(crate) struct AssocTyNode {
    pub generics: Rc<syn::Generics>,
    pub bounds: Vec<syn::TypeParamBound>,
    pub ty: Option<Rc<syn::Type>>,
}

/// Names of generic parameters in the full list's order.
#[derive(Debug, Default)]
pub(crate) struct GenericNames {
    pub parent_count: u32,
    /// Each with whether it is a const parameter.
    pub params: Vec<(Symbol, bool)>,
    /// How many of them, at the end, are `impl Trait`s of the parameters.
    pub impl_count: usize,
}
