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
//! clocks in synchronization objects, those matter that somebody reaches who could learn from them, and of
//! those of ended threads, those that somebody could join. Whose an access was makes no difference (he is one
//! of those who know of it), nor does which of several symmetric threads that have ended knows what.

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
    /// Threads that have ended and may be joined.
    ended: Vec<&'a Thread>,
    /// Clocks in synchronization objects, and where these are.
    released: Vec<(Home, &'a Clock)>,
}

/// A time at which a thread accessed something.
struct Moment {
    /// One of the accesses.
    epoch: Epoch,
    /// The running threads that do not know of it.
    unaware: Threads,
    /// A hash of who knows of it, but for ended threads, once it is asked for.
    covers: Option<u128>,
    /// Its place among those that matter, once it has one.
    place: Option<usize>,
}

impl Moment {
    fn of(epoch: Epoch, machine: &Machine) -> Moment {
        let positions = machine.running().enumerate();
        let unaware = positions.filter(|(_, t)| !epoch.happens_before(&t.order.clock));
        let unaware = unaware.fold(0, |threads: Threads, (position, _)| {
            threads | 1 << position.min(Threads::BITS as usize - 1)
        });
        Moment {
            epoch,
            unaware,
            covers: None,
            place: None,
        }
    }

    /// Whether who does not know of it may learn of it by joining a thread.
    fn is_learnt_by_joining(&self, machine: &Machine) -> bool {
        let mut running = machine.running();
        running.any(|t| !self.epoch.happens_before(&t.order.clock) && machine.may_join(t))
    }
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
    /// Which access it is, but for whose and when.
    fn what(&self) -> u64 {
        let how = u64::from(self.write) << 1 | u64::from(self.epoch.atomic);
        self.cell << 10 | u64::from(self.bytes) << 2 | how
    }
}

/// What a thread knows, has released, may acquire, and gets with its token.
fn clocks_of(thread: &Thread) -> [&Clock; 4] {
    let order = &thread.order;
    [
        &order.clock,
        &order.at_release_fence,
        &order.seen_relaxed,
        &order.token,
    ]
}

/// Adds a row of answers.
fn add_bits(answers: impl Iterator<Item = bool>, hash: &mut Hasher128) {
    let mut bits = 1;
    for answer in answers {
        bits = bits << 1 | answer as u64;
        if bits >> 63 == 1 {
            hash.add(bits);
            bits = 1;
        }
    }
    hash.add(bits);
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

    /// A thread that has not been joined.
    pub(crate) fn thread(&mut self, thread: &'a Thread) {
        match thread.finished {
            true => self.ended.push(thread),
            false => self.running.extend(clocks_of(thread)),
        }
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

    /// Adds to the state's name what can make a difference. Who it was that accessed something makes none: he is one
    /// of those who know of it.
    pub(crate) fn add_to(
        &self,
        machine: &Machine,
        names: &Arrangement,
        reach: &mut Reach,
        hash: &mut Hasher128,
    ) {
        if !self.accesses.is_empty() {
            reach.find(machine);
        }
        let mut moments: Vec<Moment> = Vec::new();
        let mut numbers: FxHashMap<(u16, u32), usize> = FxHashMap::default();
        let mut accesses: Vec<(u64, u128, usize)> = Vec::new();
        for access in &self.accesses {
            let number = *numbers.entry(access.epoch.time()).or_insert_with(|| {
                moments.push(Moment::of(access.epoch, machine));
                moments.len() - 1
            });
            let moment = &mut moments[number];
            if moment.unaware & reach.of(access.home) == 0 {
                continue;
            }
            let covers = moment.covers;
            let covers = covers.unwrap_or_else(|| self.covers(moment, reach));
            moment.covers = Some(covers);
            accesses.push((access.what(), covers, number));
        }
        // Of several that read a cell, any may be remembered first.
        accesses.sort_by_key(|&(what, covers, _)| (what, covers));
        let mut in_order: Vec<usize> = Vec::new();
        for (what, covers, number) in accesses {
            let place = *moments[number].place.get_or_insert_with(|| {
                in_order.push(number);
                in_order.len()
            });
            hash.add(what);
            hash.add(place as u64);
            hash.add_hash(covers);
        }
        let in_order: Vec<&Moment> = in_order.iter().map(|&number| &moments[number]).collect();
        hash.add_hash(self.known_to_ended(&in_order, machine, names));
        let threads = names.order.iter().map(|&id| machine.thread(id));
        for thread in threads.filter(|thread| !thread.finished) {
            hash.add(thread.order.tick_due as u64);
        }
    }

    /// Who knows of an access, of the running threads, and of the objects from which it can be learnt.
    fn covers(&self, moment: &Moment, reach: &Reach) -> u128 {
        let mut hash = Hasher128::default();
        let covers = |clock: &&Clock| moment.epoch.happens_before(clock);
        add_bits(self.running.iter().map(covers), &mut hash);
        let of_use = |(home, _): &&(Home, &Clock)| moment.unaware & reach.of(*home) != 0;
        let released = self.released.iter().filter(of_use);
        add_bits(released.map(|(_, clock)| covers(clock)), &mut hash);
        hash.finish()
    }

    /// What can be learnt by joining those that have ended. Of like ones it makes no difference who knows what.
    fn known_to_ended(&self, moments: &[&Moment], machine: &Machine, names: &Arrangement) -> u128 {
        let joining = moments
            .iter()
            .filter(|moment| moment.is_learnt_by_joining(machine));
        let joining: Vec<&&Moment> = joining.collect();
        if joining.is_empty() {
            return 0;
        }
        let known = self.ended.iter().map(|thread| {
            let mut hash = Hasher128::default();
            hash.add(names.handle(thread.id.0.into()));
            for clock in clocks_of(thread) {
                let covers = joining
                    .iter()
                    .map(|moment| moment.epoch.happens_before(clock));
                add_bits(covers, &mut hash);
            }
            hash.finish()
        });
        known.fold(0, u128::wrapping_add)
    }
}
