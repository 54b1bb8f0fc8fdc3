//! A state's name: equal states have equal fingerprints however they were reached.
//!
//! One walk from the roots (threads in the order of their numbers, statics), numbering heap objects
//! as they are first reached, so that allocation order and garbage make no difference. Dead registers
//! and streaks of the spin detector are left out, but for who waits in a loop that counts, or that begins with one of
//! several arms. What the race detector knows is a part of the state only for those who ask (see `races`). What time
//! it is is one where the program looks at clocks: before the first look only how much later it is for some than for
//! others, and from then on the hour, too, which is left out where laps are looked for.

use crate::access::Allocation;
use crate::address::{self, Watched};
use crate::alike::{Alike, Arrangement, Likeness};
use crate::clock::Clock;
use crate::digest::{Digest, ThreadDigest};
use crate::hash::Hasher128;
use crate::machine::Machine;
use crate::memory::{Entry, Space};
use crate::races::{self, Knowledge, OpenAccess};
use crate::reach::{Home, Reach};
use crate::spin::Spin;
use crate::thread::{Pending, Phase, Thread};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use vscheck_ir::{Action, CellKind, ScalarType, SyncKind};

/// What tells numbers of freed objects from those of live ones.
const FREED: u32 = 1 << 27;

/// Reused by one walk after another.
#[derive(Default)]
struct Scratch {
    numbers: FxHashMap<u64, u32>,
    queue: Vec<u64>,
    reach: Reach,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// A state's names, with what the race detector knows and without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprints {
    /// A canonical hash of the state.
    pub plain: u128,
    /// The same, different also where a race can be found from one state and not from the other: a search
    /// that explores no state twice finds all races only if it tells states apart by this.
    pub with_races: u128,
}

struct Walk<'a> {
    machine: &'a Machine,
    /// In which order threads are walked over, and by which names they go.
    arrangement: Arrangement,
    /// The thread that is out of the table.
    running: Option<&'a Thread>,
    hash: Hasher128,
    scratch: &'a mut Scratch,
    /// What the race detector knows of what was walked over, if it is asked for.
    races: Option<Knowledge<'a>>,
    /// Whether it matters how late it is.
    clocks: bool,
}

/// What a name tells apart beside the values.
#[derive(Clone, Copy, Default)]
struct Told {
    /// Which races can be found.
    races: bool,
    /// What time it is.
    hours: bool,
    /// Where objects are.
    places: bool,
}

impl Machine {
    /// A canonical hash of the state.
    pub fn fingerprint(&self) -> u128 {
        let hours = true;
        self.walk(
            None,
            Told {
                hours,
                ..Told::default()
            },
        )
        .plain
    }

    /// The same, but for what time it is: states on a lap on which nobody looks at a clock come back.
    pub fn fingerprint_of_lap(&self) -> u128 {
        self.walk(None, Told::default()).plain
    }

    /// The same, and one that tells states with different races apart.
    pub fn fingerprints(&self) -> Fingerprints {
        let told = Told {
            races: true,
            hours: true,
            places: false,
        };
        self.walk(None, told)
    }

    /// A hash of all that makes a difference to what can follow where no races are looked for, down to the
    /// addresses of what will be touched.
    pub fn fingerprint_in_place(&self) -> u128 {
        let told = Told {
            races: false,
            hours: true,
            places: true,
        };
        self.walk(None, told).plain
    }

    /// The names of a state, with what the race detector knows or without: the same for all states that differ
    /// only in which of several symmetric threads is which, if some are alike.
    pub fn likeness(&self, alike: Option<&Alike>, races: bool) -> Likeness {
        let arrangement = match alike {
            Some(alike) => Arrangement::by_likeness(self, alike),
            None => Arrangement::by_number(self),
        };
        let told = Told {
            races,
            hours: true,
            places: false,
        };
        let number = arrangement.number();
        let order = arrangement.order.clone();
        let (fingerprints, open_accesses) = self.walk_as(arrangement, None, told);
        Likeness {
            fingerprints,
            arrangement: number,
            order,
            open_accesses,
        }
    }

    /// The same while a thread is out of the table.
    pub(crate) fn fingerprint_with(&self, running: &Thread) -> u128 {
        self.walk(Some(running), Told::default()).plain
    }

