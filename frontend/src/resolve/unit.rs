//! The crates of a program besides the models: the one that is checked, and libraries, which are read
//! when a path enters them or the source that may name them has been read.

use super::cfg::CfgSet;
use super::{Crate, FileInfo, Namespace, Res};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefId, Edition, Hir};
use crate::inputs;
use crate::options::{Checks, Dependency, Library, Options};
use crate::parse::{self, Node, Text};
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vscheck_ir::FileId;

/// A crate that is compiled from source.
pub(crate) struct Unit {
    /// Its name; a single file's is the file's.
    pub name: Option<String>,
    path: PathBuf,
    /// Defines procedural macros.
    pub is_macros: bool,
    /// A model stands for it, if there is one of its name.
    is_modelled: bool,
    /// Comes from a registry.
    is_published: bool,
    /// Only names parts of others.
    is_reexports: bool,
    edition: Edition,
    checks: Checks,
    cfg: Rc<CfgSet>,
    /// What `env!` finds besides the environment.
    variables: Vec<(String, String)>,
    /// The names of other crates, each with its index among the units.
    dependencies: Vec<(Symbol, UnitId)>,
    /// Its root module, once it has been entered.
    root: Cell<Option<DefId>>,
    /// The crates of its `#[macro_use] extern crate` items.
    macro_uses: RefCell<Vec<Symbol>>,
}

/// Index into [`Units`]; 0 is the crate that is checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct UnitId(pub u32);

impl UnitId {
    /// The crate that is checked.
    pub const PROGRAM: UnitId = UnitId(0);
    /// The first of the libraries.
    pub const FIRST_LIBRARY: UnitId = UnitId(1);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Crates that only name parts of others, so that their own sources do no harm. What they name is read
/// when a path enters it: that they name it does not mean that the program has to do with it.
const REEXPORTS: [&str; 1] = ["crossbeam"];

/// Mistakes in libraries that are kept.
const MAX_ERRORS: usize = 1000;

/// All crates of a program.
pub(crate) struct Units {
    list: Vec<Unit>,
    /// What is not accepted in libraries. It matters only if the program reaches it: then whatever is
    /// reported instead is explained with these.
    errors: RefCell<Vec<(UnitId, Diagnostic)>>,
    /// Constants without a name that have blocks, and what has a body with impls in it, until they are
    /// entered.
    pub(crate) bodies_with_impls: RefCell<Vec<DefId>>,
    /// See [`Crate::macro_options`].
    macro_options: RefCell<FxHashMap<u32, Rc<Options>>>,
}

impl Units {
    pub(super) fn new(path: &Path, options: &Options, more: &[&str]) -> Units {
        let program = Unit {
            name: options.name.clone(),
            path: path.to_path_buf(),
            is_macros: false,
            is_modelled: false,
            is_published: false,
            is_reexports: false,
            edition: options.edition.unwrap_or(Edition::E2021),
            checks: options.checks,
            cfg: Rc::new(CfgSet::new(&options.cfgs, more).checking(options.checks)),
            variables: options.variables.clone(),
            dependencies: names(&options.dependencies),
            root: Cell::new(None),
            macro_uses: RefCell::default(),
        };
        let of_all = more.iter().copied().filter(|name| *name != "test");
        let of_all: Vec<&str> = of_all.collect();
        let library = |library: &Library| {
            let mut unit = Unit::library(library, &of_all, options.checks);
            unit.is_modelled &= !options.unmodelled.contains(&library.name);
            unit
        };
        let libraries = options.libraries.iter().map(library);
        Units {
            list: std::iter::once(program).chain(libraries).collect(),
            errors: RefCell::default(),
            bodies_with_impls: RefCell::default(),
            macro_options: RefCell::default(),
        }
    }

