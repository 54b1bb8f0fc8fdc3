//! Statements, one by one.

use super::{
    BARRIER_STATIC, HANDLE_STATIC, INT, ONCE_STATIC, PLAIN_STATIC, Writer, nanoseconds, ordering,
};
use crate::agreement::program::{Exchange, OBJECTS, Stmt, Taking, Value};
use vscheck_ir::{
    Action, BinOp, Inst, InstId, Intrinsic, Operand, Overflow, Reg, RmwOp, ScalarType,
};

impl Writer<'_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Store(a, value) => self.store(*a, *value),
            Stmt::Load(a) => self.load(*a),
            Stmt::Add(a) => self.add(*a, self.local),
            Stmt::Count(a) => {
                let nobody = self.reg(INT);
                self.add(*a, nobody);
            }
            Stmt::Modify(a, op, operand) => self.modify(*a, (*op, *operand), self.local),
            Stmt::ModifyOnly(a, op, operand) => {
                let nobody = self.reg(INT);
                self.modify(*a, (*op, *operand), nobody);
            }
            Stmt::Cas(a, old, new) => self.cas(*a, (*old, *new), false),
            Stmt::WeakCas(a, old, new) => self.cas(*a, (*old, *new), true),
            Stmt::Exchange(a, exchange) => self.exchange(*a, exchange),
            Stmt::SpinUntil {
                object,
                value,
                yields,
                counts,
            } => self.spin_until(*object, *value, *yields, *counts),
            Stmt::SpinLock {
                object,
                taking,
                body,
            } => self.spin_lock(*object, *taking, body),
            Stmt::Fence(order) => self.act(Action::Fence, vec![ordering(*order)]),
            Stmt::PlainWrite(value) => {
                let (ptr, src) = (self.address(PLAIN_STATIC), self.value(*value));
                self.store_plain(ptr, 0, src);
            }
            Stmt::PlainRead => self.read_plain(),
            Stmt::PlainAdd => {
                let ptr = self.address(PLAIN_STATIC);
                self.add_plain(ptr, 0, Operand::Const(1));
            }
            Stmt::PeekIf(a, value) => self.peek_if(*a, *value),
            Stmt::Heap(way, deed) => self.heap(*way, *deed),
            Stmt::Counted(deed) => self.counted(*deed),
            Stmt::Choose(count) => {
                let (count, local) = (Operand::Const((*count).into()), self.local);
                self.sync(Action::Choose, vec![count], local, true);
            }
            Stmt::If(value, body) => self.if_equal(*value, |w| w.body(body)),
            Stmt::Assert(value) => self.if_equal(*value, |w| w.panic()),
            Stmt::Print => self.print_char(Operand::Reg(self.local)),
            Stmt::ExitProcess(code) => {
                let code = Operand::Const(*code as u64);
                self.act(Action::ExitProcess, vec![code]);
            }
            Stmt::Spawn(_) | Stmt::Detach(_) | Stmt::Team { .. } => {
                unreachable!("written with its block")
            }
            Stmt::Catch(_) | Stmt::IsPoisoned(_) | Stmt::CallOnce(_) => {
                unreachable!("only as Rust source")
            }
            Stmt::LeaveAtEnd | Stmt::Scope(_) => unreachable!("only as Rust source"),
            _ => self.synchronize(stmt),
        }
    }

    /// What threads do to each other by way of locks, channels and the like.
    fn synchronize(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Lock(m, body) => self.lock(*m, body),
            Stmt::TryLock(m, body) => self.try_lock(*m, body),
            Stmt::Guarded(m, update) => self.guarded(*m, *update),
            Stmt::Read(n, body) => self.read(*n, body),
            Stmt::TryRead(n, body) => self.try_read(*n, body),
            Stmt::Write(n, body) => self.write(*n, body),
            Stmt::TryWrite(n, body) => self.try_write(*n, body),
            Stmt::Downgrade(n, body) => self.downgrade(*n, body),
            Stmt::Wait {
                condvar,
                until,
                timeout,
            } => self.wait(*condvar, *until, *timeout),
            Stmt::Notify {
                condvar,
                all,
                set,
                locked,
            } => self.notify(*condvar, *all, *set, *locked),
            Stmt::Send(_) => self.channel(Action::ChannelSend, vec![]),
            Stmt::SendTimeout(_, ms) => self.channel_for(Action::ChannelSendTimeout, *ms),
            Stmt::Receive => self.channel(Action::ChannelReceive, vec![]),
            Stmt::TryReceive => self.channel(Action::ChannelTryReceive, vec![]),
            Stmt::ReceiveTimeout(ms) => self.channel_for(Action::ChannelReceiveTimeout, *ms),
            Stmt::Select { ends, patience } => self.select(ends, *patience),
            Stmt::Len(end) => self.len(end.channel),
            Stmt::DropSender => self.drop_end(0, true),
            Stmt::DropReceiver => self.drop_end(0, false),
            Stmt::DropEnd(end) => self.drop_end(end.channel, end.sends),
            Stmt::Barrier => {
                let barrier = self.address(BARRIER_STATIC);
                self.flag_to_local(Action::BarrierWait, vec![barrier]);
            }
            Stmt::Once(body) => self.once(body),
            Stmt::OnceGet => self.once_get(),
            _ => self.wait_for_thread(stmt),
        }
    }

    /// What concerns threads themselves, and time.
    fn wait_for_thread(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Park => self.act(Action::Park, vec![]),
            Stmt::ParkTimeout(ms) => self.act(Action::ParkTimeout, vec![nanoseconds(*ms)]),
            Stmt::Unpark(thread) => {
                let handle = self.handle(*thread);
                self.act(Action::Unpark, vec![handle]);
            }
            Stmt::UnparkMain => self.act(Action::Unpark, vec![Operand::Const(0)]),
            Stmt::IsFinished(thread) => {
                let handle = self.handle(*thread);
                self.flag_to_local(Action::IsFinished, vec![handle]);
            }
            Stmt::JoinThread(thread) => {
                let handle = self.handle(*thread);
                self.act(Action::Join, vec![handle]);
                self.load_result(*thread);
            }
            Stmt::Sleep(ms) => self.act(Action::Sleep, vec![nanoseconds(*ms)]),
            Stmt::IsLate(ms) => self.is_late(*ms),
            Stmt::PollUntil(ms, a) => {
                self.poll_until(*ms);
                self.load(*a);
            }
            Stmt::Yield => self.act(Action::Yield, vec![]),
            other => unreachable!("{other:?} is written by somebody else"),
        }
    }

    /// Prints what the objects hold. Nobody touches them any more.
    pub(super) fn print_objects(&mut self) {
        for n in 0..OBJECTS {
            self.stmt(&Stmt::Load(n));
            self.stmt(&Stmt::Print);
            let mutex = self.mutex(n);
            self.load_local(mutex, 1);
            self.stmt(&Stmt::Print);
            let lock = self.rwlock(n);
            self.load_local(lock, 2);
            self.stmt(&Stmt::Print);
        }
    }

    fn is_late(&mut self, milliseconds: u64) {
        let (now, late) = (self.look_at_clock(), self.reg(ScalarType::Bool));
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

    /// As the models' clock has it, with one look that takes as long as all.
    fn poll_until(&mut self, milliseconds: u64) {
        self.look_at_clock();
        let (unused, is_patient) = (self.reg(ScalarType::U64), self.reg(ScalarType::U64));
        self.emit(Inst::Intrinsic {
            op: Intrinsic::PassTime,
            dst: unused,
            args: [nanoseconds(milliseconds)].into(),
        });
        self.sync(Action::Choose, vec![Operand::Const(2)], is_patient, true);
        self.if_true(is_patient, |w| {
            w.act(Action::Sleep, vec![Operand::Const(0)])
        });
    }

    /// What time it is.
    fn look_at_clock(&mut self) -> Reg {
        let now = self.reg(ScalarType::U64);
        self.emit(Inst::Intrinsic {
            op: Intrinsic::Now,
            dst: now,
            args: Box::default(),
        });
        now
    }

    fn load(&mut self, a: usize) {
        let args = vec![self.atomic(a), self.functions.ordering];
        self.sync(Action::AtomicLoad(INT), args, self.local, true);
    }

    fn peek_if(&mut self, a: usize, value: i32) {
        let there = self.holds(a, value);
        self.if_true(there, |w| {
            let (ptr, nobody) = (w.address(PLAIN_STATIC), w.reg(INT));
            w.load_plain(nobody, ptr);
        });
    }

    /// Whether the atomic holds a value.
    fn holds(&mut self, a: usize, value: i32) -> Reg {
        let (seen, there) = (self.reg(INT), self.reg(ScalarType::Bool));
        let args = vec![self.atomic(a), self.functions.ordering];
        self.sync(Action::AtomicLoad(INT), args, seen, true);
        let value = Operand::Const(value as u64);
        self.binary(BinOp::Eq, there, Operand::Reg(seen), value);
        there
    }

    fn store(&mut self, a: usize, value: Value) {
        let (src, cell) = (self.value(value), self.atomic(a));
        let ordering = self.functions.ordering;
        self.act(Action::AtomicStore(INT), vec![cell, src, ordering]);
    }

    pub(super) fn value(&mut self, value: Value) -> Operand {
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

    fn add(&mut self, a: usize, old: Reg) {
        self.modify(a, (RmwOp::Add, 1), old);
    }

    fn modify(&mut self, a: usize, (op, operand): (RmwOp, i32), old: Reg) {
        let operand = Operand::Const(operand as u64);
        let args = vec![self.atomic(a), operand, self.functions.ordering];
        self.sync(Action::AtomicRmw(op, INT), args, old, true);
    }

    fn cas(&mut self, a: usize, (old, new): (i32, i32), weak: bool) {
        let cell = self.atomic(a);
        let (seen, succeeded) = (self.reg(INT), self.reg(ScalarType::Bool));
        let (old, new) = (Operand::Const(old as u64), Operand::Const(new as u64));
        let action = Action::AtomicCas { ty: INT, weak };
        let ordering = self.functions.ordering;
        let args = vec![cell, old, new, ordering, ordering];
        self.sync(action, args, seen, true);
        self.bool_to_local(succeeded);
    }

    fn exchange(&mut self, a: usize, how: &Exchange) {
        let (cell, ordering) = (self.atomic(a), self.functions.ordering);
        let (seen, new) = (self.reg(INT), self.reg(INT));
        let (found, succeeded) = (self.reg(INT), self.reg(ScalarType::Bool));
        let load = self.here();
        self.sync(Action::AtomicLoad(INT), vec![cell, ordering], seen, true);
        let retry = self.here();
        let beyond = how.limit.map(|limit| {
            let beyond = self.reg(ScalarType::Bool);
            let limit = Operand::Const(limit as u64);
            self.binary(BinOp::Ge, beyond, Operand::Reg(seen), limit);
            self.branch(beyond)
        });
        let below = self.here();
        let new = match how.new {
            Some(value) => Operand::Const(value as u64),
            None => {
                self.emit(Inst::Binary {
                    op: BinOp::Add,
                    ty: INT,
                    overflow: match how.wraps {
                        true => Overflow::Wrap,
                        false => Overflow::Panic,
                    },
                    dst: new,
                    lhs: Operand::Reg(seen),
                    rhs: Operand::Const(1),
                });
                Operand::Reg(new)
            }
        };
        let (ty, weak) = (INT, false);
        let args = vec![cell, Operand::Reg(seen), new, ordering, ordering];
        self.sync(Action::AtomicCas { ty, weak }, args, found, true);
        let branch = self.branch(succeeded);
        let again = self.here();
        let local = self.local;
        if how.counts {
            self.binary(BinOp::Add, local, Operand::Reg(local), Operand::Const(1));
        }
        if how.reloads {
            self.jump(load);
        } else {
            self.emit(Inst::Copy {
                dst: seen,
                src: Operand::Reg(found),
                cells: 1,
            });
            self.jump(retry);
        }
        let then = self.here();
        self.patch(branch, then, again);
        if how.looks {
            self.set_local(Operand::Reg(seen));
        }
        let after = self.here();
        if let Some(beyond) = beyond {
            self.patch(beyond, after, below);
        }
        if let Some(value) = how.panics_at {
            self.if_equal(value, |w| w.panic());
        }
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

    fn spin_until(&mut self, a: usize, value: i32, yields: bool, counts: bool) {
        let head = self.here();
        let there = self.holds(a, value);
        let branch = self.branch(there);
        let again = self.here();
        let local = self.local;
        if counts {
            self.binary(BinOp::Add, local, Operand::Reg(local), Operand::Const(1));
        }
        if counts && yields {
            let odd = self.reg(INT);
            self.binary(BinOp::BitAnd, odd, Operand::Reg(local), Operand::Const(1));
            let even = self.reg(ScalarType::Bool);
            self.binary(BinOp::Eq, even, Operand::Reg(odd), Operand::Const(0));
            let branch = self.branch(even);
            let then = self.here();
            self.act(Action::Yield, vec![]);
            self.patch(branch, then, head);
        } else if yields {
            self.act(Action::Yield, vec![]);
        }
        self.jump(head);
        let after = self.here();
        self.patch(branch, after, again);
    }

    fn spin_lock(&mut self, a: usize, taking: Taking, body: &[Stmt]) {
        let (cell, ordering) = (self.atomic(a), self.functions.ordering);
        let (free, taken) = (Operand::Const(0), Operand::Const(1));
        let pause = self.reg(INT);
        if let Taking::Pause { .. } = taking {
            self.set(pause, 1);
        }
        let head = self.here();
        if taking == Taking::LookFirst {
            self.look_until_free(a, head);
        }
        let (seen, succeeded) = (self.reg(INT), self.reg(ScalarType::Bool));
        if matches!(taking, Taking::Swap | Taking::Pause { .. }) {
            let swap = Action::AtomicRmw(RmwOp::Swap, INT);
            self.sync(swap, vec![cell, taken, ordering], seen, true);
            self.binary(BinOp::Eq, succeeded, Operand::Reg(seen), free);
        } else {
            let (ty, weak) = (INT, false);
            let args = vec![cell, free, taken, ordering, ordering];
            self.sync(Action::AtomicCas { ty, weak }, args, seen, true);
        }
        let branch = self.branch(succeeded);
        let failed = match taking {
            Taking::LookAfter => {
                let look = self.here();
                self.look_until_free(a, look);
                self.jump(head);
                look
            }
            Taking::Pause { .. } => {
                let pauses = self.here();
                self.pause(pause);
                self.jump(head);
                pauses
            }
            Taking::Exchange | Taking::Swap | Taking::LookFirst => head,
        };
        let then = self.here();
        self.patch(branch, then, failed);
        if let Taking::Pause { shows: true } = taking {
            self.set_local(Operand::Reg(pause));
        }
        self.body(body);
        self.act(Action::AtomicStore(INT), vec![cell, free, ordering]);
    }

    /// Counts to a number, which is two from then on.
    fn pause(&mut self, pause: Reg) {
        let number = Operand::Reg(pause);
        let (count, goes_on) = (self.reg(INT), self.reg(ScalarType::Bool));
        self.set(count, 0);
        let head = self.here();
        let counted = Operand::Reg(count);
        self.binary(BinOp::Lt, goes_on, counted, number);
        let branch = self.branch(goes_on);
        let then = self.here();
        self.binary(BinOp::Add, count, counted, Operand::Const(1));
        self.jump(head);
        let after = self.here();
        self.patch(branch, then, after);
        let is_less = self.reg(ScalarType::Bool);
        self.binary(BinOp::Lt, is_less, number, Operand::Const(2));
        self.if_true(is_less, |w| {
            w.binary(BinOp::Add, pause, number, Operand::Const(1));
        });
    }

    fn set(&mut self, dst: Reg, value: u64) {
        let src = Operand::Const(value);
        self.emit(Inst::Copy { dst, src, cells: 1 });
    }

    /// Goes on if the lock that an atomic is is free, else to a place before.
    fn look_until_free(&mut self, a: usize, back: InstId) {
        let free = self.holds(a, 0);
        let branch = self.branch(free);
        let then = self.here();
        self.patch(branch, then, back);
    }
}
