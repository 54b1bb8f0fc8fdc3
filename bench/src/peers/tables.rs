//! The rows as text, Markdown and CSV.

use crate::child::{Bound, End, MAX_EXECUTIONS_OF_SEED, MAX_STEPS, Peer, SEEDS};
use crate::parent::Row;
use crate::programs::Program;
use std::fmt::Write;
use std::path::Path;

/// All rows of one program.
struct Group<'a> {
    program: &'static Program,
    rows: &'a [Row],
}

fn groups(rows: &[Row]) -> Vec<Group<'_>> {
    let same = |a: &Row, b: &Row| std::ptr::eq(a.program, b.program);
    let group = |rows: &'_ [Row]| rows[0].program;
    rows.chunk_by(same)
        .map(|rows| Group {
            program: group(rows),
            rows,
        })
        .collect()
}

impl Group<'_> {
    fn of(&self, peer: Peer) -> Option<&Row> {
        self.rows.iter().find(|row| row.peer == peer)
    }

    fn vscheck(&self) -> &Row {
        &self.rows[0]
    }

    /// The random scheduler that needs the fewest executions to the bug.
    fn best_random(&self) -> Option<&Row> {
        let random = self.rows.iter().filter(|row| row.peer.is_random());
        random.min_by_key(|row| (row.found.end != End::Bug, row.found.executions))
    }

    fn name(&self) -> String {
        match self.program.size {
            Some(size) => format!("{} {size}", self.program.name),
            None => self.program.name.to_string(),
        }
    }
}

/// One row in one line.
pub fn line(row: &Row) -> String {
    let found = &row.found;
    format!(
        "{:24} {:10} {:15} {:>12} {:>10} {:>10} {:>10}/s {:>9}",
        row.program.name,
        row.program.size.unwrap_or_default(),
        row.peer.name(),
        executions(row),
        time(found.seconds),
        time(row.wall),
        thousands(rate(row)),
        memory(row),
    )
}

/// Executions, and how the search ended if it did not do what it was to do.
fn executions(row: &Row) -> String {
    let count = thousands(row.found.executions as f64);
    match &row.found.end {
        End::Refused(why) => why.clone(),
        End::Bound => format!("> {count}"),
        End::NoBug if row.program.buggy => format!("{count}, no bug"),
        End::Bug if !row.program.buggy => format!("{count}, false alarm"),
        End::Bug | End::NoBug => count,
    }
}

fn rate(row: &Row) -> f64 {
    row.found.executions as f64 / row.found.seconds
}

fn memory(row: &Row) -> String {
    format!(
        "{:.0} MiB",
        row.found.peak_memory as f64 / f64::from(1 << 20)
    )
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.01 => format!("{:.2} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// How many times as much a peer needs; above 1 is good for vscheck.
#[derive(Clone, Copy)]
struct Ratio {
    times: f64,
    /// Whether the peer was stopped before it was through.
    at_least: bool,
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.at_least { "> " } else { "" };
        match self.times {
            times if times >= 100.0 => write!(f, "{mark}{}x", thousands(times)),
            times if times >= 10.0 => write!(f, "{mark}{times:.1}x"),
            times => write!(f, "{mark}{times:.2}x"),
        }
    }
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Executions,
    /// Seconds of the search alone; with vscheck, its static pass included.
    Search,
    /// Seconds from the source text to the verdict: with vscheck the whole process, with the peers rustc
    /// (for the program alone) and the process.
    SourceToVerdict,
    /// Executions a second, turned round: above 1 means that vscheck is faster.
    Slowness,
}

fn ratio(ours: &Row, theirs: &Row, of: Quantity) -> Option<Ratio> {
    // A bound may stop somebody before the first execution ends.
    let nothing = |row: &Row| row.found.executions == 0;
    if matches!(theirs.found.end, End::Refused(_)) || nothing(ours) || nothing(theirs) {
        return None;
    }
    let value = |row: &Row| match of {
        Quantity::Executions => row.found.executions as f64,
        Quantity::Search => row.found.seconds,
        Quantity::SourceToVerdict => row.wall + row.compile,
        Quantity::Slowness => 1.0 / rate(row),
    };
    let wanted = if theirs.program.buggy {
        End::Bug
    } else {
        End::NoBug
    };
    Some(Ratio {
        times: value(theirs) / value(ours),
        at_least: theirs.found.end != wanted && of != Quantity::Slowness,
    })
}

fn ratio_cell(ours: &Row, theirs: Option<&Row>, of: Quantity) -> String {
    let ratio = theirs.and_then(|theirs| ratio(ours, theirs, of));
    ratio.map_or_else(|| "-".to_string(), |ratio| ratio.to_string())
}

const HEAD: &str = "\
# vscheck beside loom and shuttle

Written by `cd bench && cargo run --release --bin peers`: every figure comes from one run of it, on one
machine. Each program is one file, written once against `std`. vscheck reads that file; for the peers it is
compiled with a `std` of theirs in scope (`bench/build.rs`). All three are built with the same options and
the same allocator, each measurement is a process of its own, and quick ones are the median of five.
";

fn notes(bound: Bound) -> String {
    format!(
        "\n\
- *search*: of vscheck the static pass and the search, of the peers the call of their checker.\n\
- *source to verdict*: of vscheck the whole process, which reads the program and a standard library in\n  \
source; of the peers rustc on the program alone (libraries compiled before) and the whole process.\n\
- loom {}, shuttle {}. Bounds: {} s a search (`-- --seconds {}`). `>`: a bound stopped it there.\n\
- shuttle ends an execution after {} steps and begins the next: it may prefer threads that wait in a loop to\n  \
the one for which they wait, which is no bug of the program's.\n\
- Random schedulers: the median of {SEEDS} seeds, {} executions and {} s each; *best* is the one of random,\n  \
urw, pct 2 and pct 3 with the fewest executions. Its time is that of the search.\n\
- loom takes at most {} threads. It explores weak memory and treats `SeqCst` accesses as weaker ones, so\n  \
that it has more to explore than an interleaving of the program's steps; vscheck and shuttle explore\n  \
sequential consistency.\n\
- `Arc` is std's own for the peers, which spares them the orders of its reference counts.\n\
- Ratios: how many times as much the peer needs, above 1 is good for vscheck. Under *executions/s* they are\n  \
vscheck's rate divided by the peer's.\n",
        version("loom"),
        version("shuttle"),
        bound.search.as_secs(),
        bound.search.as_secs(),
        thousands(MAX_STEPS as f64),
        thousands(MAX_EXECUTIONS_OF_SEED as f64),
        bound.seed().as_secs_f64(),
        loom::MAX_THREADS,
    )
}

/// A peer's version, from the lock file.
fn version(name: &str) -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let head = format!("name = \"{name}\"\nversion = \"");
    let rest = lock.split_once(&head).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split('"').next()).unwrap_or("?")
}

