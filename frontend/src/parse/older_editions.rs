//! What only older editions write, said in the words of later ones: before 2018 `async`, `await`,
//! `try` and `dyn` as names, and parameters of trait methods that are types alone; before 2021
//! `Fn(..)` as a type without `dyn` (other traits without it are found by name).

use crate::hir::Edition;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use std::iter::Peekable;
use std::slice::Iter;

/// The tokens of a file as the latest edition reads them.
pub(super) fn modern(tokens: TokenStream, edition: Edition) -> TokenStream {
    match edition {
        Edition::E2015 | Edition::E2018 => rewrite(tokens, edition, Inside::Items),
        Edition::E2021 | Edition::E2024 => tokens,
    }
}

/// What some tokens are in, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Items,
    /// The parentheses of a type.
    Type,
    /// What a macro is given, outside of traits: it may look as a function does and be none.
    Macro,
}

fn rewrite(tokens: TokenStream, edition: Edition, inside: Inside) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut written = Vec::with_capacity(tokens.len());
    let mut params = None;
    let mut is_trait = false;
    let mut angles = Angles::default();
    for (at, token) in tokens.iter().enumerate() {
        let starts_type =
            inside == Inside::Type && at == 0 || is_before_type(&tokens[..at], angles.depth);
        angles.pass(token);
        match token {
            TokenTree::Ident(word) => {
                is_trait |= word == "trait";
                if word == "fn" && edition == Edition::E2015 && inside != Inside::Macro {
                    params = params_of(&tokens, at);
                }
                if starts_type && is_call_trait(word, tokens.get(at + 1)) {
                    written.push(TokenTree::Ident(Ident::new("dyn", word.span())));
                }
                written.push(TokenTree::Ident(match edition {
                    Edition::E2015 => modern_word(word, tokens.get(at + 1)),
                    _ => word.clone(),
                }));
            }
            TokenTree::Group(group) => {
                let is_body = group.delimiter() == Delimiter::Brace;
                let around = match inside {
                    _ if starts_type => Inside::Type,
                    _ if is_invocation(&tokens[..at]) => Inside::Macro,
                    Inside::Macro if !(is_trait && is_body) => Inside::Macro,
                    Inside::Items | Inside::Type | Inside::Macro => Inside::Items,
                };
                is_trait &= !is_body;
                let content = rewrite(group.stream(), edition, around);
                let content = match params == Some(at) {
                    true => named_params(content),
                    false => content,
                };
                written.push(TokenTree::Group(regroup(group, content)));
            }
            other => written.push(other.clone()),
        }
    }
    written.into_iter().collect()
}

/// Whether what comes next is what a macro is given: behind `name!`. (Behind `macro_rules! name` stands its definition,
/// whose parts are functions as often as they are not.)
fn is_invocation(before: &[TokenTree]) -> bool {
    let [.., TokenTree::Ident(name), TokenTree::Punct(mark)] = before else {
        return false;
    };
    mark.as_char() == '!' && name != "macro_rules"
}

/// Whether a type comes next, as far as tokens tell: after `<`, `&`, `&'a`, `mut`, `->`, a comma in
/// `<..>`, the `=` of an alias.
fn is_before_type(before: &[TokenTree], depth: usize) -> bool {
    let is_punct = |token: &TokenTree, wanted| matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted);
    match before {
        [.., dash, TokenTree::Punct(last)] if last.as_char() == '>' => is_punct(dash, '-'),
        [.., TokenTree::Punct(last)] => match last.as_char() {
            '<' | '&' => true,
            ',' => depth > 0,
            '=' => depth > 0 || is_alias(before),
            _ => false,
        },
        [.., quote, TokenTree::Ident(_)] if is_punct(quote, '\'') => true,
        [.., quote, TokenTree::Ident(_), TokenTree::Ident(word)]
            if word == "mut" && is_punct(quote, '\'') =>
        {
            true
        }
        [.., sign, TokenTree::Ident(word)] if word == "mut" || word == "const" => {
            is_punct(sign, '&') || is_punct(sign, '*')
        }
        _ => false,
    }
}

