//! A random program as intermediate representation: the same objects and operations as its Rust source,
//! with no front end between. Differs where Rust would have a library in between: a channel passes no
//! values, and what is printed is one character a value.

mod channels;
mod children;
mod heap;
mod locks;
mod stmt;

use super::counted::Held;
use super::program::{CHANNELS, End, OBJECTS, Program, Stmt};
use children::Leaves;
use vscheck_ir::program::{Slot, Static};
use vscheck_ir::{
    Action, BinOp, CellKind, FuncId, Function, Inst, InstId, Intrinsic, Layout, LayoutId,
    MemoryOrdering, Operand, Overflow, Reg, ScalarType, Shape, SlotId, Span, StaticId, SyncKind,
    Zeros,
};

const INT: ScalarType = ScalarType::I32;

/// Layouts, in the order of the table.
const ATOMIC: LayoutId = LayoutId(0);
const MUTEX: LayoutId = LayoutId(1);
const CONDVAR: LayoutId = LayoutId(2);
const RWLOCK: LayoutId = LayoutId(3);
const CHANNEL: LayoutId = LayoutId(4);
const BYTE: LayoutId = LayoutId(5);
const BARRIER: LayoutId = LayoutId(6);
/// A once-cell and what it holds.
const ONCE: LayoutId = LayoutId(7);
const WORD: LayoutId = LayoutId(8);
const POINTER: LayoutId = LayoutId(9);
const COUNTS: LayoutId = LayoutId(10);

/// Statics, in the order of the table: atomics, mutexes (lock, data), condition variables and read-write
/// locks, then one of each other kind.
const CHANNEL_STATIC: StaticId = StaticId(4 * OBJECTS as u32);
const MESSAGE_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 1);
/// One cell a thread, for its last `r`; then one for each child.
const RESULT_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 2);
const BARRIER_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 3);
const ONCE_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 4);
pub(super) const PLAIN_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 5);
/// One cell a thread, for its handle.
const HANDLE_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 6);
/// The address of a heap object, in an atomic pointer and in a plain one.
const ATOMIC_POINTER_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 7);
const PLAIN_POINTER_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 8);
/// The channel that only selections are about.
const SECOND_CHANNEL_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 9);
/// The strong and the weak count of the counted object.
pub(super) const COUNTS_STATIC: StaticId = StaticId(CHANNEL_STATIC.0 + 10);

const MESSAGE: &str = "assertion failed";

/// The whole program: the threads' functions, then their children's, then `main`.
pub fn program(source: &Program) -> vscheck_ir::Program {
    let mut functions = Functions::new(source);
    for (thread, body) in source.threads.iter().enumerate() {
        let function = thread_function(&mut functions, source, body, thread);
        functions.threads[thread] = function;
    }
    let main = main_function(&mut functions, source);
    let mut functions = functions.threads;
    let statics = statics(source, functions.len());
    functions.push(main);
    functions.push(unreachable_function());
    let lang = FuncId::new(functions.len() - 1);
    vscheck_ir::Program {
        start: FuncId::new(functions.len() - 2),
        functions,
        statics,
        layouts: layouts(),
        lang: vscheck_ir::program::LangFunctions {
            panic_arithmetic: lang,
            panic_bounds: lang,
        },
        entry_name: "main".to_string(),
        ..vscheck_ir::Program::default()
    }
}

/// The functions that threads run, written so far.
pub(super) struct Functions {
    /// Those that `main` starts, in their order, then children.
    threads: Vec<Function>,
    /// Whether releases are visible (see `Action`, movers).
    visible_unlock: bool,
    /// Whether changes of how many weak references there are are visible.
    pub(super) visible_weak: bool,
    /// The ordering argument of atomics.
    ordering: Operand,
    /// The bounds of the channels.
    bounds: [Option<u32>; CHANNELS],
}

impl Functions {
    fn new(source: &Program) -> Functions {
        Functions {
            threads: vec![Function::default(); source.threads.len()],
            visible_unlock: source.uses(Stmt::tries),
            visible_weak: source
                .uses(|stmt| matches!(stmt, Stmt::Counted(deed) if deed.looks_at_weak())),
            bounds: source.bounds,
            ordering: match source.relaxed {
                true => ordering(MemoryOrdering::Relaxed),
                false => ordering(MemoryOrdering::SeqCst),
            },
        }
    }
}

