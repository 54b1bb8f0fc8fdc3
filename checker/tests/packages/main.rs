//! Cargo packages: targets, features, libraries, their tests, and what is said when there is nothing to
//! check.

#[path = "../support/mod.rs"]
mod support;

mod build_scripts;
mod cache;
mod configuration;
mod macros;
mod published;
mod refusals;
mod targets;
mod testing;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::root;

/// Exit code, and everything that it prints.
fn run_with(configure: impl FnOnce(&mut Command), arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vscheck"));
    command.args(arguments).current_dir(root());
    configure(&mut command);
    finish(command)
}

fn finish(mut command: Command) -> (i32, String) {
    command.stdin(Stdio::null());
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
const LOCKERS: &str = "corpus/packages/lockers";

/// `cargo vscheck` in the folder of a package, its words separated by spaces.
fn cargo_vscheck(package: &str, arguments: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-vscheck"));
    // Cargo puts the command's name first.
    command.arg("vscheck").args(arguments.split_whitespace());
    command.current_dir(root().join(package));
    finish(command)
}

fn listed_in(package: &str, arguments: &str) -> Vec<String> {
    let (code, text) = cargo_vscheck(package, &format!("test --list {arguments}"));
    assert_eq!(code, 0, "{text}");
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    names.map(str::to_string).collect()
}

/// Each of the lines stands in the text, in this order.
fn contains_lines(text: &str, lines: &[&str]) {
    let mut rest = text.lines();
    for line in lines {
        assert!(
            rest.any(|l| l.starts_with(line)),
            "`{line}` not in:\n{text}"
        );
    }
}

fn in_root(mut command: Command) -> Command {
    command.current_dir(root());
    command
}

/// The manifest of a package, which ends with this.
fn manifest(name: &str, rest: &str) -> String {
    format!("[package]\nname = '{name}'\nversion = '0.1.0'\nedition = '2024'\n{rest}")
}

/// A package in a new folder of this test's own: files by their paths in it.
fn package(name: &str, files: &[(&str, &str)]) -> String {
    let folder = temporary(name);
    let manifest = format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n[workspace]\n");
    write(&folder, "Cargo.toml", &manifest);
    for (path, text) in files {
        let inner = folder.join(path);
        let inner = inner.parent().expect("a folder");
        std::fs::create_dir_all(inner).expect("a temporary folder");
        write(&folder, path, text);
    }
    folder.to_str().expect("text").to_string()
}

/// An empty folder of a test's own.
fn temporary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("packages")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a temporary file");
}
