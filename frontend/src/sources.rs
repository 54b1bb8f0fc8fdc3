//! Modelled crates that a program needs more of than their models have.
//!
//! A model of a crate is shorter to explore than the crate's own source, but may leave things out. Where
//! the program is not accepted and Cargo has the sources, they are read instead. What is not accepted of
//! published libraries may be reached only on paths that are never taken: that is found out by running.

use crate::diagnostic::{Diagnostic, Result};
use crate::options::Options;
use crate::resolve::is_modelled_crate;
use std::path::Path;

/// Models of crates whose own sources cannot be run, or need them.
const ONLY_MODELS: [&str; 10] = [
    "atomic_wait",
    "autocfg",
    "ctrlc",
    "hashbrown",
    "loom",
    "mio",
    "num_cpus",
    "parking_lot_core",
    "proc_macro_crate",
    "shuttle",
];

/// Whether a crate's own source is never read.
fn is_only_modelled(krate: &str) -> bool {
    ONLY_MODELS.contains(&krate)
}

/// Where something is missing, and whether that could be helped.
pub(crate) fn in_model(krate: &str) -> &'static str {
    match is_only_modelled(krate) {
        true => "in the model of that crate",
        false => "in the model of that crate (of a Cargo package's dependency the source is read)",
    }
}

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
    let mut have_helped = false;
    let mut unmodelled = vec![options.unmodelled.clone()];
    for attempt in attempts(options, &diagnostic) {
        let names = attempt.unmodelled.clone();
        match compile(attempt) {
            Ok(done) => return Ok(done),
            Err(other) => have_helped |= is_further(options, &diagnostic, &other),
        }
        unmodelled.splice(1.., [names]);
    }
    if !options.libraries.iter().any(|library| library.is_published) {
        return Err(diagnostic);
    }
    if have_helped {
        unmodelled.reverse();
    }
    let tolerant = |unmodelled: Vec<String>| Options {
        tolerant: true,
        ..with_sources(options, &unmodelled)
    };
    let mut attempts = unmodelled.into_iter().map(tolerant);
    let found = attempts.find_map(|options| compile(options).ok());
    found.ok_or(diagnostic)
}

/// Whether a library gets further with sources in the place of models: it does not stop where it did, but
/// elsewhere in it.
fn is_further(options: &Options, first: &Diagnostic, other: &Diagnostic) -> bool {
    let library = |diagnostic: &Diagnostic| {
        let file = diagnostic.files.get(diagnostic.span?.file.index())?;
        let mut roots = options.libraries.iter().map(|library| &library.root);
        roots.position(|root| {
            let folder = root.parent();
            folder.is_some_and(|folder| Path::new(&file.path).starts_with(folder))
        })
    };
    let (of_first, of_other) = (library(first), library(other));
    of_first.is_some() && of_first == of_other && first.span != other.span
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
            && !is_only_modelled(&library.name)
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
