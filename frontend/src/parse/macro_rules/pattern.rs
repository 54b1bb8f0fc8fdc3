//! The arms of a macro, parsed: what they match and what they produce.

use super::super::tokens::{full_name, name};
use crate::hir::Edition;
use crate::resolve::hygiene;
use crate::symbol::Symbol;
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};

/// `(pattern) => { body }`.
pub(super) struct Rule {
    pub pattern: Vec<Pattern>,
    pub body: Vec<Template>,
}

/// One thing to match.
pub(super) enum Pattern {
    Token(Token),
    Group(Delimiter, Vec<Pattern>),
    /// `$name:fragment`.
    Variable(Symbol, Fragment),
    /// `$(..) separator op`.
    Repeat {
        repeat: Repeat<Pattern>,
        /// Whether what may begin a round may follow the repetition, too.
        is_ambiguous: bool,
    },
}

/// A repetition in a pattern or body.
pub(super) struct Repeat<T> {
    pub content: Vec<T>,
    pub separator: Option<Token>,
    /// The separator as tokens, for bodies.
    pub separator_tokens: Vec<TokenTree>,
    pub operator: Operator,
    /// Variables that occur in it.
    pub variables: Vec<Symbol>,
}

/// `*`, `+`, `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Any,
    Some,
    Optional,
}

/// One thing to produce.
pub(super) enum Template {
    /// A token of the definition; an identifier that can name a local gets the mark.
    Token(TokenTree, Marking),
    Group(Delimiter, Span, Vec<Template>),
    Variable(Symbol, Span),
    /// `$crate`.
    Crate(Span),
    Repeat(Repeat<Template>),
}

/// Whether a token of a definition takes marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Marking {
    Never,
    Identifier,
    /// A string that may name locals in braces: the mark becomes its suffix.
    FormatString,
}

/// Kinds of fragments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fragment {
    Ident,
    Lifetime,
    TokenTree,
    Literal,
    Expr,
    Type,
    Path,
    Pattern,
    /// A pattern without `|` at the top.
    PatternNoTop,
    Statement,
    Block,
    Item,
    Meta,
    Visibility,
}

/// A token to be met as it is. Names are compared without marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Name(Symbol),
    Lifetime(Symbol),
    /// One operator, all its characters.
    Punct(String),
    Literal(String),
}

type Parse<T> = Result<T, (String, Span)>;

const PUNCTS: [&str; 25] = [
    "<<=", ">>=", "...", "..=", "&&", "||", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "^=", "&=",
    "|=", "==", "!=", ">=", "<=", "->", "=>", "::", "..", "<-",
];

/// Parses the arms of a definition.
pub(super) fn compile(source: TokenStream, edition: Edition) -> Parse<Vec<Rule>> {
    let tokens: Vec<TokenTree> = source.into_iter().collect();
    let mut rules = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (Some(TokenTree::Group(pattern)), Some(TokenTree::Group(body))) =
            (tokens.get(at), tokens.get(at + 3))
        else {
            return Err(("expected `(pattern) => { body }`".into(), tokens[at].span()));
        };
        let mut pattern = patterns(pattern.stream(), edition)?;
        mark_ambiguous(&mut pattern, &[]);
        rules.push(Rule {
            pattern,
            body: templates(body.stream(), false)?,
        });
        at += 4;
        if matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ';') {
            at += 1;
        }
    }
    Ok(rules)
}

/// Reads one operator at the start of a list: its text and how many tokens it takes.
pub(super) fn glue(tokens: &[TokenTree]) -> Option<(String, usize)> {
    let mut text = String::new();
    for token in tokens.iter().take(3) {
        let TokenTree::Punct(punct) = token else {
            break;
        };
        text.push(punct.as_char());
        if punct.spacing() == Spacing::Alone {
            break;
        }
    }
    let first = text.chars().next()?;
    let longest = PUNCTS
        .iter()
        .filter(|punct| text.starts_with(**punct))
        .max_by_key(|p| p.len());
    match longest {
        Some(punct) => Some((punct.to_string(), punct.len())),
        None => Some((first.to_string(), 1)),
    }
}

/// Reads one token at the start of a list.
pub(super) fn read_token(tokens: &[TokenTree]) -> Option<(Token, usize)> {
    match tokens.first()? {
        TokenTree::Ident(ident) => Some((Token::Name(name(ident)), 1)),
        TokenTree::Literal(literal) => Some((
            Token::Literal(hygiene::without_marks(&literal.to_string())),
            1,
        )),
        TokenTree::Punct(punct) if punct.as_char() == '\'' => match tokens.get(1)? {
            TokenTree::Ident(ident) => Some((Token::Lifetime(name(ident)), 2)),
            _ => None,
        },
        TokenTree::Punct(_) => glue(tokens).map(|(text, used)| (Token::Punct(text), used)),
        TokenTree::Group(_) => None,
    }
}

fn patterns(tokens: TokenStream, edition: Edition) -> Parse<Vec<Pattern>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut result = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (pattern, used) = pattern_at(&tokens[at..], edition)?;
        result.push(pattern);
        at += used;
    }
    Ok(result)
}

