//! From a path to a program: what the front end is asked, and what is said when it refuses.

use crate::cache::{Cache, Shelf};
use crate::package::{self, Cfg, PackageOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vscheck_frontend::Diagnostic;
use vscheck_frontend::hir::Edition;
use vscheck_ir::flow::defines;
use vscheck_ir::{Action, Callee, FuncId, Inst, MemoryOrdering, Operand, Program, Reg, Site};
use vscheck_vm::MachineOptions;

/// How a program is read and run.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The function to start from.
    pub entry: Option<String>,
    /// The edition, if it is not the default or the manifest's.
    pub edition: Option<Edition>,
    /// Whether nobody said so: it is the one in which the compiler accepts the program.
    pub edition_is_found: bool,
    /// Constants whose value is replaced.
    pub set: Vec<(String, String)>,
    /// What holds in `cfg(...)` besides what the target and the features say.
    pub cfgs: Vec<Cfg>,
    /// Which target of a package, and with which features.
    pub package: PackageOptions,
    /// Whether what is compiled of a package is kept, and used again.
    pub keeps: bool,
    /// Whether the compiler, where there is one, is asked if the program is well-formed.
    pub asks_compiler: bool,
    /// How the machine runs it.
    pub machine: MachineOptions,
}

/// A compiled program.
#[derive(Clone)]
pub struct Loaded {
    /// The program.
    pub program: Arc<Program>,
    /// Where what follows from it is kept.
    pub shelf: Shelf,
}

impl From<Arc<Program>> for Loaded {
    /// A program of which nothing is kept.
    fn from(program: Arc<Program>) -> Loaded {
        let shelf = Shelf::default();
        Loaded { program, shelf }
    }
}

/// Compiles the program at `path`.
pub fn load(path: &Path, reading: &Reading) -> Result<Loaded, Box<Diagnostic>> {
    if let Err(error) = std::fs::metadata(path) {
        let message = format!("cannot read `{}`: {error}", path.display());
        return Err(Diagnostic::general(message));
    }
    let target = target(path, reading)?;
    let options = reading.applied_to(target.options);
    let key = format!("{:?} {options:?}", target.root);
    if let Some((program, shelf)) = target.cache.get_shelf(&key) {
        let program = Arc::new(program);
        return Ok(Loaded { program, shelf });
    }
    let compiled = vscheck_frontend::compile_noting(&target.root, &options);
    let (program, inputs) = compiled.map_err(|diagnostic| with_path(path, diagnostic))?;
    let shelf = target.cache.put(&key, inputs, &program);
    let program = Arc::new(program);
    Ok(Loaded { program, shelf })
}

/// A message that has no place of its own names at least the file.
fn with_path(path: &Path, mut diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
    let path = path.display().to_string();
    if diagnostic.span.is_none() && !diagnostic.message.contains(&path) {
        diagnostic.message = format!("{path}: {}", diagnostic.message);
    }
    diagnostic
}

/// The file of the root module, and how the front end is to read it.
pub fn frontend_input(
    path: &Path,
    reading: &Reading,
) -> Result<(PathBuf, vscheck_frontend::Options), Box<Diagnostic>> {
    let target = target(path, reading)?;
    Ok((target.root, reading.applied_to(target.options)))
}

fn target(path: &Path, reading: &Reading) -> Result<package::Target, Box<Diagnostic>> {
    match package::is_package(path) {
        true => package::find(path, reading).map_err(Diagnostic::general),
        false => single_file(path, reading),
    }
}

impl Reading {
    /// The compiler accepts the program: if it is all safe, nobody needs to look for data races.
    pub fn note_acceptance(&mut self, program: &Program) {
        self.machine.check_races &= program.may_be_unsafe();
    }

    /// The edition of a file by itself.
    pub fn edition_of(&self, path: &Path) -> Edition {
        self.edition
            .unwrap_or_else(|| vscheck_frontend::edition_of_file(path))
    }

    /// The edition of a file by itself for which nobody says one.
    pub fn assumed_edition(&self, path: &Path) -> Option<Edition> {
        let is_open = self.edition.is_none() && !package::is_package(path);
        is_open.then(|| self.edition_of(path))
    }

