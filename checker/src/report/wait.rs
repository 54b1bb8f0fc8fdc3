//! Who waits for what, held by whom, at the end of a run that is stuck.

use super::effect::address;
use super::names::Names;
use super::story;
use super::words;
use crate::exploration::Bug;
use vscheck_ir::{Action, Program, Span};
use vscheck_vm::{Arm, BlockedReason, Machine, Operation, ThreadId};

/// Why a thread can never move again.
#[derive(Clone, Debug)]
pub struct Wait {
    /// Who waits.
    pub thread: ThreadId,
    /// Where.
    pub span: Option<Span>,
    /// Where the function that does was called, if that says more: where others were there as well, or where nobody
    /// holds what it waits for and only the function knows it by its name.
    pub called_at: Option<Span>,
    /// For what: the action that it stands at, why it is blocked, and the object's name and address.
    pub action: Action,
    /// What kind of waiting it is.
    pub reason: BlockedReason,
    /// The object's name.
    pub object: Option<String>,
    /// The object's address.
    pub address: Option<u64>,
    /// What the machine calls what stands there.
    pub whole: Option<String>,
    /// Who holds it, and where each took it (for locks).
    pub holders: Vec<(ThreadId, Option<Span>)>,
    /// Those of them that have ended, and will never let go.
    gone: Vec<ThreadId>,
    /// Whether it is a channel without room for a message that nobody waits for.
    is_rendezvous: bool,
    /// How it moved last: one that wants its lock back may have been notified, or have waited long enough.
    last: Option<Arm>,
}

/// All waits of a run that is stuck.
pub fn waits(program: &Program, bug: &Bug) -> Vec<Wait> {
    let machine = &bug.run.machine;
    let waiting = machine
        .thread_ids()
        .filter_map(|thread| wait(program, bug, thread));
    let mut waits: Vec<Wait> = waiting.collect();
    let places: Vec<Span> = waits.iter().flat_map(Wait::places).collect();
    for wait in &mut waits {
        let is_here = |place: &&Span| Some(**place) == wait.span;
        let object = wait.object.as_deref().unwrap_or_default();
        let is_own = object.split('.').next() == Some("self") && wait.holders.is_empty();
        let place = wait
            .span
            .filter(|_| is_own || places.iter().filter(is_here).count() > 1);
        wait.called_at = place.and_then(|at| story::call_of(program, machine, wait.thread, at));
    }
    waits
}

fn wait(program: &Program, bug: &Bug, thread: ThreadId) -> Option<Wait> {
    let machine = &bug.run.machine;
    let blocked = machine.blocked(thread)?;
    let standing = machine.standing(thread);
    let looked = match blocked.reason {
        BlockedReason::Spin => looked_at(bug, thread),
        _ => None,
    };
    let operation: &Operation = looked.or(standing)?;
    let taken = |holder| {
        let object = blocked.object?;
        taken_at(program, machine, holder, object)
    };
    Some(Wait {
        thread,
        span: place(program, machine, thread, looked),
        called_at: None,
        action: operation.action,
        reason: blocked.reason,
        object: words::object(program, machine, operation),
        address: address(operation),
        whole: address(operation)
            .and_then(|at| super::object::particular_name(program, machine, at)),
        holders: blocked.holders.iter().map(|&h| (h, taken(h))).collect(),
        gone: blocked
            .holders
            .iter()
            .copied()
            .filter(|&h| machine.is_finished(h))
            .collect(),
        is_rendezvous: is_send(operation.action)
            && address(operation).is_some_and(|channel| machine.is_rendezvous(channel)),
        last: last_arm(bug, thread),
    })
}

/// Where a thread waits: where it looked, or stands; inside of a published package, where the user's code called that.
fn place(
    program: &Program,
    machine: &Machine,
    thread: ThreadId,
    looked: Option<&Operation>,
) -> Option<Span> {
    let there = match looked {
        Some(look) => story::user_span(program, [look.site]),
        None => story::position(program, machine, thread),
    };
    let is_inside = there.is_some_and(|span| story::package(program, span).is_some());
    let called = story::own_position(program, machine, thread).filter(|_| is_inside);
    called.or(there)
}

/// How a thread moved last. That it is stuck is no move.
fn last_arm(bug: &Bug, thread: ThreadId) -> Option<Arm> {
    let steps = bug.run.trace.items().into_iter().rev();
    let mut own = steps.filter(|event| event.thread() == thread);
    let last = own.find(|event| event.operation.action != Action::Fault)?;
    Some(last.transition.arm)
}

