//! `include!`: another file's text in the place of a macro.

use super::builtin;
use super::source;
use super::tokens::{respan, syntax_error};
use crate::diagnostic::{Diagnostic, Result};
use crate::resolve::Crate;
use proc_macro2::TokenStream;
use std::path::PathBuf;
use std::str::FromStr;
use vscheck_ir::{FileId, Span};

/// The file that `include!` names in a file, read, as a part of the same crate.
pub(super) fn included_file(
    krate: &Crate,
    file: FileId,
    mac: &syn::Macro,
    span: Span,
) -> Result<FileId> {
    let written: syn::Expr =
        syn::parse2(mac.tokens.clone()).map_err(|error| syntax_error(file, &error))?;
    let name = text_of(krate, file, &written, span)?;
    let path = PathBuf::from(krate.file_path(file)).with_file_name(name);
    krate.read_user_file(krate.unit_of(file), &path, Some(span))
}

/// The tokens of that file, all at the macro's place.
pub(super) fn included_tokens(
    krate: &Crate,
    file: FileId,
    mac: &syn::Macro,
    span: Span,
) -> Result<TokenStream> {
    let included = included_file(krate, file, mac, span)?;
    let text = krate.file_text(included);
    let tokens = TokenStream::from_str(&text)
        .map_err(|_| Diagnostic::new("the included file has no Rust tokens", span))?;
    source::check_nesting(included, &tokens)?;
    Ok(respan(tokens, super::macro_span(mac)))
}

/// A string literal, `env!` or `concat!` of such.
fn text_of(krate: &Crate, file: FileId, written: &syn::Expr, span: Span) -> Result<String> {
    let unsupported = || Diagnostic::unsupported("the file name of this `include!`", span);
    match written {
        syn::Expr::Group(group) => text_of(krate, file, &group.expr, span),
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Ok(text.value()),
        syn::Expr::Macro(node) => {
            let list = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
            let parts = syn::parse::Parser::parse2(list, node.mac.tokens.clone())
                .map_err(|error| syntax_error(file, &error))?;
            let name = node
                .mac
                .path
                .segments
                .last()
                .map(|last| last.ident.to_string());
            let mut texts = parts.iter().map(|part| text_of(krate, file, part, span));
            match name.as_deref() {
                Some("concat") => texts.collect(),
                Some("env") => {
                    let name = texts.next().unwrap_or_else(|| Err(unsupported()))?;
                    variable(krate, file, &name, span)
                }
                _ => Err(unsupported()),
            }
        }
        _ => Err(unsupported()),
    }
}

fn variable(krate: &Crate, file: FileId, name: &str, span: Span) -> Result<String> {
    krate
        .variable(file, name)
        .ok_or_else(|| builtin::undefined_variable(name, span))
}
