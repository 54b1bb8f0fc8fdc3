//! The verbs of concurrency: one vocabulary for what the static pass calls an *access* and the
//! machine an *operation*.
//!
//! Each action is one visible operation: one call in the user's program. Its arguments are scalars;
//! `obj` is the address of a raw synchronization object ([`crate::SyncKind`]) or of an atomic cell.
//!
//! *Movers.* A release (unlock, thread exit) can be moved next to the operation before it without
//! changing any outcome, because nothing else may run on that object in between (Lipton's left
//! movers), unless the program can look at the object without acquiring it (`try_lock`,
//! `is_finished`, ...). Reference counts can be moved where nobody looks at them and the last drop
//! runs no code of the user's, and the poisoning of a lock where only its holders read the flag. The
//! front end clears `visible` on such instructions.

use crate::inst::{Operand, ScalarType};
use serde::{Deserialize, Serialize};

/// The type of an atomic cell.
pub type AtomicType = ScalarType;

/// `std::sync::atomic::Ordering`, in the order of its discriminants in the models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MemoryOrdering {
    /// Atomic, and nothing else.
    Relaxed,
    /// Of writes: releases what came before.
    Release,
    /// Of reads: acquires what was released.
    Acquire,
    /// Both.
    AcqRel,
    /// Both, and in one order with all others.
    SeqCst,
}

/// Read-modify-write operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RmwOp {
    /// The operand takes its place.
    Swap,
    /// Addition; wraps.
    Add,
    /// Subtraction; wraps.
    Sub,
    /// Bitwise and.
    And,
    /// Complement of bitwise and.
    Nand,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The larger one.
    Max,
    /// The smaller one.
    Min,
}

impl RmwOp {
    /// What std calls the method of an atomic that does it.
    pub fn method(self) -> &'static str {
        match self {
            RmwOp::Swap => "swap",
            RmwOp::Add => "fetch_add",
            RmwOp::Sub => "fetch_sub",
            RmwOp::And => "fetch_and",
            RmwOp::Nand => "fetch_nand",
            RmwOp::Or => "fetch_or",
            RmwOp::Xor => "fetch_xor",
            RmwOp::Max => "fetch_max",
            RmwOp::Min => "fetch_min",
        }
    }
}

