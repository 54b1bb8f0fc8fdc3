//! The whole checker against a second account of what Rust's operations mean (`explore.rs`, `step.rs`), which
//! shares no code with it: random programs are written down as Rust (`generate.rs`, `program.rs`), and vscheck must
//! find exactly the outputs that they may have, and a data race or a standstill exactly where there can be one.

#[path = "../support/mod.rs"]
mod support;

mod channel;
mod explore;
mod generate;
mod program;
mod state;
mod step;

use explore::Behaviour;
use std::collections::BTreeSet;
use std::path::Path;
use support::{in_parallel, random_programs};
use vscheck::cli::options::reading_with;
use vscheck::exploration::Settings;
use vscheck::pipeline::{Hooks, Request, check};

/// How many programs are tried.
const PROGRAMS: u64 = 120;
/// States of the reference: a program that has more is passed over.
const MOST_STATES: usize = 200_000;

/// What vscheck finds.
fn found(seed: u64, source: &str) -> Result<Behaviour, String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reference-{seed}.rs"));
    std::fs::write(&path, source).expect("a temporary file");
    let request = Request {
        path: path.clone(),
        reading: reading_with(
            &["--edition", "2024", "--child-panic", "propagate"].map(String::from),
        )?,
        engine: vscheck::engine::DEFAULT,
        settings: Settings {
            all: true,
            outcomes: true,
            ..Settings::default()
        },
    };
    let checked = check(&request, Hooks::default());
    // The file is in a temporary folder; if it stays, nothing is wrong.
    let _ = std::fs::remove_file(&path);
    let checked = checked.map_err(|refusal| refusal.message())?;
    if !checked.complete {
        return Err("the search is not complete".to_string());
    }
    let mut behaviour = Behaviour::default();
    for outcome in &checked.findings.outcomes {
        match outcome.end {
            "ok" => behaviour.printed.extend([outcome.stdout.clone()]),
            "data-race" => behaviour.races = true,
            "deadlock" | "livelock" => behaviour.sticks = true,
            other => return Err(format!("an execution ends with {other}: {outcome:?}")),
        }
    }
    Ok(behaviour)
}

/// How one program differs; nothing if it has too many states.
fn difference(seed: u64) -> Option<Option<String>> {
    let program = generate::program(seed);
    let expected = explore::explore(&program, MOST_STATES)?;
    let source = program.source();
    let problem = match found(seed, &source) {
        Err(error) => error,
        Ok(found) if found == expected => return Some(None),
        // The machine makes a plain access right behind the operation before: no program ends in between.
        Ok(found) if program.leaves && found.races && found.is_like(&expected) => {
            return Some(None);
        }
        Ok(found) => {
            let missing = |a: &BTreeSet<String>, b| a.difference(b).next().cloned();
            let unknown = missing(&found.printed, &expected.printed);
            let missed = missing(&expected.printed, &found.printed);
            format!(
                "races: {} for {}; sticks: {} for {}; not found: {missed:?}; not possible: {unknown:?}",
                found.races, expected.races, found.sticks, expected.sticks
            )
        }
    };
    Some(Some(format!("seed {seed}: {problem}\n{source}")))
}

#[test]
fn random_programs_do_what_their_operations_mean() {
    let count = random_programs(PROGRAMS);
    let results = in_parallel((0..count).collect(), |&seed| difference(seed));
    let compared: Vec<&Option<String>> = results.iter().flatten().collect();
    let differ: Vec<&str> = compared.iter().filter_map(|d| d.as_deref()).collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    // Most of them can be compared, or the test says little.
    assert!(compared.len() as u64 * 10 >= count * 9);
}
