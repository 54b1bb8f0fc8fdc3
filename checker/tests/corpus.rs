//! Every program of the corpus, with every complete engine: the verdict that its annotations ask for,
//! the schedules of its bugs replayed, and what the `.expected` file beside it keeps of the searches that
//! end. `cargo xtask bless` writes those files.

mod support;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use support::{DEFECTS, corpus_programs, defects_aside, in_parallel, root};
use vscheck::annotation::Annotation;
use vscheck::cli::options::reading_with;
use vscheck::engine::{ENGINES, Engine, find};
use vscheck::exploration::{Bug, Settings, kind_name};
use vscheck::limits::Limits;
use vscheck::pipeline::{Checked, Hooks, Request, Verdict, check_program};
use vscheck::recording::{Recording, record};
use vscheck::report::story::{fault_span, source_line};
use vscheck::source::{Reading, load};
use vscheck_ir::Program;

/// The engine whose counts are promises, and which must find every bug.
const DEFAULT: &str = "value-schedule";

/// What an engine may use up for one program; that it does is part of what is expected.
struct Budget {
    /// Executions of the guided search.
    guided: u64,
    /// States of the engine that stores them, and its executions.
    stored: u64,
    /// Executions of the oracle, which rarely ends.
    oracle: u64,
    /// Visible operations of one execution.
    steps: u64,
    /// Visible operations of a whole search.
    transitions: u64,
}

/// Small enough for the everyday run.
const EVERYDAY: Budget = Budget {
    guided: 2_000,
    stored: 3_000,
    oracle: 1_000,
    steps: 5_000,
    transitions: 200_000,
};
/// For `corpus/fair/`: value schedules do not end, and the default engine has to ask the search that does. Before
/// that it looks at some thousand value schedules, and draws some thousand at random.
const FAIR: Budget = Budget {
    guided: 8_000,
    steps: 12_000,
    ..EVERYDAY
};
/// The kernel programs of Chen 2009 (table 3.2).
const KERNEL: [&str; 11] = [
    "twostage",
    "wronglock",
    "producerconsumer",
    "blockbarrier",
    "reorder",
    "deadlock_d1",
    "deadlock_d2",
    "diningphilosopher",
    "losenotify",
    "clean",
    "nestedmonitor",
];

/// For the kernel programs.
const KERNEL_BUDGET: Budget = Budget {
    guided: 20_000,
    stored: 30_000,
    oracle: 20_000,
    steps: 5_000,
    transitions: 600_000,
};
/// For `cargo xtask corpus`, which takes its time.
const THOROUGH: Budget = Budget {
    guided: 50_000,
    stored: 500_000,
    oracle: 100_000,
    steps: 20_000,
    transitions: 20_000_000,
};
/// Counts for other values of constants are checked up to this many executions.
const MOST_COUNTED: u64 = 700;

/// A program of the corpus, compiled once for all engines.
struct Subject<'a> {
    path: &'a Path,
    annotation: &'a Annotation,
    budget: &'a Budget,
    reading: Reading,
    program: Arc<Program>,
}

impl<'a> Subject<'a> {
    fn new(
        path: &'a Path,
        annotation: &'a Annotation,
        budget: &'a Budget,
        args: &[String],
    ) -> Result<Self, String> {
        let args: Vec<String> = annotation.args.iter().chain(args).cloned().collect();
        let reading = reading_with(&args)?;
        let loaded = load(path, &reading).map_err(|diagnostic| diagnostic.message.clone())?;
        Ok(Subject {
            path,
            annotation,
            budget,
            reading,
            program: loaded.program,
        })
    }

    fn limits(&self, engine: &Engine) -> Limits {
        let most = match engine.name {
            "exhaustive" => self.budget.oracle,
            _ if engine.stateful => self.budget.stored,
            _ => self.budget.guided,
        };
        Limits {
            executions: Some(most),
            states: Some(most),
            steps: self.budget.steps,
            transitions: Some(self.budget.transitions),
            ..Limits::default()
        }
    }

