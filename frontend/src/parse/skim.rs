//! Cuts function bodies out of a model file, to be parsed when they are needed: most never are.

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};

/// The bodies that were cut out; each place holds a block with its index.
#[derive(Default)]
pub(crate) struct Skimmed {
    bodies: Vec<TokenStream>,
}

impl Skimmed {
    /// The body that a placeholder block stands for: the content of its braces.
    pub(crate) fn body(&self, block: &syn::Block) -> Option<TokenStream> {
        match block.stmts.as_slice() {
            [
                syn::Stmt::Expr(
                    syn::Expr::Lit(syn::ExprLit {
                        lit: syn::Lit::Int(index),
                        ..
                    }),
                    None,
                ),
            ] => self
                .bodies
                .get(index.base10_parse::<usize>().ok()?)
                .cloned(),
            _ => None,
        }
    }

    /// Replaces the bodies of the functions among these items by placeholders.
    pub(crate) fn cut(&mut self, tokens: TokenStream) -> TokenStream {
        let mut state = State::Outside;
        let mut result = Vec::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let (token, next) = self.step(token, state, tokens.peek());
            state = next;
            result.push(token);
        }
        result.into_iter().collect()
    }

    fn step(
        &mut self,
        token: TokenTree,
        state: State,
        next: Option<&TokenTree>,
    ) -> (TokenTree, State) {
        match token {
            TokenTree::Ident(word) => {
                let state = match (state, word.to_string().as_str()) {
                    (_, "fn") if matches!(next, Some(TokenTree::Ident(_))) => State::Function,
                    (State::Outside, "mod" | "impl" | "trait" | "extern") => State::Container,
                    _ => state,
                };
                (TokenTree::Ident(word), state)
            }
            TokenTree::Punct(punct) => {
                let ends = punct.as_char() == ';';
                (
                    TokenTree::Punct(punct),
                    if ends { State::Outside } else { state },
                )
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => match state {
                State::Function if is_argument(next) => (TokenTree::Group(group), state),
                State::Function => (self.placeholder(group), State::Outside),
                State::Container => {
                    let content = self.cut(group.stream());
                    (rebuilt(&group, content), State::Outside)
                }
                State::Outside => (TokenTree::Group(group), State::Outside),
            },
            other => (other, state),
        }
    }

    fn placeholder(&mut self, group: Group) -> TokenTree {
        let mut index = Literal::usize_unsuffixed(self.bodies.len());
        index.set_span(group.span());
        self.bodies.push(group.stream());
        rebuilt(&group, TokenTree::Literal(index).into())
    }
}

/// A constant in braces among generic arguments goes on with these.
fn is_argument(next: Option<&TokenTree>) -> bool {
    matches!(next, Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), '>' | ','))
}

fn rebuilt(group: &Group, content: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), content);
    new.set_span(group.span());
    TokenTree::Group(new)
}

/// What the next brace group belongs to.
#[derive(Clone, Copy)]
enum State {
    Outside,
    /// A signature has begun.
    Function,
    /// `mod`, `impl`, `trait`: holds items.
    Container,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_functions_only_are_cut() {
        let source = "fn a<F>() -> A<{ 1 }> where F: B, { body } struct S { x: fn(u8) } impl S { fn b(self) { b2 } const C: u8 = { 3 }; } m! { fn c() { c2 } }";
        let mut skimmed = Skimmed::default();
        let rest = skimmed.cut(source.parse().unwrap()).to_string();
        let cut: Vec<String> = skimmed.bodies.iter().map(ToString::to_string).collect();
        assert_eq!(cut, ["body", "b2"]);
        assert!(rest.contains("c2") && rest.contains("{ 3 }") && rest.contains("< { 1 } >"));
    }
}