    /// The states of an execution that differ in the hour alone are told apart from its first look at a clock on.
    fn hour(&self) -> u64 {
        let mut threads = self.threads.iter().flatten();
        let looked = threads.any(|thread| thread.clock_skew > 0);
        if looked { self.now } else { 0 }
    }

    /// How often anybody has looked at a clock.
    fn looks(&self, running: Option<&Thread>) -> u64 {
        let threads = self.threads.iter().flatten().map(|thread| &**thread);
        let looks = threads.chain(running).map(|thread| thread.clock_looks);
        looks.sum()
    }

    /// What a thread is; of one in the table that is worked out once.
    pub(crate) fn thread_digest<'a>(&'a self, thread: &'a Thread) -> &'a ThreadDigest {
        let work_out = || ThreadDigest::of(thread, &self.code);
        thread.digest.0.get_or_init(work_out)
    }

    fn walk<'a>(&'a self, running: Option<&'a Thread>, told: Told) -> Fingerprints {
        let mut arrangement = Arrangement::by_number(self);
        if let Some(running) = running {
            let at = arrangement.order.iter().position(|&id| id > running.id);
            let at = at.unwrap_or(arrangement.order.len());
            arrangement.order.insert(at, running.id);
        }
        self.walk_as(arrangement, running, told).0
    }

    /// The names of a state, and what they tell of the accesses that later ones may race with.
    fn walk_as<'a>(
        &'a self,
        arrangement: Arrangement,
        running: Option<&'a Thread>,
        told: Told,
    ) -> (Fingerprints, Vec<OpenAccess>) {
        let races = (told.races && self.checks_races()).then(|| Knowledge::new(self));
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.numbers.clear();
            scratch.queue.clear();
            let mut walk = Walk {
                machine: self,
                arrangement,
                running,
                hash: Hasher128::default(),
                scratch,
                races,
                clocks: self.code.does.looks_at_clocks,
            };
            walk.machine_state();
            if walk.clocks {
                let time = if told.hours {
                    self.hour()
                } else {
                    self.looks(running)
                };
                walk.hash.add(time);
            }
            for at in 0..walk.arrangement.order.len() {
                let id = walk.arrangement.order[at];
                let pending = self.pending[id.index()].as_deref();
                match running.filter(|thread| thread.id == id) {
                    Some(thread) => {
                        walk.thread(thread, pending, &ThreadDigest::of(thread, &self.code))
                    }
                    None => {
                        let thread = self.thread(id);
                        walk.thread(thread, pending, self.thread_digest(thread));
                    }
                }
            }
            walk.statics();
            walk.objects();
            if told.places {
                walk.places();
            }
            let plain = walk.hash.finish();
            let open = walk.races.take().map_or_else(Vec::new, |races| {
                let reach = &mut walk.scratch.reach;
                let open = races.open_accesses(self, &walk.arrangement, reach);
                for access in &open {
                    access.exposure.add_to(&mut walk.hash);
                }
                races::add_ticks(self, &walk.arrangement, &mut walk.hash);
                open
            });
            let with_races = walk.hash.finish();
            (Fingerprints { plain, with_races }, open)
        })
    }
}

impl<'a> Walk<'a> {
    fn machine_state(&mut self) {
        let machine = self.machine;
        let (low, high) = machine.stdout_hash.state();
        for word in [
            low,
            high,
            machine.spurious_left as u64,
            machine.end.is_some() as u64,
        ] {
            self.hash.add(word);
        }
    }

    fn thread(&mut self, thread: &'a Thread, pending: Option<&Pending>, digest: &ThreadDigest) {
        if thread.finished && thread.joined && !thread.panicked {
            return;
        }
        let name = self.arrangement.name(thread.id.index());
        let how = [thread.finished, thread.panicked, thread.joined];
        let how = how.into_iter().fold(0, |bits, bit| bits << 1 | bit as u64);
        self.hash.add(name << 3 | how);
        self.hash.add(self.arrangement.handle(thread.id.0.into()));
        if let Some(races) = &mut self.races {
            races.thread(thread);
        }
        if self.clocks {
            self.times_of(thread);
        }
        if thread.packet != 0 {
            self.pointer(thread.packet);
        }
        if thread.finished {
            return;
        }
        if let Some(go_first) = &thread.go_first {
            self.hash.add(u64::MAX - go_first.len() as u64);
            let names = go_first
                .iter()
                .map(|&other| self.arrangement.name(other.index()));
            let mut names: SmallVec<[u64; 4]> = names.collect();
            names.sort_unstable();
            names.into_iter().for_each(|name| self.hash.add(name));
        }
        self.pending(pending);
        self.hash.add_hash(digest.content);
        if self.races.is_some() || self.clocks {
            for (position, slot) in thread.slots.iter().enumerate() {
                self.enter(Home::slot(thread.id, position));
                self.past(&thread.stack, slot.base as usize, slot.len as usize, None);
            }
        }
        for &(kind, value) in &digest.addresses {
            self.cell(kind, value);
        }
    }

