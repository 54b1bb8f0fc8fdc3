//! Every complete engine against plain exhaustive search, on random programs. For more of them:
//! `cargo xtask agree --count N --seed S`.

mod support;

use vscheck::agreement::{Form, ORACLE_EXECUTIONS, Tally, Trial, agree};

fn check(form: Form, seed: u64, count: u64, spurious: u32) {
    let trial = Trial {
        form,
        spurious,
        oracle_executions: ORACLE_EXECUTIONS,
    };
    let tally = agree(&trial, seed, count).unwrap_or_else(|report| panic!("{report}"));
    let Tally {
        agree,
        outcomes,
        too_big,
        not_optimal,
        ..
    } = tally;
    // A reader that queues behind a waiting writer is a way of its own, which no race asks for.
    assert!(
        50 * not_optimal.len() as u64 <= agree,
        "each value schedule once: {not_optimal:?}"
    );
    assert!(
        6 * too_big <= agree,
        "at most a seventh may be too big for the oracle: {too_big} beside {agree}"
    );
    assert!(
        outcomes > 2 * agree,
        "programs must be worth it: {outcomes} outcomes in {agree}"
    );
}

#[test]
fn engines_agree_on_bytecode() {
    check(Form::Ir, 1, 300, 0);
}

#[test]
fn engines_agree_on_bytecode_with_spurious_wakeups() {
    check(Form::Ir, 1, 200, 1);
}

#[test]
fn engines_agree_on_rust_source() {
    check(Form::Rust, 1001, 50, 0);
}
