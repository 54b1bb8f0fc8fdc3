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
        Ok(text) => {
            print(&text);
            Ok(exit::NO_BUG)
        }
        Err(refusal) => {
            refuse(path, options.format, &refusal);
            Ok(match refusal {
                Refusal::Limit(_) => exit::LIMIT,
                Refusal::Diagnostic(_) => exit::NOT_CHECKED,
            })
        }
    }
}

fn refuse(path: &Path, format: Format, refusal: &Refusal) {
    match (format, refusal) {
        (Format::Json, refusal) => print_json(&pairs::rejected(path, refusal)),
        (Format::Human | Format::Dot, Refusal::Limit(limit)) => {
            complain(&text::not_searched(*limit));
        }
        (Format::Human | Format::Dot, Refusal::Diagnostic(diagnostic)) => {
            complain(&snippet::diagnostic(diagnostic, output::error_style()));
        }
    }
}
