//! The report for people.

use super::coverage;
use super::inside::{self, Shown};
use super::json;
use super::lanes;
use super::names::Names;
use super::phases::{self, Needed};
use super::rounds::{self, Line};
use super::silent::{self, Story};
use super::snippet::{self, Mark, Style};
use super::story::{self, Step};
use super::table::{self, bytes, counted, cut, duration, wrap};
use super::wait::{self, Wait, waits};
use super::words;
use crate::compiler;
use crate::culprit::{self, Culprit};
use crate::exploration::{Bug, Outcome, kind_name};
use crate::limits::Limit;
use crate::missing_order::{self, Missing};
use crate::pipeline::{Caveat, Checked, Refusal, Verdict};
use crate::survival::{self, After};
use annotate_snippets::{Group, Level};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;
use vscheck_frontend::Diagnostic;
use vscheck_frontend::hir::Edition;
use vscheck_ir::{Program, Site, Span};
use vscheck_vm::{Fault, FaultKind, LimitKind, Machine, Object, ThreadId};

/// Bugs that are shown in full.
const MAX_BUGS: usize = 10;
/// Steps that are named where timed waits run out.
const MAX_EARLY: usize = 4;
/// Looks at the clock that are mentioned.
const LONG_LOOKS: Duration = Duration::from_millis(1);
/// Places, and exit codes, that a note lists.
const MAX_LISTED: usize = 8;
/// Outcomes that are shown.
const MAX_OUTCOMES: usize = 100;

/// The whole report of `vscheck run`. `hint` says how to replay a bug.
pub fn report(checked: &Checked, hint: &str, style: Style) -> String {
    let mut out = String::new();
    for (i, bug) in checked.findings.bugs.iter().take(MAX_BUGS).enumerate() {
        // What is recorded is the first bug.
        out += &bug_report(checked, bug, if i == 0 { hint } else { "" }, style);
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

/// Why there is nothing to show of a program.
pub fn refusal(refusal: &Refusal, style: Style) -> String {
    match refusal {
        Refusal::Diagnostic(diagnostic) => snippet::diagnostic(diagnostic, style),
        Refusal::Limit(limit) => format!("not finished; stopped by {limit}\n"),
    }
}

/// `src/lib.rs:3:4: inline assembly is not supported`.
pub fn in_one_line(diagnostic: &Diagnostic) -> String {
    let message = &diagnostic.message;
    let first = message.lines().next().unwrap_or_default();
    let told = compiler::first_error(message).unwrap_or(first);
    match json::error(diagnostic).span {
        Some(place) => format!("{}:{}:{}: {told}", place.file, place.line, place.column),
        None => told.to_string(),
    }
}

/// The same of any refusal.
pub fn refusal_in_one_line(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Diagnostic(diagnostic) => in_one_line(diagnostic),
        Refusal::Limit(_) => refusal.message(),
    }
}

/// One bug: what failed and where, who waits for whom, the schedule, what made the difference.
pub fn bug_report(checked: &Checked, bug: &Bug, hint: &str, style: Style) -> String {
    let start = &checked.findings.start;
    let culprit = culprit::find(start, bug);
    let missing = missing_order::find(start, bug, weak_orderings(checked));
    let mut kept = culprit.as_ref().map_or(Vec::new(), Culprit::steps);
    kept.extend(missing.iter().map(|missing| missing.step));
    let checked_too = &checked.request.reading.package.from_source;
    let told = Told::new(&checked.program, start, bug, &kept, Some(checked_too));
    let mut out = told.report(style);
    if let Some(culprit) = &culprit {
        out += &told.difference(culprit, style);
    }
    if !missing.is_empty() {
        out += &told.orderings(&missing, style);
    }
    let note = survival::after(checked, bug).map(|after| match after {
        After::EndsWell => {
            "the program goes on after this panic, and ends well; if it is meant, \
             --child-panic propagate reports only panics that reach `main`"
        }
        After::Standstill => {
            "the program goes on after this panic, and somebody then waits for ever; if the panic is \
             meant, --child-panic propagate reports that instead"
        }
    });
    if let Some(note) = note {
        out += &paragraph(note, style);
    }
    if let Some(note) = edition_note(checked, bug) {
        out += &paragraph(&note, style);
    }
    match hint.is_empty() {
        true => out,
        false => out + "\n" + hint,
    }
}

/// The places that ask for an ordering weaker than `SeqCst`.
fn weak_orderings(checked: &Checked) -> &[Site] {
    let places = checked.caveats.iter().find_map(|caveat| match caveat {
        Caveat::SequentialConsistency(sites) => Some(sites.as_slice()),
        _ => None,
    });
    places.unwrap_or_default()
}

/// That the bug may hang on the edition, where nobody says which it is.
fn edition_note(checked: &Checked, bug: &Bug) -> Option<String> {
    if !wait::is_held_by_if_let(&checked.program, bug) {
        return None;
    }
    let request = &checked.request;
    let edition = request.reading.assumed_edition(&request.path)?;
    (edition < Edition::E2024).then(|| {
        let edition = edition.name();
        format!(
            "the file is read as edition {edition}, in which what an `if let` looks at lives on in its `else`; \
             --edition 2024 reads it as 2024"
        )
    })
}

/// What failed and where, who waits for whom, and the schedule with all its steps.
pub fn run_report(program: &Program, start: &Machine, bug: &Bug, style: Style) -> String {
    Told::new(program, start, bug, &[], None).report(style)
}

/// A bug with the steps that led to it, and how they are shown.
struct Told<'a> {
    program: &'a Program,
    bug: &'a Bug,
    steps: Vec<Step>,
    lines: Vec<Line>,
    /// Whether there are steps that no line stands for.
    left_out: bool,
    waits: Vec<Wait>,
    names: Names,
}

