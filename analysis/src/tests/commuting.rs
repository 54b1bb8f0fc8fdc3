//! What commutes where plain accesses cannot race.

use super::*;

/// The pairs of a program whose plain accesses cannot race.
fn pairs_without_races(source: &str) -> String {
    let test = parse(source);
    let options = AnalysisOptions {
        may_race: false,
        ..AnalysisOptions::default()
    };
    pairs(&test, &Analysis::run(&test.program, &options))
}

const CHANGES: &str = "static X: u64
     fn main {
       x = &X
       t = spawn worker(x)
       ignored = atomic_add x #add
       old = atomic_add x #asks
       atomic_load old
       atomic_store x 1 #one
       join t
     }
     fn worker(p) {
       ignored = atomic_add p #add_too
       atomic_store p 1 #one_too
       atomic_store p 2 #two
     }";

#[test]
fn changes_of_one_kind_commute_if_nobody_asks_for_what_they_found() {
    let expected = [
        "RW t0 add - t1 one_too must",
        "RW t0 add - t1 two must",
        "RW t0 asks - t1 add_too must",
        "RW t0 asks - t1 one_too must",
        "RW t0 asks - t1 two must",
        "RW t0 one - t1 add_too must",
        "RW t0 one - t1 two must",
    ];
    assert_eq!(pairs_without_races(CHANGES), expected.join("\n"));
}

#[test]
fn where_plain_accesses_may_race_no_changes_commute() {
    let (test, facts) = run(CHANGES);
    assert_eq!(pairs(&test, &facts).lines().count(), 9);
    assert_eq!(facts.pairs.filtered.commute, 0);
}

const SECTIONS: &str = "static M: Mutex<u64 u64>
     fn main {
       m = &M
       t = spawn worker(m)
       lock m #looks
       seen = load m + 1
       unlock m
       lock m #sets_other
       put m + 2, 1
       unlock m
       join t
     }
     fn worker(m) {
       lock m #looks_too
       seen = load m + 1
       unlock m
       lock m #sets
       put m + 1, 1
       unlock m
     }";

#[test]
fn sections_that_touch_different_plain_data_commute() {
    let expected = ["MM t0 looks - t1 sets must"];
    assert_eq!(pairs_without_races(SECTIONS), expected.join("\n"));
    let (test, facts) = run(SECTIONS);
    assert_eq!(pairs(&test, &facts).lines().count(), 4);
}

#[test]
fn one_section_with_an_operation_keeps_the_others_from_commuting() {
    let source = SECTIONS.replace("       put m + 2, 1\n", "       print\n");
    assert_eq!(pairs_without_races(&source).lines().count(), 4);
    let branches = SECTIONS.replace("       put m + 2, 1\n", "       again:\n branch again\n");
    assert_eq!(pairs_without_races(&branches).lines().count(), 4);
}

#[test]
fn sections_do_not_commute_if_somebody_tries_the_lock() {
    let source = SECTIONS.replace("       join t\n", "       try_lock m\n join t\n");
    assert_eq!(pairs_without_races(&source).lines().count(), 4);
}
