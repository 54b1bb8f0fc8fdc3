//! The fixed twins: searches of everything.

use super::markup::Table;
use super::{Program, Report, count, duration};
use vscheck::compare::Row;
use vscheck::engine::ENGINES;

const NOTES: &str = "\
- Each cell: executions, states and time (static pass and search) of a complete search. `>`: a limit
  stopped it. Without a mark the search ended by itself, and every schedule is accounted for if the
  engine is one of the complete ones.
";

/// Writes `fixed.{md,csv}`.
pub(super) fn write(report: &Report, programs: &[Program]) -> Result<(), String> {
    let engines: Vec<_> = ENGINES.iter().collect();
    let names = ENGINES.iter().map(|engine| engine.name);
    let header: Vec<&str> = ["program"]
        .into_iter()
        .chain(names)
        .chain(["contradicts"])
        .collect();
    let mut table = Table::new(&header);
    let (mut ours, mut dfs) = (Vec::new(), Vec::new());
    for program in programs {
        let rows = program.fixed.search(&engines, report.budget)?;
        let ended = |name: &str| rows.iter().any(|row| row.engine == name && row.complete);
        ours.extend(ended("value-schedule").then_some(program.thesis.name));
        dfs.extend((ended("dfs") && !ended("value-schedule")).then_some(program.thesis.name));
        eprintln!("{} fixed: done", program.thesis.name);
        let bugs = rows.iter().filter(|row| row.verdict == "bug");
        let bugs: Vec<&str> = bugs.map(|row| row.engine).collect();
        let mut cells = vec![program.thesis.name.to_string()];
        cells.extend(rows.iter().map(cell));
        cells.push(bugs.join(", "));
        table.row(cells);
    }
    let missing = if dfs.is_empty() {
        "none".to_string()
    } else {
        dfs.join(", ")
    };
    let notes = format!(
        "- value-schedule ends on {} of {}; dfs alone ends on: {missing}\n{NOTES}",
        ours.len(),
        programs.len()
    );
    report.page(
        "fixed",
        "The fixed twins: complete searches",
        &table,
        &notes,
    )
}

fn cell(row: &Row) -> String {
    let executions = count(row.executions, row.verdict == "limit");
    format!(
        "{executions}, {}, {}",
        count(row.states, false),
        duration(row.time_ms)
    )
}
