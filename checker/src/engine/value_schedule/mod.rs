//! The value-schedule search (Chen 2009, chapter 6).
//!
//! A *value schedule* is a total order of the conflicting accesses of each shared object: the
//! equivalence class of all interleavings that agree on it. Asked for everything, the search explores
//! each value schedule once ([`complete`]). Asked for the first bug, it first fulfils single pairs out
//! of order, the most suspicious ones first, with no backtracking points of their own ([`hunt`],
//! section 6.1.2), and then goes on to the complete search.
//!
//! - [`races`]: which steps of a path ([`super::path`]) can be reversed, and the plan that reverses them;
//! - [`wakeup`]: plans as trees; [`tail`]: what the last thread left does;
//! - [`hunt`]: prioritized permutation; [`stops`]: where its first run stops threads; [`rank`]: which
//!   pair first, [`data`]: by what it does to shared data; [`lock_order`]: cycles of locks;
//!   [`barging`]: waits that do not look again; [`drive`]: running one thread towards a target;
//! - [`sample`]: schedules at random, where nothing else comes to an end.

mod barging;
mod complete;
mod data;
pub(super) mod drive;
mod hunt;
mod lock_order;
mod races;
mod rank;
mod sample;
mod stops;
mod tail;
mod wakeup;

use crate::exploration::Exploration;

/// Searches: the suspicious orders first if one bug is enough, then all value schedules.
pub fn explore(cx: &mut Exploration) {
    let hunts = !cx.settings.all && cx.uses("priority");
    let more = !hunts || hunt::explore(cx);
    if more && !cx.should_stop() {
        complete::explore(cx);
    }
}
