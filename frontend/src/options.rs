//! How a program is to be read.

use crate::hir::Edition;

/// What the caller may say about the program, all of it optional.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The function to start from, as a path from the crate root (`tests::two_writers`). Without it
    /// `main`, else the only `#[test]`.
    pub entry: Option<String>,
    /// The edition; 2021 if not given.
    pub edition: Option<Edition>,
    /// `NAME=VALUE`: constants of the user's code whose value is replaced.
    pub set: Vec<(String, String)>,
    /// More `cfg`s: `name`, or `name = "value"`.
    pub cfgs: Vec<(String, Option<String>)>,
}
