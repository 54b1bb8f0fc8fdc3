//! What a step did, as far as the operation's name does not say it: the value read, who was woken,
//! whether an attempt succeeded.

use super::words::{self, label, scalar};
use vscheck_ir::{Action, Program, ScalarType};
use vscheck_vm::{Arm, End, FaultKind, Machine};
use vscheck_vm::{Object, Operation, Shown, ThreadId, Touch, Transition};

/// What has to be known before a step to tell afterwards what it did.
pub struct Before {
    shown: Option<Shown>,
    value: Option<u64>,
    waiting: Vec<ThreadId>,
    named: Option<(u64, String)>,
    looks_at_clock: bool,
}

/// The address of the object that an operation is named after. One who wakes is named after the
/// condition variable, which the operation no longer touches.
pub fn address(operation: &Operation) -> Option<u64> {
    operation.named
}

impl Before {
    /// Looks at a machine that is about to take a step of `thread`.
    pub fn new(program: &Program, machine: &Machine, thread: ThreadId) -> Before {
        let object = machine.pending(thread).and_then(address);
        let standing = machine.standing(thread);
        let named = |operation: &Operation| {
            let name = words::object(program, machine, operation)?;
            Some((address(operation)?, name))
        };
        let shown = machine.shown_of(thread);
        Before {
            value: shown.as_ref().and_then(|shown| machine.value_of(shown)),
            shown,
            waiting: object.map_or_else(Vec::new, |object| machine.waiters(object)),
            named: standing.and_then(named),
            looks_at_clock: standing.is_some_and(|of| words::looks_at_clock(program, of)),
        }
    }

    /// What an operation is about. A step may have freed its object (the last end of a channel that is
    /// dropped, the last count), which then had its name before.
    pub fn object(
        &self,
        program: &Program,
        machine: &Machine,
        operation: &Operation,
    ) -> Option<String> {
        match &self.named {
            Some((at, name)) if Some(*at) == address(operation) => Some(name.clone()),
            _ => words::object(program, machine, operation),
        }
    }

    /// What the step did.
    pub fn effect(
        &self,
        machine: &Machine,
        operation: &Operation,
        step: Transition,
    ) -> Option<String> {
        match step.arm {
            Arm::Only if has_failed(machine, operation) => fault_verb(machine).map(str::to_string),
            Arm::Only if machine.offers(operation.thread) => Some(offer(operation).to_string()),
            Arm::Only => self.plain(machine, operation),
            Arm::Wake(thread) => Some(format!("wakes {}", label(thread))),
            Arm::Behind(writer) if operation.action == Action::RwLockTryRead => {
                Some(format!("fails, as {} waits to write", label(writer)))
            }
            Arm::Behind(writer) => Some(format!("queues behind {}", label(writer))),
            Arm::TimeOut => Some("times out".to_string()),
            Arm::Spurious => Some(spurious(operation.action).to_string()),
            Arm::Forever => Some(for_ever(machine).to_string()),
            Arm::Value(value) if self.looks_at_clock => Some(patience(value).to_string()),
            Arm::Value(value) => Some(format!("gives {value}")),
        }
    }

    fn plain(&self, machine: &Machine, operation: &Operation) -> Option<String> {
        let after = || machine.value_of(self.shown.as_ref()?);
        match operation.action {
            // What it was done to may be gone with the rest of the step.
            Action::AtomicLoad(ty) => self.value.map(|value| scalar(value, ty)),
            Action::AtomicStore(ty) => after().map(|value| scalar(value, ty)),
            Action::AtomicRmw(_, ty) => match after() {
                Some(after) => Some(self.update(after, ty)),
                None => self
                    .value
                    .map(|before| format!("was {}", scalar(before, ty))),
            },
            Action::AtomicCas { ty, .. } => self.exchange(operation, after(), ty),
            Action::MutexTryLock | Action::RwLockTryRead | Action::RwLockTryWrite => {
                Some(attempt(machine, operation).to_string())
            }
            Action::NotifyOne | Action::NotifyAll => Some(self.woken()),
            Action::BarrierWait => meeting(operation).map(str::to_string),
            Action::OnceBegin if only_looks(operation) => Some("done before".to_string()),
            Action::Fault => deadlocked(machine).then(|| "for ever".to_string()),
            _ => None,
        }
    }

