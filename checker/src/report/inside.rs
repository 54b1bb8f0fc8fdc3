//! What goes on inside of published packages is summed up: who uses one wants to know what the program did with it.

use super::story::Step;
use super::words;
use std::collections::BTreeSet;
use vscheck_ir::Span;
use vscheck_vm::ThreadId;

/// So many packages and threads are named.
const NAMED: usize = 2;

/// Steps in a row that are shown in one line.
#[derive(Clone, Debug)]
pub struct Row {
    /// Where the first stands in the schedule.
    pub number: usize,
    /// How many they are.
    pub count: usize,
    /// What is shown of them.
    pub step: Step,
}

impl Row {
    /// What is said in the place of so many steps from a number on, at a place, if they have one; `first` is the first
    /// of them.
    pub fn sum(
        (number, count): (usize, usize),
        verb: String,
        span: Option<Span>,
        first: &Step,
    ) -> Row {
        let step = Step {
            action: None,
            verb,
            object: None,
            address: None,
            whole: None,
            effect: None,
            span,
            ..first.clone()
        };
        Row {
            number,
            count,
            step,
        }
    }
}

/// Which steps are shown in any case.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Their positions in the schedule.
    pub steps: &'a [usize],
    /// All that are in these packages; `None` if nothing is summed up.
    pub packages: Option<&'a [&'a str]>,
}

/// The rows of a schedule.
pub fn rows(steps: &[Step], shown: Shown) -> Vec<Row> {
    let alone = |(number, step): (usize, &Step)| Row {
        number,
        count: 1,
        step: step.clone(),
    };
    let Some(packages) = shown.packages else {
        return steps.iter().enumerate().map(alone).collect();
    };
    let spawned = spawned_by_user(steps);
    let last = steps.len().saturating_sub(1);
    let is_hidden = |step: &Step| {
        let package = step.package.as_deref();
        package.is_some_and(|package| !packages.contains(&package))
    };
    let is_inside = |(number, step): &(usize, &Step)| {
        is_hidden(step)
            && !step.is_told_of()
            && *number != last
            && !shown.steps.contains(number)
            && !spawned.contains(number)
    };
    let numbered: Vec<(usize, &Step)> = steps.iter().enumerate().collect();
    let together = |a: &(usize, &Step), b: &(usize, &Step)| {
        let of = |step: &Step| (step.transition.thread, step.caller);
        // What threads do that a package started for itself has no place in the user's code.
        let is_nobodys = !a.1.is_users() && !b.1.is_users();
        is_inside(a) && is_inside(b) && (is_nobodys || of(a.1) == of(b.1))
    };
    let stretches = numbered.chunk_by(together);
    let told = stretches.map(|stretch| match is_inside(&stretch[0]) {
        true => summed_up(stretch),
        false => {
            let mut row = alone(stretch[0]);
            if is_hidden(&row.step) {
                row.step.span = row.step.caller.or(row.step.span);
            }
            row
        }
    });
    told.collect()
}

/// The steps that start a thread which comes to the user's code.
fn spawned_by_user(steps: &[Step]) -> BTreeSet<usize> {
    let own = steps.iter().filter(|step| step.is_users());
    let threads: BTreeSet<ThreadId> = own.map(|step| step.transition.thread).collect();
    let of_user = |step: &Step| step.starts.is_some_and(|thread| threads.contains(&thread));
    let steps = steps.iter().enumerate();
    let starts = steps.filter(|(_, step)| of_user(step));
    starts.map(|(number, _)| number).collect()
}

/// Whether a step stands for several.
pub fn is_sum(step: &Step) -> bool {
    step.action.is_none()
}

/// `13 steps in tokio`, at the user's line that they come from.
fn summed_up(stretch: &[(usize, &Step)]) -> Row {
    let (number, first) = stretch[0];
    let steps = || stretch.iter().map(|(_, step)| *step);
    let packages = named(steps().filter_map(|step| step.package.clone()).collect());
    let threads: Vec<ThreadId> = steps().map(|step| step.transition.thread).collect();
    let who = match threads.iter().all(|thread| *thread == threads[0]) {
        true => String::new(),
        false => format!(
            " of {}",
            named(threads.into_iter().map(words::label).collect())
        ),
    };
    let verb = match stretch.len() {
        1 => format!("a step in {packages}"),
        count => format!("{count} steps{who} in {packages}"),
    };
    Row::sum((number, stretch.len()), verb, first.caller, first)
}

/// `tokio and mio`; of more the first.
fn named(mut names: Vec<String>) -> String {
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    match names.len() <= NAMED {
        true => names.join(" and "),
        false => format!("{} and others", names[0]),
    }
}
