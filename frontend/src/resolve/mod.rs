//! Names: modules, imports, macros by name, `cfg`, impls by trait and type, language items.
//!
//! A [`Crate`] is the user's crate, the libraries it names and the models in one table of definitions. Everything happens on
//! demand: a model's file is read when a path enters its module, an import is resolved when a name is
//! looked up through it, a signature is lowered when [`Hir::def`] asks for it, a body when
//! [`Hir::body`] does. Sources as syntax trees are `parse/`'s business; here they are opaque
//! [`Node`](crate::parse::Node)s.

pub(crate) mod cfg;
pub mod dump;
mod entry;
mod files;
pub(crate) mod hygiene;
mod impls;
mod lang;
mod lookup;
mod model_files;
mod module;
mod unit;

pub(crate) use files::FileInfo;
pub(crate) use impls::ImplHeader;
pub(crate) use module::{
    Binding, Import, MacroLink, MacroScope, Module, ModuleKind, Namespace, Pending, ProcMacro, Res,
    UsePath, Visibility, find_textual, last_defined,
};
pub(crate) use unit::UnitId;

use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Attrs, Body, Def, DefId, Edition, ExprKind, Hir, TypeHead};
use crate::options::Options;
use crate::parse::{self, Node};
use crate::symbol::{Symbol, with_own_symbols};
use crate::ty::with_own_types;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use vscheck_ir::{FileId, SourceFile, Span};

/// The user's crate and the modelled standard library, resolved on demand.
pub struct Crate {
    pub(crate) options: Options,
    pub(crate) units: unit::Units,
    pub(crate) entries: RefCell<Vec<Rc<Entry>>>,
    pub(crate) modules: RefCell<FxHashMap<DefId, Rc<Module>>>,
    pub(crate) files: RefCell<Vec<FileInfo>>,
    pub(crate) impls: RefCell<impls::ImplIndex>,
    pub(crate) lang_items: RefCell<FxHashMap<Symbol, DefId>>,
    /// Statics whose functions run before `main`, as far as they have been come across.
    pub(crate) run_before_main: RefCell<Vec<DefId>>,
    /// The attributes that derives take for their own.
    pub(crate) helpers: RefCell<FxHashMap<ProcMacro, Vec<Symbol>>>,
    /// Functions by the names that the linker knows them by.
    pub(crate) exported: RefCell<FxHashMap<Symbol, DefId>>,
    /// Which macro each expansion is of; the index is the mark ([`hygiene`]).
    pub(crate) expansions: RefCell<Vec<u32>>,
    /// Mistakes in models, kept until someone asks: a model is never the user's fault.
    pub(crate) model_errors: RefCell<Vec<Diagnostic>>,
    /// Tokens that macros have produced so far in each crate: bounds macros that double.
    pub(crate) expanded_tokens: RefCell<FxHashMap<u32, usize>>,
    /// `#![recursion_limit = "..."]`.
    pub(crate) recursion_limit: Cell<u32>,
    pub(crate) next_macro: Cell<u32>,
    /// The macros with `local_inner_macros`, and their crates.
    pub(crate) local_inner_macros: RefCell<FxHashMap<u32, UnitId>>,
    pub(crate) lookups: lookup::LookupState,
    /// Names of [`Options::set`] that met a constant, and where each is written.
    pub(crate) used_sets: RefCell<FxHashMap<String, Vec<Span>>>,
    pub(crate) std_root: Cell<DefId>,
}

/// A definition before it is lowered: its syntax and what is needed to resolve names in it.
pub(crate) struct Entry {
    pub id: DefId,
    /// Empty for impls, anonymous constants and blocks.
    pub name: Symbol,
    /// What it stands in, as [`Def::parent`] says it.
    pub parent: Option<DefId>,
    /// The module or block whose names it sees.
    pub scope: DefId,
    pub file: FileId,
    pub span: Span,
    pub attrs: Attrs,
    /// The `macro_rules!` in scope at this place.
    pub macros: MacroScope,
    /// How many macro expansions this comes from.
    pub depth: u32,
    pub node: Node,
    pub def: OnceCell<Rc<Def>>,
    pub body: OnceCell<Result<Rc<Body>>>,
    /// What stands in the body's place from when it is not accepted.
    pub stop: RefCell<Option<Rc<Body>>>,
    /// Items of a trait or impl.
    pub children: OnceCell<Rc<Vec<DefId>>>,
    /// Names of the generic parameters, the parents' first.
    pub generics: OnceCell<Rc<parse::GenericNames>>,
}

