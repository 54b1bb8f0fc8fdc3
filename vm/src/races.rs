//! What the race detector knows, as a part of a state's name.
//!
//! Whether a later access races with an earlier one depends on whether the earlier one happened before
//! it: on which clocks cover the earlier one's epoch. Clocks change by taking one into another, and who
//! covers an epoch then covers it for good. So the races that can still be found from a state depend on
//! the cells' values, the accesses remembered, and for each of them which clocks cover it; not on the
//! numbers in the clocks, which grow for ever. Each of these accesses is open ([`OpenAccess`]): what becomes of it
//! has nothing to do with the others.
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
use crate::shadow::{Epoch, Unit, WHOLE};
use crate::thread::Thread;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

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
    /// Running threads, in the order of the walk.
    running: Vec<&'a Thread>,
    /// Threads that have ended and may be joined.
    ended: Vec<&'a Thread>,
    /// Clocks in synchronization objects.
    released: Vec<Released<'a>>,
}

/// A time at which a thread accessed something.
struct Moment {
    /// One of the accesses.
    epoch: Epoch,
    /// The running threads that do not know of it.
    unaware: Threads,
    /// Who knows of it, once that is asked for: he himself always does.
    known_to: Knowers,
}

impl Moment {
    fn of(epoch: Epoch, machine: &Machine) -> Moment {
        let positions = machine.running().enumerate();
        let unaware = positions.filter(|(_, t)| !knows_for_good(t, epoch));
        let unaware = unaware.fold(0, |threads: Threads, (position, _)| {
            threads | 1 << position.min(Threads::BITS as usize - 1)
        });
        Moment {
            epoch,
            unaware,
            known_to: Knowers::new(),
        }
    }

    fn is_covered(&self, clock: &Clock) -> bool {
        self.epoch.happens_before(clock)
    }

    /// Whether who does not know of it may learn of it by joining a thread.
    fn is_learnt_by_joining(&self, machine: &Machine) -> bool {
        let mut running = machine.running();
        running.any(|t| !knows_for_good(t, self.epoch) && machine.may_join(t))
    }
}

/// A clock in a synchronization object.
struct Released<'a> {
    home: Home,
    /// Which cell it stands at, in the order of the walk.
    cell: u64,
    /// How many there are before it in that cell.
    position: u64,
    clock: &'a Clock,
}

/// A clock, by a name that is the same in all states in which the cells hold the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Knower(u64);

impl Knower {
    /// One of a running thread's, or one that it goes back to in a frame of that depth.
    fn running(place: usize, depth: usize, index: usize) -> Knower {
        Knower((place as u64) << 40 | (depth as u64) << 8 | index as u64)
    }

    fn released(released: &Released) -> Knower {
        Knower(1 << 62 | released.cell << 24 | released.position)
    }

    /// One of an ended thread's.
    fn ended(place: usize) -> Knower {
        Knower(1 << 63 | place as u64)
    }
}

/// Those who know of an access.
type Knowers = SmallVec<[Knower; 6]>;

/// An access that is remembered, and that not everybody knows of who may come to its cells: a later one by him may
/// race with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenAccess {
    /// Which access it is, or a part of which.
    pub id: AccessId,
    /// What may race with it.
    pub exposure: Exposure,
}

/// Accesses of an execution that are told from others for as long as that goes on: those in one place, of one kind,
/// that a thread made at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AccessId {
    time: (u16, u32),
    home: Home,
    kind: Kind,
}

/// Which later accesses race with an access, by names that are the same in all states in which the cells hold the
/// same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exposure {
    what: What,
    known_to: Knowers,
}

impl Exposure {
    /// Whether all that races with another access, after some steps from a state with the same values in memory, races
    /// with this one after the same steps.
    #[inline]
    pub fn outdoes(&self, other: &Exposure) -> bool {
        let (mine, theirs) = (&self.what, &other.what);
        if theirs.first < mine.first || theirs.end > mine.end {
            return false;
        }
        let knows = |knower| other.known_to.contains(knower);
        mine.kind.outdoes(theirs.kind) && self.known_to.iter().all(knows)
    }

