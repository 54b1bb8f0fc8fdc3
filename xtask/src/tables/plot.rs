//! States and time to the first bug, per program and technique, as a picture.

use super::Report;
use super::ablation::Ablation;
use super::first_bug::{Measured, stopped};
use std::fmt::Write;
use vscheck::compare::Row;

/// One way of searching: its name, its colour, and its row for each program.
struct Series<'a> {
    name: String,
    colour: &'static str,
    rows: Vec<&'a Row>,
}

/// Told apart also by people who see few colours (Okabe and Ito's).
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#999999", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

const LEFT: f64 = 130.0;
const WIDTH: f64 = 520.0;
const ROW: f64 = 26.0;
const TOP: f64 = 60.0;

/// Writes `first_bug.svg`.
pub(super) fn write(
    report: &Report,
    first: &[Measured],
    ablations: &[Ablation],
) -> Result<(), String> {
    let series = series(first, ablations);
    let names: Vec<&str> = first.iter().map(|program| program.name).collect();
    let height = TOP + ROW * names.len() as f64 + 50.0;
    let total = 2.0 * (LEFT + WIDTH) + 60.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{total}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    legend(&mut out, &series);
    let states = |row: &Row| row.states.max(1) as f64;
    panel(
        &mut out,
        0.0,
        "states to the first bug",
        &names,
        &series,
        states,
    );
    let time = |row: &Row| row.time_ms.max(0.1);
    panel(
        &mut out,
        LEFT + WIDTH + 30.0,
        "milliseconds to the first bug",
        &names,
        &series,
        time,
    );
    out += "</svg>\n";
    report.save("first_bug.svg", &out)
}

fn series<'a>(first: &'a [Measured], ablations: &'a [Ablation]) -> Vec<Series<'a>> {
    let engines = first.first().map_or(&[][..], |program| &program.rows[..]);
    let engines = engines.iter().enumerate().map(|(at, row)| {
        let rows = first.iter().map(|program| &program.rows[at]).collect();
        (row.engine.to_string(), rows)
    });
    let without = ablations.iter().map(|ablation| {
        let rows = ablation.rows.iter().collect();
        (format!("without {}", ablation.technique), rows)
    });
    let colours = COLOURS.iter().cycle();
    let named = engines.chain(without).zip(colours);
    named
        .map(|((name, rows), &colour)| Series { name, colour, rows })
        .collect()
}

fn legend(out: &mut String, series: &[Series]) {
    let mut x = LEFT;
    for one in series {
        let (name, colour) = (&one.name, one.colour);
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"16\" r=\"5\" fill=\"{colour}\"/><text x=\"{}\" y=\"20\">{name}</text>",
            x + 9.0
        );
        x += 24.0 + 7.0 * name.len() as f64;
    }
}

/// A dot for each program and series on a logarithmic axis; a ring where a limit stopped the search.
fn panel(
    out: &mut String,
    left: f64,
    title: &str,
    names: &[&str],
    series: &[Series],
    value: impl Fn(&Row) -> f64,
) {
    let all = || {
        series
            .iter()
            .flat_map(|one| &one.rows)
            .map(|row| value(row).log10())
    };
    let (low, high) = (
        all().fold(f64::MAX, f64::min).floor(),
        all().fold(0.0, f64::max).ceil(),
    );
    let bottom = TOP + ROW * names.len() as f64;
    let x = |log: f64| left + LEFT + (log - low) / (high - low).max(1.0) * WIDTH;
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{title}</text>",
        left + LEFT,
        TOP - 16.0
    );
    for power in (low as i32)..=(high as i32) {
        let at = x(f64::from(power));
        let _ = writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            10f64.powi(power)
        );
    }
    for (at, name) in names.iter().enumerate() {
        let y = TOP + ROW * (at as f64 + 0.5);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>",
            left + LEFT - 8.0,
            y + 4.0
        );
        for (order, one) in series.iter().enumerate() {
            let row = one.rows[at];
            let y = y + (order as f64 - series.len() as f64 / 2.0) * 2.0;
            let fill = if stopped(row) { "none" } else { one.colour };
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{fill}\" stroke=\"{}\"><title>{} {}: {}</title></circle>",
                x(value(row).log10()),
                one.colour,
                name,
                one.name,
                value(row)
            );
        }
    }
}
