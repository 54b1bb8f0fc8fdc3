//! `vscheck compare`.

use super::options::{ReadingOptions, SearchOptions, engine_help, parse_engine};
use super::output::{self, complain, print};
use super::progress::{When, progress};
use super::run::print_json;
use super::{Failure, exit};
use crate::annotation::Annotation;
use crate::compare::{Comparison, REJECTED, Row, refused};
use crate::engine::{self, Engine};
use crate::pipeline::{Refusal, Request};
use crate::report::comparison;
use crate::source::Reading;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use vscheck_frontend::Diagnostic;

/// Run several engines on the same programs and compare what they need
///
/// Ends with code 1 where a result is not what the program says in its first lines (`//@ bug: panic`), with
/// 2 where one cannot be checked, with 3 after Ctrl-C, which keeps the rows that are finished.
#[derive(Args, Clone)]
#[command(after_help = engine_help())]
pub struct CompareOptions {
    /// Rust source files, or folders with a `Cargo.toml`
    #[arg(required = true, value_name = "PROGRAM")]
    paths: Vec<PathBuf>,
    /// The engines, separated by commas [default: value-schedule,dfs]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_engine)]
    engines: Vec<&'static Engine>,
    /// What the others are measured against
    #[arg(long, value_name = "NAME", default_value = "dfs", value_parser = parse_engine)]
    baseline: &'static Engine,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    search: SearchOptions,
    /// How to print the table
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// When to show a progress line on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
    Csv,
    Markdown,
}

/// Runs the command.
pub fn run(options: &CompareOptions, cancel: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let engines = engines(options);
    let mut rows = Vec::new();
    for path in &options.paths {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        rows.extend(one_program(options, &engines, path, cancel));
    }
    let missing = options.paths.len() * engines.len() - rows.len();
    match options.format {
        Format::Human => print(&comparison::human(&rows, missing, output::style().width)),
        Format::Json => print_json(&serde_json::json!({
            "schema": "vscheck.compare/1",
            "baseline": options.baseline.name,
            "rows": rows,
            "rows_missing": missing,
        })),
        Format::Csv => print(&comparison::csv(&rows)),
        Format::Markdown => print(&comparison::markdown(&rows)),
    }
    if missing > 0 && options.format != Format::Human {
        complain(&comparison::interrupted(missing));
    }
    Ok(exit_code(&rows, missing))
}

fn exit_code(rows: &[Row], missing: usize) -> u8 {
    if rows.iter().any(|row| row.verdict == REJECTED) {
        exit::NOT_CHECKED
    } else if rows.iter().any(|row| row.unexpected.is_some()) {
        exit::BUG
    } else if missing > 0 {
        exit::LIMIT
    } else {
        exit::NO_BUG
    }
}

/// A row for each engine, up to an interrupt.
fn one_program(
    options: &CompareOptions,
    engines: &[&'static Engine],
    path: &Path,
    cancel: &Arc<AtomicBool>,
) -> Vec<Row> {
    let (annotation, reading) = match expected(options, path) {
        Ok(expected) => expected,
        Err(diagnostic) => {
            let refusal = Refusal::Diagnostic(diagnostic);
            let engines = engines.iter();
            return engines
                .map(|engine| refused(path, engine, &refusal))
                .collect();
        }
    };
    let comparison = Comparison {
        request: Request {
            path: path.to_path_buf(),
            reading,
            engine: options.baseline,
            settings: options.search.settings(),
        },
        engines,
        baseline: options.baseline.name,
        best_order: !options.search.names_an_order(),
        annotation: &annotation,
        cancel: cancel.clone(),
    };
    comparison.rows(|| progress(options.progress))
}

/// What a program expects, and how it is to be read for that.
fn expected(
    options: &CompareOptions,
    path: &Path,
) -> Result<(Annotation, Reading), Box<Diagnostic>> {
    let annotation = Annotation::read(path)?;
    let mut reading = options.reading.clone();
    let updated = reading.update(&annotation.args);
    updated.map_err(|error| {
        let what = error.lines().next().unwrap_or_default();
        let what = what.trim_start_matches("error: ");
        Diagnostic::general(format!(
            "{}: the options of `//@ args`: {what}",
            path.display()
        ))
    })?;
    Ok((annotation, reading.reading()))
}

/// Each once.
fn engines(options: &CompareOptions) -> Vec<&'static Engine> {
    let asked = match options.engines.is_empty() {
        true => vec![engine::DEFAULT, options.baseline],
        false => options.engines.clone(),
    };
    let mut engines: Vec<&'static Engine> = Vec::new();
    for engine in asked {
        if engines.iter().all(|known| known.name != engine.name) {
            engines.push(engine);
        }
    }
    engines
}
