//! Small random concurrent programs.

use super::counted::Counted;
use vscheck_ir::{MemoryOrdering, RmwOp};
use vscheck_vm::{ChildPanic, TimeMode};

/// Two or three threads over a few shared objects. Each thread has one local variable `r`, 0 at first.
/// `main` spawns them in order, runs its own body, joins them in order and prints the last `r` of each
/// and what every object holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The threads' bodies.
    pub threads: Vec<Vec<Stmt>>,
    /// Which of them `main` lets go: it does not join them, and does not look at what they leave.
    pub detached: Vec<bool>,
    /// What `main` does between the spawns and the joins.
    pub main: Vec<Stmt>,
    /// The bounds of the channels; `None` is unbounded. The second is for programs with selections.
    pub bounds: [Option<u32>; CHANNELS],
    /// Whether atomics are accessed with relaxed orderings, else sequentially consistently.
    pub relaxed: bool,
    /// `--spurious` for the check.
    pub spurious: u32,
    /// `--time` for the check.
    pub time: TimeMode,
    /// `--child-panic` for the check.
    pub child_panic: ChildPanic,
}

/// How many objects there are of each kind that has several.
pub const OBJECTS: usize = 2;

/// How many channels there are where there are selections.
pub const CHANNELS: usize = 2;

/// How long a selection waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Not at all: there is a `default`.
    None,
    /// So many milliseconds.
    Time(u64),
    /// For ever.
    Forever,
}

/// One end of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Which channel.
    pub channel: usize,
    /// Whether it is to send on it, else to receive.
    pub sends: bool,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A constant.
    Const(i32),
    /// The local variable.
    Local,
    /// The local variable plus one.
    LocalPlusOne,
}

/// How the address of a heap object comes from one thread to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By an atomic pointer, with release and acquire.
    Atomic,
    /// By an atomic pointer, with nothing that orders memory.
    Relaxed,
    /// By a plain pointer that is only touched under mutex 0.
    Locked,
}

/// What is done to the heap object whose address lies ready, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Makes a new object with this value, and leaves its address.
    Publish(Value),
    /// `r` becomes what the object holds; 4 if there is none.
    Read,
    /// Writes the object.
    Write(Value),
    /// Takes the address away and frees the object.
    Free,
}

/// What is done to the data of a mutex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// `r` becomes what it is.
    Look,
    /// It becomes this.
    Set(Value),
    /// This is added to it.
    Add(Value),
}

/// How an atomic is changed by a load and a compare-exchange, again until that succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// What it becomes; if not said, one is added.
    pub new: Option<i32>,
    /// Whether an addition may wrap round.
    pub wraps: bool,
    /// From which value on it is left as it is.
    pub limit: Option<i32>,
    /// Whether it is loaded again after a failure, or what the exchange found is taken.
    pub reloads: bool,
    /// Whether `r` counts the failures.
    pub counts: bool,
    /// Whether `r` becomes what it was.
    pub looks: bool,
    /// The `r` with which it panics in the end.
    pub panics_at: Option<i32>,
}

/// What is done with what each thread of a team leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// It leaves nothing.
    Ignored,
    /// It is added to `r`.
    Added,
    /// `r` is doubled, and it is added.
    InOrder,
}

/// How a lock is taken that an atomic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// By compare-exchanges.
    Exchange,
    /// By swaps.
    Swap,
    /// By compare-exchanges, with a load before each that has to find it free.
    LookFirst,
    /// By compare-exchanges; after one that fails, it is loaded until it is free.
    LookAfter,
    /// By swaps; after one that fails the thread counts to one, after all later ones to two.
    Pause {
        /// Whether `r` becomes to what it would have counted next.
        shows: bool,
    },
}

