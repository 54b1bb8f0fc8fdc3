//! Macros of models that give impls and nothing else: what their impls may be of or for, without
//! expanding or even lexing them.

use super::super::lazy::Fragment;
use super::super::outline::{Kind, Piece, Scanner};
use super::super::tokens::name;
use super::{MacroDef, MacroSource};
use crate::resolve::{MacroScope, find_textual};
use crate::symbol::Symbol;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Names that occur in the headers of impls or in what is filled in: traits, types, and others.
#[derive(Clone, Default)]
pub(crate) struct ImplNames {
    pub names: FxHashSet<Symbol>,
    /// Whether an impl may be inherent.
    pub inherent: bool,
    /// Whether an impl may be for a type without a name: a reference, slice, tuple, ...
    pub nameless: bool,
}

impl ImplNames {
    /// Whether an impl may be of a trait for a type of this name (`None`: a type without one).
    pub(crate) fn may_be(&self, trait_name: Symbol, self_name: Option<Symbol>) -> bool {
        let fits = |name: Symbol| self.names.contains(&name);
        fits(trait_name)
            && match self_name {
                Some(name) => fits(name) || !self.is_about_primitives(),
                None => self.nameless,
            }
    }

    /// Adds the words that are filled in.
    pub(crate) fn add_text(&mut self, arguments: &Fragment) {
        for piece in scan(arguments) {
            let text = &arguments.source.text[piece.start..piece.end];
            match piece.kind {
                Kind::Word => {
                    self.names
                        .insert(Symbol::new(text.trim_start_matches("r#")));
                }
                Kind::Group(_) => self.add_text(&arguments.part(piece.inside())),
                Kind::Literal | Kind::Lifetime | Kind::Punct(_) => {}
            }
            self.nameless |= begins_nameless(piece.kind, text);
        }
    }

    /// Adds the words that are filled in.
    pub(crate) fn add_tokens(&mut self, arguments: &TokenStream) {
        for token in arguments.clone() {
            match &token {
                TokenTree::Ident(ident) => {
                    let word = name(ident);
                    self.nameless |= matches!(word.as_str(), "const" | "mut");
                    self.names.insert(word);
                }
                TokenTree::Group(group) => {
                    let delimiter = group.delimiter();
                    self.nameless |=
                        matches!(delimiter, Delimiter::Bracket | Delimiter::Parenthesis);
                    self.add_tokens(&group.stream());
                }
                TokenTree::Punct(punct) => self.nameless |= punct.as_char() == '&',
                TokenTree::Literal(_) => {}
            }
        }
    }

    /// Whether an impl may be inherent, of a type of this name.
    pub(crate) fn may_be_inherent(&self, self_name: Option<Symbol>) -> bool {
        self.inherent
            && match self_name {
                Some(name) => self.names.contains(&name),
                None => self.nameless,
            }
    }

    /// Whether the types are filled in by their names.
    fn is_about_primitives(&self) -> bool {
        let names = ["i32", "usize", "u8", "f64", "bool", "char", "str"];
        names
            .iter()
            .any(|name| self.names.contains(&Symbol::new(name)))
    }
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

/// Whether a type may begin so that has no name: `&`, `*const`, `[`, `(`.
fn begins_nameless(kind: Kind, text: &str) -> bool {
    let reference = matches!(kind, Kind::Punct(b'&') | Kind::Group(b'[' | b'('));
    reference || matches!(text, "const" | "mut")
}

impl MacroDef {
    /// What the impls of its invocations are of or for, what is filled in aside; `None` if it may define
    /// names.
    pub(crate) fn implements(&self, macros: &MacroScope) -> Option<Rc<ImplNames>> {
        let compute = || {
            let mut reader = Reader {
                macros,
                names: ImplNames::default(),
                path: vec![self.id],
            };
            reader.rules(self)?;
            Some(Rc::new(reader.names))
        };
        self.implemented.get_or_init(compute).clone()
    }
}

struct Reader<'a> {
    macros: &'a MacroScope,
    names: ImplNames,
    /// The macros being read, by id.
    path: Vec<u32>,
}

impl Reader<'_> {
    /// `(pattern) => { body }; ...`
    fn rules(&mut self, def: &MacroDef) -> Option<()> {
        let MacroSource::Text(text) = &def.source else {
            return None;
        };
        let groups = scan(text).filter(|piece| matches!(piece.kind, Kind::Group(_)));
        for body in groups.skip(1).step_by(2) {
            self.items(&text.part(body.inside()))?;
        }
        Some(())
    }

    /// Goes through the items of a body; contents of impls do not count.
    fn items(&mut self, body: &Fragment) -> Option<()> {
        let mut header = Header::default();
        for piece in scan(body) {
            let text = &body.source.text[piece.start..piece.end];
            if header.in_impl && !header.dollar {
                self.names.nameless |= begins_nameless(piece.kind, text);
            }
            match piece.kind {
                Kind::Word => {
                    if DEFINING.contains(&text) {
                        return None;
                    }
                    header.add(text);
                    self.names.names.insert(Symbol::new(text));
                }
                Kind::Group(b'{') if header.in_impl => {
                    self.names.inherent |= !header.has_trait;
                    header = Header::default();
                }
                Kind::Group(b'{') => {
                    self.invocation(header.before_bang?, &body.part(piece.inside()))?;
                    header = Header::default();
                }
                Kind::Group(b'(') if header.dollar && !header.in_impl => {
                    self.items(&body.part(piece.inside()))?;
                }
                Kind::Group(_) | Kind::Literal | Kind::Lifetime | Kind::Punct(_) => {}
            }
            header.dollar = text == "$";
        }
        Some(())
    }

    fn invocation(&mut self, called: &'static str, arguments: &Fragment) -> Option<()> {
        let def = find_textual(self.macros, Symbol::new(called))?;
        self.names.add_text(arguments);
        if self.path.contains(&def.id) {
            return Some(());
        }
        self.path.push(def.id);
        self.rules(&def)?;
        self.path.pop();
        Some(())
    }
}

fn scan(fragment: &Fragment) -> impl Iterator<Item = Piece> + use<> {
    Scanner::new(fragment.source.text, fragment.range.clone())
}

/// What has been seen of an item so far.
#[derive(Default)]
struct Header {
    in_impl: bool,
    has_trait: bool,
    /// The last word: a macro's name if braces follow.
    before_bang: Option<&'static str>,
    /// The last token is `$`.
    dollar: bool,
}

impl Header {
    fn add(&mut self, word: &'static str) {
        self.in_impl |= word == "impl";
        self.has_trait |= word == "for";
        self.before_bang = Some(word);
    }
}
