//! Generated programs in the intermediate representation: every complete engine finds the outcomes
//! that plain exhaustive search finds.

use std::sync::Arc;
use vscheck::engine::{ENGINES, Engine};
use vscheck::exploration::{Exploration, Findings, Settings};
use vscheck::limits::Limits;
use vscheck::random::Random;
use vscheck_ir::layout::{CellKind, Layout, Shape, SyncKind};
use vscheck_ir::program::{Slot, Static};
use vscheck_ir::*;
use vscheck_vm::MachineOptions;

/// One statement of a generated thread.
#[derive(Clone, Copy, Debug)]
enum Statement {
    Load(usize),
    Store(usize, u64),
    StoreNext(usize),
    FetchAdd(usize),
    Cas(usize, u64),
    Lock(usize),
    TryLock(usize),
    Unlock(usize),
    /// Holding mutex 0.
    Wait,
    WaitTimeout,
    NotifyOne,
    NotifyAll,
    /// Skips the next statement unless the last value read is zero.
    SkipNext,
    Yield,
}

type Threads = Vec<Vec<Statement>>;

const ATOMICS: usize = 2;
const MUTEXES: usize = 2;

fn generate(random: &mut Random) -> Threads {
    let threads = 2 + random.below(2);
    let length = if threads == 2 { 4 } else { 2 };
    (0..threads).map(|_| thread(random, length)).collect()
}

fn thread(random: &mut Random, length: usize) -> Vec<Statement> {
    let mut out = Vec::new();
    for _ in 0..1 + random.below(length) {
        let atomic = random.below(ATOMICS);
        let mutex = random.below(MUTEXES);
        match random.below(13) {
            0 | 1 => out.push(Statement::Load(atomic)),
            2 => out.push(Statement::Store(atomic, 1 + random.below(3) as u64)),
            3 => out.extend([Statement::Load(atomic), Statement::StoreNext(atomic)]),
            4 => out.push(Statement::FetchAdd(atomic)),
            5 => out.push(Statement::Cas(atomic, 1 + random.below(2) as u64)),
            6 => out.extend([
                Statement::Lock(mutex),
                Statement::FetchAdd(atomic),
                Statement::Unlock(mutex),
            ]),
            7 => out.extend([
                Statement::Lock(mutex),
                Statement::Lock(1 - mutex),
                Statement::Unlock(1 - mutex),
                Statement::Unlock(mutex),
            ]),
            8 => out.extend([Statement::Lock(0), wait(random), Statement::Unlock(0)]),
            9 => out.push(if random.below(2) == 0 {
                Statement::NotifyOne
            } else {
                Statement::NotifyAll
            }),
            10 => out.extend([
                Statement::Load(atomic),
                Statement::SkipNext,
                Statement::Store(1 - atomic, 7),
            ]),
            11 => out.push(Statement::TryLock(mutex)),
            _ => out.push(Statement::Yield),
        }
    }
    out
}

fn wait(random: &mut Random) -> Statement {
    if random.below(3) == 0 {
        Statement::WaitTimeout
    } else {
        Statement::Wait
    }
}

/// Builds one function.
struct Builder {
    function: Function,
}

impl Builder {
    fn new(name: &str, params: u32, returns: u32) -> Builder {
        let mut function = Function {
            name: name.to_string(),
            params,
            returns,
            ..Function::default()
        };
        for _ in 0..params.max(returns) {
            function.new_reg(ScalarType::U64);
        }
        Builder { function }
    }
    fn reg(&mut self, ty: ScalarType) -> Reg {
        self.function.new_reg(ty)
    }
    fn push(&mut self, inst: Inst) {
        self.function.code.push(inst);
        self.function.spans.push(Span::default());
    }
    fn here(&self) -> InstId {
        InstId::new(self.function.code.len())
    }
    fn address(&mut self, global: usize) -> Operand {
        let dst = self.reg(ScalarType::Ptr);
        self.push(Inst::StaticAddr {
            dst,
            global: StaticId::new(global),
        });
        Operand::Reg(dst)
    }
    fn sync(&mut self, action: Action, args: Vec<Operand>, visible: bool) -> Reg {
        let dst = self.reg(ScalarType::U64);
        self.reg(ScalarType::Bool);
        self.push(Inst::Sync {
            action,
            dst,
            args: args.into(),
            visible,
        });
        dst
    }
    /// `acc = acc * 3 + value`.
    fn note(&mut self, acc: Reg, value: Reg) {
        self.binary(BinOp::Mul, acc, Operand::Reg(acc), Operand::Const(3));
        self.binary(BinOp::Add, acc, Operand::Reg(acc), Operand::Reg(value));
    }
    fn binary(&mut self, op: BinOp, dst: Reg, lhs: Operand, rhs: Operand) {
        self.push(Inst::Binary {
            op,
            ty: ScalarType::U64,
            overflow: Overflow::Wrap,
            dst,
            lhs,
            rhs,
        });
    }
}