fn pattern_at(tokens: &[TokenTree], edition: Edition) -> Parse<(Pattern, usize)> {
    match tokens {
        [
            TokenTree::Punct(dollar),
            TokenTree::Ident(variable),
            TokenTree::Punct(colon),
            TokenTree::Ident(kind),
            ..,
        ] if dollar.as_char() == '$' && colon.as_char() == ':' => {
            let fragment = fragment_named(kind, edition)?;
            Ok((Pattern::Variable(full_name(variable), fragment), 4))
        }
        [TokenTree::Punct(dollar), TokenTree::Group(group), rest @ ..]
            if dollar.as_char() == '$' =>
        {
            let content = patterns(group.stream(), edition)?;
            let mut variables = Vec::new();
            pattern_variables(&content, &mut variables);
            let (repeat, used) = repetition(content, variables, rest, group)?;
            let pattern = Pattern::Repeat {
                repeat,
                is_ambiguous: false,
            };
            Ok((pattern, 2 + used))
        }
        [TokenTree::Group(group), ..] => Ok((
            Pattern::Group(group.delimiter(), patterns(group.stream(), edition)?),
            1,
        )),
        [first, ..] => {
            let token = read_token(tokens);
            let (token, used) = token
                .ok_or_else(|| ("unexpected token in a macro pattern".into(), first.span()))?;
            Ok((Pattern::Token(token), used))
        }
        [] => Err((
            "unexpected end of a macro pattern".into(),
            Span::call_site(),
        )),
    }
}

/// Marks the repetitions whose rounds may begin with a token that may follow the repetition, where `behind` is
/// what may follow all of this.
fn mark_ambiguous(patterns: &mut [Pattern], behind: &[Token]) {
    let mut rest = patterns;
    while let [first, after @ ..] = rest {
        match first {
            Pattern::Token(_) | Pattern::Variable(..) => {}
            Pattern::Group(_, content) => mark_ambiguous(content, &[]),
            Pattern::Repeat {
                repeat,
                is_ambiguous,
            } => {
                let mut follows = begins(after, behind);
                let begins_round = begins(&repeat.content, &[]);
                *is_ambiguous = begins_round.iter().any(|token| follows.contains(token));
                if repeat.operator != Operator::Optional {
                    let next = repeat.separator.clone();
                    follows.extend(next.map_or(begins_round, |separator| vec![separator]));
                }
                mark_ambiguous(&mut repeat.content, &follows);
            }
        }
        rest = after;
    }
}

/// The tokens that patterns may begin with, and what is behind them.
fn begins(patterns: &[Pattern], behind: &[Token]) -> Vec<Token> {
    let mut found = Vec::new();
    for pattern in patterns {
        match pattern {
            Pattern::Token(token) => {
                found.push(token.clone());
                return found;
            }
            Pattern::Variable(_, Fragment::Visibility) => {}
            Pattern::Group(..) | Pattern::Variable(..) => return found,
            Pattern::Repeat { repeat, .. } => {
                found.extend(begins(&repeat.content, &[]));
                if repeat.operator == Operator::Some {
                    return found;
                }
            }
        }
    }
    found.extend_from_slice(behind);
    found
}

fn pattern_variables(patterns: &[Pattern], variables: &mut Vec<Symbol>) {
    for pattern in patterns {
        match pattern {
            Pattern::Variable(name, _) => variables.push(*name),
            Pattern::Group(_, content) => pattern_variables(content, variables),
            Pattern::Repeat { repeat, .. } => variables.extend(&repeat.variables),
            Pattern::Token(_) => {}
        }
    }
}

/// Separator and operator after `$(..)`.
fn repetition<T>(
    content: Vec<T>,
    variables: Vec<Symbol>,
    rest: &[TokenTree],
    group: &Group,
) -> Parse<(Repeat<T>, usize)> {
    let bad = || {
        (
            "expected `*`, `+` or `?` after a repetition".to_string(),
            group.span(),
        )
    };
    if let Some(operator) = rest.first().and_then(operator) {
        let separator_tokens = Vec::new();
        let repeat = Repeat {
            content,
            separator: None,
            separator_tokens,
            operator,
            variables,
        };
        return Ok((repeat, 1));
    }
    let (separator, used) = read_token(rest).ok_or_else(bad)?;
    let operator = rest.get(used).and_then(operator).ok_or_else(bad)?;
    let separator_tokens = rest[..used].to_vec();
    let separator = Some(separator);
    Ok((
        Repeat {
            content,
            separator,
            separator_tokens,
            operator,
            variables,
        },
        used + 1,
    ))
}

fn operator(token: &TokenTree) -> Option<Operator> {
    let TokenTree::Punct(punct) = token else {
        return None;
    };
    match punct.as_char() {
        '*' => Some(Operator::Any),
        '+' => Some(Operator::Some),
        '?' => Some(Operator::Optional),
        _ => None,
    }
}

