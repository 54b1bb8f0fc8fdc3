//! The result of `vscheck run` as JSON: schema `vscheck.run/1`.

use super::coverage::{self, CoverageReport};
use super::names::Names;
use super::story::{self, Step};
use super::text;
use crate::compare::REJECTED;
use crate::compiler;
use crate::exploration::{Bug, Outcome, kind_name};
use crate::limits::Limit;
use crate::pipeline::{Checked, Refusal, Request, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use vscheck_frontend::Diagnostic;
use vscheck_ir::{Program, SourceFile, Span};

/// What `vscheck run` found.
#[derive(Serialize)]
pub struct RunReport {
    /// `vscheck.run/1`.
    pub schema: &'static str,
    /// The path.
    pub program: String,
    /// The function that execution starts from.
    pub entry: String,
    /// How it was searched.
    pub engine: &'static str,
    /// `bug`, `no-bug`, `limit` or `error`.
    pub verdict: &'static str,
    /// Whether every schedule is accounted for.
    pub complete: bool,
    /// Distinct bugs, as they were found.
    pub bugs: Vec<BugReport>,
    /// With `--outcomes`: the different ends of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Vec<OutcomeReport>>,
    /// What stopped the search, in words.
    pub limits: Vec<String>,
    /// What the verdict depends on, in words.
    pub notes: Vec<String>,
    /// What became of the access pairs, if the engine asks the static pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageReport>,
    /// What the search has cost.
    pub stats: StatsReport,
    /// Counts of the engine's own.
    pub engine_stats: BTreeMap<&'static str, u64>,
    /// Why the program is not accepted.
    pub error: Option<ErrorReport>,
}

/// A bug.
#[derive(Serialize)]
pub struct BugReport {
    /// Its kind, such as `panic`.
    pub kind: &'static str,
    /// In one line; a panic's own.
    pub message: String,
    /// Who fails, with the place where it was spawned.
    pub thread: Option<String>,
    /// Where.
    pub span: Option<Place>,
    /// The steps that lead there.
    pub schedule: Vec<StepReport>,
    /// Panics before it that something caught.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier_panics: Vec<PanicReport>,
}

/// A panic that was caught.
#[derive(Serialize)]
pub struct PanicReport {
    /// Whose it was.
    pub thread: Option<String>,
    /// What it said.
    pub message: String,
    /// Where.
    pub span: Option<Place>,
}

/// A step of a schedule.
#[derive(Serialize)]
pub struct StepReport {
    /// Who moves.
    pub thread: String,
    /// The operation, such as `mutex-lock`.
    pub op: &'static str,
    /// What it is about, as the source calls it.
    pub object: Option<String>,
    /// As the report for people shows it.
    pub text: String,
    /// Where.
    pub span: Option<Place>,
}

/// Where something starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Place {
    /// The path.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

/// An end of the program.
#[derive(Serialize)]
pub struct OutcomeReport {
    /// `ok`, or the kind of the bug.
    pub end: &'static str,
    /// A panic's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Where it is not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// All that was printed.
    pub stdout: String,
}

/// What a search has cost.
#[derive(Serialize, Default)]
pub struct StatsReport {
    /// Schedules that were run to their end.
    pub executions: u64,
    /// States that were stored.
    pub states: u64,
    /// Visible operations.
    pub transitions: u64,
    /// All instructions.
    pub instructions: u64,
    /// Operations of the longest execution.
    pub max_depth: u64,
    /// The most memory that the process had.
    pub peak_memory_bytes: u64,
    /// Source lines that the program's instructions stand on, library models aside.
    pub lines_reached: usize,
    /// From source to bytecode.
    pub time_frontend_ms: f64,
    /// The static pass.
    pub time_static_ms: f64,
    /// The search.
    pub time_explore_ms: f64,
}

/// Why something cannot be checked.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorReport {
    /// In words.
    pub message: String,
    /// Where, if it is at a place.
    pub span: Option<Place>,
}

/// The report of a checked program.
pub fn checked(checked: &Checked) -> RunReport {
    let findings = &checked.findings;
    let program = &checked.program;
    let outcomes = findings.outcomes.iter().map(outcome).collect();
    RunReport {
        schema: "vscheck.run/1",
        program: checked.request.path.display().to_string(),
        entry: program.entry_name.clone(),
        engine: checked.request.engine.name,
        verdict: checked.verdict.name(),
        complete: checked.complete,
        bugs: findings
            .bugs
            .iter()
            .map(|bug| bug_report(checked, bug))
            .collect(),
        outcomes: checked.request.settings.outcomes.then_some(outcomes),
        limits: findings
            .limits
            .iter()
            .map(|limit| text::limit_text(program, *limit))
            .collect(),
        notes: checked
            .caveats
            .iter()
            .map(|c| text::caveat_text(program, c))
            .collect(),
        coverage: checked
            .coverage
            .as_ref()
            .map(|c| coverage::json(program, c)),
        stats: stats(checked),
        engine_stats: findings.stats.engine.clone(),
        error: None,
    }
}

