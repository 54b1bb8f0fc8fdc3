//! `vscheck test`.

use super::options::{
    ManyTargets, ReadingOptions, SearchOptions, WithoutEffect, engine_help, parse_engine,
    reading_words,
};
use super::output::{self, complain, print};
use super::progress::{When, progress};
use super::run::{Format, print_json};
use super::{Failure, Program, exit, shell};
use crate::engine::{self, Engine};
use crate::harness::{Filter, Harness, How, Ignored, Outcome};
use crate::package::{self, PackageOptions, Scope, Target, TestTarget};
use crate::pipeline::{Refusal, Request, Verdict};
use crate::report::json::{self, ErrorReport};
use crate::report::table::shown;
use crate::report::tests::{Tally, TargetReport, TestReport, Word};
use crate::report::{snippet, tests, text};
use crate::source::single_file;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use vscheck_frontend::Diagnostic;

/// Time for a test where the user gives none.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Check every test that starts threads, in the manner of `cargo test`
///
/// Tests that start no thread are counted and left to `cargo test`. A limit, such as the time (60 s
/// unless --timeout says otherwise), is for each test.
#[derive(Args, Clone)]
#[command(after_help = engine_help(), mut_arg("entry", |entry| entry.hide(true)))]
pub struct TestOptions {
    #[command(flatten)]
    choice: Choice,
    /// Options of a test binary, as behind the `--` of `cargo test`
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    reading: ReadingOptions<ManyTargets>,
    #[command(flatten)]
    search: SearchOptions,
    /// How to search
    #[arg(long, value_name = "NAME", default_value = engine::DEFAULT.name, value_parser = parse_engine)]
    engine: &'static Engine,
    /// A report for people, or one JSON object
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// When to show a progress line on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
    #[command(flatten)]
    without_effect: WithoutEffect,
    /// `cargo test` goes on after a failure, as is always done here
    #[arg(long, help_heading = "Taken as by Cargo, without effect")]
    no_fail_fast: bool,
    #[arg(long, hide = true)]
    doc: bool,
}

// Which tests, and how many at once, as `cargo test` and the test binaries that it runs understand it. (A doc
// comment would become help.)
#[derive(Args, Clone, Default)]
struct Choice {
    /// Only tests with one of these in their path
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// Leave out tests with this in their path; may be given several times
    #[arg(long, value_name = "FILTER")]
    skip: Vec<String>,
    /// Filters are whole paths of tests
    #[arg(long)]
    exact: bool,
    /// Check only tests that are marked `#[ignore]`
    #[arg(long, group = "ignore")]
    ignored: bool,
    /// Check tests that are marked `#[ignore]` too
    #[arg(long, group = "ignore")]
    include_ignored: bool,
    /// Print the paths of the tests and check nothing
    #[arg(long, visible_alias = "no-run")]
    list: bool,
    /// How many tests are searched at once [default: `RUST_TEST_THREADS`, or as many as there are processors]
    #[arg(long, value_name = "N")]
    test_threads: Option<NonZeroUsize>,
}

/// What may stand behind `--`: a choice, and how a test binary prints, which means nothing here.
#[derive(clap::Parser)]
#[command(
    no_binary_name = true,
    override_usage = "vscheck test PROGRAM -- [OPTIONS] [FILTER]..."
)]
struct OfBinary {
    #[command(flatten)]
    choice: Choice,
    #[arg(long, alias = "no-capture", hide = true)]
    nocapture: bool,
    #[arg(long, hide = true)]
    show_output: bool,
    #[arg(long, short, hide = true)]
    quiet: bool,
    #[arg(long, hide = true)]
    color: Option<String>,
    #[arg(long, hide = true)]
    format: Option<String>,
}

impl Choice {
    /// Together with what stands behind `--`.
    fn with(mut self, arguments: &[String]) -> Result<Choice, Failure> {
        let parsed = <OfBinary as clap::Parser>::try_parse_from(arguments);
        let refused = |error: clap::Error| {
            let words = error.to_string();
            let message = words.strip_prefix("error: ").unwrap_or(&words);
            Failure(message.trim_end().to_string())
        };
        let more = parsed.map_err(refused)?.choice;
        self.filters.extend(more.filters);
        self.skip.extend(more.skip);
        self.exact |= more.exact;
        self.ignored |= more.ignored;
        self.include_ignored |= more.include_ignored;
        self.list |= more.list;
        self.test_threads = more.test_threads.or(self.test_threads);
        Ok(self)
    }

    /// How many tests are searched at once.
    fn at_once(&self) -> Result<usize, Failure> {
        let asked = match (self.test_threads, std::env::var("RUST_TEST_THREADS")) {
            (Some(asked), _) => Some(asked),
            (None, Ok(text)) => {
                let refused = |_| {
                    Failure(format!(
                        "`RUST_TEST_THREADS` is `{text}`, not a number of threads"
                    ))
                };
                Some(text.parse().map_err(refused)?)
            }
            (None, Err(_)) => None,
        };
        let at_once = asked.or_else(|| std::thread::available_parallelism().ok());
        Ok(at_once.map_or(1, NonZeroUsize::get))
    }

