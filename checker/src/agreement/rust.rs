//! A random program as Rust source.

use super::program::{
    CHANNELS, Deed, End, Exchange, OBJECTS, Patience, Program, Results, Stmt, Taking, Update,
    Value, Way, uses_channel,
};
use std::fmt::Write;
use vscheck_ir::RmwOp;

/// The whole program; it compiles with rustc, without warnings that matter.
pub fn source(program: &Program) -> String {
    let mut out = String::from(HEADER);
    let ordering = if program.relaxed { "Relaxed" } else { "SeqCst" };
    let _ = writeln!(out, "const ORDER: Ordering = Ordering::{ordering};");
    for object in 0..OBJECTS {
        let _ = writeln!(out, "static A{object}: AtomicI32 = AtomicI32::new(0);");
        let _ = writeln!(out, "static M{object}: Mutex<i32> = Mutex::new(0);");
        let _ = writeln!(out, "static C{object}: Condvar = Condvar::new();");
        let _ = writeln!(out, "static RW{object}: RwLock<i32> = RwLock::new(0);");
    }
    out += STATICS;
    if program.uses(|stmt| !stmt.ends().is_empty()) {
        out += SELECTIONS;
    }
    if program.uses(|stmt| *stmt == Stmt::LeaveAtEnd) {
        out += LEAVER;
    }
    if program.uses(Stmt::is_counted) {
        out += COUNTED;
    }
    let uses = Uses::of(program);
    for (thread, body) in program.threads.iter().enumerate() {
        let parameters = parameters(program, &uses, thread);
        let _ = writeln!(
            out,
            "\nfn thread{thread}({parameters}) -> i32 {{\n    let mut r = 0;"
        );
        write_block(&mut out, body, 1, Spawner::Thread);
        out += "    r\n}\n";
    }
    out += &main(program, &uses);
    out
}

const HEADER: &str = "#![allow(unused, static_mut_refs)]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering, fence};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Barrier, Condvar, Mutex, Once, OnceLock, RwLock, RwLockWriteGuard};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

";

const STATICS: &str = "static B: Barrier = Barrier::new(2);
static O: OnceLock<i32> = OnceLock::new();
static OC: Once = Once::new();
static MAIN: OnceLock<Thread> = OnceLock::new();
static mut P: i32 = 0;
static Q: AtomicPtr<i32> = AtomicPtr::new(null_mut());
static mut L: *mut i32 = null_mut();
";

/// What a thread leaves at its end.
const LEAVER: &str = "struct Leaver;
impl Drop for Leaver {
    fn drop(&mut self) { A1.fetch_add(1, ORDER); }
}
thread_local! { static LEAVER: Leaver = const { Leaver }; }
";

/// What operations of `crossbeam_channel` tell, as numbers.
const SELECTIONS: &str = "use crossbeam_channel::{self as cb, select};
fn sent(result: Result<(), cb::SendTimeoutError<i32>>) -> i32 {
    match result { Ok(()) => 1, Err(error) => if error.is_timeout() { 0 } else { 2 } }
}
fn tried(result: Result<(), cb::TrySendError<i32>>) -> i32 {
    match result { Ok(()) => 1, Err(error) => if error.is_full() { 0 } else { 2 } }
}
fn found(result: Result<i32, cb::TryRecvError>) -> i32 {
    match result { Ok(_) => 1, Err(cb::TryRecvError::Empty) => 0, Err(_) => 2 }
}
fn came(result: Result<i32, cb::RecvTimeoutError>) -> i32 {
    match result { Ok(_) => 1, Err(cb::RecvTimeoutError::Timeout) => 0, Err(_) => 2 }
}
";

/// What is behind a reference count.
const COUNTED: &str = "use std::sync::{Arc, Weak};
struct Counted;
impl Drop for Counted {
    fn drop(&mut self) { unsafe { P = 5; } }
}
";

/// What the threads have to be given.
struct Uses {
    /// References to the counted object.
    counted: bool,
    channel: bool,
    /// When the program started.
    start: bool,
    /// Handles of the threads before.
    handles: bool,
}

