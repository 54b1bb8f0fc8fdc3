//! The report for people.

use super::snippet::{self, Mark, Style};
use super::story::{self, Step, Wait};
use super::table::{self, bytes, cut, duration, thousands};
use super::words;
use crate::culprit::{self, Culprit};
use crate::exploration::{Bug, Outcome, kind_name};
use crate::limits::Limit;
use crate::pipeline::{Caveat, Checked, Verdict};
use crate::schedule::context_switches;
use annotate_snippets::{Group, Level};
use std::fmt::Write;
use vscheck_ir::{Program, Span};
use vscheck_vm::FaultKind;
use vscheck_vm::ThreadId;

/// Bugs that are shown in full.
const MAX_BUGS: usize = 10;
/// Steps of a schedule that are shown.
const MAX_STEPS: usize = 200;
/// Outcomes that are shown.
const MAX_OUTCOMES: usize = 100;

/// The whole report of `vscheck run`.
pub fn report(checked: &Checked, trace_file: Option<&str>, style: Style) -> String {
    let mut out = String::new();
    for bug in checked.findings.bugs.iter().take(MAX_BUGS) {
        out += &bug_report(checked, bug, trace_file, style);
        out.push('\n');
    }
    let hidden = checked.findings.bugs.len().saturating_sub(MAX_BUGS);
    if hidden > 0 {
        let _ = writeln!(
            out,
            "... and {hidden} more bugs (--format json lists all)\n"
        );
    }
    if checked.request.settings.outcomes {
        out += &outcomes(&checked.findings.outcomes.iter().collect::<Vec<_>>(), style);
    }
    out += &caveats(checked, style);
    out += &summary(checked, style);
    out
}

/// What is said of a program that reached a limit before the search.
pub fn not_searched(limit: Limit) -> String {
    format!("not searched; stopped by {limit}\n")
}

/// One bug: what failed and where, who waits for whom, the schedule, what made the difference.
pub fn bug_report(checked: &Checked, bug: &Bug, trace_file: Option<&str>, style: Style) -> String {
    let program = &checked.program;
    let culprit = culprit::find(&checked.findings.start, bug);
    let mut out = failure(program, bug, style);
    let steps = story::tell(program, &checked.findings.start, &bug.run.trace.schedule());
    out += &schedule(program, &steps, style);
    if let Some(culprit) = culprit {
        out += &difference(program, bug, &culprit, &steps, style);
    }
    out += &replay_hint(checked, trace_file, style);
    out
}

/// What failed and where, and who waits for whom.
pub fn failure(program: &Program, bug: &Bug, style: Style) -> String {
    let waits = story::waits(program, bug);
    let mut out = headline(program, bug, &waits, style);
    if is_stuck(bug) {
        out += &waiting(program, &waits, style);
    }
    out
}

fn is_stuck(bug: &Bug) -> bool {
    matches!(bug.fault.kind, FaultKind::Deadlock | FaultKind::Livelock)
}

/// What failed, with the source.
fn headline(program: &Program, bug: &Bug, waits: &[Wait], style: Style) -> String {
    let fault = &bug.fault;
    let kind = kind_name(fault.kind);
    let message = fault.message.strip_prefix(kind).unwrap_or(&fault.message);
    let title = format!("{kind}: {}", message.trim_start_matches(": "));
    let mut marks = match is_stuck(bug) {
        true => wait_marks(waits),
        false => fault_marks(program, bug),
    };
    marks.sort_by_key(|mark| !mark.primary);
    let title = Group::with_title(Level::ERROR.primary_title(title));
    let group = snippet::group(title, &program.files, &marks);
    style.renderer().render(&[group]) + "\n"
}

fn fault_marks(program: &Program, bug: &Bug) -> Vec<Mark> {
    let fault = &bug.fault;
    let place = story::fault_span(program, fault, &bug.run);
    let here = |span| Mark {
        span,
        label: fault
            .thread
            .map(|t| format!("in {}", words::label(t)))
            .unwrap_or_default(),
        primary: true,
    };
    let other = fault.other.as_ref().and_then(|other| {
        let span = story::user_span(program, [other.site])?;
        let by = other.thread.map(|t| format!(" by {}", words::label(t)));
        Some(Mark {
            span,
            label: format!("{}{}", other.what, by.unwrap_or_default()),
            primary: false,
        })
    });
    place.map(here).into_iter().chain(other).collect()
}

