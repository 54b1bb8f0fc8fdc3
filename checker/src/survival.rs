//! Panics that the rest of the program takes note of.

use crate::exploration::Bug;
use crate::pipeline::Checked;
use crate::run::Run;
use crate::schedule;
use vscheck_ir::Site;
use vscheck_vm::{ChildPanic, Code, End, Fault, FaultKind, Machine, MachineOptions, ThreadId};

/// Longer runs tell nothing: nobody should wait for a note. (What they compute is limited as well.)
const MAX_STEPS: usize = 10_000;
/// Instructions that a failing run may have.
const MAX_INSTRUCTIONS: u64 = 50_000_000;

/// Whether the program goes on after a thread's panic and ends well, if the panic counts only where it
/// reaches `main`: a program that panics on purpose does.
pub fn ends_well(checked: &Checked, bug: &Bug) -> bool {
    goes_on(checked, &bug.fault, &bug.run)
}

fn goes_on(checked: &Checked, fault: &Fault, run: &Run) -> bool {
    let child = fault.thread.is_some_and(|t| t != ThreadId::MAIN);
    let mut schedule = run.schedule();
    // The last step is the report.
    let is_long = run.machine.instructions() > MAX_INSTRUCTIONS;
    if fault.kind != FaultKind::Panic || !child || is_long || schedule.pop().is_none() {
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
    schedule::complete_within(&mut run, MAX_STEPS);
    matches!(run.machine.end(), Some(End::Completed { exit_code: 0 }))
}

/// The places of the bugs, if all are panics of threads that a test is about: it goes on after them, and a
/// thread panics whether the oldest threads go first or the newest. So it does natively, every time, and
/// the test passes. A panic that hangs on the schedule is none of these.
pub fn meant_panics(checked: &Checked) -> Option<Vec<Vec<Site>>> {
    let bugs = &checked.findings.bugs;
    let orders = [schedule::complete_within, schedule::complete_newest_first];
    let panics_in = |order: &fn(&mut Run, usize)| {
        let mut run = Run::new(checked.findings.start.clone());
        order(&mut run, MAX_STEPS);
        match run.machine.end() {
            Some(End::Bug(fault)) => goes_on(checked, fault, &run),
            _ => false,
        }
    };
    let all = !bugs.is_empty() && bugs.iter().all(|bug| ends_well(checked, bug));
    if !all || !orders.iter().all(panics_in) {
        return None;
    }
    let calls = |bug: &Bug| bug.fault.site.into_iter().chain(bug.fault.stack.clone());
    Some(bugs.iter().map(|bug| calls(bug).collect()).collect())
}
