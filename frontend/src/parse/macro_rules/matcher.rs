//! Matching an invocation's tokens against the pattern of one arm.

use super::fragment::{self, Tokens};
use super::pattern::{Fragment, Operator, Pattern, Repeat, Rule, Token, read_token};
use crate::symbol::Symbol;
use proc_macro2::{TokenStream, TokenTree};
use rustc_hash::FxHashMap;
use syn::parse::discouraged::{AnyDelimiter, Speculative};
use syn::parse::{ParseStream, Parser};

/// What a variable holds: a fragment, or one value for each round of a repetition.
pub(super) enum Bound {
    One(Tokens, Fragment),
    Many(Vec<Bound>),
}

/// The variables of an arm.
pub(super) type Bindings = FxHashMap<Symbol, Bound>;

/// What a variable of kind `tt` takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trees {
    /// A token.
    Single,
    /// A type or path, where there is one. Such an argument that was matched by another macro is one tree to rustc,
    /// and plain tokens here.
    Whole,
}

/// How often an ambiguous arm is tried.
const MAX_TRIES: usize = 256;

/// The first of the arms that fits an invocation's tokens, and its variables.
pub(super) fn match_rules(rules: &[Rule], tokens: TokenStream) -> Option<(usize, Bindings)> {
    let parser = |input: ParseStream| {
        for trees in [Trees::Single, Trees::Whole] {
            for (index, rule) in rules.iter().enumerate() {
                if let Some(bindings) = match_rule(rule, input, trees) {
                    return Ok((index, bindings));
                }
            }
        }
        Err(input.error("no match"))
    };
    parser.parse2(tokens).ok()
}

/// The bindings, if the arm fits all of the input; it is taken only then.
fn match_rule(rule: &Rule, input: ParseStream, trees: Trees) -> Option<Bindings> {
    let mut way = Way {
        trees,
        rounds: Vec::new(),
        taken: 0,
    };
    for _ in 0..MAX_TRIES {
        let ahead = input.fork();
        let mut bindings = Bindings::default();
        if match_all(&rule.pattern, &ahead, &mut way, &mut bindings).is_ok() {
            input.advance_to(&ahead);
            return Some(bindings);
        }
        if !way.turn() {
            break;
        }
    }
    None
}

/// Which of the ways to match is tried. Where rustc follows several, one leads to the end.
struct Way {
    trees: Trees,
    /// Whether each round of an ambiguous repetition that fits is taken: the first of them, all others are.
    rounds: Vec<bool>,
    /// How many were decided on.
    taken: usize,
}

impl Way {
    /// Whether the next round of an ambiguous repetition that fits is taken.
    fn takes_round(&mut self) -> bool {
        if self.taken == self.rounds.len() {
            self.rounds.push(true);
        }
        self.taken += 1;
        self.rounds[self.taken - 1]
    }

    /// Turns to the next way, without the last round that was taken; false if there is none.
    fn turn(&mut self) -> bool {
        self.rounds.truncate(self.taken);
        self.taken = 0;
        while self.rounds.last() == Some(&false) {
            self.rounds.pop();
        }
        let last = self.rounds.last_mut();
        last.map(|taken| *taken = false).is_some()
    }
}

/// Matches all that is left of the input.
fn match_all(
    patterns: &[Pattern],
    input: ParseStream,
    way: &mut Way,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    sequence(patterns, input, way, bindings)?;
    if input.is_empty() {
        Ok(())
    } else {
        Err(input.error("unexpected token"))
    }
}

fn sequence(
    patterns: &[Pattern],
    input: ParseStream,
    way: &mut Way,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    for pattern in patterns {
        match pattern {
            Pattern::Token(token) => literal_token(token, input)?,
            Pattern::Group(delimiter, content) => {
                let (found, _, inside) = input.parse_any_delimiter()?;
                if found != *delimiter {
                    return Err(inside.error("no match"));
                }
                match_all(content, &inside, way, bindings)?;
            }
            Pattern::Variable(name, kind) => {
                let whole = || fragment::type_as_tree(input, *kind);
                let whole = (way.trees == Trees::Whole).then(whole).flatten();
                let tokens = whole.map_or_else(|| fragment::parse(input, *kind), Ok)?;
                bindings.insert(*name, Bound::One(tokens, *kind));
            }
            Pattern::Repeat {
                repeat,
                is_ambiguous,
            } => repetition(repeat, *is_ambiguous, input, way, bindings)?,
        }
    }
    Ok(())
}

fn literal_token(wanted: &Token, input: ParseStream) -> syn::Result<()> {
    input.step(|cursor| {
        let mut tokens: Vec<TokenTree> = Vec::with_capacity(3);
        let mut nexts = Vec::with_capacity(3);
        let mut at = *cursor;
        let needed = match wanted {
            Token::Name(_) | Token::Literal(_) => 1,
            Token::Lifetime(_) => 2,
            Token::Punct(_) => 3,
        };
        while tokens.len() < needed
            && let Some((token, next)) = at.token_tree()
        {
            tokens.push(token);
            nexts.push(next);
            at = next;
        }
        match read_token(&tokens) {
            Some((found, used)) if found == *wanted => Ok(((), nexts[used - 1])),
            _ => Err(cursor.error("no match")),
        }
    })
}

fn repetition(
    repeat: &Repeat<Pattern>,
    is_ambiguous: bool,
    input: ParseStream,
    way: &mut Way,
    bindings: &mut Bindings,
) -> syn::Result<()> {
    let mut rounds: Vec<Bindings> = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        let Some(round) = one_round(repeat, &ahead, way, rounds.is_empty()) else {
            break;
        };
        if is_ambiguous && !way.takes_round() {
            break;
        }
        let stuck = ahead.cursor() == input.cursor();
        input.advance_to(&ahead);
        rounds.push(round);
        if stuck || repeat.operator == Operator::Optional {
            break;
        }
    }
    if rounds.is_empty() && repeat.operator == Operator::Some {
        return Err(input.error("expected at least one"));
    }
    for variable in &repeat.variables {
        let values = rounds
            .iter_mut()
            .filter_map(|round| round.remove(variable))
            .collect();
        bindings.insert(*variable, Bound::Many(values));
    }
    Ok(())
}

fn one_round(
    repeat: &Repeat<Pattern>,
    input: ParseStream,
    way: &mut Way,
    first: bool,
) -> Option<Bindings> {
    if !first && let Some(separator) = &repeat.separator {
        literal_token(separator, input).ok()?;
    }
    let mut bindings = Bindings::default();
    sequence(&repeat.content, input, way, &mut bindings).ok()?;
    Some(bindings)
}
