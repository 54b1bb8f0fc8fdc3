//! What was over before the bug's own part of a schedule began is summed up: what `main` does before it starts anybody,
//! and what threads did that `main` has all waited for before it started the others.

use super::inside::Row;
use super::story::Step;
use super::words;
use std::collections::BTreeSet;
use std::ops::Range;
use vscheck_vm::ThreadId;

/// So many rows are summed up.
const SUMMED_UP: usize = 4;
/// So many threads are named.
const NAMED: usize = 3;

/// What must be seen of a schedule.
#[derive(Clone, Copy, Debug)]
pub struct Needed<'a> {
    /// Steps whose order made the difference.
    pub steps: &'a [usize],
    /// Threads that the bug is about.
    pub threads: &'a [ThreadId],
}

/// The rows of some steps, where those of what was over are one.
pub fn rows(rows: Vec<Row>, steps: &[Step], needed: Needed) -> Vec<Row> {
    let mut settled = phases(steps);
    // The last one is the bug's own.
    settled.pop();
    settled.retain(|phase| is_settled(steps, phase, needed));
    let is_summed = |row: &Row| {
        let at = settled.partition_point(|phase| phase.end <= row.number);
        let is_in =
            |phase: &Range<usize>| phase.start <= row.number && row.number + row.count <= phase.end;
        settled.get(at).is_some_and(is_in)
    };
    let stretches = rows.chunk_by(|a, b| is_summed(a) && is_summed(b));
    let told = stretches.flat_map(|stretch| match is_summed(&stretch[0]) {
        true if stretch.len() >= SUMMED_UP => vec![summed_up(stretch, steps)],
        _ => stretch.to_vec(),
    });
    told.collect()
}

/// A schedule in parts: each but the first begins where a thread is started while all those before it have been
/// waited for.
fn phases(steps: &[Step]) -> Vec<Range<usize>> {
    let mut running = BTreeSet::new();
    let mut starts = vec![0];
    for (at, step) in steps.iter().enumerate() {
        if let Some(thread) = step.starts {
            starts.extend((running.is_empty() && at > 0).then_some(at));
            running.insert(thread);
        }
        if let Some(thread) = step.joins {
            running.remove(&thread);
        }
    }
    starts.push(steps.len());
    starts.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

/// Whether a part of a schedule has nothing to do with a bug in a later one: it is about nobody there, and either what
/// made the difference is elsewhere, or nothing in it came out of turn.
fn is_settled(steps: &[Step], phase: &Range<usize>, needed: Needed) -> bool {
    let part = &steps[phase.clone()];
    let is_of_bug = |step: &Step| {
        let thread = step.transition.thread;
        thread != ThreadId::MAIN && needed.threads.contains(&thread)
    };
    let is_needed = needed.steps.iter().any(|step| phase.contains(step));
    let is_told = |step: &Step| is_of_bug(step) || step.is_told_of();
    !is_needed && !part.iter().any(is_told) && (!needed.steps.is_empty() || goes_in_turn(part))
}

/// Whether each thread does all that it does at once, the older ones first, while `main` waits.
fn goes_in_turn(steps: &[Step]) -> bool {
    let mut newest = ThreadId::MAIN;
    let turns = steps.chunk_by(|a, b| a.transition.thread == b.transition.thread);
    let mut others = turns.skip_while(|turn| turn[0].transition.thread == ThreadId::MAIN);
    others.all(|turn| match turn[0].transition.thread {
        ThreadId::MAIN => turn[0].joins.is_some(),
        thread => std::mem::replace(&mut newest, thread) < thread,
    })
}

/// `6 steps alone`, or `20 steps with t1, t2, joined`, at the place of the last wait.
fn summed_up(stretch: &[Row], steps: &[Step]) -> Row {
    let start = stretch[0].number;
    let end = stretch.last().map_or(start, |row| row.number + row.count);
    let part = &steps[start..end];
    let started: Vec<String> = part
        .iter()
        .filter_map(|step| step.starts.map(words::label))
        .collect();
    let count = end - start;
    let verb = match started.as_slice() {
        [] => format!("{count} steps alone"),
        some if some.len() <= NAMED => format!("{count} steps with {}, joined", some.join(", ")),
        many => format!("{count} steps with {} threads, joined", many.len()),
    };
    let joined = part.iter().rev().find(|step| step.joins.is_some());
    let place = joined.and_then(|step| step.caller.or(step.span));
    Row::sum((start, count), verb, place, &stretch[0].step)
}
