//! Attributes: `cfg` decides whether something exists; a few words matter later; the rest is ignored.

use super::derive::is_known as is_known_derive;
use super::tokens::name;
use crate::hir::{Attrs, ExportedMacro};
use crate::macros::MacroKind;
use crate::resolve::cfg::{CfgSet, split_commas};
use crate::resolve::hygiene::{self, STD_CRATE};
use crate::symbol::Symbol;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Meta};

/// Whether an attribute has this name.
pub(crate) fn is(attribute: &Attribute, wanted: &str) -> bool {
    match own_name(attribute) {
        Some(ident) => hygiene::plain_text(&ident.to_string()) == wanted,
        None => false,
    }
}

/// The name of an attribute, also of a built-in one behind its path: `::core::prelude::v1::derive`.
fn own_name(attribute: &Attribute) -> Option<&syn::Ident> {
    let segments = &attribute.path().segments;
    let first = name(&segments.first()?.ident);
    let is_of_std = ["core", "std"].contains(&first.as_str());
    match segments.len() {
        1 => attribute.path().get_ident(),
        _ if is_of_std => Some(&segments.last()?.ident),
        _ => None,
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

/// The parameters that generics declare, but for those that a `cfg` removes.
pub(crate) fn parameters<'g>(
    cfg: &CfgSet,
    generics: &'g syn::Generics,
) -> impl Iterator<Item = &'g syn::GenericParam> {
    generics.params.iter().filter(move |param| {
        let attrs = match param {
            syn::GenericParam::Type(param) => &param.attrs,
            syn::GenericParam::Const(param) => &param.attrs,
            syn::GenericParam::Lifetime(param) => &param.attrs,
        };
        enabled(cfg, attrs)
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

/// Whether an attribute that is left when macros have run makes a test of a function, going by its name:
/// `#[test]`, and of a kind that cannot be run `#[async_std::test]`, `#[rstest]`, `#[test_case(1)]`.
fn makes_test(name: &str) -> bool {
    name.contains("test")
}

/// What later stages ask for.
pub(crate) fn collect(attributes: &[Attribute]) -> Attrs {
    let mut attrs = Attrs::default();
    let derived = derives(attributes).into_iter().map(|(name, _)| name);
    attrs.other_derives = derived.filter(|d| !is_known_derive(d.as_str())).collect();
    for attribute in attributes {
        let Some(ident) = own_name(attribute) else {
            let last = attribute.path().segments.last();
            attrs.test |= last.is_some_and(|last| makes_test(name(&last.ident).as_str()));
            continue;
        };
        match name(ident).as_str() {
            "lang" => attrs.lang = text_value(attribute).map(|text| Symbol::new(&text)),
            attribute_name @ "global_allocator" => attrs.lang = Some(Symbol::new(attribute_name)),
            "inline" => {
                attrs.inline = !words(arguments(attribute))
                    .iter()
                    .any(|w| w.as_str() == "never")
            }
            "track_caller" => attrs.track_caller = true,
            "automatically_derived" => attrs.derived = true,
            "rustc_promotable" => attrs.promotable = true,
            "should_panic" => attrs.should_panic = Some(expected_text(attribute)),
            "ignore" => attrs.ignore = true,
            attribute_name @ ("proc_macro" | "proc_macro_attribute" | "proc_macro_derive") => {
                let kind = MacroKind::defined_by(attribute_name);
                let arguments = arguments(attribute);
                attrs.exported_macro = kind.map(|kind| ExportedMacro {
                    kind,
                    derived: words(arguments.clone()).first().copied(),
                    helpers: helpers(arguments),
                });
            }
            "link_section" | "no_mangle" | "export_name" | "link_name" | "unsafe" => {
                note_for_linker(&mut attrs, &attribute.meta);
            }
            "repr" => attrs.repr.extend(repr_words(arguments(attribute))),
            attribute_name => attrs.test |= makes_test(attribute_name),
        }
    }
    attrs
}

/// What an attribute says to the linker, also in `unsafe(...)`.
fn note_for_linker(attrs: &mut Attrs, meta: &Meta) {
    match meta {
        Meta::Path(path) => attrs.exported |= path.is_ident("no_mangle"),
        Meta::NameValue(pair) => {
            let text = literal_text(&pair.value).unwrap_or_default();
            if pair.path.is_ident("link_section") {
                attrs.runs_before_main |= text.starts_with(".init_array");
            } else {
                attrs.exported |= pair.path.is_ident("export_name");
                attrs.symbol = Some(Symbol::new(&text));
            }
        }
        Meta::List(list) => {
            if let Ok(inner) = syn::parse2(list.tokens.clone()) {
                note_for_linker(attrs, &inner);
            }
        }
    }
}

/// Attributes that are the compiler's or a tool's, and not macros that would change what they stand at.
const INERT: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cfg",
    "cfg_attr",
    "clippy",
    "cold",
    "collapse_debuginfo",
    "const_trait",
    "coverage",
    "crate_name",
    "crate_type",
    "debugger_visualizer",
    "deny",
    "deprecated",
    "derive",
    "diagnostic",
    "do_not_recommend",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "fundamental",
    "global_allocator",
    "ignore",
    "inline",
    "instruction_set",
    "link",
    "link_name",
    "link_ordinal",
    "link_section",
    "linkage",
    "macro_export",
    "macro_use",
    "marker",
    "may_dangle",
    "miri",
    "must_use",
    "naked",
    "no_builtins",
    "no_core",
    "no_implicit_prelude",
    "no_link",
    "no_main",
    "no_mangle",
    "no_sanitize",
    "no_std",
    "non_exhaustive",
    "optimize",
    "panic_handler",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
    "recursion_limit",
    "reexport_test_harness_main",
    "repr",
    "rust_analyzer",
    "rustfmt",
    "sanitize",
    "should_panic",
    "stable",
    "target_feature",
    "test",
    "test_runner",
    "thread_local",
    "track_caller",
    "type_const",
    "type_length_limit",
    "unsafe",
    "unstable",
    "used",
    "warn",
    "windows_subsystem",
];

/// Whether an attribute whose path begins like this is no macro.
pub(crate) fn is_inert(first: &str) -> bool {
    INERT.contains(&first) || first.starts_with("rustc_")
}

/// The words that the paths of an attribute begin with, given what is in its brackets: more than one if it
/// is `cfg_attr(condition, a, b)`.
pub(crate) fn words_of_attribute(tokens: TokenStream) -> Vec<String> {
    let mut tokens = tokens.into_iter();
    let first = tokens.find_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    let (Some("cfg_attr"), Some(TokenTree::Group(group))) = (first.as_deref(), tokens.next())
    else {
        return first.into_iter().collect();
    };
    let mut words = Vec::new();
    let mut behind_comma = false;
    for token in group.stream() {
        if let TokenTree::Ident(word) = &token
            && behind_comma
        {
            words.push(word.to_string());
        }
        behind_comma = matches!(token, TokenTree::Punct(ref punct) if punct.as_char() == ',');
    }
    words
}

/// The first attribute that is a macro, which would have to be run to know what stands there.
pub(crate) fn attribute_macro(attributes: &[Attribute]) -> Option<String> {
    let is_macro = |attribute: &&Attribute| {
        let of_tool = attribute.path().segments.first().map(|first| &first.ident);
        own_name(attribute)
            .or(of_tool)
            .is_some_and(|first| !is_inert(name(first).as_str()))
    };
    let found = attributes.iter().find(is_macro)?;
    Some(format!(
        "the attribute macro `{}`",
        super::path_text(found.path())
    ))
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

/// The words of `attributes(..)` in what a derive says of itself.
fn helpers(tokens: TokenStream) -> Vec<Symbol> {
    let groups = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(words(group.stream())),
        _ => None,
    });
    groups.flatten().collect()
}

/// Whether there is a `#[repr(packed)]`, with a number or not.
pub(crate) fn is_packed(attributes: &[Attribute]) -> bool {
    reprs(attributes).any(|word| word.as_str().starts_with("packed"))
}

/// The one of some words that `#[repr(..)]` says.
pub(crate) fn repr_among(
    attributes: &[Attribute],
    wanted: &[&'static str],
) -> Option<&'static str> {
    reprs(attributes).find_map(|word| {
        wanted
            .iter()
            .copied()
            .find(|&wanted| wanted == word.as_str())
    })
}

fn reprs(attributes: &[Attribute]) -> impl Iterator<Item = Symbol> {
    let reprs = attributes.iter().filter(|attribute| is(attribute, "repr"));
    reprs.flat_map(|attribute| repr_words(arguments(attribute)))
}

/// The words of `#[repr(..)]`, an argument appended: `align64`.
fn repr_words(tokens: TokenStream) -> Vec<Symbol> {
    let mut words: Vec<String> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => words.push(ident.to_string()),
            TokenTree::Group(argument) => {
                if let Some(word) = words.last_mut() {
                    word.push_str(&argument.stream().to_string());
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    words.iter().map(|word| Symbol::new(word)).collect()
}

/// The last names of the paths in `#[derive(..)]`, with the place of each. Of another crate's derive the
/// whole path, so that it is not taken for std's.
pub(crate) fn derives(attributes: &[Attribute]) -> Vec<(Symbol, proc_macro2::Span)> {
    let lists = attributes
        .iter()
        .filter(|attribute| is(attribute, "derive"))
        .map(arguments);
    lists
        .flat_map(split_commas)
        .filter_map(|path| {
            let words = words(path.clone());
            match path.into_iter().last() {
                Some(TokenTree::Ident(ident)) if is_of_std(&words) => {
                    Some((name(&ident), ident.span()))
                }
                Some(TokenTree::Ident(ident)) => {
                    let words: Vec<&str> = words.iter().map(|word| word.as_str()).collect();
                    Some((Symbol::new(&words.join("::")), ident.span()))
                }
                _ => None,
            }
        })
        .collect()
}

/// The paths in `#[derive(..)]`.
pub(crate) fn derive_paths(attributes: &[Attribute]) -> Vec<syn::Path> {
    let lists = attributes
        .iter()
        .filter(|attribute| is(attribute, "derive"))
        .map(arguments);
    let paths = lists.flat_map(split_commas).map(syn::parse2);
    paths.filter_map(|path| path.ok()).collect()
}

/// The name of a derive that is one of std's, unless an import gives that name to another.
pub(crate) fn is_derive_of_std(path: &syn::Path) -> Option<Symbol> {
    let words: Vec<Symbol> = path.segments.iter().map(|part| name(&part.ident)).collect();
    let last = *words.last()?;
    (is_of_std(&words) && is_known_derive(last.as_str())).then_some(last)
}

/// Whether a derive with this path may be one of std's.
fn is_of_std(path: &[Symbol]) -> bool {
    match path {
        [_] => true,
        [first, ..] => ["std", "core", STD_CRATE].contains(&first.as_str()),
        [] => false,
    }
}

/// Attributes of an expression as a statement or in a list: `syn` hangs what stands before `a = b` and
/// `a + b` at `a`.
pub(crate) fn statement_attributes(expr: &syn::Expr) -> &[Attribute] {
    let mut first = expr;
    loop {
        first = match first {
            syn::Expr::Assign(node) if node.attrs.is_empty() => &node.left,
            syn::Expr::Binary(node) if node.attrs.is_empty() => &node.left,
            syn::Expr::Cast(node) if node.attrs.is_empty() => &node.expr,
            other => return expr_attributes(other),
        };
    }
}

fn expr_attributes(expr: &syn::Expr) -> &[Attribute] {
    use syn::Expr;
    match expr {
        Expr::Array(node) => &node.attrs,
        Expr::Assign(node) => &node.attrs,
        Expr::Async(node) => &node.attrs,
        Expr::Await(node) => &node.attrs,
        Expr::Binary(node) => &node.attrs,
        Expr::Block(node) => &node.attrs,
        Expr::Break(node) => &node.attrs,
        Expr::Call(node) => &node.attrs,
        Expr::Cast(node) => &node.attrs,
        Expr::Closure(node) => &node.attrs,
        Expr::Const(node) => &node.attrs,
        Expr::Continue(node) => &node.attrs,
        Expr::Field(node) => &node.attrs,
        Expr::ForLoop(node) => &node.attrs,
        Expr::Group(node) => &node.attrs,
        Expr::If(node) => &node.attrs,
        Expr::Index(node) => &node.attrs,
        Expr::Infer(node) => &node.attrs,
        Expr::Let(node) => &node.attrs,
        Expr::Lit(node) => &node.attrs,
        Expr::Loop(node) => &node.attrs,
        Expr::Macro(node) => &node.attrs,
        Expr::Match(node) => &node.attrs,
        Expr::MethodCall(node) => &node.attrs,
        Expr::Paren(node) => &node.attrs,
        Expr::Path(node) => &node.attrs,
        Expr::Range(node) => &node.attrs,
        Expr::RawAddr(node) => &node.attrs,
        Expr::Reference(node) => &node.attrs,
        Expr::Repeat(node) => &node.attrs,
        Expr::Return(node) => &node.attrs,
        Expr::Struct(node) => &node.attrs,
        Expr::Try(node) => &node.attrs,
        Expr::TryBlock(node) => &node.attrs,
        Expr::Tuple(node) => &node.attrs,
        Expr::Unary(node) => &node.attrs,
        Expr::Unsafe(node) => &node.attrs,
        Expr::While(node) => &node.attrs,
        Expr::Yield(node) => &node.attrs,
        _ => &[],
    }
}