    pub(crate) fn add_to(&self, hash: &mut Hasher128) {
        let What { first, end, kind } = self.what;
        let how =
            u64::from(kind.bytes) << 9 | u64::from(kind.write) << 8 | u64::from(kind.unit.number());
        hash.add(first << 17 | how);
        hash.add(end);
        hash.add(self.known_to.len() as u64);
        for knower in &self.known_to {
            hash.add(knower.0);
        }
    }
}

/// Which access it is, but for whose and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct What {
    /// Its first cell, in the order of the walk.
    first: u64,
    /// The cell behind its last.
    end: u64,
    kind: Kind,
}

/// In which way cells are accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Kind {
    /// Which bytes of each, a bit for each.
    bytes: u8,
    write: bool,
    unit: Unit,
}

impl Kind {
    /// Whether what conflicts with the other conflicts with this one, too.
    fn outdoes(self, other: Kind) -> bool {
        let all_bytes = other.bytes & !self.bytes == 0;
        let unit = self.unit.is_plain() || self.unit == other.unit;
        all_bytes && self.write >= other.write && unit
    }
}

/// What is remembered of an access to a cell.
struct Remembered {
    home: Home,
    /// In the order of the walk.
    cell: u64,
    /// Which of its bytes.
    bytes: u8,
    write: bool,
    epoch: Epoch,
}

