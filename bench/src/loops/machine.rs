//! The loops of `loops.wat`, for the machine. Each ends the process with its check value.

use crate::support::*;
use std::sync::Arc;
use vscheck_ir::*;

/// `dst = lhs op rhs` on `u64`, with an overflow check.
fn checked(f: &mut FunctionBuilder, op: BinOp, dst: Reg, lhs: Reg, rhs: Operand) {
    f.emit(Inst::Binary {
        op,
        ty: ScalarType::U64,
        overflow: Overflow::Panic,
        dst,
        lhs: reg(lhs),
        rhs,
    });
}

/// `do { body } while i < n`, then ends the process with the register that `body` names.
fn repeat(f: &mut FunctionBuilder, i: Reg, n: u64, body: impl FnOnce(&mut FunctionBuilder) -> Reg) {
    let start = f.here();
    let result = body(f);
    let more = f.reg();
    checked(f, BinOp::Lt, more, i, int(n));
    let next = InstId(f.here().0 + 1);
    f.emit(Inst::Branch {
        cond: reg(more),
        then_to: start,
        else_to: next,
    });
    let code = f.binary(BinOp::BitAnd, result, int(0x7FFF));
    f.sync(Action::ExitProcess, &[reg(code)]);
}

/// Adds numbers up.
pub fn arithmetic(n: u64) -> Arc<Program> {
    ProgramBuilder::new().main(|f| {
        let (i, sum) = (f.reg(), f.reg());
        repeat(f, i, n, |f| {
            let term = f.binary(BinOp::BitAnd, i, int(1023));
            checked(f, BinOp::Add, sum, sum, reg(term));
            checked(f, BinOp::Add, i, i, int(1));
            sum
        });
    })
}

/// Walks over a heap object, adding one to each cell.
pub fn memory(n: u64) -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let zeros = p.cells("zeros", &[0; 512]);
    p.main(|f| {
        let (i, base, at) = (f.reg(), f.pointer(), f.pointer());
        f.emit(Inst::Alloc {
            dst: base,
            layout: LayoutId(0),
            count: int(1),
        });
        let zeros = f.addr(zeros);
        f.emit(Inst::CopyMemory {
            dst: reg(base),
            src: zeros,
            count: int(512),
            stride: 1,
        });
        repeat(f, i, n, |f| {
            let index = f.binary(BinOp::BitAnd, i, int(511));
            f.emit(Inst::CheckBounds {
                index: reg(index),
                len: int(512),
            });
            f.emit(Inst::Offset {
                dst: at,
                base: reg(base),
                index: reg(index),
                stride: 1,
                offset: 0,
            });
            let old = f.load(reg(at), 0);
            let new = f.reg();
            checked(f, BinOp::Add, new, old, int(1));
            f.store(reg(at), 0, reg(new));
            checked(f, BinOp::Add, i, i, int(1));
            new
        });
    })
}

/// Calls a small function `n` times.
pub fn calls(n: u64) -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let next = p.function("next", |f| {
        let sum = f.reg();
        checked(f, BinOp::Add, sum, Reg(0), int(1));
        f.emit(Inst::Return { src: sum });
    });
    p.raw().functions[next.index()].returns = 1;
    p.main(|f| {
        let i = f.reg();
        repeat(f, i, n, |f| {
            let args = Box::new([Arg {
                src: reg(i),
                cells: 1,
            }]);
            f.emit(Inst::Call {
                callee: Callee::Function(next),
                args,
                dst: i,
            });
            i
        });
    })
}

/// Two producers and two consumers over a buffer of two slots, four messages each.
pub fn bounded_buffer() -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let c = p.sync("c", SyncKind::Condvar, &[0]);
    let count = p.cells("count", &[0]);
    let producer = p.function("producer", |f| worker(f, [m, c, count], 2, 1));
    let consumer = p.function("consumer", |f| worker(f, [m, c, count], 0, u64::MAX));
    p.main(|f| {
        let threads: Vec<Reg> = [producer, producer, consumer, consumer]
            .map(|func| f.spawn(func, int(0)))
            .into();
        for thread in threads {
            f.join(thread);
        }
    })
}

/// Four times waits until the count is not `bad`, then adds `step`.
fn worker(f: &mut FunctionBuilder, statics: [StaticId; 3], bad: u64, step: u64) {
    let [m, c, count] = statics.map(|id| f.addr(id));
    let i = f.reg();
    f.until(|f| {
        f.sync(Action::MutexLock, &[m]);
        f.until(|f| {
            let now = f.load(count, 0);
            let must_wait = f.binary(BinOp::Eq, now, int(bad));
            f.when(must_wait, |f| {
                f.sync(Action::CondvarWait, &[c, m]);
            });
            let now = f.load(count, 0);
            f.binary(BinOp::Ne, now, int(bad))
        });
        let now = f.load(count, 0);
        let next = f.binary(BinOp::Add, now, int(step));
        f.store(count, 0, reg(next));
        f.sync(Action::NotifyAll, &[c]);
        f.hidden(Action::MutexUnlock, &[m]);
        checked(f, BinOp::Add, i, i, int(1));
        f.binary(BinOp::Ge, i, int(4))
    });
}
