//! The static pass: from a program to what may run in parallel, what may alias, which accesses
//! conflict, and what each point can still reach. It never runs anything and knows no engine.
//!
//! The order of things (`pass`): [`points_to`] (with the [`call_graph`]) · [`escape`] · [`peg`] (static
//! threads and regions) · [`mhp`] (parallelism and locks held) · [`access`] · [`pairs`] (with [`disjoint`],
//! [`commute`] and [`section`]) · [`reach`] · [`lock_order`] · [`suspicion`] · [`facts`]. Beside them:
//! [`movers`] (which operations are hidden), [`why`] (why a pair is kept), [`mod@print`]; [`mod@cfg`] (control
//! flow in a function) and [`thread_set`] (sets of static threads).
//!
//! Soundness comes first: whatever the machine could do in parallel on one object is paired.

pub mod access;
pub mod call_graph;
pub mod cfg;
pub mod commute;
pub mod disjoint;
pub mod escape;
pub mod facts;
pub mod lock_order;
pub mod mhp;
pub mod movers;
pub mod pairs;
pub mod peg;
pub mod points_to;
pub mod reach;
pub mod section;
pub mod suspicion;
pub mod thread_set;
pub mod why;

mod pass;
pub mod print;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use facts::{Facts, Pair, PairEnd, Phase, PhaseTimes, ReachSet};
pub use pairs::PairType;
pub use pass::{Analysis, AnalysisOptions};
pub use suspicion::{LockStep, Step, Suspicion, SuspicionKind};
pub use thread_set::StaticThreadId;
