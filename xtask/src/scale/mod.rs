//! How `vscheck analyze` grows with the program: a generated family, each program twice as long as the
//! one before it, and each run in a process of its own.

mod program;

use self::program::Shape;
use crate::plot::{Line, Plot};
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use vscheck::limits::peak_memory;
use vscheck::pipeline::load_bounded;
use vscheck::report::pairs;
use vscheck::report::snippet::Style;
use vscheck::source::Reading;
use vscheck_analysis::{Analysis, AnalysisOptions, Facts, PairType, Phase};
use vscheck_ir::Program;

/// Spawned threads of each program; the last has 64 abstract threads.
const THREADS: [usize; 7] = [1, 2, 4, 8, 16, 32, 63];
/// Functions that each thread runs.
const FUNCTIONS: usize = 7;
/// Runs of each program, of which the fastest counts.
const RUNS: usize = 3;

/// What a run prints. Sizes first; then times in milliseconds: the static pass from points-to to
/// pairs is `static`, the whole command `total`; then megabytes: the process's peak after each step.
const COLUMNS: [&str; 21] = [
    "instructions",
    "lines",
    "threads",
    "regions",
    "accesses",
    "pairs",
    "frontend",
    "points-to",
    "peg",
    "mhp",
    "pairing",
    "reach",
    "report",
    "static",
    "total",
    "MB frontend",
    "MB points-to",
    "MB peg",
    "MB mhp",
    "MB pairing",
    "MB total",
];
/// The columns that are sizes of the program and of what is found in it.
const SIZES: std::ops::Range<usize> = 0..6;
/// The columns that are times.
const TIMES: std::ops::Range<usize> = 6..15;
/// The columns that are memory.
const MEMORY: std::ops::Range<usize> = 15..21;
/// The column of source lines.
const LINES: usize = 1;
/// The column of the front end's time.
const FRONTEND: usize = TIMES.start;

type Row = [f64; COLUMNS.len()];

fn megabytes() -> f64 {
    peak_memory() as f64 / f64::from(1 << 20)
}

/// Runs the program with so many threads, here and now, and prints its row.
pub fn measure(threads: usize, folder: &Path) -> Result<String, String> {
    let functions = FUNCTIONS;
    let path = folder.join(format!("scale_{threads}.rs"));
    let source = program::source(Shape { threads, functions });
    std::fs::write(&path, source).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let program = load_bounded(&path, &Reading::default()).map_err(|refusal| refusal.message())?;
    let frontend = start.elapsed();
    let mut peaks = [megabytes(); MEMORY.end - MEMORY.start];
    let facts = Analysis::run_watched(&program, &AnalysisOptions::default(), &mut |phase| {
        peaks[1 + (phase as usize).min(Phase::Pairs as usize)] = megabytes();
    });
    let reporting = Instant::now();
    let report = pairs::human(&program, &facts, pairs::Extent::All, Style::plain());
    let (reporting, total) = (reporting.elapsed(), start.elapsed());
    peaks[peaks.len() - 1] = megabytes();
    let times = &facts.times;
    let pass = times.points_to + times.peg + times.mhp + times.pairs;
    let phases = [
        frontend,
        times.points_to,
        times.peg,
        times.mhp,
        times.pairs,
        times.reach,
    ];
    let times = phases.into_iter().chain([reporting, pass, total]);
    let row: Vec<String> = sizes(&program, &facts)
        .into_iter()
        .chain(times.map(|time| time.as_secs_f64() * 1e3))
        .chain(peaks)
        .map(|value| value.to_string())
        .collect();
    // The report is rendered for its time, and is empty for no program.
    if report.is_empty() {
        return Err("an empty report".to_string());
    }
    Ok(row.join(","))
}

fn sizes(program: &Program, facts: &Facts) -> [f64; SIZES.end] {
    let own = program.functions.iter().filter(|f| !f.is_model);
    let instructions: usize = own.map(|f| f.code.len()).sum();
    let pairs: u64 = PairType::ALL
        .iter()
        .map(|&kind| facts.count(kind, false))
        .sum();
    [
        instructions as f64,
        program.lines_reached() as f64,
        facts.peg.threads.len() as f64,
        facts.peg.nodes.len() as f64,
        facts.accesses.list.len() as f64,
        pairs as f64,
    ]
}

/// Runs the whole family and writes the table and the plot.
pub fn write(root: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    for threads in THREADS {
        let row = fastest(threads)?;
        println!("{}", text_row(&row));
        rows.push(row);
    }
    let folder = root.join("docs/tables");
    let save = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    save("scaling.csv", &csv(&rows))?;
    save("scaling.md", &markdown(&rows))?;
    save("scaling.svg", &plot(&rows).svg())
}

