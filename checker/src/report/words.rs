//! Operations in words: for programs (`mutex-lock`) and for people (`lock`).

use vscheck_ir::{Action, Inst, Operand, Program, ScalarType, Site};
use vscheck_vm::Machine;
use vscheck_vm::{Operation, ThreadId};

/// The name of an action in JSON and recorded schedules.
pub fn name(action: Action) -> &'static str {
    match action {
        Action::AtomicLoad(_) => "atomic-load",
        Action::AtomicStore(_) => "atomic-store",
        Action::AtomicRmw(..) => "atomic-rmw",
        Action::AtomicCas { .. } => "atomic-compare-exchange",
        Action::Fence => "fence",
        Action::MutexLock => "mutex-lock",
        Action::MutexLockWhen => "mutex-lock-when",
        Action::MutexTryLock => "mutex-try-lock",
        Action::MutexUnlock => "mutex-unlock",
        Action::RwLockRead => "rwlock-read",
        Action::RwLockWrite => "rwlock-write",
        Action::RwLockTryRead => "rwlock-try-read",
        Action::RwLockTryWrite => "rwlock-try-write",
        Action::RwLockUnlockRead => "rwlock-unlock-read",
        Action::RwLockUnlockWrite => "rwlock-unlock-write",
        Action::CondvarWait => "condvar-wait",
        Action::CondvarWaitTimeout => "condvar-wait-timeout",
        Action::Reacquire => "condvar-reacquire",
        Action::NotifyOne => "condvar-notify-one",
        Action::NotifyAll => "condvar-notify-all",
        Action::BarrierWait => "barrier-wait",
        Action::OnceBegin => "once-begin",
        Action::OnceEnd => "once-end",
        Action::OnceGet => "once-get",
        Action::ChannelSend => "channel-send",
        Action::ChannelTrySend => "channel-try-send",
        Action::ChannelSendTimeout => "channel-send-timeout",
        Action::ChannelReceive => "channel-receive",
        Action::ChannelTryReceive => "channel-try-receive",
        Action::ChannelReceiveTimeout => "channel-receive-timeout",
        Action::ChannelSelect { .. } => "channel-select",
        Action::ChannelAddSender => "channel-add-sender",
        Action::ChannelDropSender => "channel-drop-sender",
        Action::ChannelDropReceiver => "channel-drop-receiver",
        Action::ChannelLen => "channel-len",
        Action::Spawn => "spawn",
        Action::Join => "join",
        Action::IsFinished => "is-finished",
        Action::Park => "park",
        Action::ParkTimeout => "park-timeout",
        Action::Unpark => "unpark",
        Action::Yield => "yield",
        Action::Sleep => "sleep",
        Action::Exit => "exit",
        Action::ExitProcess => "exit-process",
        Action::RefIncrement => "ref-increment",
        Action::RefDecrement => "ref-decrement",
        Action::RefCount => "ref-count",
        Action::RefIncrementIfAlive => "ref-upgrade",
        Action::RefIsUnique => "ref-is-unique",
        Action::RefDecrementIfUnique => "ref-unwrap",
        Action::Print => "print",
        Action::Choose => "choose",
        Action::Fault => "fault",
    }
}

/// What starting a thread is called.
pub fn spawn(thread: ThreadId) -> String {
    format!("{} {}", plain_verb(Action::Spawn), label(thread))
}

/// The operation as a user would call it, with what is known of its arguments.
pub fn verb(program: &Program, operation: &Operation) -> String {
    let constant = |n| constant_argument(program, operation.site, n);
    let of_thread = |verb: &str| match other_thread(operation) {
        Some(thread) => format!("{verb} {}", label(thread)),
        None => verb.to_string(),
    };
    match operation.action {
        Action::AtomicLoad(_) => "load".to_string(),
        Action::AtomicStore(_) => "store".to_string(),
        Action::AtomicRmw(op, ty) => with(op.method(), constant(1), ty),
        Action::AtomicCas { ty, .. } => compare_exchange(constant(1), constant(2), ty),
        Action::Spawn => of_thread("spawn"),
        Action::Join => of_thread("join"),
        Action::IsFinished => of_thread("is_finished"),
        Action::Unpark => of_thread("unpark"),
        other => plain_verb(other).to_string(),
    }
}

