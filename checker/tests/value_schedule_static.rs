//! The two-stage search (Chen 2009, chapter 5) on the programs of the thesis: what it finds within
//! small limits, that it replays, and that it claims no more.

mod support;

use std::path::{Path, PathBuf};
use support::{in_parallel, root};
use vscheck::annotation::Annotation;
use vscheck::engine::find;
use vscheck::exploration::Settings;
use vscheck::limits::{Limit, Limits};
use vscheck::pipeline::{Checked, Hooks, Request, Verdict, check};
use vscheck::schedule::follow;
use vscheck::source::Reading;
use vscheck::stats::Stats;

/// Of the 23 programs, it finds the bug of at least so many within [`STATES`]. (Guided by what runs
/// show, the incremental search finds all.)
const AT_LEAST: usize = 13;

/// Backtracking points.
const STATES: u64 = 40_000;
/// The same where there is nothing to find.
const STATES_FIXED: u64 = 4_000;

fn thesis_programs(fixed: bool) -> Vec<PathBuf> {
    let folder = root().join("corpus/thesis");
    let entries = std::fs::read_dir(folder).expect("the corpus");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
        .filter(|path| name(path).ends_with("_fixed") == fixed)
        .collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    let stem = path.file_stem().expect("a file");
    stem.to_string_lossy().into_owned()
}

fn hunt(path: &Path, states: u64) -> Checked {
    hunt_without(&[], path, states)
}

fn hunt_without(techniques: &[&str], path: &Path, states: u64) -> Checked {
    let request = Request {
        path: path.to_path_buf(),
        reading: Reading::default(),
        engine: find("value-schedule-static").expect("an engine"),
        settings: Settings {
            disable: techniques.iter().map(|name| name.to_string()).collect(),
            limits: Limits {
                states: Some(states),
                steps: 20_000,
                ..Limits::default()
            },
            ..Settings::default()
        },
    };
    check(&request, Hooks::default()).expect("an accepted program")
}

#[test]
fn bugs_of_the_thesis() {
    let found = in_parallel(thesis_programs(false), |path| {
        let checked = hunt(path, STATES);
        let source = std::fs::read_to_string(path).expect("a program");
        let annotation = Annotation::parse(&source).expect("annotations");
        let bug = checked.findings.bugs.first()?;
        assert_eq!(annotation.contradiction(&checked), None, "{path:?}");
        let schedule = bug.run.schedule();
        let start = checked.findings.start.clone();
        let Ok(replayed) = follow(start, &schedule) else {
            panic!("{path:?}: the schedule does not replay");
        };
        assert_eq!(replayed.machine.end(), bug.run.machine.end(), "{path:?}");
        Some(name(path))
    });
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.len() >= AT_LEAST, "only {found:?}");
}

#[test]
fn nothing_is_claimed_where_there_is_no_bug() {
    let wrong = in_parallel(thesis_programs(true), |path| {
        let checked = hunt(path, STATES_FIXED);
        let honest = checked.verdict == Verdict::Limit && !checked.complete;
        (!honest).then(|| name(path))
    });
    assert_eq!(
        wrong.into_iter().flatten().collect::<Vec<_>>(),
        Vec::<String>::new()
    );
}

#[test]
fn a_search_that_ends_says_that_it_is_not_complete() {
    let path = root().join("corpus/thesis/wronglock_fixed.rs");
    let checked = hunt(&path, u64::MAX);
    assert_eq!(checked.findings.limits, [Limit::Incomplete]);
    assert!(checked.findings.stats.executions > 1 && !checked.complete);
}

/// A path that leads nowhere is dropped at once, or in the end all its ways are; what is run is the same.
#[test]
fn accessibility_drops_paths_early() {
    let path = root().join("corpus/thesis/alarmclock_fixed.rs");
    let with = hunt(&path, STATES_FIXED).findings.stats;
    let without = hunt_without(&["accessibility"], &path, STATES_FIXED)
        .findings
        .stats;
    assert_eq!(with.executions, without.executions);
    let dropped = |stats: &Stats| stats.engine["paths_unfulfillable"];
    assert!(dropped(&with) < dropped(&without));
}
