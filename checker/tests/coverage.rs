//! What a search says it covered, on small programs of which it is known.

use std::path::PathBuf;
use std::sync::Arc;
use vscheck::agreement::generate::Size;
use vscheck::agreement::program::Program;
use vscheck::agreement::{Form, ir};
use vscheck::coverage::{Coverage, Covered};
use vscheck::engine;
use vscheck::exploration::{Exploration, Settings};
use vscheck::limits::Limits;
use vscheck::pipeline::{Checked, Hooks, Request, check};
use vscheck::report::coverage::{json, line};
use vscheck::report::pairs::EndReport;
use vscheck::source::Reading;
use vscheck_analysis::{Analysis, AnalysisOptions};
use vscheck_vm::{FaultKind, MachineOptions};

/// What every program begins with.
const HEAD: &str =
    "use std::sync::*; use std::sync::atomic::{*, Ordering::SeqCst}; use std::thread;
static X: AtomicU32 = AtomicU32::new(0); static Y: AtomicU32 = AtomicU32::new(0);
";

fn searched(name: &str, body: &str, settings: Settings) -> Checked {
    searched_on(MachineOptions::default(), name, body, settings)
}

fn searched_on(machine: MachineOptions, name: &str, body: &str, settings: Settings) -> Checked {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rs"));
    std::fs::write(&path, format!("{HEAD}{body}")).expect("the file can be written");
    let request = Request {
        path,
        reading: Reading {
            machine,
            ..Reading::default()
        },
        engine: engine::DEFAULT,
        settings,
    };
    check(&request, Hooks::default()).expect("an accepted program")
}

/// Each pair as `KIND orders reason: op place | op place`, in order, and the line for people.
fn told(checked: &Checked) -> (Vec<String>, String) {
    let coverage = checked.coverage.as_ref().expect("a static pass");
    let end = |end: &EndReport| format!("{} {} {}", end.thread, end.op, end.place);
    let list = json(&checked.program, coverage).list.into_iter();
    let mut pairs: Vec<String> = list
        .map(|pair| {
            let mut ends = [end(&pair.a), end(&pair.b)];
            let mut orders = pair.orders;
            if ends[0] > ends[1] {
                ends.reverse();
                let turned = [("a-b", "b-a"), ("b-a", "a-b")];
                let turned = turned.iter().find(|(from, _)| *from == orders);
                orders = turned.map_or(orders, |(_, to)| to);
            }
            let reason = pair.reason.map_or(String::new(), |why| format!(" {why}"));
            format!("{} {orders}{reason}: {}", pair.kind, ends.join(" | "))
        })
        .collect();
    pairs.sort();
    (pairs, line(&checked.program, coverage))
}

fn complete(name: &str, body: &str) -> (Vec<String>, String) {
    let all = Settings {
        all: true,
        ..Settings::default()
    };
    let checked = searched(name, body, all);
    assert!(checked.complete, "{name}");
    told(&checked)
}

/// What the last thread left does is run once for each state, and counted and told of for every execution.
#[test]
fn tails_that_are_not_run_are_covered() {
    let body = "fn main() {
        let threads = [1, 2, 3].map(|i| thread::spawn(move || {
            if X.fetch_add(1, SeqCst) == i { Y.store(i, SeqCst); }
        }));
        threads.map(|thread| thread.join().unwrap());
        if Y.load(SeqCst) == 2 { println!(\"{}\", X.load(SeqCst)); }
    }";
    let [shared, run] = ["", "tails"].map(|technique| {
        let settings = Settings {
            all: true,
            disable: [technique.to_string()].into(),
            ..Settings::default()
        };
        let machine = MachineOptions {
            check_races: false,
            ..MachineOptions::default()
        };
        searched_on(machine, "tails", body, settings)
    });
    assert!(shared.complete && run.complete);
    assert_eq!(told(&shared), told(&run));
    assert_eq!(
        shared.findings.stats.executions,
        run.findings.stats.executions
    );
    assert!(shared.findings.stats.transitions < run.findings.stats.transitions);
}

#[test]
fn both_orders() {
    let (pairs, line) = complete(
        "both",
        "fn main() {
            let t = thread::spawn(|| X.store(1, SeqCst));
            X.load(SeqCst);
            t.join().unwrap();
        }",
    );
    assert_eq!(pairs, ["RW both: main read X | t1 write X"]);
    assert_eq!(line, "pairs: the only one run in both orders");
}