fn layouts() -> Vec<Layout> {
    let int = CellKind::Scalar(INT);
    let word = CellKind::Scalar(ScalarType::U64);
    let layout = |name: &str, pattern: Vec<CellKind>| Layout {
        name: name.to_string(),
        pattern: pattern.into(),
        repeat: 1,
        bytes: 8,
        align: 8,
        zeros: Zeros::AsParts,
        pointee: None,
        niche: None,
        shape: Shape::Scalar,
    };
    let sync = CellKind::Sync;
    vec![
        layout("AtomicI32", vec![int]),
        layout("Mutex<i32>", vec![sync(SyncKind::Mutex), int]),
        layout("Condvar", vec![sync(SyncKind::Condvar)]),
        layout("RwLock<i32>", vec![sync(SyncKind::RwLock), word, int]),
        layout(
            "Channel",
            [
                vec![sync(SyncKind::Channel)],
                vec![word; SyncKind::Channel.cells() as usize - 1],
            ]
            .concat(),
        ),
        layout("u8", vec![CellKind::Scalar(ScalarType::U8)]),
        layout("Barrier", vec![sync(SyncKind::Barrier), word, word]),
        layout("OnceLock<i32>", vec![sync(SyncKind::Once), int]),
        layout("u64", vec![word]),
        layout("*mut i32", vec![CellKind::Scalar(ScalarType::Ptr)]),
        layout("ArcInner", vec![sync(SyncKind::RefCount); 2]),
    ]
}

fn statics(source: &Program, threads: usize) -> Vec<Static> {
    let new = |name: String, layout, cells: Vec<u64>, count| Static {
        name,
        layout,
        count,
        cells,
        thread_local: false,
        mutable: true,
        span: Span::default(),
    };
    let several = |prefix: &str, layout| {
        (0..OBJECTS)
            .map(move |n| new(format!("{prefix}{n}"), layout, vec![], 1))
            .collect::<Vec<_>>()
    };
    let mut all = several("A", ATOMIC);
    all.extend(several("M", MUTEX));
    all.extend(several("C", CONDVAR));
    all.extend(several("RW", RWLOCK));
    let [first, second] = [0, 1].map(|n| channel_cells(source, n));
    let message: Vec<u64> = MESSAGE.bytes().map(u64::from).collect();
    all.push(new("channel".to_string(), CHANNEL, first, 1));
    all.push(new(String::new(), BYTE, message, MESSAGE.len() as u32));
    let threads = threads as u32;
    all.push(new("results".to_string(), ATOMIC, vec![], threads));
    all.push(new("B".to_string(), BARRIER, vec![2, 0, 0], 1));
    all.push(new("O".to_string(), ONCE, vec![], 1));
    all.push(new("P".to_string(), ATOMIC, vec![], 1));
    all.push(new("handles".to_string(), WORD, vec![], threads));
    all.push(new("Q".to_string(), POINTER, vec![], 1));
    all.push(new("L".to_string(), POINTER, vec![], 1));
    all.push(new("channel2".to_string(), CHANNEL, second, 1));
    let owners = source.threads.len() as u64 + 1;
    all.push(new(
        "counts".to_string(),
        COUNTS,
        vec![owners, owners + 1],
        1,
    ));
    all
}

/// A channel with those who hold its ends at first.
fn channel_cells(source: &Program, channel: usize) -> Vec<u64> {
    let capacity = source.bounds[channel].map_or(0, |bound| 1 + u64::from(bound));
    let bodies = source.threads.iter().chain([&source.main]);
    let ends: Vec<End> = bodies.flat_map(|body| Program::ends(body)).collect();
    if ends.is_empty() {
        return vec![0, capacity, source.threads.len() as u64 - 1, 1, 0];
    }
    let holders = |sends| {
        let end = End { channel, sends };
        ends.iter().filter(|&held| *held == end).count() as u64
    };
    vec![0, capacity, holders(true), holders(false), 0]
}

/// Code being written.
pub(super) struct Writer<'f> {
    function: Function,
    /// Where children go.
    pub(super) functions: &'f mut Functions,
    /// What the thread was given, if it is one of a team that leaves results: where its own goes.
    data: Reg,
    /// The local variable `r`.
    pub(super) local: Reg,
    /// The thread's references to the counted object.
    pub(super) held: Option<Held>,
}

