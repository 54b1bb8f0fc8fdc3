//! Sections under locks, and waits.

use super::{INT, Writer, nanoseconds};
use crate::agreement::program::{Stmt, Update};
use vscheck_ir::{Action, BinOp, Inst, Operand, ScalarType};

impl Writer<'_> {
    pub(super) fn lock(&mut self, m: usize, body: &[Stmt]) {
        let mutex = self.mutex(m);
        self.act(Action::MutexLock, vec![mutex]);
        self.add_one(mutex, 1);
        self.body(body);
        self.release(Action::MutexUnlock, mutex);
    }

    pub(super) fn guarded(&mut self, m: usize, update: Update) {
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

    pub(super) fn try_lock(&mut self, m: usize, body: &[Stmt]) {
        let mutex = self.mutex(m);
        self.attempt(Action::MutexTryLock, vec![mutex], |writer| {
            writer.add_one(mutex, 1);
            writer.body(body);
            writer.release(Action::MutexUnlock, mutex);
        });
    }

    /// Does something if a lock can be had at once, else `r = 7`.
    fn attempt(&mut self, action: Action, args: Vec<Operand>, section: impl FnOnce(&mut Writer)) {
        let taken = self.reg(ScalarType::Bool);
        self.sync(action, args, taken, true);
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

    pub(super) fn read(&mut self, n: usize, body: &[Stmt]) {
        let lock = self.rwlock(n);
        self.act(Action::RwLockRead, vec![lock]);
        self.shared_section(lock, body);
    }

    pub(super) fn try_read(&mut self, n: usize, body: &[Stmt]) {
        let lock = self.rwlock(n);
        let keeps = Operand::Const(1);
        self.attempt(Action::RwLockTryRead, vec![lock, keeps], |writer| {
            writer.shared_section(lock, body);
        });
    }

    fn shared_section(&mut self, lock: Operand, body: &[Stmt]) {
        self.load_local(lock, 2);
        self.body(body);
        self.release(Action::RwLockUnlockRead, lock);
    }

    pub(super) fn write(&mut self, n: usize, body: &[Stmt]) {
        let lock = self.rwlock(n);
        self.act(Action::RwLockWrite, vec![lock]);
        self.exclusive_section(lock, body);
    }

    pub(super) fn downgrade(&mut self, n: usize, body: &[Stmt]) {
        let lock = self.rwlock(n);
        self.act(Action::RwLockWrite, vec![lock]);
        self.add_one(lock, 2);
        self.release(Action::RwLockUnlockWrite, lock);
        // Nobody gets in between.
        let unused = self.reg(ScalarType::U64);
        self.sync(Action::RwLockRead, vec![lock], unused, false);
        self.body(body);
        self.release(Action::RwLockUnlockRead, lock);
    }

    pub(super) fn try_write(&mut self, n: usize, body: &[Stmt]) {
        let lock = self.rwlock(n);
        self.attempt(Action::RwLockTryWrite, vec![lock], |writer| {
            writer.exclusive_section(lock, body);
        });
    }

    fn exclusive_section(&mut self, lock: Operand, body: &[Stmt]) {
        self.add_one(lock, 2);
        self.body(body);
        self.release(Action::RwLockUnlockWrite, lock);
    }

    pub(super) fn wait(&mut self, condvar: usize, until: bool, timeout: Option<u64>) {
        let (condvar, mutex) = (self.condvar(condvar), self.mutex(0));
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

    pub(super) fn notify(&mut self, condvar: usize, all: bool, set: bool, locked: bool) {
        let (condvar, mutex) = (self.condvar(condvar), self.mutex(0));
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
}
