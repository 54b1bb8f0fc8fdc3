//! The table of definitions, and the function a check starts from.

use super::{Crate, Entry, Module, ProcMacro, UnitId};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Attrs, DefId};
use crate::parse::Node;
use crate::resolve::{Namespace, Res};
use crate::symbol::Symbol;
use std::cell::{OnceCell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use vscheck_ir::{FileId, Span};

impl Entry {
    /// An entry of which only the syntax is known.
    pub(crate) fn new(id: DefId, node: Node) -> Entry {
        Entry {
            id,
            name: Symbol::new(""),
            parent: None,
            scope: id,
            file: FileId(0),
            span: Span::default(),
            attrs: Attrs::default(),
            macros: None,
            depth: 0,
            node,
            def: OnceCell::new(),
            body: OnceCell::new(),
            stop: RefCell::default(),
            children: OnceCell::new(),
            generics: OnceCell::new(),
        }
    }
}

impl Crate {
    /// The entry of a definition.
    pub(crate) fn entry(&self, id: DefId) -> Rc<Entry> {
        self.entries.borrow()[id.index()].clone()
    }

    /// Adds a definition; `build` is given its id.
    pub(crate) fn add_entry(&self, build: impl FnOnce(DefId) -> Entry) -> DefId {
        let id = DefId::new(self.entries.borrow().len());
        let entry = build(id);
        if let Some(lang) = entry.attrs.lang {
            self.lang_items.borrow_mut().insert(lang, id);
        }
        if entry.attrs.runs_before_main {
            self.run_before_main.borrow_mut().push(id);
        }
        if entry.attrs.exported {
            let mut exported = self.exported.borrow_mut();
            exported.insert(entry.attrs.symbol.unwrap_or(entry.name), id);
        }
        self.entries.borrow_mut().push(Rc::new(entry));
        id
    }

    /// Notes which attributes a procedural macro takes for its own.
    pub(crate) fn note_helpers(&self, defined: ProcMacro, helpers: Vec<Symbol>) {
        if !helpers.is_empty() {
            self.helpers.borrow_mut().insert(defined, helpers);
        }
    }

    /// Whether a procedural macro takes an attribute for its own.
    pub(crate) fn has_helper(&self, defined: ProcMacro, word: Symbol) -> bool {
        let helpers = self.helpers.borrow();
        helpers.get(&defined).is_some_and(|own| own.contains(&word))
    }

    /// The module behind a definition, its file read.
    pub(crate) fn module(&self, id: DefId) -> Option<Rc<Module>> {
        let module = self.modules.borrow().get(&id).cloned()?;
        if module.pending.borrow().is_some() {
            self.read_pending(&module);
        }
        Some(module)
    }

    /// The module that a definition's names are looked up in first.
    pub(crate) fn scope_module(&self, id: DefId) -> Rc<Module> {
        self.module(id).expect("a scope is a module")
    }

    /// The nearest enclosing module that is not a block.
    pub(crate) fn nearest_module(&self, id: DefId) -> Rc<Module> {
        let mut module = self.scope_module(id);
        while module.kind == super::ModuleKind::Block {
            module = self.scope_module(module.parent.expect("a block has a parent"));
        }
        module
    }

    /// The function to start from: the path given, else `main`, else the only `#[test]`.
    pub fn find_entry(&self, path: &Option<String>) -> Result<DefId> {
        match path {
            Some(path) => self.entry_by_path(path),
            None => match self.function_at("main") {
                Some(main) => Ok(main),
                None => self.only_test(),
            },
        }
    }

    fn entry_by_path(&self, path: &str) -> Result<DefId> {
        let from_root = path.strip_prefix("crate::").unwrap_or(path);
        self.function_at(from_root).ok_or_else(|| {
            let mut functions = Vec::new();
            self.collect_functions(self.root(), &mut functions);
            let names = functions.iter().map(|&function| self.path_of(function));
            let hint = crate::similar::hint(path, names);
            Diagnostic::general(format!("there is no function `{path}` to start from{hint}"))
        })
    }

    fn function_at(&self, path: &str) -> Option<DefId> {
        let mut module = self.root();
        let mut names = path.split("::").peekable();
        while let Some(name) = names.next() {
            let last = names.peek().is_none();
            let space = if last {
                Namespace::Value
            } else {
                Namespace::Type
            };
            let Some(Res::Def(def)) = self.lookup_in(module, Symbol::new(name), space, None) else {
                return None;
            };
            module = def;
        }
        matches!(self.entry(module).node, Node::Fn(_)).then_some(module)
    }

    fn only_test(&self) -> Result<DefId> {
        let mut tests = self.tests();
        tests.retain(|&test| !self.entry(test).attrs.ignore);
        match tests.as_slice() {
            [] => Err(Diagnostic::new(
                "there is no `main` and no `#[test]` to start from (`test` in the place of `run` checks the \
                 tests of a package)",
                self.entry(self.root()).span,
            )),
            [test] => Ok(*test),
            several => {
                let names: Vec<String> = several.iter().map(|&test| self.path_of(test)).collect();
                let message = format!(
                    "there is no `main` and there are {} tests: name one of them as the entry ({}), or check all \
                     with `test` in the place of `run`",
                    several.len(),
                    names.join(", ")
                );
                Err(Diagnostic::new(message, self.entry(several[1]).span))
            }
        }
    }

    /// All `#[test]` functions of the user's crate, in the order of the source.
    pub fn tests(&self) -> Vec<DefId> {
        let mut functions = Vec::new();
        self.collect_functions(self.root(), &mut functions);
        functions.retain(|&function| self.entry(function).attrs.test);
        functions
    }

    fn collect_functions(&self, module: DefId, functions: &mut Vec<DefId>) {
        let Some(module) = self.module(module) else {
            return;
        };
        functions.extend(module.functions.borrow().iter());
        for &child in module.children.borrow().iter() {
            self.collect_functions(child, functions);
        }
    }

    /// How many definitions there are so far; ids count from 0.
    pub fn definition_count(&self) -> usize {
        self.entries.borrow().len()
    }

    /// The path of a definition within its crate: `tests::two_writers`, `std::sync::Mutex`.
    pub fn path_of(&self, id: DefId) -> String {
        let mut names = Vec::new();
        let mut current = Some(id);
        while let Some(id) = current {
            let entry = self.entry(id);
            if !entry.name.as_str().is_empty() {
                names.push(entry.name.as_str());
            }
            current = entry.parent;
        }
        names.reverse();
        names.join("::")
    }

    /// The name of a crate's root module: empty in the crate that is checked.
    pub(crate) fn name_of_root(&self, file: FileId) -> Symbol {
        let unit = self.unit_of(file);
        match &self.units.get(unit).name {
            _ if self.is_model_file(file) => Symbol::new("std"),
            Some(name) if unit != UnitId::PROGRAM => Symbol::new(name),
            _ => Symbol::new(""),
        }
    }

    /// The name of the crate that is checked: what its package says, else its file's.
    pub(crate) fn name_of_program(&self) -> String {
        if let Some(name) = &self.units.get(UnitId::PROGRAM).name {
            return name.clone();
        }
        let file = PathBuf::from(self.file_path(self.entry(self.root()).file));
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        stem.replace('-', "_")
    }

    /// The path of a definition with its crate's name, as `module_path!` says it.
    pub(crate) fn full_path_of(&self, id: DefId) -> String {
        let mut root = id;
        while let Some(parent) = self.entry(root).parent {
            root = parent;
        }
        let path = self.path_of(id);
        if root != self.root() {
            return path;
        }
        let krate = self.name_of_program();
        match path.is_empty() {
            true => krate,
            false => format!("{krate}::{path}"),
        }
    }
}
