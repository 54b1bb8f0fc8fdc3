//! The front end's callees and types of variables are `rustc`'s, over the corpus.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use xtask::oracle::{compare, has_rustc};

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../corpus")
        .join(folder);
    let entries = std::fs::read_dir(&folder).expect("a folder of the corpus");
    let files = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    files
}

/// What differs over all programs of a folder, and how many functions were compared.
fn differences(folder: &str) -> (Vec<String>, usize) {
    let programs = programs(folder);
    let next = AtomicUsize::new(0);
    let found = Mutex::new((Vec::new(), 0));
    let work = || {
        while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = compare(path);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match result {
                Ok(comparison) => {
                    let lines = comparison.differences.iter();
                    found.0.extend(lines.map(|line| format!("{name}: {line}")));
                    found.1 += comparison.compared;
                }
                Err(message) => found.0.push(format!("{name}: not compared: {message}")),
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn check(folder: &str, at_least: usize) {
    if !has_rustc() {
        eprintln!("no rustc to compare with");
        return;
    }
    let (mut lines, compared) = differences(folder);
    lines.sort();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    assert!(
        compared >= at_least,
        "only {compared} functions were compared"
    );
}

#[test]
fn features() {
    check("features", 500);
}

#[test]
#[ignore = "minutes: run on request"]
fn real_programs() {
    check("real", 500);
}

#[test]
#[ignore = "minutes: run on request"]
fn traps_and_kernels() {
    check("traps", 20);
    check("thesis", 50);
}