const ORDER: Operand = Operand::Const(4);
const ATOMIC: usize = 0;
const MUTEX: usize = ATOMIC + ATOMICS;
const CONDVAR: usize = MUTEX + MUTEXES;
const RESULTS: usize = CONDVAR + 1;
const TEXT: usize = RESULTS + 1;

fn thread_function(index: usize, statements: &[Statement], unlock_visible: bool) -> Function {
    let mut b = Builder::new(&format!("thread{index}"), 1, 0);
    let acc = b.reg(ScalarType::U64);
    let last = b.reg(ScalarType::U64);
    let held = b.reg(ScalarType::Bool);
    b.push(Inst::Zero { dst: acc, cells: 2 });
    b.push(Inst::Copy {
        dst: held,
        src: Operand::Const(1),
        cells: 1,
    });
    let mut skip: Option<usize> = None;
    for statement in statements {
        let patch = skip.take();
        emit(&mut b, *statement, acc, last, unlock_visible, &mut skip);
        if let Some(at) = patch {
            let here = b.here();
            let Inst::Branch { else_to, .. } = &mut b.function.code[at] else {
                unreachable!()
            };
            *else_to = here;
        }
    }
    if let Some(at) = skip {
        let here = b.here();
        let Inst::Branch { else_to, .. } = &mut b.function.code[at] else {
            unreachable!()
        };
        *else_to = here;
    }
    let results = b.address(RESULTS);
    b.push(Inst::Store {
        ptr: results,
        offset: index as u32,
        src: Operand::Reg(acc),
        cells: 1,
    });
    b.push(Inst::Return { src: Reg(0) });
    b.function
}

fn emit(
    b: &mut Builder,
    statement: Statement,
    acc: Reg,
    last: Reg,
    unlock_visible: bool,
    skip: &mut Option<usize>,
) {
    match statement {
        Statement::Load(_)
        | Statement::Store(..)
        | Statement::StoreNext(_)
        | Statement::FetchAdd(_)
        | Statement::Cas(..) => emit_atomic(b, statement, acc, last),
        Statement::Lock(_) | Statement::TryLock(_) | Statement::Unlock(_) => {
            emit_mutex(b, statement, acc, unlock_visible);
        }
        Statement::Wait | Statement::WaitTimeout | Statement::NotifyOne | Statement::NotifyAll => {
            emit_condvar(b, statement, acc)
        }
        Statement::SkipNext => {
            let zero = b.reg(ScalarType::Bool);
            b.binary(BinOp::Eq, zero, Operand::Reg(last), Operand::Const(0));
            let at = b.here();
            *skip = Some(at.index());
            b.push(Inst::Branch {
                cond: Operand::Reg(zero),
                then_to: InstId(at.0 + 1),
                else_to: at,
            });
        }
        Statement::Yield => {
            b.sync(Action::Yield, vec![], true);
        }
    }
}

fn emit_atomic(b: &mut Builder, statement: Statement, acc: Reg, last: Reg) {
    let word = ScalarType::U64;
    match statement {
        Statement::Load(a) => {
            let ptr = b.address(ATOMIC + a);
            let value = b.sync(Action::AtomicLoad(word), vec![ptr, ORDER], true);
            b.push(Inst::Copy {
                dst: last,
                src: Operand::Reg(value),
                cells: 1,
            });
            b.note(acc, value);
        }
        Statement::Store(a, value) => {
            let ptr = b.address(ATOMIC + a);
            b.sync(
                Action::AtomicStore(word),
                vec![ptr, Operand::Const(value), ORDER],
                true,
            );
        }
        Statement::StoreNext(a) => {
            let ptr = b.address(ATOMIC + a);
            let next = b.reg(word);
            b.binary(BinOp::Add, next, Operand::Reg(last), Operand::Const(1));
            b.sync(
                Action::AtomicStore(word),
                vec![ptr, Operand::Reg(next), ORDER],
                true,
            );
        }
        Statement::FetchAdd(a) => {
            let ptr = b.address(ATOMIC + a);
            let old = b.sync(
                Action::AtomicRmw(RmwOp::Add, word),
                vec![ptr, Operand::Const(1), ORDER],
                true,
            );
            b.note(acc, old);
        }
        Statement::Cas(a, new) => {
            let ptr = b.address(ATOMIC + a);
            let action = Action::AtomicCas {
                ty: word,
                weak: false,
            };
            let old = b.sync(
                action,
                vec![ptr, Operand::Const(0), Operand::Const(new), ORDER, ORDER],
                true,
            );
            b.note(acc, old);
        }
        _ => unreachable!("a statement of another kind"),
    }
}

