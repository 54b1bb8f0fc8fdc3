//! Recorded schedules: what `--trace` writes and `vscheck replay` obeys.
//!
//! A file names threads by spawn path and keeps of each step what it was, so that a replay can tell at
//! which step the program stopped doing what was recorded.

use crate::exploration::{Bug, kind_name};
use crate::package::PackageOptions;
use crate::pipeline::Checked;
use crate::report::json::{Place, place};
use crate::report::story::{self, Step};
use crate::report::words;
use crate::run::Run;
use crate::schedule;
use crate::source::{self, Reading};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use vscheck_frontend::hir::Edition;
use vscheck_ir::Program;
use vscheck_vm::{Arm, ThreadId, Transition};
use vscheck_vm::{ChildPanic, End, Machine, TimeMode};

/// The schema of files written now.
pub const SCHEMA: &str = "vscheck.trace/1";

/// A recorded schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// [`SCHEMA`].
    pub schema: String,
    /// The program's path.
    pub program: String,
    /// [`source::source_hash`] of the program.
    pub source_hash: String,
    /// How it was read and run.
    pub options: RecordedOptions,
    /// The kind of bug at its end.
    pub kind: String,
    /// The bug's message.
    pub message: String,
    /// The steps.
    pub steps: Vec<RecordedStep>,
}

/// The options that a schedule depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedOptions {
    /// `--entry`.
    pub entry: Option<String>,
    /// `--edition`.
    pub edition: Option<String>,
    /// `--set`.
    pub set: Vec<(String, String)>,
    /// `--time free`.
    pub time_free: bool,
    /// `--time prompt`.
    #[serde(default)]
    pub time_prompt: bool,
    /// `--spurious`.
    pub spurious: u32,
    /// `--cfg`.
    #[serde(default)]
    pub cfgs: Vec<(String, Option<String>)>,
    /// Of a package: the target and the features.
    #[serde(default)]
    pub package: PackageOptions,
    /// `--child-panic propagate`.
    pub child_panic_propagates: bool,
    /// Whether printing is no step, as in hunts for the first bug.
    #[serde(default)]
    pub prints_are_hidden: bool,
    /// Whether threads take turns ([`vscheck_vm::MachineOptions::takes_turns`]).
    #[serde(default)]
    pub takes_turns: bool,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedStep {
    /// The thread's spawn path: `main.1.2`.
    pub thread: String,
    /// Which way: `only`, `wake main.2`, `behind main.2`, `time-out`, `spurious`, `value 3`.
    pub arm: String,
    /// The operation.
    pub op: String,
    /// What it is about.
    pub object: Option<String>,
    /// Where.
    pub span: Option<Place>,
}

/// Why a recorded schedule cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The step, from 1.
    pub step: usize,
    /// What is different.
    pub reason: String,
}

/// Whether a file can be taken for a schedule without the loss of anything else: there is none, it is empty, no
/// ordinary file, or holds an older schedule. Else why not.
pub fn may_replace(file: &Path) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    let shown = file.display();
    let metadata = match fs::metadata(file) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = file
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            return match folder.filter(|folder| !folder.is_dir()) {
                Some(folder) => Err(format!(
                    "cannot write `{shown}`: there is no folder `{}`",
                    folder.display()
                )),
                None => Ok(()),
            };
        }
        Err(error) => return Err(format!("cannot write `{shown}`: {error}")),
    };
    if metadata.is_dir() {
        return Err(format!("cannot write `{shown}`: it is a folder"));
    }
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(());
    }
    let text = fs::read(file).unwrap_or_default();
    match serde_json::from_slice::<Head>(&text) {
        Ok(Head { schema }) if schema.starts_with("vscheck.trace/") => Ok(()),
        _ => Err(format!(
            "`{shown}` is there already and is no recorded schedule: --trace does not overwrite it"
        )),
    }
}

/// Removes an older schedule, if there is one: it is not of the run that found no bug. Whether there was.
pub fn remove(file: &Path) -> Result<bool, std::io::Error> {
    let is_old = fs::metadata(file).is_ok_and(|file| file.is_file() && file.len() > 0);
    if is_old {
        fs::remove_file(file)?;
    }
    Ok(is_old)
}

/// Records the schedule of a bug.
pub fn record(checked: &Checked, bug: &Bug) -> Recording {
    let program = &checked.program;
    let machine = &bug.run.machine;
    let steps = story::tell(program, &checked.findings.start, &bug.run.schedule());
    Recording {
        schema: SCHEMA.to_string(),
        program: checked.request.path.display().to_string(),
        source_hash: source::source_hash(program),
        options: recorded_options(checked),
        kind: kind_name(bug.fault.kind).to_string(),
        message: bug.fault.message.clone(),
        steps: steps
            .iter()
            .map(|step| recorded(program, machine, step))
            .collect(),
    }
}

fn recorded(program: &Program, machine: &Machine, step: &Step) -> RecordedStep {
    RecordedStep {
        thread: machine.thread_name(step.transition.thread).to_string(),
        arm: arm_text(machine, step.transition.arm),
        op: step.op().to_string(),
        object: step.object.clone(),
        span: step.span.map(|span| place(program, span)),
    }
}

/// How a recording calls the way of [`Arm::Forever`].
const FOREVER: &str = "for ever";

fn arm_text(machine: &Machine, arm: Arm) -> String {
    match arm {
        Arm::Only => "only".to_string(),
        Arm::Wake(thread) => format!("wake {}", machine.thread_name(thread)),
        Arm::Behind(thread) => format!("behind {}", machine.thread_name(thread)),
        Arm::TimeOut => "time-out".to_string(),
        Arm::Spurious => "spurious".to_string(),
        Arm::Forever => FOREVER.to_string(),
        Arm::Value(value) => format!("value {value}"),
    }
}

