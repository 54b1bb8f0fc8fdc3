//! What a thread is about to do, asked before it is done.

use crate::address;
use smallvec::SmallVec;
use vscheck_ir::{Action, RmwOp, Site};

/// A thread's number. Numbers follow the spawn path (`main.1.2`), not the interleaving: the same path
/// has the same number in every run of one exploration. `main` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u16);

impl ThreadId {
    /// The main thread.
    pub const MAIN: ThreadId = ThreadId(0);
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// `main`, `t1`, `t2`, ...: what reports call a thread.
impl std::fmt::Display for ThreadId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("main"),
            n => write!(f, "t{n}"),
        }
    }
}

/// What two operations may have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A memory cell: an atomic or the first cell of a raw synchronization object. The packed address
    /// names its object by (allocating thread, n-th allocation), whatever the interleaving was.
    Cell(u64),
    /// A message of a channel: its sending, its receipt, or that there is none with this number.
    Message {
        /// The address of the channel.
        channel: u64,
        /// How many were sent on it before.
        number: u32,
    },
    /// How many senders a channel (its address) has left.
    Senders(u64),
    /// Who will be the last to give up a reference, or to arrive at a barrier (its address). Only the last one
    /// is told from the others, so all commute; but of two that are about to, and come last, either may be it.
    /// What has happened is in no order by this: the last one has changed what the others add to.
    Last(u64),
    /// A thread's life: its start and its end, and what ends its waits on condition variables.
    Thread(ThreadId),
    /// What [`Action::Unpark`] gives to a thread. It says nothing of the thread's life: whether that has ended
    /// before, nobody can tell.
    Token(ThreadId),
    /// How many spurious wake-ups and failures are left (`--spurious`).
    SpuriousBudget,
    /// What the outside sees: standard output and error, and the end of the process.
    Output,
    /// Everything: dependent on every operation (virtual time passing).
    World,
}

/// How an operation touches an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Touch {
    /// Reads: commutes with other reads.
    Shared,
    /// Changes in a way that commutes with other such changes (reference counts; giving a thread its
    /// token, and its end; additions that nobody looks at the result of, where that matters).
    Accumulate,
    /// Updates a value in a way that commutes with other updates by the same operator (maxima; bits that are
    /// set), and nobody looks at the result, where that matters.
    Update(RmwOp),
    /// Takes a lock that the program has made of an atomic, and gives it back: commutes with what does the same,
    /// and with no update.
    PassThrough,
    /// Changes.
    Exclusive,
}

/// A short list of touched objects.
pub type Footprint = SmallVec<[(Object, Touch); 2]>;

/// A visible operation of one thread.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// Who.
    pub thread: ThreadId,
    /// Where (the user's call, see [`Site`]).
    pub site: Site,
    /// What.
    pub action: Action,
    /// What it is named after: the first cell of the atomic or raw synchronization object, if there is one.
    pub named: Option<u64>,
    /// Whether it stands in a loop that may do nothing but wait for it to find something else: it cannot run
    /// as long as it would not.
    pub awaits: bool,
    /// Whether its thread may come back to it in the same state, without returning: else it never spins.
    pub recurs: bool,
    /// Which objects, and how. It depends on the state for operations that may fail (a
    /// compare-exchange that would fail is a read), and changes only through dependent operations.
    pub footprint: Footprint,
}

impl Object {
    /// The thread whose life or token it is.
    pub fn thread(self) -> Option<ThreadId> {
        match self {
            Object::Thread(thread) | Object::Token(thread) => Some(thread),
            Object::Cell(_)
            | Object::Message { .. }
            | Object::Senders(_)
            | Object::Last(_)
            | Object::SpuriousBudget
            | Object::Output
            | Object::World => None,
        }
    }

    /// The thread that it belongs to by its name: the one that allocated it, or whose life or token it is.
    pub fn owner(self) -> Option<ThreadId> {
        match self {
            Object::Cell(address)
            | Object::Message {
                channel: address, ..
            }
            | Object::Senders(address)
            | Object::Last(address) => Some(ThreadId(address::thread(address) as u16)),
            Object::Thread(thread) | Object::Token(thread) => Some(thread),
            Object::SpuriousBudget | Object::Output | Object::World => None,
        }
    }

    /// What goes by the same name with another owner.
    pub fn of(self, owner: ThreadId) -> Object {
        let moved = |address| address::of_thread(address, owner.index());
        match self {
            Object::Cell(address) => Object::Cell(moved(address)),
            Object::Message { channel, number } => Object::Message {
                channel: moved(channel),
                number,
            },
            Object::Senders(address) => Object::Senders(moved(address)),
            Object::Last(address) => Object::Last(moved(address)),
            Object::Thread(_) => Object::Thread(owner),
            Object::Token(_) => Object::Token(owner),
            Object::SpuriousBudget | Object::Output | Object::World => self,
        }
    }
}

impl Operation {
    /// The thread that it starts.
    pub fn spawned(&self) -> Option<ThreadId> {
        self.thread_of(Action::Spawn)
    }

