//! Every complete engine against plain exhaustive search, on random programs. For more of them:
//! `cargo xtask agree --count N --seed S`.

use vscheck::agreement::{Form, Tally, agree};

fn check(form: Form, seed: u64, count: u64) {
    let tally = agree(form, seed, count).unwrap_or_else(|report| panic!("{report}"));
    let Tally {
        agree,
        outcomes,
        too_big,
    } = tally;
    assert!(
        agree > 9 * too_big,
        "most programs must be small enough: {agree}, {too_big}"
    );
    assert!(
        outcomes > 2 * agree,
        "programs must be worth it: {outcomes} outcomes in {agree}"
    );
}

#[test]
fn engines_agree_on_bytecode() {
    check(Form::Ir, 1, 400);
}
