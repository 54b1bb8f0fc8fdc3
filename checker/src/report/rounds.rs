//! Repetition in a schedule: what a loop does round after round is shown once.

use super::inside::Row;
use super::story::Step;

/// So many equal steps in a row are shown as one.
const FOLDED: usize = 3;
/// Steps of a round, at most.
const LONGEST_ROUND: usize = 16;
/// Rounds are shown as such where that saves so many lines.
const WORTH_IT: usize = 4;

/// A line of a schedule.
#[derive(Clone, Debug)]
pub enum Line {
    /// A step and its number. Of some in a row that look the same it is the first, and says how many they are.
    Step(usize, Box<Step>),
    /// The steps before this line come again, with other values at most.
    Again(Again),
}

/// Rounds that are not shown.
#[derive(Clone, Copy, Debug)]
pub struct Again {
    /// Where the first of them begins.
    pub number: usize,
    /// The steps of each.
    pub steps: usize,
    /// How many they are.
    pub rounds: usize,
}

impl Line {
    /// The number of the first step that the line stands for.
    pub fn number(&self) -> usize {
        match self {
            Line::Step(number, _) => *number,
            Line::Again(again) => again.number,
        }
    }
    /// The step, if the line shows one.
    pub fn step(&self) -> Option<&Step> {
        match self {
            Line::Step(_, step) => Some(step.as_ref()),
            Line::Again(_) => None,
        }
    }
}

impl Row {
    fn line(&self) -> Line {
        Line::Step(self.number, Box::new(self.step.clone()))
    }
}

/// A schedule's lines, of its rows. Those with the steps of `kept` are shown in any case.
pub fn lines(rows: &[Row], kept: &[usize]) -> Vec<Line> {
    let rows = folded(rows);
    let is_kept = |row: &Row| {
        let steps = row.number..row.number + row.count;
        kept.iter().any(|step| steps.contains(step))
    };
    let mut lines = Vec::new();
    let mut rest = rows.as_slice();
    while let Some(first) = rest.first() {
        let Some((period, rounds)) = loop_at(rest, is_kept) else {
            lines.push(first.line());
            rest = &rest[1..];
            continue;
        };
        let (round, others) = rest[..period * rounds].split_at(period);
        let last = &others[others.len() - period..];
        // The last round tells how far the values came.
        let shown_last = match same(round, last, Step::is_as) {
            true => &[],
            false => last,
        };
        lines.extend(round.iter().map(Row::line));
        lines.push(Line::Again(Again {
            number: others[0].number,
            steps: round.iter().map(|row| row.count).sum(),
            rounds: (others.len() - shown_last.len()) / period,
        }));
        lines.extend(shown_last.iter().map(Row::line));
        rest = &rest[period * rounds..];
    }
    lines
}

/// The rows, where a thread does the same many times in a row only the first of them.
fn folded(rows: &[Row]) -> Vec<Row> {
    let runs = rows.chunk_by(|a, b| a.step.is_as(&b.step));
    let told = runs.flat_map(|run| match run.len() < FOLDED {
        true => run.to_vec(),
        false => vec![several(run)],
    });
    told.collect()
}

/// Rows that look the same as one that says how many they are.
fn several(run: &[Row]) -> Row {
    let first = run[0].clone();
    let times = format!("{} times", run.len());
    let effect = match &first.step.effect {
        Some(effect) => format!("{effect}, {times}"),
        None => times,
    };
    Row {
        count: run.iter().map(|row| row.count).sum(),
        step: Step {
            effect: Some(effect),
            ..first.step
        },
        ..first
    }
}

/// The loop that the rows begin with, if they do: the rows of a round, and how many rounds there are.
fn loop_at(rows: &[Row], is_kept: impl Fn(&Row) -> bool) -> Option<(usize, usize)> {
    let rounds = |period: usize| {
        let (round, others) = rows.split_at(period);
        let again =
            |other: &&[Row]| same(round, other, Step::is_like) && !other.iter().any(&is_kept);
        1 + others.chunks(period).take_while(again).count()
    };
    let longest = LONGEST_ROUND.min(rows.len());
    let loops = (1..=longest).map(|period| (period, rounds(period)));
    let saved = |&(period, rounds): &(usize, usize)| period * rounds.saturating_sub(2);
    loops
        .rev()
        .max_by_key(saved)
        .filter(|found| saved(found) >= WORTH_IT)
}

fn same(a: &[Row], b: &[Row], alike: impl Fn(&Step, &Step) -> bool) -> bool {
    let pairs = || a.iter().zip(b);
    a.len() == b.len() && pairs().all(|(a, b)| a.count == b.count && alike(&a.step, &b.step))
}