impl Writer<'_> {
    fn new<'f>(name: &str, functions: &'f mut Functions) -> Writer<'f> {
        let mut function = Function {
            name: name.to_string(),
            returns: 1,
            ..Function::default()
        };
        function.slots.push(Slot {
            name: "buffer".to_string(),
            layout: BYTE,
            fixed: false,
        });
        let (data, local) = (function.new_reg(ScalarType::Ptr), function.new_reg(INT));
        let mut writer = Writer {
            function,
            functions,
            data,
            local,
            held: None,
        };
        writer.emit(Inst::Zero {
            dst: local,
            cells: 1,
        });
        writer
    }

    pub(super) fn emit(&mut self, inst: Inst) {
        self.function.code.push(inst);
        self.function.spans.push(Span::default());
    }

    fn here(&self) -> InstId {
        InstId::new(self.function.code.len())
    }

    pub(super) fn reg(&mut self, ty: ScalarType) -> Reg {
        self.function.new_reg(ty)
    }

    pub(super) fn address(&mut self, global: StaticId) -> Operand {
        let dst = self.reg(ScalarType::Ptr);
        self.emit(Inst::StaticAddr { dst, global });
        Operand::Reg(dst)
    }

    fn atomic(&mut self, n: usize) -> Operand {
        self.address(StaticId::new(n))
    }

    fn mutex(&mut self, n: usize) -> Operand {
        self.address(StaticId::new(OBJECTS + n))
    }

    fn condvar(&mut self, n: usize) -> Operand {
        self.address(StaticId::new(2 * OBJECTS + n))
    }

    fn rwlock(&mut self, n: usize) -> Operand {
        self.address(StaticId::new(3 * OBJECTS + n))
    }

    pub(super) fn sync(&mut self, action: Action, args: Vec<Operand>, dst: Reg, visible: bool) {
        self.emit(Inst::Sync {
            action,
            dst,
            args: args.into(),
            visible,
        });
    }

    /// An action whose result nobody uses.
    fn act(&mut self, action: Action, args: Vec<Operand>) {
        let unused = self.reg(ScalarType::U64);
        self.reg(ScalarType::U64);
        self.sync(action, args, unused, true);
    }

    fn release(&mut self, action: Action, lock: Operand) {
        let unused = self.reg(ScalarType::U64);
        let visible = self.functions.visible_unlock;
        self.sync(action, vec![lock], unused, visible);
    }

    fn add_one(&mut self, ptr: Operand, offset: u32) {
        self.add_plain(ptr, offset, Operand::Const(1));
    }

    fn add_plain(&mut self, ptr: Operand, offset: u32, rhs: Operand) {
        let (value, sum) = (self.reg(INT), self.reg(INT));
        self.emit(Inst::Load {
            dst: value,
            ptr,
            offset,
            cells: 1,
        });
        self.emit(Inst::Binary {
            op: BinOp::Add,
            ty: INT,
            overflow: Overflow::Panic,
            dst: sum,
            lhs: Operand::Reg(value),
            rhs,
        });
        self.store_plain(ptr, offset, Operand::Reg(sum));
    }

    pub(super) fn binary(&mut self, op: BinOp, dst: Reg, lhs: Operand, rhs: Operand) {
        self.emit(Inst::Binary {
            op,
            ty: INT,
            overflow: Overflow::Wrap,
            dst,
            lhs,
            rhs,
        });
    }

    fn load_local(&mut self, ptr: Operand, offset: u32) {
        let dst = self.local;
        self.emit(Inst::Load {
            dst,
            ptr,
            offset,
            cells: 1,
        });
    }

    pub(super) fn set_local(&mut self, src: Operand) {
        let dst = self.local;
        self.emit(Inst::Copy { dst, src, cells: 1 });
    }

    /// Emits a branch; its targets are filled in by [`Writer::patch`].
    fn branch(&mut self, cond: Reg) -> InstId {
        let at = self.here();
        self.emit(Inst::Branch {
            cond: Operand::Reg(cond),
            then_to: at,
            else_to: at,
        });
        at
    }

    /// Sets the targets of a branch.
    fn patch(&mut self, at: InstId, then: InstId, otherwise: InstId) {
        if let Inst::Branch {
            then_to, else_to, ..
        } = &mut self.function.code[at.index()]
        {
            (*then_to, *else_to) = (then, otherwise);
        }
    }

    fn jump(&mut self, to: InstId) {
        self.emit(Inst::Jump { to });
    }

    fn print_char(&mut self, value: Operand) {
        let shown = self.reg(INT);
        self.emit(Inst::Intrinsic {
            op: Intrinsic::ToPrint,
            dst: shown,
            args: [value].into(),
        });
        self.binary(
            BinOp::BitAnd,
            shown,
            Operand::Reg(shown),
            Operand::Const(63),
        );
        self.binary(BinOp::Add, shown, Operand::Reg(shown), Operand::Const(48));
        let buffer = self.reg(ScalarType::Ptr);
        self.emit(Inst::SlotAddr {
            dst: buffer,
            slot: SlotId(0),
        });
        let ptr = Operand::Reg(buffer);
        self.emit(Inst::Store {
            ptr,
            offset: 0,
            src: Operand::Reg(shown),
            cells: 1,
        });
        self.act(
            Action::Print,
            vec![Operand::Const(1), ptr, Operand::Const(1)],
        );
        self.emit(Inst::SlotReset { slot: SlotId(0) });
    }

    fn finish(mut self) -> Function {
        let zero = self.reg(ScalarType::U64);
        self.emit(Inst::Zero {
            dst: zero,
            cells: 1,
        });
        self.emit(Inst::Return { src: zero });
        self.function
    }

    pub(super) fn store_plain(&mut self, ptr: Operand, offset: u32, src: Operand) {
        self.emit(Inst::Store {
            ptr,
            offset,
            src,
            cells: 1,
        });
    }

    /// `r` becomes the boolean that an action gives.
    pub(super) fn flag_to_local(&mut self, action: Action, args: Vec<Operand>) {
        let flag = self.reg(ScalarType::Bool);
        self.sync(action, args, flag, true);
        self.bool_to_local(flag);
    }

    fn bool_to_local(&mut self, flag: Reg) {
        let (dst, src) = (self.local, Operand::Reg(flag));
        self.emit(Inst::Cast {
            from: ScalarType::Bool,
            to: INT,
            dst,
            src,
        });
    }

    pub(super) fn read_plain(&mut self) {
        let ptr = self.address(PLAIN_STATIC);
        self.load_local(ptr, 0);
    }

    pub(super) fn if_equal(&mut self, value: i32, body: impl FnOnce(&mut Writer)) {
        let equal = self.reg(ScalarType::Bool);
        let (local, value) = (Operand::Reg(self.local), Operand::Const(value as u64));
        self.binary(BinOp::Eq, equal, local, value);
        self.if_true(equal, body);
    }

    pub(super) fn if_true(&mut self, cond: Reg, body: impl FnOnce(&mut Writer)) {
        let branch = self.branch(cond);
        let then = self.here();
        body(self);
        let after = self.here();
        self.patch(branch, then, after);
    }

    fn panic(&mut self) {
        let message = self.address(MESSAGE_STATIC);
        self.emit(Inst::Panic {
            payload: Operand::Const(0),
            vtable: Operand::Const(0),
            message,
            len: Operand::Const(MESSAGE.len() as u64),
        });
    }
}

