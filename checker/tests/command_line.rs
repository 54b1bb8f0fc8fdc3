//! The command as scripts and people use it: exit codes, JSON, what is refused, pipes that close.

mod support;

use serde_json::Value;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
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
    let folder = std::env::temp_dir().join(format!("vscheck-command-line-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join(name);
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

const PLACE: &[(&str, &str)] = &[("file", "s"), ("line", "n"), ("column", "n")];

fn first<'a>(value: &'a Value, list: &str) -> &'a Value {
    &value[list].as_array().expect("a list")[0]
}

#[test]
fn exit_codes_and_verdicts() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&["run", "corpus/thesis/reorder.rs"], 1, "bug"),
        (&["run", "corpus/thesis/reorder_fixed.rs"], 0, "no-bug"),
        (
            &[
                "run",
                "corpus/thesis/reorder.rs",
                "--all",
                "--max-executions",
                "1",
            ],
            3,
            "limit",
        ),
        (&["run", "no/such/file.rs"], 2, "error"),
        (&["run", "corpus/README.md"], 2, "error"),
        (&["run", "corpus"], 2, "error"),
    ];
    for (arguments, code, verdict) in cases {
        let (got, report) = json(arguments);
        assert_eq!(
            (got, &report["verdict"]),
            (*code, &Value::from(*verdict)),
            "{arguments:?}"
        );
        assert_eq!(report["error"].is_null(), *code != 2, "{arguments:?}");
    }
}

/// Two threads that take turns: a hunt that gives up after so many steps has not seen all.
const TAKING_TURNS: &str = r#"
use std::sync::mpsc;
use std::thread;

fn main() {
    let (to_other, from_main) = mpsc::channel::<u32>();
    let (to_main, from_other) = mpsc::channel();
    let other = thread::spawn(move || {
        for count in from_main {
            assert!(count < 3_000, "counted too far");
            to_main.send(count + 1).unwrap();
        }
    });
    to_other.send(0).unwrap();
    while let Ok(count) = from_other.recv() {
        to_other.send(count).unwrap();
    }
    other.join().unwrap();
}
"#;

#[test]
fn a_hunt_that_gives_up_a_run_goes_on() {
    let path = temporary("turns.rs", TAKING_TURNS);
    let (code, report) = json(&["run", path.to_str().expect("text")]);
    assert_eq!((code, &report["verdict"]), (1, &Value::from("bug")));
}