fn emit_mutex(b: &mut Builder, statement: Statement, acc: Reg, unlock_visible: bool) {
    match statement {
        Statement::Lock(m) => {
            let ptr = b.address(MUTEX + m);
            b.sync(Action::MutexLock, vec![ptr], true);
        }
        Statement::TryLock(m) => {
            let ptr = b.address(MUTEX + m);
            let taken = b.sync(Action::MutexTryLock, vec![ptr], true);
            b.note(acc, taken);
            let at = b.here();
            b.push(Inst::Branch {
                cond: Operand::Reg(taken),
                then_to: InstId(at.0 + 1),
                else_to: InstId(at.0 + 3),
            });
            let ptr = b.address(MUTEX + m);
            b.sync(Action::MutexUnlock, vec![ptr], true);
        }
        Statement::Unlock(m) => {
            let ptr = b.address(MUTEX + m);
            b.sync(Action::MutexUnlock, vec![ptr], unlock_visible);
        }
        _ => unreachable!("a statement of another kind"),
    }
}

fn emit_condvar(b: &mut Builder, statement: Statement, acc: Reg) {
    match statement {
        Statement::Wait => {
            let (condvar, mutex) = (b.address(CONDVAR), b.address(MUTEX));
            b.sync(Action::CondvarWait, vec![condvar, mutex], true);
        }
        Statement::WaitTimeout => {
            let (condvar, mutex) = (b.address(CONDVAR), b.address(MUTEX));
            let timed_out = b.sync(
                Action::CondvarWaitTimeout,
                vec![condvar, mutex, Operand::Const(5)],
                true,
            );
            b.note(acc, timed_out);
        }
        Statement::NotifyOne | Statement::NotifyAll => {
            let condvar = b.address(CONDVAR);
            let one = matches!(statement, Statement::NotifyOne);
            b.sync(
                if one {
                    Action::NotifyOne
                } else {
                    Action::NotifyAll
                },
                vec![condvar],
                true,
            );
        }
        _ => unreachable!("a statement of another kind"),
    }
}

/// Spawns all, joins all, prints what each has noted.
fn main_function(threads: usize) -> Function {
    let mut b = Builder::new("main", 0, 1);
    let ids: Vec<Reg> = (0..threads)
        .map(|thread| {
            let func = b.reg(ScalarType::Func);
            b.push(Inst::FuncAddr {
                dst: func,
                func: FuncId::new(thread + 1),
            });
            b.sync(
                Action::Spawn,
                vec![Operand::Reg(func), Operand::Const(0)],
                true,
            )
        })
        .collect();
    for id in ids {
        b.sync(Action::Join, vec![Operand::Reg(id)], true);
    }
    let (results, text) = (b.address(RESULTS), b.address(TEXT));
    for thread in 0..threads {
        let value = b.reg(ScalarType::U64);
        b.push(Inst::Load {
            dst: value,
            ptr: results,
            offset: thread as u32,
            cells: 1,
        });
        for digit in 0..3u64 {
            let byte = b.reg(ScalarType::U8);
            b.binary(
                BinOp::Div,
                byte,
                Operand::Reg(value),
                Operand::Const(10u64.pow(digit as u32)),
            );
            b.binary(BinOp::Rem, byte, Operand::Reg(byte), Operand::Const(10));
            b.binary(BinOp::Add, byte, Operand::Reg(byte), Operand::Const(48));
            b.push(Inst::Store {
                ptr: text,
                offset: (3 * thread as u64 + digit) as u32,
                src: Operand::Reg(byte),
                cells: 1,
            });
        }
    }
    b.sync(
        Action::Print,
        vec![Operand::Const(1), text, Operand::Const(3 * threads as u64)],
        true,
    );
    b.push(Inst::Zero {
        dst: Reg(0),
        cells: 1,
    });
    b.push(Inst::Return { src: Reg(0) });
    b.function
}

fn layout(name: &str, kind: CellKind, repeat: u32) -> Layout {
    Layout {
        name: name.to_string(),
        pattern: Box::new([kind]),
        repeat,
        bytes: 8,
        align: 8,
        shape: Shape::Scalar,
    }
}

