//! A random program as Rust source.

use super::program::{OBJECTS, Program, Stmt, Value};
use std::fmt::Write;

/// The whole program; it compiles with rustc, without warnings that matter.
pub fn source(program: &Program) -> String {
    let channel = program.uses(|s| matches!(s, Stmt::Send(_) | Stmt::Receive | Stmt::TryReceive));
    let mut out = String::from(HEADER);
    for object in 0..OBJECTS {
        let _ = writeln!(out, "static A{object}: AtomicI32 = AtomicI32::new(0);");
        let _ = writeln!(out, "static M{object}: Mutex<i32> = Mutex::new(0);");
    }
    out += "static C: Condvar = Condvar::new();\nstatic RW: RwLock<i32> = RwLock::new(0);\n";
    for (thread, body) in program.threads.iter().enumerate() {
        let parameter = if channel {
            parameter(program, thread)
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "\nfn thread{thread}({parameter}) -> i32 {{\n    let mut r = 0;"
        );
        for stmt in body {
            write_stmt(&mut out, stmt, 1);
        }
        out += "    r\n}\n";
    }
    out += &main(program, channel);
    out
}

const HEADER: &str = "#![allow(unused)]
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Condvar, Mutex, RwLock};
use std::thread;

";

fn parameter(program: &Program, thread: usize) -> &'static str {
    match (thread + 1 == program.threads.len(), program.bound) {
        (true, _) => "rx: Receiver<i32>",
        (false, None) => "tx: Sender<i32>",
        (false, Some(_)) => "tx: SyncSender<i32>",
    }
}

fn main(program: &Program, channel: bool) -> String {
    let mut out = String::from("\nfn main() {\n");
    let last = program.threads.len() - 1;
    if channel {
        let new = match program.bound {
            None => "channel()".to_string(),
            Some(bound) => format!("sync_channel({bound})"),
        };
        let _ = writeln!(out, "    let (tx, rx) = mpsc::{new};");
        for thread in 0..last {
            let _ = writeln!(out, "    let tx{thread} = tx.clone();");
        }
        out += "    drop(tx);\n";
    }
    for thread in 0..=last {
        let argument = match (channel, thread == last) {
            (false, _) => String::new(),
            (true, true) => "rx".to_string(),
            (true, false) => format!("tx{thread}"),
        };
        let _ = writeln!(
            out,
            "    let h{thread} = thread::spawn(move || thread{thread}({argument}));"
        );
    }
    for thread in 0..=last {
        let _ = writeln!(out, "    let r{thread} = h{thread}.join().unwrap();");
    }
    for thread in 0..=last {
        let _ = writeln!(out, "    print!(\"{{r{thread}}}\");");
    }
    for object in 0..OBJECTS {
        let _ = writeln!(out, "    print!(\"{{}}\", A{object}.load(SeqCst));");
        let _ = writeln!(out, "    print!(\"{{}}\", M{object}.lock().unwrap());");
    }
    out + "    print!(\"{}\", RW.read().unwrap());\n}\n"
}

fn value(value: Value) -> String {
    match value {
        Value::Const(n) => n.to_string(),
        Value::Local => "r".to_string(),
        Value::LocalPlusOne => "r + 1".to_string(),
    }
}

fn write_stmt(out: &mut String, stmt: &Stmt, depth: usize) {
    let pad = "    ".repeat(depth);
    let (open, close) = brackets(stmt);
    if open.is_empty() {
        let _ = writeln!(out, "{pad}{}", simple(stmt));
        return;
    }
    let _ = writeln!(out, "{pad}{open}");
    for inner in stmt.body() {
        write_stmt(out, inner, depth + 1);
    }
    let _ = writeln!(out, "{pad}{close}");
}

/// What stands before and after the body of a statement that has one.
fn brackets(stmt: &Stmt) -> (String, &'static str) {
    match stmt {
        Stmt::Lock(m, _) => (
            format!("{{ let mut g = M{m}.lock().unwrap(); *g += 1;"),
            "}",
        ),
        Stmt::TryLock(m, _) => (
            format!("if let Ok(mut g) = M{m}.try_lock() {{ *g += 1;"),
            "} else { r = 7; }",
        ),
        Stmt::Read(_) => ("{ let g = RW.read().unwrap(); r = *g;".to_string(), "}"),
        Stmt::Write(_) => (
            "{ let mut g = RW.write().unwrap(); *g += 1;".to_string(),
            "}",
        ),
        Stmt::If(n, _) => (format!("if r == {n} {{"), "}"),
        _ => (String::new(), ""),
    }
}

fn simple(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Store(a, v) => format!("A{a}.store({}, SeqCst);", value(*v)),
        Stmt::Load(a) => format!("r = A{a}.load(SeqCst);"),
        Stmt::Add(a) => format!("r = A{a}.fetch_add(1, SeqCst);"),
        Stmt::Cas(a, old, new) => {
            format!("r = A{a}.compare_exchange({old}, {new}, SeqCst, SeqCst).is_ok() as i32;")
        }
        Stmt::Wait { until: true } => {
            "{ let mut g = M0.lock().unwrap(); while *g == 0 { g = C.wait(g).unwrap(); } r = *g; }"
                .to_string()
        }
        Stmt::Wait { until: false } => {
            "{ let mut g = M0.lock().unwrap(); g = C.wait(g).unwrap(); r = *g; }".to_string()
        }
        Stmt::Notify { all, set, locked } => notify(*all, *set, *locked),
        Stmt::Send(n) => format!("r = tx.send({n}).is_ok() as i32;"),
        Stmt::Receive => "r = rx.recv().unwrap_or(9);".to_string(),
        Stmt::TryReceive => "r = match rx.try_recv() { Ok(n) => n, Err(TryRecvError::Empty) => 8, \
                             Err(TryRecvError::Disconnected) => 9 };"
            .to_string(),
        Stmt::Assert(n) => format!("assert!(r != {n});"),
        Stmt::Print => "print!(\"{r}\");".to_string(),
        Stmt::Yield => "thread::yield_now();".to_string(),
        Stmt::Lock(..) | Stmt::TryLock(..) | Stmt::Read(_) | Stmt::Write(_) | Stmt::If(..) => {
            unreachable!("has a body")
        }
    }
}

fn notify(all: bool, set: bool, locked: bool) -> String {
    let notify = if all {
        "C.notify_all();"
    } else {
        "C.notify_one();"
    };
    match (set, locked) {
        (true, true) => format!("{{ let mut g = M0.lock().unwrap(); *g += 1; {notify} }}"),
        (true, false) => format!("{{ *M0.lock().unwrap() += 1; }} {notify}"),
        (false, true) => format!("{{ let g = M0.lock().unwrap(); {notify} }}"),
        (false, false) => notify.to_string(),
    }
}
