//! The engines: one row of [`ENGINES`] and one module each.
//!
//! An engine decides which transition is taken next. It never counts, checks a limit, prints or
//! builds a bug: [`Exploration`] does, alike for all.

use crate::exploration::Exploration;

mod choice;
mod dfs;
mod dpor;
mod exhaustive;
mod path;
mod results;
mod seen;
mod sharing;
mod value_schedule;
mod value_schedule_static;

pub(crate) use dfs::MATCHED_BY_SYMMETRY;

/// A way to search.
pub struct Engine {
    /// What `--engine` calls it.
    pub name: &'static str,
    /// One sentence for the help text and the documents.
    pub summary: &'static str,
    /// Whether a search that ends by itself with `--all` has seen every outcome.
    pub complete: bool,
    /// Whether it stores states and never explores one twice.
    pub stateful: bool,
    /// Whether it asks the static pass, which then runs before it and counts as its time.
    pub uses_facts: bool,
    /// The search.
    pub explore: fn(&mut Exploration),
}

/// The engine that is used where none is named.
pub const DEFAULT: &Engine = &ENGINES[0];

/// All engines.
pub const ENGINES: &[Engine] = &[
    Engine {
        name: "value-schedule",
        summary: "each order of conflicting accesses once, suspicious ones first",
        complete: true,
        stateful: false,
        uses_facts: true,
        explore: value_schedule::explore,
    },
    Engine {
        name: "value-schedule-static",
        summary: "orders derived from the static pass alone, then each run: a yardstick, not complete",
        complete: false,
        stateful: false,
        uses_facts: true,
        explore: value_schedule_static::explore,
    },
    Engine {
        name: "dpor",
        summary: "dynamic partial-order reduction with sleep sets, where reads commute: a yardstick",
        complete: true,
        stateful: false,
        uses_facts: false,
        explore: dpor::explore,
    },
    Engine {
        name: "dfs",
        summary: "depth first over stored states, in the manner of Java PathFinder: the baseline",
        complete: true,
        stateful: true,
        uses_facts: false,
        explore: dfs::explore,
    },
    Engine {
        name: "exhaustive",
        summary: "every interleaving, no reduction, no state matching: the oracle",
        complete: true,
        stateful: false,
        uses_facts: false,
        explore: exhaustive::explore,
    },
];

/// As `dfs`, but that symmetric threads stand for each other, and that threads sleep. It is there to be held against
/// the oracle: hunts, which search so, look at verdicts alone.
pub(crate) const SYMMETRIC: &Engine = &Engine {
    name: "dfs, with symmetry and sleep sets",
    summary: "depth first over stored states in which symmetric threads stand for each other, and threads sleep",
    complete: true,
    stateful: true,
    uses_facts: true,
    explore: dfs::explore_as_hunts_do,
};

/// The engine of this name.
pub fn find(name: &str) -> Option<&'static Engine> {
    ENGINES.iter().find(|engine| engine.name == name)
}
