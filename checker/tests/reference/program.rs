//! A small program: what each thread does step by step, and how Rust writes it.

use std::fmt::Write;
use std::sync::atomic::Ordering;

/// Threads at most, `main` included.
pub const THREADS: usize = 4;
/// Atomic cells.
pub const CELLS: usize = 2;
/// Plain places.
pub const PLACES: usize = 2;
/// Mutexes, each with a number that it guards. The condition variable goes with the first.
pub const MUTEXES: usize = 2;
/// Queues, which are channels that several receive from.
pub const QUEUES: usize = 2;
/// What an attempt gives that finds nothing.
pub const NOTHING: i32 = -5;
/// The place, or in a program without plain places the cell, that a counted object's destructor writes to, and what
/// it writes.
pub const DESTROYED: (usize, i32) = (0, 9);
/// What a thread has read that panicked.
pub const LOST: i32 = -9;

/// What becomes of a cell's value.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    Add(i32),
    Or(i32),
    Max(i32),
    Swap(i32),
}

impl Change {
    /// The value afterwards.
    pub fn of(self, found: i32) -> i32 {
        match self {
            Change::Add(value) => found + value,
            Change::Or(value) => found | value,
            Change::Max(value) => found.max(value),
            Change::Swap(value) => value,
        }
    }
}

/// What a thread does in one step. Cells, places, mutexes, registers and threads are numbers; a thread's registers
/// are 0 at first.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Of a cell.
    Store(usize, i32, Ordering),
    /// Of a cell, into a register.
    Load(usize, usize, Ordering),
    /// Of a cell; what was there may go into a register.
    Update(usize, Change, Option<usize>, Ordering),
    /// Puts the second value where the first is; what was there goes into a register.
    CompareExchange(usize, [i32; 2], usize, [Ordering; 2]),
    /// Adds to a cell that has a register's value. Else what is there goes into the register, and the thread goes back
    /// so many steps.
    ExchangeSum(usize, i32, usize, [Ordering; 2], usize),
    /// Of no cell.
    Fence(Ordering),
    /// To a plain place.
    Write(usize, i32),
    /// Of a plain place.
    Read(usize),
    /// Leaves out the next step if a register does not have this value.
    Unless(usize, i32),
    /// Of a mutex.
    Lock(usize),
    /// Leaves out so many steps if a mutex is taken.
    TryLock(usize, usize),
    /// Whether a mutex, which is held, is poisoned, into a register.
    Poison(usize, usize),
    /// Of a mutex.
    Unlock(usize),
    /// Of the number that a mutex guards.
    Put(usize, i32),
    /// To the number that a mutex guards.
    Count(usize, i32),
    /// At the number that a mutex guards, into a register.
    Look(usize, usize),
    /// Waits until the number of the first mutex is not 0. Who is woken has to take the lock again, one step before.
    AwaitCount,
    /// Waits once, with a time limit; whether it ran out goes into a register.
    WaitTimeout(usize),
    /// Wakes all that wait, or one of them.
    Notify {
        /// All.
        all: bool,
    },
    /// Of the read-write lock.
    LockShared,
    /// Leaves out so many steps if somebody writes, or waits to.
    TryLockShared(usize),
    /// Of the read-write lock.
    UnlockShared,
    /// Of the read-write lock.
    LockExclusive,
    /// Leaves out so many steps if the read-write lock is taken.
    TryLockExclusive(usize),
    /// Of the read-write lock.
    UnlockExclusive,
    /// On the channel; waits while it is full.
    Send(i32),
    /// The same without waiting. Into a register: 1 if it was sent, 0 if not, -1 if there is no receiver any more.
    TrySend(i32, usize),
    /// Into a register; -1 if there is no message, and no sender any more.
    Receive(usize),
    /// The same without waiting: also -1 if there are senders.
    TryReceive(usize),
    /// The same with a time limit, which may run out at any moment.
    ReceiveTimeout(usize),
    /// The thread's own.
    DropSender,
    /// With all messages that are left.
    DropReceiver,
    /// To a queue; waits while it is full.
    Post(usize, i32),
    /// From a queue, into a register; -1 if there is no message, and nobody to post one any more.
    Take(usize, usize),
    /// From any queue that has a message or nobody to post one any more; the queue shows in the register, too.
    TakeAny(usize),
    /// The same without waiting.
    TryTakeAny(usize),
    /// To a queue that has room or nobody to take from it any more, or from the other one; what it was shows in a
    /// register.
    PostOrTake(usize, i32, usize),
    /// The thread's own, of all queues.
    DropPosts,
    /// The thread's own, of all queues.
    DropTakers,
    /// Leaves out so many steps if the call was made already.
    BeginOnce(usize),
    /// The call has been made.
    EndOnce,
    /// Of the cell that is set once; whether it did goes into a register.
    Set(i32, usize),
    /// Of that cell; -1 if it was not set.
    Get(usize),
    /// Leaves out so many steps if that cell is set.
    BeginInit(usize),
    /// Sets that cell.
    EndInit(i32),
    /// Of the thread itself.
    Park,
    /// The same with a time limit.
    ParkTimeout,
    /// Of a thread.
    Unpark(usize),
    /// At the barrier of two; whether it is the last one goes into a register.
    Arrive(usize),
    /// When both have arrived.
    Leave,
    /// Until a cell is not 0.
    Spin(usize, Ordering),
    /// Of another thread.
    Spawn(usize),
    /// Of another thread, whose result the thread then has.
    Join(usize),
    /// Of another thread, at the end of a scope.
    Await(usize),
    /// Whether another thread has ended, into a register.
    IsFinished(usize, usize),
    /// Of the whole program, which fails.
    Fail,
    /// Of the whole program.
    Exit,
    /// Of the counted object.
    AddOwner,
    /// Into a register.
    CountOwners(usize),
    /// Becomes an owner of the object if there is one; whether there was goes into a register. Else leaves out so
    /// many steps.
    Upgrade(usize, usize),
    /// Leaves out the next step, which is the destructor's, if others own the object. Whether it was the last one
    /// goes into a register.
    DropOwner(Option<usize>),
    /// Ends the thread: it lets go of what it holds, and then does the first so many steps of its unwinding.
    Panic(Held, usize),
}

