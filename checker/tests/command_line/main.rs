//! The command as scripts and people use it: exit codes, JSON, what is refused, pipes that close.

#[path = "../support/mod.rs"]
mod support;

mod comparisons;
mod json;
mod limits;
mod replays;
mod reports;
mod usage;
mod verdicts;

use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::root;

fn vscheck(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vscheck"));
    command
        .args(arguments)
        .current_dir(root())
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> Output {
    vscheck(arguments).output().expect("vscheck runs")
}

/// Exit code, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = output(arguments);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code().expect("an exit code"),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Standard output as one JSON object, and the exit code.
fn json(arguments: &[&str]) -> (i32, Value) {
    let (code, stdout, stderr) = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(stderr, "");
    (code, serde_json::from_str(&stdout).expect("one object"))
}

/// A file of this test's own.
fn temporary(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("command-line")
        .join(name);
    let folder = path.parent().expect("a folder");
    std::fs::create_dir_all(folder).expect("a temporary folder");
    std::fs::write(&path, text).expect("a temporary file");
    path
}

/// Whether a value has these members, and what kind each is: `s`tring, `n`umber, `b`oolean, `a`rray,
/// `o`bject; `?` may be null besides.
fn has(value: &Value, members: &[(&str, &str)]) {
    for (name, kind) in members {
        let member = value
            .get(name)
            .unwrap_or_else(|| panic!("no {name} in {value}"));
        let good = match kind.trim_end_matches('?') {
            _ if kind.ends_with('?') && member.is_null() => true,
            "s" => member.is_string(),
            "n" => member.is_number(),
            "b" => member.is_boolean(),
            "a" => member.is_array(),
            _ => member.is_object(),
        };
        assert!(good, "{name} is {member}");
    }
}

fn first<'a>(value: &'a Value, list: &str) -> &'a Value {
    &value[list].as_array().expect("a list")[0]
}
