//! The command as scripts and people use it: exit codes, JSON, what is refused, pipes that close.

mod support;

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

/// How a program goes on after a thread's panic is said: well, or so that somebody waits for ever.
#[test]
fn what_comes_after_a_threads_panic_is_said() {
    let (_, story, _) = run(&["run", "corpus/traps/panic_that_leaves_others_waiting.rs"]);
    assert!(story.contains("somebody then waits for ever"), "{story}");
    let (_, story, _) = run(&["run", "corpus/traps/child_panic_join.rs"]);
    assert!(story.contains("and ends well"), "{story}");
}

/// Orderings of the library's own accesses are no matter of the program's, wherever they stand.
#[test]
fn only_orderings_that_are_asked_for_are_noted() {
    let program = "corpus/features/orderings_noted_where_asked.rs";
    let (code, story, _) = run(&["run", program]);
    assert_eq!(code, 0, "{story}");
    assert!(!story.contains("note:"), "{story}");
}

/// A thread that spins waits for what it reads, wherever in its loop it stands; and the pair that made the
/// difference is one that does so though all else stays as it was.
#[test]
fn what_a_report_blames_is_to_blame() {
    let (_, story, _) = run(&["run", "corpus/features/livelock_spins_on_what_it_reads.rs"]);
    assert!(story.contains("spins on `other #1`"), "{story}");
    let (_, story, _) = run(&["run", "corpus/hunt/spin_flag_in_two_steps.rs"]);
    let blamed = "what made the difference: t1 `load taken`";
    assert!(story.contains(blamed), "{story}");
    // Not the two who take the right lock.
    let (_, story, _) = run(&["run", "corpus/hunt/one_takes_another_lock.rs"]);
    let blamed = "what made the difference: t2 `load counter`";
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

/// What drops what it frees is a library's or nobody's; the user's code that leads there is shown.
#[test]
fn what_frees_elements_has_a_line() {
    let text = "
struct Shared(*const String);
unsafe impl Send for Shared {}
fn main() {
    let names = vec![String::from(\"a\"), String::from(\"b\")];
    let first = Shared(&raw const names[0]);
    let user = std::thread::spawn(move || {
        let first = first;
        unsafe { (*first.0).len() }
    });
    drop(names);
    user.join().unwrap();
}
";
    let path = temporary("frees_elements.rs", text);
    let (code, story, _) = run(&["run", path.to_str().expect("text"), "--no-rustc"]);
    let shown = story.contains("drop(names);") && story.contains("freed by main");
    assert!(code == 1 && shown, "{story}");
}

/// What a vtable lacks is asked for in a library model, and there on behalf of the user's code.
#[test]
fn what_a_vtable_lacks_is_placed_in_the_users_code() {
    let text = "
use std::error::Error;
struct NoError;
fn fails() -> Result<(), Box<dyn Error>> {
    Err(NoError)?
}
fn main() {
    println!(\"{}\", fails().unwrap_err().source().is_none());
}
";
    let path = temporary("lacks.rs", text);
    let (code, report) = json(&["run", path.to_str().expect("text"), "--no-rustc"]);
    let error = &report["error"];
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains("does not implement"), "{message}");
    assert_eq!((code, &error["span"]["line"]), (2, &Value::from(5)));
}

/// Who names a file without a folder reads names without one.
#[test]
fn a_missing_module_is_looked_for_beside_its_parent() {
    let path = temporary("lonely.rs", "mod absent;\nfn main() {}\n");
    let output = vscheck(&["run", "lonely.rs", "--no-rustc"])
        .current_dir(path.parent().expect("a folder"))
        .output()
        .expect("vscheck runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let names = "neither `absent.rs` nor `absent/mod.rs`";
    assert!(message.contains(names), "{message}");
}

/// Where the program is refused anyway, rustc only says better why.
#[cfg(unix)]
#[test]
fn rustc_is_not_waited_for_long_where_the_program_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let slow = temporary("slow_rustc.sh", "#!/bin/sh\nexec sleep 60\n");
    let runs = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&slow, runs).expect("permissions");
    let text = "static A: [u8; 1 << 40] = [0; 1 << 40];\nfn main() { drop(A[5]); }\n";
    let path = temporary("large.rs", text);
    let start = Instant::now();
    let output = vscheck(&["run", path.to_str().expect("text")])
        .env("RUSTC", slow)
        .output()
        .expect("vscheck runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("is too large"), "{message}");
    assert!(start.elapsed() < Duration::from_secs(15));
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

/// A free list of indices in the manner of Treiber, whose pop relies on the next index of a node that others take
/// and give back meanwhile (ABA).
const FREE_LIST: &str = "
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

const END: usize = usize::MAX;
const NODES: usize = 6;

struct List {
    head: AtomicUsize,
    next: [AtomicUsize; NODES],
    taken: [AtomicUsize; NODES],
}

impl List {
    fn push(&self, node: usize) {
        loop {
            let head = self.head.load(SeqCst);
            self.next[node].store(head, SeqCst);
            if self.head.compare_exchange(head, node, SeqCst, SeqCst).is_ok() {
                return;
            }
        }
    }

    fn pop(&self) -> Option<usize> {
        loop {
            let head = self.head.load(SeqCst);
            if head == END {
                return None;
            }
            let next = self.next[head].load(SeqCst);
            if self.head.compare_exchange(head, next, SeqCst, SeqCst).is_ok() {
                return Some(head);
            }
        }
    }
}

fn main() {
    let list = List {
        head: AtomicUsize::new(END),
        next: [const { AtomicUsize::new(END) }; NODES],
        taken: [const { AtomicUsize::new(0) }; NODES],
    };
    (0..NODES).for_each(|node| list.push(node));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..30 {
                    let Some(node) = list.pop() else { continue };
                    let other = list.pop();
                    assert_eq!(list.taken[node].swap(1, SeqCst), 0);
                    if let Some(other) = other {
                        list.push(other);
                    }
                    list.taken[node].store(0, SeqCst);
                    list.push(node);
                }
            });
        }
    });
}
";