fn recorded_options(checked: &Checked) -> RecordedOptions {
    let request = &checked.request;
    let reading = &request.reading;
    RecordedOptions {
        entry: reading.entry.clone(),
        edition: reading.edition.map(|edition| edition.name().to_string()),
        set: reading.set.clone(),
        cfgs: reading.cfgs.clone(),
        package: reading.package.clone(),
        time_free: reading.machine.time == TimeMode::Free,
        time_prompt: reading.machine.time == TimeMode::Prompt,
        spurious: reading.machine.spurious,
        child_panic_propagates: reading.machine.child_panic == ChildPanic::Propagate,
        prints_are_hidden: !request.settings.observes_output(),
        takes_turns: checked.findings.start.takes_turns(),
    }
}

impl Recording {
    /// The program's path: as recorded, or else beside the recording that was read from here.
    pub fn path(&self, recording: &Path) -> PathBuf {
        let recorded = PathBuf::from(&self.program);
        let beside = recording.with_file_name(&self.program);
        match !recorded.exists() && beside.exists() {
            true => beside,
            false => recorded,
        }
    }

    /// How the program is to be read and run; else what of that is not known.
    pub fn reading(&self) -> Result<Reading, String> {
        let unknown =
            |name: &str| format!("the schedule is of edition `{name}`, which is not known");
        let edition = self.options.edition.as_deref();
        let edition = edition.map(|name| Edition::named(name).ok_or_else(|| unknown(name)));
        let mut reading = Reading {
            entry: self.options.entry.clone(),
            edition: edition.transpose()?,
            set: self.options.set.clone(),
            cfgs: self.options.cfgs.clone(),
            package: self.options.package.clone(),
            ..Reading::default()
        };
        reading.machine.spurious = self.options.spurious;
        reading.machine.takes_turns = self.options.takes_turns;
        reading.machine.time = match (self.options.time_free, self.options.time_prompt) {
            (true, _) => TimeMode::Free,
            (false, true) => TimeMode::Prompt,
            (false, false) => TimeMode::Order,
        };
        if self.options.child_panic_propagates {
            reading.machine.child_panic = ChildPanic::Propagate;
        }
        Ok(reading)
    }

    /// Follows the recorded schedule, checking each step against what was recorded.
    pub fn follow(&self, program: &Program, start: &Machine) -> Result<Run, Departure> {
        let same_source = source::source_hash(program) == self.source_hash;
        let mut run = Run::new(start.clone());
        for (i, step) in self.steps.iter().enumerate() {
            let depart = |reason| Departure {
                step: i + 1,
                reason,
            };
            let transition = find_transition(&run, step).map_err(depart)?;
            check_step(program, &run, transition.thread, step, same_source).map_err(depart)?;
            schedule::advance(&mut run, transition);
        }
        self.check_end(&run)?;
        Ok(run)
    }

    fn check_end(&self, run: &Run) -> Result<(), Departure> {
        let ended = match run.machine.end() {
            Some(End::Bug(fault)) => {
                let kind = kind_name(fault.kind);
                if kind == self.kind && fault.message == self.message {
                    return Ok(());
                }
                format!("it ends with {kind}: {}", fault.message)
            }
            Some(End::Completed { .. }) => "the program completes".to_string(),
            Some(End::Limit(_)) => "the program reaches a limit".to_string(),
            None => "the program goes on".to_string(),
        };
        Err(Departure {
            step: self.steps.len(),
            reason: format!("{ended} instead of {}: {}", self.kind, self.message),
        })
    }
}

/// The transition that a recorded step names, if it is possible now.
fn find_transition(run: &Run, step: &RecordedStep) -> Result<Transition, String> {
    let machine = &run.machine;
    if machine.end().is_some() {
        return Err("the program has already ended".to_string());
    }
    let mut threads = machine.thread_ids();
    let thread = threads.find(|&t| machine.thread_name(t) == step.thread);
    let Some(thread) = thread else {
        return Err(format!("there is no thread {}", step.thread));
    };
    let arms = schedule::recordable_ways(run, thread);
    let arm = arms.iter().find(|&&arm| arm_text(machine, arm) == step.arm);
    match arm {
        Some(&arm) => Ok(Transition { thread, arm }),
        None if arms.is_empty() => Err(format!("{} cannot move", words::label(thread))),
        None => Err(format!(
            "{} cannot go the way `{}`",
            words::label(thread),
            step.arm
        )),
    }
}

/// Whether two places are one, wherever the program lies.
fn is_same_place(a: Option<&Place>, b: Option<&Place>) -> bool {
    let of = |place: &Place| {
        let name = Path::new(&place.file).file_name().map(ToOwned::to_owned);
        (name, place.line, place.column)
    };
    a.map(of) == b.map(of)
}

/// Whether the thread is about to do what was recorded.
fn check_step(
    program: &Program,
    run: &Run,
    thread: ThreadId,
    step: &RecordedStep,
    same_source: bool,
) -> Result<(), String> {
    let pending = run.machine.pending(thread);
    let op = pending.map_or("nothing", |operation| operation.action.facts().name);
    // A declared deadlock is a fault, whatever the thread waits for.
    if op != step.op && step.arm != FOREVER {
        return Err(format!(
            "{} would {op}, not {}",
            words::label(thread),
            step.op
        ));
    }
    let span = story::position(program, &run.machine, thread).map(|span| place(program, span));
    if same_source && !is_same_place(span.as_ref(), step.span.as_ref()) {
        let line = |place: &Option<Place>| place.as_ref().map_or(0, |place| place.line);
        return Err(format!(
            "{} stands at line {}, not {}",
            words::label(thread),
            line(&span),
            line(&step.span)
        ));
    }
    Ok(())
}
