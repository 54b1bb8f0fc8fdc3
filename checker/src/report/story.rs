//! A failing run told step by step: what reports print, JSON carries and recorded schedules keep.

use super::effect::{self, Before};
use super::names::Names;
use super::object;
use super::select;
use super::table::{cut, display_width};
use super::words;
use crate::run::{Event, Run};
use crate::schedule;
use crate::source::user_site;
use std::collections::BTreeMap;
use vscheck_ir::{Action, FileId, Program, Site, SourceFile, Span};
use vscheck_vm::{Arm, Fault, FaultKind, Machine};
use vscheck_vm::{Operation, ThreadId, Transition};

/// Columns that are left of an object's name, at least.
const LEAST_OF_NAME: usize = 3;
/// Columns of a source line that are given up for an operation behind them, at least.
const FAR: usize = 24;

/// One visible operation of a run.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step itself.
    pub transition: Transition,
    /// The operation; none where it stands for several steps.
    pub action: Option<Action>,
    /// The operation in words.
    pub verb: String,
    /// What it is about.
    pub object: Option<String>,
    /// The address of that.
    pub address: Option<u64>,
    /// What the machine calls what stands there: which part of which object.
    pub whole: Option<String>,
    /// What it did, where the verb does not say it.
    pub effect: Option<String>,
    /// The user's line, or that of a package that is used.
    pub span: Option<Span>,
    /// The line of the user's own that this comes from.
    pub caller: Option<Span>,
    /// The published package that the line is in.
    pub package: Option<String>,
    /// A timed wait runs out, and not because nothing else could happen.
    pub is_early: bool,
    /// A sleep ends before another thread's timed wait that is over sooner.
    pub overtakes: bool,
    /// A wait for time ends beside threads that keep each other busy.
    pub is_late: bool,
    /// The thread that it starts.
    pub starts: Option<ThreadId>,
    /// The thread whose end it waits for.
    pub joins: Option<ThreadId>,
    /// Whether its thread has the lock that it is about when it is over.
    pub is_held: bool,
    /// Whether it prints, or locks a stream to print.
    pub prints: bool,
    /// Whether it is about what tells that a lock is poisoned.
    pub of_poison: bool,
}

impl Step {
    /// The operation's name in JSON and recorded schedules.
    pub fn op(&self) -> &'static str {
        self.action.map_or("", |action| action.facts().name)
    }

    /// Whether another step looks the same.
    pub fn is_as(&self, other: &Step) -> bool {
        self.is_like(other) && self.effect == other.effect
    }

    /// Whether another step does the same, if with other values.
    pub fn is_like(&self, other: &Step) -> bool {
        let look = |step: &Step| (step.transition.thread, step.action, step.address, step.span);
        look(self) == look(other) && (&self.verb, &self.object) == (&other.verb, &other.object)
    }

    /// Whether a note tells of it by its number.
    pub fn is_told_of(&self) -> bool {
        self.is_early || self.overtakes || self.is_late
    }

    /// Whether the user's own code does it, if by calling somebody else's.
    pub fn is_users(&self) -> bool {
        self.caller.is_some()
    }

    /// The operation and its object: `lock account.balance`.
    pub fn operation(&self, names: &Names) -> String {
        match &self.object {
            Some(object) => format!("{} {}", self.verb, names.numbered(object, self.address)),
            None => self.verb.clone(),
        }
    }

    /// All of it: `fetch_sub 70 balance: 100 -> 30`.
    pub fn text(&self, names: &Names) -> String {
        let operation = self.operation(names);
        match &self.effect {
            Some(effect) => format!("{operation}: {effect}"),
            None => operation,
        }
    }

    /// The same in so many columns. Of what does not fit, the object's name is shortened first, as long as some of it
    /// is left: its number, and what the operation did, say more.
    pub fn text_within(&self, names: &Names, width: usize) -> String {
        let text = self.text(names);
        let Some(object) = self
            .object
            .as_ref()
            .filter(|_| display_width(&text) > width)
        else {
            return cut(&text, width);
        };
        let numbered = names.numbered(object, self.address);
        let number = numbered.strip_prefix(object.as_str()).unwrap_or_default();
        let effect = self.effect.as_ref();
        let effect = effect.map_or(String::new(), |effect| format!(": {effect}"));
        let rest = [&self.verb, " ", number, &effect].map(display_width);
        let room = width.saturating_sub(rest.iter().sum());
        match room < LEAST_OF_NAME {
            true => cut(&text, width),
            false => {
                let object = last_parts(object, room);
                cut(&format!("{} {object}{number}{effect}", self.verb), width)
            }
        }
    }
}