impl Uses {
    fn of(program: &Program) -> Uses {
        Uses {
            counted: program.uses(Stmt::is_counted),
            channel: program.uses(Stmt::is_about_channel),
            start: program.uses(|stmt| matches!(stmt, Stmt::IsLate(_))),
            handles: program.uses(|stmt| matches!(stmt, Stmt::Unpark(_))),
        }
    }
}

fn parameters(program: &Program, uses: &Uses, thread: usize) -> String {
    let end = match (thread + 1 == program.threads.len(), program.bounds[0]) {
        (true, _) => "rx: Receiver<i32>, ",
        (false, None) => "tx: Sender<i32>, ",
        (false, Some(_)) => "tx: SyncSender<i32>, ",
    };
    let end = if uses.channel { end } else { "" };
    let held = Program::ends(&program.threads[thread])
        .into_iter()
        .map(|end| {
            let kind = if end.sends { "Sender" } else { "Receiver" };
            format!("{}: cb::{kind}<i32>, ", end_name(end))
        });
    let held: String = held.collect();
    let counted = match uses.counted {
        true => "mut a: Option<Arc<Counted>>, mut w: Option<Weak<Counted>>, ",
        false => "",
    };
    let start = if uses.start { "start: Instant, " } else { "" };
    let joined = handles_of(program, thread);
    let joined: String = joined
        .map(|name| format!("{name}: JoinHandle<i32>, "))
        .collect();
    let handles = if uses.handles { "t: Vec<Thread>" } else { "" };
    format!("{end}{held}{counted}{start}{joined}{handles}")
}

fn arguments(program: &Program, uses: &Uses, thread: usize) -> String {
    let end = match thread + 1 == program.threads.len() {
        _ if !uses.channel => String::new(),
        true => "rx, ".to_string(),
        false => format!("tx{thread}, "),
    };
    let held = Program::ends(&program.threads[thread]);
    let held: String = held
        .into_iter()
        .map(|end| format!("{}_{thread}, ", end_name(end)))
        .collect();
    let counted = match uses.counted {
        true => format!("a{thread}, w{thread}, "),
        false => String::new(),
    };
    let start = if uses.start { "start, " } else { "" };
    let joined: String = handles_of(program, thread)
        .map(|name| format!("{name}, "))
        .collect();
    let handles = if uses.handles { "t" } else { "" };
    format!("{end}{held}{counted}{start}{joined}{handles}")
}

/// The handles that a thread is given, to join.
fn handles_of(program: &Program, thread: usize) -> impl Iterator<Item = String> {
    let body = program.threads[thread].iter();
    body.filter_map(|stmt| match stmt {
        Stmt::JoinThread(other) => Some(format!("h{other}")),
        _ => None,
    })
}

/// What an end of a channel that is selected from is called.
fn end_name(end: End) -> String {
    let kind = if end.sends { "s" } else { "r" };
    format!("{kind}{}", end.channel)
}

/// The channels that are selected from: each thread has the ends that it needs, `main` keeps its own.
fn write_channels(out: &mut String, program: &Program) {
    if !program.uses(|stmt| !stmt.ends().is_empty()) {
        return;
    }
    for (channel, bound) in program.bounds.iter().enumerate() {
        let new = match bound {
            None => "unbounded::<i32>()".to_string(),
            Some(bound) => format!("bounded::<i32>({bound})"),
        };
        let _ = writeln!(out, "    let (s{channel}, r{channel}) = cb::{new};");
    }
    for (thread, body) in program.threads.iter().enumerate() {
        for name in Program::ends(body).into_iter().map(end_name) {
            let _ = writeln!(out, "    let {name}_{thread} = {name}.clone();");
        }
    }
    let held = Program::ends(&program.main);
    for channel in 0..CHANNELS {
        for end in [true, false].map(|sends| End { channel, sends }) {
            if !held.contains(&end) {
                let _ = writeln!(out, "    drop({});", end_name(end));
            }
        }
    }
}