/// vscheck checks no borrows; where there is no compiler either, what is wrong may show in a run.
#[test]
fn an_ill_formed_program_is_refused_in_the_words_of_rustc() {
    let text = "
fn main() {
    let v = vec![1];
    let t = std::thread::spawn(move || v.len());
    println!(\"{v:?}\");
    t.join().unwrap();
}
";
    let path = temporary("moved.rs", text);
    let path = path.to_str().expect("text");
    let (code, report) = json(&["run", path, "--no-rustc"]);
    assert_ne!(code, 2, "{report:#}");
    if std::process::Command::new("rustc")
        .arg("-V")
        .output()
        .is_ok()
    {
        let (code, report) = json(&["run", path]);
        let message = report["error"]["message"].as_str().expect("a message");
        assert_eq!((code, message.contains("E0382")), (2, true), "{message}");
    }
}

/// Two threads that give way to each other for ever: no lap leaves the state as it was, so neither spins.
#[test]
fn a_program_that_never_ends_is_said_to() {
    let text = "
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
static TURN: AtomicUsize = AtomicUsize::new(0);
fn pass_on(me: usize) {
    loop {
        if TURN.load(SeqCst) == me {
            TURN.store(1 - me, SeqCst);
        }
    }
}
fn main() {
    std::thread::spawn(|| pass_on(1));
    pass_on(0);
}
";
    let path = temporary("courtesy.rs", text);
    let (code, report) = json(&["run", path.to_str().expect("text")]);
    assert_eq!((code, &report["verdict"]), (0, &Value::from("no-bug")));
    assert_eq!(report["stats"]["executions"], 0);
    let note = report["notes"][0].as_str().expect("a note");
    assert!(note.contains("no schedule comes to an end"), "{note}");
}

/// The same where the loops have a way out, that is never taken: nobody meant that. The schedule replays.
#[test]
fn a_program_that_should_end_and_does_not_is_a_livelock() {
    let text = "
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
static TURN: AtomicUsize = AtomicUsize::new(0);
static HUNGRY: AtomicUsize = AtomicUsize::new(2);
fn pass_on(me: usize) {
    while HUNGRY.load(SeqCst) > 0 {
        if TURN.load(SeqCst) == me {
            TURN.store(1 - me, SeqCst);
        }
    }
}
fn main() {
    let other = std::thread::spawn(|| pass_on(1));
    pass_on(0);
    other.join().unwrap();
}
";
    let path = temporary("politeness.rs", text);
    let trace = temporary("politeness.json", "");
    let (path, trace) = (path.to_str().expect("text"), trace.to_str().expect("text"));
    let (code, report) = json(&["run", path, "--trace", trace]);
    assert_eq!(
        (code, &report["bugs"][0]["kind"]),
        (1, &Value::from("livelock"))
    );
    let (code, story, _) = run(&["replay", trace]);
    assert_eq!(
        (code, story.contains("and so on for ever")),
        (1, true),
        "{story}"
    );
}

/// A thread that does the same again and again has one line in the report, and all its steps in the JSON.
#[test]
fn equal_steps_in_a_row_are_one_line() {
    let text = "
use std::sync::Mutex;
fn main() {
    let lock = Mutex::new(());
    std::thread::scope(|scope| {
        scope.spawn(|| drop(lock.lock()));
        for _ in 0..9 {
            std::thread::yield_now();
        }
    });
    panic!();
}
";
    let path = temporary("patience.rs", text);
    let path = path.to_str().expect("text");
    let (code, story, _) = run(&["run", path]);
    let yields = story.lines().filter(|line| line.contains("yield"));
    let yields: Vec<&str> = yields.filter(|line| !line.contains('|')).collect();
    assert_eq!(code, 1);
    assert!(
        matches!(yields[..], [one] if one.contains("9 times")),
        "{story}"
    );
    let (_, report) = json(&["run", path]);
    let steps = report["bugs"][0]["schedule"].as_array().expect("steps");
    let yields = steps.iter().filter(|step| step["op"] == "yield");
    assert_eq!(yields.count(), 9);
}

/// Whoever accessed memory in a library function did so where the user's code called it, and what fails has no
/// effect.
#[test]
fn both_ends_of_a_race_are_in_the_users_code() {
    let text = "
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
fn main() {
    let mut numbers = vec![1, 2, 3];
    let push: Box<dyn FnOnce() + Send + '_> = Box::new(|| numbers.push(4));
    let push: Box<dyn FnOnce() + Send + 'static> = unsafe { std::mem::transmute(push) };
    std::thread::spawn(push);
    numbers.clear();
}
#[test]
fn resets() {
    let number = std::sync::Arc::new(AtomicU64::new(0));
    let same = number.clone();
    let other = std::thread::spawn(move || same.fetch_add(1, SeqCst));
    unsafe { number.as_ptr().write(0) };
    other.join().unwrap();
}
";
    let path = temporary("ends.rs", text);
    let path = path.to_str().expect("text");
    let (_, story, _) = run(&["run", path]);
    assert!(
        story.contains("------------ conflicting access by t1"),
        "{story}"
    );
    let (title, _) = story.split_once('\n').expect("lines");
    assert!(title.ends_with("`numbers`"), "{story}");
    let (_, story, _) = run(&["run", path, "--entry", "resets"]);
    assert!(story.contains("fetch_add 1 same: fails"), "{story}");
}

/// Each step has a line of the user's, also where a closure's captures are dropped, and objects have the names
/// that the program gives them.
#[test]
fn every_step_has_a_line_and_a_name() {
    let text = "
use std::sync::{Arc, atomic::{AtomicU32, Ordering::SeqCst}};
struct Node { next: AtomicU32 }
fn main() {
    let node = Arc::new(Node { next: AtomicU32::new(0) });
    let same = node.clone();
    let raw = Arc::as_ptr(&node) as usize;
    let other = std::thread::spawn(move || {
        same.next.store(1, SeqCst);
    });
    let next = unsafe { (*(raw as *const Node)).next.load(SeqCst) };
    assert!(next == 0 || Arc::strong_count(&node) != 1);
    other.join().unwrap();
}
";
    let path = temporary("lines.rs", text);
    let (_, story, _) = run(&["run", path.to_str().expect("text")]);
    let (_, steps) = story.split_once("schedule: ").expect("steps");
    let (steps, _) = steps.split_once("\n\n").expect("an end");
    assert!(
        steps.contains("load (*(raw as *const Node)).next"),
        "{story}"
    );
    assert!(steps.contains("drop"), "{story}");
    let is_placed = |step: &&str| {
        step.split_whitespace()
            .rev()
            .any(|word| word.parse::<u32>().is_ok_and(|line| line > 4))
    };
    let unplaced: Vec<_> = steps
        .lines()
        .skip(2)
        .filter(|step| !is_placed(step))
        .collect();
    assert!(unplaced.is_empty(), "{unplaced:?}: {story}");
}

/// A check of no tests says so, and why there were none.
#[test]
fn nothing_to_check_is_said() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "there is no `#[test]` here"),
        (&["one", "two"], "no test's path has `one` or `two` in it"),
        (&["one", "--exact"], "no test's path is `one`"),
        (&["--ignored"], "none of the tests here is asked for"),
    ];
    for (arguments, part) in cases {
        let command = [&["test", "corpus/thesis/reorder.rs"], *arguments].concat();
        let (code, stdout, _) = run(&command);
        assert_eq!(code, 0);
        assert!(stdout.contains(part), "{arguments:?}: {stdout}");
    }
}

