//! What every engine is measured by, counted in one place and alike for all.

use std::collections::BTreeMap;

/// Counts of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Schedules run to their end, or to a bug.
    pub executions: u64,
    /// States stored: backtracking points, or distinct states where the engine matches states.
    pub states: u64,
    /// Visible operations executed.
    pub transitions: u64,
    /// Bytecode instructions executed.
    pub instructions: u64,
    /// Most visible operations in one run.
    pub max_depth: u64,
    /// Most memory cells that one state of the program had.
    pub max_cells: u64,
    /// What the engine counts for itself (pairs fulfilled, paths dropped, repeats, ...).
    pub engine: BTreeMap<&'static str, u64>,
}

/// Instructions that take about as long as a visible operation does besides its own.
const INSTRUCTIONS_AN_OPERATION: u64 = 14;

impl Stats {
    /// What the search has cost, by counting alone, so that it is the same each time: operations, and the
    /// instructions between them. About a million make a second.
    pub fn effort(&self) -> u64 {
        self.transitions + self.instructions / INSTRUCTIONS_AN_OPERATION
    }
}
