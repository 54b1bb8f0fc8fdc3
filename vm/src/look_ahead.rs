//! Looking ahead: a thread that would only go round a loop once more, and change nothing, waits until
//! what it looks at changes. Orders in which it looks in vain are no different from those in which it
//! looks when there is something to see (Kokologiannakis, Ren, Vafeiadis 2021, *Dynamic partial order
//! reductions for spinloops*, FMCAD).
//!
//! That holds for laps with one operation. Between two operations of a lap others may move, and what the
//! thread saw of both together need never hold at one moment: such laps are run (see `spin`).

use crate::machine::Machine;
use crate::operation::{Arm, Footprint, ThreadId, Transition, footprints_meet};
use crate::spin::{Spin, Streak};
use crate::sync;
use crate::thread::{Frame, Pending};
use std::sync::Arc;
use vscheck_ir::Action;

/// The most operations of a lap; all but one yield.
const MAX_LAP: usize = 4;

impl Machine {
    /// Whether the operation that a thread arrives at may be all that a loop waits with.
    pub(crate) fn may_await(&self, id: ThreadId, pending: &Pending) -> bool {
        let site = pending.operation.site;
        if !self.options.looks_ahead || sync::look(pending.operation.action).is_none() {
            return false;
        }
        let awaiting = self.code.awaiting(site.func);
        let callers = || {
            let calls = self.thread(id).frames.iter().rev().skip(1);
            let mut sites = calls.map(Frame::site);
            sites.any(|call| self.code.may_recur(call))
        };
        let here = awaiting.here.contains(site.inst.index());
        let in_callers = awaiting.in_callers.contains(site.inst.index());
        here || in_callers && callers()
    }

    /// Looks ahead for every thread that may await what a step touched.
    pub(crate) fn look_ahead(&mut self, touched: &Footprint) {
        for index in 0..self.pending.len() {
            let stale = |pending: &Arc<Pending>| {
                let operation = &pending.operation;
                let met = || footprints_meet(&operation.footprint, touched);
                operation.awaits && (pending.look_ahead_due || met())
            };
            if self.pending[index].as_ref().is_some_and(stale) {
                self.look_ahead_of(ThreadId(index as u16));
            }
        }
    }

    fn look_ahead_of(&mut self, id: ThreadId) {
        let pending = self.pending[id.index()].as_deref().expect("awaits");
        let goes_one_way = sync::arms(self, pending) == sync::only();
        let may_be_in_vain = goes_one_way && !sync::would_change(self, pending);
        let spin = may_be_in_vain.then(|| self.next_lap(id)).flatten();
        let pending = self.pending[id.index()].as_mut().expect("awaits");
        let pending = Arc::make_mut(pending);
        pending.look_ahead_due = !goes_one_way;
        // What an earlier lap read tells as much: it holds as long as the cells do. The footprint of who
        // spins is brought up to date with all others that depend on the state.
        pending.spin = spin.or(pending.spin.take());
    }

    /// What the thread would read if it went round once more, if that changed nothing.
    fn next_lap(&mut self, id: ThreadId) -> Option<Arc<Spin>> {
        let mut ahead = self.to_look_ahead(id);
        let start = ahead.pending[id.index()].clone()?;
        ahead.close_lap(id, &start);
        let spin = ahead.go_round(id, &start);
        self.instructions = ahead.instructions;
        spin
    }

    /// A copy to run one thread on, whose accesses nobody asked for.
    pub(crate) fn to_look_ahead(&self, id: ThreadId) -> Machine {
        let mut ahead = self.clone();
        ahead.is_look_ahead = true;
        ahead.ways = None;
        ahead.plain_accesses = None;
        ahead.thread_mut(id).streak = Streak::default();
        ahead
    }

    fn go_round(&mut self, id: ThreadId, start: &Pending) -> Option<Arc<Spin>> {
        for _ in 0..MAX_LAP {
            let (thread, arm) = (id, Arm::Only);
            self.step(Transition { thread, arm });
            let pending = self.pending_of(id)?;
            if pending.operation.site == start.operation.site {
                return pending.spin.clone();
            }
            if pending.operation.action != Action::Yield {
                return None;
            }
        }
        None
    }
}
