//! `vscheck replay`.

use super::options::ResourceOptions;
use super::output::{self, complain, print};
use super::{Failure, exit};
use crate::exploration::Bug;
use crate::pipeline::Refusal;
use crate::recording::{Departure, Recording, SCHEMA};
use crate::report::table::shown;
use crate::report::text;
use crate::run::Run;
use crate::source::{self, Reading};
use crate::watch::Watch;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vscheck_ir::Program;
use vscheck_vm::{Code, End, Machine};

/// Run one recorded schedule again, step by step, and show it
#[derive(Args, Clone)]
pub struct ReplayOptions {
    /// A schedule written by `vscheck run --trace`
    trace: PathBuf,
    #[command(flatten)]
    resources: ResourceOptions,
}

/// Runs the command.
pub fn replay(options: &ReplayOptions, cancel: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let recording = read(&options.trace)?;
    let reading = recording.reading().map_err(Failure)?;
    let watch = Watch::new(&options.resources.limits(), cancel.clone());
    match again(&options.trace, recording, reading, &watch) {
        Ok(Ok(report)) => {
            print(&report);
            Ok(exit::BUG)
        }
        Ok(Err(departure)) => Err(Failure(format!(
            "the program leaves the recorded schedule at step {}: {}",
            departure.step, departure.reason
        ))),
        Err(refusal) => {
            complain(&text::refusal(&refusal, output::error_style()));
            Ok(exit::of_refusal(&refusal))
        }
    }
}

/// Follows the schedule: what there is to report, or where the program leaves it.
fn again(
    trace: &Path,
    recording: Recording,
    reading: Reading,
    watch: &Watch,
) -> Result<Result<String, Departure>, Refusal> {
    let path = recording.path(trace);
    let of = reading.clone();
    let mut program = watch.bounded(move || source::load(&path, &of))??.program;
    if source::source_hash(&program) != recording.source_hash {
        complain("note: the program has changed since the schedule was recorded");
    }
    if recording.options.prints_are_hidden {
        Arc::make_mut(&mut program).hide_prints();
    }
    Ok(watch.bounded(move || {
        let start = Machine::new(Code::new(program.clone()), reading.machine);
        let run = recording.follow(&program, &start)?;
        Ok(report(&program, &start, &run))
    })?)
}

fn read(path: &Path) -> Result<Recording, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure(format!("cannot read `{shown}`: {error}")))?;
    let recording: Recording = serde_json::from_str(&text)
        .map_err(|error| Failure(format!("`{shown}` is not a recorded schedule: {error}")))?;
    match recording.schema == SCHEMA {
        true => Ok(recording),
        false => Err(Failure(format!(
            "`{shown}` has schema {}, not {SCHEMA}",
            recording.schema
        ))),
    }
}

fn report(program: &Program, start: &Machine, run: &Run) -> String {
    let Some(End::Bug(fault)) = run.machine.end() else {
        return String::new();
    };
    let bug = Bug {
        fault: fault.clone(),
        run: run.clone(),
    };
    let report = text::run_report(program, start, &bug, output::style());
    let stdout = run.machine.stdout();
    match stdout.trim_end() {
        "" => report,
        stdout => format!("{report}\nwhat it printed:\n{}\n", shown(stdout)),
    }
}
