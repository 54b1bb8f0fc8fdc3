//! The names that a body mentions, without understanding it.

use super::node::{BodySource, FnNode};
use super::tokens::name;
use crate::symbol::Symbol;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// All words of a function's body.
pub(crate) fn words(function: &FnNode) -> Vec<Symbol> {
    let mut found = Vec::new();
    match &function.body {
        Some(BodySource::Parsed(block)) => collect(block.to_token_stream(), &mut found),
        Some(BodySource::Tokens(tokens)) => collect(tokens.clone(), &mut found),
        // A model's.
        Some(BodySource::Text(_)) | None => {}
    }
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<Symbol>) {
    let mut work = vec![tokens];
    while let Some(tokens) = work.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => work.push(group.stream()),
                TokenTree::Ident(word) => found.push(name(&word)),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}