fn fragment_named(kind: &Ident, edition: Edition) -> Parse<Fragment> {
    Ok(match name(kind).as_str() {
        "ident" => Fragment::Ident,
        "lifetime" => Fragment::Lifetime,
        "tt" => Fragment::TokenTree,
        "literal" => Fragment::Literal,
        "expr" | "expr_2021" => Fragment::Expr,
        "ty" => Fragment::Type,
        "path" => Fragment::Path,
        "pat" if edition >= Edition::E2021 => Fragment::Pattern,
        "pat" | "pat_param" => Fragment::PatternNoTop,
        "stmt" => Fragment::Statement,
        "block" => Fragment::Block,
        "item" => Fragment::Item,
        "meta" => Fragment::Meta,
        "vis" => Fragment::Visibility,
        other => return Err((format!("unknown macro fragment `{other}`"), kind.span())),
    })
}

/// Parses a body. Attributes' content never takes marks.
fn templates(tokens: TokenStream, in_attribute: bool) -> Parse<Vec<Template>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut result = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (template, used) = template_at(&tokens, at, in_attribute)?;
        result.push(template);
        at += used;
    }
    Ok(result)
}

fn template_at(tokens: &[TokenTree], at: usize, in_attribute: bool) -> Parse<(Template, usize)> {
    match &tokens[at..] {
        [TokenTree::Punct(dollar), TokenTree::Ident(variable), ..] if dollar.as_char() == '$' => {
            let template = match variable.to_string().as_str() {
                "crate" => Template::Crate(variable.span()),
                _ => Template::Variable(full_name(variable), variable.span()),
            };
            Ok((template, 2))
        }
        [TokenTree::Punct(dollar), TokenTree::Group(group), rest @ ..]
            if dollar.as_char() == '$' && group.delimiter() == Delimiter::Parenthesis =>
        {
            let content = templates(group.stream(), in_attribute)?;
            let mut variables = Vec::new();
            template_variables(&content, &mut variables);
            let (repeat, used) = repetition(content, variables, rest, group)?;
            Ok((Template::Repeat(repeat), 2 + used))
        }
        [TokenTree::Group(group), ..] => {
            let attribute = in_attribute || is_attribute(tokens, at);
            let content = templates(group.stream(), attribute)?;
            Ok((Template::Group(group.delimiter(), group.span(), content), 1))
        }
        [token, ..] => {
            let marking = if in_attribute {
                Marking::Never
            } else {
                marking(tokens, at)
            };
            Ok((Template::Token(token.clone(), marking), 1))
        }
        [] => Err(("unexpected end of a macro body".into(), Span::call_site())),
    }
}

fn template_variables(templates: &[Template], variables: &mut Vec<Symbol>) {
    for template in templates {
        match template {
            Template::Variable(name, _) => variables.push(*name),
            Template::Group(_, _, content) => template_variables(content, variables),
            Template::Repeat(repeat) => variables.extend(&repeat.variables),
            Template::Token(..) | Template::Crate(_) => {}
        }
    }
}

/// `#[..]` or `#![..]`.
fn is_attribute(tokens: &[TokenTree], at: usize) -> bool {
    let punct = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
        _ => None,
    };
    let before = |distance: usize| at.checked_sub(distance).and_then(punct);
    let in_brackets =
        matches!(&tokens[at], TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket);
    let after_mark = before(1) == Some('#') || before(1) == Some('!') && before(2) == Some('#');
    in_brackets && after_mark
}

/// Words that the grammar looks for by their text.
const WORDS: [&str; 52] = [
    "_",
    "abstract",
    "as",
    "async",
    "auto",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "default",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "fn",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "macro_rules",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "raw",
    "ref",
    "return",
    "safe",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "union",
    "unsafe",
    "use",
    "where",
    "while",
    "yield",
];

fn marking(tokens: &[TokenTree], at: usize) -> Marking {
    match &tokens[at] {
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            let quoted = text.starts_with('"') || text.starts_with('r');
            if quoted && text.contains('{') {
                Marking::FormatString
            } else {
                Marking::Never
            }
        }
        TokenTree::Ident(ident) => {
            let text = ident.to_string();
            if hygiene::is_to_be_marked(&text) {
                Marking::Identifier
            } else if WORDS.contains(&text.as_str()) || is_path_part(tokens, at) {
                Marking::Never
            } else {
                Marking::Identifier
            }
        }
        TokenTree::Punct(_) | TokenTree::Group(_) => Marking::Never,
    }
}

/// `.name`, `::name`, `name::`, `name!`: no local.
fn is_path_part(tokens: &[TokenTree], at: usize) -> bool {
    let punct = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
        _ => None,
    };
    let before = |distance: usize| at.checked_sub(distance).and_then(punct);
    let after_dot = before(1) == Some('.') && before(2) != Some('.');
    let after_path = before(1) == Some(':') && before(2) == Some(':');
    // In `name: ::path` the first colon stands by itself.
    let is_joint = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint);
    let before_path = punct(at + 1) == Some(':') && is_joint(at + 1) && punct(at + 2) == Some(':');
    let before_bang = punct(at + 1) == Some('!') && punct(at + 2) != Some('=');
    after_dot || after_path || before_path || before_bang
}