/// A statement. Objects are numbered within their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// `a.store(value)`.
    Store(usize, Value),
    /// `r = a.load()`.
    Load(usize),
    /// `r = a.fetch_add(1)`.
    Add(usize),
    /// Adds one to an atomic cell; what it held is of no interest.
    Count(usize),
    /// `r = a.fetch_max(operand)`, or another such operation.
    Modify(usize, RmwOp, i32),
    /// The same; what the cell held is of no interest.
    ModifyOnly(usize, RmwOp, i32),
    /// `r = a.compare_exchange(old, new).is_ok()`.
    Cas(usize, i32, i32),
    /// The same with a weak one, which may fail for no reason.
    WeakCas(usize, i32, i32),
    /// A load, and a compare-exchange that relies on it, in a loop.
    Exchange(usize, Exchange),
    /// `r` becomes a number below this one. Not as Rust source.
    Choose(u32),
    /// `while a.load() != value {}`, with a yield in the loop or not; with one in each second round if the
    /// loop counts its rounds, too.
    SpinUntil {
        /// The atomic.
        object: usize,
        /// What is waited for.
        value: i32,
        /// Whether the loop yields.
        yields: bool,
        /// Whether `r` counts the rounds.
        counts: bool,
    },
    /// Takes a lock that an atomic is, which makes it 1 from 0, runs the body, stores 0.
    SpinLock {
        /// The atomic.
        object: usize,
        /// How it is taken.
        taking: Taking,
        /// What runs under the lock.
        body: Vec<Stmt>,
    },
    /// `fence(ordering)`.
    Fence(MemoryOrdering),
    /// Takes the mutex, adds one to its data, runs the body, releases.
    Lock(usize, Vec<Stmt>),
    /// Takes the mutex, does something to its data, releases.
    Guarded(usize, Update),
    /// Takes the mutex, adds one to its data and runs the body where it is free, else `r = 7`.
    TryLock(usize, Vec<Stmt>),
    /// `r` becomes the data of the read-write lock; the body runs under the shared lock.
    Read(usize, Vec<Stmt>),
    /// The same where it can be had at once, else `r = 7`.
    TryRead(usize, Vec<Stmt>),
    /// Adds one to the data of the read-write lock and runs the body under the exclusive lock.
    Write(usize, Vec<Stmt>),
    /// The same where it can be had at once, else `r = 7`.
    TryWrite(usize, Vec<Stmt>),
    /// Adds one to the data of the read-write lock under the exclusive lock, which then becomes a shared one,
    /// under which the body runs.
    Downgrade(usize, Vec<Stmt>),
    /// Under mutex 0: waits on the condition variable while the data is 0 (`until`), or just once. With
    /// a timeout, in milliseconds, a wait without `until` gives `r = timed_out`.
    Wait {
        /// The condition variable.
        condvar: usize,
        /// Whether it looks at the data in a loop.
        until: bool,
        /// After which time it goes on.
        timeout: Option<u64>,
    },
    /// Wakes one waiter or all; before it, under mutex 0, adds one to the data (`set`), and may go on
    /// holding the mutex (`locked`).
    Notify {
        /// The condition variable.
        condvar: usize,
        /// All waiters.
        all: bool,
        /// Adds one to the data.
        set: bool,
        /// Notifies with the mutex held.
        locked: bool,
    },
    /// `r = tx.send(value).is_ok()`. A child has a sender of its own, which its parent clones for it.
    Send(i32),
    /// `r = tx.send_timeout(value, milliseconds)`: 1, 0 or 2. In Rust, where there is none, a send.
    SendTimeout(i32, u64),
    /// `r = rx.recv()`, 9 if nobody sends. Only in the last thread.
    Receive,
    /// `r = rx.try_recv()`, 8 or 9 if there is nothing. Only in the last thread.
    TryReceive,
    /// `r = rx.recv_timeout(milliseconds)`, 8 or 9 if there is nothing. Only in the last thread.
    ReceiveTimeout(u64),
    /// `select!` over some ends, in Rust as `crossbeam_channel` has it: `r` is 0 if it waits no longer, else
    /// 1 + twice the arm's number, and 1 more if its channel is disconnected. One end is an operation of the
    /// channel: an attempt, one that waits for a time or for ever; `r` is 1 if it is done, 0 or 2 if not.
    Select {
        /// The arms.
        ends: Vec<End>,
        /// How long it waits.
        patience: Patience,
    },
    /// `r` becomes how many messages lie in a channel that is selected from.
    Len(End),
    /// `drop(tx)`, before the thread's end. Only where nothing about the channel comes after it.
    DropSender,
    /// `drop(rx)`, in the same way.
    DropReceiver,
    /// The same for an end of a channel that is selected from.
    DropEnd(End),
    /// `thread::park()`.
    Park,
    /// `thread::park_timeout(milliseconds)`.
    ParkTimeout(u64),
    /// Unparks a thread. Only in threads spawned later, and in `main`.
    Unpark(usize),
    /// Unparks `main`.
    UnparkMain,
    /// `r = handle.is_finished()`. Only in `main`.
    IsFinished(usize),
    /// `r` becomes the last `r` of that thread, once it has ended; this thread has its handle instead of
    /// `main`. Only in threads spawned later, outermost, and once a program.
    JoinThread(usize),
    /// `r = barrier.wait().is_leader()`; the barrier is for two.
    Barrier,
    /// `r = *once.get_or_init(|| { body; r })`.
    Once(Vec<Stmt>),
    /// `r = *once.get()`, 5 if nothing is there.
    OnceGet,
    /// `thread::sleep(milliseconds)`.
    Sleep(u64),
    /// `r = (so many milliseconds have passed since the start)`.
    IsLate(u64),
    /// Looks at the clock until so many milliseconds have passed; then `r = a.load()`.
    PollUntil(u64, usize),
    /// Writes the plain variable.
    PlainWrite(Value),
    /// `r` becomes the plain variable.
    PlainRead,
    /// Adds one to the plain variable; what it held is of no interest.
    PlainAdd,
    /// Reads the plain variable if the atomic is this; of what it was, nothing is left.
    PeekIf(usize, i32),
    /// Something about a heap object that others may know of.
    Heap(Way, Deed),
    /// Something about the counted object. Not in children.
    Counted(Counted),
    /// A thread with a body and an `r` of its own, joined at the end of the block around it: `r` is then
    /// its last `r`.
    Spawn(Vec<Stmt>),
    /// A thread with a body and an `r` of its own, which nobody joins.
    Detach(Vec<Stmt>),
    /// Two threads with the same body, each with an `r` of its own, joined at the end of the block around it.
    Team {
        /// Whether atomic 0 is counted up after each of the joins.
        apart: bool,
        /// What is done with the last `r` of each. (It is ignored in a scope.)
        results: Results,
        /// What each does.
        body: Vec<Stmt>,
    },
    /// `r = catch_unwind(|| { body; r })`, 6 after a panic. Only as Rust source.
    Catch(Vec<Stmt>),
    /// `r = mutex.is_poisoned()`. Only as Rust source.
    IsPoisoned(usize),
    /// `once.call_once(|| body)`, with an `r` of its own. Only as Rust source.
    CallOnce(Vec<Stmt>),
    /// Touches a thread-local that adds one to an atomic when the thread ends. Only as Rust source.
    LeaveAtEnd,
    /// `thread::scope(|s| body)`: the threads that the body spawns are scoped. Only as Rust source.
    Scope(Vec<Stmt>),
    /// `if r == value { .. }`.
    If(i32, Vec<Stmt>),
    /// `assert!(r != value)`.
    Assert(i32),
    /// Prints `r`.
    Print,
    /// `process::exit(code)`.
    ExitProcess(i32),
    /// `yield_now()`.
    Yield,
}

