//! Macros of models that give impls and nothing else: what their impls may be of or for, without
//! expanding or even lexing them.

use super::super::lazy::Fragment;
use super::super::outline::{HeaderPart, Kind, Piece, Scanner, impl_parts};
use super::super::tokens::name;
use super::{MacroDef, MacroSource};
use crate::hir::TypeHead;
use crate::resolve::{MacroScope, find_textual};
use crate::symbol::Symbol;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What the impls of an invocation may be of and for.
#[derive(Clone)]
pub(crate) struct ImplNames {
    heads: Rc<[Head]>,
    filled_in: Words,
}

/// An impl's trait, if it has one, and its type.
#[derive(Clone, PartialEq)]
struct Head {
    of: Option<Slot>,
    on: Slot,
}

/// A trait or a type as a macro's body has it.
#[derive(Clone, PartialEq)]
struct Slot {
    name: Option<Symbol>,
    /// How it begins, if it has no name.
    shape: Option<Shape>,
    /// It is filled in where the macro is invoked.
    filled_in: bool,
    /// It is a parameter of the impl: any type.
    is_parameter: bool,
}

/// How types begin that have no name.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// `&T`
    Reference,
    /// `*const T`
    Pointer,
    /// `[T]`, `[T; N]`
    Bracket,
    /// `(T, U)`
    Parenthesis,
    /// `fn(T)`
    Function,
}

/// Words, and beginnings of types without a name.
#[derive(Clone, Default)]
struct Words {
    names: FxHashSet<Symbol>,
    shapes: Vec<Shape>,
}

/// A type that impls are wanted for.
#[derive(Clone, Copy)]
pub(crate) struct SelfType {
    pub head: TypeHead,
    /// Its name, if it has one.
    pub name: Option<Symbol>,
}

impl ImplNames {
    /// The names of all traits that an impl may be of.
    pub(crate) fn traits(&self) -> FxHashSet<Symbol> {
        let traits = || self.heads.iter().filter_map(|head| head.of.as_ref());
        let mut names: FxHashSet<Symbol> = traits().filter_map(|slot| slot.name).collect();
        if traits().any(|slot| slot.filled_in) {
            names.extend(&self.filled_in.names);
        }
        names
    }

    /// Whether an impl may be inherent.
    pub(crate) fn has_inherent(&self) -> bool {
        self.heads.iter().any(|head| head.of.is_none())
    }

    /// Whether an impl may be of a trait of this name (`None`: inherent) for a type.
    pub(crate) fn may_be(&self, trait_name: Option<Symbol>, on: SelfType) -> bool {
        let is_of = |slot: &Option<Slot>| match (slot, trait_name) {
            (Some(slot), Some(name)) => slot.may_have(name, &self.filled_in),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let mut heads = self.heads.iter();
        heads.any(|head| is_of(&head.of) && head.on.may_be(on, &self.filled_in))
    }

    /// Adds what an invocation fills in.
    pub(crate) fn fill_in_text(&mut self, arguments: &Fragment) {
        self.filled_in.add_text(arguments);
    }

    /// Adds what an invocation fills in.
    pub(crate) fn fill_in(&mut self, arguments: &TokenStream) {
        self.filled_in.add_tokens(arguments);
    }
}

impl Slot {
    fn new(part: HeaderPart) -> Slot {
        Slot {
            name: part.name.map(Symbol::new),
            shape: part
                .first
                .and_then(|(kind, text)| Shape::of_piece(kind, text)),
            filled_in: part.is_filled_in,
            is_parameter: part.is_parameter,
        }
    }

    fn may_have(&self, name: Symbol, filled_in: &Words) -> bool {
        self.name == Some(name) || self.filled_in && filled_in.names.contains(&name)
    }

    fn may_be(&self, on: SelfType, filled_in: &Words) -> bool {
        if self.is_parameter {
            return true;
        }
        match (on.name, Shape::of_type(on.head)) {
            (Some(name), _) => self.may_have(name, filled_in),
            (None, Some(shape)) => {
                self.shape == Some(shape) || self.filled_in && filled_in.shapes.contains(&shape)
            }
            (None, None) => false,
        }
    }
}

impl Shape {
    fn of_type(head: TypeHead) -> Option<Shape> {
        match head {
            TypeHead::Def(_) | TypeHead::Primitive(_) => None,
            TypeHead::Slice | TypeHead::Array => Some(Shape::Bracket),
            TypeHead::Tuple => Some(Shape::Parenthesis),
            TypeHead::Ref => Some(Shape::Reference),
            TypeHead::ConstPtr | TypeHead::MutPtr => Some(Shape::Pointer),
            TypeHead::FnPtr => Some(Shape::Function),
        }
    }

