//! Hunts for the first bug in which additions commute although plain accesses may race: what their order alone rules
//! out is not taken for a race, and what it hides is found.

mod support;

use support::root;
use vscheck::engine::DEFAULT;
use vscheck::exploration::{Settings, kind_name};
use vscheck::pipeline::{Checked, Hooks, Request, Verdict, check};
use vscheck::source::Reading;

/// A hunt that asks the search of what commutes at once, or the one over stored states, without the other.
fn hunt(program: &str, without: &str) -> Checked {
    let request = Request {
        path: root().join("corpus").join(program),
        reading: Reading::default(),
        engine: DEFAULT,
        settings: Settings {
            patience: Some(0),
            disable: ["priority", "sampling", without].map(String::from).into(),
            ..Settings::default()
        },
    };
    check(&request, Hooks::default()).expect("an accepted program")
}

/// The two searches, each by what is switched off for it.
const SEARCHES: [&str; 2] = ["states", "sections"];

#[test]
fn a_race_is_found_that_the_order_of_additions_hides() {
    for without in SEARCHES {
        let checked = hunt("traps/race_behind_counters.rs", without);
        let bugs = checked.findings.bugs.iter();
        let kinds: Vec<_> = bugs.map(|bug| kind_name(bug.fault.kind)).collect();
        assert_eq!(
            kinds,
            ["data-race"],
            "without {without} {:?}",
            checked.findings.stats
        );
    }
}

#[test]
fn the_order_of_additions_may_be_all_that_rules_out_a_race() {
    for without in SEARCHES {
        let checked = hunt("traps/counter_orders_behind_a_flag.rs", without);
        assert_eq!(checked.verdict, Verdict::NoBug, "without {without}");
        assert!(checked.complete, "without {without}");
    }
}

/// Without the additions, each order of the lock's six tickets is an execution, and no order more.
#[test]
fn additions_multiply_no_executions() {
    let checked = hunt("real/ticket_lock_with_statistics.rs", "states");
    let stats = &checked.findings.stats;
    assert_eq!(stats.engine.get("searches_of_what_commutes"), Some(&1));
    assert!(checked.complete && stats.executions <= 90, "{stats:?}");
}
