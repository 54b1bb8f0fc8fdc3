//! The rows of a comparison as text, CSV and Markdown.

use super::table::{bytes, columns, duration, thousands};
use crate::compare::{Ratio, Row, mean};
use std::time::Duration;

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

/// What the columns leave open.
const NOTES: &str = "\
x: how many times as much the baseline needs\n\
time: static pass and search; the front end is the same for all engines\n\
dfs: the better of the lowest thread first (dfs) and the median of five random orders (dfs, random)\n";

/// For people.
pub fn human(rows: &[Row]) -> String {
    let mut table = vec![HEADER.map(str::to_string).to_vec()];
    table.extend(rows.iter().map(cells));
    let mut out = columns(&table);
    for row in rows.iter().filter(|row| row.unexpected.is_some()) {
        let what = row.unexpected.as_deref().unwrap_or_default();
        out += &format!("{} ({}): {what}\n", row.program, row.engine);
    }
    out + "\n" + &means(rows) + NOTES
}

fn cells(row: &Row) -> Vec<String> {
    let name = row.program.rsplit('/').next().unwrap_or(&row.program);
    let random = row.order.as_ref().is_some_and(|order| order != "first");
    let order = if random { ", random" } else { "" };
    let mut cells = vec![
        name.to_string(),
        format!("{}{order}", row.engine),
        row.verdict.to_string(),
        thousands(row.executions),
        thousands(row.states),
        thousands(row.instructions),
        duration(Duration::from_secs_f64(row.time_ms / 1e3)),
        bytes(row.peak_memory_bytes),
    ];
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
    let notes = means(rows) + NOTES;
    out + "\n"
        + &notes
            .lines()
            .map(|note| format!("- {note}\n"))
            .collect::<String>()
}