/// Where a thread that spins last looked at what it waits for, unless it stands there. It may stand elsewhere in its
/// loop, and some of what it watches it reads beside an operation, such as whether a lock is poisoned.
fn looked_at(bug: &Bug, thread: ThreadId) -> Option<&Operation> {
    let machine = &bug.run.machine;
    let here = machine.standing(thread).and_then(address);
    let own = bug.run.trace.items().into_iter().rev();
    let own: Vec<_> = own.filter(|event| event.thread() == thread).collect();
    for object in machine.watched_cells(thread) {
        if here == Some(object) {
            return None;
        }
        let mut looks = own.iter().map(|event| &event.operation);
        if let Some(look) = looks.find(|look| address(look) == Some(object)) {
            return Some(look);
        }
    }
    None
}

/// Whether a thread waits for a lock that it took where an `if let` looked: until 2024 the guard lives on in `else`.
pub fn is_held_by_if_let(program: &Program, bug: &Bug) -> bool {
    let by_if_let = |span: Span| story::source_line(program, span).contains("if let ");
    waits(program, bug).iter().any(|wait| {
        let mut own = wait
            .holders
            .iter()
            .filter(|(holder, _)| *holder == wait.thread);
        own.any(|(_, taken)| taken.is_some_and(by_if_let))
    })
}

/// Where a thread took the lock at this address.
fn taken_at(program: &Program, machine: &Machine, thread: ThreadId, object: u64) -> Option<Span> {
    let held = machine.held_locks(thread);
    let lock = held.iter().find(|lock| lock.object == object)?;
    story::user_span(program, [lock.site])
}

impl Wait {
    /// The places that are told of: where the thread waits, and where others took what it waits for.
    fn places(&self) -> impl Iterator<Item = Span> {
        let taken = self.holders.iter().filter_map(|(_, taken)| *taken);
        self.span.into_iter().chain(taken)
    }

    /// `wants a.x, held by t2 since bank.rs:12`.
    pub fn sentence(&self, program: &Program, names: &Names) -> String {
        let object = self.object.as_ref();
        let object = object.map(|object| format!(" `{}`", names.numbered(object, self.address)));
        let object = object.unwrap_or_default();
        let others = self.holders.iter().map(|(holder, _)| self.label(*holder));
        let others: Vec<String> = others.collect();
        let held = self.held(program);
        match self.reason {
            BlockedReason::Lock if self.action == Action::Reacquire => {
                let woken = match self.last {
                    Some(Arm::TimeOut) => "ran out of time at",
                    Some(Arm::Spurious) => "woke for no reason at",
                    _ => "was notified on",
                };
                format!("{woken}{object} and wants its lock back{held}")
            }
            BlockedReason::Lock => format!("wants{object}{held}"),
            BlockedReason::Condvar => format!("waits for a notification on{object}"),
            BlockedReason::Channel if self.is_rendezvous => {
                format!("waits for somebody to receive what it sends on{object}")
            }
            BlockedReason::Channel if is_send(self.action) => format!("waits for room in{object}"),
            BlockedReason::Channel if is_select(self.action) => {
                "waits at a `select!` of which no arm gets ready".to_string()
            }
            // Without one it would be told that no message comes any more.
            BlockedReason::Channel => {
                format!("waits for a message from{object}, which still has a sender")
            }
            BlockedReason::Condition => {
                format!("waits at{object}, and nobody lets it go on")
            }
            BlockedReason::Barrier => format!("waits for others at{object}"),
            BlockedReason::Once => format!(
                "waits until{object} is initialized by {}",
                others.join(", ")
            ),
            BlockedReason::Join => format!("waits for {} to end", others.join(", ")),
            BlockedReason::Park => "is parked, and nobody unparks it".to_string(),
            BlockedReason::Sleep => "sleeps".to_string(),
            BlockedReason::Spin if object.is_empty() => {
                "spins, and nobody changes what it looks at".to_string()
            }
            BlockedReason::Spin => format!("spins on{object}, which nobody changes"),
        }
    }

    /// A thread as the one that waits calls it.
    fn label(&self, other: ThreadId) -> String {
        match other == self.thread {
            true => "itself".to_string(),
            false => words::label(other),
        }
    }

    /// `, held by t1 since bank.rs:12, and by t2 since bank.rs:15`.
    fn held(&self, program: &Program) -> String {
        let mut told = String::new();
        let mut is_held = false;
        for &(holder, taken) in &self.holders {
            let who = match self.gone.contains(&holder) && holder != self.thread {
                true => format!("{}, which has ended,", words::label(holder)),
                false => self.label(holder),
            };
            if let Some(span) = taken {
                // There may be several readers.
                let how = if is_held { "and" } else { "held" };
                let at = story::short_place(program, span);
                told += &format!(", {how} by {who} since {at}");
                is_held = true;
            } else if self.action == Action::RwLockRead {
                // Who has not got the lock yet, but asked for it to write.
                told += &format!(", queued behind {who}");
            }
        }
        told
    }
}

fn is_select(action: Action) -> bool {
    matches!(action, Action::ChannelSelect { .. })
}

fn is_send(action: Action) -> bool {
    matches!(
        action,
        Action::ChannelSend | Action::ChannelTrySend | Action::ChannelSendTimeout
    )
}
