//! `vscheck compare`.

use super::options::{ReadingOptions, SearchOptions, engine_help, parse_engine};
use super::output::print;
use super::progress::{When, progress};
use super::run::print_json;
use super::{Failure, exit};
use crate::annotation::Annotation;
use crate::compare::{Comparison, REJECTED, Row};
use crate::engine::{self, Engine};
use crate::pipeline::{Hooks, Request};
use crate::report::comparison;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Run several engines on the same programs and compare what they need
///
/// Ends with code 1 where a result is not what the program says in its first lines (`//@ bug: panic`), with
/// 2 where one cannot be checked.
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Human,
    Json,
    Csv,
    Markdown,
}

/// Runs the command.
pub fn run(options: &CompareOptions, cancel: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let mut rows = Vec::new();
    for path in &options.paths {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        rows.extend(one_program(options, path, cancel)?);
    }
    match options.format {
        Format::Human => print(&comparison::human(&rows)),
        Format::Json => print_json(&serde_json::json!({
            "schema": "vscheck.compare/1",
            "baseline": options.baseline.name,
            "rows": rows,
        })),
        Format::Csv => print(&comparison::csv(&rows)),
        Format::Markdown => print(&comparison::markdown(&rows)),
    }
    if rows.iter().any(|row| row.verdict == REJECTED) {
        return Ok(exit::NOT_CHECKED);
    }
    let expected = rows.iter().all(|row| row.unexpected.is_none());
    Ok(if expected { exit::NO_BUG } else { exit::BUG })
}

fn one_program(
    options: &CompareOptions,
    path: &Path,
    cancel: &Arc<AtomicBool>,
) -> Result<Vec<Row>, Failure> {
    let source = std::fs::read_to_string(path).unwrap_or_default();
    let shown = path.display();
    let annotation = Annotation::parse(&source).map_err(|e| Failure(format!("{shown}: {e}")))?;
    let mut reading = options.reading.clone();
    reading
        .update(&annotation.args)
        .map_err(|error| Failure(format!("{shown}: {error}")))?;
    let request = Request {
        path: path.to_path_buf(),
        reading: reading.reading(),
        engine: options.baseline,
        settings: options.search.settings(),
    };
    let comparison = Comparison {
        request: &request,
        engines: &engines(options),
        baseline: options.baseline.name,
        best_order: !options.search.names_an_order(),
        annotation: &annotation,
    };
    Ok(comparison.rows(|| Hooks {
        progress: progress(options.progress),
        cancel: cancel.clone(),
        asks_compiler: false,
    }))
}

fn engines(options: &CompareOptions) -> Vec<&'static Engine> {
    let mut engines = options.engines.clone();
    if engines.is_empty() {
        engines.extend([engine::DEFAULT, options.baseline]);
    }
    engines.dedup_by_key(|engine| engine.name);
    engines
}
