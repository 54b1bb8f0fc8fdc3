//! Several engines on the same programs, under the same limits.

use crate::annotation::Annotation;
use crate::engine::Engine;
use crate::pipeline::{Checked, Hooks, Refusal, Request, Verdict, check};
use serde::Serialize;

/// One program under one engine.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The program's path.
    pub program: String,
    /// The engine's name.
    pub engine: &'static str,
    /// The verdict, or `error`.
    pub verdict: &'static str,
    /// Whether every schedule is accounted for.
    pub complete: bool,
    /// See the contract.
    pub executions: u64,
    /// See the contract.
    pub states: u64,
    /// See the contract.
    pub instructions: u64,
    /// Front end, static pass and search together.
    pub time_ms: f64,
    /// Most memory held while it ran.
    pub peak_memory_bytes: u64,
    /// The baseline's counts and time divided by this row's: above 1 is better than the baseline.
    pub ratio: Option<Ratio>,
    /// How the result differs from what the program expects.
    pub unexpected: Option<String>,
}

/// The baseline's figures divided by a row's.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ratio {
    /// Executions.
    pub executions: f64,
    /// States.
    pub states: f64,
    /// Instructions.
    pub instructions: f64,
    /// Time.
    pub time: f64,
}

/// Runs one program under each engine. `request` names everything but the engine.
pub fn compare(
    request: &Request,
    engines: &[&'static Engine],
    baseline: &str,
    annotation: &Annotation,
    mut hooks: impl FnMut() -> Hooks,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for &engine in engines {
        let request = Request {
            engine,
            ..request.clone()
        };
        crate::limits::reset_peak_memory();
        rows.push(match check(&request, hooks()) {
            Ok(checked) => row(&checked, annotation),
            Err(refusal) => rejected(&request, &refusal),
        });
    }
    let base = rows.iter().find(|row| row.engine == baseline).cloned();
    if let Some(base) = base.filter(|base| base.verdict != "error") {
        let others = rows.iter_mut().filter(|row| row.verdict != "error");
        others.for_each(|row| row.ratio = Some(ratio(&base, row)));
    }
    rows
}

fn row(checked: &Checked, annotation: &Annotation) -> Row {
    let stats = &checked.findings.stats;
    let times = &checked.times;
    let time = times.frontend + times.analysis + times.explore;
    Row {
        program: checked.request.path.display().to_string(),
        engine: checked.request.engine.name,
        verdict: checked.verdict.name(),
        complete: checked.complete,
        executions: stats.executions,
        states: stats.states,
        instructions: stats.instructions,
        time_ms: (time.as_secs_f64() * 1e6).round() / 1e3,
        peak_memory_bytes: checked.peak_memory,
        ratio: None,
        unexpected: annotation.contradiction(checked),
    }
}

fn rejected(request: &Request, refusal: &Refusal) -> Row {
    let verdict = match refusal {
        Refusal::Diagnostic(_) => "error",
        Refusal::Limit(_) => Verdict::Limit.name(),
    };
    Row {
        program: request.path.display().to_string(),
        engine: request.engine.name,
        verdict,
        complete: false,
        executions: 0,
        states: 0,
        instructions: 0,
        time_ms: 0.0,
        peak_memory_bytes: 0,
        ratio: None,
        unexpected: Some(refusal.message()),
    }
}

fn ratio(base: &Row, row: &Row) -> Ratio {
    let divide = |a: f64, b: f64| if b == 0.0 { f64::NAN } else { a / b };
    let count = |a: u64, b: u64| divide(a.max(1) as f64, b.max(1) as f64);
    Ratio {
        executions: count(base.executions, row.executions),
        states: count(base.states, row.states),
        instructions: count(base.instructions, row.instructions),
        time: divide(base.time_ms, row.time_ms),
    }
}

/// The geometric mean of a ratio over all rows of one engine.
pub fn mean(rows: &[Row], engine: &str, of: fn(&Ratio) -> f64) -> Option<f64> {
    let mine = rows.iter().filter(|row| row.engine == engine);
    let ratios = mine.filter_map(|row| row.ratio.as_ref().map(of));
    let logs: Vec<f64> = ratios
        .filter(|r| r.is_finite() && *r > 0.0)
        .map(f64::ln)
        .collect();
    let sum: f64 = logs.iter().sum();
    (!logs.is_empty()).then(|| (sum / logs.len() as f64).exp())
}
