//! The explicit-state machine: runs a program under a schedule that somebody else chooses.
//!
//! It knows no engine, no clock, no file and no static fact. Nothing blocks half-way and nothing is
//! discovered by executing: of each thread's next visible operation the machine says what it is,
//! whether it is enabled and which ways it can go, before it runs. Then `step` runs one transition.

pub mod operation;

pub use operation::{
    Arm, Blocked, BlockedReason, Footprint, Object, Operation, ThreadId, Touch, Transition,
    dependent, footprints_meet,
};