fn main(program: &Program, uses: &Uses) -> String {
    let mut out = String::from("\nfn main() {\n    let mut r = 0;\n");
    if program.uses(|stmt| *stmt == Stmt::UnparkMain) {
        out += "    MAIN.set(thread::current()).unwrap();\n";
    }
    let count = program.threads.len();
    if uses.start {
        out += "    let start = Instant::now();\n";
    }
    if uses.channel {
        let new = match program.bounds[0] {
            None => "channel()".to_string(),
            Some(bound) => format!("sync_channel({bound})"),
        };
        let _ = writeln!(out, "    let (tx, rx) = mpsc::{new};");
        for thread in 0..count - 1 {
            let _ = writeln!(out, "    let tx{thread} = tx.clone();");
        }
        out += "    drop(tx);\n";
    }
    write_channels(&mut out, program);
    if uses.counted {
        out += "    let mut a = Some(Arc::new(Counted));\n";
        out += "    let mut w = a.as_ref().map(Arc::downgrade);\n";
        for thread in 0..count {
            let _ = writeln!(
                out,
                "    let (a{thread}, w{thread}) = (a.clone(), w.clone());"
            );
        }
    }
    for thread in 0..count {
        write_handles(&mut out, uses, thread);
        let arguments = arguments(program, uses, thread);
        let _ = writeln!(
            out,
            "    let h{thread} = thread::spawn(move || thread{thread}({arguments}));"
        );
        if uses.handles {
            let _ = writeln!(out, "    let u{thread} = h{thread}.thread().clone();");
        }
    }
    write_handles(&mut out, uses, count);
    write_block(&mut out, &program.main, 1, Spawner::Thread);
    for end in Program::ends_left(&program.main) {
        let _ = writeln!(out, "    drop({});", end_name(end));
    }
    if uses.counted {
        out += "    drop(w);\n    drop(a);\n";
    }
    for thread in program.joined_by_main() {
        let _ = writeln!(out, "    let r{thread} = h{thread}.join().unwrap_or(6);");
    }
    for thread in program.joined_by_main() {
        let _ = writeln!(out, "    print!(\"{{r{thread}}}\");");
    }
    if program.all_joined() {
        for object in 0..OBJECTS {
            let _ = writeln!(out, "    print!(\"{{}}\", A{object}.load(ORDER));");
            let _ = writeln!(out, "    print!(\"{{}}\", M{object}.lock().{WHATEVER});");
            let _ = writeln!(out, "    print!(\"{{}}\", RW{object}.read().{WHATEVER});");
        }
    }
    out + "    print!(\"{r}\");\n}\n"
}

/// What a lock holds, poisoned or not.
const WHATEVER: &str = "unwrap_or_else(|e| e.into_inner())";

/// The handles of the first threads, if anybody wants them.
fn write_handles(out: &mut String, uses: &Uses, count: usize) {
    let handles = (0..count).map(|thread| format!("u{thread}.clone()"));
    let handles = handles.collect::<Vec<_>>().join(", ");
    if uses.handles {
        let _ = writeln!(out, "    let t: Vec<Thread> = vec![{handles}];");
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Const(n) => n.to_string(),
        Value::Local => "r".to_string(),
        Value::LocalPlusOne => "r + 1".to_string(),
    }
}

/// What starts the threads of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spawner {
    /// `thread::spawn`, with a join at the end.
    Thread,
    /// `s.spawn`.
    Scope,
}

/// Statements, and the joins of the threads that they spawn.
fn write_block(out: &mut String, body: &[Stmt], depth: usize, spawner: Spawner) {
    let pad = "    ".repeat(depth);
    for (place, stmt) in body.iter().enumerate() {
        write_stmt(out, stmt, (place, spawner), depth);
    }
    for (place, stmt) in body.iter().enumerate() {
        if spawner == Spawner::Scope {
            continue;
        }
        if matches!(stmt, Stmt::Spawn(_)) {
            let _ = writeln!(out, "{pad}r = c{place}.join().unwrap_or(6);");
        } else if let Stmt::Team { apart, results, .. } = stmt {
            let count = match apart {
                true => simple(&Stmt::Count(0)),
                false => String::new(),
            };
            let join = match results {
                Results::Ignored => "c.join().unwrap_or(());",
                Results::Added => "r = r.wrapping_add(c.join().unwrap_or(6));",
                Results::InOrder => "r = r.wrapping_mul(2).wrapping_add(c.join().unwrap_or(6));",
            };
            let _ = writeln!(out, "{pad}for c in c{place} {{ {join} {count} }}");
        }
    }
}

