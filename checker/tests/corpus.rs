//! Every program of the corpus, with every complete engine: the verdict that its annotations ask for,
//! and executions and states as the `.expected` file beside it keeps them. `cargo xtask bless` writes
//! those files.

mod support;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use support::{corpus_programs, in_parallel, root};
use vscheck::annotation::Annotation;
use vscheck::cli::options::reading_with;
use vscheck::engine::{ENGINES, Engine};
use vscheck::exploration::{Settings, kind_name};
use vscheck::limits::Limits;
use vscheck::pipeline::{Checked, Hooks, Request, Verdict, check_program};
use vscheck::source::{Reading, load};
use vscheck_ir::Program;

/// Executions and states after which an engine gives up on a program of the corpus; that it does is
/// part of what is expected.
const MOST: u64 = 20_000;
/// The same for the oracle, which needs most of the time and rarely ends.
const ORACLE_MOST: u64 = 3_000;
/// Counts for other values of constants are checked up to this many executions.
const MOST_COUNTED: u64 = 700;
/// Visible operations of one execution.
const STEPS: u64 = 20_000;

/// A program of the corpus, compiled once for all engines.
struct Subject<'a> {
    path: &'a Path,
    annotation: &'a Annotation,
    reading: Reading,
    program: Arc<Program>,
}

impl<'a> Subject<'a> {
    fn new(path: &'a Path, annotation: &'a Annotation, args: &[String]) -> Result<Self, String> {
        let reading = reading_with(args)?;
        let program = load(path, &reading).map_err(|diagnostic| diagnostic.message.clone())?;
        Ok(Subject {
            path,
            annotation,
            reading,
            program,
        })
    }

    fn run(&self, engine: &'static Engine, all: bool) -> Checked {
        let most = match engine.name {
            "exhaustive" => ORACLE_MOST,
            _ => MOST,
        };
        let limits = Limits {
            executions: Some(most),
            states: Some(most),
            steps: STEPS,
            ..Limits::default()
        };
        let request = Request {
            path: self.path.to_path_buf(),
            reading: self.reading.clone(),
            engine,
            settings: Settings {
                all,
                outcomes: all,
                limits,
                ..Settings::default()
            },
        };
        check_program(self.program.clone(), &request, Hooks::default()).expect("no limit is near")
    }
}

/// What one engine makes of a program, without times and addresses.
fn line(subject: &Subject, engine: &'static Engine) -> (String, Vec<String>) {
    let checked = subject.run(engine, false);
    let text = format!("{}:{}\n", engine.name, summary(&checked));
    let mut problems = Vec::new();
    // An engine that gave up has not contradicted anything.
    if checked.verdict != Verdict::Limit {
        problems.extend(subject.annotation.contradiction(&checked));
    }
    problems.extend(too_many(engine, subject.annotation, &checked));
    (text, problems)
}

fn summary(checked: &Checked) -> String {
    let stats = &checked.findings.stats;
    let bug = checked.findings.bugs.first();
    let what = match bug {
        Some(bug) => format!("bug {}", kind_name(bug.fault.kind)),
        None => checked.verdict.name().to_string(),
    };
    let complete = if checked.complete { ", complete" } else { "" };
    let (executions, states) = (stats.executions, stats.states);
    format!(" {what}, {executions} executions, {states} states{complete}")
}

fn too_many(engine: &Engine, annotation: &Annotation, checked: &Checked) -> Option<String> {
    let most = annotation.first_bug_executions?;
    let needed = checked.findings.stats.executions;
    let guided = engine.name == "value-schedule";
    (guided && needed > most).then(|| format!("{needed} executions to the first bug, not {most}"))
}

/// The complete searches: all engines that end find the same outcomes.
fn complete_searches(subject: &Subject) -> (String, Vec<String>) {
    let (mut text, mut problems) = (String::new(), Vec::new());
    let mut outcomes = None;
    for engine in ENGINES.iter().filter(|engine| engine.complete) {
        let checked = subject.run(engine, true);
        let count = checked.findings.outcomes.len();
        let found = summary(&checked);
        let _ = writeln!(text, "{} --all:{found}, {count} outcomes", engine.name);
        if !checked.complete {
            continue;
        }
        let found = &checked.findings.outcomes;
        if outcomes.get_or_insert_with(|| found.clone()) != found {
            problems.push(format!("{} finds other outcomes", engine.name));
        }
        problems.extend(wrong_counts(engine, subject.annotation, &checked));
    }
    (text, problems)
}

