//! Cuts the bodies of functions and impls out of a model file, to be parsed when they are needed: most
//! never are. What stands under an attribute that may be a macro stays whole: the macro sees all of it.

use super::attributes;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, TokenStream, TokenTree};

/// The name of the macro that stands for what was cut out.
const PLACEHOLDER: &str = "cut_out";

/// The bodies that were cut out; each place holds a macro with its index.
#[derive(Default)]
pub(crate) struct Skimmed {
    bodies: Vec<TokenStream>,
}

impl Skimmed {
    /// The body that a placeholder block stands for: the content of its braces.
    pub(crate) fn body(&self, block: &syn::Block) -> Option<TokenStream> {
        match block.stmts.as_slice() {
            [syn::Stmt::Macro(statement)] => self.kept(&statement.mac),
            _ => None,
        }
    }

    /// The content of an impl that was cut out.
    pub(crate) fn impl_body(&self, items: &[syn::ImplItem]) -> Option<TokenStream> {
        match items {
            [syn::ImplItem::Macro(item)] => self.kept(&item.mac),
            _ => None,
        }
    }

    /// What a placeholder stands for.
    fn kept(&self, mac: &syn::Macro) -> Option<TokenStream> {
        if !mac.path.is_ident(PLACEHOLDER) {
            return None;
        }
        let index: Literal = syn::parse2(mac.tokens.clone()).ok()?;
        let index = index.to_string().parse::<usize>().ok()?;
        self.bodies.get(index).cloned()
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
                    (State::Whole, _) => State::Whole,
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
                State::Function | State::Impl | State::Whole if is_argument(next) => {
                    (TokenTree::Group(group), state)
                }
                State::Function | State::Impl => (self.placeholder(group), State::Outside),
                State::Container => {
                    let content = self.cut(group.stream());
                    (rebuilt(&group, content), State::Outside)
                }
                State::Outside | State::Whole => (TokenTree::Group(group), State::Outside),
            },
            TokenTree::Group(group) if may_be_macro(&group, state) => {
                (TokenTree::Group(group), State::Whole)
            }
            other => (other, state),
        }
    }

    /// `{ placeholder! { index } }`.
    fn placeholder(&mut self, group: Group) -> TokenTree {
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

/// Whether brackets between items are those of an attribute that may be a macro.
fn may_be_macro(group: &Group, state: State) -> bool {
    let between = matches!(state, State::Outside | State::Whole);
    between
        && group.delimiter() == Delimiter::Bracket
        && attributes::words_of_attribute(group.stream())
            .iter()
            .any(|word| !attributes::is_inert(word))
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
    /// An item under an attribute that may be a macro.
    Whole,
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

    #[test]
    fn what_a_macro_may_see_is_left_whole() {
        let source = "#[inline] fn a() { a1 } #[seen] #[inline] impl A<{ 2 }> for B { fn b() { b1 } } fn c() { c1 } #[cfg_attr(x, doc(y), seen(z))] pub fn d() { d1 } static E: u8 = { e1 }; fn f() { 7 }";
        let mut skimmed = Skimmed::default();
        let rest = skimmed.cut(source.parse().unwrap()).to_string();
        let cut: Vec<String> = skimmed.bodies.iter().map(ToString::to_string).collect();
        assert_eq!(cut, ["a1", "c1", "7"]);
        assert!(["b1", "d1", "e1"].iter().all(|kept| rest.contains(kept)));
    }
}