fn wait_marks(waits: &[Wait]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for wait in waits {
        let who = words::label(wait.thread);
        let Some(span) = wait.span else { continue };
        match marks.iter_mut().find(|mark| mark.span == span) {
            Some(mark) => mark.label = format!("{}, {who}", mark.label),
            None => marks.push(Mark {
                span,
                label: format!("waiting for ever: {who}"),
                primary: true,
            }),
        }
    }
    marks
}

/// Who waits for whom, a line a thread.
fn waiting(program: &Program, waits: &[Wait], style: Style) -> String {
    let mut out = String::from("\nwho waits for whom:\n");
    for wait in waits {
        let what = match &wait.object {
            Some(object) => format!("{} `{object}`", wait.words),
            None => wait.words.clone(),
        };
        let at = place(program, wait.span);
        let holders = wait.holders.iter();
        let holders = holders.filter_map(|h| holder(program, wait.thread, h));
        let holders: Vec<String> = holders.collect();
        let held = match holders.is_empty() {
            true => String::new(),
            false => format!(", {}", holders.join(", ")),
        };
        let line = format!(
            "  {} waits at {at}: {what}{held}",
            words::label(wait.thread)
        );
        out += &wrap(&line, style.width, "      ");
    }
    out
}

/// Who holds it; nothing for a join, which says whom it waits for.
fn holder(
    program: &Program,
    waiting: ThreadId,
    holder: &(ThreadId, Option<Span>),
) -> Option<String> {
    let (thread, taken) = holder;
    let who = match *thread == waiting {
        true => "itself".to_string(),
        false => words::label(*thread),
    };
    let at = story::short_place(program, (*taken)?);
    Some(format!("held by {who}, taken at {at}"))
}

fn counted(n: usize, noun: &str) -> String {
    let plural = if noun.ends_with("ch") { "es" } else { "s" };
    format!("{n} {noun}{}", if n == 1 { "" } else { plural })
}

fn place(program: &Program, span: Option<Span>) -> String {
    span.map_or_else(|| "?".to_string(), |span| story::short_place(program, span))
}

/// The steps with one column per thread and the source lines.
pub fn schedule(program: &Program, steps: &[Step], style: Style) -> String {
    let transitions: Vec<_> = steps.iter().map(|step| step.transition).collect();
    let (count, switches) = (steps.len(), context_switches(&transitions));
    let (steps_text, switches) = (counted(count, "step"), counted(switches, "context switch"));
    let mut out = format!("\nschedule: {steps_text}, {switches}\n");
    let mut threads: Vec<ThreadId> = transitions.iter().map(|t| t.thread).collect();
    threads.sort();
    threads.dedup();
    let hidden = count.saturating_sub(MAX_STEPS);
    if hidden > 0 {
        let _ = writeln!(
            out,
            "  ... {hidden} steps before (--trace writes all of them)"
        );
    }
    let layout = Layout::new(&threads, steps, style.width);
    out += &layout.header(program, steps);
    for (i, step) in steps.iter().enumerate().skip(hidden) {
        out += &layout.row(program, i, step);
    }
    out
}

/// How a schedule fits the terminal: a column of text a thread where that fits, else a narrow column
/// with a mark and the text beside it.
struct Layout<'a> {
    threads: &'a [ThreadId],
    width: usize,
    /// Columns of one thread.
    lane: usize,
    /// Whether the operation stands in its thread's column.
    wide: bool,
}

/// Columns for the step's number.
const NUMBER: usize = 5;
/// Columns for the source line, at least.
const SOURCE: usize = 26;

