//! How fast the machine is: nanoseconds an instruction on straight-line loops, and states a second
//! of a stateful search over a bounded buffer. `cargo run --release -p vscheck-vm --example speed`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;
use support::*;
use vscheck_ir::*;
use vscheck_vm::*;

/// Counts to `n`, adding a product each round.
fn arithmetic(n: u64) -> Arc<Program> {
    ProgramBuilder::new().main(|f| {
        let (i, sum) = (f.reg(), f.reg());
        let start = f.here();
        let product = f.binary(BinOp::Mul, i, reg(i));
        f.emit(Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::I64,
            overflow: Overflow::Wrap,
            dst: sum,
            lhs: reg(sum),
            rhs: reg(product),
        });
        f.emit(Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::I64,
            overflow: Overflow::Panic,
            dst: i,
            lhs: reg(i),
            rhs: int(1),
        });
        let more = f.binary(BinOp::Lt, i, int(n));
        let next = InstId(f.here().0 + 1);
        f.emit(Inst::Branch {
            cond: reg(more),
            then_to: start,
            else_to: next,
        });
    })
}

/// Walks over a heap object, adding one to each cell.
fn memory(n: u64) -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    p.cells("unit", &[0]);
    p.main(|f| {
        let (i, at) = (f.reg(), f.pointer());
        let base = f.pointer();
        f.emit(Inst::Alloc {
            dst: base,
            layout: LayoutId(0),
            count: int(1000),
        });
        f.emit(Inst::Copy {
            dst: i,
            src: int(0),
            cells: 1,
        });
        let start = f.here();
        let index = f.binary(BinOp::BitAnd, i, int(511));
        f.emit(Inst::Offset {
            dst: at,
            base: reg(base),
            index: reg(index),
            stride: 1,
            offset: 0,
        });
        let old = f.load(reg(at), 0);
        let new = f.binary(BinOp::Add, old, int(1));
        f.store(reg(at), 0, reg(new));
        f.emit(Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::I64,
            overflow: Overflow::Panic,
            dst: i,
            lhs: reg(i),
            rhs: int(1),
        });
        let more = f.binary(BinOp::Lt, i, int(n));
        let next = InstId(f.here().0 + 1);
        f.emit(Inst::Branch {
            cond: reg(more),
            then_to: start,
            else_to: next,
        });
    })
}

/// Calls a small function `n` times.
fn calls(n: u64) -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let leaf = p.function("leaf", |f| {
        f.binary(BinOp::Add, Reg(0), int(1));
    });
    p.main(|f| {
        let i = f.reg();
        let start = f.here();
        let dst = f.reg();
        let args = Box::new([Arg {
            src: reg(i),
            cells: 1,
        }]);
        f.emit(Inst::Call {
            callee: Callee::Function(leaf),
            args,
            dst,
        });
        f.emit(Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::I64,
            overflow: Overflow::Panic,
            dst: i,
            lhs: reg(i),
            rhs: int(1),
        });
        let more = f.binary(BinOp::Lt, i, int(n));
        let next = InstId(f.here().0 + 1);
        f.emit(Inst::Branch {
            cond: reg(more),
            then_to: start,
            else_to: next,
        });
    })
}

/// Two producers and two consumers over a buffer of two slots, four messages each.
fn bounded_buffer() -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let c = p.sync("c", SyncKind::Condvar, &[0]);
    let count = p.cells("count", &[0]);
    let worker = |full: u64, step: u64| {
        move |f: &mut FunctionBuilder| {
            let (m, c, count) = (f.addr(m), f.addr(c), f.addr(count));
            let i = f.reg();
            f.emit(Inst::Copy {
                dst: i,
                src: int(0),
                cells: 1,
            });
            f.until(|f| {
                f.sync(Action::MutexLock, &[m]);
                f.until(|f| {
                    let now = f.load(count, 0);
                    let must_wait = f.binary(BinOp::Eq, now, int(full));
                    f.when(must_wait, |f| {
                        f.sync(Action::CondvarWait, &[c, m]);
                    });
                    let now = f.load(count, 0);
                    f.binary(BinOp::Ne, now, int(full))
                });
                let now = f.load(count, 0);
                let next = f.binary(BinOp::Add, now, int(step));
                f.store(count, 0, reg(next));
                f.sync(Action::NotifyAll, &[c]);
                f.hidden(Action::MutexUnlock, &[m]);
                let more = f.binary(BinOp::Add, i, int(1));
                f.emit(Inst::Copy {
                    dst: i,
                    src: reg(more),
                    cells: 1,
                });
                f.binary(BinOp::Ge, i, int(4))
            });
        }
    };
    let producer = p.function("producer", worker(2, 1));
    let consumer = p.function("consumer", worker(0, u64::MAX));
    p.main(|f| {
        let threads: Vec<Reg> = [producer, producer, consumer, consumer]
            .map(|func| f.spawn(func, int(0)))
            .into();
        for thread in threads {
            f.join(thread);
        }
    })
}

fn straight_line(name: &str, program: Arc<Program>) {
    let code = Code::new(program);
    let options = MachineOptions {
        max_steps_without_operation: u64::MAX,
        ..Default::default()
    };
    let start = Instant::now();
    let machine = Machine::new(code, options);
    let time = start.elapsed();
    let each = time.as_nanos() as f64 / machine.instructions() as f64;
    println!(
        "{name}: {each:.2} ns an instruction ({} instructions)",
        machine.instructions()
    );
}

fn stateful(program: Arc<Program>) {
    let machine = Machine::new(Code::new(program), MachineOptions::default());
    let begin = Instant::now();
    let mut seen = HashSet::from([machine.fingerprint()]);
    let mut stack = vec![machine];
    let mut steps = 0;
    while let Some(machine) = stack.pop() {
        for transition in machine.transitions() {
            let mut next = machine.clone();
            next.step(transition);
            steps += 1;
            if next.end().is_none() && seen.insert(next.fingerprint()) {
                stack.push(next);
            }
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let rate = seen.len() as f64 / seconds;
    println!(
        "bounded buffer: {} states, {steps} steps, {rate:.0} states a second",
        seen.len()
    );
}

fn main() {
    let wanted = std::env::args().nth(1);
    let is_wanted = |name: &str| wanted.as_deref().is_none_or(|wanted| wanted == name);
    if is_wanted("arithmetic") {
        straight_line("arithmetic", arithmetic(20_000_000));
    }
    if is_wanted("memory") {
        straight_line("memory", memory(10_000_000));
    }
    if is_wanted("calls") {
        straight_line("calls", calls(5_000_000));
    }
    if is_wanted("states") {
        stateful(bounded_buffer());
    }
}
