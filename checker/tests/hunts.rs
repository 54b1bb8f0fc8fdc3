//! Hunts for the first bug in which additions commute, and critical sections that only add, and loads are one step with
//! the exchanges that rely on them, although plain accesses may race: what the order of additions alone rules out is not
//! taken for a race, and what it hides is found. And hunts over stored states, which do not come to a state again for every set of accesses that may
//! race, nor for every order of independent steps.

mod support;

use support::root;
use vscheck::engine::{DEFAULT, Engine, find};
use vscheck::exploration::{Kept, Settings, kind_name};
use vscheck::pipeline::{Checked, Hooks, Request, Verdict, check};
use vscheck::source::Reading;

/// A hunt that asks the search of what commutes at once, or the one over stored states, without the other.
fn hunt(program: &str, without: &str) -> Checked {
    hunt_with(DEFAULT, program, &["priority", "sampling", without])
}

fn hunt_with(engine: &'static Engine, program: &str, without: &[&str]) -> Checked {
    let settings = Settings {
        patience: Some(0),
        disable: without.iter().copied().map(String::from).collect(),
        ..Settings::default()
    };
    check_with(engine, program, settings)
}

fn check_with(engine: &'static Engine, program: &str, settings: Settings) -> Checked {
    let request = Request {
        path: root().join("corpus").join(program),
        reading: Reading::default(),
        engine,
        settings,
    };
    check(&request, Hooks::default()).expect("an accepted program")
}

/// The kinds of the bugs that were found.
fn kinds(checked: &Checked) -> Vec<&'static str> {
    let bugs = checked.findings.bugs.iter();
    bugs.map(|bug| kind_name(bug.fault.kind)).collect()
}

/// The two searches, each by what is switched off for it.
const SEARCHES: [&str; 2] = ["states", "sections"];

/// A single execution is so long that nothing ends within the first turn of each search, but what commutes is asked
/// for as long as it takes.
#[test]
fn one_long_execution_of_what_commutes_is_gone_to_its_end() {
    let program = "real/lock_of_many_rounds.rs";
    let checked = check_with(DEFAULT, program, Settings::default());
    let stats = &checked.findings.stats;
    assert_eq!(stats.engine.get("searches_of_what_commutes"), Some(&1));
    assert!(checked.complete, "{stats:?}");
}

/// What is executed again to come back to a state that was not kept is not counted, and goes the same way.
#[test]
fn which_states_are_kept_makes_no_difference() {
    let programs = [
        "real/lock_of_many_rounds.rs",
        "real/santa_claus_channels.rs",
        "traps/race_behind_counters.rs",
    ];
    for program in programs {
        let with = |kept: Kept| {
            let settings = Settings {
                kept,
                ..Settings::default()
            };
            let checked = check_with(DEFAULT, program, settings);
            (kinds(&checked), checked.findings.stats)
        };
        let all = Kept {
            all_up_to: usize::MAX,
            ..Kept::default()
        };
        let all = with(all);
        assert_eq!(all, with(Kept::default()), "{program}");
        assert_eq!(all, with(Kept::FEWEST), "{program}");
    }
}

/// How many executions the search of what commutes takes, which has to account for every schedule the first time.
fn executions_to_the_end(program: &str) -> u64 {
    let checked = hunt(program, "states");
    let stats = &checked.findings.stats;
    assert_eq!(stats.engine.get("searches_of_what_commutes"), Some(&1));
    assert!(checked.complete, "{program}: {stats:?}");
    stats.executions
}

#[test]
fn races_are_found_that_hide() {
    let hidden = [
        "traps/race_behind_counters.rs",
        "traps/race_with_a_store_that_is_repeated.rs",
        "traps/race_with_a_read_that_leaves_no_trace.rs",
        "traps/race_before_a_counting_section.rs",
        "traps/race_after_a_counting_section.rs",
    ];
    for (program, without) in hidden.iter().flat_map(|p| SEARCHES.map(|s| (p, s))) {
        let found = kinds(&hunt(program, without));
        assert_eq!(found, ["data-race"], "{program} without {without}");
    }
}

