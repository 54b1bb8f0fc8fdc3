//! Several engines on the same programs, under the same limits.

use crate::annotation::Annotation;
use crate::engine::Engine;
use crate::exploration::{Order, Progress, Settings};
use crate::limits::Limit;
use crate::pipeline::{Checked, Hooks, Refusal, Request, Verdict, check_program, load_judged};
use crate::report::json::{self, ErrorReport};
use crate::report::text;
use crate::watch::Watch;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use vscheck_ir::Program;

/// In the place of a verdict, of a program that is not accepted.
pub const REJECTED: &str = "error";

/// One program under one engine.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The program's path.
    pub program: String,
    /// The engine's name.
    pub engine: &'static str,
    /// Which thread first, where that is the engine's to choose.
    pub order: Option<String>,
    /// How many orders of threads were tried, of which this is the better.
    pub orders_tried: u64,
    /// The verdict, or [`REJECTED`].
    pub verdict: &'static str,
    /// Whether every schedule is accounted for.
    pub complete: bool,
    /// Schedules run to their end, or to a bug.
    pub executions: u64,
    /// States stored.
    pub states: u64,
    /// Bytecode instructions executed.
    pub instructions: u64,
    /// Instructions of the execution that shows the first bug, alone and with its schedule shrunk: no
    /// search for it can take fewer, not even by luck.
    pub bug_instructions: Option<u64>,
    /// Source to bytecode: done once, alike for all engines.
    pub time_frontend_ms: f64,
    /// Static pass (of engines that ask for it) and search together.
    pub time_ms: f64,
    /// Most memory held while it ran.
    pub peak_memory_bytes: u64,
    /// The baseline's counts and time divided by this row's: above 1 is better than the baseline.
    pub ratio: Option<Ratio>,
    /// How the result differs from what the program expects.
    pub unexpected: Option<String>,
    /// Why it could not be checked.
    pub error: Option<ErrorReport>,
}

impl Row {
    /// Whether it says what a whole search takes. What a limit stopped may have been near its end or not.
    fn is_measured(&self) -> bool {
        self.executions > 0 && self.verdict != Verdict::Limit.name()
    }
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

/// How many random orders a depth-first search is given.
const ORDERS: u64 = 5;

/// What is compared.
pub struct Comparison<'a> {
    /// Everything but the engine.
    pub request: Request,
    /// The engines.
    pub engines: &'a [&'static Engine],
    /// What the others are measured against.
    pub baseline: &'a str,
    /// Whether a search that depends on the order of threads counts with the better of two: the lowest
    /// thread first, and the median of five random orders.
    pub best_order: bool,
    /// What the program expects.
    pub annotation: &'a Annotation,
    /// Ends it. What was being measured then has no row.
    pub cancel: Arc<AtomicBool>,
}

