//! The first bug: the thesis's tables 6.2 to 6.5 beside ours.

use super::markup::{Table, mean, times};
use super::{Program, Report, count, duration};
use vscheck::compare::Row;
use vscheck::engine::ENGINES;
use vscheck::report::comparison;

/// One program under all engines.
pub(super) struct Measured {
    /// The thesis's name.
    pub name: &'static str,
    /// A row for each engine, in the order of the table of engines.
    pub rows: Vec<Row>,
}

impl Measured {
    /// The row of an engine.
    pub fn of(&self, engine: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.engine == engine)
    }
}

/// What a bug may cost at most: executions, and milliseconds with the static pass.
const GOAL: (u64, f64) = (10, 1000.0);
/// Where `dfs` needs more milliseconds than this, we must need less than it.
const NOTICEABLE: f64 = 20.0;

/// Whether a limit stopped a search before its bug.
pub(super) fn stopped(row: &Row) -> bool {
    row.verdict != "bug"
}

/// Writes `first_bug.{md,csv}` and `engines.{md,csv}`.
pub(super) fn write(report: &Report, programs: &[Program]) -> Result<Vec<Measured>, String> {
    let engines: Vec<_> = ENGINES.iter().collect();
    let mut measured = Vec::new();
    for program in programs {
        let rows = program.buggy.search(&engines, report.budget)?;
        for row in &rows {
            eprintln!(
                "{} {}: {} in {}",
                program.thesis.name,
                row.engine,
                row.verdict,
                duration(row.time_ms)
            );
        }
        measured.push(Measured {
            name: program.thesis.name,
            rows,
        });
    }
    let pairs: Vec<Pair> = programs.iter().zip(&measured).filter_map(pair).collect();
    let mut table = Table::new(&HEADER);
    pairs.iter().for_each(|pair| table.row(pair.cells()));
    report.page(
        "first_bug",
        "The first bug of the thesis's programs",
        &table,
        &(means(&pairs) + NOTES),
    )?;
    let rows: Vec<Row> = measured
        .iter()
        .flat_map(|program| program.rows.clone())
        .collect();
    let head = "# The first bug of the thesis's programs, engine by engine\n\nWritten by `cargo xtask tables`.\n\n";
    report.save(
        "engines.md",
        &(head.to_string() + &comparison::markdown(&rows)),
    )?;
    report.save("engines.csv", &comparison::csv(&rows))?;
    Ok(measured)
}

/// Our engine and the baseline on one program.
struct Pair<'a> {
    program: &'a Program,
    ours: &'a Row,
    dfs: &'a Row,
}

fn pair<'a>((program, measured): (&'a Program, &'a Measured)) -> Option<Pair<'a>> {
    Some(Pair {
        program,
        ours: measured.of("value-schedule")?,
        dfs: measured.of("dfs")?,
    })
}

const HEADER: [&str; 16] = [
    "program",
    "executions",
    "states",
    "dfs states",
    "x states",
    "x states: thesis",
    "instructions",
    "dfs instructions",
    "x instructions",
    "x instructions: at most",
    "x instructions: thesis",
    "time",
    "dfs time",
    "x time",
    "x time: thesis",
    "missed",
];

const NOTES: &str = "\
- thesis: Chen 2009, tables 6.2 to 6.5: JPF's figure divided by that of value schedules, static pass
  included in times (`TO`: JPF timed out after an hour).
- dfs: the better of the lowest thread first and the median of five random orders. `>`: a limit stopped it.
- x: how many times as much dfs needs. time: static pass and search; the front end is the same for all.
- at most: dfs's instructions divided by those of the bug's own execution alone, with the shortest schedule
  that is known: what a search would reach that went straight to the bug, guessing every step right.
  (Of states, such a search keeps none; none counts as one.)
- missed: more than 10 executions or 1 s; a ratio below the thesis's; more time than dfs where dfs needs
  more than 20 ms.
- Both Java systems make every access to a shared field a step, so that plain data behind locks counts
  there and not here: states of both columns are fewer here, and a ratio has less room.
";

