//! Which operations are movers.

use super::*;

/// Tags of the movers of a program.
fn movers(source: &str) -> Vec<String> {
    let (test, facts) = run(source);
    let mut names: Vec<String> = facts.movers.iter().map(|&site| test.name(site)).collect();
    names.sort();
    let mut program = test.program.clone();
    assert_eq!(facts.hide_movers(&mut program), names.len());
    names
}

const COUNTED: &str = "static C: ref mutex u64
     fn main {
       c = &C
       m = field c 1
       call clone(c)
       t = spawn worker(c)
       lock m
       unlock m #unlock
       call release(c)
     }
     fn clone(c) model {
       increment c #increment
     }
     fn release(c) model {
       decrement c #decrement
       call payload(c)
     }
     fn payload(c) model {
       x = load c + 2
     }
     fn worker(c) {
       call release(c)
     }";

#[test]
fn releases_and_counts_that_nobody_looks_at_are_movers() {
    assert_eq!(movers(COUNTED), ["decrement", "increment", "unlock"]);
}

#[test]
fn what_somebody_looks_at_is_no_mover() {
    let tried = COUNTED.replace("lock m\n", "try_lock m\n");
    assert_eq!(movers(&tried), ["decrement", "increment"]);
    let counted = COUNTED.replace("call clone(c)", "call clone(c)\ncount c");
    assert_eq!(movers(&counted), ["unlock"]);
}

#[test]
fn a_last_drop_that_does_something_is_no_mover() {
    let prints = COUNTED.replace("x = load c + 2", "print");
    assert_eq!(movers(&prints), ["increment", "unlock"]);
    let users = COUNTED.replace("fn payload(c) model", "fn payload(c)");
    assert_eq!(movers(&users), ["increment", "unlock"]);
}
