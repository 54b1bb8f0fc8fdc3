//! The smallest program on which engines differ.

use super::program::{End, Patience, Program, Stmt};
use super::{Agreement, Trial, agreement};
use vscheck_vm::{ChildPanic, TimeMode};

/// The smallest program that still differs, by leaving out one thing after another.
pub fn shrink(program: &Program, trial: &Trial) -> Program {
    let differs = |p: &Program| matches!(agreement(p, trial), Agreement::Differs(_));
    let mut smallest = program.clone();
    while let Some(less) = smaller(&smallest).into_iter().find(|p| differs(p)) {
        smallest = less;
    }
    smallest
}

/// Programs with one thing less: a thread, a statement, the statement around a body, or an option.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    // Only the first thread can go: the others may have handles of those before, or the channel's end.
    if program.threads.len() > 1 && !program.uses(|stmt| stmt.names_thread()) {
        let mut less = program.clone();
        less.threads.remove(0);
        less.detached.remove(0);
        all.push(less);
    }
    let mut body = |part: fn(&mut Program, usize) -> &mut Vec<Stmt>, at| {
        for body in smaller_bodies(part(&mut program.clone(), at)) {
            let mut less = program.clone();
            *part(&mut less, at) = body;
            all.push(less);
        }
    };
    body(|program, _| &mut program.main, 0);
    (0..program.threads.len()).for_each(|thread| body(|p, at| &mut p.threads[at], thread));
    let plainest = Program {
        detached: vec![false; program.threads.len()],
        relaxed: false,
        spurious: program.spurious.saturating_sub(1),
        time: TimeMode::Order,
        child_panic: ChildPanic::Report,
        ..program.clone()
    };
    all.extend((plainest != *program).then_some(plainest));
    all
}

fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for at in 0..body.len() {
        let with = |middle: &[Stmt]| [&body[..at], middle, &body[at + 1..]].concat();
        all.push(with(&[]));
        if let Stmt::Select { ends, patience } = &body[at] {
            let fewer = |ends: Vec<End>, patience| Stmt::Select { ends, patience };
            if let [first, second] = ends[..] {
                all.push(with(&[fewer(vec![first], *patience)]));
                all.push(with(&[fewer(vec![second], *patience)]));
            }
            if *patience != Patience::Forever {
                all.push(with(&[fewer(ends.clone(), Patience::Forever)]));
            }
        }
        if body[at].body().is_empty() {
            continue;
        }
        all.push(with(body[at].body()));
        for inner in smaller_bodies(body[at].body()) {
            let mut stmt = body[at].clone();
            if let Some(body) = stmt.body_mut() {
                *body = inner;
            }
            all.push(with(&[stmt]));
        }
    }
    all
}
