//! `vscheck replay`.

use super::output::{self, complain, print};
use super::{Failure, exit};
use crate::exploration::Bug;
use crate::recording::{Recording, SCHEMA};
use crate::report::{snippet, text};
use crate::run::Run;
use crate::source;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vscheck_ir::Program;
use vscheck_vm::{Code, End, Machine};

/// Run one recorded schedule again, step by step, and show it
#[derive(Args, Clone)]
pub struct ReplayOptions {
    /// A schedule written by `vscheck run --trace`
    trace: PathBuf,
}

/// Runs the command.
pub fn replay(options: &ReplayOptions) -> Result<u8, Failure> {
    let recording = read(&options.trace)?;
    let reading = recording.reading().map_err(Failure)?;
    let mut program = match source::load(&recording.path(), &reading) {
        Ok(loaded) => loaded.program,
        Err(diagnostic) => {
            complain(&snippet::diagnostic(&diagnostic, output::error_style()));
            return Ok(exit::NOT_CHECKED);
        }
    };
    if source::source_hash(&program) != recording.source_hash {
        complain("note: the program has changed since the schedule was recorded");
    }
    if recording.options.prints_are_hidden {
        Arc::make_mut(&mut program).hide_prints();
    }
    let start = Machine::new(Code::new(program.clone()), reading.machine);
    match recording.follow(&program, &start) {
        Ok(run) => {
            show(&program, &start, &run);
            Ok(exit::BUG)
        }
        Err(departure) => Err(Failure(format!(
            "the program leaves the recorded schedule at step {}: {}",
            departure.step, departure.reason
        ))),
    }
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

fn show(program: &Program, start: &Machine, run: &Run) {
    let Some(End::Bug(fault)) = run.machine.end() else {
        return;
    };
    let bug = Bug {
        fault: fault.clone(),
        run: run.clone(),
    };
    print(&text::run_report(
        program,
        start,
        &bug,
        None,
        output::style(),
    ));
    let stdout = run.machine.stdout();
    if !stdout.is_empty() {
        print(&format!("\nwhat it printed:\n{}\n", stdout.trim_end()));
    }
}
