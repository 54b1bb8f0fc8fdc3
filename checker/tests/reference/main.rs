//! The whole checker against a second account of what Rust's operations mean (`explore.rs`, `step.rs`), which
//! shares no code with it: random programs are written down as Rust (`generate.rs`, `program.rs`), and vscheck must
//! find exactly the outputs that they may have, and a data race or a standstill exactly where there can be one.

#[path = "../support/mod.rs"]
mod support;

mod explore;
mod generate;
mod program;
mod state;
mod step;

use explore::Behaviour;
use program::Program;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use support::{in_parallel, random_programs};
use vscheck::cli::options::reading_with;
use vscheck::engine::{DEFAULT, Engine, find};
use vscheck::exploration::{Outcome, Settings, kind_name};
use vscheck::limits::Limits;
use vscheck::pipeline::{Checked, Hooks, Request, Verdict, check_program, load_bounded};
use vscheck::source::Reading;

/// How many programs are tried.
const PROGRAMS: u64 = 120;
/// States of the reference: a program that has more is passed over.
const MOST_STATES: usize = 200_000;
/// Executions of the value-schedule engine: so is a program that has more.
const MOST_EXECUTIONS: u64 = 20_000;

/// Other engines, each of which tries a part of the programs, and what they do without.
const OTHERS: [(&str, &[&str]); 5] = [
    ("dpor", &[]),
    ("dpor", &["sleep-sets"]),
    ("dpor", &["commuting-reads"]),
    ("dfs", &[]),
    ("exhaustive", &[]),
];
/// Executions, or states, of theirs beyond which they are let off.
const MOST_OF_OTHERS: u64 = 2_000;

/// Hunts for the first bug: their patience with value schedules, and what they do without. The first is the usual
/// one, the second asks the search of what commutes at once, the third stored states.
const HUNTS: [(Option<u64>, &[&str]); 3] = [
    (None, &[]),
    (Some(0), &["priority", "states"]),
    (Some(0), &["priority", "additions", "sections"]),
];

/// A program that vscheck has read.
struct Checker {
    request: Request,
    program: Arc<vscheck_ir::Program>,
}

impl Checker {
    fn new(seed: u64, source: &str) -> Result<Checker, String> {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reference-{seed}.rs"));
        std::fs::write(&path, source).expect("a temporary file");
        let mut reading: Reading =
            reading_with(&["--edition", "2024", "--child-panic", "propagate"].map(String::from))?;
        let program = load_bounded(&path, &reading);
        // The file is in a temporary folder; if it stays, nothing is wrong.
        let _ = std::fs::remove_file(&path);
        let program = program.map_err(|refusal| refusal.message())?;
        reading.note_acceptance(&program);
        let request = Request {
            path,
            reading,
            engine: DEFAULT,
            settings: Settings::default(),
        };
        Ok(Checker { request, program })
    }

    fn check(&self, engine: &'static Engine, settings: Settings) -> Result<Checked, String> {
        let request = Request {
            engine,
            settings,
            ..self.request.clone()
        };
        let checked = check_program(self.program.clone(), &request, Hooks::default());
        checked.map_err(|refusal| refusal.message())
    }

    /// All that the program may do, as one engine finds it; nothing if that does not come to an end within so many
    /// executions or states.
    fn behaviour(
        &self,
        engine: &'static Engine,
        disable: &[&str],
        most: u64,
    ) -> Result<Option<Behaviour>, String> {
        let limits = Limits {
            executions: Some(most),
            states: Some(most),
            ..Limits::default()
        };
        let settings = Settings {
            all: true,
            outcomes: true,
            disable: names(disable),
            limits,
            ..Settings::default()
        };
        let checked = self.check(engine, settings)?;
        let found = checked
            .complete
            .then(|| behaviour(&checked.findings.outcomes));
        found.transpose()
    }

    /// What is wrong with the verdicts of hunts for the first bug.
    fn wrong_verdict(&self, expected: &Behaviour) -> Result<(), String> {
        for (patience, disable) in HUNTS {
            let settings = Settings {
                patience,
                disable: names(disable),
                ..Settings::default()
            };
            let checked = self.check(DEFAULT, settings)?;
            let bugs = checked.findings.bugs.iter();
            let found: Vec<&str> = bugs.map(|bug| kind_name(bug.fault.kind)).collect();
            let is_right = match checked.verdict {
                Verdict::Bug => found.iter().all(|kind| expected.has(kind)),
                Verdict::NoBug => expected.bugs() == [false; 3],
                Verdict::Limit => false,
            };
            if !is_right {
                let verdict = checked.verdict.name();
                let limits = &checked.findings.limits;
                return Err(format!(
                    "without {disable:?}: {verdict} {found:?} {limits:?} for {:?}",
                    expected.bugs()
                ));
            }
        }
        Ok(())
    }
}

fn names(techniques: &[&str]) -> BTreeSet<String> {
    techniques.iter().map(|name| name.to_string()).collect()
}

/// What executions show that end like this.
fn behaviour(outcomes: &BTreeSet<Outcome>) -> Result<Behaviour, String> {
    let mut behaviour = Behaviour::default();
    for outcome in outcomes {
        match outcome.end {
            "ok" => behaviour.printed.extend([outcome.stdout.clone()]),
            "data-race" => behaviour.races = true,
            "deadlock" | "livelock" => behaviour.sticks = true,
            "panic" => behaviour.fails = true,
            other => return Err(format!("an execution ends with {other}: {outcome:?}")),
        }
    }
    Ok(behaviour)
}

/// How one program differs; nothing if it is too big.
fn difference(seed: u64) -> Option<Option<String>> {
    let program = generate::program(seed);
    let expected = explore::explore(&program, MOST_STATES)?;
    let source = program.source();
    let (other, disable) = OTHERS[seed as usize % OTHERS.len()];
    let compared = Checker::new(seed, &source).and_then(|checker| {
        let Some(found) = checker.behaviour(DEFAULT, &[], MOST_EXECUTIONS)? else {
            return Ok(false);
        };
        differs(&program, &expected, &found)?;
        let engine = find(other).expect("an engine");
        if let Some(found) = checker.behaviour(engine, disable, MOST_OF_OTHERS)? {
            let differs = differs(&program, &expected, &found);
            differs.map_err(|why| format!("{other} without {disable:?}: {why}"))?;
        }
        checker.wrong_verdict(&expected)?;
        Ok(true)
    });
    match compared {
        Ok(is_compared) => is_compared.then_some(None),
        Err(problem) => Some(Some(format!("seed {seed}: {problem}\n{source}"))),
    }
}

fn differs(program: &Program, expected: &Behaviour, found: &Behaviour) -> Result<(), String> {
    let may_stick = found.sticks && expected.races_or_sticks;
    let same_bugs = found.bugs() == expected.bugs()
        || may_stick && found.bugs() == [expected.races, true, expected.fails];
    // The machine makes a plain access right behind the operation before: no program ends in between.
    let tells_outputs = !(program.leaves && found.races);
    if same_bugs && (!tells_outputs || found.printed == expected.printed) {
        return Ok(());
    }
    let missing = |a: &BTreeSet<String>, b| a.difference(b).next().cloned();
    Err(format!(
        "races, sticks, fails: {:?} for {:?}; not found: {:?}; not possible: {:?}",
        found.bugs(),
        expected.bugs(),
        missing(&expected.printed, &found.printed),
        missing(&found.printed, &expected.printed),
    ))
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
