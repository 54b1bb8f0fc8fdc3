//! The machine: one execution at a point between two visible operations.

use crate::access::Trap;
use crate::address::{self, STATICS, Watched};
use crate::code::Code;
use crate::fault::{CutOff, End, Fault, FaultKind, LimitKind};
use crate::hash::Hasher128;
use crate::memory::Arena;
use crate::operation::{
    Arm, Blocked, Footprint, Object, Operation, PlainAccess, ThreadId, Touch, Transition,
};
use crate::options::{MachineOptions, TimeMode};
use crate::output::Output;
use crate::section::{Section, SectionLog};
use crate::spin::Spin;
use crate::step::{Fuel, Stop};
use crate::sync::{self, Arms, Outcome};
use crate::thread::{Frame, HeldLock, Pending, Phase, Thread};
use crate::views::{Settled, Viewed};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{Action, Inst, Operand, Program, Site, StaticId};

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
    /// See [`Machine::circle_beside_main`].
    pub(crate) circle_beside_main: Option<ThreadId>,
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
    /// Whether this is a look at what one thread would do: nothing is settled for the others.
    pub(crate) is_look_ahead: bool,
    /// Plain accesses since they were last asked for; `None` if nobody wants them.
    pub(crate) plain_accesses: Option<Vec<PlainAccess>>,
    /// What the running thread touches, when this is a look into a critical section.
    pub(crate) section_log: Option<Box<SectionLog>>,
    /// See [`Machine::may_overflow_elsewhere`].
    pub(crate) may_overflow_elsewhere: bool,
}

/// How many timed waits of a thread may run out in a row at any moment. The next ones run out as sleepers
/// wake: when nothing else can run, in the order of their deadlines. Or whoever tries again after each
/// time limit would do so for ever.
pub(crate) const FREE_TIME_OUTS: u8 = 5;

/// How many caught panics are remembered.
const CAUGHT_PANICS: usize = 8;

/// Statics as they are before the first instruction; of one the cells may be others than the program says.
pub(crate) fn initial_statics(program: &Program, given: Option<(StaticId, &[u64])>) -> Arena {
    let mut arena = Arena::default();
    for (index, global) in program.statics.iter().enumerate() {
        let given = given.filter(|(id, _)| id.index() == index);
        let initial = given.map_or(&global.cells[..], |(_, cells)| cells);
        let size = program.layout(global.layout).cells() as usize * global.count as usize;
        let cells = given.map_or(size, |(_, cells)| cells.len());
        let len = if global.thread_local { 0 } else { cells };
        let nowhere = Site {
            func: program.start,
            inst: Default::default(),
        };
        let uninit = crate::code::uninit(program);
        let index = arena.allocate_next(len, global.layout, nowhere, uninit);
        if len > 0 {
            let (page, at) = arena.locate(index, 0, len).expect("just allocated");
            let target = &mut arena.page_mut(page).space.cells[at..at + len];
            target.fill(0);
            let known = initial.len().min(len);
            target[..known].copy_from_slice(&initial[..known]);
        }
    }
    arena
}

impl Machine {
    /// Starts an execution: runs `main` to its first visible operation.
    pub fn new(code: Arc<Code>, options: MachineOptions) -> Machine {
        let statics = code.initial_statics();
        Machine::start(code, options, statics)
    }

    /// The same of a program that is given something: a static has these cells, however many they are.
    pub fn given(
        code: Arc<Code>,
        options: MachineOptions,
        (into, cells): (StaticId, &[u64]),
    ) -> Machine {
        let statics = initial_statics(code.program(), Some((into, cells)));
        Machine::start(code, options, Arc::new(statics))
    }

