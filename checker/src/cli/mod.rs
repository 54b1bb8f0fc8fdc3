//! The `vscheck` and `cargo vscheck` commands. The only place that reads arguments, prints and exits.

mod analyze;
mod compare;
mod emit;
pub mod options;
mod output;
mod progress;
mod replay;
mod run;
mod shell;
mod test;
mod values;

use crate::cache;
use crate::pipeline::Refusal;
use crate::report::table::shown;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit codes of all commands.
pub mod exit {
    /// Explored everything asked for and found no bug.
    pub const NO_BUG: u8 = 0;
    /// Found a bug.
    pub const BUG: u8 = 1;
    /// Could not check.
    pub const NOT_CHECKED: u8 = 2;
    /// A limit stopped it before a bug was found.
    pub const LIMIT: u8 = 3;

    /// Of a command that had nothing to show.
    pub fn of_refusal(refusal: &super::Refusal) -> u8 {
        match refusal {
            super::Refusal::Limit(_) => LIMIT,
            super::Refusal::Diagnostic(_) => NOT_CHECKED,
        }
    }
}

/// Why a command could not do its work (bad file, I/O error). Exit code 2.
#[derive(Debug)]
pub struct Failure(pub String);

impl Failure {
    fn new(error: impl std::fmt::Display) -> Failure {
        Failure(error.to_string())
    }
}

/// A model checker for unmodified concurrent Rust.
#[derive(Parser)]
#[command(name = "vscheck", version, max_term_width = 100)]
struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: output::Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(Box<At<run::RunOptions>>),
    Test(Box<At<test::TestOptions>>),
    Analyze(Box<At<analyze::AnalyzeOptions>>),
    Compare(Box<compare::CompareOptions>),
    Replay(replay::ReplayOptions),
    Emit(Box<emit::EmitOptions>),
}

// A program that the command line names, and what to do with it. (A doc comment would become help.)
#[derive(Args, Clone)]
struct At<T: Args> {
    /// A Rust source file, or a folder with a `Cargo.toml`
    #[arg(value_name = "PROGRAM")]
    path: PathBuf,
    #[command(flatten)]
    options: T,
}

/// A model checker for unmodified concurrent Rust, for the package in the current folder.
#[derive(Parser)]
#[command(
    name = "cargo vscheck",
    bin_name = "cargo vscheck",
    version,
    max_term_width = 100
)]
struct CargoCli {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: output::Color,
    #[command(subcommand)]
    command: CargoCommand,
}

#[derive(Subcommand)]
enum CargoCommand {
    #[command(visible_alias = "r")]
    Run(Box<Here<run::RunOptions>>),
    #[command(visible_alias = "t")]
    Test(Box<Here<test::TestOptions>>),
    Analyze(Box<Here<analyze::AnalyzeOptions>>),
    Replay(replay::ReplayOptions),
}

// The package that Cargo would find from here, and what to do with it.
#[derive(Args, Clone)]
struct Here<T: Args> {
    /// The package's manifest [default: the nearest `Cargo.toml` from here upwards]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    #[command(flatten)]
    options: T,
}

impl<T: Args> Here<T> {
    fn at(self) -> Result<At<T>, Failure> {
        let path = match self.manifest_path {
            Some(path) => path,
            None => nearest_package()?,
        };
        Ok(At {
            path,
            options: self.options,
        })
    }
}

/// The nearest folder with a manifest.
fn nearest_package() -> Result<PathBuf, Failure> {
    let current = std::env::current_dir().map_err(Failure::new)?;
    let mut folders = current.ancestors();
    match folders.find(|folder| folder.join("Cargo.toml").is_file()) {
        Some(folder) if folder == current => Ok(PathBuf::from(".")),
        Some(folder) => Ok(folder.to_path_buf()),
        None => Err(Failure(format!(
            "there is no `Cargo.toml` in `{}` or above it",
            current.display()
        ))),
    }
}

/// Under which name the user runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    Vscheck,
    Cargo,
}

impl Program {
    fn name(self) -> &'static str {
        match self {
            Program::Vscheck => "vscheck",
            Program::Cargo => "cargo vscheck",
        }
    }
}

