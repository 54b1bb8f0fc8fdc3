//! Spin detection: a thread that comes back to where it was, in the state in which it was, without
//! having changed anything, cannot get further until something it read changes.
//!
//! While a thread stands in a loop, its streak keeps what it read and wrote since its last *anchors*
//! (arrivals at visible operations, with a hash of its own state). Coming back to an anchor in the
//! same state, with every written cell back at its old value, closes a lap. If all the cells that the
//! lap read from others still hold what it read, the next lap would be the same.

use crate::access::Allocation;
use crate::address;
use crate::hash::Hasher128;
use crate::machine::Machine;
use crate::tally::Tally;
use crate::thread::{HeldLock, Thread};
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::{CellKind, Site};

/// Longer laps are not recognized.
const MAX_ANCHORS: usize = 256;
/// Laps that touch more cells are not recognized.
const MAX_EVENTS: usize = 4096;

/// What a spinning thread waits for: one of these cells to change. Those that the lap itself wrote and put back
/// (a lock that it took) come last, since a change of another is more likely to be what it waits for. Sorted by
/// address otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spin {
    pub(crate) reads: Vec<(u64, u64)>,
    /// The cells that the lap changed for a while, and what to.
    pub(crate) passing: SmallVec<[(u64, u64); 2]>,
    /// Those among them that the lap would have found otherwise, and gone on.
    pub(crate) tried: SmallVec<[u64; 2]>,
    /// The cells that the lap may have looked at more than once.
    pub(crate) repeated: SmallVec<[u64; 2]>,
    /// Whether the lap has counted: then another one would make a difference, which is left out.
    pub(crate) counted: bool,
    /// The arms of the operation that such laps began with, if it had several: the others may lead elsewhere.
    pub(crate) turned: Turned,
}

/// Arms of a selection.
pub(crate) type Turned = SmallVec<[u32; 2]>;

impl Spin {
    /// What this lap changes for a while of what that of another thread only reads, or tries: who looks at the right
    /// moment sees it.
    pub(crate) fn shown_to(&self, other: &Spin) -> impl Iterator<Item = (u64, u64)> {
        let passing = self.passing.iter().copied();
        passing.filter(|&(cell, _)| other.would_see(cell))
    }

    fn would_see(&self, cell: u64) -> bool {
        let is_read = self.reads.iter().any(|&(read, _)| read == cell);
        let is_changed = || self.passing.iter().any(|&(changed, _)| changed == cell);
        is_read && (self.tried.contains(&cell) || !is_changed())
    }

    /// Whether it may look at a cell more than once.
    pub(crate) fn repeats(&self, cell: u64) -> bool {
        self.repeated.contains(&cell)
    }
}

/// Hashes of a thread's own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// What its next steps depend on.
    pub(crate) matters: u128,
    /// What the loops that it is in only count.
    pub(crate) counts: u128,
}

/// What a thread did since it entered a loop. A copy shares all but the newest events with the original.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streak {
    /// Whether there is an anchor.
    pub(crate) recording: bool,
    /// Objects of the thread's own from this index on were allocated on the way.
    pub(crate) first_allocation: usize,
    /// Where the oldest anchor is.
    begin: Option<Site>,
    newest: Option<Arc<Anchor>>,
    /// The arm that was taken at the oldest anchor, of several.
    chosen: Option<u32>,
    /// The last lap from there and back by way of an arm, and those before it.
    turned: Option<Arc<Spin>>,
    /// How often the thread has waited for time to pass.
    waits: u32,
    /// What was done since the newest anchor.
    events: Vec<Event>,
}

/// An arrival at a visible operation.
#[derive(Debug)]
struct Anchor {
    site: Site,
    state: State,
    /// How often the thread had waited for time to pass.
    waits: u32,
    /// What was done since the anchor before.
    events: Box<[Event]>,
    before: Option<Arc<Anchor>>,
    /// How many anchors there are, up to this one.
    count: usize,
    /// How many events there are, up to this one.
    total: usize,
}

/// From an anchor back to it.
struct Lap {
    events: Vec<Event>,
    /// Whether the thread has counted.
    counted: bool,
    /// The arm that it began with, of several.
    chosen: Option<u32>,
}