impl Comparison<'_> {
    /// Runs one program, compiled once, under each engine. Each search is told whom it shows its progress.
    pub fn rows(mut self, mut progress: impl FnMut() -> Option<Progress>) -> Vec<Row> {
        let start = Instant::now();
        let watch = Watch::new(&self.request.settings.limits, self.cancel.clone());
        let loaded = load_judged(&self.request.path, &mut self.request.reading, &watch);
        let frontend = start.elapsed();
        let mut rows: Vec<Row> = Vec::new();
        for &engine in self.engines {
            let row = match &loaded {
                Ok(loaded) => self.row(&loaded.program, engine, &mut progress),
                Err(Refusal::Limit(Limit::Interrupted)) => None,
                Err(refusal) => Some(refused(&self.request.path, engine, refusal)),
            };
            let Some(mut row) = row else { break };
            row.time_frontend_ms = ms(frontend);
            rows.push(row);
        }
        self.add_ratios(&mut rows);
        rows
    }

    fn add_ratios(&self, rows: &mut [Row]) {
        let base = rows.iter().find(|row| row.engine == self.baseline).cloned();
        if let Some(base) = base.filter(Row::is_measured) {
            let others = rows.iter_mut().filter(|row| row.engine != self.baseline);
            let others = others.filter(|row| row.is_measured());
            others.for_each(|row| row.ratio = Some(ratio(&base, row)));
        }
    }

    /// What an engine needs; `None` if it is interrupted.
    fn row(
        &self,
        program: &Arc<Program>,
        engine: &'static Engine,
        progress: &mut impl FnMut() -> Option<Progress>,
    ) -> Option<Row> {
        let mut run = |order, seed| self.run(program, engine, (order, seed), progress());
        let settings = &self.request.settings;
        // A search of everything takes as long in any order.
        if !engine.stateful || !self.best_order || settings.all {
            return run(settings.order, settings.seed);
        }
        let first = run(Order::First, settings.seed)?;
        let random = (0..ORDERS).map(|n| run(Order::Random, settings.seed + n));
        let mut random: Vec<Row> = random.collect::<Option<_>>()?;
        random.sort_by_key(cost);
        let median = random.swap_remove(random.len() / 2);
        let better = match cost(&median) < cost(&first) {
            true => median,
            false => first,
        };
        Some(Row {
            orders_tried: 1 + ORDERS,
            ..better
        })
    }

    fn run(
        &self,
        program: &Arc<Program>,
        engine: &'static Engine,
        (order, seed): (Order, u64),
        progress: Option<Progress>,
    ) -> Option<Row> {
        let settings = Settings {
            order,
            seed,
            ..self.request.settings.clone()
        };
        let request = Request {
            engine,
            settings,
            ..self.request.clone()
        };
        let hooks = Hooks {
            progress,
            cancel: self.cancel.clone(),
        };
        crate::limits::reset_peak_memory();
        match check_program(program.clone(), &request, hooks) {
            Ok(checked) if checked.findings.limits.contains(&Limit::Interrupted) => None,
            Ok(checked) => Some(row(&checked, self.annotation)),
            Err(Refusal::Limit(Limit::Interrupted)) => None,
            Err(refusal) => Some(refused(&request.path, engine, &refusal)),
        }
    }
}

/// What makes one order of threads better than another. Without a verdict nothing is better.
fn cost(row: &Row) -> (bool, u64, u64) {
    let undecided = row.verdict == Verdict::Limit.name();
    (undecided, row.states, row.instructions)
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn row(checked: &Checked, annotation: &Annotation) -> Row {
    let stats = &checked.findings.stats;
    let first_bug = checked.findings.bugs.first();
    let times = &checked.times;
    let settings = &checked.request.settings;
    let order = match settings.order {
        Order::First => "first".to_string(),
        Order::Random => format!("random, seed {}", settings.seed),
    };
    Row {
        program: checked.request.path.display().to_string(),
        engine: checked.request.engine.name,
        order: checked.request.engine.stateful.then_some(order),
        orders_tried: 1,
        verdict: checked.verdict.name(),
        complete: checked.complete,
        executions: stats.executions,
        states: stats.states,
        instructions: stats.instructions,
        bug_instructions: first_bug.map(|bug| bug.run.machine.instructions()),
        time_frontend_ms: 0.0,
        time_ms: ms(times.analysis + times.explore),
        peak_memory_bytes: checked.peak_memory,
        ratio: None,
        unexpected: annotation.contradiction(checked),
        error: None,
    }
}

/// The row of a program that was not searched.
pub fn refused(path: &Path, engine: &'static Engine, refusal: &Refusal) -> Row {
    let (verdict, error) = match refusal {
        Refusal::Diagnostic(diagnostic) => (REJECTED, Some(json::error(diagnostic))),
        Refusal::Limit(_) => (Verdict::Limit.name(), None),
    };
    Row {
        program: path.display().to_string(),
        engine: engine.name,
        order: None,
        orders_tried: 0,
        verdict,
        complete: false,
        executions: 0,
        states: 0,
        instructions: 0,
        bug_instructions: None,
        time_frontend_ms: 0.0,
        time_ms: 0.0,
        peak_memory_bytes: 0,
        ratio: None,
        unexpected: Some(text::refusal_in_one_line(refusal)),
        error,
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
