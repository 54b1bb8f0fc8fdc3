//! `vscheck emit`: every stage prints.

use super::options::{ReadingOptions, ResourceOptions};
use super::output::{self, complain, print};
use super::{Failure, exit};
use crate::cache::Shelf;
use crate::compiler::Extent;
use crate::engine;
use crate::exploration::Settings;
use crate::pipeline::{Hooks, Refusal, Request, analyze, judged, load_judged, search};
use crate::report::table::counted;
use crate::report::{pairs, story, text};
use crate::schedule;
use crate::source::{self, Reading};
use crate::watch::Watch;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vscheck_analysis::Facts;
use vscheck_frontend::{Diagnostic, resolve};
use vscheck_ir::{FuncId, Program};

/// Print what a stage makes of a program
#[derive(Args, Clone)]
pub struct EmitOptions {
    /// Which stage
    stage: Stage,
    /// A Rust source file, or a folder with a `Cargo.toml`
    #[arg(value_name = "PROGRAM")]
    path: PathBuf,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Library models too, not only the user's code
    #[arg(long)]
    models: bool,
    /// All access pairs, however many there are
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    resources: ResourceOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Stage {
    /// The high-level representation: names and macros resolved
    Hir,
    /// The intermediate representation
    Ir,
    /// The parallel execution graph
    Peg,
    /// What may happen in parallel
    Mhp,
    /// The access pairs
    Pairs,
    /// The visible operations of one execution: a failing one, else the last one
    Trace,
}

/// Runs the command.
pub fn run(options: &EmitOptions, cancel: &Arc<AtomicBool>) -> Result<u8, Failure> {
    match emit(options, cancel) {
        Ok(text) => {
            print(&text);
            Ok(exit::NO_BUG)
        }
        Err(refusal) => {
            complain(&text::refusal(&refusal, output::error_style()));
            Ok(exit::of_refusal(&refusal))
        }
    }
}

fn emit(options: &EmitOptions, cancel: &Arc<AtomicBool>) -> Result<String, Refusal> {
    let watch = Watch::new(&options.resources.limits(), cancel.clone());
    let show: fn(&Program, &EmitOptions) -> String = match options.stage {
        Stage::Hir => return hir(options, &watch),
        Stage::Trace => return trace(options, cancel, &watch),
        Stage::Ir => ir,
        Stage::Peg => |program, _| facts(program).print_peg(program),
        Stage::Mhp => |program, _| facts(program).print_mhp(program),
        Stage::Pairs => access_pairs,
    };
    let mut reading = options.reading.reading();
    let program = load_judged(&options.path, &mut reading, &watch)?.program;
    let options = options.clone();
    Ok(watch.bounded(move || show(&program, &options))?)
}

fn facts(program: &Program) -> Arc<Facts> {
    analyze(program, &Settings::default())
}

fn hir(options: &EmitOptions, watch: &Watch) -> Result<String, Refusal> {
    let (path, reading) = (options.path.clone(), options.reading.reading());
    let of = reading.clone();
    let work = || Ok(watch.bounded(move || resolved(&path, &of))??);
    Ok(judged(&options.path, &reading, Extent::Program, watch, work)?.0)
}

fn resolved(path: &Path, reading: &Reading) -> Result<String, Box<Diagnostic>> {
    let (root, options) = source::frontend_input(path, reading)?;
    resolve::with_large_stack(|| {
        let krate = resolve::load(&root, &options)?;
        Ok(resolve::dump::dump(&krate))
    })
}

fn ir(program: &Program, options: &EmitOptions) -> String {
    let wanted = |id: &usize| options.models || !program.functions[*id].is_model;
    let functions = (0..program.functions.len()).filter(wanted);
    let text = |id: usize| vscheck_ir::print::function(program, FuncId::new(id));
    functions.map(text).collect::<Vec<_>>().join("\n")
}

fn access_pairs(program: &Program, options: &EmitOptions) -> String {
    let facts = facts(program);
    let most = pairs::Extent::asked(options.all).most_lines();
    let text = facts.print_pairs(program, most);
    match facts.pairs.total().saturating_sub(most as u64) {
        0 => text,
        hidden => {
            let more = counted(hidden, "more pair");
            format!("{text}... and {more} (--all prints them)\n")
        }
    }
}

/// The schedule of the first bug, else of one execution without preemptions.
fn trace(
    options: &EmitOptions,
    cancel: &Arc<AtomicBool>,
    watch: &Watch,
) -> Result<String, Refusal> {
    let mut reading = options.reading.reading();
    let program = load_judged(&options.path, &mut reading, watch)?.program;
    let request = Request {
        path: options.path.clone(),
        reading,
        engine: engine::DEFAULT,
        settings: Settings {
            limits: options.resources.limits(),
            ..Settings::default()
        },
    };
    let hooks = Hooks {
        cancel: cancel.clone(),
        ..Hooks::default()
    };
    let (findings, _) = search(&program, Shelf::default(), &request, hooks, watch)?;
    if let (true, Some(&limit)) = (findings.stopped, findings.limits.last())
        && findings.bugs.is_empty()
    {
        return Err(limit.into());
    }
    Ok(watch.bounded(move || {
        let schedule = match findings.bugs.first() {
            Some(bug) => bug.run.schedule(),
            None => schedule::without_preemptions(&findings.start),
        };
        text::steps_table(&program, &story::tell(&program, &findings.start, &schedule))
    })?)
}
