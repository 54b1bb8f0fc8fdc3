//! A thread: its call stack, its registers, its slots, and what the machine keeps about it.

use crate::address;
use crate::alike::ThreadClass;
use crate::clock::Clock;
use crate::digest::ThreadDigest;
use crate::fault::Fault;
use crate::memory::{Space, Touched};
use crate::operation::{Operation, ThreadId};
use crate::roomy::Roomy;
use crate::rounds::GoFirst;
use crate::section::{OpenSection, Section};
use crate::spin::{Spin, Streak};
use crate::views::{Standing, Viewed};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};
use vscheck_ir::{FuncId, InstId, LayoutId, Site, SlotId, StaticId};

/// What a thread does with looks at the clock that take long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Patience {
    /// That is not chosen yet.
    #[default]
    Open = 0,
    /// It goes on at any moment, as if all others had been delayed.
    Hasty = 1,
    /// It waits until the others wait for time to pass, too.
    Patient = 2,
}

impl Patience {
    /// As [`vscheck_ir::Intrinsic::Patience`] numbers it.
    pub(crate) fn numbered(number: u64) -> Patience {
        match number {
            0 => Patience::Open,
            1 => Patience::Hasty,
            _ => Patience::Patient,
        }
    }
}

/// One call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    /// The instruction to run next; of a caller, the call.
    pub(crate) pc: u32,
    /// Its first register.
    pub(crate) base: u32,
    /// Its first slot.
    pub(crate) slots: u32,
    /// Its first slot's first cell.
    pub(crate) cells: u32,
    /// Where the result goes in the caller's registers.
    pub(crate) dst: u32,
}

impl Frame {
    pub(crate) fn site(&self) -> Site {
        Site {
            func: self.func,
            inst: InstId(self.pc),
        }
    }
}

/// A stack slot in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotEntry {
    pub(crate) base: u32,
    pub(crate) len: u32,
    pub(crate) layout: LayoutId,
    pub(crate) touched: Touched,
    /// What tells it from the slots that were at its position before: see [`address::next_mark`].
    pub(crate) mark: u8,
    /// Whether nobody may change what was once written to it.
    pub(crate) fixed: bool,
    /// Whether it is a variable of the program's own.
    pub(crate) own: bool,
}

/// A stack slot that was in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    /// Where it ended.
    pub(crate) site: Site,
    /// Which one of that function's.
    pub(crate) slot: SlotId,
    mark: u8,
    /// Whether it was a variable of the program's own.
    own: bool,
}

/// A lock that a thread holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldLock {
    /// The lock's address.
    pub object: u64,
    /// Where it was taken.
    pub site: Site,
    /// Whether others may hold it too.
    pub shared: bool,
}

/// A panic's payload on its way up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unwinding {
    pub(crate) payload: u64,
    pub(crate) vtable: u64,
    /// The call whose cleanup it has come to; what that calls stands above.
    pub(crate) frame: usize,
}