    /// The front end's options for a target that is read so.
    pub fn applied_to(&self, target: vscheck_frontend::Options) -> vscheck_frontend::Options {
        vscheck_frontend::Options {
            entry: self.entry.clone(),
            edition: self.edition.or(target.edition),
            set: self.set.clone(),
            ..target
        }
    }
}

/// A file by itself, as if it were a target.
pub fn single_file(path: &Path, reading: &Reading) -> Result<package::Target, Box<Diagnostic>> {
    if reading.package != PackageOptions::default() {
        let message = "is a single file: targets, features and profiles are a package's";
        return Err(Diagnostic::general(format!(
            "`{}` {message}",
            path.display()
        )));
    }
    Ok(package::Target {
        root: path.to_path_buf(),
        cache: Cache::default(),
        options: vscheck_frontend::Options {
            cfgs: reading.cfgs.clone(),
            edition: Some(reading.edition_of(path)),
            ..vscheck_frontend::Options::default()
        },
    })
}

/// A number that changes when the user's source does (FNV-1a over the texts), wherever it lies.
pub fn source_hash(program: &Program) -> String {
    let files = program.files.iter().filter(|file| !file.is_model);
    let bytes = files.flat_map(|file| file.text.bytes().chain([0]));
    let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    format!("{hash:016x}")
}

/// The first of these sites that is in the user's code; of what derives write, the one that calls it if there is one.
pub fn user_site(program: &Program, sites: impl IntoIterator<Item = Site>) -> Option<Site> {
    let mut sites = sites.into_iter();
    let first = sites.find(|&site| program.is_in_users_text(site))?;
    let is_written = |site: &Site| program.is_in_users_text(*site) && !program.is_derived(*site);
    let written = [first].into_iter().chain(sites).find(is_written);
    written.or(Some(first))
}

/// Every instruction of the program that is a concurrency action.
pub fn actions(program: &Program) -> impl Iterator<Item = (Site, Action, &[Operand])> {
    let functions = program.functions.iter().enumerate();
    functions.flat_map(|(f, function)| {
        let code = function.code.iter().enumerate();
        code.filter_map(move |(i, inst)| match inst {
            Inst::Sync { action, args, .. } => {
                let site = Site {
                    func: FuncId::new(f),
                    inst: vscheck_ir::InstId::new(i),
                };
                Some((site, *action, &args[..]))
            }
            _ => None,
        })
    })
}

/// The places that ask for an ordering weaker than `SeqCst`, which are explored as if they did not.
pub fn weak_orderings(program: &Program) -> Vec<Site> {
    let weak = actions(program).filter(|&(site, action, args)| {
        let orderings = ordering_arguments(action);
        let given = &args[args.len().saturating_sub(orderings)..];
        given
            .iter()
            .any(|&arg| may_be_weak(program, (site.func, arg), 0))
    });
    let user = weak.filter(|&(site, action, _)| is_asked_for(program, site, action));
    user.map(|(site, ..)| site).collect()
}

/// Whether the user's code asks for the access itself: the library's own (the flag of a poisoned lock)
/// stand at calls with other names.
fn is_asked_for(program: &Program, site: Site, action: Action) -> bool {
    let Some(span) = program.span_of(site) else {
        return false;
    };
    let file = program.files.get(span.file.index());
    let Some(file) = file.filter(|file| !file.is_model) else {
        return false;
    };
    let names = method_names(action);
    let mut lines = file.text[span.bytes(&file.text)].lines();
    lines.any(|line| names.iter().any(|name| calls(line, name)))
}

/// Whether a line calls or names a function whose name begins so, `.load(..)`, `AtomicBool::load`, `fence(..)`: not
/// a variable or a field.
fn calls(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], line[at..].trim_start_matches(is_part));
        match before.chars().next_back() {
            Some(c) if is_part(c) => false,
            Some(':') => true,
            _ => after.trim_start().starts_with('('),
        }
    })
}

/// What the names of the methods that do it begin with.
fn method_names(action: Action) -> &'static [&'static str] {
    match action {
        Action::AtomicLoad(_) => &["load"],
        Action::AtomicStore(_) => &["store"],
        Action::AtomicRmw(..) => &["fetch_", "swap"],
        Action::AtomicCas { .. } => &["compare_", "fetch_update", "update"],
        Action::Fence => &["fence"],
        _ => &[],
    }
}