/// A concurrency action. The first line of each says `(arguments) -> result`.
///
/// Memory orderings of atomics are the *last* scalars of the argument list: constants 0..=4 as
/// [`MemoryOrdering`] (usually `Operand::Const`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// `(obj, order) -> value`. Atomic load.
    AtomicLoad(AtomicType),
    /// `(obj, value, order)`. Atomic store.
    AtomicStore(AtomicType),
    /// `(obj, operand, order) -> old`. Atomic read-modify-write.
    AtomicRmw(RmwOp, AtomicType),
    /// `(obj, expected, new, success, failure) -> (old, succeeded)`. Two result registers (more for
    /// 128-bit types). A failed one is a read.
    AtomicCas {
        /// The cell's type.
        ty: AtomicType,
        /// Whether it may fail for no reason.
        weak: bool,
    },
    /// `(order)`. Memory fence; under sequential consistency it only orders happens-before.
    Fence,

    /// `(obj)`. Blocks until the mutex is free, then takes it. A relock by its holder never succeeds.
    MutexLock,
    /// `(obj, cell, least, stop)`. Blocks until the mutex is free and the cell, which only holders of the mutex
    /// change, is at least so much, or the atomic cell `stop` (none if it is null) is not zero; then takes the mutex.
    MutexLockWhen,
    /// `(obj) -> taken`. Never blocks.
    MutexTryLock,
    /// `(obj)`. A mover.
    MutexUnlock,

    /// `(obj)`. Shared acquisition. May also wait behind a waiting writer (both happen: an arm).
    RwLockRead,
    /// `(obj)`. Exclusive acquisition.
    RwLockWrite,
    /// `(obj, keeps) -> taken`. Where `keeps` is 1, it may fail for the sake of a writer that waits (an arm).
    RwLockTryRead,
    /// `(obj) -> taken`.
    RwLockTryWrite,
    /// `(obj)`. A mover.
    RwLockUnlockRead,
    /// `(obj)`. A mover.
    RwLockUnlockWrite,

    /// `(condvar, mutex)`. Releases the mutex and waits; then re-acquires (see [`Action::Reacquire`]).
    CondvarWait,
    /// `(condvar, mutex, nanoseconds) -> timed_out`.
    CondvarWaitTimeout,
    /// Never an instruction: the second half of a wait, the re-acquisition of the mutex.
    Reacquire,
    /// `(condvar)`. Which waiter it wakes is an arm.
    NotifyOne,
    /// `(condvar)`.
    NotifyAll,

    /// `(barrier) -> is_leader`. Arrives; where others are missing, then waits for the release.
    BarrierWait,

    /// `(once) -> must_run`. Blocks while another thread runs the initializer; 1 if the caller must run it
    /// now, 0 if it is done, 2 if a former initializer panicked.
    OnceBegin,
    /// `(once, completed)`. Ends an initializer: 1 done, 0 panicked (3 in the cell), 2 back to new.
    OnceEnd,
    /// `(once) -> state`. Looks without blocking; 1 if it is done, 2 if the last initializer panicked, else 0.
    OnceGet,

    /// `(channel) -> sent`. Blocks while a bounded channel is full; 0 if no receiver is left. After it
    /// returns 1, the model stores the message (nothing can run in between). On a rendezvous channel it
    /// is enabled only while a receiver waits.
    ChannelSend,
    /// `(channel) -> 1 sent, 0 full, 2 disconnected`.
    ChannelTrySend,
    /// `(channel, nanoseconds) -> 1 sent, 0 timed out, 2 disconnected`.
    ChannelSendTimeout,
    /// `(channel) -> received`. Blocks while it is empty; 0 if it is empty and no sender is left. After it
    /// returns 1, the model takes the message out.
    ChannelReceive,
    /// `(channel) -> 1 received, 0 empty, 2 disconnected`.
    ChannelTryReceive,
    /// `(channel, nanoseconds) -> 1 received, 0 timed out, 2 disconnected`.
    ChannelReceiveTimeout,
    /// `(channel, ..., sends, biased, nanoseconds) -> arm`. Waits until one of the arms is ready and does what
    /// it says: to send where the arm's bit of `sends` is set, else to receive. 0 if the time ran out (at once,
    /// if there is none); else 1 + twice the arm's number, and 1 more if it found its channel disconnected.
    ChannelSelect {
        /// How many arms there are, at most [`Action::MAX_SELECTED`].
        arms: u8,
    },
    /// `(channel)`. One more sender.
    ChannelAddSender,
    /// `(channel)`. One sender less.
    ChannelDropSender,
    /// `(channel)`. The receiver is gone.
    ChannelDropReceiver,
    /// `(channel) -> messages`. How many were sent and not received.
    ChannelLen,

    /// `(func, data, packet, has result) -> thread`. Starts a thread that calls `func(data)`. If `packet` is not null,
    /// the machine keeps it for [`crate::Intrinsic::TakePacket`], and it is all that the thread leaves to who joins
    /// it; without a result, threads that begin in the same way leave the same there, unless they panic.
    Spawn,
    /// `(thread)`. Blocks until it has ended.
    Join,
    /// `(thread) -> finished`. Looks without blocking.
    IsFinished,
    /// `()`. Consumes this thread's token; blocks until there is one.
    Park,
    /// `(nanoseconds)`. As `Park`, but may end without a token.
    ParkTimeout,
    /// `(thread)`. Gives it its token.
    Unpark,
    /// `()`. `yield_now` and `spin_loop`: a point where others may run.
    Yield,
    /// `(nanoseconds)`. Virtual time: wakes when nothing else can run, earliest deadline first.
    Sleep,
    /// Never an instruction: the end of a thread (visible only where `is_finished` is used), and of
    /// `main`, which ends the process.
    Exit,
    /// `(code)`. `process::exit`.
    ExitProcess,

    /// `(obj)`. Adds one to a reference count. Invisible where nobody looks at the count.
    RefIncrement,
    /// `(obj) -> was_last`. Takes one off a reference count.
    RefDecrement,
    /// `(obj) -> count`. Looks at a reference count.
    RefCount,
    /// `(obj) -> succeeded`. Adds one unless it is zero (`Weak::upgrade`).
    RefIncrementIfAlive,
    /// `(strong, weak) -> bool`. Whether both counts are one (`Arc::get_mut`).
    RefIsUnique,
    /// `(obj) -> succeeded`. Sets one to zero (`Arc::try_unwrap`, `Arc::make_mut`).
    RefDecrementIfUnique,

    /// `(stream, address, bytes)`. Writes to standard output (1) or standard error (2).
    Print,
    /// `(n, of_looks) -> value`. A value in `0..n`, all of them explored (an arm). Where the second is given and not 0, it
    /// says whether the thread's looks at the clock wait until the others wait for time, too.
    Choose,
    /// Never an instruction: an uncaught panic about to end the execution, or a fault (undefined
    /// behaviour, abort) found before it is executed.
    Fault,
}