/// An access to a cell: its value before and, if it was written, after.
#[derive(Clone, Copy, Debug)]
struct Event {
    address: u64,
    before: u64,
    after: u64,
    write: bool,
    way: Way,
}

/// How a cell was written, or looked at, if not by a plain access: who takes something looks whether it is there, and
/// who lets go of it need not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// Not as an atomic.
    Plain,
    /// It was not looked at.
    Store,
    /// Something was added.
    Addition,
    /// It was looked at.
    Exchange,
    /// A lock that was looked at by who does not wait for it.
    Try,
    /// It counts who offers something, such as to receive a message.
    Offer,
}

impl Streak {
    /// Something happened that no later step takes back, or the thread left all loops: nothing needs to be
    /// kept before the next arrival.
    pub(crate) fn clear(&mut self) {
        self.recording = false;
        self.newest = None;
        self.chosen = None;
        self.turned = None;
        self.events.clear();
    }

    /// The operation that the thread stands at has several arms, and takes this one. Who comes back to what was
    /// before it may take another the next time: that is no lap.
    pub(crate) fn choose(&mut self, arm: u32) {
        let Some(newest) = self.newest.take().filter(|_| self.recording) else {
            return;
        };
        if newest.before.is_some() {
            self.turned = None;
        }
        self.begin = Some(newest.site);
        self.chosen = Some(arm);
        self.events.clear();
        self.newest = Some(Arc::new(Anchor {
            site: newest.site,
            state: newest.state,
            waits: newest.waits,
            events: Box::default(),
            before: None,
            count: 1,
            total: 0,
        }));
    }

    /// Notes that time passes: it comes to an end with that, so that it matters how often.
    pub(crate) fn note_wait(&mut self) {
        self.waits = self.waits.wrapping_add(1);
    }

    /// Notes a read of a cell.
    pub(crate) fn note_read(&mut self, address: u64, value: u64) {
        self.note(Event {
            address,
            before: value,
            after: value,
            write: false,
            way: Way::Plain,
        });
    }

    /// Notes a write to a cell.
    pub(crate) fn note_write(&mut self, address: u64, before: u64, after: u64) {
        self.note(Event {
            address,
            before,
            after,
            write: true,
            way: Way::Plain,
        });
    }

    /// The last access was none that is plain.
    pub(crate) fn was_in_this_way(&mut self, way: Way) {
        if let Some(event) = self.events.last_mut() {
            event.way = way;
        }
    }

    fn note(&mut self, event: Event) {
        if !self.recording {
            return;
        }
        let before = self.newest.as_ref().map_or(0, |anchor| anchor.total);
        if before + self.events.len() < MAX_EVENTS {
            self.events.push(event);
        } else {
            self.clear();
        }
    }

    /// Arrives at a visible operation. If that closes a lap, returns what it read from others.
    /// `current` looks a cell up (`None` if it is gone). A lap does not close while the thread holds a
    /// lock that it let go of on the way, be it one made of an atomic: others may want it.
    pub(crate) fn arrive(
        &mut self,
        site: Site,
        state: State,
        allocated: usize,
        held: &[HeldLock],
        thread: usize,
        current: impl Fn(u64) -> Option<u64>,
    ) -> Option<Arc<Spin>> {
        let lap = self.lap_from(site, state);
        let chosen = lap.as_ref().and_then(|lap| lap.chosen);
        let closed = lap
            .filter(|lap| !has_taken_back(&lap.events, held) && !has_let_go(&lap.events))
            .and_then(|lap| close_lap(&lap.events, thread, lap.counted, &current))
            .map(|spin| Arc::new(self.with_other_arms(spin, chosen, &current)));
        let count = self.newest.as_ref().map_or(0, |anchor| anchor.count);
        if closed.is_some() || count >= MAX_ANCHORS {
            self.clear();
        }
        if self.newest.is_none() {
            self.first_allocation = allocated + 1;
            self.begin = Some(site);
        }
        self.push_anchor(site, state);
        self.recording = true;
        if let Some(spin) = closed.as_ref().filter(|spin| !spin.turned.is_empty()) {
            self.turned = Some(Arc::clone(spin));
        }
        closed
    }