impl Program {
    /// All statements, outermost first.
    pub fn statements(&self) -> Vec<&Stmt> {
        let mut all = Vec::new();
        collect(&self.main, &mut all);
        self.threads.iter().for_each(|body| collect(body, &mut all));
        all
    }

    /// The ends of channels that somebody selects from in a body.
    pub fn ends(body: &[Stmt]) -> Vec<End> {
        let mut all = Vec::new();
        collect(body, &mut all);
        let ends = (0..CHANNELS).flat_map(|channel| {
            let end = |sends| End { channel, sends };
            [end(true), end(false)]
        });
        let selects = |end: &End| all.iter().any(|stmt| stmt.ends().contains(end));
        ends.filter(selects).collect()
    }

    /// Those of them that the body has not given away.
    pub fn ends_left(body: &[Stmt]) -> impl Iterator<Item = End> {
        let is_left = |end: &End| !body.contains(&Stmt::DropEnd(*end));
        Program::ends(body).into_iter().filter(is_left)
    }

    /// Whether nobody but `main` is there at its end.
    pub fn all_joined(&self) -> bool {
        let detaches = self.uses(|stmt| matches!(stmt, Stmt::Detach(_)));
        let joins = self.uses(|stmt| matches!(stmt, Stmt::JoinThread(_)));
        // Who panics does not join.
        let panics = self.uses(|stmt| matches!(stmt, Stmt::Assert(_)));
        let may_miss = joins && panics;
        !(self.detached.contains(&true) || detaches || may_miss)
    }

    /// Whether some other thread than `main` has a thread's handle.
    pub fn is_joined_by_another(&self, thread: usize) -> bool {
        self.uses(|stmt| *stmt == Stmt::JoinThread(thread))
    }

    /// The threads that `main` joins.
    pub fn joined_by_main(&self) -> impl Iterator<Item = usize> {
        (0..self.threads.len())
            .filter(|&thread| !self.detached[thread] && !self.is_joined_by_another(thread))
    }

    /// Whether the process may end while threads go on.
    pub fn may_cut_off(&self) -> bool {
        !self.all_joined() || self.uses(|stmt| matches!(stmt, Stmt::ExitProcess(_)))
    }

    /// Whether it has plain accesses that are not under a mutex.
    pub fn may_race(&self) -> bool {
        let races = |stmt: &Stmt| matches!(stmt, Stmt::PeekIf(..) | Stmt::Heap(..));
        self.uses(|stmt| stmt.is_plain() || races(stmt) || stmt.is_counted())
    }

