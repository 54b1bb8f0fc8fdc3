//! The machine: one execution at a point between two visible operations, and the step from one such point
//! to the next.
//!
//! - this file: what a state is, and [`Machine::step`];
//! - `start`: the first state, and what may be switched on there;
//! - `enabled`: who can move, in which ways, and what the others wait for;
//! - `arrive`: running a thread on to its next visible operation;
//! - `time`: virtual time and the waits that it ends;
//! - `threads`, `storage`: bookkeeping of threads and of memory;
//! - `ending`: how an execution is over.
//!
//! What a step means for the others is [`settle`](crate::settle).

mod arrive;
mod enabled;
mod ending;
mod start;
mod storage;
mod threads;
mod time;

pub(crate) use storage::initial_statics;

use crate::code::Code;
use crate::fault::{End, Fault};
use crate::hash::Hasher128;
use crate::memory::Arena;
use crate::operation::{Arm, Object, Operation, PlainAccess, ThreadId, Touch, Transition};
use crate::options::MachineOptions;
use crate::output::Output;
use crate::section::{HandmadeLock, SectionLog};
use crate::sync::{self, Arms, Outcome};
use crate::thread::{Pending, Phase, Thread};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{Action, Inst};

/// One execution, stopped where every thread is about to do a visible operation. Cloning it is a
/// snapshot: memory and threads are shared until written.
#[derive(Clone)]
pub struct Machine {
    pub(crate) code: Arc<Code>,
    pub(crate) options: Arc<MachineOptions>,
    /// By number; `None` for numbers of threads not spawned in this run (or running just now).
    pub(crate) threads: Vec<Option<Arc<Thread>>>,
    pub(crate) pending: Vec<Option<Arc<Pending>>>,
    /// The ways in which each thread's next operation can go, by thread number; `None` while they are not
    /// worked out.
    pub(crate) ways: Option<Arc<[Arms]>>,
    /// By thread number.
    pub(crate) heap: Vec<Arena>,
    pub(crate) statics: Arc<Arena>,
    pub(crate) memory_cells: u64,
    /// Threads spawned and not joined.
    pub(crate) unjoined: u32,
    pub(crate) spawned: usize,
    /// Virtual nanoseconds.
    pub(crate) now: u64,
    pub(crate) spurious_left: u32,
    /// See [`Machine::cycle_beside_main`].
    pub(crate) cycle_beside_main: Option<ThreadId>,
    pub(crate) stdout: Output,
    pub(crate) stdout_hash: Hasher128,
    pub(crate) stderr: Output,
    pub(crate) instructions: u64,
    pub(crate) end: Option<Arc<End>>,
    /// See [`Machine::caught_panics`].
    pub(crate) caught_panics: Option<Arc<Vec<Fault>>>,
    /// Whether the running thread's accesses are looked at (see [`Machine::checks_races`]).
    pub(crate) watching: bool,
    /// Whether a value may stand as a whole in bytes of the program (see `views/whole.rs`).
    pub(crate) wholes: bool,
    /// Whether something may have been written to bytes that have no cell (see `padding.rs`).
    pub(crate) padded: bool,
    /// Whether this is a look at what one thread would do: nothing is settled for the others.
    pub(crate) is_look_ahead: bool,
    /// Whether a thread that says that it waits goes on at once.
    pub(crate) passes_pauses: bool,
    /// Plain accesses since they were last asked for; `None` if nobody wants them.
    pub(crate) plain_accesses: Option<Vec<PlainAccess>>,
    /// What the running thread touches, when this is a look into a critical section.
    pub(crate) section_log: Option<Box<SectionLog>>,
    /// Atomics that are locks, of which sections were one step.
    pub(crate) handmade_locks: Vec<HandmadeLock>,
    /// See [`Machine::looks_inside_sections`].
    pub(crate) looks_inside_sections: bool,
    /// See [`Machine::may_overflow_elsewhere`].
    pub(crate) may_overflow_elsewhere: bool,
}

impl Machine {
    /// Runs one of [`Machine::transitions`], and the thread on to its next visible operation.
    /// Returns the operation as it was executed: its footprint says whom it woke.
    pub fn step(&mut self, transition: Transition) -> Operation {
        let Transition { thread, arm } = transition;
        self.ways = None;
        let pending = self.pending[thread.index()]
            .take()
            .expect("a transition of a live thread");
        let mut operation = pending.operation.clone();
        if arm == Arm::Forever {
            operation.action = Action::Fault;
            operation.footprint.push((Object::Output, Touch::Exclusive));
        } else {
            operation.goes(arm);
        }
        if arm == Arm::TimeOut {
            self.count_time_out(thread, &pending);
        }
        let woken: SmallVec<[ThreadId; 2]> = match arm {
            Arm::Wake(waiter) => SmallVec::from_elem(waiter, 1),
            _ if pending.operation.action == Action::NotifyAll => {
                sync::waiters(self, pending.args[0])
            }
            _ => SmallVec::new(),
        };
        let touched = woken
            .iter()
            .map(|&waiter| (Object::Thread(waiter), Touch::Exclusive));
        operation.footprint.extend(touched);
        for &(object, _) in &operation.footprint {
            if let Object::Cell(address) = object {
                self.touch(None, address, thread);
            }
        }
        self.perform(thread, pending, arm);
        if self.is_finished(thread) {
            operation
                .footprint
                .push((Object::Thread(thread), Touch::Accumulate));
        }
        self.settle(thread, &operation.footprint);
        operation
    }