    fn filter(&self) -> Filter {
        Filter {
            names: self.filters.clone(),
            skip: self.skip.clone(),
            exact: self.exact,
            ignored: match (self.ignored, self.include_ignored) {
                (_, true) => Ignored::Include,
                (true, _) => Ignored::Only,
                _ => Ignored::List,
            },
        }
    }
}

/// Runs the command.
pub fn run(
    path: &Path,
    options: &TestOptions,
    program: Program,
    cancel: &Arc<AtomicBool>,
) -> Result<u8, Failure> {
    match check_all(path, options, program, cancel) {
        Err(Failure(message)) if options.format == Format::Json => {
            let error = json::error(&Diagnostic::general(message));
            print_json(&tests::refused(path, options.engine.name, error));
            Ok(exit::NOT_CHECKED)
        }
        result => result,
    }
}

fn check_all(
    path: &Path,
    options: &TestOptions,
    program: Program,
    cancel: &Arc<AtomicBool>,
) -> Result<u8, Failure> {
    if options.reading.names_an_entry() {
        let message = "tests are chosen with FILTER, not with --entry";
        return Err(Failure(message.to_string()));
    }
    if options.doc {
        let message = "doc tests are not supported: nothing is checked with --doc";
        return Err(Failure(message.to_string()));
    }
    let choice = options.choice.clone().with(&options.arguments)?;
    if choice.list && options.format == Format::Json {
        return Err(Failure("--list prints names, not JSON".to_string()));
    }
    let start = Instant::now();
    let mut session = Session {
        path,
        options,
        program,
        cancel,
        filter: choice.filter(),
        at_once: choice.at_once()?,
        lists: choice.list,
        targets: 0,
        tally: Tally::default(),
        failures: Vec::new(),
    };
    let targets = find(path, options)?;
    session.targets = targets.len();
    let reports: Vec<TargetReport> = targets.into_iter().map(|t| session.target(t)).collect();
    let time = start.elapsed();
    match options.format {
        Format::Human if choice.list => {}
        Format::Human => {
            print(&tests::failures(&session.failures));
            if session.targets > 1 {
                print(&tests::of_all(session.targets));
            }
            print(&tests::result(&session.tally, time));
            if session.tally == Tally::default() && !cancel.load(Ordering::Relaxed) {
                print(&tests::none(&session.filter));
            }
        }
        Format::Json => {
            let counts = session.tally.clone();
            let report = tests::all(path, options.engine.name, reports, (counts, time));
            print_json(&report);
        }
    }
    Ok(exit_code(&session.tally))
}

fn exit_code(tally: &Tally) -> u8 {
    match tally {
        Tally { failed: 1.., .. } => exit::BUG,
        Tally {
            unsupported: 1.., ..
        } => exit::NOT_CHECKED,
        Tally { limit: 1.., .. } => exit::LIMIT,
        _ => exit::NO_BUG,
    }
}

/// A target whose tests are checked.
struct Found {
    title: String,
    /// How the command line names it, and with what it is built.
    asked: PackageOptions,
    target: Result<Target, String>,
}

/// The targets of a package or of several, or the file by itself.
fn find(path: &Path, options: &TestOptions) -> Result<Vec<Found>, Failure> {
    let reading = options.reading.of_any_target();
    let scope = options.reading.scope().map_err(Failure)?;
    if package::is_package(path) {
        let found = package::find_tests(path, &reading, &scope);
        return Ok(found.map_err(Failure)?.into_iter().map(named).collect());
    }
    let shown = path.display();
    if let Err(error) = std::fs::metadata(path) {
        return Err(Failure(format!("cannot read `{shown}`: {error}")));
    }
    if scope != Scope::default() {
        let message = "is a single file: targets, features and profiles are a package's";
        return Err(Failure(format!("`{shown}` {message}")));
    }
    let target = single_file(path, &reading).map_err(|diagnostic| Failure(diagnostic.message))?;
    Ok(vec![Found {
        title: shown.to_string(),
        asked: reading.package,
        target: Ok(target),
    }])
}

fn named(found: TestTarget) -> Found {
    let file = match &found.target {
        Ok(target) => format!(" ({})", target.root.display()),
        Err(_) => String::new(),
    };
    let whole = format!("package `{}`", found.package);
    Found {
        title: match &found.asked.target {
            Some(selection) => format!("{selection} of {whole}{file}"),
            None => whole,
        },
        asked: found.asked,
        target: found.target,
    }
}

/// One run of the command.
struct Session<'o> {
    path: &'o Path,
    options: &'o TestOptions,
    program: Program,
    cancel: &'o Arc<AtomicBool>,
    filter: Filter,
    /// How many tests are searched at once.
    at_once: usize,
    /// Tests are only listed.
    lists: bool,
    /// How many there are.
    targets: usize,
    tally: Tally,
    failures: Vec<tests::Failure>,
}