/// The report of a program that was not accepted.
pub fn rejected(request: &Request, diagnostic: &Diagnostic) -> RunReport {
    RunReport {
        verdict: REJECTED,
        error: Some(error(diagnostic)),
        ..unsearched(request)
    }
}

/// The report of a program that reached a limit before the search.
pub fn not_searched(request: &Request, limit: Limit) -> RunReport {
    RunReport {
        limits: vec![limit.to_string()],
        ..unsearched(request)
    }
}

fn unsearched(request: &Request) -> RunReport {
    RunReport {
        schema: "vscheck.run/1",
        program: request.path.display().to_string(),
        entry: request.reading.entry.clone().unwrap_or_default(),
        engine: request.engine.name,
        verdict: Verdict::Limit.name(),
        complete: false,
        bugs: Vec::new(),
        outcomes: None,
        limits: Vec::new(),
        notes: Vec::new(),
        coverage: None,
        stats: StatsReport::default(),
        engine_stats: BTreeMap::new(),
        error: None,
    }
}

/// Why a program was not searched.
pub fn refusal(refusal: &Refusal) -> ErrorReport {
    match refusal {
        Refusal::Diagnostic(diagnostic) => error(diagnostic),
        Refusal::Limit(_) => ErrorReport {
            message: refusal.message(),
            span: None,
        },
    }
}

/// A diagnostic.
pub fn error(diagnostic: &Diagnostic) -> ErrorReport {
    let own = diagnostic
        .span
        .map(|span| place_in(&diagnostic.files, span));
    let told = compiler::place(&diagnostic.message).map(|(file, line, column)| Place {
        file: file.to_string(),
        line,
        column,
    });
    ErrorReport {
        message: diagnostic.message.clone(),
        span: own.or(told),
    }
}

fn bug_report(checked: &Checked, bug: &Bug) -> BugReport {
    let program = &checked.program;
    let span = story::fault_span(program, &bug.fault, &bug.run);
    let steps = story::tell(program, &checked.findings.start, &bug.run.schedule());
    let names = Names::new(&steps, &[]);
    let title = |thread| story::thread_title(program, &bug.run.machine, &steps, thread);
    let panics = bug.run.machine.caught_panics().iter();
    let earlier_panics = panics.map(|panic| PanicReport {
        thread: panic.thread.map(title),
        message: panic.message.clone(),
        span: story::fault_span(program, panic, &bug.run).map(|span| place(program, span)),
    });
    BugReport {
        kind: kind_name(bug.fault.kind),
        message: story::message(program, &bug.fault),
        thread: bug.fault.thread.map(title),
        span: span.map(|span| place(program, span)),
        schedule: steps.iter().map(|s| step(program, s, &names)).collect(),
        earlier_panics: earlier_panics.collect(),
    }
}

fn step(program: &Program, step: &Step, names: &Names) -> StepReport {
    StepReport {
        thread: super::words::label(step.transition.thread),
        op: step.op(),
        object: step.object.clone(),
        text: step.text(names),
        span: step.span.map(|span| place(program, span)),
    }
}

/// Where a span starts.
pub fn place(program: &Program, span: Span) -> Place {
    place_in(&program.files, span)
}

fn place_in(files: &[SourceFile], span: Span) -> Place {
    let file = files.get(span.file.index());
    Place {
        file: file.map_or_else(String::new, |file| file.path.clone()),
        line: span.line,
        column: span.column,
    }
}

fn outcome(outcome: &Outcome) -> OutcomeReport {
    OutcomeReport {
        end: outcome.end,
        message: outcome.message.clone(),
        exit_code: outcome.exit_code,
        stdout: outcome.stdout.clone(),
    }
}

fn stats(checked: &Checked) -> StatsReport {
    let (stats, times) = (&checked.findings.stats, &checked.times);
    let ms = |time: std::time::Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    StatsReport {
        executions: stats.executions,
        states: stats.states,
        transitions: stats.transitions,
        instructions: stats.instructions,
        max_depth: stats.max_depth,
        peak_memory_bytes: checked.peak_memory,
        lines_reached: checked.program.lines_reached(),
        time_frontend_ms: ms(times.frontend),
        time_static_ms: ms(times.analysis),
        time_explore_ms: ms(times.explore),
    }
}