    /// Executes a visible operation and runs the thread on.
    fn perform(&mut self, thread: ThreadId, pending: Arc<Pending>, arm: Arm) {
        self.instructions += 1;
        if arm == Arm::Forever {
            self.pending[thread.index()] = Some(pending);
            return self.end_stuck();
        }
        let steps = &mut self.thread_mut(thread).order.steps;
        *steps = steps.wrapping_add(1);
        match self.execute(thread, &pending, arm) {
            Ok(Outcome::Done(results)) => {
                self.complete(thread, &results);
                if self.end.is_none() {
                    self.run(thread);
                }
            }
            Ok(Outcome::Wait(phase)) => self.wait(thread, Arc::unwrap_or_clone(pending), phase),
            Ok(Outcome::Finished) => self.retire(thread),
            Ok(Outcome::End(end)) => {
                self.pending[thread.index()] = pending.instead_of.clone();
                self.finish(end);
            }
            Err(fault) => self.pend_fault(thread, fault),
        }
    }

    fn execute(&mut self, thread: ThreadId, pending: &Pending, arm: Arm) -> Result<Outcome, Fault> {
        if self.thread(thread).order.tick_due {
            self.thread_mut(thread).order.end_release(thread.0);
        }
        self.begin_section(pending);
        sync::execute(self, pending, arm)
    }

    /// Writes an operation's results and moves past it.
    fn complete(&mut self, thread: ThreadId, results: &[u64]) {
        let code = self.code.clone();
        let thread = self.thread_mut(thread);
        let frame = thread.frames.last_mut().expect("a running thread");
        let inst = &code.program().function(frame.func).code[frame.pc as usize];
        if let Inst::Sync { dst, .. } = inst {
            let first = frame.base as usize + dst.index();
            thread.regs[first..first + results.len()].copy_from_slice(results);
        }
        frame.pc += 1;
    }

    /// The operation goes on waiting in another phase.
    fn wait(&mut self, thread: ThreadId, mut pending: Pending, phase: Phase) {
        pending.phase = phase;
        if let Phase::Reacquire { .. } = phase {
            pending.operation.action = Action::Reacquire;
        }
        // A wait without the lock, or with an offer, is where a loop of timed waits can be told to spin.
        let may_spin = phase == Phase::CondvarWaiting || sync::offers_for_a_time(&pending);
        pending.spin = match may_spin {
            true => self.close_lap(thread, &pending),
            false => None,
        };
        pending.operation.footprint = self.footprint(&pending);
        self.pending[thread.index()] = Some(Arc::new(pending));
    }

    fn perform_invisible(&mut self, id: ThreadId, pending: Pending) {
        self.note_section_operation(&pending);
        match self.execute(id, &pending, Arm::Only) {
            Ok(Outcome::Done(results)) => self.complete(id, &results),
            Ok(Outcome::Wait(phase)) => self.wait(id, pending, phase),
            Ok(Outcome::Finished) => self.retire(id),
            Ok(Outcome::End(end)) => self.finish(end),
            Err(fault) => self.pend_fault(id, fault),
        }
    }
}

impl Machine {
    /// Whether accesses are checked for races: others have run or may run meanwhile.
    pub fn checks_races(&self) -> bool {
        self.unjoined > 0 && self.options.check_races
    }

    /// Whether clocks go through synchronization objects: they say what races, and how late it is.
    pub(crate) fn keeps_clocks(&self) -> bool {
        self.unjoined > 0 && self.may_keep_clocks()
    }

    /// Whether they will, once others run.
    pub(crate) fn may_keep_clocks(&self) -> bool {
        self.options.check_races || self.code.does.looks_at_clocks
    }

    /// Whether a message was sent on an unbounded channel: only who receives touches it again.
    pub fn was_sent(&self, channel: u64, number: u32) -> bool {
        sync::was_sent(self, channel, number)
    }

    /// Instructions executed so far, visible operations included.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Standard output so far.
    pub fn stdout(&self) -> String {
        self.stdout.text()
    }

    /// Standard error so far.
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// The program.
    pub fn code(&self) -> &Arc<Code> {
        &self.code
    }
}
