//! The results of `vscheck test`, in the manner of `cargo test`, and as JSON: schema `vscheck.test/1`.

use super::json::{self, ErrorReport, RunReport};
use super::table::{counted, duration};
use super::text;
use crate::exploration::kind_name;
use crate::harness::{Filter, Ignored, Outcome};
use crate::pipeline::{Caveat, Checked, Refusal, Request, Verdict};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use vscheck_frontend::TestFunction;

/// How a test came out, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// No bug, and everything asked for was explored.
    Ok,
    /// A bug.
    Failed,
    /// `#[ignore]`.
    Ignored,
    /// Not checked: it starts no thread.
    NoThreads,
    /// It could not be checked.
    Unsupported,
    /// A limit stopped it before a bug was found.
    Limit,
}

/// How a test came out.
pub fn word(outcome: &Outcome) -> Word {
    match outcome {
        Outcome::Checked(checked) => match checked.verdict {
            Verdict::Bug => Word::Failed,
            Verdict::NoBug => Word::Ok,
            Verdict::Limit => Word::Limit,
        },
        Outcome::Refused(Refusal::Diagnostic(_)) => Word::Unsupported,
        Outcome::Refused(Refusal::Limit(_)) | Outcome::Interrupted => Word::Limit,
        Outcome::Ignored => Word::Ignored,
        Outcome::NoThreads => Word::NoThreads,
    }
}

/// What stands behind `test path ...`; nothing for tests that are only counted.
pub fn line(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Checked(checked) => checked_line(checked),
        Outcome::Refused(Refusal::Diagnostic(diagnostic)) => {
            format!("unsupported: {}", text::in_one_line(diagnostic))
        }
        Outcome::Refused(Refusal::Limit(limit)) => format!("stopped by {limit}"),
        Outcome::Ignored => "ignored".to_string(),
        Outcome::NoThreads | Outcome::Interrupted => return None,
    })
}

fn checked_line(checked: &Checked) -> String {
    let findings = &checked.findings;
    match checked.verdict {
        Verdict::NoBug if means_panics(checked) => "ok (with a panic of a thread)".to_string(),
        Verdict::NoBug => "ok".to_string(),
        Verdict::Limit => {
            format!("no bug so far; stopped by {}", text::limits_text(checked))
        }
        Verdict::Bug => {
            let mut kinds = Vec::new();
            for bug in &findings.bugs {
                let kind = kind_name(bug.fault.kind).replace('-', " ");
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            format!("FAILED ({})", kinds.join(", "))
        }
    }
}

fn means_panics(checked: &Checked) -> bool {
    let meant = |caveat: &Caveat| matches!(caveat, Caveat::MeantPanics(_));
    checked.caveats.iter().any(meant)
}

/// How many tests came out how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// No bug.
    pub ok: usize,
    /// A bug.
    pub failed: usize,
    /// `#[ignore]`.
    pub ignored: usize,
    /// They start no thread.
    pub no_threads: usize,
    /// They could not be checked, nor could a target as a whole.
    pub unsupported: usize,
    /// Stopped by a limit.
    pub limit: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, word: Word) {
        *match word {
            Word::Ok => &mut self.ok,
            Word::Failed => &mut self.failed,
            Word::Ignored => &mut self.ignored,
            Word::NoThreads => &mut self.no_threads,
            Word::Unsupported => &mut self.unsupported,
            Word::Limit => &mut self.limit,
        } += 1;
    }

    /// Counts those of others too.
    pub fn add_all(&mut self, others: &Tally) {
        self.ok += others.ok;
        self.failed += others.failed;
        self.ignored += others.ignored;
        self.no_threads += others.no_threads;
        self.unsupported += others.unsupported;
        self.limit += others.limit;
    }

    fn verdict(&self) -> &'static str {
        if self.failed > 0 {
            "FAILED"
        } else if self.unsupported > 0 {
            "NOT CHECKED"
        } else if self.limit > 0 {
            "STOPPED"
        } else {
            "ok"
        }
    }
}

/// A test that failed.
pub struct Failure {
    /// Its path.
    pub test: String,
    /// Where it is, if it might be in another target.
    pub target: Option<String>,
    /// What there is to say.
    pub text: String,
}

/// Every failure in full, and their names.
pub fn failures(failures: &[Failure]) -> String {
    if failures.is_empty() {
        return String::new();
    }
    let mut out = "\nfailures:\n".to_string();
    for Failure { test, text, .. } in failures {
        let _ = writeln!(out, "\n---- {test} ----\n{}", text.trim_end());
    }
    out += "\nfailures:\n";
    for Failure { test, target, .. } in failures {
        let place = target.iter().map(|target| format!(", {target}"));
        let _ = writeln!(out, "    {test}{}", place.collect::<String>());
    }
    out
}

