//! The generated family: programs that differ in length and in the number of their threads only.
//!
//! Every thread works on a shard of its own, its neighbour's and its group's, and on a ledger that all
//! share. It runs a chain of functions that lock, read under a read-write lock, wait, touch atomics,
//! keep values in structs and vectors, and call each other, closures and trait objects, in branches
//! and loops. The first of every eight threads starts and joins the other seven.

use std::fmt::Write;

/// What a program of the family is like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Spawned threads.
    pub threads: usize,
    /// Functions that each of them runs.
    pub functions: usize,
}

/// What all programs of the family begin with.
const PRELUDE: &str = "\
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, RwLock};
use std::thread;

struct Account { balance: u64, history: Vec<u64> }
struct Index { entries: Vec<usize>, version: u64 }
struct Shard { account: Mutex<Account>, index: RwLock<Index>, hits: AtomicUsize }
struct Ledger { total: Mutex<u64>, ready: Mutex<bool>, changed: Condvar, writes: AtomicUsize }

impl Shard {
    const fn new(balance: u64) -> Shard {
        let account = Account { balance, history: Vec::new() };
        let index = Index { entries: Vec::new(), version: 0 };
        Shard {
            account: Mutex::new(account),
            index: RwLock::new(index),
            hits: AtomicUsize::new(0),
        }
    }

    fn deposit(&self, amount: u64) -> u64 {
        let mut account = self.account.lock().unwrap();
        account.balance += amount;
        account.history.push(amount);
        account.balance
    }
}

impl Ledger {
    fn new() -> Arc<Ledger> {
        Arc::new(Ledger {
            total: Mutex::new(0),
            ready: Mutex::new(false),
            changed: Condvar::new(),
            writes: AtomicUsize::new(0),
        })
    }

    fn add(&self, amount: u64) {
        *self.total.lock().unwrap() += amount;
        self.writes.fetch_add(1, Ordering::SeqCst);
    }

    fn announce(&self) {
        *self.ready.lock().unwrap() = true;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let mut ready = self.ready.lock().unwrap();
        while !*ready {
            ready = self.changed.wait(ready).unwrap();
        }
    }
}

