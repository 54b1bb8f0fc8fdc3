//! Rows that decide nothing are left out: reference counts that nobody looks at, prints, and the parts of a timed wait.

use super::inside::{Row, is_sum};
use super::story::Step;
use std::collections::{BTreeMap, BTreeSet};
use vscheck_ir::{Action, ActionKind};
use vscheck_vm::{Arm, FaultKind, Object};

/// What decides which rows say something.
#[derive(Clone, Copy, Debug)]
pub struct Story<'a> {
    /// All steps.
    pub steps: &'a [Step],
    /// Those that are shown in any case.
    pub kept: &'a [usize],
    /// How it ended.
    pub kind: FaultKind,
    /// What the threads would touch next when it ends.
    pub awaited: &'a BTreeSet<Object>,
}

impl Story<'_> {
    /// Whether a row may be no row of its own.
    fn is_open(&self, row: &Row) -> bool {
        let steps = row.number..row.number + row.count;
        let is_last = steps.end >= self.steps.len();
        let is_kept = self.kept.iter().any(|step| steps.contains(step));
        !is_last && !is_kept && !row.step.is_told_of() && !is_sum(&row.step)
    }

    fn is_awaited(&self, address: Option<u64>) -> bool {
        address.is_some_and(|address| self.awaited.contains(&Object::Cell(address)))
    }
}

/// The rows that say something.
pub fn rows(rows: Vec<Row>, story: Story) -> Vec<Row> {
    let silent = silent_counts(&rows, story);
    let is_left_out = |at: usize| {
        let row = &rows[at];
        let before = at.checked_sub(1).map(|at| &rows[at].step);
        let after = rows.get(at + 1).map(|row| &row.step);
        story.is_open(row)
            && (silent.contains(&row.number)
                || row.step.prints && !story.is_awaited(row.step.address)
                || before.is_some_and(|before| says_nothing_after(&row.step, before))
                || after.is_some_and(|after| begins_timed_wait(&row.step, after)))
    };
    let told = (0..rows.len()).filter(|&at| !is_left_out(at));
    told.map(|at| rows[at].clone()).collect()
}

/// The changes of reference counts that nobody looks at, but for the last, where that lets the object go.
fn silent_counts(rows: &[Row], story: Story) -> BTreeSet<usize> {
    // Of who waits for ever, the owner of an object that lives on may be the one who never said that it was done; and
    // accesses that the schedule does not show may be ordered by a count.
    if story.kind.is_standstill() || story.kind.is_of_memory() {
        return BTreeSet::new();
    }
    let mut counts: BTreeMap<Option<u64>, Vec<Action>> = BTreeMap::new();
    for step in story.steps {
        let action = step.action;
        if let Some(action) = action.filter(|action| action.facts().kind == ActionKind::Count) {
            counts.entry(step.address).or_default().push(action);
        }
    }
    counts.retain(|_, actions| actions.iter().all(|&action| is_change(action)));
    let goes = |actions: &[Action]| {
        let of = |change| actions.iter().filter(|&&action| action == change).count();
        of(Action::RefDecrement) > of(Action::RefIncrement)
    };
    let (mut gone, mut silent) = (BTreeSet::new(), BTreeSet::new());
    for row in rows.iter().rev() {
        let change = row.step.action.filter(|&action| is_change(action));
        let (Some(change), Some(actions)) = (change, counts.get(&row.step.address)) else {
            continue;
        };
        let is_end = change == Action::RefDecrement && goes(actions);
        if !is_end || !gone.insert(row.step.address) {
            silent.insert(row.number);
        }
    }
    silent
}

fn is_change(count: Action) -> bool {
    matches!(count, Action::RefIncrement | Action::RefDecrement)
}

/// Whether a step only goes on with what its thread did right before: it finds a lock that it took not poisoned, or
/// takes its lock again after a wait that ran out.
fn says_nothing_after(step: &Step, before: &Step) -> bool {
    let is_same = (step.transition.thread, step.span) == (before.transition.thread, before.span);
    let is_load = matches!(step.action, Some(Action::AtomicLoad(_)));
    let finds_no_poison = step.of_poison && is_load && step.effect.as_deref() == Some("false");
    let wakes = step.action == Some(Action::Reacquire) && runs_out(before);
    is_same && (finds_no_poison && before.is_held || wakes && step.transition.arm == Arm::Only)
}

/// Whether a step is the beginning of a timed wait of which the next says that it ran out.
fn begins_timed_wait(step: &Step, after: &Step) -> bool {
    step.is_like(after) && runs_out(after) && step.transition.arm == Arm::Only
}

fn runs_out(step: &Step) -> bool {
    step.action == Some(Action::CondvarWaitTimeout) && step.transition.arm == Arm::TimeOut
}