/// How many copies, constants and callers an ordering is followed through.
const MOST_FOLLOWED: usize = 8;

/// Whether an operand of a function may be an ordering weaker than `SeqCst`: unless all that it can be is known.
fn may_be_weak(program: &Program, (func, ordering): (FuncId, Operand), followed: usize) -> bool {
    let register = match ordering {
        Operand::Const(order) => return order != MemoryOrdering::SeqCst as u64,
        Operand::Reg(register) => register,
    };
    let function = program.function(func);
    let follow = |from| followed >= MOST_FOLLOWED || may_be_weak(program, from, followed + 1);
    let writes = |inst: &&Inst| {
        let (first, cells) = defines(program, inst);
        (first..first + cells).contains(&register.0)
    };
    let mut writers = function.code.iter().filter(writes).peekable();
    if writers.peek().is_none() && register.0 < function.params {
        let mut given = given_to(program, func, register).peekable();
        return given.peek().is_none() || given.any(follow);
    }
    writers.any(|inst| match *inst {
        Inst::Copy { dst, src, .. } => follow((
            func,
            match src {
                Operand::Reg(src) => Operand::Reg(Reg(src.0 + register.0 - dst.0)),
                constant => constant,
            },
        )),
        Inst::Load {
            dst,
            ptr: Operand::Reg(ptr),
            offset,
            ..
        } => match constant_at(program, func, ptr, offset + register.0 - dst.0) {
            Some(constant) => follow((func, Operand::Const(constant))),
            None => true,
        },
        _ => true,
    })
}

/// What callers give for a parameter, wherever the function is called by its name.
fn given_to(
    program: &Program,
    func: FuncId,
    parameter: Reg,
) -> impl Iterator<Item = (FuncId, Operand)> {
    let functions = program.functions.iter().enumerate();
    let all = functions.flat_map(|(caller, function)| {
        let code = function.code.iter();
        code.map(move |inst| (FuncId::new(caller), inst))
    });
    all.filter_map(move |(caller, inst)| {
        let Inst::Call {
            callee: Callee::Function(callee),
            args,
            ..
        } = inst
        else {
            return None;
        };
        let cells = args.iter().flat_map(|arg| {
            (0..arg.cells).map(|cell| match arg.src {
                Operand::Reg(first) => Operand::Reg(Reg(first.0 + cell)),
                constant => constant,
            })
        });
        let mut cells = cells.skip(parameter.index());
        (*callee == func)
            .then(|| cells.next())
            .flatten()
            .map(|operand| (caller, operand))
    })
}

/// The cell of a constant that a register always has the address of.
fn constant_at(program: &Program, func: FuncId, address: Reg, offset: u32) -> Option<u64> {
    let code = program.function(func).code.iter();
    let mut writers = code.filter(|inst| defines(program, inst) == (address.0, 1));
    let (Some(Inst::StaticAddr { global, .. }), None) = (writers.next(), writers.next()) else {
        return None;
    };
    let constant = &program.statics[global.index()];
    let is_fixed = !constant.mutable && !constant.thread_local;
    is_fixed.then(|| constant.cells.get(offset as usize).copied().unwrap_or(0))
}

/// How many of an action's last arguments are memory orderings.
fn ordering_arguments(action: Action) -> usize {
    match action {
        Action::AtomicCas { .. } => 2,
        Action::AtomicLoad(_) | Action::AtomicStore(_) | Action::AtomicRmw(..) | Action::Fence => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_told_from_other_names() {
        let called = [
            "let n = self.load.load(order);",
            "    .load (Relaxed)",
            ".map(AtomicBool::load)",
        ];
        assert!(called.iter().all(|line| calls(line, "load")));
        let others = [
            "payload.lock()",
            "*self.load.lock() += 1;",
            "reload(1)",
            "let load = m.lock();",
        ];
        assert!(!others.iter().any(|line| calls(line, "load")));
        assert!(calls("x.fetch_add(1, Relaxed)", "fetch_"));
    }
}