    fn pending(&mut self, pending: Option<&Pending>) {
        let Some(pending) = pending else { return };
        let (phase, detail) = pending.phase.code();
        self.hash.add(phase);
        self.hash.add(match pending.phase {
            Phase::Behind(writer) => self.arrangement.name(writer.index()),
            _ => detail,
        });
        self.hash
            .add((pending.operation.action == Action::Fault) as u64);
        let shows_when = self.clocks && pending.deadline != u64::MAX;
        if pending.operation.touches_world() || shows_when {
            self.time(pending.deadline);
        }
        let matters = |spin: &&Spin| spin.counted || !spin.turned.is_empty();
        if let Some(spin) = pending.spin.as_deref().filter(matters) {
            self.spin(spin);
        }
    }

    /// Who has gone round a loop that counts does not go round again before something changes, and who has not
    /// yet, and stands there with the same count, does. And who has gone round by way of some arms takes another.
    fn spin(&mut self, spin: &Spin) {
        let mut turned = spin.turned.clone();
        turned.sort_unstable();
        turned.iter().for_each(|&arm| self.hash.add(arm.into()));
        for &(number, value) in &spin.reads {
            match Watched::numbered(number) {
                Watched::Cell(address) => self.pointer(address),
                Watched::End(thread) | Watched::Token(thread) => {
                    let name = self.arrangement.name(thread);
                    self.hash.add(name);
                }
            }
            self.hash.add(value);
        }
    }

    /// How late it is to some who will know of what this thread knows.
    fn times_of(&mut self, thread: &Thread) {
        let order = &thread.order;
        self.time(order.clock.time());
        self.time(order.seen_relaxed.time());
        self.time(order.token.time());
    }

    fn time(&mut self, time: u64) {
        self.hash.add(time.saturating_sub(self.machine.now));
    }

    fn statics(&mut self) {
        let machine = self.machine;
        self.enter(Home::STATICS);
        for (index, _) in machine.code.mutable_statics() {
            if let Some(object) = machine.statics.object(index, &machine.code) {
                self.object(object);
            }
        }
    }

    fn enter(&mut self, home: Home) {
        if let Some(races) = &mut self.races {
            races.home = home;
        }
    }

    /// The heap, in the order in which its objects were reached.
    fn objects(&mut self) {
        let machine = self.machine;
        let mut next = 0;
        while let Some(&object) = self.scratch.queue.get(next) {
            next += 1;
            self.enter(Home::heap(object));
            let arena = &machine.heap[address::thread(object)];
            if let Some(object) = arena.object(address::index(object), &machine.code) {
                let (entry, space, _) = object;
                let align = entry.align.map_or(0, |log| u64::from(log) + 1);
                self.hash
                    .add((entry.layout.0 as u64) << 32 | align << 26 | entry.len as u64);
                if let Some(races) = &mut self.races {
                    races.birth(entry.born, space, entry.base as usize, entry.len as usize);
                }
                self.object(object);
            }
        }
    }

    /// Where the objects that were reached are, and what tells the running threads' variables from those that
    /// were in their places before.
    fn places(&mut self) {
        let machine = self.machine;
        for &object in &self.scratch.queue {
            self.hash.add(object);
        }
        for slot in machine.running().flat_map(|thread| &thread.slots) {
            self.hash.add(slot.mark.into());
        }
    }

    /// The cells of an object.
    fn object(&mut self, (entry, space, digest): (&Entry, &'a Space, &'a Digest)) {
        let (at, len) = (entry.base as usize, entry.len as usize);
        self.past(space, at, len, Some(&digest.accessed));
        self.hash.add_hash(digest.content);
        for &(kind, value) in &digest.addresses {
            self.cell(kind, value);
        }
    }

