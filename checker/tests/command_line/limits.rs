//! Limits and interrupts end every command, and what was found until then is said.

use super::*;

#[test]
#[cfg(unix)]
fn an_interrupt_keeps_what_was_found() {
    let endless = ["--all", "--engine", "exhaustive", "--format", "json"];
    let output = interrupted(
        "INT",
        &[&["run", "corpus/thesis/piper_fixed.rs"][..], &endless].concat(),
    );
    let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(report["limits"], serde_json::json!(["an interrupt"]));
    let found = !report["bugs"].as_array().expect("a list").is_empty();
    assert_eq!(output.status.code(), Some(if found { 1 } else { 3 }));
    assert_eq!(report["complete"], Value::from(false));
}

/// Three threads with far more orders, and far more steps, than anybody waits for.
const LONG: &str = "
use std::sync::Mutex;
fn main() {
    let count = Mutex::new(0u64);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..100_000 {
                    *count.lock().unwrap() += 1;
                    std::thread::yield_now();
                }
            });
        }
    });
}
";

#[test]
fn limits_hold_for_every_command() {
    let long = temporary("long.rs", LONG);
    let long = long.to_str().expect("text");
    let commands: [&[&str]; 4] = [
        &["run"],
        &["analyze"],
        &["emit", "pairs"],
        &["emit", "trace"],
    ];
    let limits = [
        ("--timeout=1ms", "the time limit"),
        ("--max-memory=1MiB", "the limit on memory"),
    ];
    for command in commands {
        for (limit, named) in limits {
            let (code, stdout, stderr) = run(&[command, &[long, limit]].concat());
            let said = stdout + &stderr;
            assert!(code == 3 && said.contains(named), "{command:?}: {said}");
        }
    }
    for command in [&["run"][..], &["emit", "trace"]] {
        let start = std::time::Instant::now();
        let (code, ..) = run(&[command, &[long, "--timeout", "2s"]].concat());
        // What it takes beyond that has no bound that a busy machine would keep.
        assert_eq!(code, 3, "{command:?}");
        assert!(start.elapsed().as_secs() < 60, "{command:?}");
    }
    let (_, report) = json(&["analyze", long, "--timeout", "1ms"]);
    let message = report["error"]["message"].as_str().expect("a message");
    assert!(message.contains("the time limit"), "{message}");
}

#[test]
fn limits_of_nothing_are_refused() {
    for limit in [
        "--timeout=0",
        "--timeout=0ms",
        "--max-memory=0",
        "--max-memory=0.5",
    ] {
        let (code, _, stderr) = run(&["run", "corpus/hunt/overdrawn.rs", limit]);
        assert!(code == 2 && stderr.contains("more than 0"), "{stderr}");
    }
}

/// Of pairs without end only as many are shown as somebody may look at, unless they are asked for.
#[test]
fn lists_of_pairs_are_bounded() {
    let stores: String = (0..40)
        .map(|n| format!("    CELL.store({n}, SeqCst);\n"))
        .collect();
    let text = format!(
        "use std::sync::atomic::{{AtomicU32, Ordering::SeqCst}};
static CELL: AtomicU32 = AtomicU32::new(0);
fn stores() {{
{stores}}}
fn main() {{
    std::thread::spawn(stores);
    std::thread::spawn(stores);
}}
"
    );
    let path = temporary("pairs.rs", &text);
    let path = path.to_str().expect("text");
    let commands: [(&[&str], &str); 2] = [
        (&["analyze"], "560 more lines (--all lists them)"),
        (&["emit", "pairs"], "560 more pairs (--all prints them)"),
    ];
    for (command, more) in commands {
        let lines = |more: &[&str]| {
            let (code, stdout, _) = run(&[command, &[path], more].concat());
            assert_eq!(code, 0);
            let pairs = stdout.lines().filter(|line| line.starts_with("RW"));
            (pairs.count(), stdout.clone())
        };
        let (count, text) = lines(&[]);
        assert!(count == 1000 && text.contains(more), "{text}");
        let (count, text) = lines(&["--all"]);
        assert!(count == 1560 && !text.contains("--all"), "{text}");
    }
}