impl Session<'_> {
    fn say(&self, text: &str) {
        if self.options.format == Format::Human {
            print(&shown(text));
        }
    }

    fn target(&mut self, found: Found) -> TargetReport {
        let verb = if self.lists { "listing" } else { "checking" };
        self.say(&format!("\n{verb} {}\n", found.title));
        let mut request = self.request(&found);
        let start = Instant::now();
        let before = std::mem::take(&mut self.tally);
        let harness = match found.target {
            Ok(target) => Harness::open(target, &mut request, self.cancel),
            Err(message) => Err(Diagnostic::general(message).into()),
        };
        let (tests, error) = match harness {
            Ok(mut harness) => {
                harness.panics_may_be_meant = !self.options.reading.says_what_panics_mean();
                (self.all(&mut harness, &found.title, &request), None)
            }
            Err(refusal) => (Vec::new(), Some(self.unread(&refusal))),
        };
        if self.targets > 1 && !self.lists {
            self.say(&tests::result(&self.tally, start.elapsed()));
        }
        self.tally.add_all(&before);
        TargetReport {
            target: found.title,
            tests,
            error,
        }
    }

    /// A target that cannot be read counts as one thing that could not be checked.
    fn unread(&mut self, refusal: &Refusal) -> ErrorReport {
        match refusal {
            Refusal::Diagnostic(diagnostic) => {
                self.tally.add(Word::Unsupported);
                if self.options.format == Format::Human {
                    complain(&snippet::diagnostic(diagnostic, output::error_style()));
                }
            }
            Refusal::Limit(limit) => {
                self.tally.add(Word::Limit);
                self.say(&text::not_searched(*limit));
            }
        }
        json::refusal(refusal)
    }

    fn all(&mut self, harness: &mut Harness, target: &str, request: &Request) -> Vec<TestReport> {
        let tests = harness.tests(&self.filter);
        if self.lists {
            let paths = tests.iter().map(|test| test.path.as_str());
            self.say(&tests::list(paths));
            return Vec::new();
        }
        self.say(&tests::running(tests.len()));
        let mut reports = Vec::new();
        let mut left = 0;
        let (filter, shows_progress) = (self.filter.clone(), self.options.progress);
        let how = How {
            filter: &filter,
            request,
            progress: &|| progress(shows_progress),
            cancel: self.cancel,
            at_once: self.at_once,
        };
        harness.check(&tests, &how, &mut |test, outcome| {
            left += u64::from(matches!(outcome, Outcome::Interrupted));
            self.conclude(&test.path, target, &outcome);
            reports.push(tests::test(test, &outcome, request));
        });
        self.say(&tests::not_checked(left));
        let skipped = reports.iter().filter(|test| test.result == Word::NoThreads);
        self.say(&tests::without_threads(skipped.count()));
        reports
    }

    fn conclude(&mut self, name: &str, target: &str, outcome: &Outcome) {
        self.tally.add(tests::word(outcome));
        if let Some(line) = tests::line(outcome) {
            self.say(&format!("test {name} ... {line}\n"));
        }
        if self.options.format == Format::Json {
            return;
        }
        let text = match outcome {
            Outcome::Checked(checked) if checked.verdict == Verdict::Bug => {
                let hint = self.replay_hint(&checked.request);
                text::report(checked, &hint, output::style())
            }
            Outcome::Refused(Refusal::Diagnostic(diagnostic)) => {
                snippet::diagnostic(diagnostic, output::style())
            }
            _ => return,
        };
        self.failures.push(tests::Failure {
            test: name.to_string(),
            target: (self.targets > 1).then(|| target.to_string()),
            text,
        });
    }

    /// The commands that record and replay the bug of a test.
    fn replay_hint(&self, request: &Request) -> String {
        let program = self.program.name();
        let mut words = vec![program.to_string(), "run".to_string()];
        let path = shell::quoted(self.path.as_os_str());
        match self.program {
            Program::Vscheck => words.push(path),
            // The nearest package is a folder.
            Program::Cargo if self.path.is_file() => {
                words.extend(["--manifest-path".to_string(), path]);
            }
            Program::Cargo => {}
        }
        let mut options = reading_words(&request.reading);
        if self.options.engine.name != engine::DEFAULT.name {
            options.extend(["--engine".to_string(), self.options.engine.name.to_string()]);
        }
        words.extend(options.iter().map(|word| shell::quoted(word.as_ref())));
        let words = words.join(" ");
        format!("replay it:\n  {words} --trace bug.json\n  {program} replay bug.json\n")
    }

    fn request(&self, found: &Found) -> Request {
        let mut reading = self.options.reading.of_any_target();
        reading.package = found.asked.clone();
        let mut settings = self.options.search.settings();
        settings.limits.timeout.get_or_insert(TIMEOUT);
        Request {
            path: self.path.to_path_buf(),
            reading,
            engine: self.options.engine,
            settings,
        }
    }
}