    /// A lap by way of an arm, with those by way of others, as far as they would be the same again.
    fn with_other_arms(
        &self,
        mut spin: Spin,
        chosen: Option<u32>,
        current: impl Fn(u64) -> Option<u64>,
    ) -> Spin {
        spin.turned.extend(chosen);
        let stands = |&(cell, value): &(u64, u64)| current(cell) == Some(value);
        let others = self.turned.as_ref().filter(|_| chosen.is_some());
        if let Some(others) = others.filter(|others| others.reads.iter().all(stands)) {
            for read in &others.reads {
                if !spin.reads.contains(read) {
                    spin.reads.push(*read);
                }
            }
            spin.passing.extend(others.passing.iter().copied());
            spin.tried.extend(others.tried.iter().copied());
            spin.repeated.extend(others.repeated.iter().copied());
            spin.turned.extend(others.turned.iter().copied());
        }
        spin
    }

    /// What was done since the thread was last here in this state.
    fn lap_from(&self, site: Site, state: State) -> Option<Lap> {
        let mut parts: Vec<&[Event]> = vec![&self.events];
        let mut at = self.newest.as_deref();
        while let Some(anchor) = at {
            let counted = anchor.state.counts != state.counts;
            let stands =
                anchor.state.matters == state.matters && (!counted || anchor.waits == self.waits);
            if anchor.site == site && stands {
                parts.reverse();
                let events = parts.concat();
                let chosen = self.chosen.filter(|_| anchor.before.is_none());
                return Some(Lap {
                    events,
                    counted,
                    chosen,
                });
            }
            parts.push(&anchor.events);
            at = anchor.before.as_deref();
        }
        None
    }

    /// What was read from others between the last two arrivals; `None` if something was changed or happened that no
    /// later step takes back, or a lock was let go of on the way.
    pub(crate) fn newest_lap(
        &self,
        held: &[HeldLock],
        thread: usize,
        current: impl Fn(u64) -> Option<u64>,
    ) -> Option<Vec<(u64, u64)>> {
        let newest = self.newest.as_ref()?;
        newest.before.as_ref()?;
        let events = &*newest.events;
        let keeps_locks = !has_taken_back(events, held) && !has_let_go(events);
        let lap = keeps_locks.then(|| close_lap(events, thread, true, current))??;
        Some(lap.reads)
    }

    /// Whether the thread has come back to where the oldest anchor is, without a word that it waits.
    pub(crate) fn is_back(&self, yields: impl Fn(Site) -> bool) -> bool {
        let Some(newest) = self.newest.as_deref() else {
            return false;
        };
        let mut anchors = std::iter::successors(Some(newest), |anchor| anchor.before.as_deref());
        let is_back = newest.before.is_some() && Some(newest.site) == self.begin;
        is_back && !anchors.any(|anchor| yields(anchor.site))
    }

    /// A hash of which cells were read and written in which order since the oldest anchor, but for the thread's
    /// own slots; `None` if none was.
    pub(crate) fn accesses(&self, thread: usize) -> Option<u128> {
        let mut parts: Vec<&[Event]> = vec![&self.events];
        let mut at = self.newest.as_deref();
        while let Some(anchor) = at {
            parts.extend(anchor.before.is_some().then_some(&*anchor.events));
            at = anchor.before.as_deref();
        }
        let events = parts.into_iter().rev().flatten();
        let mut others = events
            .filter(|event| !address::is_own_stack(event.address, thread))
            .peekable();
        others.peek()?;
        let mut hash = Hasher128::default();
        others.for_each(|event| hash.add(event.address << 1 | event.write as u64));
        Some(hash.finish())
    }

    fn push_anchor(&mut self, site: Site, state: State) {
        let before = self.newest.take();
        let (count, total) = before.as_ref().map_or((0, 0), |a| (a.count, a.total));
        self.newest = Some(Arc::new(Anchor {
            site,
            state,
            waits: self.waits,
            count: count + 1,
            total: total + self.events.len(),
            events: self.events.as_slice().into(),
            before,
        }));
        self.events.clear();
    }
}

