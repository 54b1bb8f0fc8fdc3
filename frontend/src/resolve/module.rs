//! Modules: what they define and import, before anything is looked up.

use super::UnitId;
use crate::hir::{DefId, Edition, Primitive};
use crate::macros::MacroKind;
use crate::parse::{Builtin, MacroDef};
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use vscheck_ir::{FileId, Span};

/// The three name spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Namespace {
    Type,
    Value,
    Macro,
}

/// What a name stands for in a module.
#[derive(Clone, Debug)]
pub(crate) enum Res {
    Def(DefId),
    Primitive(Primitive),
    Macro(Rc<MacroDef>),
    Builtin(Builtin),
    Procedural(ProcMacro),
}

/// A procedural macro.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ProcMacro {
    /// The crate that defines it.
    pub unit: UnitId,
    pub kind: MacroKind,
    pub name: Symbol,
}

/// From where a name can be seen. Matters for globs only: explicit paths are rustc's to refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visibility {
    Public,
    /// Inside this module.
    In(DefId),
}

/// A name that a module defines itself.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub res: Res,
    pub visibility: Visibility,
}

/// The path of a `use`, as written.
#[derive(Clone, Debug)]
pub(crate) struct UsePath {
    /// Starts with `::`.
    pub global: bool,
    /// May start with `crate`, `self`, `super`.
    pub segments: Vec<Symbol>,
    pub span: Span,
    /// Decides what the first segment is relative to.
    pub edition: Edition,
}

/// A `use`, one name or one glob.
#[derive(Debug)]
pub(crate) struct Import {
    pub path: UsePath,
    pub visibility: Visibility,
    /// The module it stands in.
    pub module: DefId,
    /// Only the type name space (`use a::{self}`).
    pub types_only: bool,
    /// `extern crate`: the path's first segment is a crate.
    pub is_crate: bool,
}

/// The textual scope of `macro_rules!`: the last definition and the ones before it.
pub(crate) type MacroScope = Option<Rc<MacroLink>>;

/// One definition in a textual scope, or a macro call there that may define some when its turn comes.
#[derive(Debug)]
pub(crate) struct MacroLink {
    what: Linked,
    before: MacroScope,
}

#[derive(Debug)]
enum Linked {
    Macro(Symbol, Rc<MacroDef>),
    /// The scope behind a call, from when it is expanded; what stood before it is part of that.
    Call(RefCell<MacroScope>),
}

impl MacroLink {
    /// The scope with one more definition.
    pub(crate) fn push(before: &MacroScope, name: Symbol, def: Rc<MacroDef>) -> MacroScope {
        Some(Rc::new(MacroLink {
            what: Linked::Macro(name, def),
            before: before.clone(),
        }))
    }

    /// The scope behind a macro call that has to wait.
    pub(crate) fn push_call(before: &MacroScope) -> Rc<MacroLink> {
        Rc::new(MacroLink {
            what: Linked::Call(RefCell::default()),
            before: before.clone(),
        })
    }

    /// Says what the scope behind a call is, now that it is expanded.
    pub(crate) fn expanded(&self, behind: MacroScope) {
        if let Linked::Call(scope) = &self.what {
            *scope.borrow_mut() = behind;
        }
    }
}

/// Finds a macro in a textual scope.
pub(crate) fn find_textual(scope: &MacroScope, name: Symbol) -> Option<Rc<MacroDef>> {
    let mut all = definitions(scope);
    all.find_map(|(defined, def)| (defined == name).then_some(def))
}

/// The macro that was defined last.
pub(crate) fn last_defined(scope: &MacroScope) -> Option<Rc<MacroDef>> {
    definitions(scope).next().map(|(_, def)| def)
}

/// The definitions in a textual scope, the last one first.
fn definitions(scope: &MacroScope) -> impl Iterator<Item = (Symbol, Rc<MacroDef>)> {
    let mut link = scope.clone();
    std::iter::from_fn(move || {
        loop {
            let current = link.take()?;
            link = current.before.clone();
            match &current.what {
                Linked::Macro(name, def) => return Some((*name, def.clone())),
                Linked::Call(behind) => link = behind.borrow().clone().or(link.take()),
            }
        }
    })
}

impl Drop for MacroLink {
    /// Not recursive: scopes can be long.
    fn drop(&mut self) {
        let mut parts = self.parts();
        while let Some(scope) = parts.pop() {
            if let Some(Ok(mut link)) = scope.map(Rc::try_unwrap) {
                parts.append(&mut link.parts());
            }
        }
    }
}

impl MacroLink {
    /// Takes the scopes that it is made of out of it.
    fn parts(&mut self) -> Vec<MacroScope> {
        let behind = match &mut self.what {
            Linked::Macro(..) => None,
            Linked::Call(scope) => scope.take(),
        };
        vec![self.before.take(), behind]
    }
}

/// What kind of scope a module is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModuleKind {
    /// A crate's root.
    Root,
    /// `mod name`.
    Named,
    /// A block with items or imports.
    Block,
}

/// A module's file that has not been read yet.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub path: PathBuf,
}

/// A module or block scope.
pub(crate) struct Module {
    pub def: DefId,
    pub kind: ModuleKind,
    /// The lexically enclosing module or block.
    pub parent: Option<DefId>,
    /// The crate's root.
    pub root: DefId,
    pub is_model: bool,
    pub edition: Edition,
    /// The file it is written in (for `mod x;`: the file that holds its content, once read).
    pub file: std::cell::Cell<FileId>,
    /// Where the files of its child modules are.
    pub directory: RefCell<PathBuf>,
    /// Set until the file is read (models only: the user's files are read at once).
    pub pending: RefCell<Option<Pending>>,
    pub items: RefCell<FxHashMap<(Symbol, Namespace), Binding>>,
    pub imports: RefCell<FxHashMap<Symbol, Vec<Rc<Import>>>>,
    pub globs: RefCell<Vec<Rc<Import>>>,
    /// `use Trait as _`.
    pub unnamed: RefCell<Vec<Rc<Import>>>,
    /// Modules in the order of the source.
    pub children: RefCell<Vec<DefId>>,
    /// Functions in the order of the source, to find tests.
    pub functions: RefCell<Vec<DefId>>,
    /// Traits that can be named here or come by `as _`, as found when so many names of traits were
    /// known.
    pub traits: RefCell<Option<(usize, Rc<Vec<DefId>>)>>,
}

impl Module {
    /// Defines a name. The first definition stays (a second one is an error that rustc reports), except
    /// for macros, where the last wins.
    pub(crate) fn define(&self, name: Symbol, space: Namespace, res: Res, visibility: Visibility) {
        let mut items = self.items.borrow_mut();
        let binding = Binding { res, visibility };
        if space == Namespace::Macro {
            items.insert((name, space), binding);
        } else {
            items.entry((name, space)).or_insert(binding);
        }
    }
}
