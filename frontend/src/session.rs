//! A crate that is read once and compiled from several of its functions: the tests of a target.

use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Body, DefId, ExprKind, ExprPath, Hir};
use crate::infer::Typer;
use crate::inputs::{self, Inputs};
use crate::parse::{self, Node};
use crate::resolve::Crate;
use crate::sources::or_with_sources;
use crate::symbol::Symbol;
use crate::{Options, compile_from, resolve};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vscheck_ir::Program;

/// A `#[test]` function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestFunction {
    /// Its path from the crate's root, as [`Options::entry`] takes it.
    pub path: String,
    /// `#[ignore]`.
    pub ignored: bool,
}

/// A crate and what is known of its types. Stays in the thread that has opened it.
pub struct Session {
    krate: Rc<Crate>,
    typer: Rc<Typer>,
    tests: Vec<DefId>,
    path: PathBuf,
    options: Options,
    stop: Arc<AtomicBool>,
    /// The same crate read otherwise, where that was tried.
    others: RefCell<Vec<Rc<Session>>>,
}

/// Names of the library's functions that start threads.
const STARTERS: [&str; 4] = ["spawn", "spawn_scoped", "spawn_unchecked", "scope"];

impl Session {
    /// Reads a crate as a test: with `cfg(test)`. To compile a test ends soon after `stop` is set.
    pub fn open(path: &Path, options: &Options, stop: &Arc<AtomicBool>) -> Result<Session> {
        let krate = resolve::load_tests(path, options)?;
        let mut tests = krate.tests();
        if options.without_harness && tests.is_empty() {
            tests.extend(krate.find_entry(&Some("main".to_string())));
        }
        Ok(Session {
            typer: Rc::new(Typer::new(krate.clone())),
            tests,
            krate,
            path: path.to_path_buf(),
            options: options.clone(),
            stop: stop.clone(),
            others: RefCell::default(),
        })
    }

    /// The tests of the crate, in the order of the source.
    pub fn tests(&self) -> Vec<TestFunction> {
        let test = |&id: &DefId| TestFunction {
            path: self.krate.path_of(id),
            ignored: self.krate.entry(id).attrs.ignore,
        };
        self.tests.iter().map(test).collect()
    }

    /// What was looked at so far, for all that this thread has read.
    pub fn inputs(&self) -> Inputs {
        inputs::noted()
    }

    /// Compiles everything that can be reached from a test, by its place in [`Session::tests`].
    pub fn compile(&self, test: usize) -> Result<Program> {
        let first = self.compile_as_told(test);
        if self.stop.load(Ordering::Relaxed) {
            return first;
        }
        or_with_sources(&self.options, first, |options| {
            self.read_so(options)?.compile_as_told(test)
        })
    }

    fn read_so(&self, options: Options) -> Result<Rc<Session>> {
        let key = |options: &Options| (options.tolerant, options.unmodelled.clone());
        let mut others = self.others.borrow_mut();
        let mut known = others.iter();
        if let Some(known) = known.find(|other| key(&other.options) == key(&options)) {
            return Ok(known.clone());
        }
        let other = Rc::new(Session::open(&self.path, &options, &self.stop)?);
        others.push(other.clone());
        Ok(other)
    }

    fn compile_as_told(&self, test: usize) -> Result<Program> {
        let mut program = compile_from(&self.krate, &self.typer, self.tests[test], &self.stop)
            .map_err(|diagnostic| self.krate.explained(diagnostic))?;
        program.build_scripts = self.options.build_scripts.clone();
        Ok(program)
    }

    /// Whether a test that cannot be compiled may start threads: by the names of what it and the
    /// functions behind those names mention. Says yes too often rather than too rarely.
    pub fn may_start_threads(&self, test: usize) -> bool {
        let mut search = Search {
            krate: &self.krate,
            functions: self.functions(),
            seen: FxHashSet::default(),
            work: vec![self.tests[test]],
        };
        while let Some(next) = search.work.pop() {
            if search.seen.insert(next) && search.starts_threads(next) {
                return true;
            }
        }
        false
    }