impl<'a> Told<'a> {
    /// The steps of `kept` are shown in any case, and those in the packages that are `checked_too`; if that is `None`,
    /// all are.
    fn new(
        program: &'a Program,
        start: &Machine,
        bug: &'a Bug,
        kept: &[usize],
        checked_too: Option<&[String]>,
    ) -> Told<'a> {
        let steps = story::tell(program, start, &bug.run.schedule());
        let place = story::fault_span(program, &bug.fault, &bug.run).filter(|_| !is_stuck(bug));
        let failed = place.and_then(|span| story::package(program, span));
        let failed = failed.into_iter();
        let packages: Option<Vec<&str>> =
            checked_too.map(|packages| packages.iter().map(String::as_str).chain(failed).collect());
        let shown = Shown {
            steps: kept,
            packages: packages.as_deref(),
        };
        let mut rows = inside::rows(&steps, shown);
        if checked_too.is_some() {
            let needed = Needed {
                steps: kept,
                threads: &involved(bug),
            };
            let story = Story {
                steps: &steps,
                kept,
                kind: bug.fault.kind,
                awaited: &awaited(&bug.run.machine),
            };
            rows = silent::rows(phases::rows(rows, &steps, needed), story);
        }
        let left_out = rows.iter().map(|row| row.count).sum::<usize>() < steps.len();
        let lines = rounds::lines(&rows, kept);
        let waits = waits(program, bug);
        // Of other bugs nobody is told who waits.
        let told: &[Wait] = if is_stuck(bug) { &waits } else { &[] };
        let names = Names::new(lines.iter().filter_map(Line::step), told);
        Told {
            program,
            bug,
            names,
            steps,
            lines,
            left_out,
            waits,
        }
    }

    /// What failed and where, who waits for whom, and the schedule.
    fn report(&self, style: Style) -> String {
        let (program, bug) = (self.program, self.bug);
        let mut out = headline(program, bug, &self.waits, style);
        out += &earlier_panics(program, bug, style);
        out += &expected_panic(program, bug, style);
        if is_stuck(bug) {
            out += &waiting(program, bug, &self.waits, &self.names, style);
        }
        let lines = (self.lines.as_slice(), self.left_out);
        out += &lanes::schedule(program, &self.steps, lines, &self.names, style.width);
        let looks = self.bug.run.machine.time_of_looks();
        out + &timing(&self.steps, looks, style)
    }

    /// The orderings that the race is for want of.
    fn orderings(&self, missing: &[Missing], style: Style) -> String {
        let wanted = missing.iter().filter_map(|missing| {
            let step = self.steps.get(missing.step)?;
            Some(format!(
                "{} at {} `{}` ({}, step {})",
                missing.ordering(),
                words::label(step.transition.thread),
                step.operation(&self.names),
                place_of(self.program, step),
                missing.step + 1,
            ))
        });
        let wanted = wanted.collect::<Vec<_>>().join(" and ");
        let line = format!("what is missing: {wanted}; so ordered, this run has no data race");
        paragraph(&line, style)
    }

    /// The pair of accesses that made the difference.
    fn difference(&self, pair: &Culprit, style: Style) -> String {
        let (program, names) = (self.program, &self.names);
        let Some(first) = self.steps.get(pair.first) else {
            return String::new();
        };
        let machine = &self.bug.run.machine;
        let executed = |at| Some((at, self.steps.get(at)?));
        let (second, place_of_second) = match pair.second_at.and_then(executed) {
            Some((at, step)) => (
                step.operation(names),
                format!("{}, step {}", place_of(program, step), at + 1),
            ),
            None => (
                story::operation_phrase(program, machine, &pair.second, names),
                place(
                    program,
                    story::position(program, machine, pair.second.thread),
                ),
            ),
        };
        let line = format!(
            "what made the difference: {} `{}` ({}, step {}) came before {} `{second}` \
             ({place_of_second}); in the other order this run does not fail",
            words::label(first.transition.thread),
            first.operation(names),
            place_of(program, first),
            pair.first + 1,
            words::label(pair.second.thread),
        );
        paragraph(&line, style)
    }
}

