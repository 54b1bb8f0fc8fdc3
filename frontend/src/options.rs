//! How a program is to be read.

use crate::hir::Edition;
use crate::macros::Macros;
use std::path::PathBuf;

/// Among [`Options::variables`], the environment that the program itself has when it runs:
/// `NAME=VALUE`s, a zero between two. (No variable of a system has such a name.)
pub const ENVIRONMENT: &str = "vscheck::environment";

/// The `cfg` with which the models have what only build scripts may use.
pub const SCRIPT: &str = "vscheck_script";

/// The modelled platform, as `cfg(target_NAME = "VALUE")` says it.
pub const TARGET: [(&str, &str); 6] = [
    ("os", "linux"),
    ("arch", "x86_64"),
    ("family", "unix"),
    ("pointer_width", "64"),
    ("endian", "little"),
    ("env", "gnu"),
];

/// What the caller may say about the program, all of it optional.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The function to start from, as a path from the crate root (`tests::two_writers`). Without it
    /// `main`, else the only `#[test]`.
    pub entry: Option<String>,
    /// The edition; 2021 if not given.
    pub edition: Option<Edition>,
    /// `NAME=VALUE`: constants whose value is replaced. A path names those whose own ends so, a name alone all of
    /// that name; `crate::` stands for the root of the program. Models have none.
    pub set: Vec<(String, String)>,
    /// More `cfg`s: `name`, or `name = "value"`.
    pub cfgs: Vec<(String, Option<String>)>,
    /// The crate's name, where a package says it; else the name of its file.
    pub name: Option<String>,
    /// What `env!` finds besides the environment: what Cargo says about the package.
    pub variables: Vec<(String, String)>,
    /// Whether the program is built as a test, so that `cfg(test)` holds in any case.
    pub test: bool,
    /// Whether such a test has no functions that are tests, but is one as a whole, with its `main`.
    pub without_harness: bool,
    /// The crates besides std that the program can name.
    pub dependencies: Vec<Dependency>,
    /// Those crates and the ones that they depend on in turn.
    pub libraries: Vec<Library>,
    /// Packages whose build scripts would have run before: what they write and set is missing.
    pub build_scripts: Vec<String>,
    /// Libraries that no model may stand for.
    pub unmodelled: Vec<String>,
    /// Whether a function of a published library that is not accepted is compiled all the same, as a stop
    /// for whoever calls it.
    pub tolerant: bool,
    /// Which checks are compiled.
    pub checks: Checks,
    /// Texts that stand in for files: what build scripts have written.
    pub written: Vec<(PathBuf, Vec<u8>)>,
    /// Who runs procedural macros.
    pub macros: Macros,
}

/// Checks that a profile may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// That a number does not overflow; else it wraps.
    pub overflow: bool,
    /// `debug_assert!`, and whatever else hangs on `cfg(debug_assertions)`.
    pub assertions: bool,
    /// That a panic unwinds; else it ends the process, whichever thread it is in and whoever would catch it.
    pub unwinding: bool,
}

impl Default for Checks {
    fn default() -> Checks {
        Checks {
            overflow: true,
            assertions: true,
            unwinding: true,
        }
    }
}

/// A name by which one crate can name another.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The name in paths.
    pub name: String,
    /// Index into [`Options::libraries`].
    pub library: usize,
}

/// A library crate that is compiled from source, as far as it is reached.
#[derive(Clone, Debug)]
pub struct Library {
    /// Its name, as `module_path!` says it.
    pub name: String,
    /// The file of its root module.
    pub root: PathBuf,
    /// Its edition.
    pub edition: Edition,
    /// Which checks are compiled into it, if not those of the program.
    pub checks: Option<Checks>,
    /// Its own `cfg`s, features above all.
    pub cfgs: Vec<(String, Option<String>)>,
    /// What `env!` finds in it besides the environment.
    pub variables: Vec<(String, String)>,
    /// The crates besides std that it can name.
    pub dependencies: Vec<Dependency>,
    /// Whether it comes from a registry, so that a model of that name may stand for it.
    pub is_published: bool,
    /// Whether it defines procedural macros.
    pub is_macros: bool,
}