fn table(out: &mut String, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let _ = writeln!(out, "| {} |", columns.join(" | "));
    let _ = writeln!(out, "| --- |{}", " ---: |".repeat(columns.len() - 1));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
}

/// Executions, search time and memory of a row.
fn cost(row: Option<&Row>) -> [String; 3] {
    match row {
        None => ["-".to_string(), "-".to_string(), "-".to_string()],
        Some(row) if matches!(row.found.end, End::Refused(_)) => {
            [executions(row), "-".to_string(), "-".to_string()]
        }
        Some(row) => [executions(row), time(row.found.seconds), memory(row)],
    }
}

fn first_bug_row(group: &Group<'_>) -> Vec<String> {
    let (ours, loom, random) = (group.vscheck(), group.of(Peer::Loom), group.best_random());
    let mut cells = vec![group.name()];
    cells.extend(cost(Some(ours)));
    cells.push(time(ours.wall));
    cells.extend(cost(loom));
    cells.push(random.map_or_else(String::new, |row| row.peer.name().replace("shuttle ", "")));
    cells.extend(cost(random).into_iter().take(2));
    cells.push(
        group
            .of(Peer::ShuttleDfs)
            .map_or_else(String::new, executions),
    );
    for of in [
        Quantity::Executions,
        Quantity::Search,
        Quantity::SourceToVerdict,
    ] {
        cells.push(ratio_cell(ours, loom, of));
        cells.push(ratio_cell(ours, random, of));
    }
    cells
}

const FIRST_BUG: [&str; 18] = [
    "program",
    "vscheck executions",
    "search",
    "memory",
    "source to verdict",
    "loom executions",
    "search",
    "memory",
    "best random",
    "executions",
    "search",
    "shuttle dfs executions",
    "x executions: loom",
    "random",
    "x search: loom",
    "random",
    "x source to verdict: loom",
    "random",
];

fn full_row(group: &Group<'_>) -> Vec<String> {
    let ours = group.vscheck();
    let peers = [group.of(Peer::Loom), group.of(Peer::ShuttleDfs)];
    let speed = |row: Option<&Row>| match row {
        Some(row) if !matches!(row.found.end, End::Refused(_)) => thousands(rate(row)),
        _ => "-".to_string(),
    };
    let mut cells = vec![group.name()];
    for row in [Some(ours), peers[0], peers[1]] {
        cells.extend(cost(row));
        cells.push(speed(row));
    }
    for of in [Quantity::Executions, Quantity::Search, Quantity::Slowness] {
        cells.extend(peers.iter().map(|peer| ratio_cell(ours, *peer, of)));
    }
    cells
}