/// Whether one of these locks is held for the second time: its cells were less for a while.
fn has_taken_back(events: &[Event], held: &[HeldLock]) -> bool {
    // Who writes is in a lock's first cell, how many read in the second.
    let count = |lock: &HeldLock| lock.object + lock.shared as u64;
    let of_lock = |event: &Event| held.iter().any(|lock| count(lock) == event.address);
    events
        .iter()
        .any(|event| event.write && event.after < event.before && of_lock(event))
}

/// Whether an atomic was changed, and changed back, in a way that looks like a lock that was let go of
/// first: by a write that looks less at what is there than the one that changed it back, or else by one that
/// made it less. Or something was offered, and is not any more: others may want it.
fn has_let_go(events: &[Event]) -> bool {
    let changes = events
        .iter()
        .filter(|event| event.way != Way::Plain && event.before != event.after);
    let mut changes: Vec<(u64, usize, &Event)> = changes
        .enumerate()
        .map(|(index, event)| (event.address, index, event))
        .collect();
    changes.sort_by_key(|&(address, index, _)| (address, index));
    changes.chunk_by(|a, b| a.0 == b.0).any(|of_one_cell| {
        let first = of_one_cell[0].2;
        let ways = || of_one_cell.iter().map(|change| change.2.way);
        match ways().all(|way| way == first.way) {
            true if first.way == Way::Offer => first.after > first.before,
            true => first.after < first.before,
            false => ways().any(|way| way > first.way),
        }
    })
}

/// What a lap read from others, or `None` if it changed something, met a change, or would go otherwise
/// now. Of a lap that `counted` the last is not asked: when others move between its last operation and its end
/// must not decide how high it counts.
fn close_lap(
    events: &[Event],
    thread: usize,
    counted: bool,
    current: impl Fn(u64) -> Option<u64>,
) -> Option<Spin> {
    let mut events: Vec<(usize, &Event)> = events.iter().enumerate().collect();
    events.sort_by_key(|(index, event)| (event.address, *index));
    let (mut reads, mut put_back) = (Vec::new(), Vec::new());
    let (mut passing, mut tried) = (SmallVec::new(), SmallVec::new());
    let mut repeated = SmallVec::new();
    for of_one_cell in events.chunk_by(|a, b| a.1.address == b.1.address) {
        let first = of_one_cell[0].1;
        // A cell that is gone was allocated on the way, or the address would still be good.
        let Some(now) = current(first.address) else {
            continue;
        };
        let last = of_one_cell[of_one_cell.len() - 1].1;
        let somebody_wrote = of_one_cell
            .windows(2)
            .any(|pair| pair[0].1.after != pair[1].1.before);
        // The thread's own slots are compared as part of its state: but that others wrote to one before it was read
        // shows in what was read alone.
        let own = address::is_own_stack(first.address, thread);
        let changed = last.after != first.before;
        let otherwise = !counted && first.before != now;
        let differs = match own {
            true => otherwise && !first.write,
            false => otherwise || changed,
        };
        if somebody_wrote || differs {
            return None;
        }
        let cell = first.address;
        let otherwise = of_one_cell.iter().map(|(_, event)| event.after);
        let otherwise = otherwise.filter(|&value| value != first.before);
        passing.extend(otherwise.map(|value| (cell, value)));
        let tries = of_one_cell.iter().filter(|(_, e)| e.way == Way::Try);
        let (tries, looks) = (tries.count(), of_one_cell.len());
        tried.extend((tries > 0).then_some(cell));
        repeated.extend((tries > 1 || tries == 0 && looks > 1).then_some(cell));
        // What it only counts is there every time.
        if !first.write && !changed {
            match of_one_cell.iter().any(|(_, event)| event.write) {
                true => put_back.push((first.address, first.before)),
                false => reads.push((first.address, first.before)),
            }
        }
    }
    reads.append(&mut put_back);
    Some(Spin {
        reads,
        passing,
        tried,
        repeated,
        counted,
        turned: Turned::new(),
    })
}

