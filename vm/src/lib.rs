//! The explicit-state machine: runs a program under a schedule that somebody else chooses.
//!
//! It knows no engine, no clock, no file and no static fact. Nothing blocks half-way and nothing is
//! discovered by executing: of each thread's next visible operation the machine says what it is,
//! whether it is enabled and which ways it can go, before it runs. Then `step` runs one transition.
//!
//! - [`operation`]: what an operation is, and when two depend on each other;
//! - `code`, `op`, `flow`, `joins`, `unread`: a program made ready to run;
//! - `machine`, `thread`, `settle`, `fault`: one execution, its steps, and when and how it is over;
//! - `step`: running a thread from one visible operation to the next;
//! - `sync`: visible operations, one file a kind of object;
//! - `value`, `memory`, `address`, `access`: scalars, cells and their names;
//! - `shadow`, `clock`: the race detector;
//! - `bytes`, `views`: cells as bytes, and as other types than they were made for;
//! - `places`: what a reference or a step of a pointer promises;
//! - `history`, `output`, `roomy`: lists that snapshots share, or copy to add to;
//! - `fingerprint`, `digest`, `hash`, `races`, `reach`, `spin`: when two states, or two laps of a loop, are the
//!   same;
//! - `alike`: symmetric threads, which stand for each other;
//! - `awaits`, `look_ahead`, `rounds`, `tally`: threads that would only go round a loop once more;
//! - `section`, `raise`: critical sections that commute, under locks of the program's own too;
//! - `describe`: names of objects, for reports; `options`: how a program is run, and the machine's limits.

mod access;
mod address;
mod alike;
mod awaits;
mod blink;
mod bytes;
mod clock;
mod code;
mod describe;
mod digest;
mod exchange;
mod fault;
mod fingerprint;
mod flow;
mod hash;
mod history;
mod joins;
mod look_ahead;
mod machine;
mod memory;
mod op;
pub mod operation;
mod options;
mod output;
mod pace;
mod padding;
mod partial;
mod places;
mod races;
mod raise;
mod reach;
mod roomy;
mod rounds;
mod row;
mod section;
mod settle;
mod shadow;
mod spin;
mod step;
mod sync;
mod tally;
mod thread;
mod unread;
mod value;
mod views;

pub use alike::{Alike, Likeness, ThreadClass};
pub use code::Code;
pub use describe::{ObjectDescription, Origin};
pub use fault::{CutOff, End, Fault, FaultKind, LimitKind, OtherSite};
pub use fingerprint::Fingerprints;
pub use history::History;
pub use machine::Machine;
pub use operation::{
    Arm, Blocked, BlockedReason, Footprint, Object, Operation, PlainAccess, ThreadId, Touch,
    Transition, commute, dependent, footprints_meet,
};
pub use options::{ChildPanic, MachineOptions, Strengthened, TimeMode};
pub use races::{AccessId, Exposure, OpenAccess};
pub use thread::HeldLock;
pub use views::Shown;
