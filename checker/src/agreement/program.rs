//! Small random concurrent programs.

use crate::random::Random;

/// Two or three threads over a few shared objects. Each thread has one local variable `r`, 0 at first.
/// `main` spawns them in order, joins them in order and prints the last `r` of each and what every
/// object holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The threads' bodies.
    pub threads: Vec<Vec<Stmt>>,
    /// The bound of the channel; `None` is unbounded.
    pub bound: Option<u32>,
    /// `--spurious` for the check.
    pub spurious: u32,
}

/// How many objects there are of each kind that has several.
pub const OBJECTS: usize = 2;

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

/// A statement. Objects are numbered within their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// `a.store(value)`.
    Store(usize, Value),
    /// `r = a.load()`.
    Load(usize),
    /// `r = a.fetch_add(1)`.
    Add(usize),
    /// `r = a.compare_exchange(old, new).is_ok()`.
    Cas(usize, i32, i32),
    /// Takes the mutex, adds one to its data, runs the body, releases.
    Lock(usize, Vec<Stmt>),
    /// The same where it is free, else `r = 7`.
    TryLock(usize, Vec<Stmt>),
    /// `r` becomes the data of the read-write lock; the body runs under the shared lock.
    Read(Vec<Stmt>),
    /// Adds one to the data of the read-write lock and runs the body under the exclusive lock.
    Write(Vec<Stmt>),
    /// Under mutex 0: waits on the condition variable while the data is 0 (`until`), or just once.
    Wait {
        /// Whether it looks at the data in a loop.
        until: bool,
    },
    /// Wakes one waiter or all; before it, under mutex 0, adds one to the data (`set`), and may go on
    /// holding the mutex (`locked`).
    Notify {
        /// All waiters.
        all: bool,
        /// Adds one to the data.
        set: bool,
        /// Notifies with the mutex held.
        locked: bool,
    },
    /// `r = tx.send(value).is_ok()`.
    Send(i32),
    /// `r = rx.recv()`, 9 if nobody sends. Only in the last thread.
    Receive,
    /// `r = rx.try_recv()`, 8 or 9 if there is nothing. Only in the last thread.
    TryReceive,
    /// `if r == value { .. }`.
    If(i32, Vec<Stmt>),
    /// `assert!(r != value)`.
    Assert(i32),
    /// Prints `r`.
    Print,
    /// `yield_now()`.
    Yield,
}

impl Program {
    /// The program of a seed.
    pub fn random(seed: u64) -> Program {
        let mut random = Random::new(seed);
        let three = random.chance(40);
        // More of them, and the oracle does not come to an end.
        let budgets: &[usize] = if three { &[3, 3, 2] } else { &[5, 4] };
        let themes = Theme::random(&mut random);
        let count = budgets.len();
        let threads = budgets.iter().enumerate().map(|(thread, &left)| {
            let mut writer = Writer {
                random: &mut random,
                left,
                theme: themes,
                receives: thread + 1 == count,
            };
            writer.body(0)
        });
        let threads = threads.collect();
        Program {
            threads,
            bound: [None, Some(0), Some(1)][random.below(3)],
            spurious: 0,
        }
    }

    /// All statements, outermost first.
    pub fn statements(&self) -> Vec<&Stmt> {
        let mut all = Vec::new();
        self.threads.iter().for_each(|body| collect(body, &mut all));
        all
    }

    /// Whether some statement is of a kind.
    pub fn uses(&self, kind: impl Fn(&Stmt) -> bool) -> bool {
        self.statements().into_iter().any(kind)
    }
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
            | Stmt::Read(body)
            | Stmt::Write(body)
            | Stmt::If(_, body) => body,
            _ => &[],
        }
    }
    /// The statements inside, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut Vec<Stmt>> {
        match self {
            Stmt::Lock(_, body)
            | Stmt::TryLock(_, body)
            | Stmt::Read(body)
            | Stmt::Write(body)
            | Stmt::If(_, body) => Some(body),
            _ => None,
        }
    }
}

/// Which kinds of objects a program is about: a mixture of everything seldom interacts.
#[derive(Clone, Copy, Debug)]
struct Theme {
    atomics: bool,
    locks: bool,
    condvar: bool,
    channel: bool,
    rwlock: bool,
    try_lock: bool,
}

impl Theme {
    fn random(random: &mut Random) -> Theme {
        let mut theme = Theme {
            atomics: random.chance(60),
            locks: random.chance(50),
            condvar: random.chance(30),
            channel: random.chance(25),
            rwlock: random.chance(15),
            try_lock: random.chance(15),
        };
        theme.atomics |= !(theme.locks || theme.condvar || theme.channel);
        theme
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    /// Visible operations that may still be written.
    left: usize,
    theme: Theme,
    receives: bool,
}

impl Writer<'_> {
    fn body(&mut self, depth: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        let wanted = if depth == 0 {
            6
        } else {
            1 + self.random.below(2)
        };
        // Most choices are not for every theme.
        for _ in 0..50 {
            if self.left == 0 || body.len() >= wanted {
                break;
            }
            body.extend(self.stmt(depth));
        }
        body
    }