/// Whether the last statement begins as `type` does.
fn is_alias(before: &[TokenTree]) -> bool {
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    };
    let mut statement = before.iter().rev().take_while(|token| !ends(token));
    statement.any(|token| matches!(token, TokenTree::Ident(word) if word == "type"))
}

/// `Fn(`, `FnMut(`, `FnOnce(`.
fn is_call_trait(word: &Ident, next: Option<&TokenTree>) -> bool {
    let parenthesis = matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    parenthesis && (word == "Fn" || word == "FnMut" || word == "FnOnce")
}

/// A later edition's keyword as a raw name. `dyn` is a keyword before what can start a bound.
fn modern_word(word: &Ident, next: Option<&TokenTree>) -> Ident {
    let text = word.to_string();
    let is_name = match text.as_str() {
        "async" | "await" | "try" => true,
        "dyn" => !starts_bound(next),
        _ => false,
    };
    if is_name {
        Ident::new_raw(&text, word.span())
    } else {
        word.clone()
    }
}

fn starts_bound(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Ident(word)) => word != "as" && word != "in",
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '\'' | '?'),
        Some(TokenTree::Group(_) | TokenTree::Literal(_)) | None => false,
    }
}

fn regroup(old: &Group, inside: TokenStream) -> Group {
    let mut group = Group::new(old.delimiter(), inside);
    group.set_span(old.span());
    group
}

/// Where the parameters stand of the function whose `fn` stands at a place; none of a type `fn(..)`.
fn params_of(tokens: &[TokenTree], at: usize) -> Option<usize> {
    let Some(TokenTree::Ident(_)) = tokens.get(at + 1) else {
        return None;
    };
    let mut angles = Angles::default();
    let rest = tokens.iter().enumerate().skip(at + 2);
    rest.map(|(at, token)| (at, token, angles.pass(token)))
        .find_map(|(at, token, depth)| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                (depth == 0).then_some(Some(at))
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(None),
            TokenTree::Punct(punct) if punct.as_char() == ';' => Some(None),
            _ => None,
        })
        .flatten()
}

/// Parameters, with `_:` before those that are types alone.
fn named_params(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut angles = Angles::default();
    let is_end = |token: &TokenTree| {
        angles.pass(token) == 0
            && matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
    };
    let mut written = Vec::with_capacity(tokens.len());
    for param in tokens.split_inclusive(is_end) {
        let attributes = attributes_of(param);
        let (attributes, param) = param.split_at(attributes);
        written.extend_from_slice(attributes);
        if is_type_alone(param) {
            let span = param[0].span();
            let mut colon = Punct::new(':', Spacing::Alone);
            colon.set_span(span);
            written.push(TokenTree::Ident(Ident::new("_", span)));
            written.push(TokenTree::Punct(colon));
        }
        written.extend_from_slice(param);
    }
    written.into_iter().collect()
}

/// How many tokens the attributes before a parameter are.
fn attributes_of(param: &[TokenTree]) -> usize {
    let is_mark =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#');
    let pairs = param.chunks_exact(2);
    2 * pairs.take_while(|pair| is_mark(&pair[0])).count()
}

/// Whether a parameter is neither `self` nor `pattern: type`.
fn is_type_alone(param: &[TokenTree]) -> bool {
    let mut angles = Angles::default();
    let mut tokens = param.iter().peekable();
    while let Some(token) = tokens.next() {
        let outside = angles.pass(token) == 0;
        match token {
            TokenTree::Ident(word) if word == "self" => return false,
            TokenTree::Punct(punct) if punct.as_char() == ':' && outside => {
                let is_path = skip_second_colon(punct, &mut tokens);
                if !is_path {
                    return false;
                }
            }
            // A variadic parameter, or one that a macro is given.
            TokenTree::Punct(punct) if matches!(punct.as_char(), '.' | '$') => return false,
            _ => {}
        }
    }
    matches!(param, [first, ..] if !matches!(first, TokenTree::Punct(punct) if punct.as_char() == ','))
}

