//! Cargo packages: targets, features, libraries, and what is said when there is nothing to check.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::root;

/// Exit code, and everything that it prints.
fn run_with(configure: impl FnOnce(&mut Command), arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vscheck"));
    command.args(arguments).current_dir(root());
    command.stdin(Stdio::null());
    configure(&mut command);
    let output = command.output().expect("vscheck runs");
    let text = [output.stdout, output.stderr].concat();
    let code = output.status.code().expect("an exit code");
    (code, String::from_utf8(text).expect("text"))
}

/// `vscheck run`, its words separated by spaces: the exit code, and a part of what it prints.
fn check(arguments: &str, code: i32, part: &str) {
    let arguments: Vec<&str> = std::iter::once("run")
        .chain(arguments.split_whitespace())
        .collect();
    let (found, text) = run_with(|_| (), &arguments);
    assert_eq!(found, code, "{arguments:?}: {text}");
    assert!(text.contains(part), "{arguments:?}: {text}");
}

const TICKETS: &str = "corpus/packages/tickets";
const QUEUE: &str = "corpus/packages/queue";

#[test]
fn a_bug_of_the_library_shows_in_every_target() {
    check(TICKETS, 1, "tickets/src/main.rs:9");
    check(&format!("{TICKETS}/Cargo.toml"), 1, "oversold");
    check(&format!("{TICKETS} --bin tickets"), 1, "oversold");
    let test = format!("{TICKETS} --test sales --entry");
    check(&format!("{test} last_seat"), 1, "sold twice");
    let unit_test = format!("{TICKETS} --lib --entry tests::");
    check(&format!("{unit_test}two_counters"), 1, "sold 2 of 1");
}

#[test]
fn what_does_not_race_is_fine() {
    let all = format!("{TICKETS} --all");
    check(
        &format!("{all} --test sales --entry one_after_the_other"),
        0,
        "no bug",
    );
    check(
        &format!("{all} --lib --entry tests::one_counter"),
        0,
        "no bug",
    );
    let example = format!("{TICKETS} --example quiet --outcomes");
    check(&example, 0, "quiet true");
}

#[test]
fn features_choose_the_source() {
    let careful = format!("{TICKETS} --features careful --outcomes");
    check(&careful, 0, "1 sold, 1 counted");
    let quiet = format!("{careful} --no-default-features");
    check(&quiet, 0, "1 sold, 0 counted");
    let test = format!("{TICKETS} --features careful --test sales --entry last_seat");
    check(&test, 0, "no bug");
    check(&format!("{TICKETS} --all-features"), 0, "no bug");
    check(
        &format!("{TICKETS} --features fast"),
        2,
        "has no feature `fast`",
    );
}

#[test]
fn dependencies_are_compiled_from_source() {
    check(&format!("{QUEUE} --bin two --outcomes"), 0, "[1, 2]");
    check(&format!("{QUEUE} --bin three"), 1, "queue/shelf/src/lib.rs");
}

#[test]
fn targets_are_named_clearly() {
    check(QUEUE, 2, "several binaries: name one with --bin");
    check(&format!("{QUEUE} --bin four"), 2, "has no binary `four`");
    check(&format!("{QUEUE} --test t"), 2, "has no test `t`");
    check("corpus/packages", 2, "there is no `Cargo.toml`");
    check(".", 2, "workspace of several packages");
    check("corpus/packages/nowhere", 2, "cannot read");
    let file = format!("{TICKETS}/examples/quiet.rs");
    check(&format!("{file} --lib"), 2, "is a single file");
}

#[test]
fn a_recorded_schedule_replays() {
    let folder = temporary("trace");
    let trace = folder.join("trace.json");
    let trace = trace.to_str().expect("a path of text");
    let test = ["--test", "sales", "--entry", "last_seat"];
    let words = [&["run", TICKETS][..], &test, &["--trace", trace]].concat();
    assert_eq!(run_with(|_| (), &words).0, 1);
    let (code, text) = run_with(|_| (), &["replay", trace]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("sold twice"), "{text}");
}

#[test]
fn bad_manifests_are_refused() {
    let folder = temporary("malformed");
    write(&folder, "Cargo.toml", "[package\nname = ");
    check(folder.to_str().expect("text"), 2, "cargo does not accept");
    let folder = temporary("no-target");
    write(
        &folder,
        "Cargo.toml",
        "[workspace]\n[package]\nname = 'empty'\nversion = '0.1.0'\n",
    );
    check(folder.to_str().expect("text"), 2, "no targets");
}

#[test]
fn without_cargo_it_says_so() {
    let nowhere = |command: &mut Command| {
        command.env("PATH", "/nonexistent").env_remove("CARGO");
    };
    let (code, text) = run_with(nowhere, &["run", TICKETS]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("`cargo`"), "{text}");
    assert!(text.contains("is not installed"), "{text}");
}

/// A new folder of this test's own.
fn temporary(name: &str) -> PathBuf {
    let name = format!("vscheck-packages-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a temporary file");
}