/// A sentence of its own, behind an empty line.
fn paragraph(sentence: &str, style: Style) -> String {
    String::from("\n") + &wrap(sentence, style.width, "  ")
}

/// Which timed waits run out while others could go on, and which sleeps end before shorter waits: who knows
/// that threads are never that slow need not look further. So do looks at the clock that take long, in nanoseconds.
fn timing(steps: &[Step], looks: u64, style: Style) -> String {
    let waits = numbers(steps, |step| step.is_early);
    let waits = waits.map(|(at, several)| {
        let (what, long) = match several {
            false => ("a timed wait runs out", "wait is"),
            true => ("timed waits run out", "waits are"),
        };
        format!("note: {what} ({at}) while other threads could go on: it takes threads that are slower than the {long} \
             long (--time prompt has none)")
    });
    let sleeps = numbers(steps, |step| step.overtakes);
    let sleeps = sleeps.map(|(at, several)| {
        let (what, long) = match several {
            false => ("a sleep ends", "sleep is"),
            true => ("sleeps end", "sleeps are"),
        };
        format!(
            "note: {what} ({at}) before another thread's shorter timed wait: it takes threads that are slower \
             than the {long} long"
        )
    });
    let late = numbers(steps, |step| step.is_late).map(|(at, several)| {
        let what = match several {
            false => "a wait for time to pass ends",
            true => "waits for time to pass end",
        };
        format!("note: {what} ({at}) while other threads keep each other busy")
    });
    let looks = Duration::from_nanos(looks);
    let looks = (looks >= LONG_LOOKS).then(|| {
        format!(
            "note: a thread's looks at the clock took {} in all: each takes longer than the one before, so that loops \
             which wait for time to pass end",
            duration(looks)
        )
    });
    let notes = waits.into_iter().chain(sleeps).chain(late).chain(looks);
    notes.map(|note| paragraph(&note, style)).collect()
}

/// Which steps are like this, if any, and whether they are several.
fn numbers(steps: &[Step], wanted: fn(&Step) -> bool) -> Option<(String, bool)> {
    let found = steps.iter().enumerate().filter(|(_, step)| wanted(step));
    let numbers: Vec<String> = found.map(|(at, _)| (at + 1).to_string()).collect();
    Some(match numbers.as_slice() {
        [] => return None,
        [only] => (format!("step {only}"), false),
        [first, .., last] if numbers.len() > MAX_EARLY => {
            (format!("steps {first} to {last}"), true)
        }
        several => (format!("steps {}", several.join(", ")), true),
    })
}