    fn start(code: Arc<Code>, options: MachineOptions, statics: Arc<Arena>) -> Machine {
        let mut machine = Machine {
            threads: Vec::new(),
            pending: Vec::new(),
            ways: None,
            heap: Vec::new(),
            statics,
            memory_cells: 0,
            unjoined: 0,
            spawned: 0,
            now: 0,
            spurious_left: options.spurious,
            circle_beside_main: None,
            stdout: Output::default(),
            stdout_hash: Hasher128::default(),
            stderr: Output::default(),
            instructions: 0,
            end: None,
            caught_panics: None,
            watching: false,
            wholes: false,
            is_look_ahead: false,
            plain_accesses: None,
            section_log: None,
            may_overflow_elsewhere: false,
            options: Arc::new(options),
            code,
        };
        let start = machine.code.program().start;
        machine.start_thread(ThreadId::MAIN, Arc::default(), start, &[]);
        machine.run(ThreadId::MAIN);
        machine.settle(ThreadId::MAIN, &Footprint::new());
        machine
    }

    /// An execution at its start, in which updates of atomic cells, or critical sections, commute from now
    /// on ([`MachineOptions::updates_commute`], [`MachineOptions::sections_commute`]).
    pub fn commuting(mut self, updates: bool, sections: bool) -> Machine {
        let options = Arc::make_mut(&mut self.options);
        options.updates_commute = updates;
        options.sections_commute = sections;
        self.look_into_sections(&Footprint::new());
        self.refresh_all_footprints();
        self
    }

    /// An execution at its start, in which compare-exchanges are executed with the loads that they rely on from now
    /// on ([`MachineOptions::exchanges_at_once`]). Not where they may fail for no reason.
    pub fn exchanging_at_once(mut self) -> Machine {
        let at_once = self.options.spurious == 0;
        Arc::make_mut(&mut self.options).exchanges_at_once = at_once;
        self.refresh_all_footprints();
        self
    }

    fn refresh_all_footprints(&mut self) {
        for index in 0..self.pending.len() {
            self.refresh_footprint(index);
        }
    }

    /// An execution at its start, in which threads take turns from now on ([`MachineOptions::takes_turns`]).
    pub fn taking_turns(mut self) -> Machine {
        Arc::make_mut(&mut self.options).takes_turns = true;
        self
    }

    /// From now on a thread may run no more instructions than these from one visible operation to the next.
    pub fn limit_instructions(&mut self, most: u64) {
        let options = Arc::make_mut(&mut self.options);
        options.max_steps_without_operation = options.max_steps_without_operation.min(most);
    }

    /// Whether threads take turns ([`MachineOptions::takes_turns`]).
    pub fn takes_turns(&self) -> bool {
        self.options.takes_turns
    }

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

    /// When the time that a thread waits for is over; the end of time without one.
    pub fn due(&self, thread: ThreadId) -> u64 {
        let pending = self.pending.get(thread.index()).and_then(Option::as_ref);
        pending.map_or(u64::MAX, |pending| pending.deadline)
    }