/// What could not be written is no report: a check without a bug then has code 2.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_is_not_written_has_code_2() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let program = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../corpus/thesis/reorder_fixed.rs"
    );
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_vscheck"));
    let command = command
        .args(["run", program])
        .stdout(full.expect("a full device"));
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("error: cannot write to standard output"),
        "{said}"
    );
}

/// A bug for which a wait has to run out while others could go on says so, and one for which a sleep has to end
/// before a shorter wait.
#[test]
fn a_wait_that_runs_out_early_is_said() {
    let (_, story, _) = run(&["run", "corpus/hunt/delayed_jobs_in_order.rs"]);
    assert!(
        story.contains("note: a timed wait runs out (step"),
        "{story}"
    );
    let (_, story, _) = run(&["run", "corpus/hunt/sleep_for_a_shorter_wait.rs"]);
    assert!(story.contains("note: a sleep ends (step"), "{story}");
    let (_, story, _) = run(&["run", "corpus/hunt/overdrawn.rs"]);
    assert!(!story.contains("note:"), "{story}");
}

/// A thread that spins waits for what it reads, wherever in its loop it stands; and the pair that made the
/// difference is one that does so though all else stays as it was.
#[test]
fn what_a_report_blames_is_to_blame() {
    let (_, story, _) = run(&["run", "corpus/features/livelock_spins_on_what_it_reads.rs"]);
    assert!(story.contains("spins on `other #1`"), "{story}");
    let (_, story, _) = run(&["run", "corpus/hunt/spin_flag_in_two_steps.rs"]);
    let blamed = "what made the difference: t2 `load taken`";
    assert!(story.contains(blamed), "{story}");
}