/// Verbs that need no argument.
fn plain_verb(action: Action) -> &'static str {
    match action {
        Action::MutexLock => "lock",
        Action::MutexLockWhen => "lock",
        Action::MutexTryLock => "try_lock",
        Action::MutexUnlock => "unlock",
        Action::RwLockRead => "read",
        Action::RwLockWrite => "write",
        Action::RwLockTryRead => "try_read",
        Action::RwLockTryWrite => "try_write",
        Action::RwLockUnlockRead => "end read",
        Action::RwLockUnlockWrite => "end write",
        Action::CondvarWait => "wait",
        Action::CondvarWaitTimeout => "wait_timeout",
        Action::Reacquire => "wake from",
        Action::NotifyOne => "notify_one",
        Action::NotifyAll => "notify_all",
        Action::BarrierWait => "wait at barrier",
        Action::OnceBegin => "initialize",
        Action::OnceEnd => "end initializing",
        Action::OnceGet => "get",
        Action::ChannelSend => "send",
        Action::ChannelTrySend => "try_send",
        Action::ChannelSendTimeout => "send_timeout",
        Action::ChannelReceive => "recv",
        Action::ChannelTryReceive => "try_recv",
        Action::ChannelReceiveTimeout => "recv_timeout",
        Action::ChannelSelect { .. } => "select",
        Action::ChannelAddSender => "clone sender",
        Action::ChannelDropSender => "drop sender",
        Action::ChannelDropReceiver => "drop receiver",
        Action::ChannelLen => "len",
        Action::ParkTimeout => "park_timeout",
        Action::Fault => "fails",
        Action::Exit => "end",
        Action::Yield => "yield",
        Action::ExitProcess => "exit process",
        Action::RefIncrement => "clone",
        Action::RefDecrement => "drop",
        Action::RefCount => "look at count",
        Action::RefIncrementIfAlive => "upgrade",
        Action::RefIsUnique => "look whether unique",
        Action::RefDecrementIfUnique => "take if unique",
        Action::AtomicLoad(_)
        | Action::AtomicStore(_)
        | Action::AtomicRmw(..)
        | Action::AtomicCas { .. }
        | Action::Fence
        | Action::Spawn
        | Action::Join
        | Action::IsFinished
        | Action::Unpark
        | Action::Park
        | Action::Sleep
        | Action::Print
        | Action::Choose => name(action),
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
    match program.function(site.func).code.get(site.inst.index())? {
        Inst::Sync { args, .. } => match args.get(n)? {
            Operand::Const(value) => Some(*value),
            Operand::Reg(_) => None,
        },
        _ => None,
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
    if !has_object(operation.action) {
        return None;
    }
    let address = super::effect::address(operation);
    let own = address.and_then(|address| super::object::library_object(machine, address));
    if let Some(name) = own {
        return Some(name.to_string());
    }
    let site = operation.site;
    let places = &program.function(site.func).places;
    if let Ok(found) = places.binary_search_by_key(&site.inst, |(inst, _)| *inst) {
        return Some(places[found].1.clone());
    }
    Some(super::object::name(program, machine, address?))
}

/// Whether an operation is about something that the user has a name for. Of those on threads the verb
/// names the thread.
fn has_object(action: Action) -> bool {
    !matches!(
        action,
        Action::Spawn
            | Action::Join
            | Action::IsFinished
            | Action::Unpark
            | Action::Park
            | Action::ParkTimeout
            | Action::Print
            | Action::Exit
            | Action::ExitProcess
            | Action::Sleep
            | Action::Yield
            | Action::Fence
            | Action::Fault
    )
}
