//! What each technique is good for: the first bug without it.

use super::first_bug::{Measured, stopped};
use super::markup::{Table, mean, times};
use super::{Program, Report, count, duration};
use vscheck::compare::Row;
use vscheck::technique::TECHNIQUES;

/// All programs without one technique.
pub(super) struct Ablation {
    /// What `--disable` calls it.
    pub technique: &'static str,
    /// A row for each program.
    pub rows: Vec<Row>,
}

const NOTES: &str = "\
- Each cell: executions, states and time (static pass and search) to the first bug with that technique
  switched off. `>`: a limit stopped the search before a bug.
";

/// Writes `ablation.{md,csv}`.
pub(super) fn write(
    report: &Report,
    programs: &[Program],
    with: &[Measured],
) -> Result<Vec<Ablation>, String> {
    let ablations: Vec<Ablation> = TECHNIQUES
        .iter()
        .filter(|technique| technique.only_of.is_none())
        .map(|technique| one(report, programs, technique.name))
        .collect::<Result<_, _>>()?;
    let names = ablations.iter().map(|ablation| ablation.technique);
    let header: Vec<String> = ["program".to_string(), "all techniques".to_string()]
        .into_iter()
        .chain(names.map(|name| format!("without {name}")))
        .collect();
    let mut table = Table::new(&header.iter().map(String::as_str).collect::<Vec<_>>());
    for (at, program) in with.iter().enumerate() {
        let mut cells = vec![program.name.to_string()];
        cells.extend(program.of("value-schedule").map(cell));
        cells.extend(ablations.iter().map(|ablation| cell(&ablation.rows[at])));
        table.row(cells);
    }
    let notes = NOTES.to_string() + &summary(&ablations, with);
    report.page(
        "ablation",
        "The first bug without one technique",
        &table,
        &notes,
    )?;
    Ok(ablations)
}

fn one(report: &Report, programs: &[Program], technique: &'static str) -> Result<Ablation, String> {
    let rows = programs
        .iter()
        .map(|program| program.buggy.without(technique, report.budget));
    let rows: Vec<Row> = rows.collect::<Result<_, _>>()?;
    eprintln!("without {technique}: done");
    Ok(Ablation { technique, rows })
}

fn cell(row: &Row) -> String {
    let executions = count(row.executions, stopped(row));
    format!(
        "{executions}, {}, {}",
        count(row.states, false),
        duration(row.time_ms)
    )
}

/// How many times as much is needed without each technique, over all programs.
fn summary(ablations: &[Ablation], with: &[Measured]) -> String {
    let line = |ablation: &Ablation| {
        let pairs = || {
            let with = with
                .iter()
                .filter_map(|program| program.of("value-schedule"));
            with.zip(&ablation.rows)
        };
        // Without a bug nothing is known but that it takes longer.
        let found = || pairs().filter(|(with, without)| !stopped(with) && !stopped(without));
        let ratio = |of: fn(&Row) -> f64| {
            let of = |row: &Row| of(row).max(1.0);
            times(mean(found().map(|(with, without)| of(without) / of(with))))
        };
        let lost = pairs()
            .filter(|(with, without)| stopped(without) && !stopped(with))
            .count();
        format!(
            "- without {}: {lost} bugs not found; of the {} others, geometric mean {} executions, \
             {} states, {} time\n",
            ablation.technique,
            found().count(),
            ratio(|row| row.executions as f64),
            ratio(|row| row.states as f64),
            ratio(|row| row.time_ms),
        )
    };
    ablations.iter().map(line).collect()
}