    fn stmt(&mut self, depth: usize) -> Option<Stmt> {
        let theme = self.theme;
        let nested = depth < 2;
        let (choice, object) = (self.random.below(16), self.random.below(OBJECTS));
        let stmt = match choice {
            0 | 1 if theme.atomics => Stmt::Load(object),
            2 | 3 if theme.atomics => Stmt::Store(object, self.value()),
            4 if theme.atomics => Stmt::Add(object),
            5 if theme.atomics => Stmt::Cas(object, self.small(), self.small()),
            6 | 7 if theme.locks && nested => Stmt::Lock(object, self.inner(depth)),
            8 if theme.try_lock && nested => Stmt::TryLock(object, self.inner(depth)),
            9 if theme.rwlock && nested => Stmt::Read(self.inner(depth)),
            10 if theme.rwlock && nested => Stmt::Write(self.inner(depth)),
            11 if theme.condvar && depth == 0 => self.condvar(),
            12 if theme.condvar && depth == 0 => self.condvar(),
            13 if theme.channel => self.channel(),
            14 if nested => Stmt::If(self.small(), self.body(depth + 1)),
            15 => self.observation(),
            _ => return None,
        };
        self.left = self.left.saturating_sub(cost(&stmt));
        Some(stmt)
    }

    fn inner(&mut self, depth: usize) -> Vec<Stmt> {
        self.left = self.left.saturating_sub(1);
        match self.random.chance(60) {
            true => self.body(depth + 1),
            false => Vec::new(),
        }
    }

    fn condvar(&mut self) -> Stmt {
        match self.random.chance(45) {
            true => Stmt::Wait {
                until: self.random.chance(60),
            },
            false => Stmt::Notify {
                all: self.random.chance(40),
                set: self.random.chance(70),
                locked: self.random.chance(50),
            },
        }
    }

    fn channel(&mut self) -> Stmt {
        match (self.receives, self.random.chance(70)) {
            (true, true) => Stmt::Receive,
            (true, false) => Stmt::TryReceive,
            (false, _) => Stmt::Send(self.small()),
        }
    }

    fn observation(&mut self) -> Stmt {
        match self.random.below(5) {
            0 | 1 => Stmt::Assert(self.small()),
            2 | 3 => Stmt::Print,
            _ => Stmt::Yield,
        }
    }

    fn value(&mut self) -> Value {
        match self.random.below(4) {
            0 => Value::Local,
            1 => Value::LocalPlusOne,
            _ => Value::Const(self.small()),
        }
    }

    fn small(&mut self) -> i32 {
        self.random.below(3) as i32
    }
}

/// Visible operations of a statement, without its body.
fn cost(stmt: &Stmt) -> usize {
    match stmt {
        Stmt::If(..) | Stmt::Assert(_) => 0,
        Stmt::Lock(..) | Stmt::TryLock(..) | Stmt::Read(_) | Stmt::Write(_) => 0,
        Stmt::Wait { .. } => 2,
        Stmt::Notify { set, locked, .. } => 1 + usize::from(*set || *locked),
        Stmt::Store(..)
        | Stmt::Load(_)
        | Stmt::Add(_)
        | Stmt::Cas(..)
        | Stmt::Send(_)
        | Stmt::Receive
        | Stmt::TryReceive
        | Stmt::Print
        | Stmt::Yield => 1,
    }
}

/// Programs with one thing less: a thread, a statement, or the statement around a body.
pub fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for thread in 0..program.threads.len() {
        if program.threads.len() > 1 {
            let mut less = program.clone();
            less.threads.remove(thread);
            all.push(less);
        }
        for body in smaller_bodies(&program.threads[thread]) {
            let mut less = program.clone();
            less.threads[thread] = body;
            all.push(less);
        }
    }
    if program.spurious > 0 {
        let spurious = program.spurious - 1;
        all.push(Program {
            spurious,
            ..program.clone()
        });
    }
    all
}

fn smaller_bodies(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for at in 0..body.len() {
        let with = |middle: &[Stmt]| [&body[..at], middle, &body[at + 1..]].concat();
        all.push(with(&[]));
        if body[at].body().is_empty() {
            continue;
        }
        all.push(with(body[at].body()));
        for inner in smaller_bodies(body[at].body()) {
            let mut stmt = body[at].clone();
            if let Some(body) = stmt.body_mut() {
                *body = inner;
            }
            all.push(with(&[stmt]));
        }
    }
    all
}
