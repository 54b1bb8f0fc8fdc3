//! The states that a search has come to, by which it knows them again.
//!
//! What the race detector knows tells states apart, or races would be lost with those that are taken for each other.
//! But a race is a matter of two accesses: whether a later one races with one that has been made is settled by what
//! memory holds and by who knows of that one, whatever else has been accessed. So a hunt need come to a state again
//! only with an access that is open in a way in which none was there before, and follow it from there for this access
//! alone: what comes later, and races with what comes still later, does so on the way that was followed first. What
//! several ways to a state have shown adds up, where all that is known together would multiply.
//!
//! This is for hunts, which end with the first race: else the race of one access would cut off, on the way on which it
//! is looked for, what comes after it.
//!
//! Threads *sleep* on a path (Godefroid 1996: *Partial-order methods for the verification of concurrent systems*,
//! chapter 5) whose next steps were taken at an earlier state of it, before steps that have nothing to do with them:
//! taken now they would lead to where that way has led. A state is come to again for threads that slept each time.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use vscheck_vm::{AccessId, Arm, Exposure, Likeness, OpenAccess, ThreadId, Transition};

/// A state's name: what two states have in common from which the same can follow, and which of several symmetric
/// threads is which, which makes no difference.
#[derive(Clone, Copy, Eq)]
pub(super) struct Name {
    /// The upper 96 bits of a fingerprint.
    fingerprint: [u32; 3],
    arrangement: u32,
}

impl Name {
    fn new(fingerprint: u128, arrangement: u32) -> Name {
        Name {
            fingerprint: [96, 64, 32].map(|shift| (fingerprint >> shift) as u32),
            arrangement,
        }
    }

    /// Whether in two states of one name the same threads stand where they do.
    fn is_arranged_like(self, other: Name) -> bool {
        self.arrangement == other.arrangement
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [first, second, _] = self.fingerprint;
        (u64::from(first) << 32 | u64::from(second)).hash(state);
    }
}

/// How a state is known again: by its name, and by accesses that are not a part of that.
pub(super) struct Features {
    /// The state's fingerprint without what the race detector knows.
    pub(super) plain: u128,
    pub(super) name: Name,
    open_accesses: Vec<OpenAccess>,
    /// The threads, each at a place that is the same in all states of the name.
    order: SmallVec<[ThreadId; 8]>,
}

impl Features {
    fn places_of(&self, threads: &[ThreadId]) -> Places {
        let all = self.order.iter().take(Places::BITS as usize);
        let places = all.enumerate().filter(|(_, id)| threads.contains(id));
        places.fold(0, |places, (place, _)| places | 1 << place)
    }

    fn threads_at(&self, places: Places) -> Threads {
        let all = self.order.iter().take(Places::BITS as usize);
        let threads = all
            .enumerate()
            .filter(|(place, _)| places >> place & 1 != 0);
        threads.map(|(_, &id)| id).collect()
    }
}

/// Some of the first threads of a state, by their places: a bit for each. The others never sleep.
type Places = u32;

/// Some threads.
pub(super) type Threads = SmallVec<[ThreadId; 4]>;

/// How a path goes on.
#[derive(Clone)]
pub(super) struct Outlook {
    /// What it is followed for.
    pub(super) purpose: Purpose,
    /// Threads that sleep: their next steps, if they go in one way, need not be taken.
    pub(super) asleep: Threads,
}

impl Outlook {
    /// That of a path on which nothing has been seen to yet.
    pub(super) fn new() -> Outlook {
        Outlook {
            purpose: Purpose::Everything,
            asleep: Threads::new(),
        }
    }

    /// Whether a transition need not be taken.
    pub(super) fn sleeps(&self, transition: &Transition) -> bool {
        transition.arm == Arm::Only && self.asleep.contains(&transition.thread)
    }
}

/// What a path is followed for.
#[derive(Clone)]
pub(super) enum Purpose {
    Everything,
    /// The races with some accesses that were made on it.
    Accesses(Rc<FxHashSet<AccessId>>),
}

impl Purpose {
    fn includes(&self, access: &OpenAccess) -> bool {
        match self {
            Purpose::Everything => true,
            Purpose::Accesses(accesses) => accesses.contains(&access.id),
        }
    }
}

/// How states are known again.
#[derive(Clone, Copy)]
pub(super) enum Recognition {
    /// What the race detector knows is a part of their names.
    ByName,
    /// It adds up for the states of one name.
    ByAccesses,
}

impl Recognition {
    pub(super) fn features(self, likeness: Likeness) -> Features {
        let fingerprints = likeness.fingerprints;
        let (fingerprint, open_accesses) = match self {
            Recognition::ByName => (fingerprints.with_races, Vec::new()),
            Recognition::ByAccesses => (fingerprints.plain, likeness.open_accesses),
        };
        Features {
            plain: fingerprints.plain,
            name: Name::new(fingerprint, likeness.arrangement),
            open_accesses,
            order: likeness.order,
        }
    }
}

