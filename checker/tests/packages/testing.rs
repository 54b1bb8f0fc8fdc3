//! `vscheck test` and `cargo vscheck test`: which tests are run, and how they come out.

use super::*;

#[test]
fn tests_are_listed_in_the_manner_of_cargo() {
    let (code, text) = cargo_vscheck(LOCKERS, "test");
    assert_eq!(code, 1, "{text}");
    let lines = [
        "checking library of package `lockers` (src/lib.rs)",
        "running 6 tests",
        "test tests::from_both_sides ... FAILED (deadlock)",
        "test tests::from_one_side ... ok",
        "test tests::patient ... ignored",
        "test tests::guests_panic ... ok",
        "test tests::nobody_panics ... FAILED (panic)",
        "1 test starts no thread and was skipped",
        "checking binary `guard` of package `lockers` (src/bin/guard.rs)",
        "test guards_meet ... ok",
        "checking test `host` of package `lockers` (tests/host.rs)",
        "test reads_a_file_beside ... unsupported: tests/host.rs:17:29: `std::fs::read_to_string`",
        "1 test starts no thread and was skipped",
        "failures:",
        "---- tests::from_both_sides ----",
        "error: deadlock",
        "  cargo vscheck run --lib --entry tests::from_both_sides --trace bug.json",
        "failures:",
        "    tests::from_both_sides",
        "    tests::nobody_panics",
        "    reads_a_file_beside",
        "test result: FAILED. 3 passed; 2 failed; 1 ignored; 1 unsupported; 0 stopped by a limit; \
         2 skipped: no thread; finished in ",
    ];
    contains_lines(&text, &lines);
}

#[test]
fn a_test_may_be_about_a_panic_of_a_thread() {
    let panics = "corpus/packages/panics";
    let (code, text) = cargo_vscheck(panics, "test");
    assert_eq!(code, 1, "{text}");
    let lines = [
        "test tests::a_panic_poisons ... ok (with a panic of a thread)",
        "test tests::a_pool_goes_on ... ok (with a panic of a thread)",
        "test tests::two_orders ... FAILED (panic)",
        "test tests::nobody_looks ... FAILED (panic)",
        "error: panic: assertion `left == right` failed: a race beside a panic that is meant",
    ];
    contains_lines(&text, &lines);
    let (_, text) = cargo_vscheck(panics, "test --child-panic report");
    assert!(text.contains("0 passed; 4 failed"), "{text}");
    let (_, text) = cargo_vscheck(panics, "test --child-panic propagate");
    assert!(text.contains("3 passed; 1 failed"), "{text}");
}

#[test]
fn a_panic_that_a_detached_thread_looks_at_is_meant() {
    let tests = "use std::thread::spawn;\n\
                 #[test]\nfn looked_at() { spawn(|| assert!(spawn(|| panic!(\"meant\")).join().is_err())); }\n\
                 #[test]\nfn ignored() { spawn(|| panic!(\"at the end\")); }\n";
    let folder = package(
        "detached",
        &[("src/lib.rs", ""), ("tests/detached.rs", tests)],
    );
    let (_, text) = run_with(|_| (), &["test", &folder]);
    let meant = "ok (with a panic of a thread)";
    contains_lines(&text, &[&format!("test looked_at ... {meant}")]);
    contains_lines(&text, &["test ignored ... FAILED (panic)"]);
}

/// Those that are quick are told of after the slow ones that come before them.
#[test]
fn the_same_is_told_however_many_tests_are_searched_at_once() {
    let tests = r"
use std::sync::{Arc, Mutex};
use std::thread::spawn;

fn appended(threads: usize) -> Vec<usize> {
    let all = Arc::new(Mutex::new(Vec::new()));
    let twice = |one| {
        let all = all.clone();
        spawn(move || for _ in 0..2 { all.lock().unwrap().push(one) })
    };
    let handles: Vec<_> = (0..threads).map(twice).collect();
    handles.into_iter().for_each(|one| one.join().unwrap());
    Arc::into_inner(all).unwrap().into_inner().unwrap()
}

#[test]
fn four() { assert_eq!(appended(4).len(), 8); }
#[test]
fn in_order() { assert_eq!(appended(2), [0, 0, 1, 1]); }
#[test]
fn none() {}
#[test]
#[ignore]
fn later() { appended(1); }
#[test]
fn one() { appended(1); }
";
    let folder = package(
        "several",
        &[("src/lib.rs", ""), ("tests/several.rs", tests)],
    );
    let told = |at_once: &str| {
        let (code, text) = run_with(|_| (), &["test", &folder, "--test-threads", at_once]);
        assert_eq!(code, 1, "{text}");
        let takes_time = |line: &&str| line.contains("time: ") || line.contains("finished in ");
        let lines = text.lines().filter(|line| !takes_time(line));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let one_by_one = told("1");
    let lines = [
        "test four ... ok",
        "test in_order ... FAILED (panic)",
        "test later ... ignored",
        "test one ... ok",
    ];
    contains_lines(&one_by_one.join("\n"), &lines);
    assert_eq!(told("2"), one_by_one);
    assert_eq!(told("8"), one_by_one);
}

#[test]
fn tests_are_chosen() {
    let (code, text) = cargo_vscheck(LOCKERS, "test --lib one_side");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ok. 1 passed; 0 failed"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test --lib one_side --exact");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ok. 0 passed; 0 failed"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test --ignored");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("test tests::patient ... ok"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test --include-ignored pa");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("test tests::patient ... ok"), "{text}");
    assert_eq!(cargo_vscheck(LOCKERS, "test --test host").0, 2);
    assert_eq!(cargo_vscheck(LOCKERS, "test --test guest").0, 2);
    let (code, text) = cargo_vscheck(LOCKERS, "test --bin guard --max-executions 1");
    assert_eq!(code, 3, "{text}");
    assert!(
        text.contains("stopped by the limit on executions"),
        "{text}"
    );
}

