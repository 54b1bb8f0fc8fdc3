//! What all objects use: cells by address, and the clocks of happens-before.

use crate::access::Home;
use crate::address::Watched;
use crate::clock::Clock;
use crate::fault::{Fault, FaultKind};
use crate::machine::Machine;
use crate::operation::{Arm, ThreadId};
use crate::spin::Way;
use crate::thread::HeldLock;
use smallvec::SmallVec;
use vscheck_ir::{Inst, Site};

impl Machine {
    /// A cell of a synchronization object, for looking only: 0 if the object is gone.
    pub(crate) fn look(&self, address: u64) -> u64 {
        self.peek(address).unwrap_or(0)
    }

    /// The first cells of a synchronization object, for looking only: 0 if it is gone.
    pub(super) fn look_at<const CELLS: usize>(&self, address: u64) -> [u64; CELLS] {
        let mut found = [0; CELLS];
        if let Ok((home, at)) = self.locate(None, address, CELLS) {
            found.copy_from_slice(&self.space(None, home).cells[at..at + CELLS]);
        }
        found
    }

    /// Whether nothing was written to a cell of a synchronization object that is there.
    pub(super) fn is_uninitialized(&self, address: u64) -> bool {
        let cell = self.peek(address);
        cell.is_some_and(|cell| self.code.is_unwritten(cell))
    }

    /// A cell read by an operation of a thread.
    pub(super) fn get(&mut self, thread: ThreadId, address: u64) -> Result<u64, Fault> {
        let found = self.locate(None, address, 1);
        let (home, at) = found.map_err(|trap| self.trap_fault(self.thread(thread), trap))?;
        let value = self.space(None, home).cells[at];
        if self.thread(thread).streak.recording {
            self.thread_mut(thread).streak.note_read(address, value);
        }
        Ok(value)
    }

    /// A cell of a lock, read by an operation of a thread that goes on, too, if it finds the lock taken.
    pub(super) fn get_trying(&mut self, thread: ThreadId, address: u64) -> Result<u64, Fault> {
        let value = self.get(thread, address)?;
        if self.thread(thread).streak.recording {
            self.thread_mut(thread).streak.was_in_this_way(Way::Try);
        }
        Ok(value)
    }

    /// A thread looked whether another has ended.
    pub(super) fn look_at_end(&mut self, thread: ThreadId, other: ThreadId, ended: bool) {
        if self.thread(thread).streak.recording {
            let end = Watched::End(other.index()).number();
            self.thread_mut(thread).streak.note_read(end, ended as u64);
        }
    }

    /// A cell written by an operation of a thread.
    pub(crate) fn put(&mut self, thread: ThreadId, address: u64, value: u64) -> Result<(), Fault> {
        let found = self.locate(None, address, 1);
        let (home, at) = found.map_err(|trap| self.trap_fault(self.thread(thread), trap))?;
        if self.thread(thread).streak.recording {
            let old = self.space(None, home).cells[at];
            let streak = &mut self.thread_mut(thread).streak;
            streak.note_write(address, old, value);
        }
        self.space_mut(None, home).cells[at] = value;
        Ok(())
    }

    /// A count of those who offer something, changed by an operation of a thread that does, or does no more.
    pub(super) fn offer(
        &mut self,
        thread: ThreadId,
        address: u64,
        count: u64,
    ) -> Result<(), Fault> {
        self.put(thread, address, count)?;
        if self.thread(thread).streak.recording {
            self.thread_mut(thread).streak.was_in_this_way(Way::Offer);
        }
        Ok(())
    }

    /// The thread did something that it cannot take back, or something was done to it.
    pub(crate) fn made_progress(&mut self, thread: ThreadId) {
        if self.thread(thread).streak.recording {
            self.thread_mut(thread).streak.clear();
        }
    }

    /// Counts a wake-up or failure for no reason. It cannot be had again, so a lap with one is no spin.
    pub(super) fn spend_spurious(&mut self, thread: ThreadId, arm: Arm) {
        if arm == Arm::Spurious {
            self.spurious_left -= 1;
            self.made_progress(thread);
        }
    }

    /// What was released into the object happens before what the thread does next.
    pub(super) fn acquire(&mut self, thread: ThreadId, address: u64) {
        if !self.keeps_clocks() {
            return;
        }
        let Ok((home, at)) = self.locate(None, address, 1) else {
            return;
        };
        let commutes = self.is_in_section_on(thread, address);
        let space = self.space(None, home);
        let of_sections = space.section_clock(at).filter(|_| !commutes).cloned();
        let clocks = [space.clock(at).cloned(), of_sections];
        for clock in clocks.into_iter().flatten() {
            self.thread_mut(thread).order.clock.join(&clock);
        }
    }

    /// The thread did something to the object that orders no memory, and by which others see that it is as late.
    pub(super) fn leave_time(&mut self, thread: ThreadId, address: u64) {
        if !self.keeps_clocks() || !self.code.does.looks_at_clocks {
            return;
        }
        if let Ok((home, at)) = self.locate(None, address, 1) {
            let time = self.thread(thread).order.clock.time();
            self.space_mut(None, home).clock_mut(at).catch_up(time);
        }
    }