    fn of_piece(kind: Kind, text: &str) -> Option<Shape> {
        match kind {
            Kind::Word if text == "fn" => Some(Shape::Function),
            Kind::Punct(b'&') => Some(Shape::Reference),
            Kind::Punct(b'*') => Some(Shape::Pointer),
            Kind::Group(b'[') => Some(Shape::Bracket),
            Kind::Group(b'(') => Some(Shape::Parenthesis),
            Kind::Word | Kind::Literal | Kind::Lifetime | Kind::Punct(_) | Kind::Group(_) => None,
        }
    }
}

impl Words {
    fn add_text(&mut self, arguments: &Fragment) {
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
            self.shapes.extend(Shape::of_piece(piece.kind, text));
        }
    }

    fn add_tokens(&mut self, arguments: &TokenStream) {
        for token in arguments.clone() {
            let (kind, text) = match &token {
                TokenTree::Ident(ident) => {
                    let word = name(ident);
                    self.names.insert(word);
                    (Kind::Word, word.as_str())
                }
                TokenTree::Group(group) => {
                    self.add_tokens(&group.stream());
                    let open = match group.delimiter() {
                        Delimiter::Bracket => b'[',
                        Delimiter::Parenthesis => b'(',
                        Delimiter::Brace | Delimiter::None => b'{',
                    };
                    (Kind::Group(open), "")
                }
                TokenTree::Punct(punct) => (Kind::Punct(punct.as_char() as u8), ""),
                TokenTree::Literal(_) => (Kind::Literal, ""),
            };
            self.shapes.extend(Shape::of_piece(kind, text));
        }
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
                heads: Vec::new(),
                filled_in: Words::default(),
                path: vec![self.id],
            };
            reader.rules(self)?;
            Some(Rc::new(ImplNames {
                heads: reader.heads.into(),
                filled_in: reader.filled_in,
            }))
        };
        self.implemented.get_or_init(compute).clone()
    }
}

struct Reader<'a> {
    macros: &'a MacroScope,
    heads: Vec<Head>,
    /// What macros fill into others.
    filled_in: Words,
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
        let mut item = Item::default();
        for piece in scan(body) {
            let text = &body.source.text[piece.start..piece.end];
            match (piece.kind, item.impl_start) {
                (Kind::Word, None) if DEFINING.contains(&text) => return None,
                (Kind::Word, None) if text == "impl" => item.impl_start = Some(piece.start),
                (Kind::Word, None) => item.last_word = Some(text),
                (Kind::Group(b'{'), Some(start)) => {
                    self.head(&body.part(start..piece.start));
                    item = Item::default();
                }
                (Kind::Group(b'{'), None) => {
                    self.invocation(item.last_word?, &body.part(piece.inside()))?;
                    item = Item::default();
                }
                (Kind::Group(b'('), None) if item.dollar => {
                    self.items(&body.part(piece.inside()))?;
                }
                (
                    Kind::Word | Kind::Group(_) | Kind::Literal | Kind::Lifetime | Kind::Punct(_),
                    _,
                ) => {}
            }
            item.dollar = text == "$";
        }
        Some(())
    }

    /// An impl's header.
    fn head(&mut self, text: &Fragment) {
        let Some(parts) = impl_parts(text) else {
            return;
        };
        let head = Head {
            of: parts.of.map(Slot::new),
            on: Slot::new(parts.on),
        };
        if !self.heads.contains(&head) {
            self.heads.push(head);
        }
    }

    fn invocation(&mut self, called: &'static str, arguments: &Fragment) -> Option<()> {
        let def = find_textual(self.macros, Symbol::new(called))?;
        self.filled_in.add_text(arguments);
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
struct Item {
    /// Where its `impl` stands.
    impl_start: Option<usize>,
    /// The last word: a macro's name if braces follow.
    last_word: Option<&'static str>,
    /// The last token is `$`.
    dollar: bool,
}