    /// Whether some statement is of a kind.
    pub fn uses(&self, kind: impl Fn(&Stmt) -> bool) -> bool {
        self.statements().into_iter().any(kind)
    }
}

/// Whether a body, or a child's body inside, uses the channel.
pub fn uses_channel(body: &[Stmt]) -> bool {
    let mut all = Vec::new();
    collect(body, &mut all);
    all.into_iter().any(Stmt::is_about_channel)
}

fn collect<'a>(body: &'a [Stmt], all: &mut Vec<&'a Stmt>) {
    for stmt in body {
        all.push(stmt);
        collect(stmt.body(), all);
    }
}

impl Stmt {
    /// The statements inside.
    pub fn body(&self) -> &[Stmt] {
        match self {
            Stmt::Lock(_, body)
            | Stmt::TryLock(_, body)
            | Stmt::SpinLock { body, .. }
            | Stmt::Read(_, body)
            | Stmt::TryRead(_, body)
            | Stmt::Write(_, body)
            | Stmt::TryWrite(_, body)
            | Stmt::Downgrade(_, body)
            | Stmt::Once(body)
            | Stmt::CallOnce(body)
            | Stmt::Scope(body)
            | Stmt::Spawn(body)
            | Stmt::Detach(body)
            | Stmt::Team { body, .. }
            | Stmt::Catch(body)
            | Stmt::If(_, body) => body,
            _ => &[],
        }
    }

    /// Whether it uses the channel.
    pub fn is_about_channel(&self) -> bool {
        use Stmt::{DropReceiver, DropSender};
        use Stmt::{Receive, ReceiveTimeout, Send, SendTimeout, TryReceive};
        let sends = matches!(self, Send(_) | SendTimeout(..) | DropSender);
        sends
            || matches!(
                self,
                Receive | TryReceive | ReceiveTimeout(_) | DropReceiver
            )
    }

    /// The ends of channels that it selects from, or gives away.
    pub fn ends(&self) -> &[End] {
        match self {
            Stmt::Select { ends, .. } => ends,
            Stmt::DropEnd(end) | Stmt::Len(end) => std::slice::from_ref(end),
            _ => &[],
        }
    }

    /// Whether it looks at the clock.
    pub fn looks_at_clock(&self) -> bool {
        matches!(self, Stmt::IsLate(_) | Stmt::PollUntil(..))
    }

    /// Whether it is about the counted object.
    pub fn is_counted(&self) -> bool {
        matches!(self, Stmt::Counted(_))
    }

    /// Whether it goes round a loop until something changes: the oracle tells apart how often.
    pub fn spins(&self) -> bool {
        matches!(self, Stmt::SpinUntil { .. } | Stmt::SpinLock { .. })
    }

    /// Whether it reads for longer than a step. The oracle tells apart when a writer says that it waits for
    /// the release, which may be no step of its own.
    pub fn keeps_writers(&self) -> bool {
        matches!(
            self,
            Stmt::Read(_, body) | Stmt::TryRead(_, body) | Stmt::Downgrade(_, body)
                if !body.is_empty()
        )
    }

    /// Whether it accesses the plain variable, and does nothing else.
    pub fn is_plain(&self) -> bool {
        matches!(self, Stmt::PlainWrite(_) | Stmt::PlainRead | Stmt::PlainAdd)
    }

    /// Whether it tries to get a lock.
    pub fn tries(&self) -> bool {
        matches!(
            self,
            Stmt::TryLock(..) | Stmt::TryRead(..) | Stmt::TryWrite(..)
        )
    }

    /// Whether it is about a thread of a certain number.
    pub(super) fn names_thread(&self) -> bool {
        matches!(
            self,
            Stmt::Unpark(_) | Stmt::IsFinished(_) | Stmt::JoinThread(_)
        )
    }

    /// The statements inside, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut Vec<Stmt>> {
        match self {
            Stmt::Lock(_, body)
            | Stmt::TryLock(_, body)
            | Stmt::SpinLock { body, .. }
            | Stmt::Read(_, body)
            | Stmt::TryRead(_, body)
            | Stmt::Write(_, body)
            | Stmt::TryWrite(_, body)
            | Stmt::Downgrade(_, body)
            | Stmt::Once(body)
            | Stmt::CallOnce(body)
            | Stmt::Scope(body)
            | Stmt::Spawn(body)
            | Stmt::Detach(body)
            | Stmt::Team { body, .. }
            | Stmt::Catch(body)
            | Stmt::If(_, body) => Some(body),
            _ => None,
        }
    }
}