/// Starts a command, sends it a signal when it has had time to begin, and gives what it says.
#[cfg(unix)]
fn interrupted(signal: &str, arguments: &[&str]) -> Output {
    let child = vscheck(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("vscheck runs");
    // Long enough for the work to have begun on a slow machine.
    std::thread::sleep(std::time::Duration::from_secs(4));
    let sent = Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    child.wait_with_output().expect("it ends")
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_every_command_and_is_said() {
    let long = temporary("interrupted.rs", LONG);
    let long = long.to_str().expect("text");
    let traced = interrupted("INT", &["emit", "trace", long]);
    let said = String::from_utf8_lossy(&traced.stderr);
    assert_eq!(traced.status.code(), Some(3), "{said}");
    assert!(said.contains("stopped by an interrupt"), "{said}");

    let finished = "corpus/thesis/reorder_fixed.rs";
    let compared = interrupted(
        "INT",
        &["compare", finished, long, finished, "--format", "json"],
    );
    let report: Value = serde_json::from_slice(&compared.stdout).expect("one object");
    let rows = report["rows"].as_array().expect("rows");
    // On a busy machine it may not have come to the program that takes long.
    assert!(rows.len() <= 2, "{report:#}");
    assert!(
        rows.iter().all(|row| row["verdict"] == "no-bug"),
        "{report:#}"
    );
    assert_eq!(report["rows_missing"], 6 - rows.len());
    assert_eq!(compared.status.code(), Some(3));
    let said = String::from_utf8_lossy(&compared.stderr);
    assert!(said.contains("rows are missing"), "{said}");

    let thread = "let lock = std::sync::Mutex::new(0u64); std::thread::scope(|scope| { for _ in 0..3 { \
                  scope.spawn(|| for _ in 0..100_000 { *lock.lock().unwrap() += 1; std::thread::yield_now(); }); } });";
    let tests = format!("#[test] fn first() {{ {thread} }}\n#[test] fn second() {{ {thread} }}\n");
    let tests = temporary("interrupted_tests.rs", &tests);
    let one_by_one = ["test", tests.to_str().expect("text"), "--test-threads", "1"];
    let tested = interrupted("TERM", &one_by_one);
    let said = String::from_utf8_lossy(&tested.stdout);
    assert_eq!(tested.status.code(), Some(3), "{said}");
    let ways = [
        "interrupted before ",
        "not searched; stopped by an interrupt",
    ];
    assert!(ways.iter().any(|way| said.contains(way)), "{said}");
}

/// A limit of the machine's own comes with its number and with the place.
#[test]
fn limits_of_the_machine_have_a_number_and_a_place() {
    let spawn = "std::thread::spawn(|| ()).join().unwrap();\n";
    let cases = [
        ("loop {\nstd::thread::spawn(|| ());\n}", "1,000 threads", 4),
        (
            "let mut all = vec![];\nloop {\nall.push(Vec::<u64>::with_capacity(1 << 22));\n}",
            "33,554,432",
            5,
        ),
        (
            "loop {\nprintln!(\"{}\", \"x\".repeat(99));\n}",
            "1.0 MiB",
            4,
        ),
        (
            "std::thread::spawn(|| {\nlet mut n = 0u64;\nwhile n < 1 << 60 {\nn += 1;\n}\n});",
            "100,000,000 instructions",
            5,
        ),
    ];
    for (body, number, line) in cases {
        let path = temporary("limits.rs", &format!("fn main() {{\n{spawn}{body}\n}}\n"));
        let (code, report) = json(&["run", path.to_str().expect("text"), "--no-rustc"]);
        let limit = report["limits"][0].as_str().expect("a limit");
        assert_eq!(code, 3, "{report:#}");
        assert!(limit.contains(number), "{limit}");
        let places = [line, line + 1].map(|line| format!("(limits.rs:{line})"));
        assert!(places.iter().any(|place| limit.ends_with(place)), "{limit}");
    }
}
