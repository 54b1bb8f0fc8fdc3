//! Attributes: `cfg` decides whether something exists; a few words matter later; the rest is ignored.

use super::tokens::name;
use crate::hir::Attrs;
use crate::resolve::cfg::{CfgSet, split_commas};
use crate::resolve::hygiene;
use crate::symbol::Symbol;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Meta};

/// Whether an attribute has this name.
pub(crate) fn is(attribute: &Attribute, wanted: &str) -> bool {
    match attribute.path().get_ident() {
        Some(ident) => hygiene::plain_text(&ident.to_string()) == wanted,
        None => false,
    }
}

/// Whether the thing with these attributes exists.
pub(crate) fn enabled(cfg: &CfgSet, attributes: &[Attribute]) -> bool {
    attributes.iter().all(|attribute| {
        if is(attribute, "cfg") {
            cfg.all(arguments(attribute)).unwrap_or(true)
        } else if is(attribute, "cfg_attr") {
            enabled(cfg, &expand_cfg_attr(cfg, attribute))
        } else {
            true
        }
    })
}

/// The attributes with every `cfg_attr` replaced by what it stands for; `None` if a `cfg` removes the
/// thing.
pub(crate) fn effective(cfg: &CfgSet, attributes: Vec<Attribute>) -> Option<Vec<Attribute>> {
    if attributes.is_empty() {
        return Some(attributes);
    }
    if !enabled(cfg, &attributes) {
        return None;
    }
    let mut result = Vec::with_capacity(attributes.len());
    for attribute in attributes {
        if is(&attribute, "cfg_attr") {
            result.extend(effective(cfg, expand_cfg_attr(cfg, &attribute))?);
        } else {
            result.push(attribute);
        }
    }
    Some(result)
}

fn expand_cfg_attr(cfg: &CfgSet, attribute: &Attribute) -> Vec<Attribute> {
    match cfg.split_cfg_attr(arguments(attribute)) {
        Some((true, metas)) => metas
            .into_iter()
            .filter_map(|meta| syn::parse2::<Meta>(meta).ok())
            .map(|meta| Attribute {
                meta,
                ..attribute.clone()
            })
            .collect(),
        Some((false, _)) | None => Vec::new(),
    }
}

/// What stands in the parentheses.
pub(crate) fn arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
    }
}

/// The string in `#[name = "text"]`.
pub(crate) fn text_value(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) => literal_text(&pair.value),
        Meta::Path(_) | Meta::List(_) => None,
    }
}

fn literal_text(value: &syn::Expr) -> Option<String> {
    match value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        syn::Expr::Group(group) => literal_text(&group.expr),
        _ => None,
    }
}

/// What later stages ask for.
pub(crate) fn collect(attributes: &[Attribute]) -> Attrs {
    let mut attrs = Attrs::default();
    for attribute in attributes {
        let Some(ident) = attribute.path().get_ident() else {
            continue;
        };
        match name(ident).as_str() {
            "lang" => attrs.lang = text_value(attribute).map(|text| Symbol::new(&text)),
            "inline" => {
                attrs.inline = !words(arguments(attribute))
                    .iter()
                    .any(|w| w.as_str() == "never")
            }
            "track_caller" => attrs.track_caller = true,
            "test" => attrs.test = true,
            "should_panic" => attrs.should_panic = Some(expected_text(attribute)),
            "ignore" => attrs.ignore = true,
            "repr" => attrs.repr.extend(words(arguments(attribute))),
            _ => {}
        }
    }
    attrs
}

/// `#[should_panic(expected = "text")]` or `#[should_panic = "text"]`.
fn expected_text(attribute: &Attribute) -> Option<String> {
    let pair: Option<syn::MetaNameValue> = syn::parse2(arguments(attribute)).ok();
    pair.and_then(|pair| literal_text(&pair.value))
        .or_else(|| text_value(attribute))
}

fn words(tokens: TokenStream) -> Vec<Symbol> {
    let words = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Ident(ident) => Some(name(&ident)),
        _ => None,
    });
    words.collect()
}

/// The last names of the paths in `#[derive(..)]`, with the place of each.
pub(crate) fn derives(attributes: &[Attribute]) -> Vec<(Symbol, proc_macro2::Span)> {
    let lists = attributes
        .iter()
        .filter(|attribute| is(attribute, "derive"))
        .map(arguments);
    lists
        .flat_map(split_commas)
        .filter_map(|path| match path.into_iter().last() {
            Some(TokenTree::Ident(ident)) => Some((name(&ident), ident.span())),
            _ => None,
        })
        .collect()
}
