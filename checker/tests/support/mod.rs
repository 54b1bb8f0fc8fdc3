//! What several tests share.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use vscheck_frontend::resolve::with_large_stack;

/// The allocator of the binary, which is faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Programs of the corpus that do not come out as they should, and why. A program that does is to be taken off.
pub const DEFECTS: &[(&str, &str)] = &[];

/// What is wrong with a program that may be among the defects.
pub fn defects_aside(path: &Path, defects: &[(&str, &str)], problems: Vec<String>) -> Vec<String> {
    match defects.iter().find(|(name, _)| path.ends_with(name)) {
        None => problems,
        Some(_) if !problems.is_empty() => Vec::new(),
        Some((_, why)) => vec![format!(
            "comes out as it should: no defect any more ({why})"
        )],
    }
}

/// The repository.
pub fn root() -> PathBuf {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR"));
    checker.parent().expect("the workspace").to_path_buf()
}

/// All programs of the corpus, in order.
pub fn corpus_programs() -> Vec<PathBuf> {
    let mut programs = Vec::new();
    collect(&root().join("corpus"), &mut programs);
    programs.sort();
    programs
}

fn collect(folder: &Path, programs: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        // A file of a package is no program by itself.
        if path.join("Cargo.toml").is_file() {
            continue;
        }
        if path.is_dir() {
            collect(&path, programs);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            programs.push(path);
        }
    }
}

/// How many random programs a test tries: `VSCHECK_PROGRAMS` may say more.
pub fn random_programs(usual: u64) -> u64 {
    let wanted = std::env::var("VSCHECK_PROGRAMS").ok();
    wanted.map_or(usual, |count| count.parse().expect("a number"))
}

/// Works on all items, on as many threads as there are cores, each of which parses the models once; results in the order of the items.
pub fn in_parallel<T: Send, R: Send>(items: Vec<T>, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = Mutex::new(items.into_iter().enumerate().collect::<Vec<_>>());
    let done = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let item = next.lock().expect("no worker panics here").pop();
            let Some((index, item)) = item else { return };
            let result = work(&item);
            done.lock()
                .expect("no worker panics here")
                .push((index, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| with_large_stack(worker));
        }
    });
    let mut done = done.into_inner().expect("no worker panics here");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Holds what a file of the repository has between two marks against a text, or writes it there with
/// `VSCHECK_BLESS=1`.
pub fn written_between(file: &str, (start, end): (&str, &str), wanted: &str) {
    let path = root().join(file);
    let text = std::fs::read_to_string(&path).expect("a file of the repository");
    let (before, rest) = text.split_once(start).expect("the mark before");
    let (written, after) = rest.split_once(end).expect("the mark behind");
    if std::env::var_os("VSCHECK_BLESS").is_some() {
        let text = format!("{before}{start}{wanted}{end}{after}");
        return std::fs::write(&path, text).expect("a writable file");
    }
    assert_eq!(
        written, wanted,
        "with `VSCHECK_BLESS=1` this test writes {file} anew"
    );
}