fn is_stuck(bug: &Bug) -> bool {
    bug.fault.kind.is_standstill()
}

/// What the operations that the threads stand at would touch.
fn awaited(machine: &Machine) -> BTreeSet<Object> {
    let threads = machine.thread_ids();
    let standing = threads.filter_map(|thread| machine.standing(thread));
    let touched = standing.flat_map(|operation| &operation.footprint);
    touched.map(|&(object, _)| object).collect()
}

/// The threads that a bug names.
fn involved(bug: &Bug) -> Vec<ThreadId> {
    let fault = &bug.fault;
    let other = fault.other.as_ref().and_then(|other| other.thread);
    let named = [fault.thread, fault.against, other];
    named.into_iter().flatten().collect()
}

/// What failed, with the source.
fn headline(program: &Program, bug: &Bug, waits: &[Wait], style: Style) -> String {
    let fault = &bug.fault;
    let kind = kind_name(fault.kind).replace('-', " ");
    let message = story::message(program, fault);
    let message = message.strip_prefix(&kind).unwrap_or(&message);
    let title = format!("{kind}: {}", message.trim_start_matches(": "));
    let mut marks = match is_stuck(bug) {
        true => wait_marks(waits),
        false => fault_marks(program, bug),
    };
    marks.sort_by_key(|mark| !mark.primary);
    let title = snippet::title(&title, style);
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
            .map(|t| format!("in {}", words::called(&bug.run.machine, t)))
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
    let called = place.and_then(|span| called_at(program, fault, span));
    let marks = place.map(here).into_iter().chain(other);
    marks.chain(called).collect()
}

