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

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use vscheck_vm::{AccessId, Exposure, Likeness, OpenAccess};

/// A state's name: what two states have in common from which the same can follow, and, in the low bits, which
/// of several symmetric threads is which, which makes no difference.
#[derive(Clone, Copy, Eq)]
pub(super) struct Name(u128);

impl Name {
    const ARRANGEMENT: u128 = u32::MAX as u128;

    fn new(fingerprint: u128, arrangement: u32) -> Name {
        Name(fingerprint & !Name::ARRANGEMENT | u128::from(arrangement))
    }

    fn fingerprint(self) -> u128 {
        self.0 & !Name::ARRANGEMENT
    }

    /// Whether in two states of one name the same threads stand where they do.
    fn is_arranged_like(self, other: Name) -> bool {
        self.0 == other.0
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.fingerprint() == other.fingerprint()
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ((self.0 >> 64) as u64).hash(state);
    }
}

/// How a state is known again: by its name, and by accesses that are not a part of that.
pub(super) struct Features {
    /// The state's fingerprint without what the race detector knows.
    pub(super) plain: u128,
    pub(super) name: Name,
    open_accesses: Vec<OpenAccess>,
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
        }
    }
}

/// Whether a state was seen before.
pub(super) struct Familiarity {
    /// Whether nothing can come of it that those of its name have not shown.
    pub(super) complete: bool,
    /// Whether one of its name had other threads in the places of symmetric ones.
    pub(super) by_symmetry: bool,
}

/// A set of states.
#[derive(Default)]
pub(super) struct SeenStates {
    names: FxHashSet<Name>,
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

    /// Adds a state that a path comes to, and takes from the path's purpose what has been seen to.
    pub(super) fn see(&mut self, state: &Features, purpose: &mut Purpose) -> Familiarity {
        let known = self.names.get(&state.name);
        let by_symmetry = known.is_some_and(|known| !known.is_arranged_like(state.name));
        let is_new = self.names.insert(state.name);
        if is_new {
            *purpose = Purpose::Everything;
        }
        let new = self.add_accesses(state, purpose);
        let complete = !is_new && new.is_empty();
        if !is_new {
            *purpose = Purpose::Accesses(Rc::new(new));
        }
        Familiarity {
            complete,
            by_symmetry,
        }
    }

    /// Adds the accesses that a path is followed for. Gives those that states of the name were not come to with.
    fn add_accesses(&mut self, state: &Features, purpose: &Purpose) -> FxHashSet<AccessId> {
        let mut new = FxHashSet::default();
        let accesses = state.open_accesses.iter();
        let mut accesses = accesses
            .filter(|access| purpose.includes(access))
            .peekable();
        if accesses.peek().is_none() {
            return new;
        }
        let seen = self.exposures.entry(state.name).or_default();
        for access in accesses {
            let id = self.known.id(&access.exposure);
            let outdone = || seen.iter().any(|&old| self.known.outdoes(old, id));
            if !seen.contains(&id) && !outdone() {
                seen.retain(|old| !self.known.outdoes(id, *old));
                seen.push(id);
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

/// Exposures of accesses at a state, none of which another outdoes.
type Exposures = SmallVec<[ExposureId; 4]>;

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

    fn outdoes(&self, one: ExposureId, other: ExposureId) -> bool {
        self.all[one as usize].outdoes(&self.all[other as usize])
    }
}
