//! What is said of a program: verdicts, exit codes, notes and outcomes.

use super::*;

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

/// Orderings of the library's own accesses are no matter of the program's, wherever they stand.
#[test]
fn only_orderings_that_are_asked_for_are_noted() {
    let program = "corpus/features/orderings_noted_where_asked.rs";
    let (code, story, _) = run(&["run", program]);
    assert_eq!(code, 0, "{story}");
    assert!(!story.contains("note:"), "{story}");
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
    assert_eq!(report(&[])["verdict"], "bug");
    let found = report(&["--seed", "3"]);
    assert_eq!(found["verdict"], "bug");
    // A run at random goes round for a while before it fails: what is shown is shorter.
    let schedule = found["bugs"][0]["schedule"].as_array().expect("a list");
    assert!(schedule.len() < 120, "{} steps", schedule.len());
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

/// A file with a let chain is of 2024 where nobody says its edition, with all that this means.
#[test]
fn a_let_chain_tells_the_edition() {
    let path = "corpus/traps/guard_if_let_else_beside_a_let_chain.rs";
    let (code, stdout, _) = run(&["run", path]);
    assert_eq!(code, 0, "{stdout}");
    let (code, stdout, _) = run(&["run", "--edition", "2021", path]);
    assert!(code == 1 && stdout.contains("deadlock"), "{stdout}");
}

/// Each execution takes so many steps that runs which look for suspicious orders are cut off before its end, where the
/// lost updates show.
#[test]
fn what_shows_at_the_end_of_long_loops_is_found() {
    let text = "use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
const ROUNDS: u32 = 6_000;
static VISITS: AtomicU32 = AtomicU32::new(0);
fn visit() {
    for _ in 0..ROUNDS {
        let seen = VISITS.load(SeqCst);
        VISITS.store(seen + 1, SeqCst);
    }
}
fn main() {
    let visitors = [(), ()].map(|()| std::thread::spawn(visit));
    visitors.map(|visitor| visitor.join().unwrap());
    assert_eq!(VISITS.load(SeqCst), 2 * ROUNDS);
}
";
    let path = temporary("visits.rs", text);
    let path = path.to_str().expect("text");
    let (code, stdout, _) = run(&["run", "--disable", "sampling", "--disable", "states", path]);
    assert!(code == 1 && stdout.contains("1 execution,"), "{stdout}");
}

/// A file that rustc accepts in another edition than the assumed one is of that, and the report says so.
#[test]
fn the_compiler_tells_the_edition() {
    let old = "trait Job { fn run(&self, u32) -> u32; }
struct Next;
impl Job for Next { fn run(&self, from: u32) -> u32 { from + 1 } }
#[test]
fn counts() {
    let async: Box<Job> = Box::new(Next);
    std::thread::spawn(|| {}).join().unwrap();
    assert_eq!(async.run(1), 3);
}
fn main() { counts_of(&Next) }
fn counts_of(job: &Job) { assert_eq!(job.run(1), 2) }
";
    let path = temporary("old.rs", old);
    let path = path.to_str().expect("text");
    let (code, stdout, _) = run(&["run", path]);
    assert!(
        code == 0 && stdout.contains("read as edition 2015"),
        "{stdout}"
    );
    let (code, stdout, _) = run(&["test", path]);
    assert!(code == 1 && stdout.contains("--edition 2015"), "{stdout}");
    let new = "use std::sync::Mutex;
fn main() {
    let last = Mutex::new(Some(1));
    match *last.lock().unwrap() {
        Some(value) => println!(\"{value}\"),
        None => {}
    }
}
";
    let path = temporary("new.rs", new);
    let path = path.to_str().expect("text");
    let (code, stdout, _) = run(&["run", path]);
    assert!(
        code == 0 && stdout.contains("read as edition 2024"),
        "{stdout}"
    );
    let (code, _, stderr) = run(&["run", "--edition", "2021", path]);
    assert!(
        code == 2 && stderr.contains("does not live long enough"),
        "{stderr}"
    );
}

/// Where a guard of an `if let` meets its `else` and nobody says the edition, the report says which was taken.
#[test]
fn a_deadlock_that_the_edition_decides_says_so() {
    let text = "
use std::sync::Mutex;
static LAST: Mutex<Option<u8>> = Mutex::new(None);
fn main() {
    if let Some(value) = *LAST.lock().unwrap() {
        println!(\"{value}\");
    } else {
        *LAST.lock().unwrap() = Some(1);
    }
}
";
    let path = temporary("guard.rs", text);
    let path = path.to_str().expect("text");
    let (code, stdout, _) = run(&["run", path]);
    assert!(code == 1 && stdout.contains("--edition 2024"), "{stdout}");
    let (code, stdout, _) = run(&["run", "--edition", "2021", path]);
    assert!(code == 1 && !stdout.contains("--edition 2024"), "{stdout}");
    let (code, stdout, _) = run(&["run", "--edition", "2024", path]);
    assert_eq!(code, 0, "{stdout}");
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

/// A test that shuttle is to give up with its panic passes where no schedule comes to an end, and no other does.
#[test]
fn a_livelock_is_the_panic_that_a_test_of_shuttle_expects() {
    let text = |expected: &str| {
        format!(
            "#[test]
            #[should_panic(expected = {expected:?})]
            fn never_over() {{
                shuttle::check_random(
                    || std::mem::forget(shuttle::future::spawn(async {{
                        loop {{ shuttle::future::yield_now().await }}
                    }})),
                    10,
                );
            }}"
        )
    };
    for (expected, code) in [("exceeded max_steps bound", 0), ("overdrawn", 1)] {
        let path = temporary(&format!("never_over_{code}.rs"), &text(expected));
        let path = path.to_str().expect("text");
        let (found, report, _) = run(&["run", path, "--no-rustc", "--entry", "never_over"]);
        assert_eq!(found, code, "{report}");
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
