//! `cfg_select! { predicate => { tokens } .. _ => { tokens } }`: the first arm whose predicate holds.

use super::macro_span;
use super::tokens::syntax_error;
use crate::diagnostic::{Diagnostic, Result};
use crate::resolve::{Crate, cfg::CfgSet};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Token;
use syn::parse::{ParseStream, Parser};
use vscheck_ir::FileId;

/// A predicate, none for `_`, and what stands behind its arrow, without braces.
struct Arm {
    predicate: Option<TokenStream>,
    tokens: TokenStream,
}

/// The tokens that such a macro stands for.
pub(crate) fn selected(krate: &Crate, file: FileId, mac: &syn::Macro) -> Result<TokenStream> {
    let arms = arms.parse2(mac.tokens.clone());
    let arms = arms.map_err(|error| syntax_error(file, &error))?;
    let cfg = krate.cfg(file);
    let chosen = arms.into_iter().find(|arm| arm.holds(&cfg));
    chosen.map(|arm| arm.tokens).ok_or_else(|| {
        let span = super::tokens::span_in(file, macro_span(mac));
        let message = "none of the predicates in this `cfg_select` evaluated to true";
        Diagnostic::new(message, span)
    })
}

impl Arm {
    fn holds(&self, cfg: &CfgSet) -> bool {
        match &self.predicate {
            Some(predicate) => cfg.all(predicate.clone()).unwrap_or(false),
            None => true,
        }
    }
}

fn arms(input: ParseStream) -> syn::Result<Vec<Arm>> {
    let mut arms = Vec::new();
    while !input.is_empty() {
        arms.push(arm(input)?);
    }
    Ok(arms)
}

fn arm(input: ParseStream) -> syn::Result<Arm> {
    let predicate = match input.parse::<Option<Token![_]>>()? {
        Some(_) => None,
        None => Some(input.parse::<syn::Meta>()?.into_token_stream()),
    };
    input.parse::<Token![=>]>()?;
    let tokens = if input.peek(syn::token::Brace) {
        let content;
        syn::braced!(content in input);
        content.parse()?
    } else {
        input.parse::<syn::Expr>()?.into_token_stream()
    };
    input.parse::<Option<Token![,]>>()?;
    Ok(Arm { predicate, tokens })
}