fn write_stmt(out: &mut String, stmt: &Stmt, at: (usize, Spawner), depth: usize) {
    let pad = "    ".repeat(depth);
    let (open, close) = brackets(stmt, at);
    if open.is_empty() {
        let _ = writeln!(out, "{pad}{}", simple(stmt));
        return;
    }
    let _ = writeln!(out, "{pad}{open}");
    let spawner = match stmt {
        Stmt::Scope(_) => Spawner::Scope,
        _ => Spawner::Thread,
    };
    write_block(out, stmt.body(), depth + 1, spawner);
    let _ = writeln!(out, "{pad}{close}");
}

/// What stands before and after the body of a statement that has one.
fn brackets(stmt: &Stmt, (place, spawner): (usize, Spawner)) -> (String, String) {
    if let Stmt::SpinLock { object, taking, .. } = stmt {
        let fails = format!("A{object}.compare_exchange(0, 1, ORDER, ORDER).is_err()");
        let is_taken = format!("A{object}.load(ORDER) != 0");
        let take = match taking {
            Taking::Exchange => format!("while {fails} {{}}"),
            Taking::Swap => format!("while A{object}.swap(1, ORDER) != 0 {{}}"),
            Taking::LookFirst => format!("while {is_taken} || {fails} {{}}"),
            Taking::LookAfter => format!("while {fails} {{ while {is_taken} {{}} }}"),
            Taking::Pause { shows } => {
                let shows = if *shows { " r = n;" } else { "" };
                let pause = "for _ in 0..n {} if n < 2 { n += 1; }";
                format!("let mut n = 1; while A{object}.swap(1, ORDER) != 0 {{ {pause} }}{shows}")
            }
        };
        let release = format!("A{object}.store(0, ORDER); }}");
        return (format!("{{ {take}"), release);
    }
    let (open, close) = match stmt {
        Stmt::Lock(m, _) => (
            format!("{{ let mut g = M{m}.lock().unwrap(); *g += 1;"),
            "}",
        ),
        Stmt::TryLock(m, _) => (
            format!("if let Ok(mut g) = M{m}.try_lock() {{ *g += 1;"),
            "} else { r = 7; }",
        ),
        Stmt::Read(n, _) => (format!("{{ let g = RW{n}.read().unwrap(); r = *g;"), "}"),
        Stmt::TryRead(n, _) => (
            format!("if let Ok(g) = RW{n}.try_read() {{ r = *g;"),
            "} else { r = 7; }",
        ),
        Stmt::Write(n, _) => (
            format!("{{ let mut g = RW{n}.write().unwrap(); *g += 1;"),
            "}",
        ),
        Stmt::TryWrite(n, _) => (
            format!("if let Ok(mut g) = RW{n}.try_write() {{ *g += 1;"),
            "} else { r = 7; }",
        ),
        Stmt::Downgrade(n, _) => (
            format!(
                "{{ let mut g = RW{n}.write().unwrap(); *g += 1; \
                 let g = RwLockWriteGuard::downgrade(g);"
            ),
            "}",
        ),
        Stmt::If(n, _) => (format!("if r == {n} {{"), "}"),
        Stmt::Once(_) => (
            "r = *O.get_or_init(|| { let mut r = r;".to_string(),
            "r });",
        ),
        Stmt::CallOnce(_) => ("OC.call_once(|| { let mut r = r;".to_string(), "});"),
        Stmt::Scope(_) => ("thread::scope(|s| {".to_string(), "});"),
        Stmt::Spawn(_) | Stmt::Detach(_) | Stmt::Team { .. } => spawning(stmt, (place, spawner)),
        Stmt::Catch(_) => (
            "r = catch_unwind(AssertUnwindSafe(|| { let mut r = r;".to_string(),
            "r })).unwrap_or(6);",
        ),
        _ => (String::new(), ""),
    };
    (open, close.to_string())
}

