//! Macros of models that give impls and nothing else: what their impls may be of or for, without
//! expanding or even lexing them.

use super::super::lazy::Fragment;
use super::super::outline::{self, Kind, Piece, Scanner};
use super::{MacroDef, MacroSource};
use crate::resolve::{MacroScope, find_textual};
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Names that occur in the headers of impls or in what is filled in: traits, types, and others.
#[derive(Clone, Default)]
pub(crate) struct ImplNames {
    pub names: FxHashSet<Symbol>,
    /// Whether an impl may be inherent.
    pub inherent: bool,
}

impl ImplNames {
    /// Whether an impl may be of a trait for a type of this name (`None`: a type without one).
    pub(crate) fn may_be(&self, trait_name: Symbol, self_name: Option<Symbol>) -> bool {
        let fits = |name: Symbol| self.names.contains(&name);
        fits(trait_name) && self_name.is_none_or(|name| fits(name) || !self.is_about_primitives())
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
        outline::words(arguments, &mut |word| {
            self.names.names.insert(Symbol::new(word));
        });
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