/// The fastest of several runs, each in a process of its own.
fn fastest(threads: usize) -> Result<Row, String> {
    let mut best: Option<Row> = None;
    for _ in 0..RUNS {
        let row = run_alone(threads)?;
        best = Some(match best {
            None => row,
            Some(mut best) => {
                for column in TIMES {
                    best[column] = best[column].min(row[column]);
                }
                best
            }
        });
    }
    best.ok_or_else(|| "nothing was run".to_string())
}

fn run_alone(threads: usize) -> Result<Row, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let run = Command::new(program)
        .args(["scale", "--one", &threads.to_string()])
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let values: Result<Vec<f64>, _> = text.trim().split(',').map(str::parse).collect();
    let values = values.ok().and_then(|values| Row::try_from(values).ok());
    values.ok_or_else(|| format!("{text}{}", String::from_utf8_lossy(&run.stderr)))
}

/// The exponent of growth: the slope of the line through the logarithms (least squares).
fn exponent(rows: &[Row], column: usize) -> f64 {
    let points: Vec<(f64, f64)> = rows.iter().map(|r| (r[0].ln(), r[column].ln())).collect();
    let mean =
        |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    above / below
}

fn shown(column: usize, value: f64) -> String {
    if SIZES.contains(&column) || value >= 100.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

fn text_row(row: &Row) -> String {
    let cells = row.iter().enumerate();
    let cells =
        cells.map(|(column, &value)| format!("{} {}", COLUMNS[column], shown(column, value)));
    cells.collect::<Vec<_>>().join(", ")
}

fn csv(rows: &[Row]) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for row in rows {
        let cells: Vec<String> = row.iter().enumerate().map(|(c, &v)| shown(c, v)).collect();
        text += &(cells.join(",") + "\n");
    }
    text
}

/// What stands above the table.
const HEAD: &str = "\
# How the static pass grows

Written by `cargo xtask scale`: a family of generated programs, each about twice as long as the one
before, run by `vscheck analyze` in a process of its own (the fastest of three runs). `instructions` are
those of the program's own functions, after inlining; the library models it calls are 8,000 more. `lines`
are the source lines that instructions stand on.
`pairs` are those that can be scheduled. Times are milliseconds: `static` is points-to to pairing, `total` the whole command with its report. Memory is the
peak of the process in megabytes after each step.

The last row of each table is the exponent *e* of growth with the instructions, *n^e*, fitted to the
logarithms of all rows, and of the four largest.

";

fn markdown(rows: &[Row]) -> String {
    let mut text = HEAD.to_string();
    text += &table(rows, TIMES);
    text += "\n";
    text += &table(rows, MEMORY);
    text += &frontend_speed(rows);
    text + "\n![time and memory](scaling.svg)\n"
}

/// How fast the front end is: in the longest program, and in what it has more than the shortest.
fn frontend_speed(rows: &[Row]) -> String {
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    let thousands = |lines: f64, milliseconds: f64| lines / milliseconds;
    let whole = thousands(last[LINES], last[FRONTEND]);
    let more = thousands(last[LINES] - first[LINES], last[FRONTEND] - first[FRONTEND]);
    format!(
        "\nThe front end takes {whole:.1} thousand of the longest program's lines a second, with the library \
         models that it reads for any program; of the lines that it has more than the shortest, {more:.1} \
         thousand a second.\n"
    )
}

/// A table of the sizes and some columns.
fn table(rows: &[Row], columns: std::ops::Range<usize>) -> String {
    let all: Vec<usize> = SIZES.chain(columns.clone()).collect();
    let line = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = all.iter().map(|&column| cell(column)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = line(&|column| COLUMNS[column].to_string());
    text += &line(&|_| "---:".to_string());
    for row in rows {
        text += &line(&|column| shown(column, row[column]));
    }
    for (name, part) in [("*e*, all", rows), ("*e*, last 4", &rows[rows.len() - 4..])] {
        text += &line(&|column| match column {
            0 => name.to_string(),
            _ => format!("{:.2}", exponent(part, column)),
        });
    }
    text
}

fn plot(rows: &[Row]) -> Plot {
    let line = |column: usize| Line {
        name: COLUMNS[column].to_string(),
        points: rows.iter().map(|row| (row[0], row[column])).collect(),
    };
    Plot {
        title: "vscheck analyze: time and memory".to_string(),
        x: "instructions".to_string(),
        y: "milliseconds, megabytes".to_string(),
        lines: TIMES.chain([MEMORY.end - 1]).map(line).collect(),
    }
}
