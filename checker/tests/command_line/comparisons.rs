//! `vscheck compare`.

use super::*;

#[test]
fn a_comparison_in_every_format() {
    let program = "corpus/thesis/wronglock.rs";
    let (code, report) = json(&["compare", program]);
    let rows = report["rows"].as_array().expect("rows");
    let engines: Vec<_> = rows.iter().map(|row| row["engine"].as_str()).collect();
    assert_eq!(
        (code, engines),
        (0, vec![Some("value-schedule"), Some("dfs")])
    );
    has(
        &rows[0],
        &[
            ("verdict", "s"),
            ("executions", "n"),
            ("states", "n"),
            ("ratio", "o"),
        ],
    );
    for format in ["human", "csv", "markdown"] {
        let (code, stdout, _) = run(&["compare", program, "--format", format]);
        assert!(code == 0 && stdout.contains("wronglock"), "{stdout}");
    }
    let wrong = temporary("wrong.rs", "//@ bug: panic\nfn main() {}\n");
    let (code, stdout, _) = run(&["compare", &wrong.display().to_string()]);
    assert!(code == 1 && stdout.contains("expected panic"), "{stdout}");
    assert_eq!(run(&["compare", program, "nowhere.rs"]).0, 2);
}

/// What one program of several has wrong with it costs no rows of the others.
#[test]
fn a_comparison_keeps_its_rows() {
    let program = "corpus/thesis/wronglock.rs";
    let wrong = temporary("annotation.rs", "fn main() {}\n//@ bugs: panic\n");
    let refused = temporary("refused.rs", "fn main() {\n    nowhere();\n}\n");
    let (wrong, refused) = (
        wrong.to_str().expect("text"),
        refused.to_str().expect("text"),
    );
    let twice = ["--engines", "dfs,value-schedule,dfs"];
    let arguments = [&["compare", program, wrong, refused][..], &twice].concat();
    let (code, report) = json(&arguments);
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!((code, rows.len()), (2, 6), "{report:#}");
    assert_eq!(rows[0]["verdict"], "bug");
    assert_eq!(rows[2]["error"]["span"]["line"], 2);
    assert_eq!(rows[4]["error"]["span"]["line"], 2);
    let (_, stdout, _) = run(&arguments);
    let said = format!("{wrong}:2:1: `//@ bugs` is no annotation");
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(flat(&stdout).matches(&said).count(), 1, "{stdout}");
    assert!(flat(&stdout).contains("refused.rs:2:5: "), "{stdout}");
}

/// What an annotation asks for comes on top of what the command line does.
#[test]
fn a_comparison_keeps_the_options_of_its_user() {
    let text = "//@ args: --edition 2018
use std::sync::{Condvar, Mutex};
fn main() {
    let (lock, condvar) = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            *lock.lock().unwrap() = true;
            condvar.notify_one();
        });
        let ready = lock.lock().unwrap();
        if !*ready {
            assert!(*condvar.wait(ready).unwrap());
        }
    });
}
";
    let path = temporary("spurious.rs", text);
    let path = path.to_str().expect("text");
    let verdict = |more: &[&str]| {
        json(&[&["compare", path][..], more].concat()).1["rows"][0]["verdict"].clone()
    };
    assert_eq!(verdict(&[]), "no-bug");
    assert_eq!(verdict(&["--spurious", "1"]), "bug");
}

/// A ratio compares whole searches, and notes are about what there is.
#[test]
fn a_comparison_says_no_more_than_it_knows() {
    let program = "corpus/thesis/reorder_fixed.rs";
    let both = ["--all", "--max-executions", "2"];
    let (_, report) = json(&[&["compare", program][..], &both].concat());
    let rows = report["rows"].as_array().expect("rows");
    assert!(
        rows.iter().any(|row| row["verdict"] == "limit"),
        "{report:#}"
    );
    assert!(rows.iter().all(|row| row["ratio"].is_null()), "{report:#}");
    let note = "the better of the lowest thread first";
    let shown = |more: &[&str]| run(&[&["compare", program][..], more].concat()).1;
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat(shown(&[])).contains(note));
    for without in [
        &["--all"][..],
        &["--order", "first"],
        &["--engines", "exhaustive"],
    ] {
        assert!(!flat(shown(without)).contains(note), "{without:?}");
    }
    assert!(!shown(&["--engines", "exhaustive"]).contains("x: "));
}

#[test]
fn a_comparison_fits_the_terminal() {
    for width in [80, 200] {
        let mut command = vscheck(&["compare", "corpus/thesis/reorder.rs"]);
        let output = command.env("COLUMNS", width.to_string()).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
        assert!(
            text.lines().all(|line| line.chars().count() <= width),
            "{text}"
        );
        let is_one_table = text.starts_with("program");
        assert_eq!(is_one_table, width == 200, "{text}");
    }
}