    /// What is known of cells beside what they hold. All accesses that are remembered are covered by `accessed`,
    /// if that is known.
    fn past(&mut self, space: &'a Space, at: usize, len: usize, accessed: Option<&Clock>) {
        let machine = self.machine;
        if let Some(races) = &mut self.races {
            races.cells(space, at, len, accessed);
        }
        if self.clocks {
            for (cell, clock) in space.clocks(at, len) {
                if clock.time() > machine.now {
                    self.hash.add(cell as u64);
                    self.time(clock.time());
                }
            }
        }
    }

    #[inline]
    fn cell(&mut self, kind: CellKind, value: u64) {
        match kind {
            CellKind::Scalar(ScalarType::Ptr) => self.pointer(value),
            // What an opaque cell holds may be an address, and is not renamed in case it is not.
            CellKind::Opaque => {
                let name = self.name(value);
                self.hash.add(name);
                self.reach(value);
            }
            CellKind::Scalar(ScalarType::U64) if self.machine.code.does.exposes_addresses => {
                let address = address::from_integer(value);
                let name = self.name(address);
                self.hash.add(name);
                self.reach(address::untagged(address));
            }
            // Memory in bytes may hold other values as a whole.
            CellKind::Scalar(ScalarType::U8) if value > 0xFF => {
                let name = self.name(value);
                self.hash.add(name);
                self.reach(value);
            }
            CellKind::Sync(SyncKind::Thread) => {
                let name = self.arrangement.handle(value);
                self.hash.add(name);
            }
            // The holder of a lock, by 1 + its number.
            CellKind::Sync(kind) if kind.holds_thread() && value != 0 => {
                let name = self.arrangement.name(value as usize - 1);
                self.hash.add(name);
            }
            CellKind::Scalar(_) | CellKind::Sync(_) => self.hash.add(value),
        }
    }

    fn pointer(&mut self, value: u64) {
        if address::is_view(value)
            && let Some((object, place)) = self.machine.code.views.resolve(value)
        {
            self.hash.add(place);
            return self.pointer(object);
        }
        match self.reach(value) {
            Some(number) => self
                .hash
                .add(1 << 63 | value >> 61 << 60 | number << 32 | address::offset(value) as u64),
            None => {
                let name = self.name(value);
                self.hash.add(name);
            }
        }
    }

    /// A value, where it is an address on a stack by another name: without the mark if its slot is there, else
    /// by the order in which such are reached.
    fn name(&mut self, value: u64) -> u64 {
        if !address::is_plausible(value) || !address::is_stack(value) {
            return value;
        }
        let owner = address::thread(value);
        let running = self.running.filter(|thread| thread.id.index() == owner);
        let owner = running.or_else(|| self.machine.threads.get(owner)?.as_deref());
        if let Some(owner) = owner.filter(|owner| owner.slot(value).is_some()) {
            return match self.arrangement.name(owner.id.index()) {
                name if name == u64::from(owner.id.0) => address::unmarked(value),
                place => 1 << 62 | place << 44 | address::place_on_stack(value),
            };
        }
        let numbers = &mut self.scratch.numbers;
        let next = numbers.len() as u32 | FREED;
        let number = *numbers.entry(address::object(value)).or_insert(next);
        1 << 63 | u64::from(number) << 32 | address::offset(value) as u64
    }

    /// The number of the heap object that an address points into: which of them it is in the order in
    /// which they are reached. One that is freed has a number too, for addresses may still be compared.
    fn reach(&mut self, value: u64) -> Option<u64> {
        if address::is_view(value) {
            let (object, _) = self.machine.code.views.resolve(value)?;
            return self.reach(object);
        }
        let value = address::untagged(value);
        if !address::is_heap(value) {
            return None;
        }
        if let Some(&number) = self.scratch.numbers.get(&address::object(value)) {
            return Some(number as u64);
        }
        let next = self.scratch.numbers.len() as u32;
        let (object, number) = match self.machine.allocation(value)? {
            Allocation::Live(object) => {
                self.scratch.queue.push(object);
                (object, next)
            }
            Allocation::Freed(object) => (object, next | FREED),
        };
        self.scratch.numbers.insert(object, number);
        Some(number as u64)
    }
}
