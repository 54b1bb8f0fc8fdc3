//! Models of crates other than std, each in a file of its own; a crate's name leads to its module here.
//!
//! Left out: every other crate. A crate of this name that the program brings along wins.

pub mod async_process;
pub mod atomic_wait;
pub mod autocfg;
pub mod crossbeam;
pub mod crossbeam_channel;
pub mod crossbeam_deque;
pub mod crossbeam_queue;
pub mod crossbeam_utils;
pub mod ctrlc;
pub mod getrandom;
pub mod hashbrown;
pub mod lazy_static;
pub mod loom;
pub mod mio;
pub mod num_cpus;
pub mod once_cell;
pub mod parking_lot;
pub mod parking_lot_core;
pub mod polling;
pub mod proc_macro;
pub mod proc_macro_crate;
pub mod rand;
pub mod shuttle;
pub mod tokio;