    /// The thread has seen what others did to the object, which orders no memory: it is as late.
    pub(super) fn see_time(&mut self, thread: ThreadId, address: u64) {
        if !self.keeps_clocks() || !self.code.does.looks_at_clocks {
            return;
        }
        let Ok((home, at)) = self.locate(None, address, 1) else {
            return;
        };
        if let Some(time) = self.space(None, home).clock(at).map(Clock::time) {
            self.pass_time(thread, time);
        }
    }

    /// The thread is the last owner of a reference count. Where nobody can see that (the operation is
    /// hidden), its order after the others' drops is chance, and not to be relied on.
    pub(super) fn mark_last_owner(&mut self, thread: ThreadId) {
        if !self.checks_races() {
            return;
        }
        let code = self.code.clone();
        let thread = self.thread_mut(thread);
        let frame = thread.frames.last().expect("a running thread");
        let inst = &code.program().function(frame.func).code[frame.pc as usize];
        let hidden = matches!(inst, Inst::Sync { visible: false, .. });
        crate::step::mark_clock(thread, hidden);
    }

    /// What the thread did so far happens before what acquires the object from now on.
    pub(super) fn release(&mut self, thread: ThreadId, address: u64) {
        if self.hand_on(thread, address) {
            self.thread_mut(thread).order.clock.tick(thread.0);
        }
    }

    /// The object's clock takes what the thread knows. False where no clocks are kept.
    fn hand_on(&mut self, thread: ThreadId, address: u64) -> bool {
        if !self.keeps_clocks() {
            return false;
        }
        let Ok((home, at)) = self.locate(None, address, 1) else {
            return false;
        };
        let clock = self.thread(thread).order.clock.clone();
        self.released_into(thread, address, (home, at)).join(&clock);
        true
    }

    /// The clock of an object that takes what a thread releases into it: in a critical section on it that commutes with
    /// others, one that those others do not learn of.
    pub(super) fn released_into(
        &mut self,
        thread: ThreadId,
        address: u64,
        (home, at): (Home, usize),
    ) -> &mut Clock {
        let in_section = self.is_in_section_on(thread, address);
        let space = self.space_mut(None, home);
        match in_section {
            true => space.section_clock_mut(at),
            false => space.clock_mut(at),
        }
    }

    /// As [`Machine::release`], and what the thread does up to its next visible operation too: the
    /// model's own accesses to what the object guards.
    pub(super) fn release_what_follows(&mut self, thread: ThreadId, address: u64) {
        if self.hand_on(thread, address) {
            self.thread_mut(thread).order.tick_due = true;
        }
    }

    /// As [`Machine::release_what_follows`], for the one who acquires it next out of a queue. (What a
    /// thread does while it is alone is known to all that come after.)
    pub(super) fn release_to_one(&mut self, thread: ThreadId, queue: u64) {
        let Ok((home, at)) = self.locate(None, queue, 1) else {
            return;
        };
        if self.keeps_clocks() {
            let clock = self.thread(thread).order.clock.clone();
            self.space_mut(None, home).queue_clock(at, clock);
            self.thread_mut(thread).order.tick_due = true;
        } else if self.may_keep_clocks() {
            let nothing = Clock::default();
            self.space_mut(None, home).queue_clock(at, nothing);
        }
    }

    /// The oldest release into a queue happens before what the thread does next.
    pub(super) fn acquire_oldest(&mut self, thread: ThreadId, queue: u64) {
        if !self.may_keep_clocks() {
            return;
        }
        let Ok((home, at)) = self.locate(None, queue, 1) else {
            return;
        };
        if let Some(clock) = self.space_mut(None, home).dequeue_clock(at) {
            self.thread_mut(thread).order.clock.join(&clock);
        }
    }

    /// The thread holds a lock from now on.
    pub(super) fn hold(&mut self, thread: ThreadId, object: u64, site: Site, shared: bool) {
        self.thread_mut(thread).held.push(HeldLock {
            object,
            site,
            shared,
        });
    }

    /// Nobody holds the lock any more, or one reader less. Guards may have moved between threads.
    pub(super) fn unhold(&mut self, thread: ThreadId, object: u64, shared: bool) {
        self.note_section_unlock(object);
        if self.thread_mut(thread).release(object, shared) {
            return;
        }
        let matches = |held: &HeldLock| held.object == object && held.shared == shared;
        let holder = self
            .thread_ids()
            .find(|&t| self.thread(t).held.iter().any(matches));
        if let Some(holder) = holder {
            self.thread_mut(holder).release(object, shared);
        }
    }

    /// The threads that hold a lock.
    pub(super) fn holders(&self, object: u64) -> SmallVec<[ThreadId; 2]> {
        let holds = |&t: &ThreadId| self.held_locks(t).iter().any(|held| held.object == object);
        self.thread_ids().filter(holds).collect()
    }

    /// Undefined behaviour by an operation of a thread.
    pub(super) fn misuse(&self, thread: ThreadId, message: &str) -> Fault {
        self.fault(thread, FaultKind::UndefinedBehavior, message)
    }
}