    /// The thread's next visible operation, enabled or not; `None` if it has ended, or all has.
    pub fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        self.pending_of(thread).map(|pending| &pending.operation)
    }

    /// What the thread was about to do, also once the execution is over; `None` if it has ended.
    pub fn standing(&self, thread: ThreadId) -> Option<&Operation> {
        self.standing_at(thread).map(|pending| &pending.operation)
    }

    pub(crate) fn standing_at(&self, thread: ThreadId) -> Option<&Pending> {
        self.pending.get(thread.index())?.as_deref()
    }

    /// The ways in which the thread's next operation can go; none if it is blocked or has ended.
    pub fn arms(&self, thread: ThreadId) -> SmallVec<[Arm; 4]> {
        self.with_arms(thread, Arms::from_slice)
    }

    /// What somebody makes of the ways in which the thread's next operation can go.
    fn with_arms<R>(&self, thread: ThreadId, look: impl FnOnce(&[Arm]) -> R) -> R {
        match self.pending_of(thread) {
            Some(pending) => self.with_arms_of(pending, look),
            None => look(&[]),
        }
    }

    fn with_arms_of<R>(&self, pending: &Pending, look: impl FnOnce(&[Arm]) -> R) -> R {
        match &self.ways {
            Some(ways) => look(&ways[pending.operation.thread.index()]),
            None => look(&self.find_arms(pending)),
        }
    }

    /// Works out the ways in which each thread can go, to be looked up until somebody moves.
    pub(crate) fn find_ways(&mut self) {
        let of = |pending: &Option<Arc<Pending>>| match pending {
            Some(pending) => self.find_arms(pending),
            None => Arms::new(),
        };
        self.ways = Some(self.pending.iter().map(of).collect());
    }

    fn find_arms(&self, pending: &Pending) -> Arms {
        match self.is_behind_others(pending) {
            true => Arms::new(),
            false => self.own_arms(pending),
        }
    }

    /// The same where nobody lets others go first.
    pub(crate) fn own_arms(&self, pending: &Pending) -> Arms {
        if self.is_spinning(pending) {
            return Arms::new();
        }
        let mut arms = sync::arms(self, pending);
        let waits = self.waits_for_time(pending, &arms) && !self.is_over_sleep(pending);
        if waits && !self.is_next_to_wake(pending) {
            arms.retain(|&mut arm| arm == Arm::Spurious);
        }
        self.with_forever(pending.operation.thread, arms)
    }

    /// Whether what a thread waits for is that time passes: it sleeps, or has let so many timed waits run
    /// out that the next is no chance delay of all others.
    fn waits_for_time(&self, pending: &Pending, arms: &Arms) -> bool {
        let tired = || self.thread(pending.operation.thread).time_outs >= FREE_TIME_OUTS;
        let sleeps = pending.operation.action == Action::Sleep;
        self.options.time == TimeMode::Order && (sleeps || arms.contains(&Arm::TimeOut) && tired())
    }

    /// Whether a thread sleeps, and the time for which it does has passed as others slept: it may go on at any
    /// moment.
    pub(crate) fn is_over_sleep(&self, pending: &Pending) -> bool {
        pending.operation.action == Action::Sleep && pending.deadline <= self.now
    }

    /// A wake-up for no reason may come or not: where all others are stuck, the first who could have one
    /// may also wait for ever.
    fn with_forever(&self, thread: ThreadId, mut arms: Arms) -> Arms {
        if arms.contains(&Arm::Spurious) && self.waits_for_luck(thread) {
            arms.insert(0, Arm::Forever);
        }
        arms
    }

    /// Whether the thread is the first that can move at all, and nobody has a way on to count on.
    fn waits_for_luck(&self, thread: ThreadId) -> bool {
        let lucky = |pending: &Pending| {
            let arms = match pending.operation.action {
                _ if self.is_spinning(pending) => Arms::new(),
                Action::Sleep => sync::only(),
                _ => sync::arms(self, pending),
            };
            let certain = arms.iter().any(|&arm| arm != Arm::Spurious);
            (!arms.is_empty(), certain)
        };
        let mut first = None;
        for pending in self.pending.iter().flatten() {
            let (possible, certain) = lucky(pending);
            if certain {
                return false;
            }
            if possible {
                first = first.or(Some(pending.operation.thread));
            }
        }
        first == Some(thread)
    }

    /// Whether a thread's next operation, as it stands in another state of the execution, would be sure to
    /// change what it finds in this one.
    pub fn would_change(&self, elsewhere: &Machine, thread: ThreadId) -> bool {
        let pending = elsewhere.pending_of(thread);
        pending.is_some_and(|pending| sync::would_change(self, pending))
    }

    /// The latest panics that did not end the execution, as something on the stack caught them, oldest first.
    pub fn caught_panics(&self) -> &[Fault] {
        self.caught_panics.as_ref().map_or(&[], |panics| panics)
    }

    pub(crate) fn note_caught_panic(&mut self, panic: Fault) {
        let panics = Arc::make_mut(self.caught_panics.get_or_insert_default());
        if panics.len() == CAUGHT_PANICS {
            panics.remove(0);
        }
        panics.push(panic);
    }

    /// Whether all threads that were spawned have been joined: the one that runs knows of all they did.
    pub fn is_sequential(&self) -> bool {
        self.unjoined == 0
    }

    /// Whether all threads but one have ended, and that one has not.
    pub fn is_one_left(&self) -> bool {
        self.end.is_none() && self.running().count() == 1
    }

    /// Whether the thread has only told readers that it waits to write.
    pub fn is_queued_writer(&self, thread: ThreadId) -> bool {
        self.pending_of(thread).is_some_and(|pending| {
            let writes = pending.operation.action == Action::RwLockWrite;
            writes && pending.phase == Phase::Queued
        })
    }

    /// Whether a message was sent on an unbounded channel: only who receives touches it again.
    pub fn was_sent(&self, channel: u64, number: u32) -> bool {
        sync::was_sent(self, channel, number)
    }

    /// Whether the thread can move.
    pub fn is_enabled(&self, thread: ThreadId) -> bool {
        self.with_arms(thread, |arms| !arms.is_empty())
    }

    /// What the thread waits for, if it can neither move (but for no reason) nor has ended. Once the execution is over: what
    /// it waited for then.
    pub fn blocked(&self, thread: ThreadId) -> Option<Blocked> {
        let pending = self.standing_at(thread)?;
        let luck = |arm: &Arm| matches!(arm, Arm::Spurious | Arm::Forever);
        if !self.with_arms_of(pending, |arms| arms.iter().all(luck)) {
            return None;
        }
        if self.is_spinning(pending) || self.is_behind_others(pending) {
            return Some(sync::spinning(pending));
        }
        Some(sync::blocked(self, pending))
    }

    /// All that can happen next, by thread, then arm. Empty when the execution is over.
    pub fn transitions(&self) -> Vec<Transition> {
        let mut all = Vec::new();
        for thread in self.thread_ids() {
            self.with_arms(thread, |arms| {
                all.extend(arms.iter().map(|&arm| Transition { thread, arm }));
            });
        }
        all
    }

    /// Whether more than one transition is possible.
    pub fn has_choice(&self) -> bool {
        let mut ways = 0;
        self.thread_ids().any(|thread| {
            ways += self.with_arms(thread, <[Arm]>::len);
            ways > 1
        })
    }

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
            _ if pending.operation.action == Action::NotifyAll => sync::waiters(self, &pending),
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

    fn count_time_out(&mut self, thread: ThreadId, pending: &Pending) {
        if pending.operation.touches_world() {
            self.now = self.now.max(pending.deadline);
        } else {
            self.pass_time(thread, pending.deadline);
        }
        self.thread_mut(thread).streak.note_wait();
        let time_outs = self.thread(thread).time_outs;
        if time_outs == FREE_TIME_OUTS {
            return;
        }
        self.thread_mut(thread).time_outs += 1;
        if time_outs + 1 == FREE_TIME_OUTS && self.options.time == TimeMode::Order {
            self.code.note_tired_wait(pending.operation.site);
        }
    }

    /// Set when the execution is over.
    pub fn end(&self) -> Option<&End> {
        self.end.as_deref()
    }

    /// The other thread whose plain access clashed with one that ended the execution: in a data race, or as
    /// it freed what that needs.
    pub fn clash(&self) -> Option<ThreadId> {
        let End::Bug(fault) = self.end()? else {
            return None;
        };
        let other = |_: &ThreadId| fault.cut_off.is_some() || fault.against != fault.thread;
        fault.against.filter(other)
    }

    /// If the execution ended in a data race between the end of an object and a use of it before: who used
    /// it, and when.
    pub fn cut_off(&self) -> Option<(ThreadId, &CutOff)> {
        let End::Bug(fault) = self.end()? else {
            return None;
        };
        fault.against.zip(fault.cut_off.as_deref())
    }

    /// Says of such a race that not only weak orderings make it: the end could have come first.
    pub fn call_use_after_end(&mut self) {
        let code = self.code.clone();
        if let Some(End::Bug(fault)) = self.end.as_mut().map(Arc::make_mut)
            && let Some(cut_off) = fault.cut_off.clone()
        {
            fault.become_use_after_end(&cut_off, code.program());
        }
    }

    /// Instructions executed so far, visible operations included.
    pub fn instructions(&self) -> u64 {
        self.instructions
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

    /// The thread's calls, innermost first.
    pub fn stack(&self, thread: ThreadId) -> Vec<Site> {
        self.try_thread(thread)
            .map_or_else(Vec::new, Thread::call_stack)
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

    /// Cells in use, stacks included.
    pub fn memory_cells(&self) -> u64 {
        let stacks = self
            .threads
            .iter()
            .flatten()
            .map(|thread| thread.stack.cells.len() as u64);
        self.memory_cells + stacks.sum::<u64>()
    }

    /// The value of a cell, for reports.
    pub fn peek(&self, address: u64) -> Option<u64> {
        let (home, at) = self.locate(None, address, 1).ok()?;
        Some(self.space(None, home).cells[at])
    }
}

impl Machine {
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

    /// What time it is for a thread.
    pub(crate) fn time_of(&self, thread: &Thread) -> u64 {
        self.now.max(thread.order.clock.time())
    }

    /// It is at least so late for a thread, and for all that will know of it; the others may not have noticed.
    pub(crate) fn pass_time(&mut self, thread: ThreadId, time: u64) {
        if self.code.does.looks_at_clocks {
            self.thread_mut(thread).order.clock.catch_up(time);
        }
    }

    /// Whether a thread can get no further until what it watches changes. `main` that sleeps again and again, and
    /// watches nothing, is meant to.
    pub(crate) fn is_spinning(&self, pending: &Pending) -> bool {
        pending.spin.as_ref().is_some_and(|spin| {
            let operation = &pending.operation;
            let sleeps = operation.action == Action::Sleep && operation.thread == ThreadId::MAIN;
            let idles = sleeps && spin.reads.is_empty();
            let mut watched = spin.reads.iter();
            !idles && watched.all(|&(watched, value)| self.watched(watched) == Some(value))
        })
    }

    /// How what a spinning thread watches stands.
    fn watched(&self, number: u64) -> Option<u64> {
        match Watched::numbered(number) {
            Watched::Cell(address) => self.peek(address),
            Watched::End(thread) => Some(self.is_finished(ThreadId(thread as u16)) as u64),
            Watched::Token(thread) => Some(self.thread(ThreadId(thread as u16)).token as u64),
        }
    }

    /// A sleeper wakes when nothing else can run, the earliest deadline first. Who could only time out
    /// does not count: either may come first. Of several sleepers with one deadline, the one with the lowest number
    /// does: then the others may go on, too, in any order.
    fn is_next_to_wake(&self, sleeper: &Pending) -> bool {
        let comes_later = |other: &Arc<Pending>| {
            let thread = other.operation.thread;
            if self.is_spinning(other) || self.thread(thread).go_first.is_some() {
                return true;
            }
            let arms = sync::arms(self, other);
            match self.waits_for_time(other, &arms) {
                true if other.operation.action == Action::Sleep => {
                    (sleeper.deadline, sleeper.operation.thread) <= (other.deadline, thread)
                }
                true => other.deadline >= sleeper.deadline,
                false => arms.into_iter().all(Arm::is_luck),
            }
        };
        self.pending.iter().flatten().all(comes_later)
    }

    /// What happens next if time passes though others could still go on: the first wait for that is over. `None` if
    /// nobody waits so, or somebody can go on whose wait is over. No state has this among its transitions: it is for
    /// who knows that the others keep each other busy for ever, or for long.
    pub fn late_wake(&self) -> Option<Transition> {
        let wait = |pending: &Arc<Pending>| {
            let arms = sync::arms(self, pending);
            let thread = pending.operation.thread;
            let arm = match pending.operation.action {
                Action::Sleep => Arm::Only,
                _ => Arm::TimeOut,
            };
            let waits = self.waits_for_time(pending, &arms) && !self.is_spinning(pending);
            waits.then_some((pending.deadline, Transition { thread, arm }))
        };
        let waits = self.pending.iter().flatten().filter_map(wait);
        let (_, wake) = waits.min_by_key(|(deadline, wake)| (*deadline, wake.thread))?;
        (self.end.is_none() && !self.is_enabled(wake.thread)).then_some(wake)
    }

    /// A fault of a thread where it stands.
    pub(crate) fn fault_of(&self, thread: &Thread, kind: FaultKind, message: String) -> Fault {
        Fault {
            kind,
            message,
            thread: Some(thread.id),
            site: thread.site(),
            stack: thread.call_stack(),
            other: None,
            against: None,
            cut_off: None,
        }
    }

    pub(crate) fn fault(&self, thread: ThreadId, kind: FaultKind, message: &str) -> Fault {
        self.fault_of(self.thread(thread), kind, message.to_string())
    }

    pub(crate) fn finish(&mut self, end: End) {
        self.end.get_or_insert_with(|| Arc::new(end));
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

    /// Runs a thread to its next visible operation (or its end).
    pub(crate) fn run(&mut self, id: ThreadId) {
        let mut fuel = Fuel::new(self.options.max_steps_without_operation);
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
        let viewed = match self.settle_views(id, &mut values, (*action, objects)) {
            Ok(viewed) => viewed,
            Err(trap) => {
                self.refuse(id, trap);
                return true;
            }
        };
        let mut pending = self.make_pending(id, *action, frame.site(), values);
        pending.viewed = viewed;
        let time = self.time_of(self.thread(id));
        pending.deadline = time.saturating_add(sync::time_limit(&pending));
        if let Some(trap) = self.bad_object(&pending) {
            self.refuse(id, trap);
            return true;
        }
        let is_hidden = !visible && (*action != Action::Print || fuel.takes_print());
        if is_hidden && !sync::arms(self, &pending).is_empty() {
            self.perform_invisible(id, pending);
            return self.end.is_some() || self.pending[id.index()].is_some();
        }
        self.arrive(id, pending);
        true
    }

    /// Puts the cells that are meant in place of addresses in views; says what an atomic operation sees where
    /// these hold another type.
    fn settle_views(
        &mut self,
        id: ThreadId,
        args: &mut [u64],
        (action, objects): (Action, usize),
    ) -> Result<Option<Viewed>, Trap> {
        let converts = sync::is_atomic(action);
        let mut viewed = None;
        for address in args.iter_mut().take(objects) {
            if !address::is_view(*address) {
                continue;
            }
            *address = match self.settle_view(id, *address, converts)? {
                Settled::Cell(cell) => cell,
                Settled::Viewed(first, seen) if converts => {
                    viewed = Some(seen);
                    first
                }
                Settled::Viewed(..) => return Err(Trap::Refused),
            };
        }
        Ok(viewed)
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
        if let Section::Short(footprint) = &pending.section
            && pending.spin.is_none()
        {
            return Footprint::from_slice(footprint);
        }
        let mut footprint = sync::footprint(self, pending);
        if self.options.spurious > 0 && sync::may_be_spurious(pending) {
            footprint.push((Object::SpuriousBudget, Touch::Exclusive));
        }
        if sync::may_time_out(pending) && self.waits_for_time(pending, &sync::arms(self, pending)) {
            footprint.push((Object::World, Touch::Exclusive));
        }
        if self.is_spinning(pending) {
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

    /// The thread is over: forgets its stack.
    fn retire(&mut self, id: ThreadId) {
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

    /// The end of a thread's instance of a static.
    fn free_local(&mut self, id: ThreadId, address: u64, end: Site) {
        let arena = &mut self.heap[address::thread(address)];
        if let Ok(len) = arena.free(address::index(address), id, end) {
            self.memory_cells -= len as u64;
        }
    }

    /// Allocates for a thread; `None` past the limit.
    pub(crate) fn allocate(
        &mut self,
        owner: ThreadId,
        len: u64,
        layout: vscheck_ir::LayoutId,
        site: Site,
    ) -> Result<u64, LimitKind> {
        let total = self.memory_cells.saturating_add(len);
        let arena = &mut self.heap[owner.index()];
        let full = arena.is_full();
        if total > self.options.max_memory_cells || len > address::MAX_OFFSET || full {
            return Err(LimitKind::Memory);
        }
        self.memory_cells = total;
        let index = arena.allocate(len as usize, layout, site, self.code.uninit);
        Ok(address::heap(owner.index(), index))
    }

    /// The address of a static.
    pub(crate) fn static_address(id: vscheck_ir::StaticId) -> u64 {
        address::heap(STATICS, id.index() + 1)
    }
}
