//! How the pass grows with the program: a family of generated programs, each twice as long as the
//! one before. Not run by default: `cargo test --release -p vscheck-analysis scale -- --ignored
//! --nocapture`.

use std::fmt::Write;
use std::time::Instant;

use crate::testing::parse;
use crate::{Analysis, AnalysisOptions, Facts, PairType};

/// Threads of every program of the family.
const THREADS: usize = 60;

/// A program of 60 threads, each calling `functions` functions that lock, touch atomics, follow
/// pointers through shared tables and call each other, in branches and loops.
fn program(functions: usize) -> String {
    let mut text = String::new();
    for index in 0..48 {
        writeln!(text, "static M{index}: mutex").unwrap();
        writeln!(text, "static X{index}: u64 u64").unwrap();
        writeln!(text, "static T{index}: u64 u64 u64 u64").unwrap();
    }
    text.push_str("fn main {\n");
    for index in 0..48 {
        let (other, cell) = ((index * 7) % 48, index % 4);
        writeln!(text, "t{index} = &T{index}\nx{index} = &X{other}").unwrap();
        writeln!(text, "put t{index} + {cell}, x{index}").unwrap();
    }
    for thread in 0..THREADS {
        writeln!(text, "h{thread} = spawn worker{thread}(t{})", thread % 48).unwrap();
        if thread % 3 == 0 {
            writeln!(text, "join h{thread}").unwrap();
        }
    }
    text.push_str("}\n");
    for thread in 0..THREADS {
        worker(&mut text, thread, functions);
    }
    text
}

fn worker(text: &mut String, thread: usize, functions: usize) {
    writeln!(text, "fn worker{thread}(p) {{").unwrap();
    for index in 0..functions {
        writeln!(text, "call f{thread}_{index}(p)").unwrap();
    }
    text.push_str("}\n");
    for index in 0..functions {
        function(text, thread, index);
    }
}

/// About 40 instructions.
fn function(text: &mut String, thread: usize, index: usize) {
    let pick = |salt: usize, bound: usize| (thread * 31 + index * 17 + salt * 13) % bound;
    writeln!(text, "fn f{thread}_{index}(p) {{").unwrap();
    writeln!(text, "m = &M{}\nx = &X{}", pick(1, 48), pick(2, 48)).unwrap();
    writeln!(text, "q = load p + {}\nu = &T{}", pick(3, 4), pick(4, 48)).unwrap();
    writeln!(text, "put u + {}, q", pick(5, 4)).unwrap();
    text.push_str("again:\nlock m\natomic_load x\nbranch skip\natomic_store x\nskip:\nunlock m\n");
    text.push_str("branch again\nlocal = alloc u64 u64\nput local, q\nr = load local\n");
    writeln!(text, "branch other\natomic_load q\ngoto done\nother:").unwrap();
    writeln!(
        text,
        "y = field x 1\natomic_add y\nn = &M{}\nlock n",
        pick(6, 48)
    )
    .unwrap();
    text.push_str("v = load u + 1\nw = copy v\nunlock n\ndone:\n");
    for step in 0..14 {
        writeln!(text, "c{step} = copy w").unwrap();
    }
    text.push_str("return\n}\n");
}

fn describe(instructions: usize, facts: &Facts, seconds: f64) -> String {
    let times = &facts.times;
    let ms = |d: std::time::Duration| d.as_secs_f64() * 1e3;
    let kinds = [PairType::RW, PairType::MM].map(|kind| facts.count(kind, false));
    format!(
        "{instructions:>8} instructions {:>7} regions {:>7} accesses {:>9} RW {:>9} MM  points-to \
         {:>7.1} peg {:>6.1} mhp {:>6.1} pairs {:>6.1} reach {:>7.1} total {:>7.1} ms",
        facts.peg.nodes.len(),
        facts.accesses.list.len(),
        kinds[0],
        kinds[1],
        ms(times.points_to),
        ms(times.peg),
        ms(times.mhp),
        ms(times.pairs),
        ms(times.reach),
        seconds * 1e3,
    )
}

#[test]
#[ignore = "takes seconds; measures"]
fn scale() {
    for functions in [5, 10, 20, 40] {
        let test = parse(&program(functions));
        let code = test.program.functions.iter().map(|f| f.code.len());
        let instructions = code.sum();
        let start = Instant::now();
        let facts = Analysis::run(&test.program, &AnalysisOptions::default());
        let seconds = start.elapsed().as_secs_f64();
        println!("{}", describe(instructions, &facts, seconds));
        assert!(!facts.points_to.coarse);
    }
}
