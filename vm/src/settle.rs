//! What follows from a step for the others: footprints that depend on the state, and whether the
//! execution is over because nobody, or some cycle of threads, can ever move again.

use crate::fault::{End, Fault, FaultKind};
use crate::machine::Machine;
use crate::operation::{BlockedReason, Footprint, Object, ThreadId, Touch};
use crate::sync;
use crate::thread::Pending;
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::Action;

/// Some threads.
type Threads = SmallVec<[ThreadId; 8]>;

impl Machine {
    /// Brings everything up to date after a step of a thread that touched some objects.
    pub(crate) fn settle(&mut self, moved: ThreadId, touched: &Footprint) {
        if self.end.is_some() || self.is_look_ahead {
            return;
        }
        if self.is_amid_section(moved) {
            // Nobody else moves before it is over, and the lock is as it was.
            return self.find_ways();
        }
        self.look_ahead(touched);
        self.take_turns(moved);
        self.look_into_sections(touched);
        self.refresh_footprints();
        self.cycle_beside_main = None;
        self.find_ways();
        // Nobody waits in a cycle unless somebody waits.
        let waits = |thread: &ThreadId| self.blocked(*thread).is_some();
        let waiting: Threads = self.thread_ids().filter(waits).collect();
        if let Some(cycle) = self.wait_cycle(moved, &waiting) {
            if self.keeps_main(&cycle) {
                let fault = self.deadlock(&cycle);
                self.pend_deadlock(&cycle, fault);
                self.find_ways();
            } else {
                self.cycle_beside_main = cycle.first().copied();
            }
        }
        let can_move = |machine: &Self| machine.thread_ids().any(|t| machine.is_enabled(t));
        if !can_move(self) {
            self.let_the_watched_go_round();
            if !can_move(self) {
                self.end_stuck();
            }
        }
    }

    /// Whether `main` waits for one of these threads, at once or by way of others: then it never returns.
    fn keeps_main(&self, cycle: &[ThreadId]) -> bool {
        let mut waiting = vec![ThreadId::MAIN];
        let mut next = 0;
        while let Some(&thread) = waiting.get(next) {
            if cycle.contains(&thread) {
                return true;
            }
            let holders = self.waits_for(thread).into_iter();
            let new: Vec<ThreadId> = holders.filter(|holder| !waiting.contains(holder)).collect();
            waiting.extend(new);
            next += 1;
        }
        false
    }

    /// The first of the threads in a cycle of waits, if there is one that does not keep `main`
    /// from returning. It is a deadlock only if `main` never returns: who knows that may say so by
    /// letting this thread wait for ever ([`Arm::Forever`](crate::Arm::Forever)).
    pub fn cycle_beside_main(&self) -> Option<ThreadId> {
        self.cycle_beside_main
    }

    /// The execution is over because nobody moves any more, or nobody of a cycle of waits.
    pub(crate) fn end_stuck(&mut self) {
        let threads: Threads = self.thread_ids().collect();
        let fault = match self.wait_cycle(ThreadId::MAIN, &threads) {
            Some(cycle) => self.deadlock(&cycle),
            None => self.stuck(&threads),
        };
        self.finish(End::Bug(fault));
    }

    /// Threads in a cycle of waits can never move again, whatever others do: reporting it becomes the next
    /// operation of the first of them. It touches the output, like all that ends an execution, so that
    /// what the others still do is explored before it as well as cut off by it.
    fn pend_deadlock(&mut self, cycle: &[ThreadId], fault: Fault) {
        let Some(&victim) = cycle.iter().min() else {
            return;
        };
        if let Some(waiting) = self.pending[victim.index()].take() {
            let mut report = Pending::clone(&waiting);
            report.operation.action = Action::Fault;
            report.operation.footprint = SmallVec::from_elem((Object::Output, Touch::Exclusive), 1);
            report.fault = Some(Arc::new(fault));
            report.instead_of = Some(waiting);
            self.pending[victim.index()] = Some(Arc::new(report));
        }
    }

    /// Some footprints depend on the state: see `sync::footprint_varies`, and spinning.
    fn refresh_footprints(&mut self) {
        for index in 0..self.pending.len() {
            let Some(pending) = &self.pending[index] else {
                continue;
            };
            if pending.spin.is_some() || sync::footprint_varies(pending) {
                self.refresh_footprint(index);
            }
        }
    }

