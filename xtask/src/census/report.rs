//! The census in words.

use super::{Found, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Something that is not supported, and where.
struct Row<'r> {
    stage: &'r str,
    message: String,
    /// The packages and files that have it.
    blocked: BTreeSet<&'r str>,
    /// How often it occurs.
    times: usize,
    /// One of the places.
    place: &'r str,
}

/// Ranked by the packages that have it, then by occurrences.
fn ranked(results: &[Result]) -> Vec<Row<'_>> {
    let mut rows: BTreeMap<(&str, String), Row<'_>> = BTreeMap::new();
    for result in results {
        let Ok(found) = &result.outcome else { continue };
        for problem in &found.problems {
            let message = general(&problem.message);
            let row = rows
                .entry((&problem.stage, message.clone()))
                .or_insert_with(|| Row {
                    stage: &problem.stage,
                    message,
                    blocked: BTreeSet::new(),
                    times: 0,
                    place: &problem.place,
                });
            row.blocked.insert(&result.name);
            row.times += 1;
        }
    }
    let mut rows: Vec<Row<'_>> = rows.into_values().collect();
    rows.sort_by_key(|row| (usize::MAX - row.blocked.len(), usize::MAX - row.times));
    rows
}

/// A message without the types in it, so that one cause is one row.
fn general(message: &str) -> String {
    let message: String = message.chars().take(100).collect();
    for (start, kept) in [
        ("expected `", "expected one type, found another"),
        ("the trait bound `", "a trait bound is not satisfied"),
        ("no method `", ""),
    ] {
        if message.starts_with(start) && !kept.is_empty() {
            return kept.to_string();
        }
    }
    match message
        .split_once(" for type `")
        .or(message.split_once(" on type `"))
    {
        Some((before, _)) => before.to_string(),
        None => message,
    }
}

struct Totals {
    all: usize,
    clean: usize,
    crashed: usize,
    lines: usize,
    functions: usize,
    refused: usize,
    lowered: usize,
}

fn totals(results: &[Result]) -> Totals {
    let found: Vec<&Found> = results
        .iter()
        .filter_map(|r| r.outcome.as_ref().ok())
        .collect();
    let sum = |of: fn(&Found) -> usize| found.iter().map(|found| of(found)).sum();
    let refused = |found: &Found| {
        let inferred = found.problems.iter().filter(|p| p.stage == "infer");
        inferred.count()
    };
    Totals {
        all: results.len(),
        clean: found
            .iter()
            .filter(|found| found.problems.is_empty())
            .count(),
        crashed: results.len() - found.len(),
        lines: sum(|found| found.lines),
        functions: sum(|found| found.functions),
        refused: found.iter().map(|found| refused(found)).sum(),
        lowered: sum(|found| found.lowered),
    }
}

fn summary(totals: &Totals) -> String {
    format!(
        "{} packages and files with {} lines: {} crash, {} without any problem; {} of {} functions are \
         typed, {} functions were lowered",
        totals.all,
        totals.lines,
        totals.crashed,
        totals.clean,
        totals.functions - totals.refused.min(totals.functions),
        totals.functions,
        totals.lowered,
    )
}

/// For people: crashes first, then the ranking, then what was slow.
pub fn text(results: &[Result]) -> String {
    let mut out = String::new();
    for result in results {
        if let Err(message) = &result.outcome {
            let _ = writeln!(out, "{}: {message}", result.name);
        }
    }
    for row in ranked(results) {
        let _ = writeln!(
            out,
            "{:4} {:5}  {:5} {}  [{}]",
            row.blocked.len(),
            row.times,
            row.stage,
            row.message,
            row.place
        );
    }
    let mut slow: Vec<&Result> = results.iter().collect();
    slow.sort_by_key(|result| std::cmp::Reverse(result.time));
    for result in slow.iter().take(5) {
        let _ = writeln!(out, "{:.1} s: {}", result.time.as_secs_f64(), result.name);
    }
    out + &summary(&totals(results)) + "\n"
}

/// Rows of the table in the documentation.
const ROWS: usize = 60;

/// The table for the documentation.
pub fn markdown(results: &[Result]) -> String {
    let mut out = String::from(
        "# Census: what the front end does not support in published crates\n\n\
         Written by `cargo xtask census DIR --write` over the sources of crates that Cargo had fetched. \
         Every function of a crate is typed, those without type parameters are lowered with all that they \
         call; a program is refused only where it reaches one of these. Crates are read with their default \
         features; build scripts and procedural macros are not run.\n\n",
    );
    let _ = writeln!(out, "{}.\n", summary(&totals(results)));
    out += "| crates | times | stage | message |\n| ---: | ---: | --- | --- |\n";
    for row in ranked(results).iter().take(ROWS) {
        let message = row.message.replace('|', "\\|");
        let _ = writeln!(
            out,
            "| {} | {} | {} | {message} |",
            row.blocked.len(),
            row.times,
            row.stage
        );
    }
    out += "\n## Crates\n\n| crate | lines | functions | lowered | problems |\n| --- | ---: | ---: | ---: | ---: |\n";
    for result in results {
        let _ = match &result.outcome {
            Ok(found) => writeln!(
                out,
                "| {} | {} | {} | {} | {} |",
                result.name,
                found.lines,
                found.functions,
                found.lowered,
                found.problems.len()
            ),
            Err(message) => writeln!(out, "| {} | | | | {message} |", result.name),
        };
    }
    out
}
