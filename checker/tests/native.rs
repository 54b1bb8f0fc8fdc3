//! What a program of the corpus prints when rustc compiles it is among the outcomes that vscheck finds.
//! Needs rustc; without it there is nothing to compare with, and the test says so.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{DEFECTS, corpus_programs, defects_aside, in_parallel, root};
use vscheck::annotation::Annotation;
use vscheck::cli::options::reading_with;
use vscheck::exploration::Settings;
use vscheck::limits::Limits;
use vscheck::pipeline::{Hooks, Request, check};

/// Programs that print something else than natively, and why.
const DIFFERENT: &[(&str, &str)] = &[];
/// Native runs that take longer are given up; the program may be waiting for ever.
const NATIVE_TIME: Duration = Duration::from_secs(10);

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Standard output of the program as rustc compiles it; `None` if it did not end well.
fn native_output(path: &Path, edition: &str) -> Result<Option<String>, String> {
    let folder = std::env::temp_dir().join(format!("vscheck-native-{}", std::process::id()));
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
    let output = run(&binary);
    // The binary is in a temporary folder; if it stays, nothing is wrong.
    let _ = std::fs::remove_file(&binary);
    Ok(output)
}

fn run(binary: &PathBuf) -> Option<String> {
    let mut command = Command::new(binary);
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .stdin(Stdio::null());
    let mut child = command.spawn().ok()?;
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if start.elapsed() > NATIVE_TIME {
            // It may have ended meanwhile.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
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
    let Some(native) = native_output(path, edition.map_or("2021", String::as_str))? else {
        return Ok(());
    };
    let request = Request {
        path: path.to_path_buf(),
        reading: reading_with(&annotation.args)?,
        engine: vscheck::engine::find("value-schedule").expect("the default engine"),
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
    let known = found
        .iter()
        .any(|outcome| outcome.end == "ok" && outcome.stdout == native);
    match known || !checked.complete {
        true => Ok(()),
        false => Err(format!("prints {native:?}, which is not among {found:?}")),
    }
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