/// What is left to do in a state.
pub(super) enum Left {
    Nothing,
    /// What these threads do next.
    Of(Threads),
    Everything,
}

/// Whether a state was seen before.
pub(super) struct Familiarity {
    /// What may come of it that those of its name have not shown.
    pub(super) left: Left,
    /// Whether one of its name had other threads in the places of symmetric ones.
    pub(super) by_symmetry: bool,
}

/// A set of states.
#[derive(Default)]
pub(super) struct SeenStates {
    /// The names, with who slept whenever a state of this name was come to.
    names: FxHashMap<Name, Places>,
    /// With which accesses states of a name were come to, if with any.
    exposures: FxHashMap<Name, Exposures>,
    known: KnownExposures,
}

impl SeenStates {
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(super) fn clear(&mut self) {
        *self = SeenStates::default();
    }

    /// Adds a state that a path comes to, and takes from the path's outlook what has been seen to.
    pub(super) fn see(&mut self, state: &Features, outlook: &mut Outlook) -> Familiarity {
        let asleep = state.places_of(&outlook.asleep);
        outlook.asleep = state.threads_at(asleep);
        let Some((known, &slept)) = self.names.get_key_value(&state.name) else {
            self.names.insert(state.name, asleep);
            outlook.purpose = Purpose::Everything;
            self.add_accesses(state, &outlook.purpose, asleep);
            return Familiarity {
                left: Left::Everything,
                by_symmetry: false,
            };
        };
        let by_symmetry = !known.is_arranged_like(state.name);
        self.names.insert(state.name, slept & asleep);
        let new = self.add_accesses(state, &outlook.purpose, asleep);
        let left = match (new.is_empty(), slept & !asleep) {
            (true, 0) => Left::Nothing,
            (true, awake) => Left::Of(state.threads_at(awake)),
            (false, _) => Left::Everything,
        };
        outlook.purpose = Purpose::Accesses(Rc::new(new));
        Familiarity { left, by_symmetry }
    }

    /// Adds the accesses that a path is followed for. Gives those that states of the name were not come to with, or
    /// only where somebody slept who does not now.
    fn add_accesses(
        &mut self,
        state: &Features,
        purpose: &Purpose,
        asleep: Places,
    ) -> FxHashSet<AccessId> {
        let mut new = FxHashSet::default();
        let accesses = state.open_accesses.iter();
        let mut accesses = accesses
            .filter(|access| purpose.includes(access))
            .peekable();
        if accesses.peek().is_none() {
            return new;
        }
        let exposures = self.exposures.entry(state.name).or_default();
        for access in accesses {
            let exposure = Exposed {
                id: self.known.id(&access.exposure),
                slept: asleep,
            };
            if self.known.add(exposure, exposures) {
                new.insert(access.id);
            }
        }
        new
    }
}

/// The exposures of accesses that a search has met: there are far fewer of them than states.
#[derive(Default)]
struct KnownExposures {
    ids: FxHashMap<Exposure, ExposureId>,
    all: Vec<Exposure>,
}

type ExposureId = u32;

/// An exposure of accesses at a state.
#[derive(Clone, Copy)]
struct Exposed {
    id: ExposureId,
    /// Who slept whenever the state was come to with it.
    slept: Places,
}

/// Exposures of accesses at a state, none of which another outdoes.
type Exposures = SmallVec<[Exposed; 4]>;

impl KnownExposures {
    fn id(&mut self, exposure: &Exposure) -> ExposureId {
        if let Some(&id) = self.ids.get(exposure) {
            return id;
        }
        let id = self.all.len() as ExposureId;
        self.all.push(exposure.clone());
        self.ids.insert(exposure.clone(), id);
        id
    }

    /// Adds an exposure to those at a state, if that makes a difference. Gives whether it does.
    fn add(&self, new: Exposed, exposures: &mut Exposures) -> bool {
        if exposures.iter().any(|&old| self.outdoes(old, new)) {
            return false;
        }
        let before = exposures.iter().find(|old| old.id == new.id);
        let slept = new.slept & before.map_or(Places::MAX, |before| before.slept);
        exposures.retain(|&mut old| old.id != new.id && !self.outdoes(new, old));
        exposures.push(Exposed { slept, ..new });
        true
    }

    /// Whether the other one shows no race that this one does not.
    fn outdoes(&self, one: Exposed, other: Exposed) -> bool {
        let exposure = |exposed: Exposed| &self.all[exposed.id as usize];
        one.slept & !other.slept == 0
            && (one.id == other.id || exposure(one).outdoes(exposure(other)))
    }
}
