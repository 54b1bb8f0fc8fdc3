//! What a bug's report shows: steps, lines, names of objects and what made the difference.

use super::*;

/// What `main` does before it starts anybody is one line, unless it is all there is.
#[test]
fn what_main_does_alone_is_one_line() {
    let text = |wait: &str| {
        format!(
            "
use std::sync::Mutex;
fn main() {{
    let list = Mutex::new(vec![]);
    for number in 0..5 {{
        list.lock().unwrap().push(number);
    }}
    let guard = list.lock().unwrap();
    {wait}
}}
"
        )
    };
    let joined = "std::thread::scope(|s| { s.spawn(|| list.lock().unwrap().clear()); });";
    let told = |name: &str, text: &str| {
        let path = temporary(name, text);
        run(&["run", path.to_str().expect("text")]).1
    };
    let story = told("set_up_and_stuck.rs", &text(joined));
    let steps = story
        .lines()
        .skip_while(|line| !line.starts_with("schedule"));
    let steps: Vec<&str> = steps.take_while(|line| !line.is_empty()).collect();
    assert!(steps[2].trim_end().ends_with("1  6 steps alone"), "{story}");
    assert!(steps[3].contains("7  spawn t1"), "{story}");
    let story = told("stuck_alone.rs", &text("drop(list.lock());"));
    assert!(!story.contains("steps alone"), "{story}");
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
    assert!(story.contains("fetch_add 1 same: races"), "{story}");
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

/// Behind many rounds in which nothing is wrong, it is the lost notification that made the difference; and of a line
/// that does much, a step shows its own part.
#[test]
fn a_lost_notification_made_the_difference() {
    let text = "
use std::sync::{atomic::{AtomicBool, Ordering::SeqCst}, Condvar, Mutex};
static STOP: AtomicBool = AtomicBool::new(false);
static JOBS: Mutex<u32> = Mutex::new(0);
static COME: Condvar = Condvar::new();
fn work() {
    let mut jobs = JOBS.lock().unwrap();
    loop {
        if *jobs > 0 {
            *jobs -= 1;
            drop(jobs);
            jobs = JOBS.lock().unwrap();
            continue;
        }
        if STOP.load(SeqCst) { return; } else { jobs = COME.wait(jobs).unwrap(); }
    }
}
fn main() {
    let workers: Vec<_> = (0..3).map(|_| std::thread::spawn(work)).collect();
    for _ in 0..8 {
        *JOBS.lock().unwrap() += 1;
        COME.notify_one();
    }
    STOP.store(true, SeqCst);
    COME.notify_all();
    for worker in workers {
        worker.join().unwrap();
    }
}
";
    let path = temporary("lost.rs", text);
    let (_, story, _) = run(&["run", path.to_str().expect("text")]);
    let (_, difference) = story
        .split_once("what made the difference: ")
        .expect("a difference");
    let words: Vec<&str> = difference.split_whitespace().collect();
    let difference = words.join(" ");
    assert!(
        difference.starts_with("main `notify_all COME`")
            || difference.starts_with("t1 `load STOP`"),
        "{story}"
    );
    assert!(story.contains("  …COME.wait(jobs)"), "{story}");
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

/// Who wants its lock back after a timed wait was notified, or has waited long enough, and a notification wakes who
/// waits for a time as well as who waits for ever.
#[test]
fn why_a_timed_wait_is_over_is_said() {
    let text =
        std::fs::read_to_string(root().join("corpus/real/front_desk_timed_wait.rs")).expect("text");
    let story = told("notified.rs", &text);
    assert!(
        story.contains("notify_all self.opened: wakes main"),
        "{story}"
    );
    let back = "`desk.opened` and wants its lock back, held by t1";
    assert!(
        story.contains(&format!("was notified on {back}")),
        "{story}"
    );
    let silent = text.replace("self.opened.notify_all();", "");
    let story = told("not_notified.rs", &silent);
    assert!(
        story.contains(&format!("ran out of time at {back}")),
        "{story}"
    );
    let stuck = "wake from desk.opened: for ever";
    assert!(story.contains(stuck), "{story}");
}

/// Who comes to a barrier last lets all go on, and those who waited leave it in a step of their own.
#[test]
fn who_is_the_last_at_a_barrier_is_said() {
    let (_, story, _) = run(&["run", "corpus/traps/last_at_a_barrier_leads.rs"]);
    for said in ["both: all are here", "both: goes on"] {
        assert!(
            story.contains(&format!("wait at barrier {said}")),
            "{story}"
        );
    }
}

/// A bug behind many looks at the clock says how long these took: natively they take next to nothing.
#[test]
fn long_looks_at_the_clock_are_said() {
    let text = "use std::time::{Duration, Instant};\n\
        fn main() {\n\
            let start = Instant::now();\n\
            let looks = (0..100).map(|_| Instant::now());\n\
            assert!(looks.max().unwrap() - start < Duration::from_secs(60));\n\
        }\n";
    let path = temporary("looks.rs", text);
    let (_, story, _) = run(&["run", path.to_str().unwrap()]);
    assert!(
        story.contains("note: a thread's looks at the clock took "),
        "{story}"
    );
}

/// The pair that made the difference is one whose order matters: not two looks at the same value, though it takes
/// one to come first for the other's thread to go on.
#[test]
fn two_looks_make_no_difference() {
    let (_, story, _) = run(&["run", "corpus/hunt/lost_update_beside_a_try.rs"]);
    let difference = story
        .split("what made the difference")
        .nth(1)
        .unwrap_or_default();
    for line in [12, 13] {
        let place = format!("lost_update_beside_a_try.rs:{line}, step");
        assert!(difference.contains(&place), "{story}");
    }
}

/// Where several threads wait at one place, it is the calls that tell them apart.
#[test]
fn who_waits_in_a_helper_was_called_somewhere() {
    let (_, story, _) = run(&["run", "corpus/hunt/abba_in_a_helper.rs"]);
    for line in [19, 26] {
        let called =
            format!("at abba_in_a_helper.rs:14, called at abba_in_a_helper.rs:{line}, wants");
        assert!(story.contains(&called), "{story}");
    }
    // Which of the two it is, and that it is for ever, is shown whatever the name's length.
    let waits = story.lines().filter(|line| line.contains(": for ever"));
    let waits: Vec<&str> = waits.collect();
    assert!(
        matches!(waits[..], [wait] if wait.contains("… #")),
        "{story}"
    );
    let (_, story, _) = run(&["run", "corpus/hunt/abba_struct.rs"]);
    assert!(!story.contains("called at"), "{story}");
}

/// What a method knows as a field of its own, and nobody holds, is told apart by where the method was called.
#[test]
fn who_waits_for_a_field_was_called_somewhere() {
    let text = "use std::sync::{Condvar, Mutex};\n\
        struct Gate(Mutex<bool>, Condvar);\n\
        impl Gate {\n\
            fn pass(&self) {\n\
                drop(self.1.wait_while(self.0.lock().unwrap(), |open| !*open));\n\
            }\n\
        }\n\
        fn main() {\n\
            let gates = [true, false].map(|open| Gate(Mutex::new(open), Condvar::new()));\n\
            gates[0].pass();\n\
            gates[1].pass();\n\
        }\n";
    let path = temporary("gates.rs", text);
    let (_, story, _) = run(&["run", path.to_str().unwrap()]);
    assert!(
        story.contains("gates.rs:5, called at gates.rs:11, waits for a notification"),
        "{story}"
    );
}

/// Of addresses only null is told, and whether a swap put another in its place; it does not succeed, as it cannot fail.
#[test]
fn a_swap_of_pointers_does_not_succeed() {
    let (_, story, _) = run(&["run", "corpus/real/rcu_waits_before_swap.rs"]);
    assert!(story.contains(": an address -> another"), "{story}");
}

/// How a program goes on after a thread's panic is said: well, or so that somebody waits for ever.
#[test]
fn what_comes_after_a_threads_panic_is_said() {
    let (_, story, _) = run(&["run", "corpus/traps/panic_that_leaves_others_waiting.rs"]);
    assert!(story.contains("somebody then waits for ever"), "{story}");
    let (_, story, _) = run(&["run", "corpus/traps/child_panic_join.rs"]);
    assert!(story.contains("and ends well"), "{story}");
}

/// A thread that spins waits for what it reads, wherever in its loop it stands; and the pair that made the
/// difference is one that does so though all else stays as it was.
#[test]
fn what_a_report_blames_is_to_blame() {
    let (_, story, _) = run(&["run", "corpus/features/livelock_spins_on_what_it_reads.rs"]);
    assert!(story.contains("spins on `other #1`"), "{story}");
    let (_, story, _) = run(&["run", "corpus/features/livelock_spins_on_what_it_leaves.rs"]);
    let waits = story.matches("spins on `go`, which nobody changes");
    assert_eq!(waits.count(), 2, "{story}");
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
    let expected = ["drop", "receiver", "rx", "17", "}"];
    assert!(words.ends_with(&expected), "{story}");
}

/// What is said of a program, on one line.
fn told(name: &str, text: &str) -> String {
    let path = temporary(name, text);
    let (_, story, _) = run(&["run", path.to_str().expect("text")]);
    in_one_line(&story)
}

fn in_one_line(story: &str) -> String {
    story.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A selection says which arm it takes, and who waits, for what: also for somebody to receive, or for a lock of a
/// thread that has ended.
#[test]
fn channels_are_called_as_in_the_source() {
    let program = "corpus/crates/crossbeam_result_after_the_limit.rs";
    let (_, story, _) = run(&["run", program]);
    let story = in_one_line(&story);
    let waits = "t1 at crossbeam_result_after_the_limit.rs:13 waits for somebody to receive what it sends on";
    assert!(story.contains(waits), "{story}");
    assert!(story.contains("select: times out"), "{story}");
    let text = "
        use crossbeam_channel::{bounded, select};
        fn main() {
            let (sender, receiver) = bounded::<u32>(0);
            let (stop, stopped) = bounded::<()>(1);
            let t = std::thread::spawn(move || drop(stop));
            select! {
                recv(receiver) -> _ => {}
                recv(stopped) -> _ => {}
            }
            t.join().unwrap();
            drop(sender);
            panic!();
        }";
    let story = told("a_selection.rs", text);
    assert!(story.contains("select: takes recv(stopped)"), "{story}");
    let text = "
        use std::sync::Mutex;
        fn main() {
            let m = Mutex::new(());
            std::thread::scope(|scope| scope.spawn(|| std::mem::forget(m.lock())).join().unwrap());
            drop(m.lock());
        }";
    let story = told("a_forgotten_guard.rs", text);
    assert!(
        story.contains("held by t1, which has ended, since"),
        "{story}"
    );
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

/// What was over before the bug's own part began is one row; counts and prints that decide nothing are none; a timed
/// wait is one; and what a lock knows of its poisoning is called so.
#[test]
fn rows_that_decide_nothing_are_summed_up_or_left_out() {
    let text = "
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;
static HITS: AtomicU32 = AtomicU32::new(0);
fn hit() {
    let hits = HITS.load(SeqCst);
    HITS.store(hits + 1, SeqCst);
}
fn main() {
    let log = Arc::new((Mutex::new(0), Condvar::new()));
    let mut first = Vec::new();
    for _ in 0..2 {
        let log = log.clone();
        first.push(thread::spawn(move || *log.0.lock().unwrap() += 1));
    }
    for worker in first {
        worker.join().unwrap();
    }
    let same = log.clone();
    let second = thread::spawn(move || {
        hit();
        println!(\"{:?}\", same.0);
    });
    hit();
    let guard = log.0.lock().unwrap();
    let (guard, out) = log.1.wait_timeout(guard, Duration::from_millis(1)).unwrap();
    assert!(out.timed_out() && !log.0.is_poisoned());
    drop(guard);
    second.join().unwrap();
    assert_eq!(HITS.load(SeqCst), 2);
}
";
    let path = temporary("phases.rs", text);
    let (code, story, _) = run(&["run", path.to_str().expect("text")]);
    assert_eq!(code, 1);
    assert!(
        story.contains("  1  8 steps with t1, t2, joined"),
        "{story}"
    );
    let (_, rest) = story.split_once("schedule: 24 steps").expect("a schedule");
    let (rows, _) = rest.split_once("replay it").expect("its end");
    assert_eq!(rows.matches("wait_timeout").count(), 1, "{story}");
    assert!(rows.contains("load poison flag of log.0: false"), "{story}");
    for hidden in ["steps before", "clone", "standard output", "wake from"] {
        assert!(!rows.contains(hidden), "{story}");
    }
    assert!(rows.contains("summed up or left out"), "{story}");
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

#[test]
fn reports_fit_the_terminal_and_are_plain_unless_asked() {
    let stuck = "corpus/thesis/account_deadlock.rs";
    let with_long_title = "corpus/real/unsafe_bad_free_of_part.rs";
    let commands = [["run", stuck], ["run", with_long_title], ["analyze", stuck]];
    let in_columns = |command: &[&str], width: usize| {
        let mut command = vscheck(command);
        let output = command.env("COLUMNS", width.to_string()).output();
        String::from_utf8(output.expect("vscheck runs").stdout).expect("text")
    };
    let cases = [70, 80, 200].map(|width| commands.map(|command| (width, command)));
    for (width, command) in cases.into_iter().flatten() {
        let text = in_columns(&command, width);
        let longest = text
            .lines()
            .max_by_key(|line| line.chars().count())
            .unwrap_or("");
        assert!(longest.chars().count() <= width, "{longest}");
        assert!(!text.contains('\x1b'));
    }
    // A pair has one line where there is room for it.
    let ends = |text: &str| {
        text.lines()
            .filter(|line| line.starts_with("  t1 "))
            .count()
    };
    let (_, whole, _) = run(&["analyze", stuck]);
    assert_eq!(
        (ends(&whole), ends(&in_columns(&["analyze", stuck], 70)) > 0),
        (0, true)
    );
    let (_, colored, _) = run(&["run", "corpus/hunt/overdrawn.rs", "--color", "always"]);
    assert!(colored.contains('\x1b'));
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

/// Who receives where the channel keeps nothing comes there before a sender does: a row says so.
#[test]
fn who_stands_at_a_rendezvous_channel_waits() {
    let text = "
use std::sync::mpsc::sync_channel;
fn main() {
    let (tx, rx) = sync_channel(0);
    std::thread::spawn(move || tx.send(1).unwrap());
    assert_eq!(rx.recv(), Ok(2));
}
";
    let path = temporary("rendezvous.rs", text);
    let (code, story, _) = run(&["run", path.to_str().expect("text")]);
    assert_eq!(code, 1);
    let waits = story.find("recv rx: waits for a sender");
    let sends = story.find("send tx ");
    assert!(waits.is_some() && waits < sends, "{story}");
    assert_eq!(story.matches("recv rx").count(), 2, "{story}");
}

/// A verdict rests on random numbers only where more of them were possible than were tried.
#[test]
fn random_numbers_of_which_one_was_tried_are_noted() {
    let note = |draw: &str| {
        let text = format!(
            "
use rand::Rng;
fn main() {{
    std::thread::spawn(|| println!(\"{{}}\", {draw})).join().unwrap();
}}
"
        );
        let path = temporary("draws.rs", &text);
        let (code, story, _) = run(&["run", path.to_str().expect("text"), "--no-rustc"]);
        assert_eq!(code, 0, "{story}");
        let note = story.lines().find(|line| line.contains("random numbers"));
        note.map(str::to_string)
    };
    let said = note("rand::thread_rng().gen_range(0..1000)").expect("a note");
    assert!(said.ends_with("one was tried (draws.rs:4)"), "{said}");
    assert_eq!(note("rand::thread_rng().gen_range(0..6)"), None);
    assert_eq!(note("rand::thread_rng().gen_bool(0.3)"), None);
}

/// Coverage is read off executions that end: where none does, nothing is said of pairs.
#[test]
fn what_never_ends_says_nothing_of_pairs() {
    let text = "
use std::sync::Mutex;
static COUNT: Mutex<bool> = Mutex::new(false);
fn turn() {
    loop {
        let mut count = COUNT.lock().unwrap();
        *count = !*count;
    }
}
fn main() {
    std::thread::spawn(turn);
    turn();
}
";
    let path = temporary("turns.rs", text);
    let (code, story, _) = run(&["run", path.to_str().expect("text")]);
    assert_eq!(code, 0, "{story}");
    assert!(story.contains("no schedule comes to an end"), "{story}");
    assert!(!story.contains("pairs:"), "{story}");
}

/// A data race that another ordering would not have says which one, and at which operation; one that no ordering
/// helps does not.
#[test]
fn the_ordering_that_a_race_lacks_is_named() {
    let lacking = |program: &str| {
        let (_, story, _) = run(&["run", program]);
        let story = in_one_line(&story);
        let (_, from) = story.split_once("what is missing: ")?;
        let (lacking, _) = from.split_once("; so ordered")?;
        Some(lacking.to_string())
    };
    let both = lacking("corpus/features/verdict_22_relaxed_publication.rs").expect("two of them");
    assert!(both.starts_with("Release at t1 `store s.ready`"), "{both}");
    assert!(
        both.contains(" and Acquire at main `load slot.ready`"),
        "{both}"
    );
    let count = lacking("corpus/features/verdict_38_free_after_relaxed_count.rs").expect("one");
    assert!(count.starts_with("AcqRel at t1 `fetch_sub 1"), "{count}");
    let looks = lacking("corpus/real/waiters_swapped_in_relaxed.rs").expect("one");
    assert!(
        looks.starts_with("AcqRel at t2 `swap self.last`"),
        "{looks}"
    );
    assert_eq!(lacking("corpus/real/mpmc_seq_published_early.rs"), None);
    // The look that saw something, not the one after it.
    let text = "
        use std::sync::atomic::{AtomicBool, Ordering::*};
        static mut DATA: [u32; 2] = [0; 2];
        static READY: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
        fn main() {
            std::thread::spawn(|| {
                unsafe { DATA[0] = 1 }
                READY[0].store(true, Release);
            });
            let ready = [0, 1].map(|i| READY[i].load(Relaxed));
            if ready[0] {
                unsafe { DATA[0] = 2 }
            }
        }";
    let path = temporary("two_looks_at_flags.rs", text);
    let look = lacking(path.to_str().expect("text")).expect("one of them");
    assert!(
        look.starts_with("Acquire at main `load READY[i] #1`"),
        "{look}"
    );
}

/// Who waits for what it does itself is told so, and what ended with its thread is no memory that somebody freed.
#[test]
fn a_thread_in_its_own_way_and_a_thread_local_that_is_gone_are_called_so() {
    let text = "
        use std::sync::OnceLock;
        static SIZE: OnceLock<u8> = OnceLock::new();
        fn size() -> u8 { *SIZE.get_or_init(|| size() + 1) }
        fn main() { size(); }";
    let waits = told("sizes_itself.rs", text);
    assert!(waits.contains("is initialized by itself"), "{waits}");
    let (_, story, _) = run(&["run", "corpus/features/unsafe_dead_thread_local.rs"]);
    let gone = "use after free: a thread-local, which ended with its thread";
    assert!(story.contains(gone), "{story}");
}

/// What an operation is about has the source's name, over several lines and in `unsafe` blocks too, and of a name that
/// does not fit the end is shown; what it read is told though the memory is freed with it.
#[test]
fn names_are_the_sources_and_values_of_what_is_freed_are_told() {
    let text = "
        use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
        use std::sync::{Condvar, Mutex};
        struct Counts { handles: AtomicUsize, looks: AtomicUsize }
        struct Handle(*mut Counts);
        unsafe impl Send for Handle {}
        impl Drop for Handle {
            fn drop(&mut self) {
                if unsafe { &*self.0 }.handles.fetch_sub(1, SeqCst) == 1 {
                    drop(unsafe { Box::from_raw(self.0) });
                }
            }
        }
        struct Gate { open: Mutex<bool>, opened: Condvar }
        impl Gate {
            fn pass(&self) -> bool {
                let (open, _) = self
                    .opened
                    .wait_timeout_while(
                        self.open.lock().unwrap(), std::time::Duration::from_secs(1), |open| !*open)
                    .unwrap();
                *open
            }
        }
        fn main() {
            let gate = Gate { open: Mutex::new(false), opened: Condvar::new() };
            let counts = Counts { handles: AtomicUsize::new(2), looks: AtomicUsize::new(0) };
            let counts = Box::into_raw(Box::new(counts));
            let (one, other) = (Handle(counts), Handle(counts));
            let looks = std::thread::spawn(move || {
                let other = other;
                unsafe { &*other.0 }.looks.load(SeqCst)
            });
            drop(one);
            assert_eq!(looks.join().unwrap(), 0);
            assert!(gate.pass());
        }";
    let story = told("names_of_the_source.rs", text);
    for step in [
        "wait_timeout self.opened: times out",
        "load (&*other.0).looks: 0",
        "(&*self.0).handles: was 1",
    ] {
        assert!(story.contains(step), "{step}: {story}");
    }
}