fn global(layout: u32, mutable: bool) -> Static {
    Static {
        name: String::new(),
        layout: LayoutId(layout),
        count: 1,
        cells: vec![],
        thread_local: false,
        mutable,
        span: Span::default(),
    }
}

fn program(threads: &Threads) -> Program {
    let unlock_visible = threads
        .iter()
        .flatten()
        .any(|s| matches!(s, Statement::TryLock(_)));
    let word = CellKind::Scalar(ScalarType::U64);
    let layouts = vec![
        layout("u64", word, 1),
        layout("mutex", CellKind::Sync(SyncKind::Mutex), 1),
        layout("condvar", CellKind::Sync(SyncKind::Condvar), 1),
        layout("[u64; 4]", word, 4),
        layout("[u8; 16]", CellKind::Scalar(ScalarType::U8), 16),
    ];
    let mut statics: Vec<Static> = (0..ATOMICS).map(|_| global(0, true)).collect();
    statics.extend((0..MUTEXES).map(|_| global(1, true)));
    statics.extend([global(2, true), global(3, true), global(4, true)]);
    let mut functions = vec![main_function(threads.len())];
    let bodies = threads.iter().enumerate();
    functions.extend(bodies.map(|(index, body)| thread_function(index, body, unlock_visible)));
    let _: Vec<Slot> = vec![];
    Program {
        functions,
        statics,
        layouts,
        entry_name: "main".to_string(),
        ..Program::default()
    }
}

/// Executions after which exhaustive search gives a program up: it is then left out.
const LONGEST: u64 = 20_000;

fn run(engine: &Engine, program: &Arc<Program>) -> Findings {
    let settings = Settings {
        all: true,
        outcomes: true,
        limits: Limits {
            executions: Some(LONGEST),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let mut exploration = Exploration::new(program.clone(), MachineOptions::default(), settings);
    (engine.explore)(&mut exploration);
    exploration.into_findings()
}

fn disagreement(threads: &Threads) -> Option<String> {
    let program = Arc::new(program(threads));
    let oracle = run(
        vscheck::engine::find("exhaustive").expect("the oracle"),
        &program,
    );
    if !oracle.limits.is_empty() {
        return None;
    }
    let only = std::env::var("VSCHECK_ENGINE").ok();
    let wanted = |engine: &&Engine| only.as_ref().is_none_or(|name| engine.name == name);
    for engine in ENGINES
        .iter()
        .filter(wanted)
        .filter(|engine| engine.complete && engine.name != "exhaustive")
    {
        let found = run(engine, &program);
        if found.outcomes != oracle.outcomes {
            let missing: Vec<_> = oracle.outcomes.difference(&found.outcomes).collect();
            let extra: Vec<_> = found.outcomes.difference(&oracle.outcomes).collect();
            return Some(format!(
                "{}: missing {missing:?}, extra {extra:?}",
                engine.name
            ));
        }
    }
    None
}

/// Removes statements as long as the engines still disagree.
fn smallest(mut threads: Threads) -> Threads {
    'again: loop {
        for thread in 0..threads.len() {
            for at in 0..threads[thread].len() {
                let mut fewer = threads.clone();
                fewer[thread].remove(at);
                if balanced(&fewer) && disagreement(&fewer).is_some() {
                    threads = fewer;
                    continue 'again;
                }
            }
        }
        return threads;
    }
}

/// Whether each lock is released by who took it, and waits hold mutex 0.
fn balanced(threads: &Threads) -> bool {
    threads.iter().all(|statements| {
        let mut held = [false; MUTEXES];
        for statement in statements {
            match *statement {
                Statement::Lock(m) if held[m] => return false,
                Statement::Lock(m) => held[m] = true,
                Statement::Unlock(m) if !held[m] => return false,
                Statement::Unlock(m) => held[m] = false,
                Statement::Wait | Statement::WaitTimeout if !held[0] => return false,
                _ => {}
            }
        }
        !held.contains(&true)
    })
}

#[test]
fn engines_agree_on_generated_programs() {
    let count = std::env::var("VSCHECK_AGREE")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300);
    let first: u64 = std::env::var("VSCHECK_SEED")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    for seed in first..first + count {
        let threads = generate(&mut Random::new(seed));
        if disagreement(&threads).is_some() {
            let small = smallest(threads);
            panic!(
                "seed {seed}: {small:#?}\n{}",
                disagreement(&small).expect("still")
            );
        }
    }
}