impl Remembered {
    fn id(&self) -> AccessId {
        AccessId {
            time: self.epoch.time(),
            home: self.home,
            kind: Kind {
                bytes: self.bytes,
                write: self.write,
                unit: self.epoch.unit,
            },
        }
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

/// A running thread's clocks, by name.
fn named_clocks(place: usize, thread: &Thread) -> impl Iterator<Item = (Knower, &Clock)> {
    let marks = thread.order.marks.iter().enumerate();
    let earlier = marks.filter_map(move |(index, (depth, clock))| {
        let knower = Knower::running(place, *depth, index);
        Some((knower, clock.as_ref()?))
    });
    let clocks = clocks_of(thread).into_iter().enumerate();
    let clocks = clocks.map(move |(index, clock)| (Knower::running(place, 0, index), clock));
    clocks.chain(earlier)
}

/// Whether a thread knows of an access, and still does when it has gone back to an earlier clock. It always knows of
/// its own.
fn knows_for_good(thread: &Thread, epoch: Epoch) -> bool {
    let mut clocks = thread.order.lasting();
    epoch.thread == thread.id.0 || clocks.all(|clock| epoch.happens_before(clock))
}

/// Cells next to each other that were accessed in one way at one time.
struct OpenRange {
    id: AccessId,
    what: What,
    /// The number of the moment.
    moment: usize,
}

/// The ranges that end at one cell are among so many of the newest, or else stay in pieces.
const MAX_SIDE_BY_SIDE: usize = 8;

/// Adds a cell to the range that ends right before it, if there is one.
fn add_cell(ranges: &mut Vec<OpenRange>, access: &Remembered, moment: usize) {
    let (id, cell) = (access.id(), access.cell);
    let mut newest = ranges.iter_mut().rev().take(MAX_SIDE_BY_SIDE);
    match newest.find(|range| range.id == id && range.what.end == cell) {
        Some(range) => range.what.end += 1,
        None => ranges.push(OpenRange {
            id,
            what: What {
                first: cell,
                end: cell + 1,
                kind: id.kind,
            },
            moment,
        }),
    }
}

impl Machine {
    /// What all running threads know of, for good.
    pub(crate) fn known_to_all(&self) -> Clock {
        let mut clocks = self.running().flat_map(|thread| thread.order.lasting());
        let first = clocks.next().cloned().unwrap_or_default();
        clocks.fold(first, Clock::meet)
    }
}

impl<'a> Knowledge<'a> {
    /// Before the walk.
    pub(crate) fn new(machine: &Machine) -> Knowledge<'a> {
        Knowledge {
            everyone: machine.known_to_all(),
            ..Knowledge::default()
        }
    }

    /// A thread that has not been joined.
    pub(crate) fn thread(&mut self, thread: &'a Thread) {
        match thread.finished {
            true => self.ended.push(thread),
            false => self.running.push(thread),
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
        for (cell, clock) in space.clocks(at, len) {
            let cell = first + cell as u64;
            let before = self.released.last().filter(|last| last.cell == cell);
            self.released.push(Released {
                home,
                cell,
                position: before.map_or(0, |before| before.position + 1),
                clock,
            });
        }
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

    /// The accesses that can make a difference, in an order that is the same for the same state.
    pub(crate) fn open_accesses(
        &self,
        machine: &Machine,
        names: &Arrangement,
        reach: &mut Reach,
    ) -> Vec<OpenAccess> {
        if self.accesses.is_empty() {
            return Vec::new();
        }
        reach.find(machine);
        let mut moments: Vec<Moment> = Vec::new();
        let mut numbers: FxHashMap<(u16, u32), usize> = FxHashMap::default();
        let mut open: Vec<OpenRange> = Vec::new();
        for access in &self.accesses {
            let number = *numbers.entry(access.epoch.time()).or_insert_with(|| {
                moments.push(Moment::of(access.epoch, machine));
                moments.len() - 1
            });
            if moments[number].unaware & reach.of(access.home) != 0 {
                add_cell(&mut open, access, number);
            }
        }
        for range in &open {
            let moment = &mut moments[range.moment];
            if moment.known_to.is_empty() {
                moment.known_to = self.known_to(moment, reach);
            }
        }
        // Of several that read a cell, any may be remembered first.
        open.sort_by(|one, other| {
            let known_to = |range: &OpenRange| &moments[range.moment].known_to;
            (one.what, known_to(one)).cmp(&(other.what, known_to(other)))
        });
        self.add_ended(&open, &mut moments, machine, names);
        let open = open.into_iter().map(|range| OpenAccess {
            id: range.id,
            exposure: Exposure {
                what: range.what,
                known_to: moments[range.moment].known_to.clone(),
            },
        });
        open.collect()
    }

    /// Who knows of what happened at a moment, of the running threads, and of the objects from which it can be learnt.
    fn known_to(&self, moment: &Moment, reach: &Reach) -> Knowers {
        let running = self.running.iter().enumerate();
        let running = running.flat_map(|(place, thread)| named_clocks(place, thread));
        let running = running.filter(|(_, clock)| moment.is_covered(clock));
        let of_use = |released: &&Released| moment.unaware & reach.of(released.home) != 0;
        let released = self.released.iter().filter(of_use);
        let released = released.filter(|released| moment.is_covered(released.clock));
        let running = running.map(|(knower, _)| knower);
        running.chain(released.map(Knower::released)).collect()
    }

    /// Counts in what can be learnt by joining those that have ended. Of like ones it makes no difference who knows
    /// what.
    fn add_ended(
        &self,
        open: &[OpenRange],
        moments: &mut [Moment],
        machine: &Machine,
        names: &Arrangement,
    ) {
        let mut joining: Vec<usize> = Vec::new();
        for &OpenRange { moment, .. } in open {
            if !joining.contains(&moment) && moments[moment].is_learnt_by_joining(machine) {
                joining.push(moment);
            }
        }
        if joining.is_empty() {
            return;
        }
        let known = |clock: &Clock| {
            let known = joining
                .iter()
                .map(|&number| moments[number].is_covered(clock));
            known.collect::<SmallVec<[bool; 8]>>()
        };
        let ended = self.ended.iter().map(|thread| {
            let handle = names.handle(thread.id.0.into());
            (handle, clocks_of(thread).map(known))
        });
        let mut ended: Vec<_> = ended.collect();
        ended.sort_unstable();
        let clocks = ended.iter().flat_map(|(_, clocks)| clocks);
        for (place, known) in clocks.enumerate() {
            for (&number, _) in joining.iter().zip(known).filter(|(_, known)| **known) {
                moments[number].known_to.push(Knower::ended(place));
            }
        }
    }
}

/// Adds to the state's name which threads' next accesses come at another time than their last ones.
pub(crate) fn add_ticks(machine: &Machine, names: &Arrangement, hash: &mut Hasher128) {
    let threads = names.order.iter().map(|&id| machine.thread(id));
    for thread in threads.filter(|thread| !thread.finished) {
        hash.add(thread.order.tick_due as u64);
    }
}