/// How it was called: the program, and the words behind its name.
struct Call {
    program: Program,
    words: Vec<OsString>,
}

/// Stack of the thread that does the work: source may be nested deep.
const STACK: usize = 1 << 30;

/// Runs the command line of `vscheck`.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let call = Call {
        program: Program::Vscheck,
        words: arguments.iter().skip(1).cloned().collect(),
    };
    match Cli::try_parse_from(&arguments) {
        Ok(cli) => run_command(cli.color, call, |call, cancel| {
            execute(cli.command, call, cancel)
        }),
        Err(error) => {
            let code = usage(&error);
            if let (ErrorKind::InvalidSubcommand, Some(first)) = (error.kind(), arguments.get(1))
                && Path::new(first).exists()
            {
                let program = shell::quoted(first);
                output::complain(&format!("To check a program: vscheck run {program}"));
            }
            code
        }
    }
}

/// Runs the command line of `cargo vscheck`, where Cargo puts its own name for the command first.
pub fn cargo_main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|word| word == "vscheck") {
        arguments.remove(1);
    }
    let call = Call {
        program: Program::Cargo,
        words: arguments.iter().skip(1).cloned().collect(),
    };
    match CargoCli::try_parse_from(&arguments) {
        Ok(cli) => run_command(cli.color, call, |call, cancel| {
            execute(in_package(cli.command)?, call, cancel)
        }),
        Err(error) => usage(&error),
    }
}

fn in_package(command: CargoCommand) -> Result<Command, Failure> {
    Ok(match command {
        CargoCommand::Run(here) => Command::Run(Box::new(here.at()?)),
        CargoCommand::Test(here) => Command::Test(Box::new(here.at()?)),
        CargoCommand::Analyze(here) => Command::Analyze(Box::new(here.at()?)),
        CargoCommand::Replay(options) => Command::Replay(options),
    })
}

fn usage(error: &clap::Error) -> ExitCode {
    // Help and version go to standard output, which may be closed; usage errors have code 2.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(exit::NOT_CHECKED))
}

fn run_command(
    color: output::Color,
    call: Call,
    command: impl FnOnce(&Call, &Arc<AtomicBool>) -> Result<u8, Failure> + Send + 'static,
) -> ExitCode {
    output::use_color(color);
    let cancel = Arc::new(AtomicBool::new(false));
    interruptible(&cancel);
    let work = std::thread::Builder::new().stack_size(STACK);
    let handle = work.spawn(move || command(&call, &cancel));
    let result = handle.map(std::thread::JoinHandle::join);
    let code = match result {
        Ok(Ok(Ok(code))) => code,
        Ok(Ok(Err(Failure(message)))) => {
            output::complain(&format!("error: {}", shown(&message)));
            exit::NOT_CHECKED
        }
        Ok(Err(_)) => {
            output::complain("error: this is a defect of vscheck itself (see the message above)");
            exit::NOT_CHECKED
        }
        Err(error) => {
            output::complain(&format!("error: cannot start a thread: {error}"));
            exit::NOT_CHECKED
        }
    };
    // Who reads the report must not take what is there for all of it.
    let code = match code {
        exit::NO_BUG if !output::is_complete() => exit::NOT_CHECKED,
        code => code,
    };
    cache::finish();
    ExitCode::from(code)
}

fn execute(command: Command, call: &Call, cancel: &Arc<AtomicBool>) -> Result<u8, Failure> {
    match command {
        Command::Run(at) => run::run(&at.path, &at.options, call, cancel),
        Command::Test(at) => test::run(&at.path, &at.options, call.program, cancel),
        Command::Analyze(at) => analyze::run(&at.path, &at.options, cancel),
        Command::Compare(options) => compare::run(&options, cancel),
        Command::Replay(options) => replay::replay(&options, cancel),
        Command::Emit(options) => emit::run(&options, cancel),
    }
}

/// Ctrl-C ends a search with its partial result, and so does a request to terminate; a second one ends the process.
fn interruptible(cancel: &Arc<AtomicBool>) {
    let cancel = cancel.clone();
    let handler = move || {
        if cancel.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        output::complain(&format!(
            "note: Ctrl-C will lose the partial result: {error}"
        ));
    }
}
