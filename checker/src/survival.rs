//! Panics that the rest of the program takes note of.

use crate::exploration::Bug;
use crate::pipeline::Checked;
use crate::run::Run;
use crate::schedule::{self, Ends};
use vscheck_ir::Site;
use vscheck_vm::{ChildPanic, Code, End, Fault, FaultKind, Machine, MachineOptions, ThreadId};

/// Longer runs tell nothing: nobody should wait for a note. (What they compute is limited as well.)
const MAX_STEPS: usize = 10_000;
/// Instructions that a failing run may have.
const MAX_INSTRUCTIONS: u64 = 50_000_000;

/// How a program goes on after a thread's panic, if the panic counts only where it reaches `main`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// It ends well: a program that panics on purpose does.
    EndsWell,
    /// Somebody waits for ever, for what the thread did not do any more.
    Standstill,
}

/// How the program goes on after a thread's panic, if not with another one.
pub fn after(checked: &Checked, bug: &Bug) -> Option<After> {
    let run = propagated(checked, &bug.fault, &bug.run, Ends::InTurn)?;
    let end = run.machine.end()?;
    match end.is_standstill() {
        true => Some(After::Standstill),
        false => ends_in_success(&run).then_some(After::EndsWell),
    }
}

fn ends_in_success(run: &Run) -> bool {
    matches!(run.machine.end(), Some(End::Completed { exit_code: 0 }))
}

/// The run that goes on after a thread's panic and ends well, if it does.
fn goes_on(checked: &Checked, fault: &Fault, run: &Run, ends: Ends) -> Option<Run> {
    propagated(checked, fault, run, ends).filter(ends_in_success)
}

/// The run that goes on after a thread's panic.
fn propagated(checked: &Checked, fault: &Fault, run: &Run, ends: Ends) -> Option<Run> {
    let child = fault.thread.is_some_and(|t| t != ThreadId::MAIN);
    let mut schedule = run.schedule();
    // The last step is the report.
    let is_long = run.machine.instructions() > MAX_INSTRUCTIONS;
    if fault.kind != FaultKind::Panic || !child || is_long || schedule.pop().is_none() {
        return None;
    }
    let options = MachineOptions {
        child_panic: ChildPanic::Propagate,
        observes_output: checked.request.settings.observes_output(),
        ..checked.request.reading.machine.clone()
    };
    let start = Machine::new(Code::new(checked.program.clone()), options);
    let mut run = schedule::follow(start, &schedule).ok()?;
    schedule::complete_oldest_first(&mut run, MAX_STEPS, ends);
    Some(run)
}

/// Whether somebody joins a thread.
fn joins(run: &Run, thread: ThreadId) -> bool {
    let mut operations = run.trace.backwards().map(|(_, event)| &event.operation);
    operations.any(|operation| operation.joined() == Some(thread))
}

/// The places of the bugs, if all are panics of threads that a test is about: it goes on after them, and a
/// thread panics whether the oldest threads go first or the newest, before the test's own end or, if somebody
/// joins it, while that waits. So it does natively, every time, and the test passes. A panic that hangs on the
/// schedule is none of these.
pub fn meant_panics(checked: &Checked) -> Option<Vec<Vec<Site>>> {
    let bugs = &checked.findings.bugs;
    let orders = [
        schedule::complete_oldest_first,
        schedule::complete_newest_first,
    ];
    let panics_in = |order: &fn(&mut Run, usize, Ends)| {
        [Ends::InTurn, Ends::Last].into_iter().any(|ends| {
            let mut run = Run::new(checked.findings.start.clone());
            order(&mut run, MAX_STEPS, ends);
            let Some(End::Bug(fault)) = run.machine.end() else {
                return false;
            };
            let is_joined = |after: Run| fault.thread.is_some_and(|thread| joins(&after, thread));
            let after = goes_on(checked, fault, &run, ends);
            after.is_some_and(|after| ends == Ends::InTurn || is_joined(after))
        })
    };
    let all = !bugs.is_empty()
        && bugs
            .iter()
            .all(|bug| after(checked, bug) == Some(After::EndsWell));
    if !all || !orders.iter().all(panics_in) {
        return None;
    }
    let calls = |bug: &Bug| bug.fault.site.into_iter().chain(bug.fault.stack.clone());
    Some(bugs.iter().map(|bug| calls(bug).collect()).collect())
}