/// `cargo vscheck test --list` with more words: the tests of all targets.
fn listed(arguments: &str) -> Vec<String> {
    listed_in(LOCKERS, arguments)
}

#[test]
fn tests_are_chosen_as_by_a_test_binary() {
    let all = listed("");
    assert_eq!(all.len(), 9, "{all:?}");
    let sides = ["tests::from_both_sides", "tests::from_one_side"];
    assert_eq!(listed("both_sides one_side"), sides);
    assert_eq!(listed("-- both_sides one_side"), sides);
    assert_eq!(listed("tests::from_ --skip both"), sides[1..]);
    assert_eq!(
        listed("tests::from_ -- --skip both --nocapture --test-threads 1"),
        sides[1..]
    );
    assert_eq!(
        listed("--exact one_side tests::from_both_sides"),
        sides[..1]
    );
    assert_eq!(listed("tests::from_ -- --exact"), [""; 0]);
    assert_eq!(listed("-- --ignored"), ["tests::patient"]);
    assert_eq!(listed("-- --include-ignored"), all);
    let (code, text) = cargo_vscheck(LOCKERS, "test --lib -- one_side patient --include-ignored");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ok. 2 passed; 0 failed; 0 ignored"), "{text}");
    let (code, text) = cargo_vscheck(LOCKERS, "test -- --shuffle");
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("'--shuffle'"), "{text}");
}

#[test]
fn a_test_is_run_again_as_the_report_says() {
    let folder = temporary("again");
    let trace = folder.join("bug.json");
    let trace = trace.to_str().expect("a path of text");
    let both = "run --lib --entry tests::from_both_sides";
    let (code, text) = cargo_vscheck(LOCKERS, &format!("{both} --trace {trace}"));
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains(&format!("cargo vscheck replay {trace}")),
        "{text}"
    );
    assert_eq!(cargo_vscheck(LOCKERS, &format!("replay {trace}")).0, 1);
}

#[test]
fn results_of_tests_as_json() {
    let (code, text) = cargo_vscheck(LOCKERS, "test --format json");
    assert_eq!(code, 1, "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(report["schema"], "vscheck.test/1");
    assert_eq!(report["counts"]["ok"], 3);
    assert_eq!(report["counts"]["no_threads"], 2);
    let library = &report["targets"][0]["tests"];
    assert_eq!(library[0]["name"], "tests::from_both_sides");
    assert_eq!(library[0]["result"], "failed");
    assert_eq!(library[0]["run"]["bugs"][0]["kind"], "deadlock");
    assert_eq!(library[2]["result"], "no-threads");
    assert!(library[2]["run"].is_null());
    let host = &report["targets"][2]["tests"][1];
    assert_eq!(host["result"], "unsupported");
    assert_eq!(host["run"]["error"]["span"]["line"], 17);
}

#[test]
fn a_test_for_loom_runs_with_its_cfg() {
    let folder = temporary("loom");
    let test = "#![cfg(loom)]\nuse loom::sync::atomic::{AtomicUsize, Ordering::SeqCst};\n\
                #[test]\nfn counts() { loom::model(|| {\n\
                let n = loom::sync::Arc::new(AtomicUsize::new(0));\n\
                let m = n.clone();\n\
                let t = loom::thread::spawn(move || m.store(m.load(SeqCst) + 1, SeqCst));\n\
                n.store(n.load(SeqCst) + 1, SeqCst);\n\
                t.join().unwrap();\nassert_eq!(2, n.load(SeqCst));\n}) }\n";
    write(&folder, "counts.rs", test);
    let file = folder.join("counts.rs");
    let file = file.to_str().expect("text");
    for cfg in [&[][..], &["--cfg", "loom"]] {
        let (code, text) = run_with(|_| (), &[&["test", file], cfg].concat());
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("test counts ... FAILED (panic)"), "{text}");
    }
}