    /// What an update that cannot fail made of the value.
    fn update(&self, after: u64, ty: ScalarType) -> String {
        match self.value {
            Some(before) if ty == ScalarType::Ptr && before != 0 && after != 0 => {
                match before == after {
                    true => "an address, as before",
                    false => "an address -> another",
                }
                .to_string()
            }
            Some(before) => format!("{} -> {}", scalar(before, ty), scalar(after, ty)),
            None => format!("now {}", scalar(after, ty)),
        }
    }

    fn change(&self, after: Option<u64>, ty: ScalarType) -> String {
        match after.filter(|_| ty != ScalarType::Ptr) {
            Some(after) => self.update(after, ty),
            None => "succeeds".to_string(),
        }
    }

    /// A compare-exchange that fails only reads.
    fn exchange(
        &self,
        operation: &Operation,
        after: Option<u64>,
        ty: ScalarType,
    ) -> Option<String> {
        let before = self.value?;
        match (only_looks(operation), telling(before, ty)) {
            (false, _) => Some(self.change(after, ty)),
            (true, Some(found)) => Some(format!("fails at {found}")),
            (true, None) => Some("fails".to_string()),
        }
    }

    fn woken(&self) -> String {
        if self.waiting.is_empty() {
            return "nobody waits".to_string();
        }
        let names: Vec<String> = self.waiting.iter().map(|&t| label(t)).collect();
        format!("wakes {}", names.join(", "))
    }
}

/// Whether an operation changes nothing.
fn only_looks(operation: &Operation) -> bool {
    let mut touches = operation.footprint.iter();
    !touches.any(|&(_, touch)| touch == Touch::Exclusive)
}

/// What a thread does at a barrier, where it does not only come there: one that waited leaves in a step of its own,
/// which looks only whether it may.
fn meeting(operation: &Operation) -> Option<&'static str> {
    let barrier = Object::Cell(address(operation)?);
    let mut touches = operation.footprint.iter();
    match touches.find(|(object, _)| *object == barrier) {
        None => Some("goes on"),
        Some((_, Touch::Exclusive)) => Some("all are here"),
        Some(_) => None,
    }
}

/// A value that says something: of addresses only null does.
fn telling(value: u64, ty: ScalarType) -> Option<String> {
    (ty != ScalarType::Ptr || value == 0).then(|| scalar(value, ty))
}

fn spurious(action: Action) -> &'static str {
    match action {
        Action::AtomicCas { .. } => "fails for no reason",
        _ => "wakes for no reason",
    }
}

fn attempt(machine: &Machine, operation: &Operation) -> &'static str {
    let held = machine.held_locks(operation.thread);
    let object = address(operation);
    match held.iter().any(|lock| Some(lock.object) == object) {
        true => "succeeds",
        false => "fails",
    }
}

/// What a thread does that stands at a rendezvous channel from then on.
fn offer(operation: &Operation) -> &'static str {
    match operation.action {
        Action::ChannelSend | Action::ChannelSendTimeout => "waits for a receiver",
        Action::ChannelSelect { .. } => "waits for somebody",
        _ => "waits for a sender",
    }
}

/// What a thread does that ends the execution with a fault of its own.
pub fn fault_verb(machine: &Machine) -> Option<&'static str> {
    let Some(End::Bug(fault)) = machine.end() else {
        return None;
    };
    match fault.kind {
        FaultKind::Panic => Some("panics"),
        FaultKind::Abort => Some("aborts"),
        FaultKind::DataRace => Some("races"),
        FaultKind::UndefinedBehavior => Some("fails"),
        FaultKind::Deadlock | FaultKind::Livelock => None,
    }
}

/// Whether an operation itself was a data race or undefined, so that it has not done anything.
fn has_failed(machine: &Machine, operation: &Operation) -> bool {
    let Some(End::Bug(fault)) = machine.end() else {
        return false;
    };
    fault.kind.is_of_memory()
        && operation.action != Action::Fault
        && (fault.thread, fault.site) == (Some(operation.thread), Some(operation.site))
}

/// What a thread does with which an execution is said to have no end.
fn for_ever(machine: &Machine) -> &'static str {
    match machine.end() {
        Some(End::Bug(fault)) if fault.kind == FaultKind::Livelock => "and so on for ever",
        _ => "waits for ever",
    }
}

/// Whether the machine has ended in a deadlock or livelock.
pub fn deadlocked(machine: &Machine) -> bool {
    machine.end().is_some_and(End::is_standstill)
}

/// What a thread's looks at the clock that take long are from here on.
fn patience(choice: u32) -> &'static str {
    match choice {
        0 => "ahead of the others",
        _ => "when the others wait",
    }
}