/// States are one that differ in what will be printed, but not if the program looks at it, too, or it may overflow.
#[test]
fn what_is_printed_may_matter() {
    let programs = [
        "traps/printed_count_overflows.rs",
        "traps/printed_number_is_used_too.rs",
    ];
    for program in programs {
        assert_eq!(kinds(&hunt(program, "sections")), ["panic"], "{program}");
    }
}

/// States are one in which other threads of those that are alike have left the same results, but not if it matters
/// which of them has left which, or is waited for.
#[test]
fn which_thread_has_left_which_result_may_matter() {
    let programs = [
        ("traps/first_worker_may_have_none.rs", "panic"),
        ("traps/first_result_lets_the_second_go.rs", "deadlock"),
    ];
    for (program, bug) in programs {
        assert_eq!(kinds(&hunt(program, "sections")), [bug], "{program}");
    }
}

/// Six workers take ten jobs and return how many each has had: that is three dozen ways, if it is all one which of them
/// has had how many.
#[test]
fn results_that_are_added_do_not_multiply_states() {
    let without = ["priority", "sampling", "sections", "additions"];
    let checked = hunt_with(DEFAULT, "real/workers_return_their_shares.rs", &without);
    let stats = &checked.findings.stats;
    assert!(checked.complete && stats.states <= 1_000, "{stats:?}");
}

#[test]
fn the_order_of_additions_may_be_all_that_rules_out_a_race() {
    for without in SEARCHES {
        let checked = hunt("traps/counter_orders_behind_a_flag.rs", without);
        assert_eq!(checked.verdict, Verdict::NoBug, "without {without}");
        assert!(checked.complete, "without {without}");
    }
}

/// Each order of the lock's six tickets, and of the six pushes, is an execution, and no order more.
#[test]
fn neither_additions_nor_rounds_in_vain_multiply_executions() {
    for program in [
        "real/ticket_lock_with_statistics.rs",
        "real/stack_of_results.rs",
    ] {
        let executions = executions_to_the_end(program);
        assert!(executions <= 90, "{program}: {executions} executions");
    }
}

/// Sections that only add have one order, be their lock a mutex or one that the program has made of an atomic.
#[test]
fn sections_that_count_have_one_order() {
    for program in [
        "real/mutex_beside_a_cell.rs",
        "real/spin_lock_guards_a_tally.rs",
        "real/spin_lock_backs_off.rs",
        "real/spin_lock_counts_its_tries.rs",
    ] {
        assert_eq!(executions_to_the_end(program), 1, "{program}");
    }
}

/// That sections are one step is given up where somebody would see the inside of one.
#[test]
fn who_looks_inside_a_section_is_seen() {
    for without in SEARCHES {
        let checked = hunt("traps/spin_lock_that_others_look_at.rs", without);
        assert_eq!(checked.verdict, Verdict::Bug, "without {without}");
    }
}

/// Each access that is remembered is seen to by itself at a state, not all of them in all ways together.
#[test]
fn sets_of_accesses_do_not_multiply_states() {
    let transitions = |without: &[&str]| {
        let dfs = find("dfs").expect("an engine");
        let checked = hunt_with(dfs, "real/stack_that_three_share.rs", without);
        assert!(checked.complete && checked.verdict == Verdict::NoBug);
        checked.findings.stats.transitions
    };
    let (alone, together) = (transitions(&[]), transitions(&["open-accesses"]));
    assert!(3 * alone < together, "{alone} and {together} transitions");
}

/// Where steps have nothing to do with each other, each of their states is come to once, not in each of their orders.
#[test]
fn independent_steps_are_not_taken_in_all_orders() {
    const STATES_ALONE: [&str; 4] = ["priority", "sampling", "sections", "additions"];
    let transitions = |without: &[&str]| {
        let without = [&STATES_ALONE, without].concat();
        let checked = hunt_with(DEFAULT, "real/santa_claus_channels.rs", &without);
        assert!(checked.complete && checked.verdict == Verdict::NoBug);
        checked.findings.stats.transitions
    };
    let (once, again) = (transitions(&[]), transitions(&["sleep-sets"]));
    assert!(3 * once < again, "{once} and {again} transitions");
}
