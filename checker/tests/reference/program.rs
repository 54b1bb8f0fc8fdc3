//! A small program: what each thread does step by step, and how Rust writes it.

use std::fmt::Write;
use std::sync::atomic::Ordering;

/// Threads at most, `main` included.
pub const THREADS: usize = 4;
/// Atomic cells.
pub const CELLS: usize = 2;
/// Plain places.
pub const PLACES: usize = 2;
/// The place that a counted object's destructor writes to, and what it writes.
pub const DESTROYED: (usize, i32) = (0, 9);

/// What a thread does in one step. Cells, places, registers and threads are numbers; a thread's registers are 0
/// at first.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Of a cell.
    Store(usize, i32, Ordering),
    /// Of a cell, into a register.
    Load(usize, usize, Ordering),
    /// Adds to a cell; what was there goes into a register.
    FetchAdd(usize, i32, usize, Ordering),
    /// Puts a value in the place of a cell's, which goes into a register.
    Swap(usize, i32, usize, Ordering),
    /// Puts the second value where the first is; what was there goes into a register.
    CompareExchange(usize, [i32; 2], usize, [Ordering; 2]),
    /// Of no cell.
    Fence(Ordering),
    /// To a plain place.
    Write(usize, i32),
    /// Of a plain place.
    Read(usize),
    /// Leaves out the next step if a register does not have this value.
    Unless(usize, i32),
    /// Of the mutex.
    Lock,
    /// Leaves out so many steps if the mutex is taken.
    TryLock(usize),
    /// Of the mutex.
    Unlock,
    /// Adds to the number that the mutex guards.
    Count(i32),
    /// Waits until that number is not 0. Who is woken has to take the lock again, one step before.
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
    /// Of the read-write lock.
    UnlockShared,
    /// Of the read-write lock.
    LockExclusive,
    /// Of the read-write lock.
    UnlockExclusive,
    /// On the channel.
    Send(i32),
    /// Into a register; -1 if there is no message, and no sender any more.
    Receive(usize),
    /// The same, also where there are senders.
    TryReceive(usize),
    /// The thread's own.
    DropSender,
    /// With all messages that are left.
    DropReceiver,
    /// Leaves out so many steps if the call was made already.
    BeginOnce(usize),
    /// The call has been made.
    EndOnce,
    /// Of the cell that is set once; whether it did goes into a register.
    Set(i32, usize),
    /// Of that cell; -1 if it was not set.
    Get(usize),
    /// Of `main`.
    Park,
    /// Of `main`.
    Unpark,
    /// At the barrier of two.
    Arrive,
    /// When both have arrived.
    Leave,
    /// Until a cell is not 0.
    Spin(usize, Ordering),
    /// Of another thread.
    Spawn(usize),
    /// Of another thread.
    Join(usize),
    /// Of the counted object.
    AddOwner,
    /// Into a register.
    CountOwners(usize),
    /// Leaves out the next step, which is the destructor's, if others own the object.
    DropOwner,
}

/// Some steps, and how Rust writes them.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub ops: Vec<Op>,
    pub text: String,
}

impl Piece {
    /// One step.
    pub fn one(op: Op, text: String) -> Piece {
        let ops = vec![op];
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

/// A program. Every thread is spawned by `main`, which joins all and then prints what each of them read, and
/// what the cells hold.
#[derive(Clone, Debug)]
pub struct Program {
    /// `main` is the first.
    pub bodies: Vec<Body>,
    /// Whether there is a channel; the receiver is the second thread's.
    pub has_channel: bool,
    /// Whether each thread owns an object that is counted.
    pub has_counted: bool,
}

const PRELUDE: &str = r"
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicI32, Ordering::*, fence};
use std::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock, mpsc};
use std::thread;
use std::time::Duration;

struct Place(UnsafeCell<i32>);
unsafe impl Sync for Place {}
static PLACES: [Place; PLACE_COUNT] = [const { Place(UnsafeCell::new(0)) }; PLACE_COUNT];
static CELLS: [AtomicI32; CELL_COUNT] = [const { AtomicI32::new(0) }; CELL_COUNT];
static COUNT: Mutex<i32> = Mutex::new(0);
static CHANGED: Condvar = Condvar::new();
static SHARED: RwLock<()> = RwLock::new(());
static ONCE: Once = Once::new();
static SET: OnceLock<i32> = OnceLock::new();
static BARRIER: Barrier = Barrier::new(2);

struct Counted;
impl Drop for Counted {
    fn drop(&mut self) {
        unsafe { *PLACES[DESTROYED.0].0.get() = DESTROYED.1 };
    }
}

struct Own {
    main: thread::Thread,
    sender: Option<mpsc::Sender<i32>>,
    receiver: Option<mpsc::Receiver<i32>>,
    counted: Option<Arc<Counted>>,
}
";

impl Program {
    /// Its source.
    pub fn source(&self) -> String {
        let mut text = format!(
            "#![allow(unused)]{PRELUDE}\nconst CELL_COUNT: usize = {CELLS};\n\
             const PLACE_COUNT: usize = {PLACES};\nconst DESTROYED: (usize, i32) = {DESTROYED:?};\n"
        );
        for (thread, body) in self.bodies.iter().enumerate().skip(1) {
            let head = format!("fn t{thread}(mut own: Own) -> Vec<i32>");
            text += &function(&head, body, "", "r.extend(reads);\n    r");
        }
        let counted = if self.has_counted {
            "Some(Arc::new(Counted))"
        } else {
            "None"
        };
        let (sender, channel) = if self.has_channel {
            ("Some(sender)", "mpsc::channel()")
        } else {
            ("None", "mpsc::channel::<i32>()")
        };
        let start = format!(
            "    let (sender, receiver) = {channel};\n    let mut receiver = Some(receiver);\n    \
             let mut own = Own {{ main: thread::current(), sender: {sender}, receiver: None, counted: {counted} }};\n"
        );
        let read = (1..self.bodies.len()).map(|thread| format!("r{thread}"));
        let cells = (0..CELLS).map(|cell| format!("CELLS[{cell}].load(SeqCst)"));
        let shown: Vec<String> = read.chain(cells).collect();
        let format = vec!["{:?}"; shown.len() + 1].join(" ");
        let end = format!(
            "r.extend(reads);\n    println!(\"{format}\", r, {});",
            shown.join(", ")
        );
        text + &function("fn main()", &self.bodies[0], &start, &end)
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

/// What `main` prints in the end: each thread's registers and reads, and the cells.
pub fn printed(threads: &[(&[i32], &[i32])], cells: &[i32]) -> String {
    let threads = threads
        .iter()
        .map(|(registers, reads)| format!("{:?}", [*registers, *reads].concat()));
    let cells = cells.iter().map(i32::to_string);
    let all: Vec<String> = threads.chain(cells).collect();
    all.join(" ") + "\n"
}
