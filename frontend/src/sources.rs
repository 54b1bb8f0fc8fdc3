//! Modelled crates that a program needs more of than their models have.
//!
//! A model of a crate is shorter to explore than the crate's own source, but may leave things out. Where
//! the program is not accepted and Cargo has the sources, they are read instead. What is not accepted of
//! published libraries may be reached only on paths that are never taken: that is found out by running.

use crate::diagnostic::{Diagnostic, Result};
use crate::options::Options;
use crate::resolve::is_modelled_crate;

/// Models of crates whose own sources cannot be run, or need them.
const ONLY_MODELS: [&str; 10] = [
    "atomic_wait",
    "autocfg",
    "ctrlc",
    "getrandom",
    "hashbrown",
    "loom",
    "mio",
    "num_cpus",
    "parking_lot_core",
    "shuttle",
];

/// Asks `compile` again, with sources in the place of models, if it has failed; then with stops in the place
/// of what is not accepted of published libraries. If nothing helps, the first answer counts.
pub(crate) fn or_with_sources<T>(
    options: &Options,
    first: Result<T>,
    mut compile: impl FnMut(Options) -> Result<T>,
) -> Result<T> {
    let diagnostic = match first {
        Ok(done) => return Ok(done),
        Err(diagnostic) => diagnostic,
    };
    let mut attempts = attempts(options, &diagnostic);
    if options.libraries.iter().any(|library| library.is_published) {
        let tolerant = |unmodelled: &[String]| Options {
            tolerant: true,
            ..with_sources(options, unmodelled)
        };
        let all = attempts.last().map(|options| tolerant(&options.unmodelled));
        attempts.push(tolerant(&options.unmodelled));
        attempts.extend(all);
    }
    let found = attempts
        .into_iter()
        .find_map(|options| compile(options).ok());
    found.ok_or(diagnostic)
}

fn with_sources(options: &Options, unmodelled: &[String]) -> Options {
    Options {
        unmodelled: unmodelled.to_vec(),
        ..options.clone()
    }
}

/// With the crates read from source that the diagnostic names, then with all.
fn attempts(options: &Options, diagnostic: &Diagnostic) -> Vec<Options> {
    let told = &options.unmodelled;
    let libraries = options.libraries.iter();
    let all = libraries.filter(|library| {
        library.is_published
            && is_modelled_crate(&library.name)
            && !ONLY_MODELS.contains(&library.name.as_str())
            && !told.contains(&library.name)
    });
    let all: Vec<String> = all.map(|library| library.name.clone()).collect();
    let named = all.iter().filter(|name| is_named(diagnostic, name));
    let named: Vec<String> = named.cloned().collect();
    let mut attempts = vec![named, all];
    attempts.dedup();
    attempts.retain(|names| !names.is_empty());
    for names in &mut attempts {
        names.extend_from_slice(told);
    }
    let attempt = |names: &Vec<String>| with_sources(options, names);
    attempts.iter().map(attempt).collect()
}

fn is_named(diagnostic: &Diagnostic, name: &str) -> bool {
    let start = format!("{name}::");
    let notes = diagnostic.notes.iter().map(|(label, _)| label);
    let mut texts = notes.chain([&diagnostic.message]);
    texts.any(|text| text.contains(&start))
}