/// What fits of an object's name: of a path the last parts, which tell what it is (`…tail` of `self.queue.tail`).
fn last_parts(name: &str, room: usize) -> String {
    let is_path = !name.contains([' ', '<']);
    let starts = name.match_indices('.').map(|(at, _)| &name[at + 1..]);
    let mut fitting = starts.filter(|end| is_path && display_width(end) < room);
    match fitting.find(|end| end.starts_with(char::is_alphabetic)) {
        Some(end) if display_width(name) > room => format!("…{end}"),
        _ => cut(name, room),
    }
}

/// Follows a schedule from the start and tells it. Steps that are not possible end the story.
pub fn tell(program: &Program, start: &Machine, schedule: &[Transition]) -> Vec<Step> {
    let mut run = Run::new(start.clone());
    let mut steps = Vec::new();
    let mut wholes = BTreeMap::new();
    for &transition in schedule {
        if !schedule::is_recordable(&run, transition) {
            break;
        }
        let calls: Vec<Site> = frames(&run.machine, transition.thread).collect();
        let before = Before::new(program, &run.machine, transition.thread);
        let is_early = runs_out_early(&run.machine, transition);
        let overtakes = overtakes(&run.machine, transition);
        schedule::advance(&mut run, transition);
        let Some(event) = run.trace.last() else {
            continue;
        };
        let span = user_span(program, calls.iter().copied());
        let mut step = step(program, &run.machine, event, &before, span);
        let whole = |address| super::object::particular_name(program, &run.machine, address);
        step.whole = step.address.and_then(|address| {
            let known = wholes.entry(address).or_insert_with(|| whole(address));
            known.clone()
        });
        step.caller = own_span(program, calls);
        (step.is_early, step.overtakes) = (is_early, overtakes);
        steps.push(step);
    }
    name_ends(&mut steps);
    steps
}

/// An end of a channel that is dropped where the source does not say it has the name that it has elsewhere: where its
/// thread sent or received before, or by which all do.
fn name_ends(steps: &mut [Step]) {
    let names: Vec<Option<String>> = (0..steps.len()).map(|at| name_of_end(steps, at)).collect();
    for (step, name) in steps.iter_mut().zip(names) {
        step.object = name.or(step.object.take());
    }
}

fn name_of_end(steps: &[Step], at: usize) -> Option<String> {
    let step = &steps[at];
    let drops = [Action::ChannelDropSender, Action::ChannelDropReceiver];
    let is_type = step.object.as_ref().is_some_and(|name| name.contains('<'));
    if !is_type || !step.action.is_some_and(|action| drops.contains(&action)) {
        return None;
    }
    let is_same_end = |other: &&Step| {
        let of = |step: &Step| step.action.map(is_of_sender);
        other.address == step.address && of(other) == of(step)
    };
    let name = |other: &Step| other.object.clone().filter(|name| !name.contains('<'));
    let named = |steps: &[Step]| -> Vec<(ThreadId, String)> {
        let same = steps.iter().filter(is_same_end);
        same.filter_map(|other| Some((other.transition.thread, name(other)?)))
            .collect()
    };
    let before = named(&steps[..at]);
    let own = before
        .iter()
        .rev()
        .find(|(thread, _)| *thread == step.transition.thread);
    let all = named(steps);
    let only = all
        .first()
        .filter(|(_, first)| all.iter().all(|(_, name)| name == first));
    own.or(only).map(|(_, name)| name.clone())
}

/// Whether an operation on a channel is about the end that sends.
fn is_of_sender(action: Action) -> bool {
    matches!(
        action,
        Action::ChannelSend
            | Action::ChannelTrySend
            | Action::ChannelSendTimeout
            | Action::ChannelAddSender
            | Action::ChannelDropSender
    )
}

