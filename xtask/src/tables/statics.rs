//! The static pass: the thesis's tables 3.2 and 4.2 to 4.5 beside ours.

use super::markup::Table;
use super::{Program, Report, duration};
use serde_json::Value;

const HEADER: [&str; 17] = [
    "program",
    "threads",
    "error",
    "lines: thesis",
    "lines",
    "PEG nodes: thesis",
    "PEG nodes",
    "RW: thesis",
    "RW",
    "MM: thesis",
    "MM",
    "WM: thesis",
    "WM",
    "WN: thesis",
    "WN",
    "time: thesis",
    "time",
];

const NOTES: &str = "\
- Chen 2009, tables 3.2 and 4.2 to 4.5, for Java; here for the same programs in Rust. A Java access to a
  field is one of RW; here plain data behind locks is no operation of its own, and reads of atomics are.
- PEG nodes here are those of all of a program, its parts of the standard library included.
- time: points-to, graph, MHP, pairs and reachability together.
";

/// Writes `static.{md,csv}`.
pub(super) fn write(report: &Report, programs: &[Program]) -> Result<(), String> {
    let mut table = Table::new(&HEADER);
    for program in programs {
        let analysis = program.buggy.analysis()?;
        table.row(row(program, &analysis));
    }
    report.page(
        "static",
        "The static pass on the thesis's programs",
        &table,
        NOTES,
    )
}

fn row(program: &Program, analysis: &Value) -> Vec<String> {
    let thesis = &program.thesis;
    let mut cells = vec![
        thesis.name.to_string(),
        thesis.text("threads").to_string(),
        thesis.text("error").to_string(),
        thesis.text("sloc").to_string(),
        program.buggy.lines().to_string(),
        thesis.text("peg_nodes").to_string(),
        analysis["peg_nodes"].to_string(),
    ];
    for kind in ["RW", "MM", "WM", "WN"] {
        cells.push(thesis.text(&kind.to_lowercase()).to_string());
        cells.push(analysis["counts"][kind].to_string());
    }
    let phases = ["points_to", "peg", "mhp", "pairs", "reach"];
    let time = |phase: &&str| analysis["time_ms"][*phase].as_f64().unwrap_or(0.0);
    cells.push(format!("{} s", thesis.text("mhp_s")));
    cells.push(duration(phases.iter().map(time).sum()));
    cells
}
