//! The programs, each written once against `std` and compiled for every peer (see `build.rs`).

/// One program at one size.
pub struct Program {
    /// The name of its file.
    pub name: &'static str,
    /// `CONSTANT=VALUE`.
    pub size: Option<&'static str>,
    /// Its file: what vscheck reads.
    pub path: &'static str,
    /// Its text at this size.
    pub text: &'static str,
    /// Whether it has a bug, as its first lines say.
    pub buggy: bool,
    /// Its `main`, with loom's `std`.
    pub loom: fn(),
    /// Its `main`, with shuttle's `std`.
    pub shuttle: fn(),
}

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