impl<'a> Layout<'a> {
    fn new(threads: &'a [ThreadId], steps: &[Step], width: usize) -> Layout<'a> {
        let longest = steps.iter().map(|step| text_of(step).chars().count()).max();
        let wanted = longest.unwrap_or(0).clamp(8, 30) + 2;
        let space = width.saturating_sub(NUMBER + SOURCE);
        let fair = space / threads.len().max(1);
        let wide = fair >= wanted.min(18);
        let lane = match wide {
            true => fair.min(wanted),
            false => 5.min(width.saturating_sub(NUMBER + 50) / threads.len().max(1)),
        };
        Layout {
            threads,
            width,
            lane,
            wide,
        }
    }
    fn header(&self, program: &Program, steps: &[Step]) -> String {
        let mut out = String::new();
        for &thread in self.threads.iter().filter(|&&t| t != ThreadId::MAIN) {
            let title = story::thread_title(program, steps, thread);
            let _ = writeln!(out, "  {title}");
        }
        if self.lane >= 3 {
            let lanes = self.threads.iter().map(|&t| self.cell(&words::label(t)));
            out += format!("{:NUMBER$}{}", "", lanes.collect::<String>()).trim_end();
            out.push('\n');
        }
        out
    }
    fn row(&self, program: &Program, index: usize, step: &Step) -> String {
        let thread = step.transition.thread;
        let text = text_of(step);
        let mut line = format!("{:>3}  ", index + 1);
        if self.lane >= 3 {
            let mark = if self.wide { text.as_str() } else { "*" };
            let lane = |&t: &ThreadId| self.cell(if t == thread { mark } else { "" });
            line.extend(self.threads.iter().map(lane));
        } else {
            let _ = write!(line, "{:5}", words::label(thread));
        }
        if !self.wide {
            let _ = write!(line, "{:24}  ", cut(&text, 24));
        }
        if let Some(span) = step.span {
            let source = story::source_line(program, span);
            let _ = write!(line, "{}  {source}", story::short_place(program, span));
        }
        cut(line.trim_end(), self.width) + "\n"
    }
    fn cell(&self, text: &str) -> String {
        let width = self.lane;
        format!("{:width$}", cut(text, width.saturating_sub(1)))
    }
}

fn text_of(step: &Step) -> String {
    match &step.object {
        Some(object) => format!("{} {object}", step.words),
        None => step.words.clone(),
    }
}

/// The pair of accesses that made the difference.
fn difference(
    program: &Program,
    bug: &Bug,
    pair: &Culprit,
    steps: &[Step],
    style: Style,
) -> String {
    let Some(first) = steps.get(pair.first) else {
        return String::new();
    };
    let machine = &bug.run.machine;
    let second = story::operation_phrase(program, machine, &pair.second);
    let second_place = match pair.second_at.and_then(|at| steps.get(at)) {
        Some(step) => place(program, step.span),
        None => place(
            program,
            story::position(program, machine, pair.second.thread),
        ),
    };
    let line = format!(
        "what made the difference: {} `{}` ({}, step {}) came before {} {second} ({second_place}); \
         in the other order this run does not fail",
        words::label(first.transition.thread),
        text_of(first),
        place(program, first.span),
        pair.first + 1,
        words::label(pair.second.thread),
    );
    wrap(&line, style.width, "  ")
}

fn replay_hint(checked: &Checked, trace_file: Option<&str>, style: Style) -> String {
    let line = match trace_file {
        Some(file) => format!("replay it with: vscheck replay {file}"),
        None => {
            let path = checked.request.path.display();
            format!("to replay it: vscheck run --trace bug.json {path}; vscheck replay bug.json")
        }
    };
    wrap(&line, style.width, "  ")
}

fn outcomes(outcomes: &[&Outcome], style: Style) -> String {
    let mut out = format!("outcomes: {}\n", outcomes.len());
    for outcome in outcomes.iter().take(MAX_OUTCOMES) {
        let message = outcome.message.as_ref().map(|m| format!(" {m:?}"));
        let code = outcome.exit_code.map(|code| format!(" (exit code {code})"));
        let (message, code) = (message.unwrap_or_default(), code.unwrap_or_default());
        let line = format!("  {}{message}{code}  {:?}", outcome.end, outcome.stdout);
        out += &cut(&line, style.width);
        out.push('\n');
    }
    if outcomes.len() > MAX_OUTCOMES {
        out += "  ... (--format json lists all)\n";
    }
    out
}

fn caveats(checked: &Checked, style: Style) -> String {
    let mut out = String::new();
    for caveat in &checked.caveats {
        out += &wrap(&caveat_text(&checked.program, caveat), style.width, "  ");
    }
    out
}

/// What the verdict depends on, in a sentence.
pub fn caveat_text(program: &Program, caveat: &Caveat) -> String {
    match caveat {
        Caveat::SequentialConsistency(sites) => {
            let mut places: Vec<String> = sites
                .iter()
                .filter_map(|&site| story::user_span(program, [site]))
                .map(|span| story::short_place(program, span))
                .collect();
            places.dedup();
            let shown = places
                .iter()
                .take(8)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ");
            let more = if places.len() > 8 { ", ..." } else { "" };
            format!(
                "note: orderings weaker than SeqCst were explored as if they were SeqCst ({shown}{more})"
            )
        }
        Caveat::Timing => "note: sleeping threads wake in the order of their deadlines; \
                           --time free explores every order"
            .to_string(),
        Caveat::Override(name, value) => format!("note: checked with {name} = {value} (--set)"),
    }
}

fn summary(checked: &Checked, style: Style) -> String {
    let stats = &checked.findings.stats;
    let verdict = verdict_sentence(checked);
    let counts = format!(
        "{}: {} executions, {} states, {} transitions, {} instructions",
        checked.request.engine.name,
        thousands(stats.executions),
        thousands(stats.states),
        thousands(stats.transitions),
        thousands(stats.instructions),
    );
    let costs = format!(
        "time: front end {}, static pass {}, search {}; peak memory {}",
        duration(checked.times.frontend),
        duration(checked.times.analysis),
        duration(checked.times.explore),
        bytes(checked.peak_memory),
    );
    let lines = [verdict, counts, costs];
    lines
        .iter()
        .map(|line| wrap(line, style.width, "  "))
        .collect()
}

fn verdict_sentence(checked: &Checked) -> String {
    let findings = &checked.findings;
    let limits: Vec<String> = findings
        .limits
        .iter()
        .map(|limit| limit.to_string())
        .collect();
    let limits = limits.join(" and ");
    let bugs = match findings.bugs.len() {
        1 => "1 bug".to_string(),
        n => format!("{n} bugs"),
    };
    let extent = match (checked.complete, limits.is_empty()) {
        (true, _) => "; every schedule is accounted for".to_string(),
        (false, true) => String::new(),
        (false, false) => format!("; stopped by {limits}"),
    };
    match checked.verdict {
        Verdict::Bug => format!("{bugs} found{extent}"),
        Verdict::NoBug => format!("no bug{extent}"),
        Verdict::Limit => format!("no bug found so far{extent}"),
    }
}

/// Breaks a line at spaces so that it fits; further lines start with `indent`.
fn wrap(line: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    let start: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut current = start;
    let mut empty = true;
    for word in line.split_whitespace() {
        let fits = current.chars().count() + 1 + word.chars().count() <= width;
        if !empty && !fits {
            let _ = writeln!(out, "{current}");
            current = indent.to_string();
            empty = true;
        }
        if !empty {
            current.push(' ');
        }
        current += word;
        empty = false;
    }
    let _ = writeln!(out, "{current}");
    out
}

/// A schedule as a plain table, for `vscheck emit trace` and `vscheck replay`.
pub fn steps_table(program: &Program, steps: &[Step]) -> String {
    let row = |(i, step): (usize, &Step)| {
        vec![
            (i + 1).to_string(),
            words::label(step.transition.thread),
            text_of(step),
            place(program, step.span),
        ]
    };
    table::columns(&steps.iter().enumerate().map(row).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_at_spaces() {
        assert_eq!(wrap("  aa bb cc", 7, "   "), "  aa bb\n   cc\n");
        assert_eq!(wrap("averylongword", 4, " "), "averylongword\n");
    }
}