/// A thread of one execution.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) id: ThreadId,
    /// How many threads it has spawned.
    pub(crate) children: u32,
    /// Its parent's calls when it was spawned, innermost (the spawn) first; empty for `main`.
    pub(crate) spawned_by: Arc<[Site]>,
    /// What the program calls it; reports only.
    pub(crate) given_name: Option<Arc<str>>,
    pub(crate) frames: Roomy<Frame>,
    pub(crate) regs: Roomy<u64>,
    pub(crate) slots: Roomy<SlotEntry>,
    /// The mark of the last slot of each position.
    pub(crate) marks: Roomy<u8>,
    /// The last variable of each position that is gone; `None` where nobody will ask.
    pub(crate) ended: Option<Vec<Option<Ended>>>,
    pub(crate) stack: Space,
    /// How many bytes of a native stack there are.
    pub(crate) max_stack: usize,
    pub(crate) finished: bool,
    pub(crate) joined: bool,
    /// The token of `park` and `unpark`.
    pub(crate) token: bool,
    /// Panics on their way up. Each but the first started in a cleanup of the one before it, and is
    /// caught in there.
    pub(crate) unwinding: Vec<Unwinding>,
    pub(crate) held: SmallVec<[HeldLock; 2]>,
    /// This thread's instances of thread-local statics.
    pub(crate) locals: Vec<(StaticId, u64)>,
    /// How many of its timed waits have run out since the last that did not, up to
    /// `FREE_TIME_OUTS` (`machine/time.rs`).
    pub(crate) time_outs: u8,
    /// Virtual time that looking at the clock took this thread since it last let time pass by waiting, in
    /// nanoseconds. It grows with every look, so that loops which wait for time to pass end.
    pub(crate) clock_skew: u64,
    /// How often it has looked at the clock.
    pub(crate) clock_looks: u64,
    /// What it has chosen to do with looks that take long.
    pub(crate) patience: Patience,
    pub(crate) order: HappensBefore,
    /// What uninitialized cells hold.
    pub(crate) uninit: u64,
    pub(crate) streak: Streak,
    /// While it waits in rounds that leave something behind: who is to move before it. See `rounds`.
    pub(crate) go_first: Option<GoFirst>,
    /// Those that it is like, if it is like any: see `alike`.
    pub(crate) class: Option<ThreadClass>,
    /// What the machine keeps for who joins it, as long as nobody has: `vscheck_ir::Action::Spawn`.
    pub(crate) packet: u64,
    /// Whether it has come to its end by a panic.
    pub(crate) panicked: bool,
    /// The panic whose hook it runs, that something would catch. Where it stands says as much to the names of
    /// states.
    pub(crate) hook_of: Option<Arc<Fault>>,
    /// What it is, for names of states, if that was asked for since it was last written.
    pub(crate) digest: Cached<ThreadDigest>,
}

/// What is worked out on demand. A copy is made to be written, and has to work it out anew.
#[derive(Debug)]
pub(crate) struct Cached<T>(pub(crate) OnceLock<T>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Cached(OnceLock::new())
    }
}

impl<T> Clone for Cached<T> {
    fn clone(&self) -> Self {
        Cached::default()
    }
}

/// A thread's side of happens-before.
#[derive(Clone, Debug, Default)]
pub(crate) struct HappensBefore {
    pub(crate) clock: Clock,
    /// What a relaxed store releases: the clock at the last release fence.
    pub(crate) at_release_fence: Clock,
    /// What relaxed loads have seen: an acquire fence acquires it.
    pub(crate) seen_relaxed: Clock,
    /// What the token of `unpark` carries.
    pub(crate) token: Clock,
    /// Clocks to go back to, with the depth of the frame that will: see `Intrinsic::SettleClock`. `None`
    /// where what was joined since is to stay.
    pub(crate) marks: Vec<(usize, Option<Clock>)>,
    /// The clock, and what relaxed loads had seen, before a load that may be one step with an exchange.
    pub(crate) before_load: Option<Box<[Clock; 2]>>,
    /// The critical section that it is in, of those that order nothing after them, or have several operations.
    pub(crate) section: Option<OpenSection>,
    /// The clock must advance before the next visible operation.
    pub(crate) tick_due: bool,
    /// Steps taken so far, modulo 256.
    pub(crate) steps: u8,
}

impl HappensBefore {
    /// What comes now is no part of the last release any more.
    pub(crate) fn end_release(&mut self, own: u16) {
        if std::mem::take(&mut self.tick_due) {
            self.clock.tick(own);
        }
    }

    /// The clock, and those that it may go back to.
    pub(crate) fn lasting(&self) -> impl Iterator<Item = &Clock> {
        let earlier = self.marks.iter().filter_map(|(_, clock)| clock.as_ref());
        std::iter::once(&self.clock).chain(earlier)
    }

    /// A load comes that may turn out to order nothing.
    pub(crate) fn begin_load(&mut self) {
        self.before_load = Some(Box::new([self.clock.clone(), self.seen_relaxed.clone()]));
    }