trait Policy: Send {
    fn fee(&self, amount: u64) -> u64;
}
struct Flat(u64);
struct Share { part: u64, seen: &'static Shard }
impl Policy for Flat {
    fn fee(&self, amount: u64) -> u64 { self.0.min(amount) }
}
impl Policy for Share {
    fn fee(&self, amount: u64) -> u64 {
        self.seen.hits.fetch_add(1, Ordering::SeqCst);
        amount / self.part
    }
}

fn apply(amount: u64, change: impl Fn(u64) -> u64) -> u64 {
    if amount > 1000 { amount } else { change(amount) }
}

struct Work {
    own: &'static Shard,
    next: &'static Shard,
    group: Arc<Shard>,
    ledger: Arc<Ledger>,
    policy: Box<dyn Policy>,
}
";

/// Threads that one thread starts and joins.
const GROUP: usize = 8;

/// The source of a program.
pub fn source(shape: Shape) -> String {
    let mut text = PRELUDE.to_string();
    for thread in 0..shape.threads {
        writeln!(
            text,
            "\nstatic SHARD_{thread}: Shard = Shard::new({thread});"
        )
        .expect(STRING);
        for function in 0..shape.functions {
            text += &self::function(thread, function);
        }
        text += &worker(thread, shape);
    }
    text + &main(shape)
}

/// Why writing does not fail.
const STRING: &str = "writing to a string";

/// One of four bodies.
fn function(thread: usize, number: usize) -> String {
    let name = format!("step_{thread}_{number}");
    let constant = 1 + (thread * 7 + number * 3) % 50;
    let body = match (thread + number) % 4 {
        0 => transfer(constant),
        1 => lookup(constant),
        2 => count(constant),
        _ => fold(constant),
    };
    format!("\nfn {name}(work: &Work, input: u64) -> u64 {{\n{body}}}\n")
}

fn transfer(constant: usize) -> String {
    format!(
        "    let amount = input % {constant} + 1;
    let fee = work.policy.fee(amount);
    work.group.hits.fetch_add(1, Ordering::SeqCst);
    let mut account = work.own.account.lock().unwrap();
    if account.balance < amount + fee {{
        return input;
    }}
    account.balance -= amount;
    account.history.push(amount);
    let left = account.balance;
    drop(account);
    work.next.deposit(amount - fee.min(amount));
    work.own.hits.fetch_add({constant}, Ordering::SeqCst);
    left + fee
"
    )
}

fn lookup(constant: usize) -> String {
    format!(
        "    let mut found = {constant};
    {{
        let index = work.next.index.read().unwrap();
        for entry in index.entries.iter() {{
            found += *entry as u64;
        }}
        found += index.version;
    }}
    if found > input {{
        let mut index = work.own.index.write().unwrap();
        index.version += 1;
        index.entries.push({constant});
    }}
    found
"
    )
}

fn count(constant: usize) -> String {
    format!(
        "    let before = work.own.hits.load(Ordering::SeqCst);
    let mut sum = input;
    for round in 0..3u64 {{
        sum += apply(round, |amount| amount * {constant} + input);
        if sum % 2 == 0 {{
            work.next.hits.store(before + {constant}, Ordering::SeqCst);
        }}
    }}
    match before {{
        0 => sum,
        1 => sum + 1,
        _ => work.own.deposit(sum % {constant}),
    }}
"
    )
}

fn fold(constant: usize) -> String {
    format!(
        "    let mut parts = Vec::new();
    for part in 0..4u64 {{
        parts.push((part + input, part % {constant}));
    }}
    let mut sum = 0;
    while let Some((value, weight)) = parts.pop() {{
        sum += value * weight;
    }}
    if sum == 0 {{
        work.ledger.wait();
    }}
    let account = work.own.account.lock().unwrap();
    let history = account.history.len() as u64;
    sum + history + account.balance % {constant}
"
    )
}

/// The function a thread runs; the first of each group starts and joins the rest of it.
fn worker(thread: usize, shape: Shape) -> String {
    let mut text = format!("\nfn worker_{thread}(work: Work) -> u64 {{\n");
    let members = if thread.is_multiple_of(GROUP) {
        thread + 1..shape.threads.min(thread + GROUP)
    } else {
        0..0
    };
    for member in members.clone() {
        text += &start(member, shape, "work.group", "work.ledger");
    }
    text += "    let mut value = 1;\n";
    for function in 0..shape.functions {
        writeln!(text, "    value += step_{thread}_{function}(&work, value);").expect(STRING);
    }
    text += "    work.ledger.add(value);\n";
    for member in members {
        writeln!(text, "    value += handle_{member}.join().unwrap();").expect(STRING);
    }
    text + "    value\n}\n"
}

/// Starts a thread with two shards of its own, its group's, and the ledger.
fn start(thread: usize, shape: Shape, group: &str, ledger: &str) -> String {
    let next = (thread + 1) % shape.threads;
    let policy = if thread.is_multiple_of(2) {
        "Box::new(Flat(2)) as Box<dyn Policy>".to_string()
    } else {
        format!("Box::new(Share {{ part: 10, seen: &SHARD_{next} }}) as Box<dyn Policy>")
    };
    format!(
        "    let policy = {policy};
    let (own, next) = (&SHARD_{thread}, &SHARD_{next});
    let (shared, book) = ({group}.clone(), {ledger}.clone());
    let theirs = Work {{ own, next, group: shared, ledger: book, policy }};
    let handle_{thread} = thread::spawn(move || worker_{thread}(theirs));
"
    )
}

/// Starts the first of each group, waits for the ledger and joins them.
fn main(shape: Shape) -> String {
    let mut text = "\nfn main() {\n    let ledger = Ledger::new();\n".to_string();
    let leaders: Vec<usize> = (0..shape.threads).step_by(GROUP).collect();
    for &leader in &leaders {
        writeln!(text, "    let group_{leader} = Arc::new(Shard::new(100));").expect(STRING);
        text += &start(leader, shape, &format!("group_{leader}"), "ledger");
    }
    text += "    ledger.announce();\n    let mut value = 0;\n";
    for leader in leaders {
        writeln!(text, "    value += handle_{leader}.join().unwrap();").expect(STRING);
    }
    text + "    assert!(value > 0 && *ledger.total.lock().unwrap() > 0);\n}\n"
}