fn step(
    program: &Program,
    machine: &Machine,
    event: &Event,
    before: &Before,
    span: Option<Span>,
) -> Step {
    let executed = &event.operation;
    // The last step of a deadlock stands for a wait that never ends.
    let stuck = executed.action == Action::Fault && effect::deadlocked(machine);
    let waiting = machine.standing(executed.thread).filter(|_| stuck);
    let operation = waiting.unwrap_or(executed);
    let address = effect::address(executed);
    let held = machine.held_locks(executed.thread);
    let stream = address.and_then(|at| object::stream(machine, at));
    Step {
        transition: event.transition,
        action: Some(executed.action),
        verb: verb(program, machine, executed, operation),
        object: before.object(program, machine, operation),
        address: effect::address(operation),
        whole: None,
        effect: select::effect(program, executed, event.transition.arm, span)
            .or_else(|| before.effect(machine, executed, event.transition)),
        span,
        caller: None,
        package: span.and_then(|span| package(program, span).map(str::to_string)),
        is_early: false,
        overtakes: false,
        is_late: event.is_late(),
        starts: executed.spawned(),
        joins: executed.joined(),
        is_held: held.iter().any(|lock| Some(lock.object) == address),
        prints: executed.action == Action::Print || stream.is_some(),
        of_poison: object::is_poison_flag(program, machine, executed),
    }
}

/// Whether a step is a timed wait that runs out though others could go on, or have slept enough before.
fn runs_out_early(machine: &Machine, step: Transition) -> bool {
    let goes_on = |thread: ThreadId| {
        let sleeps = machine.standing(thread).map(|o| o.action) == Some(Action::Sleep);
        let is_over = !sleeps || machine.due(thread) < machine.due(step.thread);
        let arms = machine.arms(thread);
        thread != step.thread && is_over && arms.iter().any(|arm| !arm.is_spontaneous())
    };
    step.arm == Arm::TimeOut && machine.thread_ids().into_iter().any(goes_on)
}

/// Whether a step is a sleep that ends before a timed wait that is over sooner.
fn overtakes(machine: &Machine, step: Transition) -> bool {
    let sleeps = machine.standing(step.thread).map(|o| o.action) == Some(Action::Sleep);
    let sooner = |thread: ThreadId| {
        let runs_out = machine.arms(thread).contains(&Arm::TimeOut);
        thread != step.thread && runs_out && machine.due(thread) < machine.due(step.thread)
    };
    sleeps && machine.thread_ids().into_iter().any(sooner)
}

/// What a step is called, knowing where it led.
fn verb(program: &Program, machine: &Machine, executed: &Operation, shown: &Operation) -> String {
    let nameless = words::object(program, machine, shown).is_none();
    match executed.action {
        Action::Fault => match effect::fault_verb(machine) {
            Some(verb) => verb.to_string(),
            None => words::verb(program, machine, shown),
        },
        Action::Reacquire if nameless => "wake up".to_string(),
        _ => words::verb(program, machine, shown),
    }
}

/// What a bug says of itself, in the user's words.
pub fn message(program: &Program, fault: &Fault) -> String {
    match fault.kind {
        // The user's own words.
        FaultKind::Panic => fault.message.clone(),
        _ => super::object::in_words(program, &fault.message),
    }
}

/// Where a thread stands, in the user's code: the innermost frame that is not a library model's.
pub fn position(program: &Program, machine: &Machine, thread: ThreadId) -> Option<Span> {
    user_span(program, frames(machine, thread))
}

/// The same of the user's own code: the innermost frame that is not of a published package either.
pub fn own_position(program: &Program, machine: &Machine, thread: ThreadId) -> Option<Span> {
    own_span(program, frames(machine, thread))
}

/// Where the function was called that a thread stands in at this place.
pub fn call_of(
    program: &Program,
    machine: &Machine,
    thread: ThreadId,
    place: Span,
) -> Option<Span> {
    let spans = frames(machine, thread).filter_map(|site| user_span(program, [site]));
    let mut outside = spans
        .skip_while(|&span| span != place)
        .skip_while(|&span| span == place);
    outside.next()
}

fn frames(machine: &Machine, thread: ThreadId) -> impl Iterator<Item = Site> {
    let pending = machine.standing(thread).map(|operation| operation.site);
    pending.into_iter().chain(machine.stack(thread))
}

