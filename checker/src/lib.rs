//! The model checker: runs programs under every schedule that matters and reports what can go wrong.
//!
//! - [`source`], [`package`], [`compiler`]: from a path to a program; [`cache`], `kept`: what is kept of that;
//! - [`pipeline`]: from source to verdict; [`harness`]: the same for each test of a target; [`compare`]: with
//!   several engines;
//! - [`run`], [`schedule`], [`clock`]: a machine with its trace, the choices that led there, what depends on what;
//! - [`engine`]: the engines; [`exploration`]: what every one of them is given; [`limits`], [`stats`],
//!   [`technique`], [`random`], [`watch`]: what a search may use, has used and is told to leave out;
//! - [`endless`], [`survival`], [`shrink`], [`culprit`], [`missing_order`], [`recording`]: what is made of a run
//!   that fails or does not end;
//! - [`coverage`]: which access pairs were run in which orders;
//! - [`report`], [`cli`]: what users see and what they type;
//! - [`annotation`], [`agreement`]: what the corpus asks for, and engines against each other.

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
pub mod missing_order;
pub mod package;
pub mod pipeline;
pub mod random;
pub mod recording;
pub mod report;
pub mod run;
pub mod schedule;
pub mod searches;
pub mod shrink;
pub mod source;
pub mod stats;
pub mod survival;
pub mod technique;
pub mod watch;