/// The same of a statement that starts threads.
fn spawning(stmt: &Stmt, (place, spawner): (usize, Spawner)) -> (String, &'static str) {
    let sends = uses_channel(stmt.body());
    let body = "move || { let mut r = 0;";
    if let Stmt::Team { results, .. } = stmt {
        let clone = if sends { "let tx = tx.clone(); " } else { "" };
        return match spawner {
            Spawner::Scope => (
                format!("for _ in 0..2 {{ {clone}s.spawn({body}"),
                "let _ = r; }); }",
            ),
            Spawner::Thread => (
                format!("let c{place} = [(); 2].map(|()| {{ {clone}thread::spawn({body}"),
                match results {
                    Results::Ignored => "let _ = r; }) });",
                    Results::Added | Results::InOrder => "r }) });",
                },
            ),
        };
    }
    let spawn = match (stmt, spawner) {
        (Stmt::Detach(_), _) => "thread::spawn(".to_string(),
        (_, Spawner::Scope) => "s.spawn(".to_string(),
        (_, Spawner::Thread) => format!("let c{place} = thread::spawn("),
    };
    let (clone, close) = match sends {
        true => ("{ let tx = tx.clone(); ", "r } });"),
        false => ("", "r });"),
    };
    (format!("{spawn}{clone}{body}"), close)
}

fn modify(a: usize, op: RmwOp, operand: i32) -> String {
    let method = op.method();
    format!("A{a}.{method}({operand}, ORDER);")
}

fn guarded(m: usize, update: Update) -> String {
    match update {
        Update::Look => format!("r = *M{m}.lock().unwrap();"),
        Update::Set(v) => format!("*M{m}.lock().unwrap() = {};", value(v)),
        Update::Add(v) => format!("*M{m}.lock().unwrap() += {};", value(v)),
    }
}

fn exchange(a: usize, how: &Exchange) -> String {
    let new = match (how.new, how.wraps) {
        (Some(value), _) => value.to_string(),
        (None, true) => "v.wrapping_add(1)".to_string(),
        (None, false) => "v + 1".to_string(),
    };
    let limit = how
        .limit
        .map(|limit| format!("if v >= {limit} {{ break; }}"));
    let limit = limit.unwrap_or_default();
    let look = if how.looks { "r = v;" } else { "" };
    let count = if how.counts { "r += 1;" } else { "" };
    let load = format!("A{a}.load(ORDER)");
    let exchange = format!("A{a}.compare_exchange(v, {new}, ORDER, ORDER)");
    let panics = how
        .panics_at
        .map(|value| format!(" assert!(r != {value});"));
    let panics = panics.unwrap_or_default();
    let text = match how.reloads {
        true => format!(
            "loop {{ let v = {load}; {limit} if {exchange}.is_ok() {{ {look} break; }} {count} }}"
        ),
        false => format!(
            "{{ let mut v = {load}; loop {{ {limit} match {exchange} \
             {{ Ok(_) => {{ {look} break; }} Err(found) => {{ v = found; {count} }} }} }} }}"
        ),
    };
    text + &panics
}

fn spin_until(object: usize, value: i32, yields: bool, counts: bool) -> String {
    let count = if counts { "r += 1;" } else { "" };
    let pause = match (yields, counts) {
        (false, _) => "",
        (true, false) => "thread::yield_now();",
        (true, true) => "if r & 1 == 0 { thread::yield_now(); }",
    };
    format!("while A{object}.load(ORDER) != {value} {{ {count} {pause} }}")
}

