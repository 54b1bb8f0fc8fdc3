//! A failing run told step by step: what reports print, JSON carries and recorded schedules keep.

use super::words;
use crate::exploration::Bug;
use crate::run::Run;
use crate::schedule;
use vscheck_ir::{Program, Site, Span};
use vscheck_vm::{Fault, Machine};
use vscheck_vm::{Operation, ThreadId, Transition};

/// One visible operation of a run.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step itself.
    pub transition: Transition,
    /// The operation's name in JSON.
    pub op: &'static str,
    /// The operation in words.
    pub words: String,
    /// What it is about.
    pub object: Option<String>,
    /// The user's line.
    pub span: Option<Span>,
}

/// Why a thread is still there at the end of a deadlock.
#[derive(Clone, Debug)]
pub struct Wait {
    /// Who waits.
    pub thread: ThreadId,
    /// Where.
    pub span: Option<Span>,
    /// Doing what.
    pub words: String,
    /// For what.
    pub object: Option<String>,
    /// Who holds it, and where each took it (for locks).
    pub holders: Vec<(ThreadId, Option<Span>)>,
}

/// Follows a schedule from the start and tells it. Steps that are not possible end the story.
pub fn tell(program: &Program, start: &Machine, schedule: &[Transition]) -> Vec<Step> {
    let mut run = Run::new(start.clone());
    let mut steps = Vec::new();
    for &transition in schedule {
        if !schedule::is_possible(&run, transition) {
            break;
        }
        let span = position(program, &run.machine, transition.thread);
        schedule::advance(&mut run, transition);
        if let Some(event) = run.trace.last() {
            let operation = &event.operation;
            steps.push(Step {
                transition,
                op: words::name(operation.action),
                words: words::phrase(program, operation, transition.arm),
                object: words::object(program, &run.machine, operation),
                span,
            });
        }
    }
    steps
}

/// Where a thread stands, in the user's code: the innermost frame that is not a library model's.
pub fn position(program: &Program, machine: &Machine, thread: ThreadId) -> Option<Span> {
    let pending = machine.standing(thread).map(|operation| operation.site);
    let frames = pending.into_iter().chain(machine.stack(thread));
    user_span(program, frames)
}

/// The span of the first of these sites that is in the user's code.
pub fn user_span(program: &Program, sites: impl IntoIterator<Item = Site>) -> Option<Span> {
    let spans = sites.into_iter().filter_map(|site| span_of(program, site));
    spans.into_iter().find(|&span| is_user_code(program, span))
}

/// The span of a site.
pub fn span_of(program: &Program, site: Site) -> Option<Span> {
    let function = program.functions.get(site.func.index())?;
    function.spans.get(site.inst.index()).copied()
}

fn is_user_code(program: &Program, span: Span) -> bool {
    let file = program.files.get(span.file.index());
    file.is_some_and(|file| !file.is_model) && span.line > 0
}

/// Where a bug is.
pub fn fault_span(program: &Program, fault: &Fault, run: &Run) -> Option<Span> {
    let sites = fault.site.into_iter().chain(fault.stack.iter().copied());
    let there = user_span(program, sites);
    there.or_else(|| position(program, &run.machine, fault.thread?))
}

/// Of a run that is stuck: who waits for what, held by whom.
pub fn waits(program: &Program, bug: &Bug) -> Vec<Wait> {
    let machine = &bug.run.machine;
    let waiting = machine.thread_ids().filter_map(|thread| {
        let blocked = machine.blocked(thread)?;
        let operation = machine.standing(thread)?;
        let object = blocked.object;
        let holder = |&holder: &ThreadId| {
            (
                holder,
                object.and_then(|o| taken_at(program, machine, holder, o)),
            )
        };
        Some(Wait {
            thread,
            span: position(program, machine, thread),
            words: words::phrase(program, operation, vscheck_vm::Arm::Only),
            object: words::object(program, machine, operation),
            holders: blocked.holders.iter().map(holder).collect(),
        })
    });
    waiting.collect()
}

/// Where a thread took the lock at this address.
fn taken_at(program: &Program, machine: &Machine, thread: ThreadId, object: u64) -> Option<Span> {
    let held = machine.held_locks(thread);
    let lock = held.iter().find(|lock| lock.object == object)?;
    span_of(program, lock.site)
}

/// A thread as the contract names it: `t2 (spawned at reorder.rs:31)`. The steps tell where: the spawn
/// itself may stand in a library model.
pub fn thread_title(program: &Program, steps: &[Step], thread: ThreadId) -> String {
    let label = words::label(thread);
    let started = format!("spawn {label}");
    let step = steps.iter().find(|step| step.words == started);
    match step.and_then(|step| step.span) {
        Some(span) => format!("{label} (spawned at {})", short_place(program, span)),
        None => label,
    }
}

/// `file.rs:12`, without folders.
pub fn short_place(program: &Program, span: Span) -> String {
    let path = file_path(program, span);
    let name = path.rsplit('/').next().unwrap_or(path);
    format!("{name}:{}", span.line)
}

/// The path of the file that a span is in.
pub fn file_path(program: &Program, span: Span) -> &str {
    let file = program.files.get(span.file.index());
    file.map_or("?", |file| &file.path)
}

/// The text of the line where a span starts, without indentation.
pub fn source_line(program: &Program, span: Span) -> &str {
    let file = program.files.get(span.file.index());
    let line = file.and_then(|file| file.text.lines().nth(span.line.max(1) as usize - 1));
    line.map_or("", str::trim)
}

/// An operation and its object in words: `lock account.balance`.
pub fn operation_phrase(program: &Program, machine: &Machine, operation: &Operation) -> String {
    let words = words::phrase(program, operation, vscheck_vm::Arm::Only);
    match words::object(program, machine, operation) {
        Some(object) => format!("{words} `{object}`"),
        None => words,
    }
}
