//! What a program of the corpus, or a random one, prints when rustc compiles it is among the outcomes that
//! vscheck finds. Needs rustc; without it there is nothing to compare with, and the tests say so.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{DEFECTS, corpus_programs, defects_aside, in_parallel, random_programs, root};
use vscheck::agreement::generate::Size;
use vscheck::agreement::program::{Program, Stmt};
use vscheck::agreement::{Form, rust};
use vscheck::annotation::Annotation;
use vscheck::cli::options::reading_with;
use vscheck::exploration::{Outcome, Settings};
use vscheck::limits::Limits;
use vscheck::pipeline::{Hooks, Request, check};

/// Programs that print something else than natively, and why.
const DIFFERENT: &[(&str, &str)] = &[];
/// Native runs that take longer are given up; the program may be waiting for ever.
const NATIVE_TIME: Duration = Duration::from_secs(10);

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Standard output of each of some runs of the program as rustc compiles it; `None` of one that did not end
/// well.
fn native_outputs(
    path: &Path,
    edition: &str,
    (runs, time): (usize, Duration),
) -> Result<Vec<Option<String>>, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let name = path.strip_prefix(root().join("corpus")).unwrap_or(path);
    let binary = folder.join(name.display().to_string().replace('/', "-"));
    let mut compile = rustc();
    compile.args([
        "--edition",
        edition,
        "--cap-lints",
        "allow",
        "-C",
        "debuginfo=0",
    ]);
    compile
        .args(["-C", "overflow-checks=on", "-o"])
        .arg(&binary)
        .arg(path);
    let compiled = compile.output().map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let outputs = (0..runs).map(|_| run(&binary, time)).collect();
    // The binary is in a temporary folder; if it stays, nothing is wrong.
    let _ = std::fs::remove_file(&binary);
    Ok(outputs)
}

fn run(binary: &PathBuf, time: Duration) -> Option<String> {
    let mut command = Command::new(binary);
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .stdin(Stdio::null());
    let mut child = command.spawn().ok()?;
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if start.elapsed() > time {
            // It may have ended meanwhile.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

fn compare(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let annotation = Annotation::parse(&source)?;
    let has_main = source.contains("fn main()");
    if !has_main || !annotation.no_bug || annotation.args.iter().any(|arg| arg == "--set") {
        return Ok(());
    }
    let edition = annotation
        .args
        .iter()
        .skip_while(|arg| *arg != "--edition")
        .nth(1);
    let edition = edition.map_or("2021", String::as_str);
    let native = native_outputs(path, edition, (1, NATIVE_TIME))?;
    are_known(path, &annotation.args, native)
}

/// Whether all that was printed natively is among the outcomes.
fn are_known(path: &Path, args: &[String], native: Vec<Option<String>>) -> Result<(), String> {
    let request = Request {
        path: path.to_path_buf(),
        reading: reading_with(args)?,
        engine: vscheck::engine::DEFAULT,
        settings: Settings {
            all: true,
            outcomes: true,
            limits: Limits {
                executions: Some(1_000),
                transitions: Some(200_000),
                steps: 5_000,
                ..Limits::default()
            },
            ..Settings::default()
        },
    };
    let checked = check(&request, Hooks::default()).map_err(|refusal| refusal.message())?;
    let found = &checked.findings.outcomes;
    let is_known = |output: &String| {
        let mut known = found.iter();
        known.any(|outcome| outcome.end == "ok" && outcome.stdout == *output)
    };
    let undefined = |outcome: &Outcome| matches!(outcome.end, "data-race" | "undefined-behavior");
    let anything = !checked.complete || found.iter().any(undefined);
    match native.iter().flatten().find(|output| !is_known(output)) {
        Some(native) if !anything => {
            Err(format!("prints {native:?}, which is not among {found:?}"))
        }
        Some(_) | None => Ok(()),
    }
}

/// A random program that std alone compiles, in which memory is sequentially consistent and time does not
/// matter.
fn random_program(seed: u64) -> Option<String> {
    let program = Program::random(seed, Form::Rust, Size::Small);
    let selects = |stmt: &Stmt| !stmt.ends().is_empty();
    let others = program.relaxed || program.uses(selects) || program.uses(Stmt::looks_at_clock);
    // At the end of a process, std may lose what is being printed.
    (!others && !program.may_cut_off()).then(|| rust::source(&program))
}

/// How many of them are tried.
const RANDOM_PROGRAMS: u64 = 40;
/// How often each of them runs, and how long: many have deadlocks.
const RANDOM_RUNS: (usize, Duration) = (8, Duration::from_millis(500));

#[test]
fn random_programs_print_what_is_among_the_outcomes() {
    if rustc().arg("--version").output().is_err() {
        println!("skipped: there is no rustc");
        return;
    }
    let count = random_programs(RANDOM_PROGRAMS);
    let args = ["--time", "free", "--child-panic", "propagate"].map(String::from);
    let failures = in_parallel((0..count).collect(), |&seed| {
        let source = random_program(seed)?;
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-{seed}.rs"));
        std::fs::write(&path, &source).expect("a temporary file");
        let native = native_outputs(&path, "2021", RANDOM_RUNS);
        let result = native.and_then(|native| are_known(&path, &args, native));
        // As above.
        let _ = std::fs::remove_file(&path);
        let error = result.err()?;
        Some(format!("seed {seed}: {error}\n{source}"))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn native_output_is_among_the_outcomes() {
    if rustc().arg("--version").output().is_err() {
        println!("skipped: there is no rustc");
        return;
    }
    let only = std::env::var("VSCHECK_ONLY").unwrap_or_default();
    let programs = corpus_programs().into_iter();
    let chosen = programs.filter(|path| path.display().to_string().contains(&only));
    let alone = |path: &PathBuf| !path.starts_with(root().join("corpus/crates"));
    let chosen = chosen.filter(alone);
    let sound = |path: &PathBuf| !DEFECTS.iter().any(|(name, _)| path.ends_with(name));
    let results = in_parallel(chosen.filter(sound).collect(), |path| {
        let problems = compare(path).err().into_iter().collect();
        let problems = defects_aside(path, DIFFERENT, problems).into_iter();
        problems
            .map(|p| format!("{}: {p}", path.display()))
            .collect()
    });
    let failures: Vec<String> = results.into_iter().flat_map(|r: Vec<String>| r).collect();
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} programs:\n{}",
        failures.join("\n")
    );
}
