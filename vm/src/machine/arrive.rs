//! Running a thread on until it stands before its next visible operation, and what is to be known of that
//! operation before it is executed.

use super::Machine;
use crate::access::Trap;
use crate::address::{self, Watched};
use crate::fault::{End, Fault, FaultKind, LimitKind};
use crate::operation::{Footprint, Object, Operation, ThreadId, Touch};
use crate::section::Section;
use crate::spin::Spin;
use crate::step::{Fuel, Stop};
use crate::sync;
use crate::thread::{Frame, Pending, Phase, Thread};
use crate::views::{Purpose, Settled, Standing, Viewed};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{Action, Inst, Operand, Site};

impl Machine {
    /// Runs a thread to its next visible operation (or its end).
    pub(crate) fn run(&mut self, id: ThreadId) {
        let mut fuel = match self.passes_pauses {
            true => Fuel::of_lap(),
            false => Fuel::new(self.options.max_steps_without_operation),
        };
        loop {
            let mut owned = self.threads[id.index()].take().expect("a spawned thread");
            let thread = Thread::to_write(&mut owned);
            self.watching = self.is_watched(thread);
            let stop = crate::step::run(self, thread, &mut fuel);
            self.threads[id.index()] = Some(owned);
            match stop {
                Stop::Sync => {
                    if self.at_sync(id, &mut fuel) {
                        return;
                    }
                }
                Stop::Fault(fault) if fault.kind == FaultKind::DataRace => {
                    return self.finish(End::Bug(*fault));
                }
                Stop::Fault(fault) => return self.pend_fault(id, *fault),
                Stop::Returned => return self.at_return(id),
                Stop::Limit(kind) => return self.finish(End::Limit(kind)),
            }
        }
    }

    /// Whether anybody wants to know of a thread's accesses.
    fn is_watched(&self, thread: &Thread) -> bool {
        let logs = self.plain_accesses.is_some() && self.unjoined > 0;
        let looks = logs || self.section_log.is_some();
        self.checks_races() || thread.streak.recording || self.wholes || looks
    }

    /// Stands before a `Sync`: makes it pending and says true, or runs it if it is invisible.
    fn at_sync(&mut self, id: ThreadId, fuel: &mut Fuel) -> bool {
        let code = self.code.clone();
        let thread = self.thread(id);
        let frame = *thread.frames.last().expect("a running thread");
        let inst = &code.program().function(frame.func).code[frame.pc as usize];
        let Inst::Sync {
            action,
            args,
            visible,
            ..
        } = inst
        else {
            unreachable!("stopped at a Sync")
        };
        let mut values: SmallVec<[u64; 4]> = SmallVec::new();
        for arg in args {
            match *arg {
                Operand::Const(value) => values.push(value),
                Operand::Reg(reg) => values.push(thread.regs[frame.base as usize + reg.index()]),
            }
        }
        let (objects, _) = sync::objects(*action);
        let (viewed, standing) = match self.settle_views(id, &mut values, (*action, objects)) {
            Ok(settled) => settled,
            Err(trap) => {
                self.refuse(id, trap);
                return true;
            }
        };
        let mut pending = self.make_pending(id, *action, frame.site(), values);
        pending.viewed = viewed;
        pending.standing = standing;
        let time = self.time_of(self.thread(id));
        pending.deadline = time.saturating_add(sync::time_limit(&pending));
        if let Some(trap) = self.bad_object(&pending) {
            self.refuse(id, trap);
            return true;
        }
        let is_passed = self.passes_pauses && *action == Action::Yield;
        let is_hidden = is_passed || !visible && (*action != Action::Print || fuel.takes_print());
        if is_hidden && !sync::arms(self, &pending).is_empty() {
            self.perform_invisible(id, pending);
            return self.end.is_some() || self.pending[id.index()].is_some();
        }
        self.arrive(id, pending);
        true
    }

    /// Puts the cells that are meant in place of addresses in views; says what an atomic operation sees where
    /// these hold another type, or how its value has to stand where they may come to.
    fn settle_views(
        &mut self,
        id: ThreadId,
        args: &mut [u64],
        (action, objects): (Action, usize),
    ) -> Result<(Option<Viewed>, Option<Box<Standing>>), Trap> {
        let purpose = match sync::is_atomic(action) {
            true => Purpose::Arrival,
            false => Purpose::Object,
        };
        let mut settled = (None, None);
        for address in args.iter_mut().take(objects) {
            if !address::is_view(*address) {
                continue;
            }
            *address = match self.settle_view(id, *address, purpose)? {
                Settled::Cell(cell, standing) => {
                    settled.1 = standing;
                    cell
                }
                Settled::Viewed(first, seen) if purpose == Purpose::Arrival => {
                    settled.0 = Some(seen);
                    first
                }
                Settled::Viewed(..) => return Err(Trap::Refused),
            };
        }
        Ok(settled)
    }

    /// Ends where an operation's object cannot be one.
    fn refuse(&mut self, id: ThreadId, trap: Trap) {
        match trap {
            Trap::Refused => {
                let site = crate::step::user_site(self, self.thread(id));
                self.finish(End::Limit(LimitKind::BytesOfValues(site)));
            }
            trap => {
                let fault = self.trap_fault(self.thread(id), trap);
                self.pend_fault(id, fault);
            }
        }
    }

