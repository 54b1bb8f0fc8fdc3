//! `vscheck compare`.

use super::options::{ReadingOptions, SearchOptions, default_engine, parse_engine};
use super::output::print;
use super::progress::{When, progress};
use super::run::print_json;
use super::{Failure, exit, options};
use crate::annotation::Annotation;
use crate::compare::{Ratio, Row, compare, mean};
use crate::engine::Engine;
use crate::pipeline::{Hooks, Request};
use crate::report::table::{bytes, columns, duration, thousands};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Run several engines on the same programs and compare what they need
#[derive(Args, Clone)]
pub struct CompareOptions {
    /// Rust source files, or folders with a `Cargo.toml`
    #[arg(required = true)]
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
        Format::Human => print(&human(&rows)),
        Format::Json => print_json(&serde_json::json!({
            "schema": "vscheck.compare/1",
            "baseline": options.baseline.name,
            "rows": rows,
        })),
        Format::Csv => print(&csv(&rows)),
        Format::Markdown => print(&markdown(&rows)),
    }
    let expected = rows.iter().all(|row| row.unexpected.is_none());
    Ok(if expected { 0 } else { exit::BUG })
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
    let hooks = || Hooks {
        progress: progress(options.progress),
        cancel: cancel.clone(),
    };
    let engines = engines(options);
    Ok(compare(
        &request,
        &engines,
        options.baseline.name,
        &annotation,
        hooks,
    ))
}

fn engines(options: &CompareOptions) -> Vec<&'static Engine> {
    let mut engines = options.engines.clone();
    if engines.is_empty() {
        engines.extend(options::parse_engine(default_engine()));
        engines.push(options.baseline);
    }
    engines.dedup_by_key(|engine| engine.name);
    engines
}

const HEADER: [&str; 9] = [
    "program",
    "engine",
    "verdict",
    "executions",
    "states",
    "instructions",
    "time",
    "memory",
    "baseline needs (states, instructions, time)",
];

fn human(rows: &[Row]) -> String {
    let mut table = vec![HEADER.map(str::to_string).to_vec()];
    table[0][8] = "baseline needs".to_string();
    table.extend(rows.iter().map(cells));
    let mut out = columns(&table);
    for row in rows.iter().filter(|row| row.unexpected.is_some()) {
        let what = row.unexpected.as_deref().unwrap_or_default();
        out += &format!("{} ({}): {what}\n", row.program, row.engine);
    }
    out + &means(rows)
}

fn cells(row: &Row) -> Vec<String> {
    let name = row.program.rsplit('/').next().unwrap_or(&row.program);
    vec![
        name.to_string(),
        row.engine.to_string(),
        row.verdict.to_string(),
        thousands(row.executions),
        thousands(row.states),
        thousands(row.instructions),
        duration(Duration::from_secs_f64(row.time_ms / 1e3)),
        bytes(row.peak_memory_bytes),
        row.ratio.map_or_else(String::new, ratio_text),
    ]
}

fn ratio_text(ratio: Ratio) -> String {
    let Ratio {
        states,
        instructions,
        time,
        ..
    } = ratio;
    format!("{states:.2}x states, {instructions:.2}x instr., {time:.2}x time")
}

fn means(rows: &[Row]) -> String {
    let mut engines: Vec<&str> = rows.iter().map(|row| row.engine).collect();
    engines.sort();
    engines.dedup();
    let line = |engine: &&str| {
        let ratio = Ratio {
            executions: mean(rows, engine, |r| r.executions)?,
            states: mean(rows, engine, |r| r.states)?,
            instructions: mean(rows, engine, |r| r.instructions)?,
            time: mean(rows, engine, |r| r.time)?,
        };
        Some(format!(
            "geometric mean, {engine}: baseline needs {}\n",
            ratio_text(ratio)
        ))
    };
    engines.iter().filter_map(line).collect()
}

fn csv(rows: &[Row]) -> String {
    let mut out = String::from(
        "program,engine,verdict,complete,executions,states,instructions,time_ms,peak_memory_bytes,\
         ratio_executions,ratio_states,ratio_instructions,ratio_time,expected\n",
    );
    for row in rows {
        let ratios = match row.ratio {
            Some(r) => format!(
                "{:.4},{:.4},{:.4},{:.4}",
                r.executions, r.states, r.instructions, r.time
            ),
            None => ",,,".to_string(),
        };
        out += &format!(
            "{},{},{},{},{},{},{},{},{},{ratios},{}\n",
            quoted(&row.program),
            row.engine,
            row.verdict,
            row.complete,
            row.executions,
            row.states,
            row.instructions,
            row.time_ms,
            row.peak_memory_bytes,
            row.unexpected.is_none()
        );
    }
    out
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

fn markdown(rows: &[Row]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut out = line(&HEADER.map(str::to_string));
    out += "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n";
    out.extend(rows.iter().map(|row| line(&cells(row))));
    out
}
