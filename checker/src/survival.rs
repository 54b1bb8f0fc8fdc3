//! Panics that the rest of the program takes note of.

use crate::exploration::Bug;
use crate::pipeline::Checked;
use crate::schedule;
use vscheck_vm::{ChildPanic, Code, End, FaultKind, Machine, MachineOptions, ThreadId};

/// Whether the program goes on after a thread's panic and ends well, if the panic counts only where it
/// reaches `main`: a program that panics on purpose does.
pub fn ends_well(checked: &Checked, bug: &Bug) -> bool {
    let child = bug.fault.thread.is_some_and(|t| t != ThreadId::MAIN);
    let mut schedule = bug.run.schedule();
    // The last step is the report.
    if bug.fault.kind != FaultKind::Panic || !child || schedule.pop().is_none() {
        return false;
    }
    let options = MachineOptions {
        child_panic: ChildPanic::Propagate,
        observes_output: checked.request.settings.observes_output(),
        ..checked.request.reading.machine.clone()
    };
    let start = Machine::new(Code::new(checked.program.clone()), options);
    let Ok(mut run) = schedule::follow(start, &schedule) else {
        return false;
    };
    schedule::complete(&mut run);
    matches!(run.machine.end(), Some(End::Completed { exit_code: 0 }))
}