fn simple(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Store(a, v) => format!("A{a}.store({}, ORDER);", value(*v)),
        Stmt::Load(a) => format!("r = A{a}.load(ORDER);"),
        Stmt::Count(a) => format!("A{a}.fetch_add(1, ORDER);"),
        Stmt::Add(a) => format!("r = A{a}.fetch_add(1, ORDER);"),
        Stmt::Modify(a, op, operand) => format!("r = {}", modify(*a, *op, *operand)),
        Stmt::ModifyOnly(a, op, operand) => modify(*a, *op, *operand),
        Stmt::Cas(a, old, new) => {
            format!("r = A{a}.compare_exchange({old}, {new}, ORDER, ORDER).is_ok() as i32;")
        }
        Stmt::WeakCas(a, old, new) => {
            format!("r = A{a}.compare_exchange_weak({old}, {new}, ORDER, ORDER).is_ok() as i32;")
        }
        Stmt::Exchange(a, how) => exchange(*a, how),
        Stmt::Choose(count) => format!("r = choose({count});"),
        Stmt::SpinUntil {
            object,
            value,
            yields,
            counts,
        } => spin_until(*object, *value, *yields, *counts),
        Stmt::Wait {
            condvar,
            until,
            timeout,
        } => wait(*condvar, *until, *timeout),
        Stmt::Notify {
            condvar,
            all,
            set,
            locked,
        } => notify(*condvar, *all, *set, *locked),
        Stmt::Fence(ordering) => format!("fence(Ordering::{ordering:?});"),
        Stmt::JoinThread(thread) => format!("r = h{thread}.join().unwrap_or(6);"),
        Stmt::LeaveAtEnd => "LEAVER.with(|_| ());".to_string(),
        Stmt::Select { ends, patience } => format!("r = {};", select(ends, *patience)),
        Stmt::Len(end) => format!("r = {}.len() as i32;", end_name(*end)),
        Stmt::DropEnd(end) => format!("drop({});", end_name(*end)),
        Stmt::Park => "thread::park();".to_string(),
        Stmt::ParkTimeout(ms) => format!("thread::park_timeout({});", milliseconds(*ms)),
        Stmt::UnparkMain => "MAIN.get().unwrap().unpark();".to_string(),
        Stmt::Unpark(thread) => format!("t[{thread}].unpark();"),
        Stmt::IsFinished(thread) => format!("r = h{thread}.is_finished() as i32;"),
        Stmt::Barrier => "r = B.wait().is_leader() as i32;".to_string(),
        Stmt::OnceGet => "r = O.get().copied().unwrap_or(5);".to_string(),
        Stmt::Sleep(ms) => format!("thread::sleep({});", milliseconds(*ms)),
        Stmt::IsLate(ms) => format!("r = (start.elapsed() >= {}) as i32;", milliseconds(*ms)),
        Stmt::PollUntil(ms, a) => format!(
            "{{ let since = Instant::now(); while since.elapsed() < {} {{}} r = A{a}.load(ORDER); }}",
            milliseconds(*ms)
        ),
        Stmt::PlainWrite(v) => format!("unsafe {{ P = {}; }}", value(*v)),
        Stmt::PlainRead => "r = unsafe { P };".to_string(),
        Stmt::PlainAdd => "unsafe { P += 1; }".to_string(),
        Stmt::PeekIf(a, n) => {
            format!("if A{a}.load(ORDER) == {n} {{ let _seen = unsafe {{ P }}; }}")
        }
        Stmt::Heap(way, deed) => heap(*way, *deed),
        Stmt::Guarded(m, update) => guarded(*m, *update),
        Stmt::Counted(deed) => deed.source().to_string(),
        Stmt::IsPoisoned(m) => format!("r = M{m}.is_poisoned() as i32;"),
        Stmt::Assert(n) => format!("assert!(r != {n});"),
        Stmt::Print => "print!(\"{r}\");".to_string(),
        Stmt::ExitProcess(code) => format!("std::process::exit({code});"),
        Stmt::Yield => "thread::yield_now();".to_string(),
        stmt => on_channel(stmt),
    }
}

fn milliseconds(ms: u64) -> String {
    format!("Duration::from_millis({ms})")
}

const TRY_RECEIVE: &str = "r = match rx.try_recv() { Ok(n) => n, \
     Err(TryRecvError::Empty) => 8, Err(TryRecvError::Disconnected) => 9 };";

/// An operation on the channel that only some receive from.
fn on_channel(stmt: &Stmt) -> String {
    match stmt {
        // std has no such send that is stable.
        Stmt::Send(n) | Stmt::SendTimeout(n, _) => format!("r = tx.send({n}).is_ok() as i32;"),
        Stmt::Receive => "r = rx.recv().unwrap_or(9);".to_string(),
        Stmt::TryReceive => TRY_RECEIVE.to_string(),
        Stmt::ReceiveTimeout(ms) => format!(
            "r = match rx.recv_timeout(Duration::from_millis({ms})) {{ Ok(n) => n, \
             Err(RecvTimeoutError::Timeout) => 8, Err(RecvTimeoutError::Disconnected) => 9 }};"
        ),
        Stmt::DropSender => "drop(tx);".to_string(),
        Stmt::DropReceiver => "drop(rx);".to_string(),
        _ => unreachable!("has a body"),
    }
}

