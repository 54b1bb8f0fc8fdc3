//! Schedules: the only nondeterminism of a run, as a list of transitions.

use crate::run::{Event, Run};
use vscheck_ir::Action;
use vscheck_vm::{Arm, Machine, ThreadId, Transition};

/// Which thread moves, and in which way, step by step from the start.
pub type Schedule = Vec<Transition>;

/// A schedule that the program did not follow: step `at` was not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Index of the first step that could not be taken.
    pub at: usize,
    /// That step.
    pub wanted: Transition,
}

/// Takes one step, which must be possible; a load with the compare-exchange that relies on it, and all of a critical
/// section, where the machine executes them at once.
pub fn advance(run: &mut Run, transition: Transition) {
    take(run, transition);
    while is_amid_step(run) {
        let arm = Arm::Only;
        take(run, Transition { arm, ..transition });
    }
}

/// Whether who has moved last is to move on in the same step.
fn is_amid_step(run: &mut Run) -> bool {
    let executed = run.trace.last().expect("just taken");
    let is_amid_exchange = run.machine.is_amid_exchange(&executed.operation);
    is_amid_exchange || run.machine.is_amid_section(executed.thread())
}

/// Takes one transition.
fn take(run: &mut Run, transition: Transition) {
    debug_assert!(is_recordable(run, transition), "{transition:?}");
    let arms = run.machine.arms(transition.thread);
    let operation = run.machine.step(transition);
    run.trace.push(Event {
        transition,
        operation,
        arms,
        announces: run.machine.is_queued_writer(transition.thread),
    });
    if let Some((user, at)) = run.machine.cut_off()
        && !crate::clock::is_known_at_end(&run.trace.items(), user, at)
    {
        run.machine.call_use_after_end();
    }
}

/// Whether a run can take this step now.
pub fn is_possible(run: &Run, transition: Transition) -> bool {
    let Transition { thread, arm } = transition;
    let machine = &run.machine;
    is_there(machine, thread)
        && (machine.arms(thread).contains(&arm)
            || arm == Arm::Forever && may_wait_for_ever(machine, thread))
}

/// Whether a run can take this step now if it was recorded: a wait for time may have ended beside threads that go on.
pub fn is_recordable(run: &Run, transition: Transition) -> bool {
    recordable_ways(run, transition.thread).contains(&transition.arm)
}

/// The ways in which a thread of a run can go on that was recorded.
pub fn recordable_ways(run: &Run, thread: ThreadId) -> Vec<Arm> {
    let machine = &run.machine;
    if !is_there(machine, thread) {
        return Vec::new();
    }
    let mut ways = machine.arms(thread).to_vec();
    ways.extend(may_wait_for_ever(machine, thread).then_some(Arm::Forever));
    let late = machine.late_wake().filter(|wake| wake.thread == thread);
    ways.extend(late.map(|wake| wake.arm));
    ways
}

fn is_there(machine: &Machine, thread: ThreadId) -> bool {
    machine.end().is_none() && machine.thread_ids().into_iter().any(|t| t == thread)
}

/// Whether a search may have declared that a thread waits for ever here ([`Arm::Forever`]).
fn may_wait_for_ever(machine: &Machine, thread: ThreadId) -> bool {
    match machine.cycle_beside_main() {
        Some(waits) => waits == thread,
        None => machine.is_enabled(thread),
    }
}

/// Follows a schedule from a machine at its start.
pub fn follow(start: Machine, schedule: &[Transition]) -> Result<Run, Divergence> {
    let mut run = Run::new(start);
    for (at, &wanted) in schedule.iter().enumerate() {
        if !is_recordable(&run, wanted) {
            return Err(Divergence { at, wanted });
        }
        advance(&mut run, wanted);
    }
    Ok(run)
}

/// How often the running thread changes.
pub fn context_switches(schedule: &[Transition]) -> usize {
    let pairs = schedule.windows(2);
    pairs
        .filter(|pair| pair[0].thread != pair[1].thread)
        .count()
}

/// Steps after which a run that does not end is given up.
const MAX_STEPS: usize = 100_000;
/// Instructions after which it is, too: a report follows, and nobody waits for it for long.
const MAX_INSTRUCTIONS: u64 = 50_000_000;

/// Goes on, with the running thread as long as it can move, until the run ends (or is very long).
pub fn complete(run: &mut Run) {
    go_on(run, (MAX_STEPS, MAX_INSTRUCTIONS), same_or_oldest);
}

/// The same, for so many instructions.
pub fn complete_soon(run: &mut Run, instructions: u64) {
    go_on(run, (MAX_STEPS, instructions), same_or_oldest);
}

/// The thread that ran last, else the one with the lowest number.
fn same_or_oldest(run: &Run, transitions: &[Transition]) -> Option<Transition> {
    let current = run.trace.last().map(Event::thread);
    let same = transitions.iter().find(|t| Some(t.thread) == current);
    same.or(transitions.first()).copied()
}

/// When the program ends that could go on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// When it is the turn of who ends it.
    InTurn,
    /// When nobody else can move.
    Last,
}

/// Goes on, with the running thread as long as it can move and then the oldest, until the run ends, for so many
/// steps.
pub fn complete_oldest_first(run: &mut Run, steps: usize, ends: Ends) {
    go_on(run, (steps, MAX_INSTRUCTIONS), |run, transitions| {
        same_or_oldest(run, &in_turn(run, transitions, ends))
    });
}

/// The same, with the newest thread that can move.
pub fn complete_newest_first(run: &mut Run, steps: usize, ends: Ends) {
    go_on(run, (steps, MAX_INSTRUCTIONS), |run, transitions| {
        let transitions = in_turn(run, transitions, ends);
        let newest = transitions.iter().map(|t| t.thread).max();
        let of_newest = transitions.iter().find(|t| Some(t.thread) == newest);
        of_newest.copied()
    });
}

/// The transitions whose turn it is.
fn in_turn(run: &Run, transitions: &[Transition], ends: Ends) -> Vec<Transition> {
    let is_end = |transition: &Transition| {
        let pending = run.machine.pending(transition.thread);
        pending.is_some_and(|next| next.ends_execution() && next.action != Action::Fault)
    };
    let mut chosen = transitions.to_vec();
    if ends == Ends::Last && !transitions.iter().all(is_end) {
        chosen.retain(|transition| !is_end(transition));
    }
    chosen
}

/// Takes the transition that is chosen of those that there are, for so many steps and instructions.
fn go_on(
    run: &mut Run,
    (steps, instructions): (usize, u64),
    choose: impl Fn(&Run, &[Transition]) -> Option<Transition>,
) {
    let most = run.machine.instructions() + instructions;
    run.machine.limit_instructions(instructions);
    for _ in 0..steps {
        if run.machine.instructions() > most {
            return;
        }
        let Some(next) = choose(run, &run.machine.transitions()) else {
            return;
        };
        advance(run, next);
    }
}

/// The schedule of a run that switches threads only where it has to.
pub fn without_preemptions(start: &Machine) -> Schedule {
    let mut run = Run::new(start.clone());
    complete(&mut run);
    run.schedule()
}