    fn run(&self, engine: &'static Engine, all: bool) -> Checked {
        let request = Request {
            path: self.path.to_path_buf(),
            reading: self.reading.clone(),
            engine,
            settings: Settings {
                all,
                outcomes: all,
                limits: self.limits(engine),
                ..Settings::default()
            },
        };
        check_program(self.program.clone(), &request, Hooks::default()).expect("no limit is near")
    }
}

/// What a program gives: the text for its expected file, and what contradicts its annotations.
#[derive(Default)]
struct Examined {
    text: String,
    problems: Vec<String>,
    /// Engines whose hunt came to nothing within the budget: a complete search by them is the same.
    gave_up: Vec<&'static str>,
}

impl Examined {
    /// Whether the default engine has neither found the bug nor shown that there is none.
    fn is_undecided(&self) -> bool {
        self.text.starts_with(&format!("{DEFAULT}: limit"))
    }

    fn problem(&mut self, who: &str, what: impl IntoIterator<Item = String>) {
        let what = what.into_iter();
        self.problems.extend(what.map(|w| format!("{who}: {w}")));
    }

    /// The hunt for the first bug. An engine that gave up has not contradicted anything, except the
    /// default engine where there is a bug to find.
    fn hunt(&mut self, subject: &Subject, engine: &'static Engine) {
        let checked = subject.run(engine, false);
        let _ = writeln!(self.text, "{}: {}", engine.name, verdict(&checked));
        if checked.verdict == Verdict::Limit && engine.name != DEFAULT {
            self.gave_up.push(engine.name);
        }
        let must_find = engine.name == DEFAULT && !subject.annotation.no_bug;
        if checked.verdict != Verdict::Limit || must_find {
            self.problem(engine.name, subject.annotation.contradiction(&checked));
        }
        if engine.name == DEFAULT {
            self.problem(engine.name, too_many(subject.annotation, &checked));
        }
        let bugs = checked.findings.bugs.iter();
        self.problem("replay", bugs.filter_map(|bug| not_replayed(&checked, bug)));
    }

    /// The complete searches: all engines that end find the same outcomes.
    fn complete_searches(&mut self, subject: &Subject) {
        let mut outcomes = None;
        for engine in complete_engines() {
            if self.gave_up.contains(&engine.name) {
                let _ = writeln!(self.text, "{} --all: limit", engine.name);
                continue;
            }
            let checked = subject.run(engine, true);
            let _ = writeln!(self.text, "{} --all: {}", engine.name, counts(&checked));
            if !checked.complete {
                continue;
            }
            let found = &checked.findings.outcomes;
            if outcomes.get_or_insert_with(|| found.clone()) != found {
                self.problem(engine.name, ["finds other outcomes".to_string()]);
            }
            self.problem(engine.name, subject.annotation.contradiction(&checked));
            self.problem(
                engine.name,
                wrong_counts(engine, subject.annotation, &checked),
            );
        }
    }

    fn variants(&mut self, subject: &Subject) {
        for (set, executions) in &subject.annotation.counts {
            self.problem(set, with_other_constant(subject, set, *executions));
        }
        for (args, other) in &subject.annotation.with {
            self.problem(&args.join(" "), with_other_options(subject, args, other));
        }
    }
}

fn complete_engines() -> impl Iterator<Item = &'static Engine> {
    ENGINES.iter().filter(|engine| engine.complete)
}

fn verdict(checked: &Checked) -> String {
    match checked.findings.bugs.first() {
        Some(bug) => format!("bug {}", kind_name(bug.fault.kind)),
        None => checked.verdict.name().to_string(),
    }
}