impl Pair<'_> {
    fn ratios(&self) -> [f64; 3] {
        let divide = |a: f64, b: f64| a.max(1.0) / b.max(1.0);
        [
            divide(self.dfs.states as f64, self.ours.states as f64),
            divide(self.dfs.instructions as f64, self.ours.instructions as f64),
            self.dfs.time_ms / self.ours.time_ms,
        ]
    }

    /// The same ratios of a search that goes straight to the bug, and comes back to no state.
    fn most(&self) -> [Option<f64>; 3] {
        let known = [self.ours, self.dfs].map(|row| row.bug_instructions);
        let shortest = known.into_iter().flatten().min();
        let instructions = shortest.map(|least| self.dfs.instructions as f64 / least as f64);
        [Some(self.dfs.states.max(1) as f64), instructions, None]
    }

    /// The thesis's ratios of states, instructions and time.
    fn thesis(&self) -> [Option<f64>; 3] {
        let thesis = &self.program.thesis;
        [
            thesis.ratio("jpf_states", "vs_states"),
            thesis.ratio("jpf_instr", "vs_instr"),
            thesis.ratio("jpf_s", "vs_overall_s"),
        ]
    }

    fn cells(&self) -> Vec<String> {
        let (ours, dfs) = (self.ours, self.dfs);
        let late = stopped(dfs);
        let more = if late { "> " } else { "" };
        let ratio = |ratio: f64| format!("{more}{}", times(ratio));
        let theirs = |ratio: Option<f64>| ratio.map_or_else(|| "TO".to_string(), times);
        let ([states, instructions, time], thesis) = (self.ratios(), self.thesis());
        vec![
            self.program.thesis.name.to_string(),
            count(ours.executions, stopped(ours)),
            count(ours.states, stopped(ours)),
            count(dfs.states, late),
            ratio(states),
            theirs(thesis[0]),
            count(ours.instructions, stopped(ours)),
            count(dfs.instructions, late),
            ratio(instructions),
            self.most()[1].map_or_else(String::new, ratio),
            theirs(thesis[1]),
            duration(ours.time_ms),
            duration(dfs.time_ms),
            ratio(time),
            theirs(thesis[2]),
            self.missed().join(", "),
        ]
    }

    /// The goals that this program misses.
    fn missed(&self) -> Vec<&'static str> {
        let (ours, dfs) = (self.ours, self.dfs);
        let ([states, instructions, _], thesis) = (self.ratios(), self.thesis());
        let below = |ratio: f64, theirs: Option<f64>| {
            // Where JPF found nothing in an hour no ratio is known; nor is one where dfs found nothing.
            !stopped(dfs) && theirs.is_some_and(|theirs| ratio < theirs)
        };
        let goals = [
            ("bug", stopped(ours)),
            ("executions", ours.executions > GOAL.0),
            ("1 s", ours.time_ms > GOAL.1),
            ("states", below(states, thesis[0])),
            ("instructions", below(instructions, thesis[1])),
            (
                "time",
                dfs.time_ms > NOTICEABLE && ours.time_ms > dfs.time_ms,
            ),
        ];
        goals
            .iter()
            .filter(|(_, missed)| *missed)
            .map(|(goal, _)| *goal)
            .collect()
    }
}

/// Geometric means beside the thesis's, and who missed which goal.
fn means(pairs: &[Pair]) -> String {
    let mut out = String::new();
    let kernels = |pair: &&Pair| pair.program.thesis.text("group") == "kernel";
    out += &means_of("kernel programs", pairs.iter().filter(kernels));
    out += &means_of("all programs", pairs.iter());
    let missed = |goal: &str| {
        let names = pairs.iter().filter(|pair| pair.missed().contains(&goal));
        names
            .map(|pair| pair.program.thesis.name)
            .collect::<Vec<_>>()
    };
    for goal in ["bug", "executions", "1 s", "states", "instructions", "time"] {
        let names = missed(goal);
        let who = if names.is_empty() {
            "none".to_string()
        } else {
            names.join(", ")
        };
        out += &format!("- missed, {goal}: {who}\n");
    }
    out
}

/// Geometric means over the programs for which both ratios are known.
fn means_of<'p>(group: &str, pairs: impl Iterator<Item = &'p Pair<'p>> + Clone) -> String {
    let names = ["states", "instructions", "time"];
    let lines = names.iter().enumerate().map(|(at, name)| {
        let known = pairs.clone();
        let known = known.filter_map(|pair| Some((pair, pair.thesis()[at]?)));
        let ours = mean(known.clone().map(|(pair, _)| pair.ratios()[at]));
        let theirs = mean(known.clone().map(|(_, theirs)| theirs));
        let most = known.clone().filter_map(|(pair, _)| pair.most()[at]);
        let most = (most.clone().count() > 0).then(|| format!(" (at most {})", times(mean(most))));
        format!(
            "- geometric mean, {group} ({}), {name}: {}{}, thesis {}\n",
            known.count(),
            times(ours),
            most.unwrap_or_default(),
            times(theirs)
        )
    });
    lines.collect()
}