/// What a thread that panics is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    Nothing,
    Mutex(usize),
    Shared,
    Exclusive,
    /// Setting the cell that is set once.
    Init,
}

/// Some steps, and how Rust writes them.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub ops: Vec<Op>,
    pub text: String,
}

impl Piece {
    /// These steps.
    pub fn of(ops: &[Op], text: String) -> Piece {
        let ops = ops.to_vec();
        Piece { ops, text }
    }

    /// One step.
    pub fn one(op: Op, text: String) -> Piece {
        Piece::of(&[op], text)
    }

    /// A loop that does it so many times.
    pub fn times(self, rounds: usize) -> Piece {
        let text = format!("for _ in 0..{rounds} {{ {} }}", self.text);
        let ops = self.ops.repeat(rounds);
        Piece { ops, text }
    }

    /// This piece between others' steps, and in their text where `{}` stands.
    pub fn within(self, before: &[Op], after: &[Op], text: &str) -> Piece {
        let mut ops = before.to_vec();
        ops.extend(self.ops);
        ops.extend(after);
        let text = text.replace("{}", &self.text);
        Piece { ops, text }
    }
}

/// A thread.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub ops: Vec<Op>,
    /// What is left to do when it panics.
    pub unwinding: Vec<Op>,
    pub lines: Vec<String>,
    pub registers: usize,
}

impl Body {
    /// Adds to its end.
    pub fn push(&mut self, piece: Piece) {
        self.ops.extend(piece.ops);
        self.lines.push(piece.text);
    }
}

/// Messages that a channel has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    Unbounded,
    /// With 0, a sender waits for the receiver.
    Bounded(usize),
}

