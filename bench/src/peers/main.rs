//! vscheck beside loom and shuttle: the same programs in one run.
//!
//! `cargo run --release --bin peers -- [--seconds N] [NAME...]` measures all programs and
//! writes `docs/tables/peers.{md,csv}`, or measures those whose name contains one of the words and writes
//! nothing. A search is stopped after N seconds (10), a seed of a random scheduler after a tenth of that.

mod child;
mod compile;
mod mapped;
mod parent;
mod programs;
mod tables;

use child::{Bound, Peer};
use parent::Row;
use programs::{PROGRAMS, Program};
use std::process::ExitCode;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        // vscheck's own command line, as the binary of that name has it.
        Some("vscheck") => vscheck::cli::main(arguments.iter().map(Into::into)),
        Some("--child") => run_child(&arguments[1..]),
        Some("--seconds") => match arguments.get(1).and_then(|text| seconds(text)) {
            Some(bound) => compare(&arguments[2..], bound),
            None => {
                eprintln!("error: --seconds takes a whole number: peers [--seconds N] [NAME...]");
                ExitCode::from(2)
            }
        },
        _ => compare(&arguments, DEFAULT),
    }
}

/// Longest search, if nothing else is asked for.
const DEFAULT: Bound = Bound {
    search: Duration::from_secs(10),
};

fn seconds(text: &str) -> Option<Bound> {
    let search = Duration::from_secs(text.parse().ok()?);
    Some(Bound { search })
}

/// With what `parent::measure` gives: a peer, the number of a program, and seconds.
fn run_child(arguments: &[String]) -> ExitCode {
    let [peer, program, bound] = arguments else {
        return ExitCode::FAILURE;
    };
    let peer = Peer::ALL.into_iter().find(|known| known.name() == *peer);
    let program = program.parse().ok().and_then(|at: usize| PROGRAMS.get(at));
    let (Some(peer), Some(program), Some(bound)) = (peer, program, seconds(bound)) else {
        return ExitCode::FAILURE;
    };
    let found = child::measure(peer, program, bound);
    println!("{}", serde_json::to_string(&found).unwrap_or_default());
    ExitCode::SUCCESS
}

fn compare(words: &[String], bound: Bound) -> ExitCode {
    let wanted = |program: &Program| {
        words.is_empty()
            || words
                .iter()
                .any(|word| program.name.contains(word.as_str()))
    };
    let mut rows = Vec::new();
    for (at, program) in PROGRAMS.iter().enumerate().filter(|(_, p)| wanted(p)) {
        if let Err(message) = measure(at, program, bound, &mut rows) {
            eprintln!("error: {}: {message}", program.name);
            return ExitCode::FAILURE;
        }
    }
    print!("{}", tables::summary(&rows));
    if words.is_empty()
        && let Err(error) = tables::write(&rows, bound)
    {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// One program under all peers.
fn measure(
    at: usize,
    program: &'static Program,
    bound: Bound,
    rows: &mut Vec<Row>,
) -> Result<(), String> {
    // What rustc takes counts up to a first bug; a full exploration is measured by its search.
    let compile = |peer| match program.buggy {
        true => compile::seconds(peer, program),
        false => Ok(0.0),
    };
    let (loom, shuttle) = (compile("loom")?, compile("shuttle")?);
    // Random schedulers look for bugs; they cannot explore everything.
    let peers = Peer::ALL
        .into_iter()
        .filter(|peer| program.buggy || !peer.is_random());
    for peer in peers {
        let mut row = parent::measure(peer, at, program, bound)?;
        row.compile = match peer {
            Peer::Vscheck => 0.0,
            Peer::Loom => loom,
            _ => shuttle,
        };
        eprintln!("{}", tables::line(&row));
        rows.push(row);
    }
    Ok(())
}