/// What may have to hold, beyond the options, for the entry to exist: tests, and tests written for a
/// checker that is switched on by a `cfg` of its own.
const ENTRY_CFGS: [&[&str]; 4] = [&[], &["test"], &["test", "loom"], &["test", "shuttle"]];

/// Reads a program: the file, the modules it names, and the models.
///
/// `cfg(test)` is off unless the entry can only be a `#[test]`; `cfg(loom)` and `cfg(shuttle)` unless the
/// entry exists only with them.
pub fn load(path: &Path, options: &Options) -> Result<Rc<Crate>> {
    let mut readings = ENTRY_CFGS
        .iter()
        .filter(|cfgs| !options.test || cfgs.contains(&"test"));
    let plain = Crate::read(path, options, readings.next().copied().unwrap_or_default())?;
    if let Ok(entry) = plain.find_entry(&options.entry)
        && (options.test || !plain.entry(entry).attrs.test)
    {
        return Ok(plain);
    }
    let mut complains = plain;
    for cfgs in readings {
        let krate = Crate::read(path, options, cfgs)?;
        if krate.find_entry(&options.entry).is_ok() {
            return Ok(krate);
        }
        // Where there are several tests, they are to be named.
        if options.entry.is_none() && complains.tests().is_empty() {
            complains = krate;
        }
    }
    Ok(complains)
}

/// Reads a program for its tests: with `cfg(test)`, and with `cfg(loom)` or `cfg(shuttle)` if it has
/// none without.
pub(crate) fn load_tests(path: &Path, options: &Options) -> Result<Rc<Crate>> {
    let mut readings = ENTRY_CFGS.iter().filter(|cfgs| cfgs.contains(&"test"));
    let plain = Crate::read(path, options, readings.next().copied().unwrap_or_default())?;
    if !plain.tests().is_empty() {
        return Ok(plain);
    }
    for cfgs in readings {
        let krate = Crate::read(path, options, cfgs)?;
        if !krate.tests().is_empty() {
            return Ok(krate);
        }
    }
    Ok(plain)
}

/// Whether there is a model of a crate other than std.
pub(crate) fn is_modelled_crate(name: &str) -> bool {
    model_files::is_crate(name)
}

/// Whether a function of C's library of this name is modelled.
pub(crate) fn is_c_function(name: &str) -> bool {
    model_files::is_c_function(name)
}

/// Runs the front end on a stack that deeply nested programs do not overflow.
///
/// On a thread that has one already it runs right there, with names and types of its own: what it does
/// depends on nothing that ran before, but the models are parsed only once for all programs of the thread.
pub fn with_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    if HAS_LARGE_STACK.get() {
        return by_itself(run);
    }
    std::thread::scope(|scope| {
        let thread = large_stack()
            .spawn_scoped(scope, || {
                HAS_LARGE_STACK.set(true);
                run()
            })
            .expect("a thread for the front end");
        match thread.join() {
            Ok(value) => value,
            Err(payload) => std::panic::resume_unwind(payload),
        }
    })
}

/// The same of a run that leaves something behind besides its answer. To drop that takes a while where much
/// was read: nobody waits for it.
pub fn answer_from_large_stack<T: Send + 'static, L>(
    run: impl FnOnce() -> (T, L) + Send + 'static,
) -> T {
    if HAS_LARGE_STACK.get() {
        return by_itself(run).0;
    }
    let (answer, answered) = std::sync::mpsc::channel();
    let run = Arc::new(Mutex::new(Some(run)));
    let its = run.clone();
    let started = large_stack().spawn(move || {
        HAS_LARGE_STACK.set(true);
        let run = its.lock().expect("nobody panicked with it").take();
        let (value, left) = run.expect("it was not run")();
        // Whoever asked waits for it.
        let _ = answer.send(value);
        drop(left);
    });
    let Ok(thread) = started else {
        // There is no room for another stack: the caller's has to do.
        let run = run.lock().expect("nobody panicked with it").take();
        return by_itself(run.expect("it was not run")).0;
    };
    match answered.recv() {
        Ok(value) => value,
        Err(_) => match thread.join() {
            Err(payload) => std::panic::resume_unwind(payload),
            Ok(()) => unreachable!("a run that does not panic answers"),
        },
    }
}

thread_local! {
    static HAS_LARGE_STACK: Cell<bool> = const { Cell::new(false) };
}

fn large_stack() -> std::thread::Builder {
    std::thread::Builder::new().stack_size(1 << 30)
}