fn wrong_counts(engine: &Engine, annotation: &Annotation, checked: &Checked) -> Vec<String> {
    let stats = &checked.findings.stats;
    let guided = engine.name == "value-schedule";
    let executions = annotation
        .executions
        .filter(|&n| guided && n != stats.executions);
    let outcomes = annotation
        .outcomes
        .filter(|&n| n != checked.findings.outcomes.len());
    let executions = executions.map(|n| format!("{} executions, not {n}", stats.executions));
    let outcomes =
        outcomes.map(|n| format!("{} outcomes, not {n}", checked.findings.outcomes.len()));
    executions.into_iter().chain(outcomes).collect()
}

/// The text for the expected file, and what contradicts the annotations.
fn examine(path: &Path) -> (String, Vec<String>) {
    let source = std::fs::read_to_string(path).unwrap_or_default();
    let annotation = match Annotation::parse(&source) {
        Ok(annotation) if annotation.expects_something() => annotation,
        Ok(_) => {
            return (
                String::new(),
                vec!["says nothing about its verdict".to_string()],
            );
        }
        Err(error) => return (String::new(), vec![error]),
    };
    let subject = match Subject::new(path, &annotation, &annotation.args) {
        Ok(subject) => subject,
        Err(error) => return (String::new(), vec![error]),
    };
    let (mut text, mut problems) = (String::new(), Vec::new());
    for engine in ENGINES.iter().filter(|engine| engine.complete) {
        let (line, more) = line(&subject, engine);
        text += &line;
        problems.extend(more.into_iter().map(|p| format!("{}: {p}", engine.name)));
    }
    if problems.is_empty() {
        let (more, wrong) = complete_searches(&subject);
        text += &more;
        problems.extend(wrong);
    }
    for (set, executions) in &annotation.counts {
        problems.extend(with_other_constant(path, &annotation, set, *executions));
    }
    for (args, other) in &annotation.with {
        problems.extend(with_other_options(path, &annotation, args, other));
    }
    (text, problems)
}

fn with_other_constant(
    path: &Path,
    annotation: &Annotation,
    set: &str,
    executions: u64,
) -> Option<String> {
    let engine = vscheck::engine::find("value-schedule").filter(|_| executions <= MOST_COUNTED)?;
    let set = ["--set".to_string(), set.to_string()];
    let args: Vec<String> = annotation.args.iter().cloned().chain(set.clone()).collect();
    match Subject::new(path, annotation, &args) {
        Ok(subject) => {
            let got = subject.run(engine, true).findings.stats.executions;
            (got != executions).then(|| format!("{set:?}: {got} executions, not {executions}"))
        }
        Err(message) => Some(format!("{set:?}: {message}")),
    }
}

fn with_other_options(
    path: &Path,
    annotation: &Annotation,
    args: &[String],
    other: &Annotation,
) -> Option<String> {
    let all: Vec<String> = annotation.args.iter().chain(args).cloned().collect();
    let engine = vscheck::engine::find("value-schedule")?;
    let shown = args.join(" ");
    match Subject::new(path, other, &all) {
        Ok(subject) => {
            let contradiction = other.contradiction(&subject.run(engine, false));
            contradiction.map(|why| format!("{shown}: {why}"))
        }
        Err(message) => Some(format!("{shown}: {message}")),
    }
}

/// Compares with (or writes) the expected file; returns what is wrong.
fn compare_with_expected(path: &Path, bless: bool) -> Vec<String> {
    let (text, mut problems) = examine(path);
    let expected = path.with_extension("expected");
    if problems.is_empty() && bless {
        std::fs::write(&expected, &text).expect("the corpus can be written");
    }
    let kept = std::fs::read_to_string(&expected).unwrap_or_default();
    if problems.is_empty() && kept != text {
        problems.push(format!("expected:\n{kept}got:\n{text}"));
    }
    let name = path
        .strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string();
    problems
        .iter()
        .map(|problem| format!("{name}: {problem}"))
        .collect()
}

#[test]
#[ignore = "checks hundreds of programs: cargo test --profile checked -- --include-ignored"]
fn corpus() {
    let bless = std::env::var_os("VSCHECK_BLESS").is_some();
    let only = std::env::var("VSCHECK_ONLY").unwrap_or_default();
    let programs = corpus_programs().into_iter();
    let chosen = programs.filter(|path| path.display().to_string().contains(&only));
    let results = in_parallel(chosen.collect(), |path| compare_with_expected(path, bless));
    let failures: Vec<String> = results.into_iter().flatten().collect();
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} problems:\n{}",
        failures.join("\n")
    );
}