    fn make_pending(
        &mut self,
        thread: ThreadId,
        action: Action,
        site: Site,
        args: SmallVec<[u64; 4]>,
    ) -> Pending {
        let names_one = sync::objects(action).0 > 0;
        let operation = Operation {
            thread,
            site,
            action,
            named: args.first().copied().filter(|_| names_one),
            awaits: false,
            recurs: false,
            footprint: Footprint::new(),
        };
        Pending {
            operation,
            args,
            viewed: None,
            standing: None,
            phase: Phase::Start,
            deadline: u64::MAX,
            fault: None,
            instead_of: None,
            spin: None,
            round_due: false,
            look_ahead_due: false,
            section: Section::default(),
        }
    }

    /// Whether the operation's object is no object.
    fn bad_object(&self, pending: &Pending) -> Option<Trap> {
        let (objects, cells) = sync::objects(pending.operation.action);
        pending.args[..objects.min(pending.args.len())]
            .iter()
            .find_map(|&address| self.locate(None, address, cells).err())
    }

    /// Arrives at a visible operation.
    fn arrive(&mut self, id: ThreadId, mut pending: Pending) {
        let is_progress = sync::is_progress(pending.operation.action);
        pending.operation.recurs = !is_progress && self.may_come_back(self.thread(id));
        pending.spin = self.close_lap(id, &pending);
        pending.round_due = self.options.takes_turns && self.ends_round(id, &pending);
        pending.operation.awaits = self.may_await(id, &pending);
        pending.look_ahead_due = pending.operation.awaits;
        if self.thread(id).order.section.is_some() {
            pending.section = self.go_on_in_section(id);
        }
        pending.operation.footprint = self.footprint(&pending);
        self.pending[id.index()] = Some(Arc::new(pending));
    }

    /// Looks whether standing here, in this phase, closes a lap of a spin.
    pub(crate) fn close_lap(&mut self, id: ThreadId, pending: &Pending) -> Option<Arc<Spin>> {
        if !pending.operation.recurs {
            self.made_progress(id);
            return None;
        }
        let thread = self.thread(id);
        let waits = pending.phase == Phase::CondvarWaiting || sync::offers_for_a_time(pending);
        let phase = waits as u128;
        // What was only looked at ahead has not been counted.
        let mut state = crate::spin::own_state(self, thread, !self.is_look_ahead);
        state.matters ^= phase;
        let allocated = self.heap[id.index()].allocated();
        let held = thread.held.clone();
        let mut streak = std::mem::take(&mut self.thread_mut(id).streak);
        let site = pending.operation.site;
        let current = |cell| self.watched(cell);
        let spin = streak.arrive(site, state, allocated, &held, id.index(), current);
        self.thread_mut(id).streak = streak;
        if spin.as_ref().is_some_and(|spin| spin.counted) {
            self.code.note_counted_round(site);
        }
        spin
    }

    /// Whether the thread may come back to where it stands, in the same state, without returning.
    pub(crate) fn may_come_back(&self, thread: &Thread) -> bool {
        let mut frames = thread.frames.iter();
        frames.any(|frame: &Frame| self.code.may_recur(frame.site()))
    }

    /// The footprint in this state. A spinning thread also watches what it spins on, and whatever may
    /// happen for no reason happens at the cost of others like it.
    pub(crate) fn footprint(&self, pending: &Pending) -> Footprint {
        if let Section::Short(section) = &pending.section
            && pending.spin.is_none()
        {
            return Footprint::from_slice(&section.footprint);
        }
        let mut footprint = sync::footprint(self, pending);
        if self.options.spurious > 0 && sync::may_be_spurious(pending) {
            footprint.push((Object::SpuriousBudget, Touch::Exclusive));
        }
        if sync::may_time_out(pending) && self.waits_for_time(pending, &sync::arms(self, pending)) {
            footprint.push((Object::World, Touch::Exclusive));
        }
        if self.came_back(pending) {
            let reads = &pending.spin.as_ref().expect("spins").reads;
            for &(number, _) in reads {
                let watched = match Watched::numbered(number) {
                    Watched::Cell(address) => Object::Cell(address),
                    Watched::End(thread) => Object::Thread(ThreadId(thread as u16)),
                    Watched::Token(thread) => Object::Token(ThreadId(thread as u16)),
                };
                if footprint.iter().all(|&(object, _)| object != watched) {
                    footprint.push((watched, Touch::Shared));
                }
            }
        }
        footprint
    }

    /// The thread's next visible operation is a fault.
    pub(crate) fn pend_fault(&mut self, id: ThreadId, fault: Fault) {
        if fault.kind == FaultKind::DataRace {
            return self.finish(End::Bug(fault));
        }
        let site = fault.site.unwrap_or(Site {
            func: Default::default(),
            inst: Default::default(),
        });
        let mut pending = self.make_pending(id, Action::Fault, site, SmallVec::new());
        pending
            .operation
            .footprint
            .push((Object::Output, Touch::Exclusive));
        pending.fault = Some(Arc::new(fault));
        self.pending[id.index()] = Some(Arc::new(pending));
    }

    /// Returned from its outermost frame.
    fn at_return(&mut self, id: ThreadId) {
        if id != ThreadId::MAIN && !self.code.does.watches_exits {
            return self.retire(id);
        }
        let thread = self.thread(id);
        let site = thread.site().expect("the outermost frame stays");
        let code = thread.regs.first().copied().unwrap_or(0);
        let pending = self.make_pending(id, Action::Exit, site, SmallVec::from_elem(code, 1));
        self.arrive(id, pending);
    }
}