/// The span of the first of these sites that is in the user's own code.
pub fn own_span(program: &Program, sites: impl IntoIterator<Item = Site>) -> Option<Span> {
    let is_own = |site: &Site| {
        let span = program.span_of(*site);
        span.is_some_and(|span| package(program, span).is_none())
    };
    user_span(program, sites.into_iter().filter(is_own))
}

/// The published package that a place is in.
pub fn package(program: &Program, span: Span) -> Option<&str> {
    program.files.get(span.file.index())?.package.as_deref()
}

/// The span of the first of these sites that is in the user's code.
pub fn user_span(program: &Program, sites: impl IntoIterator<Item = Site>) -> Option<Span> {
    program.span_of(user_site(program, sites)?)
}

/// Where a bug is.
pub fn fault_span(program: &Program, fault: &Fault, run: &Run) -> Option<Span> {
    let sites = fault.site.into_iter().chain(fault.stack.iter().copied());
    // As the message of a panic says natively.
    let answers = |site: &Site| !program.function(site.func).track_caller;
    let callers = sites.clone().filter(answers);
    let there = match fault.kind {
        FaultKind::Panic => user_span(program, callers).or_else(|| user_span(program, sites)),
        _ => user_span(program, sites),
    };
    there.or_else(|| position(program, &run.machine, fault.thread?))
}

/// A thread with the place that it comes from: `t2 (spawned at reorder.rs:31)`, `t2 "writer" (...)`. The
/// steps tell where: the spawn itself may stand in a library model.
pub fn thread_title(
    program: &Program,
    machine: &Machine,
    steps: &[Step],
    thread: ThreadId,
) -> String {
    let label = words::called(machine, thread);
    let step = steps.iter().find(|step| step.starts == Some(thread));
    match step.and_then(|step| step.span) {
        Some(span) => format!("{label} (spawned at {})", short_place(program, span)),
        None => label,
    }
}

/// `file.rs:12`.
pub fn short_place(program: &Program, span: Span) -> String {
    format!("{}:{}", short_name(program, span.file), span.line)
}

/// A file's name, with as many folders as it takes to tell it from the program's other files.
pub fn short_name(program: &Program, file: FileId) -> &str {
    let files = &program.files;
    let Some(file) = files.get(file.index()) else {
        return "?";
    };
    let others = files.iter().filter(|other| {
        let is_users = !other.is_model && other.package.is_none();
        is_users && other.path != file.path
    });
    let in_common = |other: &SourceFile| {
        let both = file.path.rsplit('/').zip(other.path.rsplit('/'));
        both.take_while(|(own, other)| own == other).count()
    };
    let shown = others.map(in_common).max().unwrap_or(0) + 1;
    let parts = file.path.rsplit('/').take(shown);
    let length: usize = parts.map(|part| part.len() + 1).sum();
    &file.path[file.path.len().saturating_sub(length - 1)..]
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

/// What is shown of the line where a span starts, in so many columns: its beginning, or, of a line that does so much
/// that the span would not be seen, what stands at the span.
pub fn source_shown(program: &Program, span: Span, room: usize) -> String {
    let line = source_line(program, span).replace('\t', " ");
    let file = program.files.get(span.file.index());
    let whole = file.and_then(|file| file.text.lines().nth(span.line.max(1) as usize - 1));
    let indent = whole.map_or(0, |whole| {
        whole.chars().take_while(|c| c.is_whitespace()).count()
    });
    let before = (span.column.max(1) as usize - 1).saturating_sub(indent);
    if before < room.max(FAR) || display_width(&line) <= room {
        return line;
    }
    let there: String = line.chars().skip(before).collect();
    format!("…{there}")
}

/// An operation and its object in words: `lock account.balance`.
pub fn operation_phrase(
    program: &Program,
    machine: &Machine,
    operation: &Operation,
    names: &Names,
) -> String {
    let verb = words::verb(program, machine, operation);
    match words::object(program, machine, operation) {
        Some(object) => {
            let object = names.numbered(&object, effect::address(operation));
            format!("{verb} {object}")
        }
        None => verb,
    }
}
