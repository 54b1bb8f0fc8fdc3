//! The rows of a comparison as text, CSV and Markdown.

use super::table::{bytes, columns, counted, display_width, duration, shown, thousands, wrap};
use crate::compare::{Ratio, Row, mean};
use std::time::Duration;

/// The program, what a search took, and the ratios.
const HEADER: [&str; 11] = [
    "program",
    "engine",
    "verdict",
    "executions",
    "states",
    "instructions",
    "time",
    "memory",
    "x states",
    "x instr.",
    "x time",
];

/// The columns of what a search took.
const FIGURES: std::ops::Range<usize> = 1..8;

/// For people. `missing` is how many rows an interrupt has cost.
pub fn human(rows: &[Row], missing: usize, width: usize) -> String {
    let mut out = table(rows, width);
    for row in rows.iter().filter(|row| row.error.is_none()) {
        if let Some(what) = &row.unexpected {
            let line = format!("{} ({}): {what}", row.program, row.engine);
            out += &wrap(&line, width, "  ");
        }
    }
    // A program that is not accepted is so whatever the engine.
    let mut errors: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| row.error.is_some()) {
        let what = row.unexpected.as_deref().unwrap_or_default();
        if !errors.contains(&what) {
            errors.push(what);
            out += &wrap(&format!("error: {what}"), width, "  ");
        }
    }
    if missing > 0 {
        out += &interrupted(missing);
    }
    let notes = means(rows) + &notes(rows);
    let notes = notes.lines().map(|note| wrap(note, width, "  "));
    out + "\n" + &notes.collect::<String>()
}

/// What is said after an interrupt.
pub fn interrupted(missing: usize) -> String {
    let verb = if missing == 1 { "is" } else { "are" };
    format!(
        "interrupted: {} {verb} missing\n",
        counted(missing as u64, "row")
    )
}

/// All in one table, or, where that is too wide, the figures program by program.
fn table(rows: &[Row], width: usize) -> String {
    let header = HEADER.map(str::to_string).to_vec();
    let all = [header].into_iter().chain(rows.iter().map(cells));
    let all = all.collect::<Vec<_>>();
    let wide = columns(&all);
    if wide.lines().all(|line| display_width(line) <= width) {
        return wide;
    }
    let figures = |cells: &Vec<String>| cells[FIGURES].to_vec();
    let figures = columns(&all.iter().map(figures).collect::<Vec<_>>());
    let mut lines = figures.lines();
    let mut out = format!("{}\n", lines.next().unwrap_or_default());
    let mut program = "";
    for (row, figures) in rows.iter().zip(lines) {
        if program != row.program {
            program = &row.program;
            out += &format!("{}\n", shown(program));
        }
        out += &format!("{figures}\n");
        if let Some(ratio) = row.ratio {
            let line = format!("  the baseline needs {}", ratio_text(ratio));
            out += &wrap(&line, width, "    ");
        }
    }
    out
}

/// What the columns leave open.
fn notes(rows: &[Row]) -> String {
    let mut out = String::new();
    if rows.iter().any(|row| row.ratio.is_some()) {
        out += "x: how many times as much the baseline needs\n";
    }
    if rows.iter().any(|row| row.error.is_none()) {
        out += "time: static pass and search; the front end is the same for all engines\n";
    }
    let chosen = rows.iter().find(|row| row.orders_tried > 1);
    if let Some(Row { engine, .. }) = chosen {
        out += &format!(
            "{engine}: the better of the lowest thread first ({engine}) and the median of five random orders \
             ({engine}, random)\n"
        );
    }
    out
}

fn cells(row: &Row) -> Vec<String> {
    let name = row.program.rsplit('/').next().unwrap_or(&row.program);
    let random = row.order.as_ref().is_some_and(|order| order != "first");
    let order = if random { ", random" } else { "" };
    let mut cells = vec![
        name.to_string(),
        format!("{}{order}", row.engine),
        row.verdict.to_string(),
    ];
    if row.error.is_some() {
        cells.resize(FIGURES.end, String::new());
        return cells;
    }
    cells.extend([
        thousands(row.executions),
        thousands(row.states),
        thousands(row.instructions),
        duration(Duration::from_secs_f64(row.time_ms / 1e3)),
        bytes(row.peak_memory_bytes),
    ]);
    let ratios = row
        .ratio
        .iter()
        .flat_map(|r| [r.states, r.instructions, r.time]);
    cells.extend(ratios.map(times_text));
    cells
}

fn ratio_text(ratio: Ratio) -> String {
    let part = |times: f64, what: &str| format!("{} {what}", times_text(times));
    let parts = [
        part(ratio.states, "states"),
        part(ratio.instructions, "instructions"),
        part(ratio.time, "time"),
    ];
    parts.join(", ")
}

fn times_text(times: f64) -> String {
    match times {
        _ if times >= 100.0 => format!("{times:.0}x"),
        _ if times >= 10.0 => format!("{times:.1}x"),
        _ => format!("{times:.2}x"),
    }
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
        let text = ratio_text(ratio);
        Some(format!(
            "geometric mean, {engine}: the baseline needs {text}\n"
        ))
    };
    engines.iter().filter_map(line).collect()
}

/// For spreadsheets.
pub fn csv(rows: &[Row]) -> String {
    let mut out = String::from(
        "program,engine,order,verdict,complete,executions,states,instructions,time_frontend_ms,\
         time_ms,peak_memory_bytes,ratio_executions,ratio_states,ratio_instructions,ratio_time,expected\n",
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
            "{},{},{},{},{},{},{},{},{},{},{},{ratios},{}\n",
            quoted(&row.program),
            row.engine,
            quoted(row.order.as_deref().unwrap_or_default()),
            row.verdict,
            row.complete,
            row.executions,
            row.states,
            row.instructions,
            row.time_frontend_ms,
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

/// For documents.
pub fn markdown(rows: &[Row]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut out = line(&HEADER.map(str::to_string));
    out += "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    let full = |row: &Row| {
        let mut cells = cells(row);
        cells.resize(HEADER.len(), String::new());
        line(&cells)
    };
    out.extend(rows.iter().map(full));
    let notes = means(rows) + &notes(rows);
    out + "\n"
        + &notes
            .lines()
            .map(|note| format!("- {note}\n"))
            .collect::<String>()
}
