//! The front end: Rust source to vscheck's intermediate representation.
//!
//! The program is one that `rustc` accepts, so the front end never has to refuse it for its types or
//! borrows: it has to find out what type each expression has and which function each call means.
//!
//! Stages, each a folder below `src/`:
//!
//! - `parse/`: text to [`hir`], macros expanded; the only place that knows `syn`;
//! - `resolve/`: modules, imports, macros by name, `cfg`, impls;
//! - `infer/`: types of a body with its type parameters abstract, instantiated for each set of concrete
//!   arguments ([`typed`]);
//! - `mono/`: everything reachable from the entry under concrete arguments, with layouts, vtables, statics;
//! - `lower/`: places, patterns, closures, drops, unwinding made explicit ([`vscheck_ir`]);
//! - `inline/`: small models into their callers.
//!
//! Between them: [`hir`] (what is written, resolved), [`ty`], [`typed`] (what inference found out), [`symbol`]
//! (names). Around them: [`options`] (how a program is to be read), [`session`] (a crate that is read once and
//! compiled from several functions), `sources` (models, or the crate's own source), [`macros`] (procedural
//! macros), [`inputs`] (what a result depends on), [`survey`] (how much of a library is understood),
//! [`diagnostic`] and [`similar`] (what is said where something is not).
//!
//! The modelled library, in Rust source, is `models/` beside `src/`.

pub mod diagnostic;
pub mod hir;
pub mod infer;
mod inline;
pub mod inputs;
pub mod lower;
pub mod macros;
pub mod mono;
pub mod options;
pub(crate) mod parse;
pub mod resolve;
pub mod session;
pub mod similar;
mod sources;
pub mod survey;
pub mod symbol;
pub mod ty;
pub mod typed;

pub use diagnostic::Diagnostic;
use inputs::Inputs;
pub use options::Options;
pub use session::{Session, TestFunction};

use hir::Hir as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vscheck_ir::Program;

/// The edition of a file by itself, where nobody says which: let chains are of 2024 only.
pub fn edition_of_file(path: &Path) -> hir::Edition {
    // What is no ordinary file, such as a pipe, can be read once only.
    let text = path.is_file().then(|| std::fs::read_to_string(path).ok());
    let text = text.flatten().unwrap_or_default();
    match resolve::with_large_stack(|| parse::has_let_chains(&text)) {
        true => hir::Edition::E2024,
        false => hir::Edition::E2021,
    }
}

/// Compiles the program at `path`: everything reachable from its entry.
pub fn compile(path: &Path, options: &Options) -> diagnostic::Result<Program> {
    compile_noting(path, options).map(|(program, _)| program)
}

/// The same, and what was looked at for it.
pub fn compile_noting(path: &Path, options: &Options) -> diagnostic::Result<(Program, Inputs)> {
    let (path, options) = (path.to_path_buf(), options.clone());
    resolve::answer_from_large_stack(move || {
        inputs::take();
        let mut typer = None;
        let program = compile_here(&path, &options, &mut typer);
        let noted = inputs::take();
        (program.map(|program| (program, noted)), typer)
    })
}

fn compile_here(
    path: &Path,
    options: &Options,
    typer: &mut Option<Rc<infer::Typer>>,
) -> diagnostic::Result<Program> {
    let first = compile_as_told(path, options, typer);
    sources::or_with_sources(options, first, |options| {
        compile_as_told(path, &options, typer)
    })
}

/// Leaves the typer, and with it all that was read, to the caller.
fn compile_as_told(
    path: &Path,
    options: &Options,
    left: &mut Option<Rc<infer::Typer>>,
) -> diagnostic::Result<Program> {
    *left = None;
    let krate = resolve::load(path, options)?;
    let typer = left.insert(Rc::new(infer::Typer::new(krate.clone())));
    let program = krate
        .find_entry(&options.entry)
        .and_then(|entry| compile_from(&krate, typer, entry, &Arc::default()));
    let mut program = program.map_err(|diagnostic| krate.explained(diagnostic))?;
    krate.check_set_paths()?;
    program.build_scripts = options.build_scripts.clone();
    Ok(program)
}

/// Everything reachable from one function of a crate, small models inlined.
fn compile_from(
    krate: &Rc<resolve::Crate>,
    typer: &Rc<infer::Typer>,
    entry: hir::DefId,
    stop: &Arc<AtomicBool>,
) -> diagnostic::Result<Program> {
    let (mut program, marked) = lower_from(krate, typer, entry, stop)?;
    inline::run(&mut program, &marked);
    Ok(program)
}

/// Everything reachable from one function of a crate, as it was lowered, and which functions are marked to be
/// inlined. Ends with an error soon after `stop` is set.
fn lower_from(
    krate: &Rc<resolve::Crate>,
    typer: &Rc<infer::Typer>,
    entry: hir::DefId,
    stop: &Arc<AtomicBool>,
) -> diagnostic::Result<(Program, Vec<bool>)> {
    let mut mono = mono::Mono::new(typer.clone());
    mono.stop = stop.clone();
    mono.build(typed::Instance {
        def: entry,
        args: ty::Args::empty(),
    })?;
    mono.hide_movers();
    mono.note_pointees();
    mono.note_signatures();
    let marked = mono.marked();
    let runs_whole_programs = mono.has_lang_function("whole_program");
    let mut program = mono.program;
    program.entry_name = krate.path_of(entry);
    program.should_panic = krate.def(entry).attrs.should_panic.clone();
    program.failures_panic = runs_whole_programs;
    Ok((program, marked))
}
