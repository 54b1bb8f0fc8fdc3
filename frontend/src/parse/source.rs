//! A file's text to syntax: checks that keep the parser's stack and memory bounded, then `syn`.

use super::older_editions;
use super::tokens::{span_in, syntax_error};
use crate::diagnostic::{Diagnostic, Result};
use crate::resolve::Crate;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::str::FromStr;
use vscheck_ir::{FileId, Span};

/// Deepest nesting of brackets that is accepted.
const MAX_NESTING: usize = 200;
/// Longest chain of operators, calls and `else`s in one expression, with those it stands in.
pub(in crate::parse) const MAX_CHAIN: usize = 5_000;

/// Parses a user's file.
pub(super) fn parse_file(krate: &Crate, file: FileId) -> Result<syn::File> {
    let text = krate.file_text(file);
    let text = without_head(&text);
    let tokens = older_editions::modern(tokens(file, &text)?, krate.file_edition(file));
    syn::parse2(tokens).map_err(|error| end_of_file(file, &text, &error))
}

/// A file's tokens, none of them nested too deeply. Of text without what may stand before Rust.
pub(super) fn tokens(file: FileId, text: &str) -> Result<TokenStream> {
    let tokens = TokenStream::from_str(text).map_err(|error| lexical_error(file, &error))?;
    check_text(file, text, &tokens)?;
    Ok(tokens)
}

fn lexical_error(file: FileId, error: &proc_macro2::LexError) -> Box<Diagnostic> {
    let message = "an unbalanced bracket, an unclosed literal, or no Rust token";
    Diagnostic::new(message, span_in(file, error.span()))
}

/// A file's text without a mark of the byte order. A `#!/usr/bin/env` line becomes empty; `#![attribute]` stays.
pub(super) fn without_head(text: &str) -> std::borrow::Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.starts_with("#!") || text[2..].trim_start().starts_with('[') {
        return text.into();
    }
    match text.find('\n') {
        Some(end) => text[end..].to_string().into(),
        None => "".into(),
    }
}

/// Errors at the end of the input have no token to stand at.
fn end_of_file(file: FileId, text: &str, error: &syn::Error) -> Box<Diagnostic> {
    let mut diagnostic = syntax_error(file, error);
    let start = error.span().start();
    if start.line == 1 && start.column == 0 && error.span().end() == start {
        let line = text.lines().count().max(1) as u32;
        let column = text.lines().last().map_or(0, |line| line.chars().count()) as u32 + 1;
        diagnostic.span = Some(Span {
            file,
            line,
            column,
            end_line: line,
            end_column: column,
        });
    }
    diagnostic
}

/// Whether tokens of this text may be nested too deeply: those of a short one with few brackets are not, where
/// a comment of documentation may be one more.
fn may_nest_deeply(text: &str) -> bool {
    let is_bracket = |byte: &u8| matches!(byte, b'(' | b'[' | b'{');
    text.len() > MAX_CHAIN || text.bytes().filter(is_bracket).count() >= MAX_NESTING
}

/// Refuses tokens of a text that would overflow the stack of a recursive parser.
pub(in crate::parse) fn check_text(file: FileId, text: &str, tokens: &TokenStream) -> Result<()> {
    match may_nest_deeply(text) {
        true => check_nesting(file, tokens),
        false => Ok(()),
    }
}

/// The same of tokens of any text.
pub(in crate::parse) fn check_nesting(file: FileId, tokens: &TokenStream) -> Result<()> {
    let mut work = vec![(tokens.clone(), 0, 0)];
    while let Some((tokens, depth, outer)) = work.pop() {
        let mut chain = outer;
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let inside = chain;
            chain = match continues_chain(&token, tokens.peek()) {
                Some(links) => chain + links,
                None => outer,
            };
            if depth > MAX_NESTING || chain > MAX_CHAIN {
                let what = if depth > MAX_NESTING {
                    "brackets"
                } else {
                    "expressions"
                };
                return Err(Diagnostic::new(
                    format!("{what} are nested too deeply"),
                    span_in(file, token.span()),
                ));
            }
            if let TokenTree::Group(group) = token {
                work.push((group.stream(), depth + 1, inside));
            }
        }
    }
    Ok(())
}

/// How many levels a token may add to the expression it stands in; `None` if it ends it.
fn continues_chain(token: &TokenTree, next: Option<&TokenTree>) -> Option<usize> {
    match token {
        TokenTree::Punct(punct) => match punct.as_char() {
            ';' | ',' => None,
            '\'' | ':' | '#' | '$' => Some(0),
            _ => Some(1),
        },
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => match next {
            Some(TokenTree::Ident(word)) if word == "else" => Some(1),
            Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), '.' | '?') => Some(1),
            _ => None,
        },
        TokenTree::Group(_) => Some(1),
        TokenTree::Ident(_) | TokenTree::Literal(_) => Some(0),
    }
}
