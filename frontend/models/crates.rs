//! Models of crates other than std, each in a file of its own; a crate's name leads to its module here.
//!
//! Left out: every other crate. A crate of this name that the program brings along wins.

pub mod lazy_static;
pub mod loom;
pub mod num_cpus;
pub mod rand;
pub mod shuttle;