    /// It has turned out whether it orders nothing.
    pub(crate) fn end_load(&mut self, orders_nothing: bool) {
        if let Some(before) = self.before_load.take()
            && orders_nothing
        {
            [self.clock, self.seen_relaxed] = *before;
        }
    }
}

impl Thread {
    /// Whether it unwinds from a panic, or runs the hook of one.
    pub(crate) fn is_panicking(&self) -> bool {
        !self.unwinding.is_empty() || self.hook_of.is_some()
    }

    pub(crate) fn new(id: ThreadId, spawned_by: Arc<[Site]>) -> Thread {
        let mut order = HappensBefore::default();
        order.clock.tick(id.0);
        Thread {
            id,
            children: 0,
            spawned_by,
            given_name: None,
            frames: Roomy::default(),
            regs: Roomy::default(),
            slots: Roomy::default(),
            marks: Roomy::default(),
            ended: None,
            stack: Space::default(),
            max_stack: 0,
            uninit: 0,
            finished: false,
            joined: false,
            token: false,
            unwinding: Vec::new(),
            held: SmallVec::new(),
            locals: Vec::new(),
            time_outs: 0,
            clock_skew: 0,
            clock_looks: 0,
            patience: Patience::default(),
            go_first: None,
            class: None,
            packet: 0,
            panicked: false,
            hook_of: None,
            digest: Cached::default(),
            order,
            streak: Streak::default(),
        }
    }

    /// A thread that is about to be written.
    pub(crate) fn to_write(thread: &mut Arc<Thread>) -> &mut Thread {
        let thread = Arc::make_mut(thread);
        thread.digest.0.take();
        thread
    }

    /// The live slot that an address on this stack names.
    #[inline(always)]
    pub(crate) fn slot(&self, address: u64) -> Option<&SlotEntry> {
        let slot = self.slots.get(address::position(address));
        slot.filter(|slot| slot.mark == address::mark_of(address))
    }

    /// Remembers that a frame ends, if anybody will ask: where its slots do. What followed a variable that has
    /// ended before in the same call was nobody's.
    pub(crate) fn note_ends(&mut self, frame: Frame) {
        let Some(ended) = &self.ended else { return };
        let slots = frame.slots as usize..self.slots.len();
        let own: SmallVec<[usize; 8]> = slots
            .filter(|&index| {
                let last = ended.get(index).copied().flatten();
                last.is_none_or(|last| {
                    let is_own =
                        last.site.func == frame.func && frame.slots + last.slot.0 == index as u32;
                    !is_own || address::next_mark(last.mark) != self.slots[index].mark
                })
            })
            .collect();
        for index in own {
            self.note_end(index, frame);
        }
    }

    /// Remembers that a slot of a frame ends, and where, if anybody will ask: rather of a variable of the program's
    /// own than of what came to its place after it.
    pub(crate) fn note_end(&mut self, index: usize, frame: Frame) {
        let Some(ended) = &mut self.ended else { return };
        if ended.len() <= index {
            ended.resize(index + 1, None);
        }
        let slot = &self.slots[index];
        if ended[index].is_some_and(|last| last.own && !slot.own) {
            return;
        }
        ended[index] = Some(Ended {
            site: frame.site(),
            slot: SlotId::new(index - frame.slots as usize),
            mark: slot.mark,
            own: slot.own,
        });
    }

    /// The slot that an address names, if it has ended.
    pub(crate) fn ended_slot(&self, address: u64) -> Option<Ended> {
        let ended = (*self.ended.as_ref()?.get(address::position(address))?)?;
        (ended.mark == address::mark_of(address)).then_some(ended)
    }

    /// Where it stands.
    pub(crate) fn site(&self) -> Option<Site> {
        self.frames.last().map(Frame::site)
    }

    /// Its calls, innermost first.
    pub(crate) fn call_stack(&self) -> Vec<Site> {
        self.frames.iter().rev().map(Frame::site).collect()
    }