fn ordering(ordering: MemoryOrdering) -> Operand {
    Operand::Const(ordering as u64)
}

fn nanoseconds(milliseconds: u64) -> Operand {
    Operand::Const(1_000_000 * milliseconds)
}

fn thread_function(
    functions: &mut Functions,
    source: &Program,
    body: &[Stmt],
    thread: usize,
) -> Function {
    let last = thread + 1 == source.threads.len();
    let mut writer = Writer::new(&format!("thread{thread}"), functions);
    if source.uses(Stmt::is_counted) {
        writer.hold_counted();
    }
    writer.body(body);
    writer.store_result(thread);
    writer.drop_counted();
    writer.drop_ends(body);
    let drop = match last {
        true => Stmt::DropReceiver,
        false => Stmt::DropSender,
    };
    if source.uses(Stmt::is_about_channel) && !body.contains(&drop) {
        writer.stmt(&drop);
    }
    writer.finish()
}

fn main_function(functions: &mut Functions, source: &Program) -> Function {
    let threads = source.threads.len();
    let mut writer = Writer::new("main", functions);
    let mut spawned = Vec::new();
    for thread in 0..threads {
        let (handle, _) = writer.spawn(thread, Leaves::Result);
        let handles = writer.address(HANDLE_STATIC);
        writer.store_plain(handles, thread as u32, handle);
        spawned.push(handle);
    }
    if source.uses(Stmt::is_counted) {
        writer.hold_counted();
    }
    writer.body(&source.main);
    writer.drop_ends(&source.main);
    writer.drop_counted();
    for thread in source.joined_by_main() {
        writer.act(Action::Join, vec![spawned[thread]]);
    }
    writer.stmt(&Stmt::Print);
    for thread in source.joined_by_main() {
        writer.load_result(thread);
        writer.stmt(&Stmt::Print);
    }
    if source.all_joined() {
        writer.print_objects();
    }
    writer.finish()
}

/// What failing arithmetic would call; nothing here fails.
fn unreachable_function() -> Function {
    Function {
        name: "panic_arithmetic".to_string(),
        code: vec![Inst::Unreachable],
        spans: vec![Span::default()],
        is_model: true,
        ..Function::default()
    }
}