    pub(crate) fn get(&self, unit: UnitId) -> &Unit {
        &self.list[unit.index()]
    }
}

/// `PACKAGE=NAME`s, with spaces between. (No variable of a system has such a name.)
const DEPENDENCIES: &str = "vscheck::dependencies";

/// `cfg`s with which published crates ask the system in the simplest of their ways.
const SIMPLEST: [(&str, &str, &str); 2] = [
    ("getrandom", "getrandom_backend", "linux_getrandom"),
    ("getrandom", "feature", "linux_disable_fallback"),
];

impl Unit {
    /// `cfg(miri)` tells published crates that an interpreter runs them: they leave out the assembly
    /// and the foreign calls that they have another way for.
    fn library(library: &Library, more: &[&str], checks: Checks) -> Unit {
        let interpreted = library.is_published.then_some("miri");
        let more: Vec<&str> = more.iter().copied().chain(interpreted).collect();
        let simplest = SIMPLEST.iter().filter(|(name, ..)| *name == library.name);
        let simplest = simplest.map(|(_, key, value)| (key.to_string(), Some(value.to_string())));
        let cfgs: Vec<_> = library.cfgs.iter().cloned().chain(simplest).collect();
        let checks = library.checks.unwrap_or(checks);
        let is_reexports = library.is_published && REEXPORTS.contains(&library.name.as_str());
        Unit {
            name: Some(library.name.clone()),
            path: library.root.clone(),
            is_macros: library.is_macros,
            is_published: library.is_published,
            is_modelled: library.is_published && !is_reexports,
            is_reexports,
            edition: library.edition,
            checks,
            cfg: Rc::new(CfgSet::new(&cfgs, &more).checking(checks)),
            variables: library.variables.clone(),
            dependencies: names(&library.dependencies),
            root: Cell::new(None),
            macro_uses: RefCell::default(),
        }
    }
}

fn names(dependencies: &[Dependency]) -> Vec<(Symbol, UnitId)> {
    let unit = |dependency: &Dependency| {
        let id = UnitId(dependency.library as u32 + 1);
        (Symbol::new(&dependency.name), id)
    };
    dependencies.iter().map(unit).collect()
}

impl Crate {
    /// The `cfg`s that hold in a file.
    pub(crate) fn cfg(&self, file: FileId) -> Rc<CfgSet> {
        self.units.get(self.unit_of(file)).cfg.clone()
    }

    /// A variable of the environment that a file is compiled in.
    pub(crate) fn variable(&self, file: FileId, name: &str) -> Option<String> {
        let known = &self.units.get(self.unit_of(file)).variables;
        let known = known.iter().find(|(known, _)| known == name);
        known
            .map(|(_, value)| value.clone())
            .or_else(|| inputs::variable(name))
    }

    /// What macros see of the environment that a file is compiled in, and by which names the crate knows
    /// packages (what `proc-macro-crate` asks for): `NAME=VALUE`s, a zero behind each.
    pub(crate) fn environment_of_macros(&self, file: FileId) -> String {
        let unit = self.units.get(self.unit_of(file));
        let package = |of: &Unit| {
            let mut variables = of.variables.iter();
            let name = variables.find(|(name, _)| name == "CARGO_PKG_NAME");
            name.map(|(_, value)| value.clone())
        };
        let known = unit.dependencies.iter().filter_map(|(name, id)| {
            let package = package(self.units.get(*id))?;
            Some(format!("{package}={name}"))
        });
        let known = known.collect::<Vec<_>>().join(" ");
        let said = unit.variables.iter();
        let said = said.map(|(name, value)| format!("{name}={value}\0"));
        said.chain([format!("{DEPENDENCIES}={known}\0")]).collect()
    }

    /// The crate that a file belongs to (models count as the program's).
    pub(crate) fn unit_of(&self, file: FileId) -> UnitId {
        self.files.borrow()[file.index()].unit
    }

    /// The checks that are compiled into a file.
    pub(crate) fn checks(&self, file: FileId) -> Checks {
        self.units.get(self.unit_of(file)).checks
    }

    pub(crate) fn unit_edition(&self, unit: UnitId) -> Edition {
        self.units.get(unit).edition
    }

    /// The root of a crate, read now if it has not been.
    pub(crate) fn unit_root(&self, unit: UnitId) -> Option<DefId> {
        if self.units.get(unit).root.get().is_none()
            && let Err(diagnostic) = self.read_unit(unit)
        {
            self.forgive(unit, *diagnostic);
        }
        self.units.get(unit).root.get()
    }

    /// Whether a file belongs to a library that is compiled from source.
    pub(crate) fn is_library_file(&self, file: FileId) -> bool {
        self.unit_of(file) != UnitId::PROGRAM
    }

    /// Keeps what is not accepted in a library.
    fn forgive(&self, unit: UnitId, diagnostic: Diagnostic) {
        let mut errors = self.units.errors.borrow_mut();
        if errors.len() < MAX_ERRORS {
            errors.push((unit, diagnostic));
        }
    }

    /// What was not accepted in a library so far.
    pub(crate) fn library_errors(&self, unit: UnitId) -> Vec<Diagnostic> {
        let errors = self.all_library_errors().into_iter();
        let own = errors.filter(|(of, _)| *of == unit);
        own.map(|(_, error)| error).collect()
    }

    /// What was not accepted in libraries, and what was to be parsed and is no syntax.
    fn all_library_errors(&self) -> Vec<(UnitId, Diagnostic)> {
        let mut all = self.units.errors.borrow().clone();
        for file in self.files.borrow().iter() {
            let outline = file.outline.as_ref();
            let mistakes = outline.map_or_else(Vec::new, |outline| outline.mistakes());
            all.extend(mistakes.into_iter().map(|mistake| (file.unit, mistake)));
        }
        all
    }

