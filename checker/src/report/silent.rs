//! Rows that decide nothing are left out: reference counts that nobody looks at, prints, and the parts of a timed wait.

use super::inside::{Row, is_sum};
use super::story::Step;
use std::collections::{BTreeMap, BTreeSet};
use vscheck_ir::{Action, ScalarType};
use vscheck_vm::{Arm, Fault, FaultKind, Object, ThreadId};

/// What decides which rows say something.
#[derive(Clone, Copy, Debug)]
pub struct Story<'a> {
    /// All steps.
    pub steps: &'a [Step],
    /// Those that are shown in any case.
    pub kept: &'a [usize],
    /// How it ended.
    pub fault: &'a Fault,
    /// What the threads stand at when it ends, each with an object that it would touch.
    pub standing: &'a [(ThreadId, Object)],
}

impl Story<'_> {
    /// Whether a row may be no row of its own.
    fn is_open(&self, row: &Row) -> bool {
        let steps = row.number..row.number + row.count;
        let is_last = steps.end >= self.steps.len();
        let is_kept = self.kept.iter().any(|step| steps.contains(step));
        !is_last && !is_kept && !row.step.is_told_of() && !is_sum(&row.step)
    }

    /// Whether threads wait for what does not come: where an object lives on, its owner may never have said that it
    /// is done.
    fn is_stuck(&self) -> bool {
        matches!(self.fault.kind, FaultKind::Deadlock | FaultKind::Livelock)
    }

    /// Whether it is about accesses that the schedule does not show: then it matters what orders them.
    fn is_of_memory(&self) -> bool {
        matches!(
            self.fault.kind,
            FaultKind::DataRace | FaultKind::UndefinedBehavior
        )
    }

    fn is_awaited(&self, address: Option<u64>) -> bool {
        let stands = |&(_, object): &(ThreadId, Object)| Some(object) == address.map(Object::Cell);
        self.standing.iter().any(stands)
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

/// The changes of reference counts that nobody looks at, but for the one that lets an object go.
fn silent_counts(rows: &[Row], story: Story) -> BTreeSet<usize> {
    let (up, down) = (
        Action::RefIncrement.facts().name,
        Action::RefDecrement.facts().name,
    );
    if story.is_stuck() || story.is_of_memory() {
        return BTreeSet::new();
    }
    let mut changes: BTreeMap<u64, Vec<&Step>> = BTreeMap::new();
    for step in story
        .steps
        .iter()
        .filter(|step| step.op.starts_with("ref-"))
    {
        changes
            .entry(step.address.unwrap_or(0))
            .or_default()
            .push(step);
    }
    changes.retain(|_, steps| steps.iter().all(|step| step.op == up || step.op == down));
    let goes = |steps: &[&Step]| {
        let of = |op| steps.iter().filter(|step| step.op == op).count();
        of(down) > of(up)
    };
    let (mut gone, mut silent) = (BTreeSet::new(), BTreeSet::new());
    for row in rows.iter().rev() {
        let Some(steps) = row.step.address.and_then(|at| changes.get(&at)) else {
            continue;
        };
        let is_change = row.step.op == up || row.step.op == down;
        let is_end = row.step.op == down && goes(steps) && gone.insert(row.step.address);
        silent.extend((is_change && !is_end).then_some(row.number));
    }
    silent
}

/// Whether a step only goes on with what its thread did right before: it finds a lock that it took not poisoned, or
/// takes its lock again after a wait that ran out.
fn says_nothing_after(step: &Step, before: &Step) -> bool {
    let is_same = (step.transition.thread, step.span) == (before.transition.thread, before.span);
    let load = Action::AtomicLoad(ScalarType::Bool).facts().name;
    let finds_no_poison =
        step.of_poison && step.op == load && step.effect.as_deref() == Some("false");
    let wakes = step.op == Action::Reacquire.facts().name && runs_out(before);
    is_same && (finds_no_poison && before.is_held || wakes && step.transition.arm == Arm::Only)
}

/// Whether a step is the beginning of a timed wait of which the next says that it ran out.
fn begins_timed_wait(step: &Step, after: &Step) -> bool {
    step.is_like(after) && runs_out(after) && step.transition.arm == Arm::Only
}

fn runs_out(step: &Step) -> bool {
    step.op == Action::CondvarWaitTimeout.facts().name && step.transition.arm == Arm::TimeOut
}