/// A `#[should_panic]` test passes if a panic reaches it: of a thread's it sees what `join` gives.
#[test]
fn a_should_panic_test_waits_for_the_panic_that_reaches_it() {
    let test = |expected: &str, name: &str, body: &str| {
        format!("#[test]\n#[should_panic(expected = \"{expected}\")]\nfn {name}() {{ {body} }}\n")
    };
    let scope = "thread::scope(|s| { s.spawn(|| panic!(\"boom\")); });";
    let poisoned = "let m = Mutex::new(0);\n\
                    thread::scope(|s| {\n\
                        let t = s.spawn(|| { let _g = m.lock().unwrap(); panic!(\"in it\") });\n\
                        assert!(t.join().is_err());\n\
                    });\n\
                    *m.lock().unwrap() += 1;";
    let text = [
        "use std::{panic::resume_unwind, sync::Mutex, thread};\n".to_string(),
        test("a scoped thread panicked", "scope", scope),
        test("PoisonError", "poisoned", poisoned),
        test(
            "boom",
            "resumed",
            "resume_unwind(thread::spawn(|| panic!(\"boom\")).join().unwrap_err());",
        ),
        test(
            "boom",
            "unwrapped",
            "thread::spawn(|| panic!(\"boom\")).join().unwrap();",
        ),
        test(
            "boom",
            "ignored",
            "let _ = thread::spawn(|| panic!(\"boom\")).join();",
        ),
    ];
    let folder = temporary("should-panic");
    write(&folder, "threads.rs", &text.concat());
    let file = folder.join("threads.rs");
    let (code, text) = run_with(|_| (), &["test", file.to_str().expect("text")]);
    assert_eq!(code, 1, "{text}");
    let lines = [
        "test scope ... ok",
        "test poisoned ... ok",
        "test resumed ... ok",
        "test unwrapped ... FAILED (panic)",
        "test ignored ... FAILED (panic)",
    ];
    contains_lines(&text, &lines);
}

#[test]
fn every_failure_of_a_loom_test_is_a_panic_to_should_panic() {
    let test = |expected: &str, name: &str, body: &str| {
        format!(
            "#[test]\n#[should_panic{expected}]\nfn {name}() {{ loom::model(|| {{\n{body}\n}}) }}\n"
        )
    };
    let deadlock = "let m = Mutex::new(0);\nlet _a = m.lock();\nloom::thread::spawn(|| {});\n\
                    let _b = m.lock();";
    let race = "let c = Arc::new(Shared(UnsafeCell::new(())));\nlet d = c.clone();\n\
                loom::thread::spawn(move || d.0.with_mut(|_| ()));\nc.0.with(|_| ());";
    let text = [
        "use loom::{cell::UnsafeCell, sync::{Arc, Mutex}};\n".to_string(),
        "struct Shared(UnsafeCell<()>);\nunsafe impl Sync for Shared {}\n".to_string(),
        test("(expected = \"deadlock\")", "waits", deadlock),
        test("(expected = \"Causality\")", "races", race),
        test("(expected = \"Causality\")", "waits_too", deadlock),
    ];
    let folder = temporary("failures");
    write(&folder, "failures.rs", &text.concat());
    let file = folder.join("failures.rs");
    let (code, text) = run_with(|_| (), &["test", file.to_str().expect("text")]);
    assert_eq!(code, 1, "{text}");
    let lines = [
        "test waits ... ok",
        "test races ... ok",
        "test waits_too ... FAILED (deadlock)",
    ];
    contains_lines(&text, &lines);
}

#[test]
fn tests_fail_by_what_they_return() {
    let tests = "use std::thread::spawn;\n\
                 #[test]\nfn fine() -> Result<(), String> { spawn(|| {}).join().unwrap(); Ok(()) }\n\
                 #[test]\nfn wrong() -> Result<(), String> { spawn(|| {}).join().unwrap(); Err(\"no\".into()) }\n";
    let files = [("src/lib.rs", ""), ("tests/returned.rs", tests)];
    let folder = package("returned", &files);
    let (code, text) = run_with(|_| (), &["test", &folder]);
    assert_eq!(code, 1, "{text}");
    contains_lines(
        &text,
        &["test fine ... ok", "test wrong ... FAILED (panic)"],
    );
}

/// The `main` of a test's file is run where the manifest says that it brings its own harness, and else by nobody.
#[test]
fn mains_are_tests_where_there_is_no_harness() {
    let folder = temporary("mains");
    for part in ["src", "tests"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let manifest = "[package]\nname = \"mains\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n\
                    [[test]]\nname = \"own\"\nharness = false\n";
    write(&folder, "Cargo.toml", manifest);
    write(&folder, "src/lib.rs", "");
    let main = "fn main() { std::thread::spawn(|| panic!(\"run\")).join().unwrap(); }\n";
    write(&folder, "tests/own.rs", main);
    write(&folder, "tests/usual.rs", main);
    let shown = folder.to_str().expect("text").to_string();
    let (code, text) = cargo_vscheck(&shown, "test --test own");
    assert_eq!(code, 1, "{text}");
    contains_lines(&text, &["test main ... FAILED"]);
    let (code, text) = cargo_vscheck(&shown, "test --test usual");
    assert_eq!(code, 0, "{text}");
    contains_lines(&text, &["running 0 tests"]);
}
