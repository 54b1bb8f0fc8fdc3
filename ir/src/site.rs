//! The only name of a place in the code that crosses a border between layers.

use crate::program::{FuncId, InstId};
use serde::{Deserialize, Serialize};

/// A function and an instruction in it. Small library models are inlined into their callers, so the
/// site of a `Mutex::lock` is the user's call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Site {
    /// The function.
    pub func: FuncId,
    /// The instruction.
    pub inst: InstId,
}

impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.func, self.inst)
    }
}
