//! The `vscheck` command. The only place that reads arguments, prints and exits.

mod analyze;
mod compare;
mod emit;
pub mod options;
mod output;
mod progress;
mod replay;
mod run;
mod shell;
mod values;

use clap::{Parser, Subcommand};
use std::ffi::OsString;
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
    Run(Box<run::RunOptions>),
    Analyze(Box<analyze::AnalyzeOptions>),
    Compare(Box<compare::CompareOptions>),
    Replay(replay::ReplayOptions),
    Emit(Box<emit::EmitOptions>),
}

/// Stack of the thread that does the work: source may be nested deep.
const STACK: usize = 1 << 30;

/// Runs the command line.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output, which may be closed; usage errors have code 2.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(exit::NOT_CHECKED));
        }
    };
    output::use_color(cli.color);
    let cancel = Arc::new(AtomicBool::new(false));
    interruptible(&cancel);
    let work = std::thread::Builder::new().stack_size(STACK);
    let handle = work.spawn(move || execute(&cli.command, &arguments, &cancel));
    let result = handle.map(std::thread::JoinHandle::join);
    let code = match result {
        Ok(Ok(Ok(code))) => code,
        Ok(Ok(Err(Failure(message)))) => {
            output::complain(&format!("error: {message}"));
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
    ExitCode::from(code)
}

fn execute(
    command: &Command,
    arguments: &[OsString],
    cancel: &Arc<AtomicBool>,
) -> Result<u8, Failure> {
    match command {
        Command::Run(options) => run::run(options, arguments, cancel),
        Command::Analyze(options) => analyze::run(options),
        Command::Compare(options) => compare::run(options, cancel),
        Command::Replay(options) => replay::replay(options),
        Command::Emit(options) => emit::run(options),
    }
}

/// Ctrl-C ends a search with its partial result; a second one ends the process.
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