    /// Whether a mistake in a file matters only to who reaches it.
    pub(crate) fn may_have_mistakes(&self, file: FileId) -> bool {
        self.is_model_file(file) || self.is_library_file(file)
    }

    /// Keeps a mistake in such a file.
    pub(crate) fn keep_mistake(&self, file: FileId, diagnostic: Diagnostic) {
        match self.is_model_file(file) {
            true => self.model_errors.borrow_mut().push(diagnostic),
            false => self.forgive_library(file, diagnostic),
        }
    }

    /// The text of a file whose items are parsed when they are needed: of a published library, whose
    /// syntax nobody has to be told about.
    pub(crate) fn outlined(&self, file: FileId) -> Option<Rc<Text>> {
        self.files.borrow()[file.index()].outline.clone()
    }

    /// Whether a crate's files are read so.
    pub(super) fn is_outlined(&self, unit: UnitId) -> bool {
        self.units.get(unit).is_published
    }

    /// The name of a crate that comes from a registry.
    pub(super) fn published_name(&self, unit: UnitId) -> Option<String> {
        let unit = self.units.get(unit);
        unit.name.clone().filter(|_| unit.is_published)
    }

    /// Keeps what is not accepted in a file of a library.
    pub(crate) fn forgive_library(&self, file: FileId, diagnostic: Diagnostic) {
        self.forgive(self.unit_of(file), diagnostic);
    }

    /// A diagnostic with the first thing that was not accepted in each library, which may explain it.
    pub(crate) fn with_library_errors(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let mut errors = self.all_library_errors();
        let mut named = Vec::new();
        errors.retain(|(unit, _)| {
            let is_first = !named.contains(unit);
            named.push(*unit);
            is_first && self.may_explain(*unit, &diagnostic)
        });
        errors
            .into_iter()
            .fold(diagnostic, |diagnostic, (unit, error)| {
                let of_what = match unit == UnitId::PROGRAM {
                    true => "",
                    false => " of a dependency",
                };
                let label = format!("left out{of_what}: {}", error.message);
                diagnostic.note(label, error.span)
            })
    }

    /// Whether what was left out of a crate may be why a program is not accepted: it stands in that crate, or
    /// names it.
    fn may_explain(&self, unit: UnitId, diagnostic: &Diagnostic) -> bool {
        let spans = diagnostic.notes.iter().map(|(_, span)| span);
        let mut spans = spans.chain([&diagnostic.span]).flatten();
        let texts = diagnostic.notes.iter().map(|(label, _)| label);
        let mut texts = texts.chain([&diagnostic.message]);
        let name = self.units.get(unit).name.as_ref();
        let path = name.map(|name| format!("{}::", name.replace('-', "_")));
        unit == UnitId::PROGRAM
            || spans.any(|span| self.unit_of(span.file) == unit)
            || path.is_some_and(|path| texts.any(|text| text.contains(&path)))
    }

    /// Whether a file is of a crate that only gives procedural macros.
    pub(crate) fn is_macro_file(&self, file: FileId) -> bool {
        self.units.get(self.unit_of(file)).is_macros
    }

    /// How the crate of a procedural macro is compiled.
    pub(crate) fn macro_options(&self, unit: UnitId) -> Rc<Options> {
        let index = unit.index() - UnitId::FIRST_LIBRARY.index();
        let mut known = self.units.macro_options.borrow_mut();
        let options = known.entry(unit.0);
        let options = options.or_insert_with(|| Rc::new(self.options.of_library(index)));
        options.clone()
    }

    /// Keeps what a procedural macro gave: it may have unsafe code, which is looked for in the texts of all
    /// files.
    pub(crate) fn note_expansion(&self, unit: UnitId, name: Symbol, text: String) {
        if text.contains("unsafe") {
            self.add_expansion(format!("<{name}>"), text, unit);
        }
    }

    /// Makes a crate's root known, before its content is read.
    pub(crate) fn set_unit_root(&self, unit: UnitId, root: DefId) {
        self.units.get(unit).root.set(Some(root));
    }

    /// A crate that the crate with this root can name.
    pub(super) fn dependency(&self, root: DefId, name: Symbol) -> Option<DefId> {
        if root == self.std_root() {
            return None;
        }
        let unit = self.unit_of(self.entry(root).file);
        let dependencies = &self.units.get(unit).dependencies;
        let (_, found) = dependencies.iter().find(|(known, _)| *known == name)?;
        self.model_of(*found).or_else(|| self.unit_root(*found))
    }

    /// What stands for a crate that is modelled.
    fn model_of(&self, unit: UnitId) -> Option<DefId> {
        let unit = self.units.get(unit);
        let name = unit.name.as_deref().filter(|_| unit.is_modelled)?;
        self.modelled_crate(Symbol::new(name))
    }

