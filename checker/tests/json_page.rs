//! `docs/json.md` names every member of what the commands print with `--format json`.

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use support::root;

/// Members that have names of their own: engines' counts, and what a recording keeps of the command line.
const NOT_ENTERED: [&str; 2] = ["engine_stats", "options"];

fn output(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vscheck"));
    let output = command.args(arguments).current_dir(root()).output();
    let output = output.expect("vscheck runs");
    serde_json::from_slice(&output.stdout).expect("one object")
}

/// The names of a value's members, and of theirs.
fn members<'v>(value: &'v Value, names: &mut BTreeSet<&'v str>) {
    match value {
        Value::Object(object) => {
            for (name, member) in object {
                names.insert(name);
                if !NOT_ENTERED.contains(&name.as_str()) {
                    members(member, names);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|item| members(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_member_is_on_the_page() {
    let page = std::fs::read_to_string(root().join("docs/json.md")).expect("the page");
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("json-page.json");
    let buggy = "corpus/hunt/overdrawn.rs";
    let json = ["--format", "json"];
    let trace_to = ["--trace", trace.to_str().expect("text")];
    let printed = [
        output(&[&["run", buggy, "--outcomes"][..], &json, &trace_to].concat()),
        output(&[&["run", "nowhere.rs"][..], &json].concat()),
        output(
            &[
                &["test", "corpus/packages/tickets", "--no-cache"][..],
                &json,
            ]
            .concat(),
        ),
        output(&[&["analyze", buggy][..], &json].concat()),
        output(&[&["compare", buggy][..], &json].concat()),
    ];
    let recorded = std::fs::read_to_string(&trace).expect("a recording");
    std::fs::remove_file(&trace).expect("was written");
    let recorded = serde_json::from_str(&recorded).expect("one object");
    let mut names = BTreeSet::new();
    let values = printed.iter().chain([&recorded]);
    values.for_each(|value| members(value, &mut names));
    assert!(names.len() > 80, "there is more to see: {names:?}");
    names.retain(|name| !page.contains(&format!("`{name}`")));
    assert_eq!(names, BTreeSet::new(), "docs/json.md does not name these");
}
