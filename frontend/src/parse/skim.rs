//! Cuts the bodies of functions and impls out of a model file, to be parsed when they are needed: most
//! never are.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, TokenStream, TokenTree};

/// The name of the macro that stands for an impl's content.
const PLACEHOLDER: &str = "cut_out";

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

    /// The content of an impl that was cut out.
    pub(crate) fn impl_body(&self, items: &[syn::ImplItem]) -> Option<TokenStream> {
        match items {
            [syn::ImplItem::Macro(item)] if item.mac.path.is_ident(PLACEHOLDER) => {
                let index: Literal = syn::parse2(item.mac.tokens.clone()).ok()?;
                self.bodies
                    .get(index.to_string().parse::<usize>().ok()?)
                    .cloned()
            }
            _ => None,
        }
    }

    /// Replaces the bodies of the functions and impls among these items by placeholders.
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
                    (State::Outside, "impl") => State::Impl,
                    (State::Outside, "mod" | "trait" | "extern") => State::Container,
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
                State::Impl if is_argument(next) => (TokenTree::Group(group), state),
                State::Impl => (self.impl_placeholder(group), State::Outside),
                State::Container => {
                    let content = self.cut(group.stream());
                    (rebuilt(&group, content), State::Outside)
                }
                State::Outside => (TokenTree::Group(group), State::Outside),
            },
            other => (other, state),
        }
    }

    /// `{ index }`.
    fn placeholder(&mut self, group: Group) -> TokenTree {
        let index = self.keep(&group);
        rebuilt(&group, TokenTree::Literal(index).into())
    }

    /// `{ placeholder! { index } }`.
    fn impl_placeholder(&mut self, group: Group) -> TokenTree {
        let index = self.keep(&group);
        let span = group.span();
        let mark = Ident::new(PLACEHOLDER, span);
        let bang = Punct::new('!', Spacing::Alone);
        let argument = rebuilt(&group, TokenTree::Literal(index).into());
        let content = [TokenTree::Ident(mark), TokenTree::Punct(bang), argument];
        rebuilt(&group, content.into_iter().collect())
    }

    fn keep(&mut self, group: &Group) -> Literal {
        let mut index = Literal::usize_unsuffixed(self.bodies.len());
        index.set_span(group.span());
        self.bodies.push(group.stream());
        index
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
    /// `mod`, `trait`: holds items.
    Container,
    Impl,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_functions_only_are_cut() {
        let source = "fn a<F>() -> A<{ 1 }> where F: B, { body } struct S { x: fn(u8) } mod m { fn b() { b2 } } impl S { fn d(self) { d2 } const C: u8 = { 3 }; } m! { fn c() { c2 } }";
        let mut skimmed = Skimmed::default();
        let rest = skimmed.cut(source.parse().unwrap()).to_string();
        let cut: Vec<String> = skimmed.bodies.iter().map(ToString::to_string).collect();
        assert_eq!(
            cut,
            ["body", "b2", "fn d (self) { d2 } const C : u8 = { 3 } ;"]
        );
        assert!(rest.contains("c2") && !rest.contains("d2") && rest.contains("< { 1 } >"));
    }
}
