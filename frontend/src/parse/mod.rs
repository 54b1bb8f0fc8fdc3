//! Syntax: files to definitions, signatures and bodies to [`crate::hir`], macros expanded. The only
//! place that knows `syn`.

mod attributes;
mod body;
mod builtin;
mod cfg_select;
mod collect;
mod derive;
mod generics;
mod imports;
mod include;
mod item;
mod lazy;
mod let_chains;
mod lifetimes;
mod macro_rules;
mod node;
mod older_editions;
mod origin;
mod outline;
mod path;
mod places;
mod procedural;
mod skim;
mod source;
mod tokens;
mod ty;
mod words;

pub(crate) use body::{has_syntax, lower_async_stop, lower_body, parse_block};
pub(crate) use builtin::Builtin;
pub(crate) use collect::{
    Deferred, LazyImpls, children, define_function, expand_derives, expand_lazy, fill_model, force,
    load_root, new_root,
};
pub(crate) use item::{impl_head, impl_trait, lower_def};
pub(crate) use lazy::{Text, share_models};
pub(crate) use let_chains::has_let_chains;
pub(crate) use macro_rules::{ImplNames, MacroDef, SelfType};
pub(crate) use node::{GenericNames, Node};
pub(crate) use ty::{primitive_name, primitive_named};
pub(crate) use words::words;

use crate::symbol::Symbol;
use builtin::segments as path_symbols;
use syn::spanned::Spanned;
use tokens::name;

/// A path's text without arguments.
fn path_text(path: &syn::Path) -> String {
    let names: Vec<&str> = path
        .segments
        .iter()
        .map(|segment| name(&segment.ident).as_str())
        .collect();
    let global = if path.leading_colon.is_some() {
        "::"
    } else {
        ""
    };
    format!("{global}{}", names.join("::"))
}

/// The last name of a type that is a path.
fn type_name(ty: &syn::Type) -> Option<Symbol> {
    match ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| name(&segment.ident)),
        syn::Type::Group(group) => type_name(&group.elem),
        syn::Type::Paren(paren) => type_name(&paren.elem),
        syn::Type::TraitObject(object) => object.bounds.iter().find_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => bound
                .path
                .segments
                .last()
                .map(|segment| name(&segment.ident)),
            _ => None,
        }),
        _ => None,
    }
}

/// The place of a whole `name!(..)`.
fn macro_span(mac: &syn::Macro) -> proc_macro2::Span {
    let start = mac.path.span();
    let end = match &mac.delimiter {
        syn::MacroDelimiter::Paren(paren) => paren.span.close(),
        syn::MacroDelimiter::Brace(brace) => brace.span.close(),
        syn::MacroDelimiter::Bracket(bracket) => bracket.span.close(),
    };
    start.join(end).unwrap_or(start)
}
