//! The names that a body mentions, without understanding it.

use super::lazy::Fragment;
use super::node::{BodySource, FnNode};
use super::outline::{Kind, Scanner};
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
        Some(BodySource::Text(text)) if !text.source.is_model() => collect_text(text, &mut found),
        Some(BodySource::Text(_)) | None => {}
    }
    found
}

fn collect_text(text: &Fragment, found: &mut Vec<Symbol>) {
    let scanner = Scanner::new(text.source.text, text.range.clone());
    for piece in scanner {
        match piece.kind {
            Kind::Word => {
                let word = &text.source.text[piece.start..piece.end];
                found.push(Symbol::new(word.trim_start_matches("r#")));
            }
            Kind::Group(_) => collect_text(&text.part(piece.inside()), found),
            Kind::Literal | Kind::Lifetime | Kind::Punct(_) => {}
        }
    }
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