impl Action {
    /// How many channels one operation can wait for.
    pub const MAX_SELECTED: u8 = 32;

    /// Whether it waits for a lock that guards plain data.
    pub fn takes_lock(self) -> bool {
        matches!(
            self,
            Action::MutexLock | Action::RwLockRead | Action::RwLockWrite
        )
    }

    /// Whether, with these arguments, it is a sleep of the program's.
    pub fn sleeps(self, args: &[Operand]) -> bool {
        self == Action::Sleep && !self.sleeps_for_no_time(args)
    }

    /// Whether, with these arguments, it is how the models wait until the others wait for time, too.
    pub fn sleeps_for_no_time(self, args: &[Operand]) -> bool {
        self == Action::Sleep && args == [Operand::Const(0)]
    }
}

/// What an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// An atomic cell.
    Atomic,
    /// The order of memory alone.
    Fence,
    /// A mutex or a read-write lock.
    Lock,
    /// A condition variable.
    Condvar,
    /// A barrier.
    Barrier,
    /// A `Once`.
    Once,
    /// One channel or several.
    Channel,
    /// A reference count.
    Count,
    /// A thread, its own or another one.
    Thread,
    /// The process: its output and its end.
    Process,
    /// A value that the program leaves open.
    Choice,
}

/// What is known of an action wherever it stands.
#[derive(Clone, Copy, Debug)]
pub struct ActionFacts {
    /// What it is about.
    pub kind: ActionKind,
    /// Its name in JSON and recorded schedules.
    pub name: &'static str,
    /// What a user calls it.
    pub verb: &'static str,
    /// How many result registers it surely has.
    pub results: u32,
    /// Whether it may wait for what another thread does.
    pub waits: bool,
    /// Whether it gives what is in the cell that its first argument names.
    pub loads: bool,
    /// Which of its arguments it may put into that cell.
    pub stores: Option<usize>,
}

/// A row of the table in [`Action::facts`].
const fn row(
    kind: ActionKind,
    name: &'static str,
    verb: &'static str,
    results: u32,
) -> ActionFacts {
    ActionFacts {
        kind,
        name,
        verb,
        results,
        waits: false,
        loads: false,
        stores: None,
    }
}

impl ActionFacts {
    const fn waits(mut self) -> ActionFacts {
        self.waits = true;
        self
    }

    const fn loads(mut self) -> ActionFacts {
        self.loads = true;
        self
    }

    const fn stores(mut self, argument: usize) -> ActionFacts {
        self.stores = Some(argument);
        self
    }

    const fn rmw(self, argument: usize) -> ActionFacts {
        self.loads().stores(argument)
    }
}

