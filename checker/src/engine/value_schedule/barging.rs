//! Barging (Chen 2009, section 4.1, figure 4.4): between a notify and the waiter's re-acquisition,
//! somebody else takes the lock and undoes what the waiter was told. A wait outside of a loop does not
//! notice.

use super::super::path::Path;
use super::drive::{Drive, Preference};
use crate::exploration::Exploration;
use crate::run::Run;
use rustc_hash::FxHashSet;
use vscheck_ir::{Action, Site};
use vscheck_vm::ThreadId;

/// Sites of waits that are still to be tried.
pub type Waits = FxHashSet<Site>;

/// The waits that the static pass finds outside of a loop.
pub fn suspicious_waits(cx: &Exploration) -> Waits {
    let facts = cx.facts().into_iter();
    facts
        .flat_map(|facts| facts.waits_outside_loops())
        .collect()
}

/// For each suspicious wait that a run came to: lets it be notified, lets others in, wakes it last.
pub fn drive(cx: &mut Exploration, path: &Path, waits: &mut Waits, preference: Preference) {
    for (index, step) in path.steps.iter().enumerate() {
        let is_wait = matches!(
            step.operation.action,
            Action::CondvarWait | Action::CondvarWaitTimeout
        );
        let Some(next) = path.steps.get(index + 1) else {
            return;
        };
        if is_wait
            && next.has_alternatives()
            && !cx.should_stop()
            && waits.remove(&step.operation.site)
        {
            let waiting = next.come_back(cx);
            barge(cx, waiting, step.transition.thread, preference);
        }
    }
}

fn barge(cx: &mut Exploration, waiting: Run, waiter: ThreadId, preference: Preference) {
    let mut drive = Drive::resume(cx, waiting);
    if !run_until_notified(&mut drive, waiter, preference) {
        return;
    }
    drive.cx.tally("barging_driven");
    let others = drive.in_order(preference);
    let sibling = |drive: &Drive<'_>, thread: ThreadId| is_sibling(drive, thread, waiter);
    let (siblings, strangers): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|&thread| sibling(&drive, thread));
    let mut let_in = |thread: ThreadId| run_while_possible(&mut drive, thread, waiter);
    let moved = siblings
        .into_iter()
        .filter(|&thread| let_in(thread))
        .count();
    if moved == 0 {
        strangers
            .into_iter()
            .find(|&thread| thread != waiter && let_in(thread));
    }
    drive.finish(Some(waiter), preference);
}

/// Lets others run, those of another kind first, until the waiter may re-acquire its mutex.
fn run_until_notified(drive: &mut Drive<'_>, waiter: ThreadId, preference: Preference) -> bool {
    while !drive.is_over() {
        let pending = drive.run.machine.pending(waiter);
        if pending.is_some_and(|operation| operation.action == Action::Reacquire) {
            return true;
        }
        let others: Vec<ThreadId> = drive
            .in_order(preference)
            .into_iter()
            .filter(|&t| t != waiter && drive.goes_on(t))
            .collect();
        let stranger = others
            .iter()
            .find(|&&thread| !is_sibling(drive, thread, waiter));
        let Some(&thread) = stranger.or(others.first()) else {
            return false;
        };
        drive.step_waking(thread, Some(waiter));
    }
    false
}

/// Whether two threads were spawned at one place: they do the same.
fn is_sibling(drive: &Drive<'_>, thread: ThreadId, of: ThreadId) -> bool {
    let machine = &drive.run.machine;
    thread != of && machine.spawn_site(thread) == machine.spawn_site(of)
}

/// Runs a thread, and who holds what it wants, until it is blocked or ends. Whether it moved at all.
fn run_while_possible(drive: &mut Drive<'_>, thread: ThreadId, waiter: ThreadId) -> bool {
    let mut moved = false;
    while !drive.is_over() {
        let next = drive
            .holding_up(thread)
            .filter(|&next| next != waiter && drive.goes_on(next));
        let Some(next) = next else { break };
        drive.step_thread(next);
        moved |= next == thread;
    }
    moved
}
