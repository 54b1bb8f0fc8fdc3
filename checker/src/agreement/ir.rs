//! A random program as intermediate representation: the same objects and operations as its Rust source,
//! with no front end between. Differs where Rust would have a library in between: a channel passes no
//! values, and what is printed is one character a value.

use super::counted::Held;
use super::program::{CHANNELS, Deed, End, OBJECTS, Patience, Program, Stmt, Update, Value, Way};
use vscheck_ir::program::{Slot, Static};
use vscheck_ir::{
    Action, BinOp, CellKind, FuncId, Function, Inst, InstId, Intrinsic, Layout, LayoutId,
    MemoryOrdering, Operand, Overflow, Reg, RmwOp, ScalarType, Shape, SlotId, Span, StaticId,
    SyncKind, Zeros,
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

/// Statics, in the order of the table: atomics, mutexes (lock, data), then one of each other kind.
const CONDVAR_STATIC: StaticId = StaticId(2 * OBJECTS as u32);
const RWLOCK_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 1);
const CHANNEL_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 2);
const MESSAGE_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 3);
/// One cell a thread, for its last `r`; then one for each child.
const RESULT_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 4);
const BARRIER_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 5);
const ONCE_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 6);
pub(super) const PLAIN_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 7);
/// One cell a thread, for its handle.
const HANDLE_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 8);
/// The address of a heap object, in an atomic pointer and in a plain one.
const ATOMIC_POINTER_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 9);
const PLAIN_POINTER_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 10);
/// The channel that only selections are about.
const SECOND_CHANNEL_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 11);
/// The strong and the weak count of the counted object.
pub(super) const COUNTS_STATIC: StaticId = StaticId(CONDVAR_STATIC.0 + 12);

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
}

