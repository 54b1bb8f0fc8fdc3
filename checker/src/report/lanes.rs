//! A schedule as a table: one column per thread, and the source line of each step beside it.

use super::inside;
use super::names::Names;
use super::rounds::{Again, Line};
use super::story::{self, Step};
use super::table::{counted, cut, display_width, filled, wrap};
use super::words;
use crate::schedule::context_switches;
use std::fmt::Write;
use vscheck_ir::{FileId, Program};
use vscheck_vm::ThreadId;

/// Lines of a schedule that are shown.
const MAX_LINES: usize = 200;
/// Where a remark on the table begins.
const INDENT: &str = "     ";
/// Digits of a step's number, at least.
const DIGITS: usize = 3;
/// Blanks behind it.
const GAP: usize = 2;
/// Columns for the text of the source line, at least.
const SOURCE: usize = 14;
/// A thread's column is not cut to less than this.
const NARROWEST: usize = 28;
/// Columns of a thread whose steps are only marked.
const MARK: usize = 5;
/// Columns of the text beside such marks, at most.
const TEXT: usize = 40;

/// The steps with one column per thread and the source lines, of which `lines` says how they are shown, and
/// `left_out` whether some are not.
pub fn schedule(
    program: &Program,
    steps: &[Step],
    (lines, left_out): (&[Line], bool),
    names: &Names,
    width: usize,
) -> String {
    let transitions: Vec<_> = steps.iter().map(|step| step.transition).collect();
    let count = counted(steps.len() as u64, "step");
    let switches = counted(context_switches(&transitions) as u64, "context switch");
    let mut out = format!("\nschedule: {count}, {switches}\n");
    let cut = lines.len().saturating_sub(MAX_LINES);
    let lines = &lines[cut..];
    if cut > 0 {
        let hidden = lines.first().map_or(0, Line::number);
        let _ = writeln!(out, "  ... {hidden} steps before (--trace writes all)");
    }
    let shown: Vec<&Step> = lines.iter().filter_map(Line::step).collect();
    let digits = steps.len().to_string().len().max(DIGITS);
    let table = Table::new(program, &shown, names, digits + GAP, width);
    out += &table.header();
    for line in lines {
        out += &match line {
            Line::Step(number, step) => table.row(*number, step),
            Line::Again(again) => table.again(again),
        };
    }
    out += &names.legend(width);
    let sums = shown.iter().any(|step| inside::is_sum(step));
    let how = match (sums, left_out) {
        (false, false) => return out,
        (true, false) => "summed up",
        (false, true) => "left out",
        (true, true) => "summed up or left out",
    };
    let note = format!("{INDENT}(some steps are {how}; `vscheck replay` shows them)");
    out += &wrap(&note, width, &format!("{INDENT} "));
    out
}

/// How a schedule fits the terminal: a column of text a thread where that fits, else a narrow column
/// with a mark and the text beside it.
struct Table<'a> {
    program: &'a Program,
    names: &'a Names,
    width: usize,
    /// Columns for the step's number.
    number: usize,
    /// The threads and the columns that each has; none where even marks do not fit.
    lanes: Vec<(ThreadId, usize)>,
    /// Columns of the text beside the lanes; `None` where it stands in them.
    beside: Option<usize>,
    /// The file that all steps are in, if it is one.
    file: Option<FileId>,
    /// Columns of a place.
    place: usize,
}