    pub(crate) fn refresh_footprint(&mut self, thread: usize) {
        let Some(pending) = &self.pending[thread] else {
            return;
        };
        let footprint = self.footprint(pending);
        let changed = pending.operation.footprint != footprint;
        if let Some(pending) = self.pending[thread].as_mut().filter(|_| changed) {
            Arc::make_mut(pending).operation.footprint = footprint;
        }
    }

    /// Nobody can move: a livelock if somebody spins, else a deadlock. If somebody can all the same, whoever
    /// says that it is for ever knows that there is no end.
    fn stuck(&self, threads: &[ThreadId]) -> Fault {
        if let Some(&busy) = threads
            .iter()
            .find(|&&thread| self.is_enabled_surely(thread))
        {
            let message = "no schedule comes to an end: the threads keep each other busy for ever";
            return self.fault(busy, FaultKind::Livelock, message);
        }
        let waiting: SmallVec<[ThreadId; 8]> = threads
            .iter()
            .copied()
            .filter(|&thread| self.pending_of(thread).is_some())
            .collect();
        let spinner = waiting.iter().find(|&&thread| {
            self.blocked(thread)
                .is_some_and(|blocked| blocked.reason == BlockedReason::Spin)
        });
        match spinner {
            None => self.deadlock(&waiting),
            Some(&spinner) => {
                let message = "no thread can ever get further: some spin, all others wait";
                self.fault(spinner, FaultKind::Livelock, message)
            }
        }
    }

    /// Whether the thread has a next operation, and does not wait for anything.
    fn is_enabled_surely(&self, thread: ThreadId) -> bool {
        self.pending_of(thread).is_some() && self.blocked(thread).is_none()
    }

    fn deadlock(&self, waiting: &[ThreadId]) -> Fault {
        let names: Vec<String> = waiting.iter().map(|thread| thread.to_string()).collect();
        let message = match names.as_slice() {
            [one] => format!("deadlock: {one} waits for ever"),
            many => format!("deadlock: {} wait for ever", many.join(", ")),
        };
        let first = waiting.first().copied().unwrap_or(ThreadId::MAIN);
        self.fault(first, FaultKind::Deadlock, &message)
    }

    /// A cycle of threads in which each waits for something that the next holds. Only a thread that
    /// has just come to wait, or whose lock has just been taken, can close one.
    fn wait_cycle(&self, moved: ThreadId, waiting: &[ThreadId]) -> Option<Vec<ThreadId>> {
        let first = waiting.iter().filter(|&&thread| thread == moved);
        let others = waiting.iter().filter(|&&thread| thread != moved);
        let mut done = Threads::new();
        for &start in first.chain(others) {
            let mut path = Threads::new();
            if let Some(cycle) = self.follow(start, &mut path, &mut done) {
                return Some(cycle);
            }
        }
        None
    }

    fn follow(
        &self,
        thread: ThreadId,
        path: &mut Threads,
        done: &mut Threads,
    ) -> Option<Vec<ThreadId>> {
        if let Some(start) = path.iter().position(|&seen| seen == thread) {
            let mut cycle = path[start..].to_vec();
            cycle.sort();
            return Some(cycle);
        }
        if done.contains(&thread) {
            return None;
        }
        path.push(thread);
        for holder in self.waits_for(thread) {
            if let Some(cycle) = self.follow(holder, path, done) {
                return Some(cycle);
            }
        }
        path.pop();
        done.push(thread);
        None
    }

    /// The threads of which each alone keeps this thread from ever moving until it moves itself.
    fn waits_for(&self, thread: ThreadId) -> SmallVec<[ThreadId; 2]> {
        match self.blocked(thread) {
            Some(blocked) => match blocked.reason {
                BlockedReason::Lock if self.code.program().unlocks_for_others => SmallVec::new(),
                BlockedReason::Lock | BlockedReason::Join | BlockedReason::Once => blocked.holders,
                BlockedReason::Condvar
                | BlockedReason::Channel
                | BlockedReason::Condition
                | BlockedReason::Barrier
                | BlockedReason::Park
                | BlockedReason::Sleep
                | BlockedReason::Spin => SmallVec::new(),
            },
            None => SmallVec::new(),
        }
    }
}