/// A step that frees its object calls it by the name it had, and the end of a loop is not its last operation's line.
#[test]
fn what_a_step_frees_has_a_name_and_a_line() {
    let program = "corpus/features/names_of_what_a_step_frees.rs";
    let (_, story, _) = run(&["run", program]);
    let freed = story.lines().find(|line| line.contains("drop receiver"));
    let words: Vec<_> = freed.expect("the step").split_whitespace().collect();
    let expected = ["drop", "receiver", "Channel<u32>", "17", "}"];
    assert!(words.ends_with(&expected), "{story}");
}

/// Objects that the source calls alike have numbers, which are explained where the machine knows whose they are; and one
/// object that it calls by several names is said to be one.
#[test]
fn objects_are_told_apart() {
    let program = "corpus/hunt/semaphores_of_smokers.rs";
    let (_, story, _) = run(&["run", program]);
    let flat: Vec<_> = story.split_whitespace().collect();
    let flat = flat.join(" ");
    assert!(flat.contains("waits for a notification on `self.more #8`"));
    assert!(flat.contains("#8 is Table.agent.more)"), "{story}");
    let text = "
use std::sync::Mutex;
fn both(first: &Mutex<u32>, second: &Mutex<u32>) {
    let first = first.lock().unwrap();
    assert_eq!(*first, *second.lock().unwrap());
}
fn main() {
    let (a, b) = (Mutex::new(1), Mutex::new(2));
    let seen = *a.lock().unwrap();
    std::thread::scope(|scope| scope.spawn(|| both(&a, &b)).join()).unwrap();
    drop((seen, b));
}
";
    let path = temporary("names.rs", text);
    let (_, story, _) = run(&["run", path.to_str().expect("text")]);
    assert!(story.contains("(the same object: a = first)"), "{story}");
}

/// Of a loop's rounds the report shows the first, how many more there are, and the last if its values are others.
#[test]
fn rounds_of_a_loop_are_shown_once() {
    let text = "
use std::sync::{atomic::{AtomicU32, Ordering::SeqCst}, Mutex};
static HITS: AtomicU32 = AtomicU32::new(0);
static LOG: Mutex<()> = Mutex::new(());
fn main() {
    std::thread::scope(|scope| {
        scope.spawn(|| drop(LOG.lock()));
        for _ in 0..50 {
            let hits = HITS.load(SeqCst);
            HITS.store(hits + 1, SeqCst);
        }
    });
    panic!();
}
";
    let path = temporary("rounds.rs", text);
    let (code, story, _) = run(&["run", path.to_str().expect("text")]);
    assert_eq!(code, 1);
    let lines = story.lines().filter(|line| line.contains("HITS: "));
    let parts = [
        "load HITS: 0",
        "store HITS: 1",
        "load HITS: 49",
        "store HITS: 50",
    ];
    assert!(
        lines.zip(parts).all(|(line, part)| line.contains(part)),
        "{story}"
    );
    assert!(story.contains("... these 2 steps 48 times more"), "{story}");
    assert_eq!(story.matches("HITS: ").count(), parts.len(), "{story}");
}

/// Who panics on purpose is told how to say so; who unwraps what `join` gives is not.
#[test]
fn a_panic_that_the_program_survives_may_be_meant() {
    let text = |then: &str| {
        format!(
            "fn main() {{
    let thread = std::thread::spawn(|| panic!(\"on purpose\"));
    let result: std::thread::Result<()> = thread.join();
    {then}
}}"
        )
    };
    let note = |then: &str| {
        let path = temporary("purpose.rs", &text(then));
        let (code, story, _) = run(&["run", path.to_str().expect("text")]);
        assert!(code == 1 && story.contains("panic: on purpose"), "{story}");
        story.contains("if it is meant")
    };
    assert!(note("assert!(result.is_err());"));
    assert!(!note("result.unwrap();"));
}

