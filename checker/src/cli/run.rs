//! `vscheck run`.

use super::options::{ReadingOptions, SearchOptions, WithoutEffect, engine_help, parse_engine};
use super::output::{self, complain, print};
use super::progress::{When, progress};
use super::{Call, Failure, exit, shell};
use crate::engine::{self, Engine};
use crate::pipeline::{Checked, Hooks, Refusal, Request, Verdict, check};
use crate::recording;
use crate::report::{json, snippet, text};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vscheck_frontend::Diagnostic;

/// Hunt the first bug of a program, or explore all of it with --all
#[derive(Args, Clone)]
#[command(after_help = engine_help())]
pub struct RunOptions {
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    search: SearchOptions,
    /// How to search
    #[arg(long, value_name = "NAME", default_value = engine::DEFAULT.name, value_parser = parse_engine)]
    engine: &'static Engine,
    /// A report for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Write the failing schedule, for `vscheck replay`
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// When to show a progress line on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
    #[command(flatten)]
    without_effect: WithoutEffect,
    /// Behind the program, and behind a `--`
    #[arg(hide = true)]
    arguments: Vec<String>,
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text.
    Human,
    /// One object.
    Json,
}

/// Runs the command.
pub fn run(
    path: &Path,
    options: &RunOptions,
    call: &Call,
    cancel: &Arc<AtomicBool>,
) -> Result<u8, Failure> {
    let request = Request {
        path: path.to_path_buf(),
        reading: options.reading.reading(),
        engine: options.engine,
        settings: options.search.settings(),
    };
    let hooks = Hooks {
        progress: progress(options.progress),
        cancel: cancel.clone(),
    };
    if let Err(message) = may_begin(options) {
        refuse(options, &request, &Diagnostic::general(message));
        return Ok(exit::NOT_CHECKED);
    }
    match check(&request, hooks) {
        Ok(checked) => {
            show(options, call, &checked);
            if let Some(file) = &options.trace {
                write_trace(&checked, file)?;
            }
            Ok(exit_code(checked.verdict))
        }
        Err(Refusal::Diagnostic(diagnostic)) => {
            refuse(options, &request, &diagnostic);
            Ok(exit::NOT_CHECKED)
        }
        Err(Refusal::Limit(limit)) => {
            match options.format {
                Format::Human => print(&text::not_searched(limit)),
                Format::Json => print_json(&json::not_searched(&request, limit)),
            }
            Ok(exit::LIMIT)
        }
    }
}

/// Whether the work can be of any use; else why not.
fn may_begin(options: &RunOptions) -> Result<(), String> {
    if let Some(first) = options.arguments.first() {
        return Err(format!(
            "unexpected argument `{first}`: checked programs run without arguments"
        ));
    }
    options
        .trace
        .as_deref()
        .map_or(Ok(()), recording::may_replace)
}

fn exit_code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::NoBug => exit::NO_BUG,
        Verdict::Bug => exit::BUG,
        Verdict::Limit => exit::LIMIT,
    }
}

fn show(options: &RunOptions, call: &Call, checked: &Checked) {
    match options.format {
        Format::Human => {
            let hint = replay_hint(options, call);
            print(&text::report(checked, &hint, output::style()));
        }
        Format::Json => print_json(&json::checked(checked)),
    }
}

/// The commands that replay the bug, to be copied.
fn replay_hint(options: &RunOptions, call: &Call) -> String {
    let program = call.program.name();
    if let Some(file) = &options.trace {
        let file = shell::quoted(file.as_os_str());
        return format!("replay it:\n  {program} replay {file}\n");
    }
    let words: Vec<String> = call.words.iter().map(|word| shell::quoted(word)).collect();
    let words = words.join(" ");
    format!("replay it:\n  {program} {words} --trace bug.json\n  {program} replay bug.json\n")
}

fn refuse(options: &RunOptions, request: &Request, diagnostic: &Diagnostic) {
    match options.format {
        Format::Human => complain(&snippet::diagnostic(diagnostic, output::error_style())),
        Format::Json => print_json(&json::rejected(request, diagnostic)),
    }
}

/// Prints a value as one JSON object.
pub fn print_json(value: &impl serde::Serialize) {
    print(&json_text(value));
}

/// A value as JSON, for people too. What is shown here has nothing that JSON cannot say.
pub fn json_text(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string_pretty(value);
    text.expect("keys are texts and nothing fails to serialize") + "\n"
}

/// Writes the schedule of the first bug. Without a bug, one that was written before would tell of another run.
fn write_trace(checked: &Checked, file: &Path) -> Result<(), Failure> {
    let fails = |what, error| Failure(format!("cannot {what} `{}`: {error}", file.display()));
    let Some(bug) = checked.findings.bugs.first() else {
        if recording::remove(file).map_err(|error| fails("remove", error))? {
            let file = file.display();
            complain(&format!("note: removed `{file}`: this run found no bug"));
        }
        return Ok(());
    };
    let recording = recording::record(checked, bug);
    let text = serde_json::to_string_pretty(&recording).map_err(Failure::new)?;
    std::fs::write(file, text + "\n").map_err(|error| fails("write", error))
}
