//! `vscheck analyze`.

use super::options::ReadingOptions;
use super::output::{self, complain, print};
use super::run::{json_text, print_json};
use super::{Failure, exit};
use crate::exploration::Settings;
use crate::pipeline::{Refusal, analyze_bounded};
use crate::report::{pairs, snippet, text};
use crate::technique;
use clap::{Args, ValueEnum};
use std::path::Path;

/// List the access pairs: which operations of different threads may conflict
#[derive(Args, Clone)]
pub struct AnalyzeOptions {
    #[command(flatten)]
    reading: ReadingOptions,
    /// Filters to switch off, separated by commas: alias, escape, disjoint, mhp, commute
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = technique::parse)]
    disable: Vec<String>,
    /// Text, one JSON object, or the parallel execution graph for Graphviz
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Human,
    Json,
    Dot,
}

/// Runs the command.
pub fn run(path: &Path, options: &AnalyzeOptions) -> Result<u8, Failure> {
    let settings = Settings {
        disable: options.disable.iter().cloned().collect(),
        ..Settings::default()
    };
    let (format, of) = (options.format, path.to_path_buf());
    let shown = analyze_bounded(
        path,
        &options.reading.reading(),
        settings,
        move |program, facts, frontend| match format {
            Format::Human => pairs::human(program, facts),
            Format::Json => json_text(&pairs::json(&of, program, facts, frontend)),
            Format::Dot => facts.print_dot(program),
        },
    );
    match shown {
        Ok(text) => print(&text),
        Err(Refusal::Limit(limit)) => {
            complain(&text::not_searched(limit));
            return Ok(exit::LIMIT);
        }
        Err(Refusal::Diagnostic(diagnostic)) => {
            match options.format {
                Format::Json => print_json(&pairs::rejected(path, &diagnostic)),
                Format::Human | Format::Dot => {
                    complain(&snippet::diagnostic(&diagnostic, output::error_style()));
                }
            }
            return Ok(exit::NOT_CHECKED);
        }
    }
    Ok(exit::NO_BUG)
}
