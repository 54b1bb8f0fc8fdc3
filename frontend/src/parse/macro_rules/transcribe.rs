//! Writing out an arm's body with its variables filled in.

use super::matcher::{Bindings, Bound};
use super::pattern::{Fragment, Marking, Repeat, Template};
use crate::resolve::hygiene;
use crate::symbol::Symbol;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// What the tokens of a definition get.
pub(super) struct Context {
    /// The expansion's number.
    pub mark: u32,
    /// The place of the invocation, if the definition's own places mean nothing there.
    pub respan: Option<Span>,
    /// What `$crate` becomes.
    pub krate: String,
}

struct Writer<'a> {
    context: &'a Context,
    bindings: &'a Bindings,
    /// The round of each repetition we are in, outermost first.
    rounds: Vec<usize>,
    count: usize,
    /// Whether what is written stands in the braces of a block, as far as can be told.
    in_block: bool,
}

impl Context {
    /// The tokens, and how many they are; of one round of the outermost repetition if asked for.
    pub(super) fn run(
        &self,
        body: &[Template],
        bindings: &Bindings,
        round: Option<usize>,
    ) -> Result<(TokenStream, usize), String> {
        let mut writer = Writer {
            context: self,
            bindings,
            rounds: round.into_iter().collect(),
            count: 0,
            in_block: false,
        };
        let mut tokens = Vec::new();
        writer.write_all(body, &mut tokens)?;
        Ok((tokens.into_iter().collect(), writer.count))
    }
}

impl Writer<'_> {
    fn write_all(&mut self, body: &[Template], out: &mut Vec<TokenTree>) -> Result<(), String> {
        for (index, template) in body.iter().enumerate() {
            let start = out.len();
            self.write(template, out)?;
            // `1 as $t << n`: what comes behind a type that was parsed is no argument of it.
            if begins_generics(body.get(index + 1))
                && ends_with_cast(&out[..start])
                && self.is_type(template)
            {
                let ty = out.drain(start..).collect();
                out.push(TokenTree::Group(Group::new(Delimiter::Parenthesis, ty)));
            }
        }
        Ok(())
    }

    fn is_type(&self, template: &Template) -> bool {
        let Template::Variable(name, _) = template else {
            return false;
        };
        let mut bound = self.bindings.get(name);
        while let Some(Bound::Many(values)) = bound {
            bound = values.first();
        }
        matches!(bound, Some(Bound::One(_, Fragment::Type)))
    }

    fn write(&mut self, template: &Template, out: &mut Vec<TokenTree>) -> Result<(), String> {
        self.count += 1;
        match template {
            Template::Token(token, marking) => out.push(self.token(token, *marking)),
            Template::Group(delimiter, span, content) => {
                let mut inner = Vec::new();
                let is_block = *delimiter == Delimiter::Brace && !ends_with(out, "!");
                let around = std::mem::replace(&mut self.in_block, is_block);
                self.write_all(content, &mut inner)?;
                self.in_block = around;
                let mut group = Group::new(*delimiter, inner.into_iter().collect());
                group.set_span(self.place(*span));
                out.push(TokenTree::Group(group));
            }
            Template::Variable(name, span) => self.variable(*name, *span, out)?,
            Template::Crate(span) => {
                let ident = Ident::new(&self.context.krate, self.place(*span));
                out.push(TokenTree::Ident(ident));
            }
            Template::Repeat(repeat) => self.repeat(repeat, out)?,
        }
        Ok(())
    }

    fn place(&self, own: Span) -> Span {
        self.context.respan.unwrap_or(own)
    }

    fn token(&self, token: &TokenTree, marking: Marking) -> TokenTree {
        let span = self.place(token.span());
        let mut token = match (token, marking) {
            (TokenTree::Ident(ident), Marking::Identifier) => {
                let text = hygiene::marked(&ident.to_string(), self.context.mark);
                TokenTree::Ident(Ident::new(&text, span))
            }
            (TokenTree::Literal(literal), Marking::FormatString) => {
                let text = format!("{literal}{}{}", hygiene::MARK, self.context.mark);
                match text.parse::<Literal>() {
                    Ok(marked) => TokenTree::Literal(marked),
                    Err(_) => token.clone(),
                }
            }
            _ => token.clone(),
        };
        token.set_span(span);
        token
    }

    fn variable(
        &mut self,
        name: Symbol,
        span: Span,
        out: &mut Vec<TokenTree>,
    ) -> Result<(), String> {
        let Some(mut bound) = self.bindings.get(&name) else {
            let mut dollar = Punct::new('$', Spacing::Alone);
            dollar.set_span(self.place(span));
            out.push(TokenTree::Punct(dollar));
            let text = match name.as_str() {
                text if syn::parse_str::<Ident>(text).is_err() => text.to_string(),
                text => hygiene::marked(text, self.context.mark),
            };
            out.push(TokenTree::Ident(Ident::new(&text, self.place(span))));
            return Ok(());
        };
        for &round in &self.rounds {
            match bound {
                Bound::Many(values) => {
                    bound = values.get(round).ok_or_else(|| uneven(name))?;
                }
                Bound::One(..) => break,
            }
        }
        match bound {
            Bound::One(tokens, _) => {
                self.count += tokens.iter().map(size).sum::<usize>();
                match tokens.as_slice() {
                    [TokenTree::Group(group)] if self.in_block && begins_statement(out) => {
                        out.extend(statement(group));
                    }
                    tokens => {
                        end_operator(out);
                        out.extend(tokens.iter().cloned());
                    }
                }
                Ok(())
            }
            Bound::Many(_) => Err(format!(
                "variable `${}` is still repeating at this depth",
                hygiene::plain(name)
            )),
        }
    }

    fn repeat(
        &mut self,
        repeat: &Repeat<Template>,
        out: &mut Vec<TokenTree>,
    ) -> Result<(), String> {
        let rounds = self.count_rounds(repeat)?;
        for round in 0..rounds {
            if round > 0 {
                for token in &repeat.separator_tokens {
                    out.push(self.token(token, Marking::Never));
                }
            }
            self.rounds.push(round);
            let result = self.write_all(&repeat.content, out);
            self.rounds.pop();
            result?;
        }
        Ok(())
    }

    /// How many rounds the variables of a repetition have, all the same number.
    fn count_rounds(&self, repeat: &Repeat<Template>) -> Result<usize, String> {
        let mut rounds = None;
        for &name in &repeat.variables {
            let Some(count) = self.rounds_of(name) else {
                continue;
            };
            if rounds.is_some_and(|other| other != count) {
                return Err(uneven(name));
            }
            rounds = Some(count);
        }
        rounds.ok_or_else(|| "a repetition in a macro body contains no repeating variable".into())
    }

    fn rounds_of(&self, name: Symbol) -> Option<usize> {
        let mut bound = self.bindings.get(&name)?;
        for &round in &self.rounds {
            match bound {
                Bound::Many(values) => bound = values.get(round)?,
                Bound::One(..) => return None,
            }
        }
        match bound {
            Bound::Many(values) => Some(values.len()),
            Bound::One(..) => None,
        }
    }
}

