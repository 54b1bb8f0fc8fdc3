//! `vscheck emit`: every stage prints.

use super::options::ReadingOptions;
use super::output::{self, complain, print};
use super::{Failure, exit};
use crate::engine;
use crate::exploration::{Exploration, Settings};
use crate::pipeline::analyze;
use crate::report::{snippet, story, text};
use crate::source::{self, Reading};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
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
pub fn run(options: &EmitOptions) -> Result<u8, Failure> {
    match emit(options) {
        Ok(text) => {
            print(&text);
            Ok(exit::NO_BUG)
        }
        Err(diagnostic) => {
            complain(&snippet::diagnostic(&diagnostic, output::error_style()));
            Ok(exit::NOT_CHECKED)
        }
    }
}

fn emit(options: &EmitOptions) -> Result<String, Box<Diagnostic>> {
    let reading = options.reading.reading();
    let path = options.path.as_path();
    let program = || source::load(path, &reading).map(|loaded| loaded.program);
    let facts = |program: &Arc<Program>| analyze(program, &Settings::default());
    match options.stage {
        Stage::Hir => hir(path, &reading),
        Stage::Ir => program().map(|program| ir(&program, options.models)),
        Stage::Peg => program().map(|program| facts(&program).print_peg(&program)),
        Stage::Mhp => program().map(|program| facts(&program).print_mhp(&program)),
        Stage::Pairs => program().map(|program| facts(&program).print_pairs(&program)),
        Stage::Trace => program().map(|program| trace(&program, &reading)),
    }
}

fn hir(path: &Path, reading: &Reading) -> Result<String, Box<Diagnostic>> {
    let (root, options) = source::frontend_input(path, reading)?;
    resolve::with_large_stack(|| {
        let krate = resolve::load(&root, &options)?;
        Ok(resolve::dump::dump(&krate))
    })
}

fn ir(program: &Program, models: bool) -> String {
    let wanted = |id: &usize| models || !program.functions[*id].is_model;
    let functions = (0..program.functions.len()).filter(wanted);
    let text = |id: usize| vscheck_ir::print::function(program, FuncId::new(id));
    functions.map(text).collect::<Vec<_>>().join("\n")
}

/// The schedule of the first bug, else of one execution without preemptions.
fn trace(program: &Arc<Program>, reading: &Reading) -> String {
    let machine = reading.machine.clone();
    let mut exploration = Exploration::new(program.clone(), machine, Settings::default());
    exploration.set_facts(analyze(program, &Settings::default()));
    (engine::DEFAULT.explore)(&mut exploration);
    let findings = exploration.into_findings();
    let schedule = match findings.bugs.first() {
        Some(bug) => bug.run.schedule(),
        None => crate::schedule::without_preemptions(&findings.start),
    };
    text::steps_table(program, &story::tell(program, &findings.start, &schedule))
}
