//! Functions and statics of other languages.

use super::*;
use crate::parse::tokens::respan;
use crate::resolve::is_c_function;
use quote::ToTokens;
use syn::parse::Parser;

impl Collector<'_> {
    /// `extern "intrinsic" { .. }` in models. Of other foreign functions those of C's library that are modelled
    /// can be called.
    pub(super) fn foreign(&mut self, item: syn::ItemForeignMod) -> Result<()> {
        let written = item.abi;
        let abi = written
            .name
            .as_ref()
            .map(syn::LitStr::value)
            .unwrap_or_else(|| "C".into());
        let intrinsic = self.module.is_model && abi == "intrinsic";
        for item in item.items {
            let mut item = without_safe(item)?;
            let Some(attrs) = foreign_attributes(&mut item).map(std::mem::take) else {
                continue;
            };
            let Some(attrs) = effective(&self.krate.cfg(self.file), attrs) else {
                continue;
            };
            match item {
                syn::ForeignItem::Fn(item) => {
                    let written = (!intrinsic).then_some(&written);
                    self.foreign_function(item, &attrs, &abi, written);
                }
                syn::ForeignItem::Static(item) => {
                    let what = format!("a static of an `extern \"{abi}\"` block");
                    let def = self.add(
                        name(&item.ident),
                        self.span(item.ident.span()),
                        &attrs,
                        Node::Unsupported(what),
                    );
                    self.define(name(&item.ident), Namespace::Value, def, &item.vis);
                }
                syn::ForeignItem::Type(item) => {
                    self.unsupported(&item.ident, "a foreign type")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn foreign_function(
        &mut self,
        mut item: syn::ForeignItemFn,
        attrs: &[Attribute],
        abi: &str,
        written: Option<&syn::Abi>,
    ) {
        let intrinsic = written.is_none();
        let ident = name(&item.sig.ident);
        let span = self.span(item.sig.span());
        // Sources that ask for `cfg(miri)` tell it which objects are meant to live for ever.
        let hint = ident.as_str() == "miri_static_root";
        let modelled = match self.module.is_model {
            true => None,
            false => modelled_body(&mut item.sig, abi),
        };
        item.sig.abi = written.cloned();
        let unsupported = (!intrinsic && !hint && modelled.is_none())
            .then(|| format!("the foreign function `{ident}` (`extern \"{abi}\"`)"));
        let node = FnNode {
            signature: Lazy::ready(item.sig),
            body: hint
                .then(TokenStream::new)
                .or(modelled)
                .map(BodySource::Tokens),
            unsupported,
            seen: Seen::Everywhere,
        };
        let mut collected = attributes::collect(attrs);
        collected.intrinsic = intrinsic;
        let def = self.krate.add_entry(|id| Entry {
            id,
            name: ident,
            parent: Some(self.parent),
            scope: self.module.def,
            file: self.file,
            span,
            attrs: collected,
            macros: self.macros.clone(),
            depth: self.depth,
            ..Entry::new(id, Node::Fn(node))
        });
        self.define(ident, Namespace::Value, def, &item.vis);
    }
}

/// `safe fn f();` and `safe static S: T;`, which `syn` does not read, without the word.
fn without_safe(item: syn::ForeignItem) -> Result<syn::ForeignItem> {
    let syn::ForeignItem::Verbatim(tokens) = &item else {
        return Ok(item);
    };
    let is_safe = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "safe");
    let rest = tokens.clone().into_iter().filter(|token| !is_safe(token));
    Ok(syn::parse2(rest.collect()).unwrap_or(item))
}

/// What a function of C's library does: the same of the model (`models/ffi/c.rs`). Its parameters get names.
/// All arguments and what comes back are cast, since each program declares them with types of its own.
fn modelled_body(signature: &mut syn::Signature, abi: &str) -> Option<TokenStream> {
    let ident = signature.ident.clone();
    let is_modelled = match abi {
        "C" | "C-unwind" | "system" | "system-unwind" => true,
        "Rust" => ident.to_string().starts_with("miri_"),
        _ => false,
    };
    if !is_modelled || !is_c_function(&ident.to_string()) {
        return None;
    }
    if signature.variadic.is_some() {
        return system_call(signature);
    }
    let mut arguments = String::new();
    for (place, input) in signature.inputs.iter_mut().enumerate() {
        let syn::FnArg::Typed(input) = input else {
            return None;
        };
        let argument = format!("argument{place}");
        let cast = if is_callback(&input.ty) { "" } else { " as _" };
        arguments += &format!("{argument}{cast}, ");
        let pattern = syn::Pat::parse_single.parse_str(&argument).ok()?;
        let tokens = respan(pattern.to_token_stream(), ident.span());
        *input.pat = syn::Pat::parse_single.parse2(tokens).ok()?;
    }
    let cast = match &signature.output {
        syn::ReturnType::Type(_, ty) if !matches!(**ty, syn::Type::Never(_)) => " as _",
        _ => "",
    };
    let text = format!("{STD_CRATE}::ffi::c::{ident}({arguments}){cast}");
    let tokens: TokenStream = text.parse().ok()?;
    Some(respan(tokens, ident.span()))
}

/// What `syscall` does with three arguments, of whatever types: as many as the one system call has that is modelled.
fn system_call(signature: &mut syn::Signature) -> Option<TokenStream> {
    if signature.ident != "syscall" || signature.inputs.len() != 1 {
        return None;
    }
    let syn::FnArg::Typed(number) = signature.inputs.pop()?.into_value() else {
        return None;
    };
    let (number, span) = (number.ty, signature.ident.span());
    let word: syn::Path = syn::parse_str(&format!("{STD_CRATE}::ffi::c::Word")).ok()?;
    let call: syn::Path = syn::parse_str(&format!("{STD_CRATE}::ffi::c::syscall")).ok()?;
    signature.variadic = None;
    signature.generics = syn::parse_quote_spanned!(span=> <A: #word, B: #word, C: #word>);
    signature.inputs = syn::parse_quote_spanned!(span=> number: #number, a: A, b: B, c: C);
    Some(respan(
        quote::quote!(#call(number as _, a, b, c) as _),
        span,
    ))
}

/// Whether a parameter is a function, or perhaps one: these are not cast.
fn is_callback(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::BareFn(_) => true,
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Option"),
        _ => false,
    }
}

fn foreign_attributes(item: &mut syn::ForeignItem) -> Option<&mut Vec<Attribute>> {
    match item {
        syn::ForeignItem::Fn(item) => Some(&mut item.attrs),
        syn::ForeignItem::Static(item) => Some(&mut item.attrs),
        syn::ForeignItem::Type(item) => Some(&mut item.attrs),
        _ => None,
    }
}