impl Functions {
    fn new(source: &Program) -> Functions {
        Functions {
            threads: vec![Function::default(); source.threads.len()],
            visible_unlock: source.uses(Stmt::tries),
            visible_weak: source
                .uses(|stmt| matches!(stmt, Stmt::Counted(deed) if deed.looks_at_weak())),
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
    let [first, second] = [0, 1].map(|n| channel_cells(source, n));
    let message: Vec<u64> = MESSAGE.bytes().map(u64::from).collect();
    all.push(new("C".to_string(), CONDVAR, vec![], 1));
    all.push(new("RW".to_string(), RWLOCK, vec![], 1));
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
        });
        let local = function.new_reg(INT);
        let mut writer = Writer {
            function,
            functions,
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
        self.binary(BinOp::BitAnd, shown, value, Operand::Const(63));
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

    /// Statements, and the joins of the threads that they spawn.
    fn body(&mut self, body: &[Stmt]) {
        let mut children = Vec::new();
        for stmt in body {
            match stmt {
                Stmt::Spawn(body) => children.push(self.spawn_child(body)),
                Stmt::Detach(body) => {
                    self.spawn_child(body);
                }
                stmt => self.stmt(stmt),
            }
        }
        for (handle, index) in children {
            self.act(Action::Join, vec![handle]);
            let results = self.address(RESULT_STATIC);
            self.load_local(results, index);
        }
    }
    /// Starts a thread with a body of its own; gives its handle and its place among the results.
    fn spawn_child(&mut self, body: &[Stmt]) -> (Operand, u32) {
        let index = self.functions.threads.len();
        self.functions.threads.push(Function::default());
        let mut writer = Writer::new(&format!("child{index}"), self.functions);
        writer.body(body);
        writer.store_result(index);
        self.functions.threads[index] = writer.finish();
        (self.spawn(index), index as u32)
    }
    fn spawn(&mut self, function: usize) -> Operand {
        let (dst, thread) = (self.reg(ScalarType::Func), self.reg(ScalarType::U64));
        let func = FuncId::new(function);
        self.emit(Inst::FuncAddr { dst, func });
        let args = vec![Operand::Reg(dst), Operand::Const(0)];
        self.sync(Action::Spawn, args, thread, true);
        Operand::Reg(thread)
    }
    fn store_result(&mut self, thread: usize) {
        let (ptr, src) = (self.address(RESULT_STATIC), Operand::Reg(self.local));
        self.store_plain(ptr, thread as u32, src);
    }
    pub(super) fn store_plain(&mut self, ptr: Operand, offset: u32, src: Operand) {
        self.emit(Inst::Store {
            ptr,
            offset,
            src,
            cells: 1,
        });
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Store(a, value) => self.store(*a, *value),
            Stmt::Load(a) => self.load(*a),
            Stmt::Add(a) => self.add(*a, self.local),
            Stmt::Count(a) => {
                let nobody = self.reg(INT);
                self.add(*a, nobody);
            }
            Stmt::Cas(a, old, new) => self.cas(*a, *old, *new),
            Stmt::SpinUntil {
                object,
                value,
                yields,
            } => self.spin_until(*object, *value, *yields),
            Stmt::SpinLock {
                object,
                by_cas,
                body,
            } => self.spin_lock(*object, *by_cas, body),
            Stmt::Lock(m, body) => self.lock(*m, body),
            Stmt::TryLock(m, body) => self.try_lock(*m, body),
            Stmt::Read(body) => self.read(body),
            Stmt::TryRead(body) => self.try_read(body),
            Stmt::Write(body) => self.write(body),
            Stmt::TryWrite(body) => self.try_write(body),
            Stmt::Wait { until, timeout } => self.wait(*until, *timeout),
            Stmt::Notify { all, set, locked } => self.notify(*all, *set, *locked),
            Stmt::Send(_) => self.channel(Action::ChannelSend, vec![]),
            Stmt::SendTimeout(_, ms) => self.channel_for(Action::ChannelSendTimeout, *ms),
            Stmt::Receive => self.channel(Action::ChannelReceive, vec![]),
            Stmt::TryReceive => self.channel(Action::ChannelTryReceive, vec![]),
            Stmt::ReceiveTimeout(ms) => self.channel_for(Action::ChannelReceiveTimeout, *ms),
            Stmt::Select { ends, patience } => self.select(ends, *patience),
            Stmt::DropSender => self.drop_end(0, true),
            Stmt::DropReceiver => self.drop_end(0, false),
            Stmt::DropEnd(end) => self.drop_end(end.channel, end.sends),
            Stmt::Park => self.act(Action::Park, vec![]),
            Stmt::ParkTimeout(ms) => self.act(Action::ParkTimeout, vec![nanoseconds(*ms)]),
            Stmt::Unpark(thread) => {
                let handle = self.handle(*thread);
                self.act(Action::Unpark, vec![handle]);
            }
            Stmt::IsFinished(thread) => {
                let handle = self.handle(*thread);
                self.flag_to_local(Action::IsFinished, vec![handle]);
            }
            Stmt::Barrier => {
                let barrier = self.address(BARRIER_STATIC);
                self.flag_to_local(Action::BarrierWait, vec![barrier]);
            }
            Stmt::Once(body) => self.once(body),
            Stmt::OnceGet => self.once_get(),
            Stmt::Sleep(ms) => self.act(Action::Sleep, vec![nanoseconds(*ms)]),
            Stmt::IsLate(ms) => self.is_late(*ms),
            Stmt::PlainWrite(value) => {
                let (ptr, src) = (self.address(PLAIN_STATIC), self.value(*value));
                self.store_plain(ptr, 0, src);
            }
            Stmt::PlainRead => self.read_plain(),
            Stmt::Heap(way, deed) => self.heap(*way, *deed),
            Stmt::Guarded(m, update) => self.guarded(*m, *update),
            Stmt::Counted(deed) => self.counted(*deed),
            Stmt::Spawn(_) | Stmt::Detach(_) => unreachable!("written with its block"),
            Stmt::Catch(_) | Stmt::IsPoisoned(_) => unreachable!("only as Rust source"),
            Stmt::If(value, body) => self.if_equal(*value, |w| w.body(body)),
            Stmt::Assert(value) => self.if_equal(*value, |w| w.panic()),
            Stmt::Print => self.print_char(Operand::Reg(self.local)),
            Stmt::ExitProcess(code) => {
                let code = Operand::Const(*code as u64);
                self.act(Action::ExitProcess, vec![code]);
            }
            Stmt::Yield => self.act(Action::Yield, vec![]),
        }
    }
    /// Prints what the objects hold. Nobody touches them any more.
    fn print_objects(&mut self) {
        for n in 0..OBJECTS {
            self.stmt(&Stmt::Load(n));
            self.stmt(&Stmt::Print);
            let mutex = self.mutex(n);
            self.load_local(mutex, 1);
            self.stmt(&Stmt::Print);
        }
        let lock = self.address(RWLOCK_STATIC);
        self.load_local(lock, 2);
        self.stmt(&Stmt::Print);
    }
    fn is_late(&mut self, milliseconds: u64) {
        let (now, late) = (self.reg(ScalarType::U64), self.reg(ScalarType::Bool));
        self.emit(Inst::Intrinsic {
            op: Intrinsic::Now,
            dst: now,
            args: Box::default(),
        });
        self.emit(Inst::Binary {
            op: BinOp::Ge,
            ty: ScalarType::U64,
            overflow: Overflow::Wrap,
            dst: late,
            lhs: Operand::Reg(now),
            rhs: nanoseconds(milliseconds),
        });
        self.bool_to_local(late);
    }
    fn load(&mut self, a: usize) {
        let args = vec![self.atomic(a), self.functions.ordering];
        self.sync(Action::AtomicLoad(INT), args, self.local, true);
    }
    fn store(&mut self, a: usize, value: Value) {
        let (src, cell) = (self.value(value), self.atomic(a));
        let ordering = self.functions.ordering;
        self.act(Action::AtomicStore(INT), vec![cell, src, ordering]);
    }
    fn heap(&mut self, way: Way, deed: Deed) {
        if let Deed::Publish(value) = deed {
            let (object, src) = (self.reg(ScalarType::Ptr), self.value(value));
            self.emit(Inst::Alloc {
                dst: object,
                layout: ATOMIC,
                count: Operand::Const(1),
            });
            self.store_plain(Operand::Reg(object), 0, src);
            return self.leave_address(way, Operand::Reg(object));
        }
        let object = match deed {
            Deed::Free => self.take_address(way),
            Deed::Publish(_) | Deed::Read | Deed::Write(_) => self.look_up_address(way),
        };
        if deed == Deed::Read {
            self.set_local(Operand::Const(4));
        }
        let (there, address) = (self.reg(ScalarType::Bool), Operand::Reg(object));
        self.emit(Inst::Binary {
            op: BinOp::Ne,
            ty: ScalarType::Ptr,
            overflow: Overflow::Wrap,
            dst: there,
            lhs: address,
            rhs: Operand::Const(0),
        });
        let branch = self.branch(there);
        let then = self.here();
        match deed {
            Deed::Publish(_) => {}
            Deed::Read => self.load_local(address, 0),
            Deed::Write(value) => {
                let src = self.value(value);
                self.store_plain(address, 0, src);
            }
            Deed::Free => self.emit(Inst::Free { ptr: address }),
        }
        let after = self.here();
        self.patch(branch, then, after);
    }
    fn leave_address(&mut self, way: Way, object: Operand) {
        if let Some(orders) = orders(way) {
            let pointer = self.address(ATOMIC_POINTER_STATIC);
            let store = Action::AtomicStore(ScalarType::Ptr);
            return self.act(store, vec![pointer, object, orders.store]);
        }
        self.under_lock(|w, pointer| w.store_plain(pointer, 0, object));
    }
    fn look_up_address(&mut self, way: Way) -> Reg {
        let dst = self.reg(ScalarType::Ptr);
        if let Some(orders) = orders(way) {
            let pointer = self.address(ATOMIC_POINTER_STATIC);
            let load = Action::AtomicLoad(ScalarType::Ptr);
            self.sync(load, vec![pointer, orders.load], dst, true);
        } else {
            self.under_lock(|w, ptr| w.load_plain(dst, ptr));
        }
        dst
    }
    fn take_address(&mut self, way: Way) -> Reg {
        let dst = self.reg(ScalarType::Ptr);
        let null = Operand::Const(0);
        if let Some(orders) = orders(way) {
            let pointer = self.address(ATOMIC_POINTER_STATIC);
            let swap = Action::AtomicRmw(RmwOp::Swap, ScalarType::Ptr);
            self.sync(swap, vec![pointer, null, orders.swap], dst, true);
        } else {
            self.under_lock(|w, ptr| {
                w.load_plain(dst, ptr);
                w.store_plain(ptr, 0, null);
            });
        }
        dst
    }
    /// Does something to the plain pointer under mutex 0.
    fn under_lock(&mut self, deed: impl FnOnce(&mut Self, Operand)) {
        let (mutex, pointer) = (self.mutex(0), self.address(PLAIN_POINTER_STATIC));
        self.act(Action::MutexLock, vec![mutex]);
        deed(self, pointer);
        self.release(Action::MutexUnlock, mutex);
    }
    fn load_plain(&mut self, dst: Reg, ptr: Operand) {
        self.emit(Inst::Load {
            dst,
            ptr,
            offset: 0,
            cells: 1,
        });
    }
    fn value(&mut self, value: Value) -> Operand {
        match value {
            Value::Const(n) => Operand::Const(n as u64),
            Value::Local => Operand::Reg(self.local),
            Value::LocalPlusOne => {
                let sum = self.reg(INT);
                self.binary(BinOp::Add, sum, Operand::Reg(self.local), Operand::Const(1));
                Operand::Reg(sum)
            }
        }
    }
    fn handle(&mut self, thread: usize) -> Operand {
        let (dst, ptr) = (self.reg(ScalarType::U64), self.address(HANDLE_STATIC));
        self.emit(Inst::Load {
            dst,
            ptr,
            offset: thread as u32,
            cells: 1,
        });
        Operand::Reg(dst)
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
    fn add(&mut self, a: usize, old: Reg) {
        let args = vec![self.atomic(a), Operand::Const(1), self.functions.ordering];
        self.sync(Action::AtomicRmw(RmwOp::Add, INT), args, old, true);
    }
    fn cas(&mut self, a: usize, old: i32, new: i32) {
        let cell = self.atomic(a);
        let (seen, succeeded) = (self.reg(INT), self.reg(ScalarType::Bool));
        let (old, new) = (Operand::Const(old as u64), Operand::Const(new as u64));
        let action = Action::AtomicCas {
            ty: INT,
            weak: false,
        };
        let ordering = self.functions.ordering;
        let args = vec![cell, old, new, ordering, ordering];
        self.sync(action, args, seen, true);
        self.bool_to_local(succeeded);
    }
    /// The initializer runs in place, if it must.
    fn once(&mut self, body: &[Stmt]) {
        let once = self.address(ONCE_STATIC);
        let must_run = self.reg(ScalarType::U64);
        self.sync(Action::OnceBegin, vec![once], must_run, true);
        let branch = self.branch(must_run);
        let then = self.here();
        self.body(body);
        let value = Operand::Reg(self.local);
        self.store_plain(once, 1, value);
        self.act(Action::OnceEnd, vec![once, Operand::Const(1)]);
        let after = self.here();
        self.patch(branch, then, after);
        self.load_local(once, 1);
    }
    fn once_get(&mut self) {
        let once = self.address(ONCE_STATIC);
        let done = self.reg(ScalarType::Bool);
        self.set_local(Operand::Const(5));
        self.sync(Action::OnceGet, vec![once], done, true);
        let branch = self.branch(done);
        let then = self.here();
        self.load_local(once, 1);
        let after = self.here();
        self.patch(branch, then, after);
    }
    fn spin_until(&mut self, a: usize, value: i32, yields: bool) {
        let (cell, seen) = (self.atomic(a), self.reg(INT));
        let ordering = self.functions.ordering;
        let head = self.here();
        self.sync(Action::AtomicLoad(INT), vec![cell, ordering], seen, true);
        let there = self.reg(ScalarType::Bool);
        let value = Operand::Const(value as u64);
        self.binary(BinOp::Eq, there, Operand::Reg(seen), value);
        let branch = self.branch(there);
        let again = self.here();
        if yields {
            self.act(Action::Yield, vec![]);
        }
        self.jump(head);
        let after = self.here();
        self.patch(branch, after, again);
    }
    fn spin_lock(&mut self, a: usize, by_cas: bool, body: &[Stmt]) {
        let (cell, ordering) = (self.atomic(a), self.functions.ordering);
        let (free, taken) = (Operand::Const(0), Operand::Const(1));
        let (seen, succeeded) = (self.reg(INT), self.reg(ScalarType::Bool));
        let head = self.here();
        if by_cas {
            let (ty, weak) = (INT, false);
            let args = vec![cell, free, taken, ordering, ordering];
            self.sync(Action::AtomicCas { ty, weak }, args, seen, true);
        } else {
            let swap = Action::AtomicRmw(RmwOp::Swap, INT);
            self.sync(swap, vec![cell, taken, ordering], seen, true);
            self.binary(BinOp::Eq, succeeded, Operand::Reg(seen), free);
        }
        let branch = self.branch(succeeded);
        let then = self.here();
        self.patch(branch, then, head);
        self.body(body);
        self.act(Action::AtomicStore(INT), vec![cell, free, ordering]);
    }
    fn lock(&mut self, m: usize, body: &[Stmt]) {
        let mutex = self.mutex(m);
        self.act(Action::MutexLock, vec![mutex]);
        self.add_one(mutex, 1);
        self.body(body);
        self.release(Action::MutexUnlock, mutex);
    }
    pub(super) fn read_plain(&mut self) {
        let ptr = self.address(PLAIN_STATIC);
        self.load_local(ptr, 0);
    }
    fn guarded(&mut self, m: usize, update: Update) {
        // Before the section, as Rust does it.
        let value = match update {
            Update::Look => None,
            Update::Set(value) | Update::Add(value) => Some(self.value(value)),
        };
        let mutex = self.mutex(m);
        self.act(Action::MutexLock, vec![mutex]);
        match (update, value) {
            (Update::Set(_), Some(value)) => self.store_plain(mutex, 1, value),
            (Update::Add(_), Some(value)) => self.add_plain(mutex, 1, value),
            (Update::Look | Update::Set(_) | Update::Add(_), _) => self.load_local(mutex, 1),
        }
        self.release(Action::MutexUnlock, mutex);
    }
    fn try_lock(&mut self, m: usize, body: &[Stmt]) {
        let mutex = self.mutex(m);
        self.attempt(Action::MutexTryLock, mutex, |writer| {
            writer.add_one(mutex, 1);
            writer.body(body);
            writer.release(Action::MutexUnlock, mutex);
        });
    }
    /// Does something if a lock can be had at once, else `r = 7`.
    fn attempt(&mut self, action: Action, lock: Operand, section: impl FnOnce(&mut Writer)) {
        let taken = self.reg(ScalarType::Bool);
        self.sync(action, vec![lock], taken, true);
        let branch = self.branch(taken);
        let then = self.here();
        section(self);
        let end = self.here();
        self.jump(end);
        let otherwise = self.here();
        self.set_local(Operand::Const(7));
        let after = self.here();
        self.function.code[end.index()] = Inst::Jump { to: after };
        self.patch(branch, then, otherwise);
    }
    fn read(&mut self, body: &[Stmt]) {
        let lock = self.address(RWLOCK_STATIC);
        self.act(Action::RwLockRead, vec![lock]);
        self.shared_section(lock, body);
    }
    fn try_read(&mut self, body: &[Stmt]) {
        let lock = self.address(RWLOCK_STATIC);
        self.attempt(Action::RwLockTryRead, lock, |writer| {
            writer.shared_section(lock, body);
        });
    }
    fn shared_section(&mut self, lock: Operand, body: &[Stmt]) {
        self.load_local(lock, 2);
        self.body(body);
        self.release(Action::RwLockUnlockRead, lock);
    }
    fn write(&mut self, body: &[Stmt]) {
        let lock = self.address(RWLOCK_STATIC);
        self.act(Action::RwLockWrite, vec![lock]);
        self.exclusive_section(lock, body);
    }
    fn try_write(&mut self, body: &[Stmt]) {
        let lock = self.address(RWLOCK_STATIC);
        self.attempt(Action::RwLockTryWrite, lock, |writer| {
            writer.exclusive_section(lock, body);
        });
    }
    fn exclusive_section(&mut self, lock: Operand, body: &[Stmt]) {
        self.add_one(lock, 2);
        self.body(body);
        self.release(Action::RwLockUnlockWrite, lock);
    }
    fn wait(&mut self, until: bool, timeout: Option<u64>) {
        let (condvar, mutex) = (self.address(CONDVAR_STATIC), self.mutex(0));
        self.act(Action::MutexLock, vec![mutex]);
        if until {
            self.wait_until(condvar, mutex, timeout);
        } else if let Some(ms) = timeout {
            let args = vec![condvar, mutex, nanoseconds(ms)];
            self.flag_to_local(Action::CondvarWaitTimeout, args);
        } else {
            self.act(Action::CondvarWait, vec![condvar, mutex]);
            self.load_local(mutex, 1);
        }
        self.release(Action::MutexUnlock, mutex);
    }
    /// Waits while the data is 0, but not after a timeout.
    fn wait_until(&mut self, condvar: Operand, mutex: Operand, timeout: Option<u64>) {
        let head = self.here();
        let (data, set) = (self.reg(INT), self.reg(ScalarType::Bool));
        self.emit(Inst::Load {
            dst: data,
            ptr: mutex,
            offset: 1,
            cells: 1,
        });
        self.binary(BinOp::Ne, set, Operand::Reg(data), Operand::Const(0));
        let is_set = self.branch(set);
        let wait = self.here();
        let Some(ms) = timeout else {
            self.act(Action::CondvarWait, vec![condvar, mutex]);
            self.jump(head);
            let after = self.here();
            self.patch(is_set, after, wait);
            self.load_local(mutex, 1);
            return;
        };
        let timed_out = self.reg(ScalarType::Bool);
        let args = vec![condvar, mutex, nanoseconds(ms)];
        self.sync(Action::CondvarWaitTimeout, args, timed_out, true);
        let branch = self.branch(timed_out);
        let after = self.here();
        self.patch(branch, after, head);
        self.patch(is_set, after, wait);
        self.load_local(mutex, 1);
    }
    fn notify(&mut self, all: bool, set: bool, locked: bool) {
        let (condvar, mutex) = (self.address(CONDVAR_STATIC), self.mutex(0));
        let notify = if all {
            Action::NotifyAll
        } else {
            Action::NotifyOne
        };
        if set || locked {
            self.act(Action::MutexLock, vec![mutex]);
        }
        if set {
            self.add_one(mutex, 1);
        }
        if locked {
            self.act(notify, vec![condvar]);
        }
        if set || locked {
            self.release(Action::MutexUnlock, mutex);
        }
        if !locked {
            self.act(notify, vec![condvar]);
        }
    }
    fn channel(&mut self, action: Action, rest: Vec<Operand>) {
        let mut args = vec![self.address(CHANNEL_STATIC)];
        args.extend(rest);
        let result = self.reg(ScalarType::U64);
        self.sync(action, args, result, true);
        self.set_local(Operand::Reg(result));
    }
    fn channel_for(&mut self, action: Action, milliseconds: u64) {
        self.channel(action, vec![nanoseconds(milliseconds)]);
    }
    fn select(&mut self, ends: &[End], patience: Patience) {
        let mut args: Vec<Operand> = Vec::new();
        args.extend(ends.iter().map(|end| self.channel_address(end.channel)));
        let nanos = match patience {
            Patience::None => Operand::Const(0),
            Patience::Time(ms) => nanoseconds(ms),
            Patience::Forever => Operand::Const(u64::MAX),
        };
        let action = match (ends, patience) {
            ([end], Patience::None) if end.sends => Action::ChannelTrySend,
            ([_], Patience::None) => Action::ChannelTryReceive,
            ([end], Patience::Time(_)) if end.sends => Action::ChannelSendTimeout,
            ([_], Patience::Time(_)) => Action::ChannelReceiveTimeout,
            ([end], Patience::Forever) if end.sends => Action::ChannelSend,
            ([_], Patience::Forever) => Action::ChannelReceive,
            _ => Action::ChannelSelect {
                arms: ends.len() as u8,
            },
        };
        if let Action::ChannelSelect { .. } = action {
            let bits = ends
                .iter()
                .enumerate()
                .map(|(arm, end)| u64::from(end.sends) << arm);
            args.extend([Operand::Const(bits.sum()), Operand::Const(0), nanos]);
        } else if let Patience::Time(_) = patience {
            args.push(nanos);
        }
        let result = self.reg(ScalarType::U64);
        self.sync(action, args, result, true);
        self.set_local(Operand::Reg(result));
    }
    fn channel_address(&mut self, channel: usize) -> Operand {
        const { assert!(CHANNELS == 2) };
        self.address([CHANNEL_STATIC, SECOND_CHANNEL_STATIC][channel])
    }
    /// Gives away the ends that the body of a thread is about, and has not given away.
    fn drop_ends(&mut self, body: &[Stmt]) {
        for end in Program::ends_left(body) {
            self.stmt(&Stmt::DropEnd(end));
        }
    }
    /// Gives away an end of a channel.
    fn drop_end(&mut self, channel: usize, sends: bool) {
        let channel = self.channel_address(channel);
        let drop = match sends {
            true => Action::ChannelDropSender,
            false => Action::ChannelDropReceiver,
        };
        self.act(drop, vec![channel]);
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

/// The ordering arguments of accesses to an atomic pointer.
struct Orders {
    load: Operand,
    store: Operand,
    swap: Operand,
}

/// `None` where the pointer is a plain one.
fn orders(way: Way) -> Option<Orders> {
    use MemoryOrdering::{AcqRel, Acquire, Relaxed, Release};
    let (load, store, swap) = match way {
        Way::Atomic => (Acquire, Release, AcqRel),
        Way::Relaxed => (Relaxed, Relaxed, Relaxed),
        Way::Locked => return None,
    };
    Some(Orders {
        load: ordering(load),
        store: ordering(store),
        swap: ordering(swap),
    })
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
        let handle = writer.spawn(thread);
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
    let joined = |thread: &usize| !source.detached[*thread];
    for thread in (0..threads).filter(joined) {
        writer.act(Action::Join, vec![spawned[thread]]);
    }
    writer.stmt(&Stmt::Print);
    for n in (0..threads).filter(joined) {
        let results = writer.address(RESULT_STATIC);
        writer.load_local(results, n as u32);
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