/// What a search that ends by itself promises: bugs, outcomes, and how much it is. States count only
/// where they are the program's own; elsewhere they are backtracking points.
fn counts(checked: &Checked) -> String {
    if !checked.complete {
        return "limit".to_string();
    }
    let stats = &checked.findings.stats;
    let amount = match checked.request.engine.stateful {
        true => format!("{} states", stats.states),
        false => format!("{} executions", stats.executions),
    };
    let outcomes = checked.findings.outcomes.len();
    let mut bugs: Vec<String> = checked
        .findings
        .bugs
        .iter()
        .map(|bug| place(checked, bug))
        .collect();
    bugs.sort();
    bugs.dedup();
    let bugs = match bugs.is_empty() {
        true => "no bug".to_string(),
        false => bugs.join("; "),
    };
    format!("{amount}, {outcomes} outcomes, {bugs}")
}

/// Kind, text of the line and message.
fn place(checked: &Checked, bug: &Bug) -> String {
    let span = fault_span(&checked.program, &bug.fault, &bug.run);
    let line = span.map_or("", |span| source_line(&checked.program, span));
    let kind = kind_name(bug.fault.kind);
    format!("{kind} at `{line}`: {:?}", bug.fault.message)
}

fn too_many(annotation: &Annotation, checked: &Checked) -> Option<String> {
    let most = annotation.first_bug_executions?;
    let needed = checked.findings.stats.executions;
    (needed > most).then(|| format!("{needed} executions to the first bug, not {most}"))
}

fn wrong_counts(engine: &Engine, annotation: &Annotation, checked: &Checked) -> Vec<String> {
    let executions = checked.findings.stats.executions;
    let outcomes = checked.findings.outcomes.len();
    let wanted = annotation.executions.filter(|_| engine.name == DEFAULT);
    let wanted = wanted.filter(|&n| n != executions);
    let other = annotation.outcomes.filter(|&n| n != outcomes);
    let executions = wanted.map(|n| format!("{executions} executions, not {n}"));
    let outcomes = other.map(|n| format!("{outcomes} outcomes, not {n}"));
    executions.into_iter().chain(outcomes).collect()
}

/// Writes the schedule of a bug as `--trace` does, reads it back and follows it.
fn not_replayed(checked: &Checked, bug: &Bug) -> Option<String> {
    let text = serde_json::to_string(&record(checked, bug)).ok()?;
    let recording: Recording = match serde_json::from_str(&text) {
        Ok(recording) => recording,
        Err(error) => return Some(error.to_string()),
    };
    match recording.follow(&checked.program, &checked.findings.start) {
        Ok(run) => {
            (run.machine.end() != bug.run.machine.end()).then(|| "ends otherwise".to_string())
        }
        Err(departure) => Some(format!("step {}: {}", departure.step, departure.reason)),
    }
}

fn with_other_constant(subject: &Subject, set: &str, executions: u64) -> Option<String> {
    let engine = find(DEFAULT).filter(|_| executions <= MOST_COUNTED)?;
    let set = ["--set".to_string(), set.to_string()];
    match Subject::new(subject.path, subject.annotation, subject.budget, &set) {
        Ok(subject) => {
            let got = subject.run(engine, true).findings.stats.executions;
            (got != executions).then(|| format!("{got} executions, not {executions}"))
        }
        Err(message) => Some(message),
    }
}

fn with_other_options(subject: &Subject, args: &[String], other: &Annotation) -> Option<String> {
    let given = Subject::new(subject.path, subject.annotation, subject.budget, args);
    match given {
        Ok(subject) => other.contradiction(&subject.run(find(DEFAULT)?, false)),
        Err(message) => Some(message),
    }
}

fn annotation_of(path: &Path) -> Result<Annotation, String> {
    let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let annotation = Annotation::parse(&source)?;
    match annotation.expects_something() {
        true => Ok(annotation),
        false => Err("says nothing about its verdict".to_string()),
    }
}

fn examine(path: &Path, budget: &Budget) -> Result<Examined, String> {
    let annotation = annotation_of(path)?;
    let subject = Subject::new(path, &annotation, budget, &[])?;
    let mut examined = Examined::default();
    complete_engines().for_each(|engine| examined.hunt(&subject, engine));
    examined.complete_searches(&subject);
    examined.variants(&subject);
    Ok(examined)
}