/// A program. `main` spawns threads, of which the second one may spawn the last, and joins some of them; it prints
/// what it has read and what each of these has.
#[derive(Clone, Debug)]
pub struct Program {
    /// `main` is the first.
    pub bodies: Vec<Body>,
    /// Whether `main` spawns in a scope, which ends right behind what it prints.
    pub is_scoped: bool,
    /// Whether `main` may leave threads alone.
    pub leaves: bool,
    /// Whether the last thread is the second one's, which joins it.
    pub is_nested: bool,
    /// Whether the third thread does what the second one does, in the same function.
    pub has_twins: bool,
    /// Whether there are no plain places.
    pub is_safe: bool,
    /// Of the channel, if there is one; the receiver is the second thread's.
    pub channel: Option<Room>,
    /// Of the queues, if there are any.
    pub queues: Option<[Room; QUEUES]>,
    /// How many threads take from queues, from the second one on.
    pub takers: usize,
    /// Whether each thread owns an object that is counted.
    pub has_counted: bool,
}

const PRELUDE: &str = r"
use std::sync::atomic::{AtomicI32, Ordering::*, fence};
use std::sync::{Arc, Barrier, Condvar, Mutex, MutexGuard, Once, OnceLock, PoisonError, RwLock, RwLockReadGuard};
use std::sync::{RwLockWriteGuard, TryLockError, TryLockResult, Weak, mpsc};
use std::thread;
use std::time::Duration;

static CELLS: [AtomicI32; CELL_COUNT] = [const { AtomicI32::new(0) }; CELL_COUNT];
static NUMBERS: [Mutex<i32>; MUTEX_COUNT] = [const { Mutex::new(0) }; MUTEX_COUNT];
static CHANGED: Condvar = Condvar::new();
static SHARED: RwLock<()> = RwLock::new(());
static ONCE: Once = Once::new();
static SET: OnceLock<i32> = OnceLock::new();
static BARRIER: Barrier = Barrier::new(2);

fn lock(mutex: usize) -> MutexGuard<'static, i32> {
    NUMBERS[mutex].lock().unwrap_or_else(PoisonError::into_inner)
}
fn attempt<T>(result: TryLockResult<T>) -> Option<T> {
    match result {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}
fn shared() -> RwLockReadGuard<'static, ()> {
    SHARED.read().unwrap_or_else(PoisonError::into_inner)
}
fn exclusive() -> RwLockWriteGuard<'static, ()> {
    SHARED.write().unwrap_or_else(PoisonError::into_inner)
}

struct Counted;
struct Own {
    main: thread::Thread,
    sender: Option<Sender>,
    receiver: Option<mpsc::Receiver<i32>>,
    watched: Weak<Counted>,
    counted: Option<Arc<Counted>>,
    queues: Queues,
}
";

/// What a thread has of queues.
const QUEUE_ENDS: &str = r"
#[derive(Clone)]
struct Queues {
    posts: Option<[crossbeam_channel::Sender<i32>; QUEUE_COUNT]>,
    takers: Option<[crossbeam_channel::Receiver<i32>; QUEUE_COUNT]>,
}
fn post(result: Result<(), crossbeam_channel::SendError<i32>>) -> i32 {
    20 + result.is_err() as i32
}
";

/// What programs with plain places have.
const PLACES_AND_DROP: &str = r"
struct Place(std::cell::UnsafeCell<i32>);
unsafe impl Sync for Place {}
static PLACES: [Place; PLACE_COUNT] = [const { Place(std::cell::UnsafeCell::new(0)) }; PLACE_COUNT];

impl Drop for Counted {
    fn drop(&mut self) {
        unsafe { *PLACES[DESTROYED.0].0.get() = DESTROYED.1 };
    }
}
";

/// What others have.
const SAFE_DROP: &str = r"
impl Drop for Counted {
    fn drop(&mut self) {
        CELLS[DESTROYED.0].store(DESTROYED.1, Relaxed);
    }
}
";