/// Where the user's code called what fails in a published package.
fn called_at(program: &Program, fault: &Fault, failed: Span) -> Option<Mark> {
    story::package(program, failed)?;
    let span = story::own_span(program, fault.stack.iter().copied())?;
    Some(Mark {
        span,
        label: "called here".to_string(),
        primary: false,
    })
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

/// What panicked before, a line each: what fails now is often the consequence.
fn earlier_panics(program: &Program, bug: &Bug, style: Style) -> String {
    let panics = bug.run.machine.caught_panics();
    if panics.is_empty() {
        return String::new();
    }
    let mut out = String::from("\nearlier panics:\n");
    for panic in panics {
        let who = panic.thread.map(words::label).unwrap_or_default();
        let at = place(program, story::fault_span(program, panic, &bug.run));
        let line = format!("  {who} at {at}: {}", panic.message);
        out += &wrap(&line, style.width, "      ");
    }
    out
}

/// What else a test should panic with.
fn expected_panic(program: &Program, bug: &Bug, style: Style) -> String {
    match &program.should_panic {
        Some(Some(expected)) if bug.fault.kind == FaultKind::Panic => {
            let note =
                format!("note: the test should panic with a message that contains `{expected}`");
            paragraph(&note, style)
        }
        _ => String::new(),
    }
}

/// Who waits for whom, a line a thread.
fn waiting(program: &Program, bug: &Bug, waits: &[Wait], names: &Names, style: Style) -> String {
    if waits.is_empty() {
        return String::new();
    }
    let mut out = String::from("\nwho waits for whom:\n");
    for wait in waits {
        let who = words::called(&bug.run.machine, wait.thread);
        let at = place(program, wait.span);
        let called = wait.called_at.map(|span| story::short_place(program, span));
        let called = called.map_or(String::new(), |called| format!(", called at {called},"));
        let sentence = wait.sentence(program, names);
        let line = format!("  {who} at {at}{called} {sentence}");
        out += &wrap(&line, style.width, "      ");
    }
    out
}

/// Where a step stands: in a published package, and where the user's code called that.
fn place_of(program: &Program, step: &Step) -> String {
    let there = place(program, step.span);
    match (&step.package, step.caller) {
        (Some(package), Some(caller)) => {
            let caller = story::short_place(program, caller);
            format!("{caller}, in {package} at {there}")
        }
        (Some(_), None) | (None, _) => there,
    }
}

fn place(program: &Program, span: Option<Span>) -> String {
    span.map_or_else(
        || "its end".to_string(),
        |span| story::short_place(program, span),
    )
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

/// Some places of the user's, in order, as far as there is room, and the published packages that others are in.
fn places_of(program: &Program, sites: &[Site]) -> String {
    let spans = sites
        .iter()
        .filter_map(|&site| story::user_span(program, [site]));
    let mut spans: Vec<_> = spans.map(|span| (span.file.0, span.line, span)).collect();
    spans.sort_by_key(|&(file, line, _)| (file, line));
    spans.dedup_by_key(|&mut (file, line, _)| (file, line));
    let (mut places, mut packages) = (Vec::new(), BTreeSet::new());
    for (.., span) in spans {
        match story::package(program, span) {
            Some(package) => _ = packages.insert(format!("in {package}")),
            None => places.push(story::short_place(program, span)),
        }
    }
    places.extend(packages);
    first_of(&places)
}

/// The first ones of a list.
fn first_of(texts: &[String]) -> String {
    let shown = texts[..texts.len().min(MAX_LISTED)].join(", ");
    let more = if texts.len() > MAX_LISTED {
        ", ..."
    } else {
        ""
    };
    format!("{shown}{more}")
}

/// What the verdict depends on, in a sentence.
pub fn caveat_text(program: &Program, caveat: &Caveat) -> String {
    match caveat {
        Caveat::SequentialConsistency(sites) => {
            let places = places_of(program, sites);
            format!(
                "note: orderings weaker than SeqCst were explored as if they were SeqCst ({places})"
            )
        }
        Caveat::CountedRounds(sites) => {
            let places = places_of(program, sites);
            format!(
                "note: a loop that waits and counts its rounds, or leaves something behind in each, goes round \
                 once before others have to move; more was not tried ({places})"
            )
        }
        Caveat::TimeOutLimit(sites) => {
            let places = places_of(program, sites);
            format!(
                "note: a timed wait that has run out several times in a row runs out again only when nothing \
                 else can go on; --time free lets it at any moment ({places})"
            )
        }
        Caveat::RandomNumbers(sites) => {
            let places = places_of(program, sites);
            format!("note: of random numbers out of more than a few, one was tried ({places})")
        }
        Caveat::SpuriousWakeups(sites) => {
            let places = places_of(program, sites);
            format!(
                "note: a wait that does not look again ends only when it is notified; --spurious 1 ends one for \
                 no reason ({places})"
            )
        }
        Caveat::NeverEnds => "note: no schedule comes to an end; unless that is meant, \
                              the threads keep each other busy for ever"
            .to_string(),
        Caveat::Timing => "note: sleeping threads wake in the order of their deadlines; \
                           --time free explores every order"
            .to_string(),
        Caveat::Promptness => {
            "note: sleeping threads wake, and timed waits run out, when nothing else \
                               can run; --time order lets waits run out at any moment"
                .to_string()
        }
        Caveat::BuildScripts(packages) => {
            let names: Vec<String> = packages.iter().map(|name| format!("`{name}`")).collect();
            let names = names.join(", ");
            format!(
                "note: the build script of {names} was not run: what it sets and writes is missing"
            )
        }
        Caveat::MeantPanics(panics) => {
            let places = panics
                .iter()
                .filter_map(|calls| story::user_span(program, calls.iter().copied()))
                .map(|span| story::short_place(program, span));
            let places: Vec<String> = places.collect();
            format!(
                "note: the test goes on after a panic of a thread, whichever goes first ({}): panics of \
                 threads were taken to be meant; --child-panic report reports them",
                places.join(", ")
            )
        }
        Caveat::ExitCodes(codes) => exit_codes(codes),
        Caveat::Edition(edition) => found(*edition),
        Caveat::Override(name, value) => format!("note: checked with {name} = {value} (--set)"),
    }
}

/// That the edition is not the one that is assumed of files.
fn found(edition: Edition) -> String {
    let edition = edition.name();
    format!("note: read as edition {edition}, in which rustc accepts it (--edition)")
}

/// In how far the program says that it failed.
fn exit_codes(codes: &BTreeSet<i32>) -> String {
    let failures = codes.iter().filter(|&&code| code != 0);
    let failures: Vec<String> = failures.map(|code| code.to_string()).collect();
    let who = match codes.contains(&0) {
        true => "some executions end",
        false => "the program ends",
    };
    let noun = if failures.len() == 1 { "code" } else { "codes" };
    format!(
        "note: {who} with exit {noun} {}, which is no bug by itself; --outcomes lists how executions end",
        first_of(&failures)
    )
}

fn summary(checked: &Checked, style: Style) -> String {
    let stats = &checked.findings.stats;
    let verdict = verdict_sentence(checked);
    let counts = format!(
        "{}: {}, {}, {}, {}",
        checked.request.engine.name,
        counted(stats.executions, "execution"),
        counted(stats.states, "state"),
        counted(stats.transitions, "transition"),
        counted(stats.instructions, "instruction"),
    );
    let costs = format!(
        "time: front end {}, static pass {}, search {}; peak memory {}",
        duration(checked.times.frontend),
        duration(checked.times.analysis),
        duration(checked.times.explore),
        bytes(checked.peak_memory),
    );
    let covered = covered(checked);
    let lines = [verdict].into_iter().chain(covered);
    lines
        .chain([counts, costs])
        .map(|line| wrap(&line, style.width, "  "))
        .collect()
}

/// What the search covered. A hunt that ended with its bug has not tried to.
fn covered(checked: &Checked) -> Option<String> {
    let ended = checked.verdict == Verdict::Bug && !checked.request.settings.all;
    let coverage = checked.coverage.as_ref().filter(|_| !ended)?;
    Some(coverage::line(&checked.program, coverage))
}

/// A limit, and where it was reached (first).
pub fn limit_text(program: &Program, limit: Limit) -> String {
    let site = match limit {
        Limit::Machine(
            LimitKind::BytesOfValues(site)
            | LimitKind::Unsupported(site, _)
            | LimitKind::OtherCells(site),
            _,
        ) => Some(site),
        Limit::Machine(_, site) => site,
        _ => None,
    };
    let span = site.and_then(|site| program.span_of(site));
    let place = span.map(|span| format!(" ({})", story::short_place(program, span)));
    let reason = match limit {
        Limit::Machine(LimitKind::Unsupported(_, number), _) => program.refusal(number),
        _ => None,
    };
    let reason = reason.map(|reason| format!(": {reason}"));
    format!(
        "{limit}{}{}",
        place.unwrap_or_default(),
        reason.unwrap_or_default()
    )
}

/// What the search was stopped by, each text once.
pub(super) fn limits_text(checked: &Checked) -> String {
    let mut texts: Vec<String> = Vec::new();
    for &limit in &checked.findings.limits {
        let text = limit_text(&checked.program, limit);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join(" and ")
}

fn verdict_sentence(checked: &Checked) -> String {
    let findings = &checked.findings;
    let limits = limits_text(checked);
    let bugs = counted(findings.bugs.len() as u64, "bug");
    let counts_rounds = |caveat: &Caveat| matches!(caveat, Caveat::CountedRounds(_));
    let but = match checked.caveats.iter().any(counts_rounds) {
        true => ", but for more rounds of loops that wait",
        false => "",
    };
    let extent = match (checked.complete, limits.is_empty()) {
        (true, _) => format!("; every schedule is accounted for{but}"),
        (false, true) => String::new(),
        (false, false) => format!("; stopped by {limits}"),
    };
    match checked.verdict {
        Verdict::Bug => format!("{bugs} found{extent}"),
        Verdict::NoBug => format!("no bug{extent}"),
        Verdict::Limit => format!("no bug found so far{extent}"),
    }
}

/// A schedule as a plain table, for `vscheck emit trace`.
pub fn steps_table(program: &Program, steps: &[Step]) -> String {
    let names = Names::new(steps, &[]);
    let row = |(i, step): (usize, &Step)| {
        vec![
            (i + 1).to_string(),
            words::label(step.transition.thread),
            step.text(&names),
            step.span
                .map_or_else(String::new, |span| story::short_place(program, span)),
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