/// A thread's own state on its way into a hash. Addresses of freed objects and of slots that are gone are
/// named by the order in which they come: a slot out of use still holds what the last lap had.
struct OwnState<'a> {
    machine: &'a Machine,
    thread: &'a Thread,
    hash: Hasher128,
    gone: SmallVec<[u64; 8]>,
}

impl OwnState<'_> {
    /// The slots, but for those at these places.
    fn slots(&mut self, counted: &[usize]) {
        for (place, slot) in self.thread.slots.iter().enumerate() {
            if counted.contains(&place) {
                continue;
            }
            let pattern = &self.machine.code.program().layout(slot.layout).pattern;
            let (first, len) = (slot.base as usize, slot.len as usize);
            let kinds = pattern.iter().cycle();
            for (&cell, kind) in self.thread.stack.cells[first..first + len]
                .iter()
                .zip(kinds)
            {
                match kind.is_pointer() || *kind == CellKind::Opaque {
                    true => self.pointer(cell),
                    false => self.hash.add(cell),
                }
            }
        }
    }

    /// What may be an address on the stack. Others are as they are.
    fn register(&mut self, value: u64) {
        let on_stack = address::is_own_stack(value, self.thread.id.index());
        match on_stack || address::is_view(value) {
            true => self.pointer(value),
            false => self.hash.add(value),
        }
    }

    fn pointer(&mut self, value: u64) {
        let (object, place) = match self.machine.code.views.resolve(value) {
            Some(found) if address::is_view(value) => found,
            _ => {
                let object = address::object(address::untagged(value));
                (object, value.wrapping_sub(object))
            }
        };
        let on_stack = address::is_own_stack(object, self.thread.id.index());
        let is_gone = match on_stack {
            true => self.thread.slot(object).is_none(),
            false => matches!(self.machine.allocation(object), Some(Allocation::Freed(_))),
        };
        match (is_gone, on_stack) {
            (false, false) => return self.hash.add(value),
            (false, true) => self.hash.add(address::unmarked(object)),
            (true, _) => {
                let found = self.gone.iter().position(|&other| other == object);
                let number = found.unwrap_or_else(|| {
                    self.gone.push(object);
                    self.gone.len() - 1
                });
                self.hash.add(u64::MAX - number as u64);
            }
        }
        self.hash.add(place);
    }
}

/// Hashes of all that the thread's next steps depend on, other memory than its slots aside. What loops only
/// count is told apart if `counting` says so.
pub(crate) fn own_state(machine: &Machine, thread: &Thread, counting: bool) -> State {
    let code = &machine.code;
    let mut state = OwnState {
        machine,
        thread,
        hash: Hasher128::default(),
        gone: SmallVec::new(),
    };
    let mut counts = Hasher128::default();
    let mut counted: SmallVec<[usize; 4]> = SmallVec::new();
    let innermost = thread.frames.len().saturating_sub(1);
    for (depth, frame) in thread.frames.iter().enumerate() {
        let site = frame.site();
        state
            .hash
            .add((frame.func.0 as u64) << 32 | frame.pc as u64);
        let live = if depth == innermost {
            code.live_before(site)
        } else {
            code.live_across(site)
        };
        let tally = counting.then(|| code.tally(site)).flatten();
        for &reg in &live.values {
            let value = thread.regs[frame.base as usize + reg.index()];
            match tally.is_some_and(|tally| tally.has_register(reg)) {
                true => counts.add(value),
                false => state.register(value),
            }
        }
        let slots = tally.into_iter().flat_map(Tally::slots);
        counted.extend(slots.map(|slot| frame.slots as usize + slot));
    }
    for &place in &counted {
        let slot = &thread.slots[place];
        let (first, len) = (slot.base as usize, slot.len as usize);
        let cells = &thread.stack.cells[first..first + len];
        cells.iter().for_each(|&cell| counts.add(cell));
    }
    state.slots(&counted);
    let mut hash = state.hash;
    hash.add(thread.unwinding.len() as u64);
    // A lap on which it was later each time it looked is none.
    hash.add(thread.clock_looks);
    State {
        matters: hash.finish(),
        counts: counts.finish(),
    }
}