    /// The functions outside of the models, by name.
    fn functions(&self) -> FxHashMap<Symbol, Vec<DefId>> {
        let mut functions: FxHashMap<Symbol, Vec<DefId>> = FxHashMap::default();
        let mut next = 0;
        // Looking at an impl brings its functions.
        while next < self.krate.definition_count() {
            let entry = self.krate.entry(DefId::new(next));
            next += 1;
            match &entry.node {
                _ if self.krate.is_model_file(entry.file) => {}
                Node::Fn(_) => functions.entry(entry.name).or_default().push(entry.id),
                Node::Impl(_) | Node::Trait(_) => drop(self.krate.def(entry.id)),
                _ => {}
            }
        }
        functions
    }
}

/// A walk over bodies by the names in them, without types.
struct Search<'c> {
    krate: &'c Crate,
    functions: FxHashMap<Symbol, Vec<DefId>>,
    seen: FxHashSet<DefId>,
    work: Vec<DefId>,
}

impl Search<'_> {
    /// Whether a definition starts threads itself; what it mentions is added to the work.
    fn starts_threads(&mut self, id: DefId) -> bool {
        let entry = self.krate.entry(id);
        if self.krate.is_model_file(entry.file) {
            return STARTERS.contains(&entry.name.as_str());
        }
        if !matches!(
            entry.node,
            Node::Fn(_) | Node::Const(_) | Node::Static(_) | Node::AnonConst(_)
        ) {
            return false;
        }
        match (self.krate.body(id), &entry.node) {
            (Ok(body), _) => self.body_starts_threads(&body),
            (Err(_), Node::Fn(function)) => {
                let words = parse::words(function);
                words.into_iter().any(|word| self.names_starter(word))
            }
            (Err(_), _) => false,
        }
    }

    fn body_starts_threads(&mut self, body: &Body) -> bool {
        body.exprs.iter().any(|expr| match &expr.kind {
            ExprKind::Path(ExprPath::Def { def, .. }) => {
                self.work.push(*def);
                false
            }
            ExprKind::Path(
                ExprPath::TypeRelative { name, .. } | ExprPath::Qualified { name, .. },
            )
            | ExprKind::MethodCall { name, .. } => self.names_starter(*name),
            _ => false,
        })
    }

    fn names_starter(&mut self, name: Symbol) -> bool {
        self.work
            .extend(self.functions.get(&name).into_iter().flatten());
        STARTERS.contains(&name.as_str())
    }
}

impl Crate {
    /// What there is to say where the name of a crate is not known.
    pub(crate) fn about_other_crates(&self) -> &'static str {
        match self.options.name {
            None => {
                "(a program that uses other crates is checked as a Cargo package: `vscheck run FOLDER`)"
            }
            Some(_) => "(the package has no such dependency with these features)",
        }
    }

    /// A diagnostic on its way out: with what may explain it, and the files that it names.
    pub(crate) fn placed(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let mut diagnostic = self.with_library_errors(diagnostic);
        diagnostic.files = self.files();
        diagnostic
    }

    /// The same for a program that has been read.
    pub(crate) fn explained(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        self.placed(self.with_missing_crate(self.with_given_value(diagnostic)))
    }

    /// Where a constant's value is given, the source shows another one than the diagnostic is about.
    fn with_given_value(&self, mut diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let used = self.used_sets.borrow();
        let is_there = |name: &String| {
            let places = used.get(name);
            places.is_some_and(|places| diagnostic.span.is_some_and(|at| places.contains(&at)))
        };
        let mut sets = self.options.set.iter();
        if let Some((name, value)) = sets.find(|(name, _)| is_there(name)) {
            let message = format!("`{value}`, given for `{name}`: {}", diagnostic.message);
            diagnostic.message = message;
        }
        diagnostic
    }

    /// Where the program imports from a crate that is not there, that comes first, whatever followed from it.
    fn with_missing_crate(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        let Some(import) = self.import_of_missing_crate() else {
            return diagnostic;
        };
        let message = format!(
            "cannot find crate `{}` {}",
            import.path.segments[0],
            self.about_other_crates()
        );
        Diagnostic::new(message, import.path.span).note(diagnostic.message, diagnostic.span)
    }
}