/// Steps over the second half of `::`.
fn skip_second_colon(first: &Punct, rest: &mut Peekable<Iter<TokenTree>>) -> bool {
    let joint = first.spacing() == Spacing::Joint;
    joint
        && rest
            .next_if(|next| matches!(next, TokenTree::Punct(punct) if punct.as_char() == ':'))
            .is_some()
}

/// How deep in `<..>` a place is.
#[derive(Default)]
struct Angles {
    depth: usize,
    after_dash: bool,
}

impl Angles {
    /// The depth behind a token.
    fn pass(&mut self, token: &TokenTree) -> usize {
        let punct = match token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        match punct {
            Some('<') => self.depth += 1,
            Some('>') if !self.after_dash => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.after_dash = punct == Some('-');
        self.depth
    }
}

#[cfg(test)]
mod tests {
    use super::modern;
    use crate::hir::Edition::{self, E2015, E2018};

    #[track_caller]
    fn check(edition: Edition, source: &str, expected: &str) {
        let expected: proc_macro2::TokenStream = expected.parse().unwrap();
        let found = modern(source.parse().unwrap(), edition);
        assert_eq!(found.to_string(), expected.to_string());
    }

    #[test]
    fn keywords_of_later_editions_are_names() {
        check(
            E2015,
            "let async = await + x.try;",
            "let r#async = r#await + x.r#try;",
        );
        check(
            E2015,
            "let dyn = 1; dyn as u8",
            "let r#dyn = 1; r#dyn as u8",
        );
        check(E2015, "Box<dyn Fn() + 'a>", "Box<dyn Fn() + 'a>");
        check(E2018, "async { x.await }", "async { x.await }");
    }

    #[test]
    fn parameters_may_be_types_alone() {
        check(
            E2015,
            "fn f<T: Fn(u8) -> u8>(&self, HashMap<K, V>, &'a a::B, n: u8);",
            "fn f<T: Fn(u8) -> u8>(&self, _: HashMap<K, V>, _: &'a a::B, n: u8);",
        );
        check(
            E2015,
            "fn f(Box<FnMut(u8) -> T>, [u8; 4]) {}",
            "fn f(_: Box<dyn FnMut(u8) -> T>, _: [u8; 4]) {}",
        );
        let given = "fn f(&mut $receiver, $param, u8) {}";
        check(E2015, given, "fn f(&mut $receiver, $param, _: u8) {}");
    }

    #[test]
    fn other_parameters_stay() {
        let params = "fn f(mut self: Box<Self>, (a, b): (u8, u8), _: T,) {}";
        check(E2015, params, params);
        let alias = "type F = fn(u8, ::T) -> u8;";
        check(E2015, alias, alias);
    }

    #[test]
    fn call_traits_are_types() {
        check(
            E2018,
            "type F = FnOnce() + Send; fn f(a: &'a mut Fn(u8), b: &(Fn() + Sync)) -> Box<Fn()> {}",
            "type F = dyn FnOnce() + Send; \
             fn f(a: &'a mut dyn Fn(u8), b: &(dyn Fn() + Sync)) -> Box<dyn Fn()> {}",
        );
    }

    #[test]
    fn call_traits_are_bounds() {
        let bounds = "fn f<F: Fn(u8) + FnMut()>(f: impl Fn()) -> impl FnOnce() where A: Fn() {}";
        check(E2018, bounds, bounds);
        let variants = "enum E { A, Fn(u8) } fn f(e: E) { match e { E::Fn(n) => g(n, Fn(n)) } }";
        check(E2018, variants, variants);
    }
}