impl Action {
    /// The table of what all crates ask of an action. Beside it, a new action needs its name in the models
    /// (`frontend/src/lower/intrinsic/action.rs`), what the machine does (`vm/src/sync/mod.rs`) and which
    /// accesses the static pass sees in it (`analysis/src/access/mod.rs`).
    pub fn facts(self) -> ActionFacts {
        use ActionKind::*;
        match self {
            Action::AtomicLoad(ty) => row(Atomic, "atomic-load", "load", ty.cells()).loads(),
            Action::AtomicStore(_) => row(Atomic, "atomic-store", "store", 0).stores(1),
            Action::AtomicRmw(op, ty) => row(Atomic, "atomic-rmw", op.method(), ty.cells()).rmw(1),
            Action::AtomicCas { ty, .. } => {
                let (name, verb) = ("atomic-compare-exchange", "compare_exchange");
                row(Atomic, name, verb, ty.cells() + 1).rmw(2)
            }
            Action::Fence => row(Fence, "fence", "fence", 0),
            Action::MutexLock => row(Lock, "mutex-lock", "lock", 0).waits(),
            Action::MutexLockWhen => row(Lock, "mutex-lock-when", "lock", 0).waits(),
            Action::MutexTryLock => row(Lock, "mutex-try-lock", "try_lock", 1),
            Action::MutexUnlock => row(Lock, "mutex-unlock", "unlock", 0),
            Action::RwLockRead => row(Lock, "rwlock-read", "read", 0).waits(),
            Action::RwLockWrite => row(Lock, "rwlock-write", "write", 0).waits(),
            Action::RwLockTryRead => row(Lock, "rwlock-try-read", "try_read", 1),
            Action::RwLockTryWrite => row(Lock, "rwlock-try-write", "try_write", 1),
            Action::RwLockUnlockRead => row(Lock, "rwlock-unlock-read", "end read", 0),
            Action::RwLockUnlockWrite => row(Lock, "rwlock-unlock-write", "end write", 0),
            Action::CondvarWait => row(Condvar, "condvar-wait", "wait", 0).waits(),
            Action::CondvarWaitTimeout => {
                row(Condvar, "condvar-wait-timeout", "wait_timeout", 1).waits()
            }
            Action::Reacquire => row(Condvar, "condvar-reacquire", "wake from", 0).waits(),
            Action::NotifyOne => row(Condvar, "condvar-notify-one", "notify_one", 0),
            Action::NotifyAll => row(Condvar, "condvar-notify-all", "notify_all", 0),
            Action::BarrierWait => row(Barrier, "barrier-wait", "wait at barrier", 1).waits(),
            Action::OnceBegin => row(Once, "once-begin", "initialize", 1).waits(),
            Action::OnceEnd => row(Once, "once-end", "end initializing", 0),
            Action::OnceGet => row(Once, "once-get", "get", 1),
            Action::ChannelSend => row(Channel, "channel-send", "send", 1).waits(),
            Action::ChannelTrySend => row(Channel, "channel-try-send", "try_send", 1),
            Action::ChannelSendTimeout => {
                row(Channel, "channel-send-timeout", "send_timeout", 1).waits()
            }
            Action::ChannelReceive => row(Channel, "channel-receive", "recv", 1).waits(),
            Action::ChannelTryReceive => row(Channel, "channel-try-receive", "try_recv", 1),
            Action::ChannelReceiveTimeout => {
                row(Channel, "channel-receive-timeout", "recv_timeout", 1).waits()
            }
            Action::ChannelSelect { .. } => row(Channel, "channel-select", "select", 1).waits(),
            Action::ChannelAddSender => row(Channel, "channel-add-sender", "clone sender", 0),
            Action::ChannelDropSender => row(Channel, "channel-drop-sender", "drop sender", 0),
            Action::ChannelDropReceiver => {
                row(Channel, "channel-drop-receiver", "drop receiver", 0)
            }
            Action::ChannelLen => row(Channel, "channel-len", "len", 1),
            Action::Spawn => row(Thread, "spawn", "spawn", 1),
            Action::Join => row(Thread, "join", "join", 0).waits(),
            Action::IsFinished => row(Thread, "is-finished", "is_finished", 1),
            Action::Park => row(Thread, "park", "park", 0).waits(),
            Action::ParkTimeout => row(Thread, "park-timeout", "park_timeout", 0).waits(),
            Action::Unpark => row(Thread, "unpark", "unpark", 0),
            Action::Yield => row(Thread, "yield", "yield", 0),
            Action::Sleep => row(Thread, "sleep", "sleep", 0).waits(),
            Action::Exit => row(Process, "exit", "end", 0),
            Action::ExitProcess => row(Process, "exit-process", "exit process", 0),
            Action::RefIncrement => row(Count, "ref-increment", "clone", 0),
            Action::RefDecrement => row(Count, "ref-decrement", "drop", 1),
            Action::RefCount => row(Count, "ref-count", "look at count", 1),
            Action::RefIncrementIfAlive => row(Count, "ref-upgrade", "upgrade", 1),
            Action::RefIsUnique => row(Count, "ref-is-unique", "look whether unique", 1),
            Action::RefDecrementIfUnique => row(Count, "ref-unwrap", "take if unique", 1),
            Action::Print => row(Process, "print", "print", 0),
            Action::Choose => row(Choice, "choose", "choose", 1),
            Action::Fault => row(Process, "fault", "fails", 0),
        }
    }
}
