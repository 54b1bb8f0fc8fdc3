//! `vscheck analyze`.

use super::options::{ReadingOptions, ResourceOptions};
use super::output::{self, complain, print};
use super::run::{json_text, print_json};
use super::{Failure, exit};
use crate::exploration::Settings;
use crate::pipeline::{Refusal, analyze_watched};
use crate::report::pairs::{self, Extent};
use crate::report::text;
use crate::technique;
use clap::{Args, ValueEnum};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// List the access pairs: which operations of different threads may conflict
#[derive(Args, Clone)]
pub struct AnalyzeOptions {
    #[command(flatten)]
    reading: ReadingOptions,
    /// Filters to switch off, separated by commas: alias, escape, disjoint, mhp, commute
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = technique::parse)]
    disable: Vec<String>,
    #[command(flatten)]
    resources: ResourceOptions,
    /// List all pairs, however many there are
    #[arg(long)]
    all: bool,
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
pub fn run(path: &Path, options: &AnalyzeOptions, cancel: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let settings = Settings {
        disable: options.disable.iter().cloned().collect(),
        limits: options.resources.limits(),
        ..Settings::default()
    };
    let extent = Extent::asked(options.all);
    let (format, of) = (options.format, path.to_path_buf());
    let shown = analyze_watched(
        path,
        options.reading.reading(),
        settings,
        cancel.clone(),
        move |program, facts, frontend| match format {
            Format::Human => pairs::human(program, facts, extent, output::style()),
            Format::Json => json_text(&pairs::json(&of, program, facts, (frontend, extent))),
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
            Ok(exit::of_refusal(&refusal))
        }
    }
}

fn refuse(path: &Path, format: Format, refusal: &Refusal) {
    match (format, refusal) {
        (Format::Json, refusal) => print_json(&pairs::rejected(path, refusal)),
        (Format::Human | Format::Dot, refusal) => {
            complain(&text::refusal(refusal, output::error_style()));
        }
    }
}
