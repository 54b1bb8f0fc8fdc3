//! What the race detector knows, as a part of a state's name.
//!
//! Whether a later access races with an earlier one depends on whether the earlier one happened before
//! it: on which clocks cover the earlier one's epoch. Clocks change by taking one into another, and who
//! covers an epoch then covers it for good. So the races that can still be found from a state depend on
//! the cells' values, the accesses remembered, and for each of them which clocks cover it; not on the
//! numbers in the clocks, which grow for ever.
//!
//! An access is forgotten that every running thread covers which can reach the cell: so do the threads
//! that they spawn, and those that they hand a pointer to, for what hands it on orders memory. Of the
//! clocks in synchronization objects, those matter that somebody reaches who could learn from them.

use crate::alike::Arrangement;
use crate::clock::Clock;
use crate::hash::Hasher128;
use crate::machine::Machine;
use crate::memory::Space;
use crate::reach::{Home, Reach, Threads};
use crate::shadow::{Epoch, WHOLE};
use crate::thread::Thread;
use rustc_hash::FxHashMap;

/// The accesses and clocks in a state, in the order of a canonical walk.
#[derive(Default)]
pub(crate) struct Knowledge<'a> {
    /// Where the walk is.
    pub(crate) home: Home,
    /// How many cells were walked over.
    cells: u64,
    /// What all running threads know of.
    everyone: Clock,
    /// The accesses that some running thread does not know of.
    accesses: Vec<Remembered>,
    /// Clocks of running threads.
    running: Vec<&'a Clock>,
    /// Clocks of threads that have ended and may be joined.
    ended: Vec<&'a Clock>,
    /// Clocks in synchronization objects, and where these are.
    released: Vec<(Home, &'a Clock)>,
}

/// Who knows of an access.
struct Known {
    /// The running threads that do not.
    unaware: Threads,
    /// A hash of which clocks cover it, once it is asked for.
    covers: Option<u128>,
}

struct Remembered {
    home: Home,
    cell: u64,
    /// Which of its bytes.
    bytes: u8,
    write: bool,
    epoch: Epoch,
}

impl Remembered {
    /// Which of some clocks cover it.
    fn add_covers<'c>(&self, clocks: impl Iterator<Item = &'c Clock>, hash: &mut Hasher128) {
        let mut bits = 1;
        for clock in clocks {
            bits = bits << 1 | self.epoch.happens_before(clock) as u64;
            if bits >> 63 == 1 {
                hash.add(bits);
                bits = 1;
            }
        }
        hash.add(bits);
    }
}

impl<'a> Knowledge<'a> {
    /// Before the walk.
    pub(crate) fn new(machine: &Machine) -> Knowledge<'a> {
        let mut clocks = machine.running().map(|thread| &thread.order.clock);
        let first = clocks.next().cloned().unwrap_or_default();
        Knowledge {
            everyone: clocks.fold(first, Clock::meet),
            ..Knowledge::default()
        }
    }

    /// The clocks of a thread that has not been joined.
    pub(crate) fn thread(&mut self, thread: &'a Thread) {
        let order = &thread.order;
        let all = [
            &order.clock,
            &order.at_release_fence,
            &order.seen_relaxed,
            &order.token,
        ];
        let known = match thread.finished {
            true => &mut self.ended,
            false => &mut self.running,
        };
        known.extend(all);
    }

    /// What is known of cells, and the clocks in the synchronization objects among them. All accesses that are
    /// remembered are covered by `accessed`, if that is known.
    pub(crate) fn cells(
        &mut self,
        space: &'a Space,
        at: usize,
        len: usize,
        accessed: Option<&Clock>,
    ) {
        let (home, first) = (self.home, self.cells);
        let accesses = &mut self.accesses;
        if !accessed.is_some_and(|accessed| self.everyone.covers(accessed)) {
            space.shadows.unknown_to(&self.everyone, at, len, |past| {
                accesses.push(Remembered {
                    home,
                    cell: first + past.cell as u64,
                    bytes: past.bytes,
                    write: past.write,
                    epoch: past.epoch,
                });
            });
        }
        let clocks = space.clocks(at, len).into_iter();
        self.released.extend(clocks.map(|(_, clock)| (home, clock)));
        self.cells += len as u64;
    }

    /// That an object was allocated, which is a write to those of its cells that were never written since.
    pub(crate) fn birth(&mut self, born: Epoch, space: &'a Space, at: usize, len: usize) {
        if born.happens_before(&self.everyone) {
            return;
        }
        let (home, first) = (self.home, self.cells);
        let unwritten = space.shadows.unwritten(at, len);
        self.accesses.extend(unwritten.map(|cell| Remembered {
            home,
            cell: first + (cell - at) as u64,
            bytes: WHOLE,
            write: true,
            epoch: born,
        }));
    }

    /// Adds to the state's name what can make a difference, with threads by their names.
    pub(crate) fn add_to(
        &self,
        machine: &Machine,
        names: &Arrangement,
        reach: &mut Reach,
        hash: &mut Hasher128,
    ) {
        let unaware = |access: &Remembered| {
            let positions = machine.running().enumerate();
            let unaware = positions.filter(|(_, t)| !access.epoch.happens_before(&t.order.clock));
            unaware.fold(0, |threads: Threads, (position, _)| {
                threads | 1 << position.min(Threads::BITS as usize - 1)
            })
        };
        if !self.accesses.is_empty() {
            reach.find(machine);
        }
        // Neighbours were often touched at one time.
        let groups = self
            .accesses
            .chunk_by(|a, b| a.home == b.home && a.epoch.same_time(&b.epoch));
        // Who knows of an access is a matter of when it was.
        let mut known: FxHashMap<(u16, u32), Known> = FxHashMap::default();
        for group in groups {
            let [first, ..] = group else { continue };
            let known = known.entry(first.epoch.time()).or_insert_with(|| Known {
                unaware: unaware(first),
                covers: None,
            });
            if known.unaware & reach.of(first.home) == 0 {
                continue;
            }
            for access in group {
                hash.add(access.cell << 9 | u64::from(access.bytes) << 1 | access.write as u64);
            }
            let by = names.name(first.epoch.thread.into());
            hash.add(by << 1 | u64::from(first.epoch.atomic));
            let unaware = known.unaware;
            let covers = || self.covers(first, unaware, reach, machine);
            hash.add_hash(*known.covers.get_or_insert_with(covers));
        }
        let threads = names.order.iter().map(|&id| machine.thread(id));
        for thread in threads.filter(|thread| !thread.finished) {
            hash.add(thread.order.tick_due as u64);
        }
    }

    /// Who covers an access, of those from whom it can be learnt.
    fn covers(
        &self,
        access: &Remembered,
        unaware: Threads,
        reach: &Reach,
        machine: &Machine,
    ) -> u128 {
        let mut hash = Hasher128::default();
        let hash = &mut hash;
        access.add_covers(self.running.iter().copied(), hash);
        let of_use = |(home, _): &&(Home, &Clock)| unaware & reach.of(*home) != 0;
        let released = self.released.iter().filter(of_use);
        access.add_covers(released.map(|&(_, clock)| clock), hash);
        // What the ended knew is learnt by joining them only.
        let mut running = machine.running();
        if running.any(|t| !access.epoch.happens_before(&t.order.clock) && machine.may_join(t)) {
            access.add_covers(self.ended.iter().copied(), hash);
        }
        hash.finish()
    }
}