    /// The thread whose end it waits for.
    pub fn joined(&self) -> Option<ThreadId> {
        self.thread_of(Action::Join)
    }

    /// Whether nothing can run after it.
    pub fn ends_execution(&self) -> bool {
        let exits = matches!(self.action, Action::Fault | Action::ExitProcess);
        exits || (self.action == Action::Exit && self.thread == ThreadId::MAIN)
    }

    /// The address of the lock without which it cannot run, if it is to take one that others may hold.
    pub fn awaited_lock(&self) -> Option<u64> {
        let of_footprint = || match self.footprint.first() {
            Some(&(Object::Cell(lock), _)) => Some(lock),
            _ => None,
        };
        match self.action {
            Action::Reacquire => of_footprint(),
            action if action.takes_lock() => self.named,
            _ => None,
        }
    }

    /// The thread that it is about, if it is of a kind that is about one.
    fn thread_of(&self, action: Action) -> Option<ThreadId> {
        let mut touched = self.footprint.iter().filter(|_| self.action == action);
        touched.find_map(|&(object, _)| object.thread())
    }

    /// It goes this way: only what happens for no reason takes from what may happen so.
    pub fn goes(&mut self, arm: Arm) {
        if arm != Arm::Spurious {
            let touched = &mut self.footprint;
            touched.retain(|&mut (object, _)| object != Object::SpuriousBudget);
        }
    }

    /// Whether it depends on everything, as the waking of a sleeper does.
    pub fn touches_world(&self) -> bool {
        let mut touched = self.footprint.iter();
        touched.any(|&(object, _)| object == Object::World)
    }
}

impl Clone for Operation {
    /// The footprint as one block: the derived clone goes entry by entry.
    fn clone(&self) -> Operation {
        Operation {
            footprint: SmallVec::from_slice(&self.footprint),
            ..*self
        }
    }
}

/// The one definition of dependence: two footprints meet on an object, and not in two touches of
/// the same commuting kind. Operations of one thread are always dependent.
pub fn dependent(a: &Operation, b: &Operation) -> bool {
    a.thread == b.thread || footprints_meet(&a.footprint, &b.footprint)
}

/// Whether two footprints conflict.
pub fn footprints_meet(a: &Footprint, b: &Footprint) -> bool {
    a.iter().any(|&(x, s)| {
        x == Object::World
            || b.iter()
                .any(|&(y, t)| y == Object::World || (x == y && !commute(s, t)))
    }) || b.iter().any(|&(y, _)| y == Object::World)
}

/// Whether two touches of one object commute.
pub fn commute(a: Touch, b: Touch) -> bool {
    a == b && a != Touch::Exclusive
}

/// One of the ways in which a pending operation can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// The only way.
    Only,
    /// `notify_one` wakes this waiter. (With no waiter the arm is `Only`.)
    Wake(ThreadId),
    /// A timed wait runs into its time limit.
    TimeOut,
    /// A wait or park wakes, or a weak compare-exchange fails, for no reason.
    Spurious,
    /// A deadlock is declared: nobody can move except by waking for no reason, and nobody does; or the
    /// thread is in a cycle of waits, and `main` never returns. Or a livelock is: the thread can
    /// move, but no schedule comes to an end.
    Forever,
    /// `Action::Choose` gives this value.
    Value(u32),
    /// A reader joins the queue behind this waiting writer, and cannot go on before it (see `sync/rwlock.rs`).
    Behind(ThreadId),
}

impl Arm {
    /// Whether it comes by itself, at any time: nothing that a thread does brings it about.
    pub fn is_spontaneous(self) -> bool {
        matches!(self, Arm::TimeOut | Arm::Spurious)
    }
}

/// One step of a schedule: which thread, which way. Nothing else is nondeterministic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// Who moves.
    pub thread: ThreadId,
    /// In which way.
    pub arm: Arm,
}

/// Why a thread cannot move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The address of what it waits for (lock, condvar, channel, ...), if it is an object.
    pub object: Option<u64>,
    /// Threads that hold it (lock holders; the joined thread; the thread running the initializer).
    pub holders: SmallVec<[ThreadId; 2]>,
    /// What kind of waiting this is.
    pub reason: BlockedReason,
}

/// Kinds of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockedReason {
    /// A lock is taken.
    Lock,
    /// Waits to be notified.
    Condvar,
    /// A channel is empty or full.
    Channel,
    /// A mutex is free, but what it waits for with it does not hold.
    Condition,
    /// Not all have arrived.
    Barrier,
    /// Another thread runs the initializer.
    Once,
    /// The thread has not ended.
    Join,
    /// No token.
    Park,
    /// Sleeps until nothing else can run.
    Sleep,
    /// Spins: nothing it read has changed since it last looked.
    Spin,
}

/// An access to a cell of shared memory that is not an operation of its own: plain data, which the
/// operations around it protect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainAccess {
    /// The cell.
    pub address: u64,
    /// Whether it was changed.
    pub write: bool,
}