/// Runs with names and types of its own.
fn by_itself<T>(run: impl FnOnce() -> T) -> T {
    parse::share_models();
    with_own_symbols(|| with_own_types(run))
}

impl Crate {
    fn read(path: &Path, options: &Options, cfgs: &[&str]) -> Result<Rc<Crate>> {
        let krate = Rc::new(Crate::empty(path, options, cfgs));
        krate.add_std_root();
        let loaded = krate.read_program().and_then(|()| krate.check_sets());
        match loaded {
            Ok(()) => Ok(krate),
            Err(diagnostic) => Err(krate.placed(diagnostic)),
        }
    }

    pub(super) fn empty(path: &Path, options: &Options, cfgs: &[&str]) -> Crate {
        Crate {
            options: options.clone(),
            units: unit::Units::new(path, options, cfgs),
            entries: RefCell::default(),
            modules: RefCell::default(),
            files: RefCell::default(),
            impls: RefCell::default(),
            lang_items: RefCell::default(),
            run_before_main: RefCell::default(),
            helpers: RefCell::default(),
            exported: RefCell::default(),
            expansions: RefCell::default(),
            model_errors: RefCell::default(),
            expanded_tokens: RefCell::default(),
            recursion_limit: Cell::new(128),
            next_macro: Cell::new(0),
            local_inner_macros: RefCell::default(),
            lookups: lookup::LookupState::default(),
            used_sets: RefCell::default(),
            std_root: Cell::new(DefId(0)),
        }
    }

    /// The root module of the user's crate.
    pub fn root(&self) -> DefId {
        self.unit_root(UnitId::PROGRAM)
            .expect("the program's root has been read")
    }

    /// The root module of the models.
    pub fn std_root(&self) -> DefId {
        self.std_root.get()
    }

    /// Mistakes found in the models so far.
    pub fn model_errors(&self) -> Vec<Diagnostic> {
        self.model_errors.borrow().clone()
    }

    /// The edition of the user's crate.
    pub fn edition(&self) -> Edition {
        self.unit_edition(UnitId::PROGRAM)
    }

    /// Whether a name that is to be set is a constant's, of this path with the name of its crate: any end of it,
    /// or all of it with `crate` in the place of the name of the one that is checked.
    pub(crate) fn names_constant(&self, name: &str, path: &str) -> bool {
        match name.strip_prefix("crate::") {
            Some(rest) => path.strip_prefix(&self.name_of_program()) == Some(&format!("::{rest}")),
            None => path
                .strip_suffix(name)
                .is_some_and(|rest| rest.ends_with("::")),
        }
    }

    /// Each constant that is set is there, as far as is known before functions are read, and has one value.
    fn check_sets(&self) -> Result<()> {
        let (used, written) = (self.used_sets.borrow(), self.written_constants());
        let mut values: FxHashMap<&str, &str> = FxHashMap::default();
        for (name, value) in &self.options.set {
            let last = name.rsplit("::").next().unwrap_or(name);
            if !used.contains_key(name) && !written.contains(last) {
                return Err(no_constant(name, &crate::similar::hint(name, &written)));
            }
            let known = *values.entry(name).or_insert(value);
            if known != value {
                let message = format!("`{name}` is to be set to `{known}` and to `{value}`");
                return Err(Diagnostic::general(message));
            }
        }
        Ok(())
    }

    /// After all functions are read: what is set by a path is there.
    pub(crate) fn check_set_paths(&self) -> Result<()> {
        let used = self.used_sets.borrow();
        let mut names = self.options.set.iter().map(|(name, _)| name);
        match names.find(|name| name.contains("::") && !used.contains_key(*name)) {
            Some(name) => Err(no_constant(name, "")),
            None => Ok(()),
        }
    }
}

fn no_constant(name: &str, hint: &str) -> Box<Diagnostic> {
    let message = format!("there is no constant `{name}` to set in this program{hint}");
    Diagnostic::general(message)
}

impl Hir for Crate {
    fn may_stop(&self, id: DefId) -> bool {
        let entry = self.entry(id);
        self.may_stop_in(entry.file) && parse::has_syntax(&entry)
    }

    fn may_stop_in(&self, file: FileId) -> bool {
        let may = self.options.tolerant && self.is_outlined(self.unit_of(file));
        may && !self.is_model_file(file)
    }

    fn is_model_file(&self, file: FileId) -> bool {
        Crate::is_model_file(self, file)
    }