    /// `#[macro_use] extern crate name;` in a file.
    pub(crate) fn use_macros_of(&self, file: FileId, name: Symbol) {
        let unit = self.units.get(self.unit_of(file));
        unit.macro_uses.borrow_mut().push(name);
    }

    /// A macro that the crate with this root has by `#[macro_use] extern crate`.
    pub(super) fn lookup_used_macro(&self, root: DefId, name: Symbol) -> Option<Res> {
        let unit = self.units.get(self.unit_of(self.entry(root).file));
        let crates = unit.macro_uses.borrow().clone();
        crates.into_iter().find_map(|krate| {
            self.lookup_in(self.dependency(root, krate)?, name, Namespace::Macro, None)
        })
    }

    /// Reads the crate that is checked, and every library that it may name.
    pub(super) fn read_program(&self) -> Result<()> {
        self.read_unit(UnitId::PROGRAM)
    }

    fn read_unit(&self, unit: UnitId) -> Result<()> {
        let own = self.units.get(unit);
        if own.is_macros && self.options.macros.0.is_none() {
            let name = own.name.as_deref().unwrap_or_default();
            return Err(Diagnostic::general(format!(
                "the procedural macros of crate `{name}` are not supported"
            )));
        }
        let complete = self.lookups.complete.replace(false);
        let result = parse::load_root(self, unit, &own.path);
        // Of macros only the names count here.
        let is_needed = !own.is_macros && !own.is_reexports;
        let needed = own.dependencies.iter().filter(|_| is_needed);
        for &(name, library) in needed {
            if self.is_mentioned(unit, name) && self.model_of(library).is_none() {
                self.unit_root(library);
            }
        }
        self.lookups
            .complete
            .set(complete || unit == UnitId::PROGRAM);
        result.and_then(|()| self.enter_bodies_with_impls(unit))
    }

    /// Impls in the blocks of `const _` count although nothing names the constant, those in functions
    /// whether or not anybody calls these.
    pub(crate) fn enter_bodies_with_impls(&self, unit: UnitId) -> Result<()> {
        loop {
            // Of a crate that names this one there may be some, too, which have to wait for its imports.
            let is_own = |id: &DefId| self.unit_of(self.entry(*id).file) == unit;
            let mut waiting = self.units.bodies_with_impls.borrow_mut();
            let (own, others) = waiting.drain(..).partition::<Vec<_>, _>(is_own);
            *waiting = others;
            drop(waiting);
            if own.is_empty() {
                return Ok(());
            }
            for owner in own {
                let entry = self.entry(owner);
                if matches!(entry.node, Node::Impl(_) | Node::Trait(_)) {
                    // From now on, those of its functions wait that hold impls.
                    parse::children(self, owner);
                    continue;
                }
                match self.body(owner) {
                    Ok(_) => {}
                    // What is wrong with anything that has a name is said when it is reached.
                    Err(_) if entry.name.as_str() != "_" => {}
                    Err(diagnostic) if unit != UnitId::PROGRAM => self.forgive(unit, *diagnostic),
                    Err(diagnostic) => return Err(diagnostic),
                }
            }
        }
    }

    /// The first library by itself, without a program.
    pub(crate) fn read_library(options: &Options) -> Rc<Crate> {
        let krate = Rc::new(Crate::empty(Path::new(""), options, &[]));
        krate.add_std_root();
        if krate.unit_root(UnitId::FIRST_LIBRARY).is_none() {
            // Not even its root file can be read.
            let file = krate.add_model_file(Path::new(""));
            let root = parse::new_root(&krate, file, PathBuf::new());
            krate.set_unit_root(UnitId::FIRST_LIBRARY, root.def);
        }
        krate.set_unit_root(UnitId::PROGRAM, krate.root_of(UnitId::FIRST_LIBRARY));
        krate.lookups.complete.set(true);
        krate
    }

    /// The root of a crate that has been read.
    pub(crate) fn root_of(&self, unit: UnitId) -> DefId {
        let root = self.units.get(unit).root.get();
        root.expect("the crate has been read")
    }

    /// How many lines the files of a crate have.
    pub(crate) fn lines_of(&self, unit: UnitId) -> usize {
        let files = self.files.borrow();
        let own = files
            .iter()
            .filter(|file| file.unit == unit && !file.is_model);
        own.map(|file| file.text.lines().count()).sum()
    }

    /// Whether a crate's source has this word in it.
    fn is_mentioned(&self, unit: UnitId, name: Symbol) -> bool {
        let files = self.files.borrow();
        let mut own = files
            .iter()
            .filter(|file| file.unit == unit && !file.is_model);
        own.any(|file: &FileInfo| has_word(&file.text, name.as_str()))
    }
}

/// Whether a text has this word.
fn has_word(text: &str, word: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(in_word) && !after.is_some_and(in_word)
    })
}
