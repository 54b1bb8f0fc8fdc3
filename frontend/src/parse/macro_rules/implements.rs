//! Macros that give impls and nothing else: what their impls may be of or for, without expanding them.

use super::MacroDef;
use super::pattern::{Rule, Template};
use crate::parse::tokens::name;
use crate::resolve::{MacroScope, find_textual};
use crate::symbol::Symbol;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use rustc_hash::FxHashSet;

/// Names that occur in the headers of impls or in what is filled in: traits, types, and others.
#[derive(Default)]
pub(crate) struct ImplNames {
    pub names: FxHashSet<Symbol>,
    /// Whether an impl may be inherent.
    pub inherent: bool,
}

/// Items that define names; their presence means the macro cannot wait.
const DEFINING: [&str; 13] = [
    "fn",
    "struct",
    "enum",
    "union",
    "trait",
    "mod",
    "use",
    "static",
    "type",
    "macro_rules",
    "extern",
    "pub",
    "let",
];

impl MacroDef {
    /// What the impls of an invocation are of or for; `None` if it may define names.
    pub(crate) fn implements(
        &self,
        macros: &MacroScope,
        arguments: &TokenStream,
    ) -> Option<ImplNames> {
        let mut names = ImplNames::default();
        self.add_to(macros, &mut names, &mut vec![self.id])?;
        add_words(arguments, &mut names.names);
        Some(names)
    }

    fn add_to(
        &self,
        macros: &MacroScope,
        names: &mut ImplNames,
        path: &mut Vec<u32>,
    ) -> Option<()> {
        for rule in self.rules().ok()? {
            add_rule(rule, macros, names, path)?;
        }
        Some(())
    }
}

fn add_rule(
    rule: &Rule,
    macros: &MacroScope,
    names: &mut ImplNames,
    path: &mut Vec<u32>,
) -> Option<()> {
    add_items(&rule.body, macros, names, path)
}

/// Goes through the items of a body; contents of impls do not count.
fn add_items(
    body: &[Template],
    macros: &MacroScope,
    names: &mut ImplNames,
    path: &mut Vec<u32>,
) -> Option<()> {
    let mut header = Header::default();
    for (at, template) in body.iter().enumerate() {
        match template {
            Template::Token(TokenTree::Ident(ident), _) => {
                let word = name(ident);
                if DEFINING.contains(&word.as_str()) {
                    return None;
                }
                header.in_impl |= word.as_str() == "impl";
                header.has_trait |= word.as_str() == "for";
                names.names.insert(word);
            }
            Template::Group(Delimiter::Brace, _, content) => {
                if header.in_impl {
                    names.inherent |= !header.has_trait;
                } else {
                    add_invocation(called(body, at)?, content, macros, names, path)?;
                }
                header = Header::default();
            }
            Template::Repeat(repeat) if !header.in_impl => {
                add_items(&repeat.content, macros, names, path)?;
            }
            Template::Token(..)
            | Template::Group(..)
            | Template::Repeat(_)
            | Template::Variable(..)
            | Template::Crate(_) => {}
        }
    }
    Some(())
}

#[derive(Default)]
struct Header {
    in_impl: bool,
    has_trait: bool,
}

/// The macro's name in `name! {`.
fn called(body: &[Template], brace: usize) -> Option<Symbol> {
    match body.get(brace.checked_sub(2)?..brace)? {
        [
            Template::Token(TokenTree::Ident(ident), _),
            Template::Token(TokenTree::Punct(bang), _),
        ] if bang.as_char() == '!' => Some(name(ident)),
        _ => None,
    }
}

fn add_invocation(
    called: Symbol,
    content: &[Template],
    macros: &MacroScope,
    names: &mut ImplNames,
    path: &mut Vec<u32>,
) -> Option<()> {
    let def = find_textual(macros, called)?;
    add_template_words(content, &mut names.names);
    if path.contains(&def.id) {
        return Some(());
    }
    path.push(def.id);
    def.add_to(macros, names, path)?;
    path.pop();
    Some(())
}

fn add_template_words(content: &[Template], words: &mut FxHashSet<Symbol>) {
    for template in content {
        match template {
            Template::Token(TokenTree::Ident(ident), _) => {
                words.insert(name(ident));
            }
            Template::Group(_, _, inner) => add_template_words(inner, words),
            Template::Repeat(repeat) => add_template_words(&repeat.content, words),
            Template::Token(..) | Template::Variable(..) | Template::Crate(_) => {}
        }
    }
}

fn add_words(tokens: &TokenStream, words: &mut FxHashSet<Symbol>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(ident) => {
                words.insert(name(&ident));
            }
            TokenTree::Group(group) => add_words(&group.stream(), words),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