#[test]
fn a_flag_orders_what_it_guards() {
    let (pairs, line) = complete(
        "ordered",
        "fn main() {
            let t = thread::spawn(|| { Y.store(1, SeqCst); X.store(1, SeqCst); });
            if X.load(SeqCst) == 1 { Y.load(SeqCst); }
            t.join().unwrap();
        }",
    );
    let expected = [
        "RW b-a ordered: main read Y | t1 write Y",
        "RW both: main read X | t1 write X",
    ];
    assert_eq!(pairs, expected);
    let expected = "pairs: 1 of 2 run in both orders; 1 only one way (always ordered)";
    assert_eq!(line, expected);
}

#[test]
fn what_no_schedule_reaches() {
    let (pairs, line) = complete(
        "unreached",
        "fn main() {
            let t = thread::spawn(|| X.store(1, SeqCst));
            if X.load(SeqCst) == 7 {
                X.store(2, SeqCst);
            }
            t.join().unwrap();
        }",
    );
    let expected = [
        "RW both: main read X | t1 write X",
        "RW none unreachable: main write X | t1 write X",
    ];
    assert_eq!(pairs, expected);
    let expected = "pairs: 1 of 2 run in both orders; \
                    1 never (1 not reached: write at unreached.rs:6)";
    assert_eq!(line, expected);
}

/// Where one thread comes and another does not, the statement says which.
#[test]
fn what_one_of_two_threads_does_not_reach() {
    let (_, line) = complete(
        "half_reached",
        "fn swaps(does: bool) { if does { X.swap(1, SeqCst); } }
        fn main() {
            let t = thread::spawn(|| swaps(Y.load(SeqCst) == 0));
            let u = thread::spawn(|| swaps(Y.load(SeqCst) == 1));
            t.join().unwrap();
            u.join().unwrap();
        }",
    );
    let expected = "(1 not reached: write at half_reached.rs:3 by the thread of half_reached.rs:6)";
    assert!(line.ends_with(expected), "{line}");
}

#[test]
fn places_that_are_never_the_same() {
    let (pairs, line) = complete(
        "void",
        "static CELLS: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(0)];
        fn put(at: usize) { CELLS[at].store(1, SeqCst); }
        fn main() {
            let t = thread::spawn(|| put(0));
            CELLS[std::env::args().count()].load(SeqCst);
            t.join().unwrap();
        }",
    );
    assert_eq!(
        pairs,
        ["RW none void-alias: main read CELLS[std::env::args().count()] | t1 write CELLS[at]"]
    );
    let expected = "pairs: 0 of 1 run in both orders; 1 never (1 never met on one object)";
    assert_eq!(line, expected);
}

#[test]
fn who_comes_first_keeps_the_other_away() {
    let (pairs, line) = complete(
        "apart",
        "fn once() { if X.swap(1, SeqCst) == 0 { Y.swap(1, SeqCst); } }
        fn main() {
            let t = thread::spawn(once);
            once();
            t.join().unwrap();
        }",
    );
    let expected = [
        "RW both: main write X | t1 write X",
        "RW none apart: main write Y | t1 write Y",
    ];
    assert_eq!(pairs, expected);
    let expected = "pairs: 1 of 2 run in both orders; 1 never (1 never met in one execution)";
    assert_eq!(line, expected);
}

#[test]
fn threads_of_a_loop() {
    let spawns = |count: u32| {
        format!(
            "fn main() {{
                let mut all = Vec::new();
                for _ in 0..{count} {{ all.push(thread::spawn(|| X.fetch_add(1, SeqCst))); }}
                for t in all {{ t.join().unwrap(); }}
            }}"
        )
    };
    let (pairs, _) = complete("loop_two", &spawns(2));
    assert_eq!(pairs, ["RW both: t1 write X | t1 write X"]);
    let (pairs, line) = complete("loop_one", &spawns(1));
    assert_eq!(pairs, ["RW none one-thread: t1 write X | t1 write X"]);
    let expected = "pairs: 0 of 1 run in both orders; 1 never (1 of a thread that runs once)";
    assert_eq!(line, expected);
}

#[test]
fn threads_started_by_one_line_for_different_callers() {
    let (pairs, _) = complete(
        "callers",
        "fn start(by: u32) -> thread::JoinHandle<()> {
            thread::spawn(move || { if by == 1 { X.store(by, SeqCst) } else { Y.store(by, SeqCst) } })
        }
        fn main() {
            let a = start(1);
            let b = start(2);
            a.join().unwrap();
            b.join().unwrap();
        }",
    );
    let expected = [
        "RW none unreachable: t1 write X | t2 write X",
        "RW none unreachable: t1 write Y | t2 write Y",
    ];
    assert_eq!(pairs, expected);
}