    fn stop_async(&self, id: DefId, error: &Diagnostic) -> bool {
        if !self.may_stop(id) {
            return false;
        }
        let entry = self.entry(id);
        let in_it = |span: &Span| span.file == entry.file;
        let span = error.span.filter(in_it).unwrap_or(entry.span);
        match parse::lower_async_stop(self, &entry, span) {
            Ok(Some(body)) => {
                *entry.stop.borrow_mut() = Some(Rc::new(body));
                true
            }
            _ => false,
        }
    }

    fn stop_part(&self, id: DefId, error: &Diagnostic) -> bool {
        let (Some(span), true) = (error.span, self.may_stop(id)) else {
            return false;
        };
        let Ok(body) = self.body(id) else {
            return false;
        };
        let Some(part) = body.part_around(&span).filter(|&part| part != body.value) else {
            return false;
        };
        // What is not accepted around a stop may come of that.
        let stop = body.stop_in(&body.exprs[part.index()].span);
        let reason = stop
            .map_or(error.message.as_str(), |(reason, _)| reason)
            .to_string();
        let mut body = Body::clone(&body);
        body.exprs[part.index()].kind = ExprKind::Stop(reason);
        *self.entry(id).stop.borrow_mut() = Some(Rc::new(body));
        true
    }

    fn def(&self, id: DefId) -> Rc<Def> {
        let entry = self.entry(id);
        once(&entry.def, || Rc::new(parse::lower_def(self, &entry)))
    }

    fn body(&self, id: DefId) -> Result<Rc<Body>> {
        let entry = self.entry(id);
        if let Some(stop) = &*entry.stop.borrow() {
            return Ok(stop.clone());
        }
        once(&entry.body, || parse::lower_body(self, &entry).map(Rc::new))
    }

    fn lang(&self, name: &str) -> Option<DefId> {
        self.lang_item(name)
    }

    fn run_before_main(&self) -> Vec<DefId> {
        self.run_before_main.borrow().clone()
    }

    fn linked(&self, id: DefId) -> Option<DefId> {
        let entry = self.entry(id);
        let Node::Fn(node) = &entry.node else {
            return None;
        };
        let is_declared = node.body.is_none() && node.unsupported.is_some();
        let symbol = entry.attrs.symbol.unwrap_or(entry.name);
        let found = || self.exported.borrow().get(&symbol).copied();
        is_declared.then(found).flatten()
    }

    fn has_met_lang(&self, name: &str) -> bool {
        let items = self.lang_items.borrow();
        items.contains_key(&Symbol::new(name))
    }

    fn trait_impls(&self, trait_def: DefId) -> Rc<Vec<DefId>> {
        self.impls_of_trait(trait_def)
    }

    fn trait_impls_for(&self, trait_def: DefId, head: TypeHead) -> Rc<Vec<DefId>> {
        self.impls_of_trait_for(trait_def, head)
    }

    fn item_name(&self, id: DefId) -> (Symbol, bool) {
        let entry = self.entry(id);
        (entry.name, matches!(entry.node, Node::AssocTy(_)))
    }

    fn inherent_impls(&self, head: TypeHead) -> Rc<Vec<DefId>> {
        self.impls_of_type(head)
    }

    fn missing_derives(&self, id: DefId) -> Vec<Symbol> {
        let entry = self.entry(id);
        let mut derives = entry.attrs.other_derives.clone();
        derives.retain(|name| {
            let path: Vec<Symbol> = name.as_str().split("::").map(Symbol::new).collect();
            let found = self.lookup_macro(entry.scope, &entry.macros, &path, false);
            !matches!(found, Some(Res::Procedural(_)))
        });
        derives
    }

    fn checks_overflow(&self, id: DefId) -> bool {
        let entry = self.entry(id);
        self.checks(entry.file).overflow
    }

    fn unwinds(&self) -> bool {
        self.options.checks.unwinding
    }

    fn program_name(&self) -> String {
        self.name_of_program()
    }

    fn user_text(&self, file: FileId) -> Option<Rc<str>> {
        let files = self.files.borrow();
        files.get(file.index()).and_then(FileInfo::user_text)
    }

    fn files(&self) -> Vec<SourceFile> {
        self.files
            .borrow()
            .iter()
            .map(FileInfo::to_source_file)
            .collect()
    }
}

/// What a cell holds, or else is given. That may come to the same cell itself, as where a body names a library that
/// is not read yet: what is there first stays.
fn once<T: Clone>(cell: &OnceCell<T>, make: impl FnOnce() -> T) -> T {
    if let Some(there) = cell.get() {
        return there.clone();
    }
    let made = make();
    cell.get_or_init(|| made).clone()
}
