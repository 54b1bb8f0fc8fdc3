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

#[allow(missing_docs)]
#[derive(Serialize)]
pub struct RunReport {
    pub schema: &'static str,
    pub program: String,
    pub entry: String,
    pub engine: &'static str,
    pub verdict: &'static str,
    pub complete: bool,
    pub bugs: Vec<BugReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Vec<OutcomeReport>>,
    pub limits: Vec<String>,
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageReport>,
    pub stats: StatsReport,
    pub engine_stats: BTreeMap<&'static str, u64>,
    pub error: Option<ErrorReport>,
}

#[allow(missing_docs)]
#[derive(Serialize)]
pub struct BugReport {
    pub kind: &'static str,
    pub message: String,
    pub thread: Option<String>,
    pub span: Option<Place>,
    pub schedule: Vec<StepReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier_panics: Vec<PanicReport>,
}

#[allow(missing_docs)]
#[derive(Serialize)]
pub struct PanicReport {
    pub thread: Option<String>,
    pub message: String,
    pub span: Option<Place>,
}

#[allow(missing_docs)]
#[derive(Serialize)]
pub struct StepReport {
    pub thread: String,
    pub op: &'static str,
    pub object: Option<String>,
    pub text: String,
    pub span: Option<Place>,
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[allow(missing_docs)]
#[derive(Serialize)]
pub struct OutcomeReport {
    pub end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    pub stdout: String,
}

#[allow(missing_docs)]
#[derive(Serialize, Default)]
pub struct StatsReport {
    pub executions: u64,
    pub states: u64,
    pub transitions: u64,
    pub instructions: u64,
    pub max_depth: u64,
    pub peak_memory_bytes: u64,
    /// Source lines that the program's instructions stand on, library models aside.
    pub lines_reached: usize,
    pub time_frontend_ms: f64,
    pub time_static_ms: f64,
    pub time_explore_ms: f64,
}

#[allow(missing_docs)]
#[derive(Clone, Debug, Serialize)]
pub struct ErrorReport {
    pub message: String,
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
        op: step.op,
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