const FULL: [&str; 19] = [
    "program",
    "vscheck executions",
    "search",
    "memory",
    "executions/s",
    "loom executions",
    "search",
    "memory",
    "executions/s",
    "shuttle dfs executions",
    "search",
    "memory",
    "executions/s",
    "x executions: loom",
    "shuttle",
    "x search: loom",
    "shuttle",
    "x executions/s: loom",
    "shuttle",
];

/// How often something is better, and by how much, in one line.
fn score(name: &str, ratios: &[(String, Option<Ratio>)]) -> String {
    let known: Vec<_> = ratios
        .iter()
        .filter_map(|(n, r)| Some((n, (*r)?)))
        .collect();
    let won = known.iter().filter(|(_, r)| r.times > 1.0).count();
    let logs: f64 = known.iter().map(|(_, r)| r.times.ln()).sum();
    let mean = (logs / known.len() as f64).exp();
    let missed: Vec<String> = known
        .iter()
        .filter(|(_, r)| r.times <= 1.0)
        .map(|(name, r)| format!("{name} ({r})"))
        .collect();
    let missed = match missed.is_empty() {
        true => String::new(),
        false => format!("; not on {}", missed.join(", ")),
    };
    format!(
        "- {name}: {won} of {}, geometric mean {mean:.2}x{missed}\n",
        known.len()
    )
}

/// What all rows come to.
pub fn summary(rows: &[Row]) -> String {
    let (buggy, correct): (Vec<_>, Vec<_>) = groups(rows)
        .into_iter()
        .partition(|group| group.program.buggy);
    let mut out = String::new();
    let mut add = |what: &str, groups: &[Group<'_>], random: bool, of: Quantity| {
        let ratios = groups.iter().map(|group| {
            let peer = if random {
                group.best_random()
            } else {
                group.of(Peer::Loom)
            };
            let peer = if group.program.buggy || !random {
                peer
            } else {
                group.of(Peer::ShuttleDfs)
            };
            (
                group.name(),
                peer.and_then(|peer| ratio(group.vscheck(), peer, of)),
            )
        });
        out += &score(what, &ratios.collect::<Vec<_>>());
    };
    for (peer, random) in [("loom", false), ("shuttle's best random scheduler", true)] {
        add(
            &format!("fewer executions to the first bug than {peer}"),
            &buggy,
            random,
            Quantity::Executions,
        );
        add(
            &format!("less search time to the first bug than {peer}"),
            &buggy,
            random,
            Quantity::Search,
        );
        add(
            &format!("less time from source to first bug than {peer}"),
            &buggy,
            random,
            Quantity::SourceToVerdict,
        );
    }
    for (peer, dfs) in [("loom", false), ("shuttle dfs", true)] {
        add(
            &format!("fewer executions of full exploration than {peer}"),
            &correct,
            dfs,
            Quantity::Executions,
        );
        add(
            &format!("less search time of full exploration than {peer}"),
            &correct,
            dfs,
            Quantity::Search,
        );
        add(
            &format!("more executions a second in full exploration than {peer}"),
            &correct,
            dfs,
            Quantity::Slowness,
        );
    }
    out
}

/// Writes `docs/tables/peers.{md,csv}`.
pub fn write(rows: &[Row], bound: Bound) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tables");
    let (buggy, correct): (Vec<_>, Vec<_>) = groups(rows)
        .into_iter()
        .partition(|group| group.program.buggy);
    let mut text = HEAD.to_string() + &notes(bound) + "\n## In short\n\n" + &summary(rows);
    text += "\n## To the first bug\n\n";
    table(&mut text, &FIRST_BUG, buggy.iter().map(first_bug_row));
    text += "\n## Full exploration\n\n";
    table(&mut text, &FULL, correct.iter().map(full_row));
    std::fs::write(folder.join("peers.md"), text)?;
    std::fs::write(folder.join("peers.csv"), csv(rows))
}

fn csv(rows: &[Row]) -> String {
    let mut out =
        "program,size,buggy,peer,end,executions,search_s,process_s,compile_s,executions_per_s,\
                   peak_memory_bytes\n"
            .to_string();
    for row in rows {
        let found = &row.found;
        let end = match &found.end {
            End::Bug => "bug",
            End::NoBug => "no-bug",
            End::Bound => "bound",
            End::Refused(_) => "refused",
        };
        let _ = writeln!(
            out,
            "{},{},{},{},{end},{},{:.6},{:.6},{:.3},{:.0},{}",
            row.program.name,
            row.program.size.unwrap_or_default(),
            row.program.buggy,
            row.peer.name(),
            found.executions,
            found.seconds,
            row.wall,
            row.compile,
            rate(row),
            found.peak_memory,
        );
    }
    out
}