#[test]
fn waits_and_notifies() {
    let (pairs, line) = complete(
        "waits",
        "static READY: Mutex<bool> = Mutex::new(false);
        static CHANGED: Condvar = Condvar::new();
        fn main() {
            let t = thread::spawn(|| {
                *READY.lock().unwrap() = true;
                CHANGED.notify_one();
            });
            let mut ready = READY.lock().unwrap();
            while !*ready { ready = CHANGED.wait(ready).unwrap(); }
            drop(ready);
            t.join().unwrap();
        }",
    );
    let scheduled: Vec<&String> = pairs
        .iter()
        .filter(|p| !p.contains("unreachable"))
        .collect();
    let expected = [
        "MM both: main lock READY | t1 lock READY",
        // It waits only while it holds the mutex, and then the notify is still to come.
        "WM b-a ordered: main reacquire CHANGED | t1 lock READY",
        "WN a-b ordered: main wait CHANGED | t1 notify CHANGED",
    ];
    assert_eq!(scheduled, expected, "{line}");
}

#[test]
fn what_commutes() {
    let (pairs, line) = complete(
        "commuting",
        "fn main() {
            let a = std::sync::Arc::new(());
            let (b, _c) = (a.clone(), a.clone());
            let t = thread::spawn(move || drop(b));
            drop(a);
            t.join().unwrap();
            assert_eq!(std::sync::Arc::strong_count(&_c), 1);
        }",
    );
    let expected = [
        "RW none commuting: main write a | t1 write b",
        "RW none unwinding: main write a | t1 write ",
    ];
    assert_eq!(pairs, expected);
    let expected = "pairs: 0 of 1 run in both orders; 1 never (1 whose order makes no difference); \
                    1 more where only a panic leads";
    assert_eq!(line, expected);
}

#[test]
fn a_search_that_stops_says_so() {
    let body = "fn main() {
            let t = thread::spawn(|| X.store(1, SeqCst));
            if X.load(SeqCst) == 7 { X.store(2, SeqCst); }
            t.join().unwrap();
        }";
    let settings = Settings {
        all: true,
        limits: Limits {
            executions: Some(1),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let (pairs, line) = told(&searched("limited", body, settings));
    let expected = [
        "RW a-b limit: main read X | t1 write X",
        "RW none limit: main write X | t1 write X",
    ];
    assert_eq!(pairs, expected);
    let expected =
        "pairs: 0 of 2 run in both orders; 1 only one way (so far); 1 not at all (so far)";
    assert_eq!(line, expected);
}

#[test]
fn nothing_to_cover() {
    let (pairs, line) = complete(
        "nothing",
        "fn main() { thread::spawn(|| ()).join().unwrap(); }",
    );
    assert!(pairs.is_empty());
    assert_eq!(
        line,
        "pairs: none; there are no two operations whose order makes a difference"
    );
}

/// What an engine covers of a generated program; `None` if it takes too long, or has a data race: that
/// ends an execution at either access, and what others do before is in no order with it.
fn covered(program: &Arc<vscheck_ir::Program>, engine: &str, most: u64) -> Option<Vec<Covered>> {
    let settings = Settings {
        all: true,
        outcomes: true,
        limits: Limits {
            executions: Some(most),
            steps: 2_000,
            ..Limits::default()
        },
        ..Settings::default()
    };
    let facts = Analysis::run(program, &AnalysisOptions::default());
    let mut cx = Exploration::new(program.clone(), MachineOptions::default(), settings);
    cx.set_facts(Arc::new(facts));
    (engine::find(engine).expect("an engine").explore)(&mut cx);
    let findings = cx.into_findings();
    let mut bugs = findings.bugs.iter();
    let races = bugs.any(|bug| bug.fault.kind == FaultKind::DataRace);
    let through = !findings.stopped && findings.limits.is_empty() && !races;
    let observer = findings.observer.filter(|_| through)?;
    Some(Coverage::new(program, &observer, true).pairs)
}

#[test]
fn as_much_as_by_every_interleaving() {
    let (mut compared, mut partly) = (0, 0);
    for seed in 0..250 {
        let program = Arc::new(ir::program(&Program::random(seed, Form::Ir, Size::Usual)));
        let Some(expected) = covered(&program, "exhaustive", 3_000) else {
            continue;
        };
        let found = covered(&program, "value-schedule", 3_000).expect("less to explore");
        let orders = |pairs: &[Covered]| -> Vec<_> {
            let each = pairs.iter();
            each.map(|pair| (pair.first, pair.second, pair.orders, pair.reason))
                .collect()
        };
        assert_eq!(orders(&found), orders(&expected), "seed {seed}");
        compared += found.len();
        partly += found.iter().filter(|pair| pair.reason.is_some()).count();
    }
    assert!(compared > 300 && partly > 50, "{compared} pairs, {partly}");
}
