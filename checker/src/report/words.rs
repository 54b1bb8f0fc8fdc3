//! Operations in words: for programs (`mutex-lock`) and for people (`lock`).

use vscheck_ir::{Action, ActionKind, Inst, Operand, Program, ScalarType, Site};
use vscheck_vm::Machine;
use vscheck_vm::{Operation, ThreadId};

/// The operation as a user would call it, with what is known of its arguments. Who prints says so, and not which lock
/// that takes.
pub fn verb(program: &Program, machine: &Machine, operation: &Operation) -> String {
    let constant = |n| constant_argument(program, operation.site, n);
    let verb = operation.action.facts().verb;
    let is_of_stream = || {
        let address = super::effect::address(operation);
        address.is_some_and(|address| super::object::stream(machine, address).is_some())
    };
    match operation.action {
        Action::AtomicRmw(_, ty) => with(verb, constant(1), ty),
        Action::AtomicCas { ty, .. } => compare_exchange(constant(1), constant(2), ty),
        Action::Spawn | Action::Join | Action::IsFinished | Action::Unpark => {
            match other_thread(operation) {
                Some(thread) => format!("{verb} {}", label(thread)),
                None => verb.to_string(),
            }
        }
        Action::Sleep | Action::Choose if looks_at_clock(program, operation) => {
            "look at the clock".to_string()
        }
        Action::RwLockRead if is_of_stream() => "print to".to_string(),
        Action::RwLockWrite if is_of_stream() => "lock".to_string(),
        _ => verb.to_string(),
    }
}

/// Whether it is a part of a look at the clock that takes long: the choice what to do then, or a sleep for no time.
pub fn looks_at_clock(program: &Program, operation: &Operation) -> bool {
    match operation.action {
        Action::Choose => constant_argument(program, operation.site, 1) == Some(1),
        action => action.sleeps_for_no_time(arguments(program, operation.site)),
    }
}

fn with(verb: &str, value: Option<u64>, ty: ScalarType) -> String {
    match value {
        Some(value) => format!("{verb} {}", scalar(value, ty)),
        None => verb.to_string(),
    }
}

fn compare_exchange(old: Option<u64>, new: Option<u64>, ty: ScalarType) -> String {
    match (old, new) {
        (Some(old), Some(new)) => {
            let (old, new) = (scalar(old, ty), scalar(new, ty));
            format!("compare_exchange {old} -> {new}")
        }
        _ => "compare_exchange".to_string(),
    }
}

/// A value as its type would print it.
pub fn scalar(value: u64, ty: ScalarType) -> String {
    match ty {
        ScalarType::Bool => (value != 0).to_string(),
        ScalarType::I8 | ScalarType::I16 | ScalarType::I32 | ScalarType::I64 | ScalarType::I128 => {
            (value as i64).to_string()
        }
        ScalarType::Ptr if value == 0 => "null".to_string(),
        ScalarType::Ptr => "an address".to_string(),
        _ => value.to_string(),
    }
}

/// The `n`-th argument of the action at a site, where it is a constant.
fn constant_argument(program: &Program, site: Site, n: usize) -> Option<u64> {
    match arguments(program, site).get(n)? {
        Operand::Const(value) => Some(*value),
        Operand::Reg(_) => None,
    }
}

/// The arguments of an operation.
fn arguments(program: &Program, site: Site) -> &[Operand] {
    match program.function(site.func).code.get(site.inst.index()) {
        Some(Inst::Sync { args, .. }) => args,
        _ => &[],
    }
}

/// The thread that an operation is about, if it is not its own.
fn other_thread(operation: &Operation) -> Option<ThreadId> {
    let touched = operation.footprint.iter();
    let mut threads = touched.filter_map(|&(object, _)| object.thread());
    threads.find(|&t| t != operation.thread)
}

/// What reports call a thread: `main`, `t1`, `t2`, ...
pub fn label(thread: ThreadId) -> String {
    thread.to_string()
}

/// The same with the name that the program gave it: `t1 "writer"`.
pub fn called(machine: &Machine, thread: ThreadId) -> String {
    let label = label(thread);
    match machine.given_name(thread) {
        Some(name) => format!("{label} {name:?}"),
        None => label,
    }
}

/// What an operation is about, in the user's words: the receiver of the call, else what the machine
/// knows about the object's allocation.
pub fn object(program: &Program, machine: &Machine, operation: &Operation) -> Option<String> {
    if !has_object(operation.action) || looks_at_clock(program, operation) {
        return None;
    }
    let address = super::effect::address(operation);
    let own = address.and_then(|address| super::object::library_object(machine, address));
    if let Some(name) = own {
        return Some(name.to_string());
    }
    let receiver = place(program, operation.site).map(str::to_string);
    let name = match receiver.or_else(|| receiver_of_call(program, machine, operation)) {
        Some(name) => name,
        None => super::object::name(program, machine, address?),
    };
    Some(
        match super::object::is_poison_flag(program, machine, operation) {
            true => format!("poison flag of {name}"),
            false => name,
        },
    )
}

/// What the source calls the receiver of the operation or the call at a site.
fn place(program: &Program, site: Site) -> Option<&str> {
    let places = &program.function(site.func).places;
    let found = places.binary_search_by_key(&site.inst, |(inst, _)| *inst);
    Some(places[found.ok()?].1.as_str())
}

/// The same of the user's call of a model that is not inlined (`Condvar::wait_timeout_while`), if the operation is
/// about what the call is about.
fn receiver_of_call(program: &Program, machine: &Machine, operation: &Operation) -> Option<String> {
    let stack = machine.stack(operation.thread);
    if stack.first() != Some(&operation.site) {
        return None;
    }
    let outside = |site: &Site| !program.function(site.func).is_model;
    let depth = stack.iter().position(outside).filter(|depth| *depth > 0)?;
    let receiver = machine.receiver(operation.thread, depth)?;
    let is_same = super::effect::address(operation) == Some(receiver);
    place(program, stack[depth])
        .filter(|_| is_same)
        .map(str::to_string)
}

/// Whether an operation is about something that the user has a name for. Of those on threads the verb
/// names the thread.
fn has_object(action: Action) -> bool {
    let kind = action.facts().kind;
    let is_about_none = matches!(
        kind,
        ActionKind::Thread | ActionKind::Process | ActionKind::Fence
    );
    // A selection is about several.
    !is_about_none && !matches!(action, Action::ChannelSelect { .. })
}
