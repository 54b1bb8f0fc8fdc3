//! `crossbeam`: its parts under one name: `channel`, `deque`, `queue`, `utils`, `sync`, `thread`, `atomic`,
//! `scope`, `select!`.
//!
//! Left out: `epoch`.

pub use crate::select;
pub use crate::select_biased;

pub use crate::crates::crossbeam_utils::thread::scope;

pub mod channel {
    pub use crate::crates::crossbeam_channel::*;
    pub use crate::select;
    pub use crate::select_biased;
}
pub mod deque {
    pub use crate::crates::crossbeam_deque::*;
}
pub mod queue {
    pub use crate::crates::crossbeam_queue::*;
}
pub mod atomic {
    pub use crate::crates::crossbeam_utils::atomic::*;
}
pub mod sync {
    pub use crate::crates::crossbeam_utils::sync::*;
}
pub mod thread {
    pub use crate::crates::crossbeam_utils::thread::*;
}
pub mod utils {
    pub use crate::crates::crossbeam_utils::{Backoff, CachePadded};
}
