//! The threads: which there are, where each stands, how one begins and ends.

use super::Machine;
use crate::memory::Arena;
use crate::operation::{Operation, ThreadId};
use crate::sync;
use crate::thread::{HeldLock, Pending, Thread};
use std::sync::Arc;
use vscheck_ir::{Inst, Operand, Site};

impl Machine {
    /// All threads spawned so far in this run, ascending.
    pub fn thread_ids(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let present = self
            .threads
            .iter()
            .enumerate()
            .filter(|(_, thread)| thread.is_some());
        present.map(|(index, _)| ThreadId(index as u16))
    }

    /// Whether the thread has ended.
    pub fn is_finished(&self, thread: ThreadId) -> bool {
        self.try_thread(thread)
            .is_some_and(|thread| thread.finished)
    }

    /// The thread's next visible operation, enabled or not; `None` if it has ended, or all has.
    pub fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        self.pending_of(thread).map(|pending| &pending.operation)
    }

    /// Whether the thread stands at a rendezvous channel, for somebody to meet it there.
    pub fn offers(&self, thread: ThreadId) -> bool {
        self.pending_of(thread).is_some_and(sync::offers)
    }

    /// Whether the channel at this address has no room for a message that nobody waits for.
    pub fn is_rendezvous(&self, channel: u64) -> bool {
        sync::is_rendezvous(self, channel)
    }

    /// What the thread was about to do, also once the execution is over; `None` if it has ended.
    pub fn standing(&self, thread: ThreadId) -> Option<&Operation> {
        self.standing_at(thread).map(|pending| &pending.operation)
    }

    pub(crate) fn standing_at(&self, thread: ThreadId) -> Option<&Pending> {
        self.pending.get(thread.index())?.as_deref()
    }

    /// Whether all threads that were spawned have been joined: the one that runs knows of all they did.
    pub fn is_sequential(&self) -> bool {
        self.unjoined == 0
    }

    /// Whether all threads but one have ended, and that one has not.
    pub fn is_one_left(&self) -> bool {
        self.end.is_none() && self.running().count() == 1
    }

    /// The thread's spawn path, such as `main.1.2`.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        self.code.path(thread)
    }

    /// The name that the program gave the thread (`thread::Builder::name`).
    pub fn given_name(&self, thread: ThreadId) -> Option<&str> {
        self.try_thread(thread)?.given_name.as_deref()
    }

    /// Where the thread was spawned.
    pub fn spawn_site(&self, thread: ThreadId) -> Option<Site> {
        self.spawn_stack(thread).first().copied()
    }

    /// The calls of the thread's parent when it was spawned, innermost (the spawn) first.
    pub fn spawn_stack(&self, thread: ThreadId) -> &[Site] {
        self.try_thread(thread)
            .map_or(&[], |thread| &thread.spawned_by)
    }

    /// The locks that the thread holds, in the order in which it took them.
    pub fn held_locks(&self, thread: ThreadId) -> &[HeldLock] {
        self.try_thread(thread).map_or(&[], |thread| &thread.held)
    }

    /// The threads that wait on a condition variable, for ever or for a time, and have not been woken.
    pub fn waiters(&self, condvar: u64) -> Vec<ThreadId> {
        sync::waiters(self, condvar).into_vec()
    }

    /// The thread's calls, innermost first.
    pub fn stack(&self, thread: ThreadId) -> Vec<Site> {
        self.try_thread(thread)
            .map_or_else(Vec::new, Thread::call_stack)
    }

    /// The first argument of a call on the thread's stack, which is `depth` calls out of the innermost.
    pub fn receiver(&self, thread: ThreadId, depth: usize) -> Option<u64> {
        let thread = self.try_thread(thread)?;
        let frame = thread.frames.iter().rev().nth(depth)?;
        let function = self.code.program().function(frame.func);
        let Inst::Call { args, .. } = function.code.get(frame.pc as usize)? else {
            return None;
        };
        match args.first()?.src {
            Operand::Const(value) => Some(value),
            Operand::Reg(reg) => {
                let at = frame.base as usize + reg.index();
                thread.regs.get(at).copied()
            }
        }
    }

    /// The threads that have not ended, ascending.
    pub(crate) fn running(&self) -> impl Iterator<Item = &Thread> {
        let threads = self.threads.iter().flatten();
        threads
            .map(|thread| &**thread)
            .filter(|thread| !thread.finished)
    }

    /// Whether a thread may still learn of another's end.
    pub(crate) fn may_join(&self, thread: &Thread) -> bool {
        let mut frames = thread.frames.iter();
        frames.any(|frame| self.code.may_join(frame.func))
    }

    pub(crate) fn try_thread(&self, thread: ThreadId) -> Option<&Thread> {
        self.threads.get(thread.index())?.as_deref()
    }

    pub(crate) fn thread(&self, thread: ThreadId) -> &Thread {
        self.try_thread(thread).expect("a spawned thread")
    }

    pub(crate) fn thread_mut(&mut self, thread: ThreadId) -> &mut Thread {
        let thread = self.threads[thread.index()].as_mut();
        Thread::to_write(thread.expect("a spawned thread"))
    }

    pub(crate) fn pending_of(&self, thread: ThreadId) -> Option<&Pending> {
        if self.end.is_some() {
            return None;
        }
        self.standing_at(thread)
    }

    /// Adds a thread that is about to call `func`.
    pub(crate) fn start_thread(
        &mut self,
        id: ThreadId,
        spawned_by: Arc<[Site]>,
        func: vscheck_ir::FuncId,
        args: &[u64],
    ) {
        let slots = id.index() + 1;
        if self.threads.len() < slots {
            self.threads.resize(slots, None);
            self.pending.resize(slots, None);
            self.heap.resize(slots, Arena::default());
        }
        let mut thread = Thread::new(id, spawned_by);
        thread.uninit = self.code.uninit;
        thread.max_stack = self.options.max_stack;
        thread.ended = self.options.check_races.then(Vec::new);
        let code = self.code.clone();
        crate::step::call::enter(code.function(func), func, &mut thread, 0);
        let given = args.len().min(code.function(func).params as usize);
        thread.regs[..given].copy_from_slice(&args[..given]);
        self.threads[id.index()] = Some(Arc::new(thread));
    }

    /// The thread is over: forgets its stack.
    pub(super) fn retire(&mut self, id: ThreadId) {
        let thread = self.thread_mut(id);
        thread.finished = true;
        thread.streak = Default::default();
        let locals = std::mem::take(&mut thread.locals);
        let outermost = thread.frames.first().copied();
        if let Some(outermost) = outermost {
            thread.note_ends(outermost);
        }
        thread.frames.clear();
        thread.regs.clear();
        thread.slots.clear();
        thread.stack = Default::default();
        self.pending[id.index()] = None;
        // `main`'s are there until the process ends.
        if let Some(outermost) = outermost.filter(|_| id != ThreadId::MAIN) {
            for (_, address) in locals {
                self.free_local(id, address, outermost.site());
            }
        }
    }
}