/// Only who asks for outcomes is told in which order threads printed.
#[test]
fn the_order_of_prints_makes_no_bug() {
    let text = "
use std::thread;
fn main() {
    let threads: Vec<_> = (0..4).map(|i| thread::spawn(move || println!(\"{i}\"))).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}
";
    let path = temporary("prints.rs", text);
    let path = path.to_str().expect("text");
    let executions = |mode: &[&str]| {
        let (code, report) = json(&[&["run", path], mode].concat());
        assert_eq!((code, &report["verdict"]), (0, &Value::from("no-bug")));
        report["stats"]["executions"].as_u64().expect("a number")
    };
    assert!(executions(&["--disable", "stops"]) < 4);
    assert_eq!(executions(&["--all"]), 24);
}

#[test]
fn usage_errors_have_code_2_and_name_the_culprit() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["run"], "<PROGRAM>"),
        (&["README.md"], "vscheck run README.md"),
        (&["run", "--bogus", "x.rs"], "--bogus"),
        (
            &["run", "--engine", "fast", "x.rs"],
            "engines are value-schedule",
        ),
        (&["run", "--disable", "alias,speed", "x.rs"], "'speed'"),
        (&["analyze", "--disable", "speed", "x.rs"], "techniques are"),
        (&["run", "--timeout", "soon", "x.rs"], "soon"),
        (&["run", "--set", "N", "x.rs"], "NAME=VALUE"),
        (
            &["run", "--edition", "1999", "x.rs"],
            "2015, 2018, 2021 or 2024",
        ),
        (
            &["run", "--entry", "nowhere", "corpus/thesis/reorder.rs"],
            "`nowhere`",
        ),
        (
            &[
                "run",
                "--entry",
                "by",
                "corpus/features/entry_with_a_result.rs",
            ],
            "`by` cannot be the entry: it takes arguments",
        ),
        (
            &["emit", "assembly", "x.rs"],
            "hir, ir, peg, mhp, pairs, trace",
        ),
        (&["replay", "corpus/README.md"], "not a recorded schedule"),
        (
            &["run", "corpus/hunt/overdrawn.rs", "--entry", "mian"],
            "there is no function `mian` to start from; did you mean `main`?",
        ),
        (
            &[
                "run",
                "corpus/hunt/overdrawn.rs",
                "--engine",
                "value_shedule",
            ],
            "did you mean `value-schedule`?",
        ),
        (
            &["run", "corpus/hunt/overdrawn.rs", "--disable", "comuting"],
            "techniques are ",
        ),
        (
            &["run", "corpus/packages/tickets", "--test", "sale"],
            "has no test `sale`; did you mean `sales`?",
        ),
        (
            &["run", "corpus/packages/tickets", "-p", "ticket"],
            "there is no package `ticket`; did you mean `tickets`?",
        ),
        (
            &["run", "corpus/packages/tickets", "--example", "loud"],
            "has no example `loud`; there is `quiet`",
        ),
        (
            &["test", "corpus/packages/tickets", "--example", "quite"],
            "there is no example `quite` here; did you mean `quiet`?",
        ),
    ];
    for (arguments, part) in cases {
        let (code, stdout, stderr) = run(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.contains(part), "{arguments:?}: {stderr}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["run", "--help"],
        &["compare", "-h"],
    ] {
        let (code, stdout, stderr) = run(arguments);
        assert!(
            code == 0 && !stdout.is_empty() && stderr.is_empty(),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_bug_as_json() {
    let (_, report) = json(&["run", "corpus/thesis/reorder.rs"]);
    has(
        &report,
        &[
            ("schema", "s"),
            ("program", "s"),
            ("entry", "s"),
            ("engine", "s"),
            ("verdict", "s"),
            ("complete", "b"),
            ("bugs", "a"),
            ("stats", "o"),
            ("engine_stats", "o"),
        ],
    );
    assert_eq!(
        (&report["schema"], &report["entry"]),
        (&"vscheck.run/1".into(), &"main".into())
    );
    assert_eq!(report["complete"], Value::from(false));
    assert!(report.get("outcomes").is_none(), "only with --outcomes");
    let bug = first(&report, "bugs");
    has(
        bug,
        &[
            ("kind", "s"),
            ("message", "s"),
            ("thread", "s"),
            ("span", "o"),
            ("schedule", "a"),
        ],
    );
    has(&bug["span"], PLACE);
    let thread = bug["thread"].as_str().expect("a thread");
    assert!(thread.contains(" (spawned at reorder.rs:"), "{thread}");
    let step = first(bug, "schedule");
    has(
        step,
        &[
            ("thread", "s"),
            ("op", "s"),
            ("object", "s?"),
            ("span", "o?"),
        ],
    );
    let counts = [
        "executions",
        "states",
        "transitions",
        "instructions",
        "max_depth",
    ];
    let costs = [
        "peak_memory_bytes",
        "lines_reached",
        "time_frontend_ms",
        "time_static_ms",
        "time_explore_ms",
    ];
    let members: Vec<_> = counts
        .iter()
        .chain(&costs)
        .map(|&name| (name, "n"))
        .collect();
    has(&report["stats"], &members);
}

#[test]
fn outcomes_are_sorted_and_alike_in_all_engines() {
    let outcomes = |engine| {
        let arguments = [
            "run",
            "corpus/counts/SB.rs",
            "--outcomes",
            "--engine",
            engine,
        ];
        let (_, report) = json(&arguments);
        assert_eq!(report["complete"], Value::from(true));
        has(first(&report, "outcomes"), &[("end", "s"), ("stdout", "s")]);
        report["outcomes"].clone()
    };
    let expected = outcomes("exhaustive");
    assert_eq!(outcomes("dfs"), expected);
    assert_eq!(outcomes("value-schedule"), expected);
}

#[test]
fn what_was_covered_as_json() {
    let (_, report) = json(&["run", "corpus/counts/SB.rs", "--all"]);
    let coverage = &report["coverage"];
    let counts = [("pairs", "n"), ("both", "n"), ("one", "n"), ("none", "n")];
    has(coverage, &counts);
    has(coverage, &[("reasons", "o"), ("truncated", "b")]);
    assert_eq!(coverage["both"], Value::from(2));
    let pair = first(coverage, "list");
    let ends = [("a", "o"), ("b", "o")];
    has(pair, &[("type", "s"), ("orders", "s"), ("reason", "s?")]);
    has(pair, &ends);
    let (_, without) = json(&["run", "corpus/counts/SB.rs", "--all", "--engine", "dfs"]);
    assert!(without.get("coverage").is_none(), "no static pass");
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let report = || {
        let random = ["--engine", "dfs", "--order", "random", "--seed", "7"];
        let (_, mut report) = json(&[&["run", "corpus/thesis/reorder.rs"][..], &random].concat());
        let stats = report["stats"].as_object_mut().expect("counts");
        stats.retain(|name, _| !name.starts_with("time_") && name != "peak_memory_bytes");
        report
    };
    assert_eq!(report(), report());
}

#[test]
fn access_pairs_as_json() {
    let (code, report) = json(&["analyze", "corpus/thesis/reorder.rs"]);
    assert_eq!((code, &report["schema"]), (0, &"vscheck.analyze/1".into()));
    has(
        &report,
        &[
            ("program", "s"),
            ("entry", "s"),
            ("threads", "a"),
            ("peg_nodes", "n"),
            ("mhp_pairs", "n"),
            ("mhp", "s"),
            ("counts", "o"),
            ("filtered", "o"),
            ("pairs", "a"),
            ("time_ms", "o"),
        ],
    );
    has(
        &report["threads"][1],
        &[("id", "s"), ("spawned_at", "o"), ("many", "b")],
    );
    let kinds = ["RW", "MM", "WN", "WM", "SR", "PU", "BB", "OO"];
    has(&report["counts"], &kinds.map(|kind| (kind, "n")));
    has(
        &report["filtered"],
        &["conflicting", "mhp", "locks", "alias", "escape", "disjoint"].map(|name| (name, "n")),
    );
    let times = ["frontend", "points_to", "peg", "mhp", "pairs"];
    has(&report["time_ms"], &times.map(|time| (time, "n")));
    let pair = first(&report, "pairs");
    has(
        pair,
        &[
            ("type", "s"),
            ("alias", "s"),
            ("a", "o"),
            ("b", "o"),
            ("why", "o"),
        ],
    );
    has(&pair["why"], &[("escape", "s"), ("locks", "a")]);
    let end = [
        ("thread", "s"),
        ("function", "s"),
        ("op", "s"),
        ("place", "s"),
        ("context", "a"),
    ];
    has(&pair["a"], &end);
    has(&pair["a"]["span"], PLACE);
}

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

#[test]
fn a_recorded_schedule_replays_until_the_program_changes() {
    let source = std::fs::read_to_string(root().join("corpus/hunt/overdrawn.rs")).expect("source");
    let program = temporary("overdrawn.rs", &source);
    let trace = program.with_extension("json");
    let (program, trace) = (program.display().to_string(), trace.display().to_string());
    assert_eq!(run(&["run", &program, "--trace", &trace]).0, 1);
    let (code, stdout, _) = run(&["replay", &trace]);
    assert!(code == 1 && stdout.contains("panic: overdrawn"), "{stdout}");
    temporary(
        "overdrawn.rs",
        &source.replace("if balance.load(SeqCst) >= 70", "if true"),
    );
    let (code, _, stderr) = run(&["replay", &trace]);
    assert!(
        code == 2 && stderr.contains("leaves the recorded schedule at step 3"),
        "{stderr}"
    );
    let text = std::fs::read_to_string(&trace).expect("a schedule");
    let unread = text.replace("\"edition\": null", "\"edition\": \"2042\"");
    std::fs::write(&trace, unread).expect("a schedule");
    let (code, _, stderr) = run(&["replay", &trace]);
    assert!(code == 2 && stderr.contains("edition `2042`"), "{stderr}");
}

#[test]
fn every_stage_prints() {
    for stage in ["hir", "ir", "peg", "mhp", "pairs", "trace"] {
        let (code, stdout, stderr) = run(&["emit", stage, "corpus/hunt/overdrawn.rs"]);
        assert!(
            code == 0 && !stdout.is_empty() && stderr.is_empty(),
            "{stage}: {stderr}"
        );
    }
}

#[test]
fn reports_fit_the_terminal_and_are_plain_unless_asked() {
    for width in [70, 80, 200] {
        let mut command = vscheck(&["run", "corpus/thesis/account_deadlock.rs"]);
        let output = command
            .env("COLUMNS", width.to_string())
            .output()
            .expect("vscheck runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let longest = text
            .lines()
            .max_by_key(|line| line.chars().count())
            .unwrap_or("");
        assert!(longest.chars().count() <= width, "{longest}");
        assert!(!text.contains('\x1b'));
    }
    let (_, colored, _) = run(&["run", "corpus/hunt/overdrawn.rs", "--color", "always"]);
    assert!(colored.contains('\x1b'));
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let mut command = vscheck(&["emit", "ir", "corpus/hunt/overdrawn.rs", "--models"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("vscheck runs");
    drop(child.stdout.take());
    let mut complaints = String::new();
    let stderr = child.stderr.as_mut().expect("standard error");
    stderr.read_to_string(&mut complaints).expect("text");
    assert_eq!(
        (complaints.as_str(), child.wait().expect("it ends").code()),
        ("", Some(0))
    );
}

#[test]
#[cfg(unix)]
fn an_interrupt_keeps_what_was_found() {
    let endless = ["--all", "--engine", "exhaustive", "--format", "json"];
    let arguments = [&["run", "corpus/thesis/piper_fixed.rs"][..], &endless].concat();
    let child = vscheck(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("vscheck runs");
    // Long enough for the search to have begun on a slow machine.
    std::thread::sleep(std::time::Duration::from_secs(4));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(report["limits"], serde_json::json!(["an interrupt"]));
    let found = !report["bugs"].as_array().expect("a list").is_empty();
    assert_eq!(output.status.code(), Some(if found { 1 } else { 3 }));
    assert_eq!(report["complete"], Value::from(false));
}

/// The report in the README is what the tool prints now.
#[test]
fn the_readme_shows_a_real_report() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let command = "vscheck -- run corpus/hunt/overdrawn.rs\n";
    let (_, rest) = readme.split_once(command).expect("the command");
    let (shown, _) = rest.split_once("```").expect("the end of the block");
    let (_, report, _) = run(&["run", "corpus/hunt/overdrawn.rs"]);
    let (report, _) = report
        .split_once("value-schedule: ")
        .expect("a line of counts");
    assert_eq!(shown, report);
}

/// Far more orders than anybody can explore, which a hunt tells apart by what matters.
#[test]
fn hunts_end_where_orders_make_no_difference() {
    for program in [
        "book_counter_of_ten",
        "mutex_counter_of_eight",
        "ledger_of_sums",
        "grid_of_counters",
        "sections_that_print",
        "producers_of_one_channel",
        "phases_of_main",
        "words_of_lines",
    ] {
        let path = format!("corpus/real/{program}.rs");
        let (code, found) = json(&["run", &path, "--max-executions", "100000"]);
        assert_eq!(code, 0, "{program}: {found}");
        assert_eq!(found["verdict"], "no-bug", "{program}");
    }
}

/// `--set` says which constants: all of a name, or those whose path ends so. Values fit their types.
#[test]
fn constants_are_set_by_name_or_path() {
    let text = "
const N: u8 = 1;
mod inner {
    pub const N: u8 = 1;
    pub mod deep {
        pub const N: u8 = 1;
    }
}
fn main() {
    const HERE: i16 = 4;
    println!(\"{} {} {} {HERE}\", N, inner::N, inner::deep::N);
}
";
    let path = temporary("constants.rs", text);
    let path = path.to_str().expect("text");
    let printed = |sets: &[&str]| {
        let (code, report) = json(&[&["run", path, "--outcomes"][..], sets].concat());
        assert_eq!(code, 0, "{report:#}");
        report["outcomes"][0]["stdout"]
            .as_str()
            .expect("text")
            .to_string()
    };
    assert_eq!(printed(&["--set", "N=7"]), "7 7 7 4\n");
    assert_eq!(printed(&["--set", "inner::N=7"]), "1 7 1 4\n");
    assert_eq!(printed(&["--set", "deep::N=7"]), "1 1 7 4\n");
    assert_eq!(printed(&["--set", "crate::N=255"]), "255 1 1 4\n");
    assert_eq!(
        printed(&["--set", "N=2", "--set", "inner::N=3"]),
        "2 3 2 4\n"
    );
    assert_eq!(printed(&["--set", "main::HERE=-5"]), "1 1 1 -5\n");
    let refused: [(&[&str], &str); 5] = [
        (
            &["--set", "N=256"],
            "`256`, given for `N`, is out of the range of `u8`",
        ),
        (&["--set", "N=-1"], "out of the range of `u8`"),
        (&["--set", "HERE=-32769"], "out of the range of `i16`"),
        (&["--set", "N=2", "--set", "N=3"], "set to `2` and to `3`"),
        (&["--set", "outer::N=2"], "there is no constant `outer::N`"),
    ];
    for (sets, part) in refused {
        let (code, _, stderr) = run(&[&["run", path][..], sets].concat());
        assert!(code == 2 && stderr.contains(part), "{sets:?}: {stderr}");
    }
}
