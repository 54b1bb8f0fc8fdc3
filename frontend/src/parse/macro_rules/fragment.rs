//! Fragments: how much of the input a `$name:kind` takes.

use super::pattern::{Fragment, glue};
use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use syn::buffer::Cursor;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};

/// What was bound, ready to be put into a body.
pub(super) type Tokens = Vec<TokenTree>;

/// Parses a fragment and gives its tokens.
///
/// An expression is wrapped in an invisible group so that it stays one operand; other kinds are plain
/// tokens, with visible parentheses where precedence needs them.
pub(super) fn parse(input: ParseStream, kind: Fragment) -> syn::Result<Tokens> {
    let start = input.cursor();
    match kind {
        Fragment::Ident => {
            let ident = input.call(syn::Ident::parse_any)?;
            if ident == "_" {
                return Err(input.error("expected identifier"));
            }
            return Ok(vec![TokenTree::Ident(ident)]);
        }
        Fragment::TokenTree => return token_tree(input),
        Fragment::Lifetime => drop(input.parse::<syn::Lifetime>()?),
        Fragment::Literal => literal(input)?,
        Fragment::Expr => {
            input.parse::<syn::Expr>()?;
            return Ok(wrapped(Delimiter::None, between(start, input.cursor())));
        }
        Fragment::Type => return ty(input),
        Fragment::Path => path(input)?,
        Fragment::Pattern => return pattern(input),
        Fragment::PatternNoTop => drop(syn::Pat::parse_single(input)?),
        Fragment::Statement => return statement(input),
        Fragment::Block => drop(input.parse::<syn::Block>()?),
        Fragment::Item => drop(input.parse::<syn::Item>()?),
        Fragment::Meta => drop(input.parse::<syn::Meta>()?),
        Fragment::Visibility => drop(input.parse::<syn::Visibility>()?),
    }
    Ok(between(start, input.cursor()))
}

fn between(start: Cursor, end: Cursor) -> Tokens {
    let mut tokens = Vec::new();
    let mut at = start;
    while at != end {
        let Some((token, next)) = at.token_tree() else {
            break;
        };
        tokens.push(token);
        at = next;
    }
    tokens
}

fn wrapped(delimiter: Delimiter, tokens: Tokens) -> Tokens {
    if let [TokenTree::Group(group)] = tokens.as_slice()
        && group.delimiter() == delimiter
    {
        return tokens;
    }
    let span = tokens.first().map(TokenTree::span);
    let mut group = Group::new(delimiter, tokens.into_iter().collect::<TokenStream>());
    if let Some(span) = span {
        group.set_span(span);
    }
    vec![TokenTree::Group(group)]
}

/// A type or path of several tokens as a token tree, if one is asked for and there is one.
pub(super) fn type_as_tree(input: ParseStream, kind: Fragment) -> Option<Tokens> {
    let ahead = input.fork();
    let is_one = kind == Fragment::TokenTree && syn::Type::without_plus(&ahead).is_ok();
    let tokens = is_one.then(|| between(input.cursor(), ahead.cursor()))?;
    input.advance_to(&ahead);
    Some(tokens)
}

/// One token as rustc counts them: operators and lifetimes whole.
fn token_tree(input: ParseStream) -> syn::Result<Tokens> {
    input.step(|cursor| {
        let mut tokens = Vec::new();
        let mut nexts = Vec::new();
        let mut at = *cursor;
        while tokens.len() < 3
            && let Some((token, next)) = at.token_tree()
        {
            tokens.push(token);
            nexts.push(next);
            at = next;
        }
        let used = match tokens.first() {
            None => return Err(cursor.error("expected a token")),
            Some(TokenTree::Punct(punct)) if punct.as_char() == '\'' => 2.min(tokens.len()),
            Some(TokenTree::Punct(_)) => glue(&tokens).map_or(1, |(_, used)| used),
            Some(_) => 1,
        };
        tokens.truncate(used);
        Ok((tokens, nexts[used - 1]))
    })
}

fn literal(input: ParseStream) -> syn::Result<()> {
    if input.peek(syn::Token![-]) {
        input.parse::<syn::Token![-]>()?;
    }
    input.parse::<syn::Lit>().map(drop)
}

fn ty(input: ParseStream) -> syn::Result<Tokens> {
    let start = input.cursor();
    let ty = input.parse::<syn::Type>()?;
    let tokens = between(start, input.cursor());
    Ok(match ty {
        syn::Type::TraitObject(_) | syn::Type::ImplTrait(_) => {
            wrapped(Delimiter::Parenthesis, tokens)
        }
        _ => tokens,
    })
}

/// A path as in types: `FnMut(u8) -> bool` is one, which `syn` knows in bounds only.
fn path(input: ParseStream) -> syn::Result<()> {
    input.parse::<syn::Path>()?;
    if input.peek(syn::token::Paren) {
        input.parse::<syn::ParenthesizedGenericArguments>()?;
    }
    Ok(())
}

fn pattern(input: ParseStream) -> syn::Result<Tokens> {
    let start = input.cursor();
    let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
    let tokens = between(start, input.cursor());
    Ok(match pattern {
        syn::Pat::Or(_) => wrapped(Delimiter::Parenthesis, tokens),
        _ => tokens,
    })
}

/// A statement without its semicolon. A `let` gets one of its own: the body may put it where none follows.
fn statement(input: ParseStream) -> syn::Result<Tokens> {
    let start = input.cursor();
    if input.peek(syn::Token![let]) {
        let_statement(input)?;
        let mut tokens = between(start, input.cursor());
        let mut end = Punct::new(';', Spacing::Alone);
        end.set_span(tokens[0].span());
        tokens.push(TokenTree::Punct(end));
        return Ok(tokens);
    }
    let ahead = input.fork();
    match ahead.parse::<syn::Item>() {
        Ok(syn::Item::Macro(item)) if item.ident.is_none() => {
            input.parse::<syn::Expr>().map(drop)?
        }
        Ok(_) => input.parse::<syn::Item>().map(drop)?,
        Err(_) => input.parse::<syn::Expr>().map(drop)?,
    }
    Ok(between(start, input.cursor()))
}

fn let_statement(input: ParseStream) -> syn::Result<()> {
    input.parse::<syn::Token![let]>()?;
    syn::Pat::parse_single(input)?;
    if input.peek(syn::Token![:]) {
        input.parse::<syn::Token![:]>()?;
        syn::Type::parse(input)?;
    }
    if input.peek(syn::Token![=]) {
        input.parse::<syn::Token![=]>()?;
        syn::Expr::parse(input)?;
        if input.peek(syn::Token![else]) {
            input.parse::<syn::Token![else]>()?;
            syn::Block::parse(input)?;
        }
    }
    Ok(())
}