impl Program {
    /// Its source.
    pub fn source(&self) -> String {
        let sender = match self.channel {
            Some(Room::Bounded(_)) => "SyncSender",
            Some(Room::Unbounded) | None => "Sender",
        };
        let destructor = if self.is_safe {
            SAFE_DROP
        } else {
            PLACES_AND_DROP
        };
        let queues = match self.queues {
            Some(_) => QUEUE_ENDS,
            None => "type Queues = ();\n",
        };
        let mut text = format!(
            "#![allow(unused)]\n{PRELUDE}{destructor}{queues}\ntype Sender = mpsc::{sender}<i32>;\n\
             const CELL_COUNT: usize = {CELLS};\nconst PLACE_COUNT: usize = {PLACES};\n\
             const QUEUE_COUNT: usize = {QUEUES};\nconst MUTEX_COUNT: usize = {MUTEXES};\nconst DESTROYED: (usize, i32) = {DESTROYED:?};\n\
             const LOST: i32 = {LOST};\n"
        );
        for (thread, body) in self.bodies.iter().enumerate().skip(1) {
            if self.function_of(thread) != thread {
                continue;
            }
            let head = format!("fn t{thread}(mut own: Own) -> Vec<i32>");
            text += &function(&head, body, "", "r.extend(reads);\n    r");
        }
        let shown = 1..self.bodies.len() - usize::from(self.is_nested);
        let shown: Vec<String> = shown.map(|thread| format!("r{thread}")).collect();
        let format = vec!["{:?}"; shown.len() + 1].join(" ");
        let (before, after) = match self.is_scoped {
            true => ("    thread::scope(|s| {\n", "\n    });"),
            false => ("", ""),
        };
        let end = format!(
            "r.extend(reads);\n    println!(\"{format}\", r, {});{after}",
            shown.join(", ")
        );
        let start = self.start() + before;
        text + &function("fn main()", &self.bodies[0], &start, &end)
    }

    /// The number of the function that a thread does.
    pub fn function_of(&self, thread: usize) -> usize {
        if self.has_twins && thread == 2 {
            1
        } else {
            thread
        }
    }

    /// What `main` begins with.
    fn start(&self) -> String {
        let counted = if self.has_counted {
            "Some(Arc::new(Counted))"
        } else {
            "None::<Arc<Counted>>"
        };
        let sender = self.channel.map_or("None", |_| "Some(sender)");
        let channel = match self.channel {
            Some(Room::Bounded(room)) => format!("mpsc::sync_channel({room})"),
            Some(Room::Unbounded) | None => "mpsc::channel::<i32>()".to_string(),
        };
        format!(
            "    let (sender, receiver) = {channel};\n    let mut receiver = Some(receiver);\n    \
             let counted = {counted};\n    let watched = counted.as_ref().map_or(Weak::new(), Arc::downgrade);\n    \
             let queues = {};\n    \
             let mut own = Own {{ main: thread::current(), sender: {sender}, receiver: None, watched, counted, \
             queues }};\n",
            self.queues()
        )
    }

    /// The queues, as `main` has them.
    fn queues(&self) -> String {
        let Some(rooms) = self.queues else {
            return "()".to_string();
        };
        let made = rooms.map(|room| match room {
            Room::Unbounded => "crossbeam_channel::unbounded()".to_string(),
            Room::Bounded(room) => format!("crossbeam_channel::bounded({room})"),
        });
        format!(
            "{{ let ((p0, t0), (p1, t1)) = ({}); Queues {{ posts: Some([p0, p1]), takers: Some([t0, t1]) }} }}",
            made.join(", ")
        )
    }

    /// Whether a thread takes from queues; others post to them. `main` may hold both ends.
    pub fn takes(&self, thread: usize) -> bool {
        (1..=self.takers).contains(&thread)
    }
}

fn function(head: &str, body: &Body, start: &str, end: &str) -> String {
    let mut text = format!("\n{head} {{\n{start}");
    let registers = body.registers;
    // Writing to a string does not fail.
    let _ = writeln!(text, "    let mut r = vec![0; {registers}];");
    text += "    let mut reads: Vec<i32> = Vec::new();\n";
    for line in &body.lines {
        let _ = writeln!(text, "    {line}");
    }
    let _ = writeln!(text, "    {end}\n}}");
    text
}

/// What `main` prints in the end: what it has read, and the threads that it has joined.
pub fn printed(threads: &[Vec<i32>]) -> String {
    let threads = threads.iter().map(|read| format!("{read:?}"));
    threads.collect::<Vec<_>>().join(" ") + "\n"
}