/// What goes wrong early in a long run is not found by searches in depth-first order.
#[test]
fn a_hunt_that_does_not_end_draws_schedules_at_random() {
    let path = temporary("free_list.rs", FREE_LIST);
    let path = path.to_str().expect("text");
    let report = |options: &[&str]| {
        let most = ["--max-transitions", "600000"];
        json(&[&["run", path], &most[..], options].concat()).1
    };
    assert_eq!(report(&["--seed", "1"])["verdict"], "bug");
    assert_eq!(report(&["--disable", "sampling"])["verdict"], "limit");
    let found = report(&[]);
    assert_eq!(found["verdict"], "bug");
    // The run that was found goes round for some hundred steps first.
    let schedule = found["bugs"][0]["schedule"].as_array().expect("a list");
    assert!(schedule.len() < 120, "{} steps", schedule.len());
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
        (
            &["run", "--timeout=-1s", "x.rs"],
            "it has to be more than 0",
        ),
        (
            &["run", "--timeout", "99999999999999999999s", "x.rs"],
            "longer than any time",
        ),
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
    let stuck = "corpus/thesis/account_deadlock.rs";
    let with_long_title = "corpus/real/unsafe_bad_free_of_part.rs";
    let cases = [70, 80, 200].map(|width| [(width, stuck), (width, with_long_title)]);
    for (width, program) in cases.into_iter().flatten() {
        let mut command = vscheck(&["run", program]);
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

/// Whether there is a compiler to ask.
fn has_rustc() -> bool {
    Command::new("rustc").arg("-V").output().is_ok()
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

#[test]
fn every_command_asks_rustc() {
    let text = "
#[test]
fn counts() {
    let numbers = vec![1];
    let thread = std::thread::spawn(move || numbers.len());
    println!(\"{numbers:?}\");
    thread.join().unwrap();
}
";
    let path = temporary("moved_in_a_test.rs", text);
    let path = path.to_str().expect("text");
    let commands: [&[&str]; 7] = [
        &["run"],
        &["test"],
        &["analyze"],
        &["compare"],
        &["emit", "ir"],
        &["emit", "trace"],
        &["run", "--entry", "counts"],
    ];
    for command in commands {
        let (code, stdout, stderr) = run(&[command, &[path, "--no-rustc"]].concat());
        assert_ne!(code, 2, "{command:?}: {stdout}{stderr}");
        if has_rustc() {
            let (code, stdout, stderr) = run(&[command, &[path]].concat());
            let said = stdout + &stderr;
            assert!(code == 2 && said.contains("E0382"), "{command:?}: {said}");
            assert!(
                said.contains("moved_in_a_test.rs:6:1"),
                "{command:?}: {said}"
            );
        }
    }
}

/// Who reads JSON gets an object, whatever is wrong.
#[test]
fn what_cannot_be_checked_is_json_too() {
    let broken = temporary("broken/Cargo.toml", "[package\n");
    let broken = broken
        .parent()
        .expect("a folder")
        .to_str()
        .expect("text")
        .to_string();
    let program = "corpus/hunt/overdrawn.rs";
    let cases: [&[&str]; 6] = [
        &["test", "nowhere.rs"],
        &["test", &broken],
        &["test", program, "--entry", "main"],
        &["run", program, "extra"],
        &["run", program, "--trace", "corpus/README.md"],
        &["analyze", "nowhere.rs"],
    ];
    for arguments in cases {
        let (code, report) = json(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        has(&report["error"], &[("message", "s"), ("span", "o?")]);
    }
    let (_, stdout, _) = run(&["run", program, "--format", "json", "--", "extra"]);
    let report: Value = serde_json::from_str(&stdout).expect("one object");
    let message = report["error"]["message"].as_str().expect("a message");
    assert!(message.contains("without arguments"), "{message}");
}

#[test]
fn a_program_may_have_the_name_of_an_option() {
    let path = temporary("--named.rs", "fn main() {}\n");
    let mut command = vscheck(&["run", "--no-rustc", "--", "--named.rs"]);
    command.current_dir(path.parent().expect("a folder"));
    assert_eq!(command.output().expect("it runs").status.code(), Some(0));
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
    let tested = interrupted("TERM", &["test", tests.to_str().expect("text")]);
    let said = String::from_utf8_lossy(&tested.stdout);
    assert_eq!(tested.status.code(), Some(3), "{said}");
    let ways = [
        "interrupted before ",
        "not searched; stopped by an interrupt",
    ];
    assert!(ways.iter().any(|way| said.contains(way)), "{said}");
}

/// What fails is often the consequence of a panic that was caught.
#[test]
fn earlier_panics_are_named() {
    let text = "fn main() {
    let other = std::thread::spawn(|| std::panic::catch_unwind(|| vec![0; 0][3]));
    let caught = other.join().unwrap();
    caught.unwrap();
}
";
    let path = temporary("caught.rs", text);
    let path = path.to_str().expect("text");
    let (code, stdout, _) = run(&["run", "--no-rustc", path]);
    assert_eq!(code, 1);
    let named = "\nearlier panics:\n  t1 at caught.rs:2: index out of bounds: the len is 0 but the index is 3\n";
    assert!(stdout.contains(named), "{stdout}");
    let (_, report) = json(&["run", "--no-rustc", path]);
    let earlier = &report["bugs"][0]["earlier_panics"][0];
    has(earlier, &[("thread", "s"), ("message", "s"), ("span", "o")]);
}

/// A test that panics with other words than it should is told what was expected.
#[test]
fn what_a_test_should_panic_with_is_said() {
    let text = "#[test]
#[should_panic(expected = \"boom\")]
fn joins() {
    std::thread::scope(|scope| { scope.spawn(|| panic!(\"boom\")); });
}
";
    let path = temporary("expected.rs", text);
    let (code, stdout, _) = run(&["test", "--no-rustc", path.to_str().expect("text")]);
    assert_eq!(code, 1, "{stdout}");
    let note = "note: the test should panic with a message that contains `boom`";
    assert!(stdout.contains(note), "{stdout}");
}

/// Several conditions with a `let` among them are of edition 2024; what they bind has the scope that it has there.
#[test]
fn a_binding_that_is_not_reached_is_not_dropped() {
    let text = "struct Guard;
impl Drop for Guard {
    fn drop(&mut self) {}
}
fn main() {
    let mut guard = Some(Guard);
    if guard.is_none() && let Some(_taken) = guard.take() {}
}
";
    let path = temporary("chain.rs", text);
    for edition in ["2021", "2024"] {
        let ran = run(&["run", "--edition", edition, path.to_str().expect("text")]);
        assert_eq!(ran.0, 0, "{}", ran.1);
    }
}

/// What was not tried is said: more time-outs in a row, and waits that end for no reason.
#[test]
fn waits_that_were_cut_short_are_named() {
    let text = "use std::sync::{Condvar, Mutex, mpsc};
use std::time::Duration;
fn main() {
    let (_sender, receiver) = mpsc::channel::<u8>();
    let ready = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let guard = ready.0.lock().unwrap();
            if !*guard {
                drop(ready.1.wait(guard).unwrap());
            }
        });
        *ready.0.lock().unwrap() = true;
        ready.1.notify_one();
    });
    for _ in 0..8 {
        assert!(receiver.recv_timeout(Duration::from_millis(1)).is_err());
    }
}
";
    let path = temporary("cut_short.rs", text);
    let path = path.to_str().expect("text");
    let (code, report) = json(&["run", "--no-rustc", path]);
    assert_eq!(code, 0, "{report}");
    let notes = report["notes"].as_array().expect("a list");
    let said = |words: &str, place: &str| {
        let mut notes = notes.iter().filter_map(Value::as_str);
        notes.any(|note| note.contains(words) && note.contains(place))
    };
    assert!(
        said("run out several times in a row", "cut_short.rs:17"),
        "{notes:?}"
    );
    assert!(said("--spurious 1", "cut_short.rs:10"), "{notes:?}");
    let (_, report) = json(&["run", "--no-rustc", "--spurious", "1", path]);
    assert!(
        !report["notes"].to_string().contains("--spurious 1"),
        "{report}"
    );
}

/// A schedule says where its program was from where it was recorded; from elsewhere, the program is looked for
/// beside it.
#[test]
fn a_schedule_is_replayed_from_anywhere() {
    let buggy = std::fs::read_to_string(root().join("corpus/hunt/overdrawn.rs")).expect("source");
    let program = temporary("elsewhere/overdrawn.rs", &buggy);
    let folder = program.parent().expect("a folder");
    let trace = folder.join("bug.json");
    let _ = std::fs::remove_file(&trace);
    let mut recording = vscheck(&["run", "overdrawn.rs", "--trace", "bug.json"]);
    let recorded = recording.current_dir(folder).output().expect("it runs");
    assert_eq!(recorded.status.code(), Some(1));
    let (code, stdout, stderr) = run(&["replay", trace.to_str().expect("text")]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    assert!(stdout.starts_with("error: panic"), "{stdout}");
}

/// What `--trace` writes to is never anything but a schedule, and never one of another run.
#[test]
fn a_trace_overwrites_schedules_only() {
    let buggy = std::fs::read_to_string(root().join("corpus/hunt/overdrawn.rs")).expect("source");
    let program = temporary("traced.rs", &buggy);
    let trace = program.with_file_name("traced.json");
    let _ = std::fs::remove_file(&trace);
    let (path, file) = (
        program.to_str().expect("text"),
        trace.to_str().expect("text"),
    );
    let (code, stdout, stderr) = run(&["run", path, "--trace", path]);
    assert!(
        code == 2 && stderr.contains("does not overwrite"),
        "{stderr}"
    );
    assert_eq!(stdout, "", "nothing is searched");
    assert_eq!(
        std::fs::read_to_string(&program).expect("the source"),
        buggy
    );
    let nowhere = program.with_file_name("no_folder").join("bug.json");
    let nowhere = nowhere.to_str().expect("text");
    assert_eq!(run(&["run", path, "--trace", nowhere]).0, 2);

    for _ in 0..2 {
        assert_eq!(run(&["run", path, "--trace", file]).0, 1);
        assert_eq!(run(&["replay", file]).0, 1);
    }
    temporary("traced.rs", "fn main() {}\n");
    let (code, _, stderr) = run(&["run", path, "--trace", file]);
    assert!(code == 0 && stderr.contains("removed"), "{stderr}");
    assert!(!trace.exists());
    let (code, _, stderr) = run(&["run", path, "--trace", file]);
    assert_eq!((code, stderr.as_str()), (0, ""));
}

/// A terminal obeys nothing that a program's text says, and columns stand below each other.
#[test]
fn what_a_terminal_would_obey_is_escaped() {
    let text = "
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
fn main() {
    let \u{6f22}\u{5b57} = AtomicU32::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| \u{6f22}\u{5b57}.store(1, SeqCst)); /* \u{1b}[2J\u{0} */
        if \u{6f22}\u{5b57}.load(SeqCst) == 1 { /* \u{202e} */
            println!(\"\\u{1b}[31mred\");
            panic!(\"\u{1f600}\\u{1b}[2J\\r\\0\\u{202e}end\");
        }
    });
}
";
    let path = temporary("controls.rs", text);
    let path = path.to_str().expect("text");
    let trace = temporary("controls.json", "");
    let trace = trace.to_str().expect("text");
    let (code, report, _) = run(&["run", path, "--no-rustc", "--trace", trace]);
    let (_, replayed, _) = run(&["replay", trace]);
    let (_, emitted, _) = run(&["emit", "trace", path, "--no-rustc"]);
    assert_eq!(code, 1);
    for text in [&report, &replayed, &emitted] {
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!text.contains(obeyed), "{text:?}");
    }
    assert!(
        report.contains("\u{1f600}\\u{1b}[2J\\r\\u{0}\\u{202e}end"),
        "{report}"
    );
    assert!(replayed.lines().any(|line| line == "red"), "{replayed}");
    let column = |part: &str| {
        let line = report
            .lines()
            .find(|line| line.contains(part))
            .expect("the step");
        let (before, _) = line.split_once(part).expect("the part");
        unicode_width::UnicodeWidthStr::width(before)
    };
    assert_eq!(
        column("6  scope.spawn"),
        column("7  if \u{6f22}"),
        "{report}"
    );
}

/// What a check of loom's collects over all schedules is not there behind it: a panic there is no verdict, one in
/// the check is.
#[test]
fn what_is_behind_a_check_of_loom_is_not_judged() {
    let text = |wanted: &str| {
        format!(
            "#[test]\nfn outcomes() {{
                let seen = std::sync::Arc::new(std::sync::Mutex::new([false, false]));
                let inner = seen.clone();
                loom::model(move || {{
                    let x = loom::sync::Arc::new(loom::sync::atomic::AtomicUsize::new(0));
                    let y = x.clone();
                    let t = loom::thread::spawn(move || y.store(1, loom::sync::atomic::Ordering::SeqCst));
                    let n = x.load(loom::sync::atomic::Ordering::SeqCst);
                    t.join().unwrap();
                    inner.lock().unwrap()[n] = true;
                    assert!(n < {wanted});
                }});
                assert_eq!(*seen.lock().unwrap(), [true, true]);
            }}"
        )
    };
    for (wanted, code, said) in [("2", 3, "a panic behind a check"), ("1", 1, "n < 1")] {
        let path = temporary(&format!("behind_loom_{wanted}.rs"), &text(wanted));
        let path = path.to_str().expect("text");
        let (found, report, _) = run(&["run", path, "--no-rustc", "--entry", "outcomes"]);
        assert_eq!(found, code, "{report}");
        assert!(report.contains(said), "{report}");
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
        let words = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(code == 2 && words.contains(part), "{sets:?}: {stderr}");
    }
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

/// A program that says that it failed has no bug by that; it is said.
#[test]
fn exit_codes_of_failures_are_noted() {
    let text = |end: &str| {
        format!(
            "use std::sync::atomic::{{AtomicU32, Ordering::SeqCst}};
static N: AtomicU32 = AtomicU32::new(0);
fn main() -> Result<(), String> {{
    std::thread::spawn(|| N.store(1, SeqCst));
    {end}
}}
"
        )
    };
    let note = |end: &str| {
        let path = temporary("codes.rs", &text(end));
        let (code, report) = json(&["run", path.to_str().expect("text")]);
        assert_eq!(code, 0, "{report:#}");
        report["notes"].to_string()
    };
    let one = note("if N.load(SeqCst) == 1 { Err(String::new()) } else { Ok(()) }");
    assert!(
        one.contains("some executions end with exit code 1,"),
        "{one}"
    );
    let all = note("std::process::exit(if N.load(SeqCst) == 1 { 3 } else { 4 })");
    assert!(
        all.contains("the program ends with exit codes 3, 4,"),
        "{all}"
    );
    assert_eq!(note("Ok(())"), "[]");
}