/// What is wrong with a program, known defects aside.
fn check(path: &Path, bless: bool) -> Vec<String> {
    let is_defect = DEFECTS.iter().any(|(name, _)| path.ends_with(name));
    match is_defect {
        false => against_expected(path, bless),
        true => {
            let problems = examine(path, &EVERYDAY).map_or_else(|p| vec![p], |e| e.problems);
            defects_aside(path, DEFECTS, problems)
        }
    }
}

fn everyday(path: &Path) -> &'static Budget {
    match path.parent().is_some_and(|folder| folder.ends_with("fair")) {
        true => &FAIR,
        false => &EVERYDAY,
    }
}

/// Compares with (or writes) the expected file; returns what is wrong.
fn against_expected(path: &Path, bless: bool) -> Vec<String> {
    let Examined {
        text, mut problems, ..
    } = match examine(path, everyday(path)) {
        Ok(examined) => examined,
        Err(problem) => return vec![problem],
    };
    let expected = path.with_extension("expected");
    if problems.is_empty() && bless {
        std::fs::write(&expected, &text).expect("the corpus can be written");
    }
    let kept = std::fs::read_to_string(&expected).unwrap_or_default();
    if kept != text {
        problems.push(format!("expected:\n{kept}got:\n{text}"));
    }
    problems
}

/// Does something with all programs (or those whose path has one of the parts that `VSCHECK_ONLY`
/// lists, separated by commas) and lists what is wrong; `VSCHECK_TIMES` prints how long each takes.
fn for_all_programs(work: impl Fn(&Path) -> Vec<String> + Sync) {
    let only = std::env::var("VSCHECK_ONLY").unwrap_or_default();
    let times = std::env::var_os("VSCHECK_TIMES").is_some();
    let programs = corpus_programs().into_iter();
    let named = |path: &str| only.split(',').any(|part| path.contains(part));
    let chosen = programs.filter(|path| named(&path.display().to_string()));
    let problems = in_parallel(chosen.collect(), |path| {
        let start = Instant::now();
        let name = path.strip_prefix(root()).unwrap_or(path).display();
        let problems = work(path).into_iter().map(|p| format!("{name}: {p}"));
        let problems: Vec<String> = problems.collect();
        if times {
            println!("{:7} ms {name}", start.elapsed().as_millis());
        }
        problems
    });
    let problems = problems.concat();
    let count = problems.len();
    assert!(count == 0, "{count} problems:\n{}", problems.join("\n"));
}

#[test]
fn corpus() {
    let bless = std::env::var_os("VSCHECK_BLESS").is_some();
    for_all_programs(|path| check(path, bless));
}

/// The kernel programs of Chen 2009 (table 3.2): the bug is found and replays, the twin without it is
/// proved free of it, and all engines that end agree.
#[test]
fn kernel_programs_are_decided() {
    let thesis = root().join("corpus/thesis");
    let twins = |name: &&str| [format!("{name}.rs"), format!("{name}_fixed.rs")];
    let programs = KERNEL.iter().flat_map(twins).map(|name| thesis.join(name));
    let problems = in_parallel(programs.collect(), |path| {
        let problems = match examine(path, &KERNEL_BUDGET) {
            Ok(examined) if examined.is_undecided() => vec!["undecided".to_string()],
            Ok(examined) => examined.problems,
            Err(problem) => vec![problem],
        };
        let name = path.display();
        problems
            .iter()
            .map(|p| format!("{name}: {p}"))
            .collect::<Vec<_>>()
    });
    assert_eq!(problems.concat(), Vec::<String>::new());
}

/// With budgets that let most searches end: `cargo xtask corpus`.
#[test]
#[ignore = "takes an hour: cargo xtask corpus"]
fn thorough() {
    for_all_programs(|path| match examine(path, &THOROUGH) {
        Ok(examined) => examined.problems,
        Err(problem) => vec![problem],
    });
}
