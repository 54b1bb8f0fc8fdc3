//! The front end's callees and types of variables are `rustc`'s, over the corpus.

use std::path::{Path, PathBuf};
use xtask::oracle::{compare_all, has_rustc};

/// The allocator of the binaries, which is faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn programs(folder: &str) -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let entries = std::fs::read_dir(corpus.join(folder)).expect("a folder of the corpus");
    let files = entries.map(|entry| entry.expect("a file").path());
    files
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn check(folder: &str, at_least: usize) {
    if !has_rustc() {
        eprintln!("no rustc to compare with");
        return;
    }
    let comparison = compare_all(&programs(folder));
    let lines = [comparison.refused, comparison.differences].concat();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    let compared = comparison.compared;
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
fn real_programs() {
    check("real", 500);
}

#[test]
fn traps() {
    check("traps", 20);
}

#[test]
fn fair_programs() {
    check("fair", 8);
}

#[test]
fn theses() {
    check("thesis", 50);
}

#[test]
fn counts() {
    check("counts", 40);
}

#[test]
fn hunts() {
    check("hunt", 40);
}