impl<'a> Table<'a> {
    fn new(
        program: &'a Program,
        steps: &[&Step],
        names: &'a Names,
        number: usize,
        width: usize,
    ) -> Table<'a> {
        let mut table = Table {
            program,
            names,
            width,
            number,
            lanes: Vec::new(),
            beside: None,
            file: only_file(steps),
            place: 0,
        };
        let places = steps.iter().map(|step| display_width(&table.place(step)));
        table.place = places.max().unwrap_or(0);
        table.lay_out(steps);
        table
    }

    fn lay_out(&mut self, steps: &[&Step]) {
        let wanted = self.wanted(steps);
        let space = self
            .width
            .saturating_sub(self.number + self.place + 2 + SOURCE);
        let needed = |most: usize| wanted.iter().map(|(_, n)| *n.min(&most)).sum::<usize>();
        let longest = wanted.iter().map(|(_, n)| *n).max().unwrap_or(0);
        let mut limits = (NARROWEST..=longest.max(NARROWEST)).rev();
        if let Some(most) = limits.find(|&most| needed(most) <= space) {
            self.lanes = wanted.into_iter().map(|(t, n)| (t, n.min(most))).collect();
            return;
        }
        let text = steps
            .iter()
            .map(|step| display_width(&step.text(self.names)));
        let text = text.max().unwrap_or(0).min(TEXT);
        self.beside = Some(text);
        if wanted.len() * MARK + text + 2 <= space {
            self.lanes = wanted.into_iter().map(|(t, _)| (t, MARK)).collect();
        }
    }

    /// The columns that each thread would like to have.
    fn wanted(&self, steps: &[&Step]) -> Vec<(ThreadId, usize)> {
        let mut threads: Vec<ThreadId> = steps.iter().map(|step| step.transition.thread).collect();
        threads.sort();
        threads.dedup();
        let wanted = |thread: ThreadId| {
            let mine = steps.iter().filter(|step| step.transition.thread == thread);
            let texts = mine.map(|step| display_width(&step.text(self.names)));
            let label = display_width(&words::label(thread));
            (thread, texts.max().unwrap_or(0).max(label) + 2)
        };
        threads.into_iter().map(wanted).collect()
    }

    fn header(&self) -> String {
        let mut line = " ".repeat(self.number);
        for &(thread, width) in &self.lanes {
            line += &cell(&words::label(thread), width);
        }
        if let Some(text) = self.beside {
            line += &" ".repeat(text + 2);
        }
        if let Some(file) = self.file {
            line += story::short_name(self.program, file);
        }
        match line.trim().is_empty() {
            true => String::new(),
            false => cut(line.trim_end(), self.width) + "\n",
        }
    }

    fn row(&self, index: usize, step: &Step) -> String {
        let thread = step.transition.thread;
        let digits = self.number - GAP;
        let mut line = format!("{:>digits$}{:GAP$}", index + 1, "");
        for &(lane, width) in &self.lanes {
            let text = match self.beside {
                _ if lane != thread => String::new(),
                Some(_) => "*".to_string(),
                None => step.text_within(self.names, width.saturating_sub(1)),
            };
            line += &filled(&text, width);
        }
        if let Some(width) = self.beside {
            if self.lanes.is_empty() {
                line += &format!("{:5}", words::label(thread));
            }
            let text = step.text_within(self.names, width + 1);
            line += &filled(&text, width + 2);
        }
        if let Some(span) = step.span {
            let place = self.place(step);
            let blanks = self.place.saturating_sub(display_width(&place));
            line += &format!("{:blanks$}{place}  ", "");
            let room = self.width.saturating_sub(display_width(&line));
            line += &story::source_shown(self.program, span, room);
        }
        cut(line.trim_end(), self.width) + "\n"
    }

    fn again(&self, again: &Again) -> String {
        let what = match again.steps {
            1 => "this step".to_string(),
            steps => format!("these {steps} steps"),
        };
        let times = match again.rounds {
            1 => "once".to_string(),
            rounds => counted(rounds as u64, "time"),
        };
        format!("{:1$}... {what} {times} more\n", "", self.number)
    }

    fn place(&self, step: &Step) -> String {
        match (step.span, self.file) {
            (Some(span), Some(_)) => span.line.to_string(),
            (Some(span), None) => story::short_place(self.program, span),
            (None, _) => String::new(),
        }
    }
}

/// Text in a column, with at least one blank after it.
fn cell(text: &str, width: usize) -> String {
    filled(&cut(text, width.saturating_sub(1)), width)
}

fn only_file(steps: &[&Step]) -> Option<FileId> {
    let mut files = steps
        .iter()
        .filter_map(|step| step.span)
        .map(|span| span.file);
    let first = files.next()?;
    files.all(|file| file == first).then_some(first)
}