fn begins_generics(template: Option<&Template>) -> bool {
    matches!(template, Some(Template::Token(TokenTree::Punct(punct), _)) if punct.as_char() == '<')
}

fn ends_with_cast(tokens: &[TokenTree]) -> bool {
    matches!(tokens.last(), Some(TokenTree::Ident(ident)) if ident == "as")
}

fn ends_with(tokens: &[TokenTree], symbol: &str) -> bool {
    matches!(tokens.last(), Some(TokenTree::Punct(punct)) if punct.to_string() == symbol)
}

/// Whether what follows in a block is a new statement.
fn begins_statement(before: &[TokenTree]) -> bool {
    before.last().is_none_or(is_braced) || ends_with(before, ";")
}

fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// An argument as a statement: an expression that is a block or ends with its own needs no semicolon, so it
/// does not stay in its group, after which `syn` wants one.
fn statement(argument: &Group) -> TokenStream {
    use syn::Expr;
    let content = argument.stream();
    let tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    let is_free = match (argument.delimiter(), tokens.as_slice()) {
        (Delimiter::None, [TokenTree::Group(inner)]) => return statement(inner),
        (Delimiter::None, [.., last]) if is_braced(last) => matches!(
            syn::parse2(content.clone()),
            Ok(Expr::Block(_)
                | Expr::Const(_)
                | Expr::ForLoop(_)
                | Expr::If(_)
                | Expr::Loop(_)
                | Expr::Match(_)
                | Expr::Unsafe(_)
                | Expr::While(_))
        ),
        _ => false,
    };
    match is_free {
        true => content,
        false => TokenTree::Group(argument.clone()).into(),
    }
}

fn uneven(name: Symbol) -> String {
    format!(
        "variable `${}` repeats another number of times",
        hygiene::plain(name)
    )
}

/// How many tokens a tree has.
fn size(token: &TokenTree) -> usize {
    match token {
        TokenTree::Group(group) => {
            1 + group
                .stream()
                .into_iter()
                .map(|token| size(&token))
                .sum::<usize>()
        }
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => 1,
    }
}

/// Has what a variable holds make no operator with the token before it: `:$path` of `::std` is no `:::`.
fn end_operator(out: &mut [TokenTree]) {
    if let Some(TokenTree::Punct(last)) = out.last_mut()
        && last.spacing() == Spacing::Joint
        && last.as_char() != '\''
    {
        let mut alone = Punct::new(last.as_char(), Spacing::Alone);
        alone.set_span(last.span());
        *last = alone;
    }
}
