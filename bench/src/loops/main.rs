//! Straight-line speed: the same three loops on the machine and on wasmi, round by round in one run.
//!
//! `cd bench && cargo run --release --bin loops [ROUNDS]`. Prints the median nanoseconds an
//! iteration of each and their ratio, then what a snapshot costs and states a second of a stateful
//! search. Times are the thread's own where the system tells them, so that a busy machine matters less.

mod machine;
#[path = "../../../vm/tests/support/mod.rs"]
mod support;

use std::collections::HashSet;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use vscheck_ir::Program;
use vscheck_vm::{Code, End, Machine, MachineOptions, Transition};
use wasmi::{Engine, Linker, Module, Store};

/// A loop in both forms.
struct Loop {
    name: &'static str,
    /// Makes the machine's form, for this many rounds.
    program: fn(u64) -> Arc<Program>,
    rounds: u64,
}

const LOOPS: [Loop; 3] = [
    Loop {
        name: "arithmetic",
        program: machine::arithmetic,
        rounds: 2_000_000,
    },
    Loop {
        name: "memory",
        program: machine::memory,
        rounds: 1_000_000,
    },
    Loop {
        name: "calls",
        program: machine::calls,
        rounds: 1_000_000,
    },
];

/// Nanoseconds that this thread has run so far.
fn now(origin: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let own = text.split_whitespace().next().and_then(|n| n.parse().ok());
    own.unwrap_or_else(|| origin.elapsed().as_nanos() as f64)
}

/// Runs something; nanoseconds and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let origin = Instant::now();
    let start = now(origin);
    let result = black_box(work());
    (now(origin) - start, result)
}

/// The machine's result.
fn run_machine(code: Arc<Code>) -> u64 {
    let options = MachineOptions {
        max_steps_without_operation: u64::MAX,
        ..MachineOptions::default()
    };
    let mut machine = Machine::new(code, options);
    while let Some(&transition) = machine.transitions().first() {
        machine.step(transition);
    }
    match machine.end() {
        Some(End::Completed { exit_code }) => *exit_code as u64,
        other => panic!("the loop did not complete: {other:?}"),
    }
}

/// wasmi's result, masked as the machine's exit code is.
fn run_wasmi(store: &mut Store<()>, function: &wasmi::TypedFunc<i64, i64>, rounds: u64) -> u64 {
    let result = function.call(store, rounds as i64).expect("runs");
    result as u64 & 0x7FFF
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures one loop; the ratio of the machine's time to wasmi's.
fn compare(of: &Loop, repetitions: usize) -> f64 {
    let engine = Engine::default();
    let wasm = wat::parse_str(include_str!("loops.wat")).expect("good text");
    let module = Module::new(&engine, &wasm).expect("a good module");
    let code = Code::new((of.program)(of.rounds));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..repetitions {
        // A fresh instance: memory is zero at the start of every round, as the machine's is.
        let mut store = Store::new(&engine, ());
        let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module);
        let instance = instance.expect("an instance");
        let function = instance.get_typed_func(&store, of.name).expect("exported");
        let (time, expected) = timed(|| run_wasmi(&mut store, &function, of.rounds));
        theirs.push(time / of.rounds as f64);
        let (time, found) = timed(|| run_machine(code.clone()));
        ours.push(time / of.rounds as f64);
        assert_eq!(found, expected, "{}: the two disagree", of.name);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let ratio = ours / theirs;
    println!(
        "{:<12} machine {ours:6.2} ns   wasmi {theirs:6.2} ns   ratio {ratio:.2}",
        of.name
    );
    ratio
}

/// What a snapshot costs: a clone, and a clone followed by one step (which unshares what it writes).
fn snapshots() {
    const COUNT: u32 = 20_000;
    let mut machine = Machine::new(
        Code::new(machine::bounded_buffer()),
        MachineOptions::default(),
    );
    for _ in 0..20 {
        let transition = machine.transitions()[0];
        machine.step(transition);
    }
    let first: Transition = machine.transitions()[0];
    let (clones, ()) = timed(|| {
        for _ in 0..COUNT {
            black_box(machine.clone());
        }
    });
    let (steps, ()) = timed(|| {
        for _ in 0..COUNT {
            black_box(machine.clone().step(first));
        }
    });
    let each = |time: f64| time / f64::from(COUNT);
    println!(
        "Machine::clone {:.0} ns, with a step {:.0} ns",
        each(clones),
        each(steps)
    );
}

/// A stateful depth-first search.
fn stateful() {
    let machine = Machine::new(
        Code::new(machine::bounded_buffer()),
        MachineOptions::default(),
    );
    let (time, states) = timed(|| {
        let mut seen = HashSet::from([machine.fingerprint()]);
        let mut stack = vec![machine];
        while let Some(machine) = stack.pop() {
            for transition in machine.transitions() {
                let mut next = machine.clone();
                next.step(transition);
                if next.end().is_none() && seen.insert(next.fingerprint()) {
                    stack.push(next);
                }
            }
        }
        seen.len()
    });
    let rate = states as f64 / (time / 1e9);
    println!("bounded buffer: {states} states, {rate:.0} states a second");
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let ratios = LOOPS.each_ref().map(|of| compare(of, rounds.unwrap_or(9)));
    println!("worst ratio {:.2}", ratios.into_iter().fold(0.0, f64::max));
    snapshots();
    stateful();
}