fn select(ends: &[End], patience: Patience) -> String {
    if let [end] = ends {
        let name = end_name(*end);
        return match (end.sends, patience) {
            (true, Patience::None) => format!("tried({name}.try_send(0))"),
            (true, Patience::Time(ms)) => {
                format!("sent({name}.send_timeout(0, {}))", milliseconds(ms))
            }
            (true, Patience::Forever) => format!("{name}.send(0).is_ok() as i32"),
            (false, Patience::None) => format!("found({name}.try_recv())"),
            (false, Patience::Time(ms)) => {
                format!("came({name}.recv_timeout({}))", milliseconds(ms))
            }
            (false, Patience::Forever) => format!("{name}.recv().is_ok() as i32"),
        };
    }
    let arms = ends.iter().enumerate().map(|(arm, end)| {
        let name = end_name(*end);
        let operation = match end.sends {
            true => format!("send({name}, 0) -> m"),
            false => format!("recv({name}) -> m"),
        };
        format!("{operation} => {} + m.is_err() as i32, ", 1 + 2 * arm)
    });
    let arms: String = arms.collect();
    let otherwise = match patience {
        Patience::None => "default => 0".to_string(),
        Patience::Time(ms) => format!("default({}) => 0", milliseconds(ms)),
        Patience::Forever => String::new(),
    };
    format!("select! {{ {arms}{otherwise} }}")
}

fn heap(way: Way, deed: Deed) -> String {
    let (load, store, swap) = match way {
        Way::Relaxed => ("Relaxed", "Relaxed", "Relaxed"),
        Way::Atomic | Way::Locked => ("Acquire", "Release", "AcqRel"),
    };
    let locked = |deed: &str| format!("{{ let mut g = M0.lock().unwrap(); {deed} }}");
    let is_locked = way == Way::Locked;
    let find = match is_locked {
        true => locked("unsafe { L }"),
        false => format!("Q.load(Ordering::{load})"),
    };
    let take = match is_locked {
        true => locked("unsafe { std::mem::replace(&mut L, null_mut()) }"),
        false => format!("Q.swap(null_mut(), Ordering::{swap})"),
    };
    match deed {
        Deed::Publish(v) => {
            let leave = match is_locked {
                true => locked("unsafe { L = q; }"),
                false => format!("Q.store(q, Ordering::{store});"),
            };
            format!(
                "{{ let q = Box::into_raw(Box::new({})); {leave} }}",
                value(v)
            )
        }
        Deed::Read => {
            format!("{{ let q = {find}; r = if q.is_null() {{ 4 }} else {{ unsafe {{ *q }} }}; }}")
        }
        Deed::Write(v) => {
            let write = format!("unsafe {{ *q = {}; }}", value(v));
            format!("{{ let q = {find}; if !q.is_null() {{ {write} }} }}")
        }
        Deed::Free => {
            let free = "drop(unsafe { Box::from_raw(q) });";
            format!("{{ let q = {take}; if !q.is_null() {{ {free} }} }}")
        }
    }
}

fn wait(c: usize, until: bool, timeout: Option<u64>) -> String {
    let inner = match (until, timeout) {
        (true, None) => format!("while *g == 0 {{ g = C{c}.wait(g).unwrap(); }} r = *g;"),
        (false, None) => format!("g = C{c}.wait(g).unwrap(); r = *g;"),
        (true, Some(ms)) => format!(
            "while *g == 0 {{ let (h, t) = C{c}.wait_timeout(g, Duration::from_millis({ms})).unwrap(); \
             g = h; if t.timed_out() {{ break; }} }} r = *g;"
        ),
        (false, Some(ms)) => format!(
            "r = C{c}.wait_timeout(g, Duration::from_millis({ms})).unwrap().1.timed_out() as i32;"
        ),
    };
    format!("{{ let mut g = M0.lock().unwrap(); {inner} }}")
}

fn notify(c: usize, all: bool, set: bool, locked: bool) -> String {
    let whom = if all { "all" } else { "one" };
    let notify = format!("C{c}.notify_{whom}();");
    match (set, locked) {
        (true, true) => format!("{{ let mut g = M0.lock().unwrap(); *g += 1; {notify} }}"),
        (true, false) => format!("{{ *M0.lock().unwrap() += 1; }} {notify}"),
        (false, true) => format!("{{ let g = M0.lock().unwrap(); {notify} }}"),
        (false, false) => notify,
    }
}
