//! Programs that have an end in their text, and none in any schedule: a livelock.

use crate::exploration::Bug;
use crate::run::Run;
use crate::schedule;
use rustc_hash::FxHashSet;
use vscheck_ir::{Inst, Program, Site, flow};
use vscheck_vm::{Arm, End, Machine, ThreadId, Transition};

/// Steps after which no more is done for a run that comes back to where it was.
const MAX_STEPS: usize = 100_000;

/// A livelock of a program of which a complete search has found that no schedule comes to an end: a run
/// in which all take turns, until it has come back to a state. `None` if a thread is there in a loop
/// without a way out, as servers are: that is meant.
pub fn livelock(program: &Program, start: &Machine) -> Option<Bug> {
    let mut run = round(start)?;
    let machine = &run.machine;
    let calls = |thread| machine.stack(thread).into_iter();
    let has_end = |site| can_return(program, site);
    if !machine.thread_ids().flat_map(calls).all(has_end) {
        return None;
    }
    let thread = machine.transitions().first()?.thread;
    let arm = Arm::Forever;
    schedule::advance(&mut run, Transition { thread, arm });
    match run.machine.end() {
        Some(End::Bug(fault)) => {
            let fault = fault.clone();
            Some(Bug { fault, run })
        }
        _ => None,
    }
}

/// A run in which the threads take turns, up to the first state that it has been in before, also when time passes.
fn round(start: &Machine) -> Option<Run> {
    let mut run = Run::new(start.clone());
    let (mut seen, mut late) = (FxHashSet::default(), FxHashSet::default());
    let mut last = ThreadId::MAIN;
    for _ in 0..MAX_STEPS {
        let state = run.machine.fingerprint_of_lap();
        let transition = match seen.insert((last, state)) {
            true => next_in_turn(&run, last)?,
            false => match run.machine.late_wake().filter(|_| late.insert(state)) {
                Some(wake) => wake,
                None => return Some(run),
            },
        };
        last = transition.thread;
        schedule::advance(&mut run, transition);
    }
    None
}

/// What the next thread does that can move, if possible not by a time-out or a spurious wake-up.
fn next_in_turn(run: &Run, last: ThreadId) -> Option<Transition> {
    let transitions = run.machine.transitions();
    let later = transitions.iter().find(|t| t.thread > last);
    let thread = later.or(transitions.first())?.thread;
    let mut own = transitions.iter().filter(|t| t.thread == thread);
    own.clone()
        .find(|t| !t.arm.is_spontaneous())
        .or(own.next())
        .copied()
}

/// Whether a call that is at a place can return, going by the control flow of its function alone.
fn can_return(program: &Program, site: Site) -> bool {
    let function = program.function(site.func);
    let reached = flow::reached_from(function, site.inst);
    let mut code = reached.ones().map(|at| &function.code[at]);
    code.any(|inst| matches!(inst, Inst::Return { .. }))
}
