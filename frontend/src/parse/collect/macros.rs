//! `macro_rules!` among items, and items that macros give.

use super::waiting::Waiting;
use super::{Collector, LazyImpls};
use crate::diagnostic::Result;
use crate::parse::cfg_select::selected;
use crate::parse::include::included_file;
use crate::parse::lazy::Lazy;
use crate::parse::macro_rules::{Invocation, MacroDef, MacroSource};
use crate::parse::skim::Skimmed;
use crate::parse::tokens::{name, syntax_error};
use crate::parse::{Builtin, attributes, builtin, macro_span, source};
use crate::resolve::{Binding, MacroLink, Namespace, Res, Visibility, find_textual, hygiene};
use crate::symbol::Symbol;
use proc_macro2::{TokenStream, TokenTree};
use std::rc::Rc;
use syn::Attribute;
use vscheck_ir::{FileId, Span};

impl Collector<'_> {
    pub(super) fn macro_item(&mut self, item: syn::ItemMacro, attrs: &[Attribute]) -> Result<()> {
        let Some(ident) = &item.ident else {
            return self.invocation(Lazy::ready(item.mac));
        };
        let symbol = name(ident);
        let tokens = match has_local_inner_macros(attrs) {
            true => with_local_macros(item.mac.tokens),
            false => item.mac.tokens,
        };
        let source = MacroSource::Tokens(tokens);
        let def = MacroDef::new(self.krate, symbol, self.file, source);
        self.define_macro(symbol, Rc::new(def), attrs);
        Ok(())
    }

    /// Puts a `macro_rules!` into the textual scope, its module, and if exported the crate's root.
    pub(super) fn define_macro(&mut self, symbol: Symbol, def: Rc<MacroDef>, attrs: &[Attribute]) {
        self.macros = MacroLink::push(&self.macros, symbol, def.clone());
        if has_local_inner_macros(attrs) {
            let mut homes = self.krate.local_inner_macros.borrow_mut();
            homes.insert(def.id, self.krate.unit_of(def.file));
        }
        let res = Res::Macro(def);
        let here = Visibility::In(self.module.def);
        self.module
            .define(symbol, Namespace::Macro, res.clone(), here);
        if attrs
            .iter()
            .any(|attribute| attributes::is(attribute, "macro_export"))
        {
            let root = self.krate.scope_module(self.module.root);
            let binding = Binding {
                res,
                visibility: Visibility::Public,
            };
            root.items
                .borrow_mut()
                .insert((symbol, Namespace::Macro), binding);
        }
    }

    pub(super) fn invocation(&mut self, mac: Lazy<syn::Macro>) -> Result<()> {
        let found = mac
            .path
            .get_ident()
            .and_then(|ident| find_textual(&self.macros, name(ident)));
        let Some(def) = found else {
            self.wait(Waiting::Macro(mac));
            return Ok(());
        };
        if self.module.is_model
            && let Some(implemented) = def.implements(&self.macros)
        {
            let mut names = (*implemented).clone();
            names.fill_in(&mac.tokens);
            let deferred = self.later(Waiting::Macro(mac));
            self.krate.add_lazy_impls(LazyImpls {
                names,
                deferred,
                round: None,
            });
            return Ok(());
        }
        self.expand_items(&Res::Macro(def), &mac)
    }

    pub(super) fn expand_items(&mut self, res: &Res, mac: &syn::Macro) -> Result<()> {
        let span = macro_span(mac);
        self.krate.check_depth(self.depth + 1, self.span(span))?;
        let tokens = match res {
            Res::Builtin(Builtin::Include) => return self.include(mac, self.span(span)),
            Res::Macro(def) => def.expand(self.krate, &invocation_of(mac, self.file))?,
            Res::Builtin(Builtin::CfgSelect) => selected(self.krate, self.file, mac)?,
            Res::Builtin(other) => other.expand_items(self.span(span), mac)?,
            Res::Procedural(which) => builtin::invoke(self.krate, *which, self.file, mac)?,
            Res::Def(_) | Res::Primitive(_) => return Ok(()),
        };
        self.expanded(tokens)
    }

    /// The items of another file, in this module.
    fn include(&mut self, mac: &syn::Macro, span: Span) -> Result<()> {
        let file = included_file(self.krate, self.file, mac, span)?;
        let parsed = source::parse_file(self.krate, file)?;
        let outer = std::mem::replace(&mut self.file, file);
        self.depth += 1;
        let result = self.items(parsed.items);
        self.depth -= 1;
        self.file = outer;
        result
    }

    /// Defines the items that a macro has given.
    pub(super) fn expanded(&mut self, tokens: TokenStream) -> Result<()> {
        let (tokens, skimmed) = if self.is_outlined() {
            let mut cut = Skimmed::default();
            (cut.cut(tokens), Some(Rc::new(cut)))
        } else {
            (tokens, None)
        };
        let items = syn::parse2::<syn::File>(tokens)
            .map_err(|error| syntax_error(self.file, &error))?
            .items;
        let outer = std::mem::replace(&mut self.skimmed, skimmed);
        self.depth += 1;
        let result = self.items(items);
        self.depth -= 1;
        self.skimmed = outer;
        result
    }
}

