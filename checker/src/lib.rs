//! The model checker: runs programs under every schedule that matters and reports what can go wrong.
//!
//! See `docs/architecture.md`. [`exploration`] is what every engine of [`engine`] is given.

pub mod agreement;
pub mod annotation;
pub mod cache;
pub mod cli;
pub mod clock;
pub mod compare;
pub mod compiler;
pub mod coverage;
pub mod culprit;
pub mod endless;
pub mod engine;
pub mod exploration;
pub mod harness;
mod kept;
pub mod limits;
pub mod package;
pub mod pipeline;
pub mod random;
pub mod recording;
pub mod report;
pub mod run;
pub mod schedule;
pub mod shrink;
pub mod source;
pub mod stats;
pub mod survival;
pub mod technique;
pub mod watch;
