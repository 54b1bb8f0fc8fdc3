//! What a search may use up. Reaching a limit ends the search (or one run) and is always reported.

use crate::report::table::{bytes, thousands};
use std::time::Duration;
use vscheck_ir::Site;
use vscheck_vm::{LimitKind, MachineOptions};

/// Limits of one search. `None` is unlimited.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Schedules run to their end.
    pub executions: Option<u64>,
    /// States stored.
    pub states: Option<u64>,
    /// Visible operations of all runs together.
    pub transitions: Option<u64>,
    /// Visible operations in one run. A longer run is cut off there, the search goes on.
    pub steps: u64,
    /// Bytes of memory that the whole process may hold resident.
    pub memory: u64,
    /// Wall-clock time of all work on the program.
    pub timeout: Option<Duration>,
    /// Distinct bugs kept with `--all`.
    pub bugs: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            executions: None,
            states: None,
            transitions: None,
            steps: 1_000_000,
            memory: 4 << 30,
            timeout: None,
            bugs: 1000,
        }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::executions`].
    Executions,
    /// [`Limits::states`].
    States,
    /// [`Limits::transitions`].
    Transitions,
    /// [`Limits::steps`], in at least one run.
    Steps,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::timeout`].
    Timeout,
    /// [`Limits::bugs`].
    Bugs,
    /// The engine has tried what it tries, which is not everything.
    Incomplete,
    /// The user asked to stop (Ctrl-C).
    Interrupted,
    /// One of the machine's own limits, in at least one run, and where in the user's code that was first.
    Machine(LimitKind, Option<Site>),
}

impl Limit {
    /// Whether it is the same limit, wherever it was reached.
    pub fn is_same(self, other: Limit) -> bool {
        match (self, other) {
            (Limit::Machine(one, _), Limit::Machine(other, _)) => one == other,
            _ => self == other,
        }
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Executions => "the limit on executions (--max-executions)",
            Limit::States => "the limit on stored states (--max-states)",
            Limit::Transitions => "the limit on visible operations (--max-transitions)",
            Limit::Steps => "the limit on the steps of one execution (--max-steps)",
            Limit::Memory => "the limit on memory (--max-memory)",
            Limit::Timeout => "the time limit (--timeout)",
            Limit::Bugs => "the limit on distinct bugs",
            Limit::Incomplete => "what this engine tries",
            Limit::Interrupted => "an interrupt",
            Limit::Machine(kind, _) => return f.write_str(&machine_limit(*kind)),
        })
    }
}

/// The numbers are those that hold where nobody chooses others, as no search does.
fn machine_limit(kind: LimitKind) -> String {
    let options = MachineOptions::default();
    match kind {
        LimitKind::Threads => {
            let most = thousands(options.max_threads as u64);
            format!("the limit of {most} threads that an execution may start")
        }
        LimitKind::Memory => {
            let most = thousands(options.max_memory_cells);
            format!("the limit of {most} numbers and pointers in the program's memory")
        }
        LimitKind::StepsWithoutOperation => {
            let most = thousands(options.max_steps_without_operation);
            format!(
                "the limit of {most} instructions without a visible operation (an endless loop?)"
            )
        }
        LimitKind::Output => {
            let most = bytes(options.max_output as u64);
            format!("the limit of {most} that the program may print")
        }
        LimitKind::BytesOfValues(_) => {
            "a look at memory as a type that it does not hold, which is not modelled".to_string()
        }
        LimitKind::Unsupported(..) => {
            "a call of a function of a library that is not supported".to_string()
        }
        LimitKind::OtherCells(_) => {
            "a call through a function pointer of another, compatible type, which is not modelled"
                .to_string()
        }
        LimitKind::Interrupted => "an interrupt".to_string(),
    }
}

/// Starts a new measurement of [`peak_memory`], where the system allows it.
pub fn reset_peak_memory() {
    // Only a measurement: where it is not allowed, the peak is that of the whole process.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The memory that this process holds now, in bytes; 0 where the system does not say.
pub fn resident_memory() -> u64 {
    status_field("self", "VmRSS:")
}

/// The memory that a process that this one has started holds now, in bytes; 0 where the system does not say.
pub fn resident_memory_of(child: u32) -> u64 {
    status_field(&child.to_string(), "VmRSS:")
}

/// The most memory that this process ever held, in bytes; 0 where the system does not say.
pub fn peak_memory() -> u64 {
    status_field("self", "VmHWM:")
}

fn status_field(process: &str, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kib = status
        .lines()
        .find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"))
        .and_then(|number| number.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_numbers_of_the_machine() {
        let page = include_str!("../../docs/machine.md");
        let options = MachineOptions::default();
        let numbers = [
            thousands(options.max_threads as u64),
            thousands(options.max_memory_cells),
            thousands(options.max_steps_without_operation),
            bytes(options.max_output as u64),
            thousands(Limits::default().steps),
        ];
        let (_, limits) = page.split_once("## Limits").expect("a section");
        let missing = numbers.iter().find(|number| !limits.contains(*number));
        assert_eq!(missing, None);
    }
}
