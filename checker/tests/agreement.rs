//! Every complete engine against plain exhaustive search, on random programs. For more of them:
//! `cargo xtask agree --count N --seed S`.

mod support;

use vscheck::agreement::generate::Size;
use vscheck::agreement::program::{Program, Results, Stmt, Taking, Update, Value};
use vscheck::agreement::{
    Agreement, Counts, Form, ORACLE_EXECUTIONS, Tally, Trial, agree, agreement,
};
use vscheck_vm::{ChildPanic, TimeMode};

/// Programs of all kinds, without spurious wake-ups.
const USUAL: Trial = Trial {
    form: Form::Ir,
    size: Size::Usual,
    spurious: 0,
    oracle_executions: ORACLE_EXECUTIONS,
    selections: false,
    teams: false,
    exchanges: false,
    handmade: false,
    races: false,
    clocks: false,
    exact: false,
};

/// Programs of one or two operations a thread, every value schedule of which is told.
const SMALL: Trial = Trial {
    size: Size::Small,
    oracle_executions: 2_000,
    exact: true,
    ..USUAL
};

fn check(form: Form, seed: u64, count: u64, spurious: u32) {
    let trial = Trial {
        form,
        spurious,
        ..USUAL
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
        4 * too_big <= agree,
        "at most a fifth may be too big for the oracle: {too_big} beside {agree}"
    );
    assert!(
        3 * outcomes > 5 * agree,
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

/// Thousands of them fit into a minute, so that unusual meetings come up.
#[test]
fn engines_agree_on_small_programs() {
    let tally = agree(&SMALL, 1, 1_000).unwrap_or_else(|report| panic!("{report}"));
    assert!(tally.complete > 400, "of {} programs", tally.agree);
}

/// A look at the clock that takes long lets sleepers go on, or does not.
#[test]
fn engines_agree_where_somebody_polls_past_a_sleeper() {
    let trial = Trial {
        clocks: true,
        ..SMALL
    };
    let tally = agree(&trial, 1, 100_000).unwrap_or_else(|report| panic!("{report}"));
    assert!(tally.complete > 40, "of {} programs", tally.agree);
}

/// Where one thread writes and another frees, no two plain accesses meet.
#[test]
fn hunts_find_races_with_frees() {
    agree(&USUAL, 9_951_198, 1).unwrap_or_else(|report| panic!("{report}"));
}

/// Whom a notification wakes turns out when it is executed: only then is it in the way of a look whether that thread
/// has ended.
#[test]
fn a_look_may_come_after_the_end_of_a_thread_that_is_woken() {
    agree(&SMALL, 910_320, 1).unwrap_or_else(|report| panic!("{report}"));
}

/// A swap that finds the lock taken may order what races without it: engines that let whoever would only look again
/// wait miss how that goes on, and miss no race.
#[test]
fn a_lap_that_orders_what_races_is_no_difference() {
    let writes = vec![
        Stmt::PlainWrite(Value::Const(0)),
        section(&[Stmt::PlainRead]),
    ];
    let program = Program {
        main: vec![section(&[])],
        ..program_of(vec![vec![section(&[Stmt::PlainAdd])], writes])
    };
    let counts = counts_of(&program);
    assert!(!counts.all_complete && counts.outcomes == 2, "{counts:?}");
}

/// Where a race ends an execution, nobody sees that what comes between two joins would have told like threads apart.
#[test]
fn like_threads_that_race_before_they_are_joined_are_told_apart() {
    let team = Stmt::Team {
        apart: true,
        results: Results::Ignored,
        body: vec![section(&[Stmt::PlainAdd]), Stmt::PlainAdd],
    };
    let program = Program {
        main: vec![section(&[]), team],
        ..program_of(vec![vec![]])
    };
    let counts = counts_of(&program);
    assert!(!counts.all_complete && counts.outcomes == 2, "{counts:?}");
}

/// What a critical section learns, or leaves, says whether its order matters: all programs of two threads
/// with two sections each, of which one tells what it sees.
#[test]
fn hunts_agree_on_critical_sections() {
    let updates = [
        Update::Look,
        Update::Set(Value::Const(1)),
        Update::Set(Value::LocalPlusOne),
        Update::Add(Value::Const(1)),
        Update::Add(Value::LocalPlusOne),
    ];
    let mut bugs = 0;
    let mut choices = [0; 4];
    loop {
        let [first, second, third, seen] = choices;
        let guarded = |update: usize| Stmt::Guarded(0, updates[update]);
        let looks = [guarded(third), guarded(0), Stmt::Assert(seen as i32)];
        bugs += check_one(vec![vec![guarded(first), guarded(second)], looks.into()]);
        let bounds = [updates.len(), updates.len(), updates.len(), 4];
        let Some(next) = (0..4).find(|&digit| choices[digit] + 1 < bounds[digit]) else {
            break;
        };
        choices[..next].fill(0);
        choices[next] += 1;
    }
    assert!(bugs > 100, "only {bugs} programs have a bug");
}

/// Threads with the same body stand for each other among stored states, unless somebody tells them apart: all
/// programs of two such threads with two statements and an assertion each, joined at once or apart, beside one
/// more. They leave nothing, or what is only added, or what it matters which of them has left.
#[test]
fn like_threads_stand_for_each_other_as_long_as_nobody_tells_them_apart() {
    let one = Value::Const(1);
    let statements = [
        Stmt::Load(0),
        Stmt::Store(0, one),
        Stmt::Store(0, Value::LocalPlusOne),
        Stmt::Add(0),
        Stmt::Cas(0, 1, 2),
        Stmt::Guarded(0, Update::Look),
        Stmt::Guarded(0, Update::Add(Value::LocalPlusOne)),
        Stmt::Yield,
    ];
    let (mut bugs, mut alike) = (0, 0);
    let ways = [
        (Results::Ignored, false),
        (Results::Ignored, true),
        (Results::Added, false),
        (Results::InOrder, false),
    ];
    for (results, apart) in ways {
        for choice in 0..2 * statements.len().pow(2) {
            let digit = |place| choice / 2 / statements.len().pow(place) % statements.len();
            let [first, second] = [0, 1].map(|place| statements[digit(place)].clone());
            let team = Stmt::Team {
                apart,
                results,
                body: vec![first, second, Stmt::Assert(1 + choice as i32 % 2)],
            };
            // The team is joined at the end of the block.
            let program = Program {
                main: vec![Stmt::If(0, vec![team]), Stmt::Assert(2)],
                ..program_of(vec![vec![
                    Stmt::Load(0),
                    Stmt::Guarded(0, Update::Set(one)),
                ]])
            };
            let counts = counts_of(&program);
            bugs += u32::from(!counts.all_complete);
            alike += u32::from(counts.alike > 0);
        }
    }
    assert!(
        bugs > 50 && alike > 100,
        "{bugs} have bugs, {alike} states that are like others"
    );
}

/// Statements under a lock that the first atomic is.
fn section(body: &[Stmt]) -> Stmt {
    Stmt::SpinLock {
        object: 0,
        taking: Taking::Swap,
        body: body.to_vec(),
    }
}

/// Holds the engines against each other on one program; gives 1 if it has a bug in some order.
fn check_one(threads: Vec<Vec<Stmt>>) -> u32 {
    let counts = counts_of(&program_of(threads));
    u32::from(!counts.all_complete)
}

/// A program of some threads, beside which `main` does nothing.
fn program_of(threads: Vec<Vec<Stmt>>) -> Program {
    Program {
        detached: vec![false; threads.len()],
        threads,
        main: Vec::new(),
        bounds: [None; 2],
        relaxed: false,
        spurious: 0,
        time: TimeMode::Order,
        child_panic: ChildPanic::Report,
    }
}

/// What the engines agree on.
fn counts_of(program: &Program) -> Counts {
    match agreement(program, &USUAL) {
        Agreement::Agrees(counts) => counts,
        Agreement::TooBig => panic!("too big: {program:?}"),
        Agreement::Differs(why) => panic!("{why}\n{program:?}"),
    }
}