pub(super) fn invocation_of(mac: &syn::Macro, file: FileId) -> Invocation {
    Invocation {
        span: macro_span(mac),
        file,
        arguments: mac.tokens.clone(),
    }
}

/// `#[macro_export(local_inner_macros)]`.
pub(super) fn has_local_inner_macros(attrs: &[Attribute]) -> bool {
    let exports = |attribute: &&Attribute| attributes::is(attribute, "macro_export");
    let words = |attribute: &Attribute| attributes::arguments(attribute).to_string();
    let mut exports = attrs.iter().filter(exports).map(words);
    exports.any(|words| words == "local_inner_macros")
}

/// The rules of a macro whose invocations of macros are of its own crate: `other!` becomes
/// `$crate::other!` in what it expands to. In the arguments of another macro, which may ask for a name and a
/// `!`, the name is marked instead.
pub(super) fn with_local_macros(rules: TokenStream) -> TokenStream {
    let mut result = TokenStream::new();
    let mut expands = false;
    for token in rules {
        match token {
            TokenTree::Group(group) if expands => {
                let inside = local_invocations(group.stream(), false);
                let mut new = proc_macro2::Group::new(group.delimiter(), inside);
                new.set_span(group.span());
                result.extend([TokenTree::Group(new)]);
                expands = false;
            }
            other => {
                expands |= matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '>');
                result.extend([other]);
            }
        }
    }
    result
}

fn local_invocations(tokens: TokenStream, in_arguments: bool) -> TokenStream {
    let is = |token: Option<&TokenTree>, mark: char| match token {
        Some(TokenTree::Punct(punct)) => punct.as_char() == mark,
        _ => false,
    };
    // A single colon is no path: `target: name!()`.
    let ends_in_path = |tokens: &[TokenTree]| {
        let mut last = tokens.iter().rev();
        is(last.next(), ':') && is(last.next(), ':')
    };
    // `if !(a || b)` invokes nothing, and neither does `if !first {`.
    let invokes = |ident: &proc_macro2::Ident, behind: &[TokenTree]| {
        let is_behind =
            is(behind.first(), '!') && matches!(behind.get(1), Some(TokenTree::Group(_)));
        is_behind && syn::parse_str::<syn::Ident>(&ident.to_string()).is_ok()
    };
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut result: Vec<TokenTree> = Vec::new();
    for (at, token) in tokens.iter().cloned().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inside =
                    local_invocations(group.stream(), in_arguments || is(result.last(), '!'));
                let mut new = proc_macro2::Group::new(group.delimiter(), inside);
                new.set_span(group.span());
                result.push(TokenTree::Group(new));
            }
            TokenTree::Ident(ident)
                if invokes(&ident, &tokens[at + 1..])
                    && !is(result.last(), '$')
                    && !ends_in_path(&result) =>
            {
                let span = ident.span();
                if in_arguments {
                    let text = hygiene::to_be_marked(&ident.to_string());
                    result.push(TokenTree::Ident(proc_macro2::Ident::new(&text, span)));
                    continue;
                }
                result.extend(quote::quote_spanned!(span=> $crate::#ident));
            }
            other => result.push(other),
        }
    }
    result.into_iter().collect()
}