/// What is said before the counts of several targets together.
pub fn of_all(targets: usize) -> String {
    format!("\nall {}:", counted(targets as u64, "target"))
}

/// What is said where nothing was there to check: `test result: ok` alone reads as if something had been.
pub fn none(filter: &Filter) -> String {
    let names: Vec<String> = filter
        .names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let names = names.join(" or ");
    let chooses = !filter.skip.is_empty() || filter.ignored == Ignored::Only;
    match (names.is_empty(), filter.exact, chooses) {
        (false, true, _) => format!("note: no test's path is {names}\n"),
        (false, false, _) => format!("note: no test's path has {names} in it\n"),
        (true, _, true) => "note: none of the tests here is asked for\n".to_string(),
        (true, _, false) => {
            "note: there is no `#[test]` here; `run` checks a program from its `main`\n".to_string()
        }
    }
}

/// The counts, of one target or of all.
pub fn result(tally: &Tally, time: Duration) -> String {
    format!(
        "\ntest result: {}. {} passed; {} failed; {} ignored; {} unsupported; {} stopped by a limit; \
         {} skipped: no thread; finished in {}\n",
        tally.verdict(),
        tally.ok,
        tally.failed,
        tally.ignored,
        tally.unsupported,
        tally.limit,
        tally.no_threads,
        duration(time),
    )
}

/// What is said of a target's tests that an interrupt came before.
pub fn not_checked(count: u64) -> String {
    match count {
        0 => String::new(),
        _ => format!("interrupted before {}\n", counted(count, "more test")),
    }
}

/// What is said of a target's tests that start no thread.
pub fn without_threads(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "1 test starts no thread and was skipped\n".to_string(),
        _ => format!("{count} tests start no thread and were skipped\n"),
    }
}

/// The tests of a target by their paths, as a test binary lists them.
pub fn list<'p>(paths: impl Iterator<Item = &'p str>) -> String {
    let mut out = String::new();
    let mut count = 0;
    for path in paths {
        let _ = writeln!(out, "{path}: test");
        count += 1;
    }
    let _ = writeln!(out, "\n{}, 0 benchmarks", counted(count, "test"));
    out
}

/// What is said before the tests of a target.
pub fn running(count: usize) -> String {
    format!("running {}\n", counted(count as u64, "test"))
}

/// What `vscheck test` found.
#[derive(Serialize)]
pub struct TestsReport {
    /// `vscheck.test/1`.
    pub schema: &'static str,
    /// Of the file or package.
    pub path: String,
    /// How it was searched.
    pub engine: &'static str,
    /// What was tested.
    pub targets: Vec<TargetReport>,
    /// How many tests came out in which way.
    pub counts: Tally,
    /// Of all.
    pub time_ms: f64,
    /// Why it is not known what to check.
    pub error: Option<ErrorReport>,
}

/// A file, or a target of a package.
#[derive(Serialize)]
pub struct TargetReport {
    /// Its name.
    pub target: String,
    /// Its tests.
    pub tests: Vec<TestReport>,
    /// Why it cannot be read.
    pub error: Option<ErrorReport>,
}

/// A test.
#[derive(Serialize)]
pub struct TestReport {
    /// Its path within the target.
    pub name: String,
    /// How it came out.
    pub result: Word,
    /// As `vscheck run` reports it; of tests that were not run nothing.
    pub run: Option<RunReport>,
}

/// A test's result.
pub fn test(test: &TestFunction, outcome: &Outcome, request: &Request) -> TestReport {
    TestReport {
        name: test.path.clone(),
        result: word(outcome),
        run: match outcome {
            Outcome::Checked(checked) => Some(json::checked(checked)),
            Outcome::Refused(Refusal::Diagnostic(diagnostic)) => {
                Some(json::rejected(&request.of_test(test), diagnostic))
            }
            Outcome::Refused(Refusal::Limit(limit)) => {
                Some(json::not_searched(&request.of_test(test), *limit))
            }
            Outcome::Ignored | Outcome::NoThreads | Outcome::Interrupted => None,
        },
    }
}

/// The whole result.
pub fn all(
    path: &Path,
    engine: &'static str,
    targets: Vec<TargetReport>,
    (counts, time): (Tally, Duration),
) -> TestsReport {
    TestsReport {
        schema: "vscheck.test/1",
        path: path.display().to_string(),
        engine,
        targets,
        counts,
        time_ms: (time.as_secs_f64() * 1e6).round() / 1e3,
        error: None,
    }
}

/// The result where it is not even known what to check.
pub fn refused(path: &Path, engine: &'static str, error: ErrorReport) -> TestsReport {
    let nothing = (Tally::default(), Duration::ZERO);
    TestsReport {
        error: Some(error),
        ..all(path, engine, Vec::new(), nothing)
    }
}