    /// Forgets a lock it held.
    pub(crate) fn release(&mut self, object: u64, shared: bool) -> bool {
        let found = self
            .held
            .iter()
            .rposition(|held| held.object == object && held.shared == shared);
        if let Some(index) = found {
            self.held.remove(index);
        }
        found.is_some()
    }
}

/// How far a visible operation in several steps has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Nothing has happened yet.
    Start,
    /// Waits on a condvar, without the mutex.
    CondvarWaiting,
    /// Has been woken and wants the mutex back.
    Reacquire { timed_out: bool },
    /// Has arrived at a barrier of this generation.
    BarrierArrived { generation: u64 },
    /// A writer that has announced itself to readers, or a rendezvous channel's sender to receivers.
    Queued,
    /// A reader that lets this writer go first.
    Behind(ThreadId),
    /// A receiver that a rendezvous channel's sender may serve. Where there are selections: after so many
    /// that wait in this phase or the next one.
    Registered(u32),
    /// A selection that stands at all its rendezvous channels, for others to meet it at one of them. It came
    /// after so many others.
    Standing(u32),
    /// A selection that was met at the channel of this arm, and goes on there.
    Met(u32),
    /// A selection that receives from the channel of this arm, from a sender that waited there.
    Meeting(u32),
}

impl Phase {
    /// Which phase it is, and what of it is in the name of a state as it is.
    pub(crate) fn code(self) -> (u64, u64) {
        match self {
            Phase::Start => (0, 0),
            Phase::CondvarWaiting => (1, 0),
            Phase::Reacquire { timed_out } => (2, timed_out as u64),
            Phase::BarrierArrived { generation } => (3, generation),
            Phase::Queued => (4, 0),
            // The writer goes by another name in each state.
            Phase::Behind(_) => (5, 0),
            Phase::Registered(place) => (6, place.into()),
            Phase::Standing(place) => (7, place.into()),
            Phase::Met(arm) => (8, arm.into()),
            Phase::Meeting(arm) => (9, arm.into()),
        }
    }

    /// How many came before it, of a phase in which who came first is met first.
    pub(crate) fn place(self) -> Option<u32> {
        match self {
            Phase::Registered(place) | Phase::Standing(place) => Some(place),
            Phase::Start
            | Phase::CondvarWaiting
            | Phase::Reacquire { .. }
            | Phase::BarrierArrived { .. }
            | Phase::Queued
            | Phase::Behind(_)
            | Phase::Met(_)
            | Phase::Meeting(_) => None,
        }
    }

    /// The phase when one of those before has gone.
    pub(crate) fn closed_up(self) -> Phase {
        match self {
            Phase::Registered(place) => Phase::Registered(place.saturating_sub(1)),
            Phase::Standing(place) => Phase::Standing(place.saturating_sub(1)),
            other => other,
        }
    }
}

/// A thread's next visible operation.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) operation: Operation,
    pub(crate) args: SmallVec<[u64; 4]>,
    /// Of an atomic operation on memory that holds another type: what is seen of that. Its first cell is
    /// what the arguments name.
    pub(crate) viewed: Option<Viewed>,
    /// Of an atomic operation on memory for anything: how its value has to stand there.
    pub(crate) standing: Option<Box<Standing>>,
    pub(crate) phase: Phase,
    /// When a sleep ends or a timed wait runs out, in virtual nanoseconds.
    pub(crate) deadline: u64,
    /// Of `Action::Fault`.
    pub(crate) fault: Option<Arc<Fault>>,
    /// Of a fault that reports a deadlock: the operation that can never happen.
    pub(crate) instead_of: Option<Arc<Pending>>,
    /// If it came back here in the same state, or would: what it has read since, or would read.
    pub(crate) spin: Option<Arc<Spin>>,
    /// Whether a round of a loop ends here, and it is yet to be looked at whether the thread waits in it.
    pub(crate) round_due: bool,
    /// Whether `spin` is yet to be found out, of an operation that awaits.
    pub(crate) look_ahead_due: bool,
    /// Of an operation that takes a lock, where that matters: what it does with it.
    pub(crate) section: Section,
}
