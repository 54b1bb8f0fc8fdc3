//! First starts: how long it takes until a package with ten dependencies is explored, of which nothing has
//! been compiled before, and how long when nothing has changed since.

use crate::tables;
use crate::tables::markup::Table;
use crate::tools::{Answer, Vscheck, cargo};
use std::path::Path;
use std::time::Duration;
use vscheck::report::table::{bytes, duration, thousands};

const HEAD: &str = "\
# First starts

Written by `cargo xtask starts` over the packages of [`bench/starts/`](../../bench/starts), which need the network. Each has ten dependencies, which are read from their sources (or where `docs/models.md` says so, from a model), procedural macros and build scripts included. Times are wall time, the best of three.

- *first start*: from the command to the first step of the search, nothing kept from earlier runs; *second start*: the same when nothing has changed since.
- *memory*: the peak of the first run, the search included.

";

const HEADER: [&str; 6] = [
    "package",
    "first start",
    "second start",
    "memory",
    "executions",
    "verdict",
];

/// The packages, those that need least first.
const PACKAGES: [&str; 5] = ["locks", "derives", "futures", "search", "commands"];

/// Runs of which the best counts.
const RUNS: usize = 3;

/// Measures the packages.
pub fn run(root: &Path) -> Result<(), String> {
    let vscheck = Vscheck::built(root)?;
    let mut table = Table::new(&HEADER);
    for name in PACKAGES {
        let row = row(&vscheck, root, name).map_err(|error| format!("{name}: {error}"))?;
        println!("{}", row.join("  "));
        table.row(row);
    }
    let text = format!("{HEAD}{}", table.markdown());
    tables::save(root, "starts.md", &text)
}

fn row(vscheck: &Vscheck, root: &Path, name: &str) -> Result<Vec<String>, String> {
    let folder = root.join("bench/starts").join(name);
    let target = root.join("target/starts").join(name);
    cargo("fetch", &folder, &["--locked"], &target)?;
    cargo("check", &folder, &["--locked"], &target)?;
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        forget(&target.join("vscheck"))?;
        firsts.push(vscheck.run(&folder, &[], &target)?);
        seconds.push(vscheck.run(&folder, &[], &target)?);
    }
    let best = |runs: Vec<Answer>| runs.into_iter().min_by_key(start).ok_or("nothing was run");
    let (first, second) = (best(firsts)?, best(seconds)?);
    Ok(vec![
        format!("[{name}](../../bench/starts/{name}/Cargo.toml)"),
        duration(start(&first)),
        duration(start(&second)),
        bytes(first.count("peak_memory_bytes")),
        thousands(first.count("executions")),
        first.verdict(),
    ])
}

/// What comes before the search.
fn start(answer: &Answer) -> Duration {
    answer.time("time_frontend_ms") + answer.time("time_static_ms")
}

/// Removes what earlier runs have kept.
fn forget(kept: &Path) -> Result<(), String> {
    if !kept.exists() {
        return Ok(());
    }
    std::fs::remove_dir_all(kept).map_err(|error| error.to_string())
}
