//! Starts one process a measurement and reads what it says.

use crate::child::{Bound, End, Found, Peer};
use crate::programs::Program;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Instant;

/// How often a measurement of less than a second is repeated.
const REPETITIONS: usize = 5;

/// One program under one peer.
pub struct Row {
    /// The program.
    pub program: &'static Program,
    /// The peer.
    pub peer: Peer,
    /// What its search came to.
    pub found: Found,
    /// Seconds from the start of the process to its end. For vscheck this includes reading the program
    /// and the static pass; the peers' programs are compiled before. Of a random scheduler it is that
    /// of the search: its process runs all seeds.
    pub wall: f64,
    /// Seconds that rustc takes for the program, where the peer needs it.
    pub compile: f64,
}

/// Measures; the median of the times where it is quick.
pub fn measure(
    peer: Peer,
    at: usize,
    program: &'static Program,
    bound: Bound,
) -> Result<Row, String> {
    let first = once(peer, at, program, bound)?;
    if peer.is_random() || first.wall > 1.0 {
        return Ok(first);
    }
    let mut rows = vec![first];
    for _ in 1..REPETITIONS {
        rows.push(once(peer, at, program, bound)?);
    }
    rows.sort_by(|a, b| a.wall.total_cmp(&b.wall));
    Ok(rows.swap_remove(REPETITIONS / 2))
}

fn once(peer: Peer, at: usize, program: &'static Program, bound: Bound) -> Result<Row, String> {
    let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
    match peer {
        Peer::Vscheck => vscheck(&mut command, program, bound),
        _ => {
            let seconds = bound.search.as_secs().to_string();
            command.args(["--child", &peer.name(), &at.to_string(), &seconds]);
        }
    }
    let origin = Instant::now();
    let output = command.stderr(Stdio::null()).output();
    let wall = origin.elapsed().as_secs_f64();
    let output = output.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let found = match peer {
        Peer::Vscheck => of_vscheck(&text)?,
        // A peer may end its process; then nothing is known but that.
        _ => serde_json::from_str(&text).unwrap_or_else(|_| Found {
            end: End::Refused(format!("ended by {}", output.status)),
            executions: 0,
            seconds: wall,
            peak_memory: 0,
        }),
    };
    let wall = if peer.is_random() {
        found.seconds
    } else {
        wall
    };
    Ok(Row {
        program,
        peer,
        found,
        wall,
        compile: 0.0,
    })
}

/// `vscheck run`, to the first bug or to the end.
fn vscheck(command: &mut Command, program: &Program, bound: Bound) {
    let limit = format!("{}s", bound.search.as_secs());
    command.args(["vscheck", "run", program.path, "--format", "json"]);
    command.args(["--timeout", &limit]);
    if !program.buggy {
        command.arg("--all");
    }
    if let Some(size) = program.size {
        command.args(["--set", size]);
    }
}

fn of_vscheck(text: &str) -> Result<Found, String> {
    let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let end = match report["verdict"].as_str() {
        Some("bug") => End::Bug,
        Some("no-bug") => End::NoBug,
        Some("limit") => End::Bound,
        _ => return Err(format!("vscheck says {}", report["error"])),
    };
    let stats = &report["stats"];
    let number = |name: &str| stats[name].as_f64().unwrap_or(f64::NAN);
    Ok(Found {
        end,
        executions: stats["executions"].as_u64().unwrap_or(0),
        seconds: (number("time_static_ms") + number("time_explore_ms")) / 1e3,
        peak_memory: stats["peak_memory_bytes"].as_u64().unwrap_or(0),
    })
}
