//! The rules, on small programs: which pairs there are, and which suspicions.

mod accesses;
mod commuting;
mod movers;
mod points_to;
mod suspicion;
mod threads;

use crate::call_graph::InstanceId;
use crate::points_to::{Atom, PointsTo};
use crate::testing::{TestProgram, parse};
use crate::{Analysis, AnalysisOptions, Facts, PairType, StaticThreadId, SuspicionKind};
use vscheck_ir::program::Vtable;
use vscheck_ir::{
    Callee, CellKind, FuncId, Inst, LayoutId, Reg, ScalarType, TraitObjectId, VtableId,
};

fn run(source: &str) -> (TestProgram, Facts) {
    let test = parse(source);
    let facts = Analysis::run(&test.program, &AnalysisOptions::default());
    (test, facts)
}

/// The pairs between tagged instructions, one a line: `RW t0 a - t1 b must`.
fn pairs(test: &TestProgram, facts: &Facts) -> String {
    let mut lines: Vec<String> = facts
        .all_pairs()
        .filter(|p| {
            [p.a, p.b]
                .iter()
                .all(|end| test.tags.contains_key(&end.site))
        })
        .map(|p| {
            let mut ends = [p.a, p.b].map(|e| format!("{} {}", e.thread, test.name(e.site)));
            ends.sort();
            let alias = if p.must { "must" } else { "may" };
            let plain = if p.plain { " plain" } else { "" };
            format!("{} {} - {} {alias}{plain}", p.kind.name(), ends[0], ends[1])
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines.join("\n")
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let (test, facts) = run(source);
    assert_eq!(pairs(&test, &facts), expected.join("\n"));
}

#[test]
fn facts_print() {
    let (test, facts) = run("static X: u64
         fn main {
           x = &X
           t = spawn worker(x)
           atomic_store x
           join t
         }
         fn worker(p) {
           atomic_load p
         }");
    let pairs = facts.print_pairs(&test.program, usize::MAX);
    let first = pairs.lines().next().unwrap();
    assert_eq!(
        first,
        "RW must: t0 write  in main at fn0:i2 [] | t1 read  in worker at fn1:i0 []"
    );
    let mhp = facts.print_mhp(&test.program);
    assert!(mhp.contains("p2 t0 main i2..i3 : {t1} locks 0"), "{mhp}");
    assert!(mhp.contains("parallel regions 2"), "{mhp}");
    let dot = facts.print_dot(&test.program);
    assert!(dot.contains("style=dashed"), "{dot}");
    let peg = facts.print_peg(&test.program);
    assert!(peg.contains("Spawn starts t1"), "{peg}");
}
